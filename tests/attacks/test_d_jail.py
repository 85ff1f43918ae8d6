"""Attacks on files and mounts (group D) from inside a jail.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import contextlib
import os
import socket
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from jailed import HEAD, out, probe, without
from tool import Caisson, needs_jail
from twins import weak

SECRET = "TOP-SECRET"


@contextlib.contextmanager
def arena() -> Iterator[tuple[Path, Path]]:
    """A directory to mount, and beside it a secret that must stay one."""
    with tempfile.TemporaryDirectory() as scratch:
        inside, outside = Path(scratch, "inside"), Path(scratch, "outside")
        (inside / "sub").mkdir(parents=True)
        outside.mkdir()
        (inside / "a").write_text("alpha")
        (outside / "secret").write_text(SECRET)
        yield inside, outside
        assert (outside / "secret").read_text() == SECRET
        assert os.listdir(outside) == ["secret"]


def test_d01_d02_paths_and_links_stay_inside(caisson: Caisson) -> None:
    needs_jail(caisson)
    for mode in ("ro", "overlay", "rw"):
        with arena() as (inside, outside):
            (inside / "abs").symlink_to(outside / "secret")
            (inside / "up").symlink_to("../outside/secret")
            (inside / "root").symlink_to("/proc/self/root" + str(outside / "secret"))
            (inside / "loop").symlink_to("loop")
            code = (
                "print([attempt(open, p) for p in ('/w/abs', '/w/up', '/w/root', '/w/loop', "
                "'/w/../outside/secret', '../' * 50 + 'outside/secret', '/w/sub/../../outside/secret')])"
            )
            assert "done" not in out(caisson, code, "-v", f"{inside}:/w:{mode}", "-w", "/w")
            # twin: the parent is mounted, and the same ways lead somewhere
            parent = ("-v", f"{inside.parent}:{inside.parent}:ro", "-v", f"{inside}:/w:{mode}")
            assert out(caisson, code, *parent, "-w", str(inside)).count("done") >= 2


def test_d04_renamed_directory_leads_nowhere(caisson: Caisson) -> None:
    needs_jail(caisson)
    with arena() as (inside, _):
        code = (
            "os.mkdir('/w/d'); os.chdir('/w/d')\n"
            "print(attempt(os.rename, '/w/d', '/tmp/d'))\n"
            "os.chdir('../../../..'); print(os.getcwd(), sorted(os.listdir('/'))[:2])"
        )
        got = out(caisson, code, "-v", f"{inside}:/w:rw")
        assert got.splitlines()[0] == "EXDEV"
        assert got.splitlines()[1].startswith("/ ['bin'")
        (inside / "d").rmdir()
        # twin: inside one mount it moves
        within = code.replace("'/tmp/d'", "'/w/sub/d'")
        assert out(caisson, within, "-v", f"{inside}:/w:rw").splitlines()[0] == "done"


def test_d05_hard_links_do_not_leave(caisson: Caisson) -> None:
    needs_jail(caisson)
    with arena() as (inside, _):
        code = (
            "print(attempt(os.link, '/usr/bin/env', '/w/l'), attempt(os.link, '/w/a', '/tmp/l'), "
            "attempt(os.link, '/usr/bin/env', '/tmp/l'))"
        )
        assert set(out(caisson, code, "-v", f"{inside}:/w:rw").split()) <= {"EXDEV", "EPERM", "EROFS"}
        # twin: in one mount it is a link
        within = "print(attempt(os.link, '/w/a', '/w/l'))"
        assert out(caisson, within, "-v", f"{inside}:/w:rw") == "done"


WRITES = """
def late(f):
    return attempt(f)
