package ingest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"ibid/core"
)

// A page that has words is looked at by OCR if its pictures cover leastPictured of
// it. A picture below all of a page is the page itself if there are fewer than
// fewWords on it, such as the stamp of a court or an archive; below more it is
// paper, or a scan that had its words recognised before.
const (
	leastPictured = .03
	wholePage     = .9
	fewWords      = 100
)

// scans lists the pages with words that only their pictures show. Those are pages
// without words; if the document has words on other pages, only those that show
// something or have unreadable letters. Form fields and comments do not count as
// words of the page: a scan with a stamp is still a scan. Beside them are pages with
// words and with pictures, and photos may show text too.
func (r *result) scans() []core.Scan {
	if r.content.Kind == core.KindImage && len(r.pages) == 1 {
		return []core.Scan{{Page: r.pages[0].Index}}
	}
	if r.content.Kind != core.KindPDF {
		return nil
	}
	bare := !slices.ContainsFunc(r.pages, func(p core.Page) bool { return hasWords(p.Contents()) })
	layouts := make(map[int]core.Layout, len(r.layouts))
	for _, l := range r.layouts {
		layouts[l.Page] = l
	}
	var pages []core.Scan
	for _, p := range r.pages {
		l, contents := layouts[p.Index], p.Contents()
		switch {
		case hasWords(contents):
			if l.Pictured >= leastPictured && (l.Pictured < wholePage || len(strings.Fields(contents)) < fewWords) {
				pages = append(pages, core.Scan{Page: p.Index, Beside: true})
			}
		case p.Note != "" && contents == "":
		case bare, contents != "", l.Pictures > 0, l.Pictured > 0:
			pages = append(pages, core.Scan{Page: p.Index})
		}
	}
	return pages
}

// putScans records which pages of a content OCR has to read, after everything
// else about the content is known.
func (c *committer) putScans(ctx context.Context, r *result) error {
	pages := r.scans()
	if len(pages) == 0 || c.g.o.Recogniser == nil {
		return nil
	}
	hash := r.content.Hash
	if err := c.g.o.Texts.PutScans(ctx, hash, r.content.State, r.content.Reason, pages); err != nil {
		return err
	}
	c.g.noted.Add(1)
	scans, err := c.g.o.Texts.Scans(ctx, hash)
	if err == nil {
		c.g.conclude(ctx, &r.content, r.pages, scans)
	}
	return err
}

// scanned adds the results of OCR to the pages of a content, cuts the pages again
// and commits them. It does nothing with a content that is being read.
func (c *committer) scanned(ctx context.Context, hash core.Hash) error {
	ctx = context.WithoutCancel(ctx)
	c.mu.Lock()
	defer c.mu.Unlock()
	left, err := c.putScanned(ctx, hash)
	if err == nil {
		err = c.write(ctx)
	}
	if err != nil {
		err = fmt.Errorf("keep what was read: %w", err)
		c.fail(err)
		return err
	}
	if left == 0 {
		return c.g.o.Texts.SettleScans(ctx, hash)
	}
	return nil
}

// putScanned adds a content to the batch and returns how many of its pages are
// not in the stores yet.
func (c *committer) putScanned(ctx context.Context, hash core.Hash) (left int, err error) {
	if err := c.write(ctx); err != nil {
		return 0, err
	}
	texts := c.g.o.Texts
	content, err := c.g.o.Catalogue.Content(ctx, hash)
	if errors.Is(err, core.ErrNotFound) {
		return 0, nil // removed: its scans go with it
	}
	if err != nil || !content.Structured || content.Generation == 0 {
		return 1, err // it is read anew, and its scans are noted again then
	}
	scans, err := texts.Scans(ctx, hash)
	if err != nil {
		return 0, err
	}
	pages, err := texts.Pages(ctx, hash)
	if err != nil {
		return 0, err
	}
	layouts, err := texts.Layouts(ctx, hash)
	if err != nil {
		return 0, err
	}
	before := content
	r := result{content: content, pages: pages, layouts: layouts}
	if merge(&r, scans) {
		if err := c.putPagesRead(ctx, &r, scans.Left() == 0); err != nil {
			return 0, err
		}
	}
	left = c.g.conclude(ctx, &r.content, r.pages, scans)
	if r.content.Generation != before.Generation || r.content.State != before.State || r.content.Reason != before.Reason || r.content.Remark != before.Remark {
		c.done = append(c.done, r.content)
	}
	return left, nil
}

