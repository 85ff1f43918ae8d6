/*
 * op_seq.c - concatenation and repetition, and writers that change a length.
 *
 * Sizes are checked before anything is allocated: a result that no arena can
 * hold is CS_RETRY, which becomes MemoryError after one collection.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/op_seq.h"

#include "py/heap/dict.h"
#include "py/heap/equal.h"
#include "py/heap/intrinsics.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/op.h"
#include "py/types/ops.h"
#include "py/types/type.h"

#define MOST UINT64_C(0xFFFFFF00) /* bytes in one object */

bool cs_op_seq_is(cs_value v) {
  if (!cs_is_ref(v)) return false;
  uint32_t t = cs_ref_type(v);
  return t == CS_L_STR || t == CS_L_LIST || t == CS_L_TUPLE ||
         t == CS_L_BYTES || t == CS_L_BYTEARRAY;
}

/* --- bytes and bytearray ------------------------------------------------- */

static cs_status raw_new(cs_ctx *ctx, uint64_t cap, cs_off *out) {
  cs_status st = cs_alloc(ctx, CS_L_RAW, offsetof(cs_raw, data) + cap, out);
  if (st != CS_OK) return st;
  cs_raw *r = CS_AT(ctx, cs_raw, *out);
  r->cap = r->fill = (uint32_t)cap;
  return CS_OK;
}

static cs_status bytearray_new(cs_ctx *ctx, uint64_t len, cs_value *out,
                               unsigned char **data) {
  cs_off buf, off;
  cs_status st = raw_new(ctx, len ? len : 16, &buf);
  if (st == CS_OK)
    st = cs_alloc(ctx, CS_L_BYTEARRAY, sizeof(cs_bytearray), &off);
  if (st != CS_OK) return st;
  cs_bytearray *b = CS_AT(ctx, cs_bytearray, off);
  b->len = (uint32_t)len;
  b->buf = buf;
  *data = CS_AT(ctx, cs_raw, buf)->data;
  *out = cs_ref(CS_L_BYTEARRAY, off);
  return CS_OK;
}

cs_status cs_op_seq_bytes(cs_ctx *ctx, uint32_t layout, uint64_t len,
                          cs_value *out, unsigned char **data) {
  if (len > MOST) return CS_RETRY;
  if (layout == CS_L_BYTEARRAY) return bytearray_new(ctx, len, out, data);
  cs_off off;
  cs_status st =
      cs_alloc(ctx, CS_L_BYTES, offsetof(cs_bytes, data) + len, &off);
  if (st != CS_OK) return st;
  cs_bytes *b = CS_AT(ctx, cs_bytes, off);
  b->len = (uint32_t)len;
  *data = b->data;
  *out = cs_ref(CS_L_BYTES, off);
  return CS_OK;
}

cs_status cs_op_seq_reserve(cs_ctx *ctx, cs_value v, uint64_t cap) {
  cs_bytearray *b = CS_PTR(ctx, cs_bytearray, v);
  if (cs_is_frozen(ctx, v)) return cs_op_refuse(ctx);
  /* Views that nobody uses any more are counted until they are collected. */
  if (b->exports && !ctx->retried) return CS_RETRY;
  if (b->exports)
    return cs_throw(ctx, CS_BufferError,
                    "Existing exports of data: object cannot be re-sized");
  if (b->buf && cap <= CS_AT(ctx, cs_raw, b->buf)->cap) return CS_OK;
  if (cap > MOST) return CS_RETRY;
  uint64_t want = cap + cap / 8 + 16;
  cs_off buf;
  cs_status st = raw_new(ctx, want > MOST ? cap : want, &buf);
  if (st != CS_OK) return st;
  if (b->len)
    memcpy(CS_AT(ctx, cs_raw, buf)->data, CS_AT(ctx, cs_raw, b->buf)->data,
           b->len);
  cs_charge(ctx, b->len / 64);
  b->buf = buf;
  return CS_OK;
}

cs_status cs_op_seq_splice(cs_ctx *ctx, cs_value v, uint32_t at, uint32_t old,
                           const unsigned char *data, uint32_t n) {
  cs_bytearray *b = CS_PTR(ctx, cs_bytearray, v);
  assert(at <= b->len && old <= b->len - at);
  uint64_t total = (uint64_t)b->len - old + n;
  cs_status st = CS_OK;
  if (n != old) st = cs_op_seq_reserve(ctx, v, total);
  if (st == CS_OK && cs_is_frozen(ctx, v)) st = cs_op_refuse(ctx);
  if (st != CS_OK) return st;
  unsigned char *to = CS_AT(ctx, cs_raw, b->buf)->data;
  if (n != old) memmove(to + at + n, to + at + old, b->len - at - old);
  if (n) memmove(to + at, data, n);
  cs_charge(ctx, total / 64);
  b->len = (uint32_t)total;
  return CS_OK;
}

