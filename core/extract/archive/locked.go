package archive

import (
	"archive/zip"
	"bufio"
	"compress/flate"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/pbkdf2"
	"crypto/sha1"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"ibid/core"
)

// walkLocked walks a zip file with encrypted entries, which archive/zip and
// archives do not decrypt: with the cipher of PKZIP (APPNOTE.TXT 6.3.10, 6.1) or
// with WinZip's AES (AE-1 and AE-2).
func walkLocked(ctx context.Context, r *zip.Reader, password string, visit func(entry) error) error {
	probed := false
	for _, f := range r.File {
		if err := ctx.Err(); err != nil {
			return err
		}
		e := entry{name: f.Name, size: int64(min(f.UncompressedSize64, 1<<62)), modified: f.Modified, kind: kindOf(f.Mode()), open: f.Open}
		if e.kind == kindFile && isLocked(f) {
			e.probe, probed = !probed, true
			e.open = func() (io.ReadCloser, error) { return openLocked(f, password) }
		}
		if err := visit(e); err != nil {
			return err
		}
	}
	return nil
}

func isLocked(f *zip.File) bool { return f.Flags&1 != 0 }

func needsPassword(reason string) error {
	return &core.FileError{State: core.StateNeedsPassword, Reason: reason, Err: core.ErrNeedsPassword}
}

// openLocked decrypts an entry and unpacks it.
func openLocked(f *zip.File, password string) (io.ReadCloser, error) {
	raw, err := f.OpenRaw()
	if err != nil {
		return nil, err
	}
	method, plain := f.Method, io.Reader(nil)
	if a, ok := aesOf(f); ok {
		method = a.method
		plain, err = a.open(f, password)
	} else {
		plain, err = openOld(f, raw, password)
	}
	if err != nil {
		return nil, err
	}
	body := io.NopCloser(plain)
	switch method {
	case zip.Store:
	case zip.Deflate:
		body = flate.NewReader(bufio.NewReader(plain))
	default:
		return nil, fmt.Errorf("method %d: %w", method, zip.ErrAlgorithm)
	}
	return &checked{ReadCloser: body, sum: crc32.NewIEEE(), want: f.CRC32}, nil
}

// oldKeys is the state of the cipher of PKZIP.
type oldKeys [3]uint32

func (k *oldKeys) update(b byte) {
	step := func(crc uint32, b byte) uint32 { return crc32.IEEETable[byte(crc)^b] ^ crc>>8 }
	k[0] = step(k[0], b)
	k[1] = (k[1]+k[0]&0xff)*134775813 + 1
	k[2] = step(k[2], byte(k[1]>>24))
}

func (k *oldKeys) decrypt(p []byte) {
	for i, c := range p {
		t := k[2] | 2
		p[i] = c ^ byte(t*(t^1)>>8)
		k.update(p[i])
	}
}

// oldReader decrypts what it reads. One wrong password in 256 is only noticed by
// the checksum.
type oldReader struct {
	r    io.Reader
	keys oldKeys
}

func (o *oldReader) Read(p []byte) (int, error) {
	n, err := o.r.Read(p)
	o.keys.decrypt(p[:n])
	return n, err
}

// oldHeader is the number of random bytes before an entry. The last of them shows
// 255 in 256 wrong passwords.
const oldHeader = 12

// openOld checks the password of an entry and decrypts it with the cipher of
// PKZIP.
func openOld(f *zip.File, raw io.Reader, password string) (io.Reader, error) {
	o := &oldReader{r: raw, keys: oldKeys{0x12345678, 0x23456789, 0x34567890}}
	for _, b := range []byte(password) {
		o.keys.update(b)
	}
	var head [oldHeader]byte
	if _, err := io.ReadFull(o, head[:]); err != nil {
		return nil, fmt.Errorf("read the header of an encrypted entry: %w", err)
	}
	want := byte(f.CRC32 >> 24)
	if f.Flags&8 != 0 { // the checksum was not known yet
		want = byte(f.ModifiedTime >> 8)
	}
	if head[oldHeader-1] != want {
		return nil, needsPassword("the password does not fit")
	}
	return o, nil
}

// aesEntry describes the encryption of an entry.
type aesEntry struct {
	method  uint16
	keySize int // bytes
}

const (
	aesExtra  = 0x9901
	aesCheck  = 2  // bytes that show wrong passwords
	aesMAC    = 10 // bytes of the checksum after an entry
	aesRounds = 1000
)

// aesOf reads the extra field of WinZip's AES, if an entry has it.
func aesOf(f *zip.File) (aesEntry, bool) {
	for extra := f.Extra; len(extra) >= 4; {
		id, n := binary.LittleEndian.Uint16(extra), int(binary.LittleEndian.Uint16(extra[2:]))
		extra = extra[4:]
		if n > len(extra) {
			break
		}
		if id == aesExtra && n >= 7 && extra[4] >= 1 && extra[4] <= 3 {
			return aesEntry{method: binary.LittleEndian.Uint16(extra[5:]), keySize: 8 + 8*int(extra[4])}, true
		}
		extra = extra[n:]
	}
	return aesEntry{}, false
}

// open checks the password and the checksum of an entry and decrypts it.
func (a aesEntry) open(f *zip.File, password string) (io.Reader, error) {
	size := int64(min(f.CompressedSize64, 1<<62)) - int64(a.keySize/2) - aesCheck - aesMAC
	raw, err := f.OpenRaw()
	if err == nil && size < 0 {
		err = errors.New("too short to be encrypted")
	}
	if err != nil {
		return nil, err
	}
	head := make([]byte, a.keySize/2+aesCheck)
	if _, err := io.ReadFull(raw, head); err != nil {
		return nil, fmt.Errorf("read the header of an encrypted entry: %w", err)
	}
	salt, check := head[:a.keySize/2], head[a.keySize/2:]
	keys, err := pbkdf2.Key(sha1.New, password, salt, aesRounds, 2*a.keySize+aesCheck)
	if err != nil {
		return nil, err
	}
	if !hmac.Equal(keys[2*a.keySize:], check) {
		return nil, needsPassword("the password does not fit")
	}
	mac := hmac.New(sha1.New, keys[a.keySize:2*a.keySize])
	sum := make([]byte, aesMAC)
	_, err = io.CopyN(mac, raw, size)
	if _, tail := io.ReadFull(raw, sum); err != nil || tail != nil {
		return nil, errors.Join(err, tail)
	}
	if !hmac.Equal(mac.Sum(nil)[:aesMAC], sum) {
		return nil, damaged(nil, "could not be unpacked: its checksum is wrong")
	}
	block, err := aes.NewCipher(keys[:a.keySize])
	if err != nil {
		return nil, err
	}
	if raw, err = f.OpenRaw(); err != nil {
		return nil, err
	}
	if _, err := io.CopyN(io.Discard, raw, int64(len(head))); err != nil {
		return nil, err
	}
	return &counter{r: io.LimitReader(raw, size), block: block, used: aes.BlockSize}, nil
}

// counter decrypts what it reads in counter mode. Unlike that of crypto/cipher the
// counter is little-endian; it begins at 1.
type counter struct {
	r     io.Reader
	block cipher.Block
	n     uint64
	pad   [aes.BlockSize]byte
	used  int // bytes of pad that were used
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	for i := range p[:n] {
		if c.used == aes.BlockSize {
			c.n++
			var in [aes.BlockSize]byte
			binary.LittleEndian.PutUint64(in[:], c.n)
			c.block.Encrypt(c.pad[:], in[:])
			c.used = 0
		}
		p[i] ^= c.pad[c.used]
		c.used++
	}
	return n, err
}
