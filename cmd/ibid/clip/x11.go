//go:build unix && !darwin

package clip

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// What is copied on X11 stays with the program that it was copied from, which
// answers whoever wants to paste it: chapter 2 of the Inter-Client Communication
// Conventions Manual (ICCCM).

const (
	mostAtOnce    = 64 << 10 // bytes; larger pictures are handed over in parts of this size
	mostTransfers = 32       // that are handed over in parts at a time
)

func init() { xgb.Logger.SetOutput(io.Discard) } // what goes wrong is returned

// owner is a picture on the clipboard, with a connection of its own.
type owner struct {
	conn      *xgb.Conn
	window    xproto.Window
	since     xproto.Timestamp
	atoms     map[string]xproto.Atom
	png       []byte
	transfers map[transfer][]byte // what is still to be handed over
	lost      bool                // something else was copied
	done      chan struct{}       // closed when nobody can paste the picture any more
}

// transfer is a property of another program's window that a picture is handed
// over in.
type transfer struct {
	window   xproto.Window
	property xproto.Atom
}

// own makes png what is on the clipboard and goes on to hand it out, until
// something else is copied or the screen goes away. When ctx ends first the
// picture may get there all the same.
func own(ctx context.Context, png []byte) (*owner, error) {
	type result struct {
		o   *owner
		err error
	}
	claimed := make(chan result, 1)
	go func() { // neither connecting nor asking can be cancelled
		o, err := claim(png)
		claimed <- result{o, err}
		if err == nil {
			o.serve()
		}
	}()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case r := <-claimed:
		return r.o, r.err
	}
}

// claim connects and takes the clipboard.
func claim(png []byte) (o *owner, err error) {
	conn, err := xgb.NewConn()
	if err != nil {
		return nil, unsupported("connect to the screen", err)
	}
	defer func() {
		if err != nil {
			conn.Close()
		}
	}()
	o = &owner{conn: conn, png: png, atoms: make(map[string]xproto.Atom), transfers: make(map[transfer][]byte), done: make(chan struct{})}
	for _, name := range []string{"CLIPBOARD", "TARGETS", "TIMESTAMP", "INCR", "image/png"} {
		reply, err := xproto.InternAtom(conn, false, uint16(len(name)), name).Reply()
		if err != nil {
			return nil, fmt.Errorf("ask for the name %q: %w", name, err)
		}
		o.atoms[name] = reply.Atom
	}
	if err := o.open(); err != nil {
		return nil, err
	}
	clipboard := o.atoms["CLIPBOARD"]
	xproto.SetSelectionOwner(conn, o.window, clipboard, o.since)
	reply, err := xproto.GetSelectionOwner(conn, clipboard).Reply()
	if err != nil {
		return nil, fmt.Errorf("take the clipboard: %w", err)
	}
	if reply.Owner != o.window {
		return nil, errors.New("take the clipboard: another program was faster")
	}
	return o, nil
}

// open makes a window, which is never shown, and learns the time of the screen:
// only with a time can it tell who came last.
func (o *owner) open() (err error) {
	setup := xproto.Setup(o.conn)
	if len(setup.Roots) == 0 {
		return unsupported("the screen has no root window", nil)
	}
	if o.window, err = xproto.NewWindowId(o.conn); err != nil {
		return fmt.Errorf("make window: %w", err)
	}
	err = xproto.CreateWindowChecked(o.conn, 0, o.window, setup.Roots[0].Root, 0, 0, 1, 1, 0, xproto.WindowClassInputOnly, 0,
		xproto.CwEventMask, []uint32{xproto.EventMaskPropertyChange}).Check()
	if err != nil {
		return fmt.Errorf("make window: %w", err)
	}
	xproto.ChangeProperty(o.conn, xproto.PropModeAppend, o.window, o.atoms["TIMESTAMP"], xproto.AtomInteger, 32, 0, nil)
	for {
		event, err := o.conn.WaitForEvent()
		if p, ok := event.(xproto.PropertyNotifyEvent); ok {
			o.since = p.Time
			return nil
		}
		if err != nil || event == nil {
			return cmp.Or[error](err, io.ErrUnexpectedEOF)
		}
	}
}

