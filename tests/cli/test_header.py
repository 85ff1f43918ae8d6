"""The installed header says what the library was built with.

A program that includes only the installed caisson.h and the objects of the
library are compared by their debug information: size and members of every
public struct, numbers of every public enumeration.

SPDX-License-Identifier: Apache-2.0
"""

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from tool import Caisson

Types = dict[str, object]

# Objects that together use every public type.
OBJECTS = (
    "audit/audit", "check/check", "check/need", "journal/journal",
    "policy/load", "session/session", "session/run", "depth/jails",
    "depth/workers", "session/changes", "session/denial", "session/enforced",
    "session/raised", "vfs/mount",
)  # fmt: skip


def build_of(caisson: Caisson) -> Path:
    return Path(caisson.binary).parent


def compile_page(page: Path, folder: Path, *flags: str) -> Path:
    """An object of a file that includes nothing but the page."""
    shutil.copy(page, folder / "caisson.h")
    source = folder / "uses.c"
    source.write_text("#include <caisson.h>\nint main(void) { return 0; }\n")
    subprocess.run(
        ["cc", "-g", "-I", folder, *flags, "-c", source, "-o", folder / "uses.o"],
        check=True,
    )
    return folder / "uses.o"


def entries(thing: Path) -> list[tuple[int, str, dict[str, str]]]:
    """Debug entries in order: (level, tag, attributes)."""
    dump = subprocess.run(
        ["readelf", "--debug-dump=info", "--wide", thing],
        check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    found: list[tuple[int, str, dict[str, str]]] = []
    for line in dump.splitlines():
        head = re.match(r" <([0-9a-f]+)><[0-9a-f]+>: .*\((DW_TAG_\w+)\)", line)
        if head:
            found.append((int(head[1], 16), head[2], {}))
            continue
        part = re.match(r"\s+<[0-9a-f]+>\s+DW_AT_(\w+)\s*:\s*(.*)", line)
        if part and found:
            # Forms stand before values, in one or two brackets.
            value = re.sub(r"^(?:\([^)]*\)[: ]\s*)*", "", part[2])
            found[-1][2][part[1]] = value.split("\t")[0].strip()
    return found


def types_of(thing: Path) -> Types:
    """Structs as (size, ((member, offset), ...)), enums as {name: number}."""
    all_ = entries(thing)
    out: Types = {}
    for i, (level, tag, facts) in enumerate(all_):
        name = facts.get("name", "")
        if not name.startswith("cs_") or "byte_size" not in facts:
            continue
        inner = []
        for deeper, _, member in all_[i + 1 :]:
            if deeper <= level:
                break
            if deeper == level + 1:
                inner.append(member)
        if tag == "DW_TAG_structure_type":
            members = tuple(
                (m.get("name"), int(m.get("data_member_location", "0"), 0))
                for m in inner
            )
            out[name] = (int(facts["byte_size"], 0), members)
        elif tag == "DW_TAG_enumeration_type":
            out[name] = {m["name"]: int(m["const_value"], 0) for m in inner}
    return out


def test_public_types_are_those_of_the_library(caisson: Caisson) -> None:
    build = build_of(caisson)
    with tempfile.TemporaryDirectory() as folder:
        public = types_of(
            compile_page(
                build / "caisson_page.h",
                Path(folder),
                "-fno-eliminate-unused-debug-types",
            )
        )
    assert len(public) > 30, sorted(public)
    library: Types = {}
    for name in OBJECTS:
        whole = f"libcs_session.a.p/src_{name.replace('/', '_')}.c.o"
        for key, value in types_of(build / whole).items():
            if key in public:
                assert value == public[key], (key, name, value, public[key])
                library[key] = value
    unseen = sorted(set(public) - set(library))
    assert not unseen, f"no object of OBJECTS uses {unseen}"


def test_the_comparison_sees_a_member_that_grew(caisson: Caisson) -> None:
    """The control: a header with one longer array is told from the library."""
    with tempfile.TemporaryDirectory() as folder:
        other = Path(folder) / "grown.h"
        text = (build_of(caisson) / "caisson_page.h").read_text()
        assert "char text[1200];" in text
        other.write_text(text.replace("char text[1200];", "char text[4000];"))
        flag = "-fno-eliminate-unused-debug-types"
        grown = types_of(compile_page(other, Path(folder), flag))
    library = types_of(build_of(caisson) / "libcs_session.a.p/src_policy_load.c.o")
    assert grown["cs_policy_fault"] != library["cs_policy_fault"]


def test_the_header_is_plain_c_and_cpp(caisson: Caisson) -> None:
    page = build_of(caisson) / "caisson_page.h"
    strict = ("-Wall", "-Wextra", "-Wpedantic", "-Werror")
    with tempfile.TemporaryDirectory() as folder:
        for language in ("-std=c99", "-std=c17"):
            compile_page(page, Path(folder), language, *strict)
        if shutil.which("c++"):
            command = ["c++", "-x", "c++", "-fsyntax-only", "-I", folder, *strict]
            source = Path(folder) / "uses.c"
            subprocess.run([*command, source], check=True)


def test_no_file_of_the_library_repeats_a_public_type(caisson: Caisson) -> None:
    root = Path(__file__).parents[2]
    page = (build_of(caisson) / "caisson_page.h").read_text()
    public = set(re.findall(r"^} (cs_\w+);", page, re.MULTILINE))
    for header in (root / "src").rglob("*.h"):
        again = public & set(re.findall(r"^} (cs_\w+);", header.read_text(), re.M))
        assert not again, (header, again)
