/*
 * curve.h - points of edwards25519, the group behind Ed25519.
 *
 * A point is (X : Y : Z : T) with x = X/Z, y = Y/Z, xy = T/Z.  Coordinates are
 * five limbs of 51 bits modulo 2^255 - 19; limbs may exceed that by a few bits
 * between operations.  Addition is complete: it has no special case, not even
 * for a point and itself.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_BASE_CURVE_H
#define CS_BASE_CURVE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct cs_curve_int { /* modulo 2^255 - 19 */
  uint64_t limb[5];
} cs_curve_int;

typedef struct cs_curve_point {
  cs_curve_int x, y, z, t;
} cs_curve_point;

extern const cs_curve_point cs_curve_base;

/* out = a + b; may be the same. */
void cs_curve_add(cs_curve_point *out, const cs_curve_point *a,
                  const cs_curve_point *b);
void cs_curve_negate(cs_curve_point *p);
/* out = k * p, in constant time; k is 256 bits, little-endian. */
void cs_curve_multiply(cs_curve_point *out, const cs_curve_point *p,
                       const uint8_t k[32]);

void cs_curve_pack(const cs_curve_point *p, uint8_t out[32]);
/* False: these bytes are no point, or not its only spelling. */
bool cs_curve_unpack(cs_curve_point *out, const uint8_t in[32]);

#endif
