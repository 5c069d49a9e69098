package core

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

func TestNumberingIsReadAsItIsWritten(t *testing.T) { // X2
	tests := map[string]struct {
		text   string
		want   Numbering
		labels string // of pages 1 to 6
	}{
		"front matter":   {"1=i 4=1", Numbering{{Page: 1, Style: StyleRoman, Start: 1}, {Page: 4, Style: StyleDecimal, Start: 1}}, "i ii iii 1 2 3"},
		"an offset":      {"2=217", Numbering{{Page: 2, Style: StyleDecimal, Start: 217}}, "- 217 218 219 220 221"},
		"no number":      {"1=1 3= 5=3", Numbering{{Page: 1, Style: StyleDecimal, Start: 1}, {Page: 3, Style: StyleNone}, {Page: 5, Style: StyleDecimal, Start: 3}}, "1 2 - - 3 4"},
		"large roman":    {"1=IX", Numbering{{Page: 1, Style: StyleUpperRoman, Start: 9}}, "IX X XI XII XIII XIV"},
		"a prefix":       {"1=A-9", Numbering{{Page: 1, Style: StyleDecimal, Prefix: "A-", Start: 9}}, "A-9 A-10 A-11 A-12 A-13 A-14"},
		"from zero":      {"1=0", Numbering{{Page: 1, Style: StyleDecimal}}, "0 1 2 3 4 5"},
		"beyond numbers": {"1=mmmmcmxcviii", Numbering{{Page: 1, Style: StyleRoman, Start: 4998}}, "mmmmcmxcviii mmmmcmxcix - - - -"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := ParseNumbering(tt.text)
			if err != nil || !reflect.DeepEqual(got, tt.want) {
				t.Fatalf("%+v, %v", got, err)
			}
			if got.String() != tt.text {
				t.Errorf("written %q", got)
			}
			var labels []string
			for page := 1; page <= 6; page++ {
				label := "-"
				for _, r := range got {
					if page < r.Page {
						continue
					}
					if label = r.Label(page); label == "" {
						label = "-"
					}
				}
				labels = append(labels, label)
			}
			if s := strings.Join(labels, " "); s != tt.labels {
				t.Errorf("labels %s", s)
			}
		})
	}
	if n, err := ParseNumbering(" 1=i,\n13=1 "); err != nil || n.String() != "1=i 13=1" {
		t.Errorf("with commas: %q, %v", n, err)
	}
}

func TestNumberingThatMeansNothingIsRefusedByName(t *testing.T) { // X2
	for text, names := range map[string]string{
		"":                                   "none given",
		"13":                                 `"13"`,
		"=1":                                 `"=1"`,
		"0=1":                                "not 0",
		"-3=1":                               "not -3",
		"x=1":                                `"x=1"`,
		"+1=1":                               `"+1=1"`,
		"1=iiii":                             `"iiii"`,
		"1=iX":                               `"iX"`,
		"1=007":                              `"007"`,
		"1=-":                                `"-"`,
		"1=cover":                            `"cover"`,
		"1=2=3":                              `"2=3"`,
		"1=100001":                           `"100001"`,
		"100001=1":                           "not 100001",
		"1=99999999999999999999":             "99999999999999999999",
		"5=1 3=9":                            `"3=9"`,
		"5=1 5=9":                            `"5=9"`,
		"1=" + strings.Repeat("p", 40) + "7": "pppp",
		"1=a\u00a0b7":                        "no number",
	} {
		_, err := ParseNumbering(text)
		if !errors.Is(err, ErrQuery) || !strings.Contains(err.Error(), names) {
			t.Errorf("%q: %v, want one that names %s", text, err, names)
		}
	}
	many := strings.Repeat("1=1 ", MaxNumberRanges+1)
	if _, err := ParseNumbering(many); !errors.Is(err, ErrQuery) {
		t.Errorf("%d ranges: %v", MaxNumberRanges+1, err)
	}
	for _, n := range []Numbering{
		{{Page: 1, Style: "letters", Start: 1}}, {{Page: 1, Style: StyleNone, Start: 4}}, {{Page: 1, Style: StyleRoman}},
		{{Page: 1, Style: StyleRoman, Prefix: "A", Start: 1}}, {{Page: 1, Style: StyleDecimal, Prefix: "A1", Start: 1}},
	} {
		if err := n.Check(); !errors.Is(err, ErrQuery) {
			t.Errorf("%+v: %v", n, err)
		}
	}
}

// randomNumbering makes a numbering that keeps to the bounds.
func randomNumbering(r *rand.Rand) Numbering {
	n := make(Numbering, 1+r.IntN(8))
	page := 0
	for i := range n {
		page += 1 + r.IntN(300)
		styles := []NumberStyle{StyleNone, StyleDecimal, StyleDecimal, StyleRoman, StyleUpperRoman}
		n[i] = NumberRange{Page: page, Style: styles[r.IntN(len(styles))]}
		switch n[i].Style {
		case StyleDecimal:
			n[i].Start = r.IntN(MaxNumberStart + 1)
			n[i].Prefix = []string{"", "", "A-", "S", "é–", "3-"}[r.IntN(6)]
		case StyleRoman, StyleUpperRoman:
			n[i].Start = 1 + r.IntN(maxRoman)
		}
	}
	return n
}

func TestAnyNumberingSurvivesBeingWritten(t *testing.T) { // X2
	r := rand.New(rand.NewPCG(3, 14))
	for range 5000 {
		n := randomNumbering(r)
		got, err := ParseNumbering(n.String())
		if err != nil || !reflect.DeepEqual(got, n) {
			t.Fatalf("%q of %+v is read as %+v, %v", n, n, got, err)
		}
	}
}

func TestRomanNumeralsHaveOneForm(t *testing.T) {
	seen := make(map[string]int)
	for n := 1; n <= maxRoman; n++ {
		s := Roman(n)
		if old := seen[s]; old != 0 || romanValue(s) != n {
			t.Errorf("%d is %q, which is %d and also %d", n, s, romanValue(s), old)
		}
		seen[s] = n
	}
	if Roman(0) != "" || Roman(-4) != "" || Roman(maxRoman+1) != "" || romanValue("") != 0 || romanValue(strings.Repeat("m", 1<<16)) != 0 {
		t.Error("what has no numeral has one")
	}
}

func FuzzParseNumbering(f *testing.F) { // X2
	for _, seed := range []string{"1=i 13=1", "5=", "1=A-7,9=", "1=XIV", "=", "1=0 2=99999", "1=é–7", "\x00=\xff1", "1=mmmmcmxcix"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		n, err := ParseNumbering(s)
		if err != nil {
			if !errors.Is(err, ErrQuery) {
				t.Fatalf("%q: %v", s, err)
			}
			return
		}
		again, err := ParseNumbering(n.String())
		if err != nil || !reflect.DeepEqual(again, n) {
			t.Fatalf("%q is written %q and read as %v, %v", s, n, again, err)
		}
		for _, r := range n {
			for _, page := range []int{r.Page, r.Page + 20_000} {
				if label := r.Label(page); len(label) > 32 || strings.ContainsAny(label, " \n") {
					t.Fatalf("%q: page %d has label %q", s, page, label)
				}
			}
			loc := PageLocator("a.pdf", r.Page, r.Label(r.Page))
			if back, err := ParseLocator(loc.String()); err != nil || fmt.Sprint(back) != fmt.Sprint(loc) && loc.Label != fmt.Sprint(r.Page) && loc.Label != "" {
				t.Fatalf("%q is read as %+v, %v", loc, back, err)
			}
		}
	})
}
