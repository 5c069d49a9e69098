// Package search finds the passages that answer a query and says why.
//
// The index gives candidates by their words (BM25). They are ranked again by
// how well the whole file answers, since the passage with the answer often does
// not name its subject, and by how near to each other the words of the query
// stand.
package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ibid/core"
	"ibid/core/query"
	"ibid/core/text"
)

// Index finds passages by their words.
type Index interface {
	Search(ctx context.Context, q core.Query, scope []core.Hash, limit int) ([]core.Match, error)
	// FileScores scores whole files; those that hold no word of q are left out.
	FileScores(ctx context.Context, q core.Query, files []core.Hash) (map[core.Hash]float64, error)
	// PageScores scores whole pages; those that hold no word of q are left out.
	PageScores(ctx context.Context, q core.Query, pages []core.Place) (map[core.Place]float64, error)
	Occurrences(q core.Query, kind core.Kind, text string) []core.Occurrence
	// Files lists the files that FileScores scores best.
	Files(ctx context.Context, q core.Query, limit int) ([]core.Hash, error)
	// Weights returns the inverse document frequency of each word that Occurrences
	// numbers.
	Weights(ctx context.Context, q core.Query) ([]float64, error)
}

// Documents lists the documents of a library.
type Documents interface {
	Documents(ctx context.Context) ([]core.Document, error)
	// DocumentsByHash lists the documents that have this content hash.
	DocumentsByHash(ctx context.Context, hash core.Hash) ([]core.Document, error)
}

// Texts returns what is stored of a content.
type Texts interface {
	Page(ctx context.Context, hash core.Hash, index int) (core.Page, error)
	Passage(ctx context.Context, hash core.Hash, ordinal int) (core.Passage, error)
	Passages(ctx context.Context, hash core.Hash) ([]core.Passage, error)
	// Code returns what is stored of the syntax of a source file.
	Code(ctx context.Context, hash core.Hash) (core.Code, error)
}

// Files knows the files behind documents as they are now.
type Files interface {
	// Reread reads the changed source files among docs again and reports whether
	// there were any.
	Reread(ctx context.Context, docs []core.Document) (bool, error)
	// Cite sets the name that each hit is cited by and marks the stale ones.
	Cite(ctx context.Context, hits []core.Hit) error
}

// Ratings lists the feedback on sources of earlier questions, the newest first.
type Ratings interface {
	Feedback(ctx context.Context) ([]core.Feedback, error)
}

// Changes returns how often and how recently files were changed, by their absolute
// paths. Files that it does not know yet are left out. Safe for concurrent use.
type Changes interface {
	Changes(ctx context.Context, paths []string) map[string]core.FileHistory
}

// Searcher answers queries. Safe for concurrent use if its parts are.
type Searcher struct {
	Index     Index
	Documents Documents
	Texts     Texts
	Ratings   Ratings // nil is none
	Changes   Changes // nil if nothing is known of them
	Graph     Graph   // nil if nothing is known of source code
	Files     Files   // nil if files are not looked at, as in a measurement of the ranking alone
	Without   []Part  // parts that are left out; none but in a measurement
	Weights   Weights // of questions about text; nil is the table that was fitted
}

// The index is asked for many passages, which costs little. By the scores of their
// pages the best are chosen, and only these are read for the features that need their
// text.
const (
	minCandidates = 100 // passages that are read, at least
	maxPerPage    = 8   // of them from one page, where others have enough
	widening      = 2   // times as many as are read are asked for
)

// Search returns at most limit hits, best first. A query that asks for nothing
// finds nothing.
func (s *Searcher) Search(ctx context.Context, q core.Query, limit int) ([]core.Hit, error) {
	return s.searchOf(ctx, q, max(2*limit, minCandidates), limit)
}

// searchOf is Search among the read passages that the index alone ranks best.
func (s *Searcher) searchOf(ctx context.Context, q core.Query, read, limit int) ([]core.Hit, error) {
	if q.Empty() || limit <= 0 {
		return nil, nil
	}
	stripped := q
	if q.Code && s.with(PartTemplate) {
		stripped = query.StripQuery(q)
	}
	found, err := s.search(ctx, stripped, read, limit)
	if err != nil {
		return nil, fmt.Errorf("search %q: %w", q.Raw, err)
	}
	return s.hits(ctx, stripped, found)
}

