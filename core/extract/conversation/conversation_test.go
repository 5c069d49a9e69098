package conversation

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"ibid/core"
	"ibid/core/extract/extracttest"
)

const kinds = "../../../testdata/kinds"

func load(t testing.TB, name string) core.Input {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(kinds, name))
	if err != nil {
		t.Fatal(err)
	}
	return core.Input{Name: name, Data: data, Kind: core.KindConversation}
}

// transcript is a chat as text: title, who and when, pictures, words.
func transcript(r extracttest.Reading) string {
	var b strings.Builder
	for i, p := range r.Pages {
		for _, h := range r.Layouts[i].Headings {
			fmt.Fprintf(&b, "%s %s\n", strings.Repeat("#", h.Level), h.Title)
		}
		if n := r.Layouts[i].Pictures; n > 0 {
			fmt.Fprintf(&b, "(%d pictures)\n", n)
		}
		if p.Note != "" {
			fmt.Fprintf(&b, "(%s)\n", p.Note)
		}
		fmt.Fprintf(&b, "%s\n\n", p.Text)
	}
	return b.String()
}

func TestExportsReadAsTheirGoldenFiles(t *testing.T) {
	for _, name := range []string{"chatgpt-conversations.json", "claude-conversations.json"} {
		got := transcript(extracttest.Conform(t, Extractor{}, load(t, name)))
		extracttest.Same(t, name, got)
	}
}

func TestChatsAreTheOutline(t *testing.T) {
	r := extracttest.Conform(t, Extractor{}, load(t, "chatgpt-conversations.json"))
	want := []core.OutlineEntry{{Level: 1, Title: "Kelp monitoring plan", Page: 1}, {Level: 1, Title: "Quadrat size", Page: 6}}
	if fmt.Sprint(r.Outline) != fmt.Sprint(want) || r.Metadata.Title != "" {
		t.Errorf("got %v, %q", r.Outline, r.Metadata.Title)
	}
	r = extracttest.Conform(t, Extractor{}, load(t, "claude-conversations.json"))
	if r.Metadata.Title != "Reading a tide gauge against kelp depth" {
		t.Errorf("got %q", r.Metadata.Title)
	}
}

func TestLogsReadMessageByMessage(t *testing.T) {
	tests := []struct{ name, data, want string }{
		{"bold", "# Tides\n\n**User:** When is low water?\n\n**Assistant:** At six.\n\nAgain at half past six.",
			"# Tides\n## User\nWhen is low water?\n\n## Assistant\nAt six.\n\nAgain at half past six.\n\n"},
		{"headings", "## User\nWhen?\n\n## Assistant (10:31)\n### Answer\nAt six.",
			"# Untitled chat\n## User\nWhen?\n\n## Assistant\n### Answer\nAt six.\n\n"},
		{"bare names", "You: When?\nAI: At six.\nYou: Thanks",
			"# Untitled chat\n## You\nWhen?\n\n## Ai\nAt six.\n\n## You\nThanks\n\n"},
		{"copied from the page", "You said:\nWhen?\nChatGPT said:\nAt six.",
			"# Untitled chat\n## You\nWhen?\n\n## Chatgpt\nAt six.\n\n"},
		{"one style", "**User:** When?\n\n**Claude:** As in\n\nUser: x\nSystem: y",
			"# Untitled chat\n## User\nWhen?\n\n## Claude\nAs in\n\nUser: x\nSystem: y\n\n"},
		{"not inside code", "## User\nShow\n## Assistant\n```\n## User\n```\nthere",
			"# Untitled chat\n## User\nShow\n\n## Assistant\n```\n## User\n```\nthere\n\n"},
		{"text before", "Saved in May.\n\n**User:** When?\n**Assistant:** At six.",
			"# Untitled chat\nSaved in May.\n\n## User\nWhen?\n\n## Assistant\nAt six.\n\n"},
		{"empty messages", "**User:**\n\n**Assistant:** At six.", "# Untitled chat\n## Assistant\nAt six.\n\n"},
		{"JSON lines", `{"role":"system","content":"Be brief."}` + "\n" + `{"role":"user","content":[{"type":"text","text":"When?"},{"type":"image_url"}],"timestamp":"2024-05-01T12:03:00+02:00"}` + "\n",
			"# Untitled chat\n## System\nBe brief.\n\n## User · 2024-05-01 10:03\n(1 pictures)\nWhen?\n\n"},
		{"a chat a line", `{"messages":[{"role":"user","content":"a"}]}` + "\n" + `{"messages":[{"role":"user","content":"b"}]}`,
			"# Untitled chat\n## User\na\n\n# Untitled chat\n## User\nb\n\n"},
		{"a list of messages", `[{"role":"user","content":"a"},{"role":"assistant","content":null},{"role":"assistant","content":"b"}]`,
			"# Untitled chat\n## User\na\n\n## Assistant\nb\n\n"},
		{"one object", `{"title":"T","messages":[{"role":"user","content":"a"}]}`, "# T\n## User\na\n\n"},
		{"from and value", `[{"conversations":[{"from":"human","value":"a"},{"from":"gpt","value":"b"}]}]`,
			"# Untitled chat\n## Human\na\n\n## Gpt\nb\n\n"},
		{"an object of chats", `{"conversations":[{"name":"N","chat_messages":[{"sender":"human","text":"a"}]}]}`, "# N\n## Human\na\n\n"},
		{"a field of another type", `[{"title":7,"messages":[{"role":"user","content":"a","text":{}},5,{"role":"assistant","content":"b"}]}]`,
			"# Untitled chat\n## User\na\n\n## Assistant\nb\n\n"},
		{"milliseconds", `{"role":"user","content":"a","timestamp":1714564980000}`, "# Untitled chat\n## User · 2024-05-01 12:03\na\n\n"},
		{"a broken line", `{"role":"user","content":"a"}` + "\n{\"role\":\"user\",\n" + `{"role":"user","content":"c"}`,
			"# Untitled chat\n## User\na\n\n(could not be read: the file is damaged at line 2)\n\n\n## User\nc\n\n"},
		{"a list that breaks off", `[{"role":"user","content":"a"},{"role":"us`,
			"# Untitled chat\n## User\na\n\n(could not be read: the file is damaged at line 1)\n\n\n"},
		{"a list without its end", `[{"role":"user","content":"a"}`,
			"# Untitled chat\n## User\na\n\n(could not be read: the file ends before its list of chats does)\n\n\n"},
		{"line ends", `{"role":"user","content":"a\r\nb\u0000c\rd"}`, "# Untitled chat\n## User\na\nbc\nd\n\n"},
	}
	for _, tt := range tests {
		r := extracttest.Conform(t, Extractor{}, core.Input{Name: tt.name, Data: []byte(tt.data)})
		if got := transcript(r); got != tt.want {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.name, got, tt.want)
		}
	}
}

