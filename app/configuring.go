package app

import (
	"context"
	"image"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"ibid/app/caller"
	"ibid/app/config"
	"ibid/core"
	"ibid/core/abbreviation"
	"ibid/core/ingest"
	"ibid/core/ocr"
	"ibid/core/ollama"
	"ibid/core/plan"
	"ibid/core/search"
	"ibid/core/store"
)

// live has the parts of an Engine that depend on the settings. Each can be
// exchanged while it is in use. Safe for concurrent use.
type live struct {
	config     atomic.Pointer[config.Config]
	model      atomic.Pointer[ollama.Server]
	planner    atomic.Pointer[plan.Planner]
	ocr        atomic.Pointer[ocr.Reader]
	words      *search.Vocabulary // the library as planners see it
	own        synonymsFile
	leastModel string // as Options.LeastModel
}

// Configure applies other settings from now on. Work that has begun ends with
// the old ones, apart from OCR: the next page is read with the new ones.
func (e *Engine) Configure(ctx context.Context, c config.Config) error {
	before := *e.live.config.Load()
	e.live.configure(c)
	if e.long && c.OCR != before.OCR && c.OCR.Enabled {
		e.ingest.Scan()
	}
	return ctx.Err()
}

func (l *live) configure(c config.Config) {
	before := l.config.Swap(&c)
	if before == nil || before.Model != c.Model {
		model := ModelOf(c.Model, l.leastModel)
		l.model.Store(model)
		l.planner.Store(&plan.Planner{Library: l.words, Model: model, Time: time.Duration(c.Model.Seconds) * time.Second})
	}
	if before == nil || before.OCR != c.OCR {
		l.ocr.Store(OCROf(c.OCR))
	}
}

// settings returns the settings of the calling process, else the current ones.
func (l *live) settings(ctx context.Context) config.Config {
	if c := caller.Of(ctx).Config; c != nil {
		return *c
	}
	return *l.config.Load()
}

// synonymsFile is a file of synonyms as it was read last.
type synonymsFile struct {
	mu   sync.Mutex
	path string
	info os.FileInfo
	read *abbreviation.Synonyms
}

// synonyms returns the synonyms of the settings' file; nil if they name none. A file
// that was changed is read again.
func (l *live) synonyms(ctx context.Context) (*abbreviation.Synonyms, error) {
	path := l.settings(ctx).Search.Synonyms
	if path == "" {
		return nil, nil
	}
	o := &l.own
	o.mu.Lock()
	defer o.mu.Unlock()
	info, err := os.Stat(path)
	if err == nil && o.path == path && o.info.ModTime().Equal(info.ModTime()) && o.info.Size() == info.Size() {
		return o.read, nil
	}
	read, err := config.Synonyms(path)
	if err != nil {
		return nil, err
	}
	o.path, o.info, o.read = path, info, read
	return read, nil
}

// ModelOf returns the model server that the environment or the settings name.
// least is the oldest version that is used; empty for the first safe one.
func ModelOf(m config.Model, least string) *ollama.Server {
	return ollama.New(ollama.Options{Host: ollama.Host(m.Host), Model: ollama.Model(m.Model), Least: least})
}

// OCROf returns the reader of scans that the settings name.
func OCROf(set config.OCR) *ocr.Reader {
	return &ocr.Reader{Off: !set.Enabled, Languages: set.Languages}
}

// recogniser is the OCR reader that the current settings choose.
type recogniser struct{ l *live }

func (r recogniser) Ready(ctx context.Context) string { return r.l.ocr.Load().Ready(ctx) }

// scans is what waits for OCR, for those who answer questions.
type scans struct {
	*store.Store
	*ingest.Ingest
	recogniser
}

// NoOCR returns why pages cannot be read and what to do about it; empty if they can.
func (s scans) NoOCR(ctx context.Context) string { return s.recogniser.Ready(ctx) }

func (r recogniser) Recognise(ctx context.Context, img *image.RGBA, width, height float32, strict bool) (core.Scan, error) {
	return r.l.ocr.Load().Recognise(ctx, img, width, height, strict)
}

// OCRLanguages lists the languages that Tesseract has on this machine.
func (e *Engine) OCRLanguages(ctx context.Context) ([]string, error) {
	return e.live.ocr.Load().Installed(ctx)
}
