/*
 * gamma.c - the gamma function and its logarithm.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/mod/gamma.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#define TERMS      13
#define G          6.024680040776729583740234375
#define G_AND_HALF 5.524680040776729583740234375
#define LOG_PI     1.144729885849400174143427351353058711647

static const double numerator[TERMS] = {
    23531376880.410759688572007674451636754734846804940,
    42919803642.649098768957899047001988850926355848959,
    35711959237.355668049440185451547166705960488635843,
    17921034426.037209699919755754458931112671403265390,
    6039542586.3520280050642916443072979210699388420708,
    1439720407.3117216736632230727949123939715485786372,
    248874557.86205415651146038641322942321632125127801,
    31426415.585400194380614231628318205362874684987640,
    2876370.6289353724412254090516208496135991145378768,
    186056.26539522349504029498971604569928220784236328,
    8071.6720023658162106380029022722506138218516325024,
    210.82427775157934587250973392071336271166969580291,
    2.5066282746310002701649081771338373386264310793408};

static const double denominator[TERMS] = {
    0.0,        39916800.0, 120543840.0, 150917976.0, 105258076.0,
    45995730.0, 13339535.0, 2637558.0,   357423.0,    32670.0,
    1925.0,     66.0,       1.0};

/* n! for n = 0..22, all exact. */
static const double factorial[] = {1.0,
                                   1.0,
                                   2.0,
                                   6.0,
                                   24.0,
                                   120.0,
                                   720.0,
                                   5040.0,
                                   40320.0,
                                   362880.0,
                                   3628800.0,
                                   39916800.0,
                                   479001600.0,
                                   6227020800.0,
                                   87178291200.0,
                                   1307674368000.0,
                                   20922789888000.0,
                                   355687428096000.0,
                                   6402373705728000.0,
                                   121645100408832000.0,
                                   2432902008176640000.0,
                                   51090942171709440000.0,
                                   1124000727777607680000.0};

/* The rational function; for large x in powers of 1/x. */
static double lanczos(double x) {
  double num = 0.0, den = 0.0;
  if (x < 5.0) {
    for (int i = TERMS; --i >= 0;) {
      num = num * x + numerator[i];
      den = den * x + denominator[i];
    }
  } else {
    for (int i = 0; i < TERMS; i++) {
      num = num / x + numerator[i];
      den = den / x + denominator[i];
    }
  }
  return num / den;
}

/* sin(pi * x), exact at multiples of one half. */
static double sin_pi(double x) {
  double y = fmod(fabs(x), 2.0), r;
  switch ((int)round(2.0 * y)) {
    case 0: r = sin(M_PI * y); break;
    case 1: r = cos(M_PI * (y - 0.5)); break;
    case 2: r = sin(M_PI * (1.0 - y)); break;
    case 3: r = -cos(M_PI * (y - 1.5)); break;
    default: r = sin(M_PI * (y - 2.0)); break;
  }
  return copysign(1.0, x) * r;
}

/* y ** (a - 0.5) may overflow where the quotient does not: in two steps. */
static double scale(double r, double y, double a, bool down) {
  if (a < 140.0) {
    double p = pow(y, a - 0.5);
    return down ? r / p : r * p;
  }
  double p = pow(y, a / 2.0 - 0.25);
  return down ? r / p / p : r * p * p;
}

static cs_gamma_outcome far(double x, double *out) {
  if (x < 0.0) {
    *out = 0.0 / sin_pi(x);
    return CS_GAMMA_OK;
  }
  return CS_GAMMA_OVERFLOW;
}

cs_gamma_outcome cs_gamma(double x, double *out) {
  *out = x;
  if (!isfinite(x)) return isnan(x) || x > 0 ? CS_GAMMA_OK : CS_GAMMA_POLE;
  if (x == 0.0) return CS_GAMMA_POLE;
  if (x == floor(x)) {
    if (x < 0.0) return CS_GAMMA_POLE;
    if (x <= (double)(sizeof factorial / sizeof *factorial)) {
      *out = factorial[(size_t)x - 1];
      return CS_GAMMA_OK;
    }
  }
  double a = fabs(x), r;
  if (a < 1e-20) {
    *out = 1.0 / x;
    return isinf(*out) ? CS_GAMMA_OVERFLOW : CS_GAMMA_OK;
  }
  if (a > 200.0) return far(x, out);
  /* What a + g - 1/2 loses in rounding is put back by z. */
  double y = a + G_AND_HALF;
  double z = a > G_AND_HALF ? (y - a) - G_AND_HALF : (y - G_AND_HALF) - a;
  z = z * G / y;
  if (x < 0.0) {
    r = -M_PI / sin_pi(a) / a * exp(y) / lanczos(a);
    r -= z * r;
  } else {
    r = lanczos(a) / exp(y);
    r += z * r;
  }
  *out = scale(r, y, a, x < 0.0);
  return isinf(*out) ? CS_GAMMA_OVERFLOW : CS_GAMMA_OK;
}

cs_gamma_outcome cs_gamma_log(double x, double *out) {
  *out = isnan(x) ? x : (double)INFINITY;
  if (!isfinite(x)) return CS_GAMMA_OK;
  if (x == floor(x) && x <= 2.0) {
    *out = 0.0;
    return x <= 0.0 ? CS_GAMMA_POLE : CS_GAMMA_OK;
  }
  double a = fabs(x), r;
  if (a < 1e-20) {
    *out = -log(a);
    return CS_GAMMA_OK;
  }
  r = log(lanczos(a)) - G;
  r += (a - 0.5) * (log(a + G - 0.5) - 1);
  if (x < 0.0) r = LOG_PI - log(fabs(sin_pi(a))) - log(a) - r;
  *out = r;
  return isinf(r) ? CS_GAMMA_OVERFLOW : CS_GAMMA_OK;
}
