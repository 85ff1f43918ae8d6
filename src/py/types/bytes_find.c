/*
 * bytes_find.c - methods of bytes and bytearray that look for bytes.
 *
 * One function serves both types: a result has the type of self.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/mem.h"
#include "py/heap/int.h"
#include "py/heap/intrinsics.h"
#include "py/heap/native.h"
#include "py/heap/seq.h"
#include "py/types/args.h"
#include "py/types/bytes.h"
#include "py/types/leaf.h"
#include "py/types/ops.h"
#include "py/types/type.h"

typedef struct region {
  const uint8_t *s;
  int64_t from, to;
} region;

static cs_status select_region(cs_ctx *ctx, cs_value *args, uint32_t i,
                               region *r) {
  uint32_t n;
  (void)cs_bytes_view(ctx, args[0], &r->s, &n);
  return cs_args_range(ctx, args, i, n, &r->from, &r->to);
}

cs_status cs_bytes_arg(cs_ctx *ctx, cs_value v, const uint8_t **s,
                       uint32_t *n) {
  if (cs_bytes_view(ctx, v, s, n)) return CS_OK;
  return cs_throw(ctx, CS_TypeError,
                  "a bytes-like object is required, not '%t'", v);
}

bool cs_bytes_has_buffer(cs_ctx *ctx, cs_value v) {
  if (!cs_is_instance(v)) return false;
  return !cs_is_unbound(
      cs_type_find(ctx, cs_class_of(ctx, v), cs_known(ctx, CS_N___buffer__)));
}

static cs_status need_buffer(cs_ctx *ctx, uint32_t i) {
  ctx->need.intrinsic = CS_X_need_buffer;
  return cs_need(ctx, i, CS_NEED_INTRINSIC);
}

cs_status cs_bytes_need(cs_ctx *ctx, const cs_value *args, uint32_t i,
                        const uint8_t **s, uint32_t *n) {
  if (cs_is_instance(args[i]) && !cs_bytes_view(ctx, args[i], s, n))
    return need_buffer(ctx, i);
  return cs_bytes_arg(ctx, args[i], s, n);
}

cs_status cs_bytes_result(cs_ctx *ctx, cs_value self, const uint8_t *s,
                          uint64_t n, cs_value *out) {
  if (cs_is(self, CS_L_BYTES) && n == CS_PTR(ctx, cs_bytes, self)->len) {
    *out = self;
    return CS_OK;
  }
  return cs_bytes_new(ctx, cs_ref_layout(self), s, n, out);
}

/* The needle of find: bytes-like, or an int that becomes one byte. */
static cs_status needle(cs_ctx *ctx, cs_value *args, uint8_t *byte,
                        const uint8_t **t, uint32_t *m) {
  if (cs_bytes_view(ctx, args[1], t, m)) return CS_OK;
  if (cs_bytes_has_buffer(ctx, args[1])) return need_buffer(ctx, 1);
  cs_value v = cs_unwrap(ctx, args[1]);
  if (!cs_is_anyint(v) && cs_args_has_index(ctx, args[1]))
    return cs_need(ctx, 1, CS_NEED_INDEX);
  if (!cs_is_anyint(v))
    return cs_throw(ctx, CS_TypeError,
                    "argument should be integer or bytes-like object, not '%t'",
                    args[1]);
  *t = byte;
  *m = 1;
  return cs_bytes_byte(ctx, v, byte);
}

static cs_status find(cs_ctx *ctx, cs_value *args, bool last, int64_t *out) {
  region r;
  uint8_t byte;
  const uint8_t *t;
  uint32_t m;
  cs_status st = select_region(ctx, args, 2, &r); /* CPython's order */
  if (st == CS_OK) st = needle(ctx, args, &byte, &t, &m);
  if (st != CS_OK) return st;
  *out = -1;
  if (r.from > r.to) return CS_OK;
  size_t n = (size_t)(r.to - r.from);
  cs_charge(ctx, n / 64);
  size_t at = last ? cs_mem_rfind(r.s + r.from, n, t, m)
                   : cs_mem_find(r.s + r.from, n, t, m);
  if (at != CS_MEM_NONE) *out = r.from + (int64_t)at;
  return CS_OK;
}

static cs_status bytes_find(cs_ctx *ctx, cs_value *args, uint32_t n,
                            cs_value *out) {
  CS_TRY(cs_args_find(ctx, "find", args, n));
  int64_t at;
  cs_status st = find(ctx, args, false, &at);
  if (st == CS_OK) *out = cs_int(at);
  return st;
}

static cs_status bytes_rfind(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  CS_TRY(cs_args_find(ctx, "rfind", args, n));
  int64_t at;
  cs_status st = find(ctx, args, true, &at);
  if (st == CS_OK) *out = cs_int(at);
  return st;
}

