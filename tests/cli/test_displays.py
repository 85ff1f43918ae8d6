"""--displays: what a program shows, as files and in the result object.

SPDX-License-Identifier: Apache-2.0
"""

from pathlib import Path

import pytest
from tool import Caisson, needs_jail

RICH = """
class Rich:
    def _repr_png_(self): return b"\\x89PNG\\r\\n\\x1a\\n"
    def _repr_html_(self): return "<b>bold</b>"
class Odd:
    def _repr_mimebundle_(self, **options): return {"../../etc/x": "y"}
display("text")
display(Odd())
Rich()
"""


@pytest.fixture(params=["interp", "process"])
def depth(request: pytest.FixtureRequest, caisson: Caisson) -> str:
    if request.param == "process":
        needs_jail(caisson)
    return str(request.param)


def test_files_in_their_best_form(caisson: Caisson, tmp_path: Path, depth: str) -> None:
    folder = tmp_path / "shown"
    done = caisson.code(RICH, "--depth", depth, "--displays", str(folder))
    assert done.code == 0, done
    assert done.out == ""
    assert done.err == f"caisson: wrote 3 displays to {folder}\n"
    assert sorted(p.name for p in folder.iterdir()) == ["1.txt", "2.txt", "3.png"]
    assert (folder / "1.txt").read_text() == "'text'"
    assert (folder / "3.png").read_bytes().startswith(b"\x89PNG")


def test_the_result_lists_them(caisson: Caisson, tmp_path: Path, depth: str) -> None:
    result = caisson.code(RICH, "--depth", depth, "--json").json
    assert [d["mime"] for d in result["displays"]] == [
        "text/plain",
        "text/plain",
        "image/png",
    ]
    assert "file" not in result["displays"][0]
    args = ("--json", "--displays", str(tmp_path))
    result = caisson.code("display(1)", "--depth", depth, *args).json
    assert result["displays"] == [{"mime": "text/plain", "bytes": 1, "file": "1.txt"}]
    assert "displays" not in caisson.code("1", "--depth", depth, "--json").json


def test_what_is_in_the_way_is_replaced_not_followed(
    caisson: Caisson, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.write_text("mine")
    folder = tmp_path / "shown"
    folder.mkdir()
    (folder / "1.txt").symlink_to(other)
    done = caisson.code("display(1)", "--displays", str(folder))
    assert done.code == 0, done
    assert other.read_text() == "mine"
    assert not (folder / "1.txt").is_symlink()
    assert (folder / "1.txt").read_text() == "1"


def test_a_folder_that_cannot_be(caisson: Caisson, tmp_path: Path) -> None:
    done = caisson.code("print(1)", "--displays", str(tmp_path / "no" / "such"))
    assert done.code == 125
    assert "cannot write into" in done.err
    assert done.out == ""


def test_they_are_bounded(caisson: Caisson, tmp_path: Path) -> None:
    code = "for i in range(40): display(i)"
    done = caisson.code(code, "--displays", str(tmp_path))
    assert len(list(tmp_path.iterdir())) == 32
    assert done.err.endswith("; 8 left out\n")
