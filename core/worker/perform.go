package worker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"

	"ibid/core"
	"ibid/core/codec"
	"ibid/core/draw"
	"ibid/core/extract/archive"
	"ibid/core/extract/code"
	"ibid/core/extract/conversation"
	"ibid/core/extract/ebook"
	"ibid/core/extract/html"
	"ibid/core/extract/mail"
	"ibid/core/extract/markup"
	"ibid/core/extract/notebook"
	"ibid/core/extract/office"
	"ibid/core/extract/pdf"
	"ibid/core/extract/subtitles"
	"ibid/core/extract/text"
	"ibid/core/extract/zipguard"
)

// extractor returns the extractor for the kind of a file. It is the registry of
// the extractors.
func (s *server) extractor(r request) (core.Extractor, error) {
	switch r.Kind {
	case core.KindPDF:
		return pdf.Extractor{MaxPages: s.limits.Pages, Safe: r.Safe, Skip: r.Skip}, nil
	case core.KindMarkdown, core.KindCode:
		return text.Extractor{}, nil
	case core.KindText:
		return markup.Extractor{}, nil
	case core.KindMail:
		return mail.Extractor{}, nil
	case core.KindNotebook:
		return notebook.Extractor{}, nil
	case core.KindSubtitles:
		return subtitles.Extractor{}, nil
	case core.KindEbook:
		return ebook.Extractor{}, nil
	case core.KindHTML:
		return html.Extractor{}, nil
	case core.KindDocument, core.KindSlides, core.KindSheet:
		return office.Extractor{}, nil
	case core.KindConversation:
		return conversation.Extractor{}, nil
	case core.KindImage, core.KindAudio:
		return mediaReaders[r.Kind], nil
	}
	return nil, &core.FileError{State: core.StateUnsupported, Reason: fmt.Sprintf("files of kind %q are not read", r.Kind)}
}

// do performs a request and sends its answer except for the last frame.
func (s *server) do(ctx context.Context, r request, file *os.File) error {
	pages, err := s.pages(r)
	if err != nil {
		return err
	}
	if r.Step == stepDraw {
		return s.draw(r, file)
	}
	s.forget()
	data, err := mapFile(file, r.Kind)
	if err != nil {
		return err
	}
	defer unmap(data)
	hook(data, s.conn)
	in := core.Input{Name: r.Name, Data: data, Kind: r.Kind, Password: r.Password}
	if r.Step == stepList || r.Step == stepUnpack {
		return s.unpack(ctx, r, in)
	}
	x, err := s.extractor(r)
	if err != nil {
		return err
	}
	switch r.Step {
	case stepWords:
		return x.Words(ctx, in, func(p core.Page) error {
			hookPage(p, s.conn)
			return s.emit(tagPage, p)
		})
	case stepStructure:
		return x.Structure(ctx, in, pages, func(l core.Layout) error { return s.emitPacked(tagLayout, codec.PackLayout(l)) })
	case stepOutline:
		entries, err := x.Outline(ctx, in)
		if err != nil {
			return err
		}
		return s.emit(tagOutline, entries)
	case stepMetadata:
		m, err := x.Metadata(ctx, in)
		if err != nil {
			return err
		}
		return s.emit(tagMetadata, m)
	case stepSyntax:
		return s.syntax(ctx, r, pages)
	}
	return fmt.Errorf("step %d: %w", r.Step, errGarbage)
}

// syntax parses the text of a source file; its pages were sent with the request.
func (s *server) syntax(ctx context.Context, r request, pages []core.Page) error {
	if len(pages) != 1 {
		return fmt.Errorf("source code in %d pages: %w", len(pages), errGarbage)
	}
	c, err := code.Extract(ctx, r.Name, pages[0].Text)
	if err != nil {
		return err
	}
	return s.emitPacked(tagCode, codec.PackCode(c))
}

// pages receives the pages that follow a request for structure or syntax.
func (s *server) pages(r request) ([]core.Page, error) {
	if r.Step != stepStructure && r.Step != stepSyntax {
		return nil, nil
	}
	var pages []core.Page
	for m := range s.in {
		switch m.tag {
		case tagDone:
			return pages, nil
		case tagPage:
			p, err := decode[core.Page](m.payload)
			if err != nil {
				return nil, err
			}
			pages = append(pages, p)
		default:
			return nil, fmt.Errorf("frame %#x where a page is due: %w", m.tag, errGarbage)
		}
	}
	return pages, nil
}

// drawing is a document that stays open between pictures of its pages.
type drawing struct {
	doc  draw.Document
	data []byte
}

