package assemble_test

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	markdown "github.com/yuin/goldmark/text"

	"ibid/core"
)

// contents are what a formatted context says, read back by what package
// assemble promises of its formats.
type contents struct {
	groups  []string
	sources []region
	list    []string
	summary string
}

type region struct {
	heading string // `[1] crisis.pdf, p. 3 · Results`
	notes   []string
	body    string
	group   string
}

// read reads a context back. Anything that the format does not promise is an
// error.
func read(format core.Format, text, mark string) (contents, error) {
	switch format {
	case core.FormatPlain:
		return readPlain(text, mark)
	case core.FormatXML:
		return readXML(text, mark)
	case core.FormatJSON:
		return readJSON(text)
	}
	return readMarkdown(text, mark)
}

// newRegion divides the lines of a region at the blank one behind heading and
// notes.
func newRegion(inside, group string) region {
	head, body, _ := strings.Cut(inside, "\n\n")
	lines := strings.Split(head, "\n")
	return region{heading: lines[0], notes: lines[1:], body: body, group: group}
}

// readMarkdown parses a context as any reader of Markdown does.
func readMarkdown(text, mark string) (c contents, err error) {
	src := []byte(text)
	group, listed := "", false
	for n := goldmark.DefaultParser().Parse(markdown.NewReader(src)).FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Heading:
			if group = words(n, src); group == "Sources" {
				listed = true
			} else {
				c.groups = append(c.groups, group)
			}
		case *ast.FencedCodeBlock:
			inside := strings.TrimSuffix(string(n.Lines().Value(src)), "\n")
			if info := strings.Fields(string(n.Info.Value(src))); len(info) != 2 || info[1] != mark {
				return c, fmt.Errorf("a fence with the info %q", info)
			}
			if listed {
				c.list = strings.Split(inside, "\n")
			} else {
				c.sources = append(c.sources, newRegion(inside, group))
			}
		case *ast.Paragraph:
			if s := words(n, src); n.PreviousSibling() == nil {
				err = preambleIs(s, mark)
			} else {
				c.summary += s
			}
		default:
			return c, fmt.Errorf("unexpected %s", n.Kind())
		}
	}
	return c, err
}

func preambleIs(s, mark string) error {
	if !strings.HasPrefix(s, "Evidence, quoted word for word. ") || !strings.Contains(s, mark) {
		return fmt.Errorf("preamble %q", s)
	}
	return nil
}

// words is the text of a block that holds nothing but words.
func words(n ast.Node, src []byte) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			b.Write(c.Value(src))
		case *ast.String:
			b.Write(c.Value)
		default:
			return "unexpected " + c.Kind().String()
		}
	}
	return b.String()
}

func readPlain(text, mark string) (c contents, err error) {
	group, listed := "", false
	first, rest, _ := strings.Cut(text, "\n\n")
	if err := preambleIs(first, mark); err != nil {
		return c, err
	}
	for rest != "" {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		switch {
		case line == "":
		case line == "<<< "+mark:
			inside, behind, closed := strings.Cut(rest, "\n>>> "+mark+"\n")
			if !closed {
				return c, fmt.Errorf("a region that is not closed: %q", rest)
			}
			if rest = behind; listed {
				c.list = strings.Split(inside, "\n")
				continue
			}
			c.sources = append(c.sources, plainRegion(inside, group))
		case line == "Sources":
			listed = true
		case strings.HasPrefix(line, "Shortened to fit: "), strings.HasPrefix(line, "Left out: "):
			c.summary += line
		default:
			group = line
			c.groups = append(c.groups, group)
		}
	}
	return c, nil
}

func plainRegion(inside, group string) region {
	r := region{group: group, notes: []string{}}
	var body []string
	for i, line := range strings.Split(inside, "\n") {
		rest, indented := strings.CutPrefix(line, "  ")
		switch {
		case indented:
			body = append(body, rest)
		case i == 0:
			r.heading = line
		default:
			r.notes = append(r.notes, line)
		}
	}
	r.body = strings.Join(body, "\n")
	return r
}

func readXML(text, mark string) (c contents, err error) {
	d := xml.NewDecoder(strings.NewReader(text))
	var path []string
	var at *region
	group, list := "", ""
	for {
		token, err := d.Token()
		if err == io.EOF {
			if list != "" {
				c.list = strings.Split(list, "\n")
			}
			return c, nil
		}
		if err != nil {
			return c, err
		}
		switch token := token.(type) {
		case xml.StartElement:
			path = append(path, token.Name.Local)
			switch token.Name.Local {
			case "group":
				group = token.Attr[0].Value
				c.groups = append(c.groups, group)
			case "source-" + mark:
				c.sources = append(c.sources, region{group: group, notes: []string{}})
				at = &c.sources[len(c.sources)-1]
			case "note":
				at.notes = append(at.notes, "")
			}
		case xml.EndElement:
			path = path[:len(path)-1]
		case xml.CharData:
			s := string(token)
			switch where := strings.Join(path, " "); {
			case strings.HasSuffix(where, "source-"+mark+" heading"):
				at.heading += s
			case strings.HasSuffix(where, "source-"+mark+" note"):
				at.notes[len(at.notes)-1] += s
			case strings.HasSuffix(where, "source-"+mark+" text"):
				at.body += s
			case where == "context sources-"+mark:
				list += s
			case where == "context summary":
				c.summary += s
			case where == "context about":
				if err := preambleIs(s, mark); err != nil {
					return c, err
				}
			case strings.TrimSpace(s) != "":
				return c, fmt.Errorf("text %q in %q", s, where)
			}
		default:
			return c, fmt.Errorf("unexpected %T", token)
		}
	}
}

func readJSON(text string) (c contents, err error) {
	var got struct {
		About   string
		Sources []struct {
			Number                int
			Group, Heading, Text  string
			File, Place, Language string
			Notes                 []string
		}
		List    []string
		Summary string
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&got); err != nil {
		return c, err
	}
	for _, s := range got.Sources {
		if n := len(c.groups); s.Group != "" && (n == 0 || c.groups[n-1] != s.Group) {
			c.groups = append(c.groups, s.Group)
		}
		c.sources = append(c.sources, region{heading: s.Heading, notes: append([]string{}, s.Notes...), body: s.Text, group: s.Group})
	}
	c.list, c.summary = got.List, got.Summary
	return c, nil
}
