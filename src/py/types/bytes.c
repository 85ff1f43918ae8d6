/*
 * bytes.c - making and reading bytes, bytearray and what looks like them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/bytes.h"

#include "base/mem.h"
#include "py/heap/equal.h"
#include "py/heap/int.h"
#include "py/heap/seq.h"
#include "py/types/args.h"
#include "py/types/ops.h"

static cs_status make_array(cs_ctx *ctx, uint64_t len, cs_value *out,
                            uint8_t **data) {
  cs_off buf = 0, off;
  cs_status st = CS_OK;
  uint64_t cap = (len + 15) & ~UINT64_C(15);
  if (len) st = cs_alloc(ctx, CS_L_RAW, offsetof(cs_raw, data) + cap, &buf);
  if (st != CS_OK) return st;
  st = cs_alloc(ctx, CS_L_BYTEARRAY, sizeof(cs_bytearray), &off);
  if (st != CS_OK) return st;
  cs_bytearray *b = CS_AT(ctx, cs_bytearray, off);
  b->len = (uint32_t)len; /* fits: cs_alloc refuses more */
  b->buf = buf;
  *data = NULL;
  if (buf) {
    cs_raw *raw = CS_AT(ctx, cs_raw, buf);
    raw->cap = (uint32_t)cap;
    raw->fill = (uint32_t)len;
    *data = raw->data;
  }
  *out = cs_ref(CS_L_BYTEARRAY, off);
  return CS_OK;
}

cs_status cs_bytes_room(cs_ctx *ctx, uint32_t layout, uint64_t len,
                        cs_value *out, uint8_t **data) {
  if (len > UINT32_MAX) return cs_throw(ctx, CS_MemoryError, "");
  if (layout == CS_L_BYTEARRAY) return make_array(ctx, len, out, data);
  cs_off off;
  cs_status st = cs_alloc(ctx, CS_L_BYTES, offsetof(cs_bytes, data) + len, &off);
  if (st != CS_OK) return st;
  cs_bytes *b = CS_AT(ctx, cs_bytes, off);
  b->len = (uint32_t)len;
  *data = b->data;
  *out = cs_ref(CS_L_BYTES, off);
  return CS_OK;
}

cs_status cs_bytes_new(cs_ctx *ctx, uint32_t layout, const void *data,
                       uint64_t len, cs_value *out) {
  if (len == 0 && layout == CS_L_BYTES && ctx->image->empty_bytes.bits) {
    *out = ctx->image->empty_bytes;
    return CS_OK;
  }
  uint8_t *to;
  cs_status st = cs_bytes_room(ctx, layout, len, out, &to);
  if (st == CS_OK && len) memcpy(to, data, len);
  return st;
}

bool cs_bytes_view(const cs_ctx *ctx, cs_value v, const uint8_t **data,
                   uint32_t *len) {
  v = cs_unwrap(ctx, v);
  if (cs_is(v, CS_L_MEMVIEW) && CS_PTR(ctx, cs_memview, v)->h.flags & 2)
    return false;
  if (!cs_equal_bytes(ctx, v, data, len)) return false;
  if (!*data) *data = (const uint8_t *)"";
  return true;
}

/* --- operators ----------------------------------------------------------------
 */

static cs_status get_slice(cs_ctx *ctx, cs_value v, cs_value key,
                           cs_value *out) {
  const uint8_t *s;
  uint32_t n;
  (void)cs_bytes_view(ctx, v, &s, &n);
  cs_span span;
  cs_status st = cs_args_span(ctx, key, n, &span);
  if (st != CS_OK) return st;
  if (cs_is_bytes(v) && span.step == 1 && span.count == n) {
    *out = v;
    return CS_OK;
  }
  if (span.step == 1)
    return cs_bytes_new(ctx, cs_ref_layout(v), s + span.start,
                        (uint64_t)span.count, out);
  uint8_t *to;
  st = cs_bytes_room(ctx, cs_ref_layout(v), (uint64_t)span.count, out, &to);
  if (st != CS_OK) return st;
  cs_charge(ctx, (uint64_t)span.count / 16);
  for (int64_t i = 0; i < span.count; i++)
    to[i] = s[span.start + i * span.step];
  return CS_OK;
}

