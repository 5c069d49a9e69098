package lsp

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"

	"ibid/core/outside"
)

// Servers are the supported language servers, by language.
var Servers = map[string]Options{
	"go":         {Program: "gopls", Args: []string{"serve"}},
	"rust":       {Program: "rust-analyzer"},
	"python":     {Program: "pyright-langserver", Args: []string{"--stdio"}, Late: true},
	"typescript": {Program: "typescript-language-server", Args: []string{"--stdio"}},
}

// For returns the options of the server of a language for the files below root.
// They keep it from fetching anything, from writing outside of a folder of its own
// and from running code of the repository: build scripts, macros, plug-ins or a
// compiler in it.
func For(language, root string) (Options, error) {
	o := Servers[language]
	o.Root = root
	home, err := os.UserHomeDir()
	if err != nil {
		home = root
	}
	switch language {
	case "go":
		paths := filepath.Join(home, "go")
		if list := filepath.SplitList(os.Getenv("GOPATH")); len(list) > 0 {
			paths = list[0]
		}
		modules := cmp.Or(os.Getenv("GOMODCACHE"), filepath.Join(paths, "pkg", "mod"))
		o.Env = []string{
			"GOMODCACHE=" + modules, "GOFLAGS=-mod=readonly -buildvcs=false", "GOPROXY=off", "GOTOOLCHAIN=local", "GOENV=off", "GOPACKAGESDRIVER=off",
			"GOTELEMETRY=off", "CGO_ENABLED=0",
		}
	case "rust":
		o.Env = []string{"CARGO_NET_OFFLINE=true", "CARGO_HOME=" + cmp.Or(os.Getenv("CARGO_HOME"), filepath.Join(home, ".cargo")), "RUSTUP_HOME=" + cmp.Or(os.Getenv("RUSTUP_HOME"), filepath.Join(home, ".rustup"))}
		off := map[string]bool{"enable": false}
		o.Settings = map[string]any{"checkOnSave": false, "procMacro": off, "cargo": map[string]any{"buildScripts": off}}
	case "typescript":
		tsserver, ok := outside.Find("tsserver")
		if !ok {
			return o, fmt.Errorf("%s: tsserver is not on the PATH, and that of a repository is not run", o.Program)
		}
		if real, err := filepath.EvalSymlinks(tsserver); err == nil {
			tsserver = filepath.Join(filepath.Dir(filepath.Dir(real)), "lib", "tsserver.js")
		}
		// A second server for the syntax alone would answer from one file until the project is read.
		o.Settings = map[string]any{"tsserver": map[string]any{"path": tsserver, "useSyntaxServer": "never"}, "disableAutomaticTypingAcquisition": true, "plugins": []any{}}
	}
	return o, nil
}