/* --- lists --------------------------------------------------------------- */

cs_status cs_op_seq_splice_list(cs_ctx *ctx, cs_value list, uint32_t at,
                                uint32_t old, const cs_value *items,
                                uint32_t n) {
  cs_list *l = CS_PTR(ctx, cs_list, list);
  assert(at <= l->len && old <= l->len - at);
  uint64_t total = (uint64_t)l->len - old + n;
  if (total > UINT32_MAX / 8) return CS_RETRY;
  uint64_t want = total > l->cap ? total + total / 8 + 4 : total;
  cs_status st = cs_list_reserve(ctx, list, (uint32_t)want);
  if (st != CS_OK) return st;
  if (n == 0 && old == 0) return CS_OK;
  cs_value *to = cs_list_items(ctx, list);
  memmove(to + at + n, to + at + old, (l->len - at - old) * sizeof *to);
  cs_values_copy(to + at, items, n);
  for (uint64_t i = total; i < l->len; i++) to[i] = CS_UNBOUND;
  cs_charge(ctx, (l->len - at + n) / 8);
  l->len = (uint32_t)total;
  return CS_OK;
}

/* --- concatenation ------------------------------------------------------- */

/* Could the class of `b` know what to do (a reflected method of its own)? */
static bool may_reflect(cs_ctx *ctx, cs_value b, cs_name_id name) {
  if (!cs_is_ref(b)) return false;
  uint32_t l = cs_ref_layout(b);
  if (l != CS_L_INSTANCE && l != CS_L_BOX && l != CS_L_TYPE) return false;
  cs_value m = cs_type_find(ctx, cs_class_of(ctx, b), cs_known(ctx, name));
  return !cs_is_unbound(m) && (l == CS_L_BOX || !cs_is(m, CS_L_NATIVE));
}

static cs_status wrong_concat(cs_ctx *ctx, cs_value seq, cs_value b) {
  if (cs_is_bytes(seq) || cs_is_bytearray(seq))
    return cs_throw(ctx, CS_TypeError, "can't concat %t to %t", b, seq);
  return cs_throw(ctx, CS_TypeError,
                  "can only concatenate %t (not \"%t\") to %t", seq, b, seq);
}

static cs_status concat_bytes(cs_ctx *ctx, cs_value seq, cs_value b,
                              cs_value *out) {
  const uint8_t *y;
  uint32_t m, n;
  if (!cs_equal_bytes(ctx, b, &y, &n)) return wrong_concat(ctx, seq, b);
  const unsigned char *x = cs_bytes_data(ctx, seq, &m);
  if (cs_is_bytes(seq) && n == 0) {
    *out = seq;
    return CS_OK;
  }
  unsigned char *to;
  cs_status st =
      cs_op_seq_bytes(ctx, cs_ref_layout(seq), (uint64_t)m + n, out, &to);
  if (st != CS_OK) return st;
  if (m) memcpy(to, x, m);
  if (n) memcpy(to + m, y, n);
  cs_charge(ctx, ((uint64_t)m + n) / 64);
  return CS_OK;
}

/* A list or tuple with `n` items, to be filled in. */
static cs_status items_new(cs_ctx *ctx, uint32_t layout, uint64_t n,
                           cs_value *out, cs_value **items) {
  if (n > UINT32_MAX / 8 - 8) return CS_RETRY;
  cs_status st;
  if (layout == CS_L_TUPLE) {
    st = cs_tuple_new(ctx, NULL, (uint32_t)n, out);
    if (st == CS_OK) *items = cs_tuple_items(ctx, *out);
  } else {
    st = cs_list_room(ctx, (uint32_t)n, out);
    if (st != CS_OK) return st;
    CS_PTR(ctx, cs_list, *out)->len = (uint32_t)n;
    *items = cs_list_items(ctx, *out);
  }
  return st;
}

