package office

import (
	"context"
	"encoding/xml"
)

// maxPoints is how many points are read of one chart.
const maxPoints = 2000

// A chartSeries is one line, one pie or one colour of bars.
type chartSeries struct {
	name       string
	categories []string
	values     []string
}

// chart reads the titles of a chart, and the numbers that it showed when the file
// was saved as a table with a row for each category.
func (c *container) chart(ctx context.Context, name string, b *body) error {
	var list []chartSeries
	points := maxPoints
	err := c.read(ctx, name, func(s *scanner, _ xml.StartElement) error {
		var within func(e xml.StartElement) error
		within = func(e xml.StartElement) error {
			switch e.Name.Local {
			case "rich":
				return readParagraphs(s, b, paragraph)
			case "ser":
				var one chartSeries
				err := s.each(func(e xml.StartElement) error { return one.read(s, e, &points) })
				list = append(list, one)
				return err
			case "Fallback", "extLst":
				return nil
			}
			return s.each(within)
		}
		return s.each(within)
	})
	return b.addTable(chartRows(list), err)
}

func (c *chartSeries) read(s *scanner, e xml.StartElement, points *int) error {
	switch e.Name.Local {
	case "tx":
		var name []string
		err := cached(s, &name, points)
		if len(name) > 0 {
			c.name = name[0]
		}
		return err
	case "cat", "xVal":
		return cached(s, &c.categories, points)
	case "val", "yVal":
		return cached(s, &c.values, points)
	}
	return nil
}

// cached reads the copies that a chart keeps of the cells it was drawn from, as
// long as points are left.
func cached(s *scanner, out *[]string, points *int) error {
	return s.each(func(e xml.StartElement) error {
		if e.Name.Local != "v" {
			return cached(s, out, points)
		}
		if *points--; *points < 0 {
			return nil
		}
		text, err := s.text()
		*out = append(*out, (*numberFormat)(nil).show(oneLine(text), false))
		return err
	})
}

func chartRows(list []chartSeries) []block {
	var categories []string
	head, n := []string{""}, 0
	for _, s := range list {
		if len(s.categories) > len(categories) {
			categories = s.categories
		}
		head = append(head, s.name)
		n = max(n, len(s.categories), len(s.values))
	}
	rows := []block{{kind: row, text: cells(head)}}
	for i := range n {
		texts := []string{at(categories, i)}
		for _, s := range list {
			texts = append(texts, at(s.values, i))
		}
		rows = append(rows, block{kind: row, text: cells(texts)})
	}
	return rows
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}
