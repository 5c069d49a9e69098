// Package pdf reads PDF files with MuPDF: the words of every page, then the
// position and size of every line, the outline and the metadata, each in a call
// of its own. Form fields, comments and page labels are read with pdfcpu, since
// go-fitz has no calls for them.
//
// MuPDF ends the whole process on some damaged files, so nothing here may run
// outside a worker. The page count that a file claims is not trusted; MaxPages
// bounds it.
package pdf

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	fitz "github.com/gen2brain/go-fitz"

	"ibid/core"
)

// Extractor reads files of core.KindPDF.
type Extractor struct {
	MaxPages int // a file that claims more pages is too large; 0 means no limit
	// Safe is set for the second try of a file that ended a worker. Only the
	// words of the pages' contents are read then: no outline, no annotations, no
	// labels, no layout.
	Safe bool
	Skip []int // pages, 1-based, that ended a worker; they are emitted empty
}

// Words emits the text of every page: its contents, then its form fields and
// comments. A page that cannot be read is emitted empty with a note, and reading
// goes on with the next one.
func (x Extractor) Words(ctx context.Context, in core.Input, emit func(core.Page) error) error {
	doc, pages, err := x.open(in)
	if err != nil {
		return err
	}
	defer func() { _ = doc.Close() }()
	marks := x.annotations(ctx, in, pages)
	for i := range pages {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("read page %d: %w", i+1, err)
		}
		p := core.Page{Index: i + 1, Note: fmt.Sprintf("page %d cannot be read: it ends the program that tries", i+1)}
		if !slices.Contains(x.Skip, i+1) {
			p = page(doc, i)
			if marks != nil {
				annotate(&p, marks[i])
			}
		}
		if err := emit(p); err != nil {
			return err
		}
	}
	return nil
}

func page(doc *fitz.Document, i int) core.Page {
	p := core.Page{Index: i + 1}
	text, err := doc.Text(i)
	if err != nil {
		p.Note = fmt.Sprintf("page %d could not be read", i+1)
		return p
	}
	p.Text, p.Note = sanitise(text)
	return p
}

// sanitise returns text as valid UTF-8 without NUL and trailing line breaks.
// Replacement and private-use characters come from fonts that do not say which
// letters they draw, so no search can find them. Text with more than one such
// character to five others gets a note.
func sanitise(text string) (clean, note string) {
	if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		text = strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "")
	}
	text = strings.TrimRight(strings.Map(plain, text), "\n")
	if strings.TrimSpace(text) == "" {
		return "", ""
	}
	letters, unknown := 0, 0
	for _, r := range text {
		switch {
		case r == utf8.RuneError || unicode.Is(unicode.Co, r):
			unknown++
		case !unicode.IsSpace(r):
			letters++
		}
	}
	switch {
	case unknown > letters:
		return text, "the fonts of this page do not say which letters they draw"
	case unknown*5 > letters:
		return text, "some letters of this page are not known"
	}
	return text, ""
}

// plain replaces control characters, which some fonts use for tabs and leaders,
// by a space. The length in bytes stays the same.
func plain(r rune) rune {
	if r < ' ' && r != '\n' && r != '\t' || r == 0x7f {
		return ' '
	}
	return r
}

// Outline returns the document's table of contents, nil if it has none. Callers
// run it in an attempt of its own, because a circular outline ends the process.
func (x Extractor) Outline(_ context.Context, in core.Input) ([]core.OutlineEntry, error) {
	if x.Safe {
		return nil, nil
	}
	doc, pages, err := x.open(in)
	if err != nil {
		return nil, err
	}
	defer func() { _ = doc.Close() }()
	toc, err := doc.ToC()
	if errors.Is(err, fitz.ErrLoadOutline) {
		return nil, nil
	} else if err != nil {
		return nil, fmt.Errorf("read outline: %w", err)
	}
	out := make([]core.OutlineEntry, 0, len(toc))
	for _, e := range toc {
		title := oneLine(e.Title)
		if title == "" {
			continue
		}
		entry := core.OutlineEntry{Level: e.Level, Title: title}
		if n := e.Page + 1; n >= 1 && n <= pages {
			entry.Page = n
		}
		out = append(out, entry)
	}
	return out, nil
}

// Metadata returns title and author from the file's information dictionary, and
// the page labels. Placeholders that programs write instead of a title are left
// out.
func (x Extractor) Metadata(_ context.Context, in core.Input) (core.Metadata, error) {
	doc, pages, err := x.open(in)
	if err != nil {
		return core.Metadata{}, err
	}
	defer func() { _ = doc.Close() }()
	data := doc.Metadata()
	m := core.Metadata{Title: field(data["title"]), Author: field(data["author"])}
	if title := strings.ToLower(m.Title); title == "untitled" || strings.HasPrefix(title, "microsoft word - ") {
		m.Title = ""
	}
	if !x.Safe {
		if data, err := Prepare(in.Data, in.Password); err == nil {
			m.Labels = labels(data, pages)
		}
	}
	return m, nil
}

// field cuts a value at its first NUL, because MuPDF returns its whole buffer.
func field(s string) string {
	s, _, _ = strings.Cut(s, "\x00")
	return oneLine(strings.ToValidUTF8(s, ""))
}

func oneLine(s string) string {
	return strings.Join(strings.Fields(strings.ToValidUTF8(s, "\uFFFD")), " ")
}
