// Package app opens, connects and closes the packages of core and of the use
// cases. Its Engine offers the use cases to the window and the terminal.
//
// All use cases take and return plain values, so that another process can call
// them. All methods are safe for concurrent use unless their comment says
// otherwise.
package app
