"""Packages for programs: `caisson env`, `--python NAME`, native modules.

No network: packages are wheels that the tests write, found by PIP_FIND_LINKS.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import pytest
from tool import Caisson, needs_jail

LIBRARIES = ("_lsprof", "termios", "_queue", "_csv")  # of CPython, any will do


def write_wheel(folder: Path, name: str, version: str, text: str) -> None:
    info = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as z:
        z.writestr(f"{name}.py", text)
        z.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        z.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        z.writestr(f"{info}/RECORD", "")


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    if subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True).returncode:
        pytest.skip("no pip")
    write_wheel(tmp_path, "sandpit", "1.2", "import sys\ngrain = 'fine'\nwhere = sys.prefix\n")
    write_wheel(tmp_path, "sandpit", "1.3", "import sys\ngrain = 'finer'\nwhere = sys.prefix\n")
    return {
        "CAISSON_ENVS": str(tmp_path / "envs"),
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(tmp_path),
        "UV_NO_INDEX": "1",
        "UV_FIND_LINKS": str(tmp_path),
        "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin",
    }


def test_an_environment_from_create_to_rm(caisson: Caisson, env: dict[str, str]) -> None:
    needs_jail(caisson)
    program = "import sandpit; print(sandpit.grain, sandpit.where)"
    done = caisson("env", "create", "pit", "--pip", "sandpit==1.2", env=env)
    assert (done.code, done.out) == (0, "pit\n"), done
    folder = Path(env["CAISSON_ENVS"], "pit")
    assert (folder / "requirements.lock").read_text().split() == ["sandpit==1.2"]
    listed = caisson("env", "ls", "--json", env=env).json
    assert [(e["name"], e["packages"]) for e in listed["environments"]] == [
        ("pit", ["sandpit==1.2"])
    ]
    done = caisson("run", "--python", "pit", "-c", program, env=env)
    assert done.out == f"fine {folder}\n", done

    again = caisson("env", "create", "pit", "--pip", "sandpit", env=env)
    assert (again.code, "pass --replace" in again.err) == (125, True), again

    # The virtual environment of the caller is the default; an option wins.
    with tempfile.TemporaryDirectory(dir="/var/tmp") as away:
        made = Path(away, "pit")
        subprocess.run(["cp", "-a", folder, made], check=True)
        active = {**env, "VIRTUAL_ENV": str(made)}
        assert caisson("run", "-c", program, env=active).out == f"fine {made}\n"
    # One below /tmp has to be named: a jail has a /tmp of its own.
    active["VIRTUAL_ENV"] = str(folder)
    if str(folder).startswith("/tmp/"):
        assert caisson("run", "-c", program, env=active).code == 1
    done = caisson("run", "--python", "/usr/bin/python3", "-c", program, env=active)
    assert done.code == 1, done
    active["VIRTUAL_ENV"] = "/nonexistent"
    assert caisson("run", "-c", "import subprocess; print(1)", env=active).out == "1\n"

    # Half made: without its list it is not used, and can be made anew.
    lock = Path(env["CAISSON_ENVS"], "kept.lock")
    (folder / "requirements.lock").rename(lock)
    assert caisson("env", "ls", "-q", env=env).out == ""
    done = caisson("run", "--depth", "process", "--python", "pit", "-c", "1", env=env)
    assert done.code == 125, done
    assert caisson("env", "create", "pit", "-r", str(lock), env=env).code == 0
    assert caisson("run", "--python", "pit", "-c", program, env=env).out.startswith("fine ")

    assert caisson("env", "rm", "pit", env=env).out == "pit\n"
    assert caisson("env", "rm", "pit", env=env).code == 125
    assert caisson("env", "ls", "-q", env=env).out == ""


def test_what_create_refuses(caisson: Caisson, env: dict[str, str]) -> None:
    for name in ("../pit", "-x", ".hidden", "a b", "x" * 65):
        assert caisson("env", "create", "--", name, env=env).code == 125, name
    gone = caisson("env", "create", "none", "--pip", "no-such-package", env=env)
    assert (gone.code, "cannot create the environment 'none'" in gone.err) == (125, True)
    assert not Path(env["CAISSON_ENVS"], "none").exists()


def test_a_missing_package_says_how_to_get_it(caisson: Caisson) -> None:
    needs_jail(caisson)
    done = caisson("run", "--python", "/usr/bin/python3", "-c", "import PIL_not, sys")
    assert "caisson env create NAME --pip PIL_not" in done.err, done
    done = caisson("run", "--depth", "process", "-c", "import cv2")
    assert "--pip opencv-python" in done.err or done.code == 0, done
    done = caisson("run", "--depth", "interp", "--json", "-c", "import numpy")
    (denial,) = done.json["denials"]
    assert "caisson env create NAME --pip numpy" in denial["reason"], denial


def write_native(folder: Path) -> str:
    """A package whose code is a library, and the name of that."""
    for name in LIBRARIES:
        for found in Path("/usr/lib").glob(f"python3*/lib-dynload/{name}.*.so"):
            package = folder / "nativepack" / "inner"
            package.mkdir(parents=True)
            shutil.copy(found, package)
            (folder / "nativepack/__init__.py").write_text(f"from .inner import {name} as it\n")
            (package / "__init__.py").write_text("")
            return name
    pytest.skip("the system's interpreter has no libraries")


def test_native_code_on_the_path_goes_to_a_jail(caisson: Caisson, tmp_path: Path) -> None:
    needs_jail(caisson)
    name = write_native(tmp_path)
    (tmp_path / "plainpack.py").write_text("x = 7\n")
    system = ("--python", "/usr/bin/python3")
    args = ("run", *system, "-v", f"{tmp_path}:/lib1", "--path", "/lib1", "--json", "-c")
    r = caisson(*args, "import nativepack; nativepack.it.__name__").json
    assert (r["status"], r["depth"]) == ("ok", "process"), r
    assert r["value"] == f"nativepack.inner.{name}"
    assert "imports nativepack (it has native code)" in r["depth_reason"]
    r = caisson(*args, "import plainpack; plainpack.x").json
    assert (r["status"], r["depth"], r["value"]) == ("ok", "interp", 7), r


def test_fuel_is_not_dropped_by_auto(caisson: Caisson) -> None:
    done = caisson("run", "--fuel", "1m", "-c", "import subprocess")
    assert (done.code, "--fuel is a limit of the engine" in done.err) == (125, True), done
