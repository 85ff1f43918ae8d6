/*
 * num_arg.c - numeric arguments of library functions.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/mod/num_arg.h"

#include "py/heap/int.h"
#include "py/types/number.h"
#include "py/types/ops.h"

cs_status cs_num_double(cs_ctx *ctx, cs_value *args, uint32_t i, double *out) {
  cs_value v = args[i];
  if (cs_is_float(v)) {
    *out = cs_float_of(v);
    return CS_OK;
  }
  if (cs_is_anyint(v)) return cs_number_double(ctx, v, out);
  return cs_need(ctx, i, CS_NEED_FLOAT);
}

cs_status cs_num_index(cs_ctx *ctx, cs_value *args, uint32_t i, cs_value *out) {
  cs_value v = cs_unwrap(ctx, args[i]);
  if (cs_is_bool(v)) v = cs_int(cs_is_true(v));
  if (!cs_is_anyint(v)) return cs_need(ctx, i, CS_NEED_INDEX);
  *out = v;
  return CS_OK;
}
