package widget

import (
	"image"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ibid/core"
	"ibid/ui/theme"
)

// block is an object of a size.
func block(width, height float32) *canvas.Rectangle {
	r := canvas.NewRectangle(nil)
	r.SetMinSize(fyne.NewSize(width, height))
	return r
}

func TestBetweenGivesTheMiddleWhatIsLeft(t *testing.T) {
	test.NewTempApp(t)
	for _, tt := range []struct {
		name                string
		left, middle, right *canvas.Rectangle
		hide                func(left, middle, right *canvas.Rectangle)
		least               fyne.Size
		at, width           float32 // of the middle in 100
	}{
		{"all", block(10, 8), block(20, 6), block(30, 4), nil, fyne.NewSize(72, 8), 16, 48},
		{"without the left", nil, block(20, 6), block(30, 4), nil, fyne.NewSize(56, 6), 0, 64},
		{"without the right", block(10, 8), block(20, 6), nil, nil, fyne.NewSize(36, 8), 16, 84},
		{"the left is hidden", block(10, 8), block(20, 6), block(30, 4), func(l, _, _ *canvas.Rectangle) { l.Hide() }, fyne.NewSize(56, 6), 0, 64},
		{"the right is hidden", block(10, 8), block(20, 6), block(30, 4), func(_, _, r *canvas.Rectangle) { r.Hide() }, fyne.NewSize(36, 8), 16, 84},
		{"no room", block(60, 8), block(20, 6), block(60, 4), nil, fyne.NewSize(152, 8), 66, 0},
	} {
		object := func(r *canvas.Rectangle) fyne.CanvasObject { // a nil rectangle is no nil object
			if r == nil {
				return nil
			}
			return r
		}
		if tt.hide != nil {
			tt.hide(tt.left, tt.middle, tt.right)
		}
		c := Between(object(tt.left), object(tt.middle), object(tt.right))
		c.Resize(fyne.NewSize(100, 20))
		if c.MinSize() != tt.least || tt.middle.Position() != fyne.NewPos(tt.at, 7) || tt.middle.Size() != fyne.NewSize(tt.width, 6) {
			t.Errorf("%s: at least %v, the middle at %v, %v large", tt.name, c.MinSize(), tt.middle.Position(), tt.middle.Size())
		}
		if tt.right != nil && tt.right.Visible() && tt.right.Position().X+tt.right.Size().Width != 100 {
			t.Errorf("%s: the right part ends at %v", tt.name, tt.right.Position().X+tt.right.Size().Width)
		}
	}
}

func TestTallHasALeastHeight(t *testing.T) {
	test.NewTempApp(t)
	for height, want := range map[float32]float32{5: 8, 8: 8, 30: 30} {
		inner := block(10, 8)
		o := Tall(height, inner)
		o.Resize(fyne.NewSize(70, 90))
		if o.MinSize() != fyne.NewSize(10, want) || inner.Size() != fyne.NewSize(70, 90) {
			t.Errorf("%v: at least %v, %v large", height, o.MinSize(), inner.Size())
		}
	}
}

func TestWidgetsAreEnabledAndShownAsAsked(t *testing.T) {
	test.NewTempApp(t)
	b := widget.NewButton("", nil)
	for _, on := range []bool{false, false, true, true} {
		if Enable(b, on); b.Disabled() == on {
			t.Errorf("enabled %t, want %t", !b.Disabled(), on)
		}
		if Show(b, on); b.Visible() != on {
			t.Errorf("visible %t, want %t", b.Visible(), on)
		}
	}
}

func TestClicksReachWhoListens(t *testing.T) {
	test.NewTempApp(t)
	var got []string
	tap := &Tap{Content: block(10, 10)}
	tap.ExtendBaseWidget(tap)
	tap.Tapped(nil) // nobody listens
	tap.TappedSecondary(&fyne.PointEvent{})
	tap.OnTapped = func() { got = append(got, "first") }
	tap.OnSecondary = func(at fyne.Position) {
		if at == fyne.NewPos(7, 9) {
			got = append(got, "second")
		}
	}
	test.Tap(tap)
	tap.TappedSecondary(&fyne.PointEvent{Position: fyne.NewPos(1, 1), AbsolutePosition: fyne.NewPos(7, 9)})
	p := NewPicture(fyne.NewSize(20, 30))
	p.Tapped(nil)
	p.OnTapped = func() { got = append(got, "picture") }
	test.Tap(p)
	if !slices.Equal(got, []string{"first", "second", "picture"}) {
		t.Errorf("%q", got)
	}
}