// putPagesRead stores pages with the text from OCR and queues their passages for
// the index. When all pages are read, printed numbers may be found on pages that
// have none.
func (c *committer) putPagesRead(ctx context.Context, r *result, all bool) error {
	o, hash := c.g.o, r.content.Hash
	labelled := slices.ContainsFunc(r.pages, func(p core.Page) bool { return p.Label != "" })
	if all && !labelled && r.content.Kind.Unit() == core.UnitPage {
		hand, err := o.Catalogue.Numbering(ctx, hash)
		if err != nil {
			return err
		}
		for i, label := range o.Label(hand, nil, r.pages, r.layouts) {
			r.pages[i].Label = label
		}
	}
	outline, err := o.Texts.Outline(ctx, hash)
	if err != nil {
		return err
	}
	passages := o.Cut(r.content.Kind, r.pages, r.layouts, outline)
	r.content.Generation = c.next
	if err := o.Texts.PutScanned(ctx, hash, c.next, r.pages, r.layouts, passages); err != nil {
		return err
	}
	if err := o.abbreviate(ctx, r.content, r.pages); err != nil {
		return err
	}
	return c.index(r.content, r.pages, passages)
}

// merge adds the text from OCR to the pages that do not have it yet, and reports
// whether there was any. Text from a photo follows its tags, and the words of
// pictures follow those of their page; both precede form fields and comments.
func merge(r *result, scans core.Scans) bool {
	some := false
	for _, s := range scans.Pages {
		at := slices.IndexFunc(r.pages, func(p core.Page) bool { return p.Index == s.Page })
		if at < 0 || s.Text == "" || r.pages[at].OCR > 0 {
			continue
		}
		some = true
		p := &r.pages[at]
		if s.Beside {
			r.mergeBeside(p, s)
			continue
		}
		layout := core.Layout{Page: s.Page, Width: s.Layout.Width, Height: s.Layout.Height}
		have, found := slices.BinarySearchFunc(r.layouts, s.Page, func(l core.Layout, page int) int { return cmp.Compare(l.Page, page) })
		var known []core.Line
		if found {
			known = r.layouts[have].Lines
		}
		p.Text, layout.Lines = join(r.content.Kind, *p, known, s)
		p.OCR, p.Note = s.OCR, ""
		if found {
			layout.Pictures, layout.Pictured, layout.Tables = r.layouts[have].Pictures, r.layouts[have].Pictured, r.layouts[have].Tables
			r.layouts[have] = layout
		} else {
			r.layouts = slices.Insert(r.layouts, have, layout)
		}
	}
	return some
}

// mergeBeside adds the words of pictures to a page that has words of its own, behind
// its contents. What refers to places of the contents stays as it is.
func (r *result) mergeBeside(p *core.Page, s core.Scan) {
	at := len(p.Contents())
	by := len(s.Text) + 1
	p.Text = p.Text[:at] + "\n" + s.Text + p.Text[at:]
	p.OCR, p.Seen = s.OCR, len(s.Text)
	i, found := slices.BinarySearchFunc(r.layouts, s.Page, func(l core.Layout, page int) int { return cmp.Compare(l.Page, page) })
	if !found {
		return
	}
	l := &r.layouts[i]
	own := slices.IndexFunc(l.Lines, func(line core.Line) bool { return line.Start >= at })
	if own < 0 {
		own = len(l.Lines)
	}
	n := len(s.Layout.Lines)
	l.Lines = slices.Concat(l.Lines[:own], shifted(s.Layout.Lines, at+1), shifted(l.Lines[own:], by))
	if l.Order == nil {
		return
	}
	order := slices.Clone(l.Order)
	for k := range order {
		if order[k] >= own {
			order[k] += n
		}
	}
	for k := range n {
		order = append(order, own+k)
	}
	l.Order = order
}

// join returns the text of a page with the text from OCR, and the lines of it
// with known places; known are the lines of the page before.
func join(kind core.Kind, p core.Page, known []core.Line, s core.Scan) (string, []core.Line) {
	switch {
	case kind == core.KindImage && p.Text != "":
		return p.Text + "\n" + s.Text, shifted(s.Layout.Lines, len(p.Text)+1)
	case p.Annotations > 0:
		at := len(p.Text) - p.Annotations
		known = slices.DeleteFunc(slices.Clone(known), func(l core.Line) bool { return l.Start < at })
		return s.Text + "\n" + p.Text[at:], slices.Concat(s.Layout.Lines, shifted(known, len(s.Text)+1-at))
	}
	return s.Text, slices.Clone(s.Layout.Lines)
}

