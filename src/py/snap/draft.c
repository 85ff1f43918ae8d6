/*
 * draft.c - a table of drafts, one per hash of a program's text.
 *
 * A draft is what compiling a text does to a session that has just begun: its
 * head and heap before and after.  It may be used only where the session is,
 * byte for byte, what it was then; is_fresh and the compared heads see to that.
 * So a draft can make nothing visible of the session that it was made in.
 *
 * A draft is the pool's; its lock protects the table and what it owns.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/snap/draft.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "py/snap/slot.h"

#define MOST_TEXT 4096    /* bytes; the compiler is fast enough for others */
#define MOST_HEAP 0x10000 /* well within what a slot starts with */

struct cs_draft {
  uint64_t seen; /* hash of the text that came last */
  char *text;    /* owned: the text, a NUL, the file's name; NULL: none */
  size_t len;
  uint32_t flags;
  cs_head before, after;
  uint8_t *heap; /* owned */
  uint32_t heap_len;
  int64_t fuel;
};

/* A spinlock: it is held for a table look-up and two short copies, and taking
 * a mutex would cost more than the look-up.  Never held while allocating. */
static void lock(cs_pool *p) {
  while (atomic_flag_test_and_set_explicit(&p->lock, memory_order_acquire)) {
  }
}

static void unlock(cs_pool *p) {
  atomic_flag_clear_explicit(&p->lock, memory_order_release);
}

/* Is the heap that of a session which has just begun? */
static bool is_fresh(const cs_pool *p, const cs_ctx *ctx) {
  return p->seed && ctx->head->heap_top == CS_HEAP_BASE + p->seed_len &&
         memcmp(cs_at(ctx, CS_HEAP_BASE), p->seed, p->seed_len) == 0;
}

/* Is it the draft of that program?  All of the text is compared: two programs
 * with one hash are two programs. */
static bool is_of(const cs_draft *d, const cs_draft_key *key) {
  return d->text && d->len == key->len && d->flags == key->flags &&
         memcmp(d->text, key->text, key->len) == 0 &&
         strcmp(d->text + key->len + 1, key->filename) == 0;
}

/* Only to find a place: the key itself is compared. */
static uint64_t hash_of(const cs_draft_key *key) {
  return (uint64_t)cs_hash_bytes(key->text, key->len);
}

/* The second time that a text comes in a row to its place of the table, it is
 * WANTED: most programs run once and would only drive out others. */
cs_draft_found cs_draft_find(cs_pool *p, cs_ctx *ctx, const cs_draft_key *key) {
  cs_draft_found found = CS_DRAFT_NONE;
  if (!p || !p->drafts || key->len > MOST_TEXT || ctx->torture) return found;
  uint64_t hash = hash_of(key);
  lock(p);
  if (is_fresh(p, ctx)) {
    cs_draft *d = &p->drafts[hash % p->ndrafts];
    if (is_of(d, key) && memcmp(&d->before, ctx->head, sizeof d->before) == 0) {
      assert(CS_HEAP_BASE + (uint64_t)d->heap_len == d->after.heap_top);
      *ctx->head = d->after;
      memcpy(cs_at(ctx, CS_HEAP_BASE), d->heap, d->heap_len);
      ctx->fuel = d->fuel;
      found = CS_DRAFT_USED;
    } else if (d->seen == hash) {
      found = CS_DRAFT_WANTED;
    }
    d->seen = hash;
  }
  unlock(p);
  return found;
}

/* All memory is taken before the lock, and what was there is freed after it. A
 * session that met a limit while compiling is no model for another one. */
void cs_draft_keep(cs_pool *p, const cs_ctx *ctx, const cs_draft_key *key,
                   const cs_head *before) {
  assert(ctx->head->heap_top >= CS_HEAP_BASE && p->ndrafts > 0);
  uint64_t n = ctx->head->heap_top - CS_HEAP_BASE;
  if (n > MOST_HEAP || ctx->memory_hits || ctx->recursion_hits) return;
  size_t name = strlen(key->filename) + 1;
  cs_draft made = {.seen = hash_of(key),
                   .text = malloc(key->len + 1 + name),
                   .len = key->len,
                   .flags = key->flags,
                   .before = *before,
                   .after = *ctx->head,
                   .heap = malloc(n),
                   .heap_len = (uint32_t)n,
                   .fuel = ctx->fuel};
  if (!made.text || !made.heap) {
    free(made.text);
    free(made.heap);
    return;
  }
  memcpy(made.text, key->text, key->len);
  made.text[key->len] = '\0';
  memcpy(made.text + key->len + 1, key->filename, name);
  memcpy(made.heap, cs_at(ctx, CS_HEAP_BASE), n);
  lock(p);
  cs_draft *d = &p->drafts[made.seen % p->ndrafts], old = *d;
  *d = made;
  unlock(p);
  free(old.text);
  free(old.heap);
}

bool cs_draft_is_kept(const cs_pool *p, uint32_t place) {
  assert(place < p->ndrafts);
  return p->drafts[place].text != NULL;
}

void cs_draft_drop(cs_pool *p) {
  for (uint32_t i = 0; p->drafts && i < p->ndrafts; i++) {
    free(p->drafts[i].text);
    free(p->drafts[i].heap);
  }
  free(p->drafts);
}

/* The first caller decides the size; `programs` of 0 changes nothing. */
void cs_pool_remember(cs_pool *p, uint32_t programs) {
  cs_draft *made = programs ? calloc(programs, sizeof *made) : NULL;
  lock(p);
  if (!p->drafts && made) {
    p->drafts = made;
    p->ndrafts = programs;
    made = NULL;
  }
  unlock(p);
  free(made);
}
