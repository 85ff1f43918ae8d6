"""Separators that are not text; a string left open inside an f-string."""

import json

for pair in ((b",", ":"), (",", b":"), (1, 2)):
    for indent in (None, 1):
        try:
            print(json.dumps({1: 2, 3: [4, 5]}, separators=pair, indent=indent))
        except TypeError as error:
            print("TypeError", type(error) is TypeError)


class Text(str):
    pass


print(json.dumps({1: 2, 3: [4, 5]}, separators=(Text("; "), Text("="))))
for source in ("f'{\"x'", "f'{(\"x}'"):
    try:
        compile(source, "x", "eval")
    except SyntaxError as error:
        print(error.msg)
