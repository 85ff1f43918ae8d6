/*
 * op_contains.c - item in container, for built-in containers.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"
#include "py/heap/equal.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/args.h"
#include "py/types/op_seq.h"
#include "py/types/op_set.h"
#include "py/types/ops.h"
#include "py/types/range.h"
#include "py/types/type.h"

static cs_status in_str(cs_ctx *ctx, cs_value s, cs_value item, bool *out) {
  cs_value part = cs_is_str(item) ? item : cs_unwrap(ctx, item);
  if (!cs_is_str(part))
    return cs_throw(ctx, CS_TypeError,
                    "'in <string>' requires string as left operand, not %t",
                    item);
  uint32_t m, n;
  const char *hay = cs_str_data(ctx, s, &m);
  const char *needle = cs_str_data(ctx, part, &n);
  cs_charge(ctx, m / 64);
  if (n == 1)
    *out = memchr(hay, (uint8_t)*needle, m) != NULL;
  else
    *out = n == 0 || (n <= m && memmem(hay, m, needle, n) != NULL);
  return CS_OK;
}

static cs_status in_bytes(cs_ctx *ctx, cs_value b, cs_value item, bool *out) {
  uint32_t m, n;
  const unsigned char *hay = cs_bytes_data(ctx, b, &m);
  const uint8_t *needle;
  cs_value part = cs_unwrap(ctx, item);
  cs_charge(ctx, m / 64);
  if (cs_is_anyint(part)) {
    int64_t i;
    if (!cs_int_as_i64(ctx, part, &i) || i < 0 || i > 255)
      return cs_throw(ctx, CS_ValueError, "byte must be in range(0, 256)");
    *out = m > 0 && memchr(hay, (int)i, m) != NULL;
    return CS_OK;
  }
  if (!cs_is_ref(part) || !cs_equal_bytes(ctx, part, &needle, &n)) {
    if (cs_args_has_index(ctx, item)) return CS_SLOW;
    return cs_throw(ctx, CS_TypeError,
                    "a bytes-like object is required, not '%t'", item);
  }
  *out = n == 0 || (n <= m && memmem(hay, m, needle, n) != NULL);
  return CS_OK;
}

/* Identity or equality with one of the items. */
static cs_status in_items(cs_ctx *ctx, const cs_value *v, uint32_t n,
                          cs_value item, bool *out) {
  *out = true;
  for (uint32_t i = 0; i < n; i++) {
    if (cs_same(v[i], item)) {
      cs_charge(ctx, i / 4);
      return CS_OK;
    }
    if (cs_both_int(v[i], item)) continue;
    bool same;
    if (cs_is_str(item) && cs_is_str(v[i])) {
      same = cs_str_eq(ctx, v[i], item);
      cs_status st = cs_charge_look(ctx);
      if (st != CS_OK) return st;
    } else {
      cs_status st = cs_eq_value(ctx, v[i], item, &same);
      if (st == CS_OK) st = cs_charge_look(ctx);
      if (st != CS_OK) return st;
    }
    if (!same) continue;
    cs_charge(ctx, i / 4);
    return CS_OK;
  }
  cs_charge(ctx, n / 4);
  *out = false;
  return CS_OK;
}

static cs_status in_dict(cs_ctx *ctx, cs_value d, cs_value key, bool *out) {
  cs_value v;
  cs_status st = cs_dict_get(ctx, d, key, &v);
  if (st == CS_OK) *out = !cs_is_unbound(v);
  return st;
}

static cs_status in_set(cs_ctx *ctx, cs_value s, cs_value item, bool *out) {
  cs_status st = CS_OK;
  if (cs_is_ref(item) && !cs_is_str(item)) st = cs_op_set_key(ctx, &item);
  return st == CS_OK ? cs_set_has(ctx, s, item, out) : st;
}

static cs_status in_range(cs_ctx *ctx, cs_value r, cs_value item, bool *out) {
  cs_value i, v = item;
  *out = false;
  if (cs_is_float(v)) {
    double d = cs_float_of(v);
    if (!(d - d == 0)) return CS_OK;
    cs_status st = cs_int_from_double(ctx, d, &v);
    if (st != CS_OK) return st;
    if (cs_int_compare_double(ctx, v, d) != 0) return CS_OK;
  }
  if (!cs_is_anyint(v)) return cs_is_ref(v) && !cs_is_str(v) ? CS_SLOW : CS_OK;
  cs_status st = cs_range_find(ctx, r, v, &i);
  if (st == CS_OK) *out = !cs_is_unbound(i);
  return st;
}

static cs_status in_values(cs_ctx *ctx, cs_value d, cs_value item, bool *out) {
  cs_value key, value;
  uint32_t pos = 0;
  *out = false;
  cs_charge(ctx, cs_dict_len(ctx, d) / 4);
  while (!*out && cs_dict_next(ctx, d, &pos, &key, &value)) {
    *out = cs_same(value, item);
    if (*out) break;
    cs_status st = cs_eq_value(ctx, value, item, out);
    if (st == CS_OK) st = cs_charge_look(ctx);
    if (st != CS_OK) return st;
  }
  return CS_OK;
}

static cs_status in_pairs(cs_ctx *ctx, cs_value d, cs_value item, bool *out) {
  cs_value pair = cs_unwrap(ctx, item), v;
  *out = false;
  if (!cs_is_tuple(pair) || cs_tuple_len(ctx, pair) != 2) return CS_OK;
  cs_status st = cs_dict_get(ctx, d, cs_tuple_at(ctx, pair, 0), &v);
  if (st != CS_OK || cs_is_unbound(v)) return st;
  *out = cs_same(v, cs_tuple_at(ctx, pair, 1));
  return *out ? CS_OK : cs_eq_value(ctx, v, cs_tuple_at(ctx, pair, 1), out);
}

static cs_status in_view(cs_ctx *ctx, cs_value view, cs_value item, bool *out) {
  const cs_view *v = CS_PTR(ctx, cs_view, view);
  cs_value d = cs_unwrap(ctx, v->dict);
  if (!cs_is_dict(d)) return CS_SLOW;
  if (v->h.kind == 0) return in_dict(ctx, d, item, out);
  return v->h.kind == 1 ? in_values(ctx, d, item, out)
                        : in_pairs(ctx, d, item, out);
}

cs_status cs_op_contains(cs_ctx *ctx, cs_value c, cs_value item, bool *out) {
  cs_value *items;
  uint32_t n;
  if (!cs_is_ref(c) || cs_is(c, CS_L_BIGINT))
    return cs_throw(ctx, CS_TypeError, "argument of type '%t' is not iterable",
                    c);
  switch (cs_ref_type(c)) {
    case CS_L_STR: return in_str(ctx, c, item, out);
    case CS_L_LIST:
    case CS_L_TUPLE:
      if (!cs_seq_items(ctx, c, &items, &n)) return CS_SLOW;
      return in_items(ctx, items, n, item, out);
    case CS_L_DICT: return in_dict(ctx, c, item, out);
    case CS_L_SET:
    case CS_L_FROZENSET: return in_set(ctx, c, item, out);
    case CS_L_BYTES:
    case CS_L_BYTEARRAY: return in_bytes(ctx, c, item, out);
    case CS_L_RANGE: return in_range(ctx, c, item, out);
    case CS_L_VIEW: return in_view(ctx, c, item, out);
    case CS_L_PROXY: {
      cs_value d = CS_PTR(ctx, cs_proxy, c)->mapping;
      return cs_is_dict(d) ? in_dict(ctx, d, item, out) : CS_SLOW;
    }
    default: return CS_SLOW;
  }
}
