/*
 * int_ops.c - binary operators on integers.
 *
 * Operands that fit 64 bits are computed in machine words, with 128 bits for
 * results that may not fit.  Everything else goes through limbs: view, charge,
 * open, compute, close (int_big.h).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/int_big.h"
#include "py/heap/seq.h"

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 uwide;

#define SHIFT_MOST (CS_INT_MOST * 64) /* bits */

static cs_status zero_division(cs_ctx *ctx, cs_binop op) {
  const char *text = op == CS_B_TRUEDIV ? "division by zero"
                     : op == CS_B_MOD   ? "integer modulo by zero"
                                        : "integer division or modulo by zero";
  return cs_throw(ctx, CS_ZeroDivisionError, text);
}

static cs_status pair(cs_ctx *ctx, cs_value a, cs_value b, cs_value *out) {
  cs_value items[2] = {a, b};
  return cs_tuple_new(ctx, items, 2, out);
}

/* --- machine words ------------------------------------------------------- */

static cs_status from_wide(cs_ctx *ctx, wide v, cs_value *out) {
  if (v >= CS_INT_MIN && v <= CS_INT_MAX) {
    *out = cs_int((int64_t)v);
    return CS_OK;
  }
  bool neg = v < 0;
  __extension__ unsigned __int128 m =
      neg ? -(unsigned __int128)v : (unsigned __int128)v;
  uint64_t limbs[2] = {(uint64_t)m, (uint64_t)(m >> 64)};
  return cs_int_from_limbs(ctx, limbs, 2, neg, out);
}

static cs_status small_divide(cs_ctx *ctx, cs_binop op, int64_t a, int64_t b,
                              cs_value *out) {
  if (b == 0) return zero_division(ctx, op);
  assert(a != INT64_MIN || b != -1);
  int64_t q = a / b, r = a % b;
  if (r != 0 && (r < 0) != (b < 0)) {
    q--;
    r += b;
  }
  if (op == CS_B_MOD) return cs_int_new(ctx, r, out);
  if (op == CS_B_FLOORDIV) return cs_int_new(ctx, q, out);
  cs_value quotient, remainder;
  cs_status st = cs_int_new(ctx, q, &quotient);
  if (st == CS_OK) st = cs_int_new(ctx, r, &remainder);
  return st == CS_OK ? pair(ctx, quotient, remainder, out) : st;
}

static cs_status small_binop(cs_ctx *ctx, cs_binop op, int64_t a, int64_t b,
                             cs_value *out) {
  if (op == CS_B_ADD) return from_wide(ctx, (wide)a + b, out);
  if (op == CS_B_SUB) return from_wide(ctx, (wide)a - b, out);
  if (op == CS_B_MUL) return from_wide(ctx, (wide)a * b, out);
  if (op == CS_B_AND) return cs_int_new(ctx, a & b, out);
  if (op == CS_B_OR) return cs_int_new(ctx, a | b, out);
  if (op == CS_B_XOR) return cs_int_new(ctx, a ^ b, out);
  if (op != CS_B_TRUEDIV) return small_divide(ctx, op, a, b, out);
  if (b == 0) return zero_division(ctx, op);
  *out = cs_float((double)a / (double)b); /* both exact, so rounded once */
  return CS_OK;
}

/* --- up to two limbs ----------------------------------------------------- */

typedef struct two { /* a magnitude below 2^128 and its sign */
  uwide m;
  bool neg;
} two;

static inline bool as_two(const cs_ctx *ctx, cs_value v, two *out) {
  if (cs_is_int(v)) {
    int64_t i = cs_int_of(v);
    out->neg = i < 0;
    out->m = (uint64_t)(i < 0 ? -i : i);
    return true;
  }
  if (!cs_is(v, CS_L_BIGINT)) return false;
  const cs_bigint *b = CS_PTR(ctx, cs_bigint, v);
  if (b->n > 2) return false;
  out->neg = b->neg != 0;
  out->m = b->limb[0];
  if (b->n == 2) out->m |= (uwide)b->limb[1] << 64;
  return true;
}

static cs_status from_two(cs_ctx *ctx, uwide m, bool neg, cs_value *out) {
  if (m <= (uint64_t)CS_INT_MAX + neg) {
    *out = cs_int(neg ? -(int64_t)m : (int64_t)m);
    return CS_OK;
  }
  uint32_t n = m >> 64 ? 2 : 1;
  cs_off off;
  cs_status st =
      cs_alloc(ctx, CS_L_BIGINT, offsetof(cs_bigint, limb) + n * 8u, &off);
  if (st != CS_OK) return st;
  cs_bigint *b = CS_AT(ctx, cs_bigint, off);
  b->n = n;
  b->neg = neg;
  b->limb[0] = (uint64_t)m;
  if (n == 2) b->limb[1] = (uint64_t)(m >> 64);
  *out = cs_ref(CS_L_BIGINT, off);
  return CS_OK;
}