static cs_status index_of(cs_ctx *ctx, cs_value *args, bool last,
                          cs_value *out) {
  int64_t at;
  cs_status st = find(ctx, args, last, &at);
  if (st != CS_OK) return st;
  if (at < 0) return cs_throw(ctx, CS_ValueError, "subsection not found");
  *out = cs_int(at);
  return CS_OK;
}

static cs_status bytes_index(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  CS_TRY(cs_args_find(ctx, "index", args, n));
  return index_of(ctx, args, false, out);
}

static cs_status bytes_rindex(cs_ctx *ctx, cs_value *args, uint32_t n,
                              cs_value *out) {
  CS_TRY(cs_args_find(ctx, "rindex", args, n));
  return index_of(ctx, args, true, out);
}

static cs_status bytes_count(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  CS_TRY(cs_args_find(ctx, "count", args, n));
  region r;
  uint8_t byte;
  const uint8_t *t;
  uint32_t m;
  cs_status st = select_region(ctx, args, 2, &r); /* CPython's order */
  if (st == CS_OK) st = needle(ctx, args, &byte, &t, &m);
  if (st != CS_OK) return st;
  int64_t found = 0;
  if (r.from <= r.to) {
    size_t len = (size_t)(r.to - r.from);
    cs_charge(ctx, len / 64);
    found =
        m ? (int64_t)cs_mem_count(r.s + r.from, len, t, m) : (int64_t)len + 1;
  }
  *out = cs_int(found);
  return CS_OK;
}

/* --- startswith, endswith ------------------------------------------------ */

static bool matches(const region *r, const uint8_t *t, uint32_t m, bool end) {
  if (r->from > r->to || m > r->to - r->from) return false;
  return memcmp(end ? r->s + r->to - m : r->s + r->from, t, m) == 0;
}

static cs_status affix_test(cs_ctx *ctx, cs_value *args, bool end,
                            cs_value *out) {
  region r;
  const uint8_t *t;
  uint32_t m;
  cs_value v = cs_unwrap(ctx, args[1]);
  cs_status st = select_region(ctx, args, 2, &r);
  if (st != CS_OK) return st;
  *out = CS_FALSE;
  if (cs_bytes_view(ctx, v, &t, &m)) {
    *out = cs_bool(matches(&r, t, m, end));
    return CS_OK;
  }
  if (!cs_is_tuple(v))
    return cs_throw(ctx, CS_TypeError,
                    "%s first arg must be bytes or a tuple of bytes, not %t",
                    end ? "endswith" : "startswith", args[1]);
  for (uint32_t i = 0, n = cs_tuple_len(ctx, v); i < n; i++) {
    st = cs_bytes_arg(ctx, cs_tuple_at(ctx, v, i), &t, &m);
    if (st != CS_OK) return st;
    if (matches(&r, t, m, end)) {
      *out = CS_TRUE;
      break;
    }
    cs_charge(ctx, m / 64 + (i % 4 == 3));
    CS_TRY(cs_charge_look(ctx));
  }
  return CS_OK;
}

static cs_status bytes_startswith(cs_ctx *ctx, cs_value *args, uint32_t n,
                                  cs_value *out) {
  CS_TRY(cs_args_find(ctx, "startswith", args, n));
  return affix_test(ctx, args, false, out);
}

static cs_status bytes_endswith(cs_ctx *ctx, cs_value *args, uint32_t n,
                                cs_value *out) {
  CS_TRY(cs_args_find(ctx, "endswith", args, n));
  return affix_test(ctx, args, true, out);
}

static cs_status remove_affix(cs_ctx *ctx, cs_value *args, bool end,
                              cs_value *out) {
  const uint8_t *s, *t;
  uint32_t n, m;
  (void)cs_bytes_view(ctx, args[0], &s, &n);
  cs_status st = cs_bytes_need(ctx, args, 1, &t, &m);
  if (st != CS_OK) return st;
  region r = {s, 0, n};
  if (!matches(&r, t, m, end)) m = 0;
  return cs_bytes_result(ctx, args[0], end ? s : s + m, n - m, out);
}

static cs_status bytes_removeprefix(cs_ctx *ctx, cs_value *args, uint32_t n,
                                    cs_value *out) {
  (void)n;
  return remove_affix(ctx, args, false, out);
}

static cs_status bytes_removesuffix(cs_ctx *ctx, cs_value *args, uint32_t n,
                                    cs_value *out) {
  (void)n;
  return remove_affix(ctx, args, true, out);
}

/* --- partition ----------------------------------------------------------- */

