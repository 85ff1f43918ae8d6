/*
 * instance.c - shapes, instances, and their attribute storage.
 *
 * Invariant: an instance of a shape with `count` slots has that many values,
 * the first ones inline, the rest in the ARRAY `ext`; in dict mode `ext` is a
 * DICT and only the root shape's members are in slots.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"
#include "py/heap/seq.h"
#include "py/heap/shapes.h"
#include "py/heap/str.h"
#include "py/types/type.h"

#define EXTRA_STEP 6 /* overflow slots come in arrays of at least this many */

/* --- shapes -------------------------------------------------------------- */

uint32_t cs_shape_find(cs_ctx *ctx, cs_off shape, cs_value name) {
  while (shape) {
    const cs_shape *s = CS_AT(ctx, cs_shape, shape);
    if (cs_same(s->name, name)) return s->slot;
    shape = s->parent;
  }
  return UINT32_MAX;
}

static cs_off trans_find(const cs_ctx *ctx, cs_off shape, cs_value name) {
  const cs_head *h = ctx->head;
  cs_value table = h->root[CS_ROOT_SHAPES];
  if (!cs_is(table, CS_L_RAW)) return 0;
  const uint64_t *t =
      (const uint64_t *)(const void *)CS_PTR(ctx, cs_raw, table)->data;
  uint64_t key = cs_shapes_key(shape, cs_ref_off(name));
  uint32_t i = cs_shapes_home(key, h->shape_mask);
  for (; t[2 * i]; i = (i + 1) & h->shape_mask)
    if (t[2 * i] == key) return (cs_off)t[2 * i + 1];
  return 0;
}

static void trans_put(uint64_t *t, uint32_t mask, uint64_t key, cs_off next) {
  uint32_t i = cs_shapes_home(key, mask);
  while (t[2 * i]) i = (i + 1) & mask;
  t[2 * i] = key;
  t[2 * i + 1] = next;
}

static cs_status trans_grow(cs_ctx *ctx) {
  cs_head *h = ctx->head;
  cs_value old = h->root[CS_ROOT_SHAPES];
  bool have = cs_is(old, CS_L_RAW);
  if (have && (h->shape_count + 1) * 2 <= h->shape_mask) return CS_OK;
  uint32_t size = have ? (h->shape_mask + 1) * 2 : 64;
  cs_off off;
  cs_status st = cs_alloc(ctx, CS_L_RAW, 16 + (uint64_t)size * 16, &off);
  if (st != CS_OK) return st;
  uint64_t *t = (uint64_t *)(void *)CS_AT(ctx, cs_raw, off)->data;
  if (have) {
    const uint64_t *o =
        (const uint64_t *)(const void *)CS_PTR(ctx, cs_raw, old)->data;
    for (uint32_t i = 0; i <= h->shape_mask; i++)
      if (o[2 * i]) trans_put(t, size - 1, o[2 * i], (cs_off)o[2 * i + 1]);
  }
  CS_AT(ctx, cs_raw, off)->cap = size * 16;
  CS_AT(ctx, cs_raw, off)->fill = size * 16;
  h->root[CS_ROOT_SHAPES] = cs_ref(CS_L_RAW, off);
  h->shape_mask = size - 1;
  return CS_OK;
}

cs_status cs_shape_add(cs_ctx *ctx, cs_off shape, cs_value name, cs_off *out) {
  *out = trans_find(ctx, shape, name);
  if (*out) return CS_OK;
  cs_off off;
  cs_status st = trans_grow(ctx);
  if (st == CS_OK) st = cs_alloc(ctx, CS_L_SHAPE, sizeof(cs_shape), &off);
  if (st != CS_OK) return st;
  const cs_shape *from = CS_AT(ctx, cs_shape, shape);
  cs_shape *s = CS_AT(ctx, cs_shape, off);
  s->cls = from->cls;
  s->parent = shape;
  s->name = name;
  s->slot = from->count;
  s->count = from->count + 1;
  cs_head *h = ctx->head;
  trans_put(
      (uint64_t *)(void *)CS_PTR(ctx, cs_raw, h->root[CS_ROOT_SHAPES])->data,
      h->shape_mask, cs_shapes_key(shape, cs_ref_off(name)), off);
  h->shape_count++;
  *out = off;
  return CS_OK;
}

/* --- instances ----------------------------------------------------------- */

static uint32_t inline_slots(const cs_instance *o) {
  return (o->h.units * 16 - 16) / 8;
}