static cs_status concat_items(cs_ctx *ctx, cs_value a, cs_value b,
                              cs_value *out) {
  cs_value *x, *y, *to;
  uint32_t m, n;
  if (!cs_seq_items(ctx, a, &x, &m) || !cs_seq_items(ctx, b, &y, &n))
    return CS_SLOW;
  if (cs_is_tuple(a) && (m == 0 || n == 0)) {
    *out = m == 0 ? b : a;
    return CS_OK;
  }
  cs_status st = items_new(ctx, cs_ref_layout(a), (uint64_t)m + n, out, &to);
  if (st != CS_OK) return st;
  cs_values_copy(to, x, m);
  cs_values_copy(to + m, y, n);
  cs_charge(ctx, ((uint64_t)m + n) / 8);
  return CS_OK;
}

/* Is `v` a sequence whose class has left the operator `name` as it was? */
static bool joins(cs_ctx *ctx, cs_value v, cs_name_id name) {
  if (!cs_op_seq_is(cs_unwrap(ctx, v))) return false;
  if (cs_op_seq_is(v)) return true;
  cs_value m = cs_type_find(ctx, cs_class_of(ctx, v), cs_known(ctx, name));
  return cs_is(m, CS_L_NATIVE);
}

static bool multiplies(cs_ctx *ctx, cs_value v) {
  return joins(ctx, v, CS_N___mul__) && joins(ctx, v, CS_N___rmul__);
}

cs_status cs_op_seq_unsupported(cs_ctx *ctx, cs_binop op, cs_value a,
                                cs_value b) {
  if (op == CS_B_ADD && joins(ctx, a, CS_N___add__))
    return wrong_concat(ctx, cs_unwrap(ctx, a), b);
  if (op != CS_B_MUL) return CS_SLOW;
  bool first = multiplies(ctx, a);
  if (!first && !multiplies(ctx, b)) return CS_SLOW;
  return cs_throw(ctx, CS_TypeError,
                  "can't multiply sequence by non-int of type '%t'",
                  first ? b : a);
}

cs_status cs_op_seq_concat(cs_ctx *ctx, cs_value seq, cs_value b,
                           cs_value *out) {
  if (may_reflect(ctx, b, CS_N___radd__)) return CS_SLOW;
  cs_value c = cs_unwrap(ctx, b);
  if (cs_is_bytes(seq) || cs_is_bytearray(seq)) {
    if (cs_is_str(c) || !cs_is_ref(c)) return wrong_concat(ctx, seq, b);
    return concat_bytes(ctx, seq, c, out);
  }
  if (!cs_is_ref(c) || cs_ref_layout(c) != cs_ref_layout(seq))
    return wrong_concat(ctx, seq, b);
  if (cs_is_str(seq)) return cs_str_concat(ctx, seq, c, out);
  return concat_items(ctx, seq, c, out);
}

/* --- repetition ---------------------------------------------------------- */

/* How often; negative counts are 0.  CS_SLOW: ask the operand's class. */
static cs_status repeat_count(cs_ctx *ctx, cs_value v, uint64_t *out) {
  int64_t n = 0;
  bool ok;
  if (may_reflect(ctx, v, CS_N___rmul__)) return CS_SLOW;
  cs_status st = cs_slice_index(ctx, v, &n, &ok);
  if (st == CS_SLOW) ctx->intrinsic = CS_X_binary; /* __index__ */
  if (st != CS_OK) return st;
  if (!ok)
    return cs_throw(ctx, CS_TypeError,
                    "can't multiply sequence by non-int of type '%t'", v);
  cs_value c = cs_unwrap(ctx, v);
  int64_t whole;
  if (!cs_is_int(c) && !cs_int_as_i64(ctx, c, &whole))
    return cs_throw(ctx, CS_OverflowError,
                    "cannot fit 'int' into an index-sized integer");
  *out = n < 0 ? 0 : (uint64_t)n;
  return CS_OK;
}

/* Fill `total` bytes from the first `unit` of them, doubling. */
static void spread(void *data, uint64_t unit, uint64_t total) {
  unsigned char *p = data;
  if (unit == 1) {
    memset(p, *p, total);
    return;
  }
  for (uint64_t have = unit; have < total; have *= 2)
    memcpy(p + have, p, have < total - have ? have : total - have);
}

/* unit * count bytes, or CS_RETRY when that is more than an object holds. */
static cs_status repeat_size(cs_ctx *ctx, uint64_t unit, uint64_t count,
                             uint64_t *total) {
  if (unit && count > MOST / unit) return CS_RETRY;
  *total = unit * count;
  return cs_charge_big(ctx, *total / 64);
}

