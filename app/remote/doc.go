// Package remote lets several programs use one library. The first one that
// opens it owns it; the others send their use cases to the owner over a private
// local socket.
//
// What crosses the socket are the use cases of app/usecase, each over a
// connection of its own. Their arguments and results are plain values, so the
// client formats, reads and writes files itself, in its own folder and
// environment, and every command prints the same bytes whoever owns the
// library. If the owner ran the client's whole command line instead, the output
// would be the same, but a window would have to read a terminal's passwords and
// write its files, and neither a second window nor a long-running server could
// share the library.
//
// A Library behaves the same in both cases and changes from one to the other:
// when the owner ends, the next call opens the library itself or finds the new
// owner. The kernel releases the lock of a program however it ends, so nothing
// here has to decide whether a lock is stale. A socket that nobody answers
// belongs to a program that is about to end; the client then tries the lock
// again.
//
// # Protocol
//
// The client sends one frame: the version, the caller's folder and settings,
// the name of the use case and its arguments. The owner answers with any number
// of frames of progress and one result. A client cancels the work by closing
// its sending half or the connection; it still gets the result if it reads on.
// The version includes a hash of the types that cross, so two programs whose
// types differ report that instead of misreading each other.
//
// The socket is in a folder that only the user may enter, and both sides check
// with the kernel that the other is the same user. Nothing listens on a
// network.
package remote
