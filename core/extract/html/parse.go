package html

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/charset"

	"ibid/core"
	"ibid/core/extract/text"
)

// Bounds of one page. A tree takes about 250 bytes for a tag and 60 for a
// separator of attributes. These bounds keep it below half of the memory that a
// worker may use.
const (
	maxBytes      = 64 << 20
	maxTags       = 1_500_000
	maxSeparators = 4_000_000 // white space, quotes and slashes inside tags
)

// Parse parses HTML or XHTML in the encoding that it or a byte order mark names.
// label is an encoding known from elsewhere, such as the header of a mail, or "".
// Markup that is nested too deep for a browser becomes a flat list of paragraphs.
// Errors are *core.FileError.
func Parse(data []byte, label string) (*nethtml.Node, error) {
	if len(data) > maxBytes {
		return nil, &core.FileError{State: core.StateTooLarge, Reason: fmt.Sprintf("holds a page of %d MB, %d MB are read at most", len(data)>>20, maxBytes>>20)}
	}
	if tags, separators := countMarkup(data); tags > maxTags || separators > maxSeparators {
		return nil, &core.FileError{State: core.StateTooLarge, Reason: fmt.Sprintf("holds a page of more than %d tags", maxTags)}
	}
	decoded, err := decode(data, label)
	if err != nil {
		return nil, err
	}
	if isXHTML(decoded) {
		decoded = selfClosed.ReplaceAllFunc(decoded, closeElement)
	}
	root, err := nethtml.Parse(bytes.NewReader(decoded))
	if err != nil {
		return flat(decoded), nil
	}
	return root, nil
}

// countMarkup counts the markup of data that takes memory when it is parsed.
func countMarkup(data []byte) (tags, separators int) {
	inTag := false
	for _, b := range data {
		switch {
		case b == '<':
			tags++
			inTag = true
		case b == '>':
			inTag = false
		case inTag && (b <= ' ' || b == '"' || b == '\'' || b == '/'):
			separators++
		}
	}
	return tags, separators
}

var xmlEncoding = regexp.MustCompile(`^(?:\xef\xbb\xbf)?\s*<\?xml[^>]{0,100}encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']`)

// decode converts data to UTF-8.
func decode(data []byte, label string) ([]byte, error) {
	if m := xmlEncoding.FindSubmatch(data[:min(len(data), 1024)]); m != nil && label == "" {
		label = string(m[1])
	}
	contentType := ""
	if label != "" {
		contentType = "text/html; charset=" + label
	}
	encoding, name, certain := charset.DetermineEncoding(data, contentType)
	switch {
	case name == "utf-8" && utf8.Valid(data):
		return bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), nil
	case !certain || name == "utf-8" || name == "replacement":
		decoded, err := text.Decode(data)
		return []byte(decoded), err
	}
	decoded, err := encoding.NewDecoder().Bytes(data)
	if err != nil {
		return nil, &core.FileError{State: core.StateDamaged, Reason: fmt.Sprintf("is not in the encoding %q that it names", name), Err: err}
	}
	return decoded, nil
}

// isXHTML reports whether data claims to be XML, where a tag with a slash at its
// end closes any element.
func isXHTML(data []byte) bool {
	head := data[:min(len(data), 1024)]
	return bytes.HasPrefix(bytes.TrimSpace(head), []byte("<?xml")) || bytes.Contains(head, []byte("http://www.w3.org/1999/xhtml"))
}

var (
	selfClosed = regexp.MustCompile(`<[A-Za-z][A-Za-z0-9:_-]*(?:\s[^<>]*)?/>`)
	void       = set("area base br col embed hr img image input link meta param source track wbr")
)

// closeElement replaces a self-closing tag by a start tag and an end tag. Read as
// HTML, <title/> would hold the rest of the page.
func closeElement(tag []byte) []byte {
	name := string(tag[1 : 1+bytes.IndexAny(tag[1:], " \t\r\n\f/")])
	if void[strings.ToLower(name)] {
		return tag
	}
	return fmt.Appendf(nil, "%s></%s>", tag[:len(tag)-2], name)
}

// flat returns a tree with a paragraph for each stretch of text between block
// tags.
func flat(data []byte) *nethtml.Node {
	root := &nethtml.Node{Type: nethtml.DocumentNode}
	var paragraph *nethtml.Node
	z := nethtml.NewTokenizer(bytes.NewReader(data))
	raw := "" // the open element whose content is left out
	for {
		kind := z.Next()
		if kind == nethtml.ErrorToken {
			return root
		}
		token := z.Token()
		name := strings.ToLower(token.Data)
		switch {
		case raw != "":
			if kind == nethtml.EndTagToken && name == raw {
				raw = ""
			}
		case kind == nethtml.StartTagToken && (name == "script" || name == "style" || name == "title" || name == "textarea"):
			raw = name
		case kind == nethtml.TextToken:
			if paragraph == nil {
				paragraph = &nethtml.Node{Type: nethtml.ElementNode, Data: "p"}
				root.AppendChild(paragraph)
			}
			paragraph.AppendChild(&nethtml.Node{Type: nethtml.TextNode, Data: token.Data})
		case !inline[name]:
			paragraph = nil
		}
	}
}

// element reports whether n is an element with one of the names.
func element(n *nethtml.Node, names ...string) bool {
	return n.Type == nethtml.ElementNode && slices.Contains(names, n.Data)
}

// Attribute returns the value of an attribute of n, and whether n has it.
func Attribute(n *nethtml.Node, key string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val, true
		}
	}
	return "", false
}

// Find returns the first element of that name at or below n, nil if there is none.
func Find(n *nethtml.Node, name string) *nethtml.Node {
	if element(n, name) {
		return n
	}
	for child := range n.Descendants() {
		if element(child, name) {
			return child
		}
	}
	return nil
}

// PlainText returns the text below n on one line.
func PlainText(n *nethtml.Node) string {
	var b strings.Builder
	for child := range n.Descendants() {
		if child.Type == nethtml.TextNode {
			b.WriteString(child.Data)
		}
	}
	return text.OneLine(b.String())
}
