# urllib/parse.py - taking URLs apart and putting them together.
#
# str and bytes are both accepted; bytes are decoded as ASCII on the way in
# and the results encoded on the way out.  There are no caches.
#
# SPDX-License-Identifier: Apache-2.0
"""The parts of URLs."""
import re
import types
import unicodedata
import warnings
from collections import namedtuple

import _url

__all__ = ["urlparse", "urlunparse", "urljoin", "urldefrag", "urlsplit",
           "urlunsplit", "urlencode", "parse_qs", "parse_qsl", "quote",
           "quote_plus", "quote_from_bytes", "unquote", "unquote_plus",
           "unquote_to_bytes", "DefragResult", "ParseResult", "SplitResult",
           "DefragResultBytes", "ParseResultBytes", "SplitResultBytes"]

uses_relative = ["", "ftp", "http", "gopher", "nntp", "imap", "wais", "file",
                 "https", "shttp", "mms", "prospero", "rtsp", "rtspu", "sftp",
                 "svn", "svn+ssh", "ws", "wss"]
uses_netloc = ["", "ftp", "http", "gopher", "nntp", "telnet", "imap", "wais",
               "file", "mms", "https", "shttp", "snews", "prospero", "rtsp",
               "rtspu", "rsync", "svn", "svn+ssh", "sftp", "nfs", "git",
               "git+ssh", "ws", "wss"]
uses_params = ["", "ftp", "hdl", "prospero", "http", "imap", "https",
               "shttp", "rtsp", "rtspu", "sip", "sips", "mms", "sftp", "tel"]
non_hierarchical = ["gopher", "hdl", "mailto", "news", "telnet", "wais",
                    "imap", "snews", "sip", "sips"]
uses_query = ["", "http", "wais", "imap", "https", "shttp", "mms", "gopher",
              "rtsp", "rtspu", "sip", "sips"]
uses_fragment = ["", "ftp", "hdl", "http", "gopher", "news", "nntp", "wais",
                 "https", "shttp", "snews", "file", "prospero"]
scheme_chars = ("abcdefghijklmnopqrstuvwxyz"
                "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                "0123456789"
                "+-.")
MAX_CACHE_SIZE = 0
_CONTROLS = bytes(range(33)).decode()
_UNSAFE = dict.fromkeys(b"\t\r\n")
_UNRESERVED = (b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"
               b"abcdefghijklmnopqrstuvwxyz"
               b"0123456789-._~")
_scheme = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):").match
_netloc = re.compile(r"//([^/?#]*)").match
_ascii_run = re.compile("[\x00-\x7f]+").sub


def clear_cache():
    """There is nothing to clear."""


# ---------------------------------------------------------- text and bytes


def _as_text(*parts):
    """The parts as str, and the function that turns results back."""
    textual = isinstance(parts[0], str)
    for part in parts:
        if part and isinstance(part, str) is not textual:
            raise TypeError("Cannot mix str and non-str arguments")
    if textual:
        return parts, _unchanged
    return [part.decode("ascii") if part else "" for part in parts], _encoded


def _unchanged(result):
    return result


def _encoded(result):
    return result.encode("ascii")


def _marks(text, characters):
    """Single characters in the kind of the text."""
    if isinstance(text, str):
        return [*characters]
    return [c.encode() for c in characters]


class _Encodes:
    """Results of str."""

    __slots__ = ()

    def encode(self, encoding="ascii", errors="strict"):
        """The same result in bytes."""
        parts = [part.encode(encoding, errors) for part in self]
        return self._encoded_counterpart(*parts)


class _Decodes:
    """Results of bytes."""

    __slots__ = ()

    def decode(self, encoding="ascii", errors="strict"):
        """The same result in str."""
        parts = [part.decode(encoding, errors) for part in self]
        return self._decoded_counterpart(*parts)


