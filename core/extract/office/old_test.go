package office

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"unicode/utf16"

	"ibid/core"
	"ibid/core/extract/extracttest"
)

// stream is one of a compound file.
type stream struct {
	name string
	data []byte
}

// Marks of the format: no sector follows, no entry of the directory.
const (
	oleEnd    = 0xfffffffe
	oleNone   = 0xffffffff
	oleSector = 512
	oleEntry  = 128 // bytes of an entry of the directory
	oleCutoff = 4096
)

// makeOLE writes a compound file of sectors of 512 bytes (MS-CFB). Each stream is
// padded to the size from which it does not lie among the small ones.
func makeOLE(streams ...stream) []byte {
	head := make([]byte, oleSector)
	copy(head, oleMark)
	binary.LittleEndian.PutUint16(head[0x1e:], 9)
	binary.LittleEndian.PutUint32(head[0x30:], 1) // the directory follows the table
	binary.LittleEndian.PutUint32(head[0x3c:], oleEnd)
	binary.LittleEndian.PutUint32(head[0x44:], oleEnd)
	for at := 0x50; at < len(head); at += 4 {
		binary.LittleEndian.PutUint32(head[at:], oleNone)
	}
	table := bytes.Repeat([]byte{0xff}, oleSector)
	binary.LittleEndian.PutUint32(table[4:], oleEnd)
	directory := directoryEntry("Root Entry", 5, oleEnd, 0)
	var body []byte
	for i, s := range streams {
		first := 2 + len(body)/oleSector
		data := append(slices.Clone(s.data), make([]byte, oleCutoff+oleSector)...)
		data = data[:len(data)/oleSector*oleSector]
		for i := range len(data) / oleSector {
			binary.LittleEndian.PutUint32(table[4*(first+i):], uint32(first+i+1))
		}
		binary.LittleEndian.PutUint32(table[4*(first+len(data)/oleSector-1):], oleEnd)
		from := 72 // each stream is to the right of the one before, the first below the root
		if i == 0 {
			from = 76
		}
		binary.LittleEndian.PutUint32(directory[i*oleEntry+from:], uint32(i+1))
		directory = append(directory, directoryEntry(s.name, 2, uint32(first), len(data))...)
		body = append(body, data...)
	}
	directory = append(directory, make([]byte, oleSector-len(directory))...)
	return slices.Concat(head, table, directory, body)
}

func directoryEntry(name string, kind byte, start uint32, size int) []byte {
	e := make([]byte, oleEntry)
	for i, u := range utf16.Encode([]rune(name)) {
		binary.LittleEndian.PutUint16(e[2*i:], u)
	}
	binary.LittleEndian.PutUint16(e[64:], uint16(2*len(name)+2))
	e[66] = kind
	for at := 68; at < 80; at += 4 { // left, right, below
		binary.LittleEndian.PutUint32(e[at:], oleNone)
	}
	binary.LittleEndian.PutUint32(e[116:], start)
	binary.LittleEndian.PutUint32(e[120:], uint32(size))
	return e
}

// Beginnings of streams, plain and encrypted.
var (
	wordOpen, wordSecret = append(make([]byte, 10), 0, 0), append(make([]byte, 10), 0, 1)
	bookOpen             = []byte{0x09, 8, 2, 0, 0, 6, 0x85, 0, 2, 0, 'S', '1', 0x2f, 0, 0, 0}
	bookSecret           = []byte{0x09, 8, 2, 0, 0, 6, 0x2f, 0, 2, 0, 0, 0}
	userOpen             = append(make([]byte, 12), 0x5f, 0xc0, 0x91, 0xe3)
	userSecret           = append(make([]byte, 12), 0xdf, 0xc4, 0xd1, 0xf3)
)

