/*
 * dunder.c - special methods that every built-in container shares.
 *
 * An operator that needs Python code for the elements (ctx->intrinsic) is
 * finished by a tail call of that prelude function; one that finds no rule
 * for its operands gives NotImplemented.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/dunder.h"

#include "py/heap/dict.h"
#include "py/heap/intrinsics.h"
#include "py/heap/seq.h"
#include "py/types/args.h"
#include "py/types/iter.h"
#include "py/types/number.h"
#include "py/types/op.h"
#include "py/types/op_seq.h"
#include "py/types/op_set.h"
#include "py/types/ops.h"
#include "py/types/type.h"

/* Continue with prelude function `which`. */
static cs_status go_on(cs_ctx *ctx, uint32_t which, uint32_t n,
                       const cs_value *args) {
  return cs_want_call(ctx, CS_RET_PLAIN, ctx->image->intrinsic[which], n, args);
}

/* --- one operand --------------------------------------------------------- */

cs_status cs_dunder_len(cs_ctx *ctx, cs_value *args, uint32_t n,
                        cs_value *out) {
  (void)n;
  return cs_op_len(ctx, args[0], out);
}

cs_status cs_dunder_bool(cs_ctx *ctx, cs_value *args, uint32_t n,
                         cs_value *out) {
  (void)n;
  bool yes;
  cs_status st = cs_op_truth(ctx, args[0], &yes);
  if (st == CS_OK) *out = cs_bool(yes);
  return st;
}

cs_status cs_dunder_iter(cs_ctx *ctx, cs_value *args, uint32_t n,
                         cs_value *out) {
  (void)n;
  return cs_op_iter(ctx, args[0], out);
}

cs_status cs_dunder_reversed(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  (void)n;
  return cs_iter_reversed(ctx, args[0], out);
}

cs_status cs_dunder_hash(cs_ctx *ctx, cs_value *args, uint32_t n,
                         cs_value *out) {
  (void)n;
  int64_t h;
  cs_status st = cs_hash_value(ctx, args[0], &h);
  if (st == CS_OK) return cs_int_new(ctx, h, out);
  return st == CS_SLOW ? go_on(ctx, CS_X_hash_slow, 1, args) : st;
}

cs_status cs_dunder_repr(cs_ctx *ctx, cs_value *args, uint32_t n,
                         cs_value *out) {
  (void)n;
  cs_status st = cs_op_repr(ctx, args[0], out);
  return st == CS_SLOW ? go_on(ctx, CS_X_repr, 1, args) : st;
}

cs_status cs_dunder_self(cs_ctx *ctx, cs_value *args, uint32_t n,
                         cs_value *out) {
  (void)ctx;
  (void)n;
  *out = args[0];
  return CS_OK;
}

#define UNARY(name, op)                                               \
  cs_status cs_dunder_##name(cs_ctx *ctx, cs_value *args, uint32_t n, \
                             cs_value *out) {                         \
    (void)n;                                                          \
    return cs_op_unary(ctx, op, args[0], out);                        \
  }
UNARY(neg, CS_U_NEG)
UNARY(pos, CS_U_POS)
UNARY(abs, CS_U_ABS)
UNARY(invert, CS_U_INVERT)
#undef UNARY

/* --- items --------------------------------------------------------------- */

cs_status cs_dunder_getitem(cs_ctx *ctx, cs_value *args, uint32_t n,
                            cs_value *out) {
  (void)n;
  cs_status st = cs_op_getitem(ctx, args[0], args[1], out);
  return st == CS_SLOW ? go_on(ctx, CS_X_getitem, 2, args) : st;
}

cs_status cs_dunder_setitem(cs_ctx *ctx, cs_value *args, uint32_t n,
                            cs_value *out) {
  (void)n;
  cs_status st = cs_op_setitem(ctx, args[0], args[1], args[2]);
  *out = CS_NONE;
  return st == CS_SLOW ? go_on(ctx, CS_X_setitem, 3, args) : st;
}

cs_status cs_dunder_delitem(cs_ctx *ctx, cs_value *args, uint32_t n,
                            cs_value *out) {
  (void)n;
  cs_status st = cs_op_delitem(ctx, args[0], args[1]);
  *out = CS_NONE;
  return st == CS_SLOW ? go_on(ctx, CS_X_delitem, 2, args) : st;
}

cs_status cs_dunder_contains(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  (void)n;
  bool yes;
  cs_status st = cs_op_contains(ctx, args[0], args[1], &yes);
  if (st == CS_OK) *out = cs_bool(yes);
  return st == CS_SLOW ? go_on(ctx, CS_X_contains, 2, args) : st;
}

