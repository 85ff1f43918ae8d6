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


def test_advice_for_a_submodule_is_that_of_its_package(caisson: Caisson) -> None:
    done = caisson.code("import email.message", "--depth", "interp")
    assert done.err.endswith("No module named 'email'; use str and base64 to build a "
                             "message, str.partition(':') to read header lines\n"), done


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
