package conversation

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"ibid/core/extract/text"
)

// headBytes is how much of a file Is looks at.
const headBytes = 64 << 10

// Is reports whether a file is an exported chat, by its name and its first
// 64 KB: a JSON file by the fields of its first value, a Markdown or text file
// by the change of speakers. Safe in any process.
func Is(name string, data []byte) bool {
	head := start(data[:min(len(data), headBytes)])
	switch strings.ToLower(filepath.Ext(name)) {
	case ".json", ".jsonl", ".ndjson":
		return isJSON(head) && isExport(head)
	case ".md", ".markdown", ".txt", "":
		if !text.LooksLikeText(head) || isJSON(head) {
			return false
		}
		log, err := text.Decode(head)
		return err == nil && isLog(log)
	}
	return false
}

// roles holds the roles that make an object with a text a message.
var roles = []string{"user", "assistant", "system", "tool", "function", "developer", "human", "gpt", "model"}

// isExport reports whether the fields of the first value, which may be cut off, are
// those of a chat or a message.
func isExport(head []byte) bool {
	d := json.NewDecoder(bytes.NewReader(head))
	first, err := d.Token()
	if err == nil && first == json.Delim('[') {
		first, err = d.Token()
	}
	if err != nil || first != json.Delim('{') {
		return false
	}
	has := func(names ...string) bool {
		return !slices.ContainsFunc(names, func(n string) bool { return !bytes.Contains(head, []byte(`"`+n+`"`)) })
	}
	var role, said bool
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return false
		}
		switch key {
		case "mapping":
			return has("parent", "children")
		case "chat_messages":
			return has("sender")
		case "messages":
			return has("role", "content")
		case "conversations":
			return has("from", "value") || has("role", "content") || has("mapping", "parent", "children") || has("chat_messages")
		}
		var value json.RawMessage
		if d.Decode(&value) != nil {
			return false
		}
		switch key {
		case "role", "from":
			var name string
			role = role || json.Unmarshal(value, &name) == nil && slices.Contains(roles, strings.ToLower(name))
		case "content", "value", "text":
			said = true
		}
		if role && said {
			return true
		}
	}
	return false
}
