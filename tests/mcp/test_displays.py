"""What a program shows arrives at the client as pictures and resources."""

import base64

import pytest

from client import Stdio

CODE = """
class Rich:
    def _repr_png_(self): return b"\\x89PNG\\r\\n\\x1a\\n..."
class Table:
    def _repr_html_(self): return "<table></table>"
class Odd:
    def _repr_mimebundle_(self, **options): return {"text/x-odd": "x"}
display(Rich()); display(Table()); display(Odd())
"""


@pytest.fixture(params=["interp", "process"])
def depth(request):
    if request.param == "process":
        request.getfixturevalue("jails")
    return request.param


def contents(server, code, depth):
    result = server.call("run_code", code=code, depth=depth)
    return result["structuredContent"], result["content"]


def test_pictures_and_tables(depth):
    with Stdio() as server:
        server.open()
        told, blocks = contents(server, CODE, depth)
    assert told["status"] == "ok", told
    assert [d["mime"] for d in told["displays"]] == [
        "image/png",
        "text/html",
        "text/plain",
    ]
    (picture,) = [b for b in blocks if b["type"] == "image"]
    assert picture["mimeType"] == "image/png"
    assert base64.b64decode(picture["data"]).startswith(b"\x89PNG")
    html, plain = [b["resource"] for b in blocks if b["type"] == "resource"]
    assert (html["mimeType"], html["text"]) == ("text/html", "<table></table>")
    assert plain["mimeType"] == "text/plain"
    assert html["uri"] != plain["uri"]


def test_without_them_there_are_none(depth):
    with Stdio() as server:
        server.open()
        told, blocks = contents(server, "1 + 1", depth)
    assert told["displays"] == []
    assert {b["type"] for b in blocks} == {"text"}
