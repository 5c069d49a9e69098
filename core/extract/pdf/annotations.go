package pdf

import (
	"bytes"
	"cmp"
	"compress/zlib"
	"context"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// Bounds of what is read of form fields and comments.
const (
	mostAnnotations  = 20_000   // of a document
	mostOnPage       = 2000     // annotations of any kind that are looked at
	longestValue     = 32 << 10 // bytes of one field or comment
	longestLabelling = 80       // bytes of a field's name
	mostValues       = 4 << 20  // bytes of a document
	largestAnnotated = 128 << 20
	deepestFields    = 16
	deepestPages     = 64
	annotationTime   = 20 * time.Second // by the clock
)

// annotation is what stands on a page beside its contents: the value of a form
// field, the caption of a button, a comment. ISO 32000-1, 12.5 and 12.7.
type annotation struct {
	text  string // lines, clean, each ended by \n: "Name: value"
	marks bool   // words of the page's contents
	area         // of the page as it is drawn
}

// area is a rectangle in points from the upper left corner.
type area struct{ left, top, right, bottom float64 }

// annotations returns those that show words, for each of pages pages in the
// order of reading: from top to bottom, then from left to right. nil if there
// are none, or if the parser of annotations does not see as many pages as
// MuPDF. Hidden ones are left out. data is what Prepare returned. A parser that
// does not come to an end cannot be stopped: it ends the process after
// annotationTime, and the file is read again in safe mode.
func annotations(ctx context.Context, data []byte, pages int) (found [][]annotation) {
	if len(data) > largestAnnotated || !mayAnnotate(data) {
		return nil
	}
	watchdog := time.AfterFunc(annotationTime, func() { panic("form fields and comments cannot be read in time") })
	defer watchdog.Stop()
	defer func() {
		if recover() != nil {
			found = nil // the parser met what it does not expect
		}
	}()
	return readAnnotations(ctx, data, pages)
}

// shown are the marks of annotations that can show words, as they are written in a
// file.
var shown = [][]byte{
	[]byte("/Widget"), []byte("/FreeText"), []byte("/Stamp"), []byte("/Highlight"), []byte("/Underline"), []byte("/StrikeOut"),
	[]byte("/Squiggly"), []byte("/Caret"), []byte("/Ink"), []byte("/Subtype/Text"), []byte("/Subtype /Text"),
}

// mayAnnotate reports whether a file names an annotation that can show words,
// so that all others, which are most, are spared a second parser.
func mayAnnotate(data []byte) bool {
	names := func(b []byte) bool {
		return slices.ContainsFunc(shown, func(mark []byte) bool { return bytes.Contains(b, mark) })
	}
	if names(data) {
		return true
	}
	packed := []byte("/ObjStm")
	if bytes.Contains(data, packed) && bytes.Contains(data, []byte("/Encrypt")) {
		return true // what is packed cannot be looked into
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

// mostPacked is how many bytes of packed objects are looked into.
const mostPacked = 256 << 20

// inflate unpacks the stream that begins next in data, as far as it goes and up
// to limit bytes.
func inflate(data []byte, limit int64) []byte {
	const dictionary = 4096 // bytes before a stream
	const begin = "stream"
	at := bytes.Index(data[:min(len(data), dictionary)], []byte(begin))
	if at < 0 {
		return nil
	}
	body := bytes.TrimLeft(data[at+len(begin):], "\r\n")
	r, err := zlib.NewReader(bytes.NewReader(body))
	if err != nil {
		return nil
	}
	out, _ := io.ReadAll(io.LimitReader(r, limit)) // a damaged end does not matter
	return out
}

// readAnnotations reads the annotations of all pages; nil if there are none.
func readAnnotations(ctx context.Context, data []byte, pages int) [][]annotation {
	model.ConfigPath = "disable" // never read or write a configuration folder
	file, err := api.ReadContext(bytes.NewReader(data), model.NewDefaultConfiguration())
	if err != nil {
		return nil
	}
	root, err := file.Catalog()
	if err != nil {
		return nil
	}
	r := fieldReader{ctx: ctx, x: file.XRefTable, most: pages}
	if top, there := root.Find("Pages"); there {
		r.pages(top, frame{unit: 1}, 0)
	}
	if len(r.out) != pages || r.count == 0 {
		return nil
	}
	return r.out
}

// fieldReader walks the pages of a file.
type fieldReader struct {
	ctx   context.Context
	x     *model.XRefTable
	most  int // pages
	nodes int
	out   [][]annotation
	count int
	bytes int
}

// pages reads the pages below a node of the page tree, whose inherited
// attributes are in f.
func (r *fieldReader) pages(node types.Object, f frame, depth int) {
	r.nodes++
	d, err := r.x.DereferenceDict(node)
	if err != nil || d == nil || depth > deepestPages || r.nodes > 4*r.most+deepestPages || r.ctx.Err() != nil {
		return
	}
	f.inherit(r, d)
	kids, there := d.Find("Kids")
	if !there {
		if len(r.out) <= r.most {
			r.out = append(r.out, r.page(d, f))
		}
		return
	}
	list, err := r.x.DereferenceArray(kids)
	if err != nil {
		return
	}
	for _, kid := range list {
		r.pages(kid, f, depth+1)
	}
}

// page reads the annotations of one page.
func (r *fieldReader) page(d types.Dict, f frame) []annotation {
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

// row numbers the rows of a form: what is set in one row may be a little higher
// or lower.
func (a area) row() int { return int((a.top + a.bottom) / 2 / 8) }

// Flags of an annotation that is not seen: ISO 32000-1, table 165.
const flagsUnseen = 1<<1 | 1<<5 // Hidden, NoView

// annotation reads one, unless it shows no words or is not seen.
func (r *fieldReader) annotation(d types.Dict, f frame) (annotation, bool) {
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

// cleanValue makes lines without blank ones and without control characters.
func cleanValue(s string) string {
	s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	var b strings.Builder
	for line := range strings.Lines(strings.Map(plain, strings.ToValidUTF8(s, "\uFFFD"))) {
		line = strings.Map(func(r rune) rune {
			if r == '\x00' || r == '\ufeff' {
				return -1
			}
			return r
		}, line)
		if line = oneLine(line); line == "" {
			continue
		}
		if b.Len()+len(line) > longestValue {
			break
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

// Bits of the Ff entry of a field: ISO 32000-1, tables 226 and 228.
const (
	fieldPassword = 1 << 13
	fieldPush     = 1 << 16
)

// field is the name of a form field, as far as it says something, and what it
// shows: the value of a text or choice, the caption of a button.
func (r *fieldReader) field(d types.Dict) (label, value string) {
	ff := r.integer(r.inherited(d, "Ff"))
	kind, _ := r.x.Dereference(r.inherited(d, "FT"))
	switch kind {
	case types.Name("Tx"):
		if ff&fieldPassword == 0 {
			value = r.string(r.inherited(d, "V"))
		}
	case types.Name("Ch"):
		value = r.choice(r.inherited(d, "V"), r.inherited(d, "Opt"))
	case types.Name("Btn"):
		if ff&fieldPush == 0 {
			return "", "" // the caption of a box is its tick
		}
		if look, there := d.Find("MK"); there {
			if m, err := r.x.DereferenceDict(look); err == nil && m != nil {
				value = r.text(m, "CA")
			}
		}
		return "", value
	}
	return fieldLabel(r.string(r.inherited(d, "TU")), r.string(r.inherited(d, "T"))), value
}

// fieldLabel is the name for people, or the name for programs if it is made of
// words: not "f1_02[0]".
func fieldLabel(forPeople, forPrograms string) string {
	label := oneLine(strings.Map(plain, forPeople))
	if label == "" {
		label = oneLine(strings.Map(plain, forPrograms))
		if strings.ContainsAny(label, "0123456789_[]#") {
			return ""
		}
	}
	label = strings.TrimRight(label, ": ")
	if len(label) > longestLabelling {
		return ""
	}
	return label
}

// choice is what a choice field shows for its value, which may be a name that
// programs know, or several.
func (r *fieldReader) choice(value, options types.Object) string {
	value, _ = r.x.Dereference(value)
	list, several := value.(types.Array)
	if !several {
		list = types.Array{value}
	}
	shown := make(map[string]string)
	if all, err := r.x.DereferenceArray(options); err == nil {
		for _, o := range all[:min(len(all), mostOnPage)] {
			if pair, err := r.x.DereferenceArray(o); err == nil && len(pair) == 2 {
				shown[r.string(pair[0])] = r.string(pair[1])
			}
		}
	}
	var out []string
	for _, o := range list[:min(len(list), mostOnPage)] {
		s := r.string(o)
		out = append(out, cmp.Or(shown[s], s))
	}
	return strings.Join(out, "\n")
}

// inherited is an entry of a field or of the fields it is a part of; nil if none
// has it.
func (r *fieldReader) inherited(d types.Dict, key string) types.Object {
	for range deepestFields {
		if o, there := d.Find(key); there {
			return o
		}
		parent, there := d.Find("Parent")
		if !there {
			return nil
		}
		next, err := r.x.DereferenceDict(parent)
		if err != nil || next == nil {
			return nil
		}
		d = next
	}
	return nil
}

// string is a text, also one that is kept as a stream; empty if o is neither.
func (r *fieldReader) string(o types.Object) string {
	o, err := r.x.Dereference(o)
	if err != nil || o == nil {
		return ""
	}
	switch v := o.(type) {
	case types.StreamDict:
		if len(v.Raw) > longestValue || v.Decode() != nil || len(v.Content) > longestValue {
			return ""
		}
		o = types.StringLiteral(v.Content)
	case types.StringLiteral:
		if len(v) > 4*longestValue {
			return ""
		}
	case types.HexLiteral:
		if len(v) > 4*longestValue {
			return ""
		}
	default:
		return ""
	}
	s, err := model.Text(o)
	if err != nil {
		return ""
	}
	return s
}

func (r *fieldReader) text(d types.Dict, key string) string {
	o, _ := d.Find(key)
	return r.string(o)
}

func (r *fieldReader) name(d types.Dict, key string) string {
	o, _ := d.Find(key)
	o, _ = r.x.Dereference(o)
	n, _ := o.(types.Name)
	return string(n)
}

func (r *fieldReader) integer(o types.Object) int {
	if o == nil {
		return 0
	}
	n, err := r.x.DereferenceInteger(o)
	if err != nil || n == nil {
		return 0
	}
	return n.Value()
}

func (r *fieldReader) flags(d types.Dict, key string) int {
	o, _ := d.Find(key)
	return r.integer(o)
}

func (r *fieldReader) array(d types.Dict, key string) types.Array {
	o, there := d.Find(key)
	if !there {
		return nil
	}
	a, err := r.x.DereferenceArray(o)
	if err != nil {
		return nil
	}
	return a
}

// numbers are those of an array; nil if one of them is none.
func (r *fieldReader) numbers(d types.Dict, key string) []float64 {
	var out []float64
	for _, o := range r.array(d, key) {
		n, err := r.x.DereferenceNumber(o)
		if err != nil || len(out) == 4 {
			return nil
		}
		out = append(out, n)
	}
	return out
}
