package serve_test

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"ibid/app/door"
	"ibid/app/door/api"
	"ibid/core"
)

// outsideWord and outsideTitle stand in files outside of the library, and nowhere
// else.
const (
	outsideWord  = "Quillfeather"
	outsideTitle = "Shallow Reef Ecology"
)

// shelved writes files with a word into dir. Called for the library and, with
// another word, for a folder outside of it, it makes files of the same names,
// sizes and times.
func shelved(t *testing.T, dir, word string, paper []byte) string {
	t.Helper()
	for name, body := range map[string]string{
		"deep/report.pdf": string(paper),
		"deep/diary.md":   "# Diary\n\nThe winch of " + word + " was greased.\n",
		"deep/winch.py":   "class Winch:\n    def grease(self):\n        \"\"\"Grease the winch of " + word + ".\"\"\"\n        return 1\n",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if name == "deep/report.pdf" { // readers of PDF pass over what follows the end
			body += strings.Repeat("\n", 1<<20-len(body))
		}
		then := time.Date(2024, 5, 6, 7, 8, 9, 0, time.UTC)
		if err := errors.Join(os.WriteFile(file, []byte(body), 0o600), os.Chtimes(file, then, then)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// readSample is a PDF of the sample library.
func readSample(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../../../testdata/sample", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Whoever can put a link where a document or its folder was gets nothing from
// outside of the library. A file that is put there is read, which shows that it
// is looked for.
func TestALinkThatIsSwappedInLeadsNowhere(t *testing.T) { // R0.6
	replace := func(from, to string) error { return errors.Join(os.RemoveAll(to), os.Symlink(from, to)) }
	for name, swap := range map[string]func(inside, outside string) error{
		"the folder": func(inside, outside string) error {
			return replace(filepath.Join(outside, "deep"), filepath.Join(inside, "deep"))
		},
		"each file": func(inside, outside string) (err error) {
			for _, f := range []string{"deep/report.pdf", "deep/diary.md", "deep/winch.py"} {
				err = errors.Join(err, replace(filepath.Join(outside, f), filepath.Join(inside, f)))
			}
			return err
		},
		"each file by a later one": func(inside, outside string) (err error) {
			for _, f := range []string{"deep/report.pdf", "deep/diary.md", "deep/winch.py"} {
				now := time.Now()
				err = errors.Join(err, os.Chtimes(filepath.Join(outside, f), now, now), replace(filepath.Join(outside, f), filepath.Join(inside, f)))
			}
			return err
		},
		"no link": func(inside, outside string) error {
			return errors.Join(os.RemoveAll(inside), os.CopyFS(inside, os.DirFS(outside)))
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := open(t, door.Times{})
			inside := shelved(t, t.TempDir(), "Amberwhistle", readSample(t, "okafor-reid-resuspension.pdf"))
			outside := shelved(t, t.TempDir(), outsideWord, readSample(t, "halvane-2024-plumes-kelp-depth-limit.pdf"))
			added, err := h.engine.Watch(t.Context(), core.Folder{Path: inside})
			if err != nil || len(added.Documents) != 3 || added.Failed() > 0 {
				t.Fatalf("%+v, %v", added, err)
			}
			if err := swap(inside, outside); err != nil {
				t.Fatal(err)
			}
			got := h.everything(t, added.Documents)
			if _, err := h.engine.Resume(t.Context()); err != nil { // looks for what has changed
				t.Fatal(err)
			}
			got += h.everything(t, added.Documents)
			if leaks := strings.Contains(got, outsideWord) || strings.Contains(got, outsideTitle) || strings.Contains(got, "a picture"); leaks != (name == "no link") {
				t.Errorf("what is outside is answered: %v\n%.3000s", leaks, got)
			}
		})
	}
}

// everything is all that is told of documents, and that a picture of one is.
func (h *hall) everything(t *testing.T, docs []core.Document) string {
	t.Helper()
	var all strings.Builder
	ask := func(method, path, body string) {
		status, head, answer, err := send(h.request(t, method, path, body))
		if err != nil {
			t.Fatal(err)
		}
		h.harmless(t, path, head, answer)
		if strings.HasPrefix(head.Get("Content-Type"), "image/") {
			answer = "a picture"
		}
		fmt.Fprintf(&all, "%s: %d %s\n", path, status, answer)
	}
	for _, query := range []string{"winch grease", "tidal prism", "diary of the winch", "Winch.grease"} {
		for _, path := range []string{"/api/v1/search", "/api/v1/contexts"} {
			ask(http.MethodPost, path, fmt.Sprintf(`{"query":%q}`, query))
		}
	}
	for _, d := range docs {
		at := fmt.Sprintf("/api/v1/documents/%d", d.ID)
		ask(http.MethodGet, at, "")
		ask(http.MethodGet, at+"/pages/1", "")
		if d.Kind == core.KindPDF {
			ask(http.MethodGet, at+"/pages/1/image", "")
			ask(http.MethodGet, at+"/pages/1/thumbnail", "")
		}
		ask(http.MethodGet, "/api/v1/context?line=3&window=9&source="+filepath.Base(filepath.Dir(filepath.Dir(d.Path)))+"&path=deep/"+d.Name, "")
	}
	for _, s := range h.sessions(t, api.New(h.engine), nil) {
		for _, at := range []string{"diary.md", "winch.py", "winch.py::Winch.grease", "report.pdf [PDF 1]"} {
			result, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: "read_source", Arguments: map[string]any{"locator": at, "picture": strings.Contains(at, "pdf")}})
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&all, "%s: %s\n", at, said(result))
			if len(result.Content) > 1 {
				all.WriteString("a picture\n")
			}
		}
	}
	return all.String()
}
