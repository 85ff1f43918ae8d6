/*
 * deflate.c - encoder for the DEFLATE format.
 *
 * Matches are found through chains of positions with equal hash of three
 * bytes; a match is put off by one byte when the next one is longer.  Code
 * lengths come from a Huffman tree; too long ones are cut to 15 bits and the
 * set repaired by the Kraft sum.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/deflate.h"

#include <assert.h>
#include <string.h>

#define MATCH_MIN 3
#define MATCH_MAX 258
#define LIT_MAX   286
#define DIST_MAX  30
#define TURNS     1024 /* matches between two questions whether to go on */

typedef struct writer {
  uint8_t *out;
  size_t len;
  uint64_t bits;
  uint32_t nbits;
} writer;

static void put(writer *w, uint32_t v, uint32_t n) {
  w->bits |= (uint64_t)v << w->nbits;
  w->nbits += n;
  while (w->nbits >= 8) {
    w->out[w->len++] = (uint8_t)w->bits;
    w->bits >>= 8;
    w->nbits -= 8;
  }
}

static void align(writer *w) {
  if (w->nbits) put(w, 0, 8 - w->nbits);
}

/* Bytes that a block takes beyond those it stands for: its codes have 316
 * lengths of up to 14 bits; its symbols are at most 4 bytes longer than the
 * text, else it is stored, with 5 bytes for each 65535. */
#define BLOCK_MOST 640

size_t cs_deflate_bound(size_t n) {
  return n + (n / CS_DEFLATE_SYMBOLS + 2) * BLOCK_MOST + 16;
}

/* --- symbols of lengths and distances ------------------------------------ */

