package settings

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"ibid/ui/say"
	uiwidget "ibid/ui/widget"
)

// reading is the page about scans, windows and language servers.
type reading struct {
	dialog    *Dialog
	content   fyne.CanvasObject
	languages *widget.Label // which are installed
}

func newReading(d *Dialog) *reading {
	r := &reading{dialog: d, languages: muted("")}
	scans := newCheck(d, "ocr.enabled", "Read scans and other pictures of text with Tesseract", r.look)
	languages := newField(d, "ocr.languages", "eng, or several as eng+deu", r.look)
	characters := newField(d, "search.pdf_context_chars", "500", nil)
	lines := newField(d, "search.context_lines", "5", nil)
	servers := newCheck(d, "code.language_servers", "Ask gopls, pyright and typescript-language-server who uses a name, where they are installed", nil)
	r.content = container.NewVScroll(uiwidget.Inset(8, 8, 2, 2, uiwidget.Column(8,
		panel(uiwidget.Column(4, heading("Scans"), scans.withBelow(), uiwidget.NewForm(uiwidget.Named{Name: "Languages", Object: languages.withBelow()}), r.languages)),
		panel(uiwidget.Column(4, heading("Around a place"),
			uiwidget.NewForm(uiwidget.Named{Name: "Characters before and after, in PDFs, books and web pages", Object: characters.withBelow()},
				uiwidget.Named{Name: "Lines before and after, in text and source code", Object: lines.withBelow()}),
			muted("A folder can have its own: see Settings in the manual."))),
		panel(uiwidget.Column(4, heading("Source code"), servers.withBelow(),
			muted("A language server is a large program that reads a repository nobody vouches for, outside of Ibid's limits on memory. It is told to fetch nothing and to change nothing."))))))
	r.look()
	return r
}

// look shows the installed OCR languages.
func (r *reading) look() {
	d := r.dialog
	d.bridge.Run(func(ctx context.Context) func() {
		all, err := d.engine.OCRLanguages(ctx)
		words := "Installed: " + strings.Join(all, ", ") + ". A page that was read already is not read again."
		if err != nil {
			words = say.NoOCR(err)
		}
		return func() { r.languages.SetText(words) }
	})
}
