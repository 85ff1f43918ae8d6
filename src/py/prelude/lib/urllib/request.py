# urllib/request.py - fetch what an address names, over HTTP.
#
# Each step of a redirection is a request of its own, judged by the host anew.
#
# SPDX-License-Identifier: Apache-2.0
"""Open addresses of the web."""
import _web
import http.client
from _caisson import session_state
from urllib.error import ContentTooShortError, HTTPError, URLError
from urllib.parse import (quote, unquote, unquote_to_bytes, unwrap, urldefrag, urljoin, urlparse,
                          urlsplit, urlunparse)

__all__ = ["Request", "OpenerDirector", "BaseHandler", "HTTPDefaultErrorHandler",
           "HTTPRedirectHandler", "ProxyHandler", "HTTPHandler", "HTTPSHandler",
           "HTTPErrorProcessor", "urlopen", "install_opener", "build_opener", "pathname2url",
           "url2pathname", "getproxies", "urlretrieve", "urlcleanup"]

__version__ = "3.11"
_REDIRECTS = (301, 302, 303, 307, 308)
pathname2url = quote
url2pathname = unquote


class Request:
    """An address with a method, headers and a body."""

    def __init__(self, url, data=None, headers={}, origin_req_host=None, unverifiable=False,
                 method=None):
        self.full_url = url
        self.headers = {}
        self.unredirected_hdrs = {}
        self.data = data
        self.timeout = None
        for name, value in headers.items():
            self.add_header(name, value)
        self.origin_req_host = origin_req_host or (urlsplit(self._url).hostname or "")
        self.unverifiable = unverifiable
        if method:
            self.method = method

    @property
    def full_url(self):
        return f"{self._url}#{self.fragment}" if self.fragment else self._url

    @full_url.setter
    def full_url(self, url):
        self._url, self.fragment = urldefrag(unwrap(url))
        self.fragment = self.fragment or None
        parts = urlsplit(self._url)
        if not parts.scheme:
            raise ValueError(f"unknown url type: {self.full_url!r}")
        self.type = parts.scheme
        self.host = parts.netloc
        self.selector = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")

    def get_method(self):
        """Return the method: GET, or POST with data, unless it was given."""
        return getattr(self, "method", "POST" if self.data is not None else "GET")

    def get_full_url(self):
        """Return the address."""
        return self.full_url

    def add_header(self, key, val):
        """Add a header."""
        self.headers[key.capitalize()] = val

    def add_unredirected_header(self, key, val):
        """Add a header that redirections do not repeat."""
        self.unredirected_hdrs[key.capitalize()] = val

    def has_header(self, header_name):
        """Return whether there is such a header."""
        return header_name in self.headers or header_name in self.unredirected_hdrs

    def get_header(self, header_name, default=None):
        """Return a header."""
        return self.headers.get(header_name, self.unredirected_hdrs.get(header_name, default))

    def remove_header(self, header_name):
        """Remove a header."""
        self.headers.pop(header_name, None)
        self.unredirected_hdrs.pop(header_name, None)

    def header_items(self):
        """Return all headers as pairs."""
        return list({**self.unredirected_hdrs, **self.headers}.items())


class BaseHandler:
    """A part of an opener."""

    handler_order = 500
    parent = None

    def add_parent(self, parent):
        """Remember the opener."""
        self.parent = parent

    def close(self):
        """Do nothing."""


class HTTPErrorProcessor(BaseHandler):
    """Statuses other than 2xx are errors."""

    def http_response(self, request, response):
        """Return the reply, or what is made of an error."""
        if 200 <= response.status < 300:
            return response
        return self.parent.error(request, response)

    https_response = http_response


class HTTPDefaultErrorHandler(BaseHandler):
    """Errors are raised."""

    def http_error_default(self, req, fp, code, msg, hdrs):
        """Raise HTTPError."""
        raise HTTPError(req.full_url, code, msg, hdrs, fp)


class HTTPRedirectHandler(BaseHandler):
    """Redirections are followed."""

    max_repeats = 4
    max_redirections = 10
    inf_msg = ("The HTTP server returned a redirect error that would lead to an infinite loop.\n"
               "The last 30x error message was:\n")

    def redirect_request(self, req, fp, code, msg, headers, newurl):
        """Return the next request, or None: do not follow."""
        method = req.get_method()
        if method not in ("GET", "HEAD") and not (method == "POST" and code in (301, 302, 303)):
            raise HTTPError(req.full_url, code, msg, headers, fp)
        kept = {k: v for k, v in req.headers.items()
                if k.lower() not in ("content-length", "content-type")}
        return Request(newurl.replace(" ", "%20"), method="HEAD" if method == "HEAD" else "GET",
                       headers=kept, origin_req_host=req.origin_req_host, unverifiable=True)

    def http_error_302(self, req, fp, code, msg, headers):
        """Follow a redirection."""
        target = headers.get("location") or headers.get("uri")
        if target is None:
            return None
        parts = urlparse(target)
        if parts.scheme not in ("http", "https", "ftp", ""):
            raise HTTPError(target, code, f"{msg} - Redirection to url '{target}' is not allowed",
                            headers, fp)
        if not parts.path and parts.netloc:
            target = urlunparse(parts._replace(path="/"))
        url = urljoin(req.full_url, quote(target, encoding="iso-8859-1", safe="!\"#$%&'()*+,-./:;"
                                          "<=>?@[\\]^_`{|}~"))
        new = self.redirect_request(req, fp, code, msg, headers, url)
        if new is None:
            return None
        seen = new.redirect_dict = dict(getattr(req, "redirect_dict", {}))
        if seen.get(url, 0) >= self.max_repeats or len(seen) >= self.max_redirections:
            raise HTTPError(req.full_url, code, self.inf_msg + msg, headers, fp)
        seen[url] = seen.get(url, 0) + 1
        return self.parent.open(new, timeout=req.timeout)

    http_error_301 = http_error_303 = http_error_307 = http_error_308 = http_error_302