static const uint16_t len_base[29] = {
    3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
    31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
static const uint8_t len_bits[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1,
                                     1, 1, 2, 2, 2, 2, 3, 3, 3, 3,
                                     4, 4, 4, 4, 5, 5, 5, 5, 0};
static const uint16_t dist_base[DIST_MAX] = {
    1,    2,    3,    4,    5,    7,    9,    13,    17,    25,
    33,   49,   65,   97,   129,  193,  257,  385,   513,   769,
    1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
static const uint8_t dist_bits[DIST_MAX] = {
    0, 0, 0, 0, 1, 1, 2, 2,  3,  3,  4,  4,  5,  5,  6,
    6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};

static uint32_t find(const uint16_t *base, uint32_t n, uint32_t v) {
  uint32_t lo = 0, hi = n;
  while (hi - lo > 1) {
    uint32_t mid = (lo + hi) / 2;
    if (base[mid] <= v)
      lo = mid;
    else
      hi = mid;
  }
  return lo;
}

/* --- code lengths -------------------------------------------------------- */

typedef struct code {
  uint8_t len[288];
  uint16_t bits[288]; /* reversed: lowest bit first */
} code;

/* Bring lengths above `most` down; then lengthen short codes until the Kraft
 * sum is not above one. */
static void limit(uint8_t *len, uint32_t n, uint32_t most) {
  uint64_t sum = 0, one = UINT64_C(1) << most;
  for (uint32_t i = 0; i < n; i++) {
    if (len[i] > most) len[i] = (uint8_t)most;
    if (len[i]) sum += one >> len[i];
  }
  while (sum > one) {
    uint32_t best = n;
    for (uint32_t i = 0; i < n; i++)
      if (len[i] && len[i] < most && (best == n || len[i] > len[best]))
        best = i;
    assert(best < n);
    sum -= one >> len[best];
    len[best]++;
    sum += one >> len[best];
  }
}

/* Huffman's algorithm on a sorted list of leaves and a queue of inner nodes. */
static void measure(const uint32_t *freq, uint32_t n, uint8_t *len) {
  uint16_t leaf[288], parent[576];
  uint64_t weight[576];
  uint32_t k = 0;
  memset(len, 0, n);
  for (uint32_t i = 0; i < n; i++)
    if (freq[i]) leaf[k++] = (uint16_t)i;
  if (k == 0) return;
  if (k == 1) {
    len[leaf[0]] = 1;
    return;
  }
  for (uint32_t gap = k / 2; gap > 0; gap /= 2)
    for (uint32_t i = gap; i < k; i++) {
      uint16_t v = leaf[i];
      uint32_t j = i;
      for (; j >= gap && freq[leaf[j - gap]] > freq[v]; j -= gap)
        leaf[j] = leaf[j - gap];
      leaf[j] = v;
    }
  for (uint32_t i = 0; i < k; i++) weight[i] = freq[leaf[i]];
  uint32_t a = 0, b = k, nodes = k;
  for (; nodes < 2 * k - 1; nodes++) {
    weight[nodes] = 0;
    for (int half = 0; half < 2; half++) {
      bool take_leaf = a < k && (b >= nodes || weight[a] <= weight[b]);
      uint32_t from = take_leaf ? a++ : b++;
      weight[nodes] += weight[from];
      parent[from] = (uint16_t)nodes;
    }
  }
  uint8_t depth[576];
  depth[nodes - 1] = 0;
  for (uint32_t i = nodes - 1; i-- > 0;)
    depth[i] = (uint8_t)(depth[parent[i]] + 1);
  for (uint32_t i = 0; i < k; i++) len[leaf[i]] = depth[i];
}

static void assign(code *c, uint32_t n) {
  uint32_t count[16] = {0}, next[16], v = 0;
  for (uint32_t i = 0; i < n; i++) count[c->len[i]]++;
  count[0] = 0;
  for (uint32_t l = 1; l < 16; l++) {
    v = (v + count[l - 1]) << 1;
    next[l] = v;
  }
  for (uint32_t i = 0; i < n; i++) {
    uint32_t r = 0, x = c->len[i] ? next[c->len[i]]++ : 0;
    for (uint32_t k = 0; k < c->len[i]; k++) {
      r = r << 1 | (x & 1);
      x >>= 1;
    }
    c->bits[i] = (uint16_t)r;
  }
}

static void make(code *c, const uint32_t *freq, uint32_t n, uint32_t most) {
  memset(c, 0, sizeof *c);
  measure(freq, n, c->len);
  limit(c->len, n, most);
  assign(c, n);
}

/* --- one block ----------------------------------------------------------- */

/* Lengths of both codes, run-length coded: symbol, and for 16..18 a count. */
static uint32_t pack(const uint8_t *lens, uint32_t n, uint8_t *sym,
                     uint8_t *arg) {
  uint32_t k = 0;
  for (uint32_t i = 0; i < n;) {
    uint32_t run = 1;
    while (i + run < n && lens[i + run] == lens[i]) run++;
    if (lens[i] == 0 && run >= 3) {
      if (run > 138) run = 138;
      sym[k] = run < 11 ? 17 : 18;
      arg[k++] = (uint8_t)(run < 11 ? run - 3 : run - 11);
    } else if (run >= 4) {
      sym[k] = lens[i];
      arg[k++] = 0;
      if (--run > 6) run = 6;
      sym[k] = 16;
      arg[k++] = (uint8_t)(run - 3);
      run++;
    } else {
      run = 1;
      sym[k] = lens[i];
      arg[k++] = 0;
    }
    i += run;
  }
  return k;
}

static void put_codes(writer *w, const code *lit, const code *dist) {
  static const uint8_t order[19] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                    11, 4,  12, 3, 13, 2, 14, 1, 15};
  uint8_t lens[LIT_MAX + DIST_MAX], sym[LIT_MAX + DIST_MAX];
  uint8_t arg[LIT_MAX + DIST_MAX];
  uint32_t nlit = LIT_MAX, ndist = DIST_MAX, ncode = 19, freq[19] = {0};
  while (nlit > 257 && !lit->len[nlit - 1]) nlit--;
  while (ndist > 1 && !dist->len[ndist - 1]) ndist--;
  memcpy(lens, lit->len, nlit);
  memcpy(lens + nlit, dist->len, ndist);
  uint32_t k = pack(lens, nlit + ndist, sym, arg);
  for (uint32_t i = 0; i < k; i++) freq[sym[i]]++;
  code c;
  make(&c, freq, 19, 7);
  while (ncode > 4 && !c.len[order[ncode - 1]]) ncode--;
  put(w, nlit - 257, 5);
  put(w, ndist - 1, 5);
  put(w, ncode - 4, 4);
  for (uint32_t i = 0; i < ncode; i++) put(w, c.len[order[i]], 3);
  for (uint32_t i = 0; i < k; i++) {
    put(w, c.bits[sym[i]], c.len[sym[i]]);
    if (sym[i] >= 16) put(w, arg[i], sym[i] == 16 ? 2 : sym[i] == 17 ? 3 : 7);
  }
}

static void put_stored(writer *w, const uint8_t *in, size_t n, bool last) {
  do {
    uint32_t part = n > 65535 ? 65535 : (uint32_t)n;
    put(w, last && part == n, 1);
    put(w, 0, 2);
    align(w);
    put(w, part, 16);
    put(w, part ^ 0xFFFF, 16);
    if (part) memcpy(w->out + w->len, in, part);
    w->len += part;
    in += part;
    n -= part;
  } while (n);
}

static void put_symbols(writer *w, const cs_deflate *z, uint32_t k,
                        const code *lit, const code *dist) {
  for (uint32_t i = 0; i < k; i++) {
    if (!z->len[i]) {
      put(w, lit->bits[z->val[i]], lit->len[z->val[i]]);
      continue;
    }
    uint32_t l = find(len_base, 29, z->len[i]);
    uint32_t d = find(dist_base, DIST_MAX, z->val[i]);
    put(w, lit->bits[257 + l], lit->len[257 + l]);
    put(w, z->len[i] - (uint32_t)len_base[l], len_bits[l]);
    put(w, dist->bits[d], dist->len[d]);
    put(w, z->val[i] - (uint32_t)dist_base[d], dist_bits[d]);
  }
  put(w, lit->bits[256], lit->len[256]);
}

/* Symbols 0..k of the block that stands for in[0..n). */
static void put_block(writer *w, const cs_deflate *z, uint32_t k,
                      const uint8_t *in, size_t n, bool last) {
  uint32_t lf[LIT_MAX] = {0}, df[DIST_MAX] = {0};
  uint64_t bits = 0;
  code lit, dist;
  lf[256] = 1;
  for (uint32_t i = 0; i < k; i++) {
    if (!z->len[i]) {
      lf[z->val[i]]++;
      continue;
    }
    uint32_t l = find(len_base, 29, z->len[i]);
    uint32_t d = find(dist_base, DIST_MAX, z->val[i]);
    lf[257 + l]++;
    df[d]++;
    bits += len_bits[l] + (uint64_t)dist_bits[d];
  }
  make(&lit, lf, LIT_MAX, 15);
  make(&dist, df, DIST_MAX, 15);
  for (uint32_t i = 0; i < LIT_MAX; i++) bits += (uint64_t)lf[i] * lit.len[i];
  for (uint32_t i = 0; i < DIST_MAX; i++) bits += (uint64_t)df[i] * dist.len[i];
  if (bits / 8 >= n + 4) {
    put_stored(w, in, n, last);
    return;
  }
  writer before = *w;
  put(w, last, 1);
  put(w, 2, 2);
  put_codes(w, &lit, &dist);
  put_symbols(w, z, k, &lit, &dist);
  if (w->len - before.len > n + 5) { /* with its codes it is longer */
    *w = before;
    put_stored(w, in, n, last);
  }
}

/* --- matches ------------------------------------------------------------- */

static uint32_t hash3(const uint8_t *p) {
  uint32_t v = (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16;
  return (v * 2654435761u) >> 17;
}

static void insert(cs_deflate *z, const uint8_t *in, size_t n, size_t i) {
  if (i + MATCH_MIN > n) return;
  uint32_t h = hash3(in + i);
  z->prev[i % CS_DEFLATE_WINDOW] = z->head[h];
  z->head[h] = (uint32_t)i + 1;
}

/* Longest match for position `i`; 0 when there is none of three bytes. */
static uint32_t longest(const cs_deflate *z, const uint8_t *in, size_t n,
                        size_t i, uint32_t chain, uint32_t *dist) {
  uint32_t best = MATCH_MIN - 1;
  if (i + MATCH_MIN > n) return 0;
  size_t most = n - i < MATCH_MAX ? n - i : MATCH_MAX;
  uint32_t at = z->head[hash3(in + i)];
  while (at && chain--) {
    size_t p = at - 1;
    if (p >= i || i - p > CS_DEFLATE_WINDOW) break;
    if (in[p + best] == in[i + best] && best < most) {
      uint32_t l = 0;
      while (l < most && in[p + l] == in[i + l]) l++;
      if (l > best) {
        best = l;
        *dist = (uint32_t)(i - p);
        if (l == most) break;
      }
    }
    uint32_t next = z->prev[p % CS_DEFLATE_WINDOW];
    if (next >= at) break; /* overwritten by a later position */
    at = next;
  }
  return best < MATCH_MIN ? 0 : best;
}

size_t cs_deflate_run(cs_deflate *z, const uint8_t *in, size_t n, int level,
                      bool last, uint8_t *out, const cs_patience *patience) {
  static const uint16_t effort[10] = {0, 4, 6, 12, 16, 32, 64, 128, 512, 2048};
  writer w = {.out = out};
  if (level < 0 || level > 9) level = 6;
  if (level == 0) {
    put_stored(&w, in, n, last);
    if (!last && n) put_stored(&w, in, 0, false);
    return w.len;
  }
  memset(z->head, 0, sizeof z->head);
  uint32_t chain = effort[level], k = 0, turns = 0;
  size_t start = 0, i = 0;
  while (i < n) {
    uint32_t dist = 0, later_dist = 0, later = 0;
    if (++turns % TURNS == 0 && cs_patience_ends(patience)) return 0;
    uint32_t len = longest(z, in, n, i, chain, &dist);
    insert(z, in, n, i);
    if (len && len < 64 && level > 3)
      later = longest(z, in, n, i + 1, chain, &later_dist);
    if (!len || later > len) {
      z->len[k] = 0;
      z->val[k++] = in[i++];
    } else {
      z->len[k] = (uint16_t)len;
      z->val[k++] = (uint16_t)dist;
      for (uint32_t j = 1; j < len; j++) insert(z, in, n, i + j);
      i += len;
    }
    if (k == CS_DEFLATE_SYMBOLS && i < n) {
      put_block(&w, z, k, in + start, i - start, false);
      start = i;
      k = 0;
    }
  }
  put_block(&w, z, k, in + start, n - start, last);
  if (!last) put_stored(&w, in, 0, false);
  align(&w);
  return w.len;
}
