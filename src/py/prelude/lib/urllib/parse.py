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
_CONTROLS = "".join(map(chr, range(33)))
_UNSAFE = ["\t", "\r", "\n"]
_ALWAYS_SAFE = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                         b"abcdefghijklmnopqrstuvwxyz"
                         b"0123456789"
                         b"_.-~")
_ALWAYS_SAFE_BYTES = bytes(_ALWAYS_SAFE)
MAX_CACHE_SIZE = 0
_ascii_runs = re.compile("([\x00-\x7f]+)")
_hexdig = "0123456789ABCDEFabcdef"
_HEX_BYTES = {(a + b).encode(): bytes.fromhex(a + b)
              for a in _hexdig for b in _hexdig}


def clear_cache():
    """There is nothing to clear."""


def _same(obj):
    return obj


def _encode_result(obj, encoding="ascii", errors="strict"):
    return obj.encode(encoding, errors)


def _coerce_args(*args):
    """Make all arguments str; add the function that converts back."""
    is_str = isinstance(args[0], str)
    for arg in args[1:]:
        if arg and isinstance(arg, str) != is_str:
            raise TypeError("Cannot mix str and non-str arguments")
    if is_str:
        return args + (_same,)
    return tuple(x.decode("ascii", "strict") if x else "" for x in args) + (
        _encode_result,)


class _ResultMixinStr:
    """Methods of results that hold str."""

    __slots__ = ()

    def encode(self, encoding="ascii", errors="strict"):
        return self._encoded_counterpart(*(x.encode(encoding, errors)
                                           for x in self))


class _ResultMixinBytes:
    """Methods of results that hold bytes."""

    __slots__ = ()

    def decode(self, encoding="ascii", errors="strict"):
        return self._decoded_counterpart(*(x.decode(encoding, errors)
                                           for x in self))


class _NetlocResultMixinBase:
    """Attributes derived from the netloc."""

    __slots__ = ()

    @property
    def username(self):
        return self._userinfo[0]

    @property
    def password(self):
        return self._userinfo[1]

    @property
    def hostname(self):
        hostname = self._hostinfo[0]
        if not hostname:
            return None
        separator = "%" if isinstance(hostname, str) else b"%"
        hostname, percent, zone = hostname.partition(separator)
        return hostname.lower() + percent + zone

    @property
    def port(self):
        port = self._hostinfo[1]
        if port is not None:
            if port.isdigit() and port.isascii():
                port = int(port)
            else:
                raise ValueError("Port could not be cast to integer value "
                                 f"as {port!r}")
            if not 0 <= port <= 65535:
                raise ValueError("Port out of range 0-65535")
        return port

    __class_getitem__ = classmethod(types.GenericAlias)

    @property
    def _userinfo(self):
        at, colon = ("@", ":") if isinstance(self.netloc, str) else (
            b"@", b":")
        userinfo, have_info, _ = self.netloc.rpartition(at)
        if not have_info:
            return None, None
        username, have_password, password = userinfo.partition(colon)
        return username, password if have_password else None

    @property
    def _hostinfo(self):
        if isinstance(self.netloc, str):
            at, colon, left, right = "@:[]"
        else:
            at, colon, left, right = b"@", b":", b"[", b"]"
        _, _, hostinfo = self.netloc.rpartition(at)
        _, have_open, bracketed = hostinfo.partition(left)
        if have_open:
            hostname, _, port = bracketed.partition(right)
            _, _, port = port.partition(colon)
        else:
            hostname, _, port = hostinfo.partition(colon)
        return hostname, port or None


_DefragResultBase = namedtuple("_DefragResultBase", "url fragment")
_SplitResultBase = namedtuple("_SplitResultBase",
                              "scheme netloc path query fragment")
_ParseResultBase = namedtuple("_ParseResultBase",
                              "scheme netloc path params query fragment")
ResultBase = _NetlocResultMixinBase


class DefragResult(_DefragResultBase, _ResultMixinStr):
    __slots__ = ()

    def geturl(self):
        return f"{self.url}#{self.fragment}" if self.fragment else self.url


