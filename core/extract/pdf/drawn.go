package pdf

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// Bounds of what is added to a file to be drawn.
const (
	largestDrawn = 32 << 20        // bytes of the file; a larger one is drawn as it is
	mostDrawn    = 4 << 20         // bytes that are added
	drawnTime    = 5 * time.Second // by the clock
)

// Drawn makes form fields and comments a part of what the pages of a file are
// drawn of: MuPDF, as it is called here, draws a page without them. data is what
// Prepare returned. It is returned as it is if there is nothing to add, or if it
// is not understood well enough; else its copy, with an update at its end
// (ISO 32000-1, 7.5.6). A parser that does not come to an end cannot be stopped:
// it ends the process after drawnTime.
func Drawn(data []byte) (out []byte) {
	if len(data) > largestDrawn || !mayAnnotate(data) {
		return data
	}
	watchdog := time.AfterFunc(drawnTime, func() { panic("form fields and comments cannot be read in time") })
	defer watchdog.Stop()
	defer func() {
		if recover() != nil {
			out = data // the parser met what it does not expect
		}
	}()
	model.ConfigPath = "disable" // never read or write a configuration folder
	file, err := api.ReadContext(bytes.NewReader(data), model.NewDefaultConfiguration())
	before, found := lastTable(data)
	if err != nil || !found || file.Encrypt != nil || file.Root == nil || file.Size == nil {
		return data
	}
	root, err := file.Catalog()
	if err != nil {
		return data
	}
	w := updater{fieldReader: fieldReader{x: file.XRefTable}, next: *file.Size, at: make(map[int]int)}
	w.out.Write(data)
	w.out.WriteByte('\n')
	w.begin = w.stream("q\n")
	if top, there := root.Find("Pages"); there {
		w.tree(top, nil, 0)
	}
	if w.drawn == 0 || w.out.Len() > len(data)+mostDrawn {
		return data
	}
	w.table(file.Root, before)
	return w.out.Bytes()
}

// lastTable is where a file says that its last table of objects begins.
func lastTable(data []byte) (int, bool) {
	const mark = "startxref"
	i := bytes.LastIndex(data, []byte(mark))
	if i < 0 {
		return 0, false
	}
	fields := bytes.Fields(data[i+len(mark) : min(len(data), i+len(mark)+40)])
	if len(fields) == 0 {
		return 0, false
	}
	n, err := strconv.Atoi(string(fields[0]))
	return n, err == nil && n > 0 && n < len(data)
}

// updater writes new objects behind a file.
type updater struct {
	fieldReader
	out   bytes.Buffer
	next  int         // number of the next object
	at    map[int]int // where the objects begin that were written
	begin types.IndirectRef
	drawn int // annotations
}

// object writes an object of a number.
func (w *updater) object(number int, body string) {
	w.at[number] = w.out.Len()
	fmt.Fprintf(&w.out, "%d 0 obj\n%s\nendobj\n", number, body)
}

// stream writes a new object with contents of a page.
func (w *updater) stream(contents string) types.IndirectRef {
	ref := *types.NewIndirectRef(w.next, 0)
	w.object(w.next, fmt.Sprintf("<</Length %d>>\nstream\n%s\nendstream", len(contents), contents))
	w.next++
	return ref
}

// tree goes through the pages below a node, which inherit resources.
func (w *updater) tree(node, resources types.Object, depth int) {
	w.nodes++
	d, err := w.x.DereferenceDict(node)
	if err != nil || d == nil || depth > deepestPages || w.nodes > mostAnnotations || w.out.Len() > largestDrawn+mostDrawn {
		return
	}
	if own, there := d.Find("Resources"); there {
		resources = own
	}
	if _, there := d.Find("Kids"); there {
		for _, kid := range w.array(d, "Kids") {
			w.tree(kid, resources, depth+1)
		}
		return
	}
	if ref, ok := node.(types.IndirectRef); ok && ref.GenerationNumber == 0 {
		w.page(ref.ObjectNumber.Value(), d, resources)
	}
}

