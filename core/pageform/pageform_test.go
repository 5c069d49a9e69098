package pageform

import (
	"fmt"
	"strings"
	"testing"

	"ibid/core"
)

// entries joins lines of a form, each made from its number.
func entries(n int, line func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(line(i))
		b.WriteByte('\n')
	}
	return b.String()
}

var towns = strings.Fields("Arnholt Bellweide Crossmere Dunfirth Elmshagen Farrow Glinde Hartmoor Ipsley Jorvale Kettlewick Lowmoss Marwick Nordhus Osterby")

// of returns the form of a passage that is its whole page, in a document of several pages.
func of(text string, page int) Form {
	return Of(text, core.Page{Index: page, Text: text}).In(core.Document{Kind: core.KindPDF, Pages: 200})
}

// Each case is judged by the side of Sure on which its value lies.
func TestPartsThatMentionAreRecognisedByTheirForm(t *testing.T) { // R2.6
	tests := []struct {
		name string
		text string
		want Kind
	}{
		{"contents, a line for each entry", entries(12, func(i int) string { return fmt.Sprintf("Chapter on %s and its Harbour %d", towns[i], 3+i*7) }), Contents},
		{"contents with dot leaders", entries(8, func(i int) string {
			return fmt.Sprintf("The dredging of %s ............ %d", strings.ToLower(towns[i]), 5+i*4)
		}), Contents},
		{"contents with dots apart from each other", entries(8, func(i int) string {
			return "Rinsing part " + towns[i] + strings.Repeat(" .", 9) + fmt.Sprint(" ", 11+i*2)
		}), Contents},
		{"contents whose dots come after the numbers", entries(8, func(i int) string {
			return fmt.Sprint("Sounding of "+towns[i], " ", 4+i*3, " ", strings.Repeat(" .", 20))
		}), Contents},
		{"contents of a short document", entries(12, func(i int) string {
			return fmt.Sprintf("%d.%d Light at %s ............ %d", 1+i/4, 1+i%4, towns[i], 1+i/3)
		}), Contents},
		{"contents whose lines are joined", strings.ReplaceAll(entries(14, func(i int) string { return fmt.Sprintf("Item %d. Report of %s %d", i+1, towns[i], 4+i*6) }), "\n", " "), Contents},
		{"contents in another language", entries(9, func(i int) string { return fmt.Sprintf("§ %d Die Fischerei von %s %d", i+1, towns[i], 9+i*11) }), Contents},
		{"a list of figures", entries(8, func(i int) string { return fmt.Sprintf("Figure %d: Catch of cod near %s %d", i+1, towns[i], 13+i*5) }), Contents},

		{"an index", entries(14, func(i int) string { return fmt.Sprintf("%s, %d, %d–%d", towns[i], 12+i, 40+i, 43+i) }), Index},
		{"an index with entries below entries", entries(13, func(i int) string {
			return fmt.Sprintf("%s, harbour of, %d, %d; tides, %d", towns[i], 3+i, 90+i, 120+i)
		}), Index},
		{"an index of authors", entries(14, func(i int) string { return fmt.Sprintf("%s, K., %d, %d", towns[i], 31+2*i, 77+2*i) }), Index},
		{"an index whose lines are joined", strings.ReplaceAll(entries(14, func(i int) string { return fmt.Sprintf("%s, %d, %d", strings.ToLower(towns[i]), 5+i, 50+i) }), "\n", " "), Index},

		{"references by number", entries(6, func(i int) string {
			return fmt.Sprintf("[%d] K. %s, A. B. Moor, and T. Lund, “On tides in narrow bays,” Journal of Coastal Letters, vol. 12, pp. %d–%d, 19%d.", i+4, towns[i], 100+i*20, 111+i*20, 80+i)
		}), References},
		{"references by author and year", entries(6, func(i int) string {
			return fmt.Sprintf("%s, J. K., & Weir, P. (20%02d). Sediment in estuaries. Annals of Mud, %d(2), %d–%d.", towns[i], i+3, 7+i, 31+i, 47+i)
		}), References},
		{"references as in medicine", entries(7, func(i int) string {
			return fmt.Sprintf("%d. %s JK, Weir PM, Holm T. Salt and sleep in divers. Harbour Med. 20%02d;%d:%d-%d.", i+1, towns[i], i+3, 7+i, 131+i, 147+i)
		}), References},
		{"references with full names and addresses", entries(6, func(i int) string {
			return fmt.Sprintf("Karla %s, Amos Weir, and Petra Holm. Learning to read charts. In Proceedings of the Tide Conference, 20%02d. https://example.org/%d", towns[i], 10+i, i)
		}), References},

		{"a list of companies with their countries", entries(15, func(i int) string {
			return towns[i] + " Shipping Holding B.V. Netherlands\n" + towns[i] + " Docks Limited Malta"
		}), List},
		{"a list of exhibits", entries(10, func(i int) string {
			return fmt.Sprintf("10.%d Form of %s Dock Lease Agreement, dated March %d, 2015 Form 10-K 10.%d 4/28/2016", i+1, towns[i], i+2, i+5)
		}), List},
		{"a list of people with their offices", entries(14, func(i int) string {
			return "Clara " + towns[i] + ", Institute of Coastal Studies, University of Marwick"
		}), List},
		{"a page of signatures", entries(12, func(i int) string { return "/s/ Otto " + towns[i] + " Director Otto " + towns[i] + " Harbour Board" }), List},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := of(tt.text, 7); got.Kind != tt.want || got.Value < Sure {
				t.Errorf("%+v, want %q from %v; measured %+v", got, tt.want, Sure, measure(tt.text))
			}
		})
	}
}

