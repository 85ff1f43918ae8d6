/*
 * bytes_new.c - bytes() and bytearray(), decode, and special methods of both.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/int.h"
#include "py/heap/intrinsics.h"
#include "py/heap/native.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/args.h"
#include "py/types/bytes.h"
#include "py/types/codec_ops.h"
#include "py/types/dunder.h"
#include "py/types/kinds.h"
#include "py/types/op_seq.h"
#include "py/types/ops.h"
#include "py/types/type.h"

/* --- constructors -------------------------------------------------------- */

static cs_status from_text(cs_ctx *ctx, cs_value *args, uint32_t layout,
                           cs_value *out) {
  cs_codec_names names;
  cs_value text = cs_unwrap(ctx, args[1]);
  cs_status st =
      cs_codec_args(ctx, layout == CS_L_BYTES ? "bytes" : "bytearray", args[2],
                    args[3], &names);
  if (st != CS_OK) return st;
  if (!cs_is_str(text))
    return cs_throw(ctx, CS_TypeError,
                    cs_is_unbound(args[2])
                        ? "errors without a string argument"
                        : "encoding without a string argument");
  if (cs_is_unbound(args[2]))
    return cs_throw(ctx, CS_TypeError, "string argument without an encoding");
  return cs_codec_encode_str(ctx, text, &names, layout, out);
}

static cs_status from_count(cs_ctx *ctx, cs_value v, uint32_t layout,
                            cs_value *out) {
  int64_t n;
  uint8_t *data;
  if (!cs_int_as_i64(ctx, v, &n))
    return cs_throw(ctx, CS_OverflowError,
                    "cannot fit 'int' into an index-sized integer");
  if (n < 0) return cs_throw(ctx, CS_ValueError, "negative count");
  /* First the room: what cannot exist is a MemoryError, not spent fuel. */
  cs_status st = cs_bytes_room(ctx, layout, (uint64_t)n, out, &data);
  return st == CS_OK ? cs_charge_big(ctx, (uint64_t)n / 64) : st;
}

static cs_status from_items(cs_ctx *ctx, const cs_value *items, uint32_t n,
                            uint32_t layout, cs_value *out) {
  uint8_t *data;
  cs_charge(ctx, n / 4);
  cs_status st = cs_bytes_room(ctx, layout, n, out, &data);
  for (uint32_t i = 0; st == CS_OK && i < n; i++) {
    if (cs_is_int(items[i]) && (uint64_t)cs_int_of(items[i]) < 256) {
      data[i] = (uint8_t)cs_int_of(items[i]);
      continue;
    }
    int64_t v;
    cs_value item = cs_unwrap(ctx, items[i]);
    bool is_int = cs_is_anyint(item);
    if (is_int && layout == CS_L_BYTES &&
        (!cs_int_as_i64(ctx, item, &v) || v < 0 || v > 255))
      return cs_throw(ctx, CS_ValueError, "bytes must be in range(0, 256)");
    st = cs_bytes_byte(ctx, items[i], &data[i]);
  }
  return st;
}

static cs_status make(cs_ctx *ctx, cs_value *args, uint32_t layout,
                      cs_value *out) {
  const uint8_t *data;
  uint32_t n;
  cs_value *items, v = cs_unwrap(ctx, args[1]);
  if (!cs_is_unbound(args[2]) || !cs_is_unbound(args[3]))
    return from_text(ctx, args, layout, out);
  if (cs_is_unbound(v)) return cs_bytes_new(ctx, layout, "", 0, out);
  if (cs_is_instance(args[1]) && layout == CS_L_BYTES) {
    cs_value f = cs_type_find(ctx, cs_class_of(ctx, args[1]),
                              cs_known(ctx, CS_N___bytes__));
    if (cs_is_none(f))
      return cs_throw(ctx, CS_TypeError, "'NoneType' object is not callable");
    if (!cs_is_unbound(f) && !cs_is(f, CS_L_NATIVE)) return CS_SLOW;
  }
  if (cs_is_str(v))
    return cs_throw(ctx, CS_TypeError, "string argument without an encoding");
  if (layout == CS_L_BYTES && cs_is(args[1], CS_L_BYTES)) {
    *out = args[1];
    return CS_OK;
  }
  if (cs_bytes_view(ctx, v, &data, &n))
    return cs_bytes_new(ctx, layout, data, n, out);
  if (cs_is(v, CS_L_MEMVIEW)) return CS_SLOW; /* not contiguous */
  if (cs_bytes_has_buffer(ctx, args[1]))
    return cs_bytes_need(ctx, args, 1, &data, &n);
  if (cs_is_anyint(v)) return from_count(ctx, v, layout, out);
  if (cs_args_has_index(ctx, args[1])) return cs_need(ctx, 1, CS_NEED_INDEX);
  if (cs_seq_items(ctx, args[1], &items, &n))
    return from_items(ctx, items, n, layout, out);
  if (cs_args_iterable(ctx, args[1])) return cs_need(ctx, 1, CS_NEED_LIST);
  return cs_throw(ctx, CS_TypeError, "cannot convert '%t' object to %s",
                  args[1], layout == CS_L_BYTES ? "bytes" : "bytearray");
}

static cs_status bytes_new(cs_ctx *ctx, cs_value *args, uint32_t n,
                           cs_value *out) {
  (void)n;
  cs_value made;
  cs_status st = make(ctx, args, CS_L_BYTES, &made);
  if (st != CS_OK) return st;
  return cs_instance_wrap(ctx, cs_ref_off(args[0]), made, out);
}

/* Like CPython's, __new__ makes an empty array and __init__ fills it; only
 * when no class in between defines either, both steps are one. */