class SplitResult(_SplitResultBase, _NetlocResultMixinBase, _ResultMixinStr):
    __slots__ = ()

    def geturl(self):
        return urlunsplit(self)


class ParseResult(_ParseResultBase, _NetlocResultMixinBase, _ResultMixinStr):
    __slots__ = ()

    def geturl(self):
        return urlunparse(self)


class DefragResultBytes(_DefragResultBase, _ResultMixinBytes):
    __slots__ = ()

    def geturl(self):
        return self.url + b"#" + self.fragment if self.fragment else self.url


class SplitResultBytes(_SplitResultBase, _NetlocResultMixinBase,
                       _ResultMixinBytes):
    __slots__ = ()

    def geturl(self):
        return urlunsplit(self)


class ParseResultBytes(_ParseResultBase, _NetlocResultMixinBase,
                       _ResultMixinBytes):
    __slots__ = ()

    def geturl(self):
        return urlunparse(self)


for _str, _bytes in ((DefragResult, DefragResultBytes),
                     (SplitResult, SplitResultBytes),
                     (ParseResult, ParseResultBytes)):
    _str._encoded_counterpart = _bytes
    _bytes._decoded_counterpart = _str
del _str, _bytes


def urlparse(url, scheme="", allow_fragments=True):
    """The six parts of a URL, params included."""
    url, scheme, back = _coerce_args(url, scheme)
    scheme, netloc, url, query, fragment = urlsplit(url, scheme,
                                                    allow_fragments)
    if scheme in uses_params and ";" in url:
        url, params = _splitparams(url)
    else:
        params = ""
    return back(ParseResult(scheme, netloc, url, params, query, fragment))


def _splitparams(url):
    if "/" in url:
        i = url.find(";", url.rfind("/"))
        if i < 0:
            return url, ""
    else:
        i = url.find(";")
    return url[:i], url[i + 1:]


def _splitnetloc(url, start=0):
    ends = [i for i in (url.find(c, start) for c in "/?#") if i >= 0]
    end = min(ends, default=len(url))
    return url[start:end], url[end:]


def _checknetloc(netloc):
    """Refuse hosts that change meaning under NFKC."""
    if not netloc or netloc.isascii():
        return
    n = netloc
    for c in "@:#?":
        n = n.replace(c, "")
    folded = unicodedata.normalize("NFKC", n)
    if n == folded:
        return
    for c in "/?#@:":
        if c in folded:
            raise ValueError("netloc '" + netloc + "' contains invalid "
                             "characters under NFKC normalization")


def urlsplit(url, scheme="", allow_fragments=True):
    """The five parts of a URL."""
    url, scheme, back = _coerce_args(url, scheme)
    url = url.lstrip(_CONTROLS)
    scheme = scheme.strip(_CONTROLS)
    for b in _UNSAFE:
        url = url.replace(b, "")
        scheme = scheme.replace(b, "")
    netloc = query = fragment = ""
    i = url.find(":")
    if i > 0 and url[0].isascii() and url[0].isalpha():
        for c in url[:i]:
            if c not in scheme_chars:
                break
        else:
            scheme, url = url[:i].lower(), url[i + 1:]
    if url[:2] == "//":
        netloc, url = _splitnetloc(url, 2)
        if ("[" in netloc) != ("]" in netloc):
            raise ValueError("Invalid IPv6 URL")
    if allow_fragments and "#" in url:
        url, fragment = url.split("#", 1)
    if "?" in url:
        url, query = url.split("?", 1)
    _checknetloc(netloc)
    return back(SplitResult(scheme, netloc, url, query, fragment))


def urlunparse(components):
    """The URL of six parts."""
    scheme, netloc, url, params, query, fragment, back = _coerce_args(
        *components)
    if params:
        url = f"{url};{params}"
    return back(urlunsplit((scheme, netloc, url, query, fragment)))


def urlunsplit(components):
    """The URL of five parts."""
    scheme, netloc, url, query, fragment, back = _coerce_args(*components)
    if netloc or scheme and scheme in uses_netloc and url[:2] != "//":
        if url and url[:1] != "/":
            url = "/" + url
        url = "//" + (netloc or "") + url
    if scheme:
        url = scheme + ":" + url
    if query:
        url = url + "?" + query
    if fragment:
        url = url + "#" + fragment
    return back(url)


