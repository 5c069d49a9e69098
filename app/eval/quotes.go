package eval

import (
	"cmp"
	"context"
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"ibid/app"
	"ibid/core"
)

// quoteTime bounds the time of pdftotext for one page.
const quoteTime = 20 * time.Second

// quoteCheck looks up the quotes from PDFs in the text that another reader, pdftotext, finds on the
// cited page.
type quoteCheck struct {
	reader string // path of pdftotext; empty if it is not installed
	docs   map[core.Hash]map[core.Quote]core.Document
	whole  int // quotes that are on their page in one piece
	parts  int // quotes whose words are on their page in another order
	astray []AstrayQuote
	// scanned counts quotes from pages that were read by OCR. They are not looked up, because
	// pdftotext does not read pictures.
	scanned int
}

// AstrayQuote is a quoted text that pdftotext does not find on the cited page.
type AstrayQuote struct {
	Document string   `json:"document"` // name
	Page     int      `json:"page"`     // 1-based index
	Text     string   `json:"text"`
	Words    float64  `json:"words"`   // share of the quote's words that are on the page
	Missing  []string `json:"missing"` // the other words, each once
	Reason   string   `json:"reason"`
}

func newQuoteCheck() quoteCheck {
	reader, _ := exec.LookPath("pdftotext") // without it nothing is looked up
	return quoteCheck{reader: reader, docs: make(map[core.Hash]map[core.Quote]core.Document)}
}

// source stores the quotes of a source for all.
func (c *quoteCheck) source(s core.Source) {
	if c.reader == "" || s.Document.Kind != core.KindPDF {
		return
	}
	quotes := c.docs[s.Document.Hash]
	if quotes == nil {
		quotes = make(map[core.Quote]core.Document)
		c.docs[s.Document.Hash] = quotes
	}
	for _, q := range s.Quotes {
		quotes[q] = s.Document
	}
}

// all looks up every different stored quote and then drops them.
func (c *quoteCheck) all(ctx context.Context, e *app.Engine) error {
	for _, quotes := range c.docs {
		var order []core.Quote
		var d core.Document
		for q, bearer := range quotes {
			order, d = append(order, q), bearer
		}
		slices.SortFunc(order, func(a, b core.Quote) int { return cmp.Or(a.Page-b.Page, a.Start-b.Start, a.End-b.End) })
		pages, err := e.Pages(ctx, d.ID)
		if err != nil {
			return err
		}
		if err := c.document(ctx, d, order, pages); err != nil {
			return err
		}
	}
	clear(c.docs)
	return nil
}

// document looks up quotes in the order of their pages.
func (c *quoteCheck) document(ctx context.Context, d core.Document, quotes []core.Quote, pages []core.Page) error {
	var theirs []string
	page := 0
	for _, q := range quotes {
		if pages[q.Page-1].OCROf(q.Span) > 0 {
			c.scanned++
			continue
		}
		if q.Page != page {
			var err error
			if theirs, err = c.read(ctx, d.Path, q.Page); err != nil {
				return err
			}
			page = q.Page
		}
		c.compare(d.Name, q, pages[q.Page-1].Text[q.Start:q.End], theirs)
	}
	return nil
}

// read returns what pdftotext finds on a page, in its own order and in that of the file; nil if it
// fails.
func (c *quoteCheck) read(ctx context.Context, path string, page int) ([]string, error) {
	limited, cancel := context.WithTimeout(ctx, quoteTime)
	defer cancel()
	var texts []string
	for _, order := range [][]string{nil, {"-raw"}} {
		n := strconv.Itoa(page)
		args := append(order, "-q", "-f", n, "-l", n, path, "-")
		out, err := exec.CommandContext(limited, c.reader, args...).Output()
		if err != nil && ctx.Err() != nil {
			return nil, fmt.Errorf("look up quotes on page %d of %q: %w", page, path, ctx.Err())
		}
		texts = append(texts, string(out))
	}
	return texts, nil
}

// enoughWords is the share of a quote's words, with repetitions, that must be on the page if the
// whole quote is not. Every reader orders columns and tables differently, and few split words
// alike.
const enoughWords = .95

// compare looks a quote up in the texts of its page.
func (c *quoteCheck) compare(name string, q core.Quote, quote string, theirs []string) {
	ours := letters(quote)
	if slices.ContainsFunc(theirs, func(t string) bool { return strings.Contains(letters(t), ours) }) {
		c.whole++
		return
	}
	a := AstrayQuote{Document: name, Page: q.Page, Text: quote}
	for i, t := range theirs {
		if share, missing := heldShare(t, quote); i == 0 || share > a.Words {
			a.Words, a.Missing = share, missing
		}
	}
	if a.Words >= enoughWords {
		c.parts++
		return
	}
	a.Reason = a.reason(theirs)
	c.astray = append(c.astray, a)
}

// Reasons why a quote is not found.
const (
	noLayer     = "pdftotext finds no text on the page"
	onlySymbols = "symbols that the two readers take for other letters"
	otherWords  = "words that pdftotext does not find"
)

func (a AstrayQuote) reason(theirs []string) string {
	switch {
	case strings.TrimSpace(strings.Join(theirs, "")) == "":
		return noLayer
	case !slices.ContainsFunc(a.Missing, func(w string) bool { return utf8.RuneCountInString(w) > 1 }):
		return onlySymbols
	}
	return otherWords
}

// symbol matches what readers make of a sign in a font without a mapping to characters, such as a
// bullet or check mark: characters of no script, often followed by a letter or digit that is the
// sign's code.
var symbol = regexp.MustCompile(`[\x{80}-\x{9f}\x{fffd}\p{Co}]+(?:[ \x{a0}]*[\pL\pN](?:\s|$))?`)

// plain returns s in lower case, without symbols, in the normal form that resolves ligatures.
func plain(s string) string {
	return strings.ToLower(norm.NFKC.String(symbol.ReplaceAllString(s, " ")))
}

// letters returns the letters and digits of s.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, plain(s))
}

// lineHyphen matches a hyphen that may end a line; readers may or may not join the word.
var lineHyphen = regexp.MustCompile(`[-\x{ad}\x{2010}]\s*`)

// heldShare returns the share of the words of want that are in has, with repetitions, and the
// missing ones, each once. Words at hyphens are compared joined and split; the better result
// counts.
func heldShare(has, want string) (share float64, missing []string) {
	for _, forHyphen := range []string{"", " "} {
		split := func(s string) []string {
			s = lineHyphen.ReplaceAllString(plain(s), forHyphen)
			return strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		}
		count := make(map[string]int)
		for _, w := range split(has) {
			count[w]++
		}
		words, held := split(want), 0
		var lacks []string
		for _, w := range words {
			if count[w] > 0 {
				count[w]--
				held++
			} else if !slices.Contains(lacks, w) {
				lacks = append(lacks, w)
			}
		}
		if len(words) == 0 {
			return 1, nil
		}
		if s := float64(held) / float64(len(words)); s >= share {
			share, missing = s, lacks
		}
	}
	return share, missing
}
