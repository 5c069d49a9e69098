package ingest

import (
	"errors"

	"golang.org/x/sys/unix"
)

// remote names the file systems on which other machines can change files without
// this system noticing, by the type that statfs(2) returns.
var remote = map[int64]string{
	unix.NFS_SUPER_MAGIC: "NFS", unix.SMB_SUPER_MAGIC: "SMB", unix.SMB2_SUPER_MAGIC: "SMB", unix.CIFS_SUPER_MAGIC: "SMB",
	unix.V9FS_MAGIC: "9P", unix.AFS_SUPER_MAGIC: "AFS", unix.CODA_SUPER_MAGIC: "Coda", unix.CEPH_SUPER_MAGIC: "Ceph",
	unix.FUSE_SUPER_MAGIC: "FUSE",
}

// unwatchable returns why the system does not report all changes in a folder; nil
// if it does.
func unwatchable(path string) error {
	var s unix.Statfs_t
	if unix.Statfs(path, &s) != nil {
		return nil
	}
	if name := remote[int64(s.Type)]; name != "" {
		return errors.New("it lies on a file system (" + name + ") that does not tell of every change")
	}
	return nil
}
