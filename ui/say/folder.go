package say

import (
	"errors"
	"io/fs"
	"strings"

	"ibid/core"
)

// FolderWord is how a folder is followed, in a word for a list.
func FolderWord(s core.FolderState) string {
	switch s {
	case core.FolderWatching:
		return "following"
	case core.FolderPolling:
		return "looking again and again"
	case core.FolderMissing:
		return "gone"
	}
	return "not followed yet"
}

// FolderDetail says why a folder is not followed as others are, and when it was
// looked at.
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

// Folder is the sentence for a folder that cannot be watched.
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
