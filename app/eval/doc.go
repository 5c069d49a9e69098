// Package eval measures how often what answers a question is found, through
// the product's own path: a fresh library, the product's reading, search,
// ranking and context, with bare BM25 over whole pages or files beside it in
// the same run.
//
// Find reads the sets in a folder, Run measures one, and a Report is written as
// a table, Markdown, JSON or a chart. A set comes in one of three shapes:
//
//	corpus.jsonl[.gz], queries.jsonl, qrels/*.tsv   BEIR: short documents
//	documents/, questions.jsonl                     pages of files; unanswerable.jsonl beside them
//	*.jsonl with module, version, query, gold_files files of Go modules
package eval
