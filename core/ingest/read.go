package ingest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"

	"ibid/core"
)

// result is the outcome of one step of reading a content, to be stored. The zero
// result requests that everything before it is committed now.
type result struct {
	content core.Content // as it will be acknowledged
	step    core.Step    // StepWords, or StepLayout for the whole structure
	pages   []core.Page  // those that were read; for StepLayout those in the store
	layouts []core.Layout
	outline []core.OutlineEntry
	code    *core.Code // of source code, if it could be parsed
}

// read reads files one after the other, words before structure, until Close.
func (g *Ingest) read(results chan<- result) {
	words := false // some were read since the last commit
	for g.ctx.Err() == nil {
		if id, ok := g.queue.nextWords(); ok {
			g.readWords(id, results)
			words = true
			continue
		}
		if words {
			results <- result{}
			words = false
		}
		if hash, ok := g.queue.nextShape(); ok {
			g.readShape(hash, results)
			continue
		}
		results <- result{}
		select {
		case <-g.ctx.Done():
		case <-g.queue.wake:
		}
	}
}

// beside reads a content while others are read, or alone if the program has ended
// while reading it before: if it ends again, no other content is blamed.
func (g *Ingest) beside(ctx context.Context, hash core.Hash, read func() error) error {
	died, err := g.o.Catalogue.Died(ctx, hash)
	if err != nil {
		return err
	}
	if died {
		g.alone.Lock()
		defer g.alone.Unlock()
	} else {
		g.alone.RLock()
		defer g.alone.RUnlock()
	}
	return read()
}

// readWords determines what a document is, and reads its words if no other
// document has the same bytes.
func (g *Ingest) readWords(id core.DocumentID, results chan<- result) {
	ctx, began := g.ctx, time.Now()
	src, doc, err := g.openDocument(ctx, id)
	if src == nil {
		g.giveUp(id, err)
		return
	}
	defer src.close()
	if doc.Kind == core.KindArchive {
		g.readArchive(ctx, src, results)
		return
	}
	content, first, err := g.assign(ctx, doc)
	if err != nil {
		g.giveUp(id, err)
		return
	}
	switch {
	case !first:
		return // it is being read for another document
	case content.Structured && (content.State != core.StateNeedsPassword || content.Password == ""):
		g.queue.finish(doc.Hash, content.State != core.StateReady, g.commit.corrected(ctx, doc.Hash))
		return
	case content.Generation > 0 && !content.Structured:
		g.queue.shape(doc.Hash)
		return
	}
	g.queue.busy(doc.Hash)
	var r result
	err = g.beside(ctx, doc.Hash, func() (err error) {
		r, err = g.words(ctx, src, content)
		return err
	})
	g.queue.spend(partWords, id, time.Since(began))
	if err != nil {
		g.breakOff(doc, err)
		return
	}
	results <- r
}

// openDocument opens a document's file at its current path. If there is no
// source, the outcome has been recorded; the error is one of the library.
func (g *Ingest) openDocument(ctx context.Context, id core.DocumentID) (*source, core.Document, error) {
	for {
		doc, err := g.o.Catalogue.Document(ctx, id)
		if err != nil {
			return nil, doc, err
		}
		src, doc, err := g.openSource(ctx, doc)
		if err == nil {
			return src, doc, nil
		}
		if err = g.settle(doc, err); !errors.Is(err, errMoved) {
			return nil, doc, err
		}
	}
}

// settle records the outcome for a file whose content is not known. Its error is
// one of the library, or errMoved.
func (g *Ingest) settle(doc core.Document, err error) error {
	var file *core.FileError
	if !errors.As(err, &file) {
		return err
	}
	ctx := context.WithoutCancel(g.ctx)
	g.noting.Lock()
	defer g.noting.Unlock()
	if now, err := g.o.Catalogue.Document(ctx, doc.ID); err != nil || now.Path != doc.Path {
		return cmp.Or(err, errMoved)
	}
	if doc.Hash != "" && errors.Is(err, fs.ErrNotExist) {
		// The stored text is still valid: only the file is missing.
		doc.State, doc.Reason = "", ""
		if err := g.o.Catalogue.Settle(ctx, doc, true); err != nil {
			return err
		}
		return g.o.Catalogue.Gone(ctx, []core.DocumentID{doc.ID}, true)
	}
	doc.State, doc.Reason = file.State, file.Reason
	old, keep := doc.Hash, file.State == core.StateUnreadable
	if err := g.o.Catalogue.Settle(ctx, doc, keep); err != nil {
		return err
	}
	if old != "" && !keep {
		g.commit.later(old)
	}
	if keep {
		return nil
	}
	return g.disown(ctx, doc.ID)
}

// giveUp ends the wait for a document that gets no content now.
func (g *Ingest) giveUp(id core.DocumentID, err error) {
	switch {
	case err == nil || errors.Is(err, core.ErrNotFound):
		g.queue.settle(id, true, nil)
	case g.ctx.Err() == nil:
		g.queue.settle(id, true, err)
	}
}

