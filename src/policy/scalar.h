/*
 * scalar.h - numbers of a policy: counts, sizes, durations, CPUs.
 *
 * Decimal digits without sign, leading zero or separator; nothing else is a
 * number.  Sizes and durations may have a unit instead of being bare bytes or
 * milliseconds.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_POLICY_SCALAR_H
#define CS_POLICY_SCALAR_H

#include "policy/schema.h"

typedef enum cs_scalar_result {
  CS_SCALAR_OK,
  CS_SCALAR_TYPE, /* not a number of this type */
  CS_SCALAR_RANGE /* one that does not fit 63 bits */
} cs_scalar_result;

/* Read `text` as the type; `plain`: it was written without quotes, which a
 * number without a unit must be. */
cs_scalar_result cs_scalar_read(cs_field_type type, const char *text,
                                bool plain, uint64_t *out);
/* "a size such as 512MiB", for messages. */
const char *cs_scalar_example(cs_field_type type);
/* Does plain text mean a number, a truth value or nothing, in YAML or JSON? */
bool cs_scalar_is_typed(const char *text);
bool cs_scalar_is_null(const char *text);
/* The shortest spelling: 512MiB, 2m, 1.5; room for 32 bytes. */
void cs_scalar_print(cs_field_type type, uint64_t n, char out[32]);

#endif
