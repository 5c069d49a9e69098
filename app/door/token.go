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

// Token reads the token of a library, or makes one. fresh is the reason, in
// words, why a new one was made; empty if the old one is returned. A file that
// other users can read is replaced, because its token is no longer secret.
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

// NewToken replaces the token of a library. Programs with the old one are
// refused from then on.
func NewToken(library string) (string, error) {
	raw := make([]byte, tokenBytes)
	_, _ = rand.Read(raw) // never fails
	token := hex.EncodeToString(raw)
	if err := safefile.Write(filepath.Join(library, TokenFile), []byte(token+"\n"), 0o600); err != nil {
		return "", fmt.Errorf("make token: %w", err)
	}
	return token, nil
}
