package window

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ibid/core"
)

// document has these texts as its pages. Of a PDF, | ends a drawn line within a
// paragraph, and a line that begins with ~ is a running head or foot.
func document(kind core.Kind, name string, texts ...string) Document {
	d := Document{Document: core.Document{Name: name, Kind: kind}}
	layouts := make([]core.Layout, len(texts))
	for i, marked := range texts {
		var b strings.Builder
		for part := range strings.SplitAfterSeq(marked, "|") {
			for row := range strings.SplitAfterSeq(strings.Replace(part, "|", " ", 1), "\n") {
				row, running := strings.CutPrefix(row, "~")
				start := b.Len()
				b.WriteString(row)
				if kind == core.KindPDF {
					end := start + len(strings.TrimRight(row, " \n"))
					layouts[i].Lines = append(layouts[i].Lines, core.Line{Span: core.Span{Start: start, End: end}, Running: running})
				}
			}
		}
		d.Pages = append(d.Pages, core.Page{Index: i + 1, Text: b.String()})
	}
	d.Layout = func(page int) (core.Layout, error) { return layouts[page-1], nil }
	return d
}

// at is where words first stand in a document.
func at(t *testing.T, d Document, words string) []core.Quote {
	t.Helper()
	for _, p := range d.Pages {
		if n := strings.Index(p.Text, words); n >= 0 {
			return []core.Quote{{Page: p.Index, Span: core.Span{Start: n, End: n + len(words)}}}
		}
	}
	t.Fatalf("%q is on no page", words)
	return nil
}

const report = "~Report 7\nKelp grows on rock. It needs|light, and the light is|weak below twenty metres. Silt|settles on young plants.|" +
	"They die.\nDredging stirs the silt up and|carries it for miles"

const overleaf = "~Report 8\nalong the shore. Nobody knew|how far.\n3 Methods\nWe dived."

func TestWindowOfAPDFIsWholeLinesAtSentences(t *testing.T) { // R0.4, R0.9
	two := document(core.KindPDF, "r.pdf", report, overleaf)
	for _, tt := range []struct {
		words   string
		n       int
		want    string
		locator string
	}{
		{"weak below", 0, "… weak below twenty metres. Silt …", "r.pdf p. 1"},
		{"weak below", 45, "… light, and the light is weak below twenty metres. Silt settles on young plants.", "r.pdf p. 1"},
		{"weak below", 60, "Kelp grows on rock. It needs light, and the light is weak below twenty metres. Silt settles on young plants. They die.", "r.pdf p. 1"},
		{"They die", 30, "They die.", "r.pdf p. 1"},
		{"young", 12, "… settles on young plants.", "r.pdf p. 1"},
		{"for miles", 30, "… carries it for miles\n\nalong the shore. Nobody knew …", "r.pdf pp. 1–2"},
		{"for miles", 45, "Dredging stirs the silt up and carries it for miles\n\nalong the shore. Nobody knew how far.", "r.pdf pp. 1–2"},
		{"Nobody", 15, "… along the shore. Nobody knew how far.", "r.pdf p. 2"},
		{"Nobody", 100, "They die.\nDredging stirs the silt up and carries it for miles\n\nalong the shore. Nobody knew how far.\n3 Methods\nWe dived.", "r.pdf pp. 1–2"},
		{"Report 8", 0, "Report 8", "r.pdf p. 2"},
		{"along", 0, "… along the shore. Nobody knew …", "r.pdf p. 2"},
		{"for miles", 0, "… carries it for miles …", "r.pdf p. 1"},
		{"dived", 1 << 40, "Kelp grows on rock. It needs light, and the light is weak below twenty metres. Silt settles on young plants. They die.\n" +
			"Dredging stirs the silt up and carries it for miles\n\nalong the shore. Nobody knew how far.\n3 Methods\nWe dived.", "r.pdf pp. 1–2"},
	} {
		w, err := Cut(two, at(t, two, tt.words), Reach{Strategy: Characters, N: tt.n})
		if err != nil || w.Text != tt.want || w.Locator.String() != tt.locator {
			t.Errorf("%q, %d: %v\n%q, want\n%q; at %s, want %s", tt.words, tt.n, err, w.Text, tt.want, w.Locator.String(), tt.locator)
		}
	}
}

