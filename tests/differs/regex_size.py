# regex_size.py: A regular expression that compiles to over 64 KiB is refused.
# SPDX-License-Identifier: Apache-2.0
#
# PCRE2, which runs them, writes a counted repetition out: 2000 times a set of
# characters is too much if the group captures, and 20000 times in any case.

import re

re.compile(r"(?:[^\\\[\]\s]|\\.){1,2500}")
for pattern in (r"(?:[^\\\[\]\s]|(\\).){1,2000}", r"(?:[^\\\[\]\s]|\\.){1,20000}"):
    try:
        re.compile(pattern)
    except RuntimeError as e:
        print(e)
#> regular expression is too large
#> regular expression is too large