// page writes a page anew whose contents draw its annotations too.
func (w *updater) page(number int, d types.Dict, resources types.Object) {
	forms := make(types.Dict)
	var draw strings.Builder
	list := w.array(d, "Annots")
	for _, o := range list[:min(len(list), mostOnPage)] {
		a, err := w.x.DereferenceDict(o)
		if err != nil || a == nil || w.drawn >= mostAnnotations {
			continue
		}
		if form, placed, ok := w.appearance(a); ok {
			w.drawn++
			name := fmt.Sprintf("Ibid%d", len(forms))
			forms[name] = form
			fmt.Fprintf(&draw, "q %s cm /%s Do Q\n", placed, name)
		}
	}
	if len(forms) == 0 {
		return
	}
	d = maps.Clone(d)
	contents := types.Array{w.begin}
	if old, there := d.Find("Contents"); there {
		if parts := w.array(d, "Contents"); parts != nil {
			contents = append(contents, parts...)
		} else {
			contents = append(contents, old)
		}
	}
	d["Contents"] = append(contents, w.stream("\nQ\n"+draw.String()))
	own, err := w.x.DereferenceDict(resources)
	if err != nil || own == nil {
		own = types.Dict{}
	}
	own = maps.Clone(own)
	if have, err := w.x.DereferenceDict(own["XObject"]); err == nil {
		maps.Copy(forms, have)
	}
	own["XObject"] = forms
	d["Resources"] = own
	w.object(number, d.PDFString())
}

// appearance is the form that draws an annotation, and the matrix that puts that
// where it stands on its page: ISO 32000-1, 12.5.5.
func (w *updater) appearance(a types.Dict) (form types.IndirectRef, placed string, ok bool) {
	if sort := w.name(a, "Subtype"); w.flags(a, "F")&flagsUnseen != 0 || sort == "Popup" || sort == "Link" {
		return form, "", false
	}
	o, _ := a.Find("AP")
	all, err := w.x.DereferenceDict(o)
	if err != nil || all == nil {
		return form, "", false
	}
	o, _ = all.Find("N")
	if states, err := w.x.DereferenceDict(o); err == nil && states != nil {
		o, _ = states.Find(w.name(a, "AS"))
	}
	form, isRef := o.(types.IndirectRef)
	s, _, err := w.x.DereferenceStreamDict(form)
	if !isRef || err != nil || s == nil {
		return form, "", false
	}
	rect, box := w.numbers(a, "Rect"), w.numbers(s.Dict, "BBox")
	if len(rect) != 4 || len(box) != 4 {
		return form, "", false
	}
	rect, box = ordered(rect), w.turned(ordered(box), s.Dict)
	if !(box[2] > box[0] && box[3] > box[1]) {
		return form, "", false
	}
	x, y := (rect[2]-rect[0])/(box[2]-box[0]), (rect[3]-rect[1])/(box[3]-box[1])
	return form, fmt.Sprintf("%f 0 0 %f %f %f", x, y, rect[0]-x*box[0], rect[1]-y*box[1]), true
}

// turned is the smallest upright box around one that the matrix of a form turns.
func (w *updater) turned(box []float64, form types.Dict) []float64 {
	m := []float64{1, 0, 0, 1, 0, 0}
	for i, o := range w.array(form, "Matrix") {
		n, err := w.x.DereferenceNumber(o)
		if err != nil || i == len(m) {
			return box
		}
		m[i] = n
	}
	var xs, ys []float64
	for _, corner := range [][2]int{{0, 1}, {0, 3}, {2, 1}, {2, 3}} {
		x, y := box[corner[0]], box[corner[1]]
		xs, ys = append(xs, m[0]*x+m[2]*y+m[4]), append(ys, m[1]*x+m[3]*y+m[5])
	}
	return []float64{slices.Min(xs), slices.Min(ys), slices.Max(xs), slices.Max(ys)}
}

// table ends the update: where its objects are, and the table before it.
func (w *updater) table(root *types.IndirectRef, before int) {
	start := w.out.Len()
	w.out.WriteString("xref\n")
	for _, n := range slices.Sorted(maps.Keys(w.at)) {
		fmt.Fprintf(&w.out, "%d 1\n%010d 00000 n \n", n, w.at[n])
	}
	fmt.Fprintf(&w.out, "trailer\n<</Size %d/Root %s/Prev %d>>\nstartxref\n%d\n%%%%EOF\n", w.next, root.PDFString(), before, start)
}
