/*
 * slot.h - the memory of one session, and the pool it comes from.
 *
 * Invariant: an idle slot holds nothing of a former session.  What a session
 * may have written is bounded by marks that only grow (heap_top, stack_soft,
 * frames_soft, out_high); giving the slot back wipes exactly that.
 *
 * A slot is one arena with its caches and scratch memory, made for a session
 * and used again by the next one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_SNAP_SLOT_H
#define CS_PY_SNAP_SLOT_H

#include <stdatomic.h>

#include "base/arena.h"
#include "base/scratch.h"
#include "py/heap/ctx.h"
#include "py/snap/pool.h"

typedef struct cs_slot {
  cs_arena arena;
  uint64_t frames_end, stack_end, heap_end; /* ends of the accessible parts */
  cs_scratch scratch;                       /* of the compiler */
  struct cs_slot *next;                     /* idle ones */
  cs_method_entry mcache[CS_METHOD_CACHE];
  cs_inline icache[CS_INLINE_ALL(CS_INLINE_CACHE)];
} cs_slot;

typedef struct cs_draft cs_draft;

struct cs_pool {
  atomic_flag lock; /* of all that changes below */
  atomic_uint refs; /* the caller's and one per session */
  uint32_t keep;    /* idle slots that stay */
  bool warm;        /* make their first pages present */
  uint32_t count;   /* idle slots */
  uint64_t spare;   /* bytes of heap they keep: see pool.c */
  bool opened;      /* a slot was made: the next ones share an image */
  int image_fd;     /* owned: the published image; -1: not needed so far */
  uint64_t image_len;
  cs_slot *idle;   /* owned */
  uint8_t *starts; /* owned: bit per 16 bytes of image, or NULL so far */
  /* A new session, as bytes: head and first objects. */
  cs_head head;
  uint8_t *seed; /* owned; NULL until the first session was made */
  uint32_t seed_len;
  struct cs_draft *drafts; /* owned: see draft.h; NULL: none are kept */
  uint32_t ndrafts;
  _Atomic(void *) attached; /* owned: see cs_pool_attach */
  void (*free_attached)(void *);
};

/* A slot without an image: regions accessible, nothing in them. */
cs_status cs_slot_open(cs_slot *s) CS_MUST_CHECK;
void cs_slot_close(cs_slot *s);
/* Point `ctx` at the slot. */
void cs_slot_attach(cs_slot *s, cs_ctx *ctx);
/* Wipe what the session of `ctx` wrote. */
cs_status cs_slot_wipe(cs_slot *s, cs_ctx *ctx) CS_MUST_CHECK;

/* One more session holds the pool; cs_pool_free ends that. */
void cs_slot_hold(cs_pool *p);
/* An empty slot with the image. */
cs_status cs_slot_take(cs_pool *p, cs_slot **out) CS_MUST_CHECK;
/* The session that used it is over. */
void cs_slot_give(cs_pool *p, cs_slot *s, cs_ctx *ctx);
/* Copy the pool's fresh session into an empty slot; false: it has none yet. */
bool cs_slot_sow(cs_pool *p, cs_ctx *ctx);
/* Keep a fresh session; `bytes` (its heap) are taken.  False: the pool has one
 * already and took nothing. */
bool cs_slot_plant(cs_pool *p, const cs_head *head, uint8_t *bytes,
                   uint32_t len);
/* Where objects of the image start; NULL: no memory. */
const uint8_t *cs_slot_starts(cs_pool *p, const cs_ctx *ctx);

#endif
