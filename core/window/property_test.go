package window

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"ibid/core"
)

// A drawn line of a made-up PDF, whose words are all different.
type drawn struct {
	core.Quote
	text         string
	starts, ends bool // with a sentence
}

// madeUp is a PDF of sentences that run over lines, paragraphs and pages.
func madeUp(rng *rand.Rand) (Document, []drawn) {
	var lines []drawn
	var current drawn
	words, width := 0, 10+rng.IntN(60)
	for range 5 + rng.IntN(60) { // sentences
		length := 1 + rng.IntN(20)
		for i := range length {
			word := fmt.Sprintf("wörd%d", words)
			if words++; i == 0 {
				word = "W" + word[1:]
			}
			if current.text == "" {
				current.starts = i == 0
			} else {
				current.text += " "
			}
			current.text += word
			if current.ends = i == length-1; current.ends {
				current.text += "."
			}
			if len(current.text) >= width || current.ends && rng.IntN(4) == 0 {
				lines = append(lines, current)
				current = drawn{}
			}
		}
	}
	if current.text != "" {
		lines = append(lines, current)
	}
	var pages []string
	for i := range lines {
		switch {
		case i == 0 || rng.IntN(12) == 0:
			pages = append(pages, fmt.Sprintf("~Head %d\n%s", len(pages)+1, lines[i].text))
		case lines[i-1].ends && rng.IntN(2) == 0:
			pages[len(pages)-1] += "\n" + lines[i].text
		default:
			pages[len(pages)-1] += "|" + lines[i].text
		}
		lines[i].Page = len(pages)
	}
	d := document(core.KindPDF, "made-up.pdf", pages...)
	for i := range lines {
		lines[i].Start = strings.Index(d.Pages[lines[i].Page-1].Text, lines[i].text)
		lines[i].End = lines[i].Start + len(lines[i].text)
	}
	return d, lines
}

func TestWindowsOfRandomPDFsKeepEveryPromise(t *testing.T) { // R0.4, R0.9
	crossed, marked, clean := 0, 0, 0
	for seed := range uint64(3000) {
		rng := rand.New(rand.NewPCG(seed, 4))
		d, lines := madeUp(rng)
		hit := rng.IntN(len(lines))
		words := strings.Fields(lines[hit].text)
		match := words[rng.IntN(len(words))]
		start := strings.Index(lines[hit].text, match)
		n := rng.IntN(400)
		target := core.Quote{Page: lines[hit].Page, Span: core.Span{Start: lines[hit].Start + start, End: lines[hit].Start + start + len(match)}}
		w, err := Cut(d, []core.Quote{target}, Reach{Strategy: Characters, N: n})
		if err != nil {
			t.Fatal(err)
		}
		first, last := shownLines(w.Quotes, lines)
		if why := broken(w, lines, first, last, hit, match, n); why != "" {
			t.Fatalf("seed %d, %q, %d: %s\n%q\n%+v", seed, match, n, why, w.Text, lines)
		}
		body := strings.TrimSuffix(strings.TrimPrefix(w.Text, "… "), " …")
		if body == w.Text {
			clean++
		} else {
			marked++
		}
		if w.Locator.LastPage > w.Locator.Page {
			crossed++
		}
	}
	if crossed < 100 || marked < 100 || clean < 100 {
		t.Errorf("%d windows ran over a page end, %d were marked, %d were not: too few to show anything", crossed, marked, clean)
	}
}

// shownLines is the first and the last line whose beginning and end the quotes
// begin and end with; -1 if a quote cuts a line.
func shownLines(quotes []core.Quote, lines []drawn) (first, last int) {
	first, last = -1, -1
	for i, l := range lines {
		if l.Page == quotes[0].Page && l.Start == quotes[0].Start {
			first = i
		}
		if q := quotes[len(quotes)-1]; l.Page == q.Page && l.End == q.End {
			last = i
		}
	}
	return first, last
}

// broken says which promise a window does not keep, in words.
func broken(w Window, lines []drawn, first, last, hit int, match string, n int) string {
	switch {
	case first < 0 || last < 0:
		return "a line is cut"
	case hit < first || hit > last || !strings.Contains(w.Text, match):
		return "the match is not in it"
	case w.Locator.Page != lines[first].Page || w.Locator.LastPage != lines[last].Page:
		return "it is said to be at " + w.Locator.String()
	}
	body, before := strings.CutPrefix(w.Text, "… ")
	body, after := strings.CutSuffix(body, " …")
	for i := first; i <= last; i++ {
		if !strings.Contains(body, lines[i].text) {
			return "a line is missing"
		}
	}
	left, right, _ := strings.Cut(body, match)
	back, ahead := utf8.RuneCountInString(left), utf8.RuneCountInString(right)
	if first < hit && back > n || last > hit && ahead > n {
		return fmt.Sprintf("%d characters stand before and %d after", back, ahead)
	}
	// A mark stands where a sentence is cut, where no line up to the match begins
	// with one, and where the next line has no room.
	if before == lines[first].starts {
		return "the mark before it is wrong"
	}
	if after == lines[last].ends {
		return "the mark after it is wrong"
	}
	for i := first; before && i <= hit; i++ {
		if lines[i].starts {
			return "it could begin with a sentence"
		}
	}
	for i := last; after && i >= hit; i-- {
		if lines[i].ends {
			return "it could end with a sentence"
		}
	}
	for i, room := first-1, n-back; !before && i >= 0; i-- {
		if room -= 2 + utf8.RuneCountInString(lines[i].text); room >= 0 && lines[i].starts {
			return "a sentence further up would have room"
		}
	}
	for i, room := last+1, n-ahead; !after && i < len(lines); i++ {
		if room -= 2 + utf8.RuneCountInString(lines[i].text); room >= 0 && lines[i].ends {
			return "a sentence further down would have room"
		}
	}
	if before && first > 0 && back+1+utf8.RuneCountInString(lines[first-1].text) < n {
		return "there is room before it"
	}
	if after && last < len(lines)-1 && ahead+1+utf8.RuneCountInString(lines[last+1].text) < n {
		return "there is room after it"
	}
	return ""
}
