/*
 * op_binary.c - a op b and a op= b between built-in values.
 *
 * Decides by the types which file does the work.  CS_SLOW without
 * ctx->intrinsic: the VM looks for special methods and, if there are none,
 * raises "unsupported operand type(s)".
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"
#include "py/heap/equal.h"
#include "py/heap/intrinsics.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/format.h"
#include "py/types/number.h"
#include "py/types/op.h"
#include "py/types/op_seq.h"
#include "py/types/op_set.h"
#include "py/types/ops.h"
#include "py/types/type.h"

/* fmt % args, unless the class of `args` overrides it. */
static cs_status percent(cs_ctx *ctx, cs_value fmt, cs_value args,
                         cs_value *out) {
  if (cs_is_instance(args) && cs_type_is(ctx, args, cs_class_of(ctx, fmt))) {
    cs_value m =
        cs_type_find(ctx, cs_class_of(ctx, args), cs_known(ctx, CS_N___rmod__));
    if (cs_is(m, CS_L_FUNC)) return CS_SLOW;
  }
  cs_status st = cs_str_percent(ctx, fmt, args, out);
  if (st == CS_SLOW) ctx->intrinsic = CS_X_binary;
  return st;
}

static cs_status sequence_binary(cs_ctx *ctx, cs_binop op, cs_value a,
                                 cs_value b, cs_value *out) {
  if (op == CS_B_ADD && cs_op_seq_is(a))
    return cs_op_seq_concat(ctx, a, b, out);
  if (op == CS_B_MUL && cs_op_seq_is(a))
    return cs_op_seq_repeat(ctx, a, b, out);
  if (op == CS_B_MUL && !cs_op_has_class(a))
    return cs_op_seq_repeat(ctx, b, a, out);
  if (op != CS_B_MOD || cs_is_list(a) || cs_is_tuple(a) || !cs_op_seq_is(a))
    return CS_SLOW;
  return percent(ctx, a, b, out);
}

/* What a mappingproxy shows; others as they are. */
static cs_value behind_proxy(const cs_ctx *ctx, cs_value v) {
  return cs_is(v, CS_L_PROXY) ? CS_PTR(ctx, cs_proxy, v)->mapping : v;
}

cs_status cs_op_binary(cs_ctx *ctx, cs_binop op, cs_value a, cs_value b,
                       cs_value *out) {
  if (cs_is_number(a) && cs_is_number(b))
    return cs_number_binop(ctx, op, a, b, out);
  if (cs_is_str(a) && cs_is_str(b) && op == CS_B_ADD)
    return cs_str_concat(ctx, a, b, out);
  if (cs_is_str(a) && (op == CS_B_MUL || op == CS_B_MOD))
    return sequence_binary(ctx, op, a, b, out);
  bool sets = cs_op_set_like(ctx, a) || cs_op_set_like(ctx, b);
  if (sets && cs_op_set_has(op)) return cs_op_set_binary(ctx, op, a, b, out);
  if (cs_op_seq_is(a) || cs_op_seq_is(b))
    return sequence_binary(ctx, op, a, b, out);
  if (op != CS_B_OR) return CS_SLOW;
  a = behind_proxy(ctx, a);
  b = behind_proxy(ctx, b);
  if (cs_is_dict(a) && cs_is_dict(b)) return cs_op_dict_merge(ctx, a, b, out);
  return cs_op_type_union(ctx, a, b, out);
}

/* --- in place ------------------------------------------------------------ */

/* list += iterable */
static cs_status extend(cs_ctx *ctx, cs_value list, cs_value b) {
  cs_value *items;
  uint32_t n;
  if (cs_seq_items(ctx, b, &items, &n))
    return cs_list_extend(ctx, list, items, n);
  if (!cs_is_ref(b))
    return cs_throw(ctx, CS_TypeError, "'%t' object is not iterable", b);
  ctx->intrinsic = CS_X_inplace;
  return CS_SLOW;
}

static cs_status add_bytes(cs_ctx *ctx, cs_value a, cs_value b) {
  const uint8_t *data;
  uint32_t n, len = CS_PTR(ctx, cs_bytearray, a)->len;
  cs_value src = cs_unwrap(ctx, b);
  if (!cs_is_ref(src) || !cs_equal_bytes(ctx, src, &data, &n))
    return cs_throw(ctx, CS_TypeError, "can't concat %t to %t", b, a);
  if (cs_same(src, a)) { /* the buffer may move under the source */
    cs_status st = cs_op_seq_reserve(ctx, a, (uint64_t)len + n);
    if (st != CS_OK) return st;
    data = CS_AT(ctx, cs_raw, CS_PTR(ctx, cs_bytearray, a)->buf)->data;
  }
  return cs_op_seq_splice(ctx, a, len, 0, data, n);
}

static cs_status update_dict(cs_ctx *ctx, cs_value a, cs_value b) {
  cs_status st = CS_SLOW;
  if (cs_is_dict(b))
    st = cs_op_dict_update(ctx, a, b);
  else if (!cs_is_ref(b))
    return cs_throw(ctx, CS_TypeError, "'%t' object is not iterable", b);
  if (st == CS_SLOW) ctx->intrinsic = CS_X_inplace;
  return st;
}

cs_status cs_op_inplace(cs_ctx *ctx, cs_binop op, cs_value a, cs_value b,
                        cs_value *out) {
  cs_status st;
  if (cs_is_list(a) && op == CS_B_ADD)
    st = extend(ctx, a, b);
  else if (cs_is_bytearray(a) && op == CS_B_ADD)
    st = add_bytes(ctx, a, b);
  else if ((cs_is_list(a) || cs_is_bytearray(a)) && op == CS_B_MUL)
    st = cs_op_seq_repeat_in(ctx, a, b);
  else if (cs_is(a, CS_L_SET) && cs_is_set(b))
    st = cs_op_set_inplace(ctx, op, a, b);
  else if (cs_is_dict(a) && op == CS_B_OR)
    st = update_dict(ctx, a, b);
  else
    return cs_op_binary(ctx, op, a, b, out);
  if (st == CS_OK) *out = a;
  return st;
}
