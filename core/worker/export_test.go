package worker

// ReaderPID is the process that reads now.
func ReaderPID(s *Supervisor) int { return s.reader.proc.cmd.Process.Pid }
