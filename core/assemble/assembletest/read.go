// Package assembletest reads contexts back, for tests: each format by a parser
// that is not ours, and by nothing but what package assemble promises of it.
package assembletest

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	markdown "github.com/yuin/goldmark/text"

	"ibid/core"
)

// Cases is how many random libraries or contexts a test tries: IBID_CASES of them, else 250, or 40 with -short.
func Cases() int {
	if n, err := strconv.Atoi(os.Getenv("IBID_CASES")); err == nil && n > 0 {
		return n
	}
	if testing.Short() {
		return 40
	}
	return 250
}

// Contents are what a formatted context says.
type Contents struct {
	Groups  []string
	Sources []Region
	List    []string
	Summary string
}

// Region is what stands between the fences of one source.
type Region struct {
	Heading string // `[1] crisis.pdf, p. 3 · Results`
	Notes   []string
	Body    string
	Group   string
}

// Read reads a context back. mark is its nonce. Anything that the format does not promise is an
// error.
func Read(format core.Format, text, mark string) (Contents, error) {
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
func newRegion(inside, group string) Region {
	head, body, _ := strings.Cut(inside, "\n\n")
	lines := strings.Split(head, "\n")
	return Region{Heading: lines[0], Notes: lines[1:], Body: body, Group: group}
}

// readMarkdown parses a context as any reader of Markdown does.
func readMarkdown(text, mark string) (c Contents, err error) {
	src := []byte(text)
	group, listed := "", false
	for n := goldmark.DefaultParser().Parse(markdown.NewReader(src)).FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Heading:
			if group = words(n, src); group == "Sources" {
				listed = true
			} else {
				c.Groups = append(c.Groups, group)
			}
		case *ast.FencedCodeBlock:
			inside := strings.TrimSuffix(string(n.Lines().Value(src)), "\n")
			if info := strings.Fields(string(n.Info.Value(src))); len(info) != 2 || info[1] != mark {
				return c, fmt.Errorf("a fence with the info %q", info)
			}
			if listed {
				c.List = strings.Split(inside, "\n")
			} else {
				c.Sources = append(c.Sources, newRegion(inside, group))
			}
		case *ast.Paragraph:
			if n.PreviousSibling() == nil { // it may hold a prompt, which is a person's own markup
				err = preambleIs(string(n.Lines().Value(src)), mark)
			} else {
				c.Summary += words(n, src)
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

func readPlain(text, mark string) (c Contents, err error) {
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
				c.List = strings.Split(inside, "\n")
				continue
			}
			c.Sources = append(c.Sources, plainRegion(inside, group))
		case line == "Sources":
			listed = true
		case strings.HasPrefix(line, "None of these sources holds "), strings.HasPrefix(line, "Quoted in part: "), strings.HasPrefix(line, "Shortened to fit: "), strings.HasPrefix(line, "Left out: "):
			c.Summary += line
		default:
			group = line
			c.Groups = append(c.Groups, group)
		}
	}
	return c, nil
}

func plainRegion(inside, group string) Region {
	r := Region{Group: group, Notes: []string{}}
	var body []string
	for i, line := range strings.Split(inside, "\n") {
		rest, indented := strings.CutPrefix(line, "  ")
		switch {
		case indented:
			body = append(body, rest)
		case i == 0:
			r.Heading = line
		default:
			r.Notes = append(r.Notes, line)
		}
	}
	r.Body = strings.Join(body, "\n")
	return r
}

func readXML(text, mark string) (c Contents, err error) {
	d := xml.NewDecoder(strings.NewReader(text))
	var path []string
	var at *Region
	group, list := "", ""
	for {
		token, err := d.Token()
		if err == io.EOF {
			if list != "" {
				c.List = strings.Split(list, "\n")
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
				c.Groups = append(c.Groups, group)
			case "source-" + mark:
				c.Sources = append(c.Sources, Region{Group: group, Notes: []string{}})
				at = &c.Sources[len(c.Sources)-1]
			case "note":
				at.Notes = append(at.Notes, "")
			}
		case xml.EndElement:
			path = path[:len(path)-1]
		case xml.CharData:
			s := string(token)
			switch where := strings.Join(path, " "); {
			case strings.HasSuffix(where, "source-"+mark+" heading"):
				at.Heading += s
			case strings.HasSuffix(where, "source-"+mark+" note"):
				at.Notes[len(at.Notes)-1] += s
			case strings.HasSuffix(where, "source-"+mark+" text"):
				at.Body += s
			case where == "context sources-"+mark:
				list += s
			case where == "context summary":
				c.Summary += s
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

func readJSON(text string) (c Contents, err error) {
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
		if n := len(c.Groups); s.Group != "" && (n == 0 || c.Groups[n-1] != s.Group) {
			c.Groups = append(c.Groups, s.Group)
		}
		c.Sources = append(c.Sources, Region{Heading: s.Heading, Notes: append([]string{}, s.Notes...), Body: s.Text, Group: s.Group})
	}
	c.List, c.Summary = got.List, got.Summary
	return c, nil
}

var shownCode = regexp.MustCompile(`⟨U\+([0-9A-F]{4,6})⟩`)

// Restore undoes text.Visible.
func Restore(s string) string {
	return shownCode.ReplaceAllStringFunc(s, func(code string) string {
		n, err := strconv.ParseUint(code[len("⟨U+"):len(code)-len("⟩")], 16, 32)
		if err != nil || n > unicode.MaxRune {
			return code
		}
		return string(rune(n))
	})
}

// Follow reports whether the text of a source is its quotes, one after the
// other, with nothing but cuts between them. Documents hold ellipses too, so
// there can be several ways to read it.
func Follow(s string, quotes []string) bool {
	if len(quotes) == 0 {
		return s == "" || s == " …" || s == "\n…"
	}
	for _, between := range []string{"", "… ", "…\n", "\n", "\n…\n"} {
		if rest, ok := strings.CutPrefix(s, between+quotes[0]); ok && Follow(rest, quotes[1:]) {
			return true
		}
	}
	return false
}
