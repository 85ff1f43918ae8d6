/*
 * deflate.c - encoder for the DEFLATE format: finding matches.
 *
 * Matches are found through chains of positions with the same three bytes.  At
 * levels up to 3 the first good one is taken; above, a match is put off by one
 * byte when the next one is longer.  How hard to look, and the few rules which
 * of two matches is the better one, are those of zlib's levels.
 *
 * Positions are kept as distances from the start of a window of 64 KiB, which
 * moves on by half its size; 0 stands for none, so the very first byte of a
 * window is never found.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "digest/deflate.h"

#include <assert.h>
#include <string.h>

#include "digest/deflate_block.h"

#define MATCH_MIN 3
#define MATCH_MAX 258
#define AHEAD     (MATCH_MAX + MATCH_MIN + 1) /* bytes a step may look at */
#define FARTHEST  (CS_DEFLATE_WINDOW - AHEAD)
#define TOO_FAR   4096      /* three bytes from farther away are no gain */
#define WORK      (1 << 16) /* steps between two questions whether to go on */

typedef struct effort {
  uint16_t good;  /* look less hard if the byte before has this */
  uint16_t lazy;  /* do not put off a match of this length */
  uint16_t nice;  /* be content with this */
  uint16_t chain; /* positions to look at */
} effort;

static const effort levels[10] = {{0, 0, 0, 0},         {4, 4, 8, 4},
                                  {4, 5, 16, 8},        {4, 6, 32, 32},
                                  {4, 4, 16, 16},       {8, 16, 32, 32},
                                  {8, 16, 128, 128},    {8, 32, 128, 256},
                                  {32, 128, 258, 1024}, {32, 258, 258, 4096}};

typedef struct search {
  cs_deflate *z;
  cs_deflate_writer w;
  const uint8_t *in;
  size_t n;
  size_t at;     /* what comes next */
  size_t base;   /* where the window begins */
  size_t filled; /* where what it holds ends */
  size_t start;  /* where the block begins */
  size_t match;  /* where longest() found one */
  effort how;
  uint32_t k; /* symbols in the block */
  uint64_t work;
} search;

size_t cs_deflate_bound(size_t n) {
  return n + (n / CS_DEFLATE_SYMBOLS + 2) * CS_DEFLATE_BLOCK_MOST + 16;
}

/* --- the window ---------------------------------------------------------- */

static void slide(uint16_t *at, size_t n) {
  for (size_t i = 0; i < n; i++)
    at[i] =
        at[i] > CS_DEFLATE_WINDOW ? (uint16_t)(at[i] - CS_DEFLATE_WINDOW) : 0;
}

/* Before each step: is enough of the text in the window? */
static void fill(search *s) {
  if (s->filled - s->at >= AHEAD) return;
  if (s->at - s->base >= CS_DEFLATE_WINDOW + FARTHEST) {
    s->base += CS_DEFLATE_WINDOW;
    slide(s->z->head, CS_DEFLATE_HASH);
    slide(s->z->prev, CS_DEFLATE_WINDOW);
    s->work += CS_DEFLATE_WINDOW / 8;
  }
  s->filled = s->n - s->base < 2 * CS_DEFLATE_WINDOW
                  ? s->n
                  : s->base + (size_t)2 * CS_DEFLATE_WINDOW;
}

/* Remember position `i`; where the same three bytes were before. */
static uint32_t insert(search *s, size_t i) {
  if (s->n - i < MATCH_MIN) return 0;
  const uint8_t *p = s->in + i;
  uint32_t h =
      ((uint32_t)p[0] << 10 ^ (uint32_t)p[1] << 5 ^ p[2]) % CS_DEFLATE_HASH;
  size_t rel = i - s->base;
  uint16_t before = s->z->head[h];
  s->z->prev[rel % CS_DEFLATE_WINDOW] = before;
  s->z->head[h] = (uint16_t)rel;
  return before;
}

/* The length of the longest match that is longer than `best`, which is returned
 * if there is none.  `p` is the first position to look at. */
