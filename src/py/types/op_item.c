/*
 * op_item.c - obj[key], obj[key] = v and del obj[key].
 *
 * A key that is an instance with __index__ (for sequences) or needs Python
 * code to hash (for dicts) is CS_SLOW: the prelude coerces and asks again.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/memview.h"
#include "py/types/op.h"
#include "py/types/op_seq.h"
#include "py/types/op_set.h"
#include "py/types/ops.h"
#include "py/types/range.h"
#include "py/types/slice.h"
#include "py/types/type.h"

/* --- indexes ------------------------------------------------------------- */

static cs_status wrong_key(cs_ctx *ctx, cs_value seq, cs_value key) {
  const char *what = "range";
  if (cs_is_str(seq))
    return cs_throw(ctx, CS_TypeError,
                    "string indices must be integers, not '%t'", key);
  if (cs_is_list(seq))
    what = "list";
  else if (cs_is_tuple(seq))
    what = "tuple";
  else if (cs_is_bytes(seq))
    what = "byte";
  else if (cs_is_bytearray(seq))
    what = "bytearray";
  return cs_throw(ctx, CS_TypeError,
                  "%s indices must be integers or slices, not %t", what, key);
}

/* Position of `key` in a sequence of `n`; `*at` = UINT32_MAX when outside. */
static cs_status position(cs_ctx *ctx, cs_value seq, cs_value key, uint32_t n,
                          uint32_t *at) {
  int64_t i = 0;
  bool ok;
  cs_status st = cs_slice_index(ctx, key, &i, &ok);
  if (st != CS_OK) return st;
  if (!ok) return wrong_key(ctx, seq, key);
  if (!cs_is_int(key)) {
    int64_t whole;
    if (!cs_int_as_i64(ctx, cs_unwrap(ctx, key), &whole))
      return cs_throw(ctx, CS_IndexError,
                      "cannot fit '%t' into an index-sized integer", key);
  }
  if (i < 0) i += n;
  *at = i >= 0 && i < n ? (uint32_t)i : UINT32_MAX;
  return CS_OK;
}

static cs_status outside(cs_ctx *ctx, cs_value seq, bool assign) {
  if (cs_is_bytes(seq))
    return cs_throw(ctx, CS_IndexError, "index out of range");
  if (assign && cs_is_list(seq))
    return cs_throw(ctx, CS_IndexError, "list assignment index out of range");
  const char *what = cs_is_str(seq)     ? "string"
                     : cs_is_list(seq)  ? "list"
                     : cs_is_tuple(seq) ? "tuple"
                                        : "bytearray";
  return cs_throw(ctx, CS_IndexError, "%s index out of range", what);
}

static cs_status item_of(cs_ctx *ctx, cs_value seq, cs_value key,
                         cs_value *out) {
  cs_value *items = NULL;
  const unsigned char *data = NULL;
  uint32_t n, at;
  if (cs_is_str(seq))
    n = cs_str_chars(ctx, seq);
  else if (!cs_seq_items(ctx, seq, &items, &n))
    data = cs_bytes_data(ctx, seq, &n);
  cs_status st = position(ctx, seq, key, n, &at);
  if (st != CS_OK) return st;
  if (at == UINT32_MAX) return outside(ctx, seq, false);
  if (items)
    *out = items[at];
  else if (data)
    *out = cs_int(data[at]);
  else
    return cs_str_slice(ctx, seq, at, at + 1, out);
  return CS_OK;
}

static cs_status range_item(cs_ctx *ctx, cs_value range, cs_value key,
                            cs_value *out) {
  cs_value i = cs_unwrap(ctx, key);
  if (cs_is_anyint(i)) return cs_range_at(ctx, range, i, out);
  int64_t ignored;
  bool ok;
  cs_status st = cs_slice_index(ctx, key, &ignored, &ok);
  return st == CS_OK ? wrong_key(ctx, range, key) : st;
}

/* --- reading ------------------------------------------------------------- */

static cs_status dict_item(cs_ctx *ctx, cs_value d, cs_value key,
                           cs_value *out) {
  cs_value v;
  cs_status st = cs_dict_get(ctx, d, key, &v);
  if (st != CS_OK) return st;
  if (cs_is_unbound(v)) return cs_throw_value(ctx, CS_KeyError, key);
  *out = v;
  return CS_OK;
}

