"""A proxy on loopback that adds the bearer token of our server.

The conformance suite has no way to send one.  Everything else passes as it is;
the port in `Host` and `Origin` becomes that of the server.

SPDX-License-Identifier: Apache-2.0
"""

import http.client
import http.server
import threading

HOPS = ("connection", "transfer-encoding", "content-length", "keep-alive")


class Proxy:
    def __init__(self, port: int, token: str) -> None:
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def forward(self) -> None:
                outer.forward(self, port, token)

            do_GET = do_POST = do_DELETE = do_OPTIONS = forward

            def log_message(self, *_: object) -> None:
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.handle_error = lambda *_: None  # clients that hang up
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def forward(self, asked, port: int, token: str) -> None:
        body = asked.rfile.read(int(asked.headers.get("content-length") or 0))
        link = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        link.putrequest(asked.command, asked.path, skip_host=True, skip_accept_encoding=True)
        for name, value in asked.headers.items():
            if name.lower() in ("host", "origin"):
                value = value.replace(f":{self.port}", f":{port}")
            if name.lower() not in ("connection", "authorization"):
                link.putheader(name, value)
        link.putheader("Authorization", f"Bearer {token}")
        link.endheaders(body)
        got = link.getresponse()
        stream = "event-stream" in (got.getheader("Content-Type") or "")
        data = b"" if stream else got.read()
        asked.send_response(got.status)
        for name, value in got.getheaders():
            if name.lower() not in HOPS:
                asked.send_header(name, value)
        if stream:  # its end is that of the connection
            asked.send_header("Connection", "close")
            asked.close_connection = True
        else:
            asked.send_header("Content-Length", str(len(data)))
        asked.end_headers()
        asked.wfile.write(data)
        try:
            while stream and (data := got.read1(65536)):
                asked.wfile.write(data)
                asked.wfile.flush()
        finally:
            link.close()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
