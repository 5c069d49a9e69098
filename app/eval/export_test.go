package eval

// HeldShare is what the tests compare words with, too.
var HeldShare = heldShare