static cs_status partition(cs_ctx *ctx, cs_value *args, bool last,
                           cs_value *out) {
  const uint8_t *s, *t;
  uint32_t n, m;
  uint32_t layout = cs_ref_layout(args[0]);
  (void)cs_bytes_view(ctx, args[0], &s, &n);
  cs_status st = cs_bytes_need(ctx, args, 1, &t, &m);
  if (st != CS_OK) return st;
  if (m == 0) return cs_throw(ctx, CS_ValueError, "empty separator");
  cs_charge(ctx, n / 64);
  size_t at = last ? cs_mem_rfind(s, n, t, m) : cs_mem_find(s, n, t, m);
  cs_value part[3];
  if (at == CS_MEM_NONE) { /* everything before, or behind for rpartition */
    at = last ? 0 : n;
    m = 0;
  }
  st = cs_bytes_new(ctx, layout, s, at, &part[0]);
  if (st == CS_OK) st = cs_bytes_new(ctx, layout, t, m, &part[1]);
  if (st == CS_OK)
    st = cs_bytes_new(ctx, layout, s + at + m, n - at - m, &part[2]);
  return st == CS_OK ? cs_tuple_new(ctx, part, 3, out) : st;
}

static cs_status bytes_partition(cs_ctx *ctx, cs_value *args, uint32_t n,
                                 cs_value *out) {
  (void)n;
  return partition(ctx, args, false, out);
}

static cs_status bytes_rpartition(cs_ctx *ctx, cs_value *args, uint32_t n,
                                  cs_value *out) {
  (void)n;
  return partition(ctx, args, true, out);
}

/* --- replace ------------------------------------------------------------- */

typedef struct replacing {
  const uint8_t *s, *old, *with;
  uint32_t n, m, k;
} replacing;

static uint8_t *put(uint8_t *to, const uint8_t *s, size_t n) {
  if (n) memcpy(to, s, n);
  return to + n;
}

/* CS_STOP: the time is over; the result, which nobody gets, is still bytes. */
static cs_status write_replaced(const replacing *r, uint64_t count, uint8_t *to,
                                const cs_patience *patience) {
  size_t at = 0;
  for (uint64_t i = 0; i < count; i++) {
    if (i % 65536 == 65535 && cs_patience_ends(patience)) return CS_STOP;
    size_t hit = r->m ? cs_mem_find(r->s + at, r->n - at, r->old, r->m) : 0;
    to = put(to, r->s + at, hit);
    to = put(to, r->with, r->k);
    at += hit + r->m;
    if (!r->m && at < r->n) to = put(to, r->s + at++, 1);
  }
  put(to, r->s + at, r->n - at);
  return CS_OK;
}

static cs_status bytes_replace(cs_ctx *ctx, cs_value *args, uint32_t nargs,
                               cs_value *out) {
  (void)nargs;
  replacing r;
  int64_t limit;
  (void)cs_bytes_view(ctx, args[0], &r.s, &r.n);
  cs_status st = cs_bytes_need(ctx, args, 1, &r.old, &r.m);
  if (st == CS_OK) st = cs_bytes_need(ctx, args, 2, &r.with, &r.k);
  if (st == CS_OK) st = cs_args_size(ctx, args, 3, -1, &limit);
  if (st != CS_OK) return st;
  uint64_t count = 0;
  cs_charge(ctx, r.n / 32);
  if (r.m <= r.n)
    count = r.m ? cs_mem_count(r.s, r.n, r.old, r.m) : (uint64_t)r.n + 1;
  if (limit >= 0 && count > (uint64_t)limit) count = (uint64_t)limit;
  if (count == 0) return cs_bytes_result(ctx, args[0], r.s, r.n, out);
  uint64_t total = r.n - count * r.m + count * r.k;
  uint8_t *to;
  st = cs_charge_big(ctx, total / 64);
  if (st == CS_OK)
    st = cs_bytes_room(ctx, cs_ref_layout(args[0]), total, out, &to);
  if (st != CS_OK || !total) return st;
  const cs_patience patience = cs_charge_patience(ctx);
  return write_replaced(&r, count, to, &patience);
}

#define BOTH(name, signature, fn)    \
  {"bytes", name, signature, fn}, {  \
    "bytearray", name, signature, fn \
  }

const cs_native_def cs_bytes_find_natives[] = {
    BOTH("find", "($self, *args)", bytes_find),
    BOTH("rfind", "($self, *args)", bytes_rfind),
    BOTH("index", "($self, *args)", bytes_index),
    BOTH("rindex", "($self, *args)", bytes_rindex),
    BOTH("count", "($self, *args)", bytes_count),
    BOTH("startswith", "($self, *args)", bytes_startswith),
    BOTH("endswith", "($self, *args)", bytes_endswith),
    BOTH("removeprefix", "($self, prefix, /)", bytes_removeprefix),
    BOTH("removesuffix", "($self, suffix, /)", bytes_removesuffix),
    BOTH("partition", "($self, sep, /)", bytes_partition),
    BOTH("rpartition", "($self, sep, /)", bytes_rpartition),
    BOTH("replace", "($self, old, new, count=-1, /)", bytes_replace),
    CS_NATIVE_END};
