"""D02 of virtual environments: their links do not decide what a jail shows.

An environment is content: a repository ships it, or an earlier run wrote it.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from jailed import PYTHON
from tool import Caisson, Done, needs_jail
from twins import twin, weak

LOOK = """
import os, sys
def read(p):
    try: return open(p).read() if os.path.isfile(p) else sorted(os.listdir(p))
    except OSError as e: return e.strerror
print(sys.prefix)
for name in PATHS: print(name, read(name))
"""


@contextmanager
def environment() -> Iterator[tuple[Path, Path]]:
    """A virtual environment, and beside it a directory with a secret."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        top = Path(folder)
        top.chmod(0o755)
        (top / "keys").mkdir()
        (top / "keys/id").write_text("PRIVATE")
        subprocess.run([PYTHON, "-m", "venv", "--without-pip", str(top / "v")], check=True)
        yield top / "v", top / "keys"


def look(caisson: Caisson, venv: Path, *paths: str, env: dict[str, str] | None = None, python: str = "bin/python") -> Done:
    code = LOOK.replace("PATHS", repr([str(venv / p) for p in paths]))
    return caisson("run", "--depth", "process", "--python", str(venv / python), "-c", code, env=env)


def test_d02_links_of_an_environment_show_nothing(caisson: Caisson) -> None:
    needs_jail(caisson)
    with environment() as (venv, keys):
        (venv / "share").symlink_to(keys)
        (venv / "etc").symlink_to("/")
        (venv / "ssl").symlink_to("../keys")
        (venv / "libexec").symlink_to("/proc")
        paths = ("share/id", "etc/proc", "ssl/id", "libexec", "etc/var", "share")
        done = look(caisson, venv, *paths)
        assert done.code == 0 and done.out.startswith(f"{venv}\n"), done
        assert all(l.endswith("No such file or directory") for l in done.out.splitlines()[1:]), done
        off = look(caisson, venv, *paths, env=weak("F8"))
        # twin: links of the environment are followed
        twin("D02", "PRIVATE" in off.out and "'1'" in off.out, off)


def test_d02_chains_and_directories_that_are_links(caisson: Caisson) -> None:
    needs_jail(caisson)
    with environment() as (venv, keys):
        (venv / "inner").mkdir()
        (venv / "inner/hop").symlink_to(keys)
        (venv / "share").symlink_to("inner/hop")
        (venv / "etc").symlink_to(f"/proc/{os.getpid()}/root/etc")
        done = look(caisson, venv, "share/id", "etc/hostname")
        assert done.code == 0 and done.out.count("No such file") == 2, done
        # the libraries themselves: a link out of the environment is not followed, one inside is
        os.rename(venv / "lib", venv / "inner/lib")
        (venv / "lib").symlink_to("inner/lib")
        version = os.listdir(venv / "inner/lib")[0]
        done = look(caisson, venv, f"lib/{version}")
        assert done.code == 0 and "site-packages" in done.out, done
        (venv / "lib").unlink()
        (venv / "lib").symlink_to(keys)
        done = look(caisson, venv, "lib/id")
        assert "PRIVATE" not in done.out, done
        off = look(caisson, venv, "share/id", "lib/id", env=weak("F8"))
        # twin: links of the environment are followed
        twin("D02", "PRIVATE" in off.out, off)


def test_d02_the_interpreter_is_one_or_nothing_runs(caisson: Caisson) -> None:
    """bin/python is a link as well: it must end at a Python with its library."""
    needs_jail(caisson)
    with environment() as (venv, keys):
        for target in (keys / "id", "/etc/passwd", keys, "/bin/sh"):
            (venv / "bin/python").unlink()
            (venv / "bin/python").symlink_to(target)
            done = look(caisson, venv, "bin/python")
            assert done.code != 0 and "PRIVATE" not in done.out and str(venv) not in done.out, (target, done)
        # named like one, a program, but without a library
        fake = keys / "bin"
        fake.mkdir()
        shutil.copy("/bin/sh", fake / "python3")
        (venv / "bin/python").unlink()
        (venv / "bin/python").symlink_to(fake / "python3")
        done = look(caisson, venv, "bin/python")
        assert done.code != 0 and "not the interpreter of a Python installation" in done.err, done
        # the control: with a real one everything starts
        (venv / "bin/python").unlink()
        (venv / "bin/python").symlink_to(PYTHON)
        done = look(caisson, venv, "pyvenv.cfg")
        # twin: a link to a real interpreter runs
        twin("D02", done.code == 0 and "home =" in done.out, done)


def test_d02_an_installation_shows_its_library_and_no_neighbour(caisson: Caisson) -> None:
    """A base installation in a home directory, named by a link, as installers do."""
    needs_jail(caisson)
    version = f"python{os.path.realpath(PYTHON).rsplit('python', 1)[1]}"
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        home = Path(folder)
        home.chmod(0o755)
        base = home / f"{version}.99"
        (base / "bin").mkdir(parents=True)
        shutil.copy(os.path.realpath(PYTHON), base / "bin" / version)
        (base / "lib").mkdir()
        shutil.copytree(f"/usr/lib/{version}", base / "lib" / version, symlinks=True,
                        ignore=lambda d, names: [n for n in names if n in ("test", "__pycache__", "idlelib")])
        for name in ("share", "etc", "state"):
            (base / name).mkdir()
            (base / name / "key").write_text("PRIVATE")
        (base / "bin/tool").write_text("PRIVATE")
        (home / "current").symlink_to(base)
        venv = home / "v"
        subprocess.run([PYTHON, "-m", "venv", "--without-pip", str(venv)], check=True)
        for name in ("python", "python3", version):
            (venv / "bin" / name).unlink()
        (venv / "bin/python").symlink_to(home / "current/bin" / version)
        (venv / "pyvenv.cfg").write_text(f"home = {home}/current/bin\n")
        code = (
            "import os, sys, json\n"
            f"print(sys.prefix, sys.base_prefix, json.__file__)\n"
            f"print([os.path.exists({str(base)!r} + p) for p in ('/share', '/etc', '/state', '/bin/tool')], os.listdir({folder!r}))"
        )
        done = caisson("run", "--depth", "process", "--python", str(venv / "bin/python"), "-c", code)
        assert done.code == 0, done
        first, second = done.out.splitlines()
        assert first.split()[0] == str(venv) and "/current" in first.split()[1], first
        assert second.startswith("[False, False, False, False]") and "key" not in second, second
        assert (base / "share/key").read_text() == "PRIVATE"  # twin: all of it is there


def test_an_environment_of_any_installation_runs(caisson: Caisson) -> None:
    """python -> python3 -> /somewhere/bin/python3 -> python3.11, as venv makes it."""
    needs_jail(caisson)
    base = Path(sys.base_prefix) / "bin" / "python3"
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        venv = Path(folder) / "venv"
        Path(folder).chmod(0o755)
        subprocess.run([base, "-m", "venv", "--without-pip", venv], check=True)
        for name in ("python", "python3"):
            done = caisson(
                "run", "--depth", "process", "--python", str(venv / "bin" / name),
                "-c", "import sys, json; print(sys.prefix)",
            )  # fmt: skip
            assert done.out == f"{venv}\n", done
