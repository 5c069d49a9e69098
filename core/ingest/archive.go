package ingest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"ibid/core"
)

// Bounds of the contents of one file, including archives in archives.
const (
	maxDepth   = 3 // archives around a file
	maxMembers = 20_000
)

// nameOf returns the name of a file under which it can be found.
func nameOf(d core.Document) string {
	if d.Container != 0 {
		return d.Name
	}
	return filepath.Base(d.Path)
}

// readArchive lists an archive and queues its members as documents before the
// archive counts as read; callers that wait for the archive then wait for its
// members too. It is listed for each document separately, even if others have the
// same bytes, because members belong to one document.
func (g *Ingest) readArchive(ctx context.Context, src *source, results chan<- result) {
	doc, began := src.doc, time.Now()
	content, err := g.bind(ctx, doc)
	var r result
	if err == nil {
		err = g.beside(ctx, doc.Hash, func() (err error) {
			r, err = g.listed(ctx, src, content)
			return err
		})
	}
	g.queue.spend(partWords, doc.ID, time.Since(began))
	var file *core.FileError
	if errors.As(err, &file) {
		err = g.settle(doc, err)
		g.giveUp(doc.ID, err)
		return
	}
	if err != nil {
		g.giveUp(doc.ID, fmt.Errorf("read %q: %w", doc.Path, err))
		return
	}
	now, first, err := g.assign(ctx, doc)
	switch {
	case err != nil:
		g.giveUp(doc.ID, err)
	case !first:
	case now.Structured && now.State == r.content.State:
		g.queue.finish(doc.Hash, now.State != core.StateReady, nil)
	default:
		g.queue.busy(doc.Hash)
		results <- r
	}
}

// listed lists an archive and brings its members into the catalogue. A
// *core.FileError is the outcome for this document only, even if others have the
// same bytes.
func (g *Ingest) listed(ctx context.Context, src *source, content core.Content) (result, error) {
	r := result{content: content, step: core.StepWords}
	tried := content.Structured && (content.State != core.StateNeedsPassword || content.Password == "")
	if tried && !content.State.Searchable() {
		return r, g.adopt(ctx, src.doc, core.Listing{}, "")
	}
	var listing core.Listing
	password, err := g.unlock(ctx, src, content, func(req core.ReadRequest) (err error) {
		listing, err = g.o.Unpacker.List(ctx, req)
		return err
	})
	r.content.Password, r.content.Structured = password, true
	if err == nil && src.changed() {
		err = core.NewFileError(core.StateUnreadable, nil, "it was written to while it was read")
	}
	var file *core.FileError
	switch {
	case errors.As(err, &file):
		r.content.State, r.content.Reason = file.State, file.Reason
	case err != nil:
		return r, err
	default:
		r.content.State, r.content.Reason = core.StateReady, inventory(listing)
		if listing.Lacks != "" {
			r.content.State = core.StatePartial
		}
	}
	return r, g.adopt(ctx, src.doc, listing, cmp.Or(password, content.Password))
}

// inventory describes the contents of an archive in words.
func inventory(l core.Listing) string {
	parts := []string{fmt.Sprintf("%d files", len(l.Members))}
	switch len(l.Members) {
	case 0:
		parts[0] = "no files"
	case 1:
		parts[0] = "1 file"
	}
	if l.LeftOut != "" {
		parts = append(parts, "not taken in: "+l.LeftOut)
	}
	if l.Lacks != "" {
		parts = append(parts, l.Lacks)
	}
	return strings.Join(parts, "; ")
}

// adopt replaces the members of an archive by those listed: new ones are queued,
// missing ones removed. A member that was there before is read again unless the
// archive is unchanged; if it has the same bytes it stays the same document.
func (g *Ingest) adopt(ctx context.Context, archive core.Document, l core.Listing, password string) error {
	g.noting.Lock()
	defer g.noting.Unlock()
	c := g.o.Catalogue
	before, err := c.Document(ctx, archive.ID)
	if err != nil {
		return err
	}
	if err := g.roomFor(ctx, before, len(l.Members)); err != nil {
		return err
	}
	s, added, err := g.compare(ctx, before, archive, l, password)
	if err != nil {
		return err
	}
	if err := g.remove(ctx, s.named); err != nil && !errors.Is(err, core.ErrNotFound) {
		return err
	}
	if err := c.Requeue(ctx, s.retry); err != nil {
		return err
	}
	ids, err := c.Enqueue(ctx, s.fresh, password)
	if err != nil {
		return err
	}
	var docs []core.Document
	for i, id := range ids {
		if s.fresh[i].ID = id; id != 0 { // else another file has that path
			docs = append(docs, s.fresh[i])
		}
	}
	if err := c.Listed(ctx, archive.ID, archive.Hash); err != nil {
		return err
	}
	g.queue.join(archive.ID, docs, added)
	return nil
}

