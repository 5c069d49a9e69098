package pdf

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// labelled reads the labels of a document of four pages whose catalogue has a tree
// of labels; more are objects from number 3 on.
func labelled(t *testing.T, tree string, more ...string) []string {
	t.Helper()
	objects := append([]string{"<</Type/Catalog/Pages 2 0 R/PageLabels " + tree + ">>", "<</Type/Pages/Kids[]/Count 0>>"}, more...)
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	var offsets []int
	for i, o := range objects {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, at := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, start)
	return labels(b.Bytes(), 4)
}

func TestTreesOfLabelsAreReadOrLeftOut(t *testing.T) { // X2
	for _, tt := range []struct {
		name, tree string
		more       []string
		want       []string
	}{
		{"a flat tree", "<</Nums[0<</S/r>>2<</S/D>>]>>", nil, []string{"i", "ii", "1", "2"}},
		{"a start and a prefix", "<</Nums[0<</S/D/St 7/P(A-)>>]>>", nil, []string{"A-7", "A-8", "A-9", "A-10"}},
		{"branches", "<</Kids[3 0 R 4 0 R]>>", []string{"<</Nums[0<</S/A>>]>>", "<</Nums[2<</S/a>>]>>"}, []string{"A", "B", "a", "b"}},
		{"a key without a value", "<</Nums[0<</S/r>>2]>>", nil, []string{"i", "ii", "iii", "iv"}},
		{"a key that is no number", "<</Nums[/x<</S/r>>]>>", nil, nil},
		{"a value that is no dictionary", "<</Nums[0 7]>>", nil, nil},
		{"a branch that is its own", "<</Kids[3 0 R]>>", []string{"<</Kids[3 0 R]>>"}, nil},
		{"branches that are no list", "<</Kids 7>>", nil, nil},
		{"numbers that are no list", "<</Nums 7>>", nil, nil},
		{"no tree", "7", nil, nil},
		{"an empty tree", "<<>>", nil, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, labelled(t, tt.tree, tt.more...)); diff != "" {
				t.Error(diff)
			}
		})
	}
	if got := labels([]byte("no PDF with /PageLabels"), 4); got != nil {
		t.Errorf("what is no PDF has the labels %q", got)
	}
}

func TestNumeralsOfLabels(t *testing.T) { // X2
	for _, tt := range []struct {
		style string
		n     int
		want  string
	}{
		{"D", 12, "12"}, {"r", 4, "iv"}, {"R", 9, "IX"}, {"a", 1, "a"}, {"a", 26, "z"}, {"a", 27, "aa"}, {"A", 53, "AAA"},
		{"a", 0, ""}, {"a", -3, ""}, {"a", 26 * longestLabel, strings.Repeat("z", longestLabel)}, {"a", 26*longestLabel + 1, ""}, {"", 5, ""}, {"x", 5, ""},
	} {
		if got := numeral(tt.style, tt.n); got != tt.want {
			t.Errorf("%d in %q is %q, want %q", tt.n, tt.style, got, tt.want)
		}
	}
	long := strings.Repeat("p", longestLabel-1)
	got := number([]labelRange{{prefix: long, style: "D", start: 9}}, 2)
	if diff := cmp.Diff([]string{long + "9", ""}, got); diff != "" {
		t.Errorf("labels on either side of the longest: %s", diff)
	}
}

