/*
 * gc.c - non-moving mark and sweep.
 *
 * Roots are the head's root list, the value stack up to the running frame and
 * the frame records; never the C stack, because collections happen between
 * instructions only.  Offsets below CS_IMAGE_END are immortal and skipped.
 * The mark stack lives outside the arena; if it cannot grow, marking goes on
 * by rescanning the heap, so memory pressure costs time, never correctness.
 *
 * One collection, in this order (cs_gc_collect): everything reachable is
 * marked; then objects that have a finalizer and are not, which live on until
 * it was called; then caches and shapes forget what is not marked; then
 * unmarked objects become free blocks.  A cache that is pruned after the sweep
 * would name memory that is already somebody else's.
 *
 * Whoever adds a layout adds its references to fields.def; one that is missing
 * there is freed while it is in use, and `make torture` finds it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>

#include "py/heap/ctx.h"
#include "py/heap/frame.h"
#include "py/heap/icache.h"
#include "py/heap/shapes.h"

#define STACK_MAX (UINT32_C(1) << 22) /* offsets on the mark stack */
#define AHEAD     8 /* objects that are fetched before they are looked at */

typedef struct marker {
  cs_ctx *ctx;
  uint8_t *bits; /* owned; one bit per 16 bytes of heap */
  cs_off *stack; /* owned */
  uint32_t n, cap;
  bool overflow;
  bool pinned; /* a bytearray that lives has views: some may have died */
  uint64_t marked;
} marker;

static bool is_marked(const marker *m, cs_off off) {
  assert(off >= CS_HEAP_BASE && off < m->ctx->head->heap_top);
  uint32_t i = (off - CS_HEAP_BASE) >> 4;
  return m->bits[i >> 3] >> (i & 7) & 1;
}

static void push(marker *m, cs_off off) {
  if (m->n == m->cap) {
    uint32_t cap = m->cap ? m->cap * 2 : 1024;
    cs_off *bigger =
        cap <= STACK_MAX ? realloc(m->stack, cap * sizeof *bigger) : NULL;
    if (!bigger) {
      m->overflow = true;
      return;
    }
    m->stack = bigger;
    m->cap = cap;
  }
  m->stack[m->n++] = off;
}

static void mark_off(marker *m, cs_off off) {
  if (off < CS_HEAP_BASE) return;
  assert(off % 16 == 0 && off < m->ctx->head->heap_top);
  uint32_t i = (off - CS_HEAP_BASE) >> 4;
  if (m->bits[i >> 3] >> (i & 7) & 1) return;
  m->bits[i >> 3] = (uint8_t)(m->bits[i >> 3] | 1u << (i & 7));
  m->marked++;
  push(m, off);
}

static void mark_value(marker *m, cs_value v) {
  if (cs_is_ref(v)) mark_off(m, cs_ref_off(v));
}

static void mark_values(marker *m, const cs_value *v, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) mark_value(m, v[i]);
}

/* Empty the registers that a suspended generator does not need: its YIELD
 * tells. */
static void clear_dead(const cs_ctx *ctx, cs_gen *g) {
  if (g->h.flags != CS_GEN_SUSPENDED) return;
  uint32_t i = CS_AT(ctx, const uint32_t, g->pc)[-1] >> 24;
  for (; i < cs_gen_room(g); i++) g->regs[i] = CS_UNBOUND;
}

/* Mark what the object at `off` refers to. */
static void trace(marker *m, cs_off off) {
  char *p = cs_at(m->ctx, off);
  const cs_obj *o = (const cs_obj *)(const void *)p;
  if (o->type == CS_L_GEN) clear_dead(m->ctx, CS_AT(m->ctx, cs_gen, off));
#define VALUES(at, n) mark_values(m, at, n)
#define OFFSET(at)    mark_off(m, *(at))
#include "py/heap/fields.def"
#undef VALUES
#undef OFFSET
  if ((o->type & 0xFF) == CS_L_BYTEARRAY &&
      ((const cs_bytearray *)(const void *)p)->exports)
    m->pinned = true;
}

/* Objects wait in a short queue between the stack and trace(), so that their
 * first line is there when they are looked at. */
static void drain(marker *m) {
  cs_off queue[AHEAD] = {0};
  uint32_t waiting = 0;
  for (uint32_t i = 0; m->n > 0 || waiting > 0; i = (i + 1) % AHEAD) {
    cs_off due = queue[i];
    queue[i] = 0;
    if (m->n > 0) {
      queue[i] = m->stack[--m->n];
      __builtin_prefetch(cs_at(m->ctx, queue[i]));
      waiting++;
    }
    if (!due) continue;
    waiting--;
    trace(m, due);
  }
}

