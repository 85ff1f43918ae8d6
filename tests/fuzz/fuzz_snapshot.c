/*
 * fuzz_snapshot.c - hostile dumps: refused, or run as some valid program.
 *
 * Dumps name the image they belong to, so stored ones would go stale with
 * every change of the library.  The input is therefore a recipe: its first
 * byte chooses one of the sessions below, dumped once at the start; records
 * then alter that dump, and its checksums are made right again.  What loads
 * is run with little fuel and dumped once more.
 *
 * Records of eight bytes know what a dump consists of: they choose an object
 * by its layout, so that rare ones are met as often as strings, and put
 * references, offsets, counts and flags where such things stand; references
 * may be to any object of the image, also to those that no program can hold,
 * and instructions are altered as such.  Records of six bytes alter any place
 * (recipes whose first byte has no bit 6).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "py/engine.h"
#include "py/engine_in.h"
#include "py/heap/frame.h"
#include "py/snap/snapshot.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

/* Behind every program: whatever is left in its names is used in many ways. */
#define POKE                                                                 \
  "\ndef poke(v):\n"                                                         \
  "  for f in (repr, len, hash, bool, dir, list, sorted, type, str, iter,\n" \
  "      lambda x: x == x, lambda x: next(iter(x)), lambda x: x[0],\n"       \
  "      lambda x: x[1:], lambda x: x + x, lambda x: 0 in x, vars, copy,\n"  \
  "      lambda x: x(), lambda x: x.__doc__, lambda x: next(x), sum,\n"      \
  "      lambda x: x.x, lambda x: f'{x}', lambda x: x.pop(), callable,\n"    \
  "      lambda x: setattr(x, 'q', 1), lambda x: x.send(None),\n"            \
  "      lambda x: x.append(1), lambda x: x.add(1), bytes, gc.collect):\n"   \
  "    try: f(v)\n    except BaseException as e: str(e)\n"                   \
  "for v in list(globals().values()): poke(v)\n"
#define HEAD "from copy import copy\nimport gc\n"