static cs_status not_subscriptable(cs_ctx *ctx, cs_value obj) {
  return cs_throw(ctx, CS_TypeError, "'%t' object is not subscriptable", obj);
}

cs_status cs_op_getitem(cs_ctx *ctx, cs_value obj, cs_value key,
                        cs_value *out) {
  if (!cs_is_ref(obj)) return not_subscriptable(ctx, obj);
  bool slice = cs_is(key, CS_L_SLICE);
  switch (cs_ref_type(obj)) {
    case CS_L_DICT: return dict_item(ctx, obj, key, out);
    case CS_L_RANGE:
      if (!slice) return range_item(ctx, obj, key, out);
      return cs_op_seq_slice(ctx, obj, CS_PTR(ctx, cs_slice, key), out);
    case CS_L_STR:
    case CS_L_LIST:
    case CS_L_TUPLE:
    case CS_L_BYTES:
    case CS_L_BYTEARRAY:
      if (!slice) return item_of(ctx, obj, key, out);
      return cs_op_seq_slice(ctx, obj, CS_PTR(ctx, cs_slice, key), out);
    case CS_L_TYPE: return cs_op_type_alias(ctx, obj, key, out);
    case CS_L_MEMVIEW: return cs_memview_getitem(ctx, obj, key, out);
    case CS_L_PROXY: {
      cs_value d = CS_PTR(ctx, cs_proxy, obj)->mapping;
      return cs_is_dict(d) ? dict_item(ctx, d, key, out) : CS_SLOW;
    }
    case CS_L_BIGINT:
    case CS_L_COMPLEX:
    case CS_L_SET:
    case CS_L_FROZENSET:
    case CS_L_FUNC:
    case CS_L_NATIVE:
    case CS_L_METHOD:
    case CS_L_GEN:
    case CS_L_ITER:
    case CS_L_VIEW:
    case CS_L_SLICE: return not_subscriptable(ctx, obj);
    default: return CS_SLOW;
  }
}

/* A bound of a slice that is a small int or absent. */
static inline bool read_bound(cs_value v, uint32_t len, uint32_t *at) {
  if (cs_is_none(v)) return true;
  if (!cs_is_int(v)) return false;
  int64_t i = cs_int_of(v);
  if (i < 0) i += len;
  *at = i < 0 ? 0 : i > (int64_t)len ? len : (uint32_t)i;
  return true;
}

/* The usual slices: x[a:b] of a str, list or tuple. */
static cs_status slice_plainly(cs_ctx *ctx, cs_value obj, cs_value lower,
                               cs_value upper, cs_value *out) {
  uint32_t from = 0, len;
  if (cs_is_str(obj))
    len = cs_str_chars(ctx, obj);
  else if (cs_is_list(obj))
    len = cs_list_len(ctx, obj);
  else if (cs_is_tuple(obj))
    len = cs_tuple_len(ctx, obj);
  else
    return CS_SLOW;
  uint32_t to = len;
  if (!read_bound(lower, len, &from) || !read_bound(upper, len, &to))
    return CS_SLOW;
  if (to < from) to = from;
  if (cs_is_str(obj)) return cs_str_slice(ctx, obj, from, to, out);
  cs_charge(ctx, (to - from) / 8);
  if (cs_is_list(obj))
    return cs_list_new(ctx, cs_list_items(ctx, obj) + from, to - from, out);
  if (to - from == len) {
    *out = obj;
    return CS_OK;
  }
  return cs_tuple_new(ctx, cs_tuple_items(ctx, obj) + from, to - from, out);
}

cs_status cs_op_getslice(cs_ctx *ctx, cs_value obj, cs_value lower,
                         cs_value upper, cs_value *out) {
  cs_status st = slice_plainly(ctx, obj, lower, upper, out);
  if (st != CS_SLOW) return st;
  if (!cs_op_seq_is(obj) && !cs_is_range(obj)) return CS_SLOW;
  cs_slice part = {.start = lower, .stop = upper, .step = CS_NONE};
  return cs_op_seq_slice(ctx, obj, &part, out);
}

/* --- writing ------------------------------------------------------------- */