/* Those that are due stay at the end of the list. */
cs_status cs_instance_final(cs_ctx *ctx, cs_value obj) {
  cs_head *h = ctx->head;
  if (ctx->building) return CS_OK;
  cs_value finals = h->root[CS_ROOT_FINALS];
  if (!cs_is_list(finals)) {
    cs_status st = cs_list_room(ctx, 4, &finals);
    if (st != CS_OK) return st;
    h->root[CS_ROOT_FINALS] = finals;
    h->ripe = 0;
  }
  cs_status st = cs_list_append(ctx, finals, obj);
  if (st != CS_OK) return st;
  uint32_t len = cs_list_len(ctx, finals);
  if (h->ripe == 0 || h->ripe >= len) return CS_OK;
  cs_value *v = CS_AT(ctx, cs_array, CS_PTR(ctx, cs_list, finals)->items)->v;
  v[len - 1] = v[len - 1 - h->ripe];
  v[len - 1 - h->ripe] = obj;
  return CS_OK;
}

cs_status cs_instance_new(cs_ctx *ctx, cs_off type, cs_value *out) {
  const cs_type *t = cs_type_at(ctx, type);
  if ((t->layout & 0xFF) != CS_L_INSTANCE)
    return cs_throw(ctx, CS_TypeError, "cannot create '%v' instances", t->name);
  if (t->flags & CS_TYPE_RAW)
    return cs_throw(ctx, CS_TypeError, "class '%v' is not complete yet",
                    t->name);
  uint32_t count = CS_AT(ctx, cs_shape, t->shape)->count;
  uint32_t n = t->inline_cap > count ? t->inline_cap : count;
  cs_off off;
  cs_status st = cs_alloc(ctx, t->layout, 16 + (uint64_t)n * 8, &off);
  if (st != CS_OK) return st;
  cs_instance *o = CS_AT(ctx, cs_instance, off);
  o->shape = t->shape;
  cs_value fill = t->flags & CS_TYPE_EXCEPTION ? CS_NONE : CS_UNBOUND;
  for (uint32_t i = 0; i < inline_slots(o); i++)
    o->slot[i] = i < CS_EXC_MEMBERS ? fill : CS_UNBOUND;
  if (t->flags & CS_TYPE_EXCEPTION) {
    o->slot[CS_EXC_ARGS] = ctx->image->empty_tuple;
    o->slot[CS_EXC_SUPPRESS] = CS_FALSE;
  }
  cs_value made = cs_ref(t->layout, off);
  if (t->flags & CS_TYPE_HDEL) {
    st = cs_instance_final(ctx, made);
    if (st != CS_OK) return st;
  }
  *out = made;
  return CS_OK;
}

/* The layout under which classes know a value: an int has three. */
static uint32_t shown_layout(cs_value v) {
  if (cs_is_int(v) || cs_is(v, CS_L_BIGINT)) return CS_L_NUMINT;
  if (cs_is_float(v)) return CS_L_NUMFLOAT;
  return cs_is_ref(v) ? cs_ref_layout(v) : CS_L_FREE;
}

cs_status cs_instance_wrap(cs_ctx *ctx, cs_off type, cs_value payload,
                           cs_value *out) {
  uint32_t inner = cs_type_at(ctx, type)->layout >> 8;
  if (!inner) {
    *out = payload;
    return CS_OK;
  }
  if (shown_layout(payload) != inner)
    return cs_throw(ctx, CS_TypeError, "'%v' objects cannot hold a '%t'",
                    cs_type_at(ctx, type)->name, payload);
  cs_status st = cs_instance_new(ctx, type, out);
  if (st == CS_OK) CS_PTR(ctx, cs_instance, *out)->slot[0] = payload;
  return st;
}

cs_status cs_exc_new(cs_ctx *ctx, cs_off type, cs_value args, cs_value *out) {
  cs_status st = cs_instance_new(ctx, type, out);
  if (st != CS_OK) return st;
  *cs_exc_member(ctx, *out, CS_EXC_ARGS) = args;
  bool stop = cs_type_sub(ctx, type, cs_exc_class(ctx, CS_StopIteration));
  bool exits = cs_type_sub(ctx, type, cs_exc_class(ctx, CS_SystemExit));
  if (!stop && !exits) return CS_OK;
  uint32_t n = cs_tuple_len(ctx, args);
  cs_value v = n == 0 ? CS_NONE : cs_tuple_at(ctx, args, 0);
  if (exits && n > 1) v = args;
  return cs_instance_set(ctx, *out,
                         cs_known(ctx, stop ? CS_N_value : CS_N_code), v);
}

