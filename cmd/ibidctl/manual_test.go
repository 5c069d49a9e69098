package main

import (
	"bytes"
	"strings"
	"testing"

	"ibid/assets"
)

func TestMarkdownIsWrittenAsPlainText(t *testing.T) {
	for in, want := range map[string]string{
		"# First steps\n\nAsk **one** `question`.\n":      "FIRST STEPS\n\nAsk one question.\n",
		"    ibidctl context \"a **b** `c` | d\"\n":       "    ibidctl context \"a **b** `c` | d\"\n",
		"| a | b |\n|---|---|\n| `long` cell | **x** |\n": "a          b\nlong cell  x\n",
		"## Keys": "KEYS\n",
	} {
		var b bytes.Buffer
		if err := writePlain(&b, in); err != nil || b.String() != want {
			t.Errorf("%q became %q, want %q (%v)", in, b.String(), want, err)
		}
	}
}

func TestEveryPageOfTheManualIsShown(t *testing.T) {
	for _, p := range assets.Manual() {
		var out, say bytes.Buffer
		if code := run(t.Context(), []string{"help", p.Name}, &out, &say); code != exitDone || !strings.HasPrefix(out.String(), strings.ToUpper(p.Title)+"\n") || say.Len() > 0 {
			t.Errorf("%s: exit %d, %q, %q", p.Name, code, out.String(), say.String())
		}
		if strings.Contains(out.String(), "**") || strings.Contains(out.String(), "|---") {
			t.Errorf("%s holds Markdown:\n%s", p.Name, out.String())
		}
	}
}
