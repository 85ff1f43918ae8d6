/*
 * scratch.h - bump allocator for temporaries that die together.
 *
 * The compiler builds tokens, tree and scopes here and forgets all of it at
 * once.  Memory comes from malloc in growing chunks, or from one block the
 * caller lends; it is never session state and never part of a snapshot.
 *
 * Invariants:
 *   - `held <= limit`, where `held` counts every chunk including the first;
 *   - pointers stay valid until reset or fini: chunks never move;
 *   - blocks are 8-byte aligned and NOT zeroed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_BASE_SCRATCH_H
#define CS_BASE_SCRATCH_H

#include <stddef.h>
#include <stdint.h>

typedef struct cs_scratch_chunk cs_scratch_chunk;

typedef struct cs_scratch {
  char *at;               /* next free byte of the current chunk        */
  char *end;              /* end of the current chunk                   */
  cs_scratch_chunk *list; /* owned; all chunks, newest first            */
  size_t held;            /* bytes in all chunks                        */
  size_t limit;           /* hard ceiling for `held`                    */
} cs_scratch;

/* Start empty with a ceiling of `limit` bytes.  Allocates nothing. */
void cs_scratch_init(cs_scratch *s, size_t limit);

/* Another ceiling; chunks that are there already stay. */
static inline void cs_scratch_limit(cs_scratch *s, size_t limit) {
  s->limit = limit < s->held ? s->held : limit;
}

/* Use `mem` (borrowed until fini, 8-byte aligned, `size` bytes) as the first
 * chunk.  Call directly after init; a block too small to be useful is
 * ignored. */
void cs_scratch_lend(cs_scratch *s, void *mem, size_t size);

/* Forget every block but keep the first chunk for the next use. */
void cs_scratch_reset(cs_scratch *s);

/* Free all chunks; a lent one goes back to the caller.  `s` may be zeroed. */
void cs_scratch_fini(cs_scratch *s);

/* Slow path of cs_scratch_take: add a chunk.  NULL at the limit. */
void *cs_scratch_grow(cs_scratch *s, size_t size);

/* Take `size` bytes, not zeroed.  Returns NULL, changing nothing, if the
 * limit would be passed or malloc refuses.  Borrowed until reset or fini. */
static inline void *cs_scratch_take(cs_scratch *s, size_t size) {
  /* Sizes near SIZE_MAX would wrap in the rounding; none can be granted. */
  if (size > SIZE_MAX / 2) return NULL;
  size_t need = (size + 7) & ~(size_t)7;
  if (need > (size_t)(s->end - s->at)) return cs_scratch_grow(s, need);
  void *block = s->at;
  s->at += need;
  return block;
}

/* The same, all bytes zero. */
void *cs_scratch_zero(cs_scratch *s, size_t size);

#endif
