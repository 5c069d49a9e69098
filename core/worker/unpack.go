package worker

import (
	"context"
	"math"

	"ibid/core"
	"ibid/core/extract/archive"
)

// List lists the members of an archive.
func (s *Supervisor) List(ctx context.Context, req core.ReadRequest) (core.Listing, error) {
	var l core.Listing
	j := s.reading(stepList, req)
	ended := false
	j.receive = func(t tag, payload []byte) (err error) {
		switch {
		case ended:
			return errGarbage
		case t == tagMember:
			var m member
			m, err = decode[member](payload)
			l.Members = append(l.Members, m.member())
		case t == tagListing:
			ended = true
			var last listed
			last, err = decode[listed](payload)
			l.LeftOut, l.Lacks = last.LeftOut, last.Lacks
		default:
			return errGarbage
		}
		return err
	}
	if err := s.unpacker.do(ctx, j); err != nil {
		return core.Listing{}, err
	}
	return l, nil
}

// Unpack passes the bytes of the named members to take. It fails if a member is
// larger than a file may be.
func (s *Supervisor) Unpack(ctx context.Context, req core.ReadRequest, names []string, take func(core.Piece) error) error {
	j := s.reading(stepUnpack, req)
	j.Names, j.output = names, math.MaxInt64
	ended := make([]bool, len(names))
	sizes := make([]int64, len(names))
	var taking error
	j.receive = func(t tag, payload []byte) error {
		sent, err := decode[unpacked](payload)
		p := sent.piece()
		if err != nil || t != tagPiece || p.Member < 0 || p.Member >= len(names) || ended[p.Member] {
			return errGarbage
		}
		ended[p.Member] = p.Last
		if sizes[p.Member] += int64(len(p.Data)); sizes[p.Member] > s.limits.FileBytes {
			return errOutput
		}
		taking = take(p)
		return taking
	}
	err := s.unpacker.do(ctx, j)
	if taking != nil {
		return taking
	}
	return err
}

// archiveLimits returns the limits of a worker as limits for an archive.
func archiveLimits(l core.Limits) archive.Limits {
	a := archive.DefaultLimits()
	if l.FileBytes > 0 {
		a.Member = l.FileBytes
	}
	return a
}

// unpack performs a request about an archive.
func (s *server) unpack(ctx context.Context, r request, in core.Input) error {
	if r.Step == stepUnpack {
		return archive.Unpack(ctx, in, archiveLimits(s.limits), r.Names, func(p core.Piece) error { return s.send(tagPiece, newPiece(p)) })
	}
	l, err := archive.List(ctx, in, archiveLimits(s.limits))
	if err != nil {
		return err
	}
	for _, m := range l.Members {
		if err := s.emit(tagMember, newMember(m)); err != nil {
			return err
		}
	}
	return s.emit(tagListing, listed{l.LeftOut, l.Lacks})
}

// newPiece returns a piece in the form in which the worker sends it.
func newPiece(p core.Piece) unpacked {
	out := unpacked{Member: p.Member, Data: p.Data, Last: p.Last}
	if p.Fate != nil {
		out.Fate = newFailed(p.Fate)
	}
	return out
}

func (u unpacked) piece() core.Piece {
	p := core.Piece{Member: u.Member, Data: u.Data, Last: u.Last}
	if u.Fate != nil {
		p.Fate = u.Fate.fileError()
	}
	return p
}
