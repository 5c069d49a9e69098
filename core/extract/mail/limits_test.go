package mail

import (
	"fmt"
	"strings"
	"testing"

	"ibid/core/extract/extracttest"
)

func TestMessagesOnEitherSideOfTheirLimits(t *testing.T) {
	const over = "parts over the bounds were left out"
	deep := func(n int) string { // a text in n multiparts
		out := "\nwords"
		for i := range n {
			out = parts(fmt.Sprintf("x-%d", i), out)
		}
		return out
	}
	nested := func(n int) string { // a text in n messages
		out := "\nwords"
		for range n {
			out = "Content-Type: message/rfc822\n\nSubject: inner\n" + out
		}
		return out
	}
	for _, tt := range []struct {
		name, in string
		text     string // which the page holds
		note     string
	}{
		{"the most parts", parts("mixed", slicesRepeat("\nwords", maxParts-1)...), "words", ""}, // the multipart is one
		{"one part more", parts("mixed", slicesRepeat("\nwords", maxParts)...), "words", over},
		{"the deepest", deep(maxDepth), "words", ""},
		{"one deeper", deep(maxDepth + 1), "", over},
		{"the most messages", nested(maxNested), "words", ""},
		{"one message more", nested(maxNested + 1), "Attachment: inner", ""},
		{"the longest text", "\n" + strings.Repeat("a", maxText), "aaaa", ""},
		{"one byte more", "\n" + strings.Repeat("a", maxText+1), "aaaa…", "text over 4 MB was left out"},
	} {
		p := read(t, "Subject: s\n"+tt.in).Pages[0]
		if !strings.Contains(p.Text, tt.text) || p.Note != tt.note {
			t.Errorf("%s: %.80q… of %d bytes, note %q, want %q", tt.name, p.Text, len(p.Text), p.Note, tt.note)
		}
	}
}

func TestHeadersOnEitherSideOfTheirLimits(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		want     string // the subject
	}{
		{"the last field that is read", strings.Repeat("X-A: b\n", maxFields-1) + "Subject: s\n\n", "s"},
		{"one field more", strings.Repeat("X-A: b\n", maxFields) + "Subject: s\n\n", ""},
		{"the longest value", "Subject: " + strings.Repeat("a", maxValue) + "\n\n", strings.Repeat("a", maxValue)},
		{"one byte more", "Subject: " + strings.Repeat("a", maxValue+1) + "\n\n", strings.Repeat("a", maxValue) + " …"},
		{"the first of two", "Subject: one\nSubject: two\n\n", "one"},
		{"on several lines", "Subject: one\n\ttwo\n three\n\nfour", "one two three"},
		{"no blank line below", "Subject: one\nDear all,\n", "one"},
		{"an escape of another charset", "Subject: =?koi8-r?B?0s8=?=\n\n", "ро"},
		{"an escape of no charset", "Subject: =?x-none?B?0s8=?=\n\n", "=?x-none?B?0s8=?="},
	} {
		h, _ := parseHeader([]byte(tt.in))
		if got := h.get("Subject"); got != tt.want {
			t.Errorf("%s: %.60q of %d bytes", tt.name, got, len(got))
		}
	}
	if h, _ := parseHeader([]byte("X-A: " + strings.Repeat("a", maxRaw+10) + "\n\n")); len(h.raw("X-A")) != maxRaw {
		t.Errorf("%d bytes of a field", len(h.raw("X-A")))
	}
}

func TestAmountsAreInTheUnitOfPeople(t *testing.T) {
	for n, want := range map[int]string{0: "0 bytes", 1023: "1023 bytes", 1024: "1 KB", 1535: "1 KB", 1536: "2 KB", 1<<20 - 1: "1024 KB", 1 << 20: "1.0 MB", 3 << 19: "1.5 MB"} {
		if got := amount(n); got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
}

func TestSavedPagesAreNoMessages(t *testing.T) {
	for in, want := range map[string]bool{
		"Content-Type: multipart/related; boundary=x\n\n":                  true,
		"Content-Location: http://a.example\nContent-Type: text/html\n\n":  true,
		"Content-Type: text/html\n\n":                                      false,
		"To: a@b\nContent-Type: multipart/related; boundary=x\n\n":         false,
		"Received: by a\nContent-Type: multipart/related; boundary=x\n\n":  false,
		"MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n": false,
		"MIME-Version: 1.0\nContent-Type: text/plain\n\nno page":           false,
	} {
		if got := IsSavedPage([]byte(in)); got != want {
			t.Errorf("%q: %v", in, got)
		}
	}
	page, charset := SavedPage([]byte(parts("related", "Content-Type: image/png\n\nx", parts("alternative", "Content-Type: text/html; charset=koi8-r\nContent-Transfer-Encoding: quoted-printable\n\n<p>=D2"))))
	if string(page) != "<p>\xd2" || charset != "koi8-r" {
		t.Errorf("page %q in %q", page, charset)
	}
	if page, _ := SavedPage([]byte(parts("related", "Content-Type: image/png\n\nx"))); page != nil {
		t.Errorf("a page of no page: %q", page)
	}
}

func TestMessagesAreKnownByTheirFields(t *testing.T) {
	const two = "From: a@b\nSubject: s\n\n"
	for _, tt := range []struct {
		in   string
		few  int
		want bool
	}{
		{two, 2, true}, {two, 3, false}, {"X-A: b\nX-B: c\n\n", 1, false}, {"\n" + two, 1, false}, {">From x 09:12\n" + two, 2, true}, {"", 0, false},
	} {
		if got := IsMessage([]byte(tt.in), tt.few); got != tt.want {
			t.Errorf("%q with %d: %v", tt.in, tt.few, got)
		}
	}
}

func TestDamagedMailEndsInTextOrAFate(t *testing.T) {
	for _, name := range []string{"letter.eml", "list.mbox"} {
		extracttest.Damage(t, Extractor{}, sample(t, name))
	}
}
