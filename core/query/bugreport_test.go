package query_test

import (
	"slices"
	"strings"
	"testing"

	"ibid/core/query"
)

const form = `### Tide table skips a day
<!-- Please search
before you ask. -->
- [x] I have searched for other reports

### What happened?
The --skip-empty flag is ignored.
**Version**:
gauge 1.4.2 on linux/amd64
` + "```" + `
# a comment in a program
OS: Debian 12
` + "```" + `
<details>
level=error msg="cannot read the gauge: the table of the harbour office has no line for this day, and none for the day before" os: linux/amd64
`

func TestLinesOfAnIssueTemplateAreLeftOut(t *testing.T) { // R2.1
	want := "### Tide table skips a day\n\nThe --skip-empty flag is ignored.\n```\n# a comment in a program\n```\n" + form[strings.Index(form, "level="):]
	if got := query.StripTemplate(form); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	for _, s := range []string{"", "one line", "# Notes\n\nThe tide comes in.", "Which version:\nthis one"} {
		if got := query.StripTemplate(s); got != s {
			t.Errorf("%q of %q", got, s)
		}
	}
}

// The body is what was told, and a heading of the form is no word of it.
func TestTheBodyOfAQueryIsWhatWasWritten(t *testing.T) { // R2.1
	q, err := query.Parse(form)
	if err != nil {
		t.Fatal(err)
	}
	stripped := query.StripQuery(q)
	for word, want := range map[string]bool{"flag": true, "program": true, "happened": false, "searched": false, "debian": false, "tide": false} {
		if slices.Contains(stripped.Body, word) != want {
			t.Errorf("%s in the body: %v", word, !want)
		}
	}
	if slices.Compare(stripped.Words, q.Words) != 0 || !slices.Contains(q.Body, "happened") {
		t.Errorf("words %q, body of the query %q", stripped.Words, q.Body)
	}
}

// Who pastes a form reports a fault, whatever words the first line has, and asks
// for tests in the first line alone.
func TestFormsReportFaults(t *testing.T) { // R2.1
	for question, want := range map[string]struct {
		code, tests bool
	}{
		form: {true, false},
		"Scan of empty folders\n```\nno tests to run\n```":  {true, false},
		"Tests of empty folders\n```\n0 of 3\n```":          {true, true},
		"Scan of empty folders\nas the tests of it tell us": {false, true},
		"scan of empty folders":                             {false, false},
	} {
		if a := query.Analyse(question); a.AboutCode() != want.code || a.Tests != want.tests {
			t.Errorf("%q: %s, code %v, tests %v", question, a.Action, a.AboutCode(), a.Tests)
		}
	}
}

func TestNamesAreJoined(t *testing.T) { // R2.1
	want := []string{"loglevel", "logformat", "tidetable"}
	if got := query.JoinedNames("log_level and --log-format of a TideTable\nand no low_water"); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func FuzzStripTemplate(f *testing.F) {
	f.Add(form)
	f.Add("\n\n<!--\na -->\n**b**\n```\n-[ ]\n#\n")
	f.Fuzz(func(t *testing.T, s string) {
		stripped := query.StripTemplate(s)
		if query.StripTemplate(stripped) != stripped {
			t.Errorf("%q leaves something out of %q", query.StripTemplate(stripped), stripped)
		}
		lines := slices.Collect(strings.Lines(s))
		for line := range strings.Lines(stripped) {
			i := slices.Index(lines, line)
			if i < 0 {
				t.Fatalf("%q is no line of %q, or not in its order", line, s)
			}
			lines = lines[i+1:]
		}
		query.JoinedNames(s)
	})
}