// A place without text, as a caret is, is the line that it stands on.
func TestAnEmptyPlaceIsItsLine(t *testing.T) {
	d := document(core.KindPDF, "r.pdf", "One.\nTwo.\nThree.")
	for start, want := range map[int]string{0: "One.", 5: "Two.", 8: "Two.", 10: "Three."} {
		w, err := Cut(d, []core.Quote{{Page: 1, Span: core.Span{Start: start, End: start}}}, Reach{Strategy: Characters})
		if err != nil || w.Text != want {
			t.Errorf("at %d: %q, %v; want %q", start, w.Text, err, want)
		}
	}
}

func TestWindowCountsCodePointsAndEightyALine(t *testing.T) { // R0.4
	d := document(core.KindPDF, "r.pdf", "Größe.\nÄpfel.\nKelp.\nÄpfel.\n")
	for n, want := range map[int]string{6: "Kelp.", 7: "Äpfel.\nKelp.\nÄpfel.", 13: "Äpfel.\nKelp.\nÄpfel.", 14: "Größe.\nÄpfel.\nKelp.\nÄpfel."} {
		if w, err := Cut(d, at(t, d, "Kelp."), Reach{Strategy: Characters, N: n}); err != nil || w.Text != want {
			t.Errorf("%d: %q, %v; want %q", n, w.Text, err, want)
		}
	}
	long := document(core.KindPDF, "r.pdf", strings.Repeat("Eleven.\n", 40)+"Kelp.")
	w, err := Cut(long, at(t, long, "Kelp."), Reach{Strategy: Lines, N: 1})
	if got := strings.Count(w.Text, "Eleven."); err != nil || got != 10 {
		t.Errorf("a line has room for %d times eight characters, %v", got, err)
	}
}

// Columns that interleave in the text are read one after the other.
func TestWindowFollowsTheReadingOrder(t *testing.T) { // R0.4
	d := document(core.KindPDF, "r.pdf", "Left one.\nRight one.\nLeft two.\nRight two.")
	layout, _ := d.Layout(1)
	layout.Order = []int{0, 2, 1, 3}
	d.Layout = func(int) (core.Layout, error) { return layout, nil }
	w, err := Cut(d, at(t, d, "Left two"), Reach{Strategy: Characters, N: 12})
	if err != nil || w.Text != "Left one.\nLeft two.\nRight one." {
		t.Errorf("%q, %v", w.Text, err)
	}
	want := []core.Quote{{Page: 1, Span: core.Span{Start: 0, End: 9}}, {Page: 1, Span: core.Span{Start: 21, End: 30}}, {Page: 1, Span: core.Span{Start: 10, End: 20}}}
	if !cmp.Equal(w.Quotes, want) {
		t.Error(cmp.Diff(want, w.Quotes))
	}
}

const program1 = "import math\n\n# Of the tide.\ndef height(h):\n    return math.cos(h)\n\n\nprint(height(0))\n"

