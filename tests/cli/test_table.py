"""Help, manual pages and completions come from one table (CLI-14, CLI-15).

SPDX-License-Identifier: Apache-2.0
"""

import re
import shutil
import subprocess
import unittest
from typing import Any

from tool import Caisson


def table(caisson: Caisson) -> list[dict[str, Any]]:
    data = caisson("help", "--json").json
    assert data["schema"] == "caisson.help/1"
    return data["verbs"]


def plain(roff: str) -> str:
    return roff.replace("\\-", "-").replace("\\e", "\\").replace("\\&", "")


def test_cli_14_the_manual_has_every_verb_and_option(caisson: Caisson) -> None:
    page = plain(caisson("man", "1").out)
    for verb in table(caisson):
        assert f".SS caisson {verb['name']}\n" in page, verb["name"]
        for command in verb["examples"]:
            assert command in page, command
        for option in verb["options"]:
            name = option.get("name")
            entry = f"--{name}" if name else f"-{option['letter']}"
            entries = re.findall(
                rf"\.TP\n\\fB(?:-\w, )?{entry}(?: [^\n]*)?\\fR\n(.*?)(?=\n\.|\Z)",
                page,
                re.S,
            )
            assert any(
                option["help"] in text
                and ("all verbs" in text or verb["name"] in text)
                for text in entries
            ), (verb["name"], entry)


def test_cli_14_nothing_else_is_in_the_manual(caisson: Caisson) -> None:
    page = plain(caisson("man", "1").out)
    names = {
        o["name"] for v in table(caisson) for o in v["options"] if "name" in o
    }
    listed = set(re.findall(r"\.TP\n\\fB(?:-\w, )?--([a-z-]+)", page))
    assert listed == names, listed ^ names


def test_cli_14_completions_know_the_table(caisson: Caisson) -> None:
    bash = caisson("completion", "bash").out
    zsh = caisson("completion", "zsh").out
    fish = caisson("completion", "fish").out
    for verb in table(caisson):
        first, _, second = verb["name"].partition(" ")
        assert re.search(rf"^    {first}(\|\w+)?\) operands=", bash, re.M), first
        assert f"    '{verb['name']}'" in zsh and f"-a {first} " in fish
        for option in verb["options"]:
            name = option.get("name")
            if name is None:
                continue
            assert f"--{name} " in bash, name
            assert re.search(rf"'\*?--{name}[=\[]", zsh), name
            assert f" -l {name} " in fish or f" -l {name}\n" in fish, name


def test_cli_14_bash_completes_as_a_person_would_type(caisson: Caisson) -> None:
    script = caisson("completion", "bash").out

    def complete(*words: str) -> set[str]:
        quoted = " ".join(f"'{w}'" for w in words)
        line = (
            f"{script}\nCOMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; "
            "_caisson; printf '%s\\n' \"${COMPREPLY[@]}\""
        )
        done = subprocess.run(["bash", "-c", line], capture_output=True, text=True)
        assert done.returncode == 0 and not done.stderr, done
        return set(done.stdout.split())

    assert "run" in complete("caisson", "ru")
    assert complete("caisson", "snapshot", "") == {"dump", "load", "fork", "inspect"}
    assert {"verify", "show"} <= complete("caisson", "audit", "")
    assert "--memory" in complete("caisson", "run", "--mem")
    assert complete("caisson", "run", "--depth", "p") == {"process"}
    assert complete("caisson", "completion", "f") == {"fish"}


def test_cli_14_scripts_are_valid(caisson: Caisson) -> None:
    for shell, check in (("bash", ["-n"]), ("zsh", ["-n"]), ("fish", ["--no-execute"])):
        if shutil.which(shell) is None:
            continue
        done = subprocess.run(
            [shell, *check],
            input=caisson("completion", shell).out,
            text=True,
            capture_output=True,
        )
        assert done.returncode == 0, (shell, done.stderr)


def test_cli_14_completion_runs_nothing(caisson: Caisson) -> None:
    for shell in ("bash", "zsh", "fish"):
        script = caisson("completion", shell).out
        code = "\n".join(x for x in script.splitlines() if not x.startswith("#"))
        assert "$(caisson" not in code and "`" not in code, shell


def test_cli_14_manual_pages_format_without_warnings(caisson: Caisson) -> None:
    groff = shutil.which("groff")
    if groff is None:
        raise unittest.SkipTest("no groff here")
    for page in ("1", "5"):
        done = subprocess.run(
            [groff, "-man", "-Tutf8", "-ww"],
            input=caisson("man", page).out,
            text=True,
            capture_output=True,
        )
        assert done.returncode == 0 and done.stderr == "", (page, done.stderr[:500])


def test_cli_14_the_policy_page_has_every_key(caisson: Caisson) -> None:
    page = plain(caisson("man", "5").out)
    for key in ("version", "limits.wall_ms", "fs.mounts", "egress.allow", "audit.sync"):
        assert f"\\fB{key}\\fR" in page, key


def test_cli_15_help_fits_80_columns_with_two_examples(caisson: Caisson) -> None:
    listing = caisson("help").out
    assert max(map(len, listing.splitlines())) <= 80
    for verb in table(caisson):
        text = caisson("help", *verb["name"].split()).out
        wide = [x for x in text.splitlines() if len(x) > 80]
        assert not wide, (verb["name"], wide)
        examples = text.partition("examples:\n")[2]
        assert examples.count("  $ ") == 2 and examples.count("  # ") == 2
        assert f"  {verb['name']} " in listing
        assert len(verb["examples"]) == 2


def test_cli_15_version_tells_all(caisson: Caisson) -> None:
    data = caisson("version", "--json").json
    assert set(data) >= {"version", "commit", "features", "schemas"}
    assert {"interp", "process", "audit"} <= set(data["features"])
    assert "caisson.result/1" in data["schemas"]


def test_cli_3_unknown_flags_name_the_nearest_for_every_verb(caisson: Caisson) -> None:
    for verb in table(caisson):
        done = caisson(*verb["name"].split(), "--helpp")
        assert done.code == 125 and "did you mean '--help'?" in done.err, done


def test_verbs_that_are_not_built_say_so(caisson: Caisson) -> None:
    for verb in ("volume", "load", "serve"):
        done = caisson(verb)
        assert done.code == 125 and "does not exist yet" in done.err, done
        assert "; use " in done.err, done.err
    assert "does not exist yet" in caisson("help", "serve").err


def test_demo_shows_the_product(caisson: Caisson) -> None:
    done = caisson("demo")
    assert done.code == 0, done
    assert "285" in done.out and "hello world" in done.out
    assert "PermissionError" in done.out and "deadline" in done.out
    assert "\nok " in done.out and "\033" not in done.out
