/*
 * math_fold.c - module math: sums, products and norms of many numbers.
 *
 * fsum keeps the exact sum as a short list of doubles that do not overlap
 * (Shewchuk); hypot and dist scale by a power of two and sum the squares in
 * two words (Borges' correction), in the order that gives CPython's bits.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <assert.h>
#include <math.h>

#include "py/heap/int.h"
#include "py/heap/seq.h"
#include "py/mod/num_arg.h"
#include "py/types/leaf.h"
#include "py/types/number.h"
#include "py/types/ops.h"

/* --- fsum ---------------------------------------------------------------- */

/* Doubles that do not overlap share 2098 bits; about 40 is usual. */
#define PARTIALS 2098

typedef struct exact {
  double p[PARTIALS]; /* increasing magnitude, no overlap */
  uint32_t n;
  double special; /* sum of infinities and NaNs */
  double inf;     /* sum of infinities */
  bool overflow;
} exact;

static void exact_add(exact *e, double x) {
  uint32_t i = 0;
  double whole = x;
  for (uint32_t j = 0; j < e->n; j++) {
    double y = e->p[j];
    if (fabs(x) < fabs(y)) {
      double t = x;
      x = y;
      y = t;
    }
    double hi = x + y, lo = y - (hi - x);
    if (lo != 0.0) e->p[i++] = lo;
    x = hi;
  }
  e->n = i;
  if (x == 0.0) return;
  if (!isfinite(x)) {
    if (isfinite(whole)) {
      e->overflow = true;
      return;
    }
    if (isinf(whole)) e->inf += whole;
    e->special += whole;
    e->n = 0;
    return;
  }
  assert(e->n < PARTIALS);
  if (e->n < PARTIALS) e->p[e->n++] = x;
}

/* The double nearest to the sum: the tail decides ties. */
static double exact_round(const exact *e) {
  uint32_t n = e->n;
  if (n == 0) return 0.0;
  double hi = e->p[--n], lo = 0.0;
  while (n > 0) {
    double x = hi, y = e->p[--n];
    hi = x + y;
    lo = y - (hi - x);
    if (lo != 0.0) break;
  }
  if (n > 0 &&
      ((lo < 0.0 && e->p[n - 1] < 0.0) || (lo > 0.0 && e->p[n - 1] > 0.0))) {
    double y = lo * 2.0, x = hi + y;
    if (y == x - hi) hi = x;
  }
  return hi;
}

CS_LEAF(math_fsum) {
  cs_value *items;
  uint32_t len;
  if (!cs_seq_items(ctx, args[0], &items, &len))
    return cs_need(ctx, 0, CS_NEED_LIST);
  exact e; /* the words are not cleared */
  e.n = 0;
  e.special = e.inf = 0.0;
  e.overflow = false;
  cs_charge(ctx, len / 2);
  const cs_patience patience = cs_charge_patience(ctx);
  for (uint32_t i = 0; i < len; i++) {
    double x;
    if (i % 65536 == 65535 && cs_patience_ends(&patience)) return CS_STOP;
    if (cs_is_float(items[i]))
      x = cs_float_of(items[i]);
    else if (cs_is_anyint(items[i]))
      CS_TRY(cs_number_double(ctx, items[i], &x));
    else
      return CS_SLOW; /* __float__ */
    exact_add(&e, x);
    if (e.overflow)
      return cs_throw(ctx, CS_OverflowError, "intermediate overflow in fsum");
  }
  if (e.special != 0.0) {
    if (isnan(e.inf)) return cs_throw(ctx, CS_ValueError, "-inf + inf in fsum");
    CS_GIVE(cs_float(e.special));
  }
  CS_GIVE(cs_float(exact_round(&e)));
}

/* --- prod ---------------------------------------------------------------- */

CS_LEAF(math_prod) {
  cs_value *items, r = args[1];
  uint32_t len;
  if (!cs_seq_items(ctx, args[0], &items, &len))
    return cs_need(ctx, 0, CS_NEED_LIST);
  if (cs_is_unbound(r)) r = cs_int(1);
  cs_charge(ctx, len / 2);
  for (uint32_t i = 0; i < len; i++) {
    if (!cs_is_number(r) || !cs_is_number(items[i])) return CS_SLOW;
    CS_TRY(cs_number_binop(ctx, CS_B_MUL, r, items[i], &r));
  }
  CS_GIVE(r);
}

/* --- hypot, dist --------------------------------------------------------- */

