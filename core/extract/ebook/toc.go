package ebook

import (
	"context"
	"encoding/xml"
	"path"
	"slices"
	"strings"

	nethtml "golang.org/x/net/html"

	"ibid/core"
	"ibid/core/extract/html"
	"ibid/core/extract/text"
	"ibid/core/extract/zipguard"
)

// outline returns the table of contents of EPUB 3, else that of EPUB 2. Damaged
// ones are read as far as possible.
func (e *epub) outline(context.Context) ([]core.OutlineEntry, error) {
	toc := contents{book: e}
	if e.nav != "" {
		toc.readNav(e.nav)
	}
	if len(toc.entries) == 0 && e.ncx != "" {
		toc.readNCX(e.ncx)
	}
	return toc.entries, nil
}

// contents collects the entries of a table of contents.
type contents struct {
	book    *epub
	dir     string // folder of the file that is read
	entries []core.OutlineEntry
}

func (c *contents) add(level int, title, href string) {
	if title = text.OneLine(title); title == "" || len(c.entries) >= maxOutline {
		return
	}
	entry := core.OutlineEntry{Level: level, Title: title}
	entry.Page = 1 + slices.Index(c.book.spine, c.book.name(c.dir, href))
	c.entries = append(c.entries, entry)
}

// readNav reads the lists of the table of contents of EPUB 3.
func (c *contents) readNav(name string) {
	data, err := zipguard.Read(c.book.files[name], maxPart)
	if err != nil {
		return
	}
	root, err := html.Parse(data, "")
	if err != nil {
		return
	}
	c.dir = path.Dir(name)
	for n := range root.Descendants() {
		if kind, _ := html.Attribute(n, "epub:type"); n.Data == "nav" && slices.Contains(strings.Fields(kind), "toc") {
			c.list(n, 0)
			return
		}
	}
	if nav := html.Find(root, "nav"); nav != nil {
		c.list(nav, 0)
	}
}

// list adds the entries below n. A span that is no link is a title without a
// place.
func (c *contents) list(n *nethtml.Node, level int) {
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		if child.Type != nethtml.ElementNode {
			continue
		}
		switch child.Data {
		case "ol", "ul":
			c.list(child, level+1)
		case "a":
			if level > 0 {
				href, _ := html.Attribute(child, "href")
				c.add(level, html.PlainText(child), href)
			}
		default:
			if child.Data == "span" && level > 0 && html.Find(child, "a") == nil {
				c.add(level, html.PlainText(child), "")
			} else {
				c.list(child, level)
			}
		}
	}
}

// readNCX reads the table of contents of EPUB 2, as far as it is well formed.
func (c *contents) readNCX(name string) {
	data, err := zipguard.Read(c.book.files[name], maxPart)
	if err != nil || zipguard.HasEntities(data) {
		return
	}
	c.dir = path.Dir(name)
	var (
		d      = decoder(data)
		points []navPoint // open, from the outermost on
		label  bool       // inside a navLabel
	)
	for {
		token, err := d.Token()
		if err != nil {
			return
		}
		top := len(points) - 1
		switch t := token.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "navPoint":
				c.addPoint(points)
				if points = append(points, navPoint{}); len(points) > maxDepth {
					return
				}
			case "navLabel":
				label = true
			case "content":
				if top >= 0 {
					points[top].href = attr(t, "src")
				}
			}
		case xml.EndElement:
			switch t.Name.Local {
			case "navPoint":
				c.addPoint(points)
				points = points[:max(top, 0)]
			case "navLabel":
				label = false
			}
		case xml.CharData:
			if label && top >= 0 && len(points[top].title) < 10_000 {
				points[top].title += string(t)
			}
		}
	}
}

// navPoint is an entry of an NCX file that is being read.
type navPoint struct {
	title, href string
	added       bool
}

// addPoint adds the innermost open point, unless that was done when a point
// within it began.
func (c *contents) addPoint(points []navPoint) {
	if top := len(points) - 1; top >= 0 && !points[top].added {
		points[top].added = true
		c.add(len(points), points[top].title, points[top].href)
	}
}

// attr returns the value of the attribute with a local name, "" if there is none.
func attr(t xml.StartElement, name string) string {
	for _, a := range t.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}