class ResultBase:
    """What the netloc is made of."""

    __slots__ = ()
    __class_getitem__ = classmethod(types.GenericAlias)

    def _authority(self):
        """User, password, host, port: None for what is not there."""
        at, colon, left, right = _marks(self.netloc, "@:[]")
        user, there, place = self.netloc.rpartition(at)
        name, given, password = user.partition(colon)
        before, bracket, inner = place.partition(left)
        if bracket:
            host, _, rest = inner.partition(right)
            port = rest.partition(colon)[2]
        else:
            host, _, port = place.partition(colon)
        return (name if there else None, password if given else None,
                host, port or None)

    @property
    def username(self):
        """The user, or None."""
        return self._authority()[0]

    @property
    def password(self):
        """The password, or None."""
        return self._authority()[1]

    @property
    def hostname(self):
        """The host in lower case, or None."""
        host = self._authority()[2]
        name, *zone = host.partition(*_marks(host, "%"))
        return name.lower() + zone[0] + zone[1] if host else None

    @property
    def port(self):
        """The port as a number, or None."""
        text = self._authority()[3]
        if text is None:
            return None
        if not (text.isascii() and text.isdigit()):
            raise ValueError("Port could not be cast to integer value as "
                             f"{text!r}")
        if int(text) > 65535:
            raise ValueError("Port out of range 0-65535")
        return int(text)


_Defrag = namedtuple("_DefragResultBase", "url fragment")
_Split = namedtuple("_SplitResultBase", "scheme netloc path query fragment")
_Parse = namedtuple("_ParseResultBase",
                    "scheme netloc path params query fragment")


class _GeturlDefrag:
    __slots__ = ()

    def geturl(self):
        """The URL with its fragment."""
        hash, = _marks(self.url, "#")
        return self.url + hash + self.fragment if self.fragment else self.url


class _GeturlSplit(ResultBase):
    __slots__ = ()

    def geturl(self):
        """The URL of the parts."""
        return urlunsplit(self)


class _GeturlParse(ResultBase):
    __slots__ = ()

    def geturl(self):
        """The URL of the parts."""
        return urlunparse(self)


class DefragResult(_Defrag, _GeturlDefrag, _Encodes):
    """What urldefrag() returns."""

    __slots__ = ()


class SplitResult(_Split, _GeturlSplit, _Encodes):
    """What urlsplit() returns."""

    __slots__ = ()


class ParseResult(_Parse, _GeturlParse, _Encodes):
    """What urlparse() returns."""

    __slots__ = ()


class DefragResultBytes(_Defrag, _GeturlDefrag, _Decodes):
    """What urldefrag() returns for bytes."""

    __slots__ = ()


class SplitResultBytes(_Split, _GeturlSplit, _Decodes):
    """What urlsplit() returns for bytes."""

    __slots__ = ()


class ParseResultBytes(_Parse, _GeturlParse, _Decodes):
    """What urlparse() returns for bytes."""

    __slots__ = ()


def _pair_up(text, encoded):
    text._encoded_counterpart = encoded
    encoded._decoded_counterpart = text


_pair_up(DefragResult, DefragResultBytes)
_pair_up(SplitResult, SplitResultBytes)
_pair_up(ParseResult, ParseResultBytes)


# ------------------------------------------------------------ taking apart


_FUTURE_IP = re.compile(r"v[a-fA-F0-9]+\..+")


def _check_bracketed(netloc):
    """What stands in brackets is an IPv6 address or one of a later version."""
    host = netloc.rpartition("@")[2].partition("[")[2].partition("]")[0]
    if host[:1] == "v":
        if not _FUTURE_IP.fullmatch(host):
            raise ValueError("IPvFuture address is invalid")
        return
    address = __import__("ipaddress").ip_address(host)
    if address.version == 4:
        raise ValueError("An IPv4 address cannot be in brackets")


def urlsplit(url, scheme="", allow_fragments=True):
    """The five parts of a URL."""
    (rest, scheme), back = _as_text(url, scheme)
    rest, scheme = rest.lstrip(_CONTROLS), scheme.strip(_CONTROLS)
    if not (rest.isprintable() and scheme.isprintable()):
        rest, scheme = rest.translate(_UNSAFE), scheme.translate(_UNSAFE)
    found = _scheme(rest)
    if found:
        scheme, rest = found[1].lower(), rest[found.end():]
    found = _netloc(rest)
    netloc = ""
    if found:
        netloc, rest = found[1], rest[found.end():]
        if ("[" in netloc) is not ("]" in netloc):
            raise ValueError("Invalid IPv6 URL")
        if "[" in netloc:
            _check_bracketed(netloc)
    fragment = ""
    if allow_fragments:
        rest, _, fragment = rest.partition("#")
    path, _, query = rest.partition("?")
    _refuse_tricks(netloc)
    return back(SplitResult(scheme, netloc, path, query, fragment))


