#!/usr/bin/env python3
"""mkrunner.py - join the files of a jail's runner into one module.

    mkrunner.py OUTPUT PART...

Parts come in the order of their use; what one imports from another part is
there already, so those lines are left out.

SPDX-License-Identifier: Apache-2.0
"""

import ast
import sys
from pathlib import Path

HEAD = "# caisson_runner.py - joined by tools/build/mkrunner.py from src/jail/runner.\n"


def main() -> None:
    output, *names = sys.argv[1:]
    parts = [Path(name) for name in names]
    stems = {part.stem for part in parts}
    joined = [HEAD]
    for part in parts:
        text = part.read_text()
        lines = text.splitlines(keepends=True)
        for node in ast.parse(text).body:
            if isinstance(node, ast.ImportFrom) and node.module in stems:
                for i in range(node.lineno - 1, node.end_lineno or node.lineno):
                    lines[i] = ""
        joined.append("".join(line for line in lines if not line.startswith("#")))
    Path(output).write_text("\n".join(joined))


main()
