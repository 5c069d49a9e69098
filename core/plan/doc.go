// Package plan makes plans of where to look for the sources of an answer.
//
// Rules make a plan from the analysis of the question, at once and without a
// model. A local model may be asked for another plan under a JSON schema. Its
// answer is valid JSON then, but need not make sense, so each item is checked
// against the library: words and symbols have to stand in it, patterns have to
// match some of its files and not nearly all. What remains is merged with the plan
// of the rules. Where too little remains, or the model does not answer in time,
// the plan of the rules is used and says why.
//
// A model gets the question and the shape of the library: kinds, folders, frequent
// words, names near the question. It never gets what documents say.
package plan
