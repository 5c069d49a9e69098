package assets

import (
	"embed"
	"strings"
)

//go:embed manual/*.md
var manual embed.FS

// subjects are the pages of the manual in reading order.
var subjects = []string{
	"start", "adding", "searching", "contexts", "checking", "models", "chat", "files", "code", "terminal", "settings", "trouble", "measures",
}

// A Page is one subject of the manual.
type Page struct {
	Name  string // one word, as "ibidctl help NAME" takes it
	Title string
	Text  string // Markdown; its first line is the title as a heading
}

// Manual returns the pages of the manual in reading order.
func Manual() []Page {
	pages := make([]Page, len(subjects))
	for i, name := range subjects {
		text, err := manual.ReadFile("manual/" + name + ".md")
		if err != nil {
			panic(err) // a subject without a file; the tests find it
		}
		title, _, _ := strings.Cut(string(text), "\n")
		pages[i] = Page{Name: name, Title: strings.TrimPrefix(title, "# "), Text: string(text)}
	}
	return pages
}