// breakOff sets a content back to waiting if reading it stopped for a reason
// other than the file.
func (g *Ingest) breakOff(doc core.Document, err error) {
	requeue := g.o.Catalogue.Requeue(context.WithoutCancel(g.ctx), []core.Hash{doc.Hash})
	if g.ctx.Err() == nil {
		g.queue.finish(doc.Hash, true, errors.Join(fmt.Errorf("read %q: %w", doc.Path, err), requeue))
	}
}

// assign gives the document the content of its source and makes it wait for that
// content; first reports whether no other document waits for it.
func (g *Ingest) assign(ctx context.Context, doc core.Document) (content core.Content, first bool, err error) {
	g.binding.Lock()
	defer g.binding.Unlock()
	if content, err = g.give(ctx, doc); err != nil {
		return core.Content{}, false, err
	}
	return content, g.queue.wait(doc.ID, doc.Hash, content.Generation > 0), nil
}

// bind is assign without waiting.
func (g *Ingest) bind(ctx context.Context, doc core.Document) (core.Content, error) {
	g.binding.Lock()
	defer g.binding.Unlock()
	return g.give(ctx, doc)
}

// give assigns the document the content of its source. The caller holds binding.
func (g *Ingest) give(ctx context.Context, doc core.Document) (core.Content, error) {
	before, err := g.o.Catalogue.Document(ctx, doc.ID)
	if err != nil {
		return core.Content{}, err
	}
	content, err := g.o.Catalogue.Assign(ctx, doc)
	if err != nil {
		return core.Content{}, err
	}
	if before.Hash != "" && before.Hash != doc.Hash {
		g.commit.later(before.Hash)
	}
	if before.Kind == core.KindArchive && doc.Kind != core.KindArchive {
		err = g.disown(ctx, doc.ID)
	}
	return content, err
}

// unlock reads the words of a content. Its password is tried only on a file that
// asks for one, and returned only if it fits.
func (g *Ingest) unlock(ctx context.Context, src *source, content core.Content, read func(core.ReadRequest) error) (password string, err error) {
	req := src.request(content)
	req.Password = ""
	err = g.attempt(ctx, content.Hash, core.StepWords, req, read)
	if stateOf(err) == core.StateNeedsPassword && content.Password != "" {
		req.Password = content.Password
		if err = g.attempt(ctx, content.Hash, core.StepWords, req, read); err == nil {
			password = content.Password
		}
	}
	return password, err
}

// words reads the words of a content.
func (g *Ingest) words(ctx context.Context, src *source, content core.Content) (result, error) {
	r := result{content: content, step: core.StepWords}
	password, err := g.unlock(ctx, src, content, func(req core.ReadRequest) (err error) {
		r.pages, err = g.o.Reader.Words(ctx, req)
		return err
	})
	r.content.Password = password
	if err == nil && src.changed() {
		err = core.NewFileError(core.StateUnreadable, nil, "it was written to while it was read")
	}
	var file *core.FileError
	if errors.As(err, &file) {
		r.pages = nil
		r.content.State, r.content.Reason, r.content.Structured = file.State, file.Reason, true
		return r, nil
	}
	return r, err
}

// attempt runs one step of reading and records it in the journal before it
// starts. If the file ended the worker, or the like, the step is tried again in
// safe mode.
func (g *Ingest) attempt(ctx context.Context, hash core.Hash, step core.Step, req core.ReadRequest, run func(core.ReadRequest) error) error {
	for {
		if _, err := req.File.Seek(0, io.SeekStart); err != nil {
			return unreadable(err)
		}
		id, err := g.o.Catalogue.Begin(ctx, hash, step)
		if err != nil {
			return err
		}
		err = run(req)
		outcome := ""
		if err != nil {
			outcome = err.Error()
		}
		if err := g.o.Catalogue.End(context.WithoutCancel(ctx), id, outcome); err != nil {
			return err
		}
		if err != nil && ctx.Err() != nil {
			return ctx.Err()
		}
		if req.Safe || !safeTry(step, stateOf(err)) {
			return err
		}
		req.Safe = true
	}
}

// safeTry reports whether a step that ended in the state may succeed without the
// risky parts of a file. Safe mode has no outline at all.
func safeTry(step core.Step, s core.State) bool {
	switch s {
	case core.StateDamaged:
		return step != core.StepOutline && step != core.StepSyntax
	case core.StateTimedOut, core.StateTooLarge:
		return step == core.StepLayout
	}
	return false
}

// stateOf returns the state that an error sets; empty if the file is not the
// cause.
func stateOf(err error) core.State {
	var file *core.FileError
	if errors.As(err, &file) {
		return file.State
	}
	return ""
}

