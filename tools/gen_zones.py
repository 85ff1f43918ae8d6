#!/usr/bin/env python3
"""Make src/py/prelude/lib/_zonedata.py from this machine's time zone files.

    tools/gen_zones.py [/usr/share/zoneinfo] >src/py/prelude/lib/_zonedata.py

The IANA database is in the public domain.  Of each file the part for 64-bit
times is kept, behind an empty one for 32 bits; equal files are kept once, and
packed some at a time, so that one zone can be had without unpacking them all.

SPDX-License-Identifier: Apache-2.0
"""

import base64
import os
import struct
import sys
import textwrap
import zlib

BLOCK = 24 * 1024
HEAD = '''\
# _zonedata.py - made by tools/gen_zones.py, release {release}; do not edit.
#
# Packed time zone files for sessions without any.  INDEX is a list of names,
# each with the block, start and end of its file.
#
# SPDX-License-Identifier: Apache-2.0
"""Time zones of the IANA database."""
'''


def zone_names(root: str) -> list[str]:
    """What zoneinfo.available_timezones() finds below a folder."""
    names = []
    for folder, dirs, files in os.walk(root):
        if folder == root:
            dirs[:] = [d for d in dirs if d not in ("right", "posix")]
        for file in files:
            path = os.path.join(folder, file)
            with open(path, "rb") as f:
                if f.read(4) == b"TZif" and file not in ("posixrules", "localtime"):
                    names.append(os.path.relpath(path, root))
    return sorted(names)


def modern(data: bytes) -> bytes:
    """A file without its part for 32-bit times."""
    counts = struct.unpack(">6l", data[20:44])
    isut, isstd, leap, times, types, chars = counts
    skip = 44 + times * 5 + types * 6 + chars + leap * 8 + isstd + isut
    if data[4:5] < b"2":
        raise ValueError("a file of version 1")
    return data[:20] + bytes(24) + data[skip:]


def text_of(name: str, data: bytes) -> str:
    """A statement that assigns packed bytes, as text."""
    packed = base64.b64encode(zlib.compress(data, 9)).decode()
    lines = textwrap.wrap(packed, 76, break_on_hyphens=False)
    return f"{name} = (\n" + "\n".join(f'    "{line}"' for line in lines) + ")\n"


def rule(data: bytes) -> tuple[bytes, bytes]:
    """Zones of the same rule are similar: they are packed together."""
    return data.split(b"\n")[-2], data


def main(root: str) -> None:
    files = {}
    for name in zone_names(root):
        with open(os.path.join(root, name), "rb") as f:
            files[name] = modern(f.read())
    blocks, place = [b""], {}
    for data in sorted(set(files.values()), key=rule):
        if len(blocks[-1]) > BLOCK:
            blocks.append(b"")
        start = len(blocks[-1])
        blocks[-1] += data
        place[data] = f"{len(blocks) - 1} {start} {start + len(data)}"
    index = [f"{name} {place[data]}" for name, data in files.items()]
    with open(os.path.join(root, "tzdata.zi"), encoding="ascii") as f:
        release = f.readline().split()[-1]
    print(HEAD.format(release=release))
    print(text_of("INDEX", "\n".join(index).encode()))
    for i, block in enumerate(blocks):
        print(text_of(f"BLOCK_{i}", block))
    print("BLOCKS = (" + ", ".join(f"BLOCK_{i}" for i in range(len(blocks))) + ")")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/zoneinfo")
