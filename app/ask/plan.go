package ask

import (
	"context"
	"fmt"
	"io"

	"ibid/core"
	"ibid/core/plan"
)

// Plan makes a plan of where to look for the sources of an answer. who is one
// of core.Planners; auto if empty. If no model makes a usable plan, the plan is
// made by rules and contains the reason. If each is not nil, it receives the
// output of a model as it comes.
func (a *Asker) Plan(ctx context.Context, question string, who core.Planner, each func(piece string)) (core.Plan, error) {
	return a.p.Planner().Plan(ctx, question, who, each)
}

// ModelServer lists the models of the server and reports whether the model in
// the settings can be used. It takes a few seconds at most and never fails: the
// Reason of the result describes what went wrong.
func (a *Asker) ModelServer(ctx context.Context) core.ModelServer {
	return a.p.Model().Status(ctx).ModelServer
}

// PullModel has the server on this machine download a model from Ollama's
// registry; each receives the progress. The download ends with ctx, and a later
// call resumes it.
func (a *Asker) PullModel(ctx context.Context, model string, each func(core.Pulled)) error {
	return a.p.Model().Pull(ctx, model, each)
}

// maxPlanFile is the maximum size of a plan file, in bytes.
const maxPlanFile = 1 << 20

// LoadPlan reads a plan, which a person may have edited.
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