fd = os.open('/w/a', os.O_RDONLY)
print([late(f) for f in (
  lambda: open('/w/a', 'w'), lambda: open('/w/a', 'r+'), lambda: os.truncate('/w/a', 0),
  lambda: os.rename('/w/a', '/w/b'), lambda: os.unlink('/w/a'), lambda: os.mkdir('/w/n'),
  lambda: os.chmod('/w/a', 0o777), lambda: os.utime('/w/a', (1, 1)), lambda: os.symlink('x', '/w/s'),
  lambda: os.setxattr('/w/a', 'user.x', b'1'), lambda: open(f'/proc/self/fd/{fd}', 'w'),
  lambda: mmap.mmap(os.open('/w/a', os.O_RDWR), 5), lambda: os.rmdir('/w/sub'),
  lambda: os.chown('/w/a', 1000, 1000), lambda: os.posix_fallocate(os.open('/w/a', os.O_WRONLY), 0, 9999),
  lambda: os.copy_file_range(fd, os.open('/w/a', os.O_WRONLY | os.O_TRUNC), 5),
)])
print(call(165, b'none', b'/w', 0, 32, 0), call(442, -100, b'/w', 0, 0, 0), call(428, -100, b'/w', 1))
"""


def test_d06_read_only_is_read_only(caisson: Caisson) -> None:
    needs_jail(caisson)
    with arena() as (inside, _):
        before = (inside / "a").stat()
        refused, calls = out(caisson, WRITES, "-v", f"{inside}:/w:ro").splitlines()
        assert set(eval(refused)) <= {"EROFS", "EACCES", "EPERM"}, refused
        assert calls == "-1 -1 -1"
        after = (inside / "a").stat()
        assert (before.st_mtime_ns, before.st_mode, before.st_size) == (
            after.st_mtime_ns, after.st_mode, after.st_size
        )
        assert sorted(os.listdir(inside)) == ["a", "sub"]
        # twin: mounted rw they succeed
        off = eval(out(caisson, WRITES, "-v", f"{inside}:/w:rw").splitlines()[0])
        assert off.count("done") >= 4, off


def test_d07_overlays_ignore_what_attributes_say(caisson: Caisson) -> None:
    needs_jail(caisson)
    with arena() as (inside, outside):
        code = (
            "os.mkdir('/w/e')\n"
            "r = [attempt(os.setxattr, '/w/e', n, v) for n, v in (('trusted.overlay.redirect', b'/outside'), "
            "('user.overlay.redirect', b'/outside'), ('trusted.overlay.opaque', b'y'), "
            "('user.overlay.metacopy', b''))]\n"
            "print(os.listdir('/w/e'), attempt(os.mknod, '/w/z', 0o20000, 0), os.path.exists('/up0'))"
        )
        got = out(caisson, code, "-v", f"{inside}:/w:overlay")
        assert got.startswith("[] ") and got.endswith(" False") and "done" not in got
        assert sorted(os.listdir(inside)) == ["a", "sub"]
        # twin: an attribute that means nothing to overlayfs, and a plain file, are taken
        plain = "os.mkdir('/w/e'); print(attempt(os.setxattr, '/w/e', 'user.other', b'y'))"
        assert out(caisson, plain, "-v", f"{inside}:/w:overlay") in ("done", "EOPNOTSUPP")
        assert out(caisson, "print(attempt(os.mknod, '/tmp/z', 0o100600, 0))") == "done"


def test_d12_special_files_do_not_reach_the_host(caisson: Caisson) -> None:
    needs_jail(caisson)
    with arena() as (inside, _):
        code = (
            "s = socket.socket(socket.AF_UNIX)\n"
            "print(attempt(os.mkfifo, '/w/f'), attempt(s.bind, '/w/s'), "
            "attempt(os.mknod, '/w/d', 0o20666, os.makedev(1, 3)), attempt(os.mkfifo, '/tmp/f'))"
        )
        got = out(caisson, code, "-v", f"{inside}:/w:rw").split()
        assert "done" not in got[:3] and got[3] == "done"
        assert sorted(os.listdir(inside)) == ["a", "sub"]
        off = out(caisson, code, "-v", f"{inside}:/w:rw", *without("landlock", "covers")).split()
        assert off[0] == "done"


def test_d14_no_way_round_by_handles_or_proc(caisson: Caisson) -> None:
    needs_jail(caisson)
    with arena() as (inside, outside):
        path = outside / "secret"
        code = (
            f"p = {str(path)!r}\n"
            "print([attempt(open, q + p) for q in ('', '/proc/self/root', '/proc/1/root', '/proc/self/cwd/..')], "
            "call(303, -100, p.encode(), 0, 0, 0), call(304, 0, 0, 0))"
        )
        got = out(caisson, code, "-v", f"{inside}:/w:rw", "-w", "/w")
        assert "done" not in got and got.endswith("-1 -1")
        off = out(caisson, code, "-v", f"{outside}:{outside}:ro", "-w", str(outside), *without("filter"))
        assert off.count("done") >= 2 and not off.endswith("-1 -1")


SWAP = """
import threading
stop = False
def swap():
    while not stop:
        os.rename('/w/d', '/w/e'); os.symlink(TARGET, '/w/d')
        os.unlink('/w/d'); os.rename('/w/e', '/w/d')
