"""caisson run: targets, arguments, exit codes, streams.

SPDX-License-Identifier: Apache-2.0
"""

from tool import Caisson


def test_output_of_a_program(caisson: Caisson) -> None:
    done = caisson.code("print('out'); import sys; print('err', file=sys.stderr)")
    assert (done.code, done.out, done.err) == (0, "out\n", "err\n"), done


def test_file_and_its_name_in_tracebacks(caisson: Caisson) -> None:
    done = caisson.file("def f():\n    return 1 / 0\nf()\n", "run")
    assert done.code == 1, done
    assert "program.py\", line 2, in f" in done.err, done.err
    assert done.err.endswith("ZeroDivisionError: division by zero\n"), done.err


def test_code_from_stdin(caisson: Caisson) -> None:
    done = caisson("run", "-", stdin="print(6 * 7)\n")
    assert (done.code, done.out) == (0, "42\n"), done


def test_code_from_stdin_leaves_none_to_the_guest(caisson: Caisson) -> None:
    text = "import sys\nprint(repr(sys.stdin.read()))\nmore\n"
    done = caisson("run", "-i", "-", stdin=text)
    assert done.out == "''\n", done


def test_arguments_become_sys_argv(caisson: Caisson) -> None:
    code = "import sys; print(sys.argv)"
    assert caisson("run", "-c", code, "a", "--b").out == "['-c', 'a', '--b']\n"
    assert caisson("run", "-c", code, "--", "-q").out == "['-c', '-q']\n"
    done = caisson("run", "-", "x", "y", stdin=code)
    assert done.out == "['-', 'x', 'y']\n", done


def test_options_after_the_file_belong_to_the_guest(caisson: Caisson) -> None:
    done = caisson("run", "-", "--json", stdin="import sys; print(sys.argv)")
    assert done.out == "['-', '--json']\n", done


def test_exit_code_of_the_guest(caisson: Caisson) -> None:
    for text, code in (
        ("import sys; sys.exit(3)", 3),
        ("raise SystemExit", 0),
        ("raise SystemExit(None)", 0),
        ("raise SystemExit(True)", 1),
        ("raise SystemExit(256 + 7)", 7),
        ("exit(9)", 9),
    ):
        done = caisson.code(text)
        assert (done.code, done.err) == (code, ""), (text, done)


def test_exit_code_of_an_interrupt(caisson: Caisson) -> None:
    done = caisson.code("raise KeyboardInterrupt('x')")
    assert (done.code, done.err.splitlines()[-1]) == (130, "KeyboardInterrupt: x"), done
    assert caisson.code("try: raise KeyboardInterrupt\nexcept KeyboardInterrupt: pass").code == 0


def test_last_words_of_sys_exit(caisson: Caisson) -> None:
    done = caisson.code("import sys; sys.exit('no such thing')")
    assert (done.code, done.err) == (1, "no such thing\n"), done
    done = caisson.code("raise SystemExit((1, 'x'))")
    assert (done.code, done.err) == (1, "(1, 'x')\n"), done


def test_syntax_error_is_a_traceback(caisson: Caisson) -> None:
    done = caisson.code("x = = 1")
    assert done.code == 1, done
    assert done.err.endswith("SyntaxError: invalid syntax\n"), done.err
    assert "    x = = 1\n" in done.err, done.err


def test_stdin_is_empty_without_i(caisson: Caisson) -> None:
    code = "try:\n input()\nexcept EOFError as e:\n print(e)"
    done = caisson.code(code, stdin="line\n")
    assert done.out == "EOF when reading a line\n", done


def test_stdin_with_i(caisson: Caisson) -> None:
    code = "import sys\nprint(input('> '), [*sys.stdin])"
    done = caisson.code(code, "-i", stdin="one\ntwo\nthree")
    assert done.out == "> one ['two\\n', 'three']\n", done


def test_clock_sleep_and_entropy(caisson: Caisson) -> None:
    done = caisson.code(
        "import time, random\n"
        "a = time.monotonic(); time.sleep(0.05); b = time.monotonic()\n"
        "print(0.05 <= b - a < 5, time.time() > 1.6e9)\n"
        "print(random.random() != random.random())\n"
    )
    assert done.out == "True True\nTrue\n", done


def test_text_beyond_ascii(caisson: Caisson) -> None:
    done = caisson.code("import sys; print('grün €', sys.argv[-1])")
    assert done.out == "grün € -c\n", done


def test_missing_file(caisson: Caisson) -> None:
    done = caisson("run", "no-such-file.py")
    assert done.code == 125, done
    assert done.err == (
        "caisson: cannot read 'no-such-file.py': No such file or directory; "
        "check the path, or pass the code with -c\n"
    ), done.err


def test_a_folder_is_no_program(caisson: Caisson) -> None:
    done = caisson("run", "/")
    assert done.code == 125 and "Is a directory" in done.err, done


def test_nothing_to_run(caisson: Caisson) -> None:
    done = caisson("run")
    assert done.code == 125 and "nothing to run" in done.err, done


def test_null_bytes_and_bad_utf8_are_errors_of_the_program(
    caisson: Caisson,
) -> None:
    for data in (b"x = 1\0\n", b"x = '\xff'\n"):
        done = caisson.file(data, "run")
        assert done.code == 1 and "Error" in done.err, (data, done)


def test_empty_program(caisson: Caisson) -> None:
    assert caisson("run", "-", stdin="").code == 0


def test_large_output_is_complete(caisson: Caisson) -> None:
    done = caisson.code("for i in range(100000): print(i)")
    assert done.out == "".join(f"{i}\n" for i in range(100000))


def test_order_of_stdout_and_stderr_is_kept(caisson: Caisson) -> None:
    code = (
        "import sys\n"
        "for i in range(3): print(i); print(i, file=sys.stderr)\n"
    )
    done = caisson.code(code, "--json")
    assert done.json["stdout"] == done.json["stderr"] == "0\n1\n2\n", done


def test_there_are_no_files_to_open(caisson: Caisson) -> None:
    done = caisson.code("open('/etc/passwd')")
    assert done.code == 1 and "root:" not in done.out + done.err, done


def test_long_lines_keep_their_characters_whole(caisson: Caisson) -> None:
    for place in ((), ("--in-process",)):
        for before in ("", "x", "xy", "xyz"):
            text = before + "\u00e9\u20ac\U0001f600" * 30_000
            done = caisson.code(f"print({before!r} + '\u00e9\u20ac\U0001f600' * 30_000)", *place)
            assert (done.code, done.out) == (0, text + "\n"), (place, before, done.err)
