/*
 * random.c - the Mersenne Twister behind module random.
 *
 * The state is a BOX in the first slot of every Random instance; without one
 * (never seeded) the prelude takes over.  MT19937 by Matsumoto and Nishimura;
 * seeding and output are bit-exact with CPython's.
 *
 * Twins must not draw the same numbers: a state whose seed came from the host
 * is stale in a session that began anew from a snapshot, and seeded again when
 * it is next used.  A seed that the program chose stays.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/box.h"
#include "py/heap/int.h"
#include "py/heap/seq.h"
#include "py/types/leaf.h"
#include "py/types/op.h"
#include "py/types/ops.h"
#include "py/types/type.h"

#define WORDS 624
#define AHEAD 397

typedef struct twister {
  uint32_t mt[WORDS];
  uint32_t i;    /* next word; WORDS: make new ones first */
  uint32_t life; /* 0: the program chose the seed; else it is the host's, for
                    the life of the session before this number */
} twister;

static void seed_one(twister *t, uint32_t s) {
  t->mt[0] = s;
  for (uint32_t k = 1; k < WORDS; k++)
    t->mt[k] = 1812433253u * (t->mt[k - 1] ^ (t->mt[k - 1] >> 30)) + k;
  t->i = WORDS;
}

/* init_by_array of the reference: `n` words of key. */
static void seed_many(twister *t, const uint32_t *key, uint32_t n) {
  uint32_t i = 1, j = 0, *mt = t->mt;
  seed_one(t, 19650218u);
  for (uint32_t k = n > WORDS ? n : WORDS; k; k--) {
    mt[i] = (mt[i] ^ ((mt[i - 1] ^ (mt[i - 1] >> 30)) * 1664525u)) + key[j] + j;
    if (++i >= WORDS) {
      mt[0] = mt[WORDS - 1];
      i = 1;
    }
    if (++j >= n) j = 0;
  }
  for (uint32_t k = WORDS - 1; k; k--) {
    mt[i] = (mt[i] ^ ((mt[i - 1] ^ (mt[i - 1] >> 30)) * 1566083941u)) - i;
    if (++i >= WORDS) {
      mt[0] = mt[WORDS - 1];
      i = 1;
    }
  }
  mt[0] = 0x80000000u;
}

static void refill(twister *t) {
  uint32_t *mt = t->mt;
  for (uint32_t k = 0; k < WORDS; k++) {
    uint32_t y = (mt[k] & 0x80000000u) | (mt[(k + 1) % WORDS] & 0x7FFFFFFFu);
    mt[k] = mt[(k + AHEAD) % WORDS] ^ (y >> 1) ^ (y & 1 ? 0x9908B0DFu : 0);
  }
  t->i = 0;
}

static uint32_t draw(twister *t) {
  if (t->i >= WORDS) refill(t);
  uint32_t y = t->mt[t->i++];
  y ^= y >> 11;
  y ^= (y << 7) & 0x9D2C5680u;
  y ^= (y << 15) & 0xEFC60000u;
  return y ^ (y >> 18);
}

/* The twister of a Random instance; NULL: not seeded, or something else. */
static twister *twister_of(const cs_ctx *ctx, cs_value self) {
  if (!cs_is_instance(self)) return NULL;
  const cs_instance *o = CS_PTR(ctx, cs_instance, self);
  if (o->h.units < 2) return NULL;
  cs_value box = o->slot[0];
  if (!cs_box_is(ctx, box, CS_BOX_RANDOM) || cs_is_frozen(ctx, box))
    return NULL;
  twister *t = cs_box_bytes(ctx, box);
  return t->life && t->life - 1 != ctx->head->life ? NULL : t;
}

/* --- natives ------------------------------------------------------------- */

/* _new(n, host): a state for the seed |n|; `host`: nobody chose it */
CS_LEAF(random_new) {
  uint64_t tmp;
  uint32_t limbs;
  bool neg;
  if (!cs_is_anyint(args[0]))
    return cs_throw(ctx, CS_TypeError, "an integer is required");
  const uint64_t *l = cs_int_limbs(ctx, args[0], &tmp, &limbs, &neg);
  cs_off off;
  CS_TRY(cs_charge_big(ctx, 200 + limbs / 4));
  CS_TRY(
      cs_alloc(ctx, CS_L_RAW, offsetof(cs_raw, data) + 8ull * limbs + 8, &off));
  uint32_t *key = (void *)CS_AT(ctx, cs_raw, off)->data, count = 2 * limbs;
  for (uint32_t i = 0; i < limbs; i++) {
    key[2 * i] = (uint32_t)l[i];
    key[2 * i + 1] = (uint32_t)(l[i] >> 32);
  }
  while (count > 1 && key[count - 1] == 0) count--;
  if (count == 0) {
    key[0] = 0;
    count = 1;
  }
  CS_TRY(cs_box_new(ctx, CS_BOX_RANDOM, 0, sizeof(twister), out));
  twister *t = cs_box_bytes(ctx, *out);
  seed_many(t, key, count);
  t->life = cs_is_true(args[1]) ? ctx->head->life + 1 : 0;
  return CS_OK;
}

