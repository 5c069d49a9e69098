package index

import (
	"cmp"
	"context"
	"fmt"
)

// Spread returns the numbers of passages and of files that hold a folded word or
// another form of it.
func (x *Index) Spread(ctx context.Context, word string) (passages, files int, err error) {
	defer recoverDamage(&err)
	r, err := x.reader()
	if err != nil {
		return 0, 0, fmt.Errorf("count %q: %w", word, err)
	}
	defer r.Close() // only read
	exact, stem := termsOf(word)
	term := []byte(cmp.Or(stem, exact))
	for field, n := range map[string]*int{fieldText: &passages, fieldWhole: &files} {
		found, err := r.TermFieldReader(ctx, term, field, false, false, false)
		if err != nil {
			return 0, 0, fmt.Errorf("count %q: %w", word, err)
		}
		*n = int(found.Count())
		if err := found.Close(); err != nil {
			return 0, 0, fmt.Errorf("count %q: %w", word, err)
		}
	}
	return passages, files, nil
}
