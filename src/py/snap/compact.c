/*
 * compact.c - mark, assign new places, relocate, move.
 *
 * The build leaves source texts, syntax objects and outgrown tables behind.
 * Sessions never move objects, but the image is finished: every reference is
 * in a field that fields.def names, so all of them can be rewritten.  Keys
 * that hash by identity change their hash with their place; tables are
 * indexed anew afterwards.
 *
 * This runs while caisson is built, on a heap of our own making: nothing here
 * is a trust boundary, and failing means that the build stops.
 *
 * Offsets change, so everything that holds one is visited by fields.def: a
 * layout with a field that is missing there would keep an old offset, which the
 * comparison of a second unpacking would not show. The torture tests, which
 * collect at every instruction, read the same list and would.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/snap/compact.h"

#include <stdlib.h>

#include "py/heap/dict.h"
#include "py/heap/icache.h"
#include "py/heap/str.h"
#include "py/snap/thin.h"

typedef struct mover {
  cs_ctx *ctx;
  cs_off first, end;
  cs_off *to;    /* owned: new place by (off - first) / 16; 0 = dead */
  cs_off *stack; /* owned */
  uint32_t n;
} mover;

/* Where the new place of the object at `off` is noted. */
static cs_off *slot_of(const mover *m, cs_off off) {
  assert(off >= m->first && off < m->end && off % 16 == 0);
  return &m->to[(off - m->first) >> 4];
}

/* Note that somebody refers to `off`, and that its fields are to be traced. */
static void mark(mover *m, cs_off off) {
  if (off < m->first || off >= m->end || *slot_of(m, off)) return;
  *slot_of(m, off) = 1;
  assert(m->n <= (m->end - m->first) / 16);
  m->stack[m->n++] = off; /* each object once: the stack cannot overflow */
}

/* Everything that a reachable object refers to is reachable. */
static void mark_values(mover *m, const cs_value *v, uint64_t n) {
  for (uint64_t i = 0; i < n; i++)
    if (cs_is_ref(v[i])) mark(m, cs_ref_off(v[i]));
}

/* Only what is marked may still be named: a field that fields.def forgot would
 * become 0 or 1 here and is caught by the verifier at the end of the build. */
static void move_off(const mover *m, cs_off *at) {
  if (*at >= m->first && *at < m->end) *at = *slot_of(m, *at);
}

static void move_values(const mover *m, cs_value *v, uint64_t n) {
  for (uint64_t i = 0; i < n; i++) {
    if (!cs_is_ref(v[i])) continue;
    cs_off off = cs_ref_off(v[i]);
    move_off(m, &off);
    v[i] = cs_ref(cs_ref_type(v[i]), off);
  }
}

/* Mark what the object refers to.  fields.def expands to a switch over all
 * layouts that uses the two macros on each field. */
static void trace(mover *m, cs_off off) {
  char *p = cs_at(m->ctx, off);
  const cs_obj *o = (const cs_obj *)(const void *)p;
#define VALUES(at, n) mark_values(m, at, n)
#define OFFSET(at)    mark(m, *(at))
#include "py/heap/fields.def"
#undef VALUES
#undef OFFSET
}

/* Rewrite the object's references to the new places.  A weak reference is no
 * field in fields.def, because it does not keep its target alive, but it has to
 * follow it. */
static void relocate(const mover *m, cs_off off) {
  char *p = cs_at(m->ctx, off);
  const cs_obj *o = (const cs_obj *)(const void *)p;
#define VALUES(at, n) move_values(m, at, n)
#define OFFSET(at)    move_off(m, at)
#include "py/heap/fields.def"
#undef VALUES
#undef OFFSET
  if ((o->type & 0xFF) == CS_L_WEAKREF) {
    cs_value target = {((cs_weakref *)(void *)p)->target};
    move_values(m, &target, 1);
    ((cs_weakref *)(void *)p)->target = target.bits;
  }
}

