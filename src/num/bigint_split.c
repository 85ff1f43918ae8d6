/*
 * bigint_split.c - halves, level by level, between two buffers.
 *
 * At level i all parts have `part << i` limbs, of which a value below
 * unit**(part << i) never needs more; so the parts of every level fill the same
 * number of limbs, and a level is written from one buffer to the other.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "num/bigint_split.h"

#include <assert.h>
#include <gmp.h>

#include "num/bigint_huge.h"
#include "num/bigint_limbs.h"

#define PART_MAX   1024 /* limbs: 0.5 ms */
#define LEVELS_MAX 24

/* --- the plan ------------------------------------------------------------ */

unsigned cs_split_digit(char c) {
  unsigned d = (unsigned)(unsigned char)c - '0';
  if (d <= 9) return d;
  unsigned letter = ((unsigned)(unsigned char)c | 0x20) - 'a';
  return letter < 26 ? letter + 10 : 99;
}

cs_split cs_split_plan(uint64_t units, unsigned base) {
  cs_split s = {.unit = base, .per_limb = 1, .base = base};
  while (s.unit <= UINT64_MAX / base) {
    s.unit *= base;
    s.per_limb++;
  }
  if ((base & (base - 1)) == 0) return s; /* linear */
  while (s.levels < LEVELS_MAX && units >> s.levels >= PART_MAX) s.levels++;
  s.part = (size_t)((units >> s.levels) + 1);
  return s;
}

uint64_t cs_split_units(uint64_t bits, unsigned base) {
  cs_split s = cs_split_plan(0, base);
  return bits / (63u - (unsigned)__builtin_clzll(s.unit)) + 1;
}

static size_t all(const cs_split *s) {
  return s->part << s->levels;
}

static size_t leaf_room(const cs_split *s) { /* of its digits, in limbs */
  return s->part * s->per_limb / 8 + 2;
}

/* unit**(part << i) for every level but the last, without the limbs at its low
 * end that are zero: of a power of ten nearly a third. */
typedef struct power {
  const uint64_t *at;
  size_t n, zeros;
} power;

typedef struct powers {
  power at[LEVELS_MAX];
} powers;

static power trim(const uint64_t *x, size_t n, size_t zeros) {
  power p = {.at = x, .n = n, .zeros = zeros};
  while (p.at[0] == 0) {
    p.at++;
    p.n--;
    p.zeros++;
  }
  return p;
}

/* The limbs behind `room` are not used yet.  False: nobody waits any more. */
static bool make_powers(const cs_split *s, powers *p, uint64_t *room,
                        const cs_patience *patience) {
  cs_big unit = {.limbs = &s->unit, .n = 1};
  cs_bigres first = {.limbs = room};
  cs_big_pow(&first, &unit, s->part, room + all(s) + 8);
  size_t n = first.n;
  p->at[0] = trim(room, n, 0);
  for (size_t i = 1; i < s->levels; i++) {
    const power *half = &p->at[i - 1];
    room += s->part << (i - 1);
    mpn_sqr(room, half->at, (mp_size_t)half->n);
    n = cs_limbs_trim(room, 2 * half->n);
    p->at[i] = trim(room, n, 2 * half->zeros);
    if (cs_patience_ends(patience)) return false;
  }
  return true;
}

static void put(uint64_t *to, size_t room, const uint64_t *from, size_t n) {
  cs_limbs_copy(to, from, n);
  memset(to + n, 0, (room - n) * sizeof *to);
}

/* --- to text ------------------------------------------------------------- */

size_t cs_split_print_scratch(const cs_split *s) {
  size_t half = all(s) / 2;
  return cs_limbs_cap(3 * all(s) + half + half / 8 + 8 + leaf_room(s));
}

/* `from` = high * power + low, both of `size` limbs and side by side. */
static bool divide(uint64_t *low, size_t size, const uint64_t *from,
                   const power *p, uint64_t *quotient,
                   const cs_patience *patience) {
  size_t n = cs_limbs_trim(from, 2 * size), skip = p->zeros, by = p->n + skip;
  if (n < by) {
    put(low, 2 * size, from, n);
    return true;
  }
  cs_limbs_copy(low, from, skip);
  cs_big a = {.limbs = from + skip, .n = n - skip};
  cs_big b = {.limbs = p->at, .n = p->n};
  if (a.n <= CS_HUGE)
    mpn_tdiv_qr(quotient, low + skip, 0, a.limbs, (mp_size_t)a.n, b.limbs,
                (mp_size_t)b.n);
  else if (!cs_huge_divide(quotient, low + skip, &a, &b, patience))
    return false;
  memset(low + by, 0, (size - by) * sizeof *low);
  put(low + size, size, quotient, cs_limbs_trim(quotient, n - by + 1));
  return true;
}

/* The parts of all levels; NULL: nobody waits any more. */
static uint64_t *divide_all(const cs_split *s, const powers *p, uint64_t *from,
                            uint64_t *to, uint64_t *quotient,
                            const cs_patience *patience) {
  for (size_t i = s->levels; i-- > 0;) {
    size_t size = s->part << i;
    for (size_t at = 0; at < all(s); at += 2 * size) {
      if (!divide(to + at, size, from + at, &p->at[i], quotient, patience) ||
          cs_patience_ends(patience))
        return NULL;
    }
    uint64_t *other = from;
    from = to;
    to = other;
  }
  return from;
}

