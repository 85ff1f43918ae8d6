/*
 * scratch.c - chunks that double, from malloc or from the caller.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/scratch.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_CHUNK ((size_t)16 << 10)
#define MAX_CHUNK   ((size_t)1 << 20)

struct cs_scratch_chunk {
  cs_scratch_chunk *older;
  size_t size; /* of the whole chunk, this header included */
  bool lent;   /* the caller frees it                      */
};

#define HEAD ((sizeof(cs_scratch_chunk) + 7) & ~(size_t)7)

void cs_scratch_init(cs_scratch *s, size_t limit) {
  *s = (cs_scratch){.limit = limit};
}

static void push(cs_scratch *s, cs_scratch_chunk *c, size_t size, bool lent) {
  *c = (cs_scratch_chunk){.older = s->list, .size = size, .lent = lent};
  s->list = c;
  s->held += size;
  s->at = (char *)c + HEAD;
  s->end = (char *)c + size;
}

void cs_scratch_lend(cs_scratch *s, void *mem, size_t size) {
  assert(!s->list && ((uintptr_t)mem & 7) == 0);
  size &= ~(size_t)7;
  if (size < 2 * HEAD || size > s->limit) return;
  push(s, mem, size, true);
}

static void pop(cs_scratch *s) {
  cs_scratch_chunk *c = s->list;
  s->list = c->older;
  s->held -= c->size;
  if (!c->lent) free(c);
}

void cs_scratch_reset(cs_scratch *s) {
  if (!s->list) return;
  while (s->list->older) pop(s);
  s->at = (char *)s->list + HEAD;
  s->end = (char *)s->list + s->list->size;
}

void cs_scratch_fini(cs_scratch *s) {
  while (s->list) pop(s);
  *s = (cs_scratch){0};
}

void *cs_scratch_grow(cs_scratch *s, size_t size) {
  assert((size & 7) == 0);
  size_t room = s->limit - s->held; /* cannot wrap: held <= limit */
  size_t want = s->list ? 2 * s->list->size : FIRST_CHUNK;
  if (want > MAX_CHUNK) want = MAX_CHUNK;
  if (want < size + HEAD) want = size + HEAD; /* size <= SIZE_MAX / 2 */
  if (want > room) want = room & ~(size_t)7;
  if (want < HEAD || want - HEAD < size) return NULL;
  cs_scratch_chunk *c = malloc(want);
  if (!c) return NULL;
  push(s, c, want, false);
  void *block = s->at;
  s->at += size;
  return block;
}

void *cs_scratch_zero(cs_scratch *s, size_t size) {
  void *block = cs_scratch_take(s, size);
  if (block) memset(block, 0, size);
  return block;
}
