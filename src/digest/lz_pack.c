/*
 * lz_pack.c - the packing half: the cheapest sequence of steps.
 *
 * Prices are bytes.  From each position that can be reached, in order, the
 * price of every position behind it is lowered: by a literal, by a match at
 * the last distance, by each useful match of the finder (chains of positions
 * with the same four bytes, newest first).  Walking back from the end gives
 * the steps.  Very long matches are taken as they are: runs of zeroes would
 * cost quadratic time otherwise.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "digest/lz.h"

#define HASH_BITS 18
#define CHAIN_MAX 64               /* candidates per position */
#define FAR_MAX   ((1u << 24) - 1) /* three bytes of distance, in units */
#define LONG      512u             /* taken without looking further */
#define SHORTEST  3u
#define LITERALS  3u /* fields of a token that are full */
#define MATCH     15u
#define NO_PRICE  UINT32_MAX

typedef struct node { /* the best known way to reach a position */
  uint32_t price;
  uint32_t length;   /* of the match that ends here; 0: a literal */
  uint32_t distance; /* the last one used on this way */
  uint32_t literals; /* since the last match */
} node;

typedef struct packer {
  const uint8_t *text;
  uint32_t n, unit;
  node *best;      /* owned, n + 1 */
  uint32_t *head;  /* owned: newest position + 1 by hash */
  uint32_t *older; /* owned: position + 1 before it, by position */
  uint8_t *out;    /* owned until success */
  size_t len;
} packer;

/* Of four bytes and their place in a unit: only such places match. */
static uint32_t hash_at(const packer *p, uint32_t at) {
  uint32_t v;
  memcpy(&v, p->text + at, 4);
  return (v + at % p->unit * 0x9E3779B1u) * 2654435761u >> (32 - HASH_BITS);
}

static uint32_t same_bytes(const packer *p, uint32_t a, uint32_t b) {
  uint32_t n = 0;
  while (b + n < p->n && p->text[a + n] == p->text[b + n]) n++;
  return n;
}

static uint32_t more_bytes(uint32_t n, uint32_t full) {
  return n < full ? 0 : 1 + (n - full) / 255;
}

/* Distances are counted in units from here on. */
static uint32_t distance_bytes(uint32_t d, uint32_t last) {
  if (d == last) return 0;
  return d < 256 ? 1 : d < 65536 ? 2 : 3;
}

static uint32_t match_price(uint32_t length, uint32_t d, uint32_t last) {
  return 1 + distance_bytes(d, last) + more_bytes(length - SHORTEST, MATCH);
}

static void lower(packer *p, uint32_t from, uint32_t length, uint32_t d) {
  const node *a = &p->best[from];
  uint32_t price = a->price + match_price(length, d, a->distance);
  node *b = &p->best[from + length];
  if (price >= b->price) return;
  *b = (node){.price = price, .length = length, .distance = d};
}

static void literal(packer *p, uint32_t from) {
  const node *a = &p->best[from];
  uint32_t run = a->literals + 1;
  uint32_t price =
      a->price + 1 + more_bytes(run, LITERALS) - more_bytes(run - 1, LITERALS);
  node *b = &p->best[from + 1];
  if (price >= b->price) return;
  *b = (node){.price = price, .distance = a->distance, .literals = run};
}

/* A match of up to `length` bytes; shorter ones may fit better. */
static void matches(packer *p, uint32_t from, uint32_t length, uint32_t d,
                    uint32_t above) {
  uint32_t first = length > 64 ? length : above + 1;
  if (first < SHORTEST) first = SHORTEST;
  for (uint32_t l = first; l <= length; l++) lower(p, from, l, d);
}

static void enter(packer *p, uint32_t at) {
  if (at + 4 > p->n) return;
  uint32_t h = hash_at(p, at);
  p->older[at] = p->head[h];
  p->head[h] = at + 1;
}

