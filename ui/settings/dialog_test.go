package settings

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"ibid/core"
	"ibid/ui/post"
	"ibid/ui/post/posttest"
	"ibid/ui/settings/settingstest"
	"ibid/ui/theme"
)

// host is a window that remembers what it was told.
type host struct {
	win       fyne.Window
	clipboard string
	model     string
	said      []string
}

func (h *host) Window() fyne.Window   { return h.win }
func (h *host) Say(text string)       { h.said = append(h.said, text) }
func (h *host) SetClipboard(s string) { h.clipboard = s }
func (h *host) ModelIs(text string)   { h.model = text }

// open shows the settings and waits until they are filled.
func open(t *testing.T, e *settingstest.Engine) (*Dialog, *host, posttest.Queue) {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light))
	h, q := &host{win: test.NewTempWindow(t, widget.NewLabel(""))}, posttest.New()
	h.win.Resize(fyne.NewSize(1280, 800))
	bridge := post.NewBridge(q)
	t.Cleanup(func() { bridge.Wait(time.Second) })
	d := Open(e, h, bridge, PagePrograms)
	q.Until(t, "what is set", func() bool {
		return strings.HasPrefix(d.note.Text(), "Kept in ") && d.model.state.Text != "" && d.programs.state.Text != "" && d.reading.languages.Text != ""
	})
	return d, h, q
}

func fieldOf(t *testing.T, d *Dialog, key string) *field {
	t.Helper()
	for _, f := range d.fields {
		if f.key == key {
			return f
		}
	}
	t.Fatalf("no field for %s", key)
	return nil
}

func checkOf(t *testing.T, d *Dialog, key string) *check {
	t.Helper()
	for _, c := range d.checks {
		if c.key == key {
			return c
		}
	}
	t.Fatalf("no check for %s", key)
	return nil
}

// Every setting has its field or check, is shown as it is and counts once it is
// left.
func TestSettingsAreShownAndCountOnceTheFieldIsLeft(t *testing.T) { // R0.5
	e := &settingstest.Engine{}
	d, _, q := open(t, e)
	shown := map[string]string{}
	for _, f := range d.fields {
		shown[f.key] = f.Text
	}
	for _, c := range d.checks {
		shown[c.key] = map[bool]string{true: "true", false: "false"}[c.Checked]
	}
	for key, want := range settingstest.Defaults() {
		if got, ok := shown[key]; !ok || got != want {
			t.Errorf("%s is shown as %q, %v, want %q", key, got, ok, want)
		}
	}
	lines := fieldOf(t, d, "search.context_lines")
	h := d.host.(*host)
	d.tabs.SelectIndex(int(PageReading))
	h.win.Canvas().Focus(lines)
	lines.SetText(" 7 ")
	if e.Value(lines.key) != "5" {
		t.Error("it counts while it is being typed")
	}
	h.win.Canvas().Unfocus()
	q.Until(t, "the new value", func() bool { return e.Value(lines.key) == "7" })
	checkOf(t, d, "ocr.enabled").SetChecked(false)
	q.Until(t, "the switch", func() bool { return e.Value("ocr.enabled") == "false" })
	fieldOf(t, d, "ocr.languages").SetText("eng+deu")
	d.Close()
	q.Until(t, "what was typed last", func() bool { return e.Value("ocr.languages") == "eng+deu" })
}

func TestAValueThatASettingDoesNotTakeIsSaidAtItsField(t *testing.T) { // R0.5
	e := &settingstest.Engine{Wrong: map[string]string{"search.context_lines": "it takes a whole number from 0 to 1000", "ocr.enabled": "it takes true or false"}}
	d, _, q := open(t, e)
	f := fieldOf(t, d, "search.context_lines")
	f.SetText("many")
	f.commit()
	q.Until(t, "the message", func() bool { return f.below.Visible() })
	if f.below.Text != "It takes a whole number from 0 to 1000." || f.Text != "many" {
		t.Errorf("below %q stands %q", f.Text, f.below.Text)
	}
	delete(e.Wrong, f.key)
	f.commit() // the same again may be right by now
	q.Until(t, "the message to go", func() bool { return !f.below.Visible() && e.Value(f.key) == "many" })
	c := checkOf(t, d, "ocr.enabled")
	c.SetChecked(false)
	q.Until(t, "the switch to go back", func() bool { return c.Checked && c.below.Visible() })
}