/* --- comparison ---------------------------------------------------------- */

/* Does a built-in of a's type compare itself with b? */
static bool comparable(const cs_ctx *ctx, cs_value a, cs_value b) {
  if (cs_is_number(a)) {
    if (!cs_is_number(b)) return false;
    /* int.__eq__(1, 1.0) leaves it to float, float to complex. */
    if (cs_is_anyint(a)) return cs_is_anyint(b);
    return cs_is_complex(a) || !cs_is_complex(b);
  }
  if (cs_op_set_like(ctx, a)) return cs_op_set_like(ctx, b);
  if (cs_is_bytes(a) || cs_is_bytearray(a) || cs_is(a, CS_L_MEMVIEW))
    return cs_is_bytes(b) || cs_is_bytearray(b) || cs_is(b, CS_L_MEMVIEW);
  return cs_is_ref(a) && cs_is_ref(b) && cs_ref_layout(a) == cs_ref_layout(b);
}

static cs_status compare(cs_ctx *ctx, cs_cmp op, cs_value a, cs_value b,
                         cs_value *out) {
  b = cs_unwrap(ctx, b);
  *out = CS_NOTIMPL;
  bool same = cs_same(a, b) && (op == CS_C_EQ || op == CS_C_NE);
  if (!same && !comparable(ctx, a, b)) return CS_OK;
  ctx->intrinsic = 0;
  cs_value r;
  cs_status st = cs_op_compare(ctx, op, a, b, &r);
  if (st == CS_OK) *out = r;
  if (st != CS_SLOW) return st;
  if (!ctx->intrinsic) return CS_OK;
  cs_value args[3] = {cs_int(op), a, b};
  return go_on(ctx, ctx->intrinsic, 3, args);
}

#define COMPARE(name, op)                                             \
  cs_status cs_dunder_##name(cs_ctx *ctx, cs_value *args, uint32_t n, \
                             cs_value *out) {                         \
    (void)n;                                                          \
    return compare(ctx, op, args[0], args[1], out);                   \
  }
COMPARE(eq, CS_C_EQ)
COMPARE(ne, CS_C_NE)
COMPARE(lt, CS_C_LT)
COMPARE(le, CS_C_LE)
COMPARE(gt, CS_C_GT)
COMPARE(ge, CS_C_GE)
#undef COMPARE

/* --- arithmetic ---------------------------------------------------------- */

/* Numbers leave wider numbers to their class, as in a comparison. */
static bool computable(const cs_ctx *ctx, cs_value a, cs_value b) {
  (void)ctx;
  if (!cs_is_number(a)) return true;
  if (cs_is_anyint(a)) return cs_is_anyint(b);
  if (cs_is_float(a)) return cs_is_float(b) || cs_is_anyint(b);
  return cs_is_number(b);
}

static cs_status binary(cs_ctx *ctx, cs_binop op, bool reflected, cs_value a,
                        cs_value b, cs_value *out) {
  cs_value x = reflected ? b : a, y = reflected ? a : b, r;
  cs_value inner = cs_unwrap(ctx, b);
  *out = CS_NOTIMPL;
  if (!computable(ctx, a, inner)) return CS_OK;
  if (op == CS_B_ADD && cs_op_seq_is(a) && cs_is_number(inner))
    return cs_op_seq_unsupported(ctx, op, a, b);
  if (cs_is_number(inner)) {
    if (reflected)
      x = inner;
    else
      y = inner;
  }
  /* str.__add__ joins, whatever __radd__ a subclass of str has. */
  if (op == CS_B_ADD && cs_op_seq_is(a) && cs_op_seq_is(inner) &&
      cs_ref_layout(a) == cs_ref_layout(inner))
    y = inner;
  bool repeat = op == CS_B_MUL && cs_op_seq_is(a);
  if (repeat && !cs_is_anyint(inner) && !cs_op_has_class(b))
    return cs_throw(ctx, CS_TypeError,
                    "'%t' object cannot be interpreted as an integer", b);
  ctx->intrinsic = 0;
  cs_status st = repeat ? cs_op_seq_repeat(ctx, a, b, &r)
                        : cs_op_binary(ctx, op, x, y, &r);
  if (st == CS_OK) *out = r;
  if (st != CS_SLOW) return st;
  bool set = cs_op_set_like(ctx, a) || cs_is_dict(a);
  if (!ctx->intrinsic && set && !cs_same(inner, b)) { /* class S(set) */
    st = reflected ? cs_op_binary(ctx, op, inner, a, &r)
                   : cs_op_binary(ctx, op, a, inner, &r);
    if (st == CS_OK) *out = r;
    if (st != CS_SLOW) return st;
  }
  if (!ctx->intrinsic) return CS_OK;
  cs_value args[3] = {cs_int(op), x, y};
  return go_on(ctx, ctx->intrinsic, 3, args);
}

