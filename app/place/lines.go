package place

import (
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"ibid/app/fresh"
	"ibid/core"
	"ibid/core/text"
	"ibid/core/window"
)

// MaxLinesAround is the maximum number of lines before and after a line.
const MaxLinesAround = 1000

// Root is a folder that a person has named in the settings, or that is watched.
type Root struct {
	Name string
	Path string // absolute
}

// Roots lists the named folders: those of the settings, then the watched ones,
// each path once. Two may have the same name.
func (r *Reader) Roots(ctx context.Context) ([]Root, error) {
	var roots []Root
	for _, f := range r.p.Settings(ctx).Folders {
		roots = append(roots, Root{f.Name, f.Path})
	}
	followed, err := r.p.Library.Folders(ctx)
	if err != nil {
		return nil, fmt.Errorf("list folders: %w", err)
	}
	for _, f := range followed {
		if !slices.ContainsFunc(roots, func(r Root) bool { return r.Path == f.Path }) {
			roots = append(roots, Root{filepath.Base(f.Path), f.Path})
		}
	}
	return roots, nil
}

// LinesRequest asks for a line of a file below a named folder, and lines around
// it.
type LinesRequest struct {
	Source  string // name of a Root
	Path    string // of the file relative to that folder, with slashes
	Archive string // path of a member within the archive; empty for the file itself
	Line    int    // 1-based, counted over the whole text; 0 is the file's metadata
	Window  int    // lines before and after, 0 to MaxLinesAround
}

// Lines is a range of lines of a file.
type Lines struct {
	Document core.Document
	Locator  core.Locator // of the range; of the whole document for its metadata
	Total    int          // number of lines of the file
	Lines    []Line       // in reading order
	Stale    bool         // the file has changed or is gone since it was read
}

// Line is a line of a file. If a file has no text, its tags are returned as
// lines.
type Line struct {
	Number int // 1-based, counted over the whole text; 0 for metadata
	Page   int // 1-based index; 0 for kinds without pages
	Text   string
}

// Lines returns a line and the lines around it. In text with pages or
// paragraphs, a line of the window counts as window.LineCharacters characters;
// in a chat a line is a message. Only the stored text of documents in the
// library is read.
//
// An unknown source, file or line gives an error that wraps core.ErrNotFound or
// core.ErrNoSuchPage, a name of two folders one that wraps core.ErrAmbiguous,
// and an invalid request one that wraps core.ErrQuery.
func (r *Reader) Lines(ctx context.Context, req LinesRequest) (Lines, error) {
	if req.Line < 0 || req.Window < 0 || req.Window > MaxLinesAround {
		return Lines{}, fmt.Errorf("lines of %q: line %d with %d around it, 0 to %d are possible: %w", req.Path, req.Line, req.Window, MaxLinesAround, core.ErrQuery)
	}
	d, err := fresh.Ask(ctx, r.p.Files, fresh.Itself, func() (core.Document, error) { return r.below(ctx, req) })
	if err != nil {
		return Lines{}, err
	}
	out := Lines{Document: d, Locator: core.Locator{Name: d.Name}, Stale: r.p.Files.Stale(ctx, d)}
	if req.Line == 0 && d.Kind.Unit() != core.UnitMetadata {
		out.Lines = ofItself(d)
		return out, nil
	}
	read, err := r.readable(ctx, d)
	if err != nil {
		return Lines{}, err
	}
	b := book{read, make([]text.LineTable, len(read.Pages)), make([]int, len(read.Pages))}
	for i, p := range read.Pages {
		b.tables[i], b.before[i] = text.NewLineTable(p.Text), out.Total
		out.Total += b.tables[i].Len()
	}
	if req.Line == 0 {
		out.Lines = b.lines(wholePages(read.Pages))
		return out, nil
	}
	return out, b.around(req, &out)
}

// below finds the document of a request.
func (r *Reader) below(ctx context.Context, req LinesRequest) (core.Document, error) {
	if !filepath.IsLocal(req.Path) || req.Archive != "" && !filepath.IsLocal(req.Archive) || strings.Contains(req.Path+req.Archive, `\`) {
		return core.Document{}, fmt.Errorf("a path goes from its folder down: %w", core.ErrQuery)
	}
	roots, err := r.Roots(ctx)
	if err != nil {
		return core.Document{}, err
	}
	roots = slices.DeleteFunc(roots, func(f Root) bool { return f.Name != req.Source })
	switch len(roots) {
	case 0:
		return core.Document{}, fmt.Errorf("source %q is no folder of the settings and none that is followed: %w", req.Source, core.ErrNotFound)
	case 1:
	default:
		return core.Document{}, fmt.Errorf("source %q: %d folders have this name, give each its own in the settings: %w", req.Source, len(roots), core.ErrAmbiguous)
	}
	file := filepath.Join(roots[0].Path, filepath.FromSlash(req.Path))
	if req.Archive != "" {
		file += core.Packed + path.Clean(req.Archive)
	}
	d, err := r.p.Library.DocumentByPath(ctx, file)
	if errors.Is(err, core.ErrNotFound) {
		return d, fmt.Errorf("%q in %q: %w", path.Join(req.Path, req.Archive), req.Source, core.ErrNotFound)
	}
	return d, err
}

// ofItself returns the metadata of a document as lines.
func ofItself(d core.Document) []Line {
	var out []Line
	for _, f := range [][2]string{
		{"Name", d.Name}, {"Title", d.Title}, {"Author", d.Author}, {"Kind", string(d.Kind)}, {"Pages", strconv.Itoa(d.Pages)},
		{"Tokens", strconv.Itoa(d.Tokens)}, {"State", string(d.State)},
	} {
		if f[1] != "" && f[1] != "0" {
			out = append(out, Line{Text: f[0] + ": " + text.OneLine(f[1])})
		}
	}
	return out
}

// book is a document whose lines are counted over all pages.
type book struct {
	window.Document
	tables []text.LineTable
	before []int // number of lines on the pages before each page
}

// around cuts the window around the requested line.
func (b book) around(req LinesRequest, out *Lines) error {
	if req.Line > out.Total {
		return fmt.Errorf("line %d of %q: it has %d: %w", req.Line, b.Name, out.Total, core.ErrNoSuchPage)
	}
	i := len(b.before) - 1
	for b.before[i] >= req.Line {
		i--
	}
	n := req.Line - b.before[i]
	at := core.Quote{Page: i + 1, Span: b.tables[i].Span(n, n)}
	w, err := window.Cut(b.Document, []core.Quote{at}, window.Reach{Strategy: window.Lines, N: req.Window})
	if err != nil {
		return fmt.Errorf("line %d of %q: %w", req.Line, b.Name, err)
	}
	out.Locator, out.Lines = w.Locator, b.lines(w.Quotes)
	return nil
}

// lines lists the lines in quotes, each once.
func (b book) lines(quotes []core.Quote) []Line {
	var out []Line
	for _, q := range quotes {
		body := strings.TrimSuffix(b.Pages[q.Page-1].Text[q.Start:q.End], "\n")
		number := b.before[q.Page-1] + b.tables[q.Page-1].Line(q.Start)
		for line := range strings.SplitSeq(body, "\n") {
			l := Line{Number: number, Text: line}
			if b.Kind.Paged() || b.Kind.Unit() == core.UnitChapter || b.Kind.Unit() == core.UnitSheet {
				l.Page = q.Page
			}
			out, number = append(out, l), number+1
		}
	}
	return out
}