def _remove_dots(segments):
    """Resolve "." and ".." segments as RFC 3986 says."""
    out = []
    for seg in segments:
        if seg == "..":
            if out:
                out.pop()
        elif seg != ".":
            out.append(seg)
    if segments[-1] in (".", ".."):
        out.append("")
    return out


def urljoin(base, url, allow_fragments=True):
    """Where a link leads from a base URL."""
    if not base:
        return url
    if not url:
        return base
    base, url, back = _coerce_args(base, url)
    bscheme, bnetloc, bpath, bparams, bquery, bfragment = urlparse(
        base, "", allow_fragments)
    scheme, netloc, path, params, query, fragment = urlparse(
        url, bscheme, allow_fragments)
    if scheme != bscheme or scheme not in uses_relative:
        return back(url)
    if scheme in uses_netloc:
        if netloc:
            return back(urlunparse((scheme, netloc, path, params, query,
                                    fragment)))
        netloc = bnetloc
    if not path and not params:
        path, params = bpath, bparams
        if not query:
            query = bquery
        return back(urlunparse((scheme, netloc, path, params, query,
                                fragment)))
    base_parts = bpath.split("/")
    if base_parts[-1] != "":
        del base_parts[-1]
    if path[:1] == "/":
        segments = path.split("/")
    else:
        segments = base_parts + path.split("/")
        segments[1:-1] = filter(None, segments[1:-1])
    resolved = _remove_dots(segments)
    return back(urlunparse((scheme, netloc, "/".join(resolved) or "/",
                            params, query, fragment)))


def urldefrag(url):
    """A URL without its fragment, and the fragment."""
    url, back = _coerce_args(url)
    if "#" in url:
        s, n, p, a, q, frag = urlparse(url)
        defrag = urlunparse((s, n, p, a, q, ""))
    else:
        defrag, frag = url, ""
    return back(DefragResult(defrag, frag))


def unquote_to_bytes(string):
    """Bytes for text with %xx."""
    if not string:
        string.split
        return b""
    if isinstance(string, str):
        string = string.encode("utf-8")
    bits = string.split(b"%")
    if len(bits) == 1:
        return string
    out = [bits[0]]
    for item in bits[1:]:
        got = _HEX_BYTES.get(bytes(item[:2]))
        if got is None:
            out.append(b"%")
            out.append(item)
        else:
            out.append(got)
            out.append(item[2:])
    return b"".join(out)


def unquote(string, encoding="utf-8", errors="replace"):
    """Characters in the place of %xx."""
    if isinstance(string, bytes):
        return unquote_to_bytes(string).decode(encoding, errors)
    if "%" not in string:
        string.split
        return string
    if encoding is None:
        encoding = "utf-8"
    if errors is None:
        errors = "replace"
    bits = _ascii_runs.split(string)
    out = [bits[0]]
    for i in range(1, len(bits), 2):
        out.append(unquote_to_bytes(bits[i]).decode(encoding, errors))
        out.append(bits[i + 1])
    return "".join(out)


def unquote_plus(string, encoding="utf-8", errors="replace"):
    """Like unquote(), but also replace plus signs by spaces."""
    return unquote(string.replace("+", " "), encoding, errors)


def parse_qs(qs, keep_blank_values=False, strict_parsing=False,
             encoding="utf-8", errors="replace", max_num_fields=None,
             separator="&"):
    """Parse a query given as a string argument into a dictionary of
    lists."""
    parsed = {}
    for name, value in parse_qsl(qs, keep_blank_values, strict_parsing,
                                 encoding=encoding, errors=errors,
                                 max_num_fields=max_num_fields,
                                 separator=separator):
        parsed.setdefault(name, []).append(value)
    return parsed


