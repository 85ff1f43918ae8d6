/*
 * slice.c - slice objects and the arithmetic of bounds.
 *
 * Bounds that do not fit 62 bits are clamped: no sequence is that long, so
 * the result is the same.  Only ranges and slice.indices() need the exact
 * numbers; they go through cs_slice_indices.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/slice.h"

#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/native.h"
#include "py/heap/seq.h"
#include "py/types/dunder.h"
#include "py/types/ops.h"
#include "py/types/type.h"

#define FAR (INT64_C(1) << 62)

cs_status cs_slice_new(cs_ctx *ctx, cs_value start, cs_value stop,
                       cs_value step, cs_value *out) {
  cs_off off;
  cs_status st = cs_alloc(ctx, CS_L_SLICE, sizeof(cs_slice), &off);
  if (st != CS_OK) return st;
  cs_slice *s = CS_AT(ctx, cs_slice, off);
  s->start = start;
  s->stop = stop;
  s->step = step;
  *out = cs_ref(CS_L_SLICE, off);
  return CS_OK;
}

/* --- bounds -------------------------------------------------------------- */

static bool has_index(cs_ctx *ctx, cs_value v) {
  if (!cs_is_ref(v)) return false;
  cs_value m =
      cs_type_find(ctx, cs_class_of(ctx, v), cs_known(ctx, CS_N___index__));
  return !cs_is_unbound(m);
}

cs_status cs_slice_index(cs_ctx *ctx, cs_value key, int64_t *out, bool *ok) {
  *ok = true;
  if (cs_is_int(key)) {
    *out = cs_int_of(key);
    return CS_OK;
  }
  cs_value v = cs_unwrap(ctx, key);
  if (cs_is_anyint(v)) {
    if (cs_int_as_i64(ctx, v, out) && *out > -FAR && *out < FAR) return CS_OK;
    *out = cs_int_compare(ctx, v, cs_int(0)) < 0 ? -FAR : FAR;
    return CS_OK;
  }
  *ok = false;
  return has_index(ctx, key) ? CS_SLOW : CS_OK;
}

static cs_status not_index(cs_ctx *ctx) {
  return cs_throw(ctx, CS_TypeError,
                  "slice indices must be integers or None or have an "
                  "__index__ method");
}

static cs_status bound(cs_ctx *ctx, cs_value v, int64_t absent, int64_t *out) {
  bool ok = true;
  *out = absent;
  if (cs_is_none(v)) return CS_OK;
  cs_status st = cs_slice_index(ctx, v, out, &ok);
  if (st == CS_OK && !ok) return not_index(ctx);
  return st;
}

static int64_t clamp(int64_t i, int64_t len, int64_t low, int64_t high) {
  if (i < 0) i += len;
  return i < low ? low : i > high ? high : i;
}

cs_status cs_slice_span(cs_ctx *ctx, const cs_slice *part, uint32_t len,
                        cs_span *out) {
  int64_t start, stop, step;
  cs_status st = bound(ctx, part->step, 1, &step);
  if (st != CS_OK) return st;
  if (step == 0)
    return cs_throw(ctx, CS_ValueError, "slice step cannot be zero");
  bool back = step < 0;
  st = bound(ctx, part->start, back ? FAR : 0, &start);
  if (st == CS_OK) st = bound(ctx, part->stop, back ? -FAR : FAR, &stop);
  if (st != CS_OK) return st;
  int64_t low = back ? -1 : 0, high = back ? (int64_t)len - 1 : len;
  start = clamp(start, len, low, high);
  stop = clamp(stop, len, low, high);
  int64_t n = 0;
  if (back && stop < start) n = (start - stop - 1) / -step + 1;
  if (!back && start < stop)
    n = step == 1 ? stop - start : (stop - start - 1) / step + 1;
  *out = (cs_span){start, step, (uint32_t)n};
  return CS_OK;
}

/* --- bounds of any size -------------------------------------------------- */

static cs_status big_step(cs_ctx *ctx, cs_value v, cs_value *out) {
  if (cs_is_none(v)) {
    *out = cs_int(1);
    return CS_OK;
  }
  *out = cs_unwrap(ctx, v);
  if (!cs_is_anyint(*out)) return has_index(ctx, v) ? CS_SLOW : not_index(ctx);
  if (cs_int_compare(ctx, *out, cs_int(0)) != 0)
    return cs_int_binop(ctx, CS_B_ADD, *out, cs_int(0), out); /* bool -> int */
  return cs_throw(ctx, CS_ValueError, "slice step cannot be zero");
}

