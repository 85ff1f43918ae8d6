#!/usr/bin/env python3
"""build_docs.py - the documentation as a site, with mkdocs-material.

    tools/gen/build_docs.py BUILD [--serve]

Stages docs/ and the pages of the project's root below BUILD/docs/pages, with
links that mkdocs can follow: a link to a file of the source becomes its name.
mkdocs comes from PyPI into an environment of its own.  A warning (a dead link, a
missing anchor, a page that the navigation lacks) is an error.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROJECT = ("CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "CODE_OF_CONDUCT.md")
PARTS = {"policy.head.md"}  # other pages are made of them
LINK = re.compile(r"\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
PACKAGES = ["mkdocs-material>=9.5,<10"]


def staged() -> dict[Path, Path]:
    """Each page of the repository, and its name on the site."""
    pages = {
        page: page.relative_to(ROOT / "docs")
        for page in sorted(ROOT.glob("docs/**/*"))
        if page.is_file() and page.name not in PARTS
    }
    for name in PROJECT:
        pages[ROOT / name] = Path("project") / name
    pages[ROOT / "README.md"] = Path("README.md")  # the overview's links
    pages[ROOT / "docs/README.md"] = Path("README.md")
    return pages


def relative(target: Path, page: Path) -> str:
    """The link from one page of the site to another."""
    up = "../" * (len(page.parts) - 1)
    return up + target.as_posix()


def rewrite(text: str, source: Path, pages: dict[Path, Path]) -> str:
    """The page with links that lead to pages of the site, or none."""

    def link(match: re.Match[str]) -> str:
        words, to = match.groups()
        name, _, anchor = to.partition("#")
        if not name or re.match(r"[a-z]+:", name):
            return match[0]
        target = pages.get((source.parent / name).resolve())
        if target is None:
            return words
        there = relative(target, pages[source])
        return f"[{words}]({there}{'#' + anchor if anchor else ''})"

    parts = re.split(r"(^```.*?^```$)", text, flags=re.M | re.S)
    return "".join(
        part if part.startswith("```") else LINK.sub(link, part) for part in parts
    )


def stage(target: Path) -> None:
    shutil.rmtree(target, ignore_errors=True)
    pages = staged()
    for source, name in pages.items():
        if source == ROOT / "README.md":
            continue
        there = target / name
        there.parent.mkdir(parents=True, exist_ok=True)
        if source.suffix == ".md":
            there.write_text(rewrite(source.read_text(), source, pages))
        else:
            shutil.copyfile(source, there)


def mkdocs(build: Path) -> Path:
    """mkdocs in an environment below the build folder."""
    place = build / "docs" / "venv"
    tool = place / "bin" / "mkdocs"
    if not tool.exists():
        venv.create(place, with_pip=True, clear=True)
        subprocess.run(
            [place / "bin/python", "-m", "pip", "install", "-q", *PACKAGES], check=True
        )
    return tool


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=Path)
    parser.add_argument("--serve", action="store_true", help="show it on loopback")
    options = parser.parse_args()
    build = options.build.resolve()
    stage(build / "docs" / "pages")
    config = build / "docs" / "mkdocs.yml"
    text = (ROOT / "mkdocs.yml").read_text()
    config.write_text(text.replace("build/docs/", ""))
    command = [mkdocs(build), "serve" if options.serve else "build", "-f", config]
    quiet = [] if options.serve else ["-q"]
    env = dict(os.environ, NO_MKDOCS_2_WARNING="1")
    done = subprocess.run([*command, "--strict", *quiet], env=env)
    if done.returncode == 0 and not options.serve:
        print(f"{build / 'docs' / 'site' / 'index.html'}")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
