/*
 * bytearray.c - methods that change a bytearray.
 *
 * All of them end in cs_op_seq_splice, which refuses frozen arrays and arrays
 * that memoryviews look at.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/int.h"
#include "py/heap/native.h"
#include "py/heap/seq.h"
#include "py/types/args.h"
#include "py/types/bytes.h"
#include "py/types/dunder.h"
#include "py/types/op.h"
#include "py/types/op_seq.h"
#include "py/types/ops.h"
#include "py/types/type.h"

/* Argument `i` as a byte; asks for __index__. */
static cs_status byte_arg(cs_ctx *ctx, cs_value *args, uint32_t i,
                          uint8_t *out) {
  cs_status st = cs_bytes_byte(ctx, args[i], out);
  return st == CS_SLOW ? cs_need(ctx, i, CS_NEED_INDEX) : st;
}

static uint32_t length(const cs_ctx *ctx, cs_value v) {
  return CS_PTR(ctx, cs_bytearray, v)->len;
}

static cs_status array_append(cs_ctx *ctx, cs_value *args, uint32_t n,
                              cs_value *out) {
  (void)n;
  uint8_t byte;
  cs_status st = byte_arg(ctx, args, 1, &byte);
  if (st != CS_OK) return st;
  *out = CS_NONE;
  return cs_op_seq_splice(ctx, args[0], length(ctx, args[0]), 0, &byte, 1);
}

static cs_status array_insert(cs_ctx *ctx, cs_value *args, uint32_t n,
                              cs_value *out) {
  (void)n;
  uint8_t byte;
  int64_t at, len = length(ctx, args[0]);
  cs_status st = cs_args_size(ctx, args, 1, 0, &at);
  if (st == CS_OK) st = byte_arg(ctx, args, 2, &byte);
  if (st != CS_OK) return st;
  if (at < 0) at += len;
  if (at < 0) at = 0;
  if (at > len) at = len;
  *out = CS_NONE;
  return cs_op_seq_splice(ctx, args[0], (uint32_t)at, 0, &byte, 1);
}

static cs_status array_pop(cs_ctx *ctx, cs_value *args, uint32_t n,
                           cs_value *out) {
  (void)n;
  int64_t at, len = length(ctx, args[0]);
  cs_status st = cs_args_size(ctx, args, 1, -1, &at);
  if (st != CS_OK) return st;
  if (len == 0) return cs_throw(ctx, CS_IndexError, "pop from empty bytearray");
  if (at < 0) at += len;
  if (at < 0 || at >= len)
    return cs_throw(ctx, CS_IndexError, "pop index out of range");
  uint32_t ignored;
  uint8_t byte = cs_bytes_data(ctx, args[0], &ignored)[at];
  st = cs_op_seq_splice(ctx, args[0], (uint32_t)at, 1, NULL, 0);
  if (st == CS_OK) *out = cs_int(byte);
  return st;
}

static cs_status array_remove(cs_ctx *ctx, cs_value *args, uint32_t n,
                              cs_value *out) {
  (void)n;
  uint8_t byte;
  uint32_t len;
  cs_status st = byte_arg(ctx, args, 1, &byte);
  if (st != CS_OK) return st;
  const uint8_t *s = cs_bytes_data(ctx, args[0], &len);
  const uint8_t *hit = len ? memchr(s, byte, len) : NULL;
  if (!hit) return cs_throw(ctx, CS_ValueError, "value not found in bytearray");
  *out = CS_NONE;
  return cs_op_seq_splice(ctx, args[0], (uint32_t)(hit - s), 1, NULL, 0);
}

/* Bytes of a list of ints, on the builder's terms: nothing changes before all
 * of them are known to be good. */
static cs_status extend_items(cs_ctx *ctx, cs_value self, cs_value *items,
                              uint32_t n) {
  uint8_t *data;
  cs_value tmp;
  cs_status st = cs_bytes_room(ctx, CS_L_BYTES, n, &tmp, &data);
  cs_charge(ctx, n / 4);
  for (uint32_t i = 0; st == CS_OK && i < n; i++)
    st = cs_bytes_byte(ctx, items[i], &data[i]);
  if (st != CS_OK) return st; /* CS_SLOW: the twin coerces them */
  return cs_op_seq_splice(ctx, self, length(ctx, self), 0, data, n);
}

static cs_status array_extend(cs_ctx *ctx, cs_value *args, uint32_t nargs,
                              cs_value *out) {
  (void)nargs;
  const uint8_t *data;
  cs_value *items;
  uint32_t n;
  *out = CS_NONE;
  if (cs_bytes_view(ctx, args[1], &data, &n)) {
    cs_value copy; /* the source may be the array itself */
    cs_status st = cs_bytes_new(ctx, CS_L_BYTES, data, n, &copy);
    if (st != CS_OK) return st;
    return cs_op_seq_splice(ctx, args[0], length(ctx, args[0]), 0,
                            CS_PTR(ctx, cs_bytes, copy)->data, n);
  }
  if (cs_seq_items(ctx, args[1], &items, &n))
    return extend_items(ctx, args[0], items, n);
  if (cs_args_iterable(ctx, args[1])) return cs_need(ctx, 1, CS_NEED_LIST);
  return cs_throw(ctx, CS_TypeError, "can't extend bytearray with %t", args[1]);
}

static cs_status array_clear(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  (void)n;
  *out = CS_NONE;
  return cs_op_seq_splice(ctx, args[0], 0, length(ctx, args[0]), NULL, 0);
}

static cs_status array_copy(cs_ctx *ctx, cs_value *args, uint32_t n,
                            cs_value *out) {
  (void)n;
  uint32_t len;
  const uint8_t *s = cs_bytes_data(ctx, args[0], &len);
  return cs_bytes_new(ctx, CS_L_BYTEARRAY, s, len, out);
}

static cs_status array_reverse(cs_ctx *ctx, cs_value *args, uint32_t nargs,
                               cs_value *out) {
  (void)nargs;
  uint32_t n;
  if (cs_is_frozen(ctx, args[0])) return cs_op_refuse(ctx);
  uint8_t *s = cs_bytes_data(ctx, args[0], &n);
  cs_charge(ctx, n / 16);
  for (uint32_t i = 0; i < n / 2; i++) {
    uint8_t swap = s[i];
    s[i] = s[n - 1 - i];
    s[n - 1 - i] = swap;
  }
  *out = CS_NONE;
  return CS_OK;
}

static cs_status array_alloc(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  (void)n;
  *out = cs_int((int64_t)length(ctx, args[0]) + 1);
  return CS_OK;
}

const cs_native_def cs_bytearray_natives[] = {
    {"bytearray", "append", "($self, item, /)", array_append},
    {"bytearray", "insert", "($self, index, item, /)", array_insert},
    {"bytearray", "pop", "($self, index=-1, /)", array_pop},
    {"bytearray", "remove", "($self, value, /)", array_remove},
    {"bytearray", "extend", "($self, iterable_of_ints, /)", array_extend},
    {"bytearray", "clear", "($self, /)", array_clear},
    {"bytearray", "copy", "($self, /)", array_copy},
    {"bytearray", "reverse", "($self, /)", array_reverse},
    {"bytearray", "__alloc__", "($self, /)", array_alloc},
    {"bytearray", "__setitem__", "($self, key, value, /)", cs_dunder_setitem},
    {"bytearray", "__delitem__", "($self, key, /)", cs_dunder_delitem},
    {"bytearray", "__iadd__", "($self, value, /)", cs_dunder_iadd},
    {"bytearray", "__imul__", "($self, value, /)", cs_dunder_imul},
    CS_NATIVE_END};
