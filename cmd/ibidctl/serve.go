package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"ibid/app/config"
	"ibid/app/door"
	"ibid/app/door/rest"
	"ibid/app/door/serve"
	"ibid/app/remote"
	"ibid/core/text"
)

// serving is what serve prints once it listens.
type serving struct {
	Address string `json:"address"`
	Token   string `json:"token_file"` // the token itself is printed nowhere
}

func defineServe(fs *flag.FlagSet) action {
	listen, renew := door.DefaultListen, false
	fs.StringVar(&listen, "listen", listen, "listen on `ADDRESS` of this machine, such as 127.0.0.1:7423; port 0 is a free one")
	fs.BoolVar(&renew, "new-token", false, "make a new token: programs that have the old one are not let in any more")
	return func(ctx context.Context, c *call) error {
		l, err := door.Listen(ctx, listen)
		if err != nil {
			return usageError("%v", err)
		}
		defer l.Close()
		return c.withOwner(ctx, func(e *remote.Library) error {
			token, err := c.token(renew)
			if err != nil {
				return err
			}
			log := slog.New(slog.NewTextHandler(c.stderr, nil))
			if err := c.sayServing(serving{"http://" + l.Addr().String() + rest.Base, filepath.Join(c.library, door.TokenFile)}); err != nil {
				return err
			}
			return serve.Serve(ctx, l, e, serve.Options{Token: token, Log: log})
		})
	}
}

// withOwner is like with, for servers that run until they are ended. This program
// owns the library, so others use it through this one, unless one that came first
// owns it. Folders are watched, and what waits to be read is read meanwhile.
func (c *call) withOwner(ctx context.Context, use func(*remote.Library) error) error {
	settings, err := config.Load(c.config)
	if err != nil {
		return err
	}
	o := c.options()
	o.Config, o.Long = &settings, true
	e, err := remote.Open(ctx, o)
	if err != nil {
		return err
	}
	reading, stop := context.WithCancel(ctx)
	done := make(chan error, 1)
	go func() {
		_, err := e.Resume(reading)
		done <- err
	}()
	err = use(e)
	stop()
	if read := <-done; read != nil && !errors.Is(read, context.Canceled) {
		c.say("what is still to be read was not read: %v", read)
	}
	return errors.Join(err, e.Close())
}

// token reads the library's token, or makes one and says why.
func (c *call) token(renew bool) (token string, err error) {
	why := "it was asked for"
	if renew {
		token, err = door.NewToken(c.library)
	} else {
		token, why, err = door.Token(c.library)
	}
	if err == nil && why != "" {
		c.say("a new token was made: %s", why)
	}
	return token, err
}

// sayServing prints the address and the token's file, and flushes them.
func (c *call) sayServing(s serving) error {
	c.say("listening since %s, until interrupted", time.Now().Format("15:04:05"))
	if c.json {
		if err := c.writeJSON(s); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(c.stdout, "address     %s\ntoken       in %s\n", s.Address, text.OneLine(s.Token))
	}
	return c.flush()
}