static const char *const programs[] = {
    HEAD
    "d = {'a': [1, 2.5, None, True], 'b': (1, 'x' * 300), 3: {4, 5}}\n"
    "s = 'é' * 200\nbig = 3 ** 200\nc = 1j\nr = range(3)\nz = host(7)\n"
    "print(z, d, s[150], big % 1000, sorted(d['b'][1]), s.upper()[:3])\n" POKE,
    HEAD
    "def g(n):\n  try:\n    for i in range(n):\n      yield host(i)\n"
    "  finally:\n    n = 0\n"
    "h = g(3)\nprint(next(h), list(h), [x for x in g(2)])\nk = g(2)\n"
    "next(k)\n" POKE,
    HEAD
    "class A:\n  __slots__ = ('x', 'y')\n  def __init__(self, x):\n"
    "    self.x = host(x)\n  def __eq__(self, o):\n    return self.x == o.x\n"
    "  def __hash__(self):\n    return 1\n"
    "class B(A, dict if False else object):\n  k = property(lambda s: s.x)\n"
    "  @classmethod\n  def m(cls): return super().__new__(cls)\n"
    "o = B(1)\nd = {o: 2, B(2): 3}\nprint(o.k, d[o], B.__mro__, o == B(3))\n"
    "o.z = 1\nq = B.m\n" POKE,
    HEAD
    "try:\n  try:\n    1 // 0\n  except ZeroDivisionError as e:\n"
    "    raise ValueError(host(1)) from e\nexcept ValueError as e:\n"
    "  f = e\n  print(repr(e), e.__cause__, e.__traceback__.tb_lineno)\n"
    "t = f.__traceback__\nw = t.tb_frame\nw.f_locals\n"
    "x = ExceptionGroup('g', [f, KeyError(1)])\nx.split(KeyError)\n" POKE,
    HEAD
    "class D(dict):\n  def __missing__(self, k):\n    return host(k)\n"
    "class S(str): pass\nd = D(a=1)\nn = memoryview(bytearray(b'abcdefgh'))\n"
    "y = n.cast('H')\nprint(d[4], sorted([3, 1, 2], "
    "key=lambda x: host(x)), S('q') + 'r', bytearray(b'xyz')[1:], "
    "memoryview(b'abc')[::2].tolist(), y[1], n[2:5].tobytes())\n" POKE,
    HEAD
    "import re, json, collections\np = re.compile('(a+)(?P<n>b)?')\n"
    "m = p.match('aab')\nq = collections.deque([1, 2], 3)\nx = host(1)\n"
    "q.append(x)\nk = collections.OrderedDict(a=1)\n"
    "u = collections.Counter('aab')\nl = p.finditer('aabab')\nnext(l)\n"
    "print(m.groups(), m['n'], m.span(2), json.dumps({'a': [x, None]}), q,\n"
    "  p.sub(lambda t: t[0] * 2, 'xab'), p.split('aabaac'))\n" POKE,
    HEAD
    "import asyncio\nasync def f(n):\n  await asyncio.sleep(0)\n"
    "  return host(n)\nasync def main():\n"
    "  return await asyncio.gather(f(1), "
    "f(2))\nprint(asyncio.run(main()))\n" POKE,
    HEAD
    "def outer():\n  n = 5\n  def inner(*a, k=1, **kw):\n"
    "    nonlocal n\n    n += host(1)\n    return n, a, k, kw\n"
    "  return inner\nf = outer()\nprint(f(1, 2, k=3, z=4), f(*range(3)), "
    "[*map(lambda x, y: x + y, [1], [2])])\n" POKE,
    HEAD
    "import weakref, itertools, functools, random, array, hashlib\n"
    "class W: pass\no = W()\nw = weakref.ref(o)\nr = random.Random(1)\n"
    "i = itertools.islice(itertools.cycle([1, 2]), 5)\na = iter([1, 2])\n"
    "b = zip([1, 2], 'ab')\nc = enumerate('ab')\nd = reversed((1, 2))\n"
    "e = map(str, {1: 2}.items())\nj = iter({1, 2})\nk = iter('é€')\n"
    "l = functools.partial(max, 1)\nm = {1: 2}.keys()\nn = list[int] | None\n"
    "h = hashlib.sha256(b'a')\ns = array.array('i', [1, 2])\n"
    "for t in (i, a, b, c, d, e, j, k): next(t)\nz = host(1)\n"
    "print(w(), r.random(), list(i), *a, *b, *c, *d, *e, *j, *k, l(2),\n"
    "  h.hexdigest()[:4], s[1], m & {1}, n)\n" POKE,
    HEAD
    "import datetime, decimal, io, struct, enum, dataclasses, contextlib\n"
    "x = datetime.datetime(2020, 1, 2, 3)\ny = decimal.Decimal('1.5')\n"
    "s = io.StringIO('a\\nb')\nb = io.BytesIO(b'abc')\n"
    "class E(enum.Enum):\n  A = 1\n@dataclasses.dataclass\nclass P:\n"
    "  a: int = 1\np = P()\nt = struct.Struct('<iH')\nwith contextlib."
    "suppress(KeyError):\n  z = host(1)\n"
    "print(x.isoformat(), y * 2, s.readline(), b.read(2), E(1), p,\n"
    "  t.pack(1, 2), x - datetime.timedelta(1))\nmatch p:\n"
    "  case P(a=q): print(q)\n" POKE,
    HEAD
    "import pickle, io, types, sys\nclass M(types.ModuleType):\n  k = 5\n"
    "  def __getattr__(self, n):\n    return host(1)\nm = M('m')\nm.q = 2\n"
    "t = types.ModuleType('t')\nt.__class__ = M\nclass O:\n"
    "  def __init__(self): self.a = [1, {'k': (2, 'x')}]\n"
    "  def __reduce__(self): return (list, (host(2),))\n"
    "  def __getstate__(self): return host(1)\n"
    "f = io.BytesIO()\np = pickle.Pickler(f, 4)\n"
    "u = pickle.dumps([1, -5, 2.5, None, True, 'x', b'y', (1, 2, 3, 4), {1: []}"
    "])\nl = [u, u, (1,), 1 << 40, {'a': 1, 'b': [2]}]\n"
    "try: p.dump([l, O(), l])\nexcept Exception as e: x = e\n"
    "r = pickle.Unpickler(io.BytesIO(u + u))\n"
    "print(m.zz, m.k, t.zz, r.load(), r.load(), f.getvalue()[:4])\n" POKE,
    HEAD
    "import io, itertools, functools, struct, operator\n"
    "s = io.StringIO('a\\nbé\\nc')\nnext(s)\ns.seek(0, 2)\ns.write('more')\n"
    "b = io.BytesIO(b'a\\nb')\nb.readline()\nv = b.getbuffer()\n"
    "i, j = itertools.tee(x for x in [1, 2, 3])\nnext(i)\n"
    "k, l = itertools.tee([1, 2, 3])\nnext(l)\n"
    "g = itertools.groupby('aabb', key=lambda c: host(c))\n"
    "h = itertools.groupby([1, 1, 2])\nm = next(h)[1]\n"
    "n = itertools.compress([1, 2, 3], iter([1, 0, 1]))\nnext(n)\n"
    "@functools.lru_cache(2)\ndef c(x, y=1): return host(x)\n"
    "@functools.cache\ndef d(x): return x\nd(1)\nd((1, 2))\n"
    "o = struct.iter_unpack('<H', b'abcd')\nnext(o)\nt = "
    "struct.Struct('>3sq')\n"
    "q = operator.attrgetter('a.b', 'c')\nr = operator.methodcaller('x', 1)\n"
    "u = itertools.zip_longest([1], [1, 2])\nw = itertools.combinations('abc', "
    "2)\nnext(u)\nnext(w)\n"
    "print(c(1), c(2), c(3), c(1), [(x, list(y)) for x, y in g])\n"
    "print(s.getvalue(), list(i), list(j), *k, *l, *m, *n, *o, *u, *w)\n" POKE,
    HEAD
    "import collections, heapq, bisect\nclass K:\n"
    "  def __init__(self, n): self.n = n\n  def __hash__(self): return 1\n"
    "  def __eq__(self, o): return host(self.n) and self.n == o.n\n"
    "  def __lt__(self, o): return host(1) and self.n < o.n\n"
    "  def __add__(self, o): return K(host(1))\n"
    "  def __getitem__(self, i): return host(i)\n"
    "  def __len__(self): return 2\n  def __del__(self): pass\n"
    "d = {K(i): i for i in range(0, 3)}\ns = {K(1)}\nl = [K(3), K(1), K(2)]\n"
    "def gen():\n  try:\n    yield from (K(i) for i in range(3))\n"
    "  finally: host(4)\ng = gen()\nnext(g)\ndel g\ngc.collect()\n"
    "f = gen()\nnext(f)\nu = collections.Counter([l[0], l[0]])\n"
    "x = heapq.nsmallest(2, l)\nheapq.heapify(l)\nl.sort(key=lambda o: o)\n"
    "y = l[0] + l[1]\nz = y[1]\nb = bytearray(b'abcdef')\n"
    "v = memoryview(b)[1:][1:]\nw = v.cast('b')\nd.setdefault(K(1), 3)\n"
    "print(d == dict(d), K(1) in s, v[0], len(w), u, sorted(f))\n" POKE,
    HEAD
    "import decimal, zlib, csv, json, typing, types, textwrap, xml.etree."
    "ElementTree as et\nclass T(typing.NamedTuple):\n  a: int\n  b: int = 1\n"
    "t = T(1)\nclass I(int):\n  def __index__(self): return host(1)\n"
    "class L(list):\n  def __iter__(self): return iter([host(1)])\n"
    "i = I(3)\nl = L([1])\no = zlib.compressobj()\no.compress(b'abc')\n"
    "e = zlib.decompressobj()\ne.decompress(zlib.compress(b'abcabc')[:7])\n"
    "c = decimal.Decimal('1.25') / 3\nw = csv.reader(['a,b', 'c,d'])\n"
    "next(w)\nj = json.JSONEncoder().iterencode([1, {'a': 2}])\nnext(j)\n"
    "x = et.fromstring('<a b=\"c\"><d/>t</a>')\nn = types.SimpleNamespace("
    "a=1)\ndef f(x: int, *, y: str = 'q') -> list[int]: return x\n"
    "class P(typing.Protocol):\n  a: int\n"
    "async def k():\n  yield 1\n  await h()\n  yield 2\n"
    "async def h(): return host(3)\nq = k()\nr = q.asend(None)\n"
    "try: r.send(None)\nexcept StopIteration as y: z = y\n"
    "del q, r\ngc.collect()\nm = h()\np = sorted([i, 1], key=lambda v: "
    "host(v))\n"
    "print(t, [*range(5)][i], [*l], o.flush()[:1], c, *w, *j, x[0].tag, n, f(1)"
    ")\n" POKE,
    HEAD
    "class A:\n  K = 3\n  def __init__(s, n): s.n = n\n"
    "  def __lt__(s, o): return s.n < o.n\n"
    "  def __eq__(s, o): return s.n == o.n\n"
    "  def __hash__(s): return hash((s.n, s.K))\n"
    "  def __call__(s, x): return s.n + x\n"
    "  def __bool__(s): return s.n > len('ab')\n"
    "  p = property(lambda s: s.n * 2)\n"
    "def g(n):\n  for i in range(n):\n    yield i + host(i)\n"
    "def f(n):\n  r = yield from g(n)\n  return r\n"
    "l = [A(3), A(1), A(2)]\nk = lambda o, d=2: (o.n % d, o.n)\n"
    "print(sum(g(3)), any(x > 90 for x in f(2)), sorted(l, key=k), min(l))\n"
    "print(','.join(str(x) for x in g(2)), max(l, key=k), {a: 1 for a in l})\n"
    "print([*map(l[0], [1, 2])], [*map(k, l)], [*filter(None, l)], "
    "l.index(l[2])"
    ",\n  [o.p for o in l], [o.n + o.K for o in l], next(f(1), 3))\n"
    "b = l[0]\nc = k, A.__lt__, A.p\nd = sum(o(1) for o in l)\n" POKE,
    HEAD
    "import re\nasync def a(n):\n  try:\n    for i in range(n):\n"
    "      x = yield i\n      await w(x)\n  finally:\n    await w(0)\n"
    "class Y:\n  def __await__(s):\n    return (yield host(2))\n"
    "async def w(x): return await Y()\nasync def m():\n  t = 0\n"
    "  async for x in a(3): t += x\n"
    "  return t, [x async for x in a(2)], await anext(a(1), 5)\n"
    "def run(c):\n  try:\n    while 1: c.send(None)\n"
    "  except StopIteration as e: return e.value\nprint(run(m()))\n"
    "p = re.compile(r'(?:(a|ab)(?P<n>c)?)+?(?=x|$)|(?<!b)\\d{2,3}?\\b')\n"
    "i = p.finditer('abcabx 123 abab')\nq = next(i)\n"
    "r = p.sub(lambda m: str(host(len(m[0]))), 'abcabx 12 abab')\n"
    "print(r, p.findall('acx 123'), [m.span('n') for m in i], "
    "p.split('1ax2'))\n"
    "s = re.compile('[^\\\\W_é-ü]+', re.I)\nt = s.scanner('ÀB_c').search()\n"
    "h = a(2)\nj = h.asend(None)\nv = m()\n" POKE,
    "import threading\ngo = threading.Event()\nout = []\nclass C:\n"
    "  def __init__(self, n):\n    go.wait()\n    self.n = n\n"
    "  def __lt__(self, o): return (go.wait(), self.n < o.n)[1]\n"
    "def gen():\n  try:\n    for i in range(2):\n      go.wait()\n"
    "      yield i\n  finally: go.is_set()\nasync def co():\n"
    "  go.wait()\n  return 4\ndef a(): out.append(sum(gen()))\n"
    "def b(): out.append(sorted([3, 1], key=lambda k: (go.wait(), k)[1]))\n"
    "def c(*v, k=1): out.append(max([C(1), C(2)]).n)\n"
    "def d():\n  for x in gen(): out.append([x, next(gen(), 5)])\n"
    "def e():\n  try: 1 / 0\n  except ZeroDivisionError:\n"
    "    go.wait()\n    raise\ndef f():\n  try: co().send(None)\n"
    "  except StopIteration as s: out.append(s.value)\n"
    "ts = [threading.Thread(target=t) for t in (a, b, c, d, e, f)]\n"
    "for t in ts: t.start()\nz = host(1)\ngo.set()\n"
    "for t in ts: t.join(1)\nprint(out)\n" POKE,
};
#define PROGRAMS (sizeof programs / sizeof *programs)
#define LAYOUTS  64

