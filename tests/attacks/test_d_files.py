"""Attacks on files and mounts (group D of the checklist), through the binary.

Each test carries the number of its attack.  The rows that need other depths
(namespaces, images, virtual machines) are not here; tests/unit/test_vfs*.c has
the same attacks against the library.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from tool import Caisson
from twins import twin

MODES = ("ro", "overlay", "rw")
SECRET = "TOP-SECRET"
TRY = (
    "def t(f, *a):\n"
    "  try: r = f(*a)\n"
    "  except OSError as e: return e.errno\n"
    "  except ValueError as e: return 'ValueError'\n"
    "  return r\n"
    "def rd(p): return open(p).read()\n"
    "def wr(p):\n"
    "  with open(p, 'w') as f: f.write('x')\n"
    "  return 'ok'\n"
    "import os\n"
)


@contextlib.contextmanager
def arena() -> Iterator[tuple[Path, Path]]:
    """A directory to mount, and beside it a secret that must stay one."""
    with tempfile.TemporaryDirectory() as scratch:
        inside, outside = Path(scratch, "inside"), Path(scratch, "outside")
        (inside / "sub").mkdir(parents=True)
        outside.mkdir()
        (inside / "a").write_text("alpha")
        (inside / "sub/b").write_text("beta")
        (outside / "secret").write_text(SECRET)
        yield inside, outside
        assert (outside / "secret").read_text() == SECRET
        assert os.listdir(outside) == ["secret"]


def run(caisson: Caisson, inside: Path, mode: str, code: str, *more: str) -> str:
    done = caisson("run", *more, "-m", "512m", "-v", f"{inside}:/w:{mode}", "-w", "/w", "-c", TRY + code)
    assert done.code == 0, done
    assert SECRET not in done.out
    assert str(inside.parent) not in done.out + done.err
    return done.out


def test_d01_paths_that_climb(caisson: Caisson) -> None:
    code = (
        "for p in ('../outside/secret', '/../../../../etc/passwd', '//w//..//outside/secret', "
        "'/w/sub/../../outside/secret', '../' * 60 + 'etc/passwd', 'a/', 'a/.', 'a/..', '', "
        "'n' * 256, 'n/' * 2000, 'x' * 5000, '/w/./sub/./b', 'sub//b'):\n"
        "  print(t(rd, p))\n"
        "print(t(rd, 'a\\0b'), t(os.listdir, '..'), t(os.listdir, '/'), t(os.stat, '/..').st_mode)\n"
    )
    for mode in MODES:
        with arena() as (inside, _):
            lines = run(caisson, inside, mode, code).splitlines()
            assert lines == ["2", "2", "2", "2", "2", "20", "20", "20", "2", "36", "2", "36",
                             "beta", "beta", "ValueError ['w'] ['w'] 16749"], lines


def test_d02_links_that_leave(caisson: Caisson) -> None:
    for mode in MODES:
        with arena() as (inside, outside):
            for name, target in {
                "abs": str(outside / "secret"), "up": "../outside/secret", "magic": "/proc/self/root/etc/passwd",
                "dir": "../outside", "slash": "../outside/", "self": "self", "handle": "/proc/self/fd/0",
                "in": "/sub/b", "dangling": "made",
            }.items():
                (inside / name).symlink_to(target)
            for i in range(50):
                (inside / f"l{i}").symlink_to(f"l{i + 1}")
            code = (
                "for p in ('abs', 'up', 'magic', 'dir/secret', 'slash/secret', 'handle', 'self', 'l0', 'in'):\n"
                "  print(t(rd, p), t(wr, p) if p != 'in' else 0)\n"
                "print(t(os.listdir, 'dir'), t(os.listdir, 'slash'), t(wr, 'dangling'))\n"
            )
            wrong = "30" if mode == "ro" else "2"
            lines = run(caisson, inside, mode, code).splitlines()
            reads = [line.split()[0] for line in lines[:9]]
            assert reads == ["2", "2", "2", "2", "2", "2", "40", "40", "beta"], lines
            assert all(line.split()[1] in ("2", "40", wrong) for line in lines[:8]), lines
            assert lines[9].split() == ["2", "2", "30" if mode == "ro" else "ok"], lines


def racing(swap: Callable[[], None], work: Callable[[], None]) -> None:
    """Do `work` while another thread calls `swap` as fast as it can.

    The program runs in the process that opens the files, as a worker's requests
    would wait for their turn and meet fewer swaps.
    """
    stop = threading.Event()

    def spin() -> None:
        while not stop.is_set():
            swap()

    thread = threading.Thread(target=spin)
    thread.start()
    try:
        work()
    finally:
        stop.set()
        thread.join()


def test_d03_directory_and_link_change_places(caisson: Caisson) -> None:
    """A host process swaps a directory for a link to the secret's directory."""
    for mode in ("overlay", "rw"):
        with arena() as (inside, outside):
            (inside / "sub/secret").write_text("decoy")
            link, aside = inside / "link", inside / "aside"
            link.symlink_to(outside)

            def swap(inside: Path = inside, link: Path = link, aside: Path = aside) -> None:
                os.rename(inside / "sub", aside)
                os.rename(link, inside / "sub")
                os.rename(inside / "sub", link)
                os.rename(aside, inside / "sub")

            code = (
                "seen = set()\n"
                "for i in range(4000):\n"
                "  seen.add(t(rd, 'sub/secret')); seen.add(t(rd, '/w/sub/../sub/secret'))\n"
                "  seen.add(t(wr, 'sub/new')); t(os.remove, 'sub/new'); seen.add(str(t(os.listdir, 'sub')))\n"
                "  t(os.rename, 'sub/secret', 'sub/s2'); t(os.rename, 'sub/s2', 'sub/secret')\n"
                "print(sorted(map(str, seen)))\n"
            )
            racing(swap, lambda i=inside, m=mode, c=code: run(caisson, i, m, c, "--in-process"))


