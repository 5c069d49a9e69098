package tags

import (
	"context"
	"errors"
	"strings"
	"testing"

	"ibid/core"
)

func TestReaderMakesOnePageOfTags(t *testing.T) { // R0.2, R0.3
	for _, tt := range []struct {
		name     string
		picture  string
		pictures int
	}{{"a recording without a cover", "", 0}, {"one with a cover of many bytes", "jpeg", 1}} {
		t.Run(tt.name, func(t *testing.T) {
			r := Reader(func(_ context.Context, in core.Input) (File, error) {
				return File{Text: in.Name, Metadata: core.Metadata{Title: "Tide"}, Picture: []byte(tt.picture)}, nil
			})
			in := core.Input{Name: "a.flac"}
			var pages []core.Page
			err := r.Words(t.Context(), in, func(p core.Page) error { pages = append(pages, p); return nil })
			if err != nil || len(pages) != 1 || pages[0].Index != 1 || pages[0].Text != "a.flac" {
				t.Errorf("pages %+v, %v", pages, err)
			}
			var layouts []core.Layout
			err = r.Structure(t.Context(), in, pages, func(l core.Layout) error { layouts = append(layouts, l); return nil })
			if err != nil || len(layouts) != 1 || layouts[0].Page != 1 || layouts[0].Pictures != tt.pictures {
				t.Errorf("layouts %+v, %v", layouts, err)
			}
			if m, err := r.Metadata(t.Context(), in); err != nil || m.Title != "Tide" {
				t.Errorf("metadata %+v, %v", m, err)
			}
			if outline, err := r.Outline(t.Context(), in); err != nil || outline != nil {
				t.Errorf("outline %v, %v", outline, err)
			}
		})
	}
}

func TestReaderHandsItsErrorsOn(t *testing.T) {
	damaged, full := errors.New("damaged"), errors.New("full")
	bad := Reader(func(context.Context, core.Input) (File, error) { return File{}, damaged })
	good := Reader(func(context.Context, core.Input) (File, error) { return File{}, nil })
	page := func(core.Page) error { return full }
	layout := func(core.Layout) error { return full }
	stopped, stop := context.WithCancel(t.Context())
	stop()
	_, metadata := bad.Metadata(t.Context(), core.Input{})
	_, outline := good.Outline(stopped, core.Input{})
	for _, tt := range []struct {
		name      string
		err, want error
	}{
		{"words that cannot be read", bad.Words(t.Context(), core.Input{}, page), damaged},
		{"words that nobody takes", good.Words(t.Context(), core.Input{}, page), full},
		{"a structure that cannot be read", bad.Structure(t.Context(), core.Input{}, []core.Page{{}}, layout), damaged},
		{"a structure that nobody takes", good.Structure(t.Context(), core.Input{}, []core.Page{{}}, layout), full},
		{"a structure of no pages", good.Structure(t.Context(), core.Input{}, nil, layout), nil},
		{"metadata", metadata, damaged},
		{"an outline that is stopped", outline, context.Canceled},
	} {
		if !errors.Is(tt.err, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, tt.err, tt.want)
		}
	}
}

func TestNamesOfTagsFitInTheirBrackets(t *testing.T) {
	for _, tt := range []struct{ name, want string }{
		{"Title", "Title"}, {"a b", "a_b"}, {"a:b", "a_b"}, {"[a]", "_a_"}, {"a\tb", "a_b"}, {"a\x01b", "ab"}, {"caf\xe9", "café"},
		{strings.Repeat("é", mostName), strings.Repeat("é", mostName)}, {strings.Repeat("é", mostName+1), strings.Repeat("é", mostName)}, {"", ""},
	} {
		if got := cleanName(tt.name); got != tt.want {
			t.Errorf("%q is %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestValuesAreCutAtTheirBound(t *testing.T) {
	for _, tt := range []struct{ name, value, want string }{
		{"as long as is kept", strings.Repeat("x", mostValue), strings.Repeat("x", mostValue)},
		{"a byte longer", strings.Repeat("x", mostValue+1), strings.Repeat("x", mostValue) + cut},
		{"not within a character", "x" + strings.Repeat("é", mostValue/2), "x" + strings.Repeat("é", mostValue/2-1) + cut},
		{"control characters", "a\x00b\x7fc", "abc"},
		{"a mark of order", "\ufeffa", "a"},
		{"ends of lines of all kinds", "a\nb\rc\r\nd\u2028e\u2029f", "a / b / c / d / e / f"},
		{"blank lines", "\n \n a \n\t\n", "a"},
	} {
		var l List
		l.Add("Tag", "A", tt.value)
		if got := l.Get("Tag", "A"); got != tt.want {
			t.Errorf("%s: %d bytes, want %d", tt.name, len(got), len(tt.want))
		}
	}
}

func TestDecodeReadsLatinWhereTextIsNotUTF8(t *testing.T) {
	for in, want := range map[string]string{"café": "café", "caf\xe9": "café", "\x80 5": "€ 5", "": "", "\x93a\x94": "“a”"} {
		if got := Decode(in); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}

func TestFirstIsOfTheFirstTagThatIsThere(t *testing.T) {
	var l List
	l.Add("Tag", "Album", "Tapes")
	l.Add("Tag", "Title", "Tide")
	for _, tt := range []struct {
		names []string
		want  string
	}{
		{[]string{"Tag:Title", "Tag:Album"}, "Tide"}, {[]string{"Tag:None", "Tag:ALBUM"}, "Tapes"}, {[]string{"EXIF:Title"}, ""}, {[]string{"Title"}, ""}, {nil, ""},
	} {
		if got := l.First(tt.names...); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.names, got, tt.want)
		}
	}
}
