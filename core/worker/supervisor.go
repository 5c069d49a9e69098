package worker

import (
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"slices"
	"time"

	"ibid/core"
	"ibid/core/codec"
)

// Options set how workers are started and limited.
type Options struct {
	Command []string    // what to start; this program with the hidden argument if empty
	Env     []string    // added to this process's environment
	Limits  core.Limits // core.DefaultLimits if zero
	Readers int         // files that are read side by side; 1 if zero
}

// Supervisor runs the worker processes: readers, a painter and an unpacker, so that
// a thumbnail never waits for text. Each process is started when it is first
// needed, handles one file at a time and is replaced after any failure. A
// Supervisor is a core.Reader, a core.Painter and a core.Unpacker. Safe for
// concurrent use.
type Supervisor struct {
	limits   core.Limits
	readers  *readers
	painter  *lane
	unpacker *lane
}

var (
	_ core.Reader   = (*Supervisor)(nil)
	_ core.Painter  = (*Supervisor)(nil)
	_ core.Unpacker = (*Supervisor)(nil)
)

// New returns a supervisor, to be closed. It has not started any process yet.
func New(o Options) (*Supervisor, error) {
	if o.Limits == (core.Limits{}) {
		o.Limits = core.DefaultLimits()
	}
	if len(o.Command) == 0 {
		self, err := os.Executable()
		if err != nil {
			return nil, fmt.Errorf("find this program: %w", err)
		}
		o.Command = []string{self, Argument}
	}
	return &Supervisor{limits: o.Limits, readers: newReaders(o), painter: newLane(o), unpacker: newLane(o)}, nil
}

// Warm starts a reader and the painter in the background, so that the first file
// does not wait for them. Errors are returned when a worker is used.
func (s *Supervisor) Warm(ctx context.Context) {
	go s.readers.warm(ctx)
	go s.painter.warm(ctx)
}

// Close ends all workers and returns when the processes are gone. Running requests
// fail.
func (s *Supervisor) Close() error {
	s.readers.close()
	s.painter.close()
	s.unpacker.close()
	return nil
}

// maxSkipped is the number of pages of one file that may end a worker; after that
// the file fails.
const maxSkipped = 3

// Words reads the text of every page. If the request is safe, a page that ends
// the worker stays empty with a note and the rest is read, up to maxSkipped such
// pages.
func (s *Supervisor) Words(ctx context.Context, req core.ReadRequest) ([]core.Page, error) {
	j := s.reading(stepWords, req)
	for {
		pages, err := s.words(ctx, j)
		if err == nil {
			return pages, nil
		}
		// Pages are sent one by one, so the page after the last one received is at
		// fault.
		next := len(pages) + 1
		if !req.Safe || !endedWorker(err) || len(j.Skip) == maxSkipped || slices.Contains(j.Skip, next) {
			return nil, err
		}
		j.Skip = append(j.Skip, next)
	}
}

// words runs the job once. With an error it returns the pages before it.
func (s *Supervisor) words(ctx context.Context, j job) ([]core.Page, error) {
	var pages []core.Page
	j.receive = func(t tag, payload []byte) error {
		p, err := decode[core.Page](payload)
		if err == nil && (t != tagPage || len(pages) >= s.limits.Pages) {
			err = errGarbage
		}
		if err == nil {
			pages = append(pages, p)
		}
		return err
	}
	return pages, s.readers.do(ctx, j)
}

// Structure reads the layouts of pages, which Words returned. A layout without
// lines means that they could not be read in time.
func (s *Supervisor) Structure(ctx context.Context, req core.ReadRequest, pages []core.Page) ([]core.Layout, error) {
	layouts := make([]core.Layout, 0, len(pages))
	j := s.reading(stepStructure, req)
	j.pages = pages
	j.Budget = s.limits.TextTime * 8 / 10 // leaves time to send what was found
	j.receive = func(t tag, payload []byte) error {
		l, err := decodeLayout(payload)
		if err == nil && (t != tagLayout || len(layouts) >= len(pages) || !fits(l, pages[len(layouts)])) {
			err = errGarbage
		}
		layouts = append(layouts, l)
		return err
	}
	if err := s.readers.do(ctx, j); err != nil {
		return nil, err
	}
	return layouts, nil
}

