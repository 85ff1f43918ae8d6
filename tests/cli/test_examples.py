"""The programs in examples/, built by meson, print what they promise."""

import os
import subprocess
import unittest

BUILD = os.environ.get("BUILD", "build-debug")


def run(name, text=""):
    done = subprocess.run([os.path.join(BUILD, "example_" + name)],
                          input=text, capture_output=True, text=True,
                          timeout=60)
    assert done.returncode == 0, done
    return done.stdout


class Examples(unittest.TestCase):
    def test_hello(self):
        self.assertEqual(run("hello"), "counting 4 words\n"
                         "the: 3\nquick: 5\nbrown: 5\nfox: 3\n")

    def test_tools_run_in_parallel_and_end_in_any_order(self):
        self.assertEqual(
            run("tools"),
            "host: working on Oslo\nhost: working on Rome\n"
            "host: working on Helsinki\nhost: Helsinki is ready\n"
            "host: Rome is ready\nhost: Oslo is ready\n"
            "Oslo 14, Rome 14, Helsinki 18\n")

    def test_fork(self):
        self.assertEqual(
            run("fork"),
            "session: start -> left\ntwin: start -> right\n"
            "from fewer than a million bytes, waiting in choose()\n"
            "later: start -> straight on\n")

    def test_repl(self):
        self.assertEqual(
            run("repl", "x = 20\nx + 1\n\nx = x + 1\n1 / 0\n\nx * 2\n\n"
                        "while True: pass\n\nprint('still', x)\n"),
            "= 21\n! ZeroDivisionError in line 2: division by zero\n= 42\n"
            "! limit: fuel\nstill 21\n")


if __name__ == "__main__":
    unittest.main()
