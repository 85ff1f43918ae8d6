"""Statement 53: files with directives and expectations."""

import importlib.util
import sys
from pathlib import Path

import pytest

_spec = importlib.util.spec_from_file_location(
    "monty_casefile", Path(__file__).with_name("casefile.py")
)
casefile = importlib.util.module_from_spec(_spec)
sys.modules[_spec.name] = casefile
_spec.loader.exec_module(casefile)

CASES = sorted(Path(__file__).with_name("cases").glob("*.py"))
NAMES = [path.stem for path in CASES]

TRACE = (
    "def f(x):\n    return 1 / x\n\nf(0)\n"
    '"""\nTRACEBACK:\nTraceback (most recent call last):\n'
    '  File "main.py", line 4, in <module>\n    f(0)\n'
    '  File "main.py", line 2, in f\n    return 1 / x\n           ~~~~~\n'
    'ZeroDivisionError: division by zero\n"""\n'
)
GOOD = {
    "finish": "assert 1 + 1 == 2",
    "Return": "[1, 'a']\n# Return=[1, 'a']",
    "Return.str": "'plain'\n# Return.str=plain",
    "Return.type": "(1,)\n# Return.type=tuple",
    "Raise": "raise ValueError('bad')\n# Raise=ValueError('bad')",
    "ref-counts": "x = []\n# ref-counts={'x': 2}",
    "traceback": TRACE,
    "external": "# call-external\nadd_ints(CONST_INT, 1)\n# Return=43",
    "caught": "# call-external\ntry:\n    raise_error('KeyError', 'k')\n"
    "except KeyError as e:\n    r = e.args\nr\n# Return=('k',)",
    "async": "# run-async\nimport asyncio\n"
    "async def f(): return 3\nawait asyncio.gather(f())\n# Return=[3]",
    "zone": "# timezone=Europe/Oslo\nimport datetime\n"
    "str(datetime.datetime.fromtimestamp(0))\n# Return.str=1970-01-01 01:00:00",
    "crlf": "x = 1\r\nx\r\n# Return=1",
}


@pytest.mark.parametrize("name", GOOD)
def test_53_cases_that_pass(pool, name):
    assert casefile.run(casefile.read(GOOD[name]), pool) is None


@pytest.mark.parametrize(
    "text",
    [
        "1\n# Return=2",
        "1\n# Return.type=str",
        "1\n# Raise=ValueError('x')",
        "raise ValueError('y')\n# Raise=ValueError('x')",
        "raise ValueError('y')",
        TRACE.replace("line 4", "line 5"),
    ],
)
def test_53_cases_that_must_fail(pool, text):
    assert casefile.run(casefile.read(text), pool) is not None


def test_53_every_directive(pool, tmp_path):
    (tmp_path / "hello.txt").write_text("hello world\n")
    case = casefile.read(
        "# mount-fs\n# xfail=monty,cpython why\n# gc-interval=10\n"
        "# skip-cpython-windows\n# cpython-main-module\n"
        "(root / 'hello.txt').read_text()\n# Return='hello world\\n'"
    )
    assert case.values == {"xfail": "monty,cpython", "gc-interval": "10"}
    assert case.flags == {"mount-fs", "skip-cpython-windows", "cpython-main-module"}
    assert case.calls_host
    assert casefile.run(case, pool, tmp_path) is None


@pytest.fixture
def folder(tmp_path):
    casefile.plant(tmp_path)
    return tmp_path


@pytest.mark.parametrize("path", CASES, ids=NAMES)
def test_53_the_corpus(pool, folder, path):
    assert casefile.run(casefile.read(path.read_text()), pool, folder) is None


@pytest.mark.parametrize("path", CASES, ids=NAMES)
def test_53_the_corpus_agrees_with_cpython(path):
    case = casefile.read(path.read_text())
    if not casefile.suits_cpython(case):
        assert case.flags or case.values  # what a plain CPython cannot give
    else:
        assert casefile.run_cpython(case) is None


def carried(path):
    """Objects of the host are not part of a dump; everything else is."""
    return not any(name in path.read_text() for name in casefile.OBJECTS)


@pytest.mark.parametrize(
    "path", filter(carried, CASES), ids=[p.stem for p in CASES if carried(p)]
)
def test_43_the_corpus_with_a_dump_at_every_suspension(pool, folder, path):
    case = casefile.read(path.read_text())
    if "mount-fs" in case.flags:  # what an overlay holds is not carried
        case.code = case.code.replace("(root / 'new.txt').write_text('made here')", "")
        case.expected = case.expected.replace("'new.txt', ", "")
    assert casefile.run_in_steps(case, pool, folder) is None


def test_53_montys_own_corpus_has_a_list_of_exceptions():
    """corpus.py runs those files, with a network; here its list is looked at."""
    text = Path(__file__).with_name("CORPUS.txt").read_text()
    lines = [line.split(" ", 1) for line in text.splitlines()[1:]]
    assert lines == sorted(lines)
    assert all(reason == "3.11" or len(reason) > 12 for _, reason in lines)
