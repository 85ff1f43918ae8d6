"""A small internet in a network namespace of its own, for tests of egress.

Run as `unshare -mn python3 egress_world.py FOLDER`: makes addresses of
20.0.0.0/8 local to the namespace, a name server on 127.0.0.1, and HTTPS and
HTTP servers for names below .test.  Then it takes one JSON object per line on
standard input and answers each with one line: {"run": [argv], "env": {}} runs a
command there, {"log": true} tells what the servers have seen, {"shelf": host}
makes the files that https://HOST/files/ serves.  CAISSON_WORLD_NAMES has more
names that exist, between commas.  Nothing it does
can leave the namespace, which has no interface but its loopback.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import json
import os
import socket
import socketserver
import ssl
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path

import egress_echo
import egress_shelf

PUBLIC = "20.0.0.1"
# name -> addresses; a list of lists is another answer for each question.
ZONE: dict[str, list[str]] = {
    "api.test": [PUBLIC],
    "other.test": [PUBLIC],
    "plain.test": [PUBLIC],
    "a.wild.test": [PUBLIC],
    "wild.test": [PUBLIC],
    "tunnel.test": [PUBLIC],
    "expired.test": [PUBLIC],
    "selfsigned.test": [PUBLIC],
    "wrong.test": [PUBLIC],
    "mixed.test": ["10.0.0.1", PUBLIC, "127.0.0.1"],
    "loopback.test": ["127.0.0.1"],
    "metadata.test": ["169.254.169.254"],
    "private.test": ["10.1.2.3"],
    "shared.test": ["100.64.0.1"],
    "mapped.test": ["::ffff:127.0.0.1"],
    "local6.test": ["fd00:ec2::254"],
    "zero.test": ["0.0.0.0"],
    "multicast.test": ["224.0.0.1"],
    "own.test": ["20.0.0.77"],
    "rebind.test": [PUBLIC],
    "xn--e1afmkfd.wild.test": [PUBLIC],
}

LOG: dict[str, list[object]] = {"dns": [], "http": [], "bytes": []}


# --- certificates ----------------------------------------------------------


def openssl(*words: str) -> None:
    subprocess.run(["openssl", *words], check=True, capture_output=True)


def make_certificates(folder: Path) -> None:
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    openssl("req", "-x509", *key, "-keyout", f"{folder}/ca.key", "-out", f"{folder}/ca.pem",
            "-days", "30", "-subj", "/CN=test authority")
    openssl("req", "-x509", *key, "-keyout", f"{folder}/self.key", "-out", f"{folder}/self.pem",
            "-days", "30", "-subj", "/CN=x", "-addext", "subjectAltName=DNS:selfsigned.test")
    more = [n for n in os.environ.get("CAISSON_WORLD_NAMES", "").split(",") if n]
    ZONE.update({n: [PUBLIC] for n in more})
    names = "".join(f"DNS:{n}," for n in more if "_" not in n) + "DNS:api.test,DNS:other.test,DNS:a.wild.test,DNS:tunnel.test,DNS:mixed.test"
    for name, alt, days in (("good", names, "30"), ("wrong", "DNS:somebody.test", "30"),
                            ("expired", "DNS:expired.test", "-1")):
        openssl("req", *key, "-keyout", f"{folder}/{name}.key", "-out", f"{folder}/{name}.csr",
                "-subj", "/CN=x")
        (folder / "ext").write_text(f"subjectAltName={alt}\n")
        openssl("x509", "-req", "-in", f"{folder}/{name}.csr", "-CA", f"{folder}/ca.pem",
                "-CAkey", f"{folder}/ca.key", "-CAcreateserial", "-days", days,
                "-extfile", f"{folder}/ext", "-out", f"{folder}/{name}.pem")


# --- servers ---------------------------------------------------------------


class Dns(socketserver.BaseRequestHandler):
    def handle(self) -> None:
        data, sock = self.request
        at, labels = 12, []
        while data[at]:
            labels.append(data[at + 1:at + 1 + data[at]].decode("latin-1"))
            at += 1 + data[at]
        kind = struct.unpack(">H", data[at + 1:at + 3])[0]
        name = ".".join(labels)
        LOG["dns"].append([name, kind])
        family = {1: socket.AF_INET, 28: socket.AF_INET6}.get(kind)
        records = b""
        count = 0
        addresses = ZONE.get(name, [])
        if name == "rebind.test":  # public once, then this machine
            turn = sum(x == [name, kind] for x in LOG["dns"])
            addresses = [PUBLIC] if turn == 1 else ["127.0.0.1"]
        for text in addresses:
            if (":" in text) != (family == socket.AF_INET6) or family is None:
                continue
            raw = socket.inet_pton(family, text)
            records += b"\xc0\x0c" + struct.pack(">HHIH", kind, 1, 0, len(raw)) + raw
            count += 1
        code = 0 if name in ZONE else 3
        head = data[:2] + struct.pack(">HHHHH", 0x8180 | code, 1, count, 0, 0)
        sock.sendto(head + data[12:at + 5] + records, self.client_address)


class Http(socketserver.StreamRequestHandler):
    """Keep-alive HTTP/1.1 by hand, so that nothing is mended on the way."""

    def read_head(self) -> list[str]:
        lines = []
        while True:
            line = self.rfile.readline()
            if not line or line == b"\r\n":
                return lines
            lines.append(line.decode("latin-1").rstrip("\r\n"))

    def read_body(self, headers: dict[str, str]) -> bytes:
        if headers.get("transfer-encoding") == "chunked":
            body = b""
            while size := int(self.rfile.readline(), 16):
                body += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
            return body
        return self.rfile.read(int(headers.get("content-length", "0")))

    def reply(self, method: str, path: str, headers: dict[str, str], body: bytes) -> bytes:
        secret = headers.get("authorization", "")
        if path.startswith("/split"):  # the value cut into chunks of three bytes
            text = f"you sent {secret}!".encode()
            pieces = [text[i:i + 3] for i in range(0, len(text), 3)]
            chunks = b"".join(b"%x\r\n%s\r\n" % (len(p), p) for p in pieces)
            return b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks + b"0\r\n\r\n"
        if path.startswith("/names"):  # the value as the name of a header; a word that is ours
            return (f"HTTP/1.1 200 OK\r\nX-{secret.rsplit(' ')[-1]}: 1\r\n"
                    "X-Caisson-Denial: budget\r\nContent-Length: 0\r\n\r\n").encode()
        if path.startswith("/header"):
            return (f"HTTP/1.1 200 OK\r\nX-Echo: {secret}\r\nContent-Length: 0\r\n\r\n").encode()
        if path.startswith("/gzip"):
            return b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\nxx"
        if path.startswith("/close"):
            return b"HTTP/1.1 200 OK\r\n\r\nuntil the end"
        if path.startswith("/redirect"):
            return (b"HTTP/1.1 302 Found\r\nLocation: https://evil.test/\r\n"
                    b"Content-Length: 0\r\n\r\n")
        if path.startswith("/early"):
            return b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
        if path.startswith("/both"):
            return (b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n"
                    b"0\r\n\r\n")
        if path.startswith("/big"):
            n = int(path[5:])
            return b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % n + b"x" * n
        if path.startswith("/you/") and not secret:  # as github.com asks
            return (b"HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=x\r\n"
                    b"Content-Length: 0\r\n\r\n")
        if path.startswith("/interim/"):
            many = int(path[9:])
            return b"HTTP/1.1 103 Early Hints\r\n\r\n" * many + \
                b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
        if path.startswith("/heavy/"):
            many = int(path[7:])
            return b"HTTP/1.1 200 OK\r\nX: " + b"h" * many + b"\r\nContent-Length: 2\r\n\r\nok"
        if path.startswith("/files/") or (FOLDER / headers.get("host", "-").split(":")[0]).is_dir():
            return self.file(path, headers)
        if path.startswith("/peer"):  # over which connection this came
            text = json.dumps({"peer": self.client_address[1],
                               "resumed": bool(getattr(self.request, "session_reused", False))})
            return b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(text) + text.encode()
        if path.startswith("/web/"):
            return egress_echo.reply(method, path, headers, body)
        answer = json.dumps({"path": path, "body": len(body)}).encode()
        return b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(answer) + answer

    def file(self, path: str, headers: dict[str, str]) -> bytes:
        host = headers.get("host", "").split(":")[0]
        found = egress_shelf.read(FOLDER / host, path)
        kind = b"text/html" if found and found.startswith(b"<!DOCTYPE") else b"text/plain"
        if path.startswith("/files/npm/") and found and found.startswith(b"{"):
            kind = b"application/json"
        line, data = (b"404 Not Found", b"none") if found is None else (b"200 OK", found)
        return b"HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n" % (
            line, kind, len(data)) + data

    def drip(self, dots: int) -> None:
        """A body that takes its time: a dot every 50 ms."""
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % dots)
        for _ in range(dots):
            self.wfile.write(b".")
            time.sleep(0.05)

    def handle(self) -> None:
        try:
            while lines := self.read_head():
                method, path, _ = lines[0].split(" ")
                headers = {k.lower(): v.strip() for k, v in (x.split(":", 1) for x in lines[1:])}
                if headers.get("upgrade") == "websocket":
                    LOG["http"].append({"port": self.server.server_address[1], "line": lines[0]})
                    self.wfile.write(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                                     b"Connection: Upgrade\r\n\r\n")
                    self.wfile.write(b"<" + self.rfile.readline())
                    return
                body = self.read_body(headers)
                LOG["http"].append({"port": self.server.server_address[1], "line": lines[0],
                                    "headers": headers, "body": body.decode("latin-1")[:2000]})
                if path.startswith("/drip/"):
                    self.drip(int(path[6:]))
                    continue
                self.wfile.write(self.reply(method, path, headers, body))
                if path.startswith("/close") or headers.get("connection") == "close":
                    return
        except (OSError, ValueError):
            return


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    context: ssl.SSLContext | None = None

    def finish_request(self, request, client_address) -> None:  # noqa: ANN001
        if self.context is not None:
            try:
                request = self.context.wrap_socket(request, server_side=True)
            except OSError:
                return
        super().finish_request(request, client_address)


class Counter(socketserver.BaseRequestHandler):
    """Counts the bytes of one plain connection, both ways."""

    def handle(self) -> None:
        got, sent = 0, 0
        data = b""
        while b"\r\n\r\n" not in data:
            piece = self.request.recv(4096)
            if not piece:
                break
            data += piece
        got = len(data)
        reply = b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\nConnection: close\r\n\r\n" + b"y" * 1000
        self.request.sendall(reply)
        sent = len(reply)
        self.request.shutdown(socket.SHUT_WR)
        while piece := self.request.recv(4096):
            got += len(piece)
        LOG["bytes"].append([got, sent])


def serve(handler: type, port: int, context: ssl.SSLContext | None = None) -> None:
    server = Server(("0.0.0.0", port), handler)
    server.context = context
    threading.Thread(target=server.serve_forever, daemon=True).start()


def tls(folder: Path) -> ssl.SSLContext:
    contexts = {}
    for name in ("good", "wrong", "expired", "self"):
        c = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        c.load_cert_chain(folder / f"{name}.pem", folder / f"{name}.key")
        contexts[name] = c
    by_name = {"wrong.test": "wrong", "expired.test": "expired", "selfsigned.test": "self"}

    def choose(sock: ssl.SSLSocket, name: str | None, _: ssl.SSLContext) -> None:
        sock.context = contexts[by_name.get(name or "", "good")]

    contexts["good"].sni_callback = choose
    return contexts["good"]


# --- the loop --------------------------------------------------------------


def set_up(folder: Path) -> None:
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    subprocess.run(["ip", "route", "add", "local", "20.0.0.0/8", "dev", "lo"], check=True)
    subprocess.run(["ip", "address", "add", "20.0.0.77/32", "dev", "lo"], check=True)
    for name, text in (("hosts", "127.0.0.1 localhost\n"),
                       ("resolv.conf", "nameserver 127.0.0.1\n")):
        (folder / name).write_text(text)
        subprocess.run(["mount", "--bind", folder / name, f"/etc/{name}"], check=True)
    make_certificates(folder)
    dns = socketserver.ThreadingUDPServer(("127.0.0.1", 53), Dns)
    threading.Thread(target=dns.serve_forever, daemon=True).start()
    context = tls(folder)
    serve(Http, 443, context)
    serve(Http, 8443, context)
    serve(Http, 80)
    serve(Counter, 8081)


FOLDER = Path()  # one folder of files for each host: egress_shelf.py


def answer(ask: dict[str, object]) -> dict[str, object]:
    if "shelf" in ask:
        egress_shelf.fill(FOLDER / str(ask["shelf"]), str(ask["shelf"]))
        return {}
    if "log" in ask:
        seen = {k: list(v) for k, v in LOG.items()}
        for v in LOG.values():
            v.clear()
        return seen
    env = {**os.environ, **ask.get("env", {})}
    done = subprocess.run(ask["run"], capture_output=True, env=env, timeout=100,
                          input=ask.get("input", "").encode())
    return {"code": done.returncode, "out": done.stdout.decode(errors="replace"),
            "err": done.stderr.decode(errors="replace")}


def main() -> None:
    global FOLDER
    FOLDER = Path(sys.argv[1])
    set_up(FOLDER)
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        try:
            reply = answer(json.loads(line))
        except Exception as problem:  # told to the test, which fails
            reply = {"problem": repr(problem)}
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
