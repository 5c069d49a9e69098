// Package remote lets several programs use one library. The first one to open
// it owns it; the others have the owner do their work over a private local
// socket.
//
// What crosses the socket are the use cases of app.Engine, one connection a
// call: their arguments and results are plain values, so the client formats,
// reads and writes files itself, in its own folder and environment, and every
// command prints the same bytes whoever owns the library. The other way, having
// the owner run the client's whole command line, would print them too, but it
// would have a window read a terminal's passwords and write its files, and would
// serve neither a second window nor a server that stays.
//
// A Library is the same for the caller in both cases and goes from one to the
// other: when the owner ends, the next call opens the library itself, or finds
// the new owner. The kernel drops the lock of a program that ends, however it
// ends, so nothing here ever judges whether a lock is stale. A socket that
// nobody answers is that of a program about to end; the lock is asked again.
//
// # Protocol
//
// The client sends one frame: the version, the caller's folder and settings, the
// name of the use case and its arguments. The owner answers with any number of
// frames of progress and one result. A client that closes its sending half, or
// goes away, cancels the work; it still gets the result if it reads on. The
// version is made of the types that cross, so two programs that differ in one of
// them say so instead of misreading each other.
//
// The socket lies in a folder that only the user may enter, and both sides check
// with the kernel that the other is the same user. Nothing listens on a network.
package remote
