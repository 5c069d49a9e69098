package ollama

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
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

	maxModels       = 1000
	maxCapabilities = 20
	maxAsked        = 50  // models that are asked for one by one
	maxName         = 100 // characters of a name or message of a server
)

// Host returns the server that the environment names, else the one of the settings,
// else the default.
func Host(setting string) string { return cmp.Or(os.Getenv("OLLAMA_HOST"), setting, DefaultHost) }

// Model returns the model that the environment names, else the one of the settings,
// else the default.
func Model(setting string) string { return cmp.Or(os.Getenv("OLLAMA_MODEL"), setting, DefaultModel) }

// Options say which server is asked for which model.
type Options struct {
	Host  string // as OLLAMA_HOST gives it; DefaultHost if empty
	Model string // DefaultModel if empty
	Least string // oldest version that is used; MinVersion if empty, which it is but in tests
}

// Server is an Ollama server on this machine. It keeps nothing but what it was
// made with. Safe for concurrent use.
type Server struct{ options Options }

// New returns the server that o names. Nothing is sent to it yet.
func New(o Options) *Server {
	return &Server{Options{cmp.Or(o.Host, DefaultHost), cmp.Or(o.Model, DefaultModel), cmp.Or(o.Least, MinVersion)}}
}

// Name returns the name of the model.
func (s *Server) Name() string { return s.options.Model }

// can reports whether a model has a capability. A model that the server lists
// without capabilities has all of them.
func can(m core.LocalModel, capability string) bool {
	return m.Capabilities == nil || slices.Contains(m.Capabilities, capability)
}

// Status is the state of a server.
type Status struct {
	core.ModelServer
	Old bool // the version is older than the oldest safe one
}

// Status asks the server whether it runs and which models it has. Each of two
// requests takes two seconds at most, and so do all those for what models can do.
// It never fails: what goes wrong is the Reason. Only this machine is asked.
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
	for _, m := range list.Models[:min(len(list.Models), maxModels)] {
		f := core.LocalModel{Name: clean(m.Name), Size: max(m.Size, 0), Remote: m.RemoteHost != "" || m.RemoteModel != ""}
		for _, c := range m.Capabilities[:min(len(m.Capabilities), maxCapabilities)] {
			f.Capabilities = append(f.Capabilities, clean(c.String()))
		}
		st.Models = append(st.Models, f)
	}
	slices.SortFunc(st.Models, func(a, b core.LocalModel) int { return cmp.Compare(a.Name, b.Name) })
	st.ask(ctx, server)
	st.judge(o.Least)
	return st
}

// ask fills in the capabilities of models that the list of an older server lacks,
// first of the model that would be used.
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
	for _, i := range order[:min(len(order), maxAsked)] {
		f := &s.Models[i]
		if f.Capabilities != nil || f.Remote {
			continue
		}
		shown, err := server.Show(ctx, &api.ShowRequest{Model: f.Name})
		if err != nil {
			continue
		}
		f.Remote = shown.RemoteHost != "" || shown.RemoteModel != ""
		for _, c := range shown.Capabilities[:min(len(shown.Capabilities), maxCapabilities)] {
			f.Capabilities = append(f.Capabilities, clean(c.String()))
		}
	}
}

// used returns the index of the model that would be used, -1 if it is not there.
func (s *Status) used() int {
	return slices.IndexFunc(s.Models, func(m core.LocalModel) bool { return m.Name == s.Model || m.Name == s.Model+":latest" })
}

// judge finds the most serious reason not to use the server as it is.
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

// Window returns how many tokens of question and answer together the model takes.
// set is what its settings on the server say (PARAMETER num_ctx), most what it was
// made for; a server silently cuts what is over most. Each is 0 if the server does
// not say or cannot be asked.
func (s *Server) Window(ctx context.Context) (set, most int) {
	address, err := base(s.options.Host)
	if err != nil {
		return 0, 0
	}
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	shown, err := api.NewClient(address, client(probeTime, answerSize)).Show(ctx, &api.ShowRequest{Model: s.options.Model})
	if err != nil {
		return 0, 0 // Chat says what is wrong with it
	}
	for line := range strings.Lines(shown.Parameters) {
		if words := strings.Fields(line); len(words) == 2 && words[0] == "num_ctx" {
			n, _ := strconv.ParseInt(words[1], 10, 32)
			set = max(0, int(n))
		}
	}
	kind, _ := shown.ModelInfo["general.architecture"].(string)
	if n, _ := shown.ModelInfo[kind+".context_length"].(float64); n > 0 && n <= math.MaxInt32 {
		most = int(n)
	}
	return set, most
}

// Summary returns the status in one short line for the foot of the window.
func (s Status) Summary() string {
	switch {
	case s.Running && s.Reason == "":
		return s.Model + " ● local"
	case s.Old:
		return "Ollama " + s.Version + " should be updated: not used"
	}
	return "no model: everything works without one"
}

// parseVersion reads 0.17.1 or v0.17.1-rc2; the latter comes right before 0.17.1.
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

// inWords describes why a server did not answer as expected.
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

// clean makes text of a server fit for one line: printable and at most maxName
// characters.
func clean(s string) string {
	var b strings.Builder
	n := 0
	for _, r := range s {
		if n == maxName {
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
