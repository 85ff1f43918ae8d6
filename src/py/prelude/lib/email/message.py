# message.py - messages: headers and a content, or parts with their own.
#
# SPDX-License-Identifier: Apache-2.0
"""Messages of the Internet."""
import binascii
import io
import quopri

from email import _params, utils
from email.headerregistry import is_unique, make
from email.policy import compat32, default

__all__ = ["Message", "EmailMessage"]


class Message:
    """Headers, and a payload: a text or a list of messages."""

    def __init__(self, policy=compat32):
        self.policy = policy
        self._headers, self._payload = [], None
        self._unixfrom = self._charset = None
        self.preamble = self.epilogue = None
        self.defects, self._default_type = [], "text/plain"

    def __str__(self):
        return self.as_string()

    def as_string(self, unixfrom=False, maxheaderlen=0, policy=None):
        """The whole message as text."""
        from email.generator import Generator
        out = io.StringIO()
        Generator(out, mangle_from_=False, maxheaderlen=maxheaderlen,
                  policy=policy or self.policy).flatten(self, unixfrom)
        return out.getvalue()

    def as_bytes(self, unixfrom=False, policy=None):
        """The whole message as bytes."""
        from email.generator import BytesGenerator
        out = io.BytesIO()
        BytesGenerator(out, mangle_from_=False,
                       policy=policy or self.policy).flatten(self, unixfrom)
        return out.getvalue()

    def __bytes__(self):
        return self.as_bytes()

    # ---------------------------------------------------------------- payload

    def is_multipart(self):
        """Is the payload a list of messages?"""
        return isinstance(self._payload, list)

    def attach(self, payload):
        """Add a part."""
        if self._payload is None:
            self._payload = [payload]
        elif isinstance(self._payload, list):
            self._payload.append(payload)
        else:
            raise TypeError("Attach is not valid on a message with a "
                            "non-multipart payload")

    def get_payload(self, i=None, decode=False):
        """The payload, its i-th part, or its bytes."""
        if self.is_multipart():
            if decode:
                return None
            return self._payload if i is None else self._payload[i]
        if i is not None and not isinstance(self._payload, list):
            raise TypeError(f"Expected list, got {type(self._payload)}")
        payload = self._payload
        if not decode or not isinstance(payload, str):
            return payload
        data = payload.encode(
            "ascii" if payload.isascii() else self.get_param("charset", "utf-8"),
            "surrogateescape")
        kind = str(self.get("content-transfer-encoding", "")).strip().lower()
        if kind == "quoted-printable":
            return quopri.decodestring(data)
        if kind == "base64":
            try:
                return binascii.a2b_base64(data + b"=" * (-len(b"".join(data.split())) % 4))
            except binascii.Error:
                return data
        if kind in ("x-uuencode", "uuencode", "uue", "x-uue"):
            return b"".join([binascii.a2b_uu(line) for line in
                             data.splitlines()[1:] if line.strip() not in (b"", b"end")])
        return data

    def set_payload(self, payload, charset=None):
        """Replace the payload."""
        if hasattr(payload, "encode"):
            if charset is not None and not payload.isascii():
                payload = payload.encode(str(charset)).decode(
                    "ascii", "surrogateescape")
        self._payload = payload
        if charset is not None:
            self.set_charset(charset)

    def get_charset(self):
        """The charset that was set."""
        return self._charset

    def set_charset(self, charset):
        """Say which charset the payload has, and encode it."""
        if charset is None:
            self.del_param("charset")
            self._charset = None
            return
        self._charset = charset = str(charset)
        if "MIME-Version" not in self:
            self.add_header("MIME-Version", "1.0")
        if "Content-Type" not in self:
            self.add_header("Content-Type", "text/plain", charset=charset)
        else:
            self.set_param("charset", charset)
        if "Content-Transfer-Encoding" not in self:
            data = (self._payload or "").encode("utf-8", "surrogateescape")
            if charset.lower() in ("us-ascii", "ascii"):
                self["Content-Transfer-Encoding"] = "7bit" if data.isascii() else "8bit"
            elif charset.lower() in ("utf-8", "utf8"):
                self._payload = binascii_lines(data)
                self["Content-Transfer-Encoding"] = "base64"
            else:
                text = quopri.encodestring((self._payload or "").encode(
                    "ascii", "surrogateescape"))
                self._payload = text.decode("ascii")
                self["Content-Transfer-Encoding"] = "quoted-printable"

    # ---------------------------------------------------------------- headers

    def _value(self, name, value):
        """What is handed out for the stored value of a header."""
        if self.policy.modern and not hasattr(value, "max_count"):
            return make(name, "".join(value.splitlines()))
        return value

    def __len__(self):
        return len(self._headers)

    def __getitem__(self, name):
        return self.get(name)

    def __setitem__(self, name, value):
        if self.policy.modern:
            if is_unique(name) and name in self:
                raise ValueError(f"There may be at most 1 {name} headers in "
                                 "a message")
            value = make(name, value)
        self._headers.append((name, value))

    def __delitem__(self, name):
        lower = name.lower()
        self._headers = [pair for pair in self._headers
                         if pair[0].lower() != lower]

    def __contains__(self, name):
        lower = name.lower()
        return any(key.lower() == lower for key, _ in self._headers)

    def __iter__(self):
        for key, _ in self._headers:
            yield key

    def keys(self):
        """The names of all headers."""
        return [key for key, _ in self._headers]

    def values(self):
        """The values of all headers."""
        return [self._value(*pair) for pair in self._headers]

    def items(self):
        """All headers."""
        return [(key, self._value(key, value)) for key, value in self._headers]

    def get(self, name, failobj=None):
        """The first header of a name."""
        lower = name.lower()
        for key, value in self._headers:
            if key.lower() == lower:
                return self._value(key, value)
        return failobj

    def get_all(self, name, failobj=None):
        """All headers of a name."""
        lower = name.lower()
        found = [self._value(key, value) for key, value in self._headers
                 if key.lower() == lower]
        return found or failobj

    def set_raw(self, name, value):
        """Store a header as it is."""
        self._headers.append((name, value))

    def raw_items(self):
        """All headers as they are stored."""
        return iter(self._headers.copy())

    def add_header(self, _name, _value, **_params_):
        """Add a header with parameters."""
        parts = [] if _value is None else [_value]
        for name, value in _params_.items():
            parts.append(_params.written(name.replace("_", "-"), value))
        self[_name] = "; ".join(parts)

    def replace_header(self, _name, _value):
        """Give the first header of a name another value."""
        for i, (key, _) in enumerate(self._headers):
            if key.lower() == _name.lower():
                self._headers[i] = key, make(key, _value) \
                    if self.policy.modern else _value
                return
        raise KeyError(_name.lower())

    def get_unixfrom(self):
        """The line "From " before the message."""
        return self._unixfrom

    def set_unixfrom(self, unixfrom):
        """Set the line "From " before the message."""
        self._unixfrom = unixfrom

    # -------------------------------------------------------- types, parameters

    def get_content_type(self):
        """type/subtype in lower case."""
        value = self.get("content-type")
        if value is None:
            return self.get_default_type()
        kind = str(value).partition(";")[0].strip().lower()
        return kind if kind.count("/") == 1 else "text/plain"

    def get_content_maintype(self):
        """What comes before the slash."""
        return self.get_content_type().split("/")[0]

    def get_content_subtype(self):
        """What comes behind the slash."""
        return self.get_content_type().split("/")[1]

    def get_default_type(self):
        """The type without a header."""
        return self._default_type

    def set_default_type(self, ctype):
        """Set the type without a header."""
        self._default_type = ctype

    def get_params(self, failobj=None, header="content-type", unquote=True):
        """The parameters of a header as pairs."""
        value = self.get(header)
        if value is None:
            return failobj
        pairs = _params.split(str(value))
        if unquote:
            return [(name, _bare(text)) for name, text in pairs]
        return pairs

    def get_param(self, param, failobj=None, header="content-type",
                  unquote=True):
        """One parameter of a header."""
        for name, value in self.get_params((), header, unquote):
            if name.lower() == param.lower():
                return value
        return failobj

    def set_param(self, param, value, header="Content-Type", requote=True,
                  charset=None, language="", replace=False):
        """Set a parameter of a header."""
        if charset is not None:
            value = (charset, language, value)
        pairs = self.get_params([("text/plain", "")], header)
        names = [name.lower() for name, _ in pairs]
        if param.lower() in names[1:]:
            pairs[names.index(param.lower(), 1)] = param, value
        else:
            pairs.append((param, value))
        self._put_params(header, pairs, requote)

    def del_param(self, param, header="content-type", requote=True):
        """Remove a parameter of a header."""
        pairs = self.get_params(None, header)
        if pairs is not None:
            kept = pairs[:1] + [pair for pair in pairs[1:]
                                if pair[0].lower() != param.lower()]
            self._put_params(header, kept, requote)

    def _put_params(self, header, pairs, quote=True):
        text = "; ".join([pairs[0][0]] + [_params.written(name, value, quote)
                                          for name, value in pairs[1:]])
        if header in self:
            for i, (key, _) in enumerate(self._headers):
                if key.lower() == header.lower():
                    self._headers[i] = key, make(key, text) \
                        if self.policy.modern else text
                    return
        self[header] = text

    def set_type(self, type, header="Content-Type", requote=True):
        """Set the type and keep the parameters."""
        if type.count("/") != 1:
            raise ValueError
        if header.lower() == "content-type":
            del self["mime-version"]
            self["MIME-Version"] = "1.0"
        pairs = self.get_params([("", "")], header)
        self._put_params(header, [(type, ""), *pairs[1:]], requote)

    def get_filename(self, failobj=None):
        """The name of the file that a part is."""
        name = self.get_param("filename", None, "content-disposition")
        if name is None:
            name = self.get_param("name", None, "content-type")
        if name is None:
            return failobj
        return utils.collapse_rfc2231_value(name).strip()

    def get_boundary(self, failobj=None):
        """What separates the parts."""
        found = self.get_param("boundary")
        if found is None:
            return failobj
        return utils.collapse_rfc2231_value(found).rstrip()

    def set_boundary(self, boundary):
        """Set what separates the parts."""
        if "content-type" not in self:
            from email.errors import HeaderParseError
            raise HeaderParseError("No Content-Type header found")
        self.set_param("boundary", boundary)

    def get_content_charset(self, failobj=None):
        """The charset of the content in lower case."""
        found = self.get_param("charset")
        if found is None:
            return failobj
        return utils.collapse_rfc2231_value(found).lower()

    def get_charsets(self, failobj=None):
        """The charsets of all parts."""
        return [part.get_content_charset(failobj) for part in self.walk()]

    def get_content_disposition(self):
        """inline, attachment or nothing."""
        value = self.get("content-disposition")
        if value is None:
            return None
        return str(value).partition(";")[0].strip().lower()

    def walk(self):
        """This message and everything in it."""
        yield self
        if self.is_multipart():
            for part in self._payload:
                yield from part.walk()


