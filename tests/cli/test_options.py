"""Options, help, version, check, completion.

SPDX-License-Identifier: Apache-2.0
"""

import re
import subprocess

from tool import Caisson

VERBS = ("run", "check", "repl", "version", "completion", "help")


def test_unknown_option_names_the_nearest(caisson: Caisson) -> None:
    done = caisson("run", "--timout", "1", "x.py")
    assert done.code == 125, done
    assert done.err == (
        "caisson: unknown option '--timout': 'caisson run' has no such option; "
        "did you mean '--timeout'?\n"
    ), done.err
    assert "did you mean '--memory'?" in caisson("run", "--mem=1m").err
    assert "see 'caisson help run'" in caisson("run", "--zzzzzzzz").err
    assert caisson("run", "-x").code == 125


def test_unknown_verb_names_the_nearest(caisson: Caisson) -> None:
    done = caisson("rum", "x.py")
    assert done.code == 125 and "did you mean 'run'?" in done.err, done


def test_values_with_equals_or_space(caisson: Caisson) -> None:
    for args in (
        ("--fuel", "50k"),
        ("--fuel=50k",),
        ("-m", "1m"),
        ("-m1m",),
        ("-m=1m",),
        ("--timeout", "1.5s"),
        ("--timeout=1500ms"),
        ("--timeout=2m",),
    ):
        args = (args,) if isinstance(args, str) else args
        done = caisson.code("print(1)", *args)
        assert (done.code, done.out) == (0, "1\n"), (args, done)


def test_bad_values(caisson: Caisson) -> None:
    for args, hint in (
        (("--memory", "lots"), "64k, 512m, 2g"),
        (("--memory", "1x"), "64k, 512m, 2g"),
        (("--memory", "-1"), "64k, 512m, 2g"),
        (("--memory", ""), "64k, 512m, 2g"),
        (("--fuel", "nan"), "1000"),
        (("--fuel", "inf"), "1000"),
        (("--timeout", "1y"), "500ms, 30s, 5m"),
        (("--timeout", "0x10"), "500ms, 30s, 5m"),
        (("--quiet=1",), "without a value"),
    ):
        done = caisson.code("print(1)", *args)
        assert done.code == 125 and hint in done.err, (args, done)
        assert done.err.startswith("caisson: invalid "), done.err


def test_missing_value(caisson: Caisson) -> None:
    done = caisson("run", "--memory")
    assert done.code == 125 and "'--memory' has no value" in done.err, done


def test_short_flags_combine(caisson: Caisson) -> None:
    done = caisson("run", "-qic", "print(input())", stdin="x\n")
    assert done.out == "x\n", done


def test_help_of_every_verb(caisson: Caisson) -> None:
    listing = caisson("help")
    assert listing.code == 0
    for verb in VERBS:
        assert f"  {verb} " in listing.out, listing.out
        done = caisson("help", verb)
        assert done.code == 0 and f"usage: caisson {verb}" in done.out, done
        assert caisson(verb, "--help").out == done.out
        assert max(map(len, done.out.splitlines())) <= 80, done.out
        examples = done.out.partition("examples:\n")[2].splitlines()
        assert sum(x.startswith("  $ ") for x in examples) == 2, done.out


def test_help_of_a_first_word_lists_its_commands(caisson: Caisson) -> None:
    for word, second in (("audit", "verify"), ("snapshot", "fork"), ("policy", "explain")):
        done = caisson("help", word)
        assert done.code == 0 and f"  {word} {second}" in done.out, done
    assert caisson("help", "sna").code == 125
    unknown = caisson("help", "sandbox")
    assert unknown.code == 125 and "no verb 'sandbox'" in unknown.err
    assert "create" in unknown.err and "egress watch" in unknown.err


def test_no_arguments_is_an_error_with_help(caisson: Caisson) -> None:
    done = caisson()
    assert done.code == 125 and "usage:" in done.out, done


def test_version(caisson: Caisson) -> None:
    text = caisson("version").out
    assert re.fullmatch(r"caisson \d+\.\d+\.\d+ \(\w+\)\n", text), text
    assert caisson("--version").out == caisson("-V").out == text
    data = caisson("version", "--json").json
    assert data["schema"] == "caisson.version/1"
    assert data["version"] in text and data["commit"] in text
    assert "caisson.result/1" in data["schemas"]


def test_check_good_and_bad(caisson: Caisson) -> None:
    assert caisson("check", "-", stdin="print(1)\n").code == 0
    done = caisson("check", "-", stdin="def f(:\n  pass\n")
    assert done.code == 1 and "SyntaxError" in done.err, done
    assert done.out == ""
    assert caisson("check", "-q", "-", stdin="x = =").err == ""


def test_check_runs_nothing(caisson: Caisson) -> None:
    done = caisson("check", "-", stdin="print('ran')\nwhile True: pass\n")
    assert (done.code, done.out, done.err) == (0, "", ""), done


def test_check_resolves_names(caisson: Caisson) -> None:
    for text, message in (
        ("def f():\n  nonlocal x\n", "no binding for nonlocal 'x' found"),
        ("return 1\n", "'return' outside function"),
        ("break\n", "'break' outside loop"),
        ("def f(a, a): pass\n", "duplicate argument 'a'"),
    ):
        done = caisson("check", "--json", "-", stdin=text)
        assert done.code == 1, (text, done)
        (finding,) = done.json["findings"]
        assert message in finding["message"], (text, finding)
        assert done.json["status"] == "invalid"


def test_check_places_the_error(caisson: Caisson) -> None:
    done = caisson("check", "--json", "-", stdin="a = 1\nb = 2 3\n")
    (finding,) = done.json["findings"]
    assert (finding["type"], finding["line"]) == ("SyntaxError", 2), finding


def test_check_usage(caisson: Caisson) -> None:
    assert caisson("check").code == 125
    assert caisson("check", "a", "b").code == 125
    assert caisson("check", "no-such-file").code == 125


def test_completion_script_is_valid_and_complete(caisson: Caisson) -> None:
    script = caisson("completion", "bash").out
    done = subprocess.run(
        ["bash", "-n"], input=script, text=True, capture_output=True
    )
    assert done.returncode == 0, done.stderr
    for verb in VERBS:
        listed = re.findall(r"--[a-z-]+", caisson("help", verb).out)
        line = next(
            text for text in script.splitlines()
            if re.match(rf"\s+{verb}(\|\w+)?\) operands=", text)
        )
        for option in set(listed):
            assert f"{option} " in line, (verb, option)


def test_completion_of_an_unknown_shell(caisson: Caisson) -> None:
    assert caisson("completion", "tcsh").code == 125


def test_depths(caisson: Caisson) -> None:
    for depth in ("auto", "interp"):
        assert caisson.code("print(1)", "--depth", depth).out == "1\n"
    assert caisson.code("print(1)", "--depth=check").out == ""
    done = caisson.code("x = = 1", "--depth=check")
    assert done.code == 1 and "SyntaxError" in done.err, done
    for depth, why in (("image", "use --image REF"), ("vm", "cannot run"), ("deep", "no such depth")):
        done = caisson.code("print(1)", "--depth", depth)
        assert done.code == 125 and why in done.err and depth in done.err, done
        assert done.out == ""
