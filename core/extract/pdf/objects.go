package pdf

import (
	"bytes"
	"time"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// guarded calls f, which parses with pdfcpu, and returns early if it panics. A
// parser that does not come to an end cannot be stopped: it ends the process
// after limit, and the file is read again in safe mode.
func guarded(limit time.Duration, f func()) {
	watchdog := time.AfterFunc(limit, func() { panic("form fields, comments or labels cannot be read in time") })
	defer watchdog.Stop()
	defer func() { _ = recover() }() // pdfcpu met what it does not expect
	f()
}

// parse reads the objects of a file. data is what Prepare returned.
func parse(data []byte) (file *model.Context, catalog types.Dict, err error) {
	model.ConfigPath = "disable" // never read or write a configuration folder
	if file, err = api.ReadContext(bytes.NewReader(data), model.NewDefaultConfiguration()); err != nil {
		return nil, nil, err
	}
	catalog, err = file.Catalog()
	return file, catalog, err
}

// objects looks entries up in the dictionaries of a file. An entry that is
// missing, damaged or of another type reads as the zero value.
type objects struct{ x *model.XRefTable }

// inherited returns an entry of a form field or of the fields that it is part of,
// nil if none has it.
func (r objects) inherited(d types.Dict, key string) types.Object {
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

// string returns the text of a string or stream object of at most longestValue
// bytes, empty for any other object.
func (r objects) string(o types.Object) string {
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
	case types.StringLiteral, types.HexLiteral:
		if len(o.String()) > len("()")+4*longestValue {
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

func (r objects) text(d types.Dict, key string) string {
	o, _ := d.Find(key)
	return r.string(o)
}

func (r objects) name(d types.Dict, key string) string {
	o, _ := d.Find(key)
	o, _ = r.x.Dereference(o)
	n, _ := o.(types.Name)
	return string(n)
}

func (r objects) integer(o types.Object) int {
	if o == nil {
		return 0
	}
	n, err := r.x.DereferenceInteger(o)
	if err != nil || n == nil {
		return 0
	}
	return n.Value()
}

func (r objects) flags(d types.Dict, key string) int {
	o, _ := d.Find(key)
	return r.integer(o)
}

func (r objects) array(d types.Dict, key string) types.Array {
	o, _ := d.Find(key)
	a, _ := r.x.DereferenceArray(o)
	return a
}

// numbers returns the numbers of an array of at most four, nil if one of its
// members is not a number.
func (r objects) numbers(d types.Dict, key string) []float64 {
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
