/*
 * type_touch.c - a class changed: what was remembered of it is forgotten.
 *
 * Cache entries depend on every class of an MRO, and flags of a class on those
 * of its bases.  Both are renewed for the class that changed and its subclasses
 * only.  Most changes happen to a class that is just being made: nobody has
 * looked a name up in it and nothing derives from it, which two sets of bits
 * tell without a search.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <assert.h>

#include "py/heap/icache.h"
#include "py/heap/seq.h"
#include "py/types/type.h"

void cs_type_watch(cs_ctx *ctx, cs_off type) {
  if (type < CS_IMAGE_END) return; /* neither it nor a base can change */
  cs_value mro = cs_type_at(ctx, type)->mro;
  for (uint32_t i = 0; i < cs_tuple_len(ctx, mro); i++)
    cs_class_add(ctx->watched, cs_ref_off(cs_tuple_at(ctx, mro, i)));
}

/* The class whose instances, or which itself, the guard is about; 0: none. */
static cs_off class_of_guard(const cs_ctx *ctx, uint32_t guard, bool *itself) {
  cs_off off = cs_icache_class_guard(guard);
  if (off < CS_IMAGE_END) return 0;
  uint32_t layout = CS_AT(ctx, cs_obj, off)->type & 0xFF;
  assert(layout == CS_L_TYPE || layout == CS_L_SHAPE);
  *itself = layout == CS_L_TYPE;
  return *itself ? off : CS_AT(ctx, cs_shape, off)->cls;
}

static bool depends(const cs_ctx *ctx, const cs_inline *e, cs_off type) {
  bool itself = false;
  cs_off cls = class_of_guard(ctx, e->guard, &itself);
  if (!cls) return false;
  return cs_type_sub(ctx, cls, type) ||
         (itself && cs_type_sub(ctx, cs_type_at(ctx, cls)->meta, type));
}

void cs_type_forget(cs_ctx *ctx, cs_off type) {
  if (ctx->building) cs_ctx_forget(ctx); /* no class is frozen yet */
  if (!ctx->cached || !cs_class_in(ctx->watched, type)) return;
  cs_inline *e = ctx->icache;
  const cs_inline *end = e + CS_INLINE_ALL((size_t)ctx->imask + 1);
  for (; e < end; e++)
    if (e->pc && depends(ctx, e, type)) *e = (cs_inline){0};
  for (uint32_t i = 0; i < CS_METHOD_CACHE; i++) {
    cs_method_entry *m = &ctx->mcache[i];
    if (m->type >= CS_IMAGE_END && cs_type_sub(ctx, m->type, type))
      *m = (cs_method_entry){0};
  }
}

/* Has `type` subclasses?  True for some that have none. */
static bool has_subclasses(cs_ctx *ctx, cs_off type) {
  cs_value all = ctx->head->root[CS_ROOT_CLASSES];
  uint32_t n = cs_list_len(ctx, all);
  if (ctx->bases_seen > n) ctx->bases_seen = 0;
  for (uint32_t i = ctx->bases_seen; i < n; i++) {
    cs_value v = cs_list_at(ctx, all, i);
    if (!cs_is_type(v)) continue; /* only in a forged snapshot */
    cs_value mro = CS_PTR(ctx, cs_type, v)->mro;
    for (uint32_t k = 0; k < cs_tuple_len(ctx, mro); k++) {
      cs_off base = cs_ref_off(cs_tuple_at(ctx, mro, k));
      if (base != cs_ref_off(v)) cs_class_add(ctx->bases, base);
    }
  }
  ctx->bases_seen = n;
  return cs_class_in(ctx->bases, type);
}

void cs_type_touch(cs_ctx *ctx, cs_off type, cs_value name) {
  if (cs_same(name, cs_known(ctx, CS_N_mro)) ||
      cs_same(name, cs_known(ctx, CS_N___bases__)))
    ctx->bases_seen = 0; /* other classes may have got it as a base */
  cs_type_forget(ctx, type);
  cs_type_flags(ctx, type);
  cs_value all = ctx->head->root[CS_ROOT_CLASSES];
  if (!cs_is_list(all) || !has_subclasses(ctx, type)) return;
  for (uint32_t i = 0; i < cs_list_len(ctx, all); i++) {
    cs_value v = cs_list_at(ctx, all, i);
    if (!cs_is_type(v)) continue; /* only in a forged snapshot */
    cs_off t = cs_ref_off(v);
    if (t != type && cs_type_sub(ctx, t, type)) cs_type_flags(ctx, t);
  }
}
