package core

import (
	"path/filepath"
	"strings"
)

// languages maps the extension of a file to its programming language, as named in
// a code fence.
var languages = map[string]string{
	".go": "go", ".rs": "rust", ".java": "java", ".py": "python", ".pyi": "python",
	".ts": "typescript", ".mts": "typescript", ".cts": "typescript", ".tsx": "tsx",
	".js": "javascript", ".mjs": "javascript", ".cjs": "javascript", ".jsx": "jsx",
	".c": "c", ".h": "c", ".cc": "cpp", ".cpp": "cpp", ".cxx": "cpp", ".hh": "cpp", ".hpp": "cpp", ".hxx": "cpp",
	".cs": "csharp", ".rb": "ruby", ".php": "php", ".swift": "swift", ".kt": "kotlin", ".scala": "scala", ".lua": "lua",
	".r": "r", ".jl": "julia", ".m": "matlab", ".f90": "fortran", ".f": "fortran", ".sql": "sql", ".sh": "bash", ".bash": "bash",
	".pl": "perl", ".hs": "haskell", ".ml": "ocaml", ".ex": "elixir", ".erl": "erlang", ".clj": "clojure", ".zig": "zig",
	".css": "css", ".proto": "protobuf",
}

// Language returns the programming language of a file by its name, such as
// "python"; empty if it has none.
func Language(name string) string { return languages[strings.ToLower(filepath.Ext(name))] }

// Language returns the programming language of source code; empty for other
// kinds.
func (d Document) Language() string {
	if d.Kind != KindCode {
		return ""
	}
	return Language(d.Name)
}
