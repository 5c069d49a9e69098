package ui

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime/pprof"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	fyneapp "fyne.io/fyne/v2/app"

	"ibid/assets"
	"ibid/core"
	"ibid/ui/post"
	"ibid/ui/settings"
	"ibid/ui/settings/settingstest"
	"ibid/ui/theme"
)

// TestMain can show the real window instead of running tests: IBID_UI_DEMO is
// light or dark and IBID_UI_SHOT a file for a picture of the screen, after which
// the window closes. IBID_UI_SCENE picks what is shown.
func TestMain(m *testing.M) {
	if mode := os.Getenv("IBID_UI_DEMO"); mode != "" {
		demo(theme.Mode(mode), os.Getenv("IBID_UI_SCENE"), os.Getenv("IBID_UI_SHOT"))
		return
	}
	os.Exit(m.Run())
}

func demo(mode theme.Mode, scene, shot string) {
	engine := newFake()
	if scene == "empty" {
		engine.documents = nil
	}
	a := fyneapp.NewWithID("org.ibid.demo")
	var w *Window
	ready := func() {
		w.choose(mode)
		play(w, engine, scene)
		if shot != "" {
			w.bridge.After(length(scene), func() { picture(w, shot) })
		}
	}
	w = New(a, engine, Options{Title: "Ibid", Library: "Thesis", Model: "no local model · word search", Version: "0.1.0", OnReady: ready})
	w.win.Resize(fyne.NewSize(1280, 800))
	var beat *post.Heartbeat
	w.bridge.After(2*time.Second, func() { // the first frame compiles shaders
		beat = w.Heartbeat()
		w.bridge.Go(func(ctx context.Context) { report(ctx, beat) })
	})
	if path := os.Getenv("IBID_UI_PROFILE"); path != "" {
		out, err := os.Create(path)
		if err != nil {
			panic(err)
		}
		_ = pprof.StartCPUProfile(out)
		defer pprof.StopCPUProfile()
	}
	w.Run()
	fmt.Println("heartbeats", beat.Beats(), "worst", beat.Worst())
}

// length is how long a scene is played before its picture is taken.
func length(scene string) time.Duration {
	if scene == "busy" {
		return 8 * time.Second
	}
	return 2500 * time.Millisecond
}

// busy tells of changes as often as reading does.
func busy(w *Window, engine *fake) {
	w.bridge.Go(func(ctx context.Context) {
		for i := range 600 {
			select {
			case <-ctx.Done():
				return
			case <-time.After(10 * time.Millisecond):
			}
			engine.mu.Lock()
			engine.documents[i%20].Tokens++
			engine.mu.Unlock()
			engine.changes(core.Change{Documents: true, Progress: core.Progress{Total: 600, Words: i, Done: i}})
		}
	})
}

// report prints the longest wait of every half second.
func report(ctx context.Context, beat *post.Heartbeat) {
	for start := time.Now(); ctx.Err() == nil; {
		select {
		case <-ctx.Done():
		case <-time.After(500 * time.Millisecond):
			fmt.Printf("%4.1f s: %v\n", time.Since(start).Seconds(), beat.Worst().Round(time.Millisecond))
			beat.Reset()
		}
	}
}

func play(w *Window, engine *fake, scene string) {
	if page, ok := strings.CutPrefix(scene, "settings"); ok {
		playSettings(w, engine, page)
		return
	}
	if page, ok := strings.CutPrefix(scene, "help"); ok {
		h := newHelp(w)
		h.dialog.Show(fyne.NewSize(1000, 680), nil)
		h.list.Select(max(0, slices.IndexFunc(h.pages, func(p assets.Page) bool { return "-"+p.Name == page })))
		return
	}
	switch scene {
	case "empty", "library":
		return
	case "nothing":
		w.search.Ask("zebra")
		return
	}
	w.search.Ask("yield curve recession inverted")
	engine.changes(core.Change{Progress: core.Progress{Total: 412, Words: 212, Done: 12, Skipped: 1, Left: 2 * time.Minute}})
	w.bridge.After(500*time.Millisecond, func() {
		switch scene {
		case "edited":
			w.context.Take(core.Place{Hash: engine.documents[7].Hash, Page: 4})
			w.search.Move(2)
		case "reader":
			host{w}.OpenHit(w.search.Hits()[1])
		case "preview":
			w.context.TogglePreview()
		case "picker":
			w.library.AskFiles()
		case "busy":
			busy(w, engine)
		case "ask":
			w.askModel()
		case "about":
			w.about()
		case "copy":
			w.context.Copy()
		case "options":
			w.context.AskOptions()
		case "numbers":
			w.library.AskNumbers(engine.documents[0])
		case "watched":
			w.library.AskWatched()
		case "goto":
			w.askPlace()
		case "check":
			w.toggleCheck()
		case "open":
			w.askContext()
		case "save":
			host{w}.SaveFile("context.json", nil)
		case "text":
			host{w}.OpenHit(w.search.Hits()[4])
		case "plan":
			w.search.AskPlan()
		case "off":
			w.search.Restore(core.ContextRequest{Query: "yield curve recession inverted", Without: []string{"abbr:ecb"}, In: []string{engine.documents[0].Path}})
		case "scope":
			host{w}.OpenHit(w.search.Hits()[1])
			host{w}.CloseReader()
			w.bridge.After(300*time.Millisecond, w.search.AskScope)
		case "planned":
			p, _ := engine.Plan(context.Background(), "", core.PlannerModel, nil)
			w.search.Follow(&p)
		case "rated", "feedback":
			w.context.Rate(0, core.RatingUp)
			w.context.Rate(2, core.RatingDown)
			c, _ := w.context.Result()
			w.context.Cited(core.CheckReport{Claims: []core.Claim{{Citations: []int{1, 2}}}}, c.Sources)
			if scene == "feedback" {
				w.bridge.After(300*time.Millisecond, w.context.AskFeedback)
			}
		}
	})
}

// playSettings shows a page of the settings.
func playSettings(w *Window, engine *fake, page string) {
	at := settings.PagePrograms
	switch page {
	case "-on":
		engine.Values = settingstest.Defaults()
		engine.Values["door.enabled"] = "true"
		engine.Last = core.Visit{Name: "claude-ai", At: time.Now()}
	case "-model":
		at = settings.PageModel
	case "-nomodel":
		at = settings.PageModel
		engine.Server = core.ModelServer{}
	case "-reading":
		at = settings.PageReading
	}
	settings.Open(engine, host{w}, w.bridge, at)
}

func picture(w *Window, shot string) {
	w.bridge.Go(func(context.Context) {
		if out, err := exec.Command("import", "-window", "root", shot).CombinedOutput(); err != nil {
			fmt.Println("import:", err, string(out))
		}
		w.bridge.Post(w.Close)
	})
}
