# requests/sessions.py - requests that share headers, cookies and credentials.
#
# Each step of a redirection is a request of its own, judged by the host anew.
#
# SPDX-License-Identifier: Apache-2.0
"""Sessions of requests."""
import datetime
import time
from urllib.parse import urljoin, urlsplit

import _fetch
import _web
from requests.adapters import HTTPAdapter
from requests.exceptions import (ConnectionError, ContentDecodingError, InvalidHeader, InvalidSchema,
                                 InvalidURL, ReadTimeout, SSLError, TooManyRedirects)
from requests.models import PreparedRequest, Request, response_of
from requests.structures import CaseInsensitiveDict

DEFAULT_REDIRECT_LIMIT = 30
VERSION = "2.32.0"


def default_headers():
    """Return the headers of every request."""
    return CaseInsensitiveDict({"User-Agent": f"python-requests/{VERSION}",
                                "Accept-Encoding": "gzip, deflate", "Accept": "*/*",
                                "Connection": "keep-alive"})


def _merged(mine, ours):
    """Return the session's settings with the request's; a None removes one."""
    if ours is None or not hasattr(mine, "items"):
        return mine if ours is None else ours
    if not hasattr(ours, "items"):
        return ours
    made = CaseInsensitiveDict(mine) if isinstance(mine, CaseInsensitiveDict) else dict(mine)
    made.update(ours)
    for name in [name for name, value in made.items() if value is None]:
        del made[name]
    return made


def _seconds(timeout):
    """Return the limit of a whole request."""
    if isinstance(timeout, tuple):
        parts = [part for part in timeout if part is not None]
        return sum(parts) if len(parts) == len(timeout) else None
    return timeout


def _send(request, timeout, stream=False):
    """Make one request; errors are those of requests."""
    begun = time.monotonic()
    body = request.body
    if isinstance(body, str):
        body = body.encode()
    elif body is None and "Content-Length" in request.headers:
        body = b""
    headers = [(name, _fetch.text_of(value)) for name, value in request.headers.items()]
    try:
        got = _web.start(request.method, _fetch.without_fragment(request.url), headers, body,
                         _seconds(timeout))
    except TimeoutError as error:
        raise ReadTimeout(error, request=request) from None
    except ConnectionAbortedError as error:
        raise SSLError(error, request=request) from None
    except OSError as error:
        raise ConnectionError(error, request=request) from None
    except ValueError as error:
        kind = InvalidHeader if "header" in str(error) else InvalidURL
        raise kind(str(error)) from None
    taken = datetime.timedelta(seconds=time.monotonic() - begun)
    return response_of(request, got, taken, stream)


class Session:
    """Requests that share headers, cookies and credentials."""

    def __init__(self):
        self.headers = default_headers()
        self.auth = self.cert = None
        self.proxies = {}
        self.hooks = {"response": []}
        self.params = {}
        self.stream = False
        self.verify = self.trust_env = True
        self.max_redirects = DEFAULT_REDIRECT_LIMIT
        self.cookies = _fetch.Jar()
        self.adapters = {}
        self.mount("https://", HTTPAdapter())
        self.mount("http://", HTTPAdapter())

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()

    def mount(self, prefix, adapter):
        """Use an adapter for addresses that start like this."""
        self.adapters[prefix] = adapter
        for key in [k for k in self.adapters if len(k) < len(prefix)]:
            self.adapters[key] = self.adapters.pop(key)

    def get_adapter(self, url):
        """Return the adapter for an address."""
        for prefix, adapter in self.adapters.items():
            if url.lower().startswith(prefix.lower()):
                return adapter
        raise InvalidSchema(f"No connection adapters were found for {url!r}")

    def close(self):
        """Close the adapters."""
        for adapter in self.adapters.values():
            adapter.close()

    def prepare_request(self, request):
        """Return a request with what the session adds."""
        made = PreparedRequest()
        jar = self.cookies.copy()
        jar.update(request.cookies)
        made.prepare(request.method, request.url, _merged(self.headers, request.headers),
                     request.files, request.data, _merged(self.params, request.params),
                     request.auth if request.auth is not None else self.auth, jar,
                     _merged(self.hooks, request.hooks), request.json)
        return made

    def request(self, method, url, params=None, data=None, headers=None, cookies=None, files=None,
                auth=None, timeout=None, allow_redirects=True, proxies=None, hooks=None, stream=None,
                verify=None, cert=None, json=None):
        """Make a request; return the reply."""
        made = self.prepare_request(Request(method, url, headers, files, data, params, auth, cookies,
                                            hooks, json))
        return self.send(made, timeout=timeout, allow_redirects=allow_redirects,
                         stream=self.stream if stream is None else stream)

    def _once(self, request, timeout, stream):
        adapter = self.get_adapter(request.url)
        if adapter.send is not None:
            reply = adapter.send(request, stream=stream, timeout=timeout)
        else:
            reply = _send(request, timeout, stream)
        self.cookies.update(reply.cookies)
        hooks = request.hooks.get("response", [])
        for hook in [hooks] if callable(hooks) else hooks:
            reply = hook(reply) or reply
        return reply

    def send(self, request, *, timeout=None, allow_redirects=True, stream=False, **kwargs):
        """Send a prepared request and follow where it leads."""
        reply = self._once(request, timeout, stream)
        history = []
        while reply.is_redirect:
            following = self._next(reply)
            if not allow_redirects:
                reply._next = following
                return reply
            reply.history = list(history)
            if len(history) >= self.max_redirects:
                raise TooManyRedirects(f"Exceeded {self.max_redirects} redirects.", response=reply)
            history.append(reply)
            reply.content
            reply = self._once(following, timeout, stream)
        reply.history = history
        return reply

    def _next(self, reply):
        old = reply.request
        made = old.copy()
        target = reply.headers["location"].encode("latin-1").decode("utf-8", "replace")
        if target.startswith("//"):
            target = f"{urlsplit(reply.url).scheme}:{target}"
        new = urljoin(reply.url, target)
        if not urlsplit(new).fragment and urlsplit(reply.url).fragment:
            new += "#" + urlsplit(reply.url).fragment
        made.url = _fetch.clean_url(new)[0] if new.lower().startswith("http") else new
        made.method = _fetch.next_method(reply.status_code, old.method)
        if reply.status_code not in (307, 308):
            for name in ("Content-Length", "Content-Type", "Transfer-Encoding"):
                made.headers.pop(name, None)
            made.body = None
        made.headers.pop("Cookie", None)
        if not _fetch.keeps_credentials(reply.url, made.url):
            made.headers.pop("Authorization", None)
        made.prepare_cookies(self.cookies)
        return made

    def get(self, url, **kwargs):
        """Make a GET request."""
        return self.request("GET", url, **kwargs)

    def options(self, url, **kwargs):
        """Make an OPTIONS request."""
        return self.request("OPTIONS", url, **kwargs)

    def head(self, url, **kwargs):
        """Make a HEAD request; redirections are not followed."""
        kwargs.setdefault("allow_redirects", False)
        return self.request("HEAD", url, **kwargs)

    def post(self, url, data=None, json=None, **kwargs):
        """Make a POST request."""
        return self.request("POST", url, data=data, json=json, **kwargs)

    def put(self, url, data=None, **kwargs):
        """Make a PUT request."""
        return self.request("PUT", url, data=data, **kwargs)

    def patch(self, url, data=None, **kwargs):
        """Make a PATCH request."""
        return self.request("PATCH", url, data=data, **kwargs)

    def delete(self, url, **kwargs):
        """Make a DELETE request."""
        return self.request("DELETE", url, **kwargs)


def session():
    """Return a session."""
    return Session()
