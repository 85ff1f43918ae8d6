/*
 * inflate.c - decoder for the DEFLATE format.
 *
 * Bits come from a 64-bit reservoir, lowest first.  Reads behind the end of
 * the input see zeros and are noticed afterwards: a symbol that needed them
 * does not count.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "digest/inflate.h"

#include <string.h>

#include "digest/deflate_codes.h"

enum { HEADER, STORED, CODED, FINISHED };

void cs_inflate_init(cs_inflate *z) {
  z->in = z->out = NULL;
  z->n = z->at = z->cap = z->len = 0;
  z->bits = 0;
  z->nbits = 0;
  z->phase = HEADER;
  z->last = false;
  z->stored = 0;
  z->error = NULL;
}

/* --- bits ---------------------------------------------------------------- */

static void refill(cs_inflate *z) {
  while (z->nbits <= 56 && z->at < z->n) {
    z->bits |= (uint64_t)z->in[z->at++] << z->nbits;
    z->nbits += 8;
  }
}

/* False: the input has fewer bits. */
static bool take(cs_inflate *z, uint32_t count, uint32_t *out) {
  if (z->nbits < count) refill(z);
  if (z->nbits < count) return false;
  *out = (uint32_t)(z->bits & ((UINT64_C(1) << count) - 1));
  z->bits >>= count;
  z->nbits -= count;
  return true;
}

/* --- prefix codes -------------------------------------------------------- */

static uint32_t reverse(uint32_t v, uint32_t bits) {
  uint32_t r = 0;
  while (bits--) {
    r = r << 1 | (v & 1);
    v >>= 1;
  }
  return r;
}

/* Build from code lengths; false for an over-subscribed set, and for an
 * incomplete one unless it has a single code of one bit. */
static bool build(cs_inflate_code *c, const uint8_t *lens, uint32_t n) {
  uint16_t offs[16];
  memset(c->count, 0, sizeof c->count);
  memset(c->fast, 0, sizeof c->fast);
  for (uint32_t i = 0; i < n; i++) c->count[lens[i]]++;
  if (c->count[0] == n) return true; /* no codes: an error when used */
  int32_t left = 1;
  for (uint32_t l = 1; l < 16; l++) {
    left = left * 2 - c->count[l];
    if (left < 0) return false;
  }
  offs[1] = 0;
  for (uint32_t l = 1; l < 15; l++)
    offs[l + 1] = (uint16_t)(offs[l] + c->count[l]);
  for (uint32_t i = 0; i < n; i++)
    if (lens[i]) c->symbol[offs[lens[i]]++] = (uint16_t)i;
  uint32_t code = 0, index = 0;
  for (uint32_t l = 1; l <= CS_INFLATE_FAST; l++) {
    for (uint32_t k = 0; k < c->count[l]; k++, code++, index++) {
      uint32_t step = 1u << l, first = reverse(code, l);
      for (uint32_t at = first; at < 1u << CS_INFLATE_FAST; at += step)
        c->fast[at] = (uint16_t)((uint32_t)c->symbol[index] << 4 | l);
    }
    code <<= 1;
  }
  return left == 0 || (c->count[1] == 1 && n - c->count[0] == 1);
}

/* One symbol, bit by bit; -1: input ended, -2: no such code. */
static int slow_symbol(cs_inflate *z, const cs_inflate_code *c) {
  int32_t code = 0, first = 0, index = 0;
  for (uint32_t l = 1; l < 16; l++) {
    if (l > z->nbits) return -1;
    code |= (int32_t)(z->bits >> (l - 1) & 1);
    int32_t count = c->count[l];
    if (code - count < first) {
      z->bits >>= l;
      z->nbits -= l;
      return c->symbol[index + (code - first)];
    }
    index += count;
    first = (first + count) << 1;
    code <<= 1;
  }
  return -2;
}