func TestFilesThatMayHaveAnnotationsAreKnown(t *testing.T) { // C2
	stream := func(s string) string {
		var b bytes.Buffer
		w := zlib.NewWriter(&b)
		w.Write([]byte(s))
		w.Close()
		return "<</Type/ObjStm/Filter/FlateDecode>>stream\r\n" + b.String() + "\r\nendstream "
	}
	for _, tt := range []struct {
		name, data string
		want       bool
	}{
		{"a field", "<</Subtype/Widget>>", true},
		{"a note", "<</Subtype /Text>>", true},
		{"a link", "<</Subtype/Link>>", false},
		{"a word in the text of a page", "<</Type/Text>>", false},
		{"nothing", "", false},
		{"a field in a packed stream", stream("<</Subtype/FreeText>>"), true},
		{"a field in the second of two", stream("<</Type/Page>>") + stream("<</Subtype/Stamp>>"), true},
		{"none in two", stream("<</Type/Page>>") + stream("<</Type/Font>>"), false},
		{"a packed stream that is damaged", "/ObjStm stream\nnothing", false},
		{"a name without its stream", "/ObjStm" + strings.Repeat(" ", 5000) + stream("<</Subtype/Stamp>>")[12:], false},
		{"encrypted streams cannot be searched", "/ObjStm /Encrypt", true},
		{"encrypted without streams", "/Encrypt", false},
	} {
		if got := mayAnnotate([]byte(tt.data)); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestFieldsAreNamedInWords(t *testing.T) { // C2
	for _, tt := range []struct{ people, programs, want string }{
		{"Harbour", "f1", "Harbour"}, {"Harbour: ", "", "Harbour"}, {" two\nlines ", "", "two lines"}, {"Field 7", "", "Field 7"},
		{"", "Applicant", "Applicant"}, {"", "f1_02[0]", ""}, {"", "form.field", "form.field"}, {"", "a#b", ""}, {"", "", ""},
		{strings.Repeat("x", longestFieldName), "", strings.Repeat("x", longestFieldName)}, {strings.Repeat("x", longestFieldName+1), "Name", ""},
	} {
		if got := fieldLabel(tt.people, tt.programs); got != tt.want {
			t.Errorf("%q and %q give %q, want %q", tt.people, tt.programs, got, tt.want)
		}
	}
}

func TestValuesOfFieldsAreCleanLines(t *testing.T) { // C2
	for _, tt := range []struct{ in, want string }{
		{"one", "one\n"}, {"one\rtwo\r\nthree\nfour", "one\ntwo\nthree\nfour\n"}, {" \n\n", ""}, {"", ""}, {"a\x00b\ufeffc", "a bc\n"}, {"a\xffb", "a\uFFFDb\n"},
		{strings.Repeat("x", longestValue), strings.Repeat("x", longestValue) + "\n"},
		{"one\n" + strings.Repeat("x", longestValue), "one\n"},
	} {
		if got := cleanValue(tt.in); got != tt.want {
			t.Errorf("%.20q of %d bytes is %.20q of %d", tt.in, len(tt.in), got, len(got))
		}
	}
}

func TestEntriesOfAnotherTypeAreZero(t *testing.T) {
	in := formPDF("", "")
	file, _, err := parse(in.Data)
	if err != nil {
		t.Fatal(err)
	}
	r := objects{file.XRefTable}
	d := types.Dict{
		"Name": types.Name("Widget"), "Text": types.StringLiteral("tide"), "Hex": types.HexLiteral("74696465"), "Number": types.Integer(7),
		"Box": types.Array{types.Integer(1), types.Float(2.5), types.Integer(3), types.Integer(4)},
		"Bad": types.Array{types.Integer(1), types.Name("x")}, "Five": types.Array{types.Integer(1), types.Integer(2), types.Integer(3), types.Integer(4), types.Integer(5)},
	}
	for _, tt := range []struct {
		what      string
		got, want any
	}{
		{"a name", r.name(d, "Name"), "Widget"}, {"a text as a name", r.name(d, "Text"), ""}, {"a name that is missing", r.name(d, "None"), ""},
		{"a text", r.text(d, "Text"), "tide"}, {"a text in hexadecimal", r.text(d, "Hex"), "tide"}, {"a name as a text", r.text(d, "Name"), ""}, {"a text that is missing", r.text(d, "None"), ""},
		{"a number", r.flags(d, "Number"), 7}, {"a text as a number", r.flags(d, "Text"), 0}, {"a number that is missing", r.flags(d, "None"), 0},
		{"a list", len(r.array(d, "Box")), 4}, {"a number as a list", len(r.array(d, "Number")), 0},
		{"four numbers", fmt.Sprint(r.numbers(d, "Box")), "[1 2.5 3 4]"}, {"a name among numbers", fmt.Sprint(r.numbers(d, "Bad")), "[]"}, {"five numbers", fmt.Sprint(r.numbers(d, "Five")), "[]"},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: %v, want %v", tt.what, tt.got, tt.want)
		}
	}
	child := types.Dict{"Own": types.Integer(1), "Parent": types.Dict{"Far": types.Integer(2), "Parent": types.Dict{"Farther": types.Integer(3)}}}
	for key, want := range map[string]int{"Own": 1, "Far": 2, "Farther": 3, "None": 0} {
		if got := r.integer(r.inherited(child, key)); got != want {
			t.Errorf("%s is %d, want %d", key, got, want)
		}
	}
}
