package abbreviation

import "ibid/core"

// Rules is the number of the rules by which definitions are found. Documents that
// were looked through by others are looked through again: raise it with any change
// of what Document returns.
const Rules = 2

// Document returns the definitions in the pages of a document, each pair once at
// its first place, at most maxPairs. Source code has none: brackets there are
// calls.
func Document(kind core.Kind, pages []core.Page) []core.Abbreviation {
	if kind == core.KindCode {
		return nil
	}
	var found []core.Abbreviation
	type keys struct{ short, long string }
	known := make(map[keys]bool)
	for _, page := range pages {
		for _, p := range Find(page.Text) {
			short, long := OneLine(page.Text[p.Short.Start:p.Short.End]), OneLine(page.Text[p.Long.Start:p.Long.End])
			k := keys{Key(short), Key(long)}
			if known[k] {
				continue
			}
			known[k] = true
			found = append(found, core.Abbreviation{
				Short: short, Long: long, ShortKey: k.short, LongKey: k.long, Page: page.Index, Span: p.Span(),
			})
			if len(found) == maxPairs {
				return found
			}
		}
	}
	return found
}
