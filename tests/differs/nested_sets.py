# nested_sets.py: re gives no FutureWarning for patterns such as [[a].
# SPDX-License-Identifier: Apache-2.0
#
# CPython warns of sets such as [[a] and [a||b], because a later version may change
# their meaning.  A session runs one version, in which the meaning is fixed.
import re
import warnings

warnings.simplefilter("error")
print(re.findall("[[a]", "[ab]"), re.findall("[a||b]", "a|b"))
#> ['[', 'a'] ['a', '|', 'b']
