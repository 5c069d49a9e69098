// Command ibid is the window: it joins the engine and the user interface.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"fyne.io/fyne/v2"
	fyneapp "fyne.io/fyne/v2/app"

	"ibid/app"
	"ibid/app/doctor"
	"ibid/assets"
	"ibid/cmd/ibid/clip"
	"ibid/ui"
	"ibid/ui/say"
)

// id is the application's identifier for the desktop and its preferences.
const id = "io.ibid.desktop"

func main() {
	app.RunWorkerIfAsked()
	o := parse()
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "ibid:", err)
		os.Exit(1)
	}
}

// options are the flags.
type options struct {
	library string
	config  string
	add     []string      // files and folders to add at the start
	ask     string        // a question to begin with
	report  string        // file for a report on the shown context; for tests and scripts
	frame   bool          // exit after the first frame; for measuring
	rest    time.Duration // how long the window is measured before anything is read; for tests
}

func parse() options {
	var o options
	flag.StringVar(&o.library, "library", app.DefaultLibrary(), "`folder` of the library")
	flag.StringVar(&o.config, "config", "", "`file` of the settings, instead of the one in the platform's folder")
	flag.Func("add", "`file` or folder to add; may be repeated", func(s string) error {
		o.add = append(o.add, s)
		return nil
	})
	flag.StringVar(&o.ask, "ask", "", "`question` to begin with")
	flag.StringVar(&o.report, "report", "", "`file` to write the context of the question to, as JSON, once all is read and shown")
	flag.DurationVar(&o.rest, "rest", 0, "`time` to measure the window at rest before anything is read, for --report")
	flag.BoolVar(&o.frame, "first-frame", false, "say when the first frame is shown, and end")
	flag.Parse()
	o.add = append(o.add, flag.Args()...)
	o.library = cmp.Or(o.library, app.DefaultLibrary())
	return o
}

// run opens the library and shows the window until it is closed. If the library
// does not open, a window shows the error too, because a person who started
// Ibid from an icon sees no terminal. The error is a sentence.
func run(o options) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	a := fyneapp.NewWithID(id)
	a.SetIcon(fyne.NewStaticResource("icon.png", assets.IconPNG))
	engine, err := openLibrary(ctx, o)
	if err != nil {
		if o.report == "" {
			ui.ShowProblem(a, err)
		}
		return errors.New(say.Opening(err))
	}
	s := &session{options: o, engine: engine}
	s.window = ui.New(a, engine, ui.Options{
		Library: filepath.Base(o.library), Model: doctor.Model(ctx, o.config), Version: app.Version,
		OnReady:     func() { s.ready(ctx, a.Quit) },
		OnContext:   s.shown,
		CopyPicture: clip.Picture,
	})
	s.window.Run()
	cancel()
	s.work.Wait()
	if text := say.Error(engine.Close()); text != "" {
		return errors.New(text)
	}
	return nil
}
