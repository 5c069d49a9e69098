package eval

// HeldShare is what the tests compare words with, too.
func HeldShare(has, want string) float64 {
	share, _ := heldShare(has, want)
	return share
}
