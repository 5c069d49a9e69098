// Package worker reads and draws untrusted files in processes of their own.
//
// The libraries that parse documents end, hang or swell on some damaged files,
// and Go can catch none of that. So the program starts itself again with a
// hidden argument: some such processes read, another draws, each one file at a
// time, within core.Limits. The file arrives as an open descriptor that is
// mapped; the worker never sees a path. Whatever happens there ends as a
// *core.FileError of that one file, and the next file gets a working process.
//
// A program that uses a Supervisor calls RunIfAsked first thing in main.
package worker
