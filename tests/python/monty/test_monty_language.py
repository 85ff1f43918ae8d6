"""Statements 47 and 48: files of tests/lang and tests/lib behind every line.

These files run under CPython and under the engine and must print the same
(`tests/run.py --only lang,lib`); here the lines of the list are tied to them.
"""

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
LANG = ROOT / "tests" / "lang"

# A line of the list: the files that show it, and words that stand in them.
LINES = {
    "inheritance": (
        "cls/inheritance cls/mro_c3 cls/super_forms cls/metaclasses "
        "cls/init_subclass cls/class_getitem scope/class_scope",
        "super __mro__ metaclass __init_subclass__ __class_getitem__",
    ),
    "exceptions": (
        "cls/subclass_exception exc/chaining exc/notes exc/except_star "
        "exc/exception_groups exc/attributes_of_builtins exc/traceback_object",
        "__cause__ __context__ __traceback__ __notes__ add_note errno except",
    ),
    "properties": (
        "cls/property_objects cls/classmethod_staticmethod cls/descriptors cls/slots",
        "property setter deleter classmethod staticmethod __get__ __slots__",
    ),
    "dunders": (
        "cls/new_method cls/call_and_len_bool cls/containers cls/missing "
        "cls/iterator_protocol cls/attribute_hooks cls/rich_comparison "
        "cls/binary_operators cls/format_dunder cls/unary_and_conversion "
        "cls/set_name stmt/augassign_dunders stmt/with_statement "
        "async_/await_protocol async_/async_for async_/async_with",
        "__new__ __call__ __len__ __bool__ __getitem__ __setitem__ __delitem__ "
        "__contains__ __iter__ __next__ __missing__ __getattr__ "
        "__getattribute__ __setattr__ __delattr__ __lt__ __eq__ __radd__ "
        "__iadd__ __format__ __index__ __int__ __float__ __enter__ __exit__ "
        "__await__ __aiter__ __anext__ __aenter__ __aexit__ __set_name__",
    ),
    "generators": (
        "gen/basic gen/yield_from gen/send gen/throw gen/close gen/genexpr "
        "async_/async_generators",
        "yield send throw close next",
    ),
    "match": (
        "stmt/match_bindings stmt/match_classes stmt/match_literals "
        "stmt/match_mappings stmt/match_sequences match/builtin_subjects",
        "match case",
    ),
    "deletion": ("stmt/del_statement dict_ list_", "del"),
    "async": (
        "async_/async_with async_/async_for async_/async_comprehensions",
        "async await",
    ),
    "imports": (
        "stmt/import_statement scope/future_annotations stmt/annotations",
        "import as __future__ __annotations__",
    ),
    "expressions": (
        "expr/walrus expr/chained_comparison expr/starred_displays "
        "func/parameter_kinds stmt/global_nonlocal stmt/annotations",
        "nonlocal global",
    ),
    "formatting": (
        "fmt/str_format_fields fmt/percent_basic fmt/fstring_forms fmt/int_specs "
        "syntax12/fstring_quotes",
        "format",
    ),
    "function attributes": (
        "func/attributes func/objects func/qualnames func/decorators",
        "__name__ __doc__ __qualname__ __module__ __defaults__ __annotations__",
    ),
    "methods as values": ("func/methods_bound func/native_calls", "append upper"),
    "lazy iterators": (
        "iter_/lazy_chains builtins_/enumerate_zip_map_filter builtins_/iter_next",
        "map filter zip enumerate iter",
    ),
    "recursion": ("func/recursion", "RecursionError"),
    "syntax errors": ("syntaxerr/definitions syntaxerr/expressions", "compile"),
    "newer syntax": (
        "syntax12/generic_classes syntax12/generic_functions syntax12/type_statement",
        "type class def",
    ),
    "builtins": (
        "builtins_/callable_id_hash builtins_/compile_eval_exec "
        "builtins_/dir_vars_locals_globals builtins_/input_print "
        "builtins_/isinstance_issubclass_type builtins_/abs_round_divmod_pow "
        "builtins_/build_class_and_import builtins_/chr_ord_bin_hex "
        "builtins_/delattr_getattr_hasattr_setattr builtins_/type_constructors",
        "callable issubclass dir vars globals locals compile eval exec delattr "
        "__import__ pow print ascii",
    ),
}


def files_of(names: str) -> list[Path]:
    """Programs by name; a folder stands for all in it."""
    found = []
    for name in names.split():
        at = LANG / name
        found += sorted(at.glob("*.py")) if at.is_dir() else [at.with_suffix(".py")]
    return found


@pytest.mark.parametrize("line", LINES)
def test_47_every_line_has_files(line):
    names, words = LINES[line]
    known = (LANG / "KNOWN.txt").read_text()
    text = ""
    for path in files_of(names):
        assert path.is_file(), path
        assert f"{path.relative_to(LANG)}" not in known
        text += path.read_text()
    assert [w for w in words.split() if w not in text] == []


TIER_1 = """
asyncio collections collections.abc contextlib copy pprint textwrap string operator
bisect heapq statistics fractions numbers csv dataclasses datetime calendar zoneinfo
decimal enum functools hashlib hmac secrets uuid base64 binascii zlib struct io
itertools json logging warnings traceback types typing abc inspect weakref time os
posixpath pathlib glob fnmatch shutil tempfile random re sys unicodedata html
urllib.parse shlex difflib ipaddress array queue cmath math
"""


def test_48_every_public_member_of_the_first_tier_has_a_test():
    """Members as the engine has them, tests as they stand in tests/."""
    done = subprocess.run(
        [sys.executable, ROOT / "tools/check/untested.py", "-v", *TIER_1.split()],
        capture_output=True,
        text=True,
    )
    found = re.findall(r"^(\S+) \d+ of \d+: (.*)$", done.stdout, re.MULTILINE)
    missing = {name: [w for w in words.split() if w[0] != "_"] for name, words in found}
    assert {name: words for name, words in missing.items() if words} == {}


def test_48_every_module_of_the_first_tier_is_listed_with_members():
    members = runpy.run_path(str(ROOT / "tools" / "check" / "untested.py"))["members"]()
    assert [name for name in TIER_1.split() if not members.get(name)] == []
