package office

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ibid/core"
	"ibid/core/extract/extracttest"
)

// The workbook of testdata/kinds, encrypted by LibreOffice as Office 2007 does,
// and the report.
var locked = []struct {
	name string
	kind core.Kind
}{
	{"locked-2007.xlsx", core.KindSheet},
	{"locked.odt", core.KindDocument},
}

func lockedInput(t testing.TB, name string, kind core.Kind, password string) core.Input {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return core.Input{Name: name, Data: data, Kind: kind, Password: password}
}

func TestPasswordOpensAnEncryptedWorkbook(t *testing.T) {
	want := extracttest.Conform(t, Extractor{}, sample(t, "tide-gauge.xlsx", core.KindSheet))
	got := extracttest.Conform(t, Extractor{}, lockedInput(t, locked[0].name, locked[0].kind, "tide-pool"))
	for i, p := range got.Pages {
		if p != want.Pages[i] {
			t.Errorf("got %+v, want %+v", p, want.Pages[i])
		}
	}
}

// encryptAgile encrypts as Office 2010 does, with keys that are no secret.
func encryptAgile(t *testing.T, plain []byte, password string, bits int, hashName string) (info, packed []byte) {
	t.Helper()
	newHash, salt, key := hashes[hashName], []byte("salt of the sea."), bytes.Repeat([]byte{7}, bits/8)
	seal := func(key, iv, data []byte) []byte {
		block, err := aes.NewCipher(key)
		if err != nil {
			t.Fatal(err)
		}
		data = append(bytes.Clone(data), make([]byte, (aes.BlockSize-len(data)%aes.BlockSize)%aes.BlockSize)...)
		cipher.NewCBCEncrypter(block, iv).CryptBlocks(data, data)
		return data
	}
	sum, err := spin(t.Context(), newHash, salt, password, 1000)
	if err != nil {
		t.Fatal(err)
	}
	value := func(data, block []byte) string {
		return base64.StdEncoding.EncodeToString(seal(fit(digest(newHash(), nil, sum, block), bits/8), salt, data))
	}
	input := []byte("sixteen letters.")
	packed = binary.LittleEndian.AppendUint64(nil, uint64(len(plain)))
	for i := 0; i*agileSegment < len(plain); i++ {
		iv := fit(digest(newHash(), nil, salt, binary.LittleEndian.AppendUint32(nil, uint32(i))), aes.BlockSize)
		packed = append(packed, seal(key, iv, plain[i*agileSegment:min((i+1)*agileSegment, len(plain))])...)
	}
	common := fmt.Sprintf(`saltValue="%s" keyBits="%d" hashSize="%d" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="%s"`,
		base64.StdEncoding.EncodeToString(salt), bits, newHash().Size(), hashName)
	text := fmt.Sprintf(`<encryption><keyData %s/><keyEncryptors><keyEncryptor><p:encryptedKey xmlns:p="p" spinCount="1000" %s encryptedVerifierHashInput="%s" encryptedVerifierHashValue="%s" encryptedKeyValue="%s"/></keyEncryptor></keyEncryptors></encryption>`,
		common, common, value(input, inputBlock), value(digest(newHash(), nil, input), valueBlock), value(key, keyBlock))
	return append([]byte{4, 0, 4, 0, 0x40, 0, 0, 0}, text...), packed
}

func TestAgileEncryptionIsUndone(t *testing.T) {
	plain := sample(t, "tide-gauge.xlsx", core.KindSheet).Data
	for _, tt := range []struct {
		bits int
		hash string
	}{{128, "SHA1"}, {256, "SHA512"}, {192, "SHA384"}, {256, "SHA256"}} {
		info, packed := encryptAgile(t, plain, "tide-pool", tt.bits, tt.hash)
		if got, err := decryptPackage(t.Context(), info, packed, "tide-pool"); err != nil || !bytes.Equal(got, plain) {
			t.Errorf("%d bits, %s: %d bytes, %v", tt.bits, tt.hash, len(got), err)
		}
		if _, err := decryptPackage(t.Context(), info, packed, "rock-pool"); !errors.Is(err, errPassword) {
			t.Errorf("%d bits, %s: another password gives %v", tt.bits, tt.hash, err)
		}
		slow := bytes.ReplaceAll(info, []byte(`spinCount="1000"`), []byte(`spinCount="2000000000"`))
		if _, err := decryptPackage(t.Context(), slow, packed, "tide-pool"); !errors.Is(err, errCipher) {
			t.Errorf("a password that is hashed for ever gives %v", err)
		}
	}
}