"""


def test_d03_swaps_while_the_host_looks(caisson: Caisson) -> None:
    """What the host reports of a mount never lies outside, whatever the program swaps."""
    needs_jail(caisson)
    with arena() as (inside, outside):
        (inside / "d").mkdir()
        (inside / "d/f").write_text("mine")
        code = HEAD + f"TARGET = {str(outside)!r}\n" + SWAP + (
            "t = threading.Thread(target=swap); t.start()\n"
            "for i in range(300): attempt(lambda: open(f'/w/n{i}', 'w').close())\n"
            "stop = True; t.join()\nNone"
        )
        for _ in range(3):
            # with the rule that refuses such links off (D25), as if the host had made them
            words = ("run", "--depth", "process", "--json", "-v", f"{inside}:/w:rw", "-c", code)
            done = caisson(*words, env=weak("fs.protect"))
            assert SECRET not in done.out and done.code == 0, done
            assert "secret" not in str(done.json.get("artifacts", "")), done
        # twin: a host that follows links does end up outside
        (inside / "d").rename(inside / "e")
        (inside / "d").symlink_to(outside)
        assert (inside / "d/secret").read_text() == SECRET


LENT = """
def make(path, mode):
    os.close(os.open(path, os.O_CREAT | os.O_WRONLY, mode))
def anonymous(mode):
    os.close(os.open('/w', os.O_TMPFILE | os.O_WRONLY, mode))
def raw(n, *a):
    r = call(n, *a)
    if r < 0: raise OSError(-r, '')
how = struct.pack('QQQ', os.O_CREAT | os.O_WRONLY, 0o4755, 0)
make('/w/f', 0o755)
os.umask(0)
fd = os.open('/w/f', os.O_RDONLY)
print(*[attempt(f) for f in (
  lambda: os.chmod('/w/f', 0o4755), lambda: os.chmod('/w/f', 0o2755), lambda: os.chmod('/w/f', 0o6755),
  lambda: os.fchmod(fd, 0o4755), lambda: raw(268, -100, b'/w/f', 0o4755), lambda: raw(452, -100, b'/w/f', 0o4755, 0),
  lambda: raw(90, b'/w/f', 0o4755 | 1 << 32),
  lambda: make('/w/g', 0o4755), lambda: raw(2, b'/w/h', os.O_CREAT, 0o4755), lambda: raw(85, b'/w/i', 0o4755),
  lambda: os.mknod('/w/j', 0o104755), lambda: raw(133, b'/w/k', 0o104755, 0), lambda: anonymous(0o4755),
  lambda: raw(437, -100, b'/w/l', how, 24))])
print(*[attempt(f) for f in (
  lambda: os.chmod('/w/f', 0o1777), lambda: make('/w/m', 0o755), lambda: os.mknod('/w/n', 0o100755),
  lambda: os.open('/w/f', os.O_RDONLY, 0o4755), lambda: anonymous(0o600), lambda: os.mkdir('/w/o', 0o2755))])
