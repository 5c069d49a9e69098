// Package ocr recognises the words of pictures of pages with Tesseract, a program
// of the system that is run for each page within limits, at low priority and on
// one processor. It is given pixels that a worker drew, never a file.
package ocr

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"ibid/core"
	"ibid/core/outside"
	"ibid/core/outside/packages"
)

// Program is the name of Tesseract on the PATH.
const Program = "tesseract"

// Bounds of one run.
const (
	pageTime   = 2 * time.Minute
	listTime   = 20 * time.Second
	memory     = 2 << 30  // bytes of address space
	mostOutput = 16 << 20 // bytes of TSV
)

// tries is how often a page is read if a run ends without a result, because the
// cause may lie outside the page.
const tries = 2

// Reader reads pages. Its fields must not change once it is used.
type Reader struct {
	Off       bool          // OCR is switched off in the settings
	Languages string        // Tesseract's names, joined by +: "eng+deu"
	Program   string        // path of Tesseract; looked for on the PATH if empty
	Time      time.Duration // limit of one page; 2 minutes if 0

	known atomic.Bool // the languages were found installed
}

var _ core.Recogniser = (*Reader)(nil)

func (r *Reader) program() string { return cmp.Or(r.Program, Program) }

func (r *Reader) limit() time.Duration { return cmp.Or(r.Time, pageTime) }

// Ready returns the reason why pages cannot be read and what to do about it, in
// words; empty if they can. A positive result is not checked again.
func (r *Reader) Ready(ctx context.Context) string {
	switch {
	case r.Off:
		return "OCR is switched off in the settings"
	case r.known.Load():
		return ""
	}
	if _, ok := outside.Find(r.program()); !ok {
		return missing()
	}
	have, err := r.Installed(ctx)
	if err != nil {
		return fmt.Sprintf("OCR does not work: %v", err)
	}
	for language := range strings.SplitSeq(r.Languages, "+") {
		if !slices.Contains(have, language) {
			how := cmp.Or(packages.Install(packages.TesseractLanguage(language)), "tesseract-ocr-"+strings.ReplaceAll(language, "_", "-"))
			return fmt.Sprintf("the OCR language %q is not installed: install it with: %s, or change ocr.languages in the settings", language, how)
		}
	}
	r.known.Store(true)
	return ""
}

// missing says how Tesseract is installed on this system.
func missing() string {
	return "install OCR with: " + cmp.Or(packages.Install(packages.Tesseract), "tesseract-ocr")
}

// Installed lists the languages that Tesseract can read.
func (r *Reader) Installed(ctx context.Context) ([]string, error) {
	out, err := r.run(ctx, listTime, nil, "--list-langs")
	if errors.Is(err, outside.ErrMissing) {
		return nil, errors.New(missing())
	}
	if err != nil {
		return nil, fmt.Errorf("list languages: %w", err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	return lines[1:], nil // the first line is a title
}

// Recognise reads one picture; see core.Recogniser.
func (r *Reader) Recognise(ctx context.Context, img *image.RGBA, width, height float32, strict bool) (core.Scan, error) {
	scan := core.Scan{Read: true}
	picture, blank := encode(img)
	if blank {
		return scan, nil
	}
	straight, tilt := straighten(picture)
	words, err := r.words(ctx, straight)
	switch {
	case ctx.Err() != nil:
		return core.Scan{}, ctx.Err()
	case errors.Is(err, outside.ErrMissing):
		return core.Scan{}, err
	case errors.Is(err, outside.ErrTime):
		scan.Note = fmt.Sprintf("OCR took longer than %v", r.limit())
		return scan, nil
	case err != nil:
		scan.Note = fmt.Sprintf("OCR ended without a result: %v", err)
		return scan, nil
	}
	scan = arrange(words, strict)
	scan.Layout.Width, scan.Layout.Height = width, height
	tilt.boxes(scan.Layout.Lines)
	scale(scan.Layout.Lines, width/float32(picture.size.X), height/float32(picture.size.Y))
	return scan, nil
}

// read runs Tesseract on a picture, twice if the first run ends without a result.
func (r *Reader) read(ctx context.Context, p picture) (out []byte, err error) {
	for range tries {
		// --psm 3 segments pages without finding out which way is up. The resolution
		// is given because small pictures are enlarged before reading.
		out, err = r.run(ctx, r.limit(), p.pgm(), "stdin", "stdout", "-l", r.Languages, "--psm", "3", "--dpi", "300", "tsv")
		if err == nil || ctx.Err() != nil || errors.Is(err, outside.ErrMissing) || errors.Is(err, outside.ErrTime) {
			break
		}
	}
	return out, err
}

// run runs Tesseract in a folder of its own.
func (r *Reader) run(ctx context.Context, limit time.Duration, stdin io.Reader, args ...string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "ibid-ocr-")
	if err != nil {
		return nil, err
	}
	env := []string{"OMP_THREAD_LIMIT=1"} // several pages at a time are faster than several threads
	if at := os.Getenv("TESSDATA_PREFIX"); at != "" {
		env = append(env, "TESSDATA_PREFIX="+at)
	}
	out, err := outside.Run(ctx, outside.Command{
		Program: r.program(), Args: args, Stdin: stdin, Dir: dir, Env: env, Time: limit, Memory: memory, Output: mostOutput, Written: mostOutput,
	})
	return out, errors.Join(err, os.RemoveAll(dir))
}

// leastContrast is the difference between the darkest and the brightest pixel, of
// 255, from which on a page is not blank.
const leastContrast = 32

// encode makes a picture grey and reports whether it is blank.
func encode(img *image.RGBA) (p picture, blank bool) {
	size := img.Bounds().Size()
	p = picture{size, make([]byte, 0, size.X*size.Y)}
	low, high := byte(255), byte(0)
	for y := range size.Y {
		row := img.Pix[y*img.Stride : y*img.Stride+4*size.X]
		for x := 0; x < len(row); x += 4 {
			// Luma of ITU-R BT.601.
			grey := byte((299*int(row[x]) + 587*int(row[x+1]) + 114*int(row[x+2])) / 1000)
			low, high = min(low, grey), max(high, grey)
			p.grey = append(p.grey, grey)
		}
	}
	return p, int(high)-int(low) < leastContrast
}
