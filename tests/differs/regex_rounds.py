# regex_rounds.py: A counted group that matches nothing ends its repetition.
# SPDX-License-Identifier: Apache-2.0
#
# PCRE2, which matches counted groups, stops repeating a group after an empty match;
# CPython tries the next alternative first.  The result differs only if a repeated
# group can match the empty text.

import re

print(re.findall(r"(?:k?| ){1,3}", " k"), re.findall(r"(?:k?| )+", " k"))
#> ['', ' ', 'k', ''] ['', ' k', '']
print(re.match(r"((\W){,2}?){,2}c", "-c").groups())
#> ('-', '-')