def test_d04_a_directory_moves_out_while_it_is_open(caisson: Caisson) -> None:
    with arena() as (inside, _):
        away = inside.parent / "away"

        def swap() -> None:
            with contextlib.suppress(OSError):
                os.rename(inside / "sub", away)
                os.rename(away, inside / "sub")

        code = (
            "seen = set()\n"
            "for i in range(3000):\n"
            "  t(os.chdir, '/w/sub')\n"
            "  seen.add(t(rd, '../outside/secret')); seen.add(t(rd, '../../outside/secret'))\n"
            "  seen.add(t(rd, 'b'))\n"
            "assert seen <= {2, 'beta', ''}, seen\n"
        )
        racing(swap, lambda: run(caisson, inside, "rw", code, "--in-process"))


def test_d05_hard_links(caisson: Caisson) -> None:
    with arena() as (inside, outside):
        (inside / "ln").symlink_to(outside / "secret")
        code = (
            "print(t(os.link, '../outside/secret', 'h'), t(os.link, '/etc/passwd', 'h'), "
            "t(os.link, 'ln', 'h'), t(rd, 'h'))\n"
        )
        assert run(caisson, inside, "rw", code) == "2 2 1 2\n"  # the link leaves the mount: D25
        other = inside.parent / "other"
        other.mkdir()
        done = caisson("run", "-v", f"{inside}:/w:rw", "-v", f"{other}:/o:rw", "-c",
                       TRY + "print(t(os.link, '/w/a', '/o/a'), t(os.rename, '/w/a', '/o/a'))")
        assert done.out == "18 18\n", done
        os.rmdir(other)


