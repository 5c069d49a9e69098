package conversation

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"time"
)

// part is a piece of a message: the content of ChatGPT, or a block of Claude.
type part struct {
	Type    string          `json:"type"`
	Kind    string          `json:"content_type"`
	Text    string          `json:"text"`
	Result  string          `json:"result"`
	Parts   json.RawMessage `json:"parts"`
	Content json.RawMessage `json:"content"`
}

// content returns the text of a message and the number of pictures in it, without
// calls of tools and the reasoning of the model.
func content(raw json.RawMessage, depth int) (text string, pictures int) {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || depth > maxNesting {
		return "", 0
	}
	switch raw[0] {
	case '"':
		_ = json.Unmarshal(raw, &text)
		return text, 0
	case '[':
		var list []json.RawMessage
		_ = json.Unmarshal(raw, &list)
		return contents(list, depth)
	case '{':
		var p part
		_ = json.Unmarshal(raw, &p) // a field of another type counts as missing
		switch {
		case p.Type == "thinking" || p.Type == "tool_use" || p.Kind == "thoughts" || p.Kind == "reasoning_recap":
			return "", 0
		case strings.HasPrefix(p.Type, "image") || p.Kind == "image_asset_pointer":
			return "", 1
		}
		text, pictures = contents([]json.RawMessage{p.Parts, p.Content}, depth)
		return join(join(p.Text, p.Result), text), pictures
	}
	return "", 0
}

func contents(list []json.RawMessage, depth int) (text string, pictures int) {
	var texts []string
	for _, raw := range list {
		t, n := content(raw, depth+1)
		pictures += n
		if t = strings.TrimSpace(t); t != "" {
			texts = append(texts, t)
		}
	}
	return strings.Join(texts, "\n\n"), pictures
}

func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n\n" + b
}

// author is written as a role, or as an object with a role.
type author struct{ role string }

// UnmarshalJSON reads the role, empty if there is none.
func (a *author) UnmarshalJSON(data []byte) error {
	var object struct {
		Role string `json:"role"`
	}
	if json.Unmarshal(data, &object) == nil {
		a.role = object.Role
		return nil
	}
	_ = json.Unmarshal(data, &a.role)
	return nil
}

// moment is a time, written as seconds or milliseconds since 1970 or as RFC 3339.
type moment struct{ time.Time }

// UnmarshalJSON reads a time. Anything else is the zero time.
func (m *moment) UnmarshalJSON(data []byte) error {
	s := strings.Trim(string(data), `"`)
	if t, err := time.Parse(time.RFC3339, s); err == nil {
		m.Time = t
		return nil
	}
	seconds, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(seconds) {
		return nil
	}
	if seconds > 1e11 {
		seconds /= 1000
	}
	if seconds > 0 && seconds < 1e11 {
		m.Time = time.Unix(int64(seconds), 0)
	}
	return nil
}
