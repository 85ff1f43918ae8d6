/*
 * number.h - arithmetic between int, bool, float and complex.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_NUMBER_H
#define CS_PY_TYPES_NUMBER_H

#include "py/heap/int.h"

static inline bool cs_is_complex(cs_value v) {
  return cs_is(v, CS_L_COMPLEX);
}
/* int, bool, float or complex, not instances of their subclasses. */
static inline bool cs_is_number(cs_value v) {
  return cs_is_float(v) || cs_is_anyint(v) || cs_is_complex(v);
}

cs_status cs_complex_new(cs_ctx *ctx, double re, double im,
                         cs_value *out) CS_MUST_CHECK;
/* a op b for two numbers as cs_is_number says; CS_SLOW when the types do not
 * support the operator. */
cs_status cs_number_binop(cs_ctx *ctx, cs_binop op, cs_value a, cs_value b,
                          cs_value *out) CS_MUST_CHECK;
/* a op b for two doubles, with CPython's rules for signs and zero. */
cs_status cs_number_float(cs_ctx *ctx, cs_binop op, double a, double b,
                          cs_value *out) CS_MUST_CHECK;
/* An int, bool or float as a double; OverflowError for a huge int. */
cs_status cs_number_double(cs_ctx *ctx, cs_value v, double *out) CS_MUST_CHECK;
/* <0, 0, >0 for two real numbers; 2 when one is NaN. */
int cs_number_order(const cs_ctx *ctx, cs_value a, cs_value b);

#endif