// serve answers those who paste. Once something else is copied it ends with the
// last transfer that has begun.
func (o *owner) serve() {
	defer close(o.done)
	defer o.conn.Close()
	for !o.lost || len(o.transfers) > 0 {
		event, err := o.conn.WaitForEvent()
		if event == nil && err == nil {
			return // the screen is gone
		}
		// An error is one of a window that went away, which costs nothing.
		switch e := event.(type) {
		case xproto.SelectionRequestEvent:
			o.answer(e)
		case xproto.SelectionClearEvent:
			o.lost = true
		case xproto.PropertyNotifyEvent:
			if e.State == xproto.PropertyDelete {
				o.next(transfer{e.Window, e.Atom})
			}
		case xproto.DestroyNotifyEvent:
			for t := range o.transfers {
				if t.window == e.Window {
					delete(o.transfers, t)
				}
			}
		}
	}
}

// answer hands over what a program asks for, or says that there is no such thing.
func (o *owner) answer(e xproto.SelectionRequestEvent) {
	t := transfer{e.Requestor, cmp.Or(e.Property, e.Target)} // clients of old leave the property out
	switch e.Target {
	case o.atoms["TARGETS"]:
		o.put(t, xproto.AtomAtom, 32, words(o.atoms["TARGETS"], o.atoms["TIMESTAMP"], o.atoms["image/png"]))
	case o.atoms["TIMESTAMP"]:
		o.put(t, xproto.AtomInteger, 32, words(o.since))
	case o.atoms["image/png"]:
		if !o.begin(t) {
			t.property = xproto.AtomNone
		}
	default:
		t.property = xproto.AtomNone
	}
	notify := xproto.SelectionNotifyEvent{Time: e.Time, Requestor: e.Requestor, Selection: e.Selection, Target: e.Target, Property: t.property}
	xproto.SendEvent(o.conn, false, e.Requestor, xproto.EventMaskNoEvent, string(notify.Bytes()))
}

// begin hands over the picture at once if it is small. Otherwise it announces
// its size, and each time the other program has taken a part the next one
// follows.
func (o *owner) begin(t transfer) bool {
	if len(o.png) <= mostAtOnce {
		o.put(t, o.atoms["image/png"], 8, o.png)
		return true
	}
	if len(o.transfers) >= mostTransfers {
		return false
	}
	xproto.ChangeWindowAttributes(o.conn, t.window, xproto.CwEventMask, []uint32{xproto.EventMaskPropertyChange | xproto.EventMaskStructureNotify})
	o.transfers[t] = o.png
	o.put(t, o.atoms["INCR"], 32, words(uint32(len(o.png))))
	return true
}

// next hands over the next part. An empty one is the end.
func (o *owner) next(t transfer) {
	rest, ok := o.transfers[t]
	if !ok {
		return
	}
	part := rest[:min(len(rest), mostAtOnce)]
	o.put(t, o.atoms["image/png"], 8, part)
	if o.transfers[t] = rest[len(part):]; len(part) == 0 {
		delete(o.transfers, t)
	}
}

func (o *owner) put(t transfer, kind xproto.Atom, format byte, data []byte) {
	xproto.ChangeProperty(o.conn, xproto.PropModeReplace, t.window, t.property, kind, format, uint32(len(data)/int(format/8)), data)
}

// words returns numbers in the byte order of the protocol, four bytes each.
func words[T ~uint32](numbers ...T) []byte {
	out := make([]byte, 4*len(numbers))
	for i, n := range numbers {
		xgb.Put32(out[4*i:], uint32(n))
	}
	return out
}
