"""The package as users get it: a source distribution, `pip install .`, abi3.

The tree is copied, made into a source distribution, unpacked, and installed from
there by pip into an empty environment.  What pip needs to build comes from
BUILD/wheels (tools/ops/venv.sh); nothing is downloaded here.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("CAISSON_BUILD", ROOT / "build-debug"))
WHEELS = BUILD / "wheels"
AUTHOR = ["-c", "user.name=test", "-c", "user.email=test@localhost"]


@pytest.fixture(autouse=True)
def isolation():
    """Once is enough: what is installed runs in processes of its own."""
    return "worker"


def call(*command, **options):
    done = subprocess.run(
        [str(c) for c in command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        **options,
    )
    assert done.returncode == 0, done.stdout[-4000:]
    return done.stdout


def clean_environment(**more):
    kept = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    return {**kept, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(WHEELS), **more}


def copy_tree(to):
    names = call("git", "ls-files", "-z", "-co", "--exclude-standard", cwd=ROOT)
    for name in filter(None, names.split("\0")):
        if (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, to / name)
    call("git", "init", "-q", ".", cwd=to)
    call("git", "add", "-A", ".", cwd=to)
    call("git", *AUTHOR, "commit", "-qm", "copy", cwd=to)


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """The unpacked source distribution."""
    pytest.importorskip("mesonpy")
    tree = tmp_path_factory.mktemp("tree")
    out = tmp_path_factory.mktemp("sdist")
    copy_tree(tree)
    make = "import sys, mesonpy; print(mesonpy.build_sdist(sys.argv[1]))"
    name = call(sys.executable, "-c", make, out, cwd=tree).splitlines()[-1]
    assert re.fullmatch(r"caisson_sandbox-[\d.]+\.tar\.gz", name)
    call("tar", "xzf", out / name, cwd=out)
    return out / name.removesuffix(".tar.gz")


@pytest.fixture(scope="module")
def python(source, tmp_path_factory):
    """An interpreter of an environment that has the package and nothing else."""
    if not WHEELS.is_dir():
        pytest.skip("no wheels of meson-python: tools/ops/venv.sh had no network")
    venv = tmp_path_factory.mktemp("fresh") / "venv"
    call(sys.executable, "-m", "venv", venv)
    caches = {"CCACHE_BASEDIR": str(source), "CCACHE_NOHASHDIR": "1"}
    call(
        *(venv / "bin" / "pip", "install", "."),
        cwd=source,
        env=clean_environment(**caches),
    )
    return venv / "bin" / "python"


EXAMPLE = """
import caisson
assert "venv" in caisson.__file__, caisson.__file__
async def get_weather(city: str) -> dict:
    return {"city": city, "celsius": 4.5}

from caisson import Sandbox
with Sandbox(tools=[get_weather], mounts={"/data": "./data"}) as box:
    r = box.run("import json\\nprint(len(json.load(open('/data/rows.json'))))\\n"
                "await get_weather(city='Oslo')")
