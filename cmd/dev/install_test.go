package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// fake is a machine that only remembers. It has the given programs and headers; installing a package brings what
// brings says.
type fake struct {
	*machine
	programs map[string]bool
	headers  map[string]bool
	brings   map[string][]string // package → programs and headers
	ran      []string            // every command but the probes
	env      map[string]string
	stderr   bytes.Buffer
}

func newFake(goos string, programs ...string) *fake {
	f := &fake{programs: map[string]bool{}, headers: map[string]bool{}, brings: map[string][]string{}, env: map[string]string{}}
	for _, p := range programs {
		f.programs[p] = true
	}
	f.machine = &machine{
		goos:     goos,
		getenv:   func(key string) string { return f.env[key] },
		lookPath: f.look,
		execute:  f.run,
		stdin:    strings.NewReader(""),
		stdout:   io.Discard,
		stderr:   &f.stderr,
	}
	return f
}

func (f *fake) look(program string) (string, error) {
	if !f.programs[program] {
		return "", exec.ErrNotFound
	}
	return "/bin/" + program, nil
}

func (f *fake) run(_ context.Context, c command) error {
	switch {
	case slices.Contains(c.argv, "-E"):
		return f.preprocess(c.stdin)
	case slices.Equal(c.argv, xcode.probe):
		if !f.programs["xcode"] {
			return errors.New("no developer tools")
		}
		return nil
	}
	f.ran = append(f.ran, strings.Join(c.argv, " "))
	for _, word := range c.argv {
		for _, thing := range f.brings[word] {
			f.programs[thing], f.headers[thing] = true, true
		}
	}
	return nil
}

func (f *fake) preprocess(source io.Reader) error {
	text, err := io.ReadAll(source)
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(text)) {
		header := strings.Trim(strings.TrimPrefix(line, "#include "), "<>\n")
		if !f.headers[header] {
			return errors.New(header + " not found")
		}
	}
	return nil
}

// debian makes f a fresh Debian whose packages bring what the real ones bring.
func (f *fake) debian() *fake {
	f.programs["apt-get"], f.programs["env"] = true, true
	f.brings = map[string][]string{
		"gcc": {"gcc"}, "libc6-dev": {"stdlib.h"}, "pkg-config": {"pkg-config"},
		"libgl1-mesa-dev": openGL.headers, "xorg-dev": x11.headers,
		"libwayland-dev": wayland.headers, "libxkbcommon-dev": xkbcommon.headers,
		"xvfb": {"Xvfb"}, "xdotool": {"xdotool"}, "imagemagick": {"import"},
	}
	return f
}

func TestPackageManagerIsTheOneOfTheSystem(t *testing.T) {
	tests := []struct {
		name     string
		goos     string
		programs []string
		want     string // empty: an error
	}{
		{"debian", "linux", []string{"apt-get"}, "apt-get"},
		{"fedora", "linux", []string{"dnf"}, "dnf"},
		{"arch", "linux", []string{"pacman"}, "pacman"},
		{"debian with dnf beside it", "linux", []string{"dnf", "apt-get"}, "apt-get"},
		{"macOS", "darwin", []string{"brew"}, "brew"},
		{"linux with homebrew only", "linux", []string{"brew"}, ""},
		{"macOS without homebrew", "darwin", nil, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := newFake(tt.goos, tt.programs...).manager()
			if got.name != tt.want || (err != nil) != (tt.want == "") {
				t.Errorf("manager() = %q, %v; want %q", got.name, err, tt.want)
			}
		})
	}
}