static cs_status bytearray_new(cs_ctx *ctx, cs_value *args, uint32_t n,
                               cs_value *out) {
  cs_value made;
  cs_off cls = cs_ref_off(args[0]);
  uint32_t flags = cs_type_at(ctx, cls)->flags;
  cs_status st;
  if (flags & (CS_TYPE_HNEW | CS_TYPE_HINIT)) {
    st = cs_bytes_new(ctx, CS_L_BYTEARRAY, "", 0, &made);
  } else {
    if (n > 4)
      return cs_throw(ctx, CS_TypeError,
                      "bytearray() takes at most 3 arguments (%d given)",
                      (int64_t)n - 1);
    for (uint32_t i = n; i < 4; i++) args[i] = CS_UNBOUND; /* stack slack */
    st = make(ctx, args, CS_L_BYTEARRAY, &made);
  }
  return st == CS_OK ? cs_instance_wrap(ctx, cls, made, out) : st;
}

static cs_status bytearray_init(cs_ctx *ctx, cs_value *args, uint32_t n,
                                cs_value *out) {
  (void)n;
  cs_value made;
  uint32_t len, old;
  cs_status st = make(ctx, args, CS_L_BYTEARRAY, &made);
  if (st != CS_OK) return st;
  const uint8_t *data = cs_bytes_data(ctx, made, &len);
  (void)cs_bytes_data(ctx, args[0], &old);
  *out = CS_NONE;
  return cs_op_seq_splice(ctx, args[0], 0, old, data, len);
}

/* _bytes_wrap(cls, data): for the twins of the constructors. */
CS_LEAF_TAKES(bytes_wrap, TYPE, ANY) {
  cs_value data = cs_unwrap(ctx, args[1]);
  if (!cs_is_type(args[0]) ||
      !(cs_is(data, CS_L_BYTES) || cs_is(data, CS_L_BYTEARRAY)))
    return cs_throw(ctx, CS_TypeError, "_bytes_wrap() needs a class and bytes");
  return cs_instance_wrap(ctx, cs_ref_off(args[0]), data, out);
}

/* --- methods ------------------------------------------------------------- */

static cs_status bytes_decode(cs_ctx *ctx, cs_value *args, uint32_t n,
                              cs_value *out) {
  (void)n;
  cs_codec_names names;
  cs_status st = cs_codec_args(ctx, "decode", args[1], args[2], &names);
  return st == CS_OK ? cs_codec_decode_obj(ctx, args[0], &names, out) : st;
}

static cs_status bytes_getnewargs(cs_ctx *ctx, cs_value *args, uint32_t n,
                                  cs_value *out) {
  (void)n;
  return cs_tuple_new(ctx, args, 1, out);
}

static cs_status bytes_bytes(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  (void)ctx, (void)n;
  *out = args[0];
  return CS_OK;
}

static cs_status bytes_sizeof(cs_ctx *ctx, cs_value *args, uint32_t nargs,
                              cs_value *out) {
  (void)nargs;
  const uint8_t *s;
  uint32_t n;
  (void)cs_bytes_view(ctx, args[0], &s, &n);
  *out = cs_int(cs_is(args[0], CS_L_BYTES) ? 33 + (int64_t)n : 57 + (int64_t)n);
  return CS_OK;
}

/* Only bytes are a template for %; str has its own __mod__. */
#define RMOD(fn, layout)                                       \
  static cs_status fn(cs_ctx *ctx, cs_value *args, uint32_t n, \
                      cs_value *out) {                         \
    if (cs_is(cs_unwrap(ctx, args[1]), layout))                \
      return cs_dunder_rmod(ctx, args, n, out);                \
    *out = CS_NOTIMPL;                                         \
    return CS_OK;                                              \
  }
RMOD(bytes_rmod, CS_L_BYTES)
RMOD(bytearray_rmod, CS_L_BYTEARRAY)

#define BOTH(name, signature, fn)    \
  {"bytes", name, signature, fn}, {  \
    "bytearray", name, signature, fn \
  }
#define BINARY(op) BOTH("__" #op "__", "($self, value, /)", cs_dunder_##op)

const cs_native_def cs_bytes_new_natives[] = {
    {"bytes", "__new__", "($cls, source=b'', encoding=None, errors=None)",
     bytes_new},
    {"bytearray", "__new__", "($cls, *args)", bytearray_new},
    {"bytearray", "__init__", "($self, source=b'', encoding=None, errors=None)",
     bytearray_init},
    BOTH("decode", "($self, /, encoding='utf-8', errors='strict')",
         bytes_decode),
    BOTH("__len__", "($self, /)", cs_dunder_len),
    BOTH("__iter__", "($self, /)", cs_dunder_iter),
    BOTH("__getitem__", "($self, key, /)", cs_dunder_getitem),
    BOTH("__contains__", "($self, key, /)", cs_dunder_contains),
    BINARY(eq),
    BINARY(ne),
    BINARY(lt),
    BINARY(le),
    BINARY(gt),
    BINARY(ge),
    BINARY(add),
    BINARY(mul),
    BINARY(rmul),
    BINARY(mod),
    {"bytes", "__rmod__", "($self, value, /)", bytes_rmod},
    {"bytearray", "__rmod__", "($self, value, /)", bytearray_rmod},
    {"bytes", "__hash__", "($self, /)", cs_dunder_hash},
    {"bytes", "__getnewargs__", "($self, /)", bytes_getnewargs},
    {"bytes", "__bytes__", "($self, /)", bytes_bytes},
    BOTH("__sizeof__", "($self, /)", bytes_sizeof),
    {".intrinsics", "_bytes_wrap", "(cls, data, /)", bytes_wrap},
    CS_NATIVE_END};
