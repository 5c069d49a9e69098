package search

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"ibid/core"
)

func TestAHitSaysWhoFoundItAndWhereItStands(t *testing.T) {
	for _, tt := range []struct {
		reasons []core.Reason
		section string
		want    string
	}{
		{nil, "", ""}, {nil, "Tides", "Tides"},
		{[]core.Reason{{Retriever: "words", Rank: 1}}, "", "words #1"},
		{[]core.Reason{{Retriever: "words", Rank: 1}, {Retriever: "title"}}, "Tides > Spring", "words #1 · title · Tides > Spring"},
	} {
		if got := reasonText(core.Hit{Reasons: tt.reasons, Passage: core.Passage{Section: tt.section}}); got != tt.want {
			t.Errorf("%+v: %q", tt, got)
		}
	}
}

func TestOnlyKindsWithOnePictureHaveACover(t *testing.T) {
	covers := map[core.Kind]bool{core.KindAudio: true, core.KindEbook: true, core.KindDocument: true, core.KindSlides: true, core.KindSheet: true}
	for _, k := range core.Kinds {
		if hasCover(k) != covers[k] {
			t.Errorf("%s: %t", k, hasCover(k))
		}
		if readable := k != core.KindOther && k != core.KindArchive; (tags[k] != "") != readable {
			t.Errorf("%s has the sheet %q", k, tags[k])
		}
	}
}

func TestWhiteSpaceIsSqueezedAndMarksMoveAlong(t *testing.T) {
	for _, tt := range []struct {
		text  string
		marks []core.Span
		want  string
		at    []string // what is marked then
	}{
		{"the  yield\n\tcurve ", []core.Span{{Start: 5, End: 10}}, "the yield curve", []string{"yield"}},
		{"  é  b", []core.Span{{Start: 2, End: 4}, {Start: 6, End: 7}}, "é b", []string{"é", "b"}},
		{"é b", []core.Span{{Start: 1, End: 2}}, "é b", nil},                                        // half a character
		{"ab", []core.Span{{Start: 1, End: 1}, {Start: 1, End: 9}, {Start: -1, End: 1}}, "ab", nil}, // no stretch of the text
		{"", nil, "", nil},
	} {
		got, spans := squeeze(tt.text, tt.marks)
		var at []string
		for _, s := range spans {
			at = append(at, got[s.Start:s.End])
		}
		if got != tt.want || strings.Join(at, "|") != strings.Join(tt.at, "|") {
			t.Errorf("%q: %q, marked %q", tt.text, got, at)
		}
	}
}

func TestKeysMoveThroughTheHits(t *testing.T) {
	p, _, q, _ := setup(t, &engine{n: 12})
	p.Move(1) // there are none yet
	p.entry.SetText("tide")
	p.Commit()
	q.Until(t, "hits", func() bool { return len(p.hits) == 12 })
	p.selected = -1
	for _, tt := range []struct {
		key  fyne.KeyName
		want int
	}{
		{fyne.KeyDown, 0}, {fyne.KeyDown, 1}, {fyne.KeyPageDown, 6}, {fyne.KeyPageDown, 11}, {fyne.KeyDown, 11}, {fyne.KeyPageUp, 6}, {fyne.KeyUp, 5}, {fyne.KeyPageUp, 0}, {fyne.KeyUp, -1},
	} {
		if !p.typedKey(tt.key) || p.selected != tt.want {
			t.Errorf("%s: hit %d, want %d", tt.key, p.selected, tt.want)
		}
		if d, ok := p.SelectedDocument(); ok != (tt.want >= 0) || ok && d.ID != core.DocumentID(tt.want+1) {
			t.Errorf("%s: document %d, %t", tt.key, d.ID, ok)
		}
	}
	if p.typedKey(fyne.KeyHome) {
		t.Error("a key of the entry is taken from it")
	}
	if p.typedKey(fyne.KeyEscape); p.entry.Text != "" {
		t.Errorf("Escape leaves %q", p.entry.Text)
	}
}

func TestASecondClickOpensTheHit(t *testing.T) {
	p, h, q, _ := setup(t, &engine{n: 3})
	p.entry.SetText("tide")
	p.Commit()
	q.Until(t, "hits", func() bool { return len(p.hits) == 3 })
	p.selected = -1
	r := newRow(p)
	r.bind(1, p.rows[1])
	if r.tapped(); p.selected != 1 || len(h.opened) != 0 {
		t.Fatalf("hit %d, %d opened", p.selected, len(h.opened))
	}
	if r.tapped(); len(h.opened) != 1 || h.opened[0].Document.ID != 2 {
		t.Errorf("%d opened", len(h.opened))
	}
}
