package search

import (
	"fmt"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"ibid/core"
	"ibid/ui/say"
	"ibid/ui/theme"
	uiwidget "ibid/ui/widget"
)

// shown is a row of the list: a hit, or one of those on its page.
type shown struct {
	core.Hit
	of    int  // index of the hit that it belongs to
	under bool // it is one of those on its page
	open  bool // a hit whose page is opened
}

// mark is what a row says of the others on its page.
func (s shown) mark() string {
	switch {
	case s.under || len(s.More) == 0:
		return ""
	case s.open:
		return "only the best ◂"
	}
	return core.MoreMark(s.Hit) + " ▸"
}

// arrange makes the rows of the hits, with those below opened hits. The row that was
// selected stays selected if it is still there.
func (p *Pane) arrange() {
	var chosen *shown
	if p.selected >= 0 && p.selected < len(p.rows) {
		chosen = &p.rows[p.selected]
	}
	rows, selected := make([]shown, 0, len(p.hits)), -1
	add := func(s shown) {
		if chosen != nil && s.Place() == chosen.Place() && (s.Passage.Ordinal == chosen.Passage.Ordinal || selected < 0) {
			selected = len(rows)
		}
		rows = append(rows, s)
	}
	for i, h := range p.hits {
		open := p.opened[h.Place()] && len(h.More) > 0
		add(shown{Hit: h, of: i, open: open})
		for _, m := range h.More {
			if open {
				add(shown{Hit: m, of: i, under: true})
			}
		}
	}
	p.rows = rows
	p.selectRow(selected)
}

// selectRow selects a row, or none for -1.
func (p *Pane) selectRow(i int) {
	if p.selected = i; i < 0 {
		p.list.UnselectAll()
		return
	}
	p.list.Select(i)
}

// Open opens or closes the page of a hit: its other passages stand below it.
func (p *Pane) openPage(hit int, open bool) {
	if hit < 0 || hit >= len(p.hits) || len(p.hits[hit].More) == 0 {
		return
	}
	p.opened[p.hits[hit].Place()] = open
	p.arrange()
	p.list.Refresh()
}

// openSelected opens or closes the page of the selected row, and reports whether
// that changed anything.
func (p *Pane) openSelected(open bool) bool {
	if p.selected < 0 || p.selected >= len(p.rows) {
		return false
	}
	r := p.rows[p.selected]
	h := p.hits[r.of]
	if len(h.More) == 0 || p.opened[h.Place()] == open {
		return false
	}
	p.openPage(r.of, open)
	return true
}

// newMore returns the link of a row that opens and closes the page of its hit.
func newMore(tapped func()) (link *uiwidget.Tap, text *uiwidget.Line) {
	text = uiwidget.NewWhole("", fynetheme.ColorNamePrimary, theme.Caption)
	link = &uiwidget.Tap{Content: text, OnTapped: tapped}
	link.ExtendBaseWidget(link)
	return link, text
}

// indent is how far a passage stands below the picture of its page.
var indent = fyne.NewSize(18, sheet.Height)

// goneText says that hits of the first moment are not among the answer.
func goneText(gone []string) string {
	switch len(gone) {
	case 0:
		return ""
	case 1:
		return " · " + gone[0]
	}
	return fmt.Sprintf(" · %s of the first moment gone: %s", say.Plural(len(gone), "place"), gone[0])
}
