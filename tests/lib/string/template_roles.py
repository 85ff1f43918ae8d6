# Placeholders of every kind.
# SPDX-License-Identifier: Apache-2.0
from string import Template


class Empty(Template):
    idpattern = "[a-z]*"


for text in ("$a ${b} $$ $", "${a", "$1", "x\n y $ z", "$a$b$$a${c}", ""):
    for how in (Template.substitute, Template.safe_substitute):
        for values in ({"a": 1, "b": None}, {}):
            try:
                print(repr(how(Template(text), values, c="d")))
            except (KeyError, ValueError) as e:
                print(type(e).__name__, e)
try:
    print(Empty("x $ y").substitute({"": 1}))
except (KeyError, ValueError) as e:
    print(type(e).__name__, e.args[0])
