"""Statements 29 to 33: requests to the operating system."""

import asyncio
from pathlib import PurePosixPath as Path

import pytest

HEAD = "import os\nfrom pathlib import Path\n"

P = Path("/d/x")
CALLS = [
    ("Path('/d/x').exists()", "Path.exists", (P,), {}, True, True),
    ("os.path.exists('/d/x')", "Path.exists", (P,), {}, False, False),
    ("Path('/d/x').is_file()", "Path.is_file", (P,), {}, True, True),
    ("os.path.isfile('/d/x')", "Path.is_file", (P,), {}, True, True),
    ("Path('/d/x').is_dir()", "Path.is_dir", (P,), {}, True, True),
    ("os.path.isdir('/d/x')", "Path.is_dir", (P,), {}, True, True),
    ("Path('/d/x').is_symlink()", "Path.is_symlink", (P,), {}, True, True),
    ("os.path.islink('/d/x')", "Path.is_symlink", (P,), {}, True, True),
    ("Path('/d/x').read_text()", "Path.read_text", (P,), {}, "t", "t"),
    ("Path('/d/x').read_bytes()", "Path.read_bytes", (P,), {}, b"b", b"b"),
    ("Path('/d/x').write_text('ab')", "Path.write_text", (P, "ab"), {}, 2, 2),
    ("Path('/d/x').write_bytes(b'c')", "Path.write_bytes", (P, b"c"), {}, 1, 1),
    (
        "Path('/d/x').mkdir()",
        "Path.mkdir",
        (P,),
        {"parents": False, "exist_ok": False},
        None,
        None,
    ),
    (
        "os.makedirs('/d/x', exist_ok=True)",
        "Path.mkdir",
        (P,),
        {"parents": True, "exist_ok": True},
        None,
        None,
    ),
    ("Path('/d/x').unlink()", "Path.unlink", (P,), {}, None, None),
    ("os.remove('/d/x')", "Path.unlink", (P,), {}, None, None),
    ("Path('/d/x').rmdir()", "Path.rmdir", (P,), {}, None, None),
    ("os.listdir('/d/x')", "Path.iterdir", (P,), {}, [P / "a"], ["a"]),
    (
        "[str(p) for p in Path('/d/x').iterdir()]",
        "Path.iterdir",
        (P,),
        {},
        [P / "a"],
        ["/d/x/a"],
    ),
    ("os.rename('/d/x', '/d/y')", "Path.rename", (P, Path("/d/y")), {}, None, None),
    ("os.replace('/d/x', '/d/y')", "Path.rename", (P, Path("/d/y")), {}, None, None),
    ("str(Path('/d/x').resolve())", "Path.resolve", (P,), {}, "/r", "/r"),
    ("str(Path('/d/x').absolute())", "Path.absolute", (P,), {}, "/r", "/r"),
    ("os.getenv('A')", "os.getenv", ("A", None), {}, "1", "1"),
    ("os.getenv('A', 'z')", "os.getenv", ("A", "z"), {}, None, "z"),
    ("os.environ['A']", "os.environ", (), {}, {"A": "1"}, "1"),
    ("'B' in os.environ", "os.environ", (), {}, {"A": "1"}, False),
    ("Path('d/../x').exists()", "Path.exists", (Path("/x"),), {}, True, True),
]


@pytest.mark.parametrize(
    ("code", "name", "args", "kwargs", "answer", "value"),
    CALLS,
    ids=[c[0] for c in CALLS],
)
def test_29_requests_and_answers(session, code, name, args, kwargs, answer, value):
    seen = []

    def handler(*, name, args, kwargs, is_async, **_):
        seen.append((name, args, kwargs))
        return answer

    assert session.feed_run(HEAD + code, os=handler) == value
    assert seen == [(name, args, kwargs)]


def test_29_stat(m, session):
    def handler(*, name, args, kwargs, is_async, **_):
        assert (name, args) == ("Path.stat", (P,))
        return m.StatResult.file_stat(5, 0o600, 1000.5)

    code = HEAD + "s = {}\n(s.st_size, s.st_mode, s.st_mtime)"
    for form in ("os.stat('/d/x')", "Path('/d/x').stat()"):
        got = session.feed_run(code.format(form), os=handler)
        assert got == (5, 0o100600, 1000.5)