static cs_status repeat_str(cs_ctx *ctx, cs_value s, uint64_t count,
                            cs_value *out) {
  uint32_t len;
  const char *from = cs_str_data(ctx, s, &len);
  uint64_t total;
  char *to;
  if (len == 0 || count == 1) {
    *out = s;
    return CS_OK;
  }
  if (count == 0) {
    *out = cs_known(ctx, CS_N_empty);
    return CS_OK;
  }
  cs_status st = repeat_size(ctx, len, count, &total);
  if (st != CS_OK) return st;
  const cs_str *p = CS_PTR(ctx, cs_str, s);
  uint8_t flags = p->h.flags & (CS_STR_ASCII | CS_STR_SURROGATE);
  st = cs_str_room(ctx, total, p->chars * count, flags, out, &to);
  if (st != CS_OK) return st;
  if (len == 1) {
    memset(to, (uint8_t)*from, total);
    return CS_OK;
  }
  memcpy(to, from, len);
  spread(to, len, total);
  return CS_OK;
}

static cs_status repeat_bytes(cs_ctx *ctx, cs_value v, uint64_t count,
                              cs_value *out) {
  uint32_t len;
  const unsigned char *from = cs_bytes_data(ctx, v, &len);
  uint64_t total;
  unsigned char *to;
  if (cs_is_bytes(v) && count == 1) {
    *out = v;
    return CS_OK;
  }
  cs_status st = repeat_size(ctx, len, count, &total);
  if (st == CS_OK) st = cs_op_seq_bytes(ctx, cs_ref_layout(v), total, out, &to);
  if (st != CS_OK || total == 0) return st;
  memcpy(to, from, len);
  spread(to, len, total);
  return CS_OK;
}

static cs_status repeat_items(cs_ctx *ctx, cs_value v, uint64_t count,
                              cs_value *out) {
  cs_value *from, *to;
  uint32_t n;
  uint64_t total;
  if (!cs_seq_items(ctx, v, &from, &n)) return CS_SLOW;
  if (cs_is_tuple(v) && count == 1) {
    *out = v;
    return CS_OK;
  }
  cs_status st = repeat_size(ctx, n * UINT64_C(8), count, &total);
  if (st == CS_OK) st = items_new(ctx, cs_ref_layout(v), total / 8, out, &to);
  if (st != CS_OK || total == 0) return st;
  if (n == 1) {
    for (uint64_t i = 0; i < count; i++) to[i] = *from;
    return CS_OK;
  }
  cs_values_copy(to, from, n);
  spread(to, n * UINT64_C(8), total);
  return CS_OK;
}

cs_status cs_op_seq_repeat(cs_ctx *ctx, cs_value seq, cs_value count,
                           cs_value *out) {
  uint64_t n = 0;
  cs_status st = repeat_count(ctx, count, &n);
  if (st != CS_OK) return st;
  if (cs_is_str(seq)) return repeat_str(ctx, seq, n, out);
  if (cs_is_bytes(seq) || cs_is_bytearray(seq))
    return repeat_bytes(ctx, seq, n, out);
  return repeat_items(ctx, seq, n, out);
}

static cs_status repeat_list_in(cs_ctx *ctx, cs_value list, uint64_t count) {
  cs_list *l = CS_PTR(ctx, cs_list, list);
  uint64_t total;
  cs_status st = repeat_size(ctx, l->len * UINT64_C(8), count, &total);
  if (st == CS_OK) st = cs_list_reserve(ctx, list, (uint32_t)(total / 8));
  if (st != CS_OK || l->len == 0) return st;
  cs_value *items = cs_list_items(ctx, list);
  for (uint64_t i = total / 8; i < l->len; i++) items[i] = CS_UNBOUND;
  if (total) spread(items, l->len * UINT64_C(8), total);
  l->len = (uint32_t)(total / 8);
  return CS_OK;
}

cs_status cs_op_seq_repeat_in(cs_ctx *ctx, cs_value seq, cs_value count) {
  uint64_t n = 0, total;
  cs_status st = repeat_count(ctx, count, &n);
  if (st == CS_SLOW && ctx->intrinsic) ctx->intrinsic = CS_X_inplace;
  if (st != CS_OK) return st;
  if (cs_is_list(seq)) return repeat_list_in(ctx, seq, n);
  cs_bytearray *b = CS_PTR(ctx, cs_bytearray, seq);
  st = repeat_size(ctx, b->len, n, &total);
  if (st == CS_OK) st = cs_op_seq_reserve(ctx, seq, total);
  if (st != CS_OK || b->len == 0) return st;
  if (total) spread(CS_AT(ctx, cs_raw, b->buf)->data, b->len, total);
  b->len = (uint32_t)total;
  return CS_OK;
}
