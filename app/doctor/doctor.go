// Package doctor checks everything that Ibid needs: the settings, the library's folder
// and stores, a worker, LibreOffice, Tesseract, disk space and the language model. It
// says what is missing or wrong, and what to do about it.
package doctor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"ibid/app"
	"ibid/app/config"
	"ibid/core"
	"ibid/core/convert"
	"ibid/core/library"
	"ibid/core/outside/packages"
	"ibid/core/worker"
)

// Verdict is the result of a check.
type Verdict string

// The verdicts of a check.
const (
	OK   Verdict = "ok"
	Warn Verdict = "warn" // it works, but a person should know
	Fail Verdict = "fail"
)

// Check is the result of one check.
type Check struct {
	Name    string  `json:"name"` // one word, stable
	Verdict Verdict `json:"verdict"`
	Found   string  `json:"found"`  // in words
	Advice  string  `json:"advice"` // what to do; empty if nothing
}

// Free space of the disk below which Examine warns and fails, in bytes.
const (
	littleSpace = 1 << 30
	noSpace     = 64 << 20
)

// Counted is an open library that can count its contents.
type Counted interface {
	Status(context.Context) (core.Status, error)
	Close() error
}

// Examine checks everything that Ibid needs. It opens the library with open
// and closes it again; it makes none where there is none. settings names the
// file of the settings, as for config.Load.
func Examine(ctx context.Context, o app.Options, settings string, open func(context.Context, app.Options) (Counted, error)) []Check {
	if o.Library == "" {
		o.Library = app.DefaultLibrary()
	}
	folder := checkFolder(o.Library)
	checks := []Check{checkSettings(settings), folder}
	if _, err := os.Stat(o.Library); err == nil && folder.Verdict != Fail {
		checks = append(checks, checkLibrary(ctx, o, open)...)
	}
	loaded, err := config.Load(settings)
	if err != nil {
		loaded = config.Default() // the check above reports what is wrong with them
	}
	return append(checks, checkWorker(ctx, o), checkOffice(), checkOCR(ctx, loaded.OCR), checkSpace(o.Library), checkModel(ctx, loaded.Model))
}

// checkOffice looks for LibreOffice. It is OK to have none.
func checkOffice() Check {
	c := Check{Name: "office", Verdict: OK, Found: "LibreOffice converts .doc, .xls, .ppt and RTF: " + convert.Program()}
	if convert.Program() == "" {
		c.Found = "no LibreOffice: .doc, .xls, .ppt and RTF are listed as unsupported, newer office files are read without it"
		c.Advice = "if you have such files, install it: " + cmp.Or(packages.Install(packages.LibreOffice), "LibreOffice")
	}
	return c
}

// checkSettings reads the settings.
func checkSettings(named string) Check {
	path, _ := config.File(named)
	c := Check{Name: "settings", Verdict: OK, Found: path}
	if _, err := config.Load(named); err != nil {
		c.Verdict, c.Found = Fail, err.Error()
		c.Advice = "correct the file, or name another one with --config"
	} else if _, err := os.Stat(path); err != nil {
		c.Found += " is not there, so the defaults hold"
	}
	return c
}

// checkFolder checks that the library's folder can be written to, or made where it
// does not exist yet.
func checkFolder(dir string) Check {
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	c := Check{Name: "folder", Verdict: OK, Found: dir}
	at := existing(dir)
	if at != dir {
		c.Found += " is not there yet; the first `ibidctl add` makes it"
	}
	err := unix.Access(at, unix.W_OK|unix.X_OK)
	if info, serr := os.Stat(at); serr == nil && !info.IsDir() {
		err = unix.ENOTDIR
	}
	if err != nil {
		c.Verdict, c.Found = Fail, fmt.Sprintf("cannot write in %s: %v", at, err)
		c.Advice = "make it yours, or name another folder with --library"
	}
	return c
}

// existing returns dir if it exists, else the nearest folder above it that
// does.
func existing(dir string) string {
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	for {
		parent := filepath.Dir(dir)
		if _, err := os.Stat(dir); err == nil || parent == dir {
			return dir
		}
		dir = parent
	}
}

// checkLibrary opens the library, which checks library.db and makes the other
// stores agree with it.
func checkLibrary(ctx context.Context, o app.Options, open func(context.Context, app.Options) (Counted, error)) []Check {
	c := Check{Name: "library", Verdict: OK}
	e, err := open(ctx, o)
	var inUse *core.InUseError
	switch {
	case errors.As(err, &inUse):
		c.Verdict = Warn
		c.Found = fmt.Sprintf("in use by %s (pid %d, since %s)", inUse.Owner.Program, inUse.Owner.PID, inUse.Owner.Since.Local().Format("15:04:05"))
		c.Advice = "close it to have the library itself checked"
		return []Check{c}
	case errors.Is(err, core.ErrDamaged):
		c.Verdict, c.Found = Fail, err.Error()
		c.Advice = fmt.Sprintf("backups beside library.db: %d; `ibidctl status` says how one is put back", len(Backups(o.Library)))
		return []Check{c}
	case core.DiskFull(err):
		c.Verdict, c.Found, c.Advice = Fail, err.Error(), "make room on the disk"
		return []Check{c}
	case err != nil:
		c.Verdict, c.Found, c.Advice = Fail, err.Error(), "see whether the folder and its files are yours"
		return []Check{c}
	}
	defer func() { _ = e.Close() }()
	s, err := e.Status(ctx)
	if err != nil {
		c.Verdict, c.Found = Fail, err.Error()
		return []Check{c}
	}
	c.Found = fmt.Sprintf("sound; documents: %d, passages: %d", s.Documents, s.Passages)
	stores := Check{Name: "stores", Verdict: OK, Found: "texts and index agree with the library"}
	if s.Note != "" {
		stores.Verdict, stores.Found = Warn, "texts and index were brought up to date: "+s.Note
	}
	if n := s.States[core.StateWaiting] + s.States[core.StateReading]; n > 0 {
		stores.Verdict, stores.Found = Warn, fmt.Sprintf("documents still to be read: %d", n)
		stores.Advice = "add their folder again, or open the window"
	}
	return []Check{c, stores}
}

