package search

import (
	"context"
	"image"
	"image/color"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"ibid/core"
	"ibid/ui/post"
	"ibid/ui/theme"
	uiwidget "ibid/ui/widget"
)

// sheet is the size of a page picture.
var sheet = fyne.NewSize(70, 92)

// excerptBytes is about how much text fits three lines of a wide pane.
const excerptBytes = 260

// picture identifies a page picture of a size.
type picture struct {
	hash          core.Hash
	page          int // 1-based index
	width, height int // pixels
}

// remembered is how many pictures are cached, about 4 MB, so that scrolling
// back is fast.
const remembered = 200

// row shows one hit. Rows are recycled: a picture that arrives late is shown
// only if the row still shows the page it was fetched for.
type row struct {
	uiwidget.Tap
	pane  *Pane
	index int
	hit   core.Hit
	want  picture
	load  *post.Latest

	picture *uiwidget.Picture
	name    *uiwidget.Line
	place   *uiwidget.Line
	text    *uiwidget.Snippet
	reasons *uiwidget.Line
	toggle  *uiwidget.IconButton
	more    *uiwidget.Tap // opens and closes the page of the hit
	mark    *uiwidget.Line
	step    *canvas.Rectangle // in place of the picture, of a row below another one
	of      int               // index of the hit that it belongs to
	open    bool
}

func newRow(p *Pane) *row {
	r := &row{pane: p, load: post.NewLatest(p.bridge), picture: uiwidget.NewPicture(sheet), text: uiwidget.NewSnippet(3)}
	r.name = uiwidget.NewBold("", fynetheme.ColorNameForeground, theme.Body)
	r.place = uiwidget.NewWhole("", fynetheme.ColorNamePrimary, theme.Body)
	r.reasons = uiwidget.NewLine("", theme.Muted, theme.Caption)
	r.toggle = uiwidget.NewToggle(func() { p.toggle(r.hit) })
	r.picture.OnTapped = func() { p.host.OpenHit(r.hit) }
	head := uiwidget.Between(nil, r.name, r.place)
	r.more, r.mark = newMore(func() { p.openPage(r.of, !r.open) })
	r.step = canvas.NewRectangle(color.Transparent)
	r.step.SetMinSize(indent)
	text := uiwidget.Column(3, head, r.text, uiwidget.Between(nil, r.reasons, r.more))
	button := container.NewCenter(r.toggle)
	body := container.NewBorder(nil, nil, uiwidget.Inset(1, 1, 0, 8, container.NewHBox(r.step, r.picture)), uiwidget.Inset(0, 0, 10, 4, button), text)
	r.Content = uiwidget.Inset(6, 6, 6, 8, body)
	r.OnTapped = r.tapped
	r.ExtendBaseWidget(r)
	return r
}

// tapped selects the hit; a second click opens it.
func (r *row) tapped() {
	if r.pane.selected == r.index {
		r.pane.OpenSelected()
		return
	}
	r.pane.list.Select(r.index)
}

func (r *row) bind(index int, s shown) {
	h := s.Hit
	r.of, r.open = s.of, s.open
	r.mark.SetText(s.mark())
	uiwidget.Show(r.more, s.mark() != "")
	uiwidget.Show(r.step, s.under)
	uiwidget.Show(r.picture, !s.under)
	if r.hit.Text != h.Text || r.hit.Locator != h.Locator || !slices.Equal(r.hit.Matches, h.Matches) {
		r.name.SetText(h.Document.Name)
		r.place.SetText(h.Locator.Place())
		r.text.Set(excerpt(h.Text, h.Matches, excerptBytes))
	}
	r.reasons.SetText(reasonText(h))
	r.index, r.hit = index, h
	held := r.pane.host.Holds(h.Place())
	r.toggle.SetOn(held)
	if r.toggle.Hint = "Put it into the context (Ctrl+Return)"; held {
		r.toggle.Hint = "Take it out of the context (Ctrl+Return)"
	}
	r.bindPicture()
}

// bindPicture shows the page picture if it is cached and fetches it if not.
func (r *row) bindPicture() {
	width, height := r.picture.Pixels()
	want := picture{r.hit.Document.Hash, r.hit.Passage.Page, width, height}
	switch kind := r.hit.Document.Kind; {
	case hasCover(kind):
		want.page = 1
	case !kind.Drawn():
		want.page = 0
	}
	if r.picture.Hidden {
		want.page = 0
	}
	if want == r.want && (r.picture.Image() != nil || r.load.Busy()) {
		return
	}
	r.want = want
	r.load.Cancel()
	seen, _ := r.pane.seen.Get(want)
	r.picture.SetImage(seen, tags[r.hit.Document.Kind])
	if want.page > 0 && r.picture.Image() == nil {
		r.fetch(want, r.hit.Document.ID)
	}
}

func (r *row) fetch(want picture, doc core.DocumentID) {
	p := r.pane
	r.load.Start(func(ctx context.Context) func() {
		select {
		case p.slots <- struct{}{}:
			defer func() { <-p.slots }()
		case <-ctx.Done():
			return nil
		}
		img, err := p.engine.Page(ctx, doc, want.page, want.width, want.height)
		if err != nil || img == nil {
			return nil // the blank sheet is enough, because the text is shown
		}
		return func() { r.arrived(want, img) }
	})
}

// arrived caches a picture, and shows it if the row still wants it.
func (r *row) arrived(want picture, img *image.RGBA) {
	r.pane.seen.Add(want, img)
	if r.want == want {
		r.picture.SetImage(img, tags[r.hit.Document.Kind])
	}
}

// hasCover reports whether documents of a kind have one picture for all pages.
func hasCover(k core.Kind) bool {
	return slices.Contains([]core.Kind{core.KindAudio, core.KindEbook, core.KindDocument, core.KindSlides, core.KindSheet}, k)
}

// tags are the letters on a sheet without a picture.
var tags = map[core.Kind]string{
	core.KindPDF: "PDF", core.KindMarkdown: "MD", core.KindText: "TXT", core.KindCode: "CODE", core.KindHTML: "WEB", core.KindEbook: "BOOK",
	core.KindDocument: "DOC", core.KindSlides: "SLIDE", core.KindSheet: "SHEET", core.KindMail: "MAIL", core.KindSubtitles: "CUE",
	core.KindNotebook: "CELL", core.KindImage: "PIC", core.KindAudio: "AUDIO", core.KindConversation: "CHAT",
}

// reasonText returns the muted last line: which retriever found the hit, at
// which rank, and the section that contains it.
func reasonText(h core.Hit) string {
	var parts []string
	for _, r := range h.Reasons {
		part := r.Retriever
		if part == "moved" || part == "mention" { // why it stands lower is said in words, first
			parts = append([]string{r.Detail}, parts...)
			continue
		}
		if r.Rank > 0 {
			part += " #" + strconv.Itoa(r.Rank)
		}
		parts = append(parts, part)
	}
	if h.Passage.Section != "" {
		parts = append(parts, h.Passage.Section)
	}
	return strings.Join(parts, " · ")
}