cs_value *cs_instance_slot(cs_ctx *ctx, cs_instance *o, uint32_t slot) {
  uint32_t n = inline_slots(o);
  if (slot < n) return &o->slot[slot];
  return &CS_AT(ctx, cs_array, o->ext)->v[slot - n];
}

static bool in_dict_mode(const cs_ctx *ctx, const cs_instance *o) {
  return CS_AT(ctx, cs_shape, o->shape)->h.flags & CS_SHAPE_DICT;
}

cs_value cs_instance_get(cs_ctx *ctx, cs_value obj, cs_value name) {
  cs_instance *o = CS_PTR(ctx, cs_instance, obj);
  if (in_dict_mode(ctx, o)) {
    cs_value v = cs_dict_get_name(ctx, cs_ref(CS_L_DICT, o->ext), name);
    if (!cs_is_unbound(v)) return v;
  }
  uint32_t slot = cs_shape_find(ctx, o->shape, name);
  return slot == UINT32_MAX ? CS_UNBOUND : *cs_instance_slot(ctx, o, slot);
}

/* Room for slot number `slot`, inline or in `ext`. */
static cs_status reserve_slot(cs_ctx *ctx, cs_instance *o, uint32_t slot) {
  uint32_t n = inline_slots(o);
  if (slot < n) return CS_OK;
  uint32_t have =
      o->ext ? (CS_AT(ctx, cs_array, o->ext)->h.units * 16 - 8) / 8 : 0;
  if (slot - n < have) return CS_OK;
  cs_off bigger;
  uint32_t want = have ? have * 2 : EXTRA_STEP;
  cs_status st = cs_array_new(ctx, want, &bigger);
  if (st != CS_OK) return st;
  cs_array *a = CS_AT(ctx, cs_array, bigger);
  if (have) memcpy(a->v, CS_AT(ctx, cs_array, o->ext)->v, (size_t)have * 8);
  o->ext = bigger;
  return CS_OK;
}

/* New instances of the class get room for what this one needs. */
static void learn_size(cs_ctx *ctx, cs_off cls, uint32_t count) {
  cs_type *t = cs_type_at(ctx, cls);
  if (cls >= CS_IMAGE_END && count > t->inline_cap && count <= 32)
    t->inline_cap = count;
}

static cs_status add_slot(cs_ctx *ctx, cs_value obj, cs_value name,
                          cs_value v) {
  cs_instance *o = CS_PTR(ctx, cs_instance, obj);
  cs_off next;
  cs_status st = cs_shape_add(ctx, o->shape, name, &next);
  if (st != CS_OK) return st;
  const cs_shape *s = CS_AT(ctx, cs_shape, next);
  st = reserve_slot(ctx, o, s->slot);
  if (st != CS_OK) return st;
  learn_size(ctx, s->cls, s->count);
  *cs_instance_slot(ctx, o, s->slot) = v;
  o->shape = next;
  return CS_OK;
}

static cs_status frozen(cs_ctx *ctx, cs_value obj, cs_value name) {
  return cs_throw(ctx, CS_TypeError,
                  "cannot set '%v' attribute of immutable '%t' object", name,
                  obj);
}

cs_status cs_instance_set(cs_ctx *ctx, cs_value obj, cs_value name,
                          cs_value v) {
  cs_instance *o = CS_PTR(ctx, cs_instance, obj);
  if (cs_is_frozen(ctx, obj)) return frozen(ctx, obj, name);
  uint32_t slot = cs_shape_find(ctx, o->shape, name);
  if (slot != UINT32_MAX) {
    *cs_instance_slot(ctx, o, slot) = v;
    return CS_OK;
  }
  if (in_dict_mode(ctx, o))
    return cs_dict_set(ctx, cs_ref(CS_L_DICT, o->ext), name, v);
  const cs_shape *s = CS_AT(ctx, cs_shape, o->shape);
  if (s->count >= CS_SHAPE_MAX) {
    cs_value d;
    cs_status st = cs_instance_dict(ctx, obj, &d);
    return st == CS_OK ? cs_dict_set(ctx, d, name, v) : st;
  }
  return add_slot(ctx, obj, name, v);
}

