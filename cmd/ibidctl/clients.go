package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"ibid/app"
	"ibid/app/remote"
	"ibid/core"
)

type clientJSON struct {
	Name     string      `json:"name"`
	Own      bool        `json:"own_token"`
	Way      core.Way    `json:"way"`
	First    time.Time   `json:"first"`
	Last     time.Time   `json:"last"`
	Requests int         `json:"requests"`
	Revoked  bool        `json:"revoked"`
	Asked    []askedJSON `json:"asked"`
}

type askedJSON struct {
	At   time.Time `json:"at"`
	Text string    `json:"text"`
}

// clients writes which programs have asked, the last one first. Those of a name
// are revoked or allowed first, if one is given.
func (c *call) clients(ctx context.Context, name string, revoked bool) error {
	return c.with(ctx, func(e *remote.Library) error {
		list, err := e.Clients(ctx)
		if err != nil {
			return err
		}
		if name != "" {
			if err := revoke(ctx, e, list, name, revoked); err != nil {
				return err
			}
			if list, err = e.Clients(ctx); err != nil {
				return err
			}
		}
		return c.writeClients(list)
	})
}

// revoke revokes or allows all programs of a name: with a token of their own,
// and without.
func revoke(ctx context.Context, e *remote.Library, list []core.Client, name string, revoked bool) error {
	found := false
	for _, k := range list {
		if k.Name == name {
			found = true
			if err := e.Revoke(ctx, k.Name, k.Own, revoked); err != nil {
				return err
			}
		}
	}
	if !found {
		return fmt.Errorf("program %q has not asked yet: %w", name, core.ErrNotFound)
	}
	return nil
}

func (c *call) writeClients(list []core.Client) error {
	if c.json {
		return c.writeJSON(each(list, func(k core.Client) clientJSON {
			asked := each(k.Asked, func(a core.Asked) askedJSON { return askedJSON{a.At, a.Text} })
			return clientJSON{k.Name, k.Own, k.Way, k.First, k.Last, k.Requests, k.Revoked, asked}
		}))
	}
	if len(list) == 0 {
		c.say("no other program has asked yet")
	}
	for _, k := range list {
		known := "calls itself so"
		if k.Own {
			known = "has a token of its own"
		}
		parts := []string{app.OneLine(k.Name), string(k.Way), fmt.Sprintf("requests: %d", k.Requests), known}
		if k.Revoked {
			parts = append(parts, "revoked")
		}
		if len(k.Asked) > 0 {
			parts = append(parts, fmt.Sprintf("asked last: %q", k.Asked[0].Text))
		}
		if _, err := fmt.Fprintln(c.stdout, strings.Join(parts, "  ")); err != nil {
			return err
		}
	}
	return nil
}
