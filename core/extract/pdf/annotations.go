package pdf

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"

	"ibid/core"
	"ibid/core/extract/container"
)

// Bounds of what is read of form fields and comments.
const (
	mostAnnotations  = 20_000           // of a document
	mostOnPage       = 2000             // annotations of any kind that are looked at
	longestValue     = 32 << 10         // bytes of one field or comment
	longestFieldName = 80               // bytes of a field's name
	mostValues       = 4 << 20          // bytes of all values of a document
	largestAnnotated = 128 << 20        // bytes of the file
	deepestFields    = 16               // fields within each other
	deepestPages     = 64               // levels of the page tree
	mostPacked       = 256 << 20        // bytes of object streams that are searched
	annotationTime   = 20 * time.Second // by the clock
)

// annotation is text on a page that is not part of its contents: the value of a
// form field, the caption of a button, a comment. ISO 32000-1, 12.5 and 12.7.
type annotation struct {
	text  string // clean lines, each ended by \n: "Name: value"
	marks bool   // it marks words of the contents, as a highlight does
	area         // on the page as it is drawn
}

// annotations returns the visible annotations with text of each page, from top to
// bottom, then from left to right. It returns nil if there are none, or if pdfcpu
// does not count as many pages as MuPDF. data is what Prepare returned.
func annotations(ctx context.Context, data []byte, pages int) (found [][]annotation) {
	if len(data) <= largestAnnotated && mayAnnotate(data) {
		guarded(annotationTime, func() { found = readAnnotations(ctx, data, pages) })
	}
	return found
}

// textSubtypes are the annotations that can show text, as a file writes them.
var textSubtypes = [][]byte{
	[]byte("/Widget"), []byte("/FreeText"), []byte("/Stamp"), []byte("/Highlight"), []byte("/Underline"), []byte("/StrikeOut"),
	[]byte("/Squiggly"), []byte("/Caret"), []byte("/Ink"), []byte("/Subtype/Text"), []byte("/Subtype /Text"),
}

// mayAnnotate reports whether a file may have annotations that show text. Most
// files have none and are spared a second parser.
func mayAnnotate(data []byte) bool {
	names := func(b []byte) bool {
		return slices.ContainsFunc(textSubtypes, func(mark []byte) bool { return bytes.Contains(b, mark) })
	}
	if names(data) {
		return true
	}
	packed := []byte("/ObjStm")
	if bytes.Contains(data, packed) && bytes.Contains(data, []byte("/Encrypt")) {
		return true // encrypted object streams cannot be searched
	}
	for left := int64(mostPacked); left > 0; {
		_, rest, ok := bytes.Cut(data, packed)
		if !ok {
			return false
		}
		data = rest
		objects := inflate(data, left)
		if names(objects) {
			return true
		}
		left -= int64(len(objects))
	}
	return true
}

// inflate unpacks at most limit bytes of the stream that begins next in data.
// What follows a fault is left out.
func inflate(data []byte, limit int64) []byte {
	const dictionary = 4096 // bytes before a stream
	const begin = "stream"
	at := bytes.Index(data[:min(len(data), dictionary)], []byte(begin))
	if at < 0 {
		return nil
	}
	out, _ := container.Inflate(bytes.TrimLeft(data[at+len(begin):], "\r\n"), limit)
	return out
}

// readAnnotations reads the annotations of all pages; nil if there are none.
func readAnnotations(ctx context.Context, data []byte, pages int) [][]annotation {
	file, catalog, err := parse(data)
	if err != nil {
		return nil
	}
	r := annotationReader{objects: objects{file.XRefTable}, ctx: ctx, most: pages}
	if root, there := catalog.Find("Pages"); there {
		r.pages(root, frame{unit: 1}, 0)
	}
	if len(r.out) != pages || r.count == 0 {
		return nil
	}
	return r.out
}

// annotationReader walks the pages of a file.
type annotationReader struct {
	objects
	ctx   context.Context
	most  int            // pages that MuPDF counts
	nodes int            // of the page tree that were visited
	out   [][]annotation // of each page
	count int            // annotations in out
	bytes int            // of their texts
}

// pages reads the pages below a node of the page tree. f holds the attributes
// that the node inherits.
func (r *annotationReader) pages(node types.Object, f frame, depth int) {
	r.nodes++
	d, err := r.x.DereferenceDict(node)
	if err != nil || d == nil || depth > deepestPages || r.nodes > 4*r.most+deepestPages || r.ctx.Err() != nil {
		return
	}
	f.inherit(r.objects, d)
	kids, there := d.Find("Kids")
	if !there {
		if len(r.out) <= r.most {
			r.out = append(r.out, r.page(d, f))
		}
		return
	}
	list, _ := r.x.DereferenceArray(kids)
	for _, kid := range list {
		r.pages(kid, f, depth+1)
	}
}

