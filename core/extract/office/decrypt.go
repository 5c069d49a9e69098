package office

import (
	"bytes"
	"cmp"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"hash"
	"io"
	"unicode/utf16"

	"ibid/core"
)

// This is written out because excelize's Decrypt, the one module that does the
// same, hashes with another algorithm than the key names and so does not open
// every file (TestRealEncryptedFilesOpen), does not notice a wrong password and
// hashes as often as a file says (TestAgileEncryptionIsUndone), and panics on
// damaged files (TestDamagedDescriptionsOfEncryptionAreRefused).

// defaultPassword is the password of workbooks that Excel only protects against
// changes. Excel opens them without asking.
const defaultPassword = "VelvetSweatshop"

// maxSpins is how often a password may be hashed. Office does it 100,000 times.
const maxSpins = 2_000_000

var (
	errPassword = errors.New("the password is wrong")
	errCipher   = errors.New("unknown encryption")
)

// decrypt returns the zip file inside an encrypted file (MS-OFFCRYPTO). Errors
// are *core.FileError, or that of ctx.
func decrypt(ctx context.Context, data []byte, password string) ([]byte, error) {
	o, err := openOLE(data)
	if err != nil {
		return nil, damaged(err)
	}
	packed, err := o.stream("EncryptedPackage")
	if errors.Is(err, errNoStream) {
		return nil, damaged(err)
	}
	info, infoErr := o.stream("EncryptionInfo")
	if errors.Is(infoErr, errNoStream) {
		return nil, &core.FileError{State: core.StateUnsupported, Reason: "is protected by DRM: only whom its owner allows can read it"}
	}
	if err = errors.Join(err, infoErr); err == nil {
		data, err = decryptPackage(ctx, info, packed, cmp.Or(password, defaultPassword))
	}
	switch {
	case err == nil || ctx.Err() != nil:
		return data, err
	case errors.Is(err, errCipher):
		return nil, &core.FileError{State: core.StateUnsupported, Reason: "is encrypted in a way that is not known here", Err: err}
	case errors.Is(err, errPassword) && password != "":
		return nil, &core.FileError{State: core.StateNeedsPassword, Reason: "the password does not open it", Err: core.ErrNeedsPassword}
	case errors.Is(err, errPassword):
		return nil, &core.FileError{State: core.StateNeedsPassword, Reason: "is encrypted and needs a password", Err: core.ErrNeedsPassword}
	}
	return nil, &core.FileError{State: core.StateDamaged, Reason: "could not be decrypted", Err: err}
}

// decryptPackage decrypts the stream EncryptedPackage as the stream
// EncryptionInfo describes.
func decryptPackage(ctx context.Context, info, packed []byte, password string) ([]byte, error) {
	if len(info) < 8 || len(packed) < 8 {
		return nil, io.ErrUnexpectedEOF
	}
	size := binary.LittleEndian.Uint64(packed)
	var (
		out []byte
		err error
	)
	switch major, minor := binary.LittleEndian.Uint16(info), binary.LittleEndian.Uint16(info[2:]); {
	case major == 4 && minor == 4:
		out, err = agile(ctx, info[8:], packed[8:], password)
	case minor == 2:
		out, err = standard(ctx, info[8:], packed[8:], password)
	default:
		return nil, errCipher
	}
	if err == nil && size > uint64(len(out)) {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return nil, err
	}
	return out[:size], nil
}

// spin hashes a password so many times, which makes guessing slow (2.3.6.2,
// 2.3.4.7).
func spin(ctx context.Context, newHash func() hash.Hash, salt []byte, password string, times int) ([]byte, error) {
	var secret []byte
	for _, u := range utf16.Encode([]rune(password)) {
		secret = binary.LittleEndian.AppendUint16(secret, u)
	}
	h := newHash()
	sum := digest(h, nil, salt, secret)
	var count [4]byte
	for i := range times {
		if i%askAfter == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		binary.LittleEndian.PutUint32(count[:], uint32(i))
		sum = digest(h, sum[:0], count[:], sum)
	}
	return sum, nil
}

// digest appends the hash of parts to out.
func digest(h hash.Hash, out []byte, parts ...[]byte) []byte {
	h.Reset()
	for _, p := range parts {
		h.Write(p)
	}
	return h.Sum(out)
}

// standard decrypts a package that was encrypted as in Office 2007: AES in ECB
// mode (2.3.4.5 on).
func standard(ctx context.Context, info, packed []byte, password string) ([]byte, error) {
	if len(info) < 4 {
		return nil, io.ErrUnexpectedEOF
	}
	at := uint64(binary.LittleEndian.Uint32(info)) + 4
	if at < 36 || at+4+16+16+4+32 > uint64(len(info)) {
		return nil, io.ErrUnexpectedEOF
	}
	algorithm, bits := binary.LittleEndian.Uint32(info[4+8:]), binary.LittleEndian.Uint32(info[4+16:])
	if algorithm < 0x660e || algorithm > 0x6610 || bits != 128 && bits != 192 && bits != 256 {
		return nil, errCipher
	}
	v := info[at+4:]
	h := sha1.New()
	sum, err := spin(ctx, sha1.New, v[:16], password, 50_000)
	if err != nil {
		return nil, err
	}
	sum = digest(h, nil, sum, make([]byte, 4))
	var key []byte
	for _, pad := range []byte{0x36, 0x5c} {
		block := bytes.Repeat([]byte{pad}, 64)
		for i, b := range sum {
			block[i] ^= b
		}
		key = digest(h, key, block)
	}
	block, err := aes.NewCipher(key[:bits/8])
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(digest(h, nil, ecb(block, v[16:32])), ecb(block, v[36:68])[:sha1.Size]) {
		return nil, errPassword
	}
	return ecb(block, packed), nil
}

