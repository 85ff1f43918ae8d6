/*
 * op_slice.c - reading, assigning and deleting slices of built-in sequences.
 *
 * A slice with step 1 is a splice: it may change the length.  Any other step
 * is an extended slice: the assigned sequence must have exactly its length.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/equal.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/op.h"
#include "py/types/op_seq.h"
#include "py/types/ops.h"
#include "py/types/range.h"

/* --- reading ------------------------------------------------------------- */

/* Every step-th character of an ASCII str. */
static cs_status pick_ascii(cs_ctx *ctx, cs_value s, cs_span span,
                            cs_value *out) {
  char *to;
  uint32_t len;
  cs_status st = cs_str_room(ctx, span.n, span.n, CS_STR_ASCII, out, &to);
  if (st != CS_OK) return st;
  const char *from = cs_str_data(ctx, s, &len);
  for (uint32_t i = 0; i < span.n; i++)
    to[i] = from[span.start + (int64_t)i * span.step];
  return CS_OK;
}

/* Width of the code point that starts at `lead`. */
static uint32_t width(unsigned char lead) {
  return lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
}

/* Offset `by` code points away from `at`; the result lies inside the text. */
static uint32_t walk(const char *text, uint32_t at, int64_t by) {
  for (; by > 0; by--) at += width((unsigned char)text[at]);
  for (; by < 0; by++) do
      at--;
    while (((unsigned char)text[at] & 0xC0) == 0x80);
  return at;
}

static cs_status pick_text(cs_ctx *ctx, cs_value s, cs_span span,
                           cs_value *out) {
  uint32_t len, at = cs_str_offset(ctx, s, (uint32_t)span.start);
  const char *from = cs_str_data(ctx, s, &len);
  int64_t far = span.step < 0 ? -span.step : span.step;
  bool near = far <= 64; /* else every position is looked up */
  uint32_t bytes = 0, pos = at;
  cs_status st =
      cs_charge_big(ctx, (uint64_t)span.n * (near ? (uint64_t)far : 64) / 32);
  if (st != CS_OK) return st;
  for (int pass = 0; pass < 2; pass++) {
    char *to = NULL;
    if (pass == 1) {
      uint8_t flags = bytes == span.n ? CS_STR_ASCII : 0;
      flags |= CS_PTR(ctx, cs_str, s)->h.flags & CS_STR_SURROGATE;
      st = cs_str_room(ctx, bytes, span.n, flags, out, &to);
      if (st != CS_OK) return st;
    }
    pos = at;
    for (uint32_t i = 0; i < span.n; i++) {
      uint32_t w = width((unsigned char)from[pos]);
      bytes += w;
      if (to) memcpy(to, from + pos, w);
      if (to) to += w;
      if (i + 1 == span.n) break;
      pos = near ? walk(from, pos, span.step)
                 : cs_str_offset(
                       ctx, s,
                       (uint32_t)(span.start + (int64_t)(i + 1) * span.step));
    }
  }
  return CS_OK;
}

static cs_status slice_str(cs_ctx *ctx, cs_value s, cs_span span,
                           cs_value *out) {
  if (span.n == 0) {
    *out = cs_known(ctx, CS_N_empty);
    return CS_OK;
  }
  if (span.step == 1 || span.n == 1)
    return cs_str_slice(ctx, s, (uint32_t)span.start,
                        (uint32_t)span.start + span.n, out);
  cs_charge(ctx, span.n / 16);
  if (cs_str_is_ascii(ctx, s)) return pick_ascii(ctx, s, span, out);
  return pick_text(ctx, s, span, out);
}

static cs_status slice_bytes(cs_ctx *ctx, cs_value v, cs_span span,
                             cs_value *out) {
  uint32_t len;
  const unsigned char *from = cs_bytes_data(ctx, v, &len);
  if (cs_is_bytes(v) && span.n == len && span.step == 1) {
    *out = v;
    return CS_OK;
  }
  unsigned char *to;
  cs_status st = cs_op_seq_bytes(ctx, cs_ref_layout(v), span.n, out, &to);
  if (st != CS_OK || span.n == 0) return st;
  cs_charge(ctx, span.n / 64);
  if (span.step == 1)
    memcpy(to, from + span.start, span.n);
  else
    for (uint32_t i = 0; i < span.n; i++)
      to[i] = from[span.start + (int64_t)i * span.step];
  return CS_OK;
}

