/*
 * bytes.c - making and reading bytes, bytearray and what looks like them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/bytes.h"

#include "py/heap/equal.h"
#include "py/heap/int.h"
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
  cs_status st =
      cs_alloc(ctx, CS_L_BYTES, offsetof(cs_bytes, data) + len, &off);
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
  if (cs_is(v, CS_L_BYTES)) {
    *data = CS_PTR(ctx, cs_bytes, v)->data;
    *len = CS_PTR(ctx, cs_bytes, v)->len;
    return true;
  }
  v = cs_unwrap(ctx, v);
  if (cs_is(v, CS_L_MEMVIEW) && CS_PTR(ctx, cs_memview, v)->h.flags & 2)
    return false;
  if (!cs_equal_bytes(ctx, v, data, len)) return false;
  if (!*data) *data = (const uint8_t *)"";
  return true;
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