// page reads the annotations of one page.
func (r *annotationReader) page(d types.Dict, f frame) []annotation {
	list := r.array(d, "Annots")
	var out []annotation
	for _, o := range list[:min(len(list), mostOnPage)] {
		a, err := r.x.DereferenceDict(o)
		if err != nil || a == nil || r.count >= mostAnnotations || r.ctx.Err() != nil {
			continue
		}
		if found, ok := r.annotation(a, f); ok && r.bytes+len(found.text) <= mostValues {
			r.count++
			r.bytes += len(found.text)
			out = append(out, found)
		}
	}
	slices.SortStableFunc(out, func(a, b annotation) int {
		return cmp.Or(cmp.Compare(a.row(), b.row()), cmp.Compare(a.left, b.left))
	})
	return out
}

// flagsUnseen are the flags of an annotation that is not shown: Hidden and NoView
// of ISO 32000-1, table 165.
const flagsUnseen = 1<<1 | 1<<5

// annotation reads one annotation. ok is false if it shows no text or is hidden.
func (r *annotationReader) annotation(d types.Dict, f frame) (a annotation, ok bool) {
	place, ok := f.place(r.numbers(d, "Rect"))
	if !ok || r.flags(d, "F")&flagsUnseen != 0 {
		return annotation{}, false
	}
	label, value, marks := "", "", false
	switch r.name(d, "Subtype") {
	case "Widget":
		label, value = r.field(d)
	case "Highlight", "Underline", "Squiggly", "StrikeOut":
		value, marks = r.text(d, "Contents"), true
	case "FreeText", "Text", "Stamp", "Caret", "Ink", "Line", "Square", "Circle", "Polygon", "PolyLine", "FileAttachment":
		value = r.text(d, "Contents")
	}
	if value = cleanValue(value); value == "" {
		return annotation{}, false
	}
	if label != "" {
		value = label + ": " + value
	}
	return annotation{text: value, marks: marks, area: place}, true
}

// annotate appends the texts of annotations to the text of a page, without those
// that only repeat its contents.
func annotate(p *core.Page, list []annotation) {
	contents := squeezeLine(p.Text)
	var b strings.Builder
	for _, a := range list {
		if !a.copies(contents) {
			b.WriteString(a.text)
		}
	}
	words := strings.TrimRight(b.String(), "\n")
	if words == "" {
		return
	}
	if p.Text != "" {
		p.Text += "\n"
	}
	p.Text += words
	p.Annotations = len(words)
}

// longCopy is how many bytes a comment must share with the contents to count as a
// copy of them, wherever it stands.
const longCopy = 40

// copies reports whether the annotation only repeats the contents of its page,
// which are given without white space: it marks words and quotes them, or it is
// long.
func (a annotation) copies(contents string) bool {
	words := squeezeLine(a.text)
	return (a.marks || len(words) >= longCopy) && strings.Contains(contents, words)
}

// annotations reads the annotations of a document of count pages, nil in safe
// mode.
func (x Extractor) annotations(ctx context.Context, in core.Input, count int) [][]annotation {
	data, err := Prepare(in.Data, in.Password)
	if err != nil || x.Safe {
		return nil
	}
	return annotations(ctx, data, count)
}

// addAnnotationLines adds a line for each line of an annotation to the layout of
// its page, at the end of the text and of the reading order. A page whose text was
// made with other annotations stays as it is.
func (x Extractor) addAnnotationLines(ctx context.Context, in core.Input, count int, pages []core.Page, drafts []draft) {
	if !slices.ContainsFunc(pages, func(p core.Page) bool { return p.Annotations > 0 }) {
		return
	}
	found := x.annotations(ctx, in, count)
	for i, p := range pages {
		if n := p.Index - 1; n >= 0 && n < len(found) {
			drafts[i].addAnnotationLines(p, found[n])
		}
	}
}

func (s *draft) addAnnotationLines(p core.Page, list []annotation) {
	again := core.Page{Text: p.Contents()}
	if annotate(&again, list); again.Text != p.Text || p.Annotations == 0 {
		return
	}
	at := len(p.Text) - p.Annotations
	contents := squeezeLine(p.Contents())
	for _, a := range list {
		if a.copies(contents) {
			continue
		}
		rows := strings.Split(strings.TrimRight(a.text, "\n"), "\n")
		height := (a.bottom - a.top) / float64(len(rows))
		for n, row := range rows {
			if s.Order != nil {
				s.Order = append(s.Order, len(s.Lines))
			}
			s.Lines = append(s.Lines, core.Line{
				Span: core.Span{Start: at, End: at + len(row)},
				Left: float32(a.left), Top: float32(a.top + float64(n)*height), Right: float32(a.right),
				Height: float32(height), Size: float32(min(height*0.8, 12)),
			})
			at += len(row) + 1
		}
	}
}
