"""diff, commit, discard; shell; --fail-on-deny.

SPDX-License-Identifier: Apache-2.0
"""

import tempfile
from pathlib import Path

from tool import Caisson, needs_jail

CODE = """\
open('/workspace/new', 'w').write('n')
open('/workspace/old', 'a').write('+')
"""


def prepare(caisson: Caisson, folder: str, code: str = CODE) -> tuple[Path, str]:
    work = Path(folder) / "work"
    work.mkdir()
    (work / "old").write_text("o")
    snap = f"{folder}/s.snap"
    done = caisson(
        "snapshot", "dump", "-q", "--workspace", str(work), "-o", snap, "-c", code
    )
    assert done.code == 0, done
    return work, snap


def test_diff_lists_and_changes_nothing(caisson: Caisson) -> None:
    with tempfile.TemporaryDirectory() as folder:
        work, snap = prepare(caisson, folder)
        here = ("--workspace", str(work))
        done = caisson("diff", *here, snap)
        assert done.out == "A /workspace/new\nM /workspace/old\n", done
        found = caisson("diff", "--json", *here, snap).json
        assert found["schema"] == "caisson.diff/1"
        assert [c["change"] for c in found["changes"]] == ["created", "modified"]
        assert (work / "old").read_text() == "o" and not (work / "new").exists()
        done = caisson("diff", snap)
        assert done.code == 125 and "--workspace" in done.err, done


def test_commit_writes_once(caisson: Caisson) -> None:
    with tempfile.TemporaryDirectory() as folder:
        work, snap = prepare(caisson, folder)
        here = ("--workspace", str(work))
        assert caisson("commit", *here, snap).code == 0
        assert (work / "new").read_text() == "n" and (work / "old").read_text() == "o+"
        assert caisson("diff", *here, snap).out == ""
        done = caisson("snapshot", "load", *here, snap, "-c", "print(1)")
        assert done.out == "1\n", done


def test_discard_forgets(caisson: Caisson) -> None:
    with tempfile.TemporaryDirectory() as folder:
        work, snap = prepare(caisson, folder)
        here = ("--workspace", str(work))
        kept = f"{folder}/kept.snap"
        assert caisson("discard", *here, "-o", kept, snap).code == 0
        assert caisson("diff", *here, kept).out == ""
        assert caisson("diff", *here, snap).out != ""
        assert (work / "old").read_text() == "o"


def test_m01_protected_names_are_not_committed(caisson: Caisson) -> None:
    code = "import os\nos.mkdir('/workspace/.git')\n"
    code += "try:\n    os.mkdir('/workspace/.git/hooks')\n"
    code += "    open('/workspace/.git/hooks/pre-commit', 'w').write('evil')\n"
    code += "except OSError as e: print('refused', e)\n"
    with tempfile.TemporaryDirectory() as folder:
        work, snap = prepare(caisson, folder, code)
        caisson("commit", "--workspace", str(work), snap)
        assert not (work / ".git/hooks/pre-commit").exists()


def test_shell_is_python_in_the_engine(caisson: Caisson) -> None:
    assert caisson("shell", stdin="6 * 7\n").out == "42\n"


def test_shell_in_a_jail(caisson: Caisson) -> None:
    needs_jail(caisson)
    done = caisson("shell", "--depth", "process", stdin="echo $((6 * 7))\nexit 3\n")
    assert (done.code, done.out) == (3, "42\n"), done
    done = caisson("shell", "-c", "echo a | tr a b; cat /etc/shadow")
    assert done.out == "b\n" and done.code != 0, done
    assert caisson("shell", "--depth", "interp", "-c", "ls").code == 125


def test_cli_5_fail_on_deny_is_126(caisson: Caisson) -> None:
    code = "try: open('/etc/passwd')\nexcept OSError: print('on')"
    assert caisson.code(code).code == 0
    done = caisson.code(code, "--fail-on-deny")
    assert (done.code, done.out) == (126, "on\n"), done
    assert caisson.code(code, "--fail-on-deny", "--json").json["exit_code"] == 126
    assert caisson.code("print(1)", "--fail-on-deny").code == 0