static cs_status set_list(cs_ctx *ctx, cs_value list, cs_value key,
                          cs_value v) {
  uint32_t at;
  if (cs_is(key, CS_L_SLICE))
    return cs_op_seq_assign(ctx, list, CS_PTR(ctx, cs_slice, key), v);
  cs_status st = position(ctx, list, key, cs_list_len(ctx, list), &at);
  if (st != CS_OK) return st;
  if (at == UINT32_MAX) return outside(ctx, list, true);
  if (cs_is_frozen(ctx, list)) return cs_op_refuse(ctx);
  if (cs_is_unbound(v)) return cs_op_seq_splice_list(ctx, list, at, 1, NULL, 0);
  cs_list_items(ctx, list)[at] = v;
  return CS_OK;
}

/* The byte `v` stands for.  CS_SLOW: an instance with __index__. */
static cs_status byte_of(cs_ctx *ctx, cs_value v, unsigned char *out) {
  int64_t i = 0;
  bool ok;
  cs_status st = cs_slice_index(ctx, v, &i, &ok);
  if (st != CS_OK) return st;
  if (!ok)
    return cs_throw(ctx, CS_TypeError,
                    "'%t' object cannot be interpreted as an integer", v);
  if (i < 0 || i > 255)
    return cs_throw(ctx, CS_ValueError, "byte must be in range(0, 256)");
  *out = (unsigned char)i;
  return CS_OK;
}

static cs_status set_bytearray(cs_ctx *ctx, cs_value b, cs_value key,
                               cs_value v) {
  uint32_t at = UINT32_MAX, n;
  unsigned char byte = 0;
  if (cs_is(key, CS_L_SLICE))
    return cs_op_seq_assign(ctx, b, CS_PTR(ctx, cs_slice, key), v);
  unsigned char *data = cs_bytes_data(ctx, b, &n);
  cs_status st = position(ctx, b, key, n, &at);
  if (st == CS_OK && !cs_is_unbound(v)) st = byte_of(ctx, v, &byte);
  if (st != CS_OK) return st;
  if (!cs_is_unbound(v)) st = byte_of(ctx, v, &byte); /* before the range */
  if (st != CS_OK) return st;
  if (at == UINT32_MAX) return outside(ctx, b, true);
  if (cs_is_frozen(ctx, b)) return cs_op_refuse(ctx);
  if (cs_is_unbound(v)) return cs_op_seq_splice(ctx, b, at, 1, NULL, 0);
  data[at] = byte;
  return CS_OK;
}

/* Values whose class may define __setitem__ or __delitem__. */
static bool maybe(cs_value obj) {
  if (!cs_is_ref(obj)) return false;
  uint32_t l = cs_ref_layout(obj);
  return l == CS_L_INSTANCE || l == CS_L_TYPE || l == CS_L_BOX ||
         l == CS_L_MEMVIEW || l == CS_L_PROXY || l == CS_L_WEAKREF ||
         l == CS_L_ALIAS;
}

cs_status cs_op_setitem(cs_ctx *ctx, cs_value obj, cs_value key, cs_value v) {
  if (cs_is_dict(obj)) return cs_dict_set(ctx, obj, key, v);
  if (cs_is_list(obj)) return set_list(ctx, obj, key, v);
  if (cs_is_bytearray(obj)) return set_bytearray(ctx, obj, key, v);
  if (cs_is_memview(obj)) return cs_memview_setitem(ctx, obj, key, v);
  if (maybe(obj)) return CS_SLOW;
  return cs_throw(ctx, CS_TypeError,
                  "'%t' object does not support item assignment", obj);
}

cs_status cs_op_delitem(cs_ctx *ctx, cs_value obj, cs_value key) {
  if (cs_is_dict(obj)) {
    cs_value old;
    cs_status st = cs_dict_del(ctx, obj, key, &old);
    if (st != CS_OK || !cs_is_unbound(old)) return st;
    return cs_throw_value(ctx, CS_KeyError, key);
  }
  if (cs_is_list(obj)) return set_list(ctx, obj, key, CS_UNBOUND);
  if (cs_is_bytearray(obj)) return set_bytearray(ctx, obj, key, CS_UNBOUND);
  if (cs_is_memview(obj)) return cs_memview_setitem(ctx, obj, key, CS_UNBOUND);
  if (maybe(obj)) return CS_SLOW;
  /* CPython asks sequences and sets with an index in other words. */
  bool seq = cs_op_seq_is(obj) || cs_is_range(obj) || cs_is_set(obj) ||
             cs_is(obj, CS_L_VIEW);
  return cs_throw(ctx, CS_TypeError,
                  seq && cs_is_anyint(key)
                      ? "'%t' object doesn't support item deletion"
                      : "'%t' object does not support item deletion",
                  obj);
}