func TestWindowByKind(t *testing.T) { // R0.1, R0.2, R0.3, R0.7, R0.8, R0.9
	numbers := "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n"
	notes := "# Kelp\nIt grows. It\nneeds light. It\ndies.\n\n- silt\n- ice\n"
	sheet := "\nReef\tDepth\nTolva\t19\nHollin\t21\nStennet\t24\nRock\t17\n"
	chat := []string{"How deep?", "Let me look.", "Nineteen metres.", "Why?"}
	for _, tt := range []struct {
		name    string
		d       Document
		words   string
		r       Reach
		want    string
		locator string
	}{
		{"R0.1: 11 lines", document(core.KindText, "n.txt", numbers), "7", Reach{Lines, 5, false}, "2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n", "n.txt:2-12"},
		{"R0.1: clipped at the start", document(core.KindText, "n.txt", numbers), "2", Reach{Lines, 5, false}, "1\n2\n3\n4\n5\n6\n7\n", "n.txt:1-7"},
		{"R0.1: clipped at the end", document(core.KindText, "n.txt", numbers), "13", Reach{Lines, 5, false}, "8\n9\n10\n11\n12\n13\n14\n", "n.txt:8-14"},
		{"R0.8: characters of a text", document(core.KindMarkdown, "n.md", notes), "light", Reach{Characters, 16, false}, "… needs light. It\ndies.\n", "n.md:3-4"},
		{"R0.8: a heading is a start", document(core.KindMarkdown, "n.md", notes), "light", Reach{Characters, 40, false}, notes, "n.md:1-7"},
		{"R0.8: the whole text", document(core.KindMarkdown, "n.md", notes), "light", Reach{Whole, 0, false}, notes, "n.md:1-7"},
		{"R0.7: the function", sourceCode(t, "t.py", program1), "math.cos", Reach{Lines, 1, true}, "# Of the tide.\ndef height(h):\n    return math.cos(h)\n", "t.py:3-5"},
		{"R0.7: lines outside of any", sourceCode(t, "t.py", program1), "print", Reach{Lines, 1, true}, "\nprint(height(0))\n", "t.py:7-8"},
		{"a row below its header", document(core.KindSheet, "d.xlsx", sheet), "Stennet", Reach{Lines, 0, false}, "Reef\tDepth\n…\nStennet\t24\n", "d.xlsx Data!A5:B5"},
		{"rows right below it", document(core.KindSheet, "d.xlsx", sheet), "Hollin", Reach{Lines, 1, false}, "Reef\tDepth\nTolva\t19\nHollin\t21\nStennet\t24\n", "d.xlsx Data!A3:B5"},
		{"a row below its header and a title", document(core.KindSheet, "d.ods", "Reefs of 2024\n\nReef\tDepth\tCover\nTolva\t19\t0.4\nHollin\t21\t0.7\n"), "Hollin", Reach{Lines, 0, false}, "Reef\tDepth\tCover\n…\nHollin\t21\t0.7\n", "d.ods Data!A5:C5"},
		{"a row of a CSV", document(core.KindText, "d.csv", "Reef,Depth\nTolva,19\nHollin,21\nStennet,24\n"), "Stennet", Reach{Lines, 1, false}, "Reef,Depth\n…\nHollin,21\nStennet,24\n", "d.csv:3-4"},
		{"the title", document(core.KindSheet, "d.xlsx", "Reefs of 2024\nReef\tDepth\nTolva\t19\n"), "2024", Reach{Lines, 0, false}, "Reefs of 2024\n", "d.xlsx Data!A1"},
		{"the header itself", document(core.KindSheet, "d.xlsx", sheet), "Reef", Reach{Lines, 0, false}, "Reef\tDepth\n", "d.xlsx Data!A2:B2"},
		{"cues", document(core.KindSubtitles, "t.srt", "00:00:01 One\n00:00:05 Two\n00:00:09 Three\n"), "Two", Reach{Lines, 1, false}, "00:00:01 One\n00:00:05 Two\n00:00:09 Three\n", "t.srt 00:00:01–00:00:09"},
		{"R0.2: all tags", document(core.KindImage, "p.jpg", "[EXIF:Make] Canon\n[EXIF:Model] R5"), "R5", Reach{Lines, 0, false}, "[EXIF:Make] Canon\n[EXIF:Model] R5", "p.jpg EXIF"},
		{"R0.3: all tags", document(core.KindAudio, "s.flac", "[Tag:Artist] Ost\n[Tag:Title] Ebb"), "Ebb", Reach{Lines, 0, false}, "[Tag:Artist] Ost\n[Tag:Title] Ebb", "s.flac tags"},
		{"paragraphs", document(core.KindDocument, "p.docx", "One.\n\nTwo.\n\nThree."), "Two", Reach{Characters, 9, false}, "One.\n\nTwo.\n\nThree.", "p.docx ¶ 1–3"},
		{"a slide", document(core.KindSlides, "t.pptx", "One.", "Two.\n\nMore."), "Two", Reach{Lines, 5, false}, "Two.\n\nMore.", "t.pptx slide 2"},
		{"an answer with its question", speaking(document(core.KindConversation, "c.json", chat...)), "Nineteen", Reach{Lines, 0, false},
			"User · 1\nHow deep?\n\n…\n\nAssistant · 3\nNineteen metres.", "c.json msg 3"},
		{"a question alone", speaking(document(core.KindConversation, "c.json", chat...)), "Why", Reach{Lines, 0, false}, "User · 4\nWhy?", "c.json msg 4"},
		{"messages around", speaking(document(core.KindConversation, "c.json", chat...)), "Nineteen", Reach{Lines, 1, false},
			"Assistant · 2\nLet me look.\n\nAssistant · 3\nNineteen metres.\n\nUser · 4\nWhy?", "c.json msg 3"},
		{"an answer that begins a chat of its own", speaking(document(core.KindConversation, "c.json", chat...), 3), "Nineteen", Reach{Lines, 0, false}, "Assistant · 3\nNineteen metres.", "c.json msg 3"},
		{"nobody named", document(core.KindConversation, "c.json", chat...), "Nineteen", Reach{Lines, 0, false}, "Let me look.\n\nNineteen metres.", "c.json msg 3"},
	} {
		if tt.d.Kind == core.KindSheet {
			tt.d.Pages[0].Label = "Data"
		}
		w, err := Cut(tt.d, at(t, tt.d, tt.words), tt.r)
		if err != nil || w.Text != tt.want || w.Locator.String() != tt.locator {
			t.Errorf("%s: %v\n%q, want\n%q; at %s, want %s", tt.name, err, w.Text, tt.want, w.Locator.String(), tt.locator)
		}
	}
}

