/*
 * deflate_block.c - one block of a DEFLATE stream: its codes and its bits.
 *
 * Codes are made by Huffman's algorithm on a heap.  Which of several equally
 * good codes comes out depends on the order of the heap: nodes of equal weight
 * are taken by the height of what is below them, then as the heap has them.
 * Codes that get too long are cut, and others lengthened until all fit.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "digest/deflate_block.h"

#include <assert.h>
#include <string.h>

#include "digest/deflate_codes.h"

#define LITS    286 /* literals, the end of the block, lengths */
#define DISTS   CS_DEFLATE_DISTS
#define RUNS    19 /* symbols for the lengths of the codes themselves */
#define END     256
#define NODES   (2 * LITS + 1)
#define LONGEST 15

static void put(cs_deflate_writer *w, uint32_t v, uint32_t n) {
  w->bits |= (uint64_t)v << w->nbits;
  w->nbits += n;
  while (w->nbits >= 8) {
    w->out[w->len++] = (uint8_t)w->bits;
    w->bits >>= 8;
    w->nbits -= 8;
  }
}

void cs_deflate_block_align(cs_deflate_writer *w) {
  if (w->nbits) put(w, 0, 8 - w->nbits);
}

void cs_deflate_block_store(cs_deflate_writer *w, const uint8_t *in, size_t n,
                            bool last) {
  do {
    uint32_t part = n > 65535 ? 65535 : (uint32_t)n;
    put(w, last && part == n, 1);
    put(w, 0, 2);
    cs_deflate_block_align(w);
    put(w, part, 16);
    put(w, part ^ 0xFFFF, 16);
    if (part) memcpy(w->out + w->len, in, part);
    w->len += part;
    in += part;
    n -= part;
  } while (n);
}

/* --- symbols of lengths and distances ------------------------------------ */

static const uint8_t run_bits[RUNS] = {[16] = 2, [17] = 3, [18] = 7};

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
  uint32_t weight[NODES]; /* of the symbols, then of the inner nodes */
  uint16_t parent[NODES];
  uint8_t height[NODES];
  uint8_t len[NODES];
  uint16_t bits[LITS + 2]; /* reversed: lowest bit first */
  uint32_t last;           /* the last symbol that has a code */
} code;

typedef struct heap {
  code *c;
  uint16_t node[NODES + 1]; /* from 1 on; what was taken out, at the end */
  uint32_t n;
  uint32_t taken; /* where those begin */
} heap;

static bool lighter(const code *c, uint32_t a, uint32_t b) {
  return c->weight[a] < c->weight[b] ||
         (c->weight[a] == c->weight[b] && c->height[a] <= c->height[b]);
}

/* Let the node at `k` sink to its place. */
static void sink(heap *h, uint32_t k) {
  uint16_t v = h->node[k];
  for (uint32_t j = 2 * k; j <= h->n; j *= 2) {
    if (j < h->n && lighter(h->c, h->node[j + 1], h->node[j])) j++;
    if (lighter(h->c, v, h->node[j])) break;
    h->node[k] = h->node[j];
    k = j;
  }
  h->node[k] = v;
}

/* All symbols that occur, and as many as two in any case. */
static void gather(heap *h, uint32_t symbols) {
  code *c = h->c;
  int64_t last = -1;
  for (uint32_t i = 0; i < symbols; i++) {
    c->len[i] = 0;
    if (!c->weight[i]) continue;
    h->node[++h->n] = (uint16_t)i;
    last = i;
  }
  while (h->n < 2) {
    uint32_t extra = last < 2 ? (uint32_t)++last : 0;
    c->weight[extra] = 1;
    h->node[++h->n] = (uint16_t)extra;
  }
  c->last = (uint32_t)last;
}

/* Join the two lightest nodes until one is left; h->taken..: all of them, the
 * root first and children behind their parents. */
static void join(heap *h, uint32_t symbols) {
  code *c = h->c;
  for (uint32_t i = h->n / 2; i >= 1; i--) sink(h, i);
  uint32_t node = symbols;
  do {
    uint16_t a = h->node[1];
    h->node[1] = h->node[h->n--];
    sink(h, 1);
    uint16_t b = h->node[1];
    h->node[--h->taken] = a;
    h->node[--h->taken] = b;
    c->weight[node] = c->weight[a] + c->weight[b];
    uint8_t below = c->height[a] > c->height[b] ? c->height[a] : c->height[b];
    c->height[node] = (uint8_t)(below + 1);
    c->parent[a] = c->parent[b] = (uint16_t)node;
    h->node[1] = (uint16_t)node++;
    sink(h, 1);
  } while (h->n >= 2);
  h->node[--h->taken] = h->node[1];
}

