//go:build !linux

package outside

import "syscall"

// groupOfItsOwn has the program's children end with it. If this program is
// killed, its limit on processor time ends it.
func groupOfItsOwn() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
