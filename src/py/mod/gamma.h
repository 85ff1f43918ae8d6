/*
 * gamma.h - the gamma function and its logarithm.
 *
 * Lanczos' approximation with the public coefficients for g = 6.0246..., n =
 * 13, evaluated in the order that gives CPython's bits.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_MOD_GAMMA_H
#define CS_PY_MOD_GAMMA_H

typedef enum cs_gamma_outcome {
  CS_GAMMA_OK,
  CS_GAMMA_POLE,    /* zero or a negative integer, -inf */
  CS_GAMMA_OVERFLOW /* larger than any double           */
} cs_gamma_outcome;

cs_gamma_outcome cs_gamma(double x, double *out);
cs_gamma_outcome cs_gamma_log(double x, double *out);

#endif