#define BINARY(name, op, rname)                                        \
  cs_status cs_dunder_##name(cs_ctx *ctx, cs_value *args, uint32_t n,  \
                             cs_value *out) {                          \
    (void)n;                                                           \
    return binary(ctx, op, false, args[0], args[1], out);              \
  }                                                                    \
  cs_status cs_dunder_##rname(cs_ctx *ctx, cs_value *args, uint32_t n, \
                              cs_value *out) {                         \
    (void)n;                                                           \
    return binary(ctx, op, true, args[0], args[1], out);               \
  }
BINARY(add, CS_B_ADD, radd)
BINARY(sub, CS_B_SUB, rsub)
BINARY(mul, CS_B_MUL, rmul)
BINARY(truediv, CS_B_TRUEDIV, rtruediv)
BINARY(floordiv, CS_B_FLOORDIV, rfloordiv)
BINARY(mod, CS_B_MOD, rmod)
BINARY(lshift, CS_B_LSHIFT, rlshift)
BINARY(rshift, CS_B_RSHIFT, rrshift)
BINARY(and, CS_B_AND, rand)
BINARY(or, CS_B_OR, ror)
BINARY(xor, CS_B_XOR, rxor)
BINARY(divmod, CS_B_DIVMOD, rdivmod)
#undef BINARY

static cs_status inplace(cs_ctx *ctx, cs_binop op, cs_value a, cs_value b,
                         cs_value *out) {
  cs_value inner = cs_unwrap(ctx, b), r;
  ctx->intrinsic = 0;
  *out = CS_NOTIMPL;
  cs_status st = cs_op_inplace(ctx, op, a, cs_is_set(inner) ? inner : b, &r);
  if (st == CS_OK) *out = r;
  if (st != CS_SLOW || !ctx->intrinsic) return st == CS_SLOW ? CS_OK : st;
  cs_value args[3] = {cs_int(op), a, b};
  return go_on(ctx, ctx->intrinsic, 3, args);
}

#define INPLACE(name, op)                                             \
  cs_status cs_dunder_##name(cs_ctx *ctx, cs_value *args, uint32_t n, \
                             cs_value *out) {                         \
    (void)n;                                                          \
    return inplace(ctx, op, args[0], args[1], out);                   \
  }
INPLACE(iadd, CS_B_ADD)
INPLACE(isub, CS_B_SUB)
INPLACE(imul, CS_B_MUL)
INPLACE(iand, CS_B_AND)
INPLACE(ior, CS_B_OR)
INPLACE(ixor, CS_B_XOR)
#undef INPLACE

/* --- classes and iterators ----------------------------------------------- */

cs_status cs_dunder_class_getitem(cs_ctx *ctx, cs_value *args, uint32_t n,
                                  cs_value *out) {
  (void)n;
  cs_value tuple = args[1];
  cs_status st = cs_op_type_alias(ctx, args[0], args[1], out);
  if (st != CS_SLOW) return st; /* a subclass, or enumerate[int] */
  st = CS_OK;
  if (!cs_is(tuple, CS_L_TUPLE)) st = cs_tuple_new(ctx, &tuple, 1, &tuple);
  return st == CS_OK ? cs_op_alias_new(ctx, args[0], tuple, CS_NONE, out) : st;
}

/* Generators of the prelude can stand in for built-in iterators: enumerate
 * over any iterable is one, with the class of the built-in. */
cs_status cs_dunder_next(cs_ctx *ctx, cs_value *args, uint32_t n,
                         cs_value *out) {
  (void)n;
  if (cs_is(args[0], CS_L_GEN))
    return cs_want_resume(ctx, args[0], CS_NONE, CS_UNBOUND);
  cs_value v;
  cs_status st = cs_op_next(ctx, args[0], &v);
  if (st != CS_OK) return st;
  if (cs_is_unbound(v)) return cs_throw_value(ctx, CS_StopIteration, v);
  *out = v;
  return CS_OK;
}

cs_status cs_dunder_length_hint(cs_ctx *ctx, cs_value *args, uint32_t n,
                                cs_value *out) {
  (void)n;
  return cs_iter_hint(ctx, args[0], out);
}

cs_status cs_dunder_init(cs_ctx *ctx, cs_value *args, uint32_t n,
                         cs_value *out) {
  (void)ctx;
  (void)args;
  (void)n;
  *out = CS_NONE;
  return CS_OK;
}
