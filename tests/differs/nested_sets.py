# nested_sets.py: re does not warn of a pattern whose meaning may change.
# SPDX-License-Identifier: Apache-2.0
#
# CPython gives a FutureWarning for sets such as [[a] and [a||b]: they may mean
# something else one day.  A session runs one version, whose meaning is fixed.
import re
import warnings

warnings.simplefilter("error")
print(re.findall("[[a]", "[ab]"), re.findall("[a||b]", "a|b"))
#> ['[', 'a'] ['a', '|', 'b']
