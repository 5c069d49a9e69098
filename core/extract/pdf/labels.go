package pdf

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"

	"ibid/core"
)

// Bounds of a tree of page labels: what no honest document comes near.
const (
	deepestLabels = 16
	mostRanges    = 100_000
	longestLabel  = 32 // bytes
)

var errLabels = errors.New("page labels are damaged")

// labelRange is a run of pages that are numbered on: ISO 32000-1, 12.4.2.
type labelRange struct {
	first  int    // 0-based index of its first page
	style  string // D, R, r, A, a, or empty for the prefix alone
	prefix string
	start  int // number of its first page
}

// labels returns the printed number of each page, as the document's catalogue
// gives them; nil if it gives none, or none that differ from the index. data is
// what Prepare returned.
func labels(data []byte, pages int) ([]string, error) {
	if !bytes.Contains(data, []byte("/PageLabels")) && !bytes.Contains(data, []byte("/ObjStm")) {
		return nil, nil // most have none, and are spared a second parser
	}
	model.ConfigPath = "disable" // never read or write a configuration folder
	ctx, err := api.ReadContext(bytes.NewReader(data), model.NewDefaultConfiguration())
	if err != nil {
		return nil, fmt.Errorf("read page labels: %w", err)
	}
	root, err := ctx.Catalog()
	if err != nil {
		return nil, fmt.Errorf("read page labels: %w", err)
	}
	tree, there := root.Find("PageLabels")
	if !there {
		return nil, nil
	}
	ranges, err := labelTree(ctx.XRefTable, tree, 0, nil)
	if err != nil {
		return nil, fmt.Errorf("read page labels: %w", err)
	}
	return number(ranges, pages), nil
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

// number gives each page its label; nil if all are what the index says, or if
// none has one. A label that is too long to be printed on a page is none.
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

// letterNumeral is a to z, then aa to zz, as the standard has it.
func letterNumeral(n int) string {
	if n < 1 || n > 26*longestLabel {
		return ""
	}
	return strings.Repeat(string(rune('a'+(n-1)%26)), (n-1)/26+1)
}
