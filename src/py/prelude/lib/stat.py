# stat.py - interpreting file modes.
#
# SPDX-License-Identifier: Apache-2.0
"""S_IFMT_: file type bits
S_IFDIR: directory and so on."""

FILE_ATTRIBUTE_ARCHIVE = 32
FILE_ATTRIBUTE_COMPRESSED = 2048
FILE_ATTRIBUTE_DEVICE = 64
FILE_ATTRIBUTE_DIRECTORY = 16
FILE_ATTRIBUTE_ENCRYPTED = 16384
FILE_ATTRIBUTE_HIDDEN = 2
FILE_ATTRIBUTE_INTEGRITY_STREAM = 32768
FILE_ATTRIBUTE_NORMAL = 128
FILE_ATTRIBUTE_NOT_CONTENT_INDEXED = 8192
FILE_ATTRIBUTE_NO_SCRUB_DATA = 131072
FILE_ATTRIBUTE_OFFLINE = 4096
FILE_ATTRIBUTE_READONLY = 1
FILE_ATTRIBUTE_REPARSE_POINT = 1024
FILE_ATTRIBUTE_SPARSE_FILE = 512
FILE_ATTRIBUTE_SYSTEM = 4
FILE_ATTRIBUTE_TEMPORARY = 256
FILE_ATTRIBUTE_VIRTUAL = 65536
SF_APPEND = 0o1000000
SF_ARCHIVED = 0o200000
SF_IMMUTABLE = 0o400000
SF_NOUNLINK = 0o4000000
SF_SNAPSHOT = 0o10000000
ST_ATIME = 7
ST_CTIME = 9
ST_DEV = 2
ST_GID = 5
ST_INO = 1
ST_MODE = 0
ST_MTIME = 8
ST_NLINK = 3
ST_SIZE = 6
ST_UID = 4
S_ENFMT = 0o2000
S_IEXEC = 0o100
S_IFBLK = 0o60000
S_IFCHR = 0o20000
S_IFDIR = 0o40000
S_IFDOOR = 0o0
S_IFIFO = 0o10000
S_IFLNK = 0o120000
S_IFPORT = 0o0
S_IFREG = 0o100000
S_IFSOCK = 0o140000
S_IFWHT = 0o0
S_IREAD = 0o400
S_IRGRP = 0o40
S_IROTH = 0o4
S_IRUSR = 0o400
S_IRWXG = 0o70
S_IRWXO = 0o7
S_IRWXU = 0o700
S_ISGID = 0o2000
S_ISUID = 0o4000
S_ISVTX = 0o1000
S_IWGRP = 0o20
S_IWOTH = 0o2
S_IWRITE = 0o200
S_IWUSR = 0o200
S_IXGRP = 0o10
S_IXOTH = 0o1
S_IXUSR = 0o100
UF_APPEND = 0o4
UF_COMPRESSED = 0o40
UF_HIDDEN = 0o100000
UF_IMMUTABLE = 0o2
UF_NODUMP = 0o1
UF_NOUNLINK = 0o20
UF_OPAQUE = 0o10


def S_IMODE(mode, /):
    """Return the portion of the file's mode that can be set by chmod."""
    return mode & 0o7777


def S_IFMT(mode, /):
    """Return the portion of the file's mode that describes the type."""
    return mode & 0o170000


def S_ISDIR(mode, /):
    return mode & 0o170000 == S_IFDIR


def S_ISCHR(mode, /):
    return mode & 0o170000 == S_IFCHR


def S_ISBLK(mode, /):
    return mode & 0o170000 == S_IFBLK


def S_ISREG(mode, /):
    return mode & 0o170000 == S_IFREG


def S_ISFIFO(mode, /):
    return mode & 0o170000 == S_IFIFO


def S_ISLNK(mode, /):
    return mode & 0o170000 == S_IFLNK


def S_ISSOCK(mode, /):
    return mode & 0o170000 == S_IFSOCK


def S_ISDOOR(mode, /):
    return False


def S_ISPORT(mode, /):
    return False


def S_ISWHT(mode, /):
    return False


_KINDS = {S_IFLNK: "l", S_IFSOCK: "s", S_IFREG: "-", S_IFBLK: "b",
          S_IFDIR: "d", S_IFCHR: "c", S_IFIFO: "p"}


def filemode(mode, /):
    """Convert a file's mode to a string of the form '-rwxrwxrwx'."""
    out = [_KINDS.get(mode & 0o170000, "?")]
    for shift, special, letter in ((6, S_ISUID, "s"), (3, S_ISGID, "s"),
                                   (0, S_ISVTX, "t")):
        bits = mode >> shift & 7
        out.append("r" if bits & 4 else "-")
        out.append("w" if bits & 2 else "-")
        if mode & special:
            out.append(letter if bits & 1 else letter.upper())
        else:
            out.append("x" if bits & 1 else "-")
    return "".join(out)
