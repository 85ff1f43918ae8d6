/*
 * loop_number.h - fast paths of operators, for the dispatch loop.
 *
 * Ints and floats are computed here; everything else falls through to the slow
 * labels of op_number.inc.  For run.c only.
 *
 * Values are one machine word: an int of 50 bits is stored with a bias, so that
 * two ints compare like unsigned words; floats are stored shifted by a constant
 * (heap/value.h). cs_float_raw stores a double without looking whether it is a
 * NaN that would read as a tag: only for results of arithmetic, whose NaNs are
 * the machine's own and harmless.
 *
 * Order of the tests: ints first, since indexes and counters are most of what
 * programs compute, then floats. Mixed operands go to the slow labels, where
 * one more test costs nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_VM_LOOP_NUMBER_H
#define CS_PY_VM_LOOP_NUMBER_H

#include "py/vm/vm.h"

/* What is not done here goes to `binary_slow`, which reads the instruction
 * again. */
#define BINARY(name, fast)       \
  op_##name : {                  \
    cs_value a = R[B], b = R[C]; \
    fast                         \
  }                              \
  goto binary_slow;              \
  op_##name##_K : {              \
    cs_value a = R[B], b = K[C]; \
    fast                         \
  }                              \
  goto binary_slow;              \
  op_I##name : {                 \
    cs_value a = R[B], b = R[C]; \
    fast                         \
  }                              \
  goto binary_slow;              \
  op_I##name##_K : {             \
    cs_value a = R[B], b = K[C]; \
    fast                         \
  }                              \
  goto binary_slow;

#define BOTH_FLOAT(a, b) (cs_is_float(a) && cs_is_float(b))

#define FAST_ADDSUB(intfn, sign)                             \
  if (LIKELY(cs_both_int(a, b))) {                           \
    cs_value sum;                                            \
    if (LIKELY(intfn(a, b, &sum))) {                         \
      R[A] = sum;                                            \
      NEXT;                                                  \
    }                                                        \
  } else if (BOTH_FLOAT(a, b)) {                             \
    R[A] = cs_float_raw(cs_float_of(a) sign cs_float_of(b)); \
    NEXT;                                                    \
  }

#define FAST_MUL                                                          \
  if (LIKELY(cs_both_int(a, b))) {                                        \
    int64_t p;                                                            \
    if (LIKELY(!__builtin_mul_overflow(cs_int_of(a), cs_int_of(b), &p) && \
               cs_int_fits(p))) {                                         \
      R[A] = cs_int(p);                                                   \
      NEXT;                                                               \
    }                                                                     \
  } else if (BOTH_FLOAT(a, b)) {                                          \
    R[A] = cs_float_raw(cs_float_of(a) * cs_float_of(b));                 \
    NEXT;                                                                 \
  }

/* Division by zero raises: the slow path has the text. */
#define FAST_TRUEDIV                                                          \
  if (BOTH_FLOAT(a, b)) {                                                     \
    double d = cs_float_of(b);                                                \
    if (LIKELY(d != 0)) {                                                     \
      R[A] = cs_float_raw(cs_float_of(a) / d);                                \
      NEXT;                                                                   \
    }                                                                         \
  } else if (cs_both_int(a, b) && cs_int_of(b) != 0) {                        \
    /* both below 2^50: exact in a double, so the quotient is rounded once */ \
    R[A] = cs_float_raw((double)cs_int_of(a) / (double)cs_int_of(b));         \
    NEXT;                                                                     \
  }

/* C rounds to zero, Python down: with y > 0 they differ by one when the
 * remainder is negative. y == 0 and y < 0 are rare enough for the slow path; so
 * is the one quotient that overflows, CS_INT_MIN / -1. */
#define FAST_FLOORDIV                           \
  if (LIKELY(cs_both_int(a, b))) {              \
    int64_t x = cs_int_of(a), y = cs_int_of(b); \
    if (LIKELY(y > 0)) {                        \
      int64_t q = x / y;                        \
      R[A] = cs_int(q - (x % y < 0));           \
      NEXT;                                     \
    }                                           \
  }

#define FAST_MOD                                \
  if (LIKELY(cs_both_int(a, b))) {              \
    int64_t x = cs_int_of(a), y = cs_int_of(b); \
    if (LIKELY(y > 0)) {                        \
      int64_t m = x % y;                        \
      R[A] = cs_int(m < 0 ? m + y : m);         \
      NEXT;                                     \
    }                                           \
  }

#define FAST_BITS(sign)                            \
  if (LIKELY(cs_both_int(a, b))) {                 \
    R[A] = cs_int(cs_int_of(a) sign cs_int_of(b)); \
    NEXT;                                          \
  }

/* 49 bits is the most that an int of 50 bits can be shifted by; what does not
 * come back when shifted the other way has lost bits and becomes a big int. */
#define FAST_LSHIFT                             \
  if (LIKELY(cs_both_int(a, b))) {              \
    int64_t x = cs_int_of(a), y = cs_int_of(b); \
    if (y >= 0 && y < 49) {                     \
      int64_t r = (int64_t)((uint64_t)x << y);  \
      if (r >> y == x && cs_int_fits(r)) {      \
        R[A] = cs_int(r);                       \
        NEXT;                                   \
      }                                         \
    }                                           \
  }