// Backups lists the backups in a library's folder, newest first. A folder that
// cannot be read has none.
func Backups(dir string) []string {
	paths, _ := library.Backups(dir)
	slices.Reverse(paths)
	return paths
}

// onePage is a small PDF with a font and a line of text.
const onePage = "%PDF-1.4\n" +
	"1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n" +
	"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
	"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 50]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj\n" +
	"4 0 obj<</Length 35>>stream\nBT/F 12 Tf 10 20 Td(Ibid reads)Tj ET\nendstream endobj\n" +
	"5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n" +
	"trailer<</Root 1 0 R/Size 6>>\n%%EOF\n"

// checkWorker has a worker read a page.
func checkWorker(ctx context.Context, o app.Options) Check {
	c := Check{Name: "worker", Verdict: OK, Found: "starts and reads"}
	if err := readOnePage(ctx, o.Worker); err != nil {
		c.Verdict, c.Found = Fail, err.Error()
		c.Advice = "see that this program may start itself, and has 4 GB of address space (ulimit -v)"
	}
	return c
}

func readOnePage(ctx context.Context, command []string) error {
	file, err := os.CreateTemp("", "ibid-*.pdf")
	if err != nil {
		return fmt.Errorf("make a page to read: %w", err)
	}
	defer func() { _ = errors.Join(file.Close(), os.Remove(file.Name())) }()
	if _, err := file.WriteString(onePage); err != nil {
		return fmt.Errorf("make a page to read: %w", err)
	}
	workers, err := worker.New(worker.Options{Command: command})
	if err != nil {
		return err
	}
	defer func() { _ = workers.Close() }()
	if _, err := file.Seek(0, 0); err != nil {
		return fmt.Errorf("make a page to read: %w", err)
	}
	pages, err := workers.Words(ctx, core.ReadRequest{Name: "one page", File: file, Kind: core.KindPDF})
	if err != nil {
		return fmt.Errorf("read a page: %w", err)
	}
	if len(pages) != 1 || !strings.Contains(pages[0].Text, "Ibid reads") {
		return fmt.Errorf("read a page: %d pages came back, without the words of the page", len(pages))
	}
	return nil
}

// checkOCR looks for Tesseract and its languages. Without them it warns, unless OCR is
// switched off: scans are then listed but their words cannot be found.
func checkOCR(ctx context.Context, set config.OCR) Check {
	c := Check{Name: "ocr", Verdict: OK}
	why := app.OCROf(set).Ready(ctx)
	switch {
	case why == "":
		c.Found = "scans are read by Tesseract, languages: " + set.Languages
	case !set.Enabled:
		c.Found = why
	default:
		c.Verdict, c.Found, c.Advice = Warn, "scans are not read", why
	}
	return c
}

// checkSpace measures the free space of the disk that the library is or will be on.
func checkSpace(dir string) Check {
	c := Check{Name: "space", Verdict: OK}
	var fs unix.Statfs_t
	if err := unix.Statfs(existing(dir), &fs); err != nil {
		c.Verdict, c.Found = Warn, fmt.Sprintf("free space is unknown: %v", err)
		return c
	}
	free := fs.Bavail * uint64(fs.Bsize)
	c.Found = fmt.Sprintf("%.1f GB free", float64(free)/(1<<30))
	switch {
	case free < noSpace:
		c.Verdict, c.Advice = Fail, "make room on the disk: nothing can be added"
	case free < littleSpace:
		c.Verdict, c.Advice = Warn, "make room on the disk before adding many documents"
	}
	return c
}

// checkModel asks for a language model. It is OK to have none.
func checkModel(ctx context.Context, m config.Model) Check {
	s := app.ModelOf(m, "").Status(ctx)
	c := Check{Name: "model", Verdict: OK, Found: s.Summary()}
	switch {
	case s.Running && s.Reason != "":
		c.Verdict, c.Found = Warn, fmt.Sprintf("Ollama %s at %s: %s", s.Version, s.Host, s.Reason)
		c.Advice = s.Advice + "; everything works without a model"
	case s.Running:
		c.Found = fmt.Sprintf("%s (Ollama %s at %s, models: %d)", s.Summary(), s.Version, s.Host, len(s.Models))
	default:
		c.Found += fmt.Sprintf(" (Ollama at %s: %s; %s)", s.Host, s.Reason, s.Advice)
	}
	return c
}

// Model describes in one short line which language model is available; named is
// as for config.Load. Settings that cannot be read count as none, because their
// own check reports the error.
func Model(ctx context.Context, named string) string {
	settings, err := config.Load(named)
	if err != nil {
		settings = config.Default()
	}
	return app.ModelOf(settings.Model, "").Status(ctx).Summary()
}
