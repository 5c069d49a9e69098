package report_test

import (
	"testing"

	"ibid/app/report"
)

func TestReportsAreWrittenInBothForms(t *testing.T) {
	measures := report.Table{Title: "what was found", Heading: []string{"measure", "ibid", "bm25"}}
	measures.Add("hit@1", "0.750", "0.500")
	measures.Add("größer", "12", "")
	tests := []struct {
		name           string
		report         report.Report
		text, markdown string
	}{
		{"nothing", report.Report{}, "", ""},
		{"a table without rows", report.Report{Tables: []report.Table{{Title: "empty", Heading: []string{"a"}}}}, "", ""},
		{
			"a table and lines", report.Report{Tables: []report.Table{measures}, Lines: []string{"one", "two"}},
			"what was found\n  measure  ibid   bm25\n  hit@1    0.750  0.500\n  größer   12\n\none\ntwo\n",
			"**what was found**\n\n| measure | ibid | bm25 |\n|---|---|---|\n| hit@1 | 0.750 | 0.500 |\n| größer | 12 |  |\n\none\n\ntwo\n\n",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.report.Text(); got != tt.text {
				t.Errorf("text\n%s\nwant\n%s", got, tt.text)
			}
			if got := tt.report.Markdown(); got != tt.markdown {
				t.Errorf("Markdown\n%s\nwant\n%s", got, tt.markdown)
			}
		})
	}
}