func TestOldFilesAreRefusedInWords(t *testing.T) {
	const doc, slides, sheet = core.KindDocument, core.KindSlides, core.KindSheet
	for _, tt := range []struct {
		name    string
		kind    core.Kind
		data    []byte
		state   core.State
		reason  string
		convert bool
	}{
		{"a.doc", doc, makeOLE(stream{"WordDocument", wordOpen}), core.StateUnsupported, "is an old Word document", true},
		{"a.doc", doc, makeOLE(stream{"WordDocument", wordSecret}), core.StateNeedsPassword, "is encrypted; save it without a password to have it read", false},
		{"a.xls", sheet, makeOLE(stream{"Workbook", bookOpen}), core.StateUnsupported, "is an old Excel workbook", true},
		{"a.xls", sheet, makeOLE(stream{"Book", bookOpen}), core.StateUnsupported, "is an old Excel workbook", true},
		{"a.xls", sheet, makeOLE(stream{"Workbook", bookSecret}), core.StateNeedsPassword, "is encrypted; save it without a password to have it read", true},
		{"a.ppt", slides, makeOLE(stream{"Current User", userOpen}, stream{"PowerPoint Document", nil}), core.StateUnsupported, "is an old PowerPoint presentation", true},
		{"a.ppt", slides, makeOLE(stream{"Current User", userSecret}, stream{"PowerPoint Document", nil}), core.StateNeedsPassword, "is encrypted; save it without a password to have it read", false},
		{"a.wps", doc, makeOLE(stream{"MatOST", nil}), core.StateUnsupported, "is a Works document", true},
		{"a.docx", doc, makeOLE(stream{"WordDocument", wordOpen}), core.StateUnsupported, "is an old Word document", true},
		{"a.doc", doc, makeOLE(stream{"Workbook", bookOpen}), core.StateUnsupported, "is of another program than its name says", false},
		{"a.rtf", doc, []byte(`{\rtf1 low water}`), core.StateUnsupported, "is Rich Text", true},
		{"a.wpd", doc, []byte("\xffWPC...."), core.StateUnsupported, "is WordPerfect", true},
		{"a.fods", sheet, []byte("\ufeff<?xml version='1.0'?>\n<office:document office:version='1.2'/>"), core.StateUnsupported, "is flat OpenDocument", true},
		{"a.doc", doc, []byte("\x00\x01 nothing that is known"), core.StateDamaged, "", false},
		{"a.doc", doc, makeOLE(stream{"WordDocument", wordOpen})[:700], core.StateDamaged, "", false},
	} {
		_, err := extracttest.Read(context.Background(), Extractor{}, core.Input{Name: tt.name, Data: tt.data, Kind: tt.kind})
		var f *core.FileError
		if !errors.As(err, &f) || f.State != tt.state || tt.reason != "" && f.Reason != tt.reason || errors.Is(err, core.ErrNeedsConversion) != tt.convert {
			t.Errorf("%s %.12q: got %v", tt.name, tt.data, err)
		}
	}
}

func TestSamplesOfOldFormatsAreRefused(t *testing.T) {
	for name, kind := range map[string]core.Kind{
		"kelp-depth-methods.doc": core.KindDocument, "kelp-depth-methods.rtf": core.KindDocument,
		"tide-gauge.xls": core.KindSheet, "reef-talk.fodp": core.KindSlides,
	} {
		data, err := os.ReadFile(filepath.Join(kinds, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := Refuse(data, kind); !errors.Is(err, core.ErrNeedsConversion) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzRefuse(f *testing.F) {
	f.Add(makeOLE(stream{"Workbook", bookOpen}))
	f.Add(makeOLE(stream{"Current User", userSecret}, stream{"PowerPoint Document", nil}))
	f.Add([]byte(`{\rtf1`))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, kind := range []core.Kind{core.KindDocument, core.KindSheet, core.KindSlides} {
			extracttest.Fate(t, string(kind), Refuse(data, kind))
		}
	})
}

// A stream may claim more bytes than the file has, and sectors may follow each
// other in a circle.
func TestHostileCompoundFilesAreDamaged(t *testing.T) {
	whole := makeOLE(stream{"EncryptedPackage", make([]byte, 9000)}, stream{"EncryptionInfo", nil})
	const entry = 2*oleSector + oleEntry // of the first stream
	for name, change := range map[string]func([]byte){
		"a stream larger than the file": func(b []byte) { binary.LittleEndian.PutUint32(b[entry+120:], 1<<31-1) },
		"a stream that is short":        func(b []byte) { binary.LittleEndian.PutUint32(b[entry+120:], uint32(len(b))) },
		"sectors in a circle":           func(b []byte) { binary.LittleEndian.PutUint32(b[oleSector+4:], 1) },
		"entries in a circle":           func(b []byte) { binary.LittleEndian.PutUint32(b[entry+72:], 1) },
		"an entry that is not there":    func(b []byte) { binary.LittleEndian.PutUint32(b[entry+72:], 77) },
		"sectors of another size":       func(b []byte) { b[0x1e] = 10 },
	} {
		data := bytes.Clone(whole)
		change(data)
		_, err := extracttest.Read(t.Context(), Extractor{}, core.Input{Name: "a.docx", Data: data, Kind: core.KindDocument})
		var f *core.FileError
		if !errors.As(err, &f) || f.State != core.StateDamaged {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