func TestTheDoorSaysWhyItDoesNotOpen(t *testing.T) { // R0.6
	e := &settingstest.Engine{Problem: "port 7423 is taken by another program: end that, or choose another port"}
	d, _, q := open(t, e)
	if got := d.programs.state.Text; !strings.HasPrefix(got, "Nobody is answered over HTTP.") {
		t.Errorf("at first %q", got)
	}
	checkOf(t, d, "door.enabled").SetChecked(true)
	q.Until(t, "the reason", func() bool {
		return d.programs.state.Text == "Port 7423 is taken by another program: end that, or choose another port."
	})
	if d.programs.state.Importance != widget.DangerImportance {
		t.Error("the reason looks like any other text")
	}
	e.Mu.Lock()
	e.Problem = ""
	e.Mu.Unlock()
	d.programs.look()
	q.Until(t, "the address", func() bool { return d.programs.state.Text == "Answering at http://127.0.0.1:7423" })
}

// A token is shown when it is asked for and not before, neither by itself nor in
// what is to be copied; what is copied holds it.
func TestTokensAreHiddenUntilAskedFor(t *testing.T) {
	e := &settingstest.Engine{Values: settingstest.Defaults()}
	e.Values["door.enabled"] = "true"
	d, h, q := open(t, e)
	p := d.programs
	p.chosen.SetSelected("Open WebUI")
	if text := p.script.Text() + p.token.line.Text(); strings.Contains(text, "5f2ac0de") || !strings.Contains(text, "\"key\": \"••••••••\"") {
		t.Errorf("shown: %s", text)
	}
	test.Tap(p.copy)
	if !strings.Contains(h.clipboard, "\"key\": \""+settingstest.Token) {
		t.Errorf("copied: %s", h.clipboard)
	}
	test.Tap(p.token.show)
	q.Until(t, "the token", func() bool { return strings.HasSuffix(p.token.line.Text(), settingstest.Token[4:]) })
	if !strings.Contains(p.script.Text(), settingstest.Token) {
		t.Errorf("the setup still hides it: %s", p.script.Text())
	}
	test.Tap(p.token.show)
	if p.token.line.Text() != dots {
		t.Error("it cannot be hidden again")
	}
	test.Tap(p.token.renew)
	if e.Fresh != 0 {
		t.Error("one press replaces the token")
	}
	test.Tap(p.token.renew)
	q.Until(t, "the new token", func() bool { e.Mu.Lock(); defer e.Mu.Unlock(); return e.Fresh == 1 })
}

func TestWhoAskedLastIsNamed(t *testing.T) { // R1.5
	e := &settingstest.Engine{}
	d, _, q := open(t, e)
	if got := d.programs.last.Text; got != "" {
		t.Errorf("before anybody asked: %q", got)
	}
	at := time.Now()
	e.Mu.Lock()
	e.Last = core.Visit{Name: "claude-ai", At: at}
	e.Mu.Unlock()
	d.programs.look()
	q.Until(t, "the name", func() bool { return d.programs.last.Text == "Last asked by claude-ai at "+at.Format("15:04") })
}

func TestAModelIsChosenFromThoseThatTheServerHolds(t *testing.T) { // R2.2
	e := &settingstest.Engine{Server: settingstest.RunningServer()}
	d, h, q := open(t, e)
	m := d.model
	if m.state.Text != "Ollama 0.18.2 runs at 127.0.0.1:11434, and qwen2.5-coder:7b can be asked." || h.model != "qwen2.5-coder:7b ● local" {
		t.Errorf("%q, foot %q", m.state.Text, h.model)
	}
	m.models.Select(0)
	q.Until(t, "the model", func() bool { return h.model == "llama3.2:3b ● local" })
	if e.Value("model.model") != "llama3.2:3b" || m.name.Text != "llama3.2:3b" {
		t.Errorf("kept %q, shown %q", e.Value("model.model"), m.name.Text)
	}
}

