package window

import (
	"strings"

	"ibid/core"
)

// questionBefore is how many messages before an answer are searched for its
// question.
const questionBefore = 100

// messages cuts a message of a chat with the question that it answers, or with n
// messages before and after. Each stands below its heading, which says who
// speaks and when.
func (d Document) messages(at, n int) (Window, error) {
	shown := []int{at}
	if n == 0 {
		question, err := d.question(at)
		if err != nil {
			return Window{}, err
		}
		if question < at {
			shown = []int{question, at}
		}
	} else {
		shown = nil
		for i := max(1, at-n); i <= min(len(d.Pages), at+n); i++ {
			shown = append(shown, i)
		}
	}
	w := Window{Locator: d.pages(at, at)}
	var b strings.Builder
	for i, page := range shown {
		if i > 0 {
			b.WriteString("\n\n")
		}
		if i > 0 && page > shown[i-1]+1 {
			b.WriteString("…\n\n")
		}
		heading, _, err := d.heading(page)
		if err != nil {
			return Window{}, err
		}
		if heading != "" {
			b.WriteString(heading + "\n")
		}
		body := d.Pages[page-1].Text
		b.WriteString(body)
		w.Quotes = append(w.Quotes, core.Quote{Page: page, Span: core.Span{End: len(body)}})
	}
	w.Text = b.String()
	return w, nil
}

// question returns the message that a message answers: the last one before it
// that a person wrote, the one before it if nobody is named, and the message
// itself if a person wrote it or nobody asked.
func (d Document) question(at int) (int, error) {
	for i := at; i >= max(1, at-questionBefore); i-- {
		heading, opens, err := d.heading(i)
		switch {
		case err != nil:
			return 0, err
		case i == at && heading == "" && !opens:
			return max(1, at-1), nil
		case isPerson(heading):
			return i, nil
		case opens:
			return at, nil
		}
	}
	return at, nil
}

// isPerson reports whether a heading such as `User · 2024-05-01 12:03` names a
// person, not a model.
func isPerson(heading string) bool {
	speaker, _, _ := strings.Cut(heading, " · ")
	switch strings.ToLower(speaker) {
	case "user", "human", "you":
		return true
	}
	return false
}

// heading returns who wrote a message and when, empty if it is not known, and
// whether a chat begins with the message; a file may hold several chats.
func (d Document) heading(page int) (title string, opens bool, err error) {
	layout, err := d.Layout(page)
	for _, h := range layout.Headings {
		if h.Level == 2 && title == "" {
			title = h.Title
		}
		opens = opens || h.Level == 1
	}
	return title, opens, err
}
