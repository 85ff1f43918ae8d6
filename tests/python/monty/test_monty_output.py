"""Statements 23 to 25: print, tracebacks, type checks."""

import subprocess
import sys

import pytest

PRINTS = "import sys\nprint('a')\nprint('b', file=sys.stderr)\nprint('c')"


def test_23_collectors(m, session):
    text, streams = m.CollectString(), m.CollectStreams()
    session.feed_run(PRINTS, print_callback=text)
    session.feed_run(PRINTS, print_callback=streams)
    assert text.output == "a\nb\nc\n"
    assert streams.output == [("stdout", "a\n"), ("stderr", "b\n"), ("stdout", "c\n")]


def test_23_a_function_as_sink(session):
    got = []
    session.feed_run(PRINTS, print_callback=lambda *piece: got.append(piece))
    assert [s for s, _ in got] == ["stdout", "stderr", "stdout"]
    assert "".join(t for _, t in got) == "a\nb\nc\n"


def test_23_without_a_callback_it_is_the_hosts(session, capsys):
    session.feed_run(PRINTS)
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("a\nc\n", "b\n")


def test_23_a_cap(m, session):
    small = m.CollectString(max_bytes=10)
    with pytest.raises(m.MontyRuntimeError) as caught:
        session.feed_run("print('x' * 100)", print_callback=small)
    assert isinstance(caught.value.exception(), MemoryError)
    assert session.feed_run("1") == 1
    endless = m.CollectString()
    with pytest.raises(m.MontyRuntimeError, match="MemoryError"):
        session.feed_run("while True: print('x' * 1000)", print_callback=endless)
    free = m.CollectString(max_bytes=None)
    session.feed_run("print('x' * (11 << 20))", print_callback=free)
    assert len(free.output) == (11 << 20) + 1


def test_23_what_a_sink_raises_ends_the_feed(m, session):
    called = []

    def sink(stream, text):
        called.append(text)
        raise KeyError("full")

    code = "try:\n    print(1)\nfinally:\n    print(2)"
    with pytest.raises(m.MontyRuntimeError, match="KeyError: full") as caught:
        session.feed_run(code, print_callback=sink)
    assert type(caught.value.exception()) is KeyError
    assert len(called) == 1
    assert session.feed_run("1") == 1
    with pytest.raises(TypeError):
        session.feed_run("1", print_callback=5)


PROGRAM = """\
def outer(x):
    return inner(x) + 1

def inner(x):
    return 10 / x

outer(0)
"""


def test_24_tracebacks_are_cpythons(m, session, tmp_path):
    (tmp_path / "main.py").write_text(PROGRAM)
    done = subprocess.run(
        [sys.executable, "main.py"], cwd=tmp_path, capture_output=True, text=True
    )
    expected = [
        line.replace("^", "~") if not line.strip(" ~^") else line
        for line in done.stderr.rstrip().split("\n")
    ]
    with pytest.raises(m.MontyRuntimeError) as caught:
        session.feed_run(PROGRAM)
    error = caught.value
    shown = error.display()
    if sys.version_info[:2] == (3, 11):
        there = str(tmp_path / "main.py")
        assert shown.split("\n") == [
            line.replace(there, "<python-input-0>") for line in expected
        ]
    assert error.display("type-msg") == "ZeroDivisionError: division by zero"
    assert error.display("msg") == "division by zero"
    assert isinstance(error.exception(), ZeroDivisionError)
    with pytest.raises(ValueError, match="format"):
        error.display("html")


def test_24_frames(m, session):
    with pytest.raises(m.MontyRuntimeError) as caught:
        session.feed_run(PROGRAM)
    first, second, third = caught.value.traceback()
    assert (first.function_name, first.line, first.source_line) == (
        "<module>",
        7,
        "outer(0)",
    )
    assert (first.column, first.end_column) == (1, 9)
    assert (second.function_name, second.line) == ("outer", 2)
    assert third.dict() == {
        "filename": "<python-input-0>",
        "line": 5,
        "column": 12,
        "end_line": 5,
        "end_column": 18,
        "function_name": "inner",
        "source_line": "    return 10 / x",
    }


def test_24_syntax_errors(m, session):
    with pytest.raises(m.MontySyntaxError) as caught:
        session.feed_run("x = 1\ny = = 2")
    error = caught.value
    assert isinstance(error.exception(), SyntaxError)
    assert error.display("msg") == "invalid syntax"
    assert error.display("type-msg") == "SyntaxError: invalid syntax"
    (frame,) = error.traceback()
    assert (frame.line, frame.column) == (2, 5)
    with pytest.raises(m.MontySyntaxError):
        m.Monty("def f(:")


STUBS = "def add(a: int, b: int) -> int: ...\ndef only(*, key: str) -> str: ...\n"


@pytest.fixture(scope="module")
def checker():
    from caisson.compat.monty import typecheck
    from caisson.errors import UnavailableError

    try:
        return typecheck.find_checker()
    except UnavailableError:
        pytest.skip("no type checker is installed")


@pytest.mark.usefixtures("checker")
def test_25_wrong_programs_call_nobody(m, pool):
    calls = []
    lookup = {"add": lambda a, b: calls.append(1), "only": lambda **k: calls.append(1)}
    with pool.checkout(type_check=True, type_check_stubs=STUBS) as s:
        for code in ("add('x', 1)", "nothing_like_it", "only('positional')", "x = ("):
            with pytest.raises(m.MontyTypingError):
                s.feed_run(code, external_lookup=lookup)
        assert calls == []
        s.feed_run("add(1, 2)", external_lookup=lookup)
        assert calls == [1]


@pytest.mark.usefixtures("checker")
def test_25_accepted_snippets_are_context_and_skipped_ones_are_not(m, pool):
    with pool.checkout(type_check=True) as s:
        s.feed_run("total: int = 5")
        assert s.feed_run("total + 1") == 6
        with pytest.raises(m.MontyTypingError):
            s.feed_run("total + 'x'")
        s.feed_run("hidden = 1", skip_type_check=True)
        with pytest.raises(m.MontyTypingError):
            s.feed_run("hidden + 1")
        assert s.feed_run("hidden + 1", skip_type_check=True) == 2


@pytest.mark.usefixtures("checker")
def test_25_the_older_generation(m):
    with pytest.raises(m.MontyTypingError) as caught:
        m.Monty("1 + 'a'", type_check=True)
    assert "main.py" in caught.value.display()
    assert "main.py:1" in caught.value.display("concise")
    m.Monty("x + 1", inputs=["x"], type_check=True)


def test_25_no_checker_is_a_clear_error(pool, monkeypatch):
    from caisson.compat.monty import typecheck
    from caisson.errors import UnavailableError

    monkeypatch.setattr(typecheck, "_beside", lambda name: None)
    with pool.checkout(type_check=True) as s:
        with pytest.raises(UnavailableError, match="ty, pyright or mypy"):
            s.feed_run("1")
