package opener

import (
	"syscall"
	"time"
)

// ctime returns when the metadata of a file last changed.
func ctime(s *syscall.Stat_t) time.Time { return time.Unix(s.Ctimespec.Unix()) }
