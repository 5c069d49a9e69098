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

// On X11 the program that copied something keeps it and answers each program
// that pastes it: chapter 2 of the Inter-Client Communication Conventions
// Manual (ICCCM).

const (
	mostAtOnce    = 64 << 10 // bytes; larger pictures are sent in parts of this size
	mostTransfers = 32       // transfers in parts at the same time
)

func init() { xgb.Logger.SetOutput(io.Discard) } // errors are returned

// owner holds a picture on the clipboard, with a connection of its own.
type owner struct {
	conn      *xgb.Conn
	window    xproto.Window
	since     xproto.Timestamp
	atoms     map[string]xproto.Atom
	png       []byte
	transfers map[transfer][]byte // the parts that are still to be sent
	lost      bool                // something else was copied
	done      chan struct{}       // closed when the picture can no longer be pasted
}

// transfer is the property of another program's window into which a picture is
// written.
type transfer struct {
	window   xproto.Window
	property xproto.Atom
}

// own puts png on the clipboard and serves it until something else is copied or
// the screen disappears. If ctx ends first, the picture may reach the clipboard
// all the same.
func own(ctx context.Context, png []byte) (*owner, error) {
	type result struct {
		o   *owner
		err error
	}
	claimed := make(chan result, 1)
	go func() { // connecting and asking cannot be cancelled
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

// claim connects to the screen and takes ownership of the clipboard.
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

// open creates a window, which is never shown, and learns the server's time,
// which decides who took the clipboard last.
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

// serve answers programs that paste. When something else is copied, it ends
// after the last transfer that has begun.
func (o *owner) serve() {
	defer close(o.done)
	defer o.conn.Close()
	for !o.lost || len(o.transfers) > 0 {
		event, err := o.conn.WaitForEvent()
		if event == nil && err == nil {
			return // the screen is gone
		}
		// An error is about a window that disappeared and can be ignored.
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

// answer sends a program what it asks for, or reports that it is not available.
func (o *owner) answer(e xproto.SelectionRequestEvent) {
	t := transfer{e.Requestor, cmp.Or(e.Property, e.Target)} // old clients leave the property out
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

// begin sends a small picture at once. For a larger one it announces the size;
// the other program takes the parts one after the other.
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

// next sends the next part. An empty part is the end.
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
