// Package api answers the requests that REST and MCP share, and defines their
// types. Answers contain no absolute path of this machine: documents are named
// by their ids, files by name or by their path below a folder that a person has
// named.
//
// All requests only read. No answer depends on instructions in a document, and
// none writes, sends or fetches anything.
package api

import (
	"bytes"
	"context"
	"fmt"
	"image/png"

	"ibid/app"
	"ibid/app/place"
	"ibid/app/usecase"
	"ibid/core"
	"ibid/core/text"
)

// Service answers requests from a library. Safe for concurrent use.
type Service struct {
	library usecase.Library
	recent  recentContexts
}

// New returns a service for an open library.
func New(l usecase.Library) *Service { return &Service{library: l} }

// Visit records a request of another program under the name that the program
// gives itself.
func (srv *Service) Visit(ctx context.Context, name string) error {
	return srv.library.Visit(ctx, name)
}

// Bounds of requests and answers.
const (
	MaxQuestion   = 16 << 10 // bytes
	MaxLimit      = 100      // hits, or sources
	MaxList       = 1000     // documents of one answer
	MaxSide       = 2048     // pixels of a picture
	ThumbnailSide = 240
	ImageSide     = core.SmallSheet
	MaxPage       = 256 << 10 // bytes of one page's text
	previewSize   = 200       // characters
	// PictureType is the media type of pictures.
	PictureType = "image/png"
)

// Status counts what the library holds.
func (srv *Service) Status(ctx context.Context) (Status, error) {
	s, err := srv.library.Status(ctx)
	if err != nil {
		return Status{}, err
	}
	return Status{
		Version: app.Version, Documents: s.Documents, Contents: s.Contents, Pages: s.Pages, Passages: s.Passages,
		States: s.States, Generation: s.Generation,
	}, nil
}

// Documents lists the documents that match a request, by name.
func (srv *Service) Documents(ctx context.Context, r ListRequest) (DocumentList, error) {
	if r.Limit == 0 {
		r.Limit = MaxLimit
	}
	if r.Limit < 1 || r.Limit > MaxList || r.Offset < 0 {
		return DocumentList{}, asked("limit is from 1 to %d, offset from 0 up", MaxList)
	}
	docs, err := srv.library.Documents(ctx)
	if err != nil {
		return DocumentList{}, err
	}
	roots, err := srv.library.Roots(ctx)
	if err != nil {
		return DocumentList{}, err
	}
	out := DocumentList{Documents: []Document{}}
	for _, doc := range docs {
		if r.leavesOut(doc) {
			continue
		}
		if out.Total++; out.Total > r.Offset && len(out.Documents) < r.Limit {
			out.Documents = append(out.Documents, documentOf(doc, roots))
		}
	}
	return out, nil
}

// Document returns the document with this id.
func (srv *Service) Document(ctx context.Context, id core.DocumentID) (Document, error) {
	doc, err := srv.library.Document(ctx, id)
	if err != nil {
		return Document{}, err
	}
	roots, err := srv.library.Roots(ctx)
	return documentOf(doc, roots), err
}

// Page returns the text of one page, 1-based. For kinds without pages, page 1
// is the whole text. Text over MaxPage is cut, and the answer is marked as cut.
func (srv *Service) Page(ctx context.Context, id core.DocumentID, n int) (Page, error) {
	doc, err := srv.library.Document(ctx, id)
	if err != nil {
		return Page{}, err
	}
	pages, err := srv.library.Pages(ctx, id)
	if err != nil {
		return Page{}, err
	}
	if n < 1 || n > len(pages) {
		return Page{}, fmt.Errorf("page %d of %q: it has %d: %w", n, doc.Name, len(pages), core.ErrNoSuchPage)
	}
	return pageOf(doc, pages, n), nil
}

// Whole returns the pages of a document from the first on. It ends with the
// page with which their text reaches most bytes, or with a page that is cut.
func (srv *Service) Whole(ctx context.Context, id core.DocumentID, most int) ([]Page, error) {
	doc, err := srv.library.Document(ctx, id)
	if err != nil {
		return nil, err
	}
	pages, err := srv.library.Pages(ctx, id)
	if err == nil && len(pages) == 0 {
		err = fmt.Errorf("%q has no pages: %w", doc.Name, core.ErrNoSuchPage)
	}
	var out []Page
	for n, size := 1, 0; n <= len(pages) && size < most; n++ {
		p := pageOf(doc, pages, n)
		out, size = append(out, p), size+len(p.Text)
		if p.Cut {
			break
		}
	}
	return out, err
}

func pageOf(doc core.Document, pages []core.Page, n int) Page {
	p := pages[n-1]
	body := text.Clip(p.Text, MaxPage)
	return Page{
		Document: doc.ID, Name: doc.Name, Page: n, Pages: len(pages), Label: p.Label, Text: body, Cut: len(body) < len(p.Text), Note: plainly(p.Note),
	}
}

// Tag returns the hash of a document's content, which changes whenever a page
// does.
func (srv *Service) Tag(ctx context.Context, id core.DocumentID) (string, error) {
	doc, err := srv.library.Document(ctx, id)
	return string(doc.Hash), err
}

// Picture returns a page as PNG that fits a square of side pixels.
func (srv *Service) Picture(ctx context.Context, id core.DocumentID, page, side int) ([]byte, error) {
	if side < 16 || side > MaxSide {
		return nil, asked("a picture has from 16 to %d pixels", MaxSide)
	}
	picture, err := srv.library.Page(ctx, id, page, side, side)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := png.Encode(&b, picture); err != nil {
		return nil, fmt.Errorf("draw page %d: %w", page, err)
	}
	return b.Bytes(), nil
}

// Lines returns lines of a file below a folder that a person has named (R0.6).
func (srv *Service) Lines(ctx context.Context, r LinesRequest) (Lines, error) {
	got, err := srv.library.Lines(ctx, place.LinesRequest{Source: r.Source, Path: r.Path, Archive: r.Archive, Line: r.Line, Window: r.Window})
	if err != nil {
		return Lines{}, err
	}
	out := Lines{
		Document: got.Document.ID, Source: r.Source, Path: r.Path, Archive: r.Archive, Line: r.Line, Window: r.Window, Total: got.Total,
		Locator: got.Locator.String(), Stale: got.Stale, Lines: []Line{},
	}
	for _, l := range got.Lines {
		out.Lines = append(out.Lines, Line{l.Number, l.Page, l.Text})
	}
	return out, nil
}

// Read returns the text of a place that a context cites, and the text around
// it.
func (srv *Service) Read(ctx context.Context, r ReadRequest) (Excerpt, error) {
	if err := local(r.Locator); err != nil {
		return Excerpt{}, err
	}
	around := place.Around{N: place.BySettings}
	if r.Window != nil {
		if around.N = *r.Window; around.N < 0 || around.N > place.MaxLinesAround {
			return Excerpt{}, asked("a window is from 0 to %d", place.MaxLinesAround)
		}
	}
	s, err := srv.library.Show(ctx, r.Locator, around)
	if err != nil {
		return Excerpt{}, err
	}
	body := text.Clip(s.Text, MaxPage)
	out := Excerpt{Document: s.Document.ID, Locator: s.Locator.String(), Page: s.Locator.Page, FirstLine: s.First, Text: body, Cut: len(body) < len(s.Text)}
	if len(s.Quotes) > 0 {
		out.Page = s.Quotes[0].Page
	}
	return out, nil
}
