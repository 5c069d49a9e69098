package outside

import "syscall"

// groupOfItsOwn has the program end with this one, and its children with it.
func groupOfItsOwn() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
