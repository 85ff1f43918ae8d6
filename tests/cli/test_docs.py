"""Documentation: links lead somewhere, every page is linked, and every command
of a tutorial prints what its page says.

In the README and pages of docs/tutorials and docs/guides a block after `<!-- file: NAME -->` is written to
NAME, and a `console` block is run line by line: `$ ` starts a command, the lines
after it are its output. `...` stands for anything, alone on a line for any lines.

SPDX-License-Identifier: Apache-2.0
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tool import Caisson

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
TUTORIALS = sorted(
    p
    for shelf in ("tutorials", "guides")
    for p in ROOT.glob(f"docs/{shelf}/*.md")
    if p.name != "README.md"
)
FOLLOWED = [ROOT / "README.md", *TUTORIALS]
# Parts from which another page is generated.
PARTS = {"policy.head.md"}

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
BLOCK = re.compile(
    r"(?:<!-- file: (?P<file>\S+) -->\n)?^```(?P<kind>\w*)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


def links(page: Path) -> list[Path]:
    """The files of this repository that a page links to."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.M | re.S)
    names = [name.partition("#")[0] for name in LINK.findall(text)]
    return [
        (page.parent / name).resolve()
        for name in names
        if name and not re.match(r"[a-z]+:", name)
    ]


def test_links_lead_somewhere() -> None:
    dead = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in PAGES
        for target in links(page)
        if not target.exists()
    ]
    assert dead == []


def test_every_page_is_reached_from_the_readme() -> None:
    seen: set[Path] = set()
    wanted = [ROOT / "README.md"]
    while wanted:
        page = wanted.pop()
        if page in seen or not page.is_file() or page.suffix != ".md":
            continue
        seen.add(page)
        wanted += links(page)
    pages = {p for p in PAGES if p.parent != ROOT and p.name not in PARTS}
    assert sorted(p.name for p in pages - seen) == []


@pytest.mark.parametrize("tool", ["mkapi", "mkcapi"])
def test_references_are_current(tool: str) -> None:
    done = subprocess.run([ROOT / f"tools/gen/{tool}.py", "--check"])
    assert done.returncode == 0, f"run tools/gen/{tool}.py"


def test_words_that_make_readers_stop_are_not_used() -> None:
    done = subprocess.run(
        [ROOT / "tools/check/lint_words.py"], stdout=subprocess.PIPE, text=True
    )
    assert done.stdout == ""


def pattern(expected: list[str]) -> re.Pattern[str]:
    """What the lines of a page match."""
    parts = []
    for line in expected:
        if line.strip() == "...":
            parts.append(r"(?:[^\n]*\n)*?")
        else:
            parts.append(re.escape(line).replace(r"\.\.\.", ".*") + r"\n")
    return re.compile("".join(parts))


def steps(text: str) -> list[tuple[str, list[str]]]:
    """Commands of a console block with their output."""
    found: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def follow(page: Path, folder: Path, env: dict[str, str]) -> None:
    """Do what the page says, in an empty folder."""
    for block in BLOCK.finditer(page.read_text()):
        if block["file"]:
            target = folder / block["file"]
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(block["text"])
        elif block["kind"] == "console":
            for command, expected in steps(block["text"]):
                check(command, expected, folder, env)


def check(
    command: str, expected: list[str], folder: Path, env: dict[str, str]
) -> None:
    done = subprocess.run(
        ["sh", "-c", command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=folder,
        env=env,
        timeout=300,
    )
    wanted = "\n".join(expected)
    message = f"$ {command}\n{done.stdout}\nthe page says:\n{wanted}"
    assert pattern(expected).fullmatch(done.stdout), message


def packages_can_be_had(folder: Path) -> bool:
    """Does pip find a small package in its index?"""
    done = subprocess.run(
        [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", folder, "six"],
        capture_output=True,
        timeout=120,
    )
    return done.returncode == 0


@pytest.mark.parametrize("page", FOLLOWED, ids=lambda p: p.stem)
def test_a_tutorial_prints_what_it_says(
    page: Path, caisson: Caisson, tmp_path: Path
) -> None:
    build = Path(caisson.binary).resolve().parent
    text = page.read_text()
    if "python3 " in text and not (build / "stage").exists():
        pytest.skip("the Python package is not built")
    if any("--pip " in b["text"] for b in BLOCK.finditer(text) if b["kind"] == "console") and not packages_can_be_had(tmp_path):
        pytest.skip("no package index can be reached")
    folder = tmp_path / "work"
    folder.mkdir()
    env = dict(
        os.environ,
        PATH=f"{build}:{os.environ['PATH']}",
        PYTHONPATH=str(build / "stage"),
        XDG_STATE_HOME=str(tmp_path / "state"),
        CAISSON_ENVS=str(tmp_path / "envs"),
        LC_ALL="C.UTF-8",
    )
    try:
        follow(page, folder, env)
    finally:
        for server in folder.glob("*.pid"):  # of a page that was not followed whole
            subprocess.run(["kill", server.read_text().strip()], stderr=subprocess.DEVNULL)
        subprocess.run(
            [caisson.binary, "rm", "box", "trial"], env=env, capture_output=True
        )
