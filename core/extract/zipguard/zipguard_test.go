package zipguard

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"ibid/core"
)

type entry struct {
	name string
	data []byte
}

func pack(t testing.TB, entries ...entry) []byte {
	t.Helper()
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	for _, e := range entries {
		f, err := w.Create(e.name)
		if err == nil {
			_, err = f.Write(e.data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func many(n int) []entry {
	out := make([]entry, n)
	for i := range out {
		out[i] = entry{"tide.txt", []byte("x")}
	}
	return out
}

// overlapped makes the second directory entry point at the first one's bytes.
func overlapped(t *testing.T) []byte {
	data := pack(t, entry{"a", []byte("the tide turns at six")}, entry{"a", []byte("the tide turns at six")})
	mark := []byte("PK\x01\x02")
	second := bytes.LastIndex(data, mark)
	binary.LittleEndian.PutUint32(data[second+42:], 0)
	return data
}

// patched sets 16 or 32 bits of the only directory entry.
func patched(t *testing.T, at int, value uint32, wide bool) []byte {
	data := pack(t, entry{"a", []byte("the tide turns at six")})
	field := data[bytes.Index(data, []byte("PK\x01\x02"))+at:]
	if wide {
		binary.LittleEndian.PutUint32(field, value)
	} else {
		binary.LittleEndian.PutUint16(field, uint16(value))
	}
	return data
}

func TestHostileZipsAreNamedBeforeTheyAreUnpacked(t *testing.T) {
	small := Limits{Entries: 8, Entry: 32 << 20, Total: 48 << 20, Ratio: 200}
	zeros := make([]byte, 20<<20)
	noise := bytes.Repeat([]byte("no zeros, but shrinks"), 100)
	tests := []struct {
		name   string
		data   []byte
		limits Limits
		state  core.State
		reason string
	}{
		{"fine", pack(t, entry{"a", noise}), small, "", ""},
		{"a path that climbs is never used", pack(t, entry{"../../a", noise}), small, "", ""},
		{"no zip", []byte("PK\x03\x04 and no more"), small, core.StateDamaged, "not readable as a zip"},
		{"cut off", pack(t, entry{"a", noise})[:60], small, core.StateDamaged, "not readable as a zip"},
		{"entries", pack(t, many(9)...), small, core.StateTooLarge, "more than 8 entries"},
		{"a directory beyond its bytes", pack(t, many(30_000)...), small, core.StateTooLarge, "more than 8 entries"},
		{"ratio", pack(t, entry{"a", zeros}), small, core.StateTooLarge, "200 times"},
		{"one entry", pack(t, entry{"a", zeros}), Limits{Entries: 8, Entry: 1 << 20}, core.StateTooLarge, "an entry of 20 MB"},
		{"total", pack(t, entry{"a", zeros}, entry{"b", zeros}), Limits{Entries: 8, Total: 30 << 20}, core.StateTooLarge, "unpacks to 40 MB"},
		{"overlap", overlapped(t), small, core.StateDamaged, "overlap"},
		{"outside the file", patched(t, 42, 1<<30, true), small, core.StateDamaged, "outside the file"},
		{"encrypted", patched(t, 8, 1, false), small, core.StateNeedsPassword, "encrypted"},
	}
	for _, tt := range tests {
		_, err := Open(tt.data, tt.limits)
		checkFate(t, tt.name, err, tt.state, tt.reason)
	}
}

func checkFate(t *testing.T, name string, err error, state core.State, reason string) {
	t.Helper()
	var f *core.FileError
	switch {
	case state == "" && err != nil:
		t.Errorf("%s: got %v", name, err)
	case state != "" && (!errors.As(err, &f) || f.State != state || !strings.Contains(f.Reason, reason)):
		t.Errorf("%s: got %v, want %s, %q", name, err, state, reason)
	}
}

func TestEntryIsReadWithinItsLimit(t *testing.T) {
	r, err := Open(pack(t, entry{"a", []byte("low water")}), DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Read(r.File[0], 9); err != nil || string(got) != "low water" {
		t.Errorf("got %q, %v", got, err)
	}
	_, err = Read(r.File[0], 8)
	checkFate(t, "limit", err, core.StateTooLarge, `"a"`)
}

func TestEntryThatLiesAboutItsSizeIsDamaged(t *testing.T) {
	for _, tt := range []struct {
		name string
		at   int
	}{{"unpacked size", 24}, {"checksum", 16}} {
		r, err := Open(patched(t, tt.at, 5, true), DefaultLimits())
		if err != nil {
			t.Fatal(err)
		}
		_, err = Read(r.File[0], 1<<20)
		checkFate(t, tt.name, err, core.StateDamaged, "cannot be unpacked")
	}
}

func TestDeclaredEntitiesAreSeen(t *testing.T) {
	if !HasEntities([]byte(`<!DOCTYPE a [<!ENTITY b "c">]>`)) || HasEntities([]byte(`<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN"><p>&amp;</p>`)) {
		t.Error("entities and plain document types are mixed up")
	}
}

func FuzzOpen(f *testing.F) {
	f.Add(pack(f, entry{"a", []byte("high water")}))
	f.Add(pack(f, many(3)...))
	f.Add([]byte("PK\x05\x06"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := Open(data, Limits{Entries: 100, Entry: 1 << 20, Total: 4 << 20, Ratio: 100})
		if err != nil {
			var file *core.FileError
			if !errors.As(err, &file) {
				t.Fatalf("%v is no *core.FileError", err)
			}
			return
		}
		total := 0
		for _, e := range r.File {
			b, _ := Read(e, 1<<20)
			total += len(b)
		}
		if total > 4<<20 {
			t.Fatalf("%d bytes unpacked", total)
		}
	})
}