// compare returns the members that are to be read, with the number of new ones
// in added, and in named the documents of members that are no longer in the
// archive.
func (g *Ingest) compare(ctx context.Context, before, archive core.Document, l core.Listing, password string) (s sifted, added int, err error) {
	missing, err := g.o.Catalogue.Missing(ctx)
	if err != nil {
		return s, 0, err
	}
	members, err := g.o.Catalogue.Members(ctx, archive.ID)
	if err != nil {
		return s, 0, err
	}
	have := make(map[string]core.Document)
	for _, m := range members {
		if m.Container == archive.ID {
			have[m.Path] = m
		}
	}
	archive.Path, archive.Name = before.Path, before.Name
	for _, m := range l.Members {
		d := m.Document(archive)
		old, known := have[d.Path]
		delete(have, d.Path)
		retry := known && worthRetry(old.State, password)
		switch {
		case !known:
			added++
		case before.Listed == archive.Hash && old.State.Settled() && !missing[old.ID] && !retry:
			continue
		case retry && old.Hash != "" && !missing[old.ID]:
			s.retry = append(s.retry, old.Hash)
		}
		s.fresh = append(s.fresh, d)
	}
	for _, old := range have {
		s.named = append(s.named, old.ID)
	}
	return s, added, nil
}

// roomFor returns an error if nested archives together hold more than is allowed.
func (g *Ingest) roomFor(ctx context.Context, archive core.Document, members int) error {
	if archive.Container == 0 {
		return nil // the contents of one archive are bounded when it is listed
	}
	root, _, err := g.root(ctx, archive)
	if err != nil {
		return err
	}
	all, err := g.o.Catalogue.Members(ctx, root.ID)
	if err == nil && len(all)+members > maxMembers {
		err = core.NewFileError(core.StateTooLarge, nil, "the archives in %q hold more than %d files", root.Name, maxMembers)
	}
	return err
}

// root returns the file in which a member lies, and the number of archives around
// the member.
func (g *Ingest) root(ctx context.Context, d core.Document) (root core.Document, depth int, err error) {
	for ; d.Container != 0 && err == nil; depth++ {
		d, err = g.o.Catalogue.Document(ctx, d.Container)
	}
	return d, depth, err
}

// shallow returns an error if an archive is nested too deeply.
func (g *Ingest) shallow(ctx context.Context, d core.Document) error {
	_, depth, err := g.root(ctx, d)
	if err == nil && depth >= maxDepth {
		err = core.NewFileError(core.StateTooLarge, nil, "an archive in %d others: archives are read to depth %d", depth, maxDepth)
	}
	return err
}

// remove deletes documents with their members, and deletes the contents that no
// document has any more with the next batch.
func (g *Ingest) remove(ctx context.Context, ids []core.DocumentID) error {
	if len(ids) == 0 {
		return nil
	}
	all := append([]core.DocumentID(nil), ids...)
	for _, id := range ids {
		members, err := g.o.Catalogue.Members(ctx, id)
		if err != nil {
			return err
		}
		for _, m := range members {
			all = append(all, m.ID)
		}
	}
	orphans, err := g.o.Catalogue.Remove(ctx, ids...)
	for _, h := range orphans {
		g.commit.later(h)
	}
	if err != nil {
		return err
	}
	for _, id := range all {
		g.queue.settle(id, true, nil)
	}
	return nil
}

// disown removes the members of a document that is not an archive any more.
func (g *Ingest) disown(ctx context.Context, id core.DocumentID) error {
	members, err := g.o.Catalogue.Members(ctx, id)
	if err != nil {
		return err
	}
	var ids []core.DocumentID
	for _, m := range members {
		if m.Container == id {
			ids = append(ids, m.ID)
		}
	}
	if err := g.remove(ctx, ids); !errors.Is(err, core.ErrNotFound) {
		return err
	}
	return nil
}