static cs_status slice_items(cs_ctx *ctx, cs_value v, cs_span span,
                             cs_value *out) {
  cs_value *from, *to;
  uint32_t len;
  if (!cs_seq_items(ctx, v, &from, &len)) return CS_SLOW;
  bool tuple = cs_is_tuple(v);
  if (tuple && span.n == len && span.step == 1) {
    *out = v;
    return CS_OK;
  }
  cs_charge(ctx, span.n / 8);
  if (span.step == 1) {
    const cs_value *first = span.n ? from + span.start : from;
    return tuple ? cs_tuple_new(ctx, first, span.n, out)
                 : cs_list_new(ctx, first, span.n, out);
  }
  cs_status st = tuple ? cs_tuple_new(ctx, NULL, span.n, out)
                       : cs_list_new(ctx, NULL, span.n, out);
  if (st != CS_OK || span.n == 0) return st;
  to = tuple ? cs_tuple_items(ctx, *out) : cs_list_items(ctx, *out);
  for (uint32_t i = 0; i < span.n; i++)
    to[i] = from[span.start + (int64_t)i * span.step];
  return CS_OK;
}

cs_status cs_op_seq_slice(cs_ctx *ctx, cs_value seq, const cs_slice *part,
                          cs_value *out) {
  uint32_t len;
  cs_span span;
  if (cs_is(seq, CS_L_RANGE)) return cs_range_slice(ctx, seq, part, out);
  if (cs_is_str(seq))
    len = cs_str_chars(ctx, seq);
  else if (cs_is_list(seq))
    len = cs_list_len(ctx, seq);
  else if (cs_is_tuple(seq))
    len = cs_tuple_len(ctx, seq);
  else
    (void)cs_bytes_data(ctx, seq, &len);
  cs_status st = cs_slice_span(ctx, part, len, &span);
  if (st != CS_OK) return st;
  if (cs_is_str(seq)) return slice_str(ctx, seq, span, out);
  if (cs_is_bytes(seq) || cs_is_bytearray(seq))
    return slice_bytes(ctx, seq, span, out);
  return slice_items(ctx, seq, span, out);
}

/* --- writing ------------------------------------------------------------- */

/* The same items, first to last. */
static cs_span forward(cs_span s) {
  if (s.step > 0 || s.n == 0) return s;
  return (cs_span){s.start + (int64_t)(s.n - 1) * s.step, -s.step, s.n};
}

static cs_status delete_items(cs_ctx *ctx, cs_value list, cs_span span) {
  span = forward(span);
  if (span.n == 0) return CS_OK;
  if (span.step == 1)
    return cs_op_seq_splice_list(ctx, list, (uint32_t)span.start, span.n, NULL,
                                 0);
  cs_list *l = CS_PTR(ctx, cs_list, list);
  cs_status st = cs_list_reserve(ctx, list, l->len); /* refuses frozen ones */
  if (st != CS_OK) return st;
  cs_value *v = cs_list_items(ctx, list);
  uint32_t to = (uint32_t)span.start, gone = 0;
  for (uint32_t i = to; i < l->len; i++) {
    bool drop = gone < span.n && i == span.start + (int64_t)gone * span.step;
    if (drop)
      gone++;
    else
      v[to++] = v[i];
  }
  for (uint32_t i = to; i < l->len; i++) v[i] = CS_UNBOUND;
  cs_charge(ctx, l->len / 8);
  l->len = to;
  return CS_OK;
}

static cs_status wrong_size(cs_ctx *ctx, const char *what, uint32_t have,
                            uint32_t want) {
  return cs_throw(ctx, CS_ValueError,
                  "attempt to assign %s of size %d to extended slice of size "
                  "%d",
                  what, (int64_t)have, (int64_t)want);
}

static cs_status not_iterable(cs_ctx *ctx, bool extended) {
  return cs_throw(ctx, CS_TypeError,
                  extended ? "must assign iterable to extended slice"
                           : "can only assign an iterable");
}

/* A copy when the list is assigned to a slice of itself. */
static cs_status source_items(cs_ctx *ctx, cs_value list, cs_value v,
                              cs_value **items, uint32_t *n) {
  if (cs_same(list, v)) {
    cs_status st =
        cs_list_new(ctx, cs_list_items(ctx, v), cs_list_len(ctx, v), &v);
    if (st != CS_OK) return st;
  }
  return cs_seq_items(ctx, v, items, n) ? CS_OK : CS_SLOW;
}