/* Attributes that are not members go into a new dict. */
static cs_status fill_dict(cs_ctx *ctx, cs_instance *o, uint32_t members,
                           cs_value dict) {
  cs_off chain[CS_SHAPE_MAX + 1];
  uint32_t n = 0;
  for (cs_off s = o->shape; s && n <= CS_SHAPE_MAX;) {
    const cs_shape *shape = CS_AT(ctx, cs_shape, s);
    if (shape->count <= members || !shape->parent) break;
    chain[n++] = s;
    s = shape->parent;
  }
  while (n > 0) {
    const cs_shape *shape = CS_AT(ctx, cs_shape, chain[--n]);
    cs_value v = *cs_instance_slot(ctx, o, shape->slot);
    if (cs_is_unbound(v)) continue;
    cs_status st = cs_dict_set(ctx, dict, shape->name, v);
    if (st != CS_OK) return st;
  }
  return CS_OK;
}

/* The shape all dict-mode instances of a class share. */
static cs_status dict_shape(cs_ctx *ctx, cs_off cls, cs_off *out) {
  cs_off root = cs_type_at(ctx, cls)->shape;
  cs_status st = cs_shape_add(ctx, root, cs_known(ctx, CS_N___dict__), out);
  if (st != CS_OK) return st;
  cs_shape *s = CS_AT(ctx, cs_shape, *out);
  s->h.flags |= CS_SHAPE_DICT;
  s->name = CS_NONE;
  s->slot = 0; /* it adds none */
  s->count = CS_AT(ctx, cs_shape, root)->count;
  return CS_OK;
}

cs_status cs_instance_attributes(cs_ctx *ctx, cs_value obj, cs_value *out) {
  cs_instance *o = CS_PTR(ctx, cs_instance, obj);
  const cs_shape *s = CS_AT(ctx, cs_shape, o->shape);
  if (in_dict_mode(ctx, o))
    return cs_dict_copy(ctx, cs_ref(CS_L_DICT, o->ext), out);
  uint32_t members =
      CS_AT(ctx, cs_shape, cs_type_at(ctx, s->cls)->shape)->count;
  cs_value dict;
  cs_status st = cs_dict_new(ctx, s->count - members, &dict);
  if (st == CS_OK) st = fill_dict(ctx, o, members, dict);
  if (st == CS_OK) *out = dict;
  return st;
}

cs_status cs_instance_dict(cs_ctx *ctx, cs_value obj, cs_value *out) {
  cs_instance *o = CS_PTR(ctx, cs_instance, obj);
  const cs_shape *s = CS_AT(ctx, cs_shape, o->shape);
  if (in_dict_mode(ctx, o)) {
    *out = cs_ref(CS_L_DICT, o->ext);
    return CS_OK;
  }
  cs_value dict;
  cs_off shape;
  cs_status st = cs_instance_attributes(ctx, obj, &dict);
  if (st == CS_OK && !cs_is_frozen(ctx, obj))
    st = dict_shape(ctx, s->cls, &shape);
  if (st != CS_OK) return st;
  if (!cs_is_frozen(ctx, obj)) {
    o->shape = shape;
    o->ext = cs_ref_off(dict);
  }
  *out = dict;
  return CS_OK;
}

cs_status cs_instance_del(cs_ctx *ctx, cs_value obj, cs_value name, bool *had) {
  cs_instance *o = CS_PTR(ctx, cs_instance, obj);
  if (cs_is_frozen(ctx, obj)) return frozen(ctx, obj, name);
  *had = false;
  uint32_t slot = cs_shape_find(ctx, o->shape, name);
  const cs_shape *s = CS_AT(ctx, cs_shape, o->shape);
  uint32_t members =
      CS_AT(ctx, cs_shape, cs_type_at(ctx, s->cls)->shape)->count;
  if (slot != UINT32_MAX && slot < members) {
    cs_value *at = cs_instance_slot(ctx, o, slot);
    *had = !cs_is_unbound(*at);
    *at = CS_UNBOUND;
    return CS_OK;
  }
  if (slot == UINT32_MAX && !in_dict_mode(ctx, o)) return CS_OK;
  cs_value dict, old;
  cs_status st = cs_instance_dict(ctx, obj, &dict);
  if (st == CS_OK) st = cs_dict_del(ctx, dict, name, &old);
  if (st == CS_OK) *had = !cs_is_unbound(old);
  return st;
}
