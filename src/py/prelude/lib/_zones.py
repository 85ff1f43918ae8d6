# _zones.py - the time zones that the library itself has.
#
# tools/gen/gen_zones.py packs them into _zonedata.  NAMES has lines of a name and
# the number of its zone, SIZES two bytes for each zone, ZONES their records:
#
#   kinds (1 byte), transitions (2)
#   per kind         offset (4), summer time (1), name, "\n"
#   per transition   the number of its kind
#   per transition   the time since the one before, as the clock there showed it:
#                    0wwwwwww weeks, 10 and 14 bits days, 110 and 21 bits quarters
#                    of an hour, else five bytes of seconds above 15 << 36
#   the rule for all times behind the last
#
# SPDX-License-Identifier: Apache-2.0
"""Zones by name, from packed tables."""
import _zonedata
from zlib import decompress


def _lines():
    return decompress(_zonedata.NAMES).decode()


def names():
    """The names of all zones."""
    return {line.partition(" ")[0] for line in _lines().split("\n")}


def _record(number):
    sizes = decompress(_zonedata.SIZES)
    at = sum(sizes[1:2 * number:2]) + 256 * sum(sizes[:2 * number:2])
    size = 256 * sizes[2 * number] + sizes[2 * number + 1]
    return decompress(_zonedata.ZONES)[at:at + size]


def _step(data, at):
    """(seconds, where the next one is)."""
    first = data[at]
    if first < 0x80:
        return first * 604800, at + 1
    if first < 0xC0:
        return (int.from_bytes(data[at:at + 2], "big") - 0x8000) * 86400, at + 2
    if first < 0xE0:
        return (int.from_bytes(data[at:at + 3], "big") - 0xC00000) * 900, at + 3
    return int.from_bytes(data[at:at + 5], "big") - 0xF000000000, at + 5


def find(key):
    """(transition times, numbers of kinds, kinds, rule) of a zone, or None."""
    before, found, line = f"\n{_lines()}\n".partition(f"\n{key} ")
    if not found or " " in key:
        return None
    data = _record(int(line[:line.index("\n")]))
    kinds, when, at = [], [], 3
    for i in range(data[0]):
        end = data.index(10, at + 5)
        offset = int.from_bytes(data[at:at + 4], "big", signed=True)
        kinds.append((offset, data[at + 4], data[at + 5:end].decode()))
        at = end + 1
    times = at + 256 * data[1] + data[2]
    index = list(data[at:times])
    clock, offset, at = 0, kinds[0][0], times
    for i in index:
        seconds, at = _step(data, at)
        clock += seconds
        when.append(clock - offset)
        offset = kinds[i][0]
    return when, index, kinds, data[at:].decode()
