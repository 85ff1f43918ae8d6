"""Pictures, tables and HTML that a program shows: ``Result.displays``."""

import base64
import importlib.util
import struct
import sys
import zlib

import pytest
from machine import need_jail

from caisson import Limits, Sandbox

PNG = b"\x89PNG\r\n\x1a\n"


def chunk(kind, data):
    crc = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", crc)


DOT = (
    PNG
    + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
    + chunk(b"IDAT", zlib.compress(b"\0\x7f"))
    + chunk(b"IEND", b"")
)

RICH = f"""
class Rich:
    def _repr_png_(self): return {DOT!r}
    def _repr_html_(self): return "<b>bold</b>"
    def __repr__(self): return "a rich thing"
class Bundle:
    def _repr_mimebundle_(self, include=None, exclude=None):
        return {{"image/png": {base64.b64encode(DOT).decode()!r}, "text/plain": "b"}}
class Plain:
    def __getattr__(self, name): return lambda: "<i>never</i>"
"""


@pytest.fixture(params=["interp", "process"])
def depth(request, isolation):
    if request.param == "process":
        if isolation == "inprocess":
            pytest.skip("once is enough")
        need_jail()
    return request.param


@pytest.fixture
def box(depth):
    with Sandbox(depth=depth) as box:
        box.run(RICH, check=True)
        yield box


def shown(box, code):
    return [dict(d.data) for d in box.run(code, check=True).displays]


def test_the_last_value_is_shown_in_every_form_it_has(box):
    result = box.run("Rich()", check=True)
    (one,) = result.displays
    assert one.picture == ("image/png", DOT)
    assert one.data["text/html"] == "<b>bold</b>"
    assert one.text == "a rich thing"
    assert one.mime == "image/png"
    assert result.value_present


def test_plain_values_are_not(box):
    for code in ("1", "'text'", "None", "[1, 2]", "Plain()", "Rich", "x = Rich()"):
        assert shown(box, code) == [], code


def test_display_shows_anything_and_in_order(box):
    assert shown(box, "display(1, 'two'); display(Bundle())") == [
        {"text/plain": "1"},
        {"text/plain": "'two'"},
        {"image/png": DOT, "text/plain": "b"},
    ]


def test_ipython_is_there_for_display(box):
    code = "from IPython.display import HTML, JSON, display\ndisplay(HTML('<p>'))\n"
    first, second = shown(box, code + "JSON({'a': [1]})")
    assert first["text/html"] == "<p>"
    assert second["application/json"] == '{"a": [1]}'


def test_each_run_has_its_own(box):
    assert len(shown(box, "display(1)")) == 1
    assert shown(box, "2") == []


def test_what_was_shown_before_an_error_is_kept(box):
    result = box.run("display(1)\n1 / 0")
    assert result.status == "error"
    assert [d.text for d in result.displays] == ["1"]


def test_number_and_size_are_bounded(box):
    result = box.run("for i in range(40): display(i)", check=True)
    assert (len(result.displays), result.displays_cut) == (32, 8)
    large = """
class Large:
    def _repr_html_(self): return "x" * (9 << 20)
display(Large())
class Wide:
    def _repr_html_(self): return "y" * (7 << 20)
for i in range(4): display(Wide())
"""
    result = box.run(large, check=True)
    assert "too large to show" in result.displays[0].text
    assert sum(len(d.content) for d in result.displays) <= 16 << 20
    assert result.displays_cut == 2


FORGED = {
    "interp": [
        "from _engine import os_call\nos_call('caisson.display', {'image/png': 1})",
        "from _engine import os_call\nos_call('caisson.display', {'png': 'x'})",
        "from _engine import os_call\nos_call('caisson.display', 'display')",
        "from _engine import os_call\nos_call('caisson.display')",
    ],
    "process": [
        "call_tool('caisson.display', data={'image/png': b'x'})",
        "__import__('__main__').display.__globals__['current'][-1].call("
        "'caisson.display', ({'image/png': 1},), {})[1]",
    ],
}


def test_only_types_with_text_or_bytes_are_taken(box, depth):
    for code in FORGED[depth]:
        result = box.run(code)
        assert result.displays == ()
        assert "display" in f"{result.message}{result.value!r}", code


def test_a_display_saves_itself_and_has_a_json_form(box, tmp_path):
    from caisson.displays import save_all

    result = box.run("display(Rich()); display(1)", check=True)
    assert [p.name for p in save_all(result.displays, tmp_path)] == ["1.png", "2.txt"]
    assert (tmp_path / "1.png").read_bytes() == DOT
    first = result.to_dict()["displays"][0]
    assert base64.b64decode(first["data"]["image/png"]) == DOT


def test_a_display_counts_as_no_call_of_a_tool(depth):
    with Sandbox(depth=depth, limits=Limits(calls=1)) as small:
        result = small.run("for i in range(3): display(i)", check=True)
    assert len(result.displays) == 3


def test_a_form_that_fails_takes_nothing_away(box):
    result = box.run(
        "class Bad:\n    def _repr_html_(self): raise ValueError('no html')\n"
        "    def __repr__(self): return 'bad'\nBad()"
    )
    assert result.status == "ok"
    assert "display: ValueError: no html" in result.stderr
    assert result.value_present
    assert result.displays == ()


def test_names_of_the_program_come_first(box):
    assert shown(box, "def display(x): return x\ndisplay(Rich()) and None") == []
    assert box.run("del display\ntry: f = display\nexcept NameError: f = 0\nf").ok


def test_a_tool_called_display_is_the_tool(depth):
    got = []
    with Sandbox(depth=depth, tools={"display": got.append}) as box:
        box.run("display(7)", check=True)
    assert got == [7]


PATIENT = Limits(time=120.0)  # a first import of matplotlib looks for fonts
PLOT = """
import matplotlib.pyplot as plt
plt.plot([1, 4, 9]); plt.title("squares"); plt.show()
fig, ax = plt.subplots(); ax.bar(["a", "b"], [3, 4])
len(plt.get_fignums())
"""


@pytest.mark.skipif(
    importlib.util.find_spec("matplotlib") is None, reason="matplotlib is not here"
)
def test_plots_arrive_as_pictures(isolation):
    if isolation == "inprocess":
        pytest.skip("once is enough")
    need_jail()
    with Sandbox(depth="process", python=sys.executable, limits=PATIENT) as box:
        result = box.run(PLOT, check=True)
        assert result.value == 1  # plt.show() closed the first one
        pictures = [d.picture for d in result.displays]
        assert [p and p[0] for p in pictures] == ["image/png", "image/png"]
        for _, data in pictures:
            width, height = struct.unpack(">II", data[16:24])
            assert data.startswith(PNG)
            assert width > 100
            assert height > 100
        assert box.run("plt.get_fignums()").value == []


@pytest.mark.skipif(
    importlib.util.find_spec("pandas") is None, reason="pandas is not here"
)
def test_a_table_is_html(isolation):
    if isolation == "inprocess":
        pytest.skip("once is enough")
    need_jail()
    with Sandbox(depth="process", python=sys.executable, limits=PATIENT) as box:
        result = box.run("import pandas as pd\npd.DataFrame({'a': [1, 2]})", check=True)
    (one,) = result.displays
    assert one.mime == "text/html"
    assert "<table" in one.data["text/html"]
