# Predicates of every ASCII character, alone, doubled and beside others.
# SPDX-License-Identifier: Apache-2.0
kinds = (str.isalpha, str.isalnum, str.isdecimal, str.isdigit, str.isnumeric,
         str.isspace, str.isprintable, str.isidentifier, str.islower,
         str.isupper, str.istitle, str.isascii)
for i in range(130):
    c = chr(i)
    rows = []
    for text in (c, c + c, "a" + c, c + "B", "1" + c, " " + c, c + "é"):
        rows.append("".join("01"[kind(text)] for kind in kinds))
    print(i, *rows)
print(["01"[kind("")] for kind in kinds])
