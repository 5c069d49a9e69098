package mail

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Bounds of one message. What exceeds them is left out, with a note on its page.
const (
	maxParts  = 1_000
	maxDepth  = 20      // of nested multiparts
	maxNested = 3       // of nested messages
	maxText   = 4 << 20 // bytes of text
)

// body collects the text of a message and its attachments.
type body struct {
	sections    []string // texts in order
	attachments []string // a line each
	notes       []string // on what could not be read, without repetition
	parts       *int     // parts seen in the whole message
	size        *int     // bytes of all sections
}

func (b *body) note(s string) {
	if !slices.Contains(b.notes, s) {
		b.notes = append(b.notes, s)
	}
}

// add appends a text, cut to what is left of maxText.
func (b *body) add(s string) {
	s = strings.Trim(s, "\n")
	if strings.TrimSpace(s) == "" {
		return
	}
	if left := maxText - *b.size; len(s) > left {
		b.note(fmt.Sprintf("text over %d MB was left out", maxText>>20))
		if left <= 0 {
			return
		}
		s = strings.ToValidUTF8(s[:left], "") + "…"
	}
	*b.size += len(s)
	b.sections = append(b.sections, s)
}

// entity reads one part with its header. deep counts the multiparts around it,
// nested the messages. kind is the media type of a part that names none.
func (b *body) entity(h header, data []byte, deep, nested int, kind string) {
	if *b.parts++; *b.parts > maxParts || deep > maxDepth {
		b.note("parts over the bounds were left out")
		return
	}
	params := map[string]string{}
	if raw := h.raw("Content-Type"); raw != "" {
		kind, params = media(raw)
	}
	disposition, named := media(h.raw("Content-Disposition"))
	encoding := h.raw("Content-Transfer-Encoding")
	family, form, _ := strings.Cut(kind, "/")
	switch {
	case family == "multipart" && params["boundary"] != "":
		b.multipart(form, params["boundary"], data, deep, nested)
	case kind == "message/rfc822" || kind == "message/global":
		b.message(transfer(encoding, data), deep, nested, kind)
	case disposition != "attachment" && (family == "text" && form != "calendar" || family == "multipart" || kind == "message/delivery-status"):
		b.text(form, params, transfer(encoding, data))
	default:
		b.attach(cmp.Or(named["filename"], params["name"]), kind, decodedSize(encoding, data))
	}
}

// attach appends the line of an attachment of so many bytes.
func (b *body) attach(name, kind string, size int) {
	b.attachments = append(b.attachments, fmt.Sprintf("Attachment: %s (%s)", cmp.Or(decodeWords(name), decodeWords(kind)), amount(size)))
}

// amount formats a number of bytes for people.
func amount(n int) string {
	switch {
	case n < 1<<10:
		return fmt.Sprintf("%d bytes", n)
	case n < 1<<20:
		return fmt.Sprintf("%d KB", (n+1<<9)>>10)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/(1<<20))
}

func (b *body) text(form string, params map[string]string, data []byte) {
	charset := params["charset"]
	if form == "html" && charset == "" {
		charset = htmlCharset(data)
	}
	s, err := decodeText(charset, data)
	if err != nil {
		b.note(fmt.Sprintf("a text could not be read as it is meant: %v", err))
	}
	switch {
	case form == "html":
		s = plain(s)
	case strings.EqualFold(params["format"], "flowed"):
		s = unflow(s, strings.EqualFold(params["delsp"], "yes"))
	}
	b.add(s)
}

// message reads a message within another one: its header lines, then its body. A
// message nested too deep is listed as an attachment.
func (b *body) message(data []byte, deep, nested int, kind string) {
	h, inner := parseHeader(data)
	if nested >= maxNested {
		b.attach(h.get("Subject"), kind, len(data))
		return
	}
	b.add("Attached message:\n" + strings.Join(headLines(h), "\n"))
	b.entity(h, inner, deep+1, nested+1, "text/plain")
}

func (b *body) multipart(form, boundary string, data []byte, deep, nested int) {
	kind := "text/plain"
	switch form {
	case "digest":
		kind = "message/rfc822"
	case "encrypted":
		b.note("its words are encrypted")
	}
	parts := split(data, boundary)
	if len(parts) == 0 {
		b.note("a part breaks off")
	}
	if form == "alternative" {
		b.alternative(parts, deep, nested)
		return
	}
	for _, part := range parts {
		h, inner := parseHeader(part)
		b.entity(h, inner, deep+1, nested, kind)
	}
}

// alternative reads one of several forms of the same text: the first plain text
// that is not empty, else the last form with text, which is the writer's best.
func (b *body) alternative(parts [][]byte, deep, nested int) {
	var best *body
	for _, part := range parts {
		h, inner := parseHeader(part)
		kind, _ := media(h.raw("Content-Type"))
		size := *b.size
		form := &body{parts: b.parts, size: &size}
		form.entity(h, inner, deep+1, nested, "text/plain")
		b.attachments = append(b.attachments, form.attachments...)
		if len(form.sections) > 0 {
			best = form
		}
		if len(form.sections) > 0 && (kind == "text/plain" || kind == "") {
			break
		}
	}
	if best == nil {
		return
	}
	*b.size = *best.size
	b.sections = append(b.sections, best.sections...)
	for _, n := range best.notes {
		b.note(n)
	}
}

// split divides the body of a multipart at its boundary (RFC 2046, section
// 5.1.1). Without a closing boundary the last part ends with the data.
func split(data []byte, boundary string) [][]byte {
	delimiter := []byte("--" + boundary)
	var parts [][]byte
	start := -1
	for at := 0; at < len(data); {
		line, rest := cutLine(data[at:])
		if tail, ok := bytes.CutPrefix(line, delimiter); ok {
			closing := bytes.HasPrefix(tail, []byte("--"))
			if closing || len(bytes.TrimSpace(tail)) == 0 {
				if start >= 0 {
					parts = append(parts, data[start:max(start, at-1)]) // the line break belongs to the boundary
				}
				start = len(data) - len(rest)
				if closing || len(parts) > maxParts {
					return parts
				}
			}
		}
		at = len(data) - len(rest)
	}
	if start >= 0 && start < len(data) {
		parts = append(parts, data[start:])
	}
	return parts
}
