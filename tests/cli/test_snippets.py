"""Snippets of the documentation: commands and options exist, policies are valid,
Python compiles, JSON parses, shell scripts have no syntax error.

A block after `<!-- unchecked -->` is left out. The tutorials are run whole by
test_docs.py, the programs of the Python pages by tests/python.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import ast
import json
import re
import shlex
import subprocess
import textwrap
from dataclasses import dataclass
from pathlib import Path

import pytest
from tool import Caisson

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
# Generated from programs that are tests themselves, or from docstrings.
GENERATED = {"differs.md", "library.md", "python-api.md", "c-api.md"}
BLOCK = re.compile(
    r"(?P<no><!-- unchecked -->\n)?^```(?P<kind>\w+)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Snippet:
    page: str
    line: int
    kind: str
    text: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def snippets(*kinds: str) -> list[Snippet]:
    found = []
    for page in PAGES:
        if page.name in GENERATED:
            continue
        text = page.read_text()
        for block in BLOCK.finditer(text):
            line = text.count("\n", 0, block.start("kind")) + 1
            if block["kind"] in kinds and not block["no"]:
                name = str(page.relative_to(ROOT))
                found.append(Snippet(name, line, block["kind"], block["text"]))
    return found


def lines(snippet: Snippet) -> list[str]:
    """The commands of a shell block, continued lines joined."""
    text = snippet.text.replace("\\\n", " ")
    if snippet.kind == "console":
        text = "\n".join(
            row[2:] for row in text.splitlines() if row.startswith("$ ")
        )
    return text.splitlines()


def calls(line: str) -> list[list[str]]:
    """The calls of caisson in a line, as words up to the next operator."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    try:
        words = list(lexer)
    except ValueError:  # a text of several lines
        words = line.split()
    found: list[list[str]] = []
    taking = False
    for word in words:
        if word == "caisson" and not taking:
            found.append([])
            taking = True
        elif set(word) <= set("|&;()<>"):
            taking = False
        elif taking:
            found[-1].append(word)
    return found


def known(caisson: Caisson) -> dict[str, set[str]]:
    """The options of each verb, as the command itself lists them."""
    table = json.loads(caisson("help", "--json").out)
    return {
        verb["name"]: {
            form
            for option in verb["options"]
            for form in (
                f"--{option.get('name', '')}",
                f"-{option.get('letter', '')}",
            )
        }
        for verb in table["verbs"]
    }


def unknown_options(words: list[str], options: set[str]) -> list[str]:
    """Options before the program's own words that the verb does not have."""
    bad = []
    for word in words:
        if word == "--" or re.search(r"\.(py|sh|js)$", word):
            break
        if word == "-" or not word.startswith("-"):
            continue
        name = word.partition("=")[0]
        short = name[:2] if not name.startswith("--") else name
        if short not in options:
            bad.append(name)
        if short == "-c":
            break
    return bad


def test_commands_and_options_exist(caisson: Caisson) -> None:
    verbs = known(caisson)
    wrong = []
    for snippet in snippets("sh", "console", "bash"):
        for line in lines(snippet):
            for words in calls(line):
                if not words or words[0].startswith(("-", "$", "[", "...")):
                    continue
                verb = " ".join(words[:2])
                verb = verb if verb in verbs else words[0]
                if verb not in verbs:
                    wrong.append(f"{snippet}: caisson {words[0]}")
                    continue
                rest = words[len(verb.split()) :]
                # A program that is started has options of its own.
                if verb == "exec" and rest and not rest[0].startswith("-"):
                    continue
                wrong += [
                    f"{snippet}: caisson {verb} {name}"
                    for name in unknown_options(rest, verbs[verb])
                ]
    assert wrong == []


def test_shell_snippets_parse() -> None:
    wrong = []
    for snippet in snippets("sh", "bash"):
        done = subprocess.run(
            ["sh", "-n"], input=snippet.text, capture_output=True, text=True
        )
        if done.returncode:
            wrong.append(f"{snippet}: {done.stderr}")
    assert wrong == []


def test_python_snippets_compile() -> None:
    wrong = []
    for snippet in snippets("python", "py"):
        try:
            ast.parse(textwrap.dedent(snippet.text).replace(">>> ", ""))
        except SyntaxError as e:
            wrong.append(f"{snippet}: {e}")
    assert wrong == []


def test_json_snippets_parse() -> None:
    wrong = []
    for snippet in snippets("json"):
        try:
            json.loads(snippet.text)
        except ValueError as e:
            wrong.append(f"{snippet}: {e}")
    assert wrong == []


@pytest.mark.parametrize(
    "snippet",
    [s for s in snippets("yaml") if re.search(r"^version: 1$", s.text, re.M)],
    ids=str,
)
def test_policies_are_valid(
    snippet: Snippet, caisson: Caisson, tmp_path: Path
) -> None:
    file = tmp_path / "policy.yaml"
    file.write_text(snippet.text)
    done = caisson("policy", "check", str(file))
    assert done.code == 0, done