static int symbol(cs_inflate *z, const cs_inflate_code *c) {
  if (z->nbits < 15) refill(z);
  uint16_t f = c->fast[z->bits & ((1u << CS_INFLATE_FAST) - 1)];
  uint32_t l = f & 15u;
  if (f && l <= z->nbits) {
    z->bits >>= l;
    z->nbits -= l;
    return f >> 4;
  }
  return slow_symbol(z, c);
}

/* --- block headers ------------------------------------------------------- */

static cs_inflate_outcome bad(cs_inflate *z, const char *why) {
  z->error = why;
  return CS_INFLATE_BAD;
}

static void fixed_codes(cs_inflate *z) {
  uint8_t lens[288];
  for (uint32_t i = 0; i < 288; i++)
    lens[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
  (void)build(&z->lit, lens, 288);
  memset(lens, 5, 30);
  (void)build(&z->dist, lens, 30);
}

static cs_inflate_outcome read_lengths(cs_inflate *z, uint8_t *lens,
                                       uint32_t total) {
  static const uint8_t base[] = {3, 3, 11}, width[] = {2, 3, 7};
  for (uint32_t i = 0; i < total;) {
    int s = symbol(z, &z->lit);
    if (s == -1) return CS_INFLATE_SHORT;
    if (s == -2) return bad(z, "invalid code lengths set");
    if (s < 16) {
      lens[i++] = (uint8_t)s;
      continue;
    }
    uint32_t more;
    if (s == 16 && i == 0) return bad(z, "invalid bit length repeat");
    uint8_t value = s == 16 ? lens[i - 1] : 0;
    if (!take(z, width[s - 16], &more)) return CS_INFLATE_SHORT;
    more += base[s - 16];
    if (i + more > total) return bad(z, "invalid bit length repeat");
    while (more--) lens[i++] = value;
  }
  return CS_INFLATE_DONE;
}

static cs_inflate_outcome dynamic_codes(cs_inflate *z) {
  static const uint8_t order[19] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                    11, 4,  12, 3, 13, 2, 14, 1, 15};
  uint8_t lens[320] = {0};
  uint32_t nlit, ndist, ncode, v;
  if (!take(z, 5, &nlit) || !take(z, 5, &ndist) || !take(z, 4, &ncode))
    return CS_INFLATE_SHORT;
  nlit += 257;
  ndist += 1;
  if (nlit > 286 || ndist > 30)
    return bad(z, "too many length or distance symbols");
  for (uint32_t i = 0; i < ncode + 4; i++) {
    if (!take(z, 3, &v)) return CS_INFLATE_SHORT;
    lens[order[i]] = (uint8_t)v;
  }
  if (!build(&z->lit, lens, 19)) return bad(z, "invalid code lengths set");
  memset(lens, 0, sizeof lens);
  cs_inflate_outcome r = read_lengths(z, lens, nlit + ndist);
  if (r != CS_INFLATE_DONE) return r;
  if (!lens[256]) return bad(z, "invalid code -- missing end-of-block");
  uint8_t dist[30];
  memcpy(dist, lens + nlit, ndist);
  if (!build(&z->lit, lens, nlit)) return bad(z, "invalid literal/lengths set");
  if (!build(&z->dist, dist, ndist)) return bad(z, "invalid distances set");
  return CS_INFLATE_DONE;
}

static cs_inflate_outcome stored_header(cs_inflate *z) {
  uint32_t len, inverse, drop;
  if (!take(z, z->nbits & 7, &drop)) return CS_INFLATE_SHORT;
  if (!take(z, 16, &len) || !take(z, 16, &inverse)) return CS_INFLATE_SHORT;
  if (len != (inverse ^ 0xFFFF)) return bad(z, "invalid stored block lengths");
  z->stored = len;
  z->phase = STORED;
  return CS_INFLATE_DONE;
}