/* _words(state) -> tuple of 624 words and the position */
CS_LEAF(random_words) {
  if (!cs_box_is(ctx, args[0], CS_BOX_RANDOM))
    return cs_throw(ctx, CS_TypeError, "state expected");
  const twister *t = cs_box_bytes(ctx, args[0]);
  CS_TRY(cs_tuple_new(ctx, NULL, WORDS + 1, out));
  for (uint32_t i = 0; i < WORDS; i++)
    cs_tuple_items(ctx, *out)[i] = cs_int(t->mt[i]);
  cs_tuple_items(ctx, *out)[WORDS] = cs_int(t->i > WORDS ? WORDS : t->i);
  return CS_OK;
}

/* _load(words): a state from what _words gave */
CS_LEAF(random_load) {
  cs_value *v;
  uint32_t len;
  if (!cs_seq_items(ctx, args[0], &v, &len) || len != WORDS + 1)
    return cs_throw(ctx, CS_ValueError, "state vector is the wrong size");
  CS_TRY(cs_box_new(ctx, CS_BOX_RANDOM, 0, sizeof(twister), out));
  twister *t = cs_box_bytes(ctx, *out);
  for (uint32_t i = 0; i <= WORDS; i++) {
    int64_t w = 0;
    (void)cs_int_as_i64(ctx, v[i], &w);
    if (i < WORDS)
      t->mt[i] = (uint32_t)w;
    else
      t->i = w < 0 || w > WORDS ? WORDS : (uint32_t)w;
  }
  t->life = 0;
  return CS_OK;
}

/* _ready(self): can it draw, or must it be seeded? */
CS_LEAF(random_ready) {
  CS_GIVE(cs_bool(twister_of(ctx, args[0]) != NULL));
}

CS_LEAF(random_random) {
  twister *t = twister_of(ctx, args[0]);
  if (!t) return CS_SLOW;
  uint32_t a = draw(t) >> 5, b = draw(t) >> 6;
  CS_GIVE(cs_float_raw((a * 67108864.0 + b) * (1.0 / 9007199254740992.0)));
}

static uint64_t draw_bits(twister *t, uint32_t k) {
  if (k == 0) return 0;
  if (k <= 32) return draw(t) >> (32 - k);
  uint64_t low = draw(t);
  return low | (uint64_t)(draw(t) >> (64 - k)) << 32;
}

CS_LEAF(random_bits) {
  twister *t = twister_of(ctx, args[0]);
  cs_value v = cs_unwrap(ctx, args[1]);
  if (!t || !cs_is_int(v) || cs_int_of(v) < 0 || cs_int_of(v) > 49)
    return CS_SLOW;
  CS_GIVE(cs_int((int64_t)draw_bits(t, (uint32_t)cs_int_of(v))));
}

/* A number below n > 0: draw as many bits until one fits. */
CS_LEAF(random_below) {
  twister *t = twister_of(ctx, args[0]);
  if (!t || !cs_is_int(args[1]) || cs_int_of(args[1]) <= 0) return CS_SLOW;
  uint64_t most = (uint64_t)cs_int_of(args[1]), r;
  uint32_t k = 64 - (uint32_t)__builtin_clzll(most);
  do r = draw_bits(t, k);
  while (r >= most);
  CS_GIVE(cs_int((int64_t)r));
}

/* _word(self): the next 32 bits */
CS_LEAF(random_word) {
  twister *t = twister_of(ctx, args[0]);
  if (!t) return CS_SLOW;
  CS_GIVE(cs_int(draw(t)));
}

/* shuffle(self, list) for a plain list */
CS_LEAF(random_shuffle) {
  twister *t = twister_of(ctx, args[0]);
  if (!t || !cs_is_list(args[1])) return CS_SLOW;
  if (cs_is_frozen(ctx, args[1])) return cs_op_refuse(ctx);
  uint32_t len = cs_list_len(ctx, args[1]);
  cs_value *v = cs_list_items(ctx, args[1]);
  CS_TRY(cs_charge_big(ctx, len));
  for (uint32_t i = len; i-- > 1;) {
    uint64_t most = i + 1u, j;
    uint32_t k = 64 - (uint32_t)__builtin_clzll(most);
    do j = draw_bits(t, k);
    while (j >= most);
    cs_value x = v[i];
    v[i] = v[j];
    v[j] = x;
  }
  CS_GIVE(CS_NONE);
}

extern const cs_native_def cs_random_natives[];
const cs_native_def cs_random_natives[] = {
    {"._random", "_new", "(n, host, /)", random_new},
    {"._random", "_ready", "($self, /)", random_ready},
    {"._random", "_words", "(state, /)", random_words},
    {"._random", "_load", "(words, /)", random_load},
    {"._random", "random", "($self, /)", random_random},
    {"._random", "getrandbits", "($self, k, /)", random_bits},
    {"._random", "_randbelow", "($self, n, /)", random_below},
    {"._random", "_word", "($self, /)", random_word},
    {"._random", "_shuffle", "($self, x, /)", random_shuffle},
    CS_NATIVE_END};