print(r.value, r.stdout, r.artifacts, r.usage.host_calls)
"""


def test_three_lines(python, tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "rows.json").write_text("[1, 2, 3]")
    shown = call(python, "-I", "-c", EXAMPLE, cwd=tmp_path)
    assert shown == "{'city': 'Oslo', 'celsius': 4.5} 3\n () 1\n"


def test_readme(python, tmp_path):
    """The quickstart, exactly as it is written."""
    (block,) = re.findall(
        r"^From Python.*?```python\n(.*?)```",
        (ROOT / "README.md").read_text(),
        re.S | re.M,
    )
    (tmp_path / "quickstart.py").write_text(block)
    call(python, "-I", "-W", "error", "quickstart.py", cwd=tmp_path)


def test_what_is_installed(python):
    """No run-time dependency; types are marked; the wheel fits newer Pythons."""
    code = (
        "import importlib.metadata as m; d = m.distribution('caisson-sandbox')\n"
        "print([r for r in d.requires or () if 'extra' not in r])\n"
        "print(d.read_text('WHEEL'))\n"
        "print(*sorted(str(f) for f in d.files))"
    )
    shown = call(python, "-I", "-c", code)
    assert shown.startswith("[]\n")
    # Tagged by the interpreter that built it; it fits this one and newer ones.
    assert re.search(r"^Tag: cp3\d+-abi3-", shown, re.M)
    files = shown.splitlines()[-1].split()
    for name in ("py.typed", "_native.abi3.so", "_native.pyi", "caisson-worker"):
        assert f"caisson/{name}" in files
    assert not [f for f in files if f.split("/")[0] in ("tests", "src", "bench")]


def test_the_command_is_installed(python):
    """`caisson` of the environment and `python -m caisson` are the same binary."""
    code = ["run", "--no-audit", "-c", "print(sum(range(10)))"]
    assert call(python.parent / "caisson", *code) == "45\n"
    assert call(python, "-I", "-m", "caisson", *code) == "45\n"
    version = call(python, "-I", "-m", "caisson", "version")
    have = "import importlib.metadata as m; print(m.version('caisson-sandbox'))"
    assert call(python, "-I", "-c", have).strip() in version


# -- abi3 ----------------------------------------------------------------------------

NEWER = """
import asyncio, sys
from caisson import AsyncSandbox, Sandbox
async def tool(n: int) -> int: return n + 1
with Sandbox(tools=[tool]) as box:
    assert box.run("await tool(n=1)").value == 2
    assert box.run("1 / 0").error.type == "ZeroDivisionError"
    twin = Sandbox.load(box.dump(), tools=[tool])
    twin.close()
async def main():
    async with AsyncSandbox(tools=[tool]) as box:
        return (await box.run("[await tool(n=i) for i in range(3)]")).value
assert asyncio.run(main()) == [1, 2, 3]
import caisson.compat.monty as m
assert m.Monty("x + 1", inputs=["x"]).run(inputs={"x": 41}) == 42
print(sys.version_info[:2])
"""
VERSIONS = [(3, n) for n in range(10, 16)]


def interpreter(version):
    """A CPython of that version on this machine."""
    name = "python{}.{}".format(*version)
    ask = "import sys; print(sys.executable, *sys.version_info[:2])"
    homes = [Path(p) / name for p in os.get_exec_path()]
    homes += sorted(Path.home().glob(f".pyenv/versions/{name[6:]}.*/bin/{name}"))
    for path in filter(Path.exists, homes):
        told = subprocess.run(
            [path, "-I", "-c", ask], capture_output=True, text=True, check=False
        ).stdout.split()
        if told[1:] == [str(n) for n in version]:
            return told[0]
    return None


@pytest.mark.parametrize("version", VERSIONS, ids="{0[0]}.{0[1]}".format)
def test_other_interpreters(version):
    """The extension of this build, in every CPython that is here."""
    python = interpreter(version)
    if python is None:
        pytest.skip("not on this machine")
    stage = (BUILD / "stage").resolve()
    env = clean_environment(PYTHONPATH=str(stage), PYTHONDONTWRITEBYTECODE="1")
    shown = call(python, "-W", "error", "-c", NEWER, env=env)
    assert shown == f"{version}\n"


def test_symbols_are_of_the_limited_api():
    abi3 = pytest.importorskip("abi3info")
    from abi3info.models import PyVersion, Symbol

    native = next((BUILD / "stage/caisson").glob("_native.*.so"))
    listed = call("nm", "-D", "--undefined-only", native)
    used = set(re.findall(r" U (_?Py\w+)", listed))
    assert len(used) > 50
    known = {**abi3.FUNCTIONS, **abi3.DATAS}
    floor = PyVersion(3, 10)
    wrong = [
        name
        for name in sorted(used)
        if Symbol(name) not in known or known[Symbol(name)].added > floor
    ]
    assert wrong == []
