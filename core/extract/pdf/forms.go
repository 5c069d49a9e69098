package pdf

import (
	"cmp"
	"strings"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// Bits of the Ff entry of a field: ISO 32000-1, tables 226 and 228.
const (
	fieldPassword = 1 << 13
	fieldPush     = 1 << 16
)

// field returns the name of a form field, if it is made of words, and the text
// that it shows: the value of a text or choice field, the caption of a button.
func (r objects) field(d types.Dict) (label, value string) {
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

// fieldLabel returns the name of a field that is meant for people (TU), else the
// one for programs (T) if that is made of words, unlike "f1_02[0]".
func fieldLabel(forPeople, forPrograms string) string {
	label := oneLine(strings.Map(plain, forPeople))
	if label == "" {
		label = oneLine(strings.Map(plain, forPrograms))
		if strings.ContainsAny(label, "0123456789_[]#") {
			return ""
		}
	}
	label = strings.TrimRight(label, ": ")
	if len(label) > longestFieldName {
		return ""
	}
	return label
}

// choice returns what a choice field shows for its value. The value may be a name
// that only programs know, or a list of several.
func (r objects) choice(value, options types.Object) string {
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

// cleanValue returns the lines of s that are not blank, each ended by \n, without
// control characters. What goes beyond longestValue is left out.
func cleanValue(s string) string {
	s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	var b strings.Builder
	s = strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\ufeff", "")
	for line := range strings.Lines(strings.Map(plain, s)) {
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
