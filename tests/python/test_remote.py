"""Programs at a ``caisson worker``, over a real socket of this machine."""

import asyncio
import base64
import contextlib
import gc
import hashlib
import os
import random
import shlex
import signal
import socket
import ssl
import struct
import subprocess
import sys
import threading
import time
import zlib
from pathlib import Path

import pytest
from server import TOKEN, Server, serving

import caisson
from caisson import AsyncSandbox, Limits, Remote, Sandbox, TransportError
from caisson.compat.monty import v1 as monty


@pytest.fixture(autouse=True)
def once(isolation, monkeypatch):
    if isolation != "worker":
        pytest.skip("it is at a server either way")
    monkeypatch.setenv("CAISSON_WORKER_TOKEN", TOKEN)


@pytest.fixture(scope="module")
def there():
    with serving() as found:
        yield found
        assert found.process.poll() is None


def until(condition):
    end = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


# -- as if it were here --------------------------------------------------------


def test_state_tools_prints_errors_and_files(there, tmp_path):
    (tmp_path / "data.txt").write_text("of the host")

    def double(n):
        return 2 * n

    async def later(n):
        await asyncio.sleep(0.001)
        return n + 1

    with Sandbox(
        remote=there.url,
        tools=[double, later],
        mounts={"/data": tmp_path},
        env={"WHO": "me"},
    ) as box:
        assert box.run("x = 20; 1 + 2").value == 3
        r = box.run("print('out'); double(x) + 2")
        assert (r.value, r.stdout) == (42, "out\n")
        assert box.run("open('/data/data.txt').read()").value == "of the host"
        assert box.run("import os; os.environ['WHO']").value == "me"
        assert box.run("import asyncio\nasyncio.run(later(1))").value == 2
        assert box.run("{}['k']").error.type == "KeyError"
        assert box.get("x") == 20
        assert box.syntax_error("a b") is not None
        box.restart()
        assert box.run("x").error.type == "NameError"


def test_nothing_runs_here(there):
    with Sandbox(remote=there.url) as box:
        result = box.run("1")
        assert result.facts.isolation == "remote"
        assert there.workers


def test_dumps_loads_and_twins(there):
    with Sandbox(remote=there.url, tools=[len]) as box:
        step = box.start("x = len('abc')\nx + 1")
        data = box.dump()
        assert step.resume(41).result.value == 42
        with box.fork() as twin:
            assert twin.run("x").value == 41
    for options in ({"remote": there.url}, {}):
        with Sandbox.load(data, tools=[len], **options) as again:
            assert again.waiting_for().resume(1).result.value == 2


def test_a_megabyte_each_way(there):
    text = "é" * (1 << 20)
    with Sandbox(remote=there.url, tools={"same": lambda s: s}) as box:
        assert box.run("same(t) == t and t", inputs={"t": text}).value == text


def test_limits_end_a_run_and_nothing_else(there):
    with Sandbox(remote=there.url, limits=Limits(time=0.2)) as box:
        start = time.monotonic()
        assert box.run("x = 1\nwhile True: pass").status == "timeout"
        assert time.monotonic() - start < 8
        assert box.run("x").value == 1
        r = box.run("while True: print('y' * 10000)")
        assert r.limit in ("output", "time")
        assert box.run("x").value == 1


def test_a_run_is_cancelled_within_a_tenth_of_a_second(there):
    with Sandbox(remote=there.url) as box:
        took = []
        for _ in range(5):
            timer = threading.Timer(0.1, box.cancel)
            timer.start()
            start = time.monotonic()
            assert box.run("while True: pass").status == "cancelled"
            took.append(time.monotonic() - start - 0.1)
        assert min(took) < 0.1
        assert box.run("1").value == 1


def test_in_an_event_loop(there):
    async def fetch(n):
        await asyncio.sleep(0.01)
        return n

    async def one(n):
        async with AsyncSandbox(remote=there.url, tools=[fetch]) as box:
            return (await box.run(f"import asyncio\nasyncio.run(fetch({n}))")).value

    async def cancelled():
        async with AsyncSandbox(remote=there.url) as box:
            await box.open()
            task = asyncio.create_task(box.run("while True: pass"))
            await asyncio.sleep(0.1)
            task.cancel()
            start = time.monotonic()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert time.monotonic() - start < 8
            assert (await box.run("2")).value == 2

    async def main():
        found = await asyncio.gather(*(one(n) for n in range(8)))
        assert found == list(range(8))
        await cancelled()

    asyncio.run(main())


# -- what a client can know ----------------------------------------------------