// search returns the best of read candidates, best first.
func (s *Searcher) search(ctx context.Context, q core.Query, read, limit int) ([]candidate, error) {
	asked := s.asked(q)
	defined, err := s.definitions(ctx, q)
	if err != nil {
		return nil, err
	}
	wide := read
	if !q.Code {
		wide *= widening
	}
	matches, err := s.matches(ctx, asked, defined, wide)
	if err != nil {
		return nil, err
	}
	matches, held, err := s.exact(ctx, asked, matches, read)
	if err != nil {
		return nil, err
	}
	if matches, err = s.placed(ctx, asked, matches, held); err != nil {
		return nil, err
	}
	found, err := s.scored(ctx, asked, matches)
	if err != nil {
		return nil, err
	}
	for i, c := range found {
		found[i].exact = held[passageKey{c.match.Hash, c.match.Ordinal}]
	}
	if !q.Code {
		found = s.best(q, found, read)
	}
	return s.ranked(ctx, q, defined, found, limit)
}

// ranked reads candidates, sets those of their features that need the text, and
// returns the best, best first.
func (s *Searcher) ranked(ctx context.Context, q core.Query, defined map[core.Hash][]definition, found []candidate, limit int) ([]candidate, error) {
	weights, err := s.Index.Weights(ctx, q)
	if err != nil {
		return nil, err
	}
	if found, err = s.read(ctx, q, found, weights); err != nil {
		return nil, err
	}
	if err := s.setFeatures(ctx, q, len(weights), found); err != nil {
		return nil, err
	}
	define(defined, found)
	if err := s.applyFeedback(ctx, q, weights, found); err != nil {
		return nil, err
	}
	s.score(q, found)
	if err := s.addImports(ctx, q, found); err != nil {
		return nil, err
	}
	exactFirst(found)
	rank(found)
	return found[:min(limit, len(found))], nil
}

// scored makes candidates of matches with the features that the index alone gives:
// the scores of the passage and of its page or, for source code, of its file, each as a
// share of the best one.
func (s *Searcher) scored(ctx context.Context, q core.Query, matches []core.Match) ([]candidate, error) {
	found := make([]candidate, len(matches))
	var top float64
	for i, m := range matches {
		found[i] = candidate{match: m, bm25Rank: i + 1}
		top = max(top, m.Score)
	}
	for i := range found {
		found[i].values[ofPassage] = share(found[i].match.Score, top)
		found[i].values[ofScope] = q.Likely[found[i].match.Hash]
	}
	if q.Code {
		return found, s.scoreDocuments(ctx, q, found)
	}
	return found, s.scorePages(ctx, q, found)
}

// best returns the limit candidates that rank best by the features that they have so
// far, in the order of their passages' scores. What one page has beyond its best few
// comes after all others, so that it does not take the places of other pages.
func (s *Searcher) best(q core.Query, found []candidate, limit int) []candidate {
	if len(found) <= limit {
		return found
	}
	s.score(q, found)
	exactFirst(found)
	rank(found)
	taken := make(map[core.Place]int)
	var first, rest []candidate
	for _, c := range found {
		if taken[c.page()]++; taken[c.page()] > maxPerPage {
			rest = append(rest, c)
		} else {
			first = append(first, c)
		}
	}
	found = append(first, rest...)[:limit]
	slices.SortFunc(found, func(a, b candidate) int { return cmp.Compare(a.bm25Rank, b.bm25Rank) })
	return found
}

