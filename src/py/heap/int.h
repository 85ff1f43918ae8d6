/*
 * int.h - integers of any size: small ones are values, others BIGINT objects.
 *
 * A BIGINT never holds a number that fits the small range, so equality of a
 * small and a big one is always false.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_HEAP_INT_H
#define CS_PY_HEAP_INT_H

#include "py/heap/ctx.h"

/* Binary operators, in the order of the VM's generic opcodes.  Append-only. */
#define CS_BINOP_LIST(X)                            \
  X(ADD, "+", add, radd, iadd)                      \
  X(SUB, "-", sub, rsub, isub)                      \
  X(MUL, "*", mul, rmul, imul)                      \
  X(TRUEDIV, "/", truediv, rtruediv, itruediv)      \
  X(FLOORDIV, "//", floordiv, rfloordiv, ifloordiv) \
  X(MOD, "%", mod, rmod, imod)                      \
  X(POW, "** or pow()", pow, rpow, ipow)            \
  X(LSHIFT, "<<", lshift, rlshift, ilshift)         \
  X(RSHIFT, ">>", rshift, rrshift, irshift)         \
  X(AND, "&", and, rand, iand)                      \
  X(OR, "|", or, ror, ior)                          \
  X(XOR, "^", xor, rxor, ixor)                      \
  X(MATMUL, "@", matmul, rmatmul, imatmul)          \
  X(DIVMOD, "divmod()", divmod, rdivmod, divmod)

typedef enum cs_binop {
#define X(name, text, l, r, i) CS_B_##name,
  CS_BINOP_LIST(X)
#undef X
      CS_BINOP_COUNT
} cs_binop;

#define CS_CMP_LIST(X) \
  X(LT, "<", lt, gt)   \
  X(LE, "<=", le, ge)  \
  X(EQ, "==", eq, eq)  \
  X(NE, "!=", ne, ne)  \
  X(GT, ">", gt, lt)   \
  X(GE, ">=", ge, le)

typedef enum cs_cmp {
#define X(name, text, l, r) CS_C_##name,
  CS_CMP_LIST(X)
#undef X
      CS_C_IS,
  CS_C_ISNOT,
  CS_C_IN,
  CS_C_NOTIN,
  CS_CMP_COUNT
} cs_cmp;

/* Small int, bool or BIGINT (not instances of int subclasses). */
static inline bool cs_is_anyint(cs_value v) {
  return cs_is_int(v) || cs_is_bool(v) || cs_is(v, CS_L_BIGINT);
}
/* An int or bool that fits int64_t; others false. */
bool cs_int_as_i64(const cs_ctx *ctx, cs_value v, int64_t *out);
cs_status cs_int_new(cs_ctx *ctx, int64_t i, cs_value *out) CS_MUST_CHECK;
cs_status cs_int_new_u64(cs_ctx *ctx, uint64_t i, cs_value *out) CS_MUST_CHECK;
/* From magnitude limbs (need not be normalised). */
cs_status cs_int_from_limbs(cs_ctx *ctx, const uint64_t *limbs, size_t n,
                            bool neg, cs_value *out) CS_MUST_CHECK;
/* Limbs of any int; small ones use `tmp`. */
const uint64_t *cs_int_limbs(const cs_ctx *ctx, cs_value v, uint64_t *tmp,
                             uint32_t *n, bool *neg);
/* All operators on two ints (small, bool or big), throwing CPython's errors
 * (ZeroDivisionError, negative shift count, OverflowError for int too large to
 * convert to float in truediv).  Fuel is charged before the work. */
cs_status cs_int_binop(cs_ctx *ctx, cs_binop op, cs_value a, cs_value b,
                       cs_value *out) CS_MUST_CHECK;
/* pow(a, b, m) with Python's signs and errors. */
cs_status cs_int_powmod(cs_ctx *ctx, cs_value a, cs_value b, cs_value m,
                        cs_value *out) CS_MUST_CHECK;
int cs_int_compare(const cs_ctx *ctx, cs_value a, cs_value b);
cs_status cs_int_neg(cs_ctx *ctx, cs_value v, cs_value *out) CS_MUST_CHECK;
cs_status cs_int_invert(cs_ctx *ctx, cs_value v, cs_value *out) CS_MUST_CHECK;
/* int -> double, correctly rounded; OverflowError when too large. */
cs_status cs_int_to_double(cs_ctx *ctx, cs_value v, double *out) CS_MUST_CHECK;
/* trunc(d); throws for inf and nan. */
cs_status cs_int_from_double(cs_ctx *ctx, double d,
                             cs_value *out) CS_MUST_CHECK;
/* Digits of an int in `base`; the 4300-digit rule applies to base 10. */
cs_status cs_int_to_str(cs_ctx *ctx, cs_value v, int base,
                        cs_value *out) CS_MUST_CHECK;
/* int(text, base) with Python's rules; CS_THROW ValueError with its text. */
cs_status cs_int_parse(cs_ctx *ctx, const char *text, size_t n, int base,
                       cs_value *out) CS_MUST_CHECK;
/* Compare an int with a double exactly: <0, 0, >0; 2 when d is NaN. */
int cs_int_compare_double(const cs_ctx *ctx, cs_value i, double d);
int64_t cs_int_hash(const cs_ctx *ctx, cs_value v);

#endif
