package conversation

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

func TestContentIsTheWordsOfAMessage(t *testing.T) {
	nested := func(n int) string { return strings.Repeat("[", n) + `"deep"` + strings.Repeat("]", n) }
	for _, tt := range []struct {
		name, raw, want string
		pictures        int
	}{
		{"a string", `"When?"`, "When?", 0},
		{"parts", `{"content_type":"text","parts":["When?","", "Now?"]}`, "When?\n\nNow?", 0},
		{"blocks", `[{"type":"text","text":"When?"},{"type":"text","text":" "},{"type":"text","text":"Now?"}]`, "When?\n\nNow?", 0},
		{"what the model thought", `[{"type":"thinking","text":"hm"},{"type":"text","text":"At six."}]`, "At six.", 0},
		{"what it thought elsewhere", `[{"content_type":"thoughts","text":"hm"},{"content_type":"reasoning_recap","content":"hm"}]`, "", 0},
		{"a call of a tool", `[{"type":"tool_use","text":"grep"},{"type":"tool_result","content":[{"type":"text","text":"found"}]}]`, "found", 0},
		{"pictures", `[{"type":"image"},{"type":"image_url"},{"content_type":"image_asset_pointer"},{"type":"text","text":"See?"}]`, "See?", 3},
		{"a text and a result", `{"text":"a","result":"b","content":["c"]}`, "a\n\nb\n\nc", 0},
		{"a result alone", `{"result":"b"}`, "b", 0},
		{"a field of another type", `{"text":7,"result":"b"}`, "b", 0},
		{"as deep as is read", nested(maxNesting), "deep", 0},
		{"deeper", nested(maxNesting + 1), "", 0},
		{"a number", `7`, "", 0},
		{"null", `null`, "", 0},
		{"blanks around", "  \"a\" \n", "a", 0},
		{"nothing", ``, "", 0},
		{"what is no JSON", `{"text":`, "", 0},
	} {
		if got, pictures := content(json.RawMessage(tt.raw), 0); got != tt.want || pictures != tt.pictures {
			t.Errorf("%s: %q and %d pictures, want %q and %d", tt.name, got, pictures, tt.want, tt.pictures)
		}
	}
}

func TestTimesAreReadHoweverTheyAreWritten(t *testing.T) {
	may := time.Date(2024, 5, 1, 12, 3, 0, 0, time.UTC)
	for _, tt := range []struct {
		json string
		want time.Time
	}{
		{`"2024-05-01T12:03:00Z"`, may}, {`"2024-05-01T14:03:00+02:00"`, may}, {`1714564980`, may}, {`1714564980.75`, may}, {`1714564980000`, may}, {`"1714564980"`, may},
		{`99999999999`, time.Unix(99999999999, 0)}, {`100000000001`, time.Unix(100000000, 0)},
		{`0`, time.Time{}}, {`-5`, time.Time{}}, {`1e15`, time.Time{}}, {`"NaN"`, time.Time{}}, {`"yesterday"`, time.Time{}}, {`null`, time.Time{}}, {`{}`, time.Time{}},
	} {
		var got moment
		if err := json.Unmarshal([]byte(tt.json), &got); err != nil || !got.Equal(tt.want) {
			t.Errorf("%s is %v, %v, want %v", tt.json, got.Time, err, tt.want)
		}
	}
}

func TestAuthorIsARoleOrHasOne(t *testing.T) {
	for raw, want := range map[string]string{`"user"`: "user", `{"role":"assistant","name":"x"}`: "assistant", `{}`: "", `7`: "", `null`: "", `["user"]`: ""} {
		var got author
		if err := json.Unmarshal([]byte(raw), &got); err != nil || got.role != want {
			t.Errorf("%s is %q, %v, want %q", raw, got.role, err, want)
		}
	}
}

func TestSpeakerIsNamedWithTheTime(t *testing.T) {
	at := time.Date(2024, 5, 1, 14, 3, 59, 0, time.FixedZone("", 7200))
	for _, tt := range []struct {
		m    message
		want string
	}{
		{message{role: "user"}, "User"}, {message{role: "user", at: at}, "User · 2024-05-01 12:03"}, {message{role: "école\nfine"}, "École fine"}, {message{at: at}, ""}, {message{role: " "}, ""},
	} {
		if got := tt.m.speaker(); got != tt.want {
			t.Errorf("%+v is %q, want %q", tt.m, got, tt.want)
		}
	}
}

func TestMarksOfLinksAreTakenOut(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"At six\ue200cite\ue202turn0search1\ue201.", "At six."},
		{"a\ue200x\ue201b\ue200y\ue201c", "abc"},
		{"without end \ue200cite", "without end \ue200cite"},
		{"too long \ue200" + strings.Repeat("x", 1001) + "\ue201", "too long \ue200" + strings.Repeat("x", 1001) + "\ue201"},
		{" \ufeffa\r\nb\rc\x00 ", "a\nb\nc"},
		{"\xff", "\uFFFD"},
	} {
		if got := clean(tt.in); got != tt.want {
			t.Errorf("%.30q is %.30q, want %.30q", tt.in, got, tt.want)
		}
	}
}

func TestJSONIsToldFromALinkInMarkdown(t *testing.T) {
	for data, want := range map[string]bool{
		`{"a":1}`: true, `[{"a":1}]`: true, `{ }`: true, `[]`: true, "[\n\n{": true, `["a"]`: true, `{}`: true,
		`[a](b)`: false, `[x] done`: false, `{a}`: false, `{]`: false, `[`: false, `{`: false, ``: false, `"a"`: false, `[1,2]`: false,
	} {
		if got := isJSON([]byte(data)); got != want {
			t.Errorf("%q: %v, want %v", data, got, want)
		}
	}
}
