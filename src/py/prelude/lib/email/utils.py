# utils.py - addresses, dates and parameters of messages.
#
# SPDX-License-Identifier: Apache-2.0
"""Helpers for headers of messages."""
import calendar
import datetime
import os
import random
import re
import time
import urllib.parse

__all__ = ["collapse_rfc2231_value", "decode_params", "decode_rfc2231",
           "encode_rfc2231", "formataddr", "formatdate", "format_datetime",
           "getaddresses", "make_msgid", "mktime_tz", "parseaddr",
           "parsedate", "parsedate_tz", "parsedate_to_datetime", "unquote"]

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep",
           "Oct", "Nov", "Dec")
_ZONES = {"UT": 0, "UTC": 0, "GMT": 0, "Z": 0, "AST": -400, "ADT": -300,
          "EST": -500, "EDT": -400, "CST": -600, "CDT": -500, "MST": -700,
          "MDT": -600, "PST": -800, "PDT": -700}
_SPECIAL = re.compile(r'[][\\()<>@,:;".]')
_TO_ESCAPE = re.compile(r'[\\"]')


# ----------------------------------------------------------------- addresses


def quote(text):
    """Put a backslash before backslashes and quotes."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


def unquote(text):
    """Take quotes or angle brackets off."""
    if len(text) > 1:
        if text.startswith('"') and text.endswith('"'):
            return text[1:-1].replace("\\\\", "\\").replace('\\"', '"')
        if text.startswith("<") and text.endswith(">"):
            return text[1:-1]
    return text


def formataddr(pair, charset="utf-8"):
    """'Name <address>' from both parts."""
    name, address = pair
    address.encode("ascii")
    if not name:
        return address
    if not name.isascii():
        from email.header import encoded_word
        return f"{encoded_word(name, charset)} <{address}>"
    quotes = '"' if _SPECIAL.search(name) else ""
    return f"{quotes}{_TO_ESCAPE.sub(_escaped, name)}{quotes} <{address}>"


def _escaped(match):
    return "\\" + match[0]


class _Scanner:
    """The characters of a list of addresses, one after the other."""

    def __init__(self, text):
        self.text, self.at = text, 0

    def quoted(self, closing):
        """What comes before the closing mark; comments may be nested."""
        opening, depth, kept = self.text[self.at], 1, []
        self.at += 1
        while self.at < len(self.text):
            char = self.text[self.at]
            self.at += 1
            if char == "\\" and self.at < len(self.text):
                kept.append(self.text[self.at])
                self.at += 1
                continue
            if char == closing:
                depth -= 1
                if not depth:
                    break
            elif char == opening and opening == "(":
                depth += 1
            kept.append(char)
        return "".join(kept)


def _parts_of(text):
    """(kind, text) of the pieces: words, comments, routes, marks."""
    scanner = _Scanner(text)
    word = []

    def done():
        if word:
            yield "word", "".join(word)
            word.clear()

    while scanner.at < len(text):
        char = text[scanner.at]
        if char == '"':
            yield from done()
            yield "quoted", scanner.quoted('"')
        elif char == "(":
            yield from done()
            yield "comment", scanner.quoted(")")
        elif char == "<":
            yield from done()
            yield "route", scanner.quoted(">")
        elif char in ",;:":
            yield from done()
            yield char, char
            scanner.at += 1
        else:
            if char.isspace():
                yield from done()
            else:
                word.append(char)
            scanner.at += 1
    yield from done()


def _one_address(parts):
    """(name, address) from the pieces between two commas."""
    words = [text for kind, text in parts if kind in ("word", "quoted")]
    comments = [text for kind, text in parts if kind == "comment"]
    routes = [text for kind, text in parts if kind == "route"]
    if routes:
        name = " ".join(words)
        if comments:
            name = f"{name} ({' '.join(comments)})" if name \
                else " ".join(comments)
        route = routes[0].strip()
        return name, route if '"' in route else "".join(route.split())
    plain = "".join([f'"{quote(text)}"' if kind == "quoted" else text
                     for kind, text in parts if kind in ("word", "quoted")])
    if len(words) > 1 and "@" not in plain:
        plain = words[0]
    return " ".join(comments), plain


def getaddresses(fieldvalues):
    """Pairs of name and address of everyone in some headers."""
    found, parts = [], []
    text = ", ".join([str(value) for value in fieldvalues])
    for kind, piece in [*_parts_of(text), (",", ",")]:
        if kind == ":":
            parts = []  # the name of a group
        elif kind in ",;":
            if parts:
                found.append(_one_address(parts))
            parts = []
        else:
            parts.append((kind, piece))
    return found


def parseaddr(addr):
    """Name and address of one mailbox; two empty texts if there is none."""
    if isinstance(addr, list):
        addr = addr[0]
    if not isinstance(addr, str):
        return "", ""
    found = getaddresses([addr])
    return found[0] if len(found) == 1 else ("", "")


def make_msgid(idstring=None, domain=None):
    """A message id that nobody else has."""
    parts = [int(time.time() * 100), os.getpid(), random.getrandbits(64)]
    if idstring is not None:
        parts.append(idstring)
    return f"<{'.'.join(map(str, parts))}@{domain or 'localhost'}>"


# --------------------------------------------------------------------- dates


def formatdate(timeval=None, localtime=False, usegmt=False):
    """A moment as headers write it, now if it is None."""
    moment = datetime.datetime.fromtimestamp(
        time.time() if timeval is None else timeval, datetime.timezone.utc)
    moment = moment.replace(microsecond=0)
    if localtime:
        return format_datetime(moment.astimezone())
    return format_datetime(moment if usegmt else moment.replace(tzinfo=None),
                           usegmt)


def format_datetime(dt, usegmt=False):
    """A datetime as headers write it."""
    if usegmt:
        if dt.tzinfo is None or dt.tzinfo != datetime.timezone.utc:
            raise ValueError("usegmt option requires a UTC datetime")
        zone = "GMT"
    else:
        zone = "-0000" if dt.tzinfo is None else dt.strftime("%z")
    return (f"{_DAYS[dt.weekday()]}, {dt.day:02} {_MONTHS[dt.month - 1]} "
            f"{dt.year:04} {dt.hour:02}:{dt.minute:02}:{dt.second:02} {zone}")


def _clock(text):
    parts = text.replace(".", ":").split(":")
    if not 2 <= len(parts) <= 3 or not all(part.isdigit() for part in parts):
        return None
    return [int(part) for part in parts] + [0] * (3 - len(parts))


def _offset(zone):
    """Seconds east of Greenwich; None if nothing is known."""
    if zone.upper() in _ZONES:
        number = _ZONES[zone.upper()]
    else:
        try:
            number = int(zone)
        except ValueError:
            return None
        if number == 0 and zone.startswith("-"):
            return None
    sign = -1 if number < 0 else 1
    return sign * (abs(number) // 100 * 3600 + abs(number) % 100 * 60)


def _read_date(data):
    """Ten numbers, the last of them None without a zone; None if unreadable."""
    words = str(data or "").replace(",", " ").split()
    if words and words[0][:3].title() in _DAYS:
        del words[0]
    if words and "-" in words[0][1:]:
        words[:1] = words[0].split("-")
    if len(words) < 3:
        return None
    if words[0][:3].title() in _MONTHS:
        words[:2] = words[1], words[0]
    day, month, *rest = words
    month = month[:3].title()
    if month not in _MONTHS or not day.isdigit():
        return None
    if ":" in rest[0] and len(rest) > 1:  # the year comes after the clock
        rest[:2] = rest[1], rest[0]
    year = rest[0]
    clock = _clock(rest[1]) if len(rest) > 1 else [0, 0, 0]
    if not year.isdigit() or clock is None:
        return None
    year = int(year)
    if year < 100:
        year += 1900 if year > 68 else 2000
    zone = rest[2] if len(rest) > 2 else ""
    return [year, _MONTHS.index(month) + 1, int(day), *clock, 0, 1, -1,
            _offset(zone) if zone else None]


def parsedate_tz(data):
    """A date as ten numbers, the last the distance from UTC in seconds."""
    found = _read_date(data)
    if found is None:
        return None
    if found[9] is None:
        found[9] = 0
    return tuple(found)


def parsedate(data):
    """A date as nine numbers, without its zone."""
    found = _read_date(data)
    return None if found is None else tuple(found[:9])


def parsedate_to_datetime(data):
    """A date as a datetime, without a zone if it is -0000."""
    found = _read_date(data)
    if found is None:
        raise ValueError("Invalid date value or format "
                         f'"{data}"')
    if found[9] is None:
        return datetime.datetime(*found[:6])
    zone = datetime.timezone(datetime.timedelta(seconds=found[9]))
    return datetime.datetime(*found[:6], tzinfo=zone)


def mktime_tz(data):
    """Seconds since 1970 of what parsedate_tz() returned."""
    if data[9] is None:
        return time.mktime((*data[:8], -1))
    return calendar.timegm(data) - data[9]


def localtime(dt=None, isdst=-1):
    """A datetime in the local zone, now if it is None."""
    if dt is None:
        dt = datetime.datetime.now(datetime.timezone.utc)
    return dt.astimezone()


# ---------------------------------------------------------------- parameters


def decode_rfc2231(s):
    """Charset, language and text of an extended parameter."""
    parts = s.split("'", 2)
    return (None, None, s) if len(parts) <= 2 else parts


def encode_rfc2231(s, charset=None, language=None):
    """An extended parameter."""
    text = urllib.parse.quote(s, safe="", encoding=charset or "ascii")
    if charset is None and language is None:
        return text
    return f"{charset}'{language or ''}'{text}"


def decode_params(params):
    """Put continued and extended parameters together."""
    found, pieces = params[:1], {}
    for name, value in params[1:]:
        extended = name.endswith("*")
        base, star, number = name.rstrip("*").partition("*")
        value = unquote(value)
        if not star and not extended:
            found.append((base, f'"{quote(value)}"'))
        else:
            pieces.setdefault(base, []).append(
                (int(number) if number.isdigit() else 0, value, extended))
    for base, parts in pieces.items():
        parts.sort()
        value = "".join([urllib.parse.unquote(text, encoding="latin-1")
                         if extended else text for _, text, extended in parts])
        if any(extended for _, _, extended in parts):
            charset, language, value = decode_rfc2231(value)
            found.append((base, (charset, language, f'"{quote(value)}"')))
        else:
            found.append((base, f'"{quote(value)}"'))
    return found


def collapse_rfc2231_value(value, errors="replace", fallback_charset="us-ascii"):
    """The text of a parameter, extended or not."""
    if not isinstance(value, tuple) or len(value) != 3:
        return unquote(value)
    charset, _, text = value
    try:
        return text.encode("raw-unicode-escape").decode(
            charset or fallback_charset, errors)
    except LookupError:
        return unquote(text)