func TestALineIsShortenedUnlessItIsWhole(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light))
	long := strings.Repeat("yield curve ", 20)
	for _, whole := range []bool{false, true} {
		l := NewLine(long, fynetheme.ColorNameForeground, theme.Body)
		l.Whole = whole
		l.Resize(fyne.NewSize(100, 20))
		shown := test.TempWidgetRenderer(t, l).Objects()[0].(*canvas.Text).Text
		if (shown == long) != whole || (l.MinSize().Width > 0) != whole || l.Text() != long || !whole && !strings.HasSuffix(shown, "…") {
			t.Errorf("whole %t: shows %q, at least %v", whole, shown, l.MinSize())
		}
		l.SetText("short")
		if got := test.TempWidgetRenderer(t, l).Objects()[0].(*canvas.Text); got.Text != "short" {
			t.Errorf("whole %t: still shows %q", whole, got.Text)
		}
		l.Set("short", fynetheme.ColorNameError)
		if got := test.TempWidgetRenderer(t, l).Objects()[0].(*canvas.Text); got.Color != Color(l.Theme(), fynetheme.ColorNameError) {
			t.Errorf("whole %t: the colour stays", whole)
		}
	}
	if l := NewBold("x", fynetheme.ColorNameForeground, theme.Body); !l.Style.Bold || l.Whole {
		t.Errorf("%+v", l)
	}
	if l := NewWhole("x", fynetheme.ColorNameForeground, theme.Body); l.Style.Bold || !l.Whole {
		t.Errorf("%+v", l)
	}
}

func TestABarIsFilledInPart(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light))
	b := NewBar()
	b.Resize(fyne.NewSize(200, 20))
	fill := test.TempWidgetRenderer(t, b).Objects()[1].(*canvas.Rectangle)
	for _, tt := range []struct {
		part, want float64
		full       bool
		width      float32 // 0: nothing is filled
	}{
		{0, 0, false, 0}, {-1, 0, false, 0}, {.5, .5, false, 100}, {.01, .01, false, barHeight}, {1, 1, false, 200}, {1.5, 1, true, 200}, {0, 0, false, 0},
	} {
		b.Set(tt.part, tt.full)
		color := fynetheme.ColorNamePrimary
		if tt.full {
			color = fynetheme.ColorNameWarning
		}
		if b.Part() != tt.want || fill.Hidden != (tt.width == 0) || tt.width > 0 && fill.Size().Width != tt.width || fill.FillColor != Color(b.Theme(), color) {
			t.Errorf("%v: %v, hidden %t, %v wide, %v", tt.part, b.Part(), fill.Hidden, fill.Size().Width, fill.FillColor)
		}
	}
}

func TestButtonsThatAreInertDoNotReact(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light))
	taps := 0
	b := NewToggle(func() { taps++ })
	image := test.TempWidgetRenderer(t, b).Objects()[1].(*canvas.Image)
	off := image.Resource
	test.Tap(b)
	b.Enable(false)
	test.Tap(b)
	if taps != 1 || image.Translucency == 0 {
		t.Errorf("%d taps, translucency %v", taps, image.Translucency)
	}
	b.Enable(true)
	test.Tap(b)
	if taps != 2 || image.Translucency != 0 {
		t.Errorf("%d taps, translucency %v", taps, image.Translucency)
	}
	b.SetOn(true)
	if lit := image.Resource; !b.on || lit == off {
		t.Error("a button that is on looks as before")
	}
	b.SetOn(false)
	if b.on || image.Resource != off {
		t.Error("a button that is off again looks as if it were on")
	}
	NewIconButton(fynetheme.CancelIcon(), "", nil).Tapped(nil) // nobody listens
}

func TestAnEmptyPaneSaysWhy(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light))
	e := NewEmpty(nil, "Nothing here", "Drop files.")
	if title, body := e.Text(); title != "Nothing here" || body != "Drop files." || !e.box.Hidden {
		t.Errorf("%q, %q, icon %t", title, body, !e.box.Hidden)
	}
	e.Set(fynetheme.SearchIcon(), "Nothing found", "")
	if title, body := e.Text(); title != "Nothing found" || body != "" || e.box.Hidden {
		t.Errorf("%q, %q, icon %t", title, body, !e.box.Hidden)
	}
}

