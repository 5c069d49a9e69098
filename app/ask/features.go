package ask

import (
	"context"

	"ibid/core"
	"ibid/core/search"
)

// featured is the number of passages of which Features returns the features.
const featured = 400

// Features returns the ranking features of the passages that may answer a question,
// with which weights are fitted.
func (a *Asker) Features(ctx context.Context, question string) ([]search.Featured, error) {
	q, err := a.query(ctx, core.SearchRequest{Query: question, Limit: featured})
	if err != nil {
		return nil, err
	}
	return a.p.Searcher.Features(ctx, q, featured)
}
