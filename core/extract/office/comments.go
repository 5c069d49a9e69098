package office

import (
	"cmp"
	"context"
	"encoding/xml"
	"slices"
	"strconv"
	"strings"
)

// comment formats a comment with its author, who may be unknown. It returns ""
// for an empty comment.
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

// maxComments is how many comments, or authors of comments, are read of one part.
const maxComments = 50_000

// annotation reads a comment in the text and formats it.
func (r *odfReader) annotation() (string, error) {
	author := ""
	b, err := r.sub(func() error {
		return r.s.each(func(e xml.StartElement) (err error) {
			if e.Name.Local == "creator" {
				author, err = r.s.text()
				return err
			}
			return r.block(e)
		})
	})
	return comment(author, b.line()), err
}

// annotation reads the comment on a cell and formats it.
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
	})
	return comment(author, strings.Join(lines, " ")), err
}

// authors reads the names of the authors of comments on slides by identifier.
func (c *container) authors(ctx context.Context, links map[string]link) map[string]string {
	out := make(map[string]string)
	for _, kind := range []string{"commentAuthors", "authors"} {
		// Comments without names are read as well.
		_ = c.read(ctx, target(links, kind), func(s *scanner, _ xml.StartElement) error {
			return s.attributes(func(e xml.StartElement) {
				if len(out) < maxComments {
					out[attr(e, "id")] = attr(e, "name")
				}
			})
		})
	}
	return out
}

// comments reads the comments on a slide and the replies to them as paragraphs,
// in the form of either version of PowerPoint.
func (r *pptxReader) comments(ctx context.Context, part string, out *body) error {
	return r.c.read(ctx, part, func(s *scanner, _ xml.StartElement) error {
		return s.each(func(e xml.StartElement) error {
			switch e.Name.Local {
			case "cm", "reply":
				return r.comment(s, attr(e, "authorId"), out)
			}
			return nil
		})
	})
}

// comment reads one comment on a slide, then its replies.
func (r *pptxReader) comment(s *scanner, author string, out *body) error {
	said, replies := newBody(r.left), newBody(r.left)
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
			return s.each(func(e xml.StartElement) error { return r.comment(s, attr(e, "authorId"), replies) })
		}
		return nil
	})
	if text := comment(r.authors[author], said.line()); text != "" {
		out.blocks = append(out.blocks, block{text: text})
	}
	out.blocks = append(out.blocks, replies.blocks...)
	return err
}

// A cellComment is a comment on a cell.
type cellComment struct {
	row, column int // 0-based
	text        string
}

// cellComments reads the comments on the cells of a sheet in the order of their
// rows and columns.
func (c *container) cellComments(ctx context.Context, sheet string) []cellComment {
	links, err := c.links(ctx, sheet)
	if err != nil {
		return nil
	}
	var authors []string
	var out []cellComment
	// A sheet is read without comments that cannot be read.
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
			})
		})
	})
	slices.SortStableFunc(out, func(a, b cellComment) int { return cmp.Or(a.row-b.row, a.column-b.column) })
	return out
}

// cellCommentOf returns a comment on a cell such as "B3", with text "" if no such
// cell is read. The text of a thread follows a note for older programs, which
// is left out.
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

// addComments appends the comments on a row to the texts of its cells and takes
// them off sorted, which begins with them.
func addComments(sorted *[]cellComment, row int, columns []string) []string {
	for ; len(*sorted) > 0 && (*sorted)[0].row == row; *sorted = (*sorted)[1:] {
		k := (*sorted)[0]
		for len(columns) <= k.column {
			columns = append(columns, "")
		}
		columns[k.column] = strings.TrimSpace(columns[k.column] + " [" + cellText(k.text) + "]")
	}
	return columns
}
