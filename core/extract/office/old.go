package office

import (
	"bytes"
	"encoding/binary"
	"strings"

	"ibid/core"
)

// Refuse says of a file that it has to be converted before it can be read: one
// of an office program of before 2007, Rich Text, WordPerfect, Works, flat
// OpenDocument or a binary workbook. It returns nil for all others, else a
// *core.FileError, which wraps core.ErrNeedsConversion unless a conversion is of
// no use. Safe with any data.
func Refuse(data []byte, kind core.Kind) error {
	if bytes.HasPrefix(data, compoundMark) {
		c, err := readCompound(data)
		if err != nil {
			return nil // decrypt says what is wrong with it
		}
		if _, ok, _ := c.stream("EncryptedPackage"); ok {
			return nil
		}
		return c.refuse(kind)
	}
	what := ""
	switch {
	case kind == core.KindDocument && bytes.HasPrefix(data, []byte(`{\rtf`)):
		what = "Rich Text"
	case kind == core.KindDocument && bytes.HasPrefix(data, []byte("\xffWPC")):
		what = "WordPerfect"
	case isFlat(data):
		what = "flat OpenDocument"
	default:
		return nil
	}
	return old("is " + what)
}

// old refuses a file that can be converted.
func old(what string) error {
	return &core.FileError{State: core.StateUnsupported, Reason: what, Err: core.ErrNeedsConversion}
}

// isFlat tells OpenDocument that is one piece of XML.
func isFlat(data []byte) bool {
	head := data[:min(len(data), 4096)]
	return bytes.HasPrefix(bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))), []byte("<?xml")) &&
		bytes.Contains(head, []byte("<office:document"))
}

// encrypted refuses a file that no conversion can open.
func encrypted() error {
	return &core.FileError{State: core.StateNeedsPassword, Reason: "is encrypted; save it without a password to have it read", Err: core.ErrNeedsPassword}
}

// refuse says what a compound file that is not an encrypted zip comes to.
func (c *compound) refuse(kind core.Kind) error {
	switch {
	case kind == core.KindDocument && c.has("WordDocument"):
		if b, _, err := c.stream("WordDocument"); err == nil && isSecretWord(b) {
			return encrypted()
		}
		return old("is an old Word document")
	case kind == core.KindSheet && (c.has("Workbook") || c.has("Book")):
		b, ok, err := c.stream("Workbook")
		if !ok {
			b, _, err = c.stream("Book")
		}
		if err == nil && isSecretWorkbook(b) {
			// Excel encrypts what is protected against changes with a password that every program knows.
			return &core.FileError{State: core.StateNeedsPassword, Reason: "is encrypted; save it without a password to have it read", Err: core.ErrNeedsConversion}
		}
		return old("is an old Excel workbook")
	case kind == core.KindSlides && c.has("PowerPoint Document"):
		if b, _, err := c.stream("Current User"); err == nil && isSecretSlides(b) {
			return encrypted()
		}
		return old("is an old PowerPoint presentation")
	case kind == core.KindDocument && (c.has("MatOST") || c.has("CONTENTS")):
		return old("is a Works document")
	}
	return &core.FileError{State: core.StateUnsupported, Reason: "is of another program than its name says"}
}

// has reports whether there is a stream with a name.
func (c *compound) has(name string) bool {
	for _, e := range c.list {
		if strings.EqualFold(e.name, name) {
			return true
		}
	}
	return false
}

// isSecretWord reads the flags at the head of a Word document (MS-DOC, 2.5.2).
func isSecretWord(b []byte) bool {
	return len(b) >= 12 && binary.LittleEndian.Uint16(b[10:])&0x0100 != 0
}

// isSecretSlides reads the mark of the last edit (MS-PPT, 2.3.2).
func isSecretSlides(b []byte) bool {
	return len(b) >= 16 && binary.LittleEndian.Uint32(b[12:]) == 0xf3d1c4df
}

// Records of a workbook's stream (MS-XLS, 2.3): the one that says that all after
// it is encrypted stands before the first sheet is named.
const (
	recordFilePass = 0x002f
	recordSheet    = 0x0085
	mostRecords    = 200
)

func isSecretWorkbook(b []byte) bool {
	for range mostRecords {
		if len(b) < 4 {
			return false
		}
		switch binary.LittleEndian.Uint16(b) {
		case recordFilePass:
			return true
		case recordSheet:
			return false
		}
		n := 4 + int(binary.LittleEndian.Uint16(b[2:]))
		if n > len(b) {
			return false
		}
		b = b[n:]
	}
	return false
}
