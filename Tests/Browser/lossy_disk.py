"""A disk that can lose power, be full, or fail: a file system in which whatever was not synced is gone afterwards.

Stricter than most: data is kept once its file is synced, a name once its folder is. Run as a program it mounts itself
(`lossy_disk.py BACKING MOUNT`); `Disk` runs that, and loses power. Needs FUSE (Debian: fuse, libfuse2) and root.
"""

import contextlib
import errno
import os
import pathlib
import shutil
import signal
import stat
import subprocess
import sys
import time

AVAILABLE = os.path.exists("/dev/fuse") and os.geteuid() == 0 and shutil.which("fusermount") is not None


class Disk:
    """A folder on such a disk. What it holds in memory goes with it."""

    def __init__(self, folder):
        self.backing, self.durable, self.mount = (folder / name for name in ("now", "kept", "disk"))
        for path in (self.backing, self.durable, self.mount):
            path.mkdir(parents=True)
        self._start()

    def _start(self):
        self.process = subprocess.Popen(
            [sys.executable, __file__, self.backing, self.durable, self.mount], stdin=subprocess.DEVNULL)
        end = time.monotonic() + 20
        while not os.path.ismount(self.mount):
            assert self.process.poll() is None and time.monotonic() < end, "FUSE does not mount"
            time.sleep(0.01)

    def make_folder(self, name):
        """A folder that is synced, as one that somebody made long ago."""
        (self.mount / name).mkdir(mode=0o700)
        root = os.open(self.mount, os.O_RDONLY)
        os.fsync(root)
        os.close(root)
        return self.mount / name

    def lose_power(self):
        """Whoever uses it must be dead. Afterwards it holds what was synced."""
        self.stop()
        shutil.rmtree(self.backing)
        self.backing.mkdir()
        for path in sorted(self.durable.rglob("*")):
            target = self.backing / path.relative_to(self.durable)
            if path.is_dir():
                target.mkdir(mode=0o700)
            else:
                shutil.copy2(path, target)
        self._start()

    @contextlib.contextmanager
    def failing(self, fault):
        """Meanwhile it is `full`, or its `fsync` fails."""
        sign = self.backing.parent / fault
        sign.touch()
        try:
            yield
        finally:
            sign.unlink()

    def stop(self):
        subprocess.run(["fusermount", "-u", "-z", self.mount], check=False)
        self.process.wait(20)