typedef struct base {
  uint8_t *bytes;
  size_t n;
  uint32_t at[CS_SNAP_SEGMENTS], len[CS_SNAP_SEGMENTS]; /* of its segments */
  uint32_t *object[LAYOUTS]; /* where objects start, by layout */
  uint32_t count[LAYOUTS];
  uint8_t layout[LAYOUTS]; /* those that occur */
  uint32_t layouts;
  uint64_t *image; /* references into the image */
  uint32_t images;
} base;

/* Made once by LLVMFuzzerInitialize, read only afterwards. */
static base bases[PROGRAMS];
static cs_pool *pool;
static uint64_t *shared[LAYOUTS]; /* references to all objects of the image */
static uint32_t shared_count[LAYOUTS];

static void must(bool ok) {
  if (!ok) abort();
}

static cs_limits small_limits(void) {
  cs_limits l;
  cs_limits_default(&l);
  l.memory = 8 << 20;
  l.fuel = 20000;
  l.output = 1 << 20;
  return l;
}

/* --- what the dumps consist of ------------------------------------------- */

static void *push(void *list, uint32_t n, size_t each) {
  if (n & (n - 1)) return list;
  void *p = realloc(list, (n ? 2 * (size_t)n : 1) * each);
  must(p != NULL);
  return p;
}