func (s *server) draw(r request, file *os.File) error {
	if !r.Kept {
		s.forget()
		if err := s.open(r, file); err != nil {
			return err
		}
	}
	if s.kept == nil {
		return fmt.Errorf("no document is kept: %w", errGarbage)
	}
	hook(s.kept.data, s.conn)
	img, err := s.kept.doc.Draw(r.Page, r.Width, r.Height, s.limits.Pixels)
	if err != nil {
		return err
	}
	return s.emitPacked(tagImage, encodeImage(img))
}

func (s *server) open(r request, file *os.File) error {
	data, err := mapFile(file, r.Kind)
	if err != nil {
		return err
	}
	doc, err := s.openDrawing(r, data)
	if err != nil {
		unmap(data)
		return err
	}
	s.kept = &drawing{doc, data}
	return nil
}

func (s *server) openDrawing(r request, data []byte) (draw.Document, error) {
	var err error
	switch r.Kind {
	case core.KindImage, core.KindAudio:
		return openMedia(r, data)
	case core.KindEbook, core.KindDocument, core.KindSlides, core.KindSheet:
		return s.openFirst(r, data)
	case core.KindPDF:
		// OCR reads the page below form fields and comments, because their words are
		// known.
		if data, err = pdf.Prepare(data, r.Password); err == nil && !r.Bare {
			data = pdf.Flatten(data)
		}
	case core.KindArchive:
		in := core.Input{Name: r.Name, Data: data, Kind: r.Kind, Password: r.Password}
		data, err = archive.Text(context.Background(), in, archiveLimits(s.limits))
		r.Kind = core.KindText
	case core.KindText, core.KindMarkdown, core.KindCode, core.KindMail, core.KindNotebook, core.KindSubtitles, core.KindHTML, core.KindConversation:
		data, err = s.opening(r, data)
	}
	if err != nil {
		return nil, err
	}
	return draw.Open(r.Kind, r.Name, data, s.limits.Pages)
}

// openFirst opens a file that MuPDF lays out; if it cannot, the picture is a
// sheet with the beginning of the text.
func (s *server) openFirst(r request, data []byte) (draw.Document, error) {
	zipped := bytes.HasPrefix(data, []byte("PK\x03\x04"))
	if zipped {
		if _, err := zipguard.Open(data, zipguard.DefaultLimits()); err != nil {
			return nil, err
		}
	}
	if err := office.Refuse(data, r.Kind); err != nil {
		return nil, err
	}
	if doc, err := draw.OpenFirst(r.Name, data); err == nil {
		return doc, nil
	}
	text, err := s.opening(r, data)
	if err != nil {
		return nil, err
	}
	return draw.Open(core.KindText, r.Name, text, s.limits.Pages)
}

// openingBytes is more text than fits on the sheet that shows the beginning of a
// document.
const openingBytes = 32 << 10

// opening returns the beginning of the text of a file.
func (s *server) opening(r request, data []byte) ([]byte, error) {
	x, err := s.extractor(r)
	if err != nil {
		return nil, err
	}
	enough := errors.New("enough")
	var out []byte
	err = x.Words(context.Background(), core.Input{Name: r.Name, Data: data, Kind: r.Kind, Password: r.Password}, func(p core.Page) error {
		if out = append(out, p.Text+"\n\n"...); len(out) > openingBytes {
			return enough
		}
		return nil
	})
	if errors.Is(err, enough) {
		err = nil
	}
	return out, err
}

// forget closes the document that is kept open for drawing.
func (s *server) forget() {
	if s.kept == nil {
		return
	}
	_ = s.kept.doc.Close()
	unmap(s.kept.data)
	s.kept = nil
}

// mapFile maps the whole file and closes it. An empty file cannot be mapped; it
// is valid if it is text or code.
func mapFile(file *os.File, kind core.Kind) ([]byte, error) {
	if file == nil {
		return nil, fmt.Errorf("no file came with the request: %w", errGarbage)
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	if err != nil {
		return nil, fmt.Errorf("stat: %w", err)
	}
	switch {
	case info.Size() == 0 && kind.Unit() == core.UnitLine:
		return nil, &core.FileError{State: core.StateNoText, Reason: "is empty"}
	case info.Size() == 0:
		return nil, &core.FileError{State: core.StateDamaged, Reason: "is empty"}
	}
	data, err := syscall.Mmap(int(file.Fd()), 0, int(info.Size()), syscall.PROT_READ, syscall.MAP_PRIVATE)
	if err != nil {
		return nil, &core.FileError{State: core.StateTooLarge, Reason: fmt.Sprintf("could not be mapped (%d MB)", info.Size()>>20), Err: err}
	}
	return data, nil
}

func unmap(data []byte) { _ = syscall.Munmap(data) }
