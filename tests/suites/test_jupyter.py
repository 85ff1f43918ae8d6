"""The Jupyter kernel, driven by jupyter_client as a notebook drives it."""

import os
import queue
import time

import pytest

jupyter_client = pytest.importorskip("jupyter_client")
pytest.importorskip("ipykernel")

SECONDS = 120


@pytest.fixture(params=["interp", "process"])
def depth(request):
    return request.param


@pytest.fixture
def client(tmp_path, monkeypatch, depth):
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path / "run"))
    from caisson.integrations import jupyter

    jupyter.install("caisson", depth, None, user=True)
    manager = jupyter_client.KernelManager(kernel_name="caisson")
    manager.start_kernel(env=dict(os.environ))
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(timeout=SECONDS)
    client.manager = manager
    yield client
    client.stop_channels()
    manager.shutdown_kernel(now=True)


def run(client, code):
    """The reply, and what was told meanwhile, by kind of message."""
    told = []

    def hear(message):
        told.append((message["msg_type"], message["content"]))

    reply = client.execute_interactive(code, timeout=SECONDS, output_hook=hear)
    return reply["content"], told


def of_kind(told, kind):
    return [content for found, content in told if found == kind]


def test_cells_print_return_values_and_keep_names(client):
    reply, told = run(client, "x = 6\nprint('hello')\nx * 7")
    assert reply["status"] == "ok"
    text = "".join(c["text"] for c in of_kind(told, "stream"))
    assert text == "hello\n"
    (result,) = of_kind(told, "execute_result")
    assert result["data"]["text/plain"] == "42"
    assert of_kind(run(client, "x + 1")[1], "execute_result")[0]["data"] == {
        "text/plain": "7"
    }


def test_an_exception_is_an_error_with_a_traceback(client):
    reply, told = run(client, "1 / 0")
    assert (reply["status"], reply["ename"]) == ("error", "ZeroDivisionError")
    (error,) = of_kind(told, "error")
    assert "ZeroDivisionError" in "\n".join(error["traceback"])


def test_what_a_cell_displays_is_shown(client):
    code = "class P:\n  def _repr_png_(self): return b'\\x89PNG..'\ndisplay(P())"
    _, told = run(client, code)
    (shown,) = of_kind(told, "display_data")
    assert shown["data"]["image/png"] == "iVBORy4u"


def test_a_cell_reads_no_file_of_the_user(client, tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    assert secret.read_text() == "secret"
    reply, told = run(client, f"open({str(secret)!r}).read()")
    assert reply["status"] == "error"
    assert reply["ename"] in ("FileNotFoundError", "PermissionError")
    assert not of_kind(told, "execute_result")


def test_an_interrupt_ends_a_cell_and_keeps_the_names(client):
    run(client, "x = 1")
    client.execute("while True: pass")
    time.sleep(1)
    client.manager.interrupt_kernel()
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        try:
            reply = client.get_shell_msg(timeout=5)
        except queue.Empty:
            continue
        if reply["content"].get("status") == "error":
            break
    assert reply["content"]["ename"] == "KeyboardInterrupt"


def test_a_half_statement_is_incomplete(client):
    def state(code):
        asked = client.is_complete(code)
        while True:
            reply = client.get_shell_msg(timeout=SECONDS)
            if reply["parent_header"].get("msg_id") == asked:
                return reply["content"]["status"]

    assert state("for i in x:") == "incomplete"
    assert state("x = 1") == "complete"
    assert state("x = = 1") == "invalid"
