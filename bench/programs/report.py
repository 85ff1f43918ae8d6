# report.py: a table of 2000 lines by f-strings.
# SPDX-License-Identifier: Apache-2.0
lines = []
balance = 0.0
for i in range(2_000):
    amount = (i * 37 % 1_000) / 8
    balance += amount if i % 2 else -amount / 2
    lines.append(f"{i:>5} | {'in' if i % 2 else 'out':<4}|{amount:>10.2f}"
                 f" |{balance:>14,.2f} | {i % 16:04b}")
text = "\n".join(lines)
print(len(text))
print(lines[0])
print(lines[-1])
