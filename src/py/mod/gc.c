/*
 * gc.c - module gc, and what weakref wants to know about the heap.
 *
 * A native cannot collect, since the loop below it holds references.  It asks
 * for what a lack of memory would cause: collect and run the instruction
 * again.  Callbacks of weak references whose referent died are found by a walk
 * over the heap, after such a collection only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/code.h"
#include "py/heap/frame.h"
#include "py/heap/seq.h"
#include "py/types/kinds.h"
#include "py/types/ops.h"

extern const cs_native_def cs_gc_natives[];

/* Registers behind the arguments of a call hold nothing that is still
 * needed, but may keep objects alive. */
static void wipe_temporaries(cs_ctx *ctx, cs_value *args, uint32_t n) {
  cs_value *end = CS_AT(ctx, cs_value, cs_frame_end(ctx, cs_frame_top(ctx)));
  for (cs_value *v = args + n; v < end; v++) *v = CS_NONE;
}

CS_LEAF(collect) {
  if (!ctx->retried) {
    wipe_temporaries(ctx, args, n);
    ctx->ripen = true;
    return CS_RETRY;
  }
  CS_GIVE(cs_int(0));
}

/* --- weak references ----------------------------------------------------- */

/* Behind every object of the heap; false at its end. */
static bool next_object(const cs_ctx *ctx, uint64_t *off) {
  *off += (uint64_t)CS_AT(ctx, cs_obj, (cs_off)*off)->units * 16;
  return *off < ctx->head->heap_top;
}

/* The weak reference at `off`, or inside an instance of a subclass there;
 * `*shown` is the object that programs see. */
static cs_weakref *weakref_at(const cs_ctx *ctx, cs_off off, bool wrapped,
                              cs_value *shown) {
  uint32_t type = CS_AT(ctx, cs_obj, off)->type;
  *shown = cs_ref(type, off);
  if (!wrapped)
    return type == CS_L_WEAKREF ? CS_AT(ctx, cs_weakref, off) : NULL;
  if (type != (CS_L_INSTANCE | CS_L_WEAKREF << 8)) return NULL;
  return CS_PTR(ctx, cs_weakref, cs_unwrap(ctx, *shown));
}

static bool is_pending(const cs_weakref *w) {
  return w && w->h.flags & 1 && !cs_is_none(w->callback);
}

/* _weak_pending(): [callback, reference, ...] of dead referents, once. */
CS_LEAF(weak_pending) {
  uint64_t off = CS_HEAP_BASE;
  uint32_t count = 0, at = 0;
  cs_value shown;
  cs_charge(ctx, (ctx->head->heap_top - CS_HEAP_BASE) / 1024);
  if (off >= ctx->head->heap_top) return cs_list_new(ctx, NULL, 0, out);
  do count += is_pending(weakref_at(ctx, (cs_off)off, false, &shown));
  while (next_object(ctx, &off));
  CS_TRY(cs_list_room(ctx, 2 * count, out));
  for (int wrapped = 1; wrapped >= 0; wrapped--) {
    off = CS_HEAP_BASE;
    do {
      cs_weakref *w = weakref_at(ctx, (cs_off)off, wrapped, &shown);
      if (!is_pending(w) || at == count) continue;
      CS_TRY(cs_list_append(ctx, *out, w->callback));
      CS_TRY(cs_list_append(ctx, *out, shown));
      w->callback = CS_NONE;
      at++;
    } while (next_object(ctx, &off));
  }
  return CS_OK;
}

/* _weak_refs(object): the references to it. */
CS_LEAF_TAKES(weak_refs, ANY) {
  uint64_t off = CS_HEAP_BASE;
  cs_value shown;
  cs_charge(ctx, (ctx->head->heap_top - CS_HEAP_BASE) / 1024);
  CS_TRY(cs_list_room(ctx, 4, out));
  uint64_t end = cs_ref_off(*out); /* made now: not among the answers */
  while (off < end) {
    const cs_weakref *w = weakref_at(ctx, (cs_off)off, false, &shown);
    if (w && !(w->h.flags & 1) && w->target == args[0].bits)
      CS_TRY(cs_list_append(ctx, *out, shown));
    if (!next_object(ctx, &off)) break;
  }
  return CS_OK;
}