/* A bound clamped to [low, high], counted from the end when negative. */
static cs_status big_bound(cs_ctx *ctx, cs_value v, cs_value absent,
                           cs_value len, const cs_value limit[2],
                           cs_value *out) {
  *out = absent;
  if (cs_is_none(v)) return CS_OK;
  cs_value i = cs_unwrap(ctx, v);
  if (!cs_is_anyint(i)) return has_index(ctx, v) ? CS_SLOW : not_index(ctx);
  bool neg = cs_int_compare(ctx, i, cs_int(0)) < 0;
  cs_status st = cs_int_binop(ctx, CS_B_ADD, i, neg ? len : cs_int(0), &i);
  if (st != CS_OK) return st;
  if (cs_int_compare(ctx, i, limit[0]) < 0) i = limit[0];
  if (cs_int_compare(ctx, i, limit[1]) > 0) i = limit[1];
  *out = i;
  return CS_OK;
}

cs_status cs_slice_indices(cs_ctx *ctx, const cs_slice *part, cs_value len,
                           cs_value out[3]) {
  cs_status st = big_step(ctx, part->step, &out[2]);
  if (st != CS_OK) return st;
  cs_value limit[2] = {cs_int(0), len};
  bool back = cs_int_compare(ctx, out[2], cs_int(0)) < 0;
  if (back) {
    limit[0] = cs_int(-1);
    st = cs_int_binop(ctx, CS_B_SUB, len, cs_int(1), &limit[1]);
    if (st != CS_OK) return st;
  }
  st = big_bound(ctx, part->start, limit[back], len, limit, &out[0]);
  if (st != CS_OK) return st;
  return big_bound(ctx, part->stop, limit[!back], len, limit, &out[1]);
}

/* --- natives ------------------------------------------------------------- */

static cs_status slice_new(cs_ctx *ctx, cs_value *args, uint32_t n,
                           cs_value *out) {
  if (n < 2)
    return cs_throw(ctx, CS_TypeError,
                    "slice expected at least 1 argument, got 0");
  if (n > 4)
    return cs_throw(ctx, CS_TypeError,
                    "slice expected at most 3 arguments, got %d",
                    (int64_t)n - 1);
  if (n == 2) return cs_slice_new(ctx, CS_NONE, args[1], CS_NONE, out);
  return cs_slice_new(ctx, args[1], args[2], n == 4 ? args[3] : CS_NONE, out);
}

static cs_status get_start(cs_ctx *ctx, cs_value *args, uint32_t n,
                           cs_value *out) {
  (void)n;
  *out = CS_PTR(ctx, cs_slice, args[0])->start;
  return CS_OK;
}

static cs_status get_stop(cs_ctx *ctx, cs_value *args, uint32_t n,
                          cs_value *out) {
  (void)n;
  *out = CS_PTR(ctx, cs_slice, args[0])->stop;
  return CS_OK;
}

static cs_status get_step(cs_ctx *ctx, cs_value *args, uint32_t n,
                          cs_value *out) {
  (void)n;
  *out = CS_PTR(ctx, cs_slice, args[0])->step;
  return CS_OK;
}

static cs_status slice_indices(cs_ctx *ctx, cs_value *args, uint32_t n,
                               cs_value *out) {
  (void)n;
  cs_value len = cs_unwrap(ctx, args[1]), r[3];
  if (!cs_is_anyint(len)) return cs_need(ctx, 1, CS_NEED_INDEX);
  if (cs_int_compare(ctx, len, cs_int(0)) < 0)
    return cs_throw(ctx, CS_ValueError, "length should not be negative");
  const cs_slice *s = CS_PTR(ctx, cs_slice, args[0]);
  cs_status st = cs_slice_indices(ctx, s, len, r);
  return st == CS_OK ? cs_tuple_new(ctx, r, 3, out) : st;
}

const cs_native_def cs_slice_natives[] = {
    {"slice", "__new__", "($cls, *args)", slice_new},
    {"slice", "start", "get", get_start},
    {"slice", "stop", "get", get_stop},
    {"slice", "step", "get", get_step},
    {"slice", "indices", "($self, object, /)", slice_indices},
    {"slice", "__eq__", "($self, value, /)", cs_dunder_eq},
    {"slice", "__ne__", "($self, value, /)", cs_dunder_ne},
    {"slice", "__lt__", "($self, value, /)", cs_dunder_lt},
    {"slice", "__le__", "($self, value, /)", cs_dunder_le},
    {"slice", "__gt__", "($self, value, /)", cs_dunder_gt},
    {"slice", "__ge__", "($self, value, /)", cs_dunder_ge},
    CS_NATIVE_END};