"""


def lent(folder: Path) -> list[str]:
    return sorted(p.name for p in folder.iterdir() if p.stat().st_mode & 0o6000)


def test_d08_no_file_that_lends_its_owners_rights(caisson: Caisson) -> None:
    """What the program makes in a mount belongs to the host's user, for ever."""
    needs_jail(caisson)
    for mode in ("rw", "overlay"):
        with arena() as (inside, _):
            refused, fine = out(caisson, LENT, "-v", f"{inside}:/w:{mode}").splitlines()
            assert set(refused.split()) <= {"EPERM", "ENOSYS"}, refused
            assert set(fine.split()) == {"done"}, fine
            assert lent(inside) == []
    with arena() as (inside, _):
        off = out(caisson, LENT, "-v", f"{inside}:/w:rw", *without("filter", "covers")).splitlines()[0]
        assert off.split().count("done") > 8 and "g" in lent(inside), off


LEASE = """
import fcntl
fd = os.open('/w/a', os.O_RDONLY)
def lease(command):
    for _ in range(200):
        got = call(72, fd, command, 0)
        if got != -11:  # somebody has it open for writing just now
            break
        time.sleep(0.005)
    return got
print(lease(1024), lease(1024 | 1 << 32), call(72, fd, 1025, 0) >= 0, flush=True)
time.sleep(3)
"""


def test_d12_no_lease_holds_up_the_host(caisson: Caisson) -> None:
    """An owner's lease makes everybody else who opens the file wait, for 45 seconds."""
    needs_jail(caisson)
    for mode in ("ro", "rw"):
        with arena() as (inside, _):
            assert out(caisson, LEASE, "-v", f"{inside}:/w:{mode}") == "-1 -1 True"
    with arena() as (inside, _):
        where = ("-v", f"{inside}:/w:ro", *without("filter"))
        with ThreadPoolExecutor(1) as pool:
            late = pool.submit(probe, caisson, LEASE, *where)
            end = time.monotonic() + 20
            held = False
            while not held and not late.done() and time.monotonic() < end:
                with contextlib.suppress(BlockingIOError):
                    os.close(os.open(inside / "a", os.O_WRONLY | os.O_NONBLOCK))
                    time.sleep(0.02)
                    continue
                held = True
            assert held and late.result().out.startswith("0 "), late.result()


def test_d08_d13_what_comes_back_is_plain(caisson: Caisson) -> None:
    """Links, special files, sparse giants, odd names: told as such, or not at all."""
    needs_jail(caisson)
    with arena() as (inside, outside):
        code = (
            "import os\n"
            f"os.symlink({str(outside / 'secret')!r}, '/w/link'); os.link('/w/a', '/w/second')\n"
            "open('/w/good', 'w').write('plain'); open('/w/s', 'w').close()\n"
            "open('/w/new\\n\\x1b[31mline', 'w').write('odd')\n"
            "p = '/w'\nfor i in range(60): p += '/deep'; os.mkdir(p)\n"
            "for i in range(2000): open(f'/w/sub/{i}', 'w').close()\n"
            "None"
        )
        words = ("run", "--depth", "process", "--json", "-v", f"{inside}:/w:rw", "-c", code)
        done = caisson(*words, env=weak("fs.protect"))  # D25 refuses such links
        assert done.code == 0 and SECRET not in done.out, done
        assert "\x1b" not in done.out and len(done.out) < 1 << 20
        names = str(done.json.get("artifacts", done.json))
        assert "good" in names and "'/w/link'" not in names and "'/w/second'" not in names, names[:500]
        # twin: a host that lists by itself meets the name and follows the link
        assert any("\x1b" in name for name in os.listdir(inside))
        assert (inside / "link").read_text() == SECRET