/* The mark stack overflowed: look for marked objects with unmarked children
 * until a whole pass marks nothing new. */
static void rescan(marker *m) {
  while (m->overflow) {
    m->overflow = false;
    uint64_t end = m->ctx->head->heap_top;
    for (uint64_t off = CS_HEAP_BASE; off < end;) {
      if (is_marked(m, (cs_off)off)) trace(m, (cs_off)off);
      drain(m);
      off += (uint64_t)CS_AT(m->ctx, cs_obj, (cs_off)off)->units * 16;
    }
  }
}

static void mark_roots(marker *m) {
  cs_head *h = m->ctx->head;
  for (uint32_t i = 0; i < CS_ROOT_COUNT; i++)
    if (i != CS_ROOT_FINALS) mark_value(m, h->root[i]);
  for (uint32_t i = 0; i < h->nframes; i++) {
    const cs_frame *f = CS_AT(m->ctx, cs_frame, CS_FRAMES_BASE) + i;
    mark_off(m, f->code);
    mark_off(m, f->func);
    if (f->flags & CS_FRAME_GEN) mark_off(m, cs_frame_gen(f));
    if (f->flags & (CS_FRAME_NATIVE | CS_FRAME_CTOR)) mark_off(m, f->aux);
  }
  mark_values(m, CS_AT(m->ctx, cs_value, CS_STACK_BASE),
              (h->stack_top - CS_STACK_BASE) / 8);
}

/* May this generator be forgotten?  One that could still be closed is kept
 * until the program ends or asks for a collection, so that others (a dump is
 * one) change nothing; but not when memory is short. */
static bool is_over(const marker *m, cs_value v) {
  const cs_head *h = m->ctx->head;
  const cs_gen *g = CS_PTR(m->ctx, cs_gen, v);
  if (g->h.flags == CS_GEN_DONE) return true;
  if (is_marked(m, cs_ref_off(v))) return false;
  return cs_gen_is_over(g) || (!m->ctx->ripen && h->live > h->limit / 2);
}

static void forget_over(const marker *m, cs_list *l) {
  cs_value *v = l->len ? CS_AT(m->ctx, cs_array, l->items)->v : NULL;
  uint32_t end = l->len - m->ctx->head->ripe, kept = 0;
  for (uint32_t i = 0; i < l->len; i++)
    if (i >= end || !cs_is(v[i], CS_L_GEN) || !is_over(m, v[i]))
      v[kept++] = v[i];
  /* Arrays are traced as far as they go: what is forgotten may not stay. */
  if (kept < l->len) memset(v + kept, 0, (l->len - kept) * sizeof *v);
  l->len = kept;
}

/* Objects with __del__ that nothing else names move to the end of their list:
 * they are due, and live on until that has been called. */
static void mark_finals(marker *m) {
  cs_head *h = m->ctx->head;
  cs_value finals = h->root[CS_ROOT_FINALS];
  if (!cs_is(finals, CS_L_LIST)) return;
  cs_list *l = CS_PTR(m->ctx, cs_list, finals);
  if (h->ripe > l->len) h->ripe = l->len;
  forget_over(m, l);
  uint32_t end = l->len - h->ripe;
  cs_value *v = l->len ? CS_AT(m->ctx, cs_array, l->items)->v : NULL;
  for (uint32_t i = 0; i < end;) {
    bool dead = cs_is_ref(v[i]) && cs_ref_off(v[i]) >= CS_HEAP_BASE &&
                !is_marked(m, cs_ref_off(v[i]));
    if (!dead || (cs_is(v[i], CS_L_GEN) && !m->ctx->ripen)) {
      i++;
      continue;
    }
    cs_value moved = v[--end];
    v[end] = v[i];
    v[i] = moved;
  }
  h->ripe = l->len - end;
  m->ctx->ripen = false;
  mark_value(m, finals);
  drain(m);
  rescan(m);
}

/* Registers above the running frame may name dead objects: wipe them. */
static void wipe_stack(cs_ctx *ctx) {
  cs_head *h = ctx->head;
  if (h->stack_soft <= h->stack_top) return;
  memset(cs_at(ctx, h->stack_top), 0, h->stack_soft - h->stack_top);
}

