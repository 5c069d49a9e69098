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

// sourceFile is a file of candidates where source code is asked about, with the features
// that it has beside its words. The numbers are between 0 and 1.
type sourceFile struct {
	document core.Document
	path     float64 // share of the words of its path that the question has, by rarity
	quoted   float64 // how surely the question quotes its path
	ngrams   float64 // how many word n-grams of a pasted text it has, and few others
	imports  float64 // score of the best files that are one import away
	history  float64 // how recently and how often it was changed, compared with the others
	beside   bool    // a test or a document, and neither is asked for

	importsWhy, historyWhy string // in words
}

// setFeatures computes the features of the files of the candidates. asked is the
// number of words that the question itself has, without the body of a pasted text.
func (s *Searcher) setFeatures(ctx context.Context, q core.Query, asked int, found []candidate) error {
	if !q.Code {
		return nil
	}
	known := make(map[core.Hash]*sourceFile)
	var files []*sourceFile
	for i := range found {
		c := &found[i]
		if known[c.match.Hash] == nil {
			f, err := s.fileFeatures(ctx, q, c.match.Hash)
			if err != nil {
				return err
			}
			known[c.match.Hash] = f
			files = append(files, f)
		}
		c.source = known[c.match.Hash]
	}
	s.pathFeatures(q, asked, files)
	ngramFeatures(q, found)
	if err := s.historyFeatures(ctx, files); err != nil {
		return err
	}
	for i := range found {
		c := &found[i]
		c.values[ofPaths], c.values[ofQuoted] = c.source.path, c.source.quoted
		c.values[ofWording], c.values[ofHistory] = c.source.ngrams, c.source.history
	}
	return nil
}

// fileFeatures returns the features that one file has by itself. Of several
// documents with the same bytes the first one counts that is no test.
func (s *Searcher) fileFeatures(ctx context.Context, q core.Query, hash core.Hash) (*sourceFile, error) {
	docs, err := s.Documents.DocumentsByHash(ctx, hash)
	if err != nil {
		return nil, fmt.Errorf("look at files: %w", err)
	}
	f := &sourceFile{beside: !q.Tests && len(docs) > 0, quoted: q.Quoted[hash]}
	for i, d := range docs {
		rel := below(q.Root, d)
		beside := d.Kind.Group() != core.GroupCode || IsTest(rel) || docPath.MatchString(rel)
		if i == 0 || f.beside && !beside {
			f.document = d
		}
		f.beside = f.beside && beside
	}
	return f, nil
}

// Weights of a word of a path that also occurs in the question.
const (
	pathBase   = 0.5  // in the name of the file
	pathBody   = 0.33 // the same, if only the body of a pasted text has the word
	pathFolder = 0.1  // in the name of a folder
)

// pathFeatures sets the feature path: the sum over the words that a path shares
// with the question, each weighted by how few of the files have it in their path.
// asked is the number of words that the question itself has.
func (s *Searcher) pathFeatures(q core.Query, asked int, files []*sourceFile) {
	var all strings.Builder
	ends := make([]int, 0, 2*len(files)) // of the folders and the name of each file
	for _, f := range files {
		dir, base := path.Split(below(q.Root, f.document))
		for _, part := range []string{dir, strings.TrimSuffix(base, path.Ext(base))} {
			all.WriteString(pathBreaks.Replace(part))
			all.WriteByte('\n')
			ends = append(ends, all.Len())
		}
	}
	words := core.Query{Words: q.Words, Phrases: q.Phrases, Body: append(slices.Clone(q.Body), identifierParts(q.Raw)...)}
	weights := make([]map[int]float64, len(files)) // of each file, by word
	frequency := make(map[int]float64)             // files with a word in their path
	for _, o := range s.Index.Occurrences(words, core.KindCode, all.String()) {
		n, _ := slices.BinarySearch(ends, o.End)
		weight := pathBase
		if o.Word >= asked {
			weight = pathBody
		}
		if n%2 == 0 {
			weight = pathFolder
		}
		if weights[n/2] == nil {
			weights[n/2] = make(map[int]float64)
		}
		if weights[n/2][o.Word] == 0 {
			frequency[o.Word]++
		}
		weights[n/2][o.Word] = max(weights[n/2][o.Word], weight)
	}
	count := float64(len(files))
	for i, f := range files {
		for _, word := range slices.Sorted(maps.Keys(weights[i])) {
			f.path += weights[i][word] * math.Log1p(count/frequency[word]) / math.Log1p(count)
		}
		f.path = min(1, f.path)
	}
}

// pathBreaks divides the words of a path.
var pathBreaks = strings.NewReplacer("/", " ", ".", " ", "-", " ")

// identifierParts lists the words that the identifiers of a text are made of.
func identifierParts(raw string) (out []string) {
	for id := range text.Identifiers(text.Clip(raw, query.MaxBytes)) {
		for _, p := range id.Parts {
			if len(id.Parts) > 1 && len(p.Form) >= minName && !query.IsStopWord(p.Form) && len(out) < query.MaxWords {
				out = append(out, p.Form)
			}
		}
	}
	return out
}

// sourceReasons lists the reasons that a candidate has because source code is
// asked about.
func (c *candidate) sourceReasons() (list []core.Reason) {
	add := func(retriever string, score float64, detail string) {
		if score > 0 {
			list = append(list, core.Reason{Retriever: retriever, Score: score, Detail: detail})
		}
	}
	add("names", c.values[ofNames], "it defines "+c.name+", which the question names")
	f := c.source
	if f == nil {
		return list
	}
	add("path", f.path, "its path names what is asked for")
	add("quoted", f.quoted, "the question quotes its path")
	if c.ngram.Len() > 0 {
		add("wording", f.ngrams, fmt.Sprintf("it says %q as the question does, and few others do", text.OneLine(c.text[c.ngram.Start:c.ngram.End])))
	} else {
		add("wording", f.ngrams, "its file says what the question says, and few others do")
	}
	add("imports", f.imports, f.importsWhy)
	add("history", f.history, f.historyWhy)
	if f.beside {
		list = append(list, core.Reason{Retriever: "beside", Detail: "a test or a document, where code is asked for: ranked down"})
	}
	return list
}