static void note_object(base *b, uint32_t at) {
  const cs_obj *o = (const cs_obj *)(const void *)(b->bytes + at);
  uint32_t l = o->type & 0xFF;
  must(l < LAYOUTS);
  if (b->count[l] == 0) b->layout[b->layouts++] = (uint8_t)l;
  b->object[l] = push(b->object[l], b->count[l], sizeof(uint32_t));
  b->object[l][b->count[l]++] = at;
}

static void note_references(base *b) {
  for (size_t at = b->at[0]; at + 8 <= b->n; at += 8) {
    cs_value v;
    memcpy(&v, b->bytes + at, 8);
    if (!cs_is_ref(v) || cs_ref_off(v) >= CS_HEAP_BASE) continue;
    b->image = push(b->image, b->images, sizeof(uint64_t));
    b->image[b->images++] = v.bits;
  }
}

static void describe(base *b) {
  cs_snap_header h;
  memcpy(&h, b->bytes, sizeof h);
  uint32_t at = (sizeof h + 15) & ~UINT32_C(15);
  for (int i = 0; i < CS_SNAP_SEGMENTS; i++) {
    b->at[i] = at;
    b->len[i] = h.segment[i].length;
    at += (b->len[i] + 15) & ~UINT32_C(15);
  }
  for (uint32_t o = b->at[4]; o < b->at[4] + b->len[4];) {
    const cs_obj *p = (const cs_obj *)(const void *)(b->bytes + o);
    note_object(b, o);
    o += p->units * 16;
  }
  note_references(b);
}