func TestAPictureTakesThePlaceOfItsSheet(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light))
	p := NewPicture(fyne.NewSize(60, 80))
	parts := test.TempWidgetRenderer(t, p).Objects()
	tag, shown := parts[1].(*canvas.Text), parts[2].(*canvas.Image)
	p.SetImage(nil, "PDF")
	if p.Image() != nil || !shown.Hidden || tag.Hidden || tag.Text != "PDF" || p.inner() != fyne.NewSize(80*.74, 80) {
		t.Errorf("sheet: %v, tag %q, hidden %t", p.inner(), tag.Text, tag.Hidden)
	}
	img := image.NewRGBA(image.Rect(0, 0, 50, 70))
	p.SetImage(img, "PDF")
	if p.Image() != img || shown.Hidden || shown.Image != img || !tag.Hidden || p.inner() != fyne.NewSize(50, 70) {
		t.Errorf("picture: %v, hidden %t, tag hidden %t", p.inner(), shown.Hidden, tag.Hidden)
	}
	p.SetImage(nil, "PDF")
	if shown.Image != nil || !shown.Hidden || tag.Hidden {
		t.Errorf("sheet again: %v", shown.Image)
	}
	if w, h := p.Pixels(); w != 60 || h != 80 {
		t.Errorf("%d × %d pixels", w, h)
	}
	if wide := NewPicture(fyne.NewSize(10, 80)); wide.inner() != fyne.NewSize(10, 80) {
		t.Errorf("a narrow box: %v", wide.inner())
	}
}

func TestASnippetDrawsItsMarksBelowItsText(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light))
	s := NewSnippet(2)
	s.Set("the yield curve", []core.Span{{Start: 4, End: 9}})
	s.Resize(fyne.NewSize(400, 60))
	r := test.TempWidgetRenderer(t, s)
	ground, isGround := r.Objects()[0].(*canvas.Rectangle)
	if !isGround || len(r.Objects()) != 4 || s.Text() != "the yield curve" || !slices.Equal(s.Marked(), []string{"yield"}) {
		t.Fatalf("%d objects, marked %q", len(r.Objects()), s.Marked())
	}
	word := r.Objects()[2].(*canvas.Text)
	if word.Text != "yield" || !word.TextStyle.Bold || word.Color != Color(s.Theme(), theme.Marked) || ground.Position().X > word.Position().X || ground.Size().Width < word.Size().Width {
		t.Errorf("%q at %v on %v, %v large", word.Text, word.Position(), ground.Position(), ground.Size())
	}
	before := s.MinSize().Height
	s.SetLines(4)
	if s.MinSize().Height != 2*before || s.MinSize().Width != 0 {
		t.Errorf("%v high with 4 lines, %v with 2", s.MinSize().Height, before)
	}
}

func TestAListShowsItsItemsAndKeepsNoneSelected(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light))
	items := []string{"a", "b"}
	bound := map[int]string{}
	l := NewList(&items, func() *widget.Label { return widget.NewLabel("") }, func(r *widget.Label, i int, item string) {
		r.SetText(item)
		bound[i] = item
	})
	w := test.NewTempWindow(t, l)
	w.Resize(fyne.NewSize(100, 300))
	if len(bound) != 2 || bound[1] != "b" {
		t.Errorf("%v", bound)
	}
	items = append(items, "c")
	l.Refresh()
	if bound[2] != "c" {
		t.Errorf("%v", bound)
	}
	unselected := -1
	l.OnUnselected = func(i int) { unselected = i }
	l.Select(1)
	if unselected != 1 {
		t.Error("what was clicked stays selected")
	}
	e := &struct{ Entry }{}
	e.Make(nil, nil)
	e.ExtendBaseWidget(e)
	if !e.State.Whole || e.Title.Whole || e.MinSize().Height <= e.Title.MinSize().Height {
		t.Errorf("an entry is %v large", e.MinSize())
	}
	if Primary("x", nil, nil).Importance != widget.HighImportance || Quiet("x", nil, nil).Importance != widget.LowImportance {
		t.Error("buttons look alike")
	}
	note := NewNote("x", widget.LowImportance)
	SetNote(note, "y", widget.DangerImportance)
	if note.Text != "y" || note.Importance != widget.DangerImportance || note.Wrapping != fyne.TextWrapWord {
		t.Errorf("%+v", note)
	}
}

