# _fetch.py - what requests and httpx have in common: bodies, headers, cookies.
#
# The request itself is _web.send: the host judges, connects and verifies.
#
# SPDX-License-Identifier: Apache-2.0
"""Parts of clients of HTTP."""
import base64
import secrets
from email.utils import parsedate_to_datetime
from urllib.parse import quote, unquote, urlsplit, urlunsplit

_SAFE = "!#$%&'()*+,/:;=?@[]~"
REDIRECTS = (301, 302, 303, 307, 308)


def pairs_of(what):
    """Return a mapping or a list of pairs as a list; a value may be a list."""
    if hasattr(what, "multi_items"):
        return what.multi_items()
    found = what.items() if hasattr(what, "items") else what
    flat = []
    for name, value in found:
        if isinstance(value, (list, tuple, set)):
            flat.extend((name, each) for each in value)
        else:
            flat.append((name, value))
    return flat


def text_of(value):
    """Return the text of bytes or of anything else."""
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)


def basic(user, password):
    """Return the header of Basic credentials."""
    both = b":".join(x if isinstance(x, bytes) else str(x).encode("latin-1")
                     for x in (user, password))
    return "Basic " + base64.b64encode(both).decode()


def _without_dots(path):
    """Return a path without the segments . and .. in it."""
    out = []
    segments = path.split("/")
    for segment in segments:
        if segment == "..":
            out = out[:-1] or [""]
        elif segment != ".":
            out.append(segment)
    if segments[-1] in (".", ".."):
        out.append("")
    return "/".join(out)


def clean_url(url):
    """Return an address with all that must be escaped escaped, and its credentials."""
    parts = urlsplit(url)
    host, auth = parts.netloc, None
    if "@" in host:
        who, _, host = host.rpartition("@")
        user, _, password = who.partition(":")
        auth = unquote(user), unquote(password)
    if not host.isascii():
        name, colon, port = host.partition(":")
        host = name.encode("idna").decode() + colon + port
    return urlunsplit((parts.scheme.lower(), host, quote(_without_dots(parts.path) or "/", safe=_SAFE),
                       quote(parts.query, safe=_SAFE), quote(parts.fragment, safe=_SAFE))), auth


def without_fragment(url):
    """Return what is asked for."""
    return url.partition("#")[0]


def origin_of(url):
    """Return scheme, host and port of an address."""
    parts = urlsplit(url)
    return parts.scheme, parts.hostname, parts.port or {"http": 80, "https": 443}.get(parts.scheme)


def keeps_credentials(old, new):
    """Return whether a redirection stays where credentials may go."""
    a, b = origin_of(old), origin_of(new)
    return a == b or (a == ("http", a[1], 80) and b == ("https", a[1], 443))


def next_method(status, method):
    """Return the method after a redirection."""
    if status in (302, 303) and method != "HEAD" or status == 301 and method == "POST":
        return "GET"
    return method


# --- bodies ------------------------------------------------------------------


def _quoted(text):
    return text.replace("\\", "\\\\").replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")


def _bytes(data):
    if hasattr(data, "read"):
        data = data.read()
    return data if isinstance(data, bytes) else str(data).encode()


def multipart(fields, files):
    """Return the body of a form with files, and its content type."""
    line = secrets.token_hex(16).encode()
    out = []
    for name, value in fields:
        out += [b"--", line, b'\r\nContent-Disposition: form-data; name="',
                _quoted(str(name)).encode(), b'"\r\n\r\n', _bytes(value), b"\r\n"]
    for name, value in files:
        file_name, data, kind, more = file_parts(name, value)
        head = f'Content-Disposition: form-data; name="{_quoted(str(name))}"'
        if file_name:
            head += f'; filename="{_quoted(file_name)}"'
        if kind:
            head += f"\r\nContent-Type: {kind}"
        for key, text in more:
            head += f"\r\n{key}: {text}"
        out += [b"--", line, b"\r\n", head.encode(), b"\r\n\r\n", _bytes(data), b"\r\n"]
    return b"".join(out) + b"--" + line + b"--\r\n", f"multipart/form-data; boundary={line.decode()}"


def file_parts(name, value):
    """Return name, content, type and headers of a file in a form."""
    if not isinstance(value, (tuple, list)):
        value = str(getattr(value, "name", name)).rpartition("/")[2], value
    more = value[3] if len(value) > 3 else {}
    return value[0], value[1], value[2] if len(value) > 2 else None, pairs_of(more)


# --- replies -----------------------------------------------------------------


def charset_of(kind):
    """Return the charset of a Content-Type, or None."""
    for part in (kind or "").split(";")[1:]:
        name, _, value = part.partition("=")
        if name.strip().lower() == "charset":
            return value.strip("\"' ")
    return None