def _bare(value):
    if isinstance(value, tuple):
        return value[0], value[1], utils.unquote(value[2])
    return utils.unquote(value)


def binascii_lines(data):
    """base64 in lines of 76 characters."""
    return "".join([binascii.b2a_base64(data[i:i + 57]).decode("ascii")
                    for i in range(0, len(data), 57)])


# ------------------------------------------------------------- modern messages


class MIMEPart(Message):
    """A message whose content is set and read as objects."""

    def __init__(self, policy=None):
        super().__init__(default if policy is None else policy)

    def as_string(self, unixfrom=False, maxheaderlen=None, policy=None):
        policy = self.policy if policy is None else policy
        if maxheaderlen is None:
            maxheaderlen = policy.max_line_length
        return super().as_string(unixfrom, maxheaderlen, policy)

    def __str__(self):
        return self.as_string(policy=self.policy.clone(utf8=True))

    def is_attachment(self):
        """Is it meant to be kept as a file?"""
        return self.get_content_disposition() == "attachment"

    def get_content(self, errors="replace"):
        """The content: text, a message, or bytes."""
        main = self.get_content_maintype()
        if main == "text":
            charset = self.get_content_charset("ascii")
            return self.get_payload(decode=True).decode(charset, errors)
        if main == "multipart":
            raise KeyError(self.get_content_type())
        if main == "message":
            return self.get_payload(0)
        return self.get_payload(decode=True)

    def set_content(self, content, *args, **options):
        """Replace the content by a text, bytes or a message."""
        self.clear_content()
        if isinstance(content, str):
            self._set_text(content, *args, **options)
        elif isinstance(content, (bytes, bytearray, memoryview)):
            self._set_bytes(bytes(content), *args, **options)
        elif isinstance(content, Message):
            self._set_message(content, *args, **options)
        else:
            raise KeyError(f"{type(content).__module__}."
                           f"{type(content).__qualname__}")
        if isinstance(self, EmailMessage) and "MIME-Version" not in self:
            self["MIME-Version"] = "1.0"

    def _finish(self, disposition=None, filename=None, cid=None, params=None,
                headers=None):
        if disposition is None and filename is not None:
            disposition = "attachment"
        if disposition is not None:
            named = {} if filename is None else {"filename": filename}
            self.add_header("Content-Disposition", disposition, **named)
        if cid is not None:
            self["Content-ID"] = cid
        for name, value in (params or {}).items():
            self.set_param(name, value)
        for name, value in headers or ():
            self[name] = value

    def _set_message(self, message, subtype="rfc822", cte="8bit", **options):
        self["Content-Type"] = "message/" + subtype
        self._payload = [message]
        self["Content-Transfer-Encoding"] = cte
        self._finish(**options)

    def _set_text(self, text, subtype="plain", charset="utf-8", cte=None,
                  **options):
        self.add_header("Content-Type", f"text/{subtype}", charset=charset)
        lines = text.encode(charset, "surrogateescape").splitlines()
        data = b"".join([line + b"\n" for line in lines])
        if cte is None:
            cte = _best_encoding(data, lines, self.policy.cte_type == "8bit")
        if cte == "base64":
            self._payload = binascii_lines(data)
        elif cte == "quoted-printable":
            self._payload = quopri.encodestring(data).decode("ascii")
        else:
            self._payload = data.decode("ascii", "surrogateescape")
        self["Content-Transfer-Encoding"] = cte
        self._finish(**options)

    def _set_bytes(self, data, maintype, subtype, cte="base64", **options):
        self["Content-Type"] = f"{maintype}/{subtype}"
        self._payload = binascii_lines(data) if cte == "base64" \
            else data.decode("ascii", "surrogateescape")
        self["Content-Transfer-Encoding"] = cte
        self._finish(**options)

    def clear_content(self):
        """Remove the content and the headers about it."""
        self._headers = [pair for pair in self._headers
                         if not pair[0].lower().startswith("content-")]
        self._payload = None

    def clear(self):
        """Remove everything."""
        self._headers, self._payload = [], None

    # ------------------------------------------------------------------ parts

    def iter_parts(self):
        """The parts directly below."""
        return iter(self._payload if self.is_multipart() else ())

    def iter_attachments(self):
        """The parts that are not the text itself."""
        if self.get_content_maintype() != "multipart" or not self.is_multipart():
            return
        parts = self._payload
        if self.get_content_subtype() == "alternative":
            return
        if self.get_content_subtype() == "related":
            yield from parts[1:]
            return
        body = self.get_body()
        bodies = [] if body is None else [body]
        for part in parts:
            inside = part.is_multipart() and any(body is one for one in part.walk()
                                                 for body in bodies)
            if part.is_attachment() or not (inside or part in bodies):
                yield part

    def get_body(self, preferencelist=("related", "html", "plain")):
        """The part that is to be shown."""
        best, found = len(preferencelist), None
        for kind, part in self._bodies(preferencelist):
            at = preferencelist.index(kind)
            if at < best:
                best, found = at, part
        return found

    def _bodies(self, wanted):
        if self.is_attachment():
            return
        main, sub = self.get_content_maintype(), self.get_content_subtype()
        if main == "text":
            if sub in wanted:
                yield sub, self
        elif main == "multipart" and self.is_multipart():
            if sub == "related":
                if "related" in wanted:
                    yield "related", self
                for part in self._payload[:1]:
                    yield from part._bodies(wanted)
            else:
                for part in self._payload:
                    yield from part._bodies(wanted)

    def _make_multipart(self, subtype, replaces, boundary=None):
        if self.get_content_maintype() == "multipart":
            have = self.get_content_subtype()
            if have in replaces or have == subtype:
                raise ValueError(f"Cannot convert {have} to {subtype}")
        moved = [pair for pair in self._headers
                 if pair[0].lower().startswith("content-")]
        self._headers = [pair for pair in self._headers if pair not in moved]
        parts = []
        if moved:
            part = type(self)(policy=self.policy) if not isinstance(
                self, EmailMessage) else MIMEPart(self.policy)
            part._headers, part._payload = moved, self._payload
            parts = [part]
        self._payload = parts
        self["Content-Type"] = "multipart/" + subtype
        if boundary is not None:
            self.set_param("boundary", boundary)

    def make_related(self, boundary=None):
        """Become multipart/related."""
        self._make_multipart("related", ("alternative", "mixed"), boundary)

    def make_alternative(self, boundary=None):
        """Become multipart/alternative."""
        self._make_multipart("alternative", ("mixed",), boundary)

    def make_mixed(self, boundary=None):
        """Become multipart/mixed."""
        self._make_multipart("mixed", (), boundary)

    def _add(self, subtype, disposition, content, args, options):
        if self.get_content_maintype() != "multipart" \
                or self.get_content_subtype() != subtype:
            getattr(self, "make_" + subtype)()
        part = EmailMessage(policy=self.policy) if isinstance(
            self, EmailMessage) else type(self)(policy=self.policy)
        part.set_content(content, *args, **options)
        if disposition and "content-disposition" not in part:
            part["Content-Disposition"] = disposition
        self.attach(part)

    def add_related(self, content, *args, **options):
        """Add something that the text refers to."""
        self._add("related", "inline", content, args, options)

    def add_alternative(self, content, *args, **options):
        """Add another form of the text."""
        self._add("alternative", None, content, args, options)

    def add_attachment(self, content, *args, **options):
        """Add a file."""
        self._add("mixed", "attachment", content, args, options)


class EmailMessage(MIMEPart):
    """A whole message, with the header that says it is MIME."""


def _best_encoding(data, lines, as_bytes):
    """The encoding that makes the content shortest, or none."""
    if max(map(len, lines), default=0) <= 78:
        if data.isascii():
            return "7bit"
        if as_bytes:
            return "8bit"
    sample = b"".join([line + b"\n" for line in lines[:10]])
    quoted = quopri.encodestring(sample)
    packed = -(-len(sample) // 57) * 57 * 4 // 3
    return "base64" if len(quoted) > packed else "quoted-printable"
