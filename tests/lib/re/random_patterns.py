# Patterns of characters, sets, repeats, groups and alternatives, by chance.
# SPDX-License-Identifier: Apache-2.0
import random
import re

UNITS = ["a", "b", "1", "-", " ", r"\.", ".", r"\d", r"\w", r"\s", "[ab]",
         "[^a]", "[a-b1]", r"\W", r"[^\s-]", r"\n", r"\S"]
COUNTS = ["", "", "", "+", "*", "?", "+?", "*?", "??", "{2}", "{1,2}",
          "{0,3}?", "{2,}", "++"]
PLACES = ["^", "$", r"\b", r"\B", r"\A", r"\Z"]
rnd = random.Random(20)


def sequence(depth):
    out = []
    for _ in range(rnd.randint(depth, 4)):
        chance = rnd.random()
        if chance < 0.65:
            out.append(rnd.choice(UNITS) + rnd.choice(COUNTS))
        elif chance < 0.75:
            out.append(rnd.choice(PLACES))
        elif depth == 0:
            body = alternatives(1)
            out.append(rnd.choice(["(", "(?:"]) + body + ")"
                       + rnd.choice(["", "", "?", "*", "+", "{2}", "*?"]))
    return "".join(out)


def alternatives(depth):
    return "|".join(sequence(depth) for _ in range(rnd.choice([1, 1, 2, 3])))


def show(m):
    return m and (m.span(), m.groups())


for number in range(700):
    text = alternatives(0)
    flags = rnd.choice([0, 0, re.I, re.M, re.S, re.M | re.S])
    data = rnd.random() < 0.15
    pattern = re.compile(text.encode() if data else text, flags)
    for _ in range(4):
        s = "".join(rnd.choice("ab1 .\n-") for _ in range(rnd.randint(0, 9)))
        if data:
            s = s.encode()
        print(number, show(pattern.match(s)), show(pattern.search(s)),
              show(pattern.fullmatch(s)), show(pattern.search(s, 1, 6)))
        print([show(m) for m in pattern.finditer(s)])
    print(text, pattern.split(s), pattern.findall(s, 1))
