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

// makeCompound writes a compound file of sectors of 512 bytes (MS-CFB), each
// stream at least as long as it has to be not to lie among the small ones.
func makeCompound(streams ...stream) []byte {
	head := make([]byte, compoundHead)
	copy(head, compoundMark)
	binary.LittleEndian.PutUint16(head[0x1e:], 9)
	binary.LittleEndian.PutUint32(head[0x30:], 1) // the directory follows the table
	binary.LittleEndian.PutUint32(head[0x3c:], lastSector+4)
	binary.LittleEndian.PutUint32(head[0x44:], lastSector+4)
	for at := 0x50; at < compoundHead; at += 4 {
		binary.LittleEndian.PutUint32(head[at:], lastSector+5)
	}
	table := bytes.Repeat([]byte{0xff}, 512)
	binary.LittleEndian.PutUint32(table[4:], lastSector+4)
	directory := directoryEntry("Root Entry", 5, lastSector+4, 0)
	var body []byte
	for _, s := range streams {
		first := 2 + len(body)/512
		data := append(slices.Clone(s.data), make([]byte, smallStream+512)...)
		data = data[:len(data)/512*512]
		for i := range len(data) / 512 {
			binary.LittleEndian.PutUint32(table[4*(first+i):], uint32(first+i+1))
		}
		binary.LittleEndian.PutUint32(table[4*(first+len(data)/512-1):], lastSector+4)
		directory = append(directory, directoryEntry(s.name, 2, uint32(first), len(data))...)
		body = append(body, data...)
	}
	directory = append(directory, make([]byte, 512-len(directory))...)
	return slices.Concat(head, table, directory, body)
}

func directoryEntry(name string, kind byte, start uint32, size int) []byte {
	e := make([]byte, entryBytes)
	for i, u := range utf16.Encode([]rune(name)) {
		binary.LittleEndian.PutUint16(e[2*i:], u)
	}
	binary.LittleEndian.PutUint16(e[64:], uint16(2*len(name)+2))
	e[66] = kind
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
		{"a.doc", doc, makeCompound(stream{"WordDocument", wordOpen}), core.StateUnsupported, "is an old Word document", true},
		{"a.doc", doc, makeCompound(stream{"WordDocument", wordSecret}), core.StateNeedsPassword, "is encrypted; save it without a password to have it read", false},
		{"a.xls", sheet, makeCompound(stream{"Workbook", bookOpen}), core.StateUnsupported, "is an old Excel workbook", true},
		{"a.xls", sheet, makeCompound(stream{"Book", bookOpen}), core.StateUnsupported, "is an old Excel workbook", true},
		{"a.xls", sheet, makeCompound(stream{"Workbook", bookSecret}), core.StateNeedsPassword, "is encrypted; save it without a password to have it read", true},
		{"a.ppt", slides, makeCompound(stream{"Current User", userOpen}, stream{"PowerPoint Document", nil}), core.StateUnsupported, "is an old PowerPoint presentation", true},
		{"a.ppt", slides, makeCompound(stream{"Current User", userSecret}, stream{"PowerPoint Document", nil}), core.StateNeedsPassword, "is encrypted; save it without a password to have it read", false},
		{"a.wps", doc, makeCompound(stream{"MatOST", nil}), core.StateUnsupported, "is a Works document", true},
		{"a.docx", doc, makeCompound(stream{"WordDocument", wordOpen}), core.StateUnsupported, "is an old Word document", true},
		{"a.doc", doc, makeCompound(stream{"Workbook", bookOpen}), core.StateUnsupported, "is of another program than its name says", false},
		{"a.rtf", doc, []byte(`{\rtf1 low water}`), core.StateUnsupported, "is Rich Text", true},
		{"a.wpd", doc, []byte("\xffWPC...."), core.StateUnsupported, "is WordPerfect", true},
		{"a.fods", sheet, []byte("\ufeff<?xml version='1.0'?>\n<office:document office:version='1.2'/>"), core.StateUnsupported, "is flat OpenDocument", true},
		{"a.doc", doc, []byte("\x00\x01 nothing that is known"), core.StateDamaged, "", false},
		{"a.doc", doc, makeCompound(stream{"WordDocument", wordOpen})[:700], core.StateDamaged, "", false},
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
	f.Add(makeCompound(stream{"Workbook", bookOpen}))
	f.Add(makeCompound(stream{"Current User", userSecret}, stream{"PowerPoint Document", nil}))
	f.Add([]byte(`{\rtf1`))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, kind := range []core.Kind{core.KindDocument, core.KindSheet, core.KindSlides} {
			extracttest.Fate(t, string(kind), Refuse(data, kind))
		}
	})
}
