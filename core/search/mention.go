package search

import (
	"context"
	"fmt"
	"slices"

	"ibid/core"
	"ibid/core/pageform"
	"ibid/core/text"
)

// setMention sets the feature mention: how surely the form of a candidate is that of
// a part which names things without saying anything of them, such as an index. It is
// not set for a kind of part that the question asks for.
func (s *Searcher) setMention(ctx context.Context, q core.Query, page core.Page, c *candidate) error {
	if q.Code || !s.with(PartMention) {
		return nil
	}
	form := pageform.Of(c.text, page)
	if form.Value == 0 {
		return nil
	}
	docs, err := s.Documents.DocumentsByHash(ctx, c.match.Hash)
	if err != nil || len(docs) == 0 {
		return err
	}
	form = form.In(docs[0])
	if form.Value > 0 && !asksFor(q.Raw, form.Kind) {
		c.form, c.values[ofMention] = form, form.Value
	}
	return nil
}

// Words, folded, that ask for parts of documents in the languages of the window. Form
// hardly tells a list of exhibits from a list of references, or contents from an index.
var (
	listWords = []string{
		"list", "lists", "exhibit", "exhibits", "subsidiary", "subsidiaries", "signature", "signatures", "signed", "members", "author", "authors",
		"contributors", "names", "who", "reference", "references", "bibliography", "literature", "cited", "cites",
		"liste", "anlagen", "tochtergesellschaften", "mitglieder", "autoren", "wer", "quellen", "literaturverzeichnis",
		"filiales", "membres", "auteurs", "qui", "bibliographie",
		"lista", "miembros", "autores", "quien", "quienes", "referencias", "bibliografia", "membri", "autori", "chi", "riferimenti",
	}
	finderWords = []string{
		"contents", "chapters", "toc", "index", "inhaltsverzeichnis", "kapitel", "register", "stichwortverzeichnis", "sommaire", "chapitres",
		"indice", "capitulos", "capitoli",
	}
	coverWords = []string{
		"title", "cover", "author", "authors", "publisher", "edition", "titel", "titelseite", "autor", "autoren", "verlag", "titre", "auteur",
		"auteurs", "titulo", "autores", "titolo", "autori",
	}
	partWords = map[pageform.Kind][]string{
		pageform.Contents: finderWords, pageform.Index: finderWords, pageform.References: listWords, pageform.List: listWords, pageform.Cover: coverWords,
	}
)

// asksFor reports whether a question asks for a kind of part.
func asksFor(question string, kind pageform.Kind) bool {
	for w := range text.Words(question) {
		if slices.Contains(partWords[kind], w.Form) {
			return true
		}
	}
	return false
}

// mentionReason is the reason of a candidate that ranks lower because it only
// mentions; ok is false for all others.
func (c *candidate) mentionReason() (r core.Reason, ok bool) {
	if c.weights == nil || c.weights[ofMention]*c.values[ofMention] >= 0 || c.part() == "" {
		return r, false
	}
	return core.Reason{Retriever: string(PartMention), Score: c.values[ofMention], Detail: fmt.Sprintf("%s: ranked below text", c.form.Kind)}, true
}

// part names the part of its document that a candidate belongs to, if it surely only
// mentions: "an index".
func (c *candidate) part() string {
	if c.form.Value < pageform.Sure {
		return ""
	}
	return string(c.form.Kind)
}