/* Lengths from the root down, none above `most`; then give those that are too
 * many there to shorter ones, heaviest symbols first. */
static void measure(heap *h, uint32_t most) {
  code *c = h->c;
  uint32_t count[LONGEST + 1] = {0}, end = NODES + 1;
  int32_t over = 0;
  c->len[h->node[h->taken]] = 0;
  for (uint32_t i = h->taken + 1; i < end; i++) {
    uint32_t at = h->node[i], bits = c->len[c->parent[at]] + 1u;
    if (bits > most) {
      bits = most;
      over++;
    }
    c->len[at] = (uint8_t)bits;
    if (at <= c->last) count[bits]++;
  }
  if (over == 0) return;
  for (; over > 0; over -= 2) {
    uint32_t bits = most - 1;
    while (!count[bits]) bits--;
    count[bits]--;
    count[bits + 1] += 2;
    count[most]--;
  }
  for (uint32_t bits = most; bits; bits--)
    for (uint32_t left = count[bits]; left;) {
      uint32_t at = h->node[--end];
      if (at > c->last) continue;
      c->len[at] = (uint8_t)bits;
      left--;
    }
}

static void assign(code *c, uint32_t n) {
  uint32_t count[LONGEST + 1] = {0}, next[LONGEST + 1], v = 0;
  for (uint32_t i = 0; i < n; i++) count[c->len[i]]++;
  count[0] = 0;
  for (uint32_t l = 1; l <= LONGEST; l++) {
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

/* The weights of the symbols are given. */
static void make(code *c, uint32_t symbols, uint32_t most) {
  heap h = {.c = c, .taken = NODES + 1};
  memset(c->height, 0, symbols);
  gather(&h, symbols);
  join(&h, symbols);
  measure(&h, most);
  assign(c, symbols);
}

/* The codes that the format has for everybody. */
static void make_fixed(code *lit, code *dist) {
  for (uint32_t i = 0; i < LITS + 2; i++)
    lit->len[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
  memset(dist->len, 5, DISTS);
  assign(lit, LITS + 2);
  assign(dist, DISTS);
}

/* --- the lengths, as the block begins with them -------------------------- */

typedef struct runs {
  uint8_t sym[LITS + DISTS];
  uint8_t arg[LITS + DISTS];
  uint32_t n;
} runs;

static void add_run(runs *r, uint32_t len, uint32_t before, uint32_t count) {
  uint32_t least = len == 0 || len == before ? 3 : 4;
  if (count < least) {
    while (count--) r->sym[r->n++] = (uint8_t)len;
    return;
  }
  if (len && len != before) {
    r->sym[r->n++] = (uint8_t)len;
    count--;
  }
  uint32_t sym = len ? 16 : count <= 10 ? 17 : 18;
  r->arg[r->n] = (uint8_t)(count - (sym == 18 ? 11 : 3));
  r->sym[r->n++] = (uint8_t)sym;
}

static void add_runs(runs *r, const code *c) {
  uint32_t before = UINT32_MAX;
  for (uint32_t i = 0; i <= c->last;) {
    uint32_t len = c->len[i], count = 1;
    uint32_t most = len == 0 ? 138 : len == before ? 6 : 7;
    while (count < most && i + count <= c->last && c->len[i + count] == len)
      count++;
    add_run(r, len, before, count);
    before = len;
    i += count;
  }
}

static const uint8_t run_order[RUNS] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                        11, 4,  12, 3, 13, 2, 14, 1, 15};

/* How many lengths of the code for runs are written, and the bits of it all. */
static uint32_t plan_runs(const runs *r, code *c, uint64_t *bits) {
  uint32_t n = RUNS;
  memset(c->weight, 0, RUNS * sizeof *c->weight);
  for (uint32_t i = 0; i < r->n; i++) c->weight[r->sym[i]]++;
  make(c, RUNS, 7);
  while (n > 4 && !c->len[run_order[n - 1]]) n--;
  for (uint32_t i = 0; i < r->n; i++)
    *bits += c->len[r->sym[i]] + (uint64_t)run_bits[r->sym[i]];
  *bits += 3 * n + 14;
  return n;
}

static void put_runs(cs_deflate_writer *w, const runs *r, const code *c,
                     uint32_t n) {
  for (uint32_t i = 0; i < n; i++) put(w, c->len[run_order[i]], 3);
  for (uint32_t i = 0; i < r->n; i++) {
    put(w, c->bits[r->sym[i]], c->len[r->sym[i]]);
    put(w, r->sym[i] < 16 ? 0 : r->arg[i], run_bits[r->sym[i]]);
  }
}

/* --- blocks -------------------------------------------------------------- */

static void count_symbols(const cs_deflate *z, uint32_t k, code *lit,
                          code *dist) {
  memset(lit->weight, 0, LITS * sizeof *lit->weight);
  memset(dist->weight, 0, DISTS * sizeof *dist->weight);
  lit->weight[END] = 1;
  for (uint32_t i = 0; i < k; i++) {
    if (!z->len[i]) {
      lit->weight[z->val[i]]++;
      continue;
    }
    lit->weight[END + 1 + find(cs_deflate_len_base, 29, z->len[i])]++;
    dist->weight[find(cs_deflate_dist_base, DISTS, z->val[i])]++;
  }
}

/* Bits of the symbols counted in `lit` and `dist`, with the codes `l`, `d`.
 * What only stands in to have two symbols is not counted. */
static uint64_t cost(const uint32_t *lits, const uint32_t *dists, const code *l,
                     const code *d) {
  uint64_t bits = 0;
  for (uint32_t i = 0; i < LITS; i++)
    bits += (uint64_t)lits[i] *
            (l->len[i] + (i > END ? cs_deflate_len_bits[i - 257] : 0u));
  for (uint32_t i = 0; i < DISTS; i++)
    bits +=
        (uint64_t)dists[i] * (d->len[i] + (uint32_t)cs_deflate_dist_bits[i]);
  return bits;
}

static void put_symbols(cs_deflate_writer *w, const cs_deflate *z, uint32_t k,
                        const code *lit, const code *dist) {
  for (uint32_t i = 0; i < k; i++) {
    if (!z->len[i]) {
      put(w, lit->bits[z->val[i]], lit->len[z->val[i]]);
      continue;
    }
    uint32_t l = find(cs_deflate_len_base, 29, z->len[i]);
    uint32_t d = find(cs_deflate_dist_base, DISTS, z->val[i]);
    put(w, lit->bits[257 + l], lit->len[257 + l]);
    put(w, z->len[i] - (uint32_t)cs_deflate_len_base[l],
        cs_deflate_len_bits[l]);
    put(w, dist->bits[d], dist->len[d]);
    put(w, z->val[i] - (uint32_t)cs_deflate_dist_base[d],
        cs_deflate_dist_bits[d]);
  }
  put(w, lit->bits[END], lit->len[END]);
}

void cs_deflate_block_put(cs_deflate_writer *w, const cs_deflate *z, uint32_t k,
                          const uint8_t *in, size_t n, bool far, bool last) {
  code lit, dist, run, fixed_lit, fixed_dist;
  uint32_t lits[LITS], dists[DISTS];
  runs r = {.n = 0};
  count_symbols(z, k, &lit, &dist);
  memcpy(lits, lit.weight, sizeof lits);
  memcpy(dists, dist.weight, sizeof dists);
  make(&lit, LITS, LONGEST);
  make(&dist, DISTS, LONGEST);
  make_fixed(&fixed_lit, &fixed_dist);
  add_runs(&r, &lit);
  add_runs(&r, &dist);
  uint64_t own = cost(lits, dists, &lit, &dist);
  uint32_t nrun = plan_runs(&r, &run, &own);
  own = (own + 3 + 7) / 8;
  uint64_t fixed = (cost(lits, dists, &fixed_lit, &fixed_dist) + 3 + 7) / 8;
  uint64_t best = fixed <= own ? fixed : own;
  if (n + 4 <= best && (!far || best > n + CS_DEFLATE_BLOCK_MOST - 8)) {
    cs_deflate_block_store(w, in, n, last);
    return;
  }
  put(w, last, 1);
  put(w, fixed == best ? 1 : 2, 2);
  if (fixed == best) {
    put_symbols(w, z, k, &fixed_lit, &fixed_dist);
    return;
  }
  put(w, lit.last - 256, 5);
  put(w, dist.last, 5);
  put(w, nrun - 4, 4);
  put_runs(w, &r, &run, nrun);
  put_symbols(w, z, k, &lit, &dist);
}
