package ask

import (
	"context"
	"fmt"
	"io"

	"ibid/core"
	"ibid/core/plan"
)

// Plan makes a plan of where to look for the sources of an answer. who is one
// of core.Planners; auto if empty. Without a good plan of a model the plan is
// that of rules, and says why. each, if not nil, is told what a model says as it
// comes.
func (a *Asker) Plan(ctx context.Context, question string, who core.Planner, each func(piece string)) (core.Plan, error) {
	return a.p.Planner().Plan(ctx, question, who, each)
}

// ModelServer asks which models are there and whether the one that the settings
// name can be used. It takes a few seconds at most and never fails: what goes
// wrong is the Reason.
func (a *Asker) ModelServer(ctx context.Context) core.ModelServer {
	return a.p.Model().Status(ctx).ModelServer
}

// PullModel has the server on this machine fetch a model from the registry of
// Ollama's makers; each is told of progress. It goes on until ctx ends, and a
// later call takes up where one ended.
func (a *Asker) PullModel(ctx context.Context, model string, each func(core.Pulled)) error {
	return a.p.Model().Pull(ctx, model, each)
}

// maxPlanFile bounds a plan in a file, in bytes.
const maxPlanFile = 1 << 20

// LoadPlan reads a plan, which may have been edited by hand.
func LoadPlan(r io.Reader) (core.Plan, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxPlanFile+1))
	if err != nil {
		return core.Plan{}, fmt.Errorf("read plan: %w", err)
	}
	if len(data) > maxPlanFile {
		return core.Plan{}, fmt.Errorf("read plan: it has more than %d bytes: %w", maxPlanFile, core.ErrQuery)
	}
	return plan.Parse(data)
}
