package app

import (
	"context"
	"image"
	"sync/atomic"
	"time"

	"ibid/app/caller"
	"ibid/app/config"
	"ibid/core"
	"ibid/core/ocr"
	"ibid/core/ollama"
	"ibid/core/plan"
)

// live is what the settings decide, each of which can be exchanged while it is
// used.
type live struct {
	config     atomic.Pointer[config.Config]
	model      atomic.Pointer[ollama.Server]
	planner    atomic.Pointer[plan.Planner]
	reader     atomic.Pointer[ocr.Reader]
	leastModel string // as Options.LeastModel
}

// Configure makes other settings count from now on. What goes on ends as it
// began, apart from reading scans: the next page is read as they say.
func (e *Engine) Configure(ctx context.Context, c config.Config) error {
	before := *e.live.config.Load()
	e.configure(c)
	if e.long && c.OCR != before.OCR && c.OCR.Enabled {
		e.ingest.Scan()
	}
	return ctx.Err()
}

func (e *Engine) configure(c config.Config) {
	before := e.live.config.Swap(&c)
	if before == nil || before.Model != c.Model {
		model := modelOf(c.Model, e.live.leastModel)
		e.live.model.Store(model)
		e.live.planner.Store(&plan.Planner{Library: e.surroundings, Model: model, Time: time.Duration(c.Model.Seconds) * time.Second})
	}
	if before == nil || before.OCR != c.OCR {
		e.live.reader.Store(reader(c.OCR))
	}
}

// recogniser is the reader of scans that the settings name now.
type recogniser struct{ e *Engine }

func (r recogniser) Ready(ctx context.Context) string { return r.e.live.reader.Load().Ready(ctx) }

func (r recogniser) Recognise(ctx context.Context, img *image.RGBA, width, height float32, strict bool) (core.Scan, error) {
	return r.e.live.reader.Load().Recognise(ctx, img, width, height, strict)
}

// OCRLanguages lists the languages that Tesseract has on this machine.
func (e *Engine) OCRLanguages(ctx context.Context) ([]string, error) {
	return e.live.reader.Load().Installed(ctx)
}

// settings are those of who asks.
func (e *Engine) settings(ctx context.Context) config.Config {
	if c := caller.Of(ctx).Config; c != nil {
		return *c
	}
	return *e.live.config.Load()
}
