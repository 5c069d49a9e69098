package plan

import (
	"path"
	"strings"
)

// Match reports whether a file's path fits a pattern: path.Match for each
// folder and the name, ** for any number of folders. A pattern that does not
// begin with a slash may begin at any folder of the path.
func Match(pattern, file string) bool {
	parts := strings.Split(strings.TrimPrefix(pattern, "/"), "/")
	folders := strings.Split(strings.TrimPrefix(file, "/"), "/")
	if !strings.HasPrefix(pattern, "/") && parts[0] != "**" {
		parts = append([]string{"**"}, parts...)
	}
	return match(parts, folders)
}

// match goes through pattern and path once. Where they differ it goes back to the
// last ** only, since what is before that need not be tried again.
func match(parts, folders []string) bool {
	p, f, star, from := 0, 0, -1, 0
	for f < len(folders) {
		switch {
		case p < len(parts) && parts[p] == "**":
			star, from = p, f
			p++
		case p < len(parts) && fits(parts[p], folders[f]):
			p++
			f++
		case star >= 0:
			from++
			p, f = star+1, from
		default:
			return false
		}
	}
	for p < len(parts) && parts[p] == "**" {
		p++
	}
	return p == len(parts)
}

func fits(part, name string) bool {
	ok, err := path.Match(strings.ToLower(part), strings.ToLower(name))
	return ok && err == nil
}

// valid reports whether a pattern can match anything at all.
func valid(pattern string) bool {
	if strings.TrimSpace(pattern) == "" || strings.Count(pattern, "/") > maxParts || strings.Count(pattern, "*") > maxParts {
		return false
	}
	for part := range strings.SplitSeq(pattern, "/") {
		if _, err := path.Match(part, ""); err != nil {
			return false
		}
	}
	return true
}

// Bounds of patterns.
const (
	maxParts   = 32  // slashes, and again asterisks
	maxMatched = 0.8 // share of all files above which a pattern is not selective
	minLibrary = 5   // of fewer files a pattern may match all
)

// selective reports whether a pattern matches some of the files and not nearly
// all.
func selective(pattern string, files []string) bool {
	if !valid(pattern) {
		return false
	}
	n := 0
	for _, f := range files {
		if Match(pattern, f) {
			n++
		}
	}
	return n > 0 && (len(files) < minLibrary || float64(n) <= maxMatched*float64(len(files)))
}
