package ask_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ibid/app"
	"ibid/app/apptest"
	"ibid/core"
)

// answerCases is how many answers there are.
const answerCases = 60

// An answerCase is one answer with what the check of it must say. Its form is
// described in testdata/answers/README.md.
type answerCase struct {
	name     string
	question string
	sources  []sourceName
	answer   string
	want     string // lines of kind, verdict and text
}

// A sourceName names the page or passage that a letter means.
type sourceName struct {
	letter, file string
	page, line   int
}

var sourceForm = regexp.MustCompile(`^@ ([A-Z]) (\S+) (?:\[PDF (\d+)\]|:(\d+))$`)

// answers reads all cases.
func answers(t *testing.T) []answerCase {
	t.Helper()
	paths, err := filepath.Glob(apptest.Testdata("answers", "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var out []answerCase
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, raw := range strings.Split("\n"+string(data), "\n=== ")[1:] {
			parts := strings.Split(raw, "\n---\n")
			if len(parts) != 3 {
				t.Fatalf("%s: a case has three parts, not %d:\n%s", path, len(parts), raw)
			}
			c := answerCase{answer: parts[1], want: strings.TrimSpace(parts[2])}
			for i, line := range strings.Split(parts[0], "\n") {
				switch m := sourceForm.FindStringSubmatch(line); {
				case i == 0:
					c.name = line
				case strings.HasPrefix(line, "? "):
					c.question = line[2:]
				case m == nil:
					t.Fatalf("%s: %s: %q is no source", path, c.name, line)
				default:
					page, _ := strconv.Atoi(m[3])
					first, _ := strconv.Atoi(m[4])
					c.sources = append(c.sources, sourceName{m[1], m[2], page, first})
				}
			}
			out = append(out, c)
		}
	}
	return out
}

// place finds the page or passage that a case names.
func (s sourceName) place(t *testing.T, e *app.Engine, docs []core.Document) core.Place {
	t.Helper()
	i := slices.IndexFunc(docs, func(d core.Document) bool { return strings.HasPrefix(d.Name, s.file) })
	if i < 0 {
		t.Fatalf("no document is called %s…", s.file)
	}
	passages, err := e.Passages(t.Context(), docs[i].ID)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range passages {
		if s.page > 0 && p.Page == s.page || s.line > 0 && p.Lines[0] <= s.line && s.line <= p.Lines[1] {
			return core.Hit{Document: docs[i], Passage: p}.Place()
		}
	}
	t.Fatalf("%+v holds no passage", s)
	return core.Place{}
}

func TestAnswersOfTheSample(t *testing.T) { // X1
	e := apptest.Open(t)
	docs := apptest.Add(t, e, apptest.SamplePassword, apptest.Sample())
	cases := answers(t)
	if len(cases) != answerCases {
		t.Errorf("%d answers, not %d", len(cases), answerCases)
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			req := core.ContextRequest{Query: c.question, Budget: 20_000, MaxSources: len(c.sources)}
			for _, s := range c.sources {
				req.Order = append(req.Order, s.place(t, e, docs))
			}
			cited, err := e.Context(t.Context(), req)
			if err != nil {
				t.Fatal(err)
			}
			answer, want := c.answer, c.want
			for i, s := range c.sources {
				n := slices.IndexFunc(cited.Sources, func(source core.Source) bool { return source.Place == req.Order[i] })
				if n < 0 {
					t.Fatalf("%+v is not in the context", s)
				}
				number := strconv.Itoa(cited.Sources[n].Number)
				answer = strings.ReplaceAll(answer, "{{"+s.letter+"}}", number)
				want = strings.ReplaceAll(want, "{{"+s.letter+"}}", number)
			}
			report, err := e.Check(t.Context(), answer, cited.Sources)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.Split(want, "\n"), claimLines(report)); diff != "" {
				t.Errorf("verdicts differ (-decided +given):\n%s\n%s", diff, reasons(report))
			}
			checkEvidence(t, e, report)
		})
	}
}

// claimLines writes the claims of a report as a case has them.
func claimLines(r core.CheckReport) []string {
	short := map[core.Verdict]string{core.VerdictElsewhere: "elsewhere", core.VerdictNoSource: "no source"}
	var out []string
	for _, c := range r.Claims {
		verdict := short[c.Verdict]
		if verdict == "" {
			verdict = string(c.Verdict)
		}
		out = append(out, fmt.Sprintf("%s, %s: %s", c.Kind, verdict, strings.Join(strings.Fields(c.Text), " ")))
	}
	return out
}

func reasons(r core.CheckReport) string {
	var b strings.Builder
	for _, c := range r.Claims {
		fmt.Fprintf(&b, "%q: %s\n", c.Text, c.Why)
	}
	return b.String()
}

// checkEvidence looks that every piece of evidence stands where it is said to.
func checkEvidence(t *testing.T, e *app.Engine, r core.CheckReport) {
	t.Helper()
	for _, c := range r.Claims {
		if found := c.Verdict == core.VerdictFound || c.Verdict == core.VerdictElsewhere || c.Verdict == core.VerdictStitched; found != (len(c.Evidence) > 0) {
			t.Errorf("%q is %s with %d places", c.Text, c.Verdict, len(c.Evidence))
		}
		for _, v := range c.Evidence {
			pages, err := e.Pages(t.Context(), v.Document)
			if err != nil {
				t.Fatal(err)
			}
			if p := pages[v.Quote.Page-1]; p.Text[v.Quote.Start:v.Quote.End] != v.Text {
				t.Errorf("%q: %q does not stand at %v", c.Text, v.Text, v.Quote)
			}
		}
	}
}
