package pdf

import (
	"bytes"
	"errors"
	"strconv"
	"strings"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"

	"ibid/core"
)

// Bounds of a tree of page labels, far above what documents have.
const (
	deepestLabels = 16      // levels of the tree
	mostRanges    = 100_000 // of a document
	longestLabel  = 32      // bytes
)

var errLabels = errors.New("page labels are damaged")

// labelRange is a run of pages with consecutive numbers: ISO 32000-1, 12.4.2.
type labelRange struct {
	first  int    // 0-based index of its first page
	style  string // D, R, r, A, a, or empty for the prefix alone
	prefix string
	start  int // number of its first page
}

// labels returns the printed number of each page from the document's catalogue;
// nil if it gives none, none that differ from the index, or if the labels are
// damaged: then pages are cited by their index. data is what Prepare returned.
func labels(data []byte, pages int) (out []string) {
	if !bytes.Contains(data, []byte("/PageLabels")) && !bytes.Contains(data, []byte("/ObjStm")) {
		return nil // most files have none and are spared a second parser
	}
	guarded(annotationTime, func() {
		file, catalog, err := parse(data)
		if err != nil {
			return
		}
		if tree, there := catalog.Find("PageLabels"); there {
			if ranges, err := labelTree(file.XRefTable, tree, 0, nil); err == nil {
				out = number(ranges, pages)
			}
		}
	})
	return out
}

// labelTree appends the ranges below a node of the number tree.
func labelTree(x *model.XRefTable, node types.Object, depth int, ranges []labelRange) ([]labelRange, error) {
	d, err := x.DereferenceDict(node)
	if err != nil {
		return nil, err
	}
	if depth > deepestLabels || d == nil {
		return nil, errLabels
	}
	if nums, there := d.Find("Nums"); there {
		a, err := x.DereferenceArray(nums)
		if err != nil {
			return nil, err
		}
		for i := 0; i+1 < len(a) && len(ranges) < mostRanges; i += 2 {
			r, err := labelEntry(x, a[i], a[i+1])
			if err != nil {
				return nil, err
			}
			ranges = append(ranges, r)
		}
	}
	if kids, there := d.Find("Kids"); there {
		a, err := x.DereferenceArray(kids)
		if err != nil {
			return nil, err
		}
		for _, kid := range a {
			if len(ranges) >= mostRanges {
				return nil, errLabels
			}
			if ranges, err = labelTree(x, kid, depth+1, ranges); err != nil {
				return nil, err
			}
		}
	}
	return ranges, nil
}

func labelEntry(x *model.XRefTable, index, value types.Object) (labelRange, error) {
	first, err := x.DereferenceInteger(index)
	if err != nil || first == nil {
		return labelRange{}, errors.Join(errLabels, err)
	}
	d, err := x.DereferenceDict(value)
	if err != nil {
		return labelRange{}, err
	}
	r := labelRange{first: first.Value(), start: 1}
	if style := d.NameEntry("S"); style != nil {
		r.style = *style
	}
	if start := d.IntEntry("St"); start != nil {
		r.start = *start
	}
	if prefix, there := d.Find("P"); there {
		if r.prefix, err = x.DereferenceText(prefix); err != nil {
			return labelRange{}, err
		}
		r.prefix = oneLine(field(r.prefix))
	}
	return r, nil
}

// number returns the label of each page, nil if no label differs from the index.
// A label that is too long to be printed on a page is left empty.
func number(ranges []labelRange, pages int) []string {
	out := make([]string, pages)
	differ := false
	for i, r := range ranges {
		end := pages
		if i+1 < len(ranges) {
			end = min(end, ranges[i+1].first)
		}
		for n := max(r.first, 0); n < end; n++ {
			label := r.prefix + numeral(r.style, r.start+n-r.first)
			if len(label) > longestLabel {
				label = ""
			}
			out[n] = label
			differ = differ || label != "" && label != strconv.Itoa(n+1)
		}
	}
	if !differ {
		return nil
	}
	return out
}

// numeral writes n, which is 1 or more, in a style of page labels.
func numeral(style string, n int) string {
	switch style {
	case "D":
		return strconv.Itoa(n)
	case "R":
		return strings.ToUpper(core.Roman(n))
	case "r":
		return core.Roman(n)
	case "A":
		return strings.ToUpper(letterNumeral(n))
	case "a":
		return letterNumeral(n)
	}
	return ""
}

// letterNumeral writes 1 to 26 as a to z, 27 to 52 as aa to zz, and so on.
func letterNumeral(n int) string {
	if n < 1 || n > 26*longestLabel {
		return ""
	}
	return strings.Repeat(string(rune('a'+(n-1)%26)), (n-1)/26+1)
}
