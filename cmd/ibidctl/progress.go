package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"ibid/core"
	"ibid/core/text"
)

// progressPause is the time between two progress lines.
const progressPause = 200 * time.Millisecond

// showProgress keeps one line of a terminal up to date until stop is called,
// which removes it. Where w is no terminal it shows nothing.
func showProgress(w io.Writer, e interface{ Progress() core.Progress }) (stop func()) {
	if !isTerminal(w) {
		return func() {}
	}
	done := make(chan struct{})
	var drawing sync.WaitGroup
	drawing.Go(func() {
		tick := time.NewTicker(progressPause)
		defer tick.Stop()
		for {
			select {
			case <-done:
				fmt.Fprint(w, "\r\x1b[K")
				return
			case <-tick.C:
				if p := e.Progress(); p.Active() || p.Scans > 0 {
					fmt.Fprint(w, "\r\x1b[K"+progressLine(p))
				}
			}
		}
	})
	return func() {
		close(done)
		drawing.Wait()
	}
}

// progressLine is the state of reading, or else of OCR, in fewer than 80 columns.
func progressLine(p core.Progress) string {
	if !p.Active() {
		return fmt.Sprintf("OCR, page %d of %d", min(p.Scanned+1, p.Scans), p.Scans)
	}
	line := fmt.Sprintf("words %d, structure %d of %d", p.Words, p.Done, p.Total)
	if p.Skipped > 0 {
		line += fmt.Sprintf(" · %d skipped", p.Skipped)
	}
	if p.Left > 0 {
		line += " · about " + p.Left.Round(time.Second).String()
	}
	if p.Current != "" {
		line += " · " + clip(text.OneLine(p.Current), 30)
	}
	return line
}

// clip shortens s to at most n characters, the last of which is then an ellipsis.
func clip(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
