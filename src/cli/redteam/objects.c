/*
 * objects.c - groups A and B: values that lie about what they are.
 *
 * What such a value could win is memory of the process that runs the engine, so
 * the attack has succeeded when that process dies or the engine gives up. There
 * is no host where that is allowed: their control is the fuzzer that finds each
 * of the old confusions when it is put back (make fuzz-defects).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/redteam/attack.h"

/* Call everything with everything; only an exception may come of it. */
#define TRY                                                       \
  "def tries(*calls):\n"                                          \
  "    for call in calls:\n"                                      \
  "        try: call()\n"                                         \
  "        except Exception: pass\n"                              \
  "BUILTIN = [c for c in vars(__import__('builtins')).values()\n" \
  "           if isinstance(c, type)]\n"

static const cs_attack attacks[] = {
    {"A21", "objects that claim to be of another type", CS_ATTACK_ENGINE, 0,
     .code = TRY
     "import ast, json, re, struct, math\n"
     "def liar(t):\n"
     "    class L: __class__ = property(lambda s: t)\n"
     "    return L()\n"
     "for t in BUILTIN:\n"
     "    x = liar(t)\n"
     "    tries(*[lambda f=f: f(x) for f in (compile, exec, eval, ast.parse,\n"
     "        __import__, open, len, hash, json.dumps, re.compile, math.gcd,\n"
     "        struct.calcsize, chr, iter, sorted, sum, memoryview, bytes,\n"
     "        str.upper, list.append, dict.keys, tuple.count, "
     "int.bit_length)],\n"
     "        lambda: compile('1', x, 'eval'), lambda: exec('1', x),\n"
     "        lambda: 'a'.join([x]), lambda: [].extend(x), lambda: "
     "{}.update(x),\n"
     "        lambda: setattr(liar, x, 1), lambda: type(x, (), {}),\n"
     "        lambda: type('T', x, {}), lambda: type('T', (), x))\n"},
    {"A23", "layouts of classes by an mro() of one's own", CS_ATTACK_ENGINE, 0,
     .code = TRY
     "for base in BUILTIN:\n"
     "  for other in (int, str, list, dict, type, BaseException, 5, None):\n"
     "    class M(type):\n"
     "        def mro(c): return [c, other, object]\n"
     "    def use():\n"
     "        C = M('C', (base,) if base is not bool else (), {})\n"
     "        x = C.__new__(C)\n"
     "        tries(lambda: len(x), lambda: repr(x), lambda: x + x,\n"
     "              lambda: x[0], lambda: x.append(1), lambda: x.args,\n"
     "              lambda: setattr(x, '__class__', other),\n"
     "              lambda: setattr(C, '__bases__', (other,)), lambda: "
     "hash(x))\n"
     "    tries(use)\n"},
    {"A24", "closures and code that do not belong together", CS_ATTACK_ENGINE,
     0,
     .code = TRY
     "def outer():\n"
     "    a = b = 1\n"
     "    def f(): return a, b\n"
     "    return f\n"
     "f = outer()\n"
     "class T(tuple): pass\n"
     "for c in ((), (1,), (1.5, 2), f.__closure__[:1], f.__closure__ * 2,\n"
     "          T(f.__closure__), list(f.__closure__), ('a', 'b'), None, 5):\n"
     "    tries(lambda: exec(f.__code__, {}, closure=c),\n"
     "          lambda: type(f)(f.__code__, {}, 'g', (), c)(),\n"
     "          lambda: setattr(f, '__closure__', c))\n"
     "tries(lambda: setattr(f, '__code__', outer.__code__),\n"
     "      lambda: setattr(f, '__code__', compile('1', 'x', 'eval')))\n"
     "f()\n"},
    {"A25", "names that are no plain texts", CS_ATTACK_ENGINE, 0,
     .code = TRY
     "class S(str):\n"
     "    def __hash__(s): return 1\n"
     "    def __eq__(s, o): return True\n"
     "class C: pass\n"
     "for n in (S('x'), S(''), S('\\ud800'), b'x', 5, 1.5, None):\n"
     "    tries(lambda: setattr(C, n, 1), lambda: getattr(C, n),\n"
     "          lambda: setattr(C, '__qualname__', n), lambda: __import__(n),\n"
     "          lambda: setattr(C, '__name__', n), lambda: repr(C),\n"
     "          lambda: type(n, (), {'__slots__': [n]}), lambda: C(**{n: 1}),\n"
     "          lambda: '{0.' .format(n), lambda: vars(C)[n])\n"},
    {"A26", "objects that were never finished", CS_ATTACK_ENGINE, 0,
     .code = TRY
     "import io, re, struct, collections, datetime, decimal, random\n"
     "more = [io.StringIO, io.BytesIO, struct.Struct, collections.deque,\n"
     "        collections.OrderedDict, datetime.datetime, decimal.Decimal,\n"
     "        random.Random, type(re.compile('')), type(iter([])),\n"
     "        type((i for i in ())), type(tries), type(tries.__code__)]\n"
     "for c in BUILTIN + more:\n"
     "    def use():\n"
     "        x = c.__new__(c)\n"
     "        if '<unbound>' in repr(x): raise SystemExit(77)\n"
     "        for name in dir(x):\n"
     "            m = getattr(x, name, None)\n"
     "            if name not in ('__class__', '__subclasses__'):\n"
     "                tries(lambda: m(), lambda: m(x), lambda: m(1, 2))\n"
     "    tries(use)\n"},
    {"A27", "callbacks that change what is worked on", CS_ATTACK_ENGINE, 0,
     .code = TRY
     "class X:\n"
     "    def __init__(s, a): s.a = a\n"
     "    def hit(s, *r):\n"
     "        s.a.clear()\n"
     "        s.a.extend(range(99)) if hasattr(s.a, 'extend') else 0\n"
     "        return 1\n"
     "    __index__ = __hash__ = __len__ = __int__ = hit\n"
     "    def __eq__(s, o): return bool(s.hit())\n"
     "    def __lt__(s, o): return bool(s.hit())\n"
     "    def __iter__(s): yield s.hit()\n"
     "for make in (list, bytearray):\n"
     "    a = make(b'abcdefgh' * 9)\n"
     "    x = X(a)\n"
     "    tries(lambda: a.insert(x, x), lambda: a[x], lambda: a.pop(x),\n"
     "          lambda: a.__setitem__(slice(0, 5), x), lambda: a.index(x),\n"
     "          lambda: a.extend(x), lambda: a.remove(x), lambda: a * x,\n"
     "          lambda: a.sort(key=x.hit), lambda: sorted([x, x, 3]),\n"
     "          lambda: a.__delitem__(slice(x, 70)), lambda: x in a,\n"
     "          lambda: memoryview(a)[x], lambda: a == [x] * 72)\n"
     "d = {}\n"
     "class K:\n"
     "    def __hash__(s): return 1\n"
     "    def __eq__(s, o): d.clear(); return False\n"
     "tries(lambda: [d.__setitem__(K(), i) for i in range(99)],\n"
     "      lambda: d == {K(): 1}, lambda: set(d) | {K(), K()})\n"},
    {"B18", "a table filled with keys of one hash", CS_ATTACK_ENGINE,
     CS_ATTACK_BARE | CS_ATTACK_ENDED,
     .code = "import time\n"
             "M = 2**61 - 1\n"
             "def cost(keys):\n"
             "    best = 9e9\n"
             "    for i in range(3):\n"
             "        begin = time.process_time()\n"
             "        dict.fromkeys(keys)\n"
             "        best = min(best, time.process_time() - begin)\n"
             "    return best\n"
             "bad = [i * M for i in range(6000)]\n"
             "good = [i * M + i * 7919 for i in range(6000)]\n"
             "attempt(lambda: cost(bad) > 200 * cost(good))\n"},
    {"B20", "arguments of the wrong type for everything", CS_ATTACK_ENGINE, 0,
     .code = TRY
     "import ast, math, operator, string\n"
     "values = [None, 5, -1, 2**63, 1.5, float('nan'), '', 'x', b'y', [],\n"
     "          (1,), {}, set(), int, len, object(), ..., range(3), 1j]\n"
     "skip = {'exit', 'quit', 'input', 'breakpoint', 'help', 'print', 'exec'}\n"
     "for m in (ast, math, operator, string):\n"
     "    for name, f in list(vars(m).items()):\n"
     "        if not callable(f) or name in skip or name[0] == '_': continue\n"
     "        tries(f, *[lambda v=v: f(v) for v in values],\n"
     "              *[lambda v=v, w=w: f(v, w) for v in values\n"
     "                for w in values[:4]])\n"},
};

const cs_attack_list cs_attacks_objects = {attacks,
                                           sizeof attacks / sizeof *attacks};