class ProxyHandler(BaseHandler):
    """Nothing: the host decides how it connects."""

    def __init__(self, proxies=None):
        self.proxies = proxies or {}


class HTTPHandler(BaseHandler):
    """http:// addresses."""

    def __init__(self, debuglevel=None):
        pass


class HTTPSHandler(BaseHandler):
    """https:// addresses; the host verifies certificates."""

    def __init__(self, debuglevel=None, context=None, check_hostname=None):
        pass


class OpenerDirector:
    """Opens addresses with its handlers."""

    def __init__(self):
        self.addheaders = [("User-agent", f"Python-urllib/{__version__}")]
        self.handlers = []

    def add_handler(self, handler):
        """Add a handler."""
        handler.add_parent(self)
        self.handlers.append(handler)
        self.handlers.sort(key=lambda h: h.handler_order)

    def close(self):
        """Do nothing."""

    def open(self, fullurl, data=None, timeout=None):
        """Fetch an address or a Request; return the reply."""
        request = fullurl
        if isinstance(fullurl, str):
            request = Request(fullurl, data)
        elif data is not None:
            request.data = data
        request.timeout = timeout
        if request.type not in ("http", "https"):
            raise URLError(f"unknown url type: {request.type}")
        if not request.host:
            raise URLError("no host given")
        request = self._each(f"{request.type}_request", request, request)
        reply = self._fetch(request)
        name = f"{request.type}_response"
        for handler in self.handlers:
            if hasattr(handler, name):
                reply = getattr(handler, name)(request, reply)
        return reply

    def _each(self, name, value, *args):
        for handler in self.handlers:
            if hasattr(handler, name):
                value = getattr(handler, name)(value)
        return value

    def _fetch(self, request):
        method, data = request.get_method(), request.data
        if isinstance(data, str):
            raise TypeError("POST data should be bytes, an iterable of bytes, or a file object. "
                            "It cannot be of type str.")
        body = data if _web.is_stream(data) else _web.body_of(data)
        headers = dict(request.header_items())
        if body is not None and "Content-type" not in headers:
            headers["Content-type"] = "application/x-www-form-urlencoded"
        for name, value in self.addheaders:
            headers.setdefault(name.capitalize(), value)
        headers.setdefault("Accept-encoding", "identity")
        try:
            reply = _web.start(method, request._url, headers.items(), body, request.timeout)
        except OSError as error:
            raise URLError(error) from None
        except ValueError as error:
            if "body" in str(error):
                raise
            raise http.client.InvalidURL(str(error)) from None
        return http.client.HTTPResponse(*reply, url=request.full_url, method=method)

    def error(self, request, reply):
        """Give an error to the handlers."""
        code, args = reply.status, (request, reply, reply.status, reply.reason, reply.headers)
        for name in (f"http_error_{code}", "http_error_default"):
            for handler in self.handlers:
                if hasattr(handler, name):
                    result = getattr(handler, name)(*args)
                    if result is not None:
                        return result
        return reply


_USUAL = (ProxyHandler, HTTPHandler, HTTPSHandler, HTTPDefaultErrorHandler, HTTPRedirectHandler,
          HTTPErrorProcessor)


def build_opener(*handlers):
    """Return an opener with these handlers and the usual ones that they do not replace."""
    opener = OpenerDirector()
    given = [h() if isinstance(h, type) else h for h in handlers]
    for usual in _USUAL:
        if not any(isinstance(handler, usual) for handler in given):
            opener.add_handler(usual())
    for handler in given:
        opener.add_handler(handler)
    return opener


def install_opener(opener):
    """Make urlopen() use this opener."""
    session_state("urllib.opener", list)[:] = [opener]


def urlopen(url, data=None, timeout=None, *, cafile=None, capath=None, cadefault=False,
            context=None):
    """Fetch an address or a Request; return the reply, which is read as a file."""
    kept = session_state("urllib.opener", list)
    if not kept:
        kept.append(build_opener())
    return kept[0].open(url, data, timeout)


def urlretrieve(url, filename=None, reporthook=None, data=None):
    """Fetch an address into a file; return its name and the headers."""
    with urlopen(url, data) as reply:
        content = reply.read()
        if filename is None:
            import tempfile
            filename = tempfile.mktemp()
        with open(filename, "wb") as file:
            file.write(content)
        if reporthook:
            reporthook(1, len(content), len(content))
        return filename, reply.headers


def urlcleanup():
    """Do nothing: no file is kept."""


def getproxies():
    """Return the proxies of the session: none."""
    return {}


getproxies_environment = getproxies


def proxy_bypass(host, proxies=None):
    """Return whether a host is reached without a proxy: all are."""
    return True


proxy_bypass_environment = proxy_bypass