// fits reports whether a layout refers only to places within its page, so that
// later steps need no check.
func fits(l core.Layout, p core.Page) bool {
	if l.Page != p.Index || len(l.Order) > 0 && len(l.Order) != len(l.Lines) {
		return false
	}
	for _, line := range l.Lines {
		if line.Start < 0 || line.End < line.Start || line.End > len(p.Text) {
			return false
		}
	}
	seen := make([]bool, len(l.Order))
	for _, i := range l.Order {
		if i < 0 || i >= len(seen) || seen[i] {
			return false
		}
		seen[i] = true
	}
	for _, h := range l.Headings {
		if h.Line < -1 || h.Line >= len(l.Lines) || h.Start < 0 || h.Start > len(p.Text) {
			return false
		}
	}
	return true
}

// Outline reads the document's own table of contents; nil if it has none or
// the request is safe.
func (s *Supervisor) Outline(ctx context.Context, req core.ReadRequest) ([]core.OutlineEntry, error) {
	var entries []core.OutlineEntry
	j := s.reading(stepOutline, req)
	j.receive = func(t tag, payload []byte) (err error) {
		if t != tagOutline {
			return errGarbage
		}
		entries, err = decodeOutline(payload)
		return err
	}
	return entries, s.readers.do(ctx, j)
}

// Metadata reads the metadata of the document, such as title and author.
func (s *Supervisor) Metadata(ctx context.Context, req core.ReadRequest) (core.Metadata, error) {
	var m core.Metadata
	j := s.reading(stepMetadata, req)
	j.receive = func(t tag, payload []byte) (err error) {
		if t != tagMetadata {
			return errGarbage
		}
		m, err = decodeMetadata(payload)
		return err
	}
	return m, s.readers.do(ctx, j)
}

// maxSyntaxTime bounds the time for parsing one source file; the limit for reading
// a text applies too. Files of the largest size that is parsed take two seconds.
const maxSyntaxTime = 20 * time.Second

// Syntax parses the text of a source file, within less time than other steps.
func (s *Supervisor) Syntax(ctx context.Context, req core.ReadRequest, text string) (core.Code, error) {
	var c core.Code
	j := s.reading(stepSyntax, req)
	j.pages, j.limit = []core.Page{{Index: 1, Text: text}}, min(j.limit, maxSyntaxTime)
	j.receive = func(t tag, payload []byte) (err error) {
		if t != tagCode {
			return errGarbage
		}
		if c, err = codec.UnpackCode(payload); err != nil {
			return errors.Join(err, errGarbage)
		}
		return c.Check(text)
	}
	if err := s.readers.do(ctx, j); err != nil {
		return core.Code{}, err
	}
	return c, nil
}

func (s *Supervisor) reading(what step, r core.ReadRequest) job {
	return job{
		request: request{Step: what, Name: r.Name, Kind: r.Kind, Password: r.Password, Safe: r.Safe},
		file:    r.File, limit: s.limits.TextTime, output: s.limits.OutputBytes,
	}
}

// Draw draws one page. The file is opened here, and a worker never gets a path.
// Consecutive pages of one document are drawn without opening it again.
func (s *Supervisor) Draw(ctx context.Context, page core.PageImage) (*image.RGBA, error) {
	file, err := page.Open(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	var img *image.RGBA
	j := job{
		request: request{
			Step: stepDraw, Name: page.Name, Kind: page.Kind, Password: page.Password,
			Page: page.Page, Width: page.Width, Height: page.Height, Bare: page.Bare,
		},
		file: file, keep: page.Hash, limit: s.limits.DrawTime, output: 4*int64(s.limits.Pixels) + imageHeader,
	}
	if page.Bare && page.Hash != "" {
		j.keep += " bare" // the document that is kept was opened otherwise
	}
	j.receive = func(t tag, payload []byte) (err error) {
		if t != tagImage || img != nil {
			return errGarbage
		}
		img, err = decodeImage(payload)
		return err
	}
	if err := s.painter.do(ctx, j); err != nil {
		return nil, err
	}
	if img == nil {
		return nil, core.NewFileError(core.StateDamaged, errGarbage, "%v gave no picture", stepDraw)
	}
	return img, nil
}

// job is a request with its input and its output.
type job struct {
	request
	file    *os.File
	keep    core.Hash // of the file, where it may stay open for the next job; empty if not
	pages   []core.Page
	limit   time.Duration
	output  int64 // bytes that the answer may have
	receive func(t tag, payload []byte) error
}