def test_d06_read_only_is_read_only(caisson: Caisson) -> None:
    code = (
        "O = os\n"
        "print(*[t(os.open, 'a', f) for f in (O.O_WRONLY, O.O_RDWR, O.O_TRUNC, O.O_RDWR | O.O_APPEND, "
        "O.O_WRONLY | O.O_CREAT | O.O_EXCL)])\n"
        "print(t(os.open, 'new', O.O_CREAT), t(os.remove, 'a'), t(os.rmdir, 'sub'), t(os.mkdir, 'd'), "
        "t(os.rename, 'a', 'b'), t(os.rename, 'a', 'sub/b'), t(os.chmod, 'a', 0o777), t(os.utime, 'a', (1, 1)), "
        "t(os.truncate, 'a', 0), t(os.symlink, 'a', 'l'), t(os.link, 'a', 'l'), t(os.access, 'a', os.W_OK))\n"
        "fd = os.open('a', 0)\n"
        "print(t(os.write, fd, b'x'), t(os.ftruncate, fd, 0), t(os.chmod, fd, 0o777), t(rd, '/proc/self/fd/3'))\n"
    )
    with arena() as (inside, _):
        before = os.stat(inside / "a")
        lines = run(caisson, inside, "ro", code).splitlines()
        assert lines == ["30 30 30 30 17", "30 30 30 30 30 30 30 30 30 30 30 False", "9 22 30 2"], lines
        after = os.stat(inside / "a")
        assert (inside / "a").read_text() == "alpha" and after.st_mtime_ns == before.st_mtime_ns
        assert sorted(os.listdir(inside)) == ["a", "sub"]


def test_d09_filling_the_overlay(caisson: Caisson) -> None:
    with arena() as (inside, _):
        (inside / "big").write_bytes(bytes(900_000))
        code = (
            "def fill(f):\n"
            "  try:\n"
            "    i = 0\n"
            "    while True: f(i); i += 1\n"
            "  except OSError as e: return e.errno\n"
            "def names(i): open(f'n{i}', 'w').close()\n"
            "def deep(i): os.mkdir('d/' * i + 'd')\n"
            "print(t(os.chmod, 'big', 0o600), t(os.utime, 'big', (1, 1)))\n"
            "def tree(i): os.makedirs(f'm{i}/x/y/z')\n"
            "print(fill(names), fill(tree), t(open('a', 'rb').read), len(open('big', 'rb').read()))\n"
        )
        done = caisson("run", "-v", f"{inside}:/w:overlay,limit=1m", "-w", "/w", "-c", TRY + code)
        assert done.out == "None None\n28 28 b'alpha' 900000\n", done
        done = caisson("run", "-v", f"{inside}:/w:overlay,limit=512k", "-w", "/w", "-c",
                       TRY + "print(t(os.chmod, 'big', 0o600), t(wr, 'big'), t(rd, 'big'))")
        assert done.out == "28 ok x\n", done


PROTECTED = (
    ".git/hooks/post-checkout", ".git/config", ".GIT/hooks/x", ".git/modules/m/config", ".gitattributes",
    ".gitmodules", ".vscode/tasks.json", ".idea/workspace.xml", ".mcp.json", ".claude/settings.json",
    ".cursor/mcp.json", ".bashrc", ".zshrc", ".profile", ".envrc", ".npmrc", ".husky/pre-commit",
    "sub/.git/hooks/x", "sub/deep/.vscode/x",
)


def test_d10_protected_names(caisson: Caisson) -> None:
    """Absent names stay absent, existing ones keep their content."""
    code = (
        f"names = {PROTECTED!r}\n"
        "for name in names:\n"
        "  d = os.path.dirname(name)\n"
        "  try: os.makedirs(d, exist_ok=True)\n"
        "  except OSError: pass\n"
        "  assert t(wr, name) in (1, 2), (name, t(wr, name))\n"
        "  assert t(os.symlink, 'a', name) != None, name\n"
        "  assert t(os.rename, 'a', name) != None, name\n"
        "  assert t(os.link, 'a', name) != None, name\n"
        "print(t(wr, '.git'), t(os.symlink, 'sub', '.git'), t(os.rename, 'sub', '.Git'))\n"
    )
    with arena() as (inside, _):
        lines = run(caisson, inside, "rw", code)
        assert not [p for p in PROTECTED if (inside / p).exists()], lines
    with arena() as (inside, _):
        for name in PROTECTED:
            (inside / name).parent.mkdir(parents=True, exist_ok=True)
            (inside / name).write_text("mine")
        (inside / "via").symlink_to(".git")
        code = (
            f"for name in {PROTECTED!r} + ('via/hooks/post-checkout', 'via/config'):\n"
            "  assert t(wr, name) == 1, name\n"
            "  assert rd(name) == 'mine'\n"
            "  assert t(os.remove, name) == 1 and t(os.chmod, name, 0o777) == 1 and t(os.truncate, name, 0) == 1\n"
            "  assert t(os.rename, name, 'x') == 1 and t(os.link, name, 'y') == 1, name\n"
        )
        run(caisson, inside, "rw", code)
        assert all((inside / p).read_text() == "mine" for p in PROTECTED)