/* All objects of the image, by layout. */
static void note_image(const cs_ctx *ctx) {
  cs_off off = (CS_IMAGE_BASE + (cs_off)sizeof(cs_image) + 15) & ~15u;
  while (off < ctx->image->end) {
    const cs_obj *o = CS_AT(ctx, cs_obj, off);
    uint32_t l = o->type & 0xFF;
    if (l < LAYOUTS) {
      shared[l] = push(shared[l], shared_count[l], sizeof(uint64_t));
      shared[l][shared_count[l]++] = cs_ref(o->type, off).bits;
    }
    off += o->units * 16;
  }
}

/* Natives and namespaces more often than their number. */
static uint64_t pick_shared(const uint8_t *r) {
  static const uint8_t often[] = {CS_L_NATIVE, CS_L_DICT, CS_L_FUNC,
                                  CS_L_CODE,   CS_L_TYPE, CS_L_MODULE};
  uint32_t l = r[5] & 1 ? often[(r[5] >> 1) % sizeof often] : r[5] % LAYOUTS;
  if (!shared_count[l]) l = CS_L_NATIVE;
  return shared[l][(r[6] | (uint32_t)r[7] << 8) % shared_count[l]];
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc;
  (void)argv;
  cs_limits limits = small_limits();
  limits.fuel = 10000000;
  must(cs_pool_new(1, &pool) == CS_OK);
  for (size_t i = 0; i < PROGRAMS; i++) {
    cs_engine *e;
    void *bytes;
    must(cs_engine_new_in(pool, &limits, &e) == CS_OK);
    if (i == 0) note_image(&e->ctx);
    must(cs_engine_add_host(e, "host") == CS_OK);
    must(cs_engine_start(e, programs[i], strlen(programs[i]), "f.py", 0) ==
         CS_STOP_CALL);
    must(cs_engine_dump(e, &bytes, &bases[i].n) == CS_OK);
    bases[i].bytes = bytes;
    describe(&bases[i]);
    cs_engine_free(e);
  }
  return 0;
}

