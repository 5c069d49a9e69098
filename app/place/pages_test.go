package place

import (
	"errors"
	"strings"
	"testing"

	"ibid/core"
)

// If two printed numbers of a locator are not on their pages, the error always
// names the first one.
func TestTheFirstWrongPageNumberIsNamed(t *testing.T) { // R3.4
	pages := []core.Page{{Index: 1}, {Index: 2}, {Index: 3}}
	l := core.Locator{Name: "tides.pdf", Page: 1, LastPage: 3, Label: "7", LastLabel: "9"}
	for range 20 { // a map would name the other
		_, _, err := pageRange(core.Document{Name: "tides.pdf", Kind: core.KindPDF}, l, pages)
		if !errors.Is(err, core.ErrNoSuchPage) || !strings.Contains(err.Error(), "[PDF 1] is") {
			t.Fatal(err)
		}
	}
}
