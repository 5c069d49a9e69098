package worker_test

import (
	"strings"
	"testing"

	"ibid/core"
	"ibid/core/worker"
)

func TestKindComesFromContentThenName(t *testing.T) {
	tests := []struct {
		name, head string
		want       core.Kind
	}{
		{"a.pdf", "%PDF-1.7", core.KindPDF},
		{"a.bin", "junk\n%PDF-1.4", core.KindPDF},
		{"a.bin", strings.Repeat("x", 1020) + "%PDF-1.4", core.KindOther},
		{"paper.PDF", "Dear diary", core.KindPDF},
		{"paper.pdf", "", core.KindPDF},
		{"notes.md", "# Notes", core.KindMarkdown},
		{"notes.markdown", "", core.KindMarkdown},
		{"notes.txt", "A PDF begins with %PDF-1.7, they say", core.KindText},
		{"notes.txt", "%PDF-1.7", core.KindPDF},
		{"README", "Read me", core.KindText},
		{".notes", "Read me", core.KindText},
		{"../.config/a.md", "# Read me", core.KindMarkdown},
		{"notes.txt", "h\x00i\x00 \x00y\x00o\x00u\x00", core.KindText},
		{"run", "#!/bin/sh", core.KindOther},
		{"page", "<!doctype html>", core.KindOther},
		{"main.go", "package main", core.KindCode},
		{"pay.PY", "import os", core.KindCode},
		{"data.csv", "a,b", core.KindOther},
		{"a.png", "\x89PNG\r\n\x1a\n", core.KindOther},
		{"blob", "\x00\x01\x02\x03", core.KindOther},
		{"a.docx", "PK\x03\x04", core.KindOther},
	}
	for _, tt := range tests {
		if got := worker.DetectKind(tt.name, []byte(tt.head)); got != tt.want {
			t.Errorf("%s %.20q is %q, want %q", tt.name, tt.head, got, tt.want)
		}
	}
}
