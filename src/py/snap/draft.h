/*
 * draft.h - programs that were compiled before, as bytes.
 *
 * Compiling the same text in a session that has just begun leaves the same
 * bytes behind: head and heap.  A pool that was told to remember programs keeps
 * these bytes from the second time on; a third session copies them and skips
 * the compiler.  Nothing can be told from the outside but the time.
 *
 * A draft fits only if the session is, byte for byte, the one it was made in
 * before the compiler ran; limits are part of the head.
 *
 * A draft is code that was compiled before: programs that are run again and
 * again by one pool are compiled once. It is keyed by everything that the
 * result depends on, so a hit gives the same code as compiling would.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_SNAP_DRAFT_H
#define CS_PY_SNAP_DRAFT_H

#include "py/heap/ctx.h"
#include "py/snap/pool.h"

typedef struct cs_draft_key {
  const char *text, *filename;
  size_t len;
  uint32_t flags;
} cs_draft_key;

typedef enum cs_draft_found {
  CS_DRAFT_NONE,   /* compile it */
  CS_DRAFT_WANTED, /* compile it, then cs_draft_keep */
  CS_DRAFT_USED    /* it is compiled: head, heap and fuel are set */
} cs_draft_found;

/* Look for a draft that fits the session of `ctx`. */
cs_draft_found cs_draft_find(cs_pool *p, cs_ctx *ctx, const cs_draft_key *key);

/* Keep what compiling left; `before` is the head when cs_draft_find said
 * WANTED.  Without memory nothing is kept. */
void cs_draft_keep(cs_pool *p, const cs_ctx *ctx, const cs_draft_key *key,
                   const cs_head *before);

/* Is there one at this place of the table? */
bool cs_draft_is_kept(const cs_pool *p, uint32_t place);

/* Free all; for cs_pool_free. */
void cs_draft_drop(cs_pool *p);

#endif