def test_d11_ancestors_of_protected_names(caisson: Caisson) -> None:
    with arena() as (inside, _):
        (inside / ".git/hooks").mkdir(parents=True)
        (inside / ".vscode").mkdir()
        code = (
            "print(t(os.rename, '.git', 'x'), t(os.rename, '.git/hooks', 'x'), t(os.rmdir, '.vscode'), "
            "t(os.rmdir, '.git/hooks'))\n"
            "os.makedirs('evil/hooks'); open('evil/hooks/post-checkout', 'w').close()\n"
            "print(t(os.rename, 'evil', 'sub/.git'), t(os.rename, 'evil', '.GIT'), t(os.rename, 'evil', '.git/hooks'))\n"
        )
        assert run(caisson, inside, "rw", code) == "1 1 1 1\n1 1 1\n"


def test_d12_special_files(caisson: Caisson) -> None:
    for mode in MODES:
        with arena() as (inside, _):
            os.mkfifo(inside / "fifo")
            with socket.socket(socket.AF_UNIX) as server:
                server.bind(str(inside / "sock"))
                (inside / "null").symlink_to("/dev/null")
                code = (
                    "for p in ('fifo', 'sock', 'null'):\n"
                    "  print(*[t(os.open, p, f) for f in (os.O_RDONLY, os.O_WRONLY, os.O_RDWR, os.O_NONBLOCK)])\n"
                    "print([hasattr(os, n) and t(getattr(os, n), 'x') for n in ('mkfifo', 'mknod')])\n"
                )
                lines = run(caisson, inside, mode, code).splitlines()
                assert lines[:2] == ["13 13 13 13"] * 2 and lines[2] == "2 2 2 2", lines


def test_d13_many_and_odd_names(caisson: Caisson) -> None:
    with arena() as (inside, _):
        odd = ["new\nline", "\x1b[31mred", "sp ace", b"bad\xff".decode("utf-8", "surrogateescape")]
        for name in odd:
            (inside / name).write_text("odd")
        many = inside / "many"
        many.mkdir()
        for i in range(20_000):
            os.close(os.open(many / str(i), os.O_CREAT))
        code = (
            "names = sorted(os.listdir('.'))\n"
            "print(ascii(names)); print(len(os.listdir('many')))\n"
            "print(sum(rd(n) == 'odd' for n in names if n not in ('a', 'sub', 'many')))\n"
        )
        lines = run(caisson, inside, "ro", code).splitlines()
        assert lines[0] == ascii(sorted([*odd, "a", "sub", "many"])), lines
        assert lines[1:] == ["20000", "4"], lines


def test_d14_no_way_round_a_denied_path(caisson: Caisson) -> None:
    """What a policy denies is denied by every name that a program can make."""
    code = (
        "import os\n"
        "def t(f, *a):\n"
        "  try: return f(*a) or 0\n"
        "  except OSError as e: return e.errno\n"
        "def rd(p): return open(p).read()\n"
        "os.symlink('priv/key', '/w/soft'); os.symlink('priv', '/w/folder')\n"
        "names = ('priv/key', 'sub/../priv/key', './/priv/./key', 'soft', 'folder/key', 'link')\n"
        "print(*[t(rd, '/w/' + n) for n in names])\n"
        "print(t(os.link, '/w/priv/key', '/w/h'), t(os.rename, '/w/priv/key', '/w/k'), "
        "t(os.rename, '/w/priv', '/w/q'), t(os.open, '/w/priv/key', os.O_RDWR | os.O_CREAT))\n"
    )
    with arena() as (inside, outside):
        (inside / "priv").mkdir()
        (inside / "priv/key").write_text(SECRET)
        (inside / "link").symlink_to("priv/key")
        policy = outside.parent / "policy.yaml"
        head = f"version: 1\ndepth: interp\nfs:\n  mounts: [{{host: {inside}, guest: /w, mode: %s}}]\n"
        for mode in ("overlay", "rw"):
            policy.write_text(head % mode + f"  deny: [{inside}/priv/**]\n")
            policy.chmod(0o600)
            done = caisson("run", "--policy", str(policy), "-c", code)
            assert done.out == "13 13 13 13 13 13\n13 13 13 13\n", done
            for made in ("soft", "folder"):
                (inside / made).unlink(missing_ok=True)
        policy.write_text(head % "ro")  # without the rule it is there to read
        done = caisson("run", "--policy", str(policy), "-c", "print(open('/w/priv/key').read())")
        assert done.out.strip() == SECRET, done


