/*
 * fuzz_snapshot.c - hostile dumps: refused, or run as some valid program.
 *
 * Dumps name the image they belong to, so stored ones would go stale with
 * every change of the library.  The input is therefore a recipe: its first
 * byte chooses one of the sessions below, dumped once at the start; six bytes
 * each then alter that dump (place, kind, value), and its checksums are made
 * right again.  What loads is run with little fuel and dumped once more.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "py/engine.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

static const char *const programs[] = {
    "d = {'a': [1, 2.5, None, True], 'b': (1, 'x' * 300), 3: {4, 5}}\n"
    "s = 'é' * 200\nbig = 3 ** 200\nz = host(7)\n"
    "print(z, d, s[150], big % 1000, sorted(d['b'][1]), s.upper()[:3])\n",
    "def g(n):\n  for i in range(n):\n    yield host(i)\n"
    "h = g(3)\nprint(next(h), list(h), [x for x in g(2)])\n",
    "class A:\n  __slots__ = ('x', 'y')\n  def __init__(self, x):\n"
    "    self.x = host(x)\n  def __eq__(self, o):\n    return self.x == o.x\n"
    "  def __hash__(self):\n    return 1\n"
    "class B(A, dict if False else object):\n  k = property(lambda s: s.x)\n"
    "o = B(1)\nd = {o: 2, B(2): 3}\nprint(o.k, d[o], B.__mro__, o == B(3))\n",
    "try:\n  try:\n    1 // 0\n  except ZeroDivisionError as e:\n"
    "    raise ValueError(host(1)) from e\nexcept ValueError as e:\n"
    "  print(repr(e), e.__cause__, e.__traceback__.tb_lineno)\n",
    "class D(dict):\n  def __missing__(self, k):\n    return host(k)\n"
    "class S(str): pass\nd = D(a=1)\nprint(d[4], sorted([3, 1, 2], "
    "key=lambda x: host(x)), S('q') + 'r', bytearray(b'xyz')[1:], "
    "memoryview(b'abc')[::2].tolist())\n",
    "import re, json, collections\np = re.compile('(a+)(b)?')\n"
    "m = p.match('aab')\nq = collections.deque([1, 2], 3)\nx = host(1)\n"
    "q.append(x)\nprint(m.groups(), json.dumps({'a': [x, None]}), q,\n"
    "  p.sub(lambda t: t[0] * 2, 'xab'))\n",
    "import asyncio\nasync def f(n):\n  await asyncio.sleep(0)\n"
    "  return host(n)\nasync def main():\n"
    "  return await asyncio.gather(f(1), f(2))\nprint(asyncio.run(main()))\n",
    "def outer():\n  n = 5\n  def inner(*a, k=1, **kw):\n    nonlocal n\n"
    "    n += host(1)\n    return n, a, k, kw\n  return inner\n"
    "f = outer()\nprint(f(1, 2, k=3, z=4), f(*range(3)), "
    "[*map(lambda x, y: x + y, [1], [2])])\n",
};
#define PROGRAMS (sizeof programs / sizeof *programs)

typedef struct base {
  uint8_t *bytes;
  size_t n;
} base;

/* Made once by LLVMFuzzerInitialize, read only afterwards. */
static base bases[PROGRAMS];
static cs_pool *pool;

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

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc;
  (void)argv;
  cs_limits limits = small_limits();
  must(cs_pool_new(1, &pool) == CS_OK);
  for (size_t i = 0; i < PROGRAMS; i++) {
    cs_engine *e;
    void *bytes;
    must(cs_engine_new_in(pool, &limits, &e) == CS_OK);
    must(cs_engine_add_host(e, "host") == CS_OK);
    must(cs_engine_start(e, programs[i], strlen(programs[i]), "f.py", 0) ==
         CS_STOP_CALL);
    must(cs_engine_dump(e, &bytes, &bases[i].n) == CS_OK);
    bases[i].bytes = bytes;
    cs_engine_free(e);
  }
  return 0;
}

/* One change: a byte, a bit, a word moved, a word of interest. */
static void alter(uint8_t *bytes, size_t n, const uint8_t *r) {
  static const uint64_t words[] = {
      0, 1, UINT64_MAX, UINT64_C(0xFFF8000000000000),
      UINT64_C(0xFFFB000000000005), UINT64_C(0x7FF0000000000001),
      UINT64_C(0xFFFE000000000000), UINT64_C(0xFFFFFFFFFFFFFFFF),
      UINT64_C(0x0000000100000000), UINT64_C(0xFFF9000103400000)};
  size_t at = ((size_t)r[0] | (size_t)r[1] << 8 | (size_t)r[2] << 16) % n;
  size_t word = at & ~(size_t)7, other = (at * 7 + r[5] * 8u) % n & ~(size_t)7;
  switch (r[3] & 7) {
    case 0: bytes[at] = r[4]; break;
    case 1: bytes[at] ^= (uint8_t)(1u << (r[4] & 7)); break;
    case 2: bytes[at] = (uint8_t)(bytes[at] + (int8_t)r[4]); break;
    case 3: memcpy(bytes + word, bytes + other, 8); break;
    case 4: memcpy(bytes + word, &words[r[4] % 10], 8); break;
    case 5: memcpy(bytes + (at & ~(size_t)3), bytes + (other & ~(size_t)3), 4);
      break;
    case 6: { /* a reference to a neighbour */
      uint32_t off;
      memcpy(&off, bytes + word, 4);
      off += (uint32_t)((int8_t)r[4] * 16);
      memcpy(bytes + word, &off, 4);
      break;
    }
    default: { /* another type */
      bytes[word + 4] = r[4];
      break;
    }
  }
}

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 1) return 0;
  const base *b = &bases[data[0] % PROGRAMS];
  cs_limits limits = small_limits();
  cs_engine *e;
  void *again;
  size_t m;
  uint8_t *bytes = malloc(b->n); /* exact, so that ASan sees its end */
  must(bytes != NULL);
  memcpy(bytes, b->bytes, b->n);
  for (size_t i = 1; i + 6 <= size && i < 1 + 6 * 32; i += 6)
    alter(bytes, b->n, data + i);
  cs_engine_fix_checks(bytes, b->n);
  if (cs_engine_load_in(pool, &limits, bytes, b->n, &e) == CS_OK) {
    run(e);
    static const char more[] = "print(sorted(globals()), len(repr(globals())))";
    cs_engine_abandon(e);
    (void)cs_engine_start(e, more, sizeof more - 1, "m.py", 0);
    if (cs_engine_dump(e, &again, &m) == CS_OK) free(again);
    cs_engine_free(e);
  }
  free(bytes);
  return 0;
}