/* --- changes ---------------------------------------------------------------
 */

static const uint64_t words[] = {0,
                                 1,
                                 UINT64_MAX,
                                 UINT64_C(0xFFF8000000000000),
                                 UINT64_C(0xFFFB000000000005),
                                 UINT64_C(0x7FF0000000000001),
                                 UINT64_C(0xFFFE000000000000),
                                 UINT64_C(0xFFFFFFFFFFFFFFFF),
                                 UINT64_C(0x0000000100000000),
                                 UINT64_C(0xFFF9000103400000),
                                 UINT64_C(0xFFFB000000000000),
                                 UINT64_C(0xFFFB000000000002),
                                 UINT64_C(0xFFFB000000000004),
                                 UINT64_C(0xFFFC000000000000),
                                 UINT64_C(0x3FF0000000000000),
                                 UINT64_C(0x7FF0000000000000)};
#define WORDS (sizeof words / sizeof *words)
static const uint32_t halves[] = {0,          1,          2,    15,
                                  16,         255,        4096, 0x7FFFFFFF,
                                  0x80000000, 0xFFFFFFFF, 1023, 65536};
#define HALVES (sizeof halves / sizeof *halves)

/* One change anywhere: a byte, a bit, a word moved, a word of interest. */
static void alter(uint8_t *bytes, size_t n, const uint8_t *r) {
  size_t at = ((size_t)r[0] | (size_t)r[1] << 8 | (size_t)r[2] << 16) % n;
  size_t word = at & ~(size_t)7, other = (at * 7 + r[5] * 8u) % n & ~(size_t)7;
  switch (r[3] & 7) {
    case 0: bytes[at] = r[4]; break;
    case 1: bytes[at] ^= (uint8_t)(1u << (r[4] & 7)); break;
    case 2: bytes[at] = (uint8_t)(bytes[at] + (int8_t)r[4]); break;
    case 3: memcpy(bytes + word, bytes + other, 8); break;
    case 4: memcpy(bytes + word, &words[r[4] % 10], 8); break;
    case 5:
      memcpy(bytes + (at & ~(size_t)3), bytes + (other & ~(size_t)3), 4);
      break;
    case 6: { /* a reference to a neighbour */
      uint32_t off;
      memcpy(&off, bytes + word, 4);
      off += (uint32_t)((int8_t)r[4] * 16);
      memcpy(bytes + word, &off, 4);
      break;
    }
    default: { /* another type */ bytes[word + 4] = r[4]; break;
    }
  }
}