// read reads the passages of candidates and sets the features that their texts give.
// weights are those of the words of q.
func (s *Searcher) read(ctx context.Context, q core.Query, found []candidate, weights []float64) ([]candidate, error) {
	out, pages := found[:0], make(map[pageKey]core.Page)
	for _, c := range found {
		page, err := s.readPassage(ctx, &c, pages)
		switch {
		case errors.Is(err, core.ErrNotFound), errors.Is(err, core.ErrNoSuchPage):
			continue // removed or cut anew since the index was asked
		case err != nil:
			return nil, err
		}
		c.occurrences = s.Index.Occurrences(q, core.KindText, c.text) // of what kind it is, is not known yet
		c.covered = coverage(weights, c.occurrences)
		s.setTextFeatures(q, weights, page, &c)
		if err := s.setMention(ctx, q, page, &c); err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

// matches returns the best passages of the library and the best of some documents,
// by their BM25 scores.
func (s *Searcher) matches(ctx context.Context, q core.Query, defined map[core.Hash][]definition, limit int) ([]core.Match, error) {
	scope, err := s.scope(ctx, q)
	if err != nil {
		return nil, err
	}
	matches, err := s.Index.Search(ctx, q, scope, limit)
	if err != nil || len(matches) < limit {
		return matches, err
	}
	within, err := s.within(ctx, q, defined)
	if err != nil {
		return nil, err
	}
	if scope != nil {
		within = slices.DeleteFunc(within, func(h core.Hash) bool { return !slices.Contains(scope, h) })
	}
	if len(within) > 0 {
		asked := q
		if q.Code && !q.Tests && len(q.Kinds) == 0 && s.with(PartBeside) {
			asked.Kinds = []core.Kind{core.KindCode}
		}
		more, err := s.Index.Search(ctx, asked, within, 2*limit)
		if err != nil {
			return nil, err
		}
		last := matches[len(matches)-1]
		for _, m := range more {
			if order(m, last) > 0 {
				matches = append(matches, m)
			}
		}
	}
	if q.Code && s.with(PartSpread) {
		matches = firstOfEachFile(matches, maxPerFile)
	}
	return matches, nil
}

// firstOfEachFile keeps the first limit matches of each file.
func firstOfEachFile(matches []core.Match, limit int) []core.Match {
	taken := make(map[core.Hash]int)
	return slices.DeleteFunc(matches, func(m core.Match) bool {
		taken[m.Hash]++
		return taken[m.Hash] > limit
	})
}

// order compares matches in the order in which the index returns them.
func order(a, b core.Match) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Hash, b.Hash), cmp.Compare(a.Ordinal, b.Ordinal))
}

// filesOf lists the files of the candidates, each once.
func filesOf(found []candidate) []core.Hash {
	files := make([]core.Hash, len(found))
	for i, c := range found {
		files[i] = c.match.Hash
	}
	slices.Sort(files)
	return slices.Compact(files)
}

// scope returns the contents that the query is restricted to: of the documents
// whose name contains one of its names, and among its documents; nil if there is no
// such condition.
func (s *Searcher) scope(ctx context.Context, q core.Query) ([]core.Hash, error) {
	if len(q.Names) == 0 {
		if len(q.Documents) == 0 {
			return nil, nil
		}
		return q.Documents, nil
	}
	docs, err := s.Documents.Documents(ctx)
	if err != nil {
		return nil, fmt.Errorf("search by name: %w", err)
	}
	scope := []core.Hash{}
	for _, d := range docs {
		name := strings.ToLower(d.Name)
		meant := len(q.Documents) == 0 || slices.Contains(q.Documents, d.Hash)
		if meant && d.Hash != "" && slices.ContainsFunc(q.Names, func(n string) bool { return strings.Contains(name, n) }) {
			scope = append(scope, d.Hash)
		}
	}
	slices.Sort(scope)
	return slices.Compact(scope), nil
}

// pageKey names a page of a content.
type pageKey struct {
	hash core.Hash
	page int
}

