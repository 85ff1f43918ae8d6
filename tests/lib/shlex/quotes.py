# Words with quotes, and what only looks like them.
# SPDX-License-Identifier: Apache-2.0
import shlex

for text in ("a 'b c' d", "'' \"\" a''b", "a'b c'd\"e f\"g", "\"it's\" '\"'",
             "a\\ b 'c'", '"a\\"b" c', "'a\\b'", "'a", 'a "b', "a\\",
             "a # 'b'", "\t'x\ny'\r\n z", "ä 'ö ü'"):
    for posix in (True, False):
        for comments in (True, False):
            try:
                print(shlex.split(text, comments, posix))
            except ValueError as e:
                print(e)