/* Some object of the dump, and what its reference looks like. */
static uint32_t pick(const base *b, uint32_t layout, uint32_t which,
                     cs_value *ref) {
  uint32_t l = b->layout[layout % b->layouts];
  uint32_t at = b->object[l][which % b->count[l]];
  const cs_obj *o = (const cs_obj *)(const void *)(b->bytes + at);
  *ref = cs_ref(o->type, CS_HEAP_BASE + at - b->at[4]);
  return at;
}

/* Where a record points: a word of an object, of the head, of the frames, of
 * the registers or of the header. */
static uint32_t place(const base *b, const uint8_t *r, uint32_t *size) {
  cs_value ref;
  uint32_t at, seg = r[0] & 31, k = r[2] | (uint32_t)(r[3] >> 5) << 8;
  if (seg == 31) {
    *size = sizeof(cs_snap_header);
    return 0;
  }
  if (seg >= 25) {
    static const uint8_t which[] = {0, 2, 2, 3, 3, 3};
    at = b->at[which[seg - 25]];
    *size = b->len[which[seg - 25]];
    uint32_t skip = (r[2] * 64u) % (*size ? *size : 1) & ~7u;
    *size -= skip;
    return at + skip;
  }
  if (seg == 24 && b->count[CS_L_CODE]) { /* the instructions of some code */
    at = b->object[CS_L_CODE][k % b->count[CS_L_CODE]];
    const cs_code *c = (const cs_code *)(const void *)(b->bytes + at);
    if (c->insns >= CS_HEAP_BASE) {
      *size = c->ninsns * 4;
      return b->at[4] + (c->insns - CS_HEAP_BASE) +
             (uint32_t)offsetof(cs_raw, data);
    }
  }
  at = pick(b, r[1], k, &ref);
  *size = ((const cs_obj *)(const void *)(b->bytes + at))->units * 16;
  return at;
}