// readPassage reads the passage of a candidate and returns its page. pages are those
// that were read for the same query: the page of a kind without pages is the whole
// document, and must not be read for each of its passages.
func (s *Searcher) readPassage(ctx context.Context, c *candidate, pages map[pageKey]core.Page) (core.Page, error) {
	passage, err := s.Texts.Passage(ctx, c.match.Hash, c.match.Ordinal)
	if err != nil {
		return core.Page{}, err
	}
	key := pageKey{c.match.Hash, passage.Page}
	page, known := pages[key]
	if !known {
		if page, err = s.Texts.Page(ctx, c.match.Hash, passage.Page); err != nil {
			return page, err
		}
		pages[key] = page
	}
	if !passage.Fits(page.Text) {
		return page, fmt.Errorf("passage %d on page %d of %s as it was: %w", c.match.Ordinal, passage.Page, c.match.Hash, core.ErrNotFound)
	}
	c.passage, c.label, c.ocr, c.text = passage, page.Label, page.OCROf(passage.Spans...), passage.Text(page.Text)
	return page, nil
}

// hits joins candidates with the documents that have their contents. Of several
// documents with the same bytes the first that was added is cited.
func (s *Searcher) hits(ctx context.Context, q core.Query, found []candidate) ([]core.Hit, error) {
	documents := make(map[core.Hash]core.Document)
	hits := make([]core.Hit, 0, len(found))
	for _, c := range found {
		doc, known := documents[c.match.Hash]
		if !known {
			docs, err := s.Documents.DocumentsByHash(ctx, c.match.Hash)
			if err != nil {
				return nil, fmt.Errorf("search %q: %w", q.Raw, err)
			}
			if len(docs) > 0 {
				doc = cited(docs, q)
			}
			documents[c.match.Hash] = doc
		}
		if doc.Kind == core.KindCode {
			c.occurrences = s.Index.Occurrences(q, doc.Kind, c.text)
		}
		if doc.ID != 0 {
			hits = append(hits, c.hit(q, doc))
		}
	}
	return hits, nil
}

// cited returns the document to be cited: the oldest that was chosen, else the oldest
// whose name was asked for.
func cited(docs []core.Document, q core.Query) core.Document {
	for _, d := range docs {
		if slices.Contains(q.In, d.ID) {
			return d
		}
	}
	for _, d := range docs {
		if slices.ContainsFunc(q.Names, func(n string) bool { return strings.Contains(strings.ToLower(d.Name), n) }) {
			return d
		}
	}
	return docs[0]
}

// Names of retrievers in reasons.
const (
	byWords = "words"
	byGraph = "graph"
)

// Connected reports whether a hit was added by Expand.
func Connected(h core.Hit) bool { return len(h.Reasons) > 0 && h.Reasons[0].Retriever == byGraph }

// hit makes a hit of the candidate.
func (c *candidate) hit(q core.Query, doc core.Document) core.Hit {
	h := core.Hit{
		Document: doc, Passage: c.passage, Locator: core.PassageLocator(doc, c.passage, c.label), Label: c.label, OCR: c.ocr,
		Score: c.score, Covered: c.covered, Text: c.text, Part: c.part(),
		Reasons: []core.Reason{{
			Retriever: byWords, Rank: c.bm25Rank, Score: c.match.Score,
			Detail: fmt.Sprintf("BM25 rank %d for %s", c.bm25Rank, c.found()),
		}},
	}
	h.Reasons = append(h.Reasons, c.reasons(q)...)
	h.Matches = spans(c.occurrences)
	return h
}

// spans lists where words occur, each place once: several words may occur in one.
func spans(occurrences []core.Occurrence) []core.Span {
	list := make([]core.Span, len(occurrences))
	for i, o := range occurrences {
		list[i] = o.Span
	}
	return slices.Compact(list)
}

// found quotes the words of the query that the passage holds, as they stand there,
// in the order of the query.
func (c *candidate) found() string {
	byWord := make(map[int]string)
	for _, o := range c.occurrences {
		if _, known := byWord[o.Word]; !known {
			byWord[o.Word] = strings.Join(text.Forms(c.text[o.Start:o.End]), " ")
		}
	}
	var words []int
	for w := range byWord {
		words = append(words, w)
	}
	slices.SortFunc(words, cmp.Compare[int])
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = byWord[w]
	}
	return fmt.Sprintf("%q", strings.Join(slices.Compact(quoted), " "))
}
