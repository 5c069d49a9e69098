package zipguard

import (
	"archive/zip"
	"testing"

	"ibid/core"
)

// claims is a directory of entries that claim to unpack to some sizes from
// others.
func claims(pairs ...uint64) []*zip.File {
	var out []*zip.File
	for i := 0; i+1 < len(pairs); i += 2 {
		out = append(out, &zip.File{FileHeader: zip.FileHeader{UncompressedSize64: pairs[i], CompressedSize64: pairs[i+1]}})
	}
	return out
}

func TestSizesOnEitherSideOfTheirLimits(t *testing.T) {
	limits := Limits{Entries: 8, Entry: 32 << 20, Total: 48 << 20, Ratio: 200}
	for _, tt := range []struct {
		name   string
		files  []*zip.File
		state  core.State
		reason string
	}{
		{"no entries", nil, "", ""},
		{"the largest entry", claims(32<<20, 32<<20), "", ""},
		{"an entry one byte larger", claims(32<<20+1, 32<<20), core.StateTooLarge, "holds an entry of 32 MB"},
		{"the largest total", claims(24<<20, 24<<20, 24<<20, 24<<20), "", ""},
		{"a total one byte larger", claims(24<<20, 24<<20, 24<<20+1, 24<<20), core.StateTooLarge, "unpacks to 48 MB"},
		{"any ratio up to 8 MB", claims(RatioFrom, 1), "", ""},
		{"the highest ratio above", claims(RatioFrom+200, RatioFrom/200+1), "", ""},
		{"a ratio above the highest", claims(RatioFrom+200, RatioFrom/200-1), core.StateTooLarge, "200 times"},
		{"sizes that would overflow their sum", claims(32<<20, 32<<20, 1<<63, 1, 1<<63, 1), core.StateTooLarge, "an entry of"},
	} {
		checkFate(t, tt.name, sizes(tt.files, limits), tt.state, tt.reason)
	}
	checkFate(t, "a sum that would overflow", sizes(claims(1<<63, 1<<63, 1<<63, 1<<63), Limits{Total: 48 << 20}), core.StateTooLarge, "unpacks to")
	checkFate(t, "no limits", sizes(claims(1<<40, 1), Limits{}), "", "")
}

func TestEntriesOnEitherSideOfTheirLimit(t *testing.T) {
	for n, state := range map[int]core.State{8: "", 9: core.StateTooLarge} {
		_, err := Open(pack(t, many(n)...), Limits{Entries: 8})
		checkFate(t, "entries", err, state, "more than 8 entries")
	}
}

func TestEncryptedEntriesMayBeAllowed(t *testing.T) {
	_, err := Open(patched(t, 8, 1, false), Limits{Entries: 1, Locked: true})
	checkFate(t, "allowed", err, "", "")
}
