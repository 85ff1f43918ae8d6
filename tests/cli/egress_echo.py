"""Replies for tests of HTTP libraries: what was asked, statuses, redirections, cookies.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import gzip
import json


def message(status: str, headers: dict[str, str], body: bytes = b"", more: str = "") -> bytes:
    lines = "".join(f"{k}: {v}\r\n" for k, v in {**headers, "Content-Length": len(body)}.items())
    return f"HTTP/1.1 {status}\r\n{lines}{more}\r\n".encode() + body


def reply(method: str, path: str, headers: dict[str, str], body: bytes) -> bytes:
    words = path.split("?")[0].split("/")[2:]
    if words[0] == "echo":  # what came, as JSON
        said = {"method": method, "path": path, "headers": headers, "body": body.decode("latin-1")}
        data = json.dumps(said).encode()
        return message("200 OK", {"Content-Type": "application/json"},
                       b"" if method == "HEAD" else data)
    if words[0] == "status":
        return message(f"{words[1]} {words[2]}", {"Content-Type": "text/plain"}, b"sorry")
    if words[0] == "hop":  # /web/hop/STATUS/HOST/rest
        where = f"https://{words[2]}" if words[2] != "here" else ""
        return message(f"{words[1]} Moved", {"Location": f"{where}/web/{'/'.join(words[3:])}"})
    if words[0] == "loop":
        return message("302 Found", {"Location": "/web/loop"})
    if words[0] == "cookies":
        return message("200 OK", {"Content-Type": "text/plain"}, b"set",
                       "Set-Cookie: one=1; Path=/\r\nSet-Cookie: two=2; Path=/web/echo; Secure\r\n"
                       "Set-Cookie: gone=x; Max-Age=0\r\nSet-Cookie: far=3; Domain=other.test\r\n")
    if words[0] == "gzip":
        return message("200 OK", {"Content-Type": "text/plain; charset=utf-8",
                                  "Content-Encoding": "gzip"}, gzip.compress("zipped ü".encode()))
    if words[0] == "latin":
        return message("200 OK", {"Content-Type": "text/html"}, "größe".encode("latin-1"))
    if words[0] == "lines":
        return message("200 OK", {"Content-Type": "text/plain; charset=utf-8",
                                  "Link": '<https://api.test/2>; rel="next", <https://api.test/9>; rel=last'},
                       b"one\ntwo\r\nthree")
    return message("404 Not Found", {"Content-Type": "text/plain"}, b"none")