/* The image's own references; `move` says whether to mark or to rewrite. */
static void visit_roots(mover *m, bool move) {
  cs_image *im = m->ctx->image;
  struct {
    cs_value *v;
    uint32_t n;
  } const list[] = {{im->name, CS_NAME_COUNT},
                    {im->chr, 256},
                    {&im->empty_tuple, 3},
                    {&im->builtins, 1},
                    {&im->modules, 1},
                    {im->special, 64},
                    {im->intrinsic, CS_INTRINSIC_MAX},
                    {im->slow, CS_NATIVE_MAX},
                    {im->ctor, 128},
                    {&im->trampoline, 1}};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    if (move)
      move_values(m, list[i].v, list[i].n);
    else
      mark_values(m, list[i].v, list[i].n);
  }
  for (uint32_t i = 0; i < 256; i++) {
    if (move)
      move_off(m, &im->cls[i]);
    else
      mark(m, im->cls[i]);
  }
  for (uint32_t i = 0; i < sizeof im->box / sizeof *im->box; i++) {
    if (move)
      move_off(m, &im->box[i]);
    else
      mark(m, im->box[i]);
  }
  for (uint32_t i = 0; i < CS_EXC_COUNT; i++) {
    if (move)
      move_off(m, &im->exc[i]);
    else
      mark(m, im->exc[i]);
  }
}

static uint32_t size_at(const mover *m, cs_off off) {
  return CS_AT(m->ctx, cs_obj, off)->units * 16;
}

/* --- the order of objects ------------------------------------------------ */

/* Objects of a group lie together, in the order in which a walk over all of
 * them first meets them: thin.h counts on it.  The walk itself goes by that
 * order, so it takes some rounds until nothing moves: these do. */
#define ROUNDS 16

typedef struct place {
  cs_off off;
  uint32_t group;
  uint32_t turn; /* when the walk met it */
} place;

typedef struct walk {
  const mover *m;
  uint32_t *turn; /* owned: by (off - first) / 16 */
  uint32_t count;
} walk;

/* The walk comes by the object: number it, if it is the first time. */
static void meet(walk *w, cs_off off) {
  if (off < w->m->first || off >= w->m->end) return;
  uint32_t *turn = &w->turn[(off - w->m->first) >> 4];
  if (*turn == UINT32_MAX) *turn = w->count++;
}

static void meet_values(walk *w, const cs_value *v, uint64_t n) {
  for (uint64_t i = 0; i < n; i++)
    if (cs_is_ref(v[i])) meet(w, cs_ref_off(v[i]));
}

/* Which fields a layout has is in heap/fields.def, for collector, verifier and
 * this file alike. */
static void meet_fields(walk *w, cs_off off) {
  char *p = cs_at(w->m->ctx, off);
  const cs_obj *o = (const cs_obj *)(const void *)p;
#define VALUES(at, n) meet_values(w, at, n)
#define OFFSET(at)    meet(w, *(at))
#include "py/heap/fields.def"
#undef VALUES
#undef OFFSET
}

/* Group, then turn, then the old place: a total order, so that the image does
 * not depend on how qsort treats equal ones. */
static int by_place(const void *a, const void *b) {
  const place *x = a, *y = b;
  if (x->group != y->group) return x->group < y->group ? -1 : 1;
  if (x->turn != y->turn) return x->turn < y->turn ? -1 : 1;
  return x->off < y->off ? -1 : x->off > y->off;
}

/* Walk over the objects in their present order, and order them by that walk. */
static void sort_round(walk *w, place *list, size_t n) {
  size_t cells = (w->m->end - w->m->first) / 16 + 1;
  memset(w->turn, 0xFF, cells * sizeof *w->turn);
  w->count = 0;
  for (size_t i = 0; i < n; i++) meet_fields(w, list[i].off);
  for (size_t i = 0; i < n; i++)
    list[i].turn = w->turn[(list[i].off - w->m->first) >> 4];
  qsort(list, n, sizeof *list, by_place);
}