def test_d15_paths_of_the_host_stay_hidden(caisson: Caisson) -> None:
    """Only mountinfo's fourth field tells one, as docs/jail.md says."""
    needs_jail(caisson)
    with arena() as (inside, _):
        code = (
            "def text(p):\n"
            "    try:\n"
            "        with open(p, errors='replace') as f:\n"
            "            return f.read()\n"
            "    except OSError:\n"
            "        return ''\n"
            "proc = ['/proc/%s/%s' % (w, f) for w in ('self', '1', 'thread-self') for f in "
            "('mounts', 'mountstats', 'maps', 'environ', 'cmdline', 'cgroup')]\n"
            "print(''.join(map(text, proc + ['/proc/mounts', '/etc/mtab', '/proc/cmdline'])))\n"
            "print(os.statvfs('/w').f_fsid, [os.readlink('/proc/self/' + n) for n in ('cwd', 'root')], "
            "[os.readlink('/proc/self/fd/' + f) for f in ('0', '1', '2')], os.getcwd())\n"
            "print('INFO', [l.split()[3] for l in text('/proc/self/mountinfo').splitlines() if l.split()[4] == '/w'])"
        )
        seen, _, info = out(caisson, code, "-v", f"{inside}:/w:rw", "-w", "/w").partition("INFO")
        assert inside.parent.name not in seen and "/w" in seen
        # twin: mountinfo, the documented exception, does tell it
        assert inside.parent.name in info


SENDER = """
def listen(where):
    s = socket.socket(socket.AF_UNIX)
    s.bind(where)
    s.listen()
print(attempt(listen, '/w/socket'), attempt(listen, '\\0caisson-d16'), flush=True)
"""


def test_d16_no_socket_joins_two_jails(caisson: Caisson) -> None:
    """A descriptor needs a socket to travel on, and there is none to share."""
    needs_jail(caisson)
    with arena() as (inside, _):
        mount = ("-v", f"{inside}:/w:rw")
        first, second = out(caisson, SENDER, *mount).split()
        assert first == "EACCES" and second in ("done", "EACCES")
        off = out(caisson, SENDER, *mount, *without("landlock")).split()
        assert off[0] == "done" and (inside / "socket").is_socket()
        (inside / "socket").unlink()
        # an abstract name is bound in a network of its own: nobody else finds it
        with listener("\0caisson-d16"):
            code = (
                "s = socket.socket(socket.AF_UNIX)\n"
                "print(attempt(s.connect, '\\0caisson-d16'))"
            )
            assert out(caisson, code, *mount) in ("ECONNREFUSED", "EPERM")


@contextlib.contextmanager
def listener(name: str) -> Iterator[None]:
    with socket.socket(socket.AF_UNIX) as s:
        s.bind(name)
        s.listen()
        with socket.socket(socket.AF_UNIX) as near:
            near.connect(name)  # here it is found
        yield


def test_d18_what_was_opened_is_what_is_mounted(caisson: Caisson) -> None:
    needs_jail(caisson)
    with arena() as (inside, outside):
        link = inside.parent / "link"
        link.symlink_to(inside)
        assert out(caisson, "print(os.listdir('/w'))", "-v", f"{link}:/w").count("'") == 4
        done = probe(caisson, "print(1)", "-v", f"{inside}/nosuch:/w")
        assert done.code == 125
        for bad in ("/", "/w/../x", "w"):
            assert caisson("exec", "-v", f"{inside}:{bad}", "--", "true").code == 125
        # twin: the name is swapped before it is opened, and leads elsewhere
        link.unlink()
        link.symlink_to(outside)
        assert "secret" in out(caisson, "print(os.listdir('/w'))", "-v", f"{link}:/w")
        # a target inside a directory of the host would create entries there
        done = caisson("exec", "-v", f"{inside}:/w:rw", "-v", f"{outside}:/w/new", "--", "true")
        assert done.code == 125
        assert sorted(os.listdir(inside)) == ["a", "sub"]
