package app

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"ibid/core"
	"ibid/core/safefile"
	"ibid/core/text"
)

// clientsFile is the name of the list of other programs in the library's folder.
// It is no part of library.db: who asks changes nothing of what is answered.
const clientsFile = "clients.json"

const (
	maxClientName = 60  // characters
	maxAskedText  = 300 // bytes

	// What was asked is written so often at most, and at the end. That a program
	// is new or was revoked is written at once.
	writeClients = 5 * time.Second
)

// clients are the other programs that ask. Safe for concurrent use.
type clients struct {
	path string

	mu      sync.Mutex
	known   []core.Client
	loaded  bool
	dirty   bool
	written time.Time
}

// load reads the list. One that cannot be read is an error: a program that was
// revoked would be let in again.
func (c *clients) load() error {
	if c.loaded {
		return nil
	}
	data, err := os.ReadFile(c.path)
	if errors.Is(err, fs.ErrNotExist) {
		c.loaded = true
		return nil
	}
	if err == nil {
		err = json.Unmarshal(data, &c.known)
	}
	if err != nil {
		return fmt.Errorf("read list of programs %q, which can be deleted to begin anew: %w", c.path, err)
	}
	c.loaded = true
	return nil
}

// save writes a whole list or none.
func (c *clients) save() error {
	data, err := json.MarshalIndent(c.known, "", " ")
	if err != nil {
		return fmt.Errorf("write list of programs: %w", err)
	}
	if err := safefile.Write(c.path, append(data, '\n'), 0o600); err != nil {
		return fmt.Errorf("write list of programs: %w", err)
	}
	c.dirty, c.written = false, time.Now()
	return nil
}

func (c *clients) close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.dirty {
		return nil
	}
	return c.save()
}

// find is the place of a program; -1 if it is not known.
func (c *clients) find(name string, own bool) int {
	return slices.IndexFunc(c.known, func(k core.Client) bool { return k.Name == name && k.Own == own })
}

// add puts a program on the list, from which the one goes that has not asked for
// longest. Those that were revoked stay.
func (c *clients) add(k core.Client) {
	oldest, n := -1, 0
	for i, other := range c.known {
		if other.Revoked {
			continue
		}
		if n++; oldest < 0 || other.Last.Before(c.known[oldest].Last) {
			oldest = i
		}
	}
	if n >= core.MaxClients {
		c.known = slices.Delete(c.known, oldest, oldest+1)
	}
	c.known = append(c.known, k)
}

// ClientName is what a program is called that says so itself: one line of at most
// 60 characters.
func ClientName(said string) string {
	said = strings.Join(strings.FieldsFunc(text.Clip(said, 4*maxClientName), func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }), " ")
	if runes := []rune(said); len(runes) > maxClientName {
		said = string(runes[:maxClientName])
	}
	return cmp.Or(said, "a program without a name")
}

// Visit notes a request of another program. One that was revoked gives an error
// that wraps core.ErrRevoked. A visit that says what was asked belongs to the
// request before it.
func (e *Engine) Visit(_ context.Context, v core.Visit) error {
	c := &e.clients
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.load(); err != nil {
		return err
	}
	now := time.Now()
	name := ClientName(v.Name)
	i := c.find(name, v.Own)
	fresh := i < 0
	if fresh {
		c.add(core.Client{Name: name, Own: v.Own, First: now})
		i = len(c.known) - 1
	}
	k := &c.known[i]
	if k.Revoked {
		return fmt.Errorf("%q: %w", name, core.ErrRevoked)
	}
	k.Way, k.Last, c.dirty = v.Way, now, true
	if v.Asked == "" {
		k.Requests++
	} else {
		asked := core.Asked{At: now, Text: text.Clip(text.OneLine(text.Clip(v.Asked, 4*maxAskedText)), maxAskedText)}
		k.Asked = slices.Insert(k.Asked, 0, asked)
		k.Asked = k.Asked[:min(len(k.Asked), core.MaxAsked)]
	}
	if fresh || now.Sub(c.written) > writeClients {
		return c.save()
	}
	return nil
}

// Clients lists the programs that have asked, the last one first.
func (e *Engine) Clients(context.Context) ([]core.Client, error) {
	c := &e.clients
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.load(); err != nil {
		return nil, err
	}
	out := slices.Clone(c.known)
	for i := range out {
		out[i].Asked = slices.Clone(out[i].Asked)
	}
	slices.SortStableFunc(out, func(a, b core.Client) int { return b.Last.Compare(a.Last) })
	return out, nil
}

// Revoke has a program's requests refused from now on, or answered again. One
// that is not on the list gives an error that wraps core.ErrNotFound.
func (e *Engine) Revoke(_ context.Context, name string, own, revoked bool) error {
	c := &e.clients
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.load(); err != nil {
		return err
	}
	i := c.find(name, own)
	if i < 0 {
		return fmt.Errorf("program %q: %w", name, core.ErrNotFound)
	}
	c.known[i].Revoked = revoked
	return c.save()
}

// ForgetClients empties the list, but for the names of those that are revoked.
func (e *Engine) ForgetClients(context.Context) error {
	c := &e.clients
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.load(); err != nil {
		return err
	}
	c.known = slices.DeleteFunc(c.known, func(k core.Client) bool { return !k.Revoked })
	for i := range c.known {
		c.known[i].Asked = nil
	}
	return c.save()
}
