"""Statements 41 to 45: environment, clock and files from a handler."""

import contextvars
import datetime as dt
import warnings

import pytest

import caisson

NEVER = "is not supported in this environment"


async def ping() -> str:
    return "pong"


class Handler:
    """Answers os.getenv from a table; notes what it was asked."""

    def __init__(self, **answers):
        self.answers = answers
        self.asked = []

    def __call__(self, *, name, args, kwargs, is_async):
        self.asked.append((name, args))
        if name != "os.getenv":
            return caisson.NOT_HANDLED
        answer = self.answers.get(args[0], caisson.NOT_HANDLED)
        if isinstance(answer, Exception):
            raise answer
        return answer


TABLE = {"A": "b", "NONE": None, "BAD": OSError("no such luck")}


def test_41_the_four_answers(play):
    handler = Handler(**TABLE)
    code = """
import os
def ask():
    out = []
    for name in ("A", "NONE", "REFUSED", "BAD"):
        try:
            out.append(os.getenv(name))
        except Exception as e:
            out.append(f"{type(e).__name__}: {e}")
    return out
first = ask()
await ping()
first == ask(), first
"""
    steps = play(code, "ask()", tools=[ping], os_access=handler)
    same, answers = steps[0].value
    assert same is True
    assert answers == [
        "b",
        None,
        f"RuntimeError: 'os.getenv' {NEVER}",
        "OSError: no such luck",
    ]
    assert steps[1].value == answers
    assert handler.asked[0] == ("os.getenv", ("A", None))


def test_41_an_uncaught_refusal_is_a_retry(play):
    steps = play(
        "import os\nos.getenv('REFUSED')",
        "import os\nos.getenv('BAD')",
        "1",
        os_access=Handler(**TABLE),
    )
    assert f"RuntimeError: 'os.getenv' {NEVER}" in steps[0].retry
    assert "OSError: no such luck" in steps[1].retry
    assert steps[2].value == 1


def test_42_an_async_handler(play):
    async def handler(*, name, args, kwargs, is_async):
        return f"{name}({args[0]})"

    (step,) = play("import os\nos.getenv('X')", os_access=handler)
    assert step.value == "os.getenv(X)"


def test_42_a_positional_handler_warns_once(play):
    def handler(name, args, kwargs):
        return "old"

    from caisson.codemode import CodeMode

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        mode = CodeMode(os_access=handler)
        for _ in range(2):
            (step,) = play("import os\nos.getenv('X')", mode=mode)
            assert step.value == "old"
    about = [w for w in caught if "os_access" in str(w.message)]
    assert [w.category for w in about] == [DeprecationWarning]


def test_42_a_keyword_handler_without_is_async(play):
    def handler(*, name, args, kwargs):
        return "never"

    (step,) = play("import os\nos.getenv('X')", os_access=handler)
    assert "is_async" in step.retry


WHO = contextvars.ContextVar("who", default="nobody")


def test_43_handlers_see_context_variables(play):
    def handler(*, name, args, kwargs, is_async):
        return WHO.get()

    token = WHO.set("me")
    try:
        (step,) = play("import os\nos.getenv('X')", os_access=handler)
    finally:
        WHO.reset(token)
    assert step.value == "me"


@pytest.mark.parametrize(
    "code",
    [
        "import datetime\ndatetime.datetime.now()",
        "import datetime\ndatetime.date.today()",
        "import time\ntime.time()",
        "import random\nrandom.random()",
        "import os\nos.urandom(4)",
        "import os\nos.getenv('HOME')",
        "import os\nos.environ['HOME']",
    ],
)
def test_44_nothing_without_os_access(play, code):
    steps = play(code, "import random\nrandom.Random(1).random() < 1")
    assert NEVER in steps[0].retry
    assert steps[1].value is True


def test_44_files_are_denied(play):
    (step,) = play("open('/etc/passwd')")
    assert "PermissionError" in step.retry


def test_45_os_access_of_the_compat_module(play):
    monty = pytest.importorskip("caisson.compat.monty")
    access = monty.OSAccess(environ={"A": "b"})
    steps = play(
        "import os\nos.getenv('A'), os.getenv('B', 'c'), dict(os.environ)",
        "import random\n0 <= random.random() < 1",
        "import time, datetime as d\ntime.time() > 10**9, d.datetime.now().year > 2000",
        os_access=access,
    )
    assert steps[0].value == ("b", "c", {"A": "b"})
    assert steps[1].value is True
    assert steps[2].value == (True, True)


class Clock:
    """A handler with a clock of its own."""

    def __init__(self):
        self.asked = []

    def __call__(self, *, name, args, kwargs, is_async):
        self.asked.append((name, args))
        return {
            "datetime.now": dt.datetime(2020, 1, 2, 3, 4, 5),
            "date.today": dt.date(2021, 6, 7),
            "time.time": 1000.5,
            "os.urandom": bytes(args[0]) if name == "os.urandom" else b"",
        }[name]


def test_the_clock_is_asked_by_its_python_names(play):
    clock = Clock()
    code = """
import datetime, time
now = datetime.datetime.now()
aware = datetime.datetime.now(datetime.timezone.utc)
str(now), str(aware), str(datetime.date.today()), time.time()
"""
    (step,) = play(code, os_access=clock)
    assert step.value == (
        "2020-01-02 03:04:05",
        "2020-01-02 03:04:05+00:00",
        "2021-06-07",
        1000.5,
    )
    assert clock.asked == [
        ("datetime.now", (None,)),
        ("datetime.now", (dt.timezone.utc,)),
        ("date.today", ()),
        ("time.time", ("time.time",)),
    ]


class Files:
    """A handler that keeps files in a dict."""

    def __init__(self, **files):
        self.files = {f"/{k}": v for k, v in files.items()}

    def __call__(self, *, name, args, kwargs, is_async):
        path = str(args[0])
        if name == "Path.read_bytes":
            if path not in self.files:
                raise FileNotFoundError(2, "No such file or directory", path)
            return self.files[path]
        if name == "Path.write_bytes":
            self.files[path] = args[1]
            return len(args[1])
        if name == "Path.stat":
            if path not in self.files:
                raise FileNotFoundError(2, "No such file or directory", path)
            return (0o100644, 0, 0, 1, 0, 0, len(self.files[path]), 1.5, 2.5, 3.5)
        if name == "Path.iterdir":
            return list(self.files)
        if name == "Path.is_dir":
            return False
        if name == "Path.unlink":
            del self.files[path]
            return None
        return caisson.NOT_HANDLED


def test_files_of_a_handler(play):
    files = Files(a=b"hello\nworld\n")
    code = """
import os
from pathlib import Path
with open('/a') as f:
    lines = f.readlines()
Path('/b').write_text('new')
with open('/b', 'a') as f:
    f.write('er')
with open('/left-open', 'w') as f:
    print('x', file=f)
out = [lines, Path('/b').read_text(), os.path.getsize('/a'), os.stat('/a').st_mtime]
out += [sorted(os.listdir('/')), Path('/none').exists(), Path('/a').exists()]
os.remove('/a')
out
"""
    (step,) = play(code, os_access=files)
    assert step.value == [
        ["hello\n", "world\n"],
        "newer",
        12,
        2.5,
        ["a", "b", "left-open"],
        False,
        True,
    ]
    assert files.files == {"/b": b"newer", "/left-open": b"x\n"}


def test_what_a_file_handler_refuses_is_denied(play):
    (step,) = play("import os\nos.mkdir('/d')", os_access=Files())
    assert "PermissionError" in step.retry