cs_status cs_bytes_getitem(cs_ctx *ctx, cs_value v, cs_value key,
                           cs_value *out) {
  const uint8_t *s;
  uint32_t n;
  int64_t i;
  const char *name = cs_is_bytes(v) ? "byte" : "bytearray";
  if (cs_is(key, CS_L_SLICE)) return get_slice(ctx, v, key, out);
  if (!cs_is_anyint(cs_unwrap(ctx, key))) {
    if (cs_args_has_index(ctx, key)) return CS_SLOW;
    return cs_throw(ctx, CS_TypeError,
                    "%s indices must be integers or slices, not %t", name, key);
  }
  (void)cs_bytes_view(ctx, v, &s, &n);
  cs_status st = cs_args_i64(ctx, cs_unwrap(ctx, key), &i);
  if (st != CS_OK) return st;
  if (i < 0) i += n;
  if (i < 0 || i >= n)
    return cs_throw(ctx, CS_IndexError,
                    cs_is_bytes(v) ? "index out of range"
                                   : "bytearray index out of range");
  *out = cs_int(s[i]);
  return CS_OK;
}

cs_status cs_bytes_concat(cs_ctx *ctx, cs_value a, cs_value b, cs_value *out) {
  const uint8_t *x, *y;
  uint32_t m, n;
  if (!cs_bytes_view(ctx, a, &x, &m)) return CS_SLOW;
  if (!cs_bytes_view(ctx, b, &y, &n)) {
    if (cs_is_ref(b) && cs_ref_layout(b) == CS_L_INSTANCE) return CS_SLOW;
    return cs_throw(ctx, CS_TypeError, "can't concat %t to %t", b, a);
  }
  if (n == 0 && cs_is_bytes(a)) {
    *out = a;
    return CS_OK;
  }
  uint8_t *to;
  uint64_t total = (uint64_t)m + n;
  cs_charge(ctx, total / 64);
  cs_status st = cs_bytes_room(ctx, cs_ref_layout(a), total, out, &to);
  if (st != CS_OK || total == 0) return st;
  memcpy(to, x, m);
  memcpy(to + m, y, n);
  return CS_OK;
}

cs_status cs_bytes_repeat(cs_ctx *ctx, cs_value v, cs_value times,
                          cs_value *out) {
  const uint8_t *s;
  uint32_t n;
  int64_t k;
  if (!cs_is_anyint(times)) return CS_SLOW;
  (void)cs_bytes_view(ctx, v, &s, &n);
  cs_status st = cs_args_i64(ctx, times, &k);
  if (st != CS_OK) return st;
  if (k < 0 || n == 0) k = 0;
  if (k == 1 && cs_is_bytes(v)) {
    *out = v;
    return CS_OK;
  }
  if (n && k > (int64_t)(UINT32_MAX / n))
    return cs_throw(ctx, CS_MemoryError, "");
  uint64_t total = (uint64_t)k * n;
  uint8_t *to;
  st = cs_charge_big(ctx, total / 64);
  if (st == CS_OK) st = cs_bytes_room(ctx, cs_ref_layout(v), total, out, &to);
  if (st != CS_OK || total == 0) return st;
  if (n == 1) {
    memset(to, s[0], total);
    return CS_OK;
  }
  memcpy(to, s, n);
  for (uint64_t done = n; done < total;) { /* doubling copies */
    uint64_t step = done < total - done ? done : total - done;
    memcpy(to + done, to, step);
    done += step;
  }
  return CS_OK;
}

cs_status cs_bytes_byte(cs_ctx *ctx, cs_value v, uint8_t *out) {
  v = cs_unwrap(ctx, v);
  int64_t i;
  if (!cs_is_anyint(v)) {
    if (cs_args_has_index(ctx, v)) return CS_SLOW;
    return cs_throw(ctx, CS_TypeError,
                    "'%t' object cannot be interpreted as an integer", v);
  }
  if (!cs_int_as_i64(ctx, v, &i) || i < 0 || i > 255)
    return cs_throw(ctx, CS_ValueError, "byte must be in range(0, 256)");
  *out = (uint8_t)i;
  return CS_OK;
}

cs_status cs_bytes_contains(cs_ctx *ctx, cs_value v, cs_value item,
                            bool *out) {
  const uint8_t *s, *t;
  uint32_t n, m;
  (void)cs_bytes_view(ctx, v, &s, &n);
  cs_charge(ctx, n / 64);
  if (cs_bytes_view(ctx, item, &t, &m)) {
    *out = cs_mem_find(s, n, t, m) != CS_MEM_NONE;
    return CS_OK;
  }
  if (!cs_is_anyint(cs_unwrap(ctx, item)) && !cs_args_has_index(ctx, item))
    return cs_throw(ctx, CS_TypeError,
                    "a bytes-like object is required, not '%t'", item);
  uint8_t byte;
  cs_status st = cs_bytes_byte(ctx, item, &byte);
  if (st == CS_OK) *out = n > 0 && memchr(s, byte, n) != NULL;
  return st;
}