func TestAListingScrollsToItsMark(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light))
	l := NewListing()
	w := test.NewTempWindow(t, l)
	w.Resize(fyne.NewSize(400, 200))
	text := strings.Repeat("line\n", 200)
	l.Set(text, 1, Mono, []core.Span{{Start: 100 * 5, End: 100*5 + 4}})
	l.ScrollToMark()
	want := float32(100-contextRows) * l.rowHeight()
	if got := l.list.GetScrollOffset(); got != want {
		t.Errorf("scrolled to %v, want %v", got, want)
	}
	l.Scroll(2)
	if got := l.list.GetScrollOffset(); got != want+2*l.rowHeight() {
		t.Errorf("two rows on: %v", got)
	}
	l.Scroll(-1000)
	if got := l.list.GetScrollOffset(); got != 0 {
		t.Errorf("far up: %v", got)
	}
	if !slices.Equal(l.Marked(), []string{"line"}) || l.Text() != text {
		t.Errorf("marked %q", l.Marked())
	}
	l.Scroll(20)
	l.Set(text, 1, Mono, nil)
	l.ScrollToMark()
	if got := l.list.GetScrollOffset(); got != 0 {
		t.Errorf("without a mark: %v", got)
	}
}

func TestADialogIsClosedByItsKeys(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light))
	w := test.NewTempWindow(t, block(10, 10))
	w.Resize(fyne.NewSize(300, 200))
	var got []string
	note := func(what string) func() { return func() { got = append(got, what) } }
	d := NewDialog(w.Canvas(), "Title", widget.NewLabel("content"), nil, widget.NewButton("Cancel", note("cancel")), widget.NewButton("Save", note("save")))
	d.OnHide = note("hidden")
	d.OnKey = func(k fyne.KeyName) { got = append(got, string(k)) }
	if d.Hide(); d.Visible() || len(got) > 0 {
		t.Fatalf("a dialog that was not open is closed: %q", got)
	}
	d.Show(fyne.NewSize(1000, 120), nil)
	if size := d.popup.Content.Size(); !d.Visible() || size.Width > 300 {
		t.Errorf("visible %t, %v large", d.Visible(), size)
	}
	key := func(k fyne.KeyName) { w.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: k}) }
	key(fyne.KeyReturn)
	key(fyne.KeyEnter)
	key(fyne.KeyF5)
	key(fyne.KeyEscape)
	if d.Visible() || w.Canvas().OnTypedKey() != nil || strings.Join(got, " ") != "save save F5 hidden" {
		t.Errorf("visible %t: %q", d.Visible(), got)
	}
	f := NewField("name", func() { d.Hide() })
	f.SetText("old")
	d = NewDialog(w.Canvas(), "Title", f, nil, widget.NewButton("Save", nil))
	d.Show(fyne.NewSize(100, 100), f)
	if w.Canvas().Focused() != f || f.SelectedText() != "old" || f.PlaceHolder != "name" {
		t.Errorf("the field is selected: %q", f.SelectedText())
	}
	f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyBackspace})
	if f.Text != "" || !d.Visible() {
		t.Errorf("%q after the key", f.Text)
	}
	f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if d.Visible() {
		t.Error("Escape in the field leaves the dialog open")
	}
	d.Show(fyne.NewSize(100, 100), f)
	f.OnEscape = nil
	if f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape}); !d.Visible() {
		t.Error("Escape closes the dialog though nobody listens")
	}
}

func TestAFormNamesItsFields(t *testing.T) {
	test.NewTempApp(t)
	a, b := block(1, 1), block(2, 2)
	c := NewForm(Named{"One", a}, Named{"Two", b}).(*fyne.Container)
	if len(c.Objects) != 4 || c.Objects[1] != fyne.CanvasObject(a) || c.Objects[2].(*widget.Label).Text != "Two" || c.Objects[3] != fyne.CanvasObject(b) {
		t.Errorf("%v", c.Objects)
	}
}