/* What was inside stays until the block is used, or dumped. */
static void add_free(cs_ctx *ctx, cs_off off, uint64_t units) {
  cs_head *h = ctx->head;
  assert(units > 0 && off >= CS_HEAP_BASE && off + units * 16 <= h->heap_top);
  uint32_t cls = units < CS_FREE_CLASSES ? (uint32_t)units : 0;
  cs_raw *block = CS_AT(ctx, cs_raw, off);
  block->h = (cs_obj){.type = CS_L_FREE, .units = (uint32_t)units};
  block->fill = h->free[cls];
  block->cap = 0;
  h->free[cls] = off;
}

static void clear_weakref(marker *m, cs_off off) {
  cs_weakref *w = CS_AT(m->ctx, cs_weakref, off);
  if (w->h.flags & 1) return;
  cs_off target = (cs_off)w->target;
  if (target >= CS_HEAP_BASE && !is_marked(m, target)) w->h.flags |= 1;
}

/* A view that dies unreleased no longer pins the size of its bytearray. */
static void uncount(marker *m, cs_off off) {
  cs_memview *v = CS_AT(m->ctx, cs_memview, off);
  cs_value src = v->src;
  if (!(v->h.flags & 4)) return; /* CS_VIEW_COUNTED */
  if (cs_is_ref(src) && cs_ref_layout(src) == CS_L_INSTANCE) {
    if (!is_marked(m, cs_ref_off(src))) return;
    src = CS_PTR(m->ctx, cs_instance, src)->slot[0];
  }
  if (cs_is(src, CS_L_BYTEARRAY) && cs_ref_off(src) >= CS_HEAP_BASE &&
      is_marked(m, cs_ref_off(src)))
    CS_PTR(m->ctx, cs_bytearray, src)->exports--;
}

/* Views among the dead objects of [off, end). */
static void uncount_dead(marker *m, uint64_t off, uint64_t end) {
  while (off < end) {
    const cs_obj *o = CS_AT(m->ctx, cs_obj, (cs_off)off);
    if ((o->type & 0xFF) == CS_L_MEMVIEW) uncount(m, (cs_off)off);
    off += (uint64_t)o->units * 16;
  }
}

/* The first marked object at `off` or behind it; `end` if there is none.  Only
 * the bits are read: what is dead is not touched. */
static uint64_t next_marked(const marker *m, uint64_t off, uint64_t end) {
  uint64_t i = (off - CS_HEAP_BASE) >> 4, n = (end - CS_HEAP_BASE) >> 4;
  while (i < n) {
    uint64_t word;
    memcpy(&word, m->bits + (i >> 6) * 8, 8);
    word >>= i & 63;
    if (word) {
      i += (uint64_t)__builtin_ctzll(word);
      return CS_HEAP_BASE + (i << 4);
    }
    i = (i | 63) + 1;
  }
  return end;
}

static void sweep(marker *m) {
  cs_ctx *ctx = m->ctx;
  cs_head *h = ctx->head;
  memset(h->free, 0, sizeof h->free);
  uint64_t live = 0, off = CS_HEAP_BASE, end = h->heap_top;
  for (;;) {
    uint64_t next = next_marked(m, off, end);
    if (next > off && m->pinned) uncount_dead(m, off, next);
    if (next == end) break;
    if (next > off) add_free(ctx, (cs_off)off, (next - off) / 16);
    const cs_obj *o = CS_AT(ctx, cs_obj, (cs_off)next);
    uint64_t size = (uint64_t)o->units * 16;
    assert(size > 0 && size <= end - next);
    if ((o->type & 0xFF) == CS_L_WEAKREF) clear_weakref(m, (cs_off)next);
    live += size;
    off = next + size;
  }
  assert(off <= end && live <= end - CS_HEAP_BASE);
  h->heap_top = off; /* a free tail goes back to the bump pointer, zeroed */
  memset(cs_at(ctx, (cs_off)off), 0, end - off);
  h->live = live;
}

static bool is_dead(const marker *m, cs_off off) {
  return off >= CS_HEAP_BASE && !is_marked(m, off);
}

/* Take entry `i` out of the table: later ones of its run move up. */
static void remove_entry(uint64_t *t, uint32_t mask, uint32_t i) {
  assert(i <= mask && t[2 * i]);
  for (uint32_t j = (i + 1) & mask; t[2 * j]; j = (j + 1) & mask) {
    uint32_t home = cs_shapes_home(t[2 * j], mask);
    if (((j - home) & mask) < ((j - i) & mask)) continue;
    t[2 * i] = t[2 * j];
    t[2 * i + 1] = t[2 * j + 1];
    i = j;
  }
  t[2 * i] = t[2 * i + 1] = 0;
}

