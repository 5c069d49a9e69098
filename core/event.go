package core

// Change says that something of the library changed that a screen may show.
type Change struct {
	Documents bool     // the list of documents or a state in it
	Progress  Progress // of reading
}
