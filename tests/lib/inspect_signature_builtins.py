# inspect_signature_builtins.py - signatures of built-in functions and classes.
# SPDX-License-Identifier: Apache-2.0
import inspect
import itertools
import json
import math

for thing in (print, input, eval, exec, compile, aiter, sorted, open,
              __import__, complex, enumerate, float, list, tuple, memoryview,
              property, reversed, itertools.accumulate, itertools.count,
              itertools.groupby, itertools.permutations, json.dumps,
              json.loads, math.gcd):
    print(thing.__name__, inspect.signature(thing))


def print(a):
    pass


print.__module__ = "builtins"
__builtins__.print(inspect.signature(print))