func TestBranchIsTheOneThatWasLastSeen(t *testing.T) {
	node := func(id, parent string, children ...string) string {
		return fmt.Sprintf(`%q:{"message":{"author":{"role":"user"},"content":{"parts":[%q]}},"parent":%q,"children":["%s"]}`, id, id, parent, strings.Join(children, `","`))
	}
	nodes := node("a", "", "b", "c") + "," + node("b", "a") + "," + node("c", "a", "d") + "," + node("d", "c")
	tests := []struct{ name, data, want string }{
		{"current", `{"mapping":{` + nodes + `},"current_node":"b"}`, "a b"},
		{"no current", `{"mapping":{` + nodes + `}}`, "a c d"},
		{"a current that is not there", `{"mapping":{` + nodes + `},"current_node":"x"}`, "a c d"},
		{"a circle", `{"mapping":{` + node("a", "b", "b") + "," + node("b", "a", "a") + `},"current_node":"a"}`, "b a"},
	}
	for _, tt := range tests {
		var got []string
		r := extracttest.Conform(t, Extractor{}, core.Input{Name: tt.name, Data: []byte(tt.data)})
		for _, p := range r.Pages {
			got = append(got, p.Text)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestHostileChatsEndInAState(t *testing.T) {
	tests := []struct {
		name, data string
		state      core.State
	}{
		{"no messages", `{"title":"T","messages":[]}`, core.StateNoText},
		{"something else", `{"name":"ibid","version":"1"}`, core.StateNoText},
		{"no JSON", `{"role" 5}`, core.StateDamaged},
		{"deep", `[` + strings.Repeat(`{"messages":[`, 20_000), core.StateDamaged},
		{"a long value", `[{"title":"` + strings.Repeat("x", maxValue+1<<20) + `"}]`, core.StateTooLarge},
		{"many nodes", `{"mapping":{` + strings.Repeat(`"a":{},`, maxNodes) + `"b":{}}}`, core.StateTooLarge},
		{"many messages", `{"messages":[` + strings.Repeat(`{},`, maxNodes) + `{}]}`, core.StateTooLarge},
		{"many lines", strings.Repeat(`{"role":"user","content":"a"}`+"\n", maxMessages+1), core.StateTooLarge},
		{"binary", strings.Repeat("\x01\x02\x03", 1000), core.StateDamaged},
	}
	for _, tt := range tests {
		_, err := extracttest.Read(context.Background(), Extractor{}, core.Input{Name: tt.name, Data: []byte(tt.data)})
		var f *core.FileError
		if !errors.As(err, &f) || f.State != tt.state {
			t.Errorf("%s: got %v, want %s", tt.name, err, tt.state)
		}
	}
}

func TestLongMessageIsCutAtACharacter(t *testing.T) {
	tests := []struct {
		name, content string
		bytes         int
		note          string
	}{
		{"as long as is kept", `"` + strings.Repeat("e", maxMessage) + `"`, maxMessage, ""},
		{"a byte longer", `"` + strings.Repeat("e", maxMessage+1) + `"`, maxMessage, "only its beginning"},
		{"cut within a character", `"e` + strings.Repeat("é", maxMessage/2) + `"`, maxMessage - 1, "only its beginning"},
		{"parts of as much JSON as is read", `["e"` + strings.Repeat(" ", maxContent-5) + "]", 1, ""},
		{"parts of a byte more", `["e"` + strings.Repeat(" ", maxContent-4) + "]", 0, "more than 8 MB"},
	}
	for _, tt := range tests {
		in := core.Input{Name: tt.name, Data: []byte(`{"role":"user","content":` + tt.content + "}")}
		pages := 0
		err := Extractor{}.Words(context.Background(), in, func(p core.Page) error {
			pages++
			if len(p.Text) != tt.bytes || !utf8.ValidString(p.Text) || !strings.Contains(p.Note, tt.note) || tt.note == "" && p.Note != "" {
				t.Errorf("%s: %d bytes, %q", tt.name, len(p.Text), p.Note)
			}
			return nil
		})
		if err != nil || pages != 1 {
			t.Errorf("%s: %d pages, %v", tt.name, pages, err)
		}
	}
}

func TestChatsAreToldFromOtherFiles(t *testing.T) {
	gpt, claude := string(load(t, "chatgpt-conversations.json").Data), string(load(t, "claude-conversations.json").Data)
	tests := []struct {
		name, data string
		want       bool
	}{
		{"conversations.json", gpt, true},
		{"conversations.json", claude, true},
		{"conversations.json", gpt[:len(gpt)/3], true},
		{"a.json", "\xef\xbb\xbf" + `{"messages":[{"role":"user","content":"a"}]}`, true},
		{"a.json", `[{"conversations":[{"from":"human","value":"a"}]}]`, true},
		{"a.jsonl", `{"content":"a","role":"user"}` + "\n", true},
		{"a.JSONL", `{"role":"assistant","content":[{"type":"text","text":"` + strings.Repeat("x", 70_000), false}, // too long a start to tell
		{"a.md", "# T\n\n**User:** a\n\n**Assistant:** b\n", true},
		{"a.txt", "User: a\nAssistant: b\nUser: c\n", true},
		{"a.md", "## User\n\nhow to log in\n\n## Installation\n", false},
		{"a.md", "# Roles\n\nUser: reads\n\nModerator: deletes\n", false},
		{"a.md", "**Note:** a\n\n**You:** b\n", false},
		{"a.go", "// User: a\n// Assistant: b\n", false},
		{"package.json", `{"name":"ibid","scripts":{"test":"x"},"messages":{}}`, false},
		{"index.json", `{"mapping":{"message":{"type":"text"}}}`, false},
		{"users.json", `[{"role":"admin","content":"a"}]`, false},
		{"a.ipynb", `{"cells":[]}`, false},
		{"a.json", `[1,2]`, false},
		{"a.json", ``, false},
		{"a.md", "[a](b)\n", false},
	}
	for _, tt := range tests {
		if got := Is(tt.name, []byte(tt.data)); got != tt.want {
			t.Errorf("%s %.40q: got %v", tt.name, tt.data, got)
		}
	}
}

func FuzzExtract(f *testing.F) {
	f.Add(load(f, "chatgpt-conversations.json").Data)
	f.Add(load(f, "claude-conversations.json").Data)
	f.Add([]byte("**User:** a\n```\n**Assistant:** b"))
	f.Add([]byte(`{"role":"user","content":"a"}` + "\n{\n" + `{"role":1}`))
	f.Add([]byte(`[{"mapping":{"a":{"parent":"a","message":{"content":{"parts":[{"text":"x"}]}}}}}]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		Is("a.json", data)
		Is("a.md", data)
		r, err := extracttest.Read(context.Background(), Extractor{}, core.Input{Name: "f", Data: data})
		extracttest.Fate(t, "f", err)
		if err == nil {
			extracttest.Check(t, r)
		}
	})
}

func BenchmarkExtract(b *testing.B) {
	in := load(b, "chatgpt-conversations.json")
	b.SetBytes(int64(len(in.Data)))
	for b.Loop() {
		if _, err := extracttest.Read(context.Background(), Extractor{}, in); err != nil {
			b.Fatal(err)
		}
	}
}