def serve(backing, durable, mount):
    import fuse

    class Lossy(fuse.Operations):
        """Passes everything on to `backing`, and to `durable` what was synced."""

        def __init__(self):
            # A number of our own for each file and folder: the system's are used again.
            self.numbers, self.last = {}, 0
            # By number: pieces that were written since the last sync, and lengths that were set.
            self.dirty = {}
            # By number of a folder: its synced names, with the number of each and whether it is a folder.
            self.names = {}
            # By number: the synced content of a file, also while no synced name leads to it.
            self.contents = pathlib.Path(durable).parent / "contents"
            shutil.rmtree(self.contents, ignore_errors=True)
            self.contents.mkdir()
            # What was there when the disk was mounted is synced.
            self._adopt(pathlib.Path(backing))

        def _adopt(self, folder):
            self._keep_names(folder)
            for path in folder.iterdir():
                if path.is_dir():
                    self._adopt(path)
                else:
                    shutil.copyfile(path, self._content(self._number(os.stat(path).st_ino)))

        def _number(self, inode, is_new=False):
            if is_new or inode not in self.numbers:
                self.last += 1
                self.numbers[inode] = self.last
            return self.numbers[inode]

        def _content(self, number):
            return self.contents / str(number)

        def _keep_names(self, folder):
            self.names[self._number(os.stat(folder).st_ino)] = {
                path.name: (self._number(os.stat(path).st_ino), path.is_dir()) for path in folder.iterdir()}

        def write_down(self, folder=None, target=None):
            """What was synced, as files in `durable`."""
            if folder is None:
                shutil.rmtree(durable)
                folder, target = self._number(os.stat(backing).st_ino), pathlib.Path(durable)
            target.mkdir(mode=0o700)
            for name, (number, is_folder) in self.names.get(folder, {}).items():
                if is_folder:
                    self.write_down(number, target / name)
                elif self._content(number).exists():
                    shutil.copyfile(self._content(number), target / name)
                    os.chmod(target / name, 0o600)
                else:
                    (target / name).touch(0o600)

        def _check(self, fault, number):
            if os.path.exists(pathlib.Path(backing).parent / fault):
                raise fuse.FuseOSError(number)

        def _path(self, path):
            return backing + path

        def _note(self, descriptor, offset, length):
            self.dirty.setdefault(self._number(os.fstat(descriptor).st_ino), []).append((offset, length))

        def fsync(self, path, datasync, descriptor):
            self._check("fsync", errno.EIO)
            number = self._number(os.fstat(descriptor).st_ino)
            content = os.open(self._content(number), os.O_WRONLY | os.O_CREAT, 0o600)
            for offset, length in self.dirty.pop(number, []):
                if length is None:
                    os.ftruncate(content, offset)
                else:
                    os.pwrite(content, os.pread(descriptor, length, offset), offset)
            os.ftruncate(content, os.fstat(descriptor).st_size)
            os.close(content)
            return 0

        def fsyncdir(self, path, datasync, handle):
            self._check("fsync", errno.EIO)
            self._keep_names(pathlib.Path(self._path(path)))
            return 0

        def getattr(self, path, handle=None):
            status = os.lstat(self._path(path))
            return {key: getattr(status, key) for key in (
                "st_atime", "st_ctime", "st_gid", "st_mode", "st_mtime", "st_nlink", "st_size", "st_uid")}

        def access(self, path, mode):
            if not os.access(self._path(path), mode):
                raise fuse.FuseOSError(errno.EACCES)

        def readdir(self, path, handle):
            return [".", "..", *os.listdir(self._path(path))]

        def statfs(self, path):
            status = os.statvfs(self._path(path))
            return {key: getattr(status, key) for key in (
                "f_bavail", "f_bfree", "f_blocks", "f_bsize", "f_favail", "f_ffree", "f_files", "f_flag", "f_frsize",
                "f_namemax")}

        def open(self, path, flags):
            return os.open(self._path(path), (flags & ~os.O_ACCMODE & ~os.O_APPEND) | os.O_RDWR)

        def create(self, path, mode, info=None):
            self._check("full", errno.ENOSPC)
            descriptor = os.open(self._path(path), os.O_RDWR | os.O_CREAT | os.O_TRUNC, mode)
            self._number(os.fstat(descriptor).st_ino, is_new=True)
            return descriptor

        def read(self, path, size, offset, descriptor):
            return os.pread(descriptor, size, offset)

        def write(self, path, data, offset, descriptor):
            self._check("full", errno.ENOSPC)
            self._note(descriptor, offset, len(data))
            return os.pwrite(descriptor, data, offset)

        def truncate(self, path, length, descriptor=None):
            own = os.open(self._path(path), os.O_RDWR)
            os.ftruncate(own, length)
            self._note(own, length, None)
            os.close(own)

        def release(self, path, descriptor):
            os.close(descriptor)

        def chmod(self, path, mode):
            os.chmod(self._path(path), stat.S_IMODE(mode))

        def chown(self, path, user, group):
            os.chown(self._path(path), user, group)

        def utimens(self, path, times=None):
            os.utime(self._path(path), times)

        def mkdir(self, path, mode):
            os.mkdir(self._path(path), mode)
            self._number(os.stat(self._path(path)).st_ino, is_new=True)

        def rmdir(self, path):
            os.rmdir(self._path(path))

        def unlink(self, path):
            os.unlink(self._path(path))

        def rename(self, old, new):
            os.rename(self._path(old), self._path(new))

        def link(self, new, old):
            os.link(self._path(old), self._path(new))

    lossy = Lossy()
    fuse.FUSE(lossy, mount, foreground=True, nothreads=True, big_writes=True, default_permissions=True)
    lossy.write_down()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    serve(*sys.argv[1:4])