def _refuse_tricks(netloc):
    """Some characters become separators when a host is normalized."""
    if netloc.isascii():
        return
    plain = netloc.translate(dict.fromkeys(map(ord, "@:#?")))
    folded = unicodedata.normalize("NFKC", plain)
    if folded != plain and not {*folded}.isdisjoint("/?#@:"):
        raise ValueError(f"netloc '{netloc}' contains invalid "
                         "characters under NFKC normalization")


def urlparse(url, scheme="", allow_fragments=True):
    """The six parts of a URL, params included."""
    (url, scheme), back = _as_text(url, scheme)
    scheme, netloc, path, *others = urlsplit(url, scheme, allow_fragments)
    params = ""
    if scheme in uses_params:
        # Only the last segment can have params.
        last = path.rfind("/") + 1
        name, _, params = path[last:].partition(";")
        path = path[:last] + name
    return back(ParseResult(scheme, netloc, path, params, *others))


def urldefrag(url):
    """A URL without its fragment, and the fragment."""
    (url,), back = _as_text(url)
    if "#" not in url:
        return back(DefragResult(url, ""))
    parts = urlparse(url)
    bare = urlunparse(parts._replace(fragment=""))
    return back(DefragResult(bare, parts.fragment))


# -------------------------------------------------------- putting together


def urlunsplit(components):
    """The URL of five parts."""
    (scheme, netloc, path, query, fragment), back = _as_text(*components)
    wants_netloc = scheme and scheme in uses_netloc and path[:2] != "//"
    if netloc or wants_netloc:
        slash = "/" if path and path[0] != "/" else ""
        path = f"//{netloc or ''}{slash}{path}"
    return back("".join([f"{scheme}:" if scheme else "", path,
                         f"?{query}" if query else "",
                         f"#{fragment}" if fragment else ""]))


def urlunparse(components):
    """The URL of six parts."""
    (scheme, netloc, path, params, *others), back = _as_text(*components)
    if params:
        path += ";" + params
    return back(urlunsplit((scheme, netloc, path, *others)))


def _merge(base, path):
    """A path relative to the folder of another, without dots in it."""
    if path.startswith("/"):
        segments = path.split("/")
    else:
        folder = base.split("/")
        if folder[-1]:
            folder.pop()
        parts = folder + path.split("/")
        segments = parts[:1] + [name for name in parts[1:-1] if name]
        segments += parts[1:][-1:]
    kept = []
    for name in segments:
        if name == "..":
            kept = kept[:-1]
        elif name != ".":
            kept.append(name)
    if segments[-1] in ("..", "."):
        kept.append("")
    return "/".join(kept) or "/"


def urljoin(base, url, allow_fragments=True):
    """Where a link leads from a base URL."""
    if not base or not url:
        return url or base
    (base, url), back = _as_text(base, url)
    here = urlparse(base, "", allow_fragments)
    there = urlparse(url, here.scheme, allow_fragments)
    scheme, netloc, path, params, query, fragment = there
    if scheme != here.scheme or scheme not in uses_relative:
        return back(url)
    if scheme in uses_netloc:
        if netloc:
            return back(urlunparse(there))
        netloc = here.netloc
    if path or params:
        path = _merge(here.path, path)
    else:
        path, params, query = here.path, here.params, query or here.query
    return back(urlunparse((scheme, netloc, path, params, query, fragment)))


# ------------------------------------------------------------------ quoting


def quote_from_bytes(bs, safe="/"):
    """%xx in the place of all bytes but letters, digits and `safe`."""
    if not isinstance(bs, (bytes, bytearray)):
        raise TypeError("quote_from_bytes() expected bytes")
    if isinstance(safe, str):
        safe = safe.encode("ascii", "ignore")
    else:
        safe = bytes([c for c in safe or b"" if c < 128])
    return _url.quote(bytes(bs), safe)


