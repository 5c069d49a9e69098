package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// root is the folder testdata as seen from this package.
const root = "../.."

func TestCommittedFilesAreWhatTheGeneratorWrites(t *testing.T) {
	files, err := everything()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := writeAll(dir, files); err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		t.Run(f.name, func(t *testing.T) {
			got, err := os.ReadFile(filepath.Join(dir, f.name))
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(filepath.Join(root, f.name))
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%d bytes generated, %d committed, and they differ: run the generator", len(got), len(want))
			}
		})
	}
}

func TestSampleStaysSmall(t *testing.T) {
	const limit = 3 << 20
	entries, err := os.ReadDir(filepath.Join(root, "sample"))
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

func TestQuestionsNameFilesOfTheLibrary(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(root, "sample", "questions.json"))
	if err != nil {
		t.Fatal(err)
	}
	var questions []struct {
		Question, File string
		Page           int
		AnswerWords    string `json:"answer_words"`
	}
	if err := json.Unmarshal(data, &questions); err != nil {
		t.Fatal(err)
	}
	if len(questions) < 40 {
		t.Errorf("%d questions, want 40", len(questions))
	}
	for _, q := range questions {
		if _, err := os.Stat(filepath.Join(root, "sample", q.File)); err != nil {
			t.Errorf("%q: %v", q.Question, err)
		}
		isPDF := filepath.Ext(q.File) == ".pdf"
		if q.AnswerWords == "" || (q.Page > 0) != isPDF {
			t.Errorf("%q: page %d, answer words %q", q.Question, q.Page, q.AnswerWords)
		}
	}
}
