package core

// Strategy is the way in which the sources of an answer are looked for.
type Strategy string

// The strategies.
const (
	StrategyFocused  Strategy = "focused"     // symbols and what they depend on directly
	StrategyBroad    Strategy = "broad"       // files that match patterns
	StrategyEntry    Strategy = "entry point" // start at given files and follow their imports
	StrategySemantic Strategy = "semantic"    // nearest in meaning
)

// Strategies lists all strategies.
var Strategies = []Strategy{StrategyFocused, StrategyBroad, StrategyEntry, StrategySemantic}

// Planner is the kind of planner that makes a plan.
type Planner string

// The planners.
const (
	PlannerAuto      Planner = "auto"      // the model where one can be had, else rules; no plan says that it is of this one
	PlannerHeuristic Planner = "heuristic" // rules, without a model
	PlannerModel     Planner = "model"     // a local language model, merged with what the rules say
	PlannerHand      Planner = "hand"      // a person, or a file that a person has edited
)

// Planners lists the planners that can be requested, the default first.
var Planners = []Planner{PlannerAuto, PlannerHeuristic, PlannerModel}

// Bounds of a plan, for every planner.
const (
	MaxPlanItems = 32  // of each list but the documents
	MaxPlanText  = 200 // bytes of one item
	MaxPlanDepth = 5
	MaxPlanScope = 1000 // documents
)

// Plan describes where the sources of an answer are looked for. No list is nil,
// so that JSON has all of them.
type Plan struct {
	Keywords     []string `json:"keywords"` // folded words, the most telling first
	Symbols      []string `json:"symbols"`  // names of source code, as written, or parts of them: "UserService.find_by_email"
	Patterns     []string `json:"patterns"` // of file paths: "auth/*.go", "**/models/**"
	IncludeTests bool     `json:"include_tests"`
	Depth        int      `json:"depth"` // how many imports are followed, 0 to MaxPlanDepth
	Strategy     Strategy `json:"strategy"`
	Planner      Planner  `json:"planner"`
	Why          string   `json:"why"`       // why this strategy and planner, one line
	Documents    []string `json:"documents"` // paths of the only documents that are meant; empty is all
}
