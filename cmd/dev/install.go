package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A manager is a system's package manager. Its command lines never ask: the person was asked before.
type manager struct {
	name    string
	goos    string
	root    bool // installing takes root
	refresh []string
	install []string // the packages follow
}

// managers in the order they are looked for. dnf comes after apt-get because a Debian machine may carry dnf for building
// images, hardly ever the other way round.
var managers = []manager{
	{
		name: "apt-get", goos: "linux", root: true,
		refresh: []string{"apt-get", "update"},
		install: []string{"env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "--no-install-recommends"},
	},
	{name: "dnf", goos: "linux", root: true, install: []string{"dnf", "install", "-y"}},
	// Arch supports no partial upgrade: a package from today's list may not run beside yesterday's libraries.
	{name: "pacman", goos: "linux", root: true, install: []string{"pacman", "-Syu", "--needed", "--noconfirm"}},
	// Homebrew refuses to run as root.
	{name: "brew", goos: "darwin", install: []string{"brew", "install"}},
}

// errDeclined is the answer no.
var errDeclined = errors.New("nothing was installed")

// manager finds the package manager of this machine.
func (m *machine) manager() (manager, error) {
	for _, pm := range managers {
		if pm.goos == m.goos && m.has(pm.name) {
			return pm, nil
		}
	}
	return manager{}, fmt.Errorf("find a package manager: none of %s is on this machine", managerNames())
}

func managerNames() string {
	var names []string
	for _, pm := range managers {
		names = append(names, pm.name)
	}
	return strings.Join(names, ", ")
}

// commands returns the command lines that install what the needs ask for, ready to be shown and run. Where root is
// needed and this is not root, each begins with sudo.
func (pm manager) commands(needs []need, root bool) [][]string {
	packages := packagesOf(needs, pm.name)
	if len(packages) == 0 {
		return nil
	}
	var out [][]string
	if pm.refresh != nil {
		out = append(out, slices.Clone(pm.refresh))
	}
	out = append(out, slices.Concat(pm.install, packages))
	if pm.root && !root {
		for i, line := range out {
			out[i] = append([]string{"sudo"}, line...)
		}
	}
	return out
}

// packagesOf lists what the needs ask of one manager, each package once, in the order of the needs.
func packagesOf(needs []need, manager string) []string {
	var out []string
	for _, n := range needs {
		for _, p := range n.packages[manager] {
			if !slices.Contains(out, p) {
				out = append(out, p)
			}
		}
	}
	return out
}

// prepare sees to it that the machine meets the needs: it looks, says what it will do, asks, installs and looks again.
func (m *machine) prepare(ctx context.Context, needs []need, yes bool) error {
	lacking := m.missing(ctx, needs)
	if len(lacking) == 0 {
		return nil
	}
	m.say("missing: %s", names(lacking))
	if slices.ContainsFunc(lacking, func(n need) bool { return n.name == xcode.name }) {
		return m.installXcode(ctx, yes)
	}
	pm, err := m.manager()
	if err != nil {
		return fmt.Errorf("install %s: %w", names(lacking), err)
	}
	lines := pm.commands(lacking, m.root)
	m.say("will be installed with %s:", pm.name)
	for _, line := range lines {
		m.say("  %s", strings.Join(line, " "))
	}
	if err := m.consent(yes); err != nil {
		return err
	}
	for _, line := range lines {
		if err := m.execute(ctx, command{argv: line, stdin: m.stdin, stdout: m.stderr, stderr: m.stderr}); err != nil {
			return fmt.Errorf("install with %s: %w", pm.name, err)
		}
	}
	if lacking = m.missing(ctx, needs); len(lacking) > 0 {
		return fmt.Errorf("install with %s: done, but still missing: %s", pm.name, names(lacking))
	}
	return nil
}

// offer tells what could be installed as well, and installs it if a person at the terminal says so. Whatever comes of it,
// the command goes on: Ibid works without.
func (m *machine) offer(ctx context.Context, needs []need) {
	for _, n := range m.missing(ctx, needs) {
		pm, err := m.manager()
		if err != nil {
			return
		}
		m.say("optional: %s", n.name)
		for _, line := range pm.commands([]need{n}, m.root) {
			m.say("  %s", strings.Join(line, " "))
		}
		if !m.terminal || !m.asked() {
			continue
		}
		for _, line := range pm.commands([]need{n}, m.root) {
			if err := m.execute(ctx, command{argv: line, stdin: m.stdin, stdout: m.stderr, stderr: m.stderr}); err != nil {
				m.say("not installed: %v", err)
				break
			}
		}
	}
}

// installXcode opens Apple's own installer, which goes on after the command has ended; so does the person.
func (m *machine) installXcode(ctx context.Context, yes bool) error {
	line := []string{"xcode-select", "--install"}
	m.say("will be installed with Apple's installer:\n  %s", strings.Join(line, " "))
	if err := m.consent(yes); err != nil {
		return err
	}
	if err := m.execute(ctx, command{argv: line, stdout: m.stderr, stderr: m.stderr}); err != nil {
		return fmt.Errorf("install %s: %w", xcode.name, err)
	}
	return fmt.Errorf("install %s: finish in the window that has opened, then run this again", xcode.name)
}

// consent asks whether to go on. -y, root and a CI job have said so already; where nobody can be asked the answer is no.
func (m *machine) consent(yes bool) error {
	if yes || m.root || m.getenv("CI") != "" {
		return nil
	}
	if !m.terminal {
		return fmt.Errorf("%w: nobody to ask here; run the lines above, or this again with -y", errDeclined)
	}
	if !m.asked() {
		return errDeclined
	}
	return nil
}

// asked has a person say yes or no.
func (m *machine) asked() bool {
	fmt.Fprint(m.stderr, "go on? [y/N] ")
	answer, _ := bufio.NewReader(m.stdin).ReadString('\n') // the end of input is a no
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return true
	}
	return false
}

func names(needs []need) string {
	out := make([]string, len(needs))
	for i, n := range needs {
		out[i] = n.name
	}
	return strings.Join(out, ", ")
}
