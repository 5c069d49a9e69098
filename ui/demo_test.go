package ui

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	fyneapp "fyne.io/fyne/v2/app"

	"ibid/core"
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
			w.bridge.After(1500*time.Millisecond, func() { picture(w, shot) })
		}
	}
	w = New(a, engine, Options{Title: "Ibid", Library: "Thesis", Model: "no local model · word search", Version: "0.1.0", OnReady: ready})
	w.win.Resize(fyne.NewSize(1400, 860))
	beat := w.Heartbeat()
	w.Run()
	fmt.Println("heartbeats", beat.Beats(), "worst", beat.Worst())
}

func play(w *Window, engine *fake, scene string) {
	switch scene {
	case "empty", "library":
		return
	case "nothing":
		w.search.Ask("zebra")
		return
	}
	w.search.Ask("yield curve recession inverted")
	engine.changes(core.Change{Progress: core.Progress{Total: 412, Done: 212, Skipped: 1, Left: 2 * time.Minute}})
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
		case "about":
			w.about()
		case "copy":
			w.context.Copy()
		}
	})
}

func picture(w *Window, shot string) {
	w.bridge.Go(func(context.Context) {
		if out, err := exec.Command("import", "-window", "root", shot).CombinedOutput(); err != nil {
			fmt.Println("import:", err, string(out))
		}
		w.bridge.Post(w.Close)
	})
}
