package search

import (
	"context"
	"fmt"
	"strings"

	"ibid/core"
	"ibid/core/text"
)

// maxMentions bounds the passages that are searched for one name.
const maxMentions = 500

// Mentions finds where documents that are not source code name a thing as code
// does: find_by_email, findByEmail(), `find`.
func (s *Searcher) Mentions(ctx context.Context, name string) ([]core.Mention, error) {
	if _, inside, ok := strings.Cut(name, "::"); ok {
		name = inside
	}
	q, err := inDocuments(strings.ReplaceAll(name[strings.LastIndexByte(name, '.')+1:], `"`, " "))
	if err != nil {
		return nil, err
	}
	matches, err := s.Index.Search(ctx, q, nil, maxMentions)
	if err != nil {
		return nil, err
	}
	seen := make(map[core.Mention]bool)
	var out []core.Mention
	for _, m := range matches {
		found, err := s.mentionsIn(ctx, m, name)
		if err != nil {
			return nil, fmt.Errorf("find mentions of %q: %w", name, err)
		}
		for _, one := range found {
			if !seen[one] {
				seen[one] = true
				out = append(out, one)
			}
		}
	}
	return out, nil
}

// mentionsIn finds a name in one passage.
func (s *Searcher) mentionsIn(ctx context.Context, m core.Match, name string) ([]core.Mention, error) {
	docs, err := s.Documents.DocumentsByHash(ctx, m.Hash)
	if err != nil || len(docs) == 0 {
		return nil, err
	}
	d := docs[0]
	page, err := s.Texts.Page(ctx, m.Hash, m.Page)
	if err != nil {
		return nil, err
	}
	passage, err := s.Texts.Passage(ctx, m.Hash, m.Ordinal)
	if err != nil {
		return nil, err
	}
	var out []core.Mention
	for _, span := range passage.Spans {
		for _, at := range text.CodeMentions(page.Text[span.Start:span.End], name) {
			at = core.Span{Start: span.Start + at.Start, End: span.Start + at.End}
			l := core.PassageLocator(d, passage, page.Label)
			if d.Kind.Unit() == core.UnitLine {
				line := passage.Lines[0] + strings.Count(page.Text[passage.Spans[0].Start:at.Start], "\n")
				l = core.LineLocator(d.Name, line, line)
			}
			out = append(out, core.Mention{Document: d, Locator: l, Page: m.Page, Span: at, Name: page.Text[at.Start:at.End]})
		}
	}
	return out, nil
}
