"""reference.py - time one program inside CPython.

  python3 -I reference.py REPEAT FILE

The counterpart of `caisson run --stats json --repeat N`: the program's output
appears once on stdout; the last line on stderr is a JSON object with the best
compile and run times in microseconds.  Every run gets a fresh module.

SPDX-License-Identifier: Apache-2.0
"""

import io
import json
import sys
import time


def main() -> None:
    repeat, path = int(sys.argv[1]), sys.argv[2]
    with open(path, encoding="utf-8") as file:
        source = file.read()
    clock = time.perf_counter_ns
    compile_ns = run_ns = None
    output = ""
    real = sys.stdout
    for turn in range(max(repeat, 1)):
        start = clock()
        code = compile(source, path, "exec")
        middle = clock()
        namespace = {"__name__": "__main__", "__file__": path}
        sys.stdout = sink = io.StringIO()
        begin = clock()
        exec(code, namespace)
        end = clock()
        sys.stdout = real
        if turn == 0:
            output = sink.getvalue()
        took = middle - start
        compile_ns = took if compile_ns is None else min(compile_ns, took)
        took = end - begin
        run_ns = took if run_ns is None else min(run_ns, took)
    real.write(output)
    real.flush()
    stats = {"compile_us": compile_ns / 1000, "run_us": run_ns / 1000}
    print(json.dumps(stats), file=sys.stderr)


main()
