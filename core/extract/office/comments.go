package office

import (
	"cmp"
	"context"
	"encoding/xml"
	"slices"
	"strconv"
	"strings"
)

// comment is a comment as it stands in the text: who made it, if that is known,
// and what it says. Empty if it says nothing.
func comment(author, text string) string {
	author, text = oneLine(author), oneLine(text)
	text = strings.TrimSpace(strings.TrimPrefix(text, author+":"))
	switch {
	case text == "":
		return ""
	case author == "":
		return "Comment: " + text
	}
	return "Comment by " + author + ": " + text
}

// maxComments bounds the comments of one part, and the people who made them.
const maxComments = 50_000

// readComments reads the comments of a text document by their identifiers.
func (r *wordReader) readComments(s *scanner, notes map[string]string) error {
	left := r.out.left
	return s.each(func(e xml.StartElement) error {
		if e.Name.Local != "comment" || len(notes) >= maxComments {
			return nil
		}
		r.s, r.out = s, newBody(left)
		if err := s.each(r.block, nil); err != nil {
			return err
		}
		notes["comment "+attr(e, "id")] = comment(attr(e, "author"), r.out.line())
		return nil
	}, nil)
}

// annotation reads a comment where it is anchored; empty if it says nothing.
func (r *odfReader) annotation() (string, error) {
	author := ""
	b, err := r.sub(func() error {
		return r.s.each(func(e xml.StartElement) (err error) {
			if e.Name.Local == "creator" {
				author, err = r.s.text()
				return err
			}
			return r.block(e)
		}, nil)
	})
	return comment(author, b.line()), err
}

// annotation reads the comment of a cell.
func (t *odsTable) annotation() (string, error) {
	author := ""
	var lines []string
	err := t.s.each(func(e xml.StartElement) (err error) {
		switch e.Name.Local {
		case "creator":
			author, err = t.s.text()
		case "p":
			var line string
			line, err = t.line()
			lines = append(lines, line)
		}
		return err
	}, nil)
	return comment(author, strings.Join(lines, " ")), err
}

// authors reads who made the comments of a show, by their identifiers.
func (c *container) authors(ctx context.Context, links map[string]link) map[string]string {
	out := make(map[string]string)
	for _, kind := range []string{"commentAuthors", "authors"} {
		// Without names comments still say what they say.
		_ = c.read(ctx, target(links, kind), func(s *scanner, _ xml.StartElement) error {
			return s.each(func(e xml.StartElement) error {
				if len(out) < maxComments {
					out[attr(e, "id")] = attr(e, "name")
				}
				return nil
			}, nil)
		})
	}
	return out
}

// comments reads the comments on a slide and what was answered to them, in
// either of the forms that there are, as paragraphs.
func (r *pptxReader) comments(ctx context.Context, part string, out *body) error {
	return r.c.read(ctx, part, func(s *scanner, _ xml.StartElement) error {
		return s.each(func(e xml.StartElement) error {
			switch e.Name.Local {
			case "cm", "reply":
				return r.comment(s, attr(e, "authorId"), out)
			}
			return nil
		}, nil)
	})
}

// comment reads one comment on a slide, then its answers.
func (r *pptxReader) comment(s *scanner, author string, out *body) error {
	said, answers := newBody(r.left), newBody(r.left)
	err := s.each(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "text":
			text, err := s.text()
			if err == nil {
				err = said.add(block{text: oneLine(text)})
			}
			return err
		case "txBody":
			return readParagraphs(s, said, paragraph)
		case "replyLst":
			return s.each(func(e xml.StartElement) error { return r.comment(s, attr(e, "authorId"), answers) }, nil)
		}
		return nil
	}, nil)
	if text := comment(r.authors[author], said.line()); text != "" {
		out.blocks = append(out.blocks, block{text: text})
	}
	out.blocks = append(out.blocks, answers.blocks...)
	return err
}

// A cellComment is a comment on a cell, whose place is 0-based.
type cellComment struct {
	row, column int
	text        string
}

// cellComments reads the comments on the cells of a sheet, by row and column.
func (c *container) cellComments(ctx context.Context, sheet string) []cellComment {
	links, err := c.links(ctx, sheet)
	if err != nil {
		return nil
	}
	var authors []string
	var out []cellComment
	// Without its comments a sheet still has its cells.
	_ = c.read(ctx, target(links, "comments"), func(s *scanner, _ xml.StartElement) error {
		return s.each(func(e xml.StartElement) error {
			list := e.Name.Local
			return s.each(func(e xml.StartElement) error {
				if len(authors)+len(out) >= maxComments {
					return nil
				}
				if list == "authors" {
					name, err := s.text()
					authors = append(authors, name)
					return err
				}
				text, err := richText(s)
				if k := cellCommentOf(attr(e, "ref"), at(authors, number(attr(e, "authorId"), maxComments)), text); k.text != "" {
					out = append(out, k)
				}
				return err
			}, nil)
		}, nil)
	})
	slices.SortStableFunc(out, func(a, b cellComment) int { return cmp.Or(a.row-b.row, a.column-b.column) })
	return out
}

// cellCommentOf is a comment on the cell "B3"; its text is empty if there is no
// such cell. What was said in a thread stands behind a note for older programs.
func cellCommentOf(ref, author, text string) cellComment {
	if thread, ok := strings.CutPrefix(text, "[Threaded comment]"); ok {
		_, text, _ = strings.Cut(thread, "Comment:")
		author = ""
	}
	row, err := strconv.Atoi(strings.TrimLeft(ref, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
	k := cellComment{row: row - 1, column: column(ref)}
	if err == nil && row >= 1 && row <= maxRows && k.column >= 0 && k.column < maxColumns {
		k.text = comment(author, text)
	}
	return k
}

// remarks puts the comments on a row, which are the first that are left, behind
// what it has in their columns.
func remarks(left *[]cellComment, row int, columns []string) []string {
	for ; len(*left) > 0 && (*left)[0].row == row; *left = (*left)[1:] {
		k := (*left)[0]
		for len(columns) <= k.column {
			columns = append(columns, "")
		}
		columns[k.column] = strings.TrimSpace(columns[k.column] + " [" + cellText(k.text) + "]")
	}
	return columns
}
