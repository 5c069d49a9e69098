package archive_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ibid/core"
	"ibid/core/extract/archive"
	"ibid/core/extract/extracttest"
)

func sample(t testing.TB, name string) core.Input {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return core.Input{Name: name, Data: data, Kind: core.KindArchive}
}

// unpack returns the members that are wanted, or how each failed.
func unpack(t testing.TB, in core.Input, wanted ...string) map[string]string {
	t.Helper()
	parts := make(map[string]string)
	err := archive.Unpack(context.Background(), in, archive.DefaultLimits(), wanted, func(p core.Piece) error {
		name := wanted[p.Member]
		if parts[name] += string(p.Data); p.Fate != nil {
			parts[name] = string(p.Fate.State) + ": " + p.Fate.Reason
		}
		return nil
	})
	if err != nil {
		t.Fatalf("unpack %s: %v", in.Name, err)
	}
	return parts
}

func names(l core.Listing) []string {
	var out []string
	for _, m := range l.Members {
		out = append(out, m.Name)
	}
	slices.Sort(out)
	return out
}

// R0.1: zip, 7z and tar in every packing list the same members and give their
// bytes.
func TestEveryFormatGivesItsMembers(t *testing.T) {
	want := []string{"1974/fronds.csv", "1974/log.txt", "readme.md"}
	const log = "Low water 06:12, wind SW 3.\nThe mole was dredged in March.\n"
	for _, name := range []string{"survey.7z", "survey.tar.gz", "survey.tar.bz2", "survey.tar.xz", "survey.tar.zst"} {
		in := sample(t, name)
		l, err := archive.List(t.Context(), in, archive.DefaultLimits())
		if err != nil || !slices.Equal(names(l), want) || l.Lacks != "" || l.LeftOut != "" {
			t.Errorf("%s: %+v, %v", name, l, err)
			continue
		}
		for _, m := range l.Members {
			if got := unpack(t, in, m.Name)[m.Name]; int64(len(got)) != m.Size || m.Name == "1974/log.txt" && got != log {
				t.Errorf("%s: %s of %d bytes is %q", name, m.Name, m.Size, got)
			}
			if m.Modified.UTC().Format("2006-01-02") != "2024-05-01" {
				t.Errorf("%s: %s is of %v", name, m.Name, m.Modified)
			}
		}
		if all := unpack(t, in, want...); len(all) != 3 || all["1974/log.txt"] != log {
			t.Errorf("%s at once: %q", name, all)
		}
	}
}

func TestOneFilePackedAloneIsOneMember(t *testing.T) {
	for name, want := range map[string]string{"log.txt.gz": "log.txt", "log.txt.xz": "log.txt"} {
		in := sample(t, name)
		l, err := archive.List(t.Context(), in, archive.DefaultLimits())
		if err != nil || len(l.Members) != 1 || l.Members[0].Name != want || l.Members[0].Size != 59 {
			t.Errorf("%s: %+v, %v", name, l, err)
		}
		if got := unpack(t, in, want)[want]; !strings.HasPrefix(got, "Low water 06:12") || len(got) != 59 {
			t.Errorf("%s: %q", name, got)
		}
	}
	in := sample(t, "log.txt.gz")
	in.Name = "0f3c" // no extension to go by
	if l, err := archive.List(t.Context(), in, archive.DefaultLimits()); err != nil || l.Members[0].Name != "0f3c.unpacked" {
		t.Errorf("%+v, %v", l, err)
	}
}

func TestMethodsOfZip(t *testing.T) {
	if got := unpack(t, sample(t, "bzip2.zip"), "tides.csv")["tides.csv"]; !strings.HasPrefix(got, "hour,level_m\n0,2.10\n") {
		t.Errorf("bzip2: %.60q", got)
	}
	if got := unpack(t, sample(t, "lzma.zip"), "tides.csv")["tides.csv"]; got != "unsupported: packed in a way that is not read" {
		t.Errorf("LZMA: %.60q", got)
	}
}

