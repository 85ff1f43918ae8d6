# append_str.py: a list grows by freshly made strings.
# SPDX-License-Identifier: Apache-2.0
def collect(n):
    out = []
    for i in range(n):
        out.append(str(i))
    return out


print(len("".join(collect(100_000))))