def test_d17_names_with_pattern_characters(caisson: Caisson) -> None:
    with arena() as (inside, _):
        (inside / "[x]*").write_text("literal")
        (inside / "x").write_text("other")
        assert run(caisson, inside, "rw", "print(rd('[x]*')); os.remove('[x]*'); print(rd('x'))") == "literal\nother\n"


def test_d19_odd_flags_offsets_and_handles(caisson: Caisson) -> None:
    code = (
        "print(t(os.open, 'a', 3), t(os.open, 'a', -1), t(os.open, '.', 0o20200002), t(os.open, 'a', 1 << 40))\n"
        "fd = os.open('a', os.O_RDWR)\n"
        "print(t(os.lseek, fd, 2**63 - 1, 0), t(os.lseek, fd, 1, 1), t(os.lseek, fd, -1, 0), t(os.lseek, fd, 0, 9))\n"
        "print(t(os.ftruncate, fd, 2**62), t(os.ftruncate, fd, -1), t(os.read, fd, -1), t(os.write, fd, b'x'))\n"
        "n, fds = 0, []\n"
        "try:\n"
        "  while True: fds.append(os.open('a', 0))\n"
        "except OSError as e: print(e.errno, 900 < len(fds) <= 1024)\n"
        "for i in fds[3:]: os.close(i)\n"
        "keep = [open('a') for _ in range(100)]\n"
        "print(t(os.close, fds[5]), t(os.read, 10**6, 1), t(os.close, -1))\n"
    )
    for mode in ("overlay", "rw"):
        with arena() as (inside, _):
            lines = run(caisson, inside, mode, code).splitlines()
            assert lines[0].startswith("22 22 95 "), lines
            assert lines[1] == "9223372036854775807 75 22 22", lines
            assert lines[2] == "28 22 22 27", lines
            assert lines[3] == "24 True", lines
            assert (inside / "a").read_text() == "alpha"
            # twin: with plain flags and offsets the same calls succeed
            plain = "fd = os.open('a', 2); print(t(os.lseek, fd, 1, 0), t(os.ftruncate, fd, 4), t(os.read, fd, 2))"
            assert run(caisson, inside, mode, plain) == "1 None b'lp'\n"


def test_d14_a_mount_of_everything_shows_no_process_of_the_host(caisson: Caisson) -> None:
    """The engine's files are opened by the host: its own /proc, with environment and memory, is not among them."""
    look = (
        "import os\nfor name in ('environ', 'mem', 'cmdline', 'maps', 'fd/0', 'task'):\n"
        " for base in ('/h/proc/self/', '/h/proc/1/', '/h/proc/thread-self/'):\n"
        "  for act in (open, os.listdir, os.readlink):\n"
        "   try: act(base + name); print('GOT', act, base + name)\n   except OSError: pass\nprint(open('/h/etc/hostname').read() != '')"
    )
    for how in ((), ("--in-process",)):
        for mode in ("ro", "overlay"):
            done = caisson.code(look, "--depth", "interp", *how, "-v", f"/:/h:{mode}")
            assert done.out == "True\n", done
    done = subprocess.run(
        [caisson.binary, "run", "--depth", "interp", "-v", "/:/h", "-c", look],
        capture_output=True, text=True, env={**caisson.environment(), "CAISSON_WEAKEN": "proc"},
    )
    # twin: the host answers for its own /proc
    twin("D14", "/h/proc/self/environ" in done.stdout, done)