// readShape reads the structure of a content from any of its files that has not
// changed.
func (g *Ingest) readShape(hash core.Hash, results chan<- result) {
	ctx, began := g.ctx, time.Now()
	content, err := g.o.Catalogue.Content(ctx, hash)
	if err != nil || content.Structured {
		if errors.Is(err, core.ErrNotFound) {
			err = nil
		}
		g.queue.finish(hash, err != nil, err)
		return
	}
	if content.Generation == 0 {
		return // removed and added again: it will be queued after its words
	}
	r := result{content: content, step: core.StepLayout}
	r.pages, err = g.o.Texts.Pages(ctx, hash)
	if err == nil {
		err = g.beside(ctx, hash, func() error { return g.shape(ctx, &r) })
	}
	g.queue.spendShape(hash, time.Since(began))
	if err != nil {
		if g.ctx.Err() == nil {
			g.queue.finish(hash, true, fmt.Errorf("read structure: %w", err))
		}
		return
	}
	results <- r
}

// noFile is the reason for a content without structure if each of its files was
// missing or changed, perhaps only for a moment: it may just have been moved.
const noFile = "its structure was not read: the file is gone or has changed"

func lacksFile(state core.State, reason string) bool {
	return state == core.StatePartial && strings.Contains(reason, noFile)
}

// again queues a content without structure once more if one of its files exists
// by now. If this fails, the next Refresh does the same.
func (g *Ingest) again(hash core.Hash) {
	ctx := context.WithoutCancel(g.ctx)
	src, err := g.sameSource(ctx, hash)
	if src == nil || err != nil {
		return
	}
	defer src.close()
	if g.o.Catalogue.Requeue(ctx, []core.Hash{hash}) == nil {
		g.queue.push([]core.Document{src.doc})
	}
}

func (g *Ingest) shape(ctx context.Context, r *result) error {
	r.content.Structured = true
	src, err := g.sameSource(ctx, r.content.Hash)
	if err != nil {
		return err
	}
	if src == nil {
		r.lack(noFile)
		return nil
	}
	defer src.close()
	req := src.request(r.content)
	try := func(step core.Step, run func(core.ReadRequest) error) error {
		err := g.attempt(ctx, r.content.Hash, step, req, run)
		var file *core.FileError
		if errors.As(err, &file) {
			r.lack(fmt.Sprintf("its %s could not be read: %s", step, file.Reason))
			return nil
		}
		return err
	}
	if r.content.State != core.StateNoText {
		err = try(core.StepLayout, func(req core.ReadRequest) (err error) {
			r.layouts, err = g.o.Reader.Structure(ctx, req, r.pages)
			return err
		})
		r.lackLines()
	}
	if err == nil {
		err = try(core.StepMetadata, func(req core.ReadRequest) (err error) {
			r.content.Metadata, err = g.o.Reader.Metadata(ctx, req)
			return err
		})
	}
	if err == nil && r.content.State != core.StateNoText {
		// The outline is read last, because it ends workers most often.
		err = try(core.StepOutline, func(req core.ReadRequest) (err error) {
			r.outline, err = g.o.Reader.Outline(ctx, req)
			return err
		})
	}
	if err == nil && r.content.Kind == core.KindCode && len(r.pages) == 1 {
		err = try(core.StepSyntax, func(req core.ReadRequest) error {
			code, err := g.o.Reader.Syntax(ctx, req, r.pages[0].Text)
			if err == nil {
				r.code = &code
			}
			return err
		})
	}
	return err
}

// lack records that a part of a searchable content could not be read.
func (r *result) lack(reason string) {
	if !r.content.State.Searchable() {
		return
	}
	r.content.State = core.StatePartial
	if r.content.Reason != "" {
		reason = r.content.Reason + "; " + reason
	}
	r.content.Reason = reason
}

// lackLines records pages whose lines could not be read in time.
func (r *result) lackLines() {
	if r.content.Kind != core.KindPDF || r.layouts == nil {
		return
	}
	lack := 0
	for i, p := range r.pages {
		if strings.TrimSpace(p.Text) != "" && (i >= len(r.layouts) || len(r.layouts[i].Lines) == 0) {
			lack++
		}
	}
	if lack > 0 {
		r.lack(fmt.Sprintf("the structure of %d of %d pages could not be read", lack, len(r.pages)))
	}
}

// sameSource opens a file that still has the content; nil if there is none.
func (g *Ingest) sameSource(ctx context.Context, hash core.Hash) (*source, error) {
	docs, err := g.o.Catalogue.DocumentsByHash(ctx, hash)
	if err != nil {
		return nil, err
	}
	for _, d := range docs {
		if d.Container != 0 && !d.State.Settled() {
			continue // its archive has changed
		}
		now := d
		file, err := g.openFile(ctx, &now)
		if err != nil {
			continue
		}
		if now.Size == d.Size && now.Modified.Equal(d.Modified) {
			return &source{file: file, doc: d}, nil
		}
		file.Close()
	}
	return nil, nil
}
