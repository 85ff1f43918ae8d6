/*
 * cmath.c - everyday values of the functions of complex numbers.
 *
 * Finite arguments of moderate size, for which the plain formula neither
 * overflows nor loses its digits.  Everything else, and every function that
 * programs rarely call in a loop, is written in prelude/lib/cmath.py, whose
 * formulas these are: both give the same bits.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>

#include "py/heap/seq.h"
#include "py/types/leaf.h"
#include "py/types/number.h"

#define EXP_MAX 700.0  /* e to that power is finite */
#define LARGE   1e150  /* squares of what is smaller are finite, */
#define SMALL   1e-150 /* and of what is larger are normal numbers */

/* A number of one of the exact types with finite parts; false: another. */
static bool read_number(cs_ctx *ctx, cs_value v, double *re, double *im) {
  *im = 0.0;
  if (cs_is_float(v)) {
    *re = cs_float_of(v);
  } else if (cs_is_int(v)) {
    *re = (double)cs_int_of(v);
  } else if (cs_is_complex(v)) {
    *re = CS_PTR(ctx, cs_complex, v)->re;
    *im = CS_PTR(ctx, cs_complex, v)->im;
  } else {
    return false;
  }
  return isfinite(*re) && isfinite(*im);
}

/* Is it of a size that formulas with squares can take? */
static bool is_moderate(double d) {
  return d == 0.0 || (fabs(d) < LARGE && fabs(d) > SMALL);
}

CS_LEAF(cmath_exp) {
  double x, y;
  if (!read_number(ctx, args[0], &x, &y) || x > EXP_MAX) return CS_SLOW;
  double size = exp(x);
  return cs_complex_new(ctx, size * cos(y), size * sin(y), out);
}

CS_LEAF(cmath_sqrt) {
  double x, y;
  if (!read_number(ctx, args[0], &x, &y) || !is_moderate(x) ||
      !is_moderate(y) || (x == 0.0 && y == 0.0))
    return CS_SLOW;
  double part = fabs(x) / 8.0;
  double s = 2.0 * sqrt(part + hypot(part, fabs(y) / 8.0));
  double d = fabs(y) / (2.0 * s);
  if (x >= 0.0) return cs_complex_new(ctx, s, copysign(d, y), out);
  return cs_complex_new(ctx, d, copysign(s, y), out);
}

CS_LEAF(cmath_log) {
  double x, y;
  if (!cs_is_unbound(args[1]) || !read_number(ctx, args[0], &x, &y) ||
      !is_moderate(x) || !is_moderate(y))
    return CS_SLOW;
  double h = hypot(x, y), size;
  if (h == 0.0) return CS_SLOW;
  if (h >= 0.71 && h <= 1.73) {
    double big = fmax(fabs(x), fabs(y)), small = fmin(fabs(x), fabs(y));
    size = log1p((big - 1) * (big + 1) + small * small) / 2.0;
  } else {
    size = log(h);
  }
  return cs_complex_new(ctx, size, atan2(y, x), out);
}

/* sinh and cosh of x + iy; sine and cosine are those of iz. */
static bool read_angle(cs_ctx *ctx, cs_value v, double *x, double *y) {
  return read_number(ctx, v, x, y) && fabs(*x) < EXP_MAX && fabs(*y) < EXP_MAX;
}

CS_LEAF(cmath_cos) {
  double x, y;
  if (!read_angle(ctx, args[0], &x, &y)) return CS_SLOW;
  return cs_complex_new(ctx, cos(x) * cosh(-y), sin(x) * sinh(-y), out);
}

CS_LEAF(cmath_sin) {
  double x, y;
  if (!read_angle(ctx, args[0], &x, &y)) return CS_SLOW;
  return cs_complex_new(ctx, sin(x) * cosh(-y), -(cos(x) * sinh(-y)), out);
}

/* --- polar coordinates --------------------------------------------------- */

CS_LEAF(cmath_phase) {
  double x, y;
  if (!read_number(ctx, args[0], &x, &y)) return CS_SLOW;
  CS_GIVE(cs_float(atan2(y, x)));
}

CS_LEAF(cmath_polar) {
  double x, y;
  if (!read_number(ctx, args[0], &x, &y)) return CS_SLOW;
  double r = hypot(x, y);
  if (isinf(r)) return CS_SLOW;
  cs_value pair[2] = {cs_float(r), cs_float(atan2(y, x))};
  return cs_tuple_new(ctx, pair, 2, out);
}

CS_LEAF(cmath_rect) {
  double r, phi, none;
  if (cs_is_complex(args[0]) || cs_is_complex(args[1]) ||
      !read_number(ctx, args[0], &r, &none) ||
      !read_number(ctx, args[1], &phi, &none))
    return CS_SLOW;
  if (phi == 0.0) return cs_complex_new(ctx, r, r * phi, out);
  return cs_complex_new(ctx, r * cos(phi), r * sin(phi), out);
}

extern const cs_native_def cs_cmath_natives[];
const cs_native_def cs_cmath_natives[] = {
    {".cmath", "exp", "(z, /)", cmath_exp},
    {".cmath", "sqrt", "(z, /)", cmath_sqrt},
    {".cmath", "log", "(z, base=None, /)", cmath_log},
    {".cmath", "cos", "(z, /)", cmath_cos},
    {".cmath", "sin", "(z, /)", cmath_sin},
    {".cmath", "phase", "(z, /)", cmath_phase},
    {".cmath", "polar", "(z, /)", cmath_polar},
    {".cmath", "rect", "(r, phi, /)", cmath_rect},
    CS_NATIVE_END};
