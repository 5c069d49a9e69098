package eval_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// found is what a reference tool gets out of a file.
type found struct {
	tool  string
	count int
	what  string // "words" or "tags"
}

func (f found) String() string {
	if f.tool == "" {
		return "-"
	}
	return fmt.Sprintf("%s: %d %s", f.tool, f.count, f.what)
}

// better is the one of two that got more.
func better(a, b found) found {
	if b.count > a.count || a.tool == "" {
		return b
	}
	return a
}

// reference runs the programs that Ibid's reading is compared with.
type reference struct {
	dir     string // for what they write
	missing []string
}

func newReference(t *testing.T) *reference {
	t.Helper()
	r := &reference{dir: t.TempDir()}
	for _, tool := range []string{"mutool", "exiftool", "ffprobe", "soffice", "unzip"} {
		if _, err := exec.LookPath(tool); err != nil {
			r.missing = append(r.missing, tool)
		}
	}
	return r
}

// referenceTime is what a tool may take for one file; hostile ones keep some
// busy for ever.
const referenceTime = 20 * time.Second

// read has every file read by the tools for its name.
func (r *reference) read(ctx context.Context, files []string) map[string]found {
	out := make(map[string]found, len(files))
	old := make(map[string][]string)
	for _, name := range files {
		switch ext := strings.ToLower(filepath.Ext(name)); ext {
		case ".pdf", ".mobi", ".fb2":
			out[name] = r.mutool(ctx, name)
		case ".epub":
			out[name] = better(r.mutool(ctx, name), r.unzip(ctx, name, "*html"))
		case ".docx", ".pptx", ".xlsx", ".doc", ".ppt", ".xls", ".rtf", ".odt", ".odp", ".ods":
			old[ext] = append(old[ext], name)
		case ".cbz", ".zip":
			out[name] = r.unzip(ctx, name, "*.txt")
		default:
			out[name] = better(r.exiftool(ctx, name), r.ffprobe(ctx, name))
		}
	}
	for ext, list := range old {
		r.soffice(ctx, ext, list, out)
	}
	return out
}

// run is what a tool prints, also where it ends with an error; nothing if it is
// missing.
func (r *reference) run(ctx context.Context, limit time.Duration, tool string, args ...string) []byte {
	if slices.Contains(r.missing, tool) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, tool, args...)
	cmd.WaitDelay = time.Second
	out, _ := cmd.Output()
	return out
}

func (r *reference) mutool(ctx context.Context, name string) found {
	return found{"mutool", countWords(string(r.run(ctx, referenceTime, "mutool", "draw", "-q", "-F", "text", name))), "words"}
}

var markup = regexp.MustCompile(`<[^>]*>`)

// unzip counts the words of members without their markup.
func (r *reference) unzip(ctx context.Context, name, members string) found {
	out := r.run(ctx, referenceTime, "unzip", "-p", name, members)
	return found{"unzip", countWords(string(markup.ReplaceAll(out, nil))), "words"}
}

// exiftool counts the tags that are the file's own: not those of the file
// system, nor what the tool works out.
func (r *reference) exiftool(ctx context.Context, name string) found {
	var files []map[string]any
	_ = json.Unmarshal(r.run(ctx, referenceTime, "exiftool", "-j", "-G", "-fast", name), &files)
	n := 0
	for _, tags := range files {
		for tag := range tags {
			group, _, _ := strings.Cut(tag, ":")
			if !slices.Contains([]string{"SourceFile", "ExifTool", "File", "Composite"}, group) {
				n++
			}
		}
	}
	return found{"exiftool", n, "tags"}
}

func (r *reference) ffprobe(ctx context.Context, name string) found {
	type tagged struct{ Tags map[string]string }
	var probe struct {
		Format  tagged
		Streams []tagged
	}
	_ = json.Unmarshal(r.run(ctx, referenceTime, "ffprobe", "-v", "error", "-of", "json", "-show_format", "-show_streams", name), &probe)
	n := len(probe.Format.Tags)
	for _, s := range probe.Streams {
		n += len(s.Tags)
	}
	return found{"ffprobe", n, "tags"}
}

// officeFilters are what LibreOffice converts office files to. Of slides it
// writes no text but a PDF.
var officeFilters = map[string]string{
	".docx": "txt:Text (encoded):UTF8", ".odt": "txt:Text (encoded):UTF8", ".doc": "txt:Text (encoded):UTF8", ".rtf": "txt:Text (encoded):UTF8",
	".pptx": "pdf", ".odp": "pdf", ".ppt": "pdf",
	".xlsx": sheetFilter, ".ods": sheetFilter, ".xls": sheetFilter,
}

const sheetFilter = "csv:Text - txt - csv (StarCalc):9,34,76,1,,0,false,true,false,false,false,-1"

// soffice converts all files of one ending, and once more by themselves those
// that a crash of it kept from their turn.
func (r *reference) soffice(ctx context.Context, ext string, files []string, out map[string]found) {
	dir := filepath.Join(r.dir, ext[1:])
	convert := func(limit time.Duration, files ...string) {
		r.run(ctx, limit, "soffice", append([]string{"-env:UserInstallation=file://" + filepath.Join(r.dir, "profile"), "--headless",
			"--convert-to", officeFilters[ext], "--outdir", dir}, files...)...)
	}
	convert(5*time.Minute, files...)
	for _, name := range files {
		text, ok := r.converted(ctx, dir, name)
		if !ok {
			convert(referenceTime, name)
			text, _ = r.converted(ctx, dir, name)
		}
		out[name] = found{"soffice", countWords(text), "words"}
	}
}

// converted is the text of what LibreOffice made of a file.
func (r *reference) converted(ctx context.Context, dir, name string) (string, bool) {
	base := filepath.Base(name)
	stem := filepath.Join(dir, strings.TrimSuffix(base, filepath.Ext(base)))
	made, _ := filepath.Glob(stem + ".*")
	sheets, _ := filepath.Glob(stem + "-*.csv")
	var b bytes.Buffer
	for _, path := range append(made, sheets...) {
		if filepath.Ext(path) == ".pdf" {
			b.Write(r.run(ctx, referenceTime, "mutool", "draw", "-q", "-F", "text", path))
			continue
		}
		text, _ := os.ReadFile(path)
		b.Write(text)
	}
	return b.String(), len(made)+len(sheets) > 0
}