// speaking has a person and a machine write the messages of a chat; further
// ones begin with more.
func speaking(d Document, more ...int) Document {
	who := []string{"User · 1", "Assistant · 2", "Assistant · 3", "User · 4"}
	d.Layout = func(page int) (core.Layout, error) {
		l := core.Layout{Headings: []core.Heading{{Level: 2, Title: who[page-1]}}}
		if page == 1 || slices.Contains(more, page) {
			l.Headings = append(l.Headings, core.Heading{Level: 1, Title: "Depths"})
		}
		return l, nil
	}
	return d
}

// A question is looked for among the hundred messages before its answer.
func TestBoundOfLookingForAQuestion(t *testing.T) {
	for n, want := range map[int]int{100: 2, 101: 1} {
		d := document(core.KindConversation, "c.json", append([]string{"How deep?"}, slices.Repeat([]string{"So."}, n)...)...)
		d.Layout = func(page int) (core.Layout, error) {
			return core.Layout{Headings: []core.Heading{{Level: 2, Title: map[bool]string{true: "User · 1", false: "Assistant"}[page == 1]}}}, nil
		}
		if w, err := Cut(d, []core.Quote{{Page: n + 1}}, Reach{Strategy: Lines}); err != nil || len(w.Quotes) != want {
			t.Errorf("%d messages before it: %d are shown, %v", n, len(w.Quotes), err)
		}
	}
}

func TestPageWithoutTextIsEmpty(t *testing.T) {
	d := document(core.KindPDF, "r.pdf", "One.", "", "Three.")
	w, err := Cut(d, []core.Quote{{Page: 2}}, Reach{Strategy: Characters, N: 100})
	if err != nil || w.Text != "" || w.Locator.String() != "r.pdf p. 2" {
		t.Errorf("%+v, %v", w, err)
	}
}

func TestLostLayoutIsAnError(t *testing.T) {
	lost := errors.New("lost")
	for _, kind := range []core.Kind{core.KindPDF, core.KindDocument, core.KindConversation} {
		d := document(kind, "r", "One.")
		d.Layout = func(int) (core.Layout, error) { return core.Layout{}, lost }
		if _, err := Cut(d, at(t, d, "One"), Reach{Strategy: Characters}); !errors.Is(err, lost) {
			t.Errorf("%s: %v", kind, err)
		}
	}
}
