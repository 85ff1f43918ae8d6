/*
 * flood.c - places in tables that somebody fills with keys that collide.
 *
 * Text, bytes and tuples of them are hashed by what they hold, and so are whole
 * numbers of 61 bits and more, whose hashes repeat: as ints, floats or complex
 * numbers, which may be equal.  Everything else is hashed by its hash: it has
 * one of its own.
 *
 * Why: hashes of text have a fixed seed, so that equal programs print equal
 * sets; anybody can compute keys that collide.  A table that sees a long walk
 * is therefore placed again by a hash with the session's secret key (dict.c,
 * set.c, str_intern.c), once and for good.  The order that a program sees does
 * not change for dicts; for sets it does, as it must for whoever attacks.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/flood.h"

#include <math.h>

#include "base/hash.h"
#include "py/heap/dict.h"
#include "py/heap/equal.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"

#define DEPTH 4 /* tuples in tuples; deeper ones are hashed by their hash */

static uint64_t keyed(cs_ctx *ctx, const void *data, size_t n) {
  cs_charge(ctx, n / 64);
  return cs_hash_keyed(ctx->head->hash_key, data, n);
}

static uint64_t place_of_hash(cs_ctx *ctx, cs_value key) {
  int64_t hash = 0;
  if (cs_hash_value(ctx, key, &hash) != CS_OK) hash = 0;
  return keyed(ctx, &hash, sizeof hash);
}

/* --- numbers ------------------------------------------------------------- */

#define HASHED   60 /* bits of whole numbers that are their own hash */
#define FLOATING 16 /* limbs of the largest whole float */

/* A whole number of more than HASHED bits; the top limb is not zero. */
static uint64_t place_of_whole(cs_ctx *ctx, const uint64_t *limb, uint32_t n,
                               bool neg) {
  assert(n > 0 && limb[n - 1] != 0);
  uint64_t acc[2] = {keyed(ctx, limb, n * sizeof *limb), neg};
  return keyed(ctx, acc, sizeof acc);
}

static uint64_t place_of_bigint(cs_ctx *ctx, cs_value v) {
  const cs_bigint *b = CS_PTR(ctx, cs_bigint, v);
  if (b->n == 1 && b->limb[0] >> HASHED == 0) return place_of_hash(ctx, v);
  return place_of_whole(ctx, b->limb, b->n, b->neg);
}

/* Of a float, or of a complex number that is one: it may equal an int. */
static uint64_t place_of_double(cs_ctx *ctx, cs_value key, double x) {
  uint64_t limb[FLOATING + 1] = {0};
  int bits;
  if (!isfinite(x) || fabs(x) < ldexp(1, HASHED))
    return place_of_hash(ctx, key);
  uint64_t top = (uint64_t)ldexp(frexp(fabs(x), &bits), 53);
  uint32_t shift = (uint32_t)bits - 53, at = shift / 64, by = shift % 64;
  assert(at < FLOATING);
  limb[at] = top << by;
  limb[at + 1] = by > 0 ? top >> (64 - by) : 0;
  return place_of_whole(ctx, limb, limb[at + 1] ? at + 2 : at + 1, x < 0);
}

static uint64_t place_of_complex(cs_ctx *ctx, cs_value key) {
  const cs_complex *c = CS_PTR(ctx, cs_complex, key);
  if (c->im == 0) return place_of_double(ctx, key, c->re);
  double parts[2] = {c->re + 0.0, c->im}; /* -0.0 is 0.0 */
  return keyed(ctx, parts, sizeof parts);
}

/* --- everything ---------------------------------------------------------- */

/* An instance of a class derived from a built-in equals the value in it. */
static cs_value unwrap(const cs_ctx *ctx, cs_value v) {
  if (!cs_is_ref(v) || cs_ref_layout(v) != CS_L_INSTANCE ||
      !(cs_ref_type(v) >> 8))
    return v;
  return CS_PTR(ctx, cs_instance, v)->slot[0];
}

/* The items of a tuple, one after the other; `depth` bounds the recursion. */
static uint64_t place(cs_ctx *ctx, cs_value key, int depth) {
  assert(depth >= 0 && depth <= DEPTH);
  cs_value v = unwrap(ctx, key);
  const uint8_t *bytes;
  uint32_t n;
  if (cs_is_str(v)) {
    const char *text = cs_str_data(ctx, v, &n);
    return keyed(ctx, text, n);
  }
  if (cs_equal_bytes(ctx, v, &bytes, &n)) return keyed(ctx, bytes, n);
  if (cs_is_float(v)) return place_of_double(ctx, v, cs_float_of(v));
  if (cs_is(v, CS_L_BIGINT)) return place_of_bigint(ctx, v);
  if (cs_is(v, CS_L_COMPLEX)) return place_of_complex(ctx, v);
  if (!cs_is(v, CS_L_TUPLE) || depth == 0) return place_of_hash(ctx, v);
  const cs_tuple *t = CS_PTR(ctx, cs_tuple, v);
  uint64_t acc[2] = {t->len, 0};
  for (uint32_t i = 0; i < t->len; i++) {
    acc[1] = place(ctx, t->v[i], depth - 1);
    acc[0] = keyed(ctx, acc, sizeof acc);
  }
  return acc[0];
}

uint64_t cs_flood_place(cs_ctx *ctx, cs_value key) {
  return place(ctx, key, DEPTH);
}

bool cs_flood_knows(cs_ctx *ctx, cs_value key) {
  int64_t hash;
  return cs_hash_value(ctx, key, &hash) == CS_OK;
}
