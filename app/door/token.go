package door

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"ibid/core/safefile"
)

// TokenFile is the name of the token's file in the library's folder.
const TokenFile = "door-token"

// tokenBytes is the size of a token: 256 bits.
const tokenBytes = 32

// Token reads the token of a library, which it makes if there is none. fresh is
// why a new one was made, in words; empty if it is the old one. A file that
// others can read is no secret any more, so it is replaced.
func Token(library string) (token, fresh string, err error) {
	path := filepath.Join(library, TokenFile)
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		fresh = "there was none"
	case err != nil:
		return "", "", fmt.Errorf("read token: %w", err)
	case !info.Mode().IsRegular():
		fresh = "what was there was no file"
	case info.Mode().Perm()&0o077 != 0:
		fresh = "others could read it"
	default:
		data, err := os.ReadFile(path)
		if err != nil {
			return "", "", fmt.Errorf("read token: %w", err)
		}
		token = strings.TrimSpace(string(data))
		if raw, err := hex.DecodeString(token); err == nil && len(raw) == tokenBytes {
			return token, "", nil
		}
		fresh = "what was there was none"
	}
	token, err = NewToken(library)
	return token, fresh, err
}

// NewToken replaces the token of a library: programs that have the old one are
// not let in any more.
func NewToken(library string) (string, error) {
	raw := make([]byte, tokenBytes)
	_, _ = rand.Read(raw) // never fails
	token := hex.EncodeToString(raw)
	if err := safefile.Write(filepath.Join(library, TokenFile), []byte(token+"\n"), 0o600); err != nil {
		return "", fmt.Errorf("make token: %w", err)
	}
	return token, nil
}