/* The objects from `v` on that something is to happen to. */
static cs_status list_finals(cs_ctx *ctx, const cs_value *v, uint32_t n,
                             cs_value *out) {
  uint32_t kept = 0;
  CS_TRY(cs_list_room(ctx, n, out));
  cs_list *l = CS_PTR(ctx, cs_list, *out);
  for (uint32_t i = 0; i < n; i++) {
    if (cs_is(v[i], CS_L_GEN) && cs_gen_is_over(CS_PTR(ctx, cs_gen, v[i])))
      continue;
    CS_AT(ctx, cs_array, l->items)->v[kept++] = v[i];
  }
  l->len = kept;
  cs_charge(ctx, kept / 4);
  return CS_OK;
}

static cs_list *finals_of(const cs_ctx *ctx, cs_value **v) {
  cs_value finals = ctx->head->root[CS_ROOT_FINALS];
  if (!cs_is_list(finals) || !cs_list_len(ctx, finals)) return NULL;
  cs_list *l = CS_PTR(ctx, cs_list, finals);
  *v = CS_AT(ctx, cs_array, l->items)->v;
  return l;
}

/* _finals_take(all): the objects whose end is due, in the order they were made
 * as far as known; they are due only once. */
CS_LEAF_TAKES(finals_take, ANY) {
  cs_head *h = ctx->head;
  cs_value *v;
  cs_list *l = finals_of(ctx, &v);
  if (!l) return cs_list_new(ctx, NULL, 0, out);
  uint32_t ripe = h->ripe < l->len && !cs_is_true(args[0]) ? h->ripe : l->len;
  if (h->ripe == 0 && !cs_is_true(args[0])) ripe = 0;
  CS_TRY(list_finals(ctx, v + (l->len - ripe), ripe, out));
  l->len -= ripe;
  h->ripe = 0;
  return CS_OK;
}

/* --- coroutines that nobody awaited --------------------------------------- */

/* _coro_maker(coroutine): (name, file, line) of the call that made one that
 * has not begun */
CS_LEAF_TAKES(coro_maker, GEN) {
  if (!cs_is(args[0], CS_L_GEN))
    return cs_throw(ctx, CS_TypeError, "coroutine expected");
  const cs_gen *g = CS_PTR(ctx, cs_gen, args[0]);
  const cs_code *c = CS_AT(ctx, cs_code, CS_AT(ctx, cs_func, g->func)->code);
  bool known = g->h.flags == CS_GEN_NEW && cs_is(g->extra, CS_L_CODE);
  if (known) c = CS_PTR(ctx, cs_code, g->extra);
  cs_value v[] = {g->qualname, c->filename,
                  cs_int(cs_code_position(ctx, c, known ? g->pc : 0).line)};
  return cs_tuple_new(ctx, v, 3, out);
}

/* _finals_list(): the objects that something is to happen to when they die */
CS_LEAF(finals_list) {
  cs_value *v;
  const cs_list *l = finals_of(ctx, &v);
  return l ? list_finals(ctx, v, l->len, out) : cs_list_new(ctx, NULL, 0, out);
}

/* _coros_made(): were coroutines made since it was last asked? */
CS_LEAF(coros_made) {
  *out = cs_bool(ctx->head->coros);
  ctx->head->coros = 0;
  return CS_OK;
}

const cs_native_def cs_gc_natives[] = {
    {".intrinsics", "_gc_collect", "()", collect},
    {".intrinsics", "_weak_pending", "()", weak_pending},
    {".intrinsics", "_weak_refs", "(object, /)", weak_refs},
    {".intrinsics", "_finals_take", "(all, /)", finals_take},
    {".intrinsics", "_coro_maker", "(coroutine, /)", coro_maker},
    {".intrinsics", "_finals_list", "()", finals_list},
    {".intrinsics", "_coros_made", "()", coros_made},
    CS_NATIVE_END};
