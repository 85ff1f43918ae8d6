"""P12: no work of a built-in goes on long after the deadline; twice the work costs
twice the time.

Families of built-ins and of compiler input, each for a size n.  A session with a
small limit of computing time makes one with a size that takes longer: the time of
the processor beyond the limit is small.  Smaller sizes are measured twice, with n and
2 n.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from caisson import Limits, Sandbox
from choices import Choices
from prop import Broken, Property

LATE = 0.15  # seconds of the processor, in a build with assertions on a busy machine

# What is measured; n is its size.  Those of the second table are quadratic in CPython
# as well, and pay for it in steps of the engine or by the clock.
LINEAR = {
    "replace": "('ab' * {n}).replace('a', 'ccc')",
    "split": "len(('a ' * {n}).split())",
    "join": "len(','.join(['a'] * {n}))",
    "upper": "len(('aé' * {n}).upper())",
    "encode": "len(('aé' * {n}).encode().decode())",
    "find": "('a' * {n}).find('b')",
    "count": "('ab' * {n}).count('ba')",
    "translate": "len(('ab' * {n}).translate({{97: 'x'}}))",
    "format": "len('{{}}'.format('x' * {n}))",
    "repr": "len(repr(['ab'] * {n}))",
    "sorted": "sorted(range({n}, 0, -1))[0]",
    "reversed": "list(reversed(range({n})))[0]",
    "enumerate": "len(list(enumerate(range({n}))))",
    "zip": "len(list(zip(range({n}), range({n}))))",
    "map": "sum(map(abs, range({n})))",
    "sum": "sum(range({n}))",
    "set": "len(set(range({n})))",
    "dict": "len(dict.fromkeys(range({n})))",
    "union": "len(set(range({n})) | set(range({n}, 2 * {n})))",
    "list equal": "[1] * {n} == [1] * {n}",
    "tuple hash": "hash((1,) * {n})",
    "bytes hex": "len(bytes({n}).hex())",
    "fromhex": "len(bytes.fromhex('00' * {n}))",
    "bytearray": "len(bytearray(b'a' * {n}).replace(b'a', b'bb'))",
    "json dumps": "import json; len(json.dumps([1] * {n}))",
    "json loads": "import json; len(json.loads('[' + '1,' * {n} + '1]'))",
    "re": "import re; len(re.findall('a|b', 'ab' * {n}))",
    "re sub": "import re; len(re.sub('a', 'x', 'ab' * {n}))",
    "crc": "import zlib; zlib.crc32(bytes({n}) * 20)",
    "compress": "import zlib; len(zlib.compress(bytes({n}) * 5))",
    "sha256": "import hashlib; hashlib.sha256(bytes({n}) * 5).hexdigest()",
    "base64": "import base64; len(base64.b64decode(base64.b64encode(bytes({n}))))",
    "unpack": "import struct; len(struct.unpack('%dB' % {n}, bytes({n})))",
    "array": "import array; sum(array.array('i', range({n})))",
    "counter": "import collections; len(collections.Counter('ab' * {n}))",
    "deepcopy": "import copy; len(copy.deepcopy([[1]] * {n}))",
    "product": "import itertools; sum(1 for _ in itertools.product(range({n}), [1]))",
    "fsum": "import math; math.fsum([0.1] * {n})",
    "shift": "(1 << {n}).bit_length()",
    "and": "((1 << {n}) - 1 & (1 << {n}) - 5).bit_count()",
    "add": "((1 << 8 * {n}) + (1 << 4 * {n})).bit_length()",
    "compile sum": "len(compile('1+' * ({n} // 10) + 'x', 'f', 'eval').co_code)",
    "compile names": "len(compile('\\n'.join(f'x{{i}} = {{i}}' for i in range({n} // 10)), 'f', 'exec').co_names)",
    "compile list": "len(compile('[' + 'x,' * ({n} // 2) + ']', 'f', 'eval').co_code)",
    "compile import": "len(compile('from a import ' + ', '.join('b%d' % i for i in range({n} // 10)), 'f', 'exec').co_names)",
    "compile defs": "len(compile('def f(): pass\\n' * ({n} // 20), 'f', 'exec').co_consts)",
    "literal_eval": "import ast; len(ast.literal_eval('[' + '1,' * {n} + ']'))",
    "ast parse": "import ast; len(ast.parse('x\\n' * ({n} // 10)).body)",
    "normalize": "import unicodedata; len(unicodedata.normalize('NFD', 'é' * {n}))",
    "casefold": "len(('ß' * {n}).casefold())",
    "splitlines": "len(('a\\n' * {n}).splitlines())",
    "list repeat": "len([None] * {n} * 10)",
    "slice": "len(([1] * {n})[::2])",
    "min": "min([1] * {n})",
    "any": "any([0] * {n})",
    "textwrap": "import textwrap; len(textwrap.fill('ab ' * ({n} // 10)))",
    "csv": "import csv, io; len(list(csv.reader(io.StringIO('a,b\\n' * ({n} // 4)))))",
    "stringio": "import io; len(io.StringIO('a\\n' * {n}).readlines())",
    "pickle": "import pickle; len(pickle.loads(pickle.dumps([1] * {n})))",
}
STEEP = {
    "int text": "len(str(1 << {n}))",
    "int parse": "int('9' * ({n} // 4)).bit_length()",
    "multiply": "(((1 << {n}) - 1) * ((1 << {n}) - 3)).bit_length()",
    "divide": "(((1 << 2 * {n}) - 1) // ((1 << {n}) - 3)).bit_length()",
    "gcd": "import math; math.gcd((1 << {n}) - 1, (1 << {n} - 7) - 1)",
    "isqrt": "import math; math.isqrt(1 << {n}).bit_length()",
    "power": "pow(3, 1 << ({n} // 64), (1 << 2048) - 1).bit_length()",
    "factorial": "import math; math.factorial({n} // 20).bit_length()",
    "re steep": "import re; re.match('(a*)*b', 'a' * ({n} // 1000))",
    "permutations": "import itertools; sum(1 for _ in itertools.permutations(range(11)))",
    "difflib": "import difflib; difflib.SequenceMatcher(None, 'ab' * ({n} // 100), 'ba' * ({n} // 100)).ratio()",
    "loop": "while True: pass",
}
BURN = "burn()"  # the control: a built-in that never looks at the clock


@dataclass(frozen=True)
class Case:
    family: str
    text: str
    limit_ms: int


class Late(Property):
    number = "P12"
    holds = "no built-in computes long after its deadline"
    depths = "interp"
    defect = "a built-in that does not look at the clock"
    slice = 12

    def draw(self, c: Choices) -> Case:
        table = {**LINEAR, **STEEP}
        family = c.pick(tuple(table))
        n = c.pick((200_000, 1_000_000, 3_000_000, 10_000_000))
        return Case(family, table[family].format(n=n), 1 + c.below(20))

    def judge(self, case: Case, defect: bool) -> int:
        def burn() -> None:
            end = time.process_time() + 2 * LATE
            while time.process_time() < end:
                pass

        text = BURN if defect else case.text
        limits = Limits(time=case.limit_ms / 1000, memory=1 << 30)
        with Sandbox(isolation="inprocess", tools=[burn], limits=limits) as box:
            box.run("1")
            begin = time.process_time()
            done = box.run(text)
            late = time.process_time() - begin - case.limit_ms / 1000
        if late > LATE:
            raise Broken(f"{late * 1000:.0f} ms of the processor after the deadline: {done.status} {done.limit}")
        return 1


class Growth(Property):
    number = "P12"
    holds = "twice the size costs at most 2.5 times the time, twice in a row"
    depths = "interp"
    defect = "a program whose steps copy all that there is"
    slice = 12
    FLOOR = 0.02  # seconds: below it the clock and the machine decide

    def draw(self, c: Choices) -> Case:
        family = c.pick(tuple(LINEAR))
        return Case(family, LINEAR[family], 1 + c.below(8))

    def cost(self, text: str, n: int, times: int = 3) -> float:
        best = 1e9
        for _ in range(times):
            with Sandbox(isolation="inprocess", limits=Limits(memory=2 << 30, time=60)) as box:
                box.run(text.format(n=10))
                begin = time.process_time()
                done = box.run(text.format(n=n))
                best = min(best, time.process_time() - begin)
            if not done.ok:
                raise Broken(f"n = {n}: {done}")
        return best

    def judge(self, case: Case, defect: bool) -> int:
        text = "s = 'x' * {n}\nwhile s: s = s[1:]" if defect else case.text
        n = 2000 * case.limit_ms
        while self.cost(text, n, 1) < self.FLOOR:
            n *= 2
        # Neither a busy machine is a finding nor one step, as where memory is new.
        for size, again in ((n, 3), (n, 9), (2 * n, 3)):
            one, two = self.cost(text, size, again), self.cost(text, 2 * size, again)
            if two <= 2.5 * one:
                return 1
        raise Broken(f"{case.family}: n = {n}: {one * 1000:.1f} ms, {2 * n}: {two * 1000:.1f} ms")
