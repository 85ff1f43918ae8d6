"""M: leaving something behind that the host, or the next session, acts upon.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tool import Caisson, needs_jail
from twins import twin, weak

PLANTED = [
    ".git/hooks/pre-commit", ".git/config", ".gitmodules", ".envrc", ".npmrc", ".pypirc",
    ".vscode/tasks.json", ".idea/workspace.xml", ".devcontainer/devcontainer.json", ".cursor/rules",
    ".mcp.json", ".claude/settings.json", "caisson.yaml", "AGENTS.md", "CLAUDE.md", ".tmux.conf",
]
OTHERS = ["sitecustomize.py", "dataclasses.py", "conftest.py", "Makefile", "package.json"]


@contextmanager
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="caisson-m-") as name:
        where = Path(name)
        (where / "w").mkdir()
        (where / "home").mkdir()
        yield where


WRITE = """
import os, sys
for name in %r:
    path = '/w/' + name
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        open(path, 'w').write('evil')
    except OSError as e:
        pass
open('/w/fine.txt', 'w').write('ok')
"""


def test_m01_m06_protected_names_in_a_writable_mount(caisson: Caisson) -> None:
    """What host tools and agents read by themselves cannot be planted; anything
    else that was written is told, with its digest."""
    with folder() as where:
        done = caisson("run", "--json", "--depth", "interp", "-v", f"{where}/w:/w:rw", "-c",
                       WRITE % (PLANTED + OTHERS))
        assert done.code == 0, done
        assert (where / "w/fine.txt").read_text() == "ok"
        planted = [n for n in PLANTED if (where / "w" / n).exists()]
        assert planted == [], planted
        told = {f["path"]: f for f in done.json["files"]}
        for name in OTHERS:
            assert told[f"/w/{name}"]["change"] == "created", told
            assert len(told[f"/w/{name}"]["sha256"]) == 64
        refused = {d["object"] for d in done.json["denials"]}
        assert "/w/.envrc" in refused, refused
    with folder() as where:  # an owner may give the names away
        rules = where / "p.yaml"
        rules.write_text("version: 1\nfs: {protect: [], mounts: [{host: '%s/w', guest: /w, mode: rw}]}\n" % where)
        rules.chmod(0o600)
        done = caisson("run", "--depth", "interp", "--policy", str(rules), "-c", WRITE % PLANTED)
        planted = [n for n in PLANTED if (where / "w" / n).exists()]
        twin("M01 M06", planted == PLANTED, planted, done)


def test_m01_a_jail_with_a_policy_does_not_write_them(caisson: Caisson) -> None:
    """At depth process names are not protected: so the policy is not accepted."""
    needs_jail(caisson)
    with folder() as where:
        rules = where / "p.yaml"
        rules.write_text(f"version: 1\ndepth_allow: [check, interp, process]\nprocess: {{spawn: true}}\n"
                         f"fs: {{mounts: [{{host: {where}/w, guest: /w, mode: rw}}]}}\n")
        rules.chmod(0o600)
        script = "mkdir -p /w/.git/hooks; echo evil >/w/.git/hooks/pre-commit; echo ran"
        done = caisson("exec", "--policy", str(rules), "--", "/bin/sh", "-c", script)
        refused = done.code == 125 and "fs.protect" in done.err
        held = not (where / "w/.git/hooks/pre-commit").exists()
        assert refused or held, done
        assert held, done
        done = caisson("exec", "-v", f"{where}/w:/w:rw", "--", "/bin/sh", "-c", script, env=weak("fs.protect"))
        twin("M01", (where / "w/.git/hooks/pre-commit").exists(), done)


def test_m02_overlays_keep_caches_of_the_host(caisson: Caisson) -> None:
    needs_jail(caisson)
    with folder() as where:
        cache = where / "w/site-packages"
        cache.mkdir()
        (cache / "mod.py").write_text("good")
        for depth in ("interp", "process"):
            done = caisson("run", "--depth", depth, "-v", f"{where}/w:/w:overlay", "-c",
                           "open('/w/site-packages/mod.py', 'w').write('evil'); "
                           "print(open('/w/site-packages/mod.py').read())")
            assert done.out == "evil\n", done
            assert (cache / "mod.py").read_text() == "good"
            done = caisson("run", "--depth", depth, "-v", f"{where}/w:/w:rw", "-c",
                           "open('/w/site-packages/mod.py', 'w').write('evil')")
            twin("M02", (cache / "mod.py").read_text() == "evil", done)
            (cache / "mod.py").write_text("good")


def test_m03_a_writable_directory_of_path_is_told(caisson: Caisson) -> None:
    needs_jail(caisson)
    with folder() as where:
        tools = where / "w/bin"
        tools.mkdir()
        env = {"PATH": f"{tools}:/usr/bin:/bin"}
        for host in (tools, where / "w"):
            for words in (["run", "-c", "1"], ["exec", "/bin/true"]):
                verb, *rest = words
                done = caisson(verb, "-v", f"{host}:/t:rw", *rest, env=env)
                assert "directory of PATH is mounted for writing" in done.err, done
                quiet = caisson(verb, "-v", f"{host}:/t:ro", *rest, env=env)
                assert "PATH" not in quiet.err, quiet
        done = caisson("run", "--json", "-v", f"{tools}:/t:rw", "-c", "1", env=env)
        assert any("PATH" in w for w in done.json["warnings"]), done
        # what the warning is about: the host would run it
        caisson("exec", "-v", f"{tools}:/t:rw", "/bin/sh", "-c", "echo 'echo evil' >/t/ls; chmod +x /t/ls", env=env)
        got = subprocess.run(["/bin/sh", "-c", "ls"], env=env, capture_output=True, text=True)
        twin("M03", got.stdout == "evil\n", got)


def test_m04_our_own_directories_are_never_writable(caisson: Caisson) -> None:
    """Also before they exist: a program could make them."""
    needs_jail(caisson)
    with folder() as where:
        home = where / "home"
        env = {"HOME": str(home), "XDG_STATE_HOME": str(where / "state"), "XDG_CONFIG_HOME": ""}
        (where / "state").mkdir()
        plant = "mkdir -p /h/.config/caisson && echo 'version: 1' >/h/.config/caisson/policy.yaml"
        for exists in (False, True):
            if exists:
                (home / ".config/caisson").mkdir(parents=True)
                (home / ".config/caisson/policy.yaml").write_text("version: 1\n")
                (home / ".config/caisson/policy.yaml").chmod(0o600)
            hosts = [home, where] + ([home / ".config", home / ".config/caisson"] if exists else [])
            for host in hosts:
                mount = ["-v", f"{host}:/h:rw"]
                for words in (["exec", *mount, "/bin/sh", "-c", plant],
                              ["run", *mount, "-c", "print('ran')"],
                              ["mcp", *mount]):
                    done = caisson(*words, env=env)
                    assert (done.code, done.out) == (125, ""), (host, words, done)
        shown = caisson("run", "-v", f"{home}/.config/caisson:/h:ro", "-c", "print('ran')", env=env)
        assert shown.code == 125, shown
        (home / "link").symlink_to(home / ".config")
        done = caisson("run", "-v", f"{home}/link:/h:rw", "-c", "print('ran')", env=env)
        assert done.code == 125, done
        (home / "project").mkdir()
        done = caisson("run", "-v", f"{home}/project:/h:rw", "-c", "open('/h/f', 'w').write('x')", env=env)
        assert (done.code, (home / "project/f").read_text()) == (0, "x"), done
        # nobody's home: the same mount plants a policy
        done = caisson("exec", "-v", f"{home}:/h:rw", "/bin/sh", "-c", plant,
                       env={"HOME": "/nonexistent", **weak("fs.protect")})
        twin("M04", (home / ".config/caisson/policy.yaml").read_text() == "version: 1\n" and done.code == 0, done)


def test_m04_links_on_the_way_count(caisson: Caisson) -> None:
    """Who may replace a link that leads to our directories decides what they are."""
    needs_jail(caisson)
    with folder() as where:
        home, real = where / "home", where / "real"
        (real / "config").mkdir(parents=True)
        (home / ".config").symlink_to(real / "config")
        env = {"HOME": str(home), "XDG_STATE_HOME": str(where / "state"), "XDG_CONFIG_HOME": ""}
        for host in (home, real, real / "config"):
            for verb, *rest in (["exec", "/bin/true"], ["run", "-c", "1"]):
                done = caisson(verb, "-v", f"{host}:/h:rw", *rest, env=env)
                assert (done.code, "the policies" in done.err) == (125, True), (host, done)
        (where / "other").mkdir()
        assert caisson("exec", "-v", f"{where}/other:/h:rw", "/bin/true", env=env).code == 0
        swap = "rm /h/.config && mkdir -p /h/.config/caisson && echo evil >/h/.config/caisson/policy.yaml"
        caisson("exec", "-v", f"{home}:/h:rw", "/bin/sh", "-c", swap,
                env={"HOME": "/nonexistent", **weak("fs.protect")})
        twin("M04", (home / ".config/caisson/policy.yaml").read_text() == "evil\n")


def test_m04_d18_what_is_judged_is_what_is_mounted(caisson: Caisson) -> None:
    """Somebody swaps a harmless directory for a link to our own while we look."""
    needs_jail(caisson)
    with folder() as where:
        home = where / "home"
        (home / ".config/caisson").mkdir(parents=True)
        (where / "w/plain").mkdir()
        (where / "w/evil").symlink_to(home / ".config")
        (where / "w/plain/caisson").mkdir()
        name, stop, seen = where / "w/data", threading.Event(), set()
        name.symlink_to(where / "w/plain")

        def swap() -> None:
            while not stop.is_set():
                for to in ("plain", "evil"):
                    (where / "w/next").symlink_to(where / "w" / to)
                    os.replace(where / "w/next", name)

        thread = threading.Thread(target=swap)
        env = {"HOME": str(home), "XDG_CONFIG_HOME": ""}
        thread.start()
        try:
            for i in range(60 if os.environ.get("CAISSON_SOAK") else 16):
                plant = "echo 'version: 1' >/h/caisson/policy.yaml"
                words = ["exec", "--", "/bin/sh", "-c", plant] if i % 2 else [
                    "run", "--depth", "interp", "-c", "open('/h/caisson/policy.yaml', 'w').write('x')"]
                done = caisson(words[0], "-v", f"{name}:/h:rw", *words[1:], env=env)
                seen.add(done.code)
                assert os.listdir(home / ".config/caisson") == [], done
        finally:
            stop.set()
            thread.join()
        assert seen <= {0, 125}, seen
        # the twin: without the look at it, what the link leads to is written
        os.symlink(home / ".config", where / "w/now")
        done = caisson("exec", "-v", f"{where}/w/now:/h:rw", "--", "/bin/sh", "-c", plant,
                       env={"HOME": "/nonexistent", **weak("fs.protect")})
        twin("M04", (home / ".config/caisson/policy.yaml").exists(), done)


def test_m05_nothing_of_a_run_is_in_the_next(caisson: Caisson) -> None:
    needs_jail(caisson)
    poison = ("import json, builtins\njson.dumps = lambda *a: 'evil'\nbuiltins.len = lambda x: 666\n"
              "open('/tmp/left', 'w').write('evil') if {jail} else None\nprint(len('a'))")
    look = "import json, os\nprint(json.dumps(1), len('a'), os.path.exists('/tmp/left') if {jail} else False)"
    for depth in ("interp", "process"):
        jail = depth == "process"
        first = caisson("run", "--depth", depth, "-c", poison.format(jail=jail))
        assert first.out == "666\n", first
        second = caisson("run", "--depth", depth, "-c", look.format(jail=jail))
        assert second.out == "1 1 False\n", second
        both = caisson("run", "--depth", depth, "-c", (poison + "\n" + look).format(jail=jail))
        twin("M05", both.out == f"666\nevil 666 {jail}\n", both)  # in one run they meet


def test_m04_an_interpreter_shows_itself_and_not_the_home_around_it(caisson: Caisson) -> None:
    """~/.local/bin/python3 brings its libraries, not the keys and the audit log beside them."""
    needs_jail(caisson)
    with folder() as where:
        home = where / "home"
        kept = [".ssh/id", ".local/state/caisson/audit.jsonl.key", ".local/share/keyrings/login", "note.txt"]
        for name in kept:
            (home / name).parent.mkdir(parents=True, exist_ok=True)
            (home / name).write_text("SECRET")
        for place in ("bin", ".local/bin", ".local/lib/python3.11/site-packages"):
            (home / place).mkdir(parents=True, exist_ok=True)
        for path in (where, *where.rglob("*")):
            path.chmod(0o755 if path.is_dir() else 0o644)
        os.symlink("/usr/bin/python3", home / "bin/python3")
        os.symlink("/usr/bin/python3", home / ".local/bin/python3")
        look = f"import os\nprint([n for n in {kept!r} if os.path.exists({str(home)!r} + '/' + n)])"
        for python in ("bin/python3", ".local/bin/python3"):
            done = caisson("run", "--depth", "process", "--python", f"{home}/{python}", "-c", look)
            assert done.out == "[]\n", done
        done = caisson("run", "--depth", "process", "--python", f"{home}/bin/python3", "-v", f"{home}:{home}", "-c", look)
        twin("M04", done.out == f"{kept!r}\n", done)


def test_m04_a_directory_above_shows_no_key_of_ours(caisson: Caisson) -> None:
    """A home directory may be read, but not the audit log and its key in it: not by renaming, not as an overlay."""
    with folder() as where:
        home = where / "home"
        env = {k: v for k, v in caisson.environment().items() if not k.startswith("XDG_")}
        env |= {"HOME": str(home), "CAISSON_WEAKEN": ""}
        key = ".local/state/caisson/audit.jsonl.key"
        (where / "keys").mkdir()
        (home / "seen.txt").write_text("seen")
        where.chmod(0o755)
        look = (
            "import os\nprint(open('/h/seen.txt').read())\nfor a, b in (('.local', '.local'), ('.local', 'x')):\n"
            "  try:\n    if a != b: os.rename('/h/' + a, '/h/' + b)\n"
            f"    print(len(open('/h/' + {key!r}.replace(a, b), 'rb').read()))\n  except OSError: print('refused')\n"
            "try: print('audit.jsonl' in os.listdir('/h/.local/state/caisson'))\nexcept OSError: print('refused')"
        )

        def tried(*options: str, **more: str) -> str:
            command = [caisson.binary, *options]
            return subprocess.run(command, capture_output=True, text=True, env={**env, **more}, timeout=60).stdout

        assert tried("run", "-c", "print(1)") == "1\n" and (home / key).stat().st_size == 64
        for path in (home, *home.rglob("*")):
            path.chmod(0o755 if path.is_dir() else 0o644)
        depths = [("run", "--depth", "interp"), ("run", "--depth", "interp", "--in-process")]
        try:
            needs_jail(caisson)
            depths.append(("run", "--depth", "process"))
        except Exception:  # this host has none: the others are tried
            pass
        for depth in depths:
            for mode in ("ro", "overlay"):
                got = tried(*depth, "-v", f"{home}:/h:{mode}", "-c", look)
                assert got == "seen\nrefused\nrefused\nrefused\n", (depth, mode, got)
            got = tried(*depth, "-v", f"{home}:/h:ro", "-c", look, CAISSON_WEAKEN="state")
            twin("M04", got == "seen\n64\nrefused\nTrue\n", got)
        for depth in depths:
            # a log elsewhere has its key beside it, and the first run makes it
            for place, name in ((f"{where}/keys/{depth[-1]}.jsonl", "keys"), ("", "fresh/.local/state/caisson")):
                (where / "fresh").mkdir(exist_ok=True)
                code = (f"import os\nfor top, dirs, files in os.walk('/h/{name}'):\n for f in files:\n"
                        "  if f.endswith('.key'): print(len(open(top + '/' + f, 'rb').read()))")
                more = ["--audit", place] if place else []
                got = tried(*depth, *more, "-v", f"{where}:/h:ro", "-c", code, HOME=f"{where}/fresh")
                assert got == "", (depth, name, got)
            shutil.rmtree(where / "fresh")