def test_what_the_server_holds_is_not_called_enforced(there):
    with Sandbox(remote=there.url) as box:
        found = box.run("1").enforcement
    assert found.level == "degraded"
    assert set(found.missing) == {"limits.memory_bytes", "worker", "kill_tree"}


def test_a_policy_must_accept_that(there):
    with pytest.raises(caisson.PolicyError, match="enforcement_missing"):
        Sandbox(remote=there.url, policy={"version": 1})
    rules = {
        "version": 1,
        "accept_unenforced": ["limits.memory_bytes", "worker", "kill_tree"],
    }
    with Sandbox(remote=there.url, policy=rules) as box:
        assert box.run("1 + 1").value == 2


# -- connections that cannot be, and that end ----------------------------------


@pytest.mark.parametrize(
    ("url", "text"),
    [
        ("http://127.0.0.1:1", "ws:// or wss://"),
        ("ws://", "ws:// or wss://"),
        ("ws://example.com:80/", "not encrypted"),
        ("ws://user:password@127.0.0.1:1/", "token"),
        ("ws://127.0.0.1:1/\r\nX: y", "no address"),
        ("ws://127.0.0.1:99999/", "no address"),
    ],
)
def test_addresses_that_are_refused(url, text):
    with pytest.raises(caisson.ConfigError, match=text) as caught:
        Sandbox(remote=url)
    assert "password@" not in str(caught.value)


def test_options_that_do_not_go_together(there):
    with pytest.raises(caisson.ConfigError, match="isolation"):
        Sandbox(remote=there.url, isolation="worker")
    with pytest.raises(caisson.ConfigError, match="depth"):
        Sandbox(remote=there.url, depth="process")


def test_nobody_there():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        with pytest.raises(TransportError, match="cannot connect") as caught:
            Sandbox(remote=f"ws://127.0.0.1:{port}")
    assert str(port) not in str(caught.value)


def test_a_token_that_the_server_does_not_know(there, monkeypatch):
    with pytest.raises(TransportError, match="401"):
        Sandbox(remote=Remote(there.url, token="another-token-entirely"))
    monkeypatch.delenv("CAISSON_WORKER_TOKEN")
    with pytest.raises(TransportError, match="401"):
        Sandbox(remote=there.url)
    with Sandbox(remote=Remote(there.url, token=TOKEN)) as box:
        assert box.run("1").value == 1


def test_tokens_of_a_file_and_addresses_in_no_text(tmp_path):
    tokens = tmp_path / "tokens"
    tokens.write_text("me secret-of-mine-0123\n")
    tokens.chmod(0o600)
    remote = None
    with serving("--token-file", str(tokens)) as found:
        remote = Remote(found.url, token="secret-of-mine-0123")
        with Sandbox(remote=remote) as box:
            assert box.run("1").value == 1
        with pytest.raises(TransportError, match="401"):
            Sandbox(remote=found.url)
    assert "secret" not in repr(remote)
    assert "127.0.0.1" not in repr(remote)


def test_more_connections_than_there_are_workers():
    with serving("--max", "2") as found:
        with contextlib.ExitStack() as boxes:
            for _ in range(2):
                box = boxes.enter_context(Sandbox(remote=found.url))
                assert box.run("1").value == 1
            with pytest.raises(TransportError, match="503"):
                Sandbox(remote=found.url)
        until(lambda: can_open(found))


def can_open(found):
    try:
        with Sandbox(remote=found.url) as box:
            return box.run("1").value == 1
    except TransportError:
        return False


def test_the_server_dies_in_the_middle():
    found = Server()
    with Sandbox(remote=found.url, tools=[found.kill]) as box:
        with pytest.raises(TransportError, match="was lost") as caught:
            box.run("print('before')\nkill()\nwhile True: pass")
        assert caught.value.result.status == "crashed"
        assert caught.value.result.stdout == "before\n"
        with pytest.raises(caisson.CaissonError):
            box.run("1")
    with Sandbox() as box:  # the host and its own workers are fine
        assert box.run("1").value == 1
    found.process.stderr.close()


def test_the_server_is_ended_in_order():
    found = Server()
    with Sandbox(remote=found.url) as box:
        box.run("1")
        assert found.close() == 0
        with pytest.raises(TransportError):
            box.run("2")


def test_a_worker_that_dies_there_is_a_crash_and_no_lost_connection(there):
    def kill():
        for pid in there.workers:
            os.kill(pid, signal.SIGKILL)

    with Sandbox(remote=there.url, tools=[kill]) as box:
        r = box.run("kill()\nwhile True: pass")
        assert r.status == "crashed"
        assert r.facts.signal == signal.SIGKILL
    with Sandbox(remote=there.url) as box:
        assert box.run("1").value == 1