/* One part; `first`: without zeros before it. */
static size_t print_leaf(const cs_split *s, uint64_t *part, bool first,
                         char *buf, unsigned char *digits) {
  size_t width = s->part * s->per_limb, size = cs_limbs_trim(part, s->part);
  size_t n =
      size ? mpn_get_str(digits, (int)s->base, part, (mp_size_t)size) : 0;
  size_t zeros = 0, fill = 0;
  while (zeros < n && digits[zeros] == 0) zeros++;
  n -= zeros;
  if (!first) fill = width - n;
  memset(buf, '0', fill);
  for (size_t i = 0; i < n; i++)
    buf[fill + i] = "0123456789abcdefghijklmnopqrstuvwxyz"[digits[zeros + i]];
  return fill + n;
}

cs_status cs_split_print(const cs_split *s, const cs_big *a, char *buf,
                         size_t *len, uint64_t *scratch,
                         const cs_patience *patience) {
  assert(s->levels > 0 && a->n <= all(s));
  powers p;
  uint64_t *from = scratch + all(s), *to = from + all(s);
  uint64_t *quotient = to + all(s);
  size_t half = all(s) / 2, n = 0;
  unsigned char *digits = (void *)(quotient + half + half / 8 + 8);
  if (!make_powers(s, &p, scratch, patience)) return CS_STOP;
  put(from, all(s), a->limbs, a->n);
  uint64_t *parts = divide_all(s, &p, from, to, quotient, patience);
  if (!parts) return CS_STOP;
  for (size_t at = all(s); at > 0;) {
    at -= s->part;
    n += print_leaf(s, parts + at, n == 0, buf + n, digits);
    if (cs_patience_ends(patience)) return CS_STOP;
  }
  *len = n;
  return CS_OK;
}

/* --- from text ----------------------------------------------------------- */

size_t cs_split_parse_scratch(const cs_split *s) {
  return cs_limbs_cap(3 * all(s) + leaf_room(s) + s->part + 2);
}

/* The digits of one part into its limbs. */
static void parse_leaf(const cs_split *s, uint64_t *part,
                       const unsigned char *digits, size_t n, uint64_t *room) {
  while (n > 0 && *digits == 0) digits++, n--;
  size_t size = n ? (size_t)mpn_set_str(room, digits, n, (int)s->base) : 0;
  put(part, s->part, room, cs_limbs_trim(room, size));
}

/* All of them, the highest first, which may be short; false: nobody waits. */
static bool parse_leaves(const cs_split *s, uint64_t *parts,
                         const cs_bigtext *t, uint64_t *scratch,
                         const cs_patience *patience) {
  unsigned char *digits = (void *)scratch;
  uint64_t *room = scratch + leaf_room(s);
  size_t width = s->part * s->per_limb, n = 0;
  size_t leaf = (t->count - 1) / width, want = t->count - leaf * width;
  memset(parts, 0, all(s) * sizeof *parts);
  for (size_t i = 0; i < t->len; i++) {
    if (t->digits[i] == '_') continue;
    digits[n++] = (unsigned char)cs_split_digit(t->digits[i]);
    if (n < want) continue;
    parse_leaf(s, parts + leaf * s->part, digits, n, room);
    if (cs_patience_ends(patience)) return false;
    want = width;
    n = 0;
    leaf--;
  }
  return true;
}

/* to = high * power + low */
static void combine(uint64_t *to, size_t size, const uint64_t *low,
                    const power *p) {
  const uint64_t *high = low + size;
  size_t n = cs_limbs_trim(high, size), skip = p->zeros, by = p->n + skip;
  if (n == 0) {
    put(to, 2 * size, low, size);
    return;
  }
  memset(to, 0, skip * sizeof *to);
  if (n >= p->n)
    mpn_mul(to + skip, high, (mp_size_t)n, p->at, (mp_size_t)p->n);
  else
    mpn_mul(to + skip, p->at, (mp_size_t)p->n, high, (mp_size_t)n);
  memset(to + n + by, 0, (2 * size - n - by) * sizeof *to);
  mpn_add(to, to, (mp_size_t)(2 * size), low, (mp_size_t)size);
}

cs_status cs_split_parse(const cs_split *s, cs_bigres *r, const cs_bigtext *t,
                         uint64_t *scratch, const cs_patience *patience) {
  assert(s->levels > 0 && t->count > 0);
  powers p;
  uint64_t *from = scratch + all(s), *to = from + all(s);
  if (!make_powers(s, &p, scratch, patience) ||
      !parse_leaves(s, from, t, to + all(s), patience))
    return CS_STOP;
  for (size_t i = 0; i < s->levels; i++) {
    size_t size = s->part << i;
    for (size_t at = 0; at < all(s); at += 2 * size) {
      combine(to + at, size, from + at, &p.at[i]);
      if (cs_patience_ends(patience)) return CS_STOP;
    }
    uint64_t *other = from;
    from = to;
    to = other;
  }
  r->n = cs_limbs_trim(from, all(s));
  cs_limbs_copy(r->limbs, from, r->n);
  r->neg = t->neg && r->n > 0;
  return CS_OK;
}
