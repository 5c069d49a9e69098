// Package door is the HTTP entrance for other programs on this machine. It
// listens on loopback and passes on only the requests that have the library's
// token.
//
// A web page in a browser on this machine can send requests to loopback too,
// under any host name that it makes resolve to it (DNS rebinding). So the host,
// origin, token, form and size of every request are checked before it is
// routed. No route can bypass these checks: only Handler makes the mux, behind
// them.
package door
