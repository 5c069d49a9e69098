package say

import (
	"cmp"
	"errors"
	"io/fs"
	"regexp"
	"strings"

	"ibid/core"
)

// Place returns where the reader is in a document: "lines 40-52", "msg 17",
// "Sales!B3:D9". Long headings are shortened.
func Place(l core.Locator, d core.Document) string {
	if heading := []rune(l.Label); d.Kind.Unit() == core.UnitParagraph && len(heading) > longHeading {
		l.Label = strings.TrimSpace(string(heading[:longHeading])) + "…"
	}
	place := l.Place()
	switch {
	case place == "":
		return ""
	case d.Kind.Unit() != core.UnitLine:
		return place
	case strings.Contains(place, "-"):
		return "lines " + place
	}
	return "line " + place
}

// longHeading is how many characters of a heading are shown.
const longHeading = 20

// Reach returns how much is shown before and after a place; "the whole" for
// kinds that are always shown whole.
func Reach(r core.Reach) string {
	switch r.Measure {
	case core.MeasureLines, core.MeasureCharacters, core.MeasureRows, core.MeasureMessages:
		return "± " + Plural(r.N, string(r.Measure))
	case core.MeasureFunction:
		return "whole function"
	}
	return "the whole"
}

// shown matches the prefix of errors about a place.
var shown = regexp.MustCompile(`^(?:show|locator) "(?:[^"\\]|\\.)*": `)

// Unplaced returns the sentence for a place that was typed in and cannot be opened.
func Unplaced(err error) string {
	var ambiguous *core.AmbiguousError
	if errors.As(err, &ambiguous) {
		return "Several places are called that. Choose one of them."
	}
	for _, sentinel := range []error{core.ErrQuery, core.ErrNoSuchPage, core.ErrNotFound} {
		if !errors.Is(err, sentinel) {
			continue
		}
		text := detail(err, sentinel)
		if strings.HasPrefix(text, "document ") {
			return "No document of the library has this name. Type a part of it to choose from those that fit."
		}
		return sentence(shown.ReplaceAllString(text, "")) + "."
	}
	return Error(err)
}

// FolderWord returns the state of a watched folder in a word.
func FolderWord(s core.FolderState) string {
	return cmp.Or(map[core.FolderState]string{
		core.FolderWatching: "following", core.FolderPolling: "looking again and again", core.FolderMissing: "gone",
	}[s], "not followed yet")
}

// FolderDetail returns why a folder cannot be watched like others, and when it
// was last checked.
func FolderDetail(f core.Folder) string {
	var parts []string
	if f.Reason != "" {
		parts = append(parts, sentence(f.Reason))
	}
	switch {
	case !f.Looked.IsZero():
		parts = append(parts, "looked at "+f.Looked.Local().Format("15:04:05"))
	case f.State != core.FolderMissing:
		parts = append(parts, "not looked at yet")
	}
	if f.MaxBytes > 0 {
		parts = append(parts, "files up to "+Count(int(f.MaxBytes>>20))+" MB")
	}
	return strings.Join(parts, " · ")
}

// Folder returns the sentence for a folder that cannot be watched.
func Folder(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "There is no such folder. Choose another."
	case errors.Is(err, core.ErrQuery):
		return "Only a folder can be watched. Add the file instead."
	case errors.Is(err, core.ErrNotFound):
		return "It is not followed any more."
	}
	return Error(err)
}

// FateWord returns the fate of a source of a saved context in a word.
func FateWord(f core.Fate) string {
	switch f {
	case core.FateSame:
		return "unchanged"
	case core.FateMissing:
		return "gone"
	}
	return "changed"
}

// Fate returns why a source of a saved context has its fate.
func Fate(f core.SourceFate) string {
	if f.Fate == core.FateSame {
		return "the file is as it was"
	}
	return f.Why
}

// Saved returns when a context was saved, with its sources and tokens.
func Saved(s core.SavedContext) string {
	return "saved " + s.Saved.Local().Format("2 January 2006, 15:04") + " · " + Plural(len(s.Sources), "source") + " · " + Plural(s.Tokens, "token")
}

// Replayed returns the sentence for the outcome of a replay.
func Replayed(r core.Replay) string { return sentence(r.Verdict()) + "." }

// Learned returns the sentence for the number of sources of a saved context
// whose files were changed later, according to git.
func Learned(sources int, err error) string {
	switch {
	case err != nil:
		return Error(err)
	case sources == 0:
		return "No file of these sources was changed in a git repository since."
	}
	return Plural(sources, "source") + " in files that were changed in git since: that counts for questions like this one, see Feedback."
}

// Reopening returns the sentence for a saved context that cannot be opened.
func Reopening(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "There is no such file. Choose another."
	case errors.Is(err, fs.ErrPermission):
		return "The file may not be read. Allow reading it, or choose another."
	case errors.Is(err, core.ErrQuery) && strings.HasPrefix(err.Error(), "read saved context"):
		return "This is no context that Ibid saved, or one of a newer Ibid. Choose another."
	}
	return Error(err)
}