/* Shifting by 64 or more is undefined in C and gives 0 or -1 in Python. */
#define FAST_RSHIFT                             \
  if (LIKELY(cs_both_int(a, b))) {              \
    int64_t x = cs_int_of(a), y = cs_int_of(b); \
    if (LIKELY(y >= 0)) {                       \
      R[A] = cs_int(x >> (y > 63 ? 63 : y));    \
      NEXT;                                     \
    }                                           \
  }

/* Biased ints order like unsigned words. NaN makes every comparison false in C
 * as in Python. */
#define COMPARE(name, sign)                                            \
  op_J##name : {                                                       \
    cs_value a = R[A], b = R[B];                                       \
    if (LIKELY(cs_both_int(a, b))) JUMP_IF(a.bits sign b.bits);        \
    if (BOTH_FLOAT(a, b)) JUMP_IF(cs_float_of(a) sign cs_float_of(b)); \
  }                                                                    \
  goto compare_slow;                                                   \
  op_J##name##_K : {                                                   \
    cs_value a = R[A], b = K[B];                                       \
    if (LIKELY(cs_both_int(a, b))) JUMP_IF(a.bits sign b.bits);        \
    if (BOTH_FLOAT(a, b)) JUMP_IF(cs_float_of(a) sign cs_float_of(b)); \
  }                                                                    \
  goto compare_slow;

/* LIST to FROZENSET: their lengths lie at the same place. */
#define IS_SIZED(v)                                    \
  ((uint32_t)((v).bits >> 32) -                        \
       ((uint32_t)(CS_REF_FIRST >> 32) | CS_L_LIST) <= \
   CS_L_FROZENSET - CS_L_LIST)
/* Only after IS_SIZED; the offsets are asserted in run.c. */
#define SIZE_OF(v) (CS_PTR(ctx, cs_list, v)->len)

/* An instance of a class without __bool__ and __len__. HTRUTH is set for a
 * class that defines either, or inherits it. */
#define IS_TRUE_OBJECT(v)                                                 \
  (cs_is(v, CS_L_INSTANCE) &&                                             \
   !(CS_AT(ctx, cs_type,                                                  \
           CS_AT(ctx, cs_shape, CS_PTR(ctx, cs_instance, v)->shape)->cls) \
         ->flags &                                                        \
     CS_TYPE_HTRUTH))

/* Equal interned strings are identical, different ones differ. Both flags are
 * tested with one AND. */
#define BOTH_INTERNED(a, b)                                             \
  (cs_is(a, CS_L_STR) && cs_is(b, CS_L_STR) &&                          \
   (CS_PTR(ctx, cs_str, a)->h.flags & CS_PTR(ctx, cs_str, b)->h.flags & \
    CS_STR_INTERNED))

/* The C function of a native. Without a call: the table is read here, in the
 * loop. */
#define LEAF_OF(nat)                                                          \
  (cs_natives_table[(nat)->id / CS_NATIVE_TABLE][(nat)->id % CS_NATIVE_TABLE] \
       .fn)

#define BOTH_STR(a, b) (cs_is(a, CS_L_STR) && cs_is(b, CS_L_STR))

/* Strings that are not both interned are compared by their bytes, which costs
 * fuel by length: the local copy is handed over and taken back. */
#define EQUALS(name, second, sign)                                     \
  op_##name : {                                                        \
    cs_value a = R[A], b = second;                                     \
    if (LIKELY(cs_both_int(a, b)) || BOTH_INTERNED(a, b))              \
      JUMP_IF(a.bits sign b.bits);                                     \
    if (BOTH_FLOAT(a, b)) JUMP_IF(cs_float_of(a) sign cs_float_of(b)); \
    if (BOTH_STR(a, b)) {                                              \
      ctx->fuel = fuel;                                                \
      bool same = cs_str_eq(ctx, a, b);                                \
      fuel = ctx->fuel;                                                \
      if ((same sign true) == (bool)LATE_C) JUMP;                      \
      NEXT2;                                                           \
    }                                                                  \
  }                                                                    \
  goto compare_slow;

/* x op y for values that C orders; other operators go the slow way. */
#define ORDER(op, x, y, r)                  \
  switch (op) {                             \
    case CS_C_LT: r = (x) < (y); break;     \
    case CS_C_LE: r = (x) <= (y); break;    \
    case CS_C_EQ:                           \
    case CS_C_IS: r = (x) == (y); break;    \
    case CS_C_NE:                           \
    case CS_C_ISNOT: r = (x) != (y); break; \
    case CS_C_GT: r = (x) > (y); break;     \
    case CS_C_GE: r = (x) >= (y); break;    \
    default: goto cmpv_slow;                \
  }

/* An int and a float together are computed as floats: ints of these are exact.
 * / bool is neither int nor float here: True + 1.0 goes the slow way. */
#define MIXED(a, b) \
  (cs_is_int(a) ? cs_is_float(b) : cs_is_float(a) && cs_is_int(b))
#define TO_DOUBLE(v) (cs_is_int(v) ? (double)cs_int_of(v) : cs_float_of(v))

/* x op y; the caller knows that `op` is one of six. */
static inline bool in_order(cs_cmp op, double x, double y) {
  assert(op <= CS_C_GE);
  switch ((int)op) {
    case CS_C_LT: return x < y;
    case CS_C_LE: return x <= y;
    case CS_C_EQ: return x == y;
    case CS_C_NE: return x != y;
    case CS_C_GT: return x > y;
    default: return x >= y;
  }
}

#endif