/* Floor division: the remainder has the sign of the divisor. */
static cs_status divide_two(cs_ctx *ctx, cs_binop op, two a, two b,
                            cs_value *out) {
  if (b.m == 0) return zero_division(ctx, op);
  uwide q, r;
  if ((a.m | b.m) >> 64) {
    q = a.m / b.m;
    r = a.m - q * b.m;
  } else {
    q = (uint64_t)a.m / (uint64_t)b.m;
    r = (uint64_t)a.m % (uint64_t)b.m;
  }
  if (r != 0 && a.neg != b.neg) {
    q++;
    r = b.m - r;
  }
  if (op == CS_B_MOD) return from_two(ctx, r, b.neg, out);
  if (op == CS_B_FLOORDIV) return from_two(ctx, q, a.neg != b.neg, out);
  cs_value quotient, remainder;
  cs_status st = from_two(ctx, q, a.neg != b.neg, &quotient);
  if (st == CS_OK) st = from_two(ctx, r, b.neg, &remainder);
  return st == CS_OK ? pair(ctx, quotient, remainder, out) : st;
}

static cs_status signed_two(cs_ctx *ctx, wide v, cs_value *out) {
  return from_two(ctx, v < 0 ? -(uwide)v : (uwide)v, v < 0, out);
}

/* CS_SLOW: too large for it, or another operator. */
static cs_status two_binop(cs_ctx *ctx, cs_binop op, cs_value x, cs_value y,
                           cs_value *out) {
  two a, b;
  if (!as_two(ctx, x, &a) || !as_two(ctx, y, &b)) return CS_SLOW;
  if (op == CS_B_MUL) {
    if ((a.m | b.m) >> 64) return CS_SLOW;
    return from_two(ctx, (uwide)(uint64_t)a.m * (uint64_t)b.m, a.neg != b.neg,
                    out);
  }
  if (op == CS_B_FLOORDIV || op == CS_B_MOD || op == CS_B_DIVMOD)
    return divide_two(ctx, op, a, b, out);
  if ((a.m | b.m) >> 126) return CS_SLOW;
  wide i = a.neg ? -(wide)a.m : (wide)a.m;
  wide k = b.neg ? -(wide)b.m : (wide)b.m;
  switch ((int)op) {
    case CS_B_ADD: return signed_two(ctx, i + k, out);
    case CS_B_SUB: return signed_two(ctx, i - k, out);
    case CS_B_AND: return signed_two(ctx, i & k, out);
    case CS_B_OR: return signed_two(ctx, i | k, out);
    case CS_B_XOR: return signed_two(ctx, i ^ k, out);
    case CS_B_RSHIFT:
      if (k < 0) return CS_SLOW; /* an error */
      return signed_two(ctx, i >> (k > 127 ? 127 : (int)k), out);
    default: return CS_SLOW;
  }
}

/* --- a few limbs and a word ---------------------------------------------- */

#define FEW 16 /* limbs: less than what is charged for */

/* r = a * m, or a + m, or a - m (which stays positive); the limb on top. */
static uint64_t word_step(uint64_t *r, const uint64_t *a, uint32_t n,
                          uint64_t m, bool times, bool minus) {
  uint64_t carry = times ? 0 : m;
  for (uint32_t i = 0; i < n; i++) {
    uwide sum = times   ? (uwide)a[i] * m + carry
                : minus ? (uwide)a[i] - carry
                        : (uwide)a[i] + carry;
    r[i] = (uint64_t)sum;
    carry = minus && !times ? (uint64_t)(sum >> 64) & 1 : (uint64_t)(sum >> 64);
  }
  return carry;
}

/* A BIGINT of up to FEW limbs (not one: two_binop knows those) + - * a small
 * int, or the other way round (`swap`).  CS_SLOW: something else. */
