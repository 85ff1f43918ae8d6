"""Files and names of sessions in a jail, and of those that move into one."""

import base64

from client import Stdio

NEEDS = "import multiprocessing\n"


def test_a_session_moves_with_its_names(link, jails):
    first = link.run("items = [1]\nsame = items\ndef f(): return len(items)\nf()")
    assert (first["depth"], first["value"]) == ("interp", 1)
    id = first["session_id"]
    moved = link.run(NEEDS + "same.append(2)\nf()", session_id=id)
    assert (moved["status"], moved["value"], moved["depth"]) == ("ok", 2, "process")
    assert moved["session_id"] == id
    assert "moved" in moved["depth_reason"]
    assert link.run("f()", session_id=id)["value"] == 2


def test_what_cannot_move_is_named_and_stays(link, jails):
    id = link.run("x = 1\ng = (i for i in range(3))\nnext(g)")["session_id"]
    failed = link.run(NEEDS, session_id=id)
    assert failed["error"]["type"] == "CannotMove"
    assert "g (generator)" in failed["error"]["message"]
    assert "del g" in failed["error"]["message"]
    kept = link.run("next(g), x", session_id=id)
    assert (kept["value"], kept["depth"]) == ([1, 1], "interp")


def test_a_session_can_be_asked_to_move(link, jails):
    id = link.run("x = 20")["session_id"]
    moved = link.run("x + 1", session_id=id, depth="process")
    assert (moved["value"], moved["depth"]) == (21, "process")
    back = link.run("x", session_id=id, depth="interp")
    assert back["error"]["type"] == "ArgumentError"


def test_files_of_a_jail_are_linked_and_can_be_read(jails, tmp_path):
    tmp_path.chmod(0o777)
    (tmp_path / "in.txt").write_text("in")
    code = (
        "open('/tmp/plot.png', 'wb').write(b'png')\n"
        "open('/workspace/out.txt', 'w').write(open('/workspace/in.txt').read() * 2)"
    )
    with Stdio("--workspace", str(tmp_path)) as s:
        s.open()
        result = s.call("run_code", code=code, depth="process")
        told, blocks = result["structuredContent"], result["content"]
        assert {(f["path"], f["change"]) for f in told["files"]} == {
            ("/tmp/plot.png", "created"),
            ("/workspace/out.txt", "created"),
        }
        links = {b["name"]: b for b in blocks if b["type"] == "resource_link"}
        assert links["plot.png"]["mimeType"] == "image/png"
        id = told["session_id"]
        read = s.tool("fs_read", session_id=id, path="/workspace/out.txt")
        assert read["text"] == "inin"
        changes = s.tool("session_diff", session_id=id)["changes"]
        assert [(c["path"], c["change"]) for c in changes] == [
            ("/workspace/out.txt", "created")
        ]
        data = base64.b64encode(b"\x00new").decode()
        s.tool("fs_write", session_id=id, path="/workspace/sub/b", base64=data)
        s.tool("fs_write", session_id=id, path="/tmp/t", text="hello")
        both = "open('/workspace/sub/b', 'rb').read(), open('/tmp/t').read()"
        seen = s.run(
            f"b, t = {both}\nopen('/tmp/t', 'a').write('!')\nlist(b), t", session_id=id
        )
        assert seen["value"] == [[0, 110, 101, 119], "hello"]
        names = [
            e["name"]
            for e in s.tool("fs_list", session_id=id, path="/workspace")["entries"]
        ]
        assert names == ["in.txt", "out.txt", "sub"]
    assert [p.name for p in tmp_path.iterdir()] == ["in.txt"]


def test_files_of_a_workspace_in_memory_are_linked(link, jails):
    id = link.run("x = 1", depth="process")["session_id"]
    told = link.run("open('out.txt', 'w').write('made')", session_id=id)
    assert [f["path"] for f in told["files"]] == ["/workspace/out.txt"]
    read = link.tool("fs_read", session_id=id, path="/workspace/out.txt")
    assert read["text"] == "made"