func TestEncryptedFilesAskForTheirPassword(t *testing.T) {
	for _, l := range locked {
		for _, password := range []string{"", "rock-pool"} {
			_, err := extracttest.Read(context.Background(), Extractor{}, lockedInput(t, l.name, l.kind, password))
			var f *core.FileError
			if !errors.As(err, &f) || f.State != core.StateNeedsPassword || !errors.Is(err, core.ErrNeedsPassword) {
				t.Errorf("%s with %q: got %v", l.name, password, err)
			}
		}
	}
}

// The password of two real files is in their name; a third one is encrypted
// with the password that Excel tries by itself.
func TestRealEncryptedFilesOpen(t *testing.T) {
	root := os.Getenv("IBID_EVAL")
	if root == "" {
		t.Skip("IBID_EVAL names no folder of evaluation data")
	}
	for _, tt := range []struct {
		name     string
		kind     core.Kind
		password string
	}{
		{"bug53475-password-is-pass.docx", core.KindDocument, "pass"},
		{"bug53475-password-is-solrcell.docx", core.KindDocument, "solrcell"},
		{"58616.xlsx", core.KindSheet, ""},
	} {
		data, err := os.ReadFile(filepath.Join(root, "kinds", "office", tt.name))
		if err != nil {
			t.Fatal(err)
		}
		r := extracttest.Conform(t, Extractor{}, core.Input{Name: tt.name, Data: data, Kind: tt.kind, Password: tt.password})
		if strings.TrimSpace(r.Pages[0].Text) == "" {
			t.Errorf("%s: no text", tt.name)
		}
		t.Logf("%s: %.80q", tt.name, r.Pages[0].Text)
	}
}

// The result is an error, or the right one where a byte does not matter.
func TestDamagedDescriptionsOfEncryptionAreRefused(t *testing.T) {
	o, err := openOLE(lockedInput(t, locked[0].name, locked[0].kind, "").Data)
	if err != nil {
		t.Fatal(err)
	}
	info, errInfo := o.stream("EncryptionInfo")
	packed, errPacked := o.stream("EncryptedPackage")
	if err := errors.Join(errInfo, errPacked); err != nil {
		t.Fatal(err)
	}
	want, err := decryptPackage(t.Context(), info, packed, "tide-pool")
	if err != nil {
		t.Fatal(err)
	}
	for at := range min(len(info), 60) { // what follows is the name of a provider, a salt and sums
		for _, mask := range []byte{0x01, 0x80, 0xff} {
			damaged := bytes.Clone(info)
			damaged[at] ^= mask
			if got, err := decryptPackage(t.Context(), damaged, packed, "tide-pool"); err == nil && !bytes.Equal(got, want) {
				t.Errorf("byte %d changed by %#x: another result", at, mask)
			}
		}
	}
	for n := range len(info) {
		if _, err := decryptPackage(t.Context(), info[:n], packed, "tide-pool"); err == nil {
			t.Errorf("the first %d bytes of %d were enough", n, len(info))
		}
	}
}

func TestBoundsOfAgileKeys(t *testing.T) {
	whole := agileKey{Bits: 256, HashSize: 64, Cipher: "AES", Chaining: "ChainingModeCBC", Hash: "SHA512", Spins: maxSpins}
	for _, tt := range []struct {
		name   string
		change func(*agileKey)
		want   bool
	}{
		{"the most spins", func(*agileKey) {}, true},
		{"one spin more", func(k *agileKey) { k.Spins++ }, false},
		{"no spins", func(k *agileKey) { k.Spins = 0 }, true},
		{"fewer than none", func(k *agileKey) { k.Spins = -1 }, false},
		{"128 bits", func(k *agileKey) { k.Bits = 128 }, true},
		{"129 bits", func(k *agileKey) { k.Bits = 129 }, false},
		{"a hash of another size", func(k *agileKey) { k.HashSize = 63 }, false},
		{"an unknown hash", func(k *agileKey) { k.Hash = "MD4" }, false},
		{"another cipher", func(k *agileKey) { k.Cipher = "RC2" }, false},
		{"another mode", func(k *agileKey) { k.Chaining = "ChainingModeCFB" }, false},
	} {
		k := whole
		tt.change(&k)
		if got := k.usable(); got != tt.want {
			t.Errorf("%s: usable is %v", tt.name, got)
		}
	}
}

func FuzzCompound(f *testing.F) {
	for _, l := range locked {
		f.Add(lockedInput(f, l.name, l.kind, "").Data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		o, err := openOLE(data)
		if err != nil {
			return
		}
		for _, name := range []string{"EncryptionInfo", "EncryptedPackage"} {
			if s, _ := o.stream(name); len(s) > len(data) {
				t.Fatalf("%d bytes of a file of %d", len(s), len(data))
			}
		}
	})
}
