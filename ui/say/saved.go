package say

import (
	"errors"
	"io/fs"
	"strings"

	"ibid/core"
)

// FateWord is what became of a source of a saved context, in a word.
func FateWord(f core.Fate) string {
	switch f {
	case core.FateSame:
		return "unchanged"
	case core.FateMissing:
		return "gone"
	}
	return "changed"
}

// Fate says why a source of a saved context has the fate it has.
func Fate(f core.SourceFate) string {
	if f.Fate == core.FateSame {
		return "the file is as it was"
	}
	return f.Why
}

// Saved says when a context was saved and what it was.
func Saved(s core.SavedContext) string {
	return "saved " + s.Saved.Local().Format("2 January 2006, 15:04") + " · " + Plural(len(s.Sources), "source") + " · " + Plural(s.Tokens, "token")
}

// Replayed is the sentence for what a replay came to.
func Replayed(r core.Replay) string { return sentence(r.Verdict()) + "." }

// Learned says how many sources of a saved context were in files that were
// changed since, in git.
func Learned(sources int, err error) string {
	switch {
	case err != nil:
		return Error(err)
	case sources == 0:
		return "No file of these sources was changed in a git repository since."
	}
	return Plural(sources, "source") + " in files that were changed in git since: that counts for questions like this one, see Feedback."
}

// Reopening is the sentence for a saved context that cannot be opened.
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