// A window without a layer for tips, and a button without a hint, show none.
func TestTipsNeedALayerAndAHint(t *testing.T) {
	test.NewTempApp(t)
	waiting := 0
	tips := NewTips(func(time.Duration, func()) func() {
		waiting++
		return func() { waiting-- }
	})
	taps := 0
	for _, tt := range []struct {
		hint    string
		content func(b fyne.CanvasObject) fyne.CanvasObject
		want    int
	}{
		{"Help", func(b fyne.CanvasObject) fyne.CanvasObject { return container.NewStack(b, tips) }, 1},
		{"", func(b fyne.CanvasObject) fyne.CanvasObject { return container.NewStack(b, tips) }, 0},
		{"Help", func(b fyne.CanvasObject) fyne.CanvasObject { return container.NewStack(b) }, 0},
		{"Help", func(b fyne.CanvasObject) fyne.CanvasObject { return b }, 0},
	} {
		waiting = 0
		b := NewHintButton("?", nil, tt.hint, func() { taps++ })
		w := test.NewWindow(tt.content(b))
		b.MouseIn(nil)
		if waiting != tt.want {
			t.Errorf("%q: %d wait, want %d", tt.hint, waiting, tt.want)
		}
		b.MouseOut()
		if waiting != 0 {
			t.Errorf("%q: %d wait when the mouse has left", tt.hint, waiting)
		}
		b.MouseIn(nil)
		b.Tapped(nil)
		if waiting != 0 {
			t.Errorf("%q: %d wait after a click", tt.hint, waiting)
		}
		w.Close()
	}
	if taps != 4 {
		t.Errorf("%d taps", taps)
	}
}

func TestAGroundFollowsItsTheme(t *testing.T) {
	app := test.NewTempApp(t)
	app.Settings().SetTheme(theme.New(theme.Light))
	for _, stroke := range []fyne.ThemeColorName{"", fynetheme.ColorNameInputBorder} {
		g := NewGround(theme.Tint, stroke, 4)
		g.Resize(fyne.NewSize(30, 20))
		rect := test.TempWidgetRenderer(t, g).Objects()[0].(*canvas.Rectangle)
		if rect.FillColor != Color(g.Theme(), theme.Tint) || rect.CornerRadius != 4 || rect.Size() != g.Size() || (rect.StrokeWidth == 1) != (stroke != "") {
			t.Errorf("border %q: %+v", stroke, rect)
		}
	}
	icon := NewIcon()
	icon.Set(fynetheme.HomeIcon(), theme.Muted)
	if icon.MinSize() != fyne.NewSquareSize(18) || icon.Resource == nil {
		t.Errorf("an icon is %v large, %v", icon.MinSize(), icon.Resource)
	}
	words := NewWhole("pdf", theme.Muted, theme.Caption)
	if chip := NewChip(words); chip.MinSize() != words.MinSize().AddWidthHeight(10, 2) {
		t.Errorf("a chip is %v large, its words %v", chip.MinSize(), words.MinSize())
	}
	if sign := NewSign(fynetheme.HomeIcon(), theme.Muted); sign.MinSize() != fyne.NewSquareSize(14) {
		t.Errorf("a sign is %v large", sign.MinSize())
	}
}

func TestALineThatIsTooLongIsCutButInTheDenseSetting(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light))
	l := NewListing()
	test.NewTempWindow(t, l).Resize(fyne.NewSize(300, 200))
	for _, tt := range []struct {
		bytes int
		set   Setting
		cut   bool
	}{
		{longestLine, Mono, false}, {longestLine + 1, Mono, true}, {longestLine + 1, Dense, false},
	} {
		l.Set(strings.Repeat("aaaa ", longestLine)[:tt.bytes], 0, tt.set, nil)
		length := 0
		for _, r := range l.rows {
			length += len(r.text)
		}
		if last := l.rows[len(l.rows)-1].text; strings.HasSuffix(last, "…") != tt.cut || !tt.cut && length != tt.bytes {
			t.Errorf("%d bytes: %d shown, ending in %q", tt.bytes, length, last)
		}
	}
}

func TestAWordThatIsTooWideIsBrokenAnywhere(t *testing.T) {
	one := func(s string) float32 { return float32(len([]rune(s))) }
	for _, tt := range []struct {
		word  string
		width float32
		want  int // bytes
	}{
		{"abc", 2, 2}, {"abc", 3, 3}, {"abc", 9, 3}, {"abc", 0, 1}, {"éé", 1, 2}, {"", 1, 0},
	} {
		if got := fitting(tt.word, tt.width, one); got != tt.want {
			t.Errorf("%q in %v: %d bytes, want %d", tt.word, tt.width, got, tt.want)
		}
	}
	for at, want := range map[int]int{0: 3, 3: 6, 6: 6} {
		if got := wordEnd("aa bb ", at); got != want {
			t.Errorf("from %d: %d, want %d", at, got, want)
		}
	}
}
