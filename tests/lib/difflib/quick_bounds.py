# The bounds of ratio(), and who asks for them.
# SPDX-License-Identifier: Apache-2.0
import difflib

for a, b in (("", ""), ("abcd", ""), ("abcd", "bcde"), ("aab", "abb"),
             ([1, 2, 2], [2, 2, 3]), ("tide", "diet")):
    m = difflib.SequenceMatcher(None, a, b)
    print(m.real_quick_ratio(), m.quick_ratio(), m.ratio(), m.fullbcount)
    m.set_seq1(b)
    print(m.quick_ratio())
words = ["ape", "apple", "peach", "puppy", "appel", "", "lappe"]
for cutoff in (0.0, 0.5, 0.6, 0.8, 1.0):
    print(difflib.get_close_matches("appel", words, 4, cutoff))
