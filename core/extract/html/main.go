package html

import (
	"regexp"
	"strings"

	nethtml "golang.org/x/net/html"

	"ibid/core/extract/text"
)

// Main renders the main text of a page without navigation, banners and footers,
// which it removes from root. The main text is the only main element or article
// if it holds at least half of the text, else the whole body.
//
// A part in doubt is kept: a reader can skip words too many but cannot find
// missing ones.
func Main(root *nethtml.Node) Text {
	prune(root)
	whole := Render(root)
	for _, is := range []func(*nethtml.Node) bool{isMain, isArticle} {
		n := only(root, is)
		if n == nil {
			continue
		}
		if part := Render(n); 2*len(part.Text) >= len(whole.Text) {
			return part
		}
	}
	return whole
}

func isMain(n *nethtml.Node) bool {
	role, _ := Attribute(n, "role")
	return element(n, "main") || role == "main"
}

func isArticle(n *nethtml.Node) bool { return element(n, "article") }

// only returns the one element that fits, nil if none or several do.
func only(root *nethtml.Node, fits func(*nethtml.Node) bool) *nethtml.Node {
	var found *nethtml.Node
	for n := range root.Descendants() {
		if n.Type != nethtml.ElementNode || !fits(n) {
			continue
		}
		if found != nil {
			return nil
		}
		found = n
	}
	return found
}

// smallShare is the largest share of a page's text that a part may hold to be
// removed only for its name or its links.
const smallShare = 0.2

// prune removes from a page what surrounds its text: navigation, banners, footers,
// small parts with such names, and small lists of links.
func prune(root *nethtml.Node) {
	sizes := make(map[*nethtml.Node]size)
	most := int(smallShare * float64(measure(root, false, sizes).letters))
	var out []*nethtml.Node
	for n := range root.Descendants() {
		if n.Type != nethtml.ElementNode {
			continue
		}
		s := sizes[n]
		if around(n) || s.letters <= most && (named(n) || s.isMenu(n)) {
			out = append(out, n)
		}
	}
	for _, n := range out {
		n.Parent.RemoveChild(n)
	}
}

// size measures the text of an element.
type size struct {
	letters int // bytes of text
	linked  int // bytes of text in links
	links   int
}

// measure returns the size of n and stores that of every element in it.
func measure(n *nethtml.Node, inLink bool, sizes map[*nethtml.Node]size) size {
	var s size
	switch {
	case n.Type == nethtml.TextNode:
		s.letters = len(text.OneLine(n.Data))
		if inLink {
			s.linked = s.letters
		}
		return s
	case n.Type == nethtml.ElementNode && skipped[n.Data]:
		return s
	case element(n, "a"):
		s.links, inLink = 1, true
	}
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		c := measure(child, inLink, sizes)
		s.letters += c.letters
		s.linked += c.linked
		s.links += c.links
	}
	sizes[n] = s
	return s
}

// isMenu reports whether n, of size s, is a list or block of at least three links
// that hold more than 85 % of its text.
func (s size) isMenu(n *nethtml.Node) bool {
	return element(n, "ul", "ol", "div", "section") && s.links >= 3 && 20*s.linked > 17*s.letters
}

// around reports whether the markup says that n surrounds the text of the page.
func around(n *nethtml.Node) bool {
	switch n.Data {
	case "nav", "aside":
		return true
	case "header", "footer": // of the page, not of an article or a section in it
		for p := n.Parent; p != nil; p = p.Parent {
			if element(p, "article", "main", "section", "blockquote") {
				return false
			}
		}
		return true
	}
	role, _ := Attribute(n, "role")
	switch strings.ToLower(role) {
	case "navigation", "banner", "contentinfo", "complementary", "search", "menu", "menubar", "toolbar", "alert", "alertdialog", "dialog":
		return true
	}
	return false
}

// chrome matches words in the names of parts that surround the text, kept those
// in the names of parts that hold text in spite of such a word.
var (
	chrome = regexp.MustCompile(`(?i)\b(ad|ads|advert\w*|banner|breadcrumbs?|comments?|cookies?|disqus|footer|masthead|menu|modal` +
		`|nav|navbar|navigation|newsletter|pagination|pager|popup|promo\w*|related|recommend\w*|share|sharing|sidebar|skip|social` +
		`|sponsor\w*|subscribe|subscription|toolbar|trending|widget)\b`)
	kept = regexp.MustCompile(`(?i)article|body|content|main|post|page|text`)
)

// named reports whether the class and id of n say that it surrounds the text.
func named(n *nethtml.Node) bool {
	if !element(n, "div", "section", "ul", "ol", "form") {
		return false
	}
	class, _ := Attribute(n, "class")
	id, _ := Attribute(n, "id")
	names := strings.ReplaceAll(class+" "+id, "_", "-")
	return names != " " && chrome.MatchString(names) && !kept.MatchString(names)
}
