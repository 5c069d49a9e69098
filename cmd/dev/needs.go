package main

import (
	"context"
	"strings"

	"ibid/core/outside/packages"
)

// A need is one thing the machine must have before a step can work. It is met when every program is on PATH, every
// header is found by the C preprocessor and the probe, where there is one, ends with 0.
type need struct {
	name     string // in words a person can say yes to: "OpenGL headers"
	programs []string
	headers  []string
	probe    []string
	packages map[string][]string // by the name of the package manager
}

// buildNeeds are what it takes to compile the window. Fyne's driver asks pkg-config for OpenGL and Wayland and links
// X11 and Wayland both, so that one binary runs on either.
func buildNeeds(m *machine) []need {
	if m.goos == "darwin" {
		return []need{xcode}
	}
	return []need{compiler(m), pkgConfig, openGL, x11, wayland, xkbcommon}
}

// screenNeeds are what it takes to show a window without a screen and to take its picture.
func screenNeeds() []need { return []need{xvfb, xdotool, imageMagick} }

// testNeeds are what the tests drive the window with, and the programs that Ibid's reading is compared with.
func testNeeds(m *machine) []need {
	if m.goos == "darwin" {
		return append(buildNeeds(m), poppler, mupdf)
	}
	return append(append(buildNeeds(m), screenNeeds()...), xclip, poppler, mupdf)
}

// optionalNeeds are what Ibid reads more with, and works without.
func optionalNeeds() []need { return []need{libreOffice, tesseract} }

// compiler is the one that Go will call: $CC, else gcc. The header proves that the C library's headers came with it.
func compiler(m *machine) need {
	return need{
		name:     "C compiler",
		programs: []string{cc(m)},
		headers:  []string{"stdlib.h"},
		packages: map[string][]string{"apt-get": {"gcc", "libc6-dev"}, "dnf": {"gcc", "glibc-devel"}, "pacman": {"gcc"}},
	}
}

// cc names the C compiler, without its flags, as CC may hold "ccache gcc" or "clang -m64".
func cc(m *machine) string {
	if fields := strings.Fields(m.getenv("CC")); len(fields) > 0 {
		return fields[0]
	}
	if m.goos == "darwin" {
		return "clang"
	}
	return "gcc"
}

var (
	// xcode is Apple's compiler, headers and frameworks in one; no package manager has it.
	xcode     = need{name: "Xcode command line tools", probe: []string{"xcode-select", "-p"}}
	pkgConfig = need{
		name: "pkg-config", programs: []string{"pkg-config"},
		packages: map[string][]string{"apt-get": {"pkg-config"}, "dnf": {"pkgconf-pkg-config"}, "pacman": {"pkgconf"}},
	}
	openGL = need{
		name: "OpenGL headers", headers: []string{"GL/gl.h"},
		packages: map[string][]string{"apt-get": {"libgl1-mesa-dev"}, "dnf": {"mesa-libGL-devel"}, "pacman": {"mesa", "libglvnd"}},
	}
	x11 = need{
		name: "X11 headers",
		headers: []string{
			"X11/Xlib.h", "X11/Xcursor/Xcursor.h", "X11/extensions/Xrandr.h", "X11/extensions/Xinerama.h",
			"X11/extensions/XInput2.h", "X11/extensions/xf86vmode.h",
		},
		packages: map[string][]string{
			"apt-get": {"xorg-dev"},
			"dnf":     {"libX11-devel", "libXcursor-devel", "libXrandr-devel", "libXinerama-devel", "libXi-devel", "libXxf86vm-devel"},
			"pacman":  {"libx11", "libxcursor", "libxrandr", "libxinerama", "libxi", "libxxf86vm"},
		},
	}
	wayland = need{
		name: "Wayland headers", headers: []string{"wayland-client.h", "wayland-cursor.h", "wayland-egl.h"},
		packages: map[string][]string{"apt-get": {"libwayland-dev"}, "dnf": {"wayland-devel"}, "pacman": {"wayland"}},
	}
	xkbcommon = need{
		name: "xkbcommon headers", headers: []string{"xkbcommon/xkbcommon.h"},
		packages: map[string][]string{"apt-get": {"libxkbcommon-dev"}, "dnf": {"libxkbcommon-devel"}, "pacman": {"libxkbcommon"}},
	}
	// xvfb comes with Mesa's software renderer, since a virtual screen has no graphics card.
	xvfb = need{
		name: "virtual screen (Xvfb)", programs: []string{"Xvfb"},
		packages: map[string][]string{
			"apt-get": {"xvfb", "libgl1-mesa-dri"}, "dnf": {"xorg-x11-server-Xvfb", "mesa-dri-drivers"}, "pacman": {"xorg-server-xvfb", "mesa"},
		},
	}
	xdotool     = need{name: "xdotool", programs: []string{"xdotool"}, packages: everywhere("xdotool")}
	xclip       = need{name: "xclip", programs: []string{"xclip"}, packages: everywhere("xclip")}
	imageMagick = need{
		name: "ImageMagick", programs: []string{"import"},
		packages: map[string][]string{"apt-get": {"imagemagick"}, "dnf": {"ImageMagick"}, "pacman": {"imagemagick"}},
	}
	libreOffice = need{
		name: "LibreOffice, for old office files (.doc .xls .ppt) and RTF", programs: []string{"soffice"}, packages: packages.LibreOffice,
	}
	poppler = need{
		name: "pdftotext", programs: []string{"pdftotext"},
		packages: map[string][]string{"apt-get": {"poppler-utils"}, "dnf": {"poppler-utils"}, "pacman": {"poppler"}, "brew": {"poppler"}},
	}
	mupdf = need{
		name: "mutool", programs: []string{"mutool"},
		packages: map[string][]string{"apt-get": {"mupdf-tools"}, "dnf": {"mupdf"}, "pacman": {"mupdf-tools"}, "brew": {"mupdf-tools"}},
	}
	tesseract = need{
		name: "Tesseract, to read scans", programs: []string{"tesseract"}, packages: packages.Tesseract,
	}
)

// everywhere is a package that every Linux manager knows by the same name.
func everywhere(name string) map[string][]string {
	return map[string][]string{"apt-get": {name}, "dnf": {name}, "pacman": {name}}
}

// missing returns those of needs that the machine does not meet, in their order.
func (m *machine) missing(ctx context.Context, needs []need) []need {
	var out []need
	for _, n := range needs {
		if !m.meets(ctx, n) {
			out = append(out, n)
		}
	}
	return out
}

func (m *machine) meets(ctx context.Context, n need) bool {
	for _, program := range n.programs {
		if !m.has(program) {
			return false
		}
	}
	if len(n.headers) > 0 && !m.includes(ctx, n.headers) {
		return false
	}
	return len(n.probe) == 0 || m.execute(ctx, command{argv: n.probe}) == nil
}

// includes reports whether the C preprocessor finds every header. Asking the compiler, not the file system, respects
// CPATH, cross compilers and systems that keep headers elsewhere. Without a compiler nothing is found; package managers
// skip what is there already, so that costs nothing.
func (m *machine) includes(ctx context.Context, headers []string) bool {
	if !m.has(cc(m)) {
		return false
	}
	var source strings.Builder
	for _, h := range headers {
		source.WriteString("#include <" + h + ">\n")
	}
	return m.execute(ctx, command{
		argv:  []string{cc(m), "-E", "-x", "c", "-"},
		stdin: strings.NewReader(source.String()),
	}) == nil
}
