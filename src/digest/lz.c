/*
 * lz.c - the unpacking half.
 *
 * Far from both ends a step is done with wide copies that may write more than
 * they should: what follows overwrites it.  Near the ends, and for long runs,
 * the careful step counts every byte.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "digest/lz.h"

#include <stdbool.h>
#include <string.h>

#define IN_ROOM  16  /* a quick step reads at most so much: 1 + 2 + 4 + 1 */
#define OUT_ROOM 320 /* and writes so much: 2 + 18 + 254, in copies of 8 */
#define LITERALS 3   /* fields of a token that are full */
#define MATCH    15

typedef struct lz {
  const uint8_t *in, *in_end;
  uint8_t *out, *out_begin, *out_end;
  size_t distance, unit;
} lz;

/* A length whose token field was full. */
static bool read_more(lz *z, size_t *n) {
  uint8_t b;
  do {
    if (z->in == z->in_end || *n > SIZE_MAX / 2) return false;
    b = *z->in++;
    *n += b;
  } while (b == 255);
  return true;
}

static bool read_distance(lz *z, unsigned bytes) {
  if ((size_t)(z->in_end - z->in) < bytes) return false;
  size_t d = 0;
  for (unsigned i = 0; i < bytes; i++) d |= (size_t)z->in[i] << 8 * i;
  z->in += bytes;
  if (bytes) z->distance = d * z->unit;
  return true;
}

/* The ranges may overlap: then the copy repeats what it just wrote. */
static void copy_back(uint8_t *to, size_t distance, size_t n) {
  const uint8_t *from = to - distance;
  if (distance >= 8) {
    for (; n >= 8; n -= 8, to += 8, from += 8) memcpy(to, from, 8);
  } else if (distance == 1) {
    memset(to, *from, n);
    return;
  }
  while (n-- > 0) *to++ = *from++;
}

static bool careful_step(lz *z) {
  if (z->in == z->in_end) return false;
  uint8_t token = *z->in++;
  size_t literals = token >> 6, match = token >> 2 & MATCH;
  if (literals == LITERALS && !read_more(z, &literals)) return false;
  if (literals > (size_t)(z->out_end - z->out) ||
      literals > (size_t)(z->in_end - z->in))
    return false;
  memcpy(z->out, z->in, literals);
  z->out += literals;
  z->in += literals;
  if (z->out == z->out_end) return true;
  if (!read_distance(z, token & 3)) return false;
  if (match == MATCH && !read_more(z, &match)) return false;
  match += 3;
  if (z->distance == 0 || z->distance > (size_t)(z->out - z->out_begin) ||
      match > (size_t)(z->out_end - z->out))
    return false;
  copy_back(z->out, z->distance, match);
  z->out += match;
  return true;
}

/* One step with short lengths; false, with nothing done, when it has not. */
static inline bool quick_step(lz *z) {
  static const uint32_t mask[] = {0, 0xFF, 0xFFFF, 0xFFFFFF};
  uint8_t token = *z->in;
  size_t literals = token >> 6, match = token >> 2 & MATCH;
  const uint8_t *in = z->in + 1 + literals;
  uint32_t bytes = token & 3, d;
  if (literals == LITERALS) return false;
  memcpy(&d, in, 4);
  in += bytes;
  size_t distance = bytes ? (d & mask[bytes]) * z->unit : z->distance;
  if (distance < 8 || distance > (size_t)(z->out - z->out_begin) + literals)
    return false;
  if (match == MATCH) {
    if (*in == 255) return false;
    match += *in++;
  }
  match += 3;
  memcpy(z->out, z->in + 1, 4);
  uint8_t *out = z->out + literals, *end = out + match;
  const uint8_t *from = out - distance;
  for (int i = 0; i < 24; i += 8) memcpy(out + i, from + i, 8);
  for (out += 24, from += 24; out < end; out += 8, from += 8)
    memcpy(out, from, 8);
  z->out = end;
  z->in = in;
  z->distance = distance;
  return true;
}

/* Quick steps as long as there are some, on a copy that can be in registers. */
static void quick_steps(lz *z) {
  lz own = *z;
  while (own.in_end - own.in >= IN_ROOM && own.out_end - own.out >= OUT_ROOM &&
         quick_step(&own)) {
  }
  *z = own;
}

cs_status cs_lz_unpack(const uint8_t *from, size_t len, uint32_t unit,
                       uint8_t *to, size_t n) {
  lz z = {from, from + len, to, to, to + n, unit, unit};
  while (z.out < z.out_end) {
    quick_steps(&z);
    if (!careful_step(&z)) return CS_ECORRUPT;
  }
  return z.in == z.in_end ? CS_OK : CS_ECORRUPT;
}
