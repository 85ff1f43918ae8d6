"""Modules of the standard library: there, or absent with advice.

SPDX-License-Identifier: Apache-2.0
"""

import sys
import tempfile
from pathlib import Path

from tool import Caisson

TRY_ALL = """\
import importlib
for name in {names!r}:
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:
        if '; ' not in str(error):
            print(name, error)
"""


def test_every_module_is_there_or_says_what_to_use(caisson: Caisson) -> None:
    names = sorted(n for n in sys.stdlib_module_names if not n.startswith("_"))
    done = caisson.code(TRY_ALL.format(names=names), "--depth", "interp")
    assert (done.code, done.out) == (0, ""), done


def test_sys_names_the_modules_that_are_there(caisson: Caisson) -> None:
    """Instructions for models are made of this list."""
    code = """if 1:
        import importlib, sys
        for name in {names}:
            try:
                m = importlib.import_module(name)
            except ModuleNotFoundError:
                m = None
            if (m is not None) != (name in sys.stdlib_module_names):
                print(name, m)
    """
    names = sorted(n for n in sys.stdlib_module_names if not n.startswith("_"))
    done = caisson.code(code.format(names=names), "--depth", "interp")
    assert (done.code, done.out) == (0, ""), done


def test_advice_for_a_submodule_is_that_of_its_package(caisson: Caisson) -> None:
    done = caisson.code("import xmlrpc.client", "--depth", "interp")
    assert done.err.endswith("No module named 'xmlrpc'; there are no sockets in the sandbox; "
                             "use a host function to fetch data\n"), done


def test_metadata_of_a_mounted_distribution(caisson: Caisson) -> None:
    code = """if 1:
        import importlib.metadata as m
        print(m.version("Demo.pkg"), m.requires("demo_pkg"), m.metadata("demo-pkg")["name"])
        point, = m.entry_points(group="console_scripts")
        print(point.name, point.load()("a", "b"), m.packages_distributions())
        try:
            m.version("other")
        except m.PackageNotFoundError as e:
            print(e)
    """
    with tempfile.TemporaryDirectory() as folder:
        info = Path(folder) / "demo_pkg-1.2.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Name: demo-pkg\nVersion: 1.2\nRequires-Dist: a>1\n"
                                       "Requires-Dist: b\n\nText\n")
        (info / "RECORD").write_text("demo.py,sha256=x,1\n")
        (info / "entry_points.txt").write_text("[console_scripts]\nx = os.path:join\n")
        done = caisson.code(code, f"--mount={folder}:/site:ro", "--path=/site")
    assert done.out.splitlines() == [
        "1.2 ['a>1', 'b'] demo-pkg", "x a/b {'demo': ['demo-pkg']}",
        "No package metadata was found for other"], done.err


PACKAGE = """\
import ctypes
import subprocess
import urllib.request
from http import client
from socket import AF_INET, inet_pton, socket

class Connection(client.HTTPConnection):
    pass

def use(what):
    try:
        return what()
    except subprocess.CalledProcessError:
        return "not this"
    except OSError as error:
        return f"{type(error).__name__}: {error}"

def main():
    print(use(lambda: subprocess.run(["ls"], stdout=subprocess.PIPE)))
    print(use(lambda: Connection("example.com").request("GET", "/")), use(socket), sep="\\n")
    print(use(lambda: urllib.request.urlopen("http://example.com")))
    print(ctypes.sizeof(ctypes.c_long), inet_pton(AF_INET, "1.2.3.4"), client.responses[404])
    print(urllib.request.pathname2url("/a b"), hasattr(ctypes, "windll"), issubclass(
        client.RemoteDisconnected, ConnectionError))
"""


def test_a_package_may_import_what_it_cannot_use(caisson: Caisson) -> None:
    network = "there are no sockets in the sandbox; use urllib.request, requests or httpx"
    ungranted = ("no network: no policy grants example.com; to allow it, write in the policy: "
                 "egress.allow += example.com")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "pack.py").write_text(PACKAGE)
        where = [f"--mount={folder}:/site:ro", "--path=/site", "--depth=interp"]
        done = caisson.code("import pack; pack.main()", *where)
        assert done.out.splitlines() == [
            "PermissionError: [Errno 1] subprocess.run: programs cannot be started in the "
            "sandbox; use a host function for it",
            f"PermissionError: [Errno 13] {ungranted}",
            f"PermissionError: [Errno 1] socket.socket: {network}",
            f"URLError: <urlopen error [Errno 13] {ungranted}>",
            "8 b'\\x01\\x02\\x03\\x04' Not Found", "/a%20b False True"], done
        for module in ("subprocess", "socket", "http.server"):
            done = caisson.code(f"import {module}", *where)
            assert f"No module named '{module}'; " in done.err, done


def test_auto_leaves_a_program_that_starts_processes_to_the_jail(caisson: Caisson) -> None:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "pack.py").write_text("import subprocess\nx = 1\n")
        where = [f"--mount={folder}:/site:ro", "--path=/site", "--json"]
        done = caisson.code("import pack; print(pack.x)", *where)
        assert '"depth":"interp"' in done.out.replace(" ", ""), done
        done = caisson.code("import subprocess", *where)
        assert '"depth":"interp"' not in done.out.replace(" ", ""), done