def parse_qsl(qs, keep_blank_values=False, strict_parsing=False,
              encoding="utf-8", errors="replace", max_num_fields=None,
              separator="&"):
    """Parse a query given as a string argument into a list of pairs."""
    qs, back = _coerce_args(qs)
    separator, _ = _coerce_args(separator)
    if not separator or not isinstance(separator, (str, bytes)):
        raise ValueError("Separator must be of type string or bytes.")
    if max_num_fields is not None:
        if max_num_fields < 1 + qs.count(separator):
            raise ValueError("Max number of fields exceeded")
    out = []
    if not qs:
        return out
    for pair in qs.split(separator):
        if not pair and not strict_parsing:
            continue
        name, equals, value = pair.partition("=")
        if not equals:
            if strict_parsing:
                raise ValueError("bad query field: %r" % (pair,))
            if not keep_blank_values:
                continue
        if value or keep_blank_values:
            name = unquote(name.replace("+", " "), encoding=encoding,
                           errors=errors)
            value = unquote(value.replace("+", " "), encoding=encoding,
                            errors=errors)
            out.append((back(name), back(value)))
    return out


def quote(string, safe="/", encoding=None, errors=None):
    """quote('abc def') -> 'abc%20def'"""
    if isinstance(string, str):
        if not string:
            return string
        if encoding is None:
            encoding = "utf-8"
        if errors is None:
            errors = "strict"
        string = string.encode(encoding, errors)
    else:
        if encoding is not None:
            raise TypeError("quote() doesn't support 'encoding' for bytes")
        if errors is not None:
            raise TypeError("quote() doesn't support 'errors' for bytes")
    return quote_from_bytes(string, safe)


def quote_plus(string, safe="", encoding=None, errors=None):
    """Like quote(), but also replace ' ' with '+'."""
    if (isinstance(string, str) and " " not in string
            or isinstance(string, bytes) and b" " not in string):
        return quote(string, safe, encoding, errors)
    space = " " if isinstance(safe, str) else b" "
    string = quote(string, safe + space, encoding, errors)
    return string.replace(" ", "+")


def quote_from_bytes(bs, safe="/"):  # native candidate
    """Like quote(), but accepts a bytes object rather than a str."""
    if not isinstance(bs, (bytes, bytearray)):
        raise TypeError("quote_from_bytes() expected bytes")
    if not bs:
        return ""
    if isinstance(safe, str):
        safe = safe.encode("ascii", "ignore")
    else:
        safe = bytes([c for c in safe if c < 128])
    if not bs.rstrip(_ALWAYS_SAFE_BYTES + safe):
        return bs.decode()
    keep = _ALWAYS_SAFE.union(safe)
    return "".join([chr(c) if c in keep else f"%{c:02X}" for c in bs])


def urlencode(query, doseq=False, safe="", encoding=None, errors=None,
              quote_via=quote_plus):
    """A query string of pairs."""
    if hasattr(query, "items"):
        query = query.items()
    else:
        try:
            if len(query) and not isinstance(query[0], tuple):
                raise TypeError
        except TypeError as err:
            raise TypeError("not a valid non-string sequence or mapping "
                            "object") from err

    def encode(value):
        if isinstance(value, bytes):
            return quote_via(value, safe)
        return quote_via(value if isinstance(value, str) else str(value),
                         safe, encoding, errors)

    out = []
    for k, v in query:
        k = encode(k)
        if not doseq or isinstance(v, (bytes, str)):
            out.append(k + "=" + encode(v))
            continue
        try:
            len(v)
        except TypeError:
            out.append(k + "=" + encode(v))
        else:
            for item in v:
                out.append(k + "=" + encode(item))
    return "&".join(out)


def to_bytes(url):
    warnings.warn("urllib.parse.to_bytes() is deprecated as of 3.8",
                  DeprecationWarning, stacklevel=2)
    return _to_bytes(url)


def _to_bytes(url):
    """Return the ASCII text of a URL."""
    if isinstance(url, str):
        try:
            url = url.encode("ASCII").decode()
        except UnicodeError:
            raise UnicodeError("URL " + repr(url)
                               + " contains non-ASCII characters")
    return url


def unwrap(url):
    """A URL without '<URL:' and '>'."""
    url = str(url).strip()
    if url[:1] == "<" and url[-1:] == ">":
        url = url[1:-1].strip()
    if url[:4] == "URL:":
        url = url[4:].strip()
    return url


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
        self.safe = _ALWAYS_SAFE.union(safe)

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
