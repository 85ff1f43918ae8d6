# regex_size.py: A regular expression that compiles to over 64 KiB is refused.
# SPDX-License-Identifier: Apache-2.0
#
# PCRE2, which runs them, writes a counted repetition out: 2000 times a set of
# characters is too much, 200 times is not.

import re

re.compile(r"(?:[^\\\[\]\s]|\\.){1,200}")
try:
    re.compile(r"(?:[^\\\[\]\s]|\\.){1,2000}")
except RuntimeError as e:
    print(e)
#> regular expression is too large