// shifted returns lines moved by so many bytes.
func shifted(lines []core.Line, by int) []core.Line {
	out := slices.Clone(lines)
	for i := range out {
		out[i].Start += by
		out[i].End += by
	}
	return out
}

// conclude sets the outcome of a content from its pages and the pages that OCR
// has to read, and returns how many pages still lack their text from OCR.
func (g *Ingest) conclude(ctx context.Context, c *core.Content, pages []core.Page, scans core.Scans) (left int) {
	t := tally(pages, scans)
	c.State, c.Reason = scans.State, scans.Reason
	scan := scans.State == core.StateNoText // nothing but pictures
	if t.read > 0 && scan {
		c.State, c.Reason = core.StateReady, ""
	}
	if t.read+t.seen > 0 {
		g.count(c, pages)
	}
	base := c.Reason
	if said := t.say(c.Kind, scan, func() string { return g.o.Recogniser.Ready(ctx) }); said != "" {
		c.Reason = strings.TrimPrefix(base+"; "+said, "; ")
	}
	if c.State == core.StateReady && scan && t.left+t.failed > 0 {
		c.State = core.StatePartial
	}
	c.Remark = c.State == core.StateReady && base == "" && t.failed == 0 && (t.read == 0 || t.confidence() >= core.GoodOCR)
	return t.left + t.unseen
}

// scanTally counts pages by the result of OCR: those without words, and apart from
// them those whose pictures only were to be read.
type scanTally struct {
	of, read, left, failed int
	sum                    int    // of confidences
	note                   string // why the first of those that failed did
	seen, unseen           int    // pages beside whose words those of pictures are kept, or still to come
}

func tally(pages []core.Page, scans core.Scans) (t scanTally) {
	ocr := make(map[int]int, len(pages))
	for _, p := range pages {
		ocr[p.Index] = p.OCR
	}
	for _, s := range scans.Pages {
		waits := !s.Read || s.Text != "" && ocr[s.Page] == 0
		if !s.Beside {
			t.of++
		}
		switch {
		case s.Beside && waits:
			t.unseen++
		case s.Beside && s.Text != "":
			t.seen++
		case s.Beside:
		case waits:
			t.left++
		case s.Text != "":
			t.read++
			t.sum += ocr[s.Page]
		case s.Note != "":
			t.failed++
			t.note = cmp.Or(t.note, s.Note)
		}
	}
	return t
}

func (t scanTally) confidence() int { return int(math.Round(float64(t.sum) / float64(max(t.read, 1)))) }

// say describes in words what became of pages without words. For photos, which need
// not show any text, it mentions only text that was read.
func (t scanTally) say(kind core.Kind, scan bool, why func() string) string {
	of := t.of
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	switch {
	case t.read > 0 && t.left > 0:
		add("%d of %d pages read by OCR", of-t.left, of)
	case kind == core.KindImage && t.read > 0:
		add("its text was read by OCR, mean confidence %d %%", t.confidence())
	case kind == core.KindImage:
		return ""
	case t.read == 1:
		add("1 page was read by OCR, confidence %d %%", t.confidence())
	case t.read > 0:
		add("%d pages were read by OCR, mean confidence %d %%", t.read, t.confidence())
	case t.left == 0 && t.failed == 0 && scan:
		add("OCR found none either")
	case t.left > 0 && t.left < of:
		add("%d of %d pages looked at by OCR", of-t.left, of)
	}
	if t.left > 0 {
		waits := cmp.Or(why(), "OCR is still to read them")
		switch {
		case t.read > 0 && waits == "OCR is still to read them":
		case of == 1 && scan:
			add("%s", strings.ReplaceAll(waits, "read them", "read it"))
		case scan || t.read > 0:
			add("%s", waits)
		case of == 1:
			add("1 page has no words: %s", strings.ReplaceAll(waits, "read them", "read it"))
		default:
			add("%d pages have no words: %s", of, waits)
		}
	}
	if t.failed > 0 {
		add("OCR could not read %d of %d pages: %s", t.failed, of, t.note)
	}
	return strings.Join(parts, "; ")
}
