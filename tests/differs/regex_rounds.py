# regex_rounds.py: A counted group that matches nothing ends its repetition.
# SPDX-License-Identifier: Apache-2.0
#
# PCRE2, which matches groups that are counted, stops repeating one after an empty
# round; CPython tries the next alternative first.  Which text is found differs
# only where a repeated group can be empty.

import re

print(re.findall(r"(?:k?| ){1,3}", " k"), re.findall(r"(?:k?| )+", " k"))
#> ['', ' ', 'k', ''] ['', ' k', '']
print(re.match(r"((\W){,2}?){,2}c", "-c").groups())
#> ('-', '-')