/* Give every live object its new place.  0: no memory. */
static cs_off assign_places(mover *m) {
  size_t cells = (m->end - m->first) / 16 + 1, n = 0;
  walk w = {.m = m, .turn = calloc(cells, sizeof *w.turn)};
  place *list = calloc(cells, sizeof *list);
  cs_off at = w.turn && list ? m->first : 0;
  if (at) {
    for (cs_off off = m->first; off < m->end; off += size_at(m, off))
      if (*slot_of(m, off))
        list[n++] = (place){.off = off,
                            .group = cs_thin_group(CS_AT(m->ctx, cs_obj, off))};
    qsort(list, n, sizeof *list, by_place);
    for (int i = 0; i < ROUNDS; i++) sort_round(&w, list, n);
    for (size_t i = 0; i < n; i++) {
      *slot_of(m, list[i].off) = at;
      at += size_at(m, list[i].off);
    }
  }
  free(w.turn);
  free(list);
  return at;
}

/* Through a copy: new places overlap old ones in any order. */
static cs_status move_all(mover *m, cs_off new_end) {
  assert(new_end >= m->first && new_end <= m->end);
  char *copy = malloc(m->end - m->first);
  if (!copy) return CS_EOS;
  for (cs_off off = m->first; off < m->end; off += size_at(m, off)) {
    if (!*slot_of(m, off)) continue;
    relocate(m, off);
    memcpy(copy + (*slot_of(m, off) - m->first), cs_at(m->ctx, off),
           size_at(m, off));
  }
  visit_roots(m, true);
  memcpy(cs_at(m->ctx, m->first), copy, new_end - m->first);
  memset(cs_at(m->ctx, new_end), 0, m->end - new_end);
  free(copy);
  return CS_OK;
}

/* Identity is the offset: index what was keyed by it anew. */
static void rehash(cs_ctx *ctx, cs_off first, cs_off end) {
  for (cs_off off = first; off < end;) {
    const cs_obj *o = CS_AT(ctx, cs_obj, off);
    uint32_t layout = o->type & 0xFF;
    if (layout == CS_L_DICT) cs_dict_rehash(ctx, cs_ref(CS_L_DICT, off));
    if (layout == CS_L_SET || layout == CS_L_FROZENSET)
      cs_set_rehash(ctx, cs_ref(layout, off));
    off += o->units * 16;
  }
}

/* Mark from the image's roots, order the live objects, move them down.  The
 * freed end of the heap is zero afterwards, and caches that know offsets are
 * forgotten. */
cs_status cs_compact_image(cs_ctx *ctx) {
  mover m = {.ctx = ctx,
             .first = (CS_IMAGE_BASE + (cs_off)sizeof(cs_image) + 15) & ~15u,
             .end = (cs_off)ctx->head->heap_top};
  assert(ctx->building && m.first < m.end);
  size_t cells = (m.end - m.first) / 16 + 1;
  m.to = calloc(cells, sizeof *m.to);
  m.stack = calloc(cells, sizeof *m.stack);
  if (!m.to || !m.stack) {
    free(m.to);
    free(m.stack);
    return CS_EOS;
  }
  visit_roots(&m, false);
  while (m.n > 0) trace(&m, m.stack[--m.n]);
  cs_off end = assign_places(&m);
  cs_status st = end ? move_all(&m, end) : CS_EOS;
  if (st == CS_OK) {
    assert(end >= m.first && end <= m.end); /* it only shrinks */
    ctx->head->heap_top = end;
    cs_ctx_forget(ctx);
    rehash(ctx, m.first, end);
    /* names that nothing else refers to are gone */
    st = cs_str_intern_rebuild(ctx, m.first, end);
  }
  free(m.to);
  free(m.stack);
  return st;
}