def test_a_host_that_vanishes_takes_its_worker_along():
    with serving() as found:
        code = (
            "import caisson, os, sys\n"
            f"box = caisson.Sandbox(remote={found.url!r}, tools=[os._exit])\n"
            "box.run('while True: pass') if len(sys.argv) > 1 else box.run('_exit(0)')"
        )
        done = subprocess.run([sys.executable, "-c", code], env=os.environ)
        assert done.returncode == 0
        busy = subprocess.Popen([sys.executable, "-c", code, "busy"], env=os.environ)
        until(lambda: working(found))
        (worker,) = working(found)
        busy.kill()
        busy.wait()
        until(lambda: worker not in found.workers)


def working(found):
    """Workers that computed for a while."""
    busy = []
    for pid in found.workers:
        with contextlib.suppress(OSError):
            text = Path(f"/proc/{pid}/stat").read_text()
            if int(text.rsplit(")", 1)[1].split()[11]) > 20:
                busy.append(pid)
    return busy


def test_an_idle_connection_and_a_long_turn_end():
    with serving("--session-time", "300ms", "--timeout", "300ms") as found:
        with Sandbox(remote=found.url) as box:
            time.sleep(0.8)
            with pytest.raises(TransportError):
                box.run("1")
        with Sandbox(remote=found.url) as box:
            r = box.run("while True: pass")
            assert r.status == "crashed"  # by the server, and it says so


# -- a hostile client ----------------------------------------------------------


def ask(there, *lines, token=TOKEN):
    sock = socket.create_connection((there.host, there.port), 5)
    key = base64.b64encode(b"0123456789abcdef").decode()
    given = lines or (
        "GET /worker HTTP/1.1",
        f"Host: {there.host}:{there.port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Protocol: caisson.worker.1",
        f"Authorization: Bearer {token}",
    )
    sock.sendall("".join(f"{line}\r\n" for line in (*given, "")).encode())
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        byte = sock.recv(1)
        if not byte:
            break
        head += byte
    return sock, head.decode("latin-1")


def test_the_handshake_is_that_of_the_rfc(there):
    sock, head = ask(there)
    with sock:
        assert head.startswith("HTTP/1.1 101 ")
        key = base64.b64encode(b"0123456789abcdef")
        magic = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        wanted = base64.b64encode(hashlib.sha1(key + magic).digest()).decode()
        assert f"Sec-WebSocket-Accept: {wanted}\r\n" in head


GOOD = [
    "GET /worker HTTP/1.1",
    "Host: HERE",
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Protocol: caisson.worker.1",
    f"Authorization: Bearer {TOKEN}",
]


@pytest.mark.parametrize(
    ("old", "new", "status"),
    [
        ("Host: HERE", "Host: evil.example", 403),
        ("Upgrade: websocket", "Origin: https://evil.example", 403),
        (f"Authorization: Bearer {TOKEN}", "Authorization: Bearer x", 401),
        ("GET /worker HTTP/1.1", "GET /other HTTP/1.1", 404),
        ("GET /worker HTTP/1.1", "POST /worker HTTP/1.1", 426),
        ("Sec-WebSocket-Version: 13", "Sec-WebSocket-Version: 8", 426),
        ("Sec-WebSocket-Protocol: caisson.worker.1", "X: y", 426),
        ("Upgrade: websocket", "Host: HERE", 400),
        ("Connection: Upgrade", "Content-Length: 5", 400),
        ("GET /worker HTTP/1.1", "GET /worker HTTP/1.0", 400),
        ("GET /worker HTTP/1.1", "\x00\x01\x02", 400),
    ],
)
def test_requests_that_are_refused(there, old, new, status):
    here = f"{there.host}:{there.port}"
    lines = [new if line == old else line for line in GOOD]
    sock, head = ask(there, *(line.replace("HERE", here) for line in lines))
    with sock:
        assert head.startswith(f"HTTP/1.1 {status} "), head


def frame(payload, op=2, fin=True, masked=True, length=None):
    n = len(payload) if length is None else length
    head = bytes([fin << 7 | op])
    if n < 126:
        head += bytes([masked << 7 | n])
    elif n < 1 << 16:
        head += bytes([masked << 7 | 126]) + struct.pack(">H", n)
    else:
        head += bytes([masked << 7 | 127]) + struct.pack(">Q", n)
    return head + (b"\0\0\0\0" if masked else b"") + payload


def message(kind, payload=b""):
    return struct.pack("<II", kind, len(payload)) + payload


NEW = 10