// What is wrong with the server and what to do stands in one line.
func TestAServerThatCannotBeUsedSaysWhatToDo(t *testing.T) { // R2.3
	for _, tt := range []struct {
		name string
		s    core.ModelServer
		want string
	}{
		{"not running", core.ModelServer{}, "Ollama at 127.0.0.1:11434: it does not run. Start it with: ollama serve. Everything works without a model."},
		{"no model", core.ModelServer{Host: "h", Running: true, Version: "0.18.0", Reason: "the model phi4 is not there", Advice: "fetch it with: ollama pull phi4"},
			"Ollama 0.18.0 runs at h, but it is not asked: the model phi4 is not there. Fetch it with: ollama pull phi4."},
		{"not loopback", core.ModelServer{Host: "10.0.0.9", Reason: `not asked: "10.0.0.9" is not this machine`, Advice: "set OLLAMA_HOST or model.host to a server on this machine"},
			`Ollama at 10.0.0.9: not asked: "10.0.0.9" is not this machine. Set OLLAMA_HOST or model.host to a server on this machine. Everything works without a model.`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d, h, _ := open(t, &settingstest.Engine{Server: tt.s})
			if d.model.state.Text != tt.want || d.model.state.Importance != widget.WarningImportance || h.model != "no model: everything works without one" {
				t.Errorf("%q\n%q, foot %q", d.model.state.Text, tt.want, h.model)
			}
		})
	}
}

func TestAModelIsFetchedWithProgressAndCanBeStopped(t *testing.T) { // R2.2
	e := &settingstest.Engine{Server: settingstest.RunningServer()}
	told, ended := make(chan struct{}), make(chan error, 1)
	e.Pulls = func(ctx context.Context, each func(core.Pulled)) error {
		each(core.Pulled{Step: "pulling 60e05f210007", Done: 1_200_000_000, Total: 4_800_000_000})
		close(told)
		<-ctx.Done()
		ended <- ctx.Err()
		return ctx.Err()
	}
	d, _, q := open(t, e)
	m := d.model
	test.Tap(m.fetch)
	<-told
	q.Until(t, "progress", func() bool { return m.step.Text == "pulling 60e05f210007 · 1.2 GB of 4.8 GB" })
	if m.bar.Part() != 0.25 || !m.cancel.Visible() || m.fetch.Visible() {
		t.Errorf("the bar is at %v", m.bar.Part())
	}
	test.Tap(m.cancel)
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if m.step.Text != "Stopped. Fetch goes on from there." || !m.fetch.Visible() {
		t.Errorf("after the end %q", m.step.Text)
	}
	e.Pulls = nil
	test.Tap(m.fetch)
	q.Until(t, "the reason", func() bool { return m.step.Text == "The server says: no such model." })
}

// Pages are turned by keys, whatever has the keyboard.
func TestPagesAreTurnedByKeys(t *testing.T) {
	d, h, _ := open(t, &settingstest.Engine{})
	down, up := &fyne.KeyEvent{Name: fyne.KeyPageDown}, &fyne.KeyEvent{Name: fyne.KeyPageUp}
	h.win.Canvas().OnTypedKey()(down)
	fieldOf(t, d, "model.host").TypedKey(down)
	fieldOf(t, d, "ocr.languages").TypedKey(down) // there is no other
	if got := d.tabs.SelectedIndex(); got != int(PageReading) {
		t.Errorf("page %d", got)
	}
	checkOf(t, d, "ocr.enabled").TypedKey(up)
	if got := d.tabs.SelectedIndex(); got != int(PageModel) {
		t.Errorf("page %d", got)
	}
	checkOf(t, d, "ocr.enabled").TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if d.box.Visible() {
		t.Error("Escape does not close the settings")
	}
}

func TestNothingIsLookedAtOnceTheSettingsAreClosed(t *testing.T) {
	d, _, q := open(t, &settingstest.Engine{})
	d.box.Hide()
	q.For(50 * time.Millisecond)
	if d.programs.work.Busy() || d.model.work.Busy() {
		t.Error("something goes on")
	}
}
