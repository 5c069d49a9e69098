package archive

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// verdict is the result of cleaning a name.
type verdict int

const (
	nameFine   verdict = iota
	nameHidden         // of a hidden file, or of one that a system left behind
	nameUnsafe         // leads out of the archive, or cannot be shown
)

// Bounds of a name. File systems have no longer ones.
const (
	maxName  = 1024 // bytes
	maxDepth = 64   // folders
)

// clean returns the name of an entry as people see it: elements joined by slashes.
// Backslashes, which old programs for Windows wrote, separate elements as well. A
// name that is not UTF-8 is read as code page 437, the original one of zip files.
func clean(raw string) (string, verdict) {
	if !utf8.ValidString(raw) {
		decoded, err := charmap.CodePage437.NewDecoder().String(raw)
		if err != nil {
			return "", nameUnsafe
		}
		raw = decoded
	}
	raw = strings.ReplaceAll(raw, `\`, "/")
	if raw == "" || len(raw) > maxName || strings.HasPrefix(raw, "/") || strings.ContainsFunc(raw, misleads) {
		return "", nameUnsafe
	}
	var elements []string
	hidden := false
	for e := range strings.SplitSeq(raw, "/") {
		switch {
		case e == "" || e == ".":
			continue
		case e == "..", len(elements) == 0 && len(e) == 2 && e[1] == ':':
			return "", nameUnsafe
		case strings.HasPrefix(e, "."), e == "__MACOSX", strings.EqualFold(e, "thumbs.db"), strings.EqualFold(e, "desktop.ini"):
			hidden = true
		}
		elements = append(elements, e)
	}
	name := strings.Join(elements, "/")
	switch {
	case len(elements) == 0 || len(elements) > maxDepth:
		return "", nameUnsafe
	case hidden:
		return name, nameHidden
	}
	return name, nameFine
}

// misleads reports whether a character cannot stand in a line of text, or makes a
// name look like another one.
func misleads(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029' || r == utf8.RuneError
}