func TestLookAlikesAreTextThatAnswers(t *testing.T) { // R2.6
	tests := []struct {
		name string
		text string
	}{
		{"a table with several numbers in a row", entries(12, func(i int) string { return fmt.Sprintf("%s %d %d %d %d", towns[i], 12+i*3, 40+i, 18-i, 700+i) })},
		{"a table by year", entries(12, func(i int) string {
			return fmt.Sprintf("Catch of %s 20%02d 20%02d %d.%d 4.2", towns[i], 10+i, 11+i, 30+i, i)
		})},
		{"a statement of accounts", entries(10, func(i int) string {
			return fmt.Sprintf("Income from %s (%d) $ %d,%03d $ %d,104", towns[i], i+1, 12+i, 100+i, 9+i)
		})},
		{"a price list", entries(12, func(i int) string { return fmt.Sprintf("Rope of %s %d.%d0", towns[i], 9+(i*7)%5, i%9) })},
		{"a price list in whole coins with dot leaders", entries(12, func(i int) string { return fmt.Sprintf("Soup of %s ........ %d", towns[i], 4+(i*7)%5) })},
		{"counts in alphabetical order", entries(14, func(i int) string { return fmt.Sprintf("%s, %d", towns[i], 900-(i*37)%211) })},
		{"ages in alphabetical order", entries(14, func(i int) string { return fmt.Sprintf("%s, %d, %d", towns[i], 61-i*2, 20+(i*5)%9) })},
		{"results in order of their points", entries(13, func(i int) string { return fmt.Sprintf("%s Rowing Club %d", towns[i], 68+i/4) })},
		{"a numbered list", strings.ReplaceAll(entries(12, func(i int) string { return fmt.Sprintf("%d Tie the rope at %s", i+1, towns[i]) }), "\n", " ")},
		{"a dictionary", entries(9, func(i int) string {
			return strings.ToLower(towns[i]) + ", a kind of knot that holds a boat when the tide falls and the wind turns"
		})},
		{"abbreviations with what they mean", entries(9, func(i int) string {
			return strings.ToUpper(towns[i][:3]) + " the mean level of the sea at " + towns[i] + " in a year"
		})},
		{"a poem", entries(10, func(i int) string {
			return "And when the grey tide left " + towns[i] + " alone,\nThe gulls came down to walk on weed and stone,"
		})},
		{"code", entries(10, func(i int) string {
			return fmt.Sprintf("func %s(a, b int) int {\n\treturn a*%d + b[%d]\n}", strings.ToLower(towns[i]), i, i+1)
		})},
		{"prose", entries(6, func(i int) string {
			return "The harbour of " + towns[i] + " was dredged twice before the storm, because the sand that the river brings settles where the current slows down."
		})},
		{"prose that cites", entries(6, func(i int) string {
			return fmt.Sprintf("Tides in narrow bays were first measured at %s (Weir and Holm, 19%d; Lund et al., 20%02d), and later studies of the same bay found the range to be smaller than was thought.", towns[i], 80+i, i)
		})},
		{"prose with initials, years and ranges", entries(5, func(i int) string {
			return fmt.Sprintf("In 19%d the pilot J. K. %s sailed the passage 10–14 times, and as he wrote in his diary the current was never the same when the moon was new.", 80+i, towns[i])
		})},
		{"a letter", "Dear Ms Weir,\nthank you for the charts that you sent on Monday. We have compared them with ours, and they agree but for the bank at Marwick, which has moved.\nYours, Otto Lund"},
		{"German prose", entries(5, func(i int) string {
			return "Der Hafen von " + towns[i] + " wurde vor dem Sturm zweimal ausgebaggert, weil der Sand, den der Fluss bringt, dort liegen bleibt, wo die Strömung nachlässt."
		})},
		{"a warning in capitals", strings.Repeat("THE PILOT SHALL NOT LEAVE THE BRIDGE WHILE THE SHIP IS IN THE CHANNEL AND THE TIDE IS FALLING. ", 6)},
		{"numbers that rise in prose", entries(8, func(i int) string {
			return fmt.Sprintf("When the gauge that stands at the old lock of %s was read again in the morning by the pilot on duty it had gone up and it showed %d", towns[i], 10+i*4)
		})},
		{"methods by the numbers of their sources", entries(10, func(i int) string { return fmt.Sprintf("%s [%d] Chart Text Once", towns[i], 29+i*2) })},
		{"a few names", "Otto Lund\nClara Weir\nPetra Holm"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := of(tt.text, 7); got.Value >= Sure {
				t.Errorf("%+v; measured %+v", got, measure(tt.text))
			}
		})
	}
}

