// Package app joins the rooms of core into one Engine: it opens, wires and
// closes everything and offers the use cases to the window and the terminal.
//
// All use cases take and return plain values, so that they can be called from
// another process. All methods are safe for concurrent use unless said
// otherwise.
package app