@pytest.mark.parametrize(
    "data",
    [
        frame(message(NEW), masked=False),
        frame(message(NEW), op=1),
        frame(message(NEW), op=3),
        frame(b"", op=0),
        frame(b"x" * 126, op=9),
        frame(b"", op=9, fin=False),
        frame(message(NEW), op=2, fin=False) + frame(message(NEW), op=2),
        frame(b"", length=1 << 62),
        frame(b"", length=1 << 33),
        frame(b"short"),
        frame(struct.pack("<II", NEW, 99)),
        frame(message(1)),
        frame(message(4, b"abcd")),
        frame(message(51)),
        frame(message(2**32 - 1)),
        frame(message(3, b"too long to be a word")),
        b"\xff" * 64,
        b"\x82\xfe\x00\x05" + b"\0" * 9,  # a length in more bytes than it needs
        b"\xc2\x80\0\0\0\0",
        frame(b"\x03", op=8),
    ],
    ids=lambda data: f"{len(data)}-{zlib.crc32(data)}",
)
def test_frames_that_end_a_connection(there, data):
    sock, head = ask(there)
    with sock:
        assert head.startswith("HTTP/1.1 101 ")
        sock.sendall(data)
        sock.settimeout(5)
        with contextlib.suppress(ConnectionResetError):
            while sock.recv(4096):
                pass
    with Sandbox(remote=there.url) as box:
        assert box.run("1").value == 1


def test_frames_that_kill_a_worker_end_only_that(there):
    for kind in range(NEW, 30):
        sock, _ = ask(there)
        with sock:
            sock.sendall(frame(message(kind, os.urandom(64))))
            sock.settimeout(5)
            with contextlib.suppress(OSError):
                sock.recv(4096)
    with Sandbox(remote=there.url) as box:
        assert box.run("1").value == 1


def test_pings_fragments_and_single_bytes(there):
    sock, _ = ask(there)
    with sock:
        sock.settimeout(5)
        first = sock.recv(4096)
        assert first[0] == 0x82
        assert first[2:6] == struct.pack("<I", 1)  # ready
        whole = message(24, b"")  # RESET without an engine: the worker ends
        sock.sendall(frame(b"hello", op=9))
        assert sock.recv(7) == frame(b"hello", op=10, masked=False)
        data = frame(whole[:3], fin=False) + frame(b"", op=9)
        data += frame(whole[3:], op=0)
        for byte in data:
            sock.sendall(bytes([byte]))
        answer = b""
        with contextlib.suppress(ConnectionResetError):
            while more := sock.recv(4096):
                answer += more
        assert answer.startswith(frame(b"", op=10, masked=False))
        assert struct.pack("<II", 4, 4) in answer  # the worker has ended


def test_a_flood_without_tokens_keeps_nobody_out(there):
    with contextlib.ExitStack() as many:
        for _ in range(100):
            sock = socket.create_connection((there.host, there.port), 5)
            many.callback(sock.close)
        until(lambda: can_open(there))


# -- a hostile server ----------------------------------------------------------