def links_of(text):
    """Return the links of a Link header by their relation."""
    found = {}
    for part in (text or "").split(", <"):
        url, _, rest = part.partition(";")
        link = {"url": url.strip("<> '\"")}
        for word in rest.split(";"):
            key, equal, value = word.partition("=")
            if equal:
                link[key.strip(" '\"")] = value.strip(" '\"")
        if link["url"]:
            found[link.get("rel") or link["url"]] = link
    return found


def lines_of(pieces, delimiter=None):
    """Return lines, each without its end, of pieces of text or bytes."""
    rest = None
    for piece in pieces:
        if rest is not None:
            piece = rest + piece
        lines = piece.split(delimiter) if delimiter else piece.splitlines()
        rest = lines.pop() if lines and lines[-1] and piece and lines[-1][-1] == piece[-1] else None
        yield from lines
    if rest is not None:
        yield rest


# --- cookies -----------------------------------------------------------------


class Jar:
    """Cookies, each for the host that set it, or for the domain that it named."""

    def __init__(self, start=None):
        self._kept = {}  # (domain, path, name) -> (value, secure, with hosts below)
        for name, value in pairs_of(start or {}):
            self.set(name, value)

    def set(self, name, value, domain="", path="/", secure=False, below=False):
        """Add a cookie; without a domain it is sent to every host."""
        if value is None:
            self._kept = {k: v for k, v in self._kept.items() if k[2] != name}
        else:
            self._kept[domain, path, name] = value, secure, below

    def take(self, url, lines):
        """Add what a reply's Set-Cookie headers say."""
        host = urlsplit(url).hostname or ""
        for line in lines:
            first, *attributes = line.split(";")
            name, equal, value = first.partition("=")
            if not equal or not name.strip():
                continue
            words = {}
            for word in attributes:
                key, _, text = word.partition("=")
                words[key.strip().lower()] = text.strip()
            domain = words.get("domain", "").lstrip(".").lower()
            if domain and host != domain and not (host.endswith("." + domain) and "." in domain):
                continue
            path = words.get("path") or "/"
            key = domain or host, path if path[0] == "/" else "/", name.strip()
            if words.get("max-age", "1").lstrip("-").isdigit() and int(words.get("max-age", "1")) <= 0 \
                    or _is_past(words.get("expires")):
                self._kept.pop(key, None)
            else:
                self._kept[key] = value.strip(), "secure" in words, bool(domain)

    def header(self, url):
        """Return the Cookie header for an address, or None."""
        parts = urlsplit(url)
        host, at = parts.hostname or "", parts.path or "/"
        found = []
        for (domain, path, name), (value, secure, below) in self._kept.items():
            good = not domain or host == domain or (below and host.endswith("." + domain))
            inside = at == path or at.startswith(path if path[-1] == "/" else path + "/")
            if good and inside and (parts.scheme == "https" or not secure):
                found.append((-len(path), f"{name}={value}"))
        return "; ".join(text for _, text in sorted(found, key=lambda x: x[0])) or None

    def get(self, name, default=None, domain=None, path=None):
        """Return the value of a cookie."""
        for (where, at, known), (value, _, _) in self._kept.items():
            if known == name and domain in (None, where) and path in (None, at):
                return value
        return default

    def update(self, other):
        """Add the cookies of another jar or mapping."""
        if isinstance(other, Jar):
            self._kept.update(other._kept)
        else:
            for name, value in pairs_of(other or {}):
                self.set(name, value)

    def copy(self):
        """Return a jar with the same cookies."""
        made = type(self)()
        made._kept = dict(self._kept)
        return made

    def get_dict(self, domain=None, path=None):
        """Return names and values."""
        return {name: value[0] for (where, at, name), value in self._kept.items()
                if domain in (None, where) and path in (None, at)}

    def clear(self, domain=None, path=None, name=None):
        """Forget cookies."""
        self._kept = {k: v for k, v in self._kept.items()
                      if not all(w in (None, x) for w, x in zip((domain, path, name), k))}

    def delete(self, name, domain=None, path=None):
        """Forget a cookie."""
        self.clear(domain, path, name)

    def keys(self):
        """Return the names."""
        return list(self.get_dict())

    def values(self):
        """Return the values."""
        return list(self.get_dict().values())

    def items(self):
        """Return names and values as pairs."""
        return list(self.get_dict().items())

    def __getitem__(self, name):
        found = self.get(name)
        if found is None:
            raise KeyError(name)
        return found

    def __setitem__(self, name, value):
        self.set(name, value)

    def __delitem__(self, name):
        self[name]
        self.set(name, None)

    def __contains__(self, name):
        return self.get(name) is not None

    def __iter__(self):
        return iter(self.get_dict())

    def __len__(self):
        return len(self._kept)

    def __bool__(self):
        return bool(self._kept)


def _is_past(text):
    if not text:
        return False
    try:
        return parsedate_to_datetime(text.replace("-", " ")).year < 2000
    except (TypeError, ValueError, IndexError):
        return False
