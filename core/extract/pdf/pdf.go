// Package pdf reads PDF files with MuPDF: the words of every page, then the
// place and size of every line, the outline and the metadata, each in a call of
// its own.
//
// MuPDF ends the whole process on some damaged files, so nothing here may run
// outside a worker. The page count of a file is not believed: callers cap it.
package pdf

import (
	"bytes"
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

// Extractor reads files of core.KindPDF. Safe is the second try of a file that
// ended a worker: the structure pass then leaves pages without layout, since
// pictures are what it breaks on.
type Extractor struct {
	MaxPages int   // files that claim more are too large; 0 is no limit
	Safe     bool  // words of the contents only
	Skip     []int // pages, 1-based, that are emitted empty: they ended a worker
}

// fitz keeps decoded fonts and pictures up to this size; the default of 256 MB
// is a quarter of what a worker may use.
const storeBytes = 64 << 20

// Words emits the text of every page, its contents first, then its form fields
// and comments. A page that cannot be read is emitted
// empty with a note, and the document goes on.
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

// sanitise makes text valid UTF-8 without NUL and trailing line breaks. Text
// that is mostly replacement or private-use characters comes from fonts that do
// not say which letters they draw: it is kept, holds no words, and is remarked
// upon, since no search can find it.
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

// plain puts a space for control characters, which some fonts have for tabs and
// leaders. One byte becomes one byte.
func plain(r rune) rune {
	if r < ' ' && r != '\n' && r != '\t' || r == 0x7f {
		return ' '
	}
	return r
}

// Outline returns the document's table of contents, nil if it has none. It
// belongs in an attempt of its own: circular outlines end the process.
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

// Metadata returns title and author as the file's information dictionary has
// them, without what programs put there instead of a title.
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
		// A document whose labels cannot be read is cited by its index.
		if data, err := Prepare(in.Data, in.Password); err == nil {
			m.Labels, _ = labels(data, pages)
		}
	}
	return m, nil
}

// field cuts a value at the NUL that ends it: the library hands over its whole
// buffer.
func field(s string) string {
	s, _, _ = strings.Cut(s, "\x00")
	return oneLine(strings.ToValidUTF8(s, ""))
}

func oneLine(s string) string {
	return strings.Join(strings.Fields(strings.ToValidUTF8(s, "\uFFFD")), " ")
}

// open opens the document and checks its page count.
func (x Extractor) open(in core.Input) (*fitz.Document, int, error) {
	data, err := Prepare(in.Data, in.Password)
	if err != nil {
		return nil, 0, fmt.Errorf("open %q: %w", in.Name, err)
	}
	fitz.MaxStore = storeBytes
	doc, err := fitz.NewFromMemory(data)
	if err != nil {
		if doc != nil && !errors.Is(err, fitz.ErrOpenMemory) {
			_ = doc.Close()
		}
		return nil, 0, fmt.Errorf("open %q: %w", in.Name, openError(err))
	}
	pages := doc.NumPage()
	if pages <= 0 {
		err = &core.FileError{State: core.StateDamaged, Reason: "has no pages"}
	} else if x.MaxPages > 0 && pages > x.MaxPages {
		err = &core.FileError{State: core.StateTooLarge, Reason: fmt.Sprintf("claims %d pages, %d are read at most", pages, x.MaxPages)}
	}
	if err != nil {
		_ = doc.Close()
		return nil, 0, fmt.Errorf("open %q: %w", in.Name, err)
	}
	return doc, pages, nil
}

func openError(err error) error {
	if errors.Is(err, fitz.ErrNeedsPassword) {
		return &core.FileError{State: core.StateNeedsPassword, Reason: "is encrypted and needs a password", Err: core.ErrNeedsPassword}
	}
	return &core.FileError{State: core.StateDamaged, Reason: "is not readable as a PDF", Err: err}
}

// headerWindow is how far from the start of a file a PDF may begin.
const headerWindow = 1024

// Prepare returns data as MuPDF can open it: from its %PDF mark on, and
// decrypted if a password is given. The result shares memory with data unless
// it was decrypted. Errors are *core.FileError.
func Prepare(data []byte, password string) ([]byte, error) {
	switch at := bytes.Index(data[:min(len(data), headerWindow)], []byte("%PDF")); {
	case len(data) == 0:
		return nil, &core.FileError{State: core.StateDamaged, Reason: "is empty"}
	case at < 0:
		return nil, &core.FileError{State: core.StateDamaged, Reason: "says it is a PDF but is not"}
	default:
		data = data[at:]
	}
	if password == "" {
		return data, nil
	}
	return decrypt(data, password)
}