def test_29_open_files(m, session):
    files, seen = {"/d/x": "one\ntwo\n"}, []

    def handler(*, name, args, kwargs, is_async, **_):
        seen.append((name, *[str(a) for a in args]))
        path = str(args[0])
        if name == "open":
            if args[1] in "wx":
                files[path] = ""
            return m.MontyFileHandle(*args)
        if name == "Path.read_text":
            return files[path]
        files[path] += args[1]
        return len(args[1])

    read = "with open('/d/x') as f:\n    lines = list(f)\nlines"
    assert session.feed_run(read, os=handler) == ["one\n", "two\n"]
    write = "with open('/d/y', 'w') as f:\n    n = f.write('ab') + f.write('c')\nn"
    assert session.feed_run(write, os=handler) == 3
    session.feed_run("with open('/d/y', 'a') as f: f.write('d')", os=handler)
    assert files["/d/y"] == "abcd"
    assert seen[:2] == [("open", "/d/x", "r"), ("Path.read_text", "/d/x")]
    assert ("Path.append_text", "/d/y", "ab") in seen


def test_29_update_modes(m, session):
    access = m.OSAccess([m.MemoryFile("/f", "hello")])
    code = "with open('/f', 'r+') as f:\n    f.seek(1)\n    f.write('E')\n"
    assert session.feed_run(code + "open('/f').read()", os=access) == "hEllo"
    code = "with open('/b', 'wb+') as f:\n    f.write(b'abc')\n    f.seek(0)\n"
    assert session.feed_run(code + "    r = f.read()\nr", os=access) == b"abc"


def test_29_urandom(session):
    def handler(*, name, args, kwargs, is_async, **_):
        return bytes(args[0])

    assert len(session.feed_run("import os\nos.urandom(4)", os=handler)) == 4


def unhandled(m, *, name, args, kwargs, is_async, **_):
    return m.NOT_HANDLED


@pytest.mark.parametrize("with_handler", [True, False])
def test_30_nobody_answers(m, session, with_handler):
    def handler(*, name, args, kwargs, is_async, **_):
        return m.NOT_HANDLED

    os = handler if with_handler else None
    for code in ("open('/x')", "Path('/x').exists()", "os.listdir('/x')"):
        with pytest.raises(m.MontyRuntimeError) as caught:
            session.feed_run(HEAD + code, os=os)
        assert str(caught.value) == "PermissionError: Permission denied: '/x'"
    with pytest.raises(m.MontyRuntimeError) as caught:
        session.feed_run("import os\nos.getenv('A')", os=os)
    assert (
        str(caught.value)
        == "RuntimeError: 'os.getenv' is not supported in this environment"
    )


def test_30_what_a_handler_raises_can_be_caught(session):
    def handler(*, name, args, kwargs, is_async, **_):
        raise FileNotFoundError(2, "No such file or directory", str(args[0]))

    code = (
        HEAD + "try:\n    open('/x')\n"
        "except FileNotFoundError as e:\n    r = (e.errno, e.filename, str(e))\nr"
    )
    expected = (2, "/x", "[Errno 2] No such file or directory: '/x'")
    assert session.feed_run(code, os=handler) == expected


def test_30_an_answer_that_cannot_enter(session):
    code = HEAD + "try:\n    Path('/x').read_text()\nexcept TypeError:\n    r = 'T'\nr"
    assert session.feed_run(code, os=lambda **_: object()) == "T"


def test_30_by_hand(m, session):
    snap = session.feed_start("open('/x')")
    with pytest.raises(m.MontyRuntimeError, match="Permission denied: '/x'"):
        snap.resume_not_handled()
    snap = session.feed_start("f()")
    with pytest.raises(RuntimeError):
        snap.resume_not_handled()


def test_31_kinds_of_handlers(m, session):
    code = HEAD + "Path('/x').read_text()"

    def positional(name, args, kwargs):
        return f"{name} {args[0]} {kwargs}"

    class Three(m.OSAccess):
        def dispatch(self, function_name, args, kwargs=None):
            return "three"

    assert session.feed_run(code, os=positional) == "Path.read_text /x {}"
    assert session.feed_run(code, os=Three()) == "three"
    with pytest.raises(TypeError):
        session.feed_run(code, os="handler")


def test_31_async_handlers(m):
    async def handler(*, name, args, kwargs, is_async, **_):
        await asyncio.sleep(0)
        assert is_async
        return f"{name}"

    async def main():
        async with m.AsyncMonty() as pool, pool.checkout() as s:
            return await s.feed_run(HEAD + "Path('/x').read_text()", os=handler)

    assert asyncio.run(main()) == "Path.read_text"


@pytest.fixture
def tree(m):
    return m.OSAccess(
        [
            m.MemoryFile("/a/one.txt", "1"),
            m.MemoryFile("two.bin", b"\x00\x01", permissions=0o600),
        ],
        {"HOME": "/a"},
        root_dir="/work",
    )


