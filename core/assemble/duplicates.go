package assemble

import (
	"hash/maphash"
	"slices"
	"unicode"
	"unicode/utf8"

	"ibid/core"
)

// duplicate is a candidate with the same words as a better one.
type duplicate struct {
	candidate *candidate
	of        *candidate
}

// deduplicate decides what is quoted of each candidate, merges those that would
// quote the same text of a document into the best of them, and takes out those
// with the same words as a better one, except what a person put in.
func deduplicate(candidates []*candidate, req core.ContextRequest) (sources []*candidate, duplicates []duplicate) {
	seen := make(map[uint64]*candidate)
	seed := maphash.MakeSeed()
	for _, c := range candidates {
		c.quote(req)
		if c.mergeInto(sources) {
			sources = slices.DeleteFunc(sources, func(k *candidate) bool { return k.merged != nil })
			continue
		}
		key, words := c.fingerprint(seed)
		first := seen[key]
		if words && first != nil && !slices.Contains(req.Order, c.hit.Place()) {
			duplicates = append(duplicates, duplicate{c, first})
			continue
		}
		if first == nil {
			seen[key] = c
		}
		sources = append(sources, c)
	}
	for i := range duplicates {
		for duplicates[i].of.merged != nil {
			duplicates[i].of = duplicates[i].of.merged
		}
	}
	return sources, duplicates
}

// mergeInto adds the candidate, and all others that overlap it, to the first of
// kept that quotes some of the same text, and reports whether there is one. Only
// places without pages can overlap. If an outline or a definition is among them,
// only the best is quoted.
func (c *candidate) mergeInto(kept []*candidate) bool {
	if c.hit.Document.Kind.Paged() {
		return false
	}
	var into *candidate
	for _, k := range kept {
		switch {
		case k.page != c.page:
		case into == nil && overlap(k, c) && (k.partial() || c.partial()):
			k.weaker = append(k.weaker, c.hit)
			return true
		case into == nil && overlap(k, c):
			into = k
			into.setFull(append(into.quotes[levelFull], c.quotes[levelFull]...))
		case into != nil && overlap(k, c):
			into.setFull(append(into.quotes[levelFull], k.quotes[levelFull]...))
			k.merged = into
		}
	}
	return into != nil
}

// overlap reports whether both would quote some of the same text.
func overlap(a, b *candidate) bool {
	for x := range spansOf(a.quotes[levelFull]) {
		for y := range spansOf(b.quotes[levelFull]) {
			if x.Start < y.End && y.Start < x.End {
				return true
			}
		}
	}
	return false
}

// fingerprint hashes the characters that would be quoted in full, without white
// space and, except for source code, in lower case; words reports whether there
// are letters or digits among them. Signs count: `-0.3` is not `0.3`.
func (c *candidate) fingerprint(seed maphash.Seed) (key uint64, words bool) {
	var h maphash.Hash
	h.SetSeed(seed)
	for s := range spansOf(c.quotes[levelFull]) {
		for _, r := range c.page.text[s.Start:s.End] {
			if r <= ' ' || r > unicode.MaxASCII && unicode.IsSpace(r) {
				continue
			}
			if c.hit.Document.Kind != core.KindCode {
				r = unicode.ToLower(r)
			}
			if r < utf8.RuneSelf {
				_ = h.WriteByte(byte(r))
			} else {
				_, _ = h.WriteString(string(r))
			}
			words = words || unicode.IsLetter(r) || unicode.IsDigit(r)
		}
	}
	return h.Sum64(), words
}
