package tags

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestEveryTagIsOneLine(t *testing.T) {
	// R0.2, R0.3
	var l List
	l.Add("EXIF", "Make", "Canon\x00")
	l.Add("Tag", "Artist", "Ida Brandt")
	l.Add("Tag", "ARTIST", "M. Tulloch")
	l.Add("Tag", "Artist", "Ida Brandt")
	l.Add("Tag", "Lyrics", "First line\r\n\r\nsecond\tline\n")
	l.Add("Tag", "Comment", "caf\xe9")
	l.Add("Tag", "Empty", " \n ")
	l.Add("Tag", "od]d na:me", "x")
	want := "[EXIF:Make] Canon\n[Tag:Artist] Ida Brandt; M. Tulloch\n[Tag:Lyrics] First line / second line\n[Tag:Comment] café\n[Tag:od_d_na_me] x"
	if got := l.Text(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := l.First("XMP:Title", "EXIF:Make"); got != "Canon" {
		t.Errorf("first is %q", got)
	}
	if l.Get("Tag", "Missing") != "" || l.Len() != 5 {
		t.Errorf("%d tags, want 5", l.Len())
	}
}

func TestListIsBounded(t *testing.T) {
	var l List
	long := strings.Repeat("é\n", 200_000)
	for i := range 40 {
		l.Add("Tag", strings.Repeat("n", i+1), long)
	}
	for i := range 2 * most {
		l.Add("Tag", "Key", strings.Repeat("k", i%500+1))
	}
	if n := len(l.Text()); n > 2*mostBytes || !utf8.ValidString(l.Text()) {
		t.Errorf("%d bytes of text", n)
	}
	if !strings.Contains(l.Text(), cut) {
		t.Error("a cut value does not say so")
	}
}

func TestSizeIsForPeople(t *testing.T) {
	for n, want := range map[int]string{1: "(1 byte)", 12040: "(12,040 bytes)", 999: "(999 bytes)", 1234567: "(1,234,567 bytes)"} {
		if got := Size(n); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
}
