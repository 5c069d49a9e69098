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

	"ibid/core"
)

const (
	// DefaultModel is used where OLLAMA_MODEL names none.
	DefaultModel = "qwen2.5-coder:7b"

	// MinVersion is the first version without CVE-2026-7482.
	MinVersion = "0.17.1"

	mostModels       = 1000
	mostCapabilities = 20
	mostAsked        = 50  // models that are asked for by themselves
	mostName         = 100 // characters of a name or message that a server gives
)

// Host is the server that the environment names, else the one that the settings
// name, else the default.
func Host(setting string) string { return cmp.Or(os.Getenv("OLLAMA_HOST"), setting, DefaultHost) }

// Model is the model that the environment names, else the one that the settings
// name, else the default.
func Model(setting string) string { return cmp.Or(os.Getenv("OLLAMA_MODEL"), setting, DefaultModel) }

// Options say which server is asked for which model.
type Options struct {
	Host  string // as OLLAMA_HOST gives it; DefaultHost if empty
	Model string // DefaultModel if empty
	Least string // version that is asked at least; MinVersion if empty, as it always is but in tests
}

// Server is an Ollama server on this machine. It keeps nothing but what it was
// made with. Safe for concurrent use.
type Server struct{ options Options }

// New is the server that o names. It is not asked for anything yet.
func New(o Options) *Server {
	return &Server{Options{cmp.Or(o.Host, DefaultHost), cmp.Or(o.Model, DefaultModel), cmp.Or(o.Least, MinVersion)}}
}

// Name is the model that is asked.
func (s *Server) Name() string { return s.options.Model }

// can reports whether a model has a capability. One of which nothing is known
// has all of them.
func can(m core.LocalModel, capability string) bool {
	return m.Capabilities == nil || slices.Contains(m.Capabilities, capability)
}

// Status is what a server said of itself.
type Status struct {
	core.ModelServer
	Old bool // the version is older than the least that is safe
}

// Status asks the server whether it runs and what it holds. It takes two seconds
// at most for each of two questions, and as long for what the models can do, and
// never fails: what goes wrong is the Reason. Only this machine is asked.
func (s *Server) Status(ctx context.Context) Status {
	o := s.options
	st := Status{ModelServer: core.ModelServer{Host: o.Host, Model: o.Model}}
	address, err := base(o.Host)
	if err != nil {
		st.Reason, st.Advice = "not asked: "+err.Error(), "set OLLAMA_HOST or model.host to a server on this machine"
		return st
	}
	server := api.NewClient(address, client(probeTime, answerSize))
	version, err := server.Version(ctx)
	if err != nil {
		st.Reason, st.Advice = inWords(err), "start it with: ollama serve"
		return st
	}
	st.Running, st.Version = true, clean(version)
	list, err := server.List(ctx)
	if err != nil {
		st.Reason, st.Advice = "it does not list its models: "+inWords(err), "start it anew"
		return st
	}
	for _, m := range list.Models[:min(len(list.Models), mostModels)] {
		f := core.LocalModel{Name: clean(m.Name), Size: max(m.Size, 0), Remote: m.RemoteHost != "" || m.RemoteModel != ""}
		for _, c := range m.Capabilities[:min(len(m.Capabilities), mostCapabilities)] {
			f.Capabilities = append(f.Capabilities, clean(c.String()))
		}
		st.Models = append(st.Models, f)
	}
	slices.SortFunc(st.Models, func(a, b core.LocalModel) int { return cmp.Compare(a.Name, b.Name) })
	st.ask(ctx, server)
	st.judge(o.Least)
	return st
}

// ask fills in what models can do where the list did not say, as older servers'
// do not: of the one that would be used first.
func (s *Status) ask(ctx context.Context, server *api.Client) {
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	order := make([]int, 0, len(s.Models))
	for i := range s.Models {
		order = append(order, i)
	}
	if i := s.used(); i >= 0 {
		order = slices.Insert(order, 0, i)
	}
	for _, i := range order[:min(len(order), mostAsked)] {
		f := &s.Models[i]
		if f.Capabilities != nil || f.Remote {
			continue
		}
		shown, err := server.Show(ctx, &api.ShowRequest{Model: f.Name})
		if err != nil {
			continue
		}
		f.Remote = shown.RemoteHost != "" || shown.RemoteModel != ""
		for _, c := range shown.Capabilities[:min(len(shown.Capabilities), mostCapabilities)] {
			f.Capabilities = append(f.Capabilities, clean(c.String()))
		}
	}
}

// used is the place of the model that would be used; -1 if it is not there.
func (s *Status) used() int {
	return slices.IndexFunc(s.Models, func(m core.LocalModel) bool { return m.Name == s.Model || m.Name == s.Model+":latest" })
}

// judge finds the reason not to use the server as it is, the gravest first.
func (s *Status) judge(least string) {
	have, known := parseVersion(s.Version)
	want, _ := parseVersion(least)
	s.Old = known && slices.Compare(have, want) < 0
	i := s.used()
	switch {
	case s.Old:
		s.Reason = fmt.Sprintf("version %s has a known hole (CVE-2026-7482), %s or later has not", s.Version, least)
		s.Advice = "update Ollama"
	case !known:
		s.Reason = fmt.Sprintf("version %q is unknown, %s or later is needed", s.Version, least)
		s.Advice = "update Ollama"
	case i < 0:
		s.Reason = fmt.Sprintf("the model %s is not there", s.Model)
		s.Advice = "fetch it with: ollama pull " + s.Model
	case s.Models[i].Remote:
		s.Reason = fmt.Sprintf("the model %s runs on another machine", s.Model)
		s.Advice = "name one that runs on this machine, with OLLAMA_MODEL or model.model"
	case !can(s.Models[i], "completion"):
		s.Reason = fmt.Sprintf("the model %s cannot answer questions", s.Model)
		s.Advice = "name one that can, with OLLAMA_MODEL or model.model"
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