def quote(string, safe="/", encoding=None, errors=None):
    """%xx in the place of characters that mean something in URLs."""
    if isinstance(string, str):
        data = string.encode(encoding or "utf-8", errors or "strict")
        return quote_from_bytes(data, safe) if string else string
    for name, option in (("encoding", encoding), ("errors", errors)):
        if option is not None:
            raise TypeError(f"quote() doesn't support {name!r} for bytes")
    return quote_from_bytes(string, safe)


def quote_plus(string, safe="", encoding=None, errors=None):
    """quote() with + for a space."""
    blank, = _marks(safe, " ")
    quoted = quote(string, safe + blank, encoding, errors)
    return quoted.replace(" ", "+")


def unquote_to_bytes(string):
    """Bytes for text with %xx."""
    if isinstance(string, str):
        string = string.encode("utf-8")
    string.split  # raises for what is neither str nor bytes
    if not string:
        return b""
    if b"%" not in string:
        return string
    return _url.unquote(bytes(string))


def unquote(string, encoding="utf-8", errors="replace"):
    """Characters in the place of %xx."""
    if isinstance(string, bytes):
        return unquote_to_bytes(string).decode(encoding, errors)
    if "%" not in string:
        string.split
        return string
    encoding, errors = encoding or "utf-8", errors or "replace"
    if string.isascii():
        return _url.unquote(string.encode()).decode(encoding, errors)
    # Characters outside of ASCII stand between runs that are decoded.
    return _ascii_run(
        lambda run: unquote_to_bytes(run[0]).decode(encoding, errors),
        string)


def unquote_plus(string, encoding="utf-8", errors="replace"):
    """unquote() with a space for +."""
    return unquote(string.replace("+", " "), encoding, errors)


# ------------------------------------------------------------------- queries


def parse_qsl(qs, keep_blank_values=False, strict_parsing=False,
              encoding="utf-8", errors="replace", max_num_fields=None,
              separator="&"):
    """The pairs of a query string."""
    (qs,), back = _as_text(qs)
    (separator,), _ = _as_text(separator)
    if not separator or not isinstance(separator, (str, bytes)):
        raise ValueError("Separator must be of type string or bytes.")
    fields = qs.split(separator) if qs else []
    if max_num_fields is not None and max_num_fields < len(fields):
        raise ValueError("Max number of fields exceeded")
    found = []
    for field in fields:
        name, equals, value = field.partition("=")
        if strict_parsing and not equals:
            raise ValueError(f"bad query field: {field!r}")
        if value or keep_blank_values and field:
            pair = [unquote_plus(part, encoding, errors)
                    for part in (name, value)]
            found.append((back(pair[0]), back(pair[1])))
    return found


def parse_qs(qs, keep_blank_values=False, strict_parsing=False,
             encoding="utf-8", errors="replace", max_num_fields=None,
             separator="&"):
    """The values of a query string by name, in lists."""
    by_name = {}
    for name, value in parse_qsl(qs, keep_blank_values, strict_parsing,
                                 encoding, errors, max_num_fields,
                                 separator):
        by_name.setdefault(name, []).append(value)
    return by_name


def _pairs_of(query):
    if hasattr(query, "items"):
        return query.items()
    try:
        if len(query) and not isinstance(query[0], tuple):
            raise TypeError
    except TypeError as exc:
        raise TypeError("not a valid non-string sequence or mapping "
                        "object") from exc
    return query


def urlencode(query, doseq=False, safe="", encoding=None, errors=None,
              quote_via=quote_plus):
    """A query string of pairs."""
    def quoted(value):
        if isinstance(value, bytes):
            return quote_via(value, safe)
        text = str(value)
        if plain and text.isalnum() and text.isascii():
            return text
        return quote_via(text, safe, encoding, errors)

    plain = quote_via is quote_plus and encoding is None
    fields = []
    for name, value in _pairs_of(query):
        several = (doseq and not isinstance(value, (str, bytes))
                   and hasattr(value, "__len__"))
        key = quoted(name)
        fields += [f"{key}={quoted(one)}"
                   for one in (value if several else (value,))]
    return "&".join(fields)


# ----------------------------------------------------------------- old names