/* Forget transitions from, by or to what dies now. */
static void prune_shapes(marker *m) {
  cs_head *h = m->ctx->head;
  cs_value table = h->root[CS_ROOT_SHAPES];
  if (!cs_is(table, CS_L_RAW)) return;
  uint64_t *t = (uint64_t *)(void *)CS_PTR(m->ctx, cs_raw, table)->data;
  for (uint32_t i = 0; i <= h->shape_mask;) {
    uint64_t key = t[2 * i];
    if (key && (is_dead(m, (cs_off)(key >> 32)) || is_dead(m, (cs_off)key) ||
                is_dead(m, (cs_off)t[2 * i + 1]))) {
      assert(h->shape_count > 0);
      remove_entry(t, h->shape_mask, i); /* another may be at `i` now */
      h->shape_count--;
    } else {
      i++;
    }
  }
}

void cs_gc_collect(cs_ctx *ctx) {
  cs_head *h = ctx->head;
  assert(h->heap_top >= CS_HEAP_BASE && h->heap_top % 16 == 0);
  uint64_t units = (h->heap_top - CS_HEAP_BASE) / 16;
  marker m = {.ctx = ctx, .bits = calloc(units / 64 + 1, 8)};
  if (!m.bits) return; /* no memory to collect with: the limit decides */
  cs_alloc_settle(ctx);
  wipe_stack(ctx);
  mark_roots(&m);
  drain(&m);
  rescan(&m);
  mark_finals(&m);
  prune_shapes(&m);
  cs_icache_prune(ctx, m.bits);
  sweep(&m);
  h->collections++;
  if (!(ctx->torture &
        ~(uint32_t)CS_TORTURE_SNAP)) /* forced collections are not the program's
                                        fault */
    cs_charge(ctx, m.marked / 8 + units / 256);
  uint64_t next = h->live * 2 + CS_GC_LEAST;
  h->next_gc = (uint32_t)(next >> 4);
  free(m.bits);
  free(m.stack);
  cs_alloc_pace(ctx);
}

/* --- what can still be reached -------------------------------------------- */

/* Transitions are kept until a collection forgets them. */
static void mark_shapes(marker *m) {
  cs_head *h = m->ctx->head;
  cs_value table = h->root[CS_ROOT_SHAPES];
  if (!cs_is(table, CS_L_RAW)) return;
  const uint64_t *t =
      (const uint64_t *)(const void *)CS_PTR(m->ctx, cs_raw, table)->data;
  for (uint64_t i = 0; i <= h->shape_mask; i++) {
    if (!t[2 * i]) continue;
    mark_off(m, (cs_off)(t[2 * i] >> 32));
    mark_off(m, (cs_off)t[2 * i]);
    mark_off(m, (cs_off)t[2 * i + 1]);
  }
}

/* Does this view still have to be uncounted by a collection? */
static bool is_counted(const marker *m, cs_off off) {
  const cs_memview *v = CS_AT(m->ctx, cs_memview, off);
  cs_value src = v->src;
  if (!(v->h.flags & 4) || !cs_is_ref(src)) return false;
  return cs_ref_off(src) >= CS_HEAP_BASE && is_marked(m, cs_ref_off(src));
}

/* A weak reference gives its target back until a collection clears it, and a
 * view that died counts until then.  True: more was marked. */
static bool mark_weak(marker *m) {
  uint64_t before = m->marked, end = m->ctx->head->heap_top;
  for (uint64_t at = CS_HEAP_BASE; at < end;) {
    cs_off off = (cs_off)at;
    const cs_obj *o = CS_AT(m->ctx, cs_obj, off);
    uint32_t layout = o->type & 0xFF;
    if (layout == CS_L_WEAKREF && !(o->flags & 1) && is_marked(m, off))
      mark_off(m, (cs_off)CS_AT(m->ctx, cs_weakref, off)->target);
    else if (layout == CS_L_MEMVIEW && is_counted(m, off))
      mark_off(m, off);
    at += (uint64_t)o->units * 16;
  }
  drain(m);
  rescan(m);
  return m->marked > before;
}

uint8_t *cs_gc_reached(cs_ctx *ctx) {
  uint64_t units = (ctx->head->heap_top - CS_HEAP_BASE) / 16;
  marker m = {.ctx = ctx, .bits = calloc(units / 64 + 1, 8)};
  if (!m.bits) return NULL;
  mark_roots(&m);
  mark_value(&m, ctx->head->root[CS_ROOT_FINALS]); /* due or not */
  mark_shapes(&m);
  drain(&m);
  rescan(&m);
  while (mark_weak(&m)) {
  }
  free(m.stack);
  return m.bits;
}
