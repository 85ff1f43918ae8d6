#!/usr/bin/env python3
"""Make src/py/prelude/lib/_zonedata.py from this machine's time zone files.

    tools/gen/gen_zones.py [/usr/share/zoneinfo] >src/py/prelude/lib/_zonedata.py

The IANA database is in the public domain.  Of each file is kept what
lib/_zones.py says, without the transitions that its rule gives as well; equal
zones are kept once.

SPDX-License-Identifier: Apache-2.0
"""

import base64
import datetime
import os
import struct
import sys
import textwrap
import zlib
from zoneinfo import _zoneinfo as reference  # CPython's reader of files, in Python

Kind = tuple[int, int, str]  # offset, whether that is summer time, name
Zone = tuple[tuple[int, ...], tuple[int, ...], tuple[Kind, ...], str]

WEEK, DAY, QUARTER = 604800, 86400, 900
HEAD = '''\
# _zonedata.py - made by tools/gen/gen_zones.py, release {release}; do not edit.
#
# Packed time zones for sessions without any: _zones.py unpacks them.
#
# SPDX-License-Identifier: Apache-2.0
"""Time zones of the IANA database."""
from binascii import a2b_base64
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


def parse(data: bytes) -> Zone:
    """Transition times, the numbers of their kinds, kinds, rule of a file."""
    if data[4:5] < b"2":
        raise ValueError("a file of version 1")
    isut, isstd, leap, times, types, chars = struct.unpack(">6l", data[20:44])
    at = 44 + times * 5 + types * 6 + chars + leap * 8 + isstd + isut
    isut, isstd, leap, times, types, chars = struct.unpack_from(">6l", data, at + 20)
    at += 44
    when = struct.unpack_from(f">{times}q", data, at)
    index = tuple(data[at + 8 * times : at + 9 * times])
    at += 9 * times
    raw = list(struct.iter_unpack(">lBB", data[at : at + 6 * types]))
    at += 6 * types
    names = data[at : at + chars]
    at += chars + leap * 12 + isstd + isut
    kinds = [(o, d, names[n : names.index(0, n)].decode()) for o, d, n in raw]
    return when, index, tuple(kinds), data[at:].strip().decode()


def by_rule(rule: object, seconds: int) -> tuple[int, int, str]:
    """Offset, summer time in it, and name that a rule gives for a time."""
    day = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=seconds)
    found = rule
    if hasattr(rule, "get_trans_info_fromutc"):
        found, _ = rule.get_trans_info_fromutc(seconds, day.year)
    second = datetime.timedelta(seconds=1)
    return found.utcoff // second, found.dstoff // second, found.tzname


def shifts(zone: Zone) -> list[int]:
    """How much of each offset is summer time: what readers make of a file."""
    when, index, kinds, _ = zone
    offsets, dst = [k[0] for k in kinds], [k[1] for k in kinds]
    return reference.ZoneInfo._utcoff_to_dstoff(index, offsets, dst)


def trim(zone: Zone) -> Zone:
    """Without the transitions at the end that the rule says."""
    when, index, kinds, text = zone
    if not text:
        return zone
    rule = reference._parse_tz_str(text)
    dst = shifts(zone)

    def is_told(i: int) -> bool:
        return all(
            by_rule(rule, at) == (kinds[k][0], dst[k], kinds[k][2])
            for at, k in ((when[i] - 1, index[i - 1]), (when[i], index[i]))
        )

    n = len(when)
    while n > 1 and is_told(n - 1):
        n -= 1
    n = min(n + 1, len(when))  # where readers go on with the rule
    while shifts((when[:n], index[:n], kinds, text)) != dst:
        n += 1
    return when[:n], index[:n], kinds, text


def step(seconds: int) -> bytes:
    """The time since the transition before, in the clock of the place."""
    if seconds % WEEK == 0 and 0 <= seconds // WEEK < 0x80:
        return bytes([seconds // WEEK])
    if seconds % DAY == 0 and 0 <= seconds // DAY < 0x4000:
        return struct.pack(">H", 0x8000 | seconds // DAY)
    if seconds % QUARTER == 0 and 0 <= seconds // QUARTER < 0x200000:
        return (0xC00000 | seconds // QUARTER).to_bytes(3, "big")
    return (0xF000000000 + seconds).to_bytes(5, "big")


def record(zone: Zone) -> bytes:
    when, index, kinds, rule = zone
    out = struct.pack(">BH", len(kinds), len(when))
    for offset, dst, name in kinds:
        out += struct.pack(">lB", offset, dst) + name.encode() + b"\n"
    out += bytes(index)
    before, last = kinds[0][0], 0
    for time, number in zip(when, index, strict=True):
        out += step(time + before - last)
        last, before = time + before, kinds[number][0]
    return out + rule.encode()


def text_of(name: str, data: bytes) -> str:
    """A statement that assigns packed bytes, as text."""
    packed = base64.b64encode(zlib.compress(data, 9)).decode()
    lines = textwrap.wrap(packed, 76, break_on_hyphens=False)
    text = "\n".join(f'    "{line}"' for line in lines)
    return f"{name} = a2b_base64(\n{text})\n"


def main(root: str) -> None:
    zones: dict[Zone, list[str]] = {}
    for name in zone_names(root):
        with open(os.path.join(root, name), "rb") as f:
            zones.setdefault(trim(parse(f.read())), []).append(name)
    # Zones of the same rule are similar: they lie together.
    order = sorted(zones, key=lambda zone: (zone[3], zone[0][::-1]))
    records = [record(zone) for zone in order]
    with open(os.path.join(root, "tzdata.zi"), encoding="ascii") as f:
        release = f.readline().split()[-1]
    lines = sorted(
        f"{name} {i}" for i, zone in enumerate(order) for name in zones[zone]
    )
    print(HEAD.format(release=release))
    print(text_of("NAMES", "\n".join(lines).encode()))
    print(text_of("SIZES", b"".join(struct.pack(">H", len(r)) for r in records)))
    print(text_of("ZONES", b"".join(records)))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/zoneinfo")
