package main

import (
	"strings"
)

// kind says what a block of the markup is.
type kind uint8

const (
	paragraph kind = iota
	heading
	item
	reference
	equation
	figure
	table
	directive
)

// block is one unit of a text file, separated from the next by a blank line.
//
// The markup, one form a block:
//
//	# Section / ## Subsection
//	- list item                    % entry of the reference list
//	$ equation | number
//	!figure NAME caption           a chart, one column wide
//	!wide NAME caption             a chart across the page
//	!table caption, then |-rows    !widetable: across the page
//	!WORD arguments                other directives, see (*writer).direct
//
// Inside a text, _x_ is italic, *x* is bold, ~x~ is lowered (an index),
// and ^[x] is a footnote.
type block struct {
	kind  kind
	level int        // of a heading: 1 or 2
	wide  bool       // of a figure or table: across all columns
	name  string     // of a figure: the chart; of a directive: its word
	text  string     // paragraph, caption, arguments
	rows  [][]string // of a table, the head first
}

// parse cuts a text file into blocks.
func parse(src string) []block {
	var blocks []block
	for chunk := range strings.SplitSeq(strings.ReplaceAll(src, "\r\n", "\n"), "\n\n") {
		chunk = strings.Trim(chunk, "\n")
		if chunk != "" {
			blocks = append(blocks, parseBlock(chunk))
		}
	}
	return blocks
}

func parseBlock(s string) block {
	switch {
	case strings.HasPrefix(s, "## "):
		return block{kind: heading, level: 2, text: s[3:]}
	case strings.HasPrefix(s, "# "):
		return block{kind: heading, level: 1, text: s[2:]}
	case strings.HasPrefix(s, "- "):
		return block{kind: item, text: unfold(s[2:])}
	case strings.HasPrefix(s, "% "):
		return block{kind: reference, text: unfold(s[2:])}
	case strings.HasPrefix(s, "$ "):
		return block{kind: equation, text: unfold(s[2:])}
	case strings.HasPrefix(s, "!"):
		return parseDirective(s[1:])
	}
	return block{kind: paragraph, text: unfold(s)}
}

func parseDirective(s string) block {
	word, rest, _ := strings.Cut(s, " ")
	switch word {
	case "figure", "wide":
		name, caption, _ := strings.Cut(rest, " ")
		return block{kind: figure, wide: word == "wide", name: name, text: unfold(caption)}
	case "table", "widetable":
		return parseTable(rest, word == "widetable")
	}
	return block{kind: directive, name: word, text: unfold(rest)}
}

func parseTable(s string, wide bool) block {
	b := block{kind: table, wide: wide}
	var caption []string
	for ln := range strings.SplitSeq(s, "\n") {
		if !strings.HasPrefix(ln, "|") {
			caption = append(caption, ln)
			continue
		}
		cells := strings.Split(strings.Trim(ln, "|"), "|")
		for i, c := range cells {
			cells[i] = strings.TrimSpace(c)
		}
		b.rows = append(b.rows, cells)
	}
	b.text = strings.Join(caption, " ")
	return b
}

// unfold joins the lines of a block with spaces.
func unfold(s string) string { return strings.Join(strings.Fields(s), " ") }
