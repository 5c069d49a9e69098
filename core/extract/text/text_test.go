package text

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"ibid/core"
)

func TestEncodingIsDetected(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"ASCII", "plain\n", "plain\n"},
		{"UTF-8", "naïve – 日本", "naïve – 日本"},
		{"UTF-8 with a mark", "\xef\xbb\xbfnaïve", "naïve"},
		{"UTF-8 with one broken byte", "naïve – caf\xff – déjà vu", "naïve – caf\uFFFD – déjà vu"},
		{"UTF-16 LE with a mark", "\xff\xfeh\x00\xe9\x00", "hé"},
		{"UTF-16 BE with a mark", "\xfe\xff\x00h\x00\xe9", "hé"},
		{"UTF-16 LE by its zeros", "h\x00e\x00l\x00l\x00o\x00\n\x00", "hello\n"},
		{"UTF-16 BE by its zeros", "\x00h\x00e\x00l\x00l\x00o\x00\n", "hello\n"},
		{"UTF-16 with a surrogate pair", "\xff\xfe\x3d\xd8\x00\xde", "😀"},
		{"UTF-16 cut in the middle", "\xff\xfeh\x00i", "h"},
		{"Latin-1", "na\xefve caf\xe9", "naïve café"},
		{"Windows-1252", "\x93quoted\x94 \x80 5", "“quoted” € 5"},
		{"line ends", "a\r\nb\rc\n\r\nd", "a\nb\nc\n\nd"},
		{"a NUL or two", strings.Repeat("text ", 20) + "\x00end", strings.Repeat("text ", 20) + "end"},
		{"escape sequences of a terminal", "\x1b[1mbold\x1b[0m", "\x1b[1mbold\x1b[0m"},
		{"nothing", "", ""},
	}
	for _, tt := range tests {
		if got, err := Decode([]byte(tt.in)); err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: got %q, %v; want %q", tt.name, got, err, tt.want)
		}
	}
}

func TestBinaryIsNoText(t *testing.T) {
	data := make([]byte, 4096)
	for i := range data {
		data[i] = byte(i * 7)
	}
	_, err := Decode(data)
	var f *core.FileError
	if !errors.As(err, &f) || f.State != core.StateDamaged {
		t.Errorf("got %v, want damaged", err)
	}
	if LooksLikeText(data) || !LooksLikeText([]byte("text")) {
		t.Error("LooksLikeText does not agree")
	}
}

func TestHeadingsOfMarkdown(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string // "level@offset title"
	}{
		{"levels", "# One\ntext\n## Two ##\n", []string{"1@0 One", "2@11 Two"}},
		{"underlined", "Title\n=====\n\nPart\n---\n", []string{"1@0 Title", "2@13 Part"}},
		{"not in a fence", "```sh\n# comment\n```\n# Real\n", []string{"1@20 Real"}},
		{"fence of another kind inside", "~~~\n```\n# no\n~~~\n# yes\n", []string{"1@17 yes"}},
		{"a longer fence", "````\n```\n# no\n````\n# yes\n", []string{"1@19 yes"}},
		{"not in an indented block", "    # code\n", nil},
		{"up to three spaces", "   # near\n", []string{"1@0 near"}},
		{"a hash is no heading", "#hashtag\n#\n####### seven\n", nil},
		{"a sharp language", "## On C#\n", []string{"2@0 On C#"}},
		{"a rule is no heading", "text\n\n---\n", nil},
		{"front matter is no heading", "---\ntitle: T\n---\n# H\n", []string{"1@17 H"}},
		{"a table is no heading", "| a |\n---\n", nil},
		{"spaces", "#   wide    title  \n", []string{"1@0 wide title"}},
		{"no end of line", "# End", []string{"1@0 End"}},
	}
	for _, tt := range tests {
		var got []string
		for _, h := range Headings(tt.text) {
			got = append(got, fmt.Sprintf("%d@%d %s", h.Level, h.Start, h.Title))
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestTitleComesFromFrontMatterOrHeading(t *testing.T) {
	tests := []struct {
		text string
		want core.Metadata
	}{
		{"---\ntitle: \"On Curves\"\nauthor: N. Body\n---\n# Other\n", core.Metadata{Title: "On Curves", Author: "N. Body"}},
		{"---\nauthor: [A. One, B. Two]\n---\n# Heading\n", core.Metadata{Title: "Heading", Author: "A. One, B. Two"}},
		{"## Second\n# First\n", core.Metadata{Title: "First"}},
		{"text\n", core.Metadata{}},
	}
	for _, tt := range tests {
		got, err := Extractor{}.Metadata(context.Background(), core.Input{Kind: core.KindMarkdown, Data: []byte(tt.text)})
		if err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%q: got %+v, %v; want %+v", tt.text, got, err, tt.want)
		}
	}
}

func TestTextIsOnePage(t *testing.T) {
	in := core.Input{Kind: core.KindMarkdown, Data: []byte("# A\r\ntext\r\n")}
	var pages []core.Page
	err := Extractor{}.Words(context.Background(), in, func(p core.Page) error { pages = append(pages, p); return nil })
	if want := (core.Page{Index: 1, Text: "# A\ntext\n"}); err != nil || len(pages) != 1 || pages[0] != want {
		t.Fatalf("got %+v, %v", pages, err)
	}
	for kind, headings := range map[core.Kind]int{core.KindMarkdown: 1, core.KindText: 0} {
		in.Kind = kind
		n := 0
		err := Extractor{}.Structure(context.Background(), in, pages, func(l core.Layout) error {
			n++
			if l.Page != 1 || len(l.Headings) != headings {
				t.Errorf("%s: got %+v", kind, l)
			}
			return nil
		})
		if err != nil || n != 1 {
			t.Errorf("%s: %d layouts, %v", kind, n, err)
		}
	}
}

func FuzzDecodedTextIsClean(f *testing.F) {
	for _, s := range []string{"", "a\r\nb", "\xff\xfea\x00", "na\xefve", "\xfe\xff\xd8\x00", "# H\n```\n#x\n```", "---\ntitle: x\n---"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		text, err := Decode(data)
		if err != nil {
			return
		}
		if !utf8.ValidString(text) || strings.ContainsAny(text, "\x00\r\ufeff") {
			t.Fatalf("%q became %q", data, text)
		}
		at := 0
		for _, h := range Headings(text) {
			if h.Start < at || h.Start >= len(text) || h.Level < 1 || h.Level > 6 || h.Title == "" {
				t.Fatalf("%+v after %d in %q", h, at, text)
			}
			at = h.Start
		}
	})
}
