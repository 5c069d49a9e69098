package core

// Change describes a change of the library that a screen may have to show.
type Change struct {
	Documents bool     // the list of documents or a state in it
	Progress  Progress // of reading
}
