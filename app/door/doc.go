// Package door is the way in for other programs of this machine: it listens on
// loopback, and lets a request through to what answers it only if it comes from
// a program that was given the library's token.
//
// A web page in a browser of this machine can send requests to loopback too,
// under any host name that it has resolve there (DNS rebinding). So every
// request is looked at before it is routed: host, origin, token, form and size.
// A route cannot stand beside the door: Handler alone makes the mux, behind it.
package door