def _to_bytes(url):
    """The URL itself, which must be ASCII."""
    if isinstance(url, str) and not url.isascii():
        raise UnicodeError(f"URL {url!r} contains non-ASCII characters")
    return url


def to_bytes(url):
    """The URL itself, which must be ASCII; deprecated."""
    warnings.warn("urllib.parse.to_bytes() is deprecated as of 3.8",
                  DeprecationWarning, stacklevel=2)
    return _to_bytes(url)


def unwrap(url):
    """A URL without '<URL:' and '>'."""
    bare = str(url).strip()
    if bare.startswith("<") and bare.endswith(">"):
        bare = bare[1:-1].strip()
    return bare[4:].strip() if bare.startswith("URL:") else bare


# ------------------------------------------- splitters of older programs

_type_re = re.compile("([^/:]+):(.*)", re.DOTALL)
_host_re = re.compile("//([^/#?]*)(.*)", re.DOTALL)
_port_re = re.compile("(.*):([0-9]*)", re.DOTALL)


def _splittype(url):
    m = _type_re.match(url)
    return (m[1].lower(), m[2]) if m else (None, url)


def _splithost(url):
    m = _host_re.match(url)
    if not m:
        return None, url
    host, path = m.groups()
    if path and path[0] != "/":
        path = "/" + path
    return host, path


def _splituser(host):
    user, delim, host = host.rpartition("@")
    return user if delim else None, host


def _splitpasswd(user):
    user, delim, passwd = user.partition(":")
    return user, passwd if delim else None


def _splitport(host):
    m = _port_re.fullmatch(host)
    return (m[1], m[2] or None) if m else (host, None)


def _splitnport(host, defport=-1):
    name, delim, port = host.rpartition(":")
    if not delim:
        return port, defport
    if port:
        number = int(port) if port.isdigit() and port.isascii() else None
        return name, number
    return name, defport


def _splitquery(url):
    path, delim, query = url.rpartition("?")
    return (path, query) if delim else (url, None)


def _splittag(url):
    path, delim, tag = url.rpartition("#")
    return (path, tag) if delim else (url, None)


def _splitattr(url):
    words = url.split(";")
    return words[0], words[1:]


def _splitvalue(attr):
    attr, delim, value = attr.partition("=")
    return attr, value if delim else None


def _deprecated(name, function, advice):
    """A public splitter that warns."""
    def wrapper(*args, **kwargs):
        warnings.warn(f"urllib.parse.{name}() is deprecated as of 3.8, use "
                      f"{advice} instead", DeprecationWarning, stacklevel=2)
        return function(*args, **kwargs)
    wrapper.__name__ = wrapper.__qualname__ = name
    return wrapper


_URLPARSE = "urllib.parse.urlparse()"
splittype = _deprecated("splittype", _splittype, _URLPARSE)
splithost = _deprecated("splithost", _splithost, _URLPARSE)
splituser = _deprecated("splituser", _splituser, _URLPARSE)
splitpasswd = _deprecated("splitpasswd", _splitpasswd, _URLPARSE)
splitport = _deprecated("splitport", _splitport, _URLPARSE)
splitnport = _deprecated("splitnport", _splitnport, _URLPARSE)
splitquery = _deprecated("splitquery", _splitquery, _URLPARSE)
splittag = _deprecated("splittag", _splittag, _URLPARSE)
splitattr = _deprecated("splitattr", _splitattr, _URLPARSE)
splitvalue = _deprecated("splitvalue", _splitvalue,
                         "urllib.parse.parse_qsl()")


class _Quoter(dict):
    """Quoted text per byte, filled on demand."""

    def __init__(self, safe):
        self.safe = frozenset(_UNRESERVED).union(safe)

    def __repr__(self):
        return f"<Quoter {dict(self)!r}>"

    def __missing__(self, b):
        text = chr(b) if b in self.safe else f"%{b:02X}"
        self[b] = text
        return text


def __getattr__(name):
    if name == "Quoter":
        warnings.warn("Deprecated in 3.11. urllib.parse.Quoter will be "
                      "removed in Python 3.14. It was not intended to be a "
                      "public API.", DeprecationWarning, stacklevel=2)
        return _Quoter
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