// ecb decrypts the whole blocks of data.
func ecb(block cipher.Block, data []byte) []byte {
	out := make([]byte, len(data)/aes.BlockSize*aes.BlockSize)
	for i := 0; i < len(out); i += aes.BlockSize {
		block.Decrypt(out[i:], data[i:])
	}
	return out
}

// agileKey is an element in the description of agile encryption.
type agileKey struct {
	Salt     string `xml:"saltValue,attr"`
	Bits     int    `xml:"keyBits,attr"`
	HashSize int    `xml:"hashSize,attr"`
	Cipher   string `xml:"cipherAlgorithm,attr"`
	Chaining string `xml:"cipherChaining,attr"`
	Hash     string `xml:"hashAlgorithm,attr"`
	Spins    int    `xml:"spinCount,attr"`
	Input    string `xml:"encryptedVerifierHashInput,attr"`
	Value    string `xml:"encryptedVerifierHashValue,attr"`
	Key      string `xml:"encryptedKeyValue,attr"`
}

var hashes = map[string]func() hash.Hash{"SHA1": sha1.New, "SHA-1": sha1.New, "SHA256": sha256.New, "SHA384": sha512.New384, "SHA512": sha512.New}

// usable reports whether the values of a key are known and within bounds.
func (k agileKey) usable() bool {
	newHash := hashes[k.Hash]
	return k.Cipher == "AES" && k.Chaining == "ChainingModeCBC" && newHash != nil && k.HashSize == newHash().Size() &&
		(k.Bits == 128 || k.Bits == 192 || k.Bits == 256) && k.Spins >= 0 && k.Spins <= maxSpins
}

// The key made from a password also depends on the value that it decrypts
// (2.3.4.11 to 2.3.4.13).
var (
	inputBlock = []byte{0xfe, 0xa7, 0xd2, 0x76, 0x3b, 0x4b, 0x9e, 0x79}
	valueBlock = []byte{0xd7, 0xaa, 0x0f, 0x6d, 0x30, 0x61, 0x34, 0x4e}
	keyBlock   = []byte{0x14, 0x6e, 0x0b, 0xe7, 0xab, 0xac, 0xd0, 0xd6}
)

// agileSegment is the number of bytes of the package that are encrypted at a time.
const agileSegment = 4096

// agile decrypts a package that was encrypted as in Office 2010 and later
// (2.3.4.10 on).
func agile(ctx context.Context, info, packed []byte, password string) ([]byte, error) {
	var d struct {
		Data agileKey   `xml:"keyData"`
		Keys []agileKey `xml:"keyEncryptors>keyEncryptor>encryptedKey"`
	}
	if err := xml.Unmarshal(info[:min(len(info), 64<<10)], &d); err != nil {
		return nil, err
	}
	for _, k := range d.Keys {
		if k.Input == "" { // for a certificate, not for a password
			continue
		}
		if !k.usable() || !d.Data.usable() {
			return nil, errCipher
		}
		key, err := k.open(ctx, password)
		if err != nil {
			return nil, err
		}
		return d.Data.segments(key, packed)
	}
	return nil, errCipher
}

// open returns the key of the package, which is encrypted with the password.
func (k agileKey) open(ctx context.Context, password string) ([]byte, error) {
	salt, err := base64.StdEncoding.DecodeString(k.Salt)
	if err != nil {
		return nil, err
	}
	newHash := hashes[k.Hash]
	sum, err := spin(ctx, newHash, salt, password, k.Spins)
	if err != nil {
		return nil, err
	}
	value := func(text string, block []byte) ([]byte, error) {
		data, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			return nil, err
		}
		return cbc(fit(digest(newHash(), nil, sum, block), k.Bits/8), fit(salt, aes.BlockSize), data)
	}
	input, errInput := value(k.Input, inputBlock)
	want, errValue := value(k.Value, valueBlock)
	key, errKey := value(k.Key, keyBlock)
	switch err := errors.Join(errInput, errValue, errKey); {
	case err != nil:
		return nil, err
	case len(want) < k.HashSize || len(key) < k.Bits/8:
		return nil, io.ErrUnexpectedEOF
	case !bytes.Equal(digest(newHash(), nil, input), want[:k.HashSize]):
		return nil, errPassword
	}
	return key[:k.Bits/8], nil
}

// segments decrypts the package.
func (k agileKey) segments(key, packed []byte) ([]byte, error) {
	salt, err := base64.StdEncoding.DecodeString(k.Salt)
	if err != nil {
		return nil, err
	}
	h := hashes[k.Hash]()
	out := make([]byte, 0, len(packed))
	for i := uint32(0); len(packed) > 0; i++ {
		n := min(agileSegment, len(packed))
		iv := fit(digest(h, nil, salt, binary.LittleEndian.AppendUint32(nil, i)), aes.BlockSize)
		plain, err := cbc(fit(key, k.Bits/8), iv, packed[:n])
		if err != nil {
			return nil, err
		}
		out, packed = append(out, plain...), packed[n:]
	}
	return out, nil
}

// cbc decrypts the whole blocks of data.
func cbc(key, iv, data []byte) ([]byte, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	out := make([]byte, len(data)/aes.BlockSize*aes.BlockSize)
	cipher.NewCBCDecrypter(block, iv).CryptBlocks(out, data[:len(out)])
	return out, nil
}

// fit cuts or pads b to n bytes (2.3.4.11).
func fit(b []byte, n int) []byte {
	out := bytes.Repeat([]byte{0x36}, n)
	copy(out, b)
	return out
}
