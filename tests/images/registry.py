"""registry.py - registries for tests: one of ours that misbehaves on demand, and
Debian's docker-registry with TLS and a token server.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import base64
import http.server
import json
import secrets
import socket
import ssl
import subprocess
import threading
import time
import urllib.parse
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from oci import MANIFEST, Image


@dataclass
class Certificate:
    key: Path
    cert: Path


def make_certificate(where: Path) -> Certificate:
    """A certificate of its own for localhost, to be trusted by --ca-file."""
    made = Certificate(where / "tls.key", where / "tls.crt")
    command = (
        "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost "
        "-addext subjectAltName=DNS:localhost,IP:127.0.0.1"
    )
    subprocess.run(
        [*command.split(), "-keyout", made.key, "-out", made.cert],
        check=True,
        capture_output=True,
    )
    return made


@dataclass
class Seen:
    port: int
    path: str
    headers: dict[str, str]


@dataclass
class Fixture:
    """What the misbehaving registry serves, and what it was asked."""

    image: Image
    tag: str = "1"
    token: str = ""  # bearer token that is needed
    user: str = ""  # basic credentials "user:password" that are needed
    realm: str = ""
    away: str = ""  # blobs are redirected to this URL
    cut: int = 0  # bytes of the first layer after which connections break
    spoil: str = ""  # "size", "digest", "manifest", "header"
    index: bytes = b""
    seen: list[Seen] = field(default_factory=list)
    broken: int = 0

    def paths(self, part: str) -> list[Seen]:
        return [s for s in self.seen if part in s.path]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    fixture: Fixture

    def log_message(self, format: str, *args: object) -> None:
        pass

    def answer(self, code: int, body: bytes, **headers: str) -> None:
        self.send_response(code)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        if "Content_Length" not in headers:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def challenge(self) -> bool:
        f = self.fixture
        given = self.headers.get("Authorization", "")
        if f.token and given != f"Bearer {f.token}":
            ask = f'Bearer realm="{f.realm}",service="the registry",scope="x:y:push"'
            self.answer(401, b"{}", WWW_Authenticate=ask)
            return True
        wanted = base64.b64encode(f.user.encode()).decode()
        if f.user and not f.token and given != f"Basic {wanted}":
            self.answer(401, b"{}", WWW_Authenticate='Basic realm="r"')
            return True
        return False

    def do_GET(self) -> None:
        f = self.fixture
        port = self.server.server_address[1]
        f.seen.append(Seen(int(port), self.path, dict(self.headers.items())))
        if self.path.startswith("/token"):
            self.answer(200, json.dumps({"token": f.token}).encode())
        elif self.path.startswith("/away/"):
            self.blob(self.path.rsplit("/", 1)[1])
        elif self.challenge():
            return
        elif "/manifests/" in self.path:
            self.manifest(self.path.rsplit("/", 1)[1])
        elif "/blobs/" in self.path:
            digest = self.path.rsplit("/", 1)[1]
            if f.away:
                self.answer(307, b"", Location=f"{f.away}/away/{digest}")
            else:
                self.blob(digest)
        else:
            self.answer(404, b"{}")

    def manifest(self, ref: str) -> None:
        f = self.fixture
        body = f.index if f.index and ref == f.tag else f.image.manifest
        if ref not in (f.tag, f.image.digest):
            self.answer(404, b"{}")
            return
        kind = json.loads(body).get("mediaType", MANIFEST)
        if f.spoil == "manifest" and ref == f.image.digest:
            body += b"\n"
        extra = {"Content_Type": kind}
        if f.spoil == "header":
            extra["Docker_Content_Digest"] = "sha256:" + "0" * 64
        self.answer(200, body, **extra)

    def blob(self, digest: str) -> None:
        f = self.fixture
        data = f.image.blobs.get(digest)
        layers = [x["digest"] for x in json.loads(f.image.manifest)["layers"]]
        if data is None:
            self.answer(404, b"{}")
            return
        if digest == layers[0] and f.spoil == "size":
            data += b"more"
        if digest == layers[0] and f.spoil == "digest":
            data = data[:-1] + bytes([data[-1] ^ 1])
        start = 0
        asked = self.headers.get("Range", "")
        if asked.startswith("bytes="):
            start = int(asked[6:].split("-")[0])
        code = 206 if start else 200
        body = data[start:]
        headers = {"Content_Length": str(len(body))}
        if start:
            headers["Content_Range"] = f"bytes {start}-{len(data) - 1}/{len(data)}"
        if f.cut and digest == layers[0] and len(body) > f.cut:
            f.broken += 1
            self.answer(code, body[: f.cut], **headers)
            self.close_connection = True
            self.wfile.flush()
            self.connection.shutdown(socket.SHUT_RDWR)
            return
        self.answer(code, body, **headers)


@contextmanager
def serve(
    handler: type[http.server.BaseHTTPRequestHandler], tls: Certificate | None
) -> Iterator[int]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    if tls:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(tls.cert, tls.key)
        server.socket = context.wrap_socket(
            server.socket, server_side=True, do_handshake_on_connect=False
        )
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield int(server.server_address[1])
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def fixture(f: Fixture, tls: Certificate | None) -> Iterator[int]:
    with serve(type("Bound", (Handler,), {"fixture": f}), tls) as port:
        yield port


# --- the real one ----------------------------------------------------------


def token_handler(
    tls: Certificate,
) -> type[http.server.BaseHTTPRequestHandler]:
    """A token server: anybody may pull, bob may push."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import padding, rsa

    key = serialization.load_pem_private_key(tls.key.read_bytes(), None)
    cert = x509.load_pem_x509_certificate(tls.cert.read_bytes())
    chain = base64.b64encode(cert.public_bytes(serialization.Encoding.DER)).decode()

    def text64(raw: bytes) -> bytes:
        return base64.urlsafe_b64encode(raw).rstrip(b"=")

    def part(value: dict[str, Any]) -> bytes:
        return text64(json.dumps(value).encode())

    class Tokens(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:
            pass

        def do_GET(self) -> None:
            query = urllib.parse.parse_qs(urllib.parse.urlparse(self.path).query)
            given = self.headers.get("Authorization", "")
            bob = given == "Basic " + base64.b64encode(b"bob:pw").decode()
            access = []
            for scope in " ".join(query.get("scope", [])).split():
                kind, name, actions = scope.split(":")
                may = [a for a in actions.split(",") if bob or a == "pull"]
                access.append({"type": kind, "name": name, "actions": may})
            now = int(time.time())
            claims = {
                "iss": "tests",
                "sub": "bob" if bob else "",
                "aud": "registry",
                "exp": now + 300,
                "nbf": now - 10,
                "iat": now,
                "jti": secrets.token_hex(8),
                "access": access,
            }
            head = part({"typ": "JWT", "alg": "RS256", "x5c": [chain]})
            signed = head + b"." + part(claims)
            assert isinstance(key, rsa.RSAPrivateKey)
            raw = key.sign(signed, padding.PKCS1v15(), hashes.SHA256())
            token = (signed + b"." + text64(raw)).decode()
            text = json.dumps({"token": token, "expires_in": 300}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

    return Tokens


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


def wait_for(port: int, seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        with socket.socket() as s:
            if s.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise TimeoutError(f"nothing listens on port {port}")


@contextmanager
def real(where: Path, tls: Certificate) -> Iterator[int]:
    """Debian's docker-registry with TLS and token authentication."""
    with serve(token_handler(tls), tls) as tokens:
        port = free_port()
        config = {
            "version": 0.1,
            "log": {"level": "error"},
            "storage": {"filesystem": {"rootdirectory": str(where / "data")}},
            "http": {
                "addr": f"127.0.0.1:{port}",
                "tls": {"certificate": str(tls.cert), "key": str(tls.key)},
            },
            "auth": {
                "token": {
                    "realm": f"https://localhost:{tokens}/token",
                    "service": "registry",
                    "issuer": "tests",
                    "rootcertbundle": str(tls.cert),
                }
            },
        }
        path = where / "registry.yml"
        path.write_text(json.dumps(config))
        child = subprocess.Popen(
            ["docker-registry", "serve", path],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            wait_for(port)
            yield port
        finally:
            child.kill()
            child.wait()
