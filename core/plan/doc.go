// Package plan makes plans of where to look for the sources of an answer.
//
// Rules make one from the analysis of the question, at once and without a
// model. A local model may be asked for another one under a JSON schema. What a
// model says is valid then, but need not make sense, so each item is held
// against the library: words and symbols have to stand in it, patterns have to
// match some of its files and not nearly all. What survives is merged with the
// rules' plan. Where too little does, or the model does not answer in time, the
// rules' plan is used and says why.
//
// A model is told the question and the library's shape: kinds, folders, frequent
// words, names near the question. It is never told what documents say.
package plan
