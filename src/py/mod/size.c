/*
 * size.c - what sys.getsizeof() says.
 *
 * Sizes follow from what a value holds.  How much room a list or a set has
 * beyond that depends on how it came about: a list that has grown here is taken
 * for one that has grown there, item by item.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/mod/size.h"

#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/iter.h"
#include "py/types/ops.h"
#include "py/types/type.h"

#define COLLECTED 16 /* what the collector adds to an object */

static int64_t size_of_int(cs_ctx *ctx, cs_value v) {
  uint64_t tmp;
  uint32_t limbs;
  bool neg;
  const uint64_t *l = cs_int_limbs(ctx, v, &tmp, &limbs, &neg);
  int64_t bits = 1;
  if (limbs && l[limbs - 1])
    bits = (int64_t)limbs * 64 - __builtin_clzll(l[limbs - 1]);
  return 24 + 4 * ((bits + 29) / 30);
}

static int64_t size_of_str(cs_ctx *ctx, cs_value v) {
  uint32_t len, most = 0;
  const uint8_t *s = (const uint8_t *)cs_str_data(ctx, v, &len);
  int64_t chars = cs_str_chars(ctx, v);
  if (cs_str_is_ascii(ctx, v)) return 49 + chars;
  for (uint32_t i = 0; i < len; i++)
    if (s[i] > most) most = s[i];
  if (most >= 0xF0) return 76 + 4 * chars;
  return most > 0xC3 ? 74 + 2 * chars : 73 + chars;
}

/* Is `cap` what a list has that was appended to (heap/seq.c)? */
static bool is_grown(uint32_t cap) {
  uint64_t c = 3;
  while (c < cap) c = (c + 1 + ((c + 1) >> 1) + 2) | 1;
  return c == cap;
}

static int64_t size_of_list(const cs_ctx *ctx, cs_value v) {
  const cs_list *l = CS_PTR(ctx, cs_list, v);
  int64_t n = l->len, room = 0;
  if (l->cap <= 1) return 56 + 8 * n;
  if (l->cap == (l->len | 1) && !is_grown(l->cap)) /* made for them */
    return 56 + 8 * (n + (n & 1));
  while (room < n) room = (room + 1 + ((room + 1) >> 3) + 6) & ~INT64_C(3);
  return 56 + 8 * room;
}

/* Entries are smaller if all keys are strings. */
static bool has_text_keys(cs_ctx *ctx, cs_value d) {
  uint32_t pos = 0;
  cs_value key, value;
  while (cs_dict_next(ctx, d, &pos, &key, &value))
    if (!cs_is_str(key)) return false;
  return true;
}

static int64_t size_of_dict(cs_ctx *ctx, cs_value v) {
  int64_t size = 8, n = cs_dict_len(ctx, v);
  if (n == 0) return 64;
  while (size * 2 / 3 < n) size *= 2;
  int64_t index = size < 256 ? 1 : size < 65536 ? 2 : 4;
  int64_t entry = has_text_keys(ctx, v) ? 16 : 24;
  return 64 + 32 + size * index + size * 2 / 3 * entry;
}

static int64_t size_of_set(uint32_t n) {
  int64_t size = 8;
  while ((size - 1) * 3 <= 5 * (int64_t)n) size *= n > 50000 ? 2 : 4;
  return size == 8 ? 216 : 216 + 16 * size;
}

static int64_t size_of_gen(const cs_ctx *ctx, cs_value v) {
  const cs_gen *g = CS_PTR(ctx, cs_gen, v);
  if (cs_class_of(ctx, v) != ctx->image->cls[CS_L_GEN]) return 48;
  int64_t regs = CS_AT(ctx, cs_code, g->code)->nregs;
  return 168 + 8 * (regs > 7 ? regs - 6 : 1); /* nearly */
}

/* Without what it is a subclass of. */
static int64_t size_of_instance(const cs_ctx *ctx, cs_value v) {
  const cs_type *t = cs_type_at(ctx, cs_class_of(ctx, v));
  if (t->flags & CS_TYPE_EXCEPTION)
    return cs_is_frozen(ctx, cs_ref(CS_L_TYPE, cs_class_of(ctx, v))) ? 88 : 96;
  if (cs_class_of(ctx, v) == ctx->image->cls[CS_L_INSTANCE]) return 16;
  int64_t own = 8 * (int64_t)CS_AT(ctx, cs_shape, t->shape)->count;
  if (!(t->flags & CS_TYPE_NODICT)) return 24 + COLLECTED + 16 + own;
  return 16 + COLLECTED + own + (t->flags & CS_TYPE_NOWEAK ? 0 : 8);
}

static int64_t size_of_plain(cs_ctx *ctx, cs_value v) {
  int64_t len;
  switch (cs_ref_layout(v)) {
    case CS_L_STR: return size_of_str(ctx, v);
    case CS_L_BYTES: return 33 + CS_PTR(ctx, cs_bytes, v)->len;
    case CS_L_BYTEARRAY:
      len = CS_PTR(ctx, cs_bytearray, v)->len;
      return len ? 57 + len : 56;
    case CS_L_LIST: return size_of_list(ctx, v);
    case CS_L_TUPLE: return 40 + 8 * (int64_t)cs_tuple_len(ctx, v);
    case CS_L_DICT: return size_of_dict(ctx, v);
    case CS_L_SET:
    case CS_L_FROZENSET: return size_of_set(cs_set_len(ctx, v));
    case CS_L_RANGE: return 48;
    case CS_L_SLICE: return 56;
    case CS_L_COMPLEX: return 32;
    case CS_L_FUNC: return 152;
    case CS_L_NATIVE:
    case CS_L_MODULE: return 72;
    case CS_L_CELL:
    case CS_L_VIEW: return 40;
    case CS_L_ITER: return 48;
    case CS_L_GEN: return size_of_gen(ctx, v);
    case CS_L_PROPERTY: return 80;
    case CS_L_MEMVIEW: return 184;
    case CS_L_TYPE: return cs_is_frozen(ctx, v) ? 424 : 1688;
    case CS_L_INSTANCE: return size_of_instance(ctx, v);
    default: return 64;
  }
}

/* What an instance of a subclass needs for its __dict__ and references. */
static int64_t size_of_more(const cs_ctx *ctx, cs_value v, cs_value inner) {
  if (cs_type_at(ctx, cs_class_of(ctx, v))->flags & CS_TYPE_NODICT) return 0;
  if (cs_is_str(inner)) return 64;
  if (cs_is_tuple(inner)) return 8;
  return cs_is_anyint(inner) ? 16 : 24;
}

int64_t cs_size_of(cs_ctx *ctx, cs_value v) {
  cs_value inner = cs_unwrap(ctx, v);
  int64_t more = cs_same(v, inner) ? 0 : size_of_more(ctx, v, inner);
  if (cs_is_float(inner)) return 24 + more;
  if (cs_is_anyint(inner)) return size_of_int(ctx, inner) + more;
  return cs_is_ref(inner) ? size_of_plain(ctx, inner) + more : 16;
}