static cs_status few_binop(cs_ctx *ctx, cs_binop op, cs_value big, cs_value k,
                           bool swap, cs_value *out) {
  if (!cs_is(big, CS_L_BIGINT) || !cs_is_int(k) || op > CS_B_MUL)
    return CS_SLOW;
  const cs_bigint *b = CS_PTR(ctx, cs_bigint, big);
  int64_t i = cs_int_of(k);
  uint32_t n = b->n;
  bool times = op == CS_B_MUL, neg = b->neg != 0;
  bool other = (i < 0) != (op == CS_B_SUB); /* sign of what is added */
  if (n < 2 || n > FEW || i == 0) return CS_SLOW;
  cs_off off;
  cs_status st =
      cs_alloc(ctx, CS_L_BIGINT, offsetof(cs_bigint, limb) + n * 8u + 8, &off);
  if (st != CS_OK) return st;
  cs_bigint *r = CS_AT(ctx, cs_bigint, off);
  uint64_t top = word_step(r->limb, b->limb, n, (uint64_t)(i < 0 ? -i : i),
                           times, neg != other);
  r->limb[n] = top; /* no borrow is left: |big| > |k| */
  n += top != 0;
  if (r->limb[n - 1] == 0) n--;
  r->n = n;
  r->neg = times ? neg != (i < 0) : neg != (swap && op == CS_B_SUB);
  *out = cs_ref(CS_L_BIGINT, off);
  return CS_OK;
}

/* --- shifts -------------------------------------------------------------- */

static cs_status shift_left(cs_ctx *ctx, const cs_big *a, uint64_t count,
                            cs_value *out) {
  if (count > SHIFT_MOST) return cs_throw(ctx, CS_MemoryError, "");
  cs_int_result res;
  size_t size = cs_big_shl_size(a, count);
  cs_status st = cs_int_charge(ctx, cs_big_linear_cost(a->n, size));
  if (st == CS_OK) st = cs_int_open(ctx, &res, size);
  if (st != CS_OK) return st;
  cs_big_shl(&res.r, a, count);
  return cs_int_close(ctx, &res, out);
}

static cs_status shift_right(cs_ctx *ctx, const cs_big *a, uint64_t count,
                             cs_value *out) {
  if (count > SHIFT_MOST) count = SHIFT_MOST; /* all bits go in any case */
  cs_int_result res;
  cs_status st = cs_int_charge(ctx, cs_big_linear_cost(a->n, 0));
  if (st == CS_OK) st = cs_int_open(ctx, &res, cs_big_shr_size(a, count));
  if (st != CS_OK) return st;
  cs_big_shr(&res.r, a, count);
  return cs_int_close(ctx, &res, out);
}

static cs_status shift(cs_ctx *ctx, bool left, cs_value a, cs_value b,
                       cs_value *out) {
  uint64_t s, t;
  cs_big x = cs_int_view(ctx, a, &s), count = cs_int_view(ctx, b, &t);
  if (count.neg) return cs_throw(ctx, CS_ValueError, "negative shift count");
  if (x.n == 0) {
    *out = cs_int(0);
    return CS_OK;
  }
  /* CPython tells a number of digits it cannot count from one it cannot
   * allocate: the limit is 30 * 2^61 bits. */
  if (left && (count.n > 2 || (count.n == 2 && count.limbs[1] > 3)))
    return cs_throw(ctx, CS_OverflowError, "too many digits in integer");
  uint64_t n = count.n > 1 ? UINT64_MAX : count.n ? count.limbs[0] : 0;
  if (!left) return shift_right(ctx, &x, n, out);
  int64_t small;
  if (n <= 64 && cs_int_as_i64(ctx, a, &small))
    return from_wide(ctx, (wide)small * ((wide)1 << n), out);
  return shift_left(ctx, &x, n, out);
}

/* --- limbs --------------------------------------------------------------- */

static cs_status big_divide(cs_ctx *ctx, cs_binop op, const cs_big *a,
                            const cs_big *b, cs_value *out) {
  if (b->n == 0) return zero_division(ctx, op);
  cs_int_result q, r;
  cs_status st = cs_int_charge(ctx, cs_big_divmod_cost(a->n, b->n));
  if (st == CS_OK) st = cs_int_open(ctx, &q, cs_big_quot_size(a->n, b->n));
  if (st == CS_OK) st = cs_int_open(ctx, &r, b->n);
  if (st != CS_OK) return st;
  const cs_patience patience = cs_charge_patience(ctx);
  st = cs_big_divmod(&q.r, &r.r, a, b, &patience);
  if (st != CS_OK) return st;
  cs_value quotient, remainder;
  if (op == CS_B_FLOORDIV) return cs_int_close(ctx, &q, out);
  if (op == CS_B_MOD) return cs_int_close(ctx, &r, out);
  st = cs_int_close(ctx, &q, &quotient);
  if (st == CS_OK) st = cs_int_close(ctx, &r, &remainder);
  return st == CS_OK ? pair(ctx, quotient, remainder, out) : st;
}