func TestCoverIsTheFirstPageOfSeveralWithHardlyAClause(t *testing.T) { // R2.6
	title := "The Harbours of Marwick\nA Survey of Tides\nOtto Lund and Clara Weir\nMarwick University Press"
	prose := "This survey describes how the tides of the bay have changed since the lock was built, and what that means for the boats that lie there."
	tests := []struct {
		name  string
		text  string
		page  int
		pages int
		want  Kind
	}{
		{"a title page", title, 1, 40, Cover},
		{"a title page in several languages", title + "\nDie Häfen von Marwick", 1, 40, Cover},
		{"a title with a number", title + "\nIssue 01 Date 2020-09-07", 1, 40, Cover},
		{"a title in capitals", strings.ToUpper(title), 1, 40, Cover},
		{"the same later", title, 2, 40, None},
		{"the only page: a poster or a note", title, 1, 1, None},
		{"a page with an abstract", title + "\n" + strings.Repeat(prose+"\n", 4), 1, 40, None},
		{"a first page of prose", prose, 1, 40, None},
		{"a table", entries(12, func(i int) string { return fmt.Sprintf("%s %d %d", towns[i], 3*i, 40-i) }), 1, 40, None},
		{"a shopping list", "two ropes\na lamp\noil for the lock", 1, 40, None},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Of(tt.text, core.Page{Index: tt.page, Text: tt.text}).In(core.Document{Kind: core.KindPDF, Pages: tt.pages})
			if is := got.Value >= Sure; is != (tt.want != None) || is && got.Kind != tt.want {
				t.Errorf("%+v, want %q; measured %+v", got, tt.want, measure(tt.text))
			}
		})
	}
}

func TestShortPassageIsJudgedWithItsPage(t *testing.T) {
	page := entries(14, func(i int) string { return fmt.Sprintf("%s, %d, %d–%d", towns[i], 12+i, 40+i, 43+i) })
	part := page[:strings.Index(page, "Dunfirth")]
	if got := Of(part, core.Page{Index: 90, Text: page}); got.Kind != Index {
		t.Errorf("three entries on a page of an index: %+v", got)
	}
	prose := strings.Repeat("The lock at Marwick was opened when the tide had turned and the boats lay still. ", 10)
	if got := Of(part, core.Page{Index: 90, Text: part + prose}); got.Value != 0 {
		t.Errorf("three entries on a page of prose: %+v", got)
	}
}

func TestSourceCodeAndTheLikeHaveNoSuchParts(t *testing.T) {
	page := entries(14, func(i int) string { return fmt.Sprintf("%s, %d, %d–%d", towns[i], 12+i, 40+i, 43+i) })
	for _, k := range core.Kinds {
		got := Of(page, core.Page{Index: 3, Text: page}).In(core.Document{Kind: k, Pages: 9})
		if want := hasParts(k); (got.Value > 0) != want {
			t.Errorf("%s: %+v", k, got)
		}
	}
	if hasParts(core.KindCode) || hasParts(core.KindSheet) || !hasParts(core.KindPDF) {
		t.Error("a table of numbers or code is taken for a book")
	}
}

func TestMeasureTakesAnything(t *testing.T) {
	for _, s := range []string{"", " \n", "\xff\xfe", "…", ". . .", "12", "(", "[", "·", "J.", "1-", "-1", "99999999999999999999 5", "\u00a0x", strings.Repeat("9", 300)} {
		if f := of(s, 1); f.Value < 0 || f.Value > 1 {
			t.Errorf("%q: %+v", s, f)
		}
	}
}

func FuzzForm(f *testing.F) {
	f.Add("Marwick, 12, 14–19\nOsterby 20")
	f.Add("[3] Smith, J. K. (2003). On tides. 12(3):45–67. https://example.org")
	f.Fuzz(func(t *testing.T, s string) {
		if got := of(s, 1); !(got.Value >= 0 && got.Value <= 1) || (got.Kind == None) != (got.Value == 0) {
			t.Errorf("%q: %+v", s, got)
		}
	})
}

// R3.11: what a question costs more for it. A passage has about 200 words.
func BenchmarkForm(b *testing.B) {
	text := strings.Repeat("The harbour of Marwick was dredged twice before the storm of 1987, because the sand that the river brings (Weir, 2003) settles there. ", 9)
	page := core.Page{Index: 3, Text: text + text}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		Of(text, page)
	}
}
