/*
 * value.h - the 64-bit value that every register, slot and element holds.
 *
 *   0x0000000000000000 .. 0xFFF8000000000000   double, bit pattern as is
 *   0xFFF9 tttt oooooooo                       reference: type, arena offset
 *   0xFFFB 0000 0000000k                       None, False, True, ...
 *   0xFFFC000000000000 .. 0xFFFFFFFFFFFFFFFF   int: i + 0xFFFE000000000000
 *
 * The surprising part: small ints are biased, not shifted, so that add, sub
 * and compare work on the boxed bits.  The only NaN in the engine is the x86
 * default 0xFFF8000000000000; every foreign double enters by cs_float().
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_HEAP_VALUE_H
#define CS_PY_HEAP_VALUE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef uint32_t cs_off; /* byte offset from the arena's base; 0 = none */

typedef struct {
  uint64_t bits;
} cs_value;

#define CS_NAN_BITS  UINT64_C(0xFFF8000000000000)
#define CS_REF_FIRST UINT64_C(0xFFF9000000000000)
#define CS_IMM_FIRST UINT64_C(0xFFFB000000000000)
#define CS_INT_FIRST UINT64_C(0xFFFC000000000000)
#define CS_INT_BIAS  UINT64_C(0xFFFE000000000000)
#define CS_INT_MIN   (-(INT64_C(1) << 49))
#define CS_INT_MAX   ((INT64_C(1) << 49) - 1)

/* Immediates.  Numbers are append-only: snapshots contain them. */
#define CS_IMMEDIATE_LIST(X) \
  X(CS_NONE, 0)              \
  X(CS_FALSE, 1)             \
  X(CS_TRUE, 2)              \
  X(CS_ELLIPSIS, 3)          \
  X(CS_NOTIMPL, 4)           \
  X(CS_UNBOUND, 5) /* no value: unbound local, absent argument */

enum cs_immediate {
#define X(name, number) name##_K = number,
  CS_IMMEDIATE_LIST(X)
#undef X
      CS_IMMEDIATE_COUNT
};

#define CS_IMM(k)   ((cs_value){CS_IMM_FIRST | (uint64_t)(k)})
#define CS_NONE     CS_IMM(CS_NONE_K)
#define CS_FALSE    CS_IMM(CS_FALSE_K)
#define CS_TRUE     CS_IMM(CS_TRUE_K)
#define CS_ELLIPSIS CS_IMM(CS_ELLIPSIS_K)
#define CS_NOTIMPL  CS_IMM(CS_NOTIMPL_K)
#define CS_UNBOUND  CS_IMM(CS_UNBOUND_K)

static inline bool cs_same(cs_value a, cs_value b) {
  return a.bits == b.bits;
}
static inline bool cs_is_none(cs_value v) {
  return cs_same(v, CS_NONE);
}
static inline bool cs_is_unbound(cs_value v) {
  return cs_same(v, CS_UNBOUND);
}
static inline bool cs_is_true(cs_value v) {
  return cs_same(v, CS_TRUE);
}
static inline bool cs_is_false(cs_value v) {
  return cs_same(v, CS_FALSE);
}
static inline bool cs_is_bool(cs_value v) {
  return cs_is_true(v) || cs_is_false(v);
}
static inline cs_value cs_bool(bool b) {
  return b ? CS_TRUE : CS_FALSE;
}

/* --- small ints ---------------------------------------------------------- */

static inline bool cs_is_int(cs_value v) {
  return v.bits >= CS_INT_FIRST;
}
static inline bool cs_both_int(cs_value a, cs_value b) {
  return (a.bits & b.bits) >= CS_INT_FIRST;
}
static inline int64_t cs_int_of(cs_value v) {
  return (int64_t)(v.bits - CS_INT_BIAS);
}
static inline bool cs_int_fits(int64_t i) {
  return i >= CS_INT_MIN && i <= CS_INT_MAX;
}
/* `i` must fit; larger numbers are made by cs_int_new (heap/int.h). */
static inline cs_value cs_int(int64_t i) {
  return (cs_value){(uint64_t)i + CS_INT_BIAS};
}
/* False: the result left the 50-bit range and `*out` is meaningless. */
static inline bool cs_int_add(cs_value a, cs_value b, cs_value *out) {
  out->bits = a.bits + (b.bits - CS_INT_BIAS);
  return out->bits >= CS_INT_FIRST;
}
static inline bool cs_int_sub(cs_value a, cs_value b, cs_value *out) {
  out->bits = a.bits - b.bits + CS_INT_BIAS;
  return out->bits >= CS_INT_FIRST;
}

/* Copy values that were just written one by one: a wider load would wait until
 * they have reached the cache.  Many are copied as one block. */
static inline void cs_values_copy(cs_value *to, const cs_value *from,
                                  size_t n) {
  if (n > 16) {
    memcpy(to, from, n * sizeof *to);
    return;
  }
  for (size_t i = 0; i < n; i++) {
    uint64_t bits = from[i].bits;
    __asm__("" : "+r"(bits)); /* keeps the compiler from widening */
    to[i].bits = bits;
  }
}

/* --- doubles ------------------------------------------------------------- */

static inline bool cs_is_float(cs_value v) {
  return v.bits <= CS_NAN_BITS;
}
static inline double cs_float_of(cs_value v) {
  double d;
  memcpy(&d, &v.bits, sizeof d);
  return d;
}
/* For results of + - * / on canonical doubles: the CPU keeps them canonical. */
static inline cs_value cs_float_raw(double d) {
  cs_value v;
  memcpy(&v.bits, &d, sizeof d);
  return v;
}
/* For every other source of doubles: any NaN becomes the canonical one. */
static inline cs_value cs_float(double d) {
  return d != d ? (cs_value){CS_NAN_BITS} : cs_float_raw(d);
}

/* --- references ---------------------------------------------------------- */

static inline bool cs_is_ref(cs_value v) {
  return (v.bits >> 48) == (CS_REF_FIRST >> 48);
}
/* Low byte: layout; high byte: payload layout of an INSTANCE, else 0. */
static inline uint32_t cs_ref_type(cs_value v) {
  return (uint32_t)(v.bits >> 32) & 0xFFFF;
}
static inline uint32_t cs_ref_layout(cs_value v) {
  return (uint32_t)(v.bits >> 32) & 0xFF;
}
static inline cs_off cs_ref_off(cs_value v) {
  return (cs_off)v.bits;
}
static inline cs_value cs_ref(uint32_t type, cs_off off) {
  return (cs_value){CS_REF_FIRST | (uint64_t)type << 32 | off};
}
/* True for exactly this layout (a subclass instance has another type). */
static inline bool cs_is(cs_value v, uint32_t type) {
  return (uint32_t)(v.bits >> 32) == ((uint32_t)(CS_REF_FIRST >> 32) | type);
}

#endif