/* Returns the length of a match that is to be taken at once, or 0. */
static uint32_t look(packer *p, uint32_t at) {
  uint32_t last = p->best[at].distance;
  literal(p, at);
  if (at >= last * p->unit) {
    uint32_t n = same_bytes(p, at - last * p->unit, at);
    if (n >= SHORTEST) matches(p, at, n, last, 0);
    if (n >= LONG) return n;
  }
  if (at + 4 > p->n) return 0;
  uint32_t longest = SHORTEST, tries = CHAIN_MAX;
  for (uint32_t c = p->head[hash_at(p, at)]; c && tries; tries--) {
    uint32_t from = c - 1, d = (at - from) / p->unit;
    if (d > FAR_MAX) break;
    c = p->older[from];
    if ((at - from) % p->unit) continue;
    uint32_t n = same_bytes(p, from, at);
    if (n > longest) {
      matches(p, at, n, d, d < 256 ? 0 : longest);
      longest = n;
      if (n >= LONG) return n;
    }
  }
  return 0;
}

static void search(packer *p) {
  for (uint32_t i = 0; i <= p->n; i++) p->best[i].price = NO_PRICE;
  p->best[0] = (node){.distance = 1};
  for (uint32_t at = 0; at < p->n;) {
    uint32_t skip = look(p, at);
    do enter(p, at++);
    while (skip && --skip);
  }
}

/* --- writing ------------------------------------------------------------- */

static void put(packer *p, uint32_t byte) {
  p->out[p->len++] = (uint8_t)byte;
}

static void put_more(packer *p, uint32_t n, uint32_t full) {
  if (n < full) return;
  for (n -= full; n >= 255; n -= 255) put(p, 255);
  put(p, n);
}

/* `length` 0: the literals end the text. */
static void put_step(packer *p, uint32_t from, uint32_t literals,
                     uint32_t length, uint32_t d, uint32_t last) {
  uint32_t bytes = length ? distance_bytes(d, last) : 0;
  uint32_t m = length ? length - SHORTEST : 0;
  put(p, (literals < LITERALS ? literals : LITERALS) << 6 |
             (m < MATCH ? m : MATCH) << 2 | bytes);
  put_more(p, literals, LITERALS);
  memcpy(p->out + p->len, p->text + from, literals);
  p->len += literals;
  for (uint32_t i = 0; i < bytes; i++) put(p, d >> 8 * i & 255);
  if (length) put_more(p, m, MATCH);
}

/* Mark the chosen way: `literals` of each node becomes the length of the move
 * that starts there, with the top bit for matches. */
static void choose(packer *p) {
  for (uint32_t at = p->n; at > 0;) {
    const node *b = &p->best[at];
    uint32_t n = b->length ? b->length : 1, from = at - n;
    p->best[from].price = b->length ? b->length : 0;
    p->best[from].literals = b->distance;
    at = from;
  }
}

static void write_steps(packer *p) {
  uint32_t at = 0, from = 0, last = 1;
  while (at < p->n) {
    uint32_t length = p->best[at].price, d = p->best[at].literals;
    if (!length) {
      at++;
      continue;
    }
    put_step(p, from, at - from, length, d, last);
    last = d;
    at += length;
    from = at;
  }
  if (from < p->n) put_step(p, from, p->n - from, 0, 0, 0);
}

cs_status cs_lz_pack(const uint8_t *from, size_t n, uint32_t unit,
                     uint8_t **out, size_t *len) {
  if (n > UINT32_MAX / 4) return CS_EINVAL;
  packer p = {.text = from, .n = (uint32_t)n, .unit = unit};
  p.best = calloc(n + 1, sizeof *p.best);
  p.head = calloc((size_t)1 << HASH_BITS, sizeof *p.head);
  p.older = calloc(n + 1, sizeof *p.older);
  p.out = malloc(n + n / 64 + 64); /* literals alone, with their lengths */
  bool room = p.best && p.head && p.older && p.out;
  if (room) {
    search(&p);
    choose(&p);
    write_steps(&p);
    *out = p.out;
    *len = p.len;
  } else {
    free(p.out);
  }
  free(p.best);
  free(p.head);
  free(p.older);
  return room ? CS_OK : CS_EOS;
}
