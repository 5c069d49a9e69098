package ollama

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"unicode"

	"github.com/ollama/ollama/api"
)

const (
	// DefaultModel is used where OLLAMA_MODEL names none.
	DefaultModel = "qwen2.5-coder:7b"

	// MinVersion is the first version without CVE-2026-7482.
	MinVersion = "0.17.1"

	mostModels = 1000
	mostName   = 100 // characters of a name or message that a server gives
)

// Host is the server that the environment names, or the default.
func Host() string { return cmp.Or(os.Getenv("OLLAMA_HOST"), DefaultHost) }

// Model is the model that the environment names, or the default.
func Model() string { return cmp.Or(os.Getenv("OLLAMA_MODEL"), DefaultModel) }

// Found is a model that a server holds.
type Found struct {
	Name   string
	Size   int64 // bytes
	Remote bool  // it runs elsewhere: what is asked of it leaves this machine
}

// Status is what a server said of itself.
type Status struct {
	Host    string // as it was asked for
	Running bool
	Version string  // empty if it did not say
	Models  []Found // by name
	Model   string  // the one that would be used
	Reason  string  // why it should not be used as it is, in words; empty if it can
	Old     bool    // the version is older than the least that is safe
}

// Probe asks the server at host whether it runs and what it holds. It takes two
// seconds at most for each of two questions and never fails: what goes wrong is
// the Reason. Only this machine is asked.
func Probe(ctx context.Context, host string) Status {
	return probe(ctx, host, Model(), MinVersion)
}

func probe(ctx context.Context, host, model, least string) Status {
	s := Status{Host: host, Model: model}
	address, err := base(host)
	if err != nil {
		s.Reason = "not asked: " + err.Error()
		return s
	}
	server := api.NewClient(address, client())
	version, err := server.Version(ctx)
	if err != nil {
		s.Reason = inWords(err)
		return s
	}
	s.Running, s.Version = true, clean(version)
	list, err := server.List(ctx)
	if err != nil {
		s.Reason = "it does not list its models: " + inWords(err)
		return s
	}
	for _, m := range list.Models[:min(len(list.Models), mostModels)] {
		s.Models = append(s.Models, Found{Name: clean(m.Name), Size: max(m.Size, 0), Remote: m.RemoteHost != "" || m.RemoteModel != ""})
	}
	slices.SortFunc(s.Models, func(a, b Found) int { return cmp.Compare(a.Name, b.Name) })
	s.judge(least)
	return s
}

// judge finds the reason not to use the server as it is, the gravest first.
func (s *Status) judge(least string) {
	have, known := parseVersion(s.Version)
	want, _ := parseVersion(least)
	s.Old = known && slices.Compare(have, want) < 0
	i := slices.IndexFunc(s.Models, func(f Found) bool { return f.Name == s.Model || f.Name == s.Model+":latest" })
	switch {
	case s.Old:
		s.Reason = fmt.Sprintf("version %s has a known hole (CVE-2026-7482), %s or later has not", s.Version, least)
	case !known:
		s.Reason = fmt.Sprintf("version %q is unknown, %s or later is needed", s.Version, least)
	case i < 0:
		s.Reason = fmt.Sprintf("the model %s is not there: ollama pull %s", s.Model, s.Model)
	case s.Models[i].Remote:
		s.Reason = fmt.Sprintf("the model %s runs on another machine", s.Model)
	}
}

// Summary is the status in one short line for the foot of the window.
func (s Status) Summary() string {
	switch {
	case s.Running && s.Reason == "":
		return s.Model + " ● local"
	case s.Old:
		return "Ollama " + s.Version + " should be updated: not used"
	}
	return "no model: everything works without one"
}

// parseVersion reads 0.17.1 or v0.17.1-rc2, the latter as what comes right
// before 0.17.1.
func parseVersion(s string) (parts []int, ok bool) {
	number, _, before := strings.Cut(strings.TrimPrefix(s, "v"), "-")
	number, _, _ = strings.Cut(number, "+")
	fields := strings.Split(number, ".")
	if len(fields) != 3 {
		return nil, false
	}
	for _, f := range fields {
		n, err := strconv.Atoi(f)
		if err != nil || n < 0 {
			return nil, false
		}
		parts = append(parts, n)
	}
	if before {
		return append(parts, -1), true
	}
	return append(parts, 0), true
}

// inWords says why a server did not answer as it should.
func inWords(err error) string {
	var status api.StatusError
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		return "it does not run"
	case errors.Is(err, context.DeadlineExceeded), os.IsTimeout(err):
		return fmt.Sprintf("it did not answer within %v", probeTime)
	case errors.Is(err, errRedirected):
		return "not asked further: " + errRedirected.Error()
	case errors.Is(err, errElsewhere):
		return "not asked: " + clean(err.Error())
	case errors.As(err, &status):
		return fmt.Sprintf("it answers with an error (%d)", status.StatusCode)
	}
	return "it does not answer as Ollama does: " + clean(err.Error())
}

// clean makes what a server says fit to be shown in a line.
func clean(s string) string {
	var b strings.Builder
	n := 0
	for _, r := range s {
		if n == mostName {
			b.WriteRune('…')
			break
		}
		if !unicode.IsPrint(r) {
			r = ' '
		}
		b.WriteRune(r)
		n++
	}
	return strings.TrimSpace(b.String())
}
