package worker

import (
	"context"
	"math"
	"time"

	"ibid/core"
	"ibid/core/extract/archive"
)

// List says what an archive holds.
func (s *Supervisor) List(ctx context.Context, req core.ReadRequest) (core.Listing, error) {
	var l core.Listing
	j := s.reading(stepList, req)
	ended := false
	j.receive = func(t tag, payload []byte) (err error) {
		switch {
		case ended:
			return errGarbage
		case t == tagMember:
			var m core.Member
			m, err = decodeMember(payload)
			l.Members = append(l.Members, m)
		case t == tagListing:
			ended = true
			l.LeftOut, l.Lacks, err = decodeListing(payload)
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

// Unpack hands over the bytes of members. The worker is stopped where it sends
// more of one than a file may have.
func (s *Supervisor) Unpack(ctx context.Context, req core.ReadRequest, names []string, take func(core.Piece) error) error {
	j := s.reading(stepUnpack, req)
	j.names, j.output = names, math.MaxInt64
	ended := make([]bool, len(names))
	sizes := make([]int64, len(names))
	var taking error
	j.receive = func(t tag, payload []byte) error {
		p, err := decodePiece(payload)
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

// archiveLimits are the limits of a worker as those of an archive.
func archiveLimits(l core.Limits) archive.Limits {
	a := archive.DefaultLimits()
	if l.FileBytes > 0 {
		a.Member = l.FileBytes
	}
	return a
}

// unpack does what an archive is asked for.
func (s *server) unpack(ctx context.Context, r request, in core.Input) error {
	if r.step == stepUnpack {
		return archive.Unpack(ctx, in, archiveLimits(s.limits), r.names, func(p core.Piece) error { return s.send(tagPiece, encodePiece(p)) })
	}
	l, err := archive.List(ctx, in, archiveLimits(s.limits))
	if err != nil {
		return err
	}
	for _, m := range l.Members {
		if err := s.emit(tagMember, encodeMember(m)); err != nil {
			return err
		}
	}
	return s.emit(tagListing, encodeListing(l))
}

func encodeMember(m core.Member) []byte {
	var e encoder
	e.string(m.Name)
	e.int(int(m.Size))
	e.int(int(m.Modified.Unix()))
	e.int(m.Modified.Nanosecond())
	return e
}

func decodeMember(payload []byte) (core.Member, error) {
	d := decoder{rest: payload}
	m := core.Member{Name: d.string(), Size: int64(d.int()), Modified: time.Unix(int64(d.int()), int64(d.int()))}
	return m, d.done()
}

func encodeListing(l core.Listing) []byte {
	var e encoder
	e.string(l.LeftOut)
	e.string(l.Lacks)
	return e
}

func decodeListing(payload []byte) (leftOut, lacks string, err error) {
	d := decoder{rest: payload}
	leftOut, lacks = d.string(), d.string()
	return leftOut, lacks, d.done()
}

func encodePiece(p core.Piece) []byte {
	e := make(encoder, 0, len(p.Data)+16)
	e.int(p.Member)
	e.bool(p.Last)
	e.bool(p.Fate != nil)
	if p.Fate != nil {
		return append(e, encodeFailure(p.Fate)...)
	}
	return append(e, p.Data...)
}

func decodePiece(payload []byte) (core.Piece, error) {
	d := decoder{rest: payload}
	p := core.Piece{Member: d.int(), Last: d.bool()}
	if failed := d.bool(); !failed || d.err != nil {
		p.Data = d.rest
		return p, d.err
	}
	var err error
	p.Fate, err = decodeFailure(d.rest)
	return p, err
}
