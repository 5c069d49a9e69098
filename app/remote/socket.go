package remote

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"github.com/adrg/xdg"
)

// maxAddress is the maximum length of a socket's path in bytes: the shortest
// limit of the supported systems, less the final zero.
const maxAddress = 103

// listen creates the socket of a library. Only the process that holds the
// library's lock may call it: an existing socket then belongs to a program that
// has ended, and is replaced.
func listen(epoch, dir string) (*net.UnixListener, error) {
	folder, err := privateFolder()
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte(epoch + "\x00" + dir))
	address := filepath.Join(folder, fmt.Sprintf("%x", sum[:8]))
	if len(address) > maxAddress {
		return nil, fmt.Errorf("the name of the socket %q is too long", address)
	}
	if err := os.Remove(address); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: address, Net: "unix"})
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(address, 0o700); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// privateFolder returns a folder that only this user may enter, in the
// platform's runtime folder or else in the one for temporary files.
func privateFolder() (string, error) {
	var errs []error
	for _, folder := range folders() {
		err := os.Mkdir(folder, 0o700)
		if err == nil || errors.Is(err, fs.ErrExist) {
			err = private(folder)
		}
		if err == nil {
			return folder, nil
		}
		errs = append(errs, err)
	}
	return "", fmt.Errorf("no private folder for a socket: %w", errors.Join(errs...))
}

// folders lists where a socket may be created, the best folder first. Folders
// for temporary files are shared with other users, and their paths may be too
// long.
func folders() []string {
	named := "ibid-" + strconv.Itoa(os.Getuid())
	out := []string{filepath.Join(xdg.RuntimeDir, "ibid")}
	for _, temporary := range []string{os.TempDir(), "/tmp"} {
		if folder := filepath.Join(temporary, named); len(folder) < maxAddress-20 {
			out = append(out, folder)
		}
	}
	return out
}

// private returns an error if other users can enter a folder.
func private(folder string) error {
	info, err := os.Lstat(folder)
	if err != nil {
		return err
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	switch {
	case !info.IsDir():
		return fmt.Errorf("%q is no folder", folder)
	case !ok || int(owner.Uid) != os.Getuid():
		return fmt.Errorf("%q is somebody else's", folder)
	case info.Mode().Perm() != 0o700:
		return fmt.Errorf("others may enter %q", folder)
	}
	return nil
}

// sameUser returns an error unless the program at the other end of c runs as
// this user.
func sameUser(c *net.UnixConn) error {
	raw, err := c.SyscallConn()
	if err != nil {
		return err
	}
	var uid uint32
	var fault error
	if err := raw.Control(func(fd uintptr) { uid, fault = peer(int(fd)) }); err != nil {
		return err
	}
	if fault != nil {
		return fmt.Errorf("ask who is at the other end: %w", fault)
	}
	return mine(uid)
}

// mine returns an error unless uid is this user.
func mine(uid uint32) error {
	if int(uid) != os.Geteuid() {
		return fmt.Errorf("another user (%d) is at the other end: %w", uid, fs.ErrPermission)
	}
	return nil
}