static cs_status assign_items(cs_ctx *ctx, cs_value list, cs_span span,
                              cs_value v) {
  cs_value *items;
  uint32_t n;
  if (!cs_is_ref(v)) return not_iterable(ctx, span.step != 1);
  cs_status st = source_items(ctx, list, cs_unwrap(ctx, v), &items, &n);
  if (st != CS_OK) return st;
  if (cs_op_has_class(v)) return CS_SLOW; /* its __iter__ decides */
  if (span.step == 1)
    return cs_op_seq_splice_list(ctx, list, (uint32_t)span.start, span.n, items,
                                 n);
  if (n != span.n) return wrong_size(ctx, "sequence", n, span.n);
  st = cs_list_reserve(ctx, list, cs_list_len(ctx, list));
  if (st != CS_OK) return st;
  cs_value *to = cs_list_items(ctx, list);
  for (uint32_t i = 0; i < n; i++)
    to[span.start + (int64_t)i * span.step] = items[i];
  cs_charge(ctx, n / 8);
  return CS_OK;
}

static cs_status delete_bytes(cs_ctx *ctx, cs_value v, cs_span span) {
  span = forward(span);
  if (span.n == 0) return CS_OK;
  if (span.step == 1)
    return cs_op_seq_splice(ctx, v, (uint32_t)span.start, span.n, NULL, 0);
  cs_bytearray *b = CS_PTR(ctx, cs_bytearray, v);
  cs_status st = cs_op_seq_reserve(ctx, v, b->len);
  if (st != CS_OK) return st;
  unsigned char *d = CS_AT(ctx, cs_raw, b->buf)->data;
  uint32_t to = (uint32_t)span.start, gone = 0;
  for (uint32_t i = to; i < b->len; i++) {
    bool drop = gone < span.n && i == span.start + (int64_t)gone * span.step;
    if (drop)
      gone++;
    else
      d[to++] = d[i];
  }
  cs_charge(ctx, b->len / 64);
  b->len = to;
  return CS_OK;
}

static cs_status assign_bytes(cs_ctx *ctx, cs_value b, cs_span span,
                              cs_value v) {
  const uint8_t *data;
  uint32_t n;
  cs_value src = cs_unwrap(ctx, v);
  if (cs_is_none(src))
    return cs_throw(ctx, CS_TypeError,
                    "cannot convert 'NoneType' object to bytearray");
  if (cs_is_str(src) || !cs_is_ref(src))
    return cs_throw(ctx, CS_TypeError,
                    "can assign only bytes, buffers, or iterables of ints in "
                    "range(0, 256)");
  if (cs_same(src, b)) {
    unsigned char *copy;
    uint32_t len = CS_PTR(ctx, cs_bytearray, b)->len;
    cs_status st = cs_op_seq_bytes(ctx, CS_L_BYTES, len, &src, &copy);
    if (st != CS_OK) return st;
    memcpy(copy, CS_AT(ctx, cs_raw, CS_PTR(ctx, cs_bytearray, b)->buf)->data,
           len);
  }
  if (!cs_equal_bytes(ctx, src, &data, &n)) return CS_SLOW;
  if (span.step == 1)
    return cs_op_seq_splice(ctx, b, (uint32_t)span.start, span.n, data, n);
  if (n == 0) return delete_bytes(ctx, b, span);
  if (n != span.n) return wrong_size(ctx, "bytes", n, span.n);
  uint32_t len = CS_PTR(ctx, cs_bytearray, b)->len;
  cs_status st = cs_op_seq_splice(ctx, b, len, 0, NULL, 0); /* frozen? */
  if (st != CS_OK) return st;
  unsigned char *to =
      CS_AT(ctx, cs_raw, CS_PTR(ctx, cs_bytearray, b)->buf)->data;
  for (uint32_t i = 0; i < n; i++)
    to[span.start + (int64_t)i * span.step] = data[i];
  return CS_OK;
}

cs_status cs_op_seq_assign(cs_ctx *ctx, cs_value seq, const cs_slice *part,
                           cs_value v) {
  cs_span span;
  bool list = cs_is_list(seq);
  uint32_t len =
      list ? cs_list_len(ctx, seq) : CS_PTR(ctx, cs_bytearray, seq)->len;
  cs_status st = cs_slice_span(ctx, part, len, &span);
  if (st != CS_OK) return st;
  if (cs_is_unbound(v))
    return list ? delete_items(ctx, seq, span) : delete_bytes(ctx, seq, span);
  return list ? assign_items(ctx, seq, span, v)
              : assign_bytes(ctx, seq, span, v);
}