static cs_inflate_outcome header(cs_inflate *z) {
  uint32_t last, kind;
  z->mark_bit = (uint64_t)z->at * 8 - z->nbits;
  z->mark_len = z->len;
  if (!take(z, 1, &last) || !take(z, 2, &kind)) return CS_INFLATE_SHORT;
  z->last = last;
  if (kind == 0) return stored_header(z);
  if (kind == 3) return bad(z, "invalid block type");
  z->phase = CODED;
  if (kind == 1) {
    fixed_codes(z);
    return CS_INFLATE_DONE;
  }
  return dynamic_codes(z);
}

/* --- blocks -------------------------------------------------------------- */

static void end_block(cs_inflate *z) {
  z->phase = z->last ? FINISHED : HEADER;
}

static cs_inflate_outcome copy_stored(cs_inflate *z) {
  uint32_t byte;
  while (z->stored > 0 && z->nbits > 0) {
    if (z->len == z->cap) return CS_INFLATE_FULL;
    if (!take(z, 8, &byte)) return CS_INFLATE_SHORT;
    z->out[z->len++] = (uint8_t)byte;
    z->stored--;
  }
  size_t n = z->stored;
  if (n > z->n - z->at) n = z->n - z->at;
  if (n > z->cap - z->len) n = z->cap - z->len;
  if (n) memcpy(z->out + z->len, z->in + z->at, n);
  z->at += n;
  z->len += n;
  z->stored -= (uint32_t)n;
  if (z->stored == 0) {
    end_block(z);
    return CS_INFLATE_DONE;
  }
  return z->len == z->cap ? CS_INFLATE_FULL : CS_INFLATE_SHORT;
}

static cs_inflate_outcome copy_match(cs_inflate *z, uint32_t s) {
  uint32_t more;
  if (s >= CS_DEFLATE_LENS) return bad(z, "invalid literal/length code");
  if (!take(z, cs_deflate_len_bits[s], &more)) return CS_INFLATE_SHORT;
  uint32_t len = cs_deflate_len_base[s] + more;
  int d = symbol(z, &z->dist);
  if (d == -1) return CS_INFLATE_SHORT;
  if (d < 0 || d >= CS_DEFLATE_DISTS) return bad(z, "invalid distance code");
  if (!take(z, cs_deflate_dist_bits[d], &more)) return CS_INFLATE_SHORT;
  size_t back = (size_t)cs_deflate_dist_base[d] + more;
  if (back > z->len) return bad(z, "invalid distance too far back");
  uint8_t *to = z->out + z->len;
  for (uint32_t i = 0; i < len; i++) to[i] = to[(ptrdiff_t)i - (ptrdiff_t)back];
  z->len += len;
  return CS_INFLATE_DONE;
}

static cs_inflate_outcome coded(cs_inflate *z) {
  while (z->cap - z->len >= CS_INFLATE_SLACK) {
    refill(z);
    int s = symbol(z, &z->lit);
    if (s == -1) return CS_INFLATE_SHORT;
    if (s < 0) return bad(z, "invalid literal/length code");
    if (s < 256) {
      z->out[z->len++] = (uint8_t)s;
      continue;
    }
    if (s == 256) {
      end_block(z);
      return CS_INFLATE_DONE;
    }
    cs_inflate_outcome r = copy_match(z, (uint32_t)s - 257);
    if (r != CS_INFLATE_DONE) return r;
  }
  return CS_INFLATE_FULL;
}

void cs_inflate_seek(cs_inflate *z, uint64_t bit) {
  uint32_t drop;
  z->at = bit / 8 > z->n ? z->n : (size_t)(bit / 8);
  (void)take(z, (uint32_t)(bit % 8), &drop);
}

cs_inflate_outcome cs_inflate_run(cs_inflate *z) {
  for (;;) {
    cs_inflate_outcome r = CS_INFLATE_DONE;
    switch (z->phase) {
      case HEADER: r = header(z); break;
      case STORED: r = copy_stored(z); break;
      case CODED: r = coded(z); break;
      default:
        z->at -= z->nbits / 8; /* whole bytes that were not needed */
        z->nbits = 0;
        return CS_INFLATE_DONE;
    }
    if (r != CS_INFLATE_DONE) return r;
  }
}