func TestCommandLinesInstallEveryPackageOnce(t *testing.T) {
	tests := []struct {
		manager string
		root    bool
		needs   []need
		want    []string
	}{
		{"apt-get", true, []need{openGL, wayland}, []string{
			"apt-get update",
			"env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends libgl1-mesa-dev libwayland-dev",
		}},
		{"apt-get", false, []need{xclip}, []string{
			"sudo apt-get update",
			"sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends xclip",
		}},
		{"dnf", true, []need{imageMagick, mupdf}, []string{"dnf install -y ImageMagick mupdf"}},
		{"pacman", false, []need{openGL, xvfb}, []string{"sudo pacman -Syu --needed --noconfirm mesa libglvnd xorg-server-xvfb"}},
		{"brew", false, []need{poppler, mupdf}, []string{"brew install poppler mupdf-tools"}},
		{"brew", false, []need{xcode}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.manager, func(t *testing.T) {
			i := slices.IndexFunc(managers, func(pm manager) bool { return pm.name == tt.manager })
			var got []string
			for _, line := range managers[i].commands(tt.needs, tt.root) {
				got = append(got, strings.Join(line, " "))
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("commands =\n%q\nwant\n%q", got, tt.want)
			}
		})
	}
}

func TestEveryNeedHasAPackageOnEverySystemThatAsksForIt(t *testing.T) {
	for _, pm := range managers {
		f := newFake(pm.goos)
		for _, n := range testNeeds(f.machine) {
			if n.name != xcode.name && len(n.packages[pm.name]) == 0 {
				t.Errorf("%s has no package for %s", pm.name, n.name)
			}
		}
	}
}

func TestMissingNamesWhatIsNotThere(t *testing.T) {
	tests := []struct {
		name     string
		goos     string
		programs []string
		headers  []string
		env      map[string]string
		want     []string
	}{
		{
			"nothing there", "linux", nil, nil, nil,
			[]string{"C compiler", "pkg-config", "OpenGL headers", "X11 headers", "Wayland headers", "xkbcommon headers"},
		},
		{
			"compiler without the headers of the C library", "linux", []string{"gcc", "pkg-config"},
			slices.Concat(openGL.headers, x11.headers, wayland.headers, xkbcommon.headers), nil,
			[]string{"C compiler"},
		},
		{
			"one X11 header missing", "linux", []string{"gcc", "pkg-config"},
			slices.Concat([]string{"stdlib.h"}, openGL.headers, x11.headers[1:], wayland.headers, xkbcommon.headers), nil,
			[]string{"X11 headers"},
		},
		{
			"another compiler chosen", "linux", []string{"clang", "pkg-config"},
			slices.Concat([]string{"stdlib.h"}, openGL.headers, x11.headers, wayland.headers, xkbcommon.headers),
			map[string]string{"CC": "clang -m64"},
			nil,
		},
		{"macOS without Xcode", "darwin", nil, nil, nil, []string{"Xcode command line tools"}},
		{"macOS", "darwin", []string{"xcode"}, nil, nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := newFake(tt.goos, tt.programs...)
			f.env = tt.env
			for _, h := range tt.headers {
				f.headers[h] = true
			}
			var got []string
			for _, n := range f.missing(t.Context(), buildNeeds(f.machine)) {
				got = append(got, n.name)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("missing = %q, want %q", got, tt.want)
			}
		})
	}
}

func TestPrepareInstallsOnlyAfterAYes(t *testing.T) {
	tests := []struct {
		name     string
		yes      bool
		root     bool
		terminal bool
		ci       string
		answer   string
		installs bool
	}{
		{name: "flag", yes: true, installs: true},
		{name: "root", root: true, installs: true},
		{name: "ci", ci: "true", installs: true},
		{name: "person says yes", terminal: true, answer: "Y\n", installs: true},
		{name: "person says no", terminal: true, answer: "n\n"},
		{name: "person presses return", terminal: true, answer: "\n"},
		{name: "input ends", terminal: true},
		{name: "nobody there"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := newFake("linux").debian()
			f.root, f.terminal, f.stdin = tt.root, tt.terminal, strings.NewReader(tt.answer)
			f.env["CI"] = tt.ci
			err := f.prepare(t.Context(), append(buildNeeds(f.machine), screenNeeds()...), tt.yes)
			if tt.installs != (err == nil) || tt.installs != (len(f.ran) > 0) {
				t.Errorf("prepare = %v after %q; want installed %v", err, f.ran, tt.installs)
			}
			if !tt.installs && !errors.Is(err, errDeclined) {
				t.Errorf("prepare = %v, want it declined", err)
			}
			for _, line := range f.ran {
				if !strings.Contains(f.stderr.String(), "  "+line+"\n") {
					t.Errorf("ran %q without showing it; shown:\n%s", line, f.stderr.String())
				}
			}
		})
	}
}

