package graph

import (
	"context"
	"fmt"
	"strings"

	"ibid/core"
	"ibid/core/text"
)

// maxMeant bounds the definitions that Named returns for one name.
const maxMeant = 5

// Named finds the names of a text that are defined in the library, by name. A
// plain word counts only where the text marks it as code and the library
// defines it once.
func (g *Graph) Named(ctx context.Context, body string) (map[string][]core.Symbol, error) {
	a, err := g.ask(ctx)
	if err != nil {
		return nil, err
	}
	out := make(map[string][]core.Symbol)
	seen := make(map[string]bool)
	for _, n := range text.CodeNames(body) {
		if seen[n.Name] {
			continue
		}
		seen[n.Name] = true
		found, err := a.anywhere(n.Name)
		if err != nil {
			return nil, fmt.Errorf("find names of a text: %w", err)
		}
		_, last := text.SplitQualified(strings.ReplaceAll(n.Name, "->", "."))
		found = a.keep(found, func(p place) bool { return a.at(p).Name == last && !isTestFile(&a.v.files[p.file]) })
		if len(found) == 0 || !text.LooksLikeCode(n.Name) && len(found) > 1 {
			continue
		}
		for _, p := range found[:min(len(found), maxMeant)] {
			out[n.Name] = append(out[n.Name], a.symbol(p))
		}
	}
	return out, nil
}
