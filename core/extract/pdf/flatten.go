package pdf

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// Bounds of Flatten.
const (
	largestFlattened = 32 << 20        // bytes of the file; a larger one stays as it is
	mostAdded        = 4 << 20         // bytes that are added to it
	flattenTime      = 5 * time.Second // by the clock
)

// Flatten makes form fields and comments part of the contents of their pages,
// because go-fitz draws a page without them. data is what Prepare returned. It is
// returned as it is if there is nothing to add or if pdfcpu cannot read it; else
// the result is a copy with an incremental update at its end (ISO 32000-1, 7.5.6).
func Flatten(data []byte) []byte {
	out := data
	if len(data) <= largestFlattened && mayAnnotate(data) {
		guarded(flattenTime, func() { out = flatten(data) })
	}
	return out
}

func flatten(data []byte) []byte {
	file, catalog, err := parse(data)
	before, found := lastTable(data)
	if err != nil || !found || file.Encrypt != nil || file.Root == nil || file.Size == nil {
		return data
	}
	w := updater{objects: objects{file.XRefTable}, next: *file.Size, offsets: make(map[int]int)}
	w.out.Write(data)
	w.out.WriteByte('\n')
	w.begin = w.stream("q\n")
	if root, there := catalog.Find("Pages"); there {
		w.tree(root, nil, 0)
	}
	if w.drawn == 0 || w.out.Len() > len(data)+mostAdded {
		return data
	}
	w.table(file.Root, before)
	return w.out.Bytes()
}

// lastTable returns the offset of the last cross-reference table, as the file
// gives it.
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

// updater writes an incremental update.
type updater struct {
	objects
	out     bytes.Buffer
	next    int               // number of the next new object
	offsets map[int]int       // where each written object begins, by its number
	begin   types.IndirectRef // stream that saves the graphics state before a page's own contents
	nodes   int               // of the page tree that were visited
	drawn   int               // annotations
}

// object writes an object under a number.
func (w *updater) object(number int, body string) {
	w.offsets[number] = w.out.Len()
	fmt.Fprintf(&w.out, "%d 0 obj\n%s\nendobj\n", number, body)
}

// stream writes a new object with contents of a page.
func (w *updater) stream(contents string) types.IndirectRef {
	ref := *types.NewIndirectRef(w.next, 0)
	w.object(w.next, fmt.Sprintf("<</Length %d>>\nstream\n%s\nendstream", len(contents), contents))
	w.next++
	return ref
}

// tree rewrites the pages below a node of the page tree. resources are those that
// the node inherits.
func (w *updater) tree(node, resources types.Object, depth int) {
	w.nodes++
	d, err := w.x.DereferenceDict(node)
	if err != nil || d == nil || depth > deepestPages || w.nodes > mostAnnotations || w.out.Len() > largestFlattened+mostAdded {
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

// page writes a page again, with contents that draw its annotations as well.
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

// appearance returns the form that draws an annotation, and the matrix that moves
// the form to the annotation's rectangle (ISO 32000-1, 12.5.5).
func (w *updater) appearance(a types.Dict) (form types.IndirectRef, placed string, ok bool) {
	if kind := w.name(a, "Subtype"); w.flags(a, "F")&flagsUnseen != 0 || kind == "Popup" || kind == "Link" {
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
	rect, box = ordered(rect), w.transformed(ordered(box), s.Dict)
	if !(box[2] > box[0] && box[3] > box[1]) {
		return form, "", false
	}
	x, y := (rect[2]-rect[0])/(box[2]-box[0]), (rect[3]-rect[1])/(box[3]-box[1])
	return form, fmt.Sprintf("%f 0 0 %f %f %f", x, y, rect[0]-x*box[0], rect[1]-y*box[1]), true
}

// table writes the cross-reference table that ends the update.
func (w *updater) table(root *types.IndirectRef, before int) {
	start := w.out.Len()
	w.out.WriteString("xref\n")
	for _, n := range slices.Sorted(maps.Keys(w.offsets)) {
		fmt.Fprintf(&w.out, "%d 1\n%010d 00000 n \n", n, w.offsets[n])
	}
	fmt.Fprintf(&w.out, "trailer\n<</Size %d/Root %s/Prev %d>>\nstartxref\n%d\n%%%%EOF\n", w.next, root.PDFString(), before, start)
}
