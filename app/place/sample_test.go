package place_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"ibid/app/apptest"
)

func TestSampleStaysSmall(t *testing.T) {
	const limit = 3 << 20
	entries, err := os.ReadDir(apptest.Sample())
	if err != nil {
		t.Fatal(err)
	}
	var sum int64
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		if !e.IsDir() {
			sum += info.Size()
		}
	}
	if sum > limit {
		t.Errorf("the sample library is %d bytes, more than %d", sum, limit)
	}
}

// question is one entry of testdata/questions/sample.json. Page is the 1-based index of the
// page in a PDF, 0 for kinds without pages.
type question struct {
	Question    string
	File        string
	Page        int
	AnswerWords string `json:"answer_words"`
}

func TestQuestionsAreAnsweredWhereTheySay(t *testing.T) {
	data, err := os.ReadFile(apptest.Testdata("questions", "sample.json"))
	if err != nil {
		t.Fatal(err)
	}
	var questions []question
	if err := json.Unmarshal(data, &questions); err != nil {
		t.Fatal(err)
	}
	if len(questions) != 40 {
		t.Errorf("%d questions, want 40", len(questions))
	}
	for _, q := range questions {
		t.Run(q.File, func(t *testing.T) {
			isPDF := filepath.Ext(q.File) == ".pdf"
			if q.AnswerWords == "" || (q.Page > 0) != isPDF {
				t.Fatalf("%q: page %d, answer words %q", q.Question, q.Page, q.AnswerWords)
			}
			if got := readable(t, q); !strings.Contains(squeeze(got), squeeze(q.AnswerWords)) {
				t.Errorf("%q: page %d does not hold %q", q.Question, q.Page, q.AnswerWords)
			}
		})
	}
}

// readable is the text in which q's answer must stand.
func readable(t *testing.T, q question) string {
	t.Helper()
	path := apptest.Sample(q.File)
	if q.Page > 0 {
		tool, err := exec.LookPath("pdftotext")
		if err != nil {
			t.Skip("pdftotext (poppler) is not installed: the pages of PDFs cannot be read")
		}
		n := strconv.Itoa(q.Page)
		out, err := exec.Command(tool, "-f", n, "-l", n, path, "-").Output()
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	switch {
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}):
		var units []uint16
		for i := 2; i+1 < len(data); i += 2 {
			units = append(units, binary.LittleEndian.Uint16(data[i:]))
		}
		return string(utf16.Decode(units))
	case !utf8.Valid(data):
		var b strings.Builder
		for _, c := range data {
			b.WriteRune(rune(c))
		}
		return b.String()
	}
	return string(data)
}

// squeeze takes out white space and the hyphens at line ends.
func squeeze(s string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(s, "-\n", "")), "")
}
