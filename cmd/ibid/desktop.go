package main

import (
	"context"
	"errors"
	"path/filepath"
	"strconv"
	"sync"

	"ibid/app"
	"ibid/app/ask"
	"ibid/app/config"
	"ibid/app/door/serve"
	"ibid/app/remote"
	"ibid/core"
)

// desktop is the library with what the window adds: settings that apply at
// once, and a door for other programs.
type desktop struct {
	*remote.Library
	door   *serve.Switch
	config string // file of the settings, as for config.Load

	changing sync.Mutex // held while a setting changes
}

// newDesktop opens the door if the settings say so.
func newDesktop(ctx context.Context, o options, l *remote.Library, c config.Config) (*desktop, error) {
	dir, err := filepath.Abs(o.library)
	if err != nil {
		return nil, err
	}
	file, asked := config.File(o.config)
	if file, err = filepath.Abs(file); err != nil {
		return nil, err
	}
	if !asked {
		file = "" // programs that start ibidctl find the default file themselves
	}
	d := &desktop{Library: l, config: o.config}
	d.door = serve.NewSwitch(l, serve.Place{Library: dir, Default: dir == app.DefaultLibrary(), Config: file})
	d.door.Set(ctx, c.Door.Enabled, c.Door.Listen)
	return d, nil
}

// Close closes the door and the library.
func (d *desktop) Close() error {
	d.door.Close()
	return d.Library.Close()
}

// Settings returns the current settings.
func (d *desktop) Settings(context.Context) (core.Settings, error) {
	file, _ := config.File(d.config)
	c, err := config.Load(d.config)
	return core.Settings{File: file, Values: map[string]string{
		"search.pdf_context_chars": strconv.Itoa(c.Search.Characters), "search.context_lines": strconv.Itoa(c.Search.Lines),
		"model.host": c.Model.Host, "model.model": c.Model.Model, "model.time": strconv.Itoa(c.Model.Seconds),
		"ocr.enabled": strconv.FormatBool(c.OCR.Enabled), "ocr.languages": c.OCR.Languages,
		"code.language_servers": strconv.FormatBool(c.Code.LanguageServers),
		"door.enabled":          strconv.FormatBool(c.Door.Enabled), "door.listen": c.Door.Listen,
	}}, settingError(err)
}

// ChangeSetting stores and applies a new value.
func (d *desktop) ChangeSetting(ctx context.Context, key, value string) error {
	d.changing.Lock()
	defer d.changing.Unlock()
	c, err := config.Save(d.config, config.Change{Key: key, Value: value})
	if err != nil {
		return settingError(err)
	}
	d.door.Set(ctx, c.Door.Enabled, c.Door.Listen)
	return d.Configure(ctx, c)
}

// settingError converts an error of the settings into the type that the window
// expects.
func settingError(err error) error {
	var wrong *config.Error
	if errors.As(err, &wrong) {
		return &core.SettingError{Key: wrong.Key, Want: wrong.Want, Err: err}
	}
	return err
}

// Door returns the address of the door, or why it is closed.
func (d *desktop) Door(context.Context) core.Door { return d.door.State() }

// DoorToken returns the library's token.
func (d *desktop) DoorToken(context.Context) (string, error) { return d.door.Token() }

// NewDoorToken replaces the library's token and returns the new one.
func (d *desktop) NewDoorToken(ctx context.Context) (string, error) { return d.door.NewToken(ctx) }

// Snippets returns settings to paste into other programs.
func (d *desktop) Snippets(context.Context) []core.Snippet { return d.door.Snippets() }

// Answer has the local model answer from the context of a request.
func (d *desktop) Answer(ctx context.Context, req core.ContextRequest, each func(c *core.Context, piece string)) (core.Reply, error) {
	a, err := d.Ask(ctx, req, func(ev ask.AskEvent) { each(ev.Context, ev.Piece) })
	return core.Reply{Text: a.Text, Model: a.Model, Tokens: a.Tokens, Check: a.Check, Checked: a.Checked}, err
}
