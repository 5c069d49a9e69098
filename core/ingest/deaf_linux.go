package ingest

import (
	"errors"

	"golang.org/x/sys/unix"
)

// remote are the file systems whose files others change behind the system's
// back, by the number that statfs(2) gives.
var remote = map[int64]string{
	unix.NFS_SUPER_MAGIC: "NFS", unix.SMB_SUPER_MAGIC: "SMB", unix.SMB2_SUPER_MAGIC: "SMB", unix.CIFS_SUPER_MAGIC: "SMB",
	unix.V9FS_MAGIC: "9P", unix.AFS_SUPER_MAGIC: "AFS", unix.CODA_SUPER_MAGIC: "Coda", unix.CEPH_SUPER_MAGIC: "Ceph",
	unix.FUSE_SUPER_MAGIC: "FUSE",
}

// deaf is an error if the system does not get to know of all changes in a
// folder.
func deaf(path string) error {
	var s unix.Statfs_t
	if unix.Statfs(path, &s) != nil {
		return nil
	}
	if name := remote[int64(s.Type)]; name != "" {
		return errors.New("it lies on a file system (" + name + ") that does not tell of every change")
	}
	return nil
}
