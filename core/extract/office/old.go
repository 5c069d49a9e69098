package office

import (
	"bytes"
	"encoding/binary"

	"ibid/core"
)

// Refuse returns an error for a file that has to be converted before it can be
// read: one of an office program of before 2007, Rich Text, WordPerfect, Works,
// flat OpenDocument or a binary workbook. It returns nil for all others. The
// error is a *core.FileError that wraps core.ErrNeedsConversion, unless a
// conversion would not help. Refuse is safe with any data.
func Refuse(data []byte, kind core.Kind) error {
	if bytes.HasPrefix(data, oleMark) {
		o, err := openOLE(data)
		if err != nil || o.has("EncryptedPackage") {
			return nil // decrypt reports what is wrong with it
		}
		return o.refuse(kind)
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
	return needsConversion("is " + what)
}

// needsConversion refuses a file that can be converted.
func needsConversion(reason string) error {
	return &core.FileError{State: core.StateUnsupported, Reason: reason, Err: core.ErrNeedsConversion}
}

// encrypted refuses a file that is read only without its password; cause tells
// whether a conversion might open it.
func encrypted(cause error) error {
	return &core.FileError{State: core.StateNeedsPassword, Reason: "is encrypted; save it without a password to have it read", Err: cause}
}

// isFlat reports whether data is OpenDocument in one piece of XML.
func isFlat(data []byte) bool {
	head := data[:min(len(data), 4096)]
	return bytes.HasPrefix(bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))), []byte("<?xml")) &&
		bytes.Contains(head, []byte("<office:document"))
}

// refuse returns the error for a compound file that is not an encrypted zip file.
func (o *oleFile) refuse(kind core.Kind) error {
	is := func(name string, secret func([]byte) bool) bool {
		b, err := o.stream(name)
		return err == nil && secret(b)
	}
	switch {
	case kind == core.KindDocument && o.has("WordDocument"):
		if is("WordDocument", isSecretWord) {
			return encrypted(core.ErrNeedsPassword)
		}
		return needsConversion("is an old Word document")
	case kind == core.KindSheet && (o.has("Workbook") || o.has("Book")):
		if is("Workbook", isSecretWorkbook) || is("Book", isSecretWorkbook) {
			// One that is only protected against changes has a password that every program knows.
			return encrypted(core.ErrNeedsConversion)
		}
		return needsConversion("is an old Excel workbook")
	case kind == core.KindSlides && o.has("PowerPoint Document"):
		if is("Current User", isSecretSlides) {
			return encrypted(core.ErrNeedsPassword)
		}
		return needsConversion("is an old PowerPoint presentation")
	case kind == core.KindDocument && (o.has("MatOST") || o.has("CONTENTS")):
		return needsConversion("is a Works document")
	}
	return &core.FileError{State: core.StateUnsupported, Reason: "is of another program than its name says"}
}

// isSecretWord reports whether the flags at the head of a Word document say that
// it is encrypted (MS-DOC, 2.5.2).
func isSecretWord(b []byte) bool {
	return len(b) >= 12 && binary.LittleEndian.Uint16(b[10:])&0x0100 != 0
}

// isSecretSlides reports whether the stream about the last edit of a presentation
// says that it is encrypted (MS-PPT, 2.3.2).
func isSecretSlides(b []byte) bool {
	return len(b) >= 16 && binary.LittleEndian.Uint32(b[12:]) == 0xf3d1c4df
}

// Records of the stream of a workbook (MS-XLS, 2.3). FilePass says that what
// follows is encrypted and comes before the record of the first sheet.
const (
	recordFilePass = 0x002f
	recordSheet    = 0x0085
	mostRecords    = 200 // that are read
)

// isSecretWorkbook reports whether a workbook is encrypted.
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
