/*
 * samples.h - values of every sort, for tests that call natives directly.
 *
 * The program makes the list `samples`: of each layout some objects, instances
 * of subclasses, and instances that only claim another class.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_TESTS_UNIT_SAMPLES_H
#define CS_TESTS_UNIT_SAMPLES_H

#include "py/engine_in.h"
#include "py/heap/dict.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"

static const char samples_text[] =
    "import sys, types, hashlib\n"
    "class Claims:\n"
    "    def __init__(self, cls): self.cls = cls\n"
    "    __class__ = property(lambda self: self.cls)\n"
    "subs = [type('Sub', (c,), {}) for c in (int, str, bytes, list, tuple,\n"
    "        dict, set, frozenset, float, Exception, type(sys), property)]\n"
    "def gen(): yield\n"
    "def outer():\n"
    "    x = 1\n"
    "    return lambda: x\n"
    "try: 1 / 0\n"
    "except ZeroDivisionError as e: error, tb = e, e.__traceback__\n"
    "samples = [None, True, 1, -1, 1 << 40, 1 << 80, 2.5, 1j, 's', b'b', [],\n"
    "    [1], ['a'], (), (1,), ('a',), (int,), (outer().__closure__[0],), {},\n"
    "    {'a': 1}, {1}, frozenset(), range(3), slice(1), bytearray(b'x'),\n"
    "    memoryview(b'x'), gen, len, [].append, gen(), "
    "outer().__closure__[0],\n"
    "    gen.__code__, int, type, object, Exception, ValueError, Claims,\n"
    "    type('Meta', (type,), {}), error, tb, tb.tb_frame, sys,\n"
    "    types.ModuleType('m'), iter([]), {}.keys(), property(len), "
    "list[int],\n"
    "    types.MappingProxyType({}), super(Claims, Claims(int)), object(),\n"
    "    hashlib.sha256(), list.append, type(gen).__code__, classmethod(len)]\n"
    "samples += [cls('m') if cls.__base__ is type(sys) else cls()\n"
    "            for cls in subs]\n"
    "samples += [Claims(type(x)) for x in samples]\n";

static inline cs_value samples(cs_ctx *ctx) {
  cs_value name;
  assert_int_equal(cs_str_intern_bytes(ctx, "samples", 7, &name), CS_OK);
  cs_value list = cs_dict_get_name(ctx, ctx->head->root[CS_ROOT_GLOBALS], name);
  assert_true(cs_is_list(list));
  return list;
}

#endif