@contextlib.contextmanager
def fake(answer, accept=None):
    """A server that makes the handshake and then says what it likes."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve():
        with contextlib.suppress(OSError):
            while True:
                sock, _ = listener.accept()
                with sock:
                    talk(sock)

    def talk(sock):
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += sock.recv(1)
        key = head.split(b"Sec-WebSocket-Key: ")[1].split(b"\r\n")[0]
        magic = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        right = base64.b64encode(hashlib.sha1(key + magic).digest())
        sock.sendall(
            b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
            b"Connection: Upgrade\r\nSec-WebSocket-Protocol: caisson.worker.1\r\n"
            b"Sec-WebSocket-Accept: " + (accept or right) + b"\r\n\r\n"
        )
        sock.sendall(answer)
        sock.settimeout(5)
        with contextlib.suppress(OSError):
            while sock.recv(65536):
                pass

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield f"ws://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join()


def plain(payload, **how):
    return frame(payload, masked=False, **how)


READY = plain(message(1, b"0.1"))
NOISE = random.Random(1).randbytes(1000)


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"\x82",
        frame(message(1)),  # masked, as only a client may
        plain(message(2, b"failed")),
        plain(b"", length=1 << 62),
        READY,
        READY + plain(message(52)),
        READY + plain(message(51, b"\xff" * 100)),
        READY + plain(message(52, b"\x03" + b"\xff" * 8)),
        READY + plain(message(4, b"abc")),
        READY + plain(message(4, struct.pack("<I", 9))),
        READY + plain(b"", op=8),
        READY + NOISE,
        NOISE,
    ],
    ids=lambda answer: f"{len(answer)}-{zlib.crc32(answer)}",
)
def test_servers_that_talk_nonsense(answer):
    with fake(answer + plain(b"", op=8)) as url:
        with pytest.raises(TransportError) as caught:
            Sandbox(remote=url)
        assert "127.0.0.1" not in str(caught.value)


def test_a_handshake_that_is_no_answer_to_ours():
    with fake(READY, accept=b"bm90IHRoZSByaWdodCBvbmU=") as url:
        with pytest.raises(TransportError, match="as it should"):
            Sandbox(remote=url)


def test_a_server_that_says_nothing(monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"ws://127.0.0.1:{silent.getsockname()[1]}"
        start = time.monotonic()
        with pytest.raises(TransportError, match="no handshake"):
            Sandbox(remote=Remote(url, timeout=0.3))
        assert time.monotonic() - start < 8  # the usual patience is 10


# -- TLS -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """Ours alone, for 127.0.0.1."""
    folder = tmp_path_factory.mktemp("tls")
    command = (
        "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 "
        "-subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1 "
        "-keyout key.pem -out cert.pem"
    )
    done = subprocess.run(
        shlex.split(command),
        cwd=folder,
        capture_output=True,
    )
    if done.returncode:
        pytest.skip("openssl is missing")
    return folder


@contextlib.contextmanager
def proxy(found, folder):
    """What stands in front of a server: it speaks TLS and passes bytes on."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "cert.pem", folder / "key.pem")

    async def pipe(reader, writer):
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        writer.close()

    async def serve(reader, writer):
        inner, outer = await asyncio.open_connection(found.host, found.port)
        head = await reader.readuntil(b"\r\n\r\n")
        host = head.split(b"Host: ")[1].split(b"\r\n")[0]
        outer.write(head.replace(host, f"{found.host}:{found.port}".encode()))
        await asyncio.gather(pipe(reader, outer), pipe(inner, writer))

    loop = asyncio.new_event_loop()
    made = loop.run_until_complete(
        asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
    )
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield f"wss://127.0.0.1:{made.sockets[0].getsockname()[1]}/worker"
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.run_until_complete(loop.shutdown_asyncgens())
        for task in asyncio.all_tasks(loop):
            task.cancel()
        made.close()
        loop.close()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_wss_with_a_certificate_of_our_own(there, certificate):
    trusting = ssl.create_default_context(cafile=certificate / "cert.pem")
    with proxy(there, certificate) as url:
        with pytest.raises(TransportError, match="not trusted"):
            Sandbox(remote=url)
        text = "x" * (3 << 20)
        with Sandbox(
            remote=Remote(url, tls=trusting), tools={"same": lambda s: s}
        ) as box:
            assert box.run("same(t) == t and t", inputs={"t": text}).value == text
            timer = threading.Timer(0.1, box.cancel)
            timer.start()
            start = time.monotonic()
            assert box.run("while True: pass").status == "cancelled"
            assert time.monotonic() - start < 8
            step = box.start("same(1)")
            data = box.dump()
            assert step.resume(5).result.value == 5
            with Sandbox.load(
                data, remote=Remote(url, tls=trusting), tools=[len]
            ) as twin:
                assert twin.waiting_for().resume(6).result.value == 6
    gc.collect()


# -- Monty's names -------------------------------------------------------------


def test_async_monty_websocket(there):
    async def main():
        async with monty.AsyncMontyWebsocket(there.url, max_processes=2) as pool:
            async with pool.checkout() as session:
                assert await session.feed_run("x = 1\nx + 1") == 2
                names = {"add": add}
                code = "await add(x, 2)"
                assert await session.feed_run(code, external_lookup=names) == 3
                state = await session.dump()
            async with pool.checkout() as session:
                await session.load_session(state)
                assert await session.feed_run("x") == 1

    async def add(a, b):
        return a + b

    asyncio.run(main())


def test_monty_tells_a_lost_connection_from_a_crash():
    async def lost(found):
        async with (
            monty.AsyncMontyWebsocket(found.url) as pool,
            pool.checkout() as session,
        ):
            with pytest.raises(monty.MontyDisconnectError, match="was lost"):
                await session.feed_run(
                    "stop()\nwhile True: pass", external_lookup={"stop": found.kill}
                )

    async def nobody(found):
        async with monty.AsyncMontyWebsocket(found.url) as pool:
            with pytest.raises(monty.MontyDisconnectError, match="cannot connect"):
                async with pool.checkout():
                    pass

    found = Server()
    asyncio.run(lost(found))
    asyncio.run(nobody(found))
    found.process.stderr.close()


def test_monty_wants_an_address():
    with pytest.raises(ValueError, match="ws://"):
        monty.AsyncMontyWebsocket("http://127.0.0.1")