def test_32_a_tree_in_memory(m, session, tree):
    code = HEAD + (
        "r = [Path('/a/one.txt').read_text(), Path('/work/two.bin').read_bytes(),\n"
        "     os.getenv('HOME'), sorted(os.listdir('/')),\n"
        "     os.stat('/work/two.bin').st_mode, Path('/a').is_dir()]\n"
        "Path('/a/b/c').mkdir(parents=True)\n"
        "Path('/a/b/c/new').write_text('new')\n"
        "os.rename('/a/b', '/a/z')\n"
        "r.append(Path('/a/z/c/new').read_text())\n"
        "os.remove('/a/one.txt')\n"
        "r.append(sorted(d + '/' + f for d, _, fs in os.walk('/') for f in fs))\nr"
    )
    assert session.feed_run(code, os=tree) == [
        "1",
        b"\x00\x01",
        "/a",
        ["a", "work"],
        0o100600,
        True,
        "new",
        ["/a/z/c/new", "/work/two.bin"],
    ]
    names = {str(f.path): f for f in tree.files}
    assert isinstance(names["/a/z/c/new"], m.MemoryFile)
    assert names["/a/one.txt"].deleted


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("open('/no')", "[Errno 2] No such file or directory: '/no'"),
        ("Path('/a').read_text()", "[Errno 21] Is a directory: '/a'"),
        (
            "Path('/a/one.txt/x').read_text()",
            "[Errno 20] Not a directory: '/a/one.txt/x'",
        ),
        ("Path('/a').mkdir()", "[Errno 17] File exists: '/a'"),
        ("Path('/a').rmdir()", "[Errno 39] Directory not empty: '/a'"),
        (
            "os.rename('/no', '/b')",
            "[Errno 2] No such file or directory: '/no' -> '/b'",
        ),
        (
            "Path('/e').mkdir()\nos.rename('/e', '/a')",
            "[Errno 39] Directory not empty: '/e' -> '/a'",
        ),
    ],
)
def test_32_errors_of_the_tree(m, session, tree, code, text):
    with pytest.raises(m.MontyRuntimeError) as caught:
        session.feed_run(HEAD + code, os=tree)
    assert caught.value.display("msg") == text


def test_32_callbacks(m, session):
    seen = []
    file = m.CallbackFile(
        "/live", lambda path: f"from {path}", lambda *args: seen.append(args)
    )
    access = m.OSAccess([file])
    code = HEAD + "r = Path('/live').read_text()\nPath('/live').write_text('in')\nr"
    assert session.feed_run(code, os=access) == "from /live"
    assert seen == [(Path("/live"), "in")]
    assert file.name == "live"


def test_32_what_is_refused(m):
    with pytest.raises(ValueError, match="within sub-directory of file"):
        m.OSAccess([m.MemoryFile("/a", ""), m.MemoryFile("/a/b", "")])
    with pytest.raises(ValueError, match="root_dir"):
        m.OSAccess(root_dir="rel")
    with pytest.raises(ValueError, match="max_sleep"):
        m.OSAccess(max_sleep=float("nan"))
    with pytest.raises(ValueError, match="max_urandom"):
        m.OSAccess(max_urandom_bytes=-1)
    with pytest.raises(TypeError):
        m.OSAccess(max_urandom_bytes="1")
    access = m.OSAccess(max_urandom_bytes=8)
    with pytest.raises(MemoryError) as caught:
        access.urandom(9)
    assert str(caught.value) == "os.urandom() size exceeds max_urandom_bytes (8)"


def test_32_handles_and_stats(m):
    handle = m.MontyFileHandle("/f", "r+b", position=3)
    assert (handle.mode, handle.binary, handle.readable) == ("rb+", True, True)
    assert (handle.writable, handle.position) == (True, 3)
    assert m.MontyFileHandle("/f", "rt").mode == "r"
    for bad in ("", "rw", "rbt", "q", "rr"):
        with pytest.raises(ValueError, match="mode"):
            m.MontyFileHandle("/f", bad)
    folder = m.StatResult.dir_stat()
    assert (folder.st_mode, folder.st_nlink, folder.st_size) == (0o40755, 2, 4096)
    assert m.path_from_arg(handle) == Path("/f")


def test_33_optional_methods(m, session):
    class Minimal(m.OSAccess):
        path_open = m.AbstractOS.path_open
        path_append_text = m.AbstractOS.path_append_text
        datetime_now = m.AbstractOS.datetime_now

    access = Minimal([m.MemoryFile("/f", "x")])
    assert session.feed_run(HEAD + "Path('/f').read_text()", os=access) == "x"
    with pytest.raises(m.MontyRuntimeError, match="Permission denied: '/f'"):
        session.feed_run("open('/f')", os=access)
    assert access("datetime.now", (None,)) is m.NOT_HANDLED
    assert access("os.fork", ()) is m.NOT_HANDLED
    with pytest.raises(TypeError):
        m.AbstractOS()
