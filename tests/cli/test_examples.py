"""The programs in examples/, built by meson, print what they promise.

SPDX-License-Identifier: Apache-2.0
"""

import os
import re
import subprocess
import tempfile
from pathlib import Path

from tool import Caisson


def run(caisson: Caisson, name: str, text: str = "") -> str:
    program = Path(caisson.binary).parent / f"example_{name}"
    done = subprocess.run(
        [program], input=text, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done
    return done.stdout


def test_hello(caisson: Caisson) -> None:
    assert run(caisson, "hello") == (
        "counting 4 words\nthe: 3\nquick: 5\nbrown: 5\nfox: 3\n"
    )


def test_tools_run_in_parallel_and_end_in_any_order(caisson: Caisson) -> None:
    assert run(caisson, "tools") == (
        "host: working on Oslo\nhost: working on Rome\n"
        "host: working on Helsinki\nhost: Helsinki is ready\n"
        "host: Rome is ready\nhost: Oslo is ready\n"
        "Oslo 14, Rome 14, Helsinki 18\n"
    )


def test_fork(caisson: Caisson) -> None:
    assert run(caisson, "fork") == (
        "session: start -> left\ntwin: start -> right\n"
        "from fewer than a million bytes, waiting in choose()\n"
        "later: start -> straight on\n"
    )


def test_repl(caisson: Caisson) -> None:
    text = (
        "x = 20\nx + 1\n\nx = x + 1\n1 / 0\n\nx * 2\n\n"
        "while True: pass\n\nprint('still', x)\n"
    )
    assert run(caisson, "repl", text) == (
        "= 21\n! ZeroDivisionError in line 2: division by zero\n= 42\n"
        "! limit: fuel\nstill 21\n"
    )


def test_the_library_exports_only_its_own_names(caisson: Caisson) -> None:
    library = Path(caisson.binary).parent / "libcaisson.so"
    done = subprocess.run(
        ["nm", "-D", "--defined-only", library], capture_output=True, text=True
    )
    names = [line.split()[-1] for line in done.stdout.splitlines()]
    header = (Path(caisson.binary).parent / "caisson_page.h").read_text()
    public = re.findall(r"^CS_API [^;(]*?(\w+)\(", header, re.MULTILINE)
    assert "cs_session_open" in names
    assert sorted(names) == sorted(public), set(names) ^ set(public)


def test_an_installed_library_serves_with_pkg_config(caisson: Caisson) -> None:
    build = Path(caisson.binary).parent
    with tempfile.TemporaryDirectory() as root:
        done = subprocess.run(
            ["meson", "install", "-C", build, "--no-rebuild", "--quiet",
             "--destdir", root],
            capture_output=True, text=True,
        )
        assert done.returncode == 0, done
        config = next(Path(root).rglob("caisson.pc")).parent
        where = {
            **os.environ, "PKG_CONFIG_PATH": str(config),
            "PKG_CONFIG_SYSROOT_DIR": root,
        }
        flags = subprocess.run(
            ["pkg-config", "--cflags", "--libs", "caisson"],
            env=where, capture_output=True, text=True,
        ).stdout.split()
        assert "-lcaisson" in flags, flags
        source = Path(__file__).parents[2] / "examples" / "hello.c"
        program = Path(root) / "hello"
        done = subprocess.run(
            ["cc", source, *flags, "-o", program], capture_output=True, text=True
        )
        assert done.returncode == 0, done
        library = next(Path(root).rglob("libcaisson.so")).parent
        done = subprocess.run(
            [program], env={"LD_LIBRARY_PATH": str(library)},
            capture_output=True, text=True,
        )
        assert done.stdout.startswith("counting 4 words\n"), done
