package search

import (
	"context"
	"fmt"
	"maps"
	"math"
	"path"
	"slices"
	"strings"

	"ibid/core"
	"ibid/core/query"
	"ibid/core/text"
)

// clue is what is known of a file beside its words, where source code is asked
// about. The numbers are between 0 and 1.
type clue struct {
	document core.Document
	path     float64 // how much its path says of what is asked for
	quoted   float64 // that the question quotes its path
	wording  float64 // that it says what a pasted text says, and few others do
	linked   float64 // that files which match best are one import away
	changed  float64 // how lately and how often it was changed, beside the others
	beside   bool    // a test or a document, and neither is asked for

	linkedWhy, changedWhy string // in words
}

// worth joins what a file is worth beside its words, but for the parts in
// without. What imports say is added when the strongest hits are known.
func (c *clue) worth(without []Part) float64 {
	sum := 0.
	for _, p := range []struct {
		part  Part
		worth float64
	}{
		{PartPaths, weightPath * c.path}, {PartQuoted, weightQuoted * c.quoted}, {PartWording, weightWording * c.wording},
		{PartHistory, weightHistory * c.changed},
	} {
		if !slices.Contains(without, p.part) {
			sum += p.worth
		}
	}
	return sum
}

// look sets what is known of the files of the candidates. Of several documents
// with the same bytes the first one counts that is no test. asked is how many
// words the question itself has.
func (s *Searcher) look(ctx context.Context, q core.Query, asked int, found []candidate) error {
	if !q.Code {
		return nil
	}
	known := make(map[core.Hash]*clue)
	var clues []*clue
	for i := range found {
		c := &found[i]
		if known[c.match.Hash] == nil {
			k, err := s.clue(ctx, q, c.match.Hash)
			if err != nil {
				return err
			}
			known[c.match.Hash] = k
			clues = append(clues, k)
		}
		c.clue = known[c.match.Hash]
	}
	s.tellPaths(q, asked, clues)
	tellWording(q, found)
	return s.tellChanges(ctx, clues)
}

func (s *Searcher) clue(ctx context.Context, q core.Query, hash core.Hash) (*clue, error) {
	docs, err := s.Documents.DocumentsByHash(ctx, hash)
	if err != nil {
		return nil, fmt.Errorf("look at files: %w", err)
	}
	k := &clue{beside: !q.Tests && len(docs) > 0, quoted: q.Quoted[hash]}
	for i, d := range docs {
		rel := below(q.Root, d)
		beside := d.Kind.Group() != core.GroupCode || IsTest(rel) || docPath.MatchString(rel)
		if i == 0 || k.beside && !beside {
			k.document = d
		}
		k.beside = k.beside && beside
	}
	return k, nil
}

// What a word of a path says that the question has too: less if the word stands
// in the body of a pasted text only, least if it names a folder.
const (
	pathBase   = 0.5
	pathBody   = 0.33
	pathFolder = 0.1
)

// tellPaths measures what paths say: words of the question, each by how few of
// the files bear it. asked is how many words the question itself has.
func (s *Searcher) tellPaths(q core.Query, asked int, clues []*clue) {
	var all strings.Builder
	ends := make([]int, 0, 2*len(clues)) // of the folders and the name of each file
	for _, k := range clues {
		dir, base := path.Split(below(q.Root, k.document))
		for _, part := range []string{dir, strings.TrimSuffix(base, path.Ext(base))} {
			all.WriteString(pathBreaks.Replace(part))
			all.WriteByte('\n')
			ends = append(ends, all.Len())
		}
	}
	words := core.Query{Words: q.Words, Phrases: q.Phrases, Body: append(slices.Clone(q.Body), partsOf(q.Raw)...)}
	said := make([]map[int]float64, len(clues)) // of each file, word → what it says
	bearers := make(map[int]int)
	for _, o := range s.Index.Occurrences(words, core.KindCode, all.String()) {
		n, _ := slices.BinarySearch(ends, o.End)
		says := pathBase
		if o.Word >= asked {
			says = pathBody
		}
		if n%2 == 0 {
			says = pathFolder
		}
		if said[n/2] == nil {
			said[n/2] = make(map[int]float64)
		}
		if said[n/2][o.Word] == 0 {
			bearers[o.Word]++
		}
		said[n/2][o.Word] = max(said[n/2][o.Word], says)
	}
	files := float64(len(clues))
	for i, k := range clues {
		for _, word := range slices.Sorted(maps.Keys(said[i])) {
			k.path += said[i][word] * math.Log1p(files/float64(bearers[word])) / math.Log1p(files)
		}
		k.path = min(1, k.path)
	}
}

// pathBreaks parts the words of a path.
var pathBreaks = strings.NewReplacer("/", " ", ".", " ", "-", " ")

// partsOf are the words that the identifiers of a text are made of.
func partsOf(raw string) (out []string) {
	for id := range text.Identifiers(text.Clip(raw, query.MaxBytes)) {
		for _, p := range id.Parts {
			if len(id.Parts) > 1 && len(p.Form) >= leastName && !query.IsStopWord(p.Form) && len(out) < query.MaxWords {
				out = append(out, p.Form)
			}
		}
	}
	return out
}

// clues are the reasons that a candidate has because source code is asked about.
func (c *candidate) clues() (list []core.Reason) {
	add := func(retriever string, score float64, detail string) {
		if score > 0 {
			list = append(list, core.Reason{Retriever: retriever, Score: score, Detail: detail})
		}
	}
	add("names", c.defines, "it defines "+c.name+", which the question names")
	k := c.clue
	if k == nil {
		return list
	}
	add("path", k.path, "its path names what is asked for")
	add("quoted", k.quoted, "the question quotes its path")
	if c.says.Len() > 0 {
		add("wording", k.wording, fmt.Sprintf("it says %q as the question does, and few others do", text.OneLine(c.text[c.says.Start:c.says.End])))
	} else {
		add("wording", k.wording, "its file says what the question says, and few others do")
	}
	add("imports", k.linked, k.linkedWhy)
	add("history", k.changed, k.changedWhy)
	if k.beside {
		list = append(list, core.Reason{Retriever: "beside", Detail: "a test or a document, where code is asked for: ranked down"})
	}
	return list
}