/* A running sum of squares; `csum` starts at 1 so that small terms keep their
 * place. */
typedef struct squares {
  double csum, frac[3];
} squares;

static void add_term(squares *s, double x, int k) {
  double before = s->csum;
  s->csum += x;
  s->frac[k] += (before - s->csum) + x;
}

static double tail(const squares *s) {
  return s->csum - 1.0 + (s->frac[0] + s->frac[1] + s->frac[2]);
}

/* x in two halves of 26 bits whose products are exact. */
static void split(double x, double *hi, double *lo) {
  double t = x * 134217729.0;
  *hi = t - (t - x);
  *lo = x - *hi;
}

static double norm_of_tiny(const double *v, uint32_t n, double max) {
  squares s = {1.0, {0.0, 0.0, 0.0}};
  for (uint32_t i = 0; i < n; i++) {
    double x = v[i] / max;
    add_term(&s, x * x, 0);
  }
  return max * sqrt(s.csum - 1.0 + s.frac[0]);
}

static double norm(const double *v, uint32_t n, double max, bool nan) {
  if (isinf(max)) return max;
  if (nan) return (double)NAN;
  if (max == 0.0 || n <= 1) return max;
  int e;
  frexp(max, &e);
  if (e < -1023) return norm_of_tiny(v, n, max);
  double scale = ldexp(1.0, -e), hi, lo;
  squares s = {1.0, {0.0, 0.0, 0.0}};
  for (uint32_t i = 0; i < n; i++) {
    split(v[i] * scale, &hi, &lo);
    add_term(&s, hi * hi, 0);
    add_term(&s, 2.0 * hi * lo, 1);
    s.frac[2] += lo * lo;
  }
  double h = sqrt(tail(&s));
  split(h, &hi, &lo);
  add_term(&s, -hi * hi, 0);
  add_term(&s, -2.0 * hi * lo, 1);
  add_term(&s, -lo * lo, 2);
  return (h + tail(&s) / (2.0 * h)) / scale;
}

#define COORDINATES 256 /* more are refused: nobody has met them */

typedef struct vector {
  double v[COORDINATES];
  double max;
  bool nan;
} vector;

static void put(vector *p, uint32_t i, double x) {
  x = fabs(x);
  p->v[i] = x;
  if (isnan(x)) p->nan = true;
  if (x > p->max) p->max = x;
}

CS_LEAF(math_hypot) {
  vector p = {.max = 0.0};
  if (n > COORDINATES)
    return cs_throw(ctx, CS_ValueError, "more than 256 coordinates");
  for (uint32_t i = 0; i < n; i++) {
    double x;
    CS_TRY(cs_num_double(ctx, args, i, &x));
    put(&p, i, x);
  }
  CS_GIVE(cs_float(norm(p.v, n, p.max, p.nan)));
}

CS_LEAF(math_dist) {
  cs_value *a, *b;
  uint32_t an, bn;
  for (uint32_t i = 0; i < 2; i++)
    if (!cs_is_tuple(args[i]) && !cs_is_list(args[i]))
      return cs_need(ctx, i, CS_NEED_LIST);
  (void)cs_seq_items(ctx, args[0], &a, &an);
  (void)cs_seq_items(ctx, args[1], &b, &bn);
  if (an != bn)
    return cs_throw(ctx, CS_ValueError,
                    "both points must have the same number of dimensions");
  if (an > COORDINATES)
    return cs_throw(ctx, CS_ValueError, "more than 256 coordinates");
  vector p = {.max = 0.0};
  for (uint32_t i = 0; i < an; i++) {
    double x, y;
    if (!cs_is_number(a[i]) || !cs_is_number(b[i]) || cs_is_complex(a[i]) ||
        cs_is_complex(b[i]))
      return CS_SLOW;
    CS_TRY(cs_number_double(ctx, a[i], &x));
    CS_TRY(cs_number_double(ctx, b[i], &y));
    put(&p, i, x - y);
  }
  CS_GIVE(cs_float(norm(p.v, an, p.max, p.nan)));
}

extern const cs_native_def cs_math_fold_natives[];
const cs_native_def cs_math_fold_natives[] = {
    {".math", "fsum", "(seq, /)", math_fsum},
    {".math", "prod", "(iterable, /, *, start=1)", math_prod},
    {".math", "hypot", "(*args)", math_hypot},
    {".math", "dist", "(p, q, /)", math_dist},
    CS_NATIVE_END};