static void change(const base *b, uint8_t *bytes, const uint8_t *r) {
  uint32_t size, at = place(b, r, &size);
  if (size < 8) return;
  uint32_t field = (r[3] & 31) * 8u % size;
  if (r[0] & 32) field = (field + r[7] * 256u) % size & ~7u;
  uint8_t *word = bytes + at + field, *half = word + (r[4] & 128 ? 4 : 0);
  cs_value ref;
  uint32_t other = pick(b, r[5], r[6], &ref), off, v;
  memcpy(&v, half, 4);
  switch (r[4] & 15) {
    case 0:
      v = r[5];
      memcpy(half, &v, 4);
      break;
    case 1: memcpy(half, &halves[r[5] % HALVES], 4); break;
    case 2:
    case 3: memcpy(word, &ref, 8); break;
    case 4:
      off = cs_ref_off(ref);
      memcpy(half, &off, 4);
      break;
    case 5: /* the same field of another object */
      if (other + field + 8 <= b->n) memcpy(word, b->bytes + other + field, 8);
      break;
    case 6: memcpy(word, &words[r[5] % WORDS], 8); break;
    case 7:
      ref = cs_int((int8_t)r[5]);
      memcpy(word, &ref, 8);
      break;
    case 8: word[r[6] & 7] = r[5]; break;
    case 9: word[r[6] & 7] ^= (uint8_t)(1u << (r[5] & 7)); break;
    case 10:
      v += r[5] - UINT32_C(128);
      memcpy(half, &v, 4);
      break;
    case 11:
      if (r[7] & 64) {
        uint64_t bits = pick_shared(r);
        memcpy(word, &bits, 8);
        break;
      }
      memcpy(word, &b->image[(r[5] * 256u + r[6]) % b->images], 8);
      break;
    case 12:
      if (r[7] & 64) {
        off = (uint32_t)pick_shared(r);
        memcpy(half, &off, 4);
        break;
      }
      off = (uint32_t)b->image[(r[5] * 256u + r[6]) % b->images];
      memcpy(half, &off, 4);
      break;
    case 13:
      v ^= UINT32_C(1) << (r[5] % 32u);
      memcpy(half, &v, 4);
      break;
    case 14: { /* two words change places */
      uint64_t x, y;
      uint32_t to = r[5] * 8u % (size & ~7u);
      memcpy(&x, word, 8);
      memcpy(&y, bytes + at + to, 8);
      memcpy(bytes + at + to, &x, 8);
      memcpy(word, &y, 8);
      break;
    }
    default: bytes[at + 2 + (r[6] & 1)] = r[5]; break; /* flags or kind */
  }
}

/* --- one dump ------------------------------------------------------------ */

static void run(cs_engine *e) {
  cs_stop stop = cs_run(e);
  for (int i = 0; i < 20 && stop != CS_STOP_FAILED; i++) {
    size_t n;
    int kind;
    (void)cs_engine_output(e, &n, &kind);
    if (stop == CS_STOP_CALL) {
      cs_ask ask;
      (void)cs_engine_ask(e, &ask, &n);
      (void)!cs_engine_reply_int(e, i);
    } else if (stop != CS_STOP_FLUSH) {
      break;
    }
    stop = cs_run(e);
  }
}

/* What a host does with a session it has loaded. */
static void use(cs_engine *e, bool more) {
  static const char text[] = "print(sorted(globals()), len(repr(globals())))";
  void *again;
  size_t m;
  run(e);
  cs_engine_abandon(e);
  if (more) (void)cs_engine_start(e, text, sizeof text - 1, "m.py", 0);
  if (cs_engine_dump(e, &again, &m) == CS_OK) free(again);
}

static void apply(const base *b, uint8_t *bytes, const uint8_t *data,
                  size_t size) {
  size_t step = data[0] & 64 ? 8 : 6;
  for (size_t i = 1, k = 0; i + step <= size && k < 32; i += step, k++)
    if (step == 8)
      change(b, bytes, data + i);
    else
      alter(bytes, b->n, data + i);
  cs_engine_fix_checks(bytes, b->n);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 1) return 0;
  const base *b = &bases[(data[0] & 63) % PROGRAMS];
  cs_limits limits = small_limits();
  cs_engine *e;
  uint8_t *bytes = malloc(b->n); /* exact, so that ASan sees its end */
  must(bytes != NULL);
  memcpy(bytes, b->bytes, b->n);
  apply(b, bytes, data, size);
  if (cs_engine_load_in(pool, &limits, bytes, b->n, &e) == CS_OK) {
    use(e, data[0] & 128);
    cs_engine_free(e);
  }
  free(bytes);
  return 0;
}
