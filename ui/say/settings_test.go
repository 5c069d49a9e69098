package say

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"ibid/core"
)

func TestASettingThatIsNotTakenSaysWhatItTakes(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want string
	}{
		{fmt.Errorf("set: %w", &core.SettingError{Key: "search.context_lines", Want: "it takes a whole number from 0 to 1000", Err: errors.New("no number")}),
			"It takes a whole number from 0 to 1000."},
		{&core.SettingError{Err: errors.New("settings line 2: no such setting")}, "Settings line 2: no such setting. Correct the file, then open the settings again."},
		{core.ErrNotFound, Error(core.ErrNotFound)},
	} {
		if got := Setting(tt.err); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.err, got, tt.want)
		}
	}
}

func TestTheDoorSaysWhetherItAnswers(t *testing.T) {
	for _, tt := range []struct {
		door core.Door
		want string
		ok   bool
	}{
		{core.Door{}, "Nobody is answered over HTTP. Programs that start ibidctl themselves are.", true},
		{core.Door{Wanted: true, Address: "http://127.0.0.1:7423"}, "Answering at http://127.0.0.1:7423", true},
		{core.Door{Wanted: true, Problem: "port 7423 is taken by another program"}, "Port 7423 is taken by another program.", false},
	} {
		if got, ok := Door(tt.door); got != tt.want || ok != tt.ok {
			t.Errorf("%+v: %q %t, want %q %t", tt.door, got, ok, tt.want, tt.ok)
		}
	}
}

func TestTheLastVisitHasAnHourTodayAndADayBefore(t *testing.T) {
	now := time.Date(2026, 3, 9, 8, 30, 0, 0, time.Local)
	for _, tt := range []struct {
		at   time.Time
		want string
	}{
		{time.Time{}, ""},
		{time.Date(2026, 3, 9, 0, 0, 0, 0, time.Local), "Last asked by Zed at 00:00"},
		{time.Date(2026, 3, 9, 8, 29, 59, 0, time.Local), "Last asked by Zed at 08:29"},
		{time.Date(2026, 3, 8, 23, 59, 0, 0, time.Local), "Last asked by Zed on 8 Mar 2026"},
		{time.Date(2025, 3, 9, 8, 0, 0, 0, time.Local), "Last asked by Zed on 9 Mar 2025"}, // the same day of another year
	} {
		if got := LastAsked(core.Visit{Name: "Zed", At: tt.at}, now); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.at, got, tt.want)
		}
	}
}

func TestAServerOfModelsSaysWhetherItCanBeAsked(t *testing.T) {
	ready := core.ModelServer{Host: "http://127.0.0.1:11434", Running: true, Version: "0.12.3", Model: "qwen2.5-coder:7b"}
	without, off := ready, ready
	without.Reason, without.Advice = "it has no model", "fetch one below"
	off.Running, off.Reason, off.Advice = false, "it does not run", "start it"
	for _, tt := range []struct {
		server      core.ModelServer
		want, short string
		ok          bool
	}{
		{ready, "Ollama 0.12.3 runs at http://127.0.0.1:11434, and qwen2.5-coder:7b can be asked.", "qwen2.5-coder:7b ● local", true},
		{without, "Ollama 0.12.3 runs at http://127.0.0.1:11434, but it is not asked: it has no model. Fetch one below.", "no model: everything works without one", false},
		{off, "Ollama at http://127.0.0.1:11434: it does not run. Start it. Everything works without a model.", "no model: everything works without one", false},
	} {
		got, ok := Server(tt.server)
		if short := Model(tt.server); got != tt.want || ok != tt.ok || short != tt.short {
			t.Errorf("%+v:\n%q %t %q, want\n%q %t %q", tt.server, got, ok, short, tt.want, tt.ok, tt.short)
		}
	}
}

func TestSizesChangeTheirUnit(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 kB", 1500: "2 kB", 999_499: "999 kB", 1_000_000: "1 MB", 42_400_000: "42 MB", 999_400_000: "999 MB", 1_000_000_000: "1.0 GB", 4_683_075_271: "4.7 GB",
	} {
		if got := Size(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
