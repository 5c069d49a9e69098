package opener

import (
	"syscall"
	"time"
)

// changed is when the system last changed what it keeps of a file.
func changed(s *syscall.Stat_t) time.Time { return time.Unix(s.Ctim.Unix()) }