static uint32_t longest(search *s, uint32_t p, uint32_t best) {
  size_t ahead = s->n - s->at, rel = s->at - s->base;
  size_t most = ahead < MATCH_MAX ? ahead : MATCH_MAX;
  size_t limit = rel > FARTHEST ? rel - FARTHEST : 0;
  size_t nice = s->how.nice < ahead ? s->how.nice : ahead;
  uint32_t chain = best >= s->how.good ? s->how.chain >> 2 : s->how.chain;
  const uint8_t *scan = s->in + s->at, *window = s->in + s->base;
  if (best >= ahead) return (uint32_t)ahead;
  do {
    const uint8_t *m = window + p;
    s->work++;
    if (m[best] != scan[best] || m[best - 1] != scan[best - 1] ||
        m[0] != scan[0] || m[1] != scan[1])
      continue;
    uint32_t len = 2;
    while (len < most && m[len] == scan[len]) len++;
    s->work += len / 16;
    if (len <= best) continue;
    s->match = s->base + p;
    best = len;
    if (len >= nice) break;
  } while ((p = s->z->prev[p % CS_DEFLATE_WINDOW]) > limit && --chain);
  return best;
}

static bool in_reach(const search *s, uint32_t p) {
  return p && s->at - s->base - p <= FARTHEST;
}

/* --- symbols ------------------------------------------------------------- */

static void end_block(search *s, bool last) {
  cs_deflate_block_put(&s->w, s->z, s->k, s->in + s->start, s->at - s->start,
                       s->start < s->base, last);
  s->start = s->at;
  s->k = 0;
}

static void add(search *s, uint32_t len, uint32_t val) {
  assert(s->k < CS_DEFLATE_SYMBOLS);
  s->z->len[s->k] = (uint16_t)len;
  s->z->val[s->k++] = (uint16_t)val;
}

static bool is_full(const search *s) {
  return s->k == CS_DEFLATE_SYMBOLS;
}

/* A question every few milliseconds. */
static bool may_go_on(search *s, const cs_patience *patience) {
  if (++s->work < WORK) return true;
  s->work = 0;
  return !cs_patience_ends(patience);
}

/* Levels 1 to 3. */
static bool take_first(search *s, const cs_patience *patience) {
  for (;;) {
    fill(s);
    if (s->at == s->n) return true;
    if (!may_go_on(s, patience)) return false;
    uint32_t p = insert(s, s->at), len = 0;
    if (in_reach(s, p)) len = longest(s, p, MATCH_MIN - 1);
    if (len < MATCH_MIN) {
      add(s, 0, s->in[s->at++]);
    } else {
      size_t end = s->at + len;
      add(s, len, (uint32_t)(s->at - s->match));
      if (len <= s->how.lazy && s->n - end >= MATCH_MIN)
        while (++s->at < end) (void)insert(s, s->at);
      s->at = end;
    }
    if (is_full(s)) end_block(s, false);
  }
}

/* The match at the position, if it is better than none. */
static uint32_t look(search *s, uint32_t before) {
  uint32_t p = insert(s, s->at);
  if (before >= s->how.lazy || !in_reach(s, p)) return MATCH_MIN - 1;
  uint32_t len = longest(s, p, before);
  if (len == MATCH_MIN && s->at - s->match > TOO_FAR) return MATCH_MIN - 1;
  return len;
}

/* Levels 4 to 9: the byte before waits until it is known whether the match
 * here is longer than the one there. */
static bool take_best(search *s, const cs_patience *patience) {
  uint32_t len = MATCH_MIN - 1;
  bool waits = false;
  for (;;) {
    fill(s);
    if (s->at == s->n) break;
    if (!may_go_on(s, patience)) return false;
    uint32_t before = len;
    size_t from = s->match;
    len = look(s, before);
    if (before >= MATCH_MIN && len <= before) {
      size_t end = s->at - 1 + before;
      add(s, before, (uint32_t)(s->at - 1 - from));
      while (++s->at < end) (void)insert(s, s->at);
      waits = false;
      len = MATCH_MIN - 1;
      if (is_full(s)) end_block(s, false);
      continue;
    }
    if (waits) add(s, 0, s->in[s->at - 1]);
    if (waits && is_full(s)) end_block(s, false);
    waits = true;
    s->at++;
  }
  if (waits) add(s, 0, s->in[s->at - 1]);
  return true;
}

size_t cs_deflate_run(cs_deflate *z, const uint8_t *in, size_t n, int level,
                      bool last, uint8_t *out, const cs_patience *patience) {
  if (level < 0 || level > 9) level = 6;
  search s = {.z = z, .w = {.out = out}, .in = in, .n = n};
  s.how = levels[level];
  if (level == 0) {
    if (n || last) cs_deflate_block_store(&s.w, in, n, last);
  } else {
    memset(z->head, 0, sizeof z->head);
    bool done = level < 4 ? take_first(&s, patience) : take_best(&s, patience);
    if (!done) return 0;
    if (s.k || last) end_block(&s, last);
  }
  if (!last) cs_deflate_block_store(&s.w, in, 0, false);
  cs_deflate_block_align(&s.w);
  return s.w.len;
}