static cs_status big_truediv(cs_ctx *ctx, const cs_big *a, const cs_big *b,
                             cs_value *out) {
  if (b->n == 0) return zero_division(ctx, CS_B_TRUEDIV);
  uint64_t local[CS_INT_LOCAL], *scratch;
  cs_status st = cs_int_charge(ctx, cs_big_truediv_cost(a->n, b->n));
  if (st == CS_OK)
    st = cs_int_scratch(ctx, cs_big_truediv_scratch(a->n, b->n), local,
                        &scratch);
  if (st != CS_OK) return st;
  double d;
  if (cs_big_truediv(a, b, scratch, &d) != CS_OK)
    return cs_throw(ctx, CS_OverflowError,
                    "integer division result too large for a float");
  *out = cs_float(d);
  return CS_OK;
}

/* Room and cost of + - * & | ^. */
static size_t ring_size(cs_binop op, size_t an, size_t bn) {
  if (op == CS_B_MUL) return cs_big_mul_size(an, bn);
  if (op == CS_B_ADD || op == CS_B_SUB) return cs_big_add_size(an, bn);
  return cs_big_bits_size(an, bn);
}

static void ring_compute(cs_binop op, cs_bigres *r, const cs_big *a,
                         const cs_big *b) {
  if (op == CS_B_ADD)
    cs_big_add(r, a, b);
  else if (op == CS_B_SUB)
    cs_big_sub(r, a, b);
  else if (op == CS_B_AND)
    cs_big_and(r, a, b);
  else if (op == CS_B_OR)
    cs_big_or(r, a, b);
  else if (op == CS_B_XOR)
    cs_big_xor(r, a, b);
  else if (a->limbs == b->limbs)
    cs_big_sqr(r, a);
  else
    cs_big_mul(r, a, b);
}

static cs_status big_ring(cs_ctx *ctx, cs_binop op, const cs_big *a,
                          const cs_big *b, cs_value *out) {
  uint64_t cost = op == CS_B_MUL ? cs_big_mul_cost(a->n, b->n)
                                 : cs_big_linear_cost(a->n, b->n);
  cs_int_result res;
  cs_status st = cs_int_charge(ctx, cost);
  if (st == CS_OK) st = cs_int_open(ctx, &res, ring_size(op, a->n, b->n));
  if (st != CS_OK) return st;
  ring_compute(op, &res.r, a, b);
  return cs_int_close(ctx, &res, out);
}

/* --- dispatch ------------------------------------------------------------ */

static bool is_exact(int64_t i) {
  return i >= -(INT64_C(1) << 53) && i <= INT64_C(1) << 53;
}

static bool is_bit_op(cs_binop op) {
  return op == CS_B_AND || op == CS_B_OR || op == CS_B_XOR;
}

/* Words are enough, except for what is not exact in a double and for the one
 * quotient that overflows. */
static bool fits_words(cs_binop op, int64_t a, int64_t b) {
  if (op == CS_B_TRUEDIV) return is_exact(a) && is_exact(b);
  return a != INT64_MIN || b != -1;
}

cs_status cs_int_binop(cs_ctx *ctx, cs_binop op, cs_value a, cs_value b,
                       cs_value *out) {
  assert(cs_is_anyint(a) && cs_is_anyint(b));
  if (op == CS_B_POW) return cs_int_pow(ctx, a, b, out);
  cs_status quick = two_binop(ctx, op, a, b, out);
  if (quick != CS_SLOW) return quick;
  quick = cs_is_int(a) ? few_binop(ctx, op, b, a, true, out)
                       : few_binop(ctx, op, a, b, false, out);
  if (quick != CS_SLOW) return quick;
  if (op == CS_B_MATMUL) return CS_SLOW;
  if (op == CS_B_LSHIFT || op == CS_B_RSHIFT)
    return shift(ctx, op == CS_B_LSHIFT, a, b, out);
  int64_t i, k;
  if (cs_int_as_i64(ctx, a, &i) && cs_int_as_i64(ctx, b, &k) &&
      fits_words(op, i, k)) {
    cs_status st = small_binop(ctx, op, i, k, out);
    if (st == CS_OK && cs_is_bool(a) && cs_is_bool(b) && is_bit_op(op))
      *out = cs_bool(cs_int_of(*out) != 0);
    return st;
  }
  uint64_t s, t;
  cs_big x = cs_int_view(ctx, a, &s), y = cs_int_view(ctx, b, &t);
  if (op == CS_B_TRUEDIV) return big_truediv(ctx, &x, &y, out);
  if (op == CS_B_FLOORDIV || op == CS_B_MOD || op == CS_B_DIVMOD)
    return big_divide(ctx, op, &x, &y, out);
  return big_ring(ctx, op, &x, &y, out);
}
