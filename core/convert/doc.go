// Package convert has LibreOffice turn files of office programs that the worker
// does not read itself (.doc, .xls, .ppt, RTF and some others) into those that it
// does. It stands before the worker as its reader and painter: what the worker
// refuses with core.ErrNeedsConversion is converted, kept under the hash of the
// file, and read in its place.
//
// A file's macros are not run, and nothing that it links to is fetched:
// LibreOffice works in a folder of its own with settings that forbid both,
// within limits on time, memory and size, one run at a time.
package convert