func TestLockedArchiveNeedsItsPassword(t *testing.T) {
	for _, name := range []string{"locked.7z", "locked-names.7z", "locked.zip", "locked-aes.zip"} {
		for _, password := range []string{"", "rock-pool"} {
			in := sample(t, name)
			in.Password = password
			_, err := archive.List(t.Context(), in, archive.DefaultLimits())
			wantFate(t, name+" with "+password, err, core.StateNeedsPassword, "")
		}
		in := sample(t, name)
		in.Password = "tide-pool"
		l, err := archive.List(t.Context(), in, archive.DefaultLimits())
		if err != nil || len(l.Members) != 3 {
			t.Errorf("%s: %+v, %v", name, l, err)
		}
		if got := unpack(t, in, "readme.md")["readme.md"]; !strings.HasPrefix(got, "# Carrow Sound") {
			t.Errorf("%s: %q", name, got)
		}
		if got := unpack(t, in, "1974/fronds.csv")["1974/fronds.csv"]; !strings.HasSuffix(got, "B1,9.5,4\n") {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// R0.1: bytes that were changed behind the password are damaged, not a wrong
// password.
func TestChangedBytesOfALockedEntryAreDamaged(t *testing.T) {
	in := sample(t, "locked-aes.zip")
	in.Password = "tide-pool"
	in.Data = bytes.Clone(in.Data)
	at := bytes.Index(in.Data, []byte("readme.md"))
	in.Data[at+9+11+16+2+5] ^= 1 // behind name, extra field, salt and check
	if got := unpack(t, in, "readme.md")["readme.md"]; !strings.HasPrefix(got, "damaged: ") {
		t.Errorf("%q", got)
	}
}

// member is what a test puts into an archive.
type member struct {
	name string
	data string
	mode fs.FileMode
}

func zipped(t testing.TB, members ...member) core.Input {
	t.Helper()
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	for _, m := range members {
		h := &zip.FileHeader{Name: m.name, Method: zip.Deflate, Modified: time.Date(2024, 5, 1, 12, 0, 0, 0, time.UTC)}
		h.SetMode(m.mode | 0o644)
		f, err := w.CreateHeader(h)
		if err == nil {
			_, err = f.Write([]byte(m.data))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return core.Input{Name: "a.zip", Data: buf.Bytes(), Kind: core.KindArchive}
}

func tarred(t testing.TB, headers ...tar.Header) core.Input {
	t.Helper()
	var buf bytes.Buffer
	g := gzip.NewWriter(&buf)
	w := tar.NewWriter(g)
	for _, h := range headers {
		body := h.Linkname // what a file holds
		if h.Typeflag == tar.TypeReg {
			h.Size, h.Linkname = int64(len(body)), ""
		}
		err := w.WriteHeader(&h)
		if err == nil && h.Typeflag == tar.TypeReg {
			_, err = w.Write([]byte(body))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), g.Close()); err != nil {
		t.Fatal(err)
	}
	return core.Input{Name: "a.tar.gz", Data: buf.Bytes(), Kind: core.KindArchive}
}

func wantFate(t *testing.T, name string, err error, state core.State, reason string) {
	t.Helper()
	var f *core.FileError
	if !errors.As(err, &f) || f.State != state || !strings.Contains(f.Reason, reason) {
		t.Errorf("%s: got %v, want %s: %s", name, err, state, reason)
	}
}

// Names lead nowhere, and whatever is no member is counted.
func TestHostileNamesLinksAndDevicesAreLeftOut(t *testing.T) {
	file := func(name string) tar.Header { return tar.Header{Name: name, Typeflag: tar.TypeReg, Linkname: "x"} }
	tests := []struct {
		name           string
		in             core.Input
		want           string
		leftOut, lacks string
	}{
		{"climbing", zipped(t, member{name: "../../etc/passwd"}, member{name: "a/../b"}, member{name: "ok.txt"}), "ok.txt", "", "left out: 2 unsafe names"},
		{"absolute", zipped(t, member{name: "/etc/passwd"}, member{name: `C:\boot.ini`}, member{name: `\\host\share`}), "", "", "left out: 3 unsafe names"},
		{"control characters", zipped(t, member{name: "a\nb"}, member{name: "a\u202egnp.exe"}, member{name: "a\x1b[2J"}), "", "", "left out: 3 unsafe names"},
		{"long", zipped(t, member{name: strings.Repeat("a", 1025)}, member{name: strings.Repeat("a/", 70) + "b"}), "", "", "left out: 2 unsafe names"},
		{"backslashes separate", zipped(t, member{name: `survey\1974\log.txt`}), "survey/1974/log.txt", "", ""},
		{"an old code page", zipped(t, member{name: "Gr\x94\xe1e.txt"}), "Größe.txt", "", ""},
		{"empty elements", zipped(t, member{name: "./a//b.txt"}), "a/b.txt", "", ""},
		{"twice", zipped(t, member{name: "a.txt"}, member{name: "./a.txt"}, member{name: "a//../a.txt"}), "a.txt", "", "left out: 1 unsafe name, 1 name that stands there twice"},
		{"left behind by systems", zipped(t, member{name: "__MACOSX/._a.txt"}, member{name: ".DS_Store"}, member{name: ".git/config"}, member{name: "a.txt"}), "a.txt", "3 hidden files", ""},
		{"folders", zipped(t, member{name: "a/", mode: fs.ModeDir}, member{name: "a/b.txt"}), "a/b.txt", "", ""},
		{"links of a zip", zipped(t, member{name: "l", data: "/etc/passwd", mode: fs.ModeSymlink}), "", "1 link", ""},
		{"links and devices", tarred(t, file("a.txt"), tar.Header{Name: "s", Typeflag: tar.TypeSymlink, Linkname: "/etc"},
			tar.Header{Name: "h", Typeflag: tar.TypeLink, Linkname: "a.txt"}, tar.Header{Name: "d", Typeflag: tar.TypeBlock},
			tar.Header{Name: "p", Typeflag: tar.TypeFifo}), "a.txt", "2 links, 2 devices", ""},
		{"a name with the mark of archives", zipped(t, member{name: "a!/b.txt"}), "a!/b.txt", "", ""},
	}
	for _, tt := range tests {
		l, err := archive.List(t.Context(), tt.in, archive.DefaultLimits())
		if got := strings.Join(names(l), " "); err != nil || got != tt.want || l.LeftOut != tt.leftOut || l.Lacks != tt.lacks {
			t.Errorf("%s: members %q, left out %q, lacks %q, %v", tt.name, got, l.LeftOut, l.Lacks, err)
		}
	}
	if got := unpack(t, tests[0].in, "../../etc/passwd", "b", "a/../b"); len(got) != 0 {
		t.Errorf("what is no member was unpacked: %q", got)
	}
}

func TestBombsAreTooLarge(t *testing.T) {
	zeros := strings.Repeat("\x00", 32<<20)
	bomb := tarred(t, tar.Header{Name: "a", Typeflag: tar.TypeReg, Linkname: zeros}, tar.Header{Name: "b", Typeflag: tar.TypeReg, Linkname: zeros},
		tar.Header{Name: "c", Typeflag: tar.TypeReg, Linkname: zeros})
	var alone bytes.Buffer
	g := gzip.NewWriter(&alone)
	for range 3 {
		if _, err := g.Write([]byte(zeros)); err != nil {
			t.Fatal(err)
		}
	}
	if err := g.Close(); err != nil {
		t.Fatal(err)
	}
	few := archive.DefaultLimits()
	few.Entries = 3
	small := archive.DefaultLimits()
	small.Total = 40 << 20
	overlap := zipped(t, member{name: "a", data: "the tide turns at six"}, member{name: "a", data: "the tide turns at six"})
	second := bytes.LastIndex(overlap.Data, []byte("PK\x01\x02"))
	binary.LittleEndian.PutUint32(overlap.Data[second+42:], 0)
	tests := []struct {
		name   string
		in     core.Input
		limits archive.Limits
		state  core.State
		reason string
	}{
		{"ratio of a tar", bomb, archive.DefaultLimits(), core.StateTooLarge, "200 times"},
		{"ratio of one file", core.Input{Name: "a.gz", Data: alone.Bytes()}, archive.DefaultLimits(), core.StateTooLarge, "200 times"},
		{"ratio of a zip", zipped(t, member{name: "a", data: zeros}), archive.DefaultLimits(), core.StateTooLarge, "200 times"},
		{"total", bomb, small, core.StateTooLarge, "more than 40 MB"},
		{"entries", tarred(t, make([]tar.Header, 4)...), few, core.StateTooLarge, "3 entries"},
		{"entries that overlap", overlap, archive.DefaultLimits(), core.StateDamaged, "overlap"},
	}
	for _, tt := range tests {
		_, err := archive.List(t.Context(), tt.in, tt.limits)
		wantFate(t, tt.name, err, tt.state, tt.reason)
	}
}

func TestDamageIsNamed(t *testing.T) {
	cut := func(in core.Input, n int) core.Input { in.Data = in.Data[:n]; return in }
	whole := sample(t, "survey.tar.gz")
	for name, in := range map[string]core.Input{
		"a zip cut off": cut(zipped(t, member{name: "a", data: "x"}), 40), "a 7z cut off": cut(sample(t, "survey.7z"), 100),
		"no archive": {Name: "a.zip", Data: []byte("no zip")}, "a stream cut off": cut(sample(t, "log.txt.gz"), 40),
		"a tar of nothing": cut(whole, 30),
	} {
		_, err := archive.List(t.Context(), in, archive.DefaultLimits())
		wantFate(t, name, err, core.StateDamaged, "")
	}
	// What stands before the damage is read.
	var headers []tar.Header
	for i := range 50 {
		body := ""
		for j := range 300 {
			body += fmt.Sprintln(i*7919+j*j*104729%1000003, "fronds")
		}
		headers = append(headers, tar.Header{Name: fmt.Sprintf("%02d.txt", i), Typeflag: tar.TypeReg, Linkname: body})
	}
	half := tarred(t, headers...)
	half = cut(half, len(half.Data)/2)
	l, err := archive.List(t.Context(), half, archive.DefaultLimits())
	if n := len(l.Members); err != nil || n < 10 || n > 40 || !strings.Contains(l.Lacks, fmt.Sprintf("damaged behind the first %d files", n)) {
		t.Fatalf("%d members, %q, %v", n, l.Lacks, err)
	}
	last := l.Members[len(l.Members)-1].Name
	if got := unpack(t, half, "03.txt", last); got["03.txt"] != headers[3].Linkname || !strings.HasPrefix(got[last], "damaged: ") {
		t.Errorf("%d bytes of 03.txt; %s is %.50q", len(got["03.txt"]), last, got[last])
	}
}

// One member whose bytes are wrong does not concern the others.
func TestOneDamagedMemberIsOne(t *testing.T) {
	in := zipped(t, member{name: "a.txt", data: "low water"}, member{name: "b.txt", data: "high water"})
	field := in.Data[bytes.Index(in.Data, []byte("PK\x01\x02"))+16:]
	binary.LittleEndian.PutUint32(field, 1) // its checksum
	if got := unpack(t, in, "a.txt", "b.txt"); !strings.HasPrefix(got["a.txt"], "damaged") || got["b.txt"] != "high water" {
		t.Errorf("%q", got)
	}
}

func TestUnpackingStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, name := range []string{"survey.7z", "survey.tar.xz", "log.txt.gz"} {
		if _, err := archive.List(ctx, sample(t, name), archive.DefaultLimits()); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Whatever the bytes are, names are clean, no two are the same, and an error is
// a fate.
func FuzzList(f *testing.F) {
	entries, err := os.ReadDir("testdata")
	if err != nil {
		f.Fatal(err)
	}
	for _, e := range entries {
		if !e.IsDir() && !strings.HasSuffix(e.Name(), ".7z") { // whose reader is known to end a process
			f.Add(sample(f, e.Name()).Data)
		}
	}
	f.Add(zipped(f, member{name: `..\a`}, member{name: "a!/b"}).Data)
	f.Fuzz(func(t *testing.T, data []byte) {
		if bytes.HasPrefix(data, []byte("7z")) {
			t.Skip("a worker reads these")
		}
		l, err := archive.List(t.Context(), core.Input{Name: "a", Data: data}, archive.Limits{Entries: 100, Member: 1 << 20, Total: 4 << 20, Ratio: 100})
		var fate *core.FileError
		if err != nil && !errors.As(err, &fate) {
			t.Fatalf("%v is no *core.FileError", err)
		}
		seen := make(map[string]bool)
		for _, m := range l.Members {
			if !fs.ValidPath(m.Name) || m.Name == "." || m.Size < 0 || seen[m.Name] || strings.ContainsAny(m.Name, "\\\n\x1b") {
				t.Fatalf("member %+v", m)
			}
			seen[m.Name] = true
		}
	})
}

func TestListingsReadAsTheirGoldenFiles(t *testing.T) { // X4
	for _, name := range []string{"survey.7z", "survey.tar.gz", "log.txt.gz", "bzip2.zip"} {
		l, err := archive.List(t.Context(), sample(t, name), archive.DefaultLimits())
		if err != nil {
			t.Fatal(name, err)
		}
		var b strings.Builder
		for _, m := range l.Members {
			fmt.Fprintf(&b, "%s %d %s\n", m.Name, m.Size, m.Modified.UTC().Format(time.RFC3339))
		}
		fmt.Fprintf(&b, "left out %q lacks %q\n", l.LeftOut, l.Lacks)
		extracttest.Same(t, name, b.String())
	}
}