func TestPrepareDoesNothingWhereNothingIsMissing(t *testing.T) {
	f := newFake("linux", "Xvfb", "xdotool", "import")
	if err := f.prepare(t.Context(), screenNeeds(), true); err != nil || len(f.ran) > 0 || f.stderr.Len() > 0 {
		t.Errorf("prepare = %v, ran %q, said %q; want silence", err, f.ran, f.stderr.String())
	}
}

func TestPrepareSaysWhatAnInstallerDidNotBring(t *testing.T) {
	f := newFake("linux").debian()
	delete(f.brings, "xdotool")
	err := f.prepare(t.Context(), screenNeeds(), true)
	if err == nil || !strings.HasSuffix(err.Error(), "still missing: xdotool") {
		t.Errorf("prepare = %v, want it to name xdotool", err)
	}
}

func TestPrepareNamesTheManagersItKnowsWhereThereIsNone(t *testing.T) {
	err := newFake("linux").prepare(t.Context(), screenNeeds(), true)
	if err == nil || !strings.Contains(err.Error(), "apt-get, dnf, pacman, brew") {
		t.Errorf("prepare = %v, want the managers named", err)
	}
}

func TestWhatIsOptionalIsInstalledOnlyIfAPersonSaysSo(t *testing.T) {
	for _, tt := range []struct {
		name     string
		terminal bool
		answer   string
		installs bool
	}{
		{"yes", true, "y\n", true},
		{"no", true, "\n", false},
		{"nobody to ask", false, "y\n", false},
	} {
		f := newFake("linux", "apt-get", "sh")
		f.terminal, f.stdin, f.machine.root = tt.terminal, strings.NewReader(tt.answer), true
		f.offer(t.Context(), optionalNeeds())
		if got := len(f.ran) > 0; got != tt.installs || !strings.Contains(f.stderr.String(), "libreoffice-writer-nogui") {
			t.Errorf("%s: ran %q, said %s", tt.name, f.ran, &f.stderr)
		}
	}
	f := newFake("linux", "apt-get", "soffice", "tesseract")
	if f.offer(t.Context(), optionalNeeds()); f.stderr.Len() > 0 {
		t.Errorf("said %s where nothing is missing", &f.stderr)
	}
}

func TestXcodeIsLeftToApplesInstaller(t *testing.T) {
	f := newFake("darwin", "brew")
	err := f.prepare(t.Context(), buildNeeds(f.machine), true)
	if err == nil || !slices.Equal(f.ran, []string{"xcode-select --install"}) {
		t.Errorf("prepare = %v after %q; want Apple's installer, and to be told to come back", err, f.ran)
	}
}

func TestScreenIsToldFromTheEnvironment(t *testing.T) {
	tests := []struct {
		goos string
		env  map[string]string
		want bool
	}{
		{"linux", nil, false},
		{"linux", map[string]string{"DISPLAY": ":0"}, true},
		{"linux", map[string]string{"WAYLAND_DISPLAY": "wayland-0"}, true},
		{"darwin", nil, true},
	}
	for _, tt := range tests {
		f := newFake(tt.goos)
		f.env = tt.env
		if got := f.hasScreen(); got != tt.want {
			t.Errorf("hasScreen on %s with %v = %v, want %v", tt.goos, tt.env, got, tt.want)
		}
	}
}

func TestUnknownCommandLinesAreUsageErrors(t *testing.T) {
	for _, args := range [][]string{nil, {"fly"}, {"run", "--fast"}, {"test", "core"}, {"mutate", "core/check", "core/query"}, {"lines", "core"}, {"test", "-cases", "-3"}} {
		if err := dispatch(t.Context(), newFake("linux").machine, args); !errors.Is(err, errUsage) {
			t.Errorf("dispatch(%q) = %v, want a usage error", args, err)
		}
	}
}
