/*
 * type.c - classes: lookup along the MRO, C3 linearisation, creation.
 *
 * Lookups go through a direct-mapped cache per session; type_touch.c removes
 * what a change of a class makes wrong.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/type.h"

#include "py/heap/dict.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/ops.h"

#define MRO_MAX 256 /* classes in one linearisation */

/* A bound native is a built-in function, or a wrapper of a special method. */
static cs_off class_of_method(const cs_ctx *ctx, cs_value func) {
  if (!cs_is(func, CS_L_NATIVE)) return ctx->image->cls[CS_L_METHOD];
  const cs_native *n = CS_PTR(ctx, cs_native, func);
  if (n->h.flags & CS_NATIVE_SLOT && n->h.flags & CS_NATIVE_METHOD)
    return cs_ref_off(ctx->image->special[CS_CLS_METHODWRAPPER]);
  return ctx->image->cls[CS_L_NATIVE];
}

cs_off cs_class_of(const cs_ctx *ctx, cs_value v) {
  const cs_off *cls = ctx->image->cls;
  if (cs_is_int(v)) return cls[CS_L_NUMINT];
  if (cs_is_float(v)) return cls[CS_L_NUMFLOAT];
  if (!cs_is_ref(v)) {
    /* a forged loop counts on behind the last one */
    static const uint8_t imm[8] = {
        CS_L_NONETYPE,    CS_L_NUMBOOL,  CS_L_NUMBOOL,  CS_L_ELLIPSISTYPE,
        CS_L_NOTIMPLTYPE, CS_L_NONETYPE, CS_L_NONETYPE, CS_L_NONETYPE};
    return cls[imm[v.bits & 7]];
  }
  uint32_t layout = cs_ref_layout(v);
  switch (layout) {
    case CS_L_INSTANCE: return cs_shape_of(ctx, v)->cls;
    case CS_L_TYPE: return CS_PTR(ctx, cs_type, v)->meta;
    case CS_L_GEN: return CS_PTR(ctx, cs_gen, v)->cls;
    case CS_L_BOX: return CS_PTR(ctx, cs_box, v)->cls;
    case CS_L_MODULE: {
      cs_off own = CS_PTR(ctx, cs_module, v)->cls;
      return own ? own : cls[CS_L_MODULE];
    }
    case CS_L_METHOD: /* [].append is a built-in, too */
      return class_of_method(ctx, CS_PTR(ctx, cs_method, v)->func);
    case CS_L_VIEW: {
      uint8_t kind = CS_PTR(ctx, cs_view, v)->h.kind;
      if (kind == 0) return cls[CS_L_VIEW];
      return cs_ref_off(ctx->image->special[CS_CLS_DICTVALUES + kind - 1]);
    }
    case CS_L_ITER: {
      uint8_t kind = CS_PTR(ctx, cs_iter, v)->h.kind;
      cs_value c = ctx->image->special[CS_CLS_ITERBASE + kind];
      return cs_is_type(c) ? cs_ref_off(c) : cls[CS_L_ITER];
    }
    case CS_L_NATIVE: {
      const cs_native *n = CS_PTR(ctx, cs_native, v);
      if (n->owner && n->h.flags & CS_NATIVE_CLASS &&
          !cs_same(n->name, cs_known(ctx, CS_N___new__)))
        return cs_ref_off(ctx->image->special[CS_CLS_CLASSMETHODDESC]);
      if (!n->owner || !(n->h.flags & CS_NATIVE_METHOD)) return cls[layout];
      return cs_ref_off(
          ctx->image->special[n->h.flags & CS_NATIVE_SLOT ? CS_CLS_WRAPPER
                                                          : CS_CLS_METHODDESC]);
    }
    default: return cls[layout];
  }
}

cs_value cs_type_name_of(const cs_ctx *ctx, cs_value v) {
  if (cs_is(v, CS_L_ALIAS)) return cs_known(ctx, CS_N_types_alias);
  if (cs_is(v, CS_L_UNION)) return cs_known(ctx, CS_N_types_union);
  return cs_type_at(ctx, cs_class_of(ctx, v))->name;
}

/* --- lookup -------------------------------------------------------------- */

static cs_value find_uncached(cs_ctx *ctx, cs_off type, cs_off after,
                              cs_value name) {
  cs_value mro = cs_type_at(ctx, type)->mro;
  uint32_t n = cs_tuple_len(ctx, mro), i = 0;
  if (after) {
    while (i < n && cs_ref_off(cs_tuple_at(ctx, mro, i)) != after) i++;
    i++;
  }
  for (; i < n; i++) {
    cs_off t = cs_ref_off(cs_tuple_at(ctx, mro, i));
    cs_value d = cs_ref(CS_L_DICT, cs_type_at(ctx, t)->dict);
    cs_value v = cs_dict_get_name(ctx, d, name);
    if (!cs_is_unbound(v)) return v;
  }
  return CS_UNBOUND;
}

/* Variables of classes are assigned to in loops, so what is plain data there is
 * never kept: storing it empties no cache. */
cs_value cs_type_find(cs_ctx *ctx, cs_off type, cs_value name) {
  cs_off key = cs_ref_off(name);
  uint32_t slot = (type >> 4 ^ key >> 4 ^ key >> 13) & (CS_METHOD_CACHE - 1);
  cs_method_entry *e = &ctx->mcache[slot];
  if (e->type == type && e->name == key) return e->value;
  cs_value v = find_uncached(ctx, type, 0, name);
  cs_type_watch(ctx, type);
  if (cs_type_is_data(v) && type >= CS_IMAGE_END) return v;
  *e = (cs_method_entry){type, key, v};
  ctx->cached = true;
  return v;
}

cs_value cs_type_find_after(cs_ctx *ctx, cs_off type, cs_off after,
                            cs_value name) {
  cs_type_watch(ctx, type);
  return find_uncached(ctx, type, after, name);
}

bool cs_type_sub(const cs_ctx *ctx, cs_off a, cs_off b) {
  if (a == b) return true;
  cs_value mro = cs_type_at(ctx, a)->mro;
  const cs_value *v = cs_tuple_items(ctx, mro);
  for (uint32_t i = 0, n = cs_tuple_len(ctx, mro); i < n; i++)
    if (cs_ref_off(v[i]) == b) return true;
  return false;
}

bool cs_type_is(const cs_ctx *ctx, cs_value v, cs_off t) {
  return cs_type_sub(ctx, cs_class_of(ctx, v), t);
}

bool cs_is_exception(const cs_ctx *ctx, cs_value v) {
  return cs_is_instance(v) &&
         (cs_type_at(ctx, cs_shape_of(ctx, v)->cls)->flags & CS_TYPE_EXCEPTION);
}

/* --- C3 ------------------------------------------------------------------ */

/* The sequences to merge: the MRO of each base, then the bases. */
typedef struct merge {
  cs_value seq[MRO_MAX];
  uint32_t at[MRO_MAX];
  uint32_t n;
} merge;

static bool in_a_tail(const cs_ctx *ctx, const merge *m, cs_value c) {
  for (uint32_t i = 0; i < m->n; i++)
    for (uint32_t k = m->at[i] + 1; k < cs_tuple_len(ctx, m->seq[i]); k++)
      if (cs_same(cs_tuple_at(ctx, m->seq[i], k), c)) return true;
  return false;
}

/* The next class of the linearisation; UNBOUND: inconsistent; None: done. */
static cs_value next_class(const cs_ctx *ctx, const merge *m) {
  bool left = false;
  for (uint32_t i = 0; i < m->n; i++) {
    if (m->at[i] >= cs_tuple_len(ctx, m->seq[i])) continue;
    left = true;
    cs_value c = cs_tuple_at(ctx, m->seq[i], m->at[i]);
    if (!in_a_tail(ctx, m, c)) return c;
  }
  return left ? CS_UNBOUND : CS_NONE;
}

static cs_status inconsistent(cs_ctx *ctx, const merge *m) {
  char names[512];
  size_t at = 0;
  for (uint32_t i = 0; i < m->n; i++) {
    if (m->at[i] >= cs_tuple_len(ctx, m->seq[i])) continue;
    cs_value c = cs_tuple_at(ctx, m->seq[i], m->at[i]);
    bool seen = false;
    for (uint32_t k = 0; k < i; k++)
      seen = seen || (m->at[k] < cs_tuple_len(ctx, m->seq[k]) &&
                      cs_same(cs_tuple_at(ctx, m->seq[k], m->at[k]), c));
    if (seen) continue;
    uint32_t len;
    const char *s = cs_str_data(ctx, CS_PTR(ctx, cs_type, c)->name, &len);
    if (at + len + 3 >= sizeof names) break;
    if (at) names[at++] = ',';
    if (at) names[at++] = ' ';
    memcpy(names + at, s, len);
    at += len;
  }
  names[at] = 0;
  return cs_throw(ctx, CS_TypeError,
                  "Cannot create a consistent method resolution\norder (MRO) "
                  "for bases %s",
                  names);
}

static cs_status linearise(cs_ctx *ctx, cs_value self, cs_value bases,
                           cs_value *out) {
  merge m = {.n = 0};
  cs_value order[MRO_MAX];
  uint32_t n = 0, nb = cs_tuple_len(ctx, bases);
  if (nb + 1 >= MRO_MAX) return cs_throw(ctx, CS_TypeError, "too many bases");
  for (uint32_t i = 0; i < nb; i++)
    m.seq[m.n++] = CS_PTR(ctx, cs_type, cs_tuple_at(ctx, bases, i))->mro;
  m.seq[m.n++] = bases;
  order[n++] = self;
  for (;;) {
    cs_value c = next_class(ctx, &m);
    if (cs_is_none(c)) break;
    if (cs_is_unbound(c)) return inconsistent(ctx, &m);
    if (n == MRO_MAX) return cs_throw(ctx, CS_TypeError, "MRO is too long");
    order[n++] = c;
    for (uint32_t i = 0; i < m.n; i++)
      if (m.at[i] < cs_tuple_len(ctx, m.seq[i]) &&
          cs_same(cs_tuple_at(ctx, m.seq[i], m.at[i]), c))
        m.at[i]++;
  }
  return cs_tuple_new(ctx, order, n, out);
}

/* --- flags --------------------------------------------------------------- */

/* Has a class of a C module a native for this, which C code that compares
 * values does not know? */
static bool is_foreign(const cs_type *c, cs_name_id name) {
  return c->layout == CS_L_BOX &&
         (name == CS_N___eq__ || name == CS_N___hash__);
}

/* Does a class made by a class statement define `name`, or anything that is
 * not a native of the built-in it extends? */
static bool has_python(cs_ctx *ctx, cs_off t, cs_name_id name) {
  cs_value mro = cs_type_at(ctx, t)->mro, key = cs_known(ctx, name);
  for (uint32_t i = 0; i < cs_tuple_len(ctx, mro); i++) {
    const cs_type *c = cs_type_at(ctx, cs_ref_off(cs_tuple_at(ctx, mro, i)));
    cs_value v = cs_dict_get_name(ctx, cs_ref(CS_L_DICT, c->dict), key);
    if (cs_is_unbound(v)) continue;
    return c->flags & CS_TYPE_HEAP || !cs_is(v, CS_L_NATIVE) ||
           is_foreign(c, name);
  }
  return false;
}

static bool has_order(cs_ctx *ctx, cs_off t) {
  return has_python(ctx, t, CS_N___lt__) || has_python(ctx, t, CS_N___le__) ||
         has_python(ctx, t, CS_N___gt__) || has_python(ctx, t, CS_N___ge__);
}

void cs_type_flags(cs_ctx *ctx, cs_off off) {
  static const struct {
    uint16_t name;
    uint32_t flag;
  } summary[] = {{CS_N___getattribute__, CS_TYPE_HGETATTRIBUTE},
                 {CS_N___getattr__, CS_TYPE_HGETATTR},
                 {CS_N___setattr__, CS_TYPE_HSETATTR},
                 {CS_N___delattr__, CS_TYPE_HSETATTR},
                 {CS_N___del__, CS_TYPE_HDEL},
                 {CS_N___new__, CS_TYPE_HNEW},
                 {CS_N___init__, CS_TYPE_HINIT},
                 {CS_N___eq__, CS_TYPE_HEQ},
                 {CS_N___hash__, CS_TYPE_HHASH}};
  cs_type *t = cs_type_at(ctx, off);
  uint32_t flags = t->flags & ~(uint32_t)CS_TYPE_METACALL;
  for (size_t i = 0; i < sizeof summary / sizeof *summary; i++)
    flags &= ~summary[i].flag;
  for (size_t i = 0; i < sizeof summary / sizeof *summary; i++)
    if (has_python(ctx, off, (cs_name_id)summary[i].name))
      flags |= summary[i].flag;
  flags &= ~(uint32_t)CS_TYPE_HORDER;
  if (t->layout >> 8 && has_order(ctx, off)) flags |= CS_TYPE_HORDER;
  flags &= ~(uint32_t)CS_TYPE_HTRUTH;
  if (!cs_is_unbound(
          find_uncached(ctx, off, 0, cs_known(ctx, CS_N___bool__))) ||
      !cs_is_unbound(find_uncached(ctx, off, 0, cs_known(ctx, CS_N___len__))))
    flags |= CS_TYPE_HTRUTH;
  flags &= ~(uint32_t)CS_TYPE_HCLASS;
  if (!cs_is(find_uncached(ctx, off, 0, cs_known(ctx, CS_N___class__)),
             CS_L_GETSET))
    flags |= CS_TYPE_HCLASS;
  cs_value call = find_uncached(ctx, t->meta, 0, cs_known(ctx, CS_N___call__));
  if (!cs_is_unbound(call) && !cs_is(call, CS_L_NATIVE))
    flags |= CS_TYPE_METACALL;
  cs_value abstract = cs_dict_get_name(ctx, cs_ref(CS_L_DICT, t->dict),
                                       cs_known(ctx, CS_N___abstractmethods__));
  flags &= ~(uint32_t)CS_TYPE_ABSTRACT;
  if (cs_is_set(abstract) && cs_set_len(ctx, abstract) > 0)
    flags |= CS_TYPE_ABSTRACT;
  if (flags & CS_TYPE_WHOLE) flags &= ~(uint32_t)(CS_TYPE_HNEW | CS_TYPE_HINIT);
  t->flags = flags;
}

/* --- creation ------------------------------------------------------------ */

/* The base whose instances have the most specific layout. */
static cs_status solid_base(cs_ctx *ctx, cs_value bases, cs_off *out) {
  cs_off best = cs_ref_off(cs_tuple_at(ctx, bases, 0));
  for (uint32_t i = 0; i < cs_tuple_len(ctx, bases); i++) {
    cs_off b = cs_ref_off(cs_tuple_at(ctx, bases, i));
    cs_off s = cs_type_at(ctx, b)->solid, sb = cs_type_at(ctx, best)->solid;
    if (cs_type_sub(ctx, sb, s)) continue;
    if (!cs_type_sub(ctx, s, sb))
      return cs_throw(ctx, CS_TypeError,
                      "multiple bases have instance lay-out conflict");
    best = b;
  }
  *out = best;
  return CS_OK;
}

static cs_status check_bases(cs_ctx *ctx, cs_value bases) {
  for (uint32_t i = 0; i < cs_tuple_len(ctx, bases); i++) {
    cs_value b = cs_tuple_at(ctx, bases, i);
    if (!cs_is_type(b))
      return cs_throw(ctx, CS_TypeError, "bases must be types");
    if (CS_PTR(ctx, cs_type, b)->flags & CS_TYPE_FINAL)
      return cs_throw(ctx, CS_TypeError,
                      "type '%v' is not an acceptable base type",
                      CS_PTR(ctx, cs_type, b)->name);
    if (CS_PTR(ctx, cs_type, b)->flags & CS_TYPE_RAW)
      return cs_throw(ctx, CS_TypeError, "class '%v' is not complete yet",
                      CS_PTR(ctx, cs_type, b)->name);
    for (uint32_t k = 0; k < i; k++)
      if (cs_same(b, cs_tuple_at(ctx, bases, k)))
        return cs_throw(ctx, CS_TypeError, "duplicate base class %v",
                        CS_PTR(ctx, cs_type, b)->name);
  }
  return CS_OK;
}

/* Root shape of a class: its solid base's members, then its own (slots.c adds
 * __slots__). */
static cs_status root_shape(cs_ctx *ctx, cs_off type, cs_off base,
                            cs_off *out) {
  const cs_shape *src = CS_AT(ctx, cs_shape, cs_type_at(ctx, base)->shape);
  cs_status st = cs_alloc(ctx, CS_L_SHAPE, sizeof(cs_shape), out);
  if (st != CS_OK) return st;
  cs_shape *s = CS_AT(ctx, cs_shape, *out);
  s->cls = type;
  s->parent = src->parent; /* same members, found through the same chain */
  s->name = src->name;
  s->slot = src->slot;
  s->count = src->count;
  return CS_OK;
}

static void inherit(cs_ctx *ctx, cs_type *t, cs_off base) {
  const cs_type *b = cs_type_at(ctx, base);
  t->flags |= CS_TYPE_HEAP | (b->flags & (CS_TYPE_EXCEPTION | CS_TYPE_META |
                                          CS_TYPE_SEQUENCE | CS_TYPE_MAPPING));
  t->newid = b->newid;
  t->solid = b->solid;
  t->layout = b->layout;
  if ((b->layout & 0xFF) != CS_L_INSTANCE && b->layout != CS_L_TYPE)
    t->layout = CS_L_INSTANCE | b->layout << 8;
}

cs_status cs_type_new(cs_ctx *ctx, cs_value name, cs_value bases, cs_value dict,
                      cs_off meta, cs_value *out) {
  cs_off base = 0, off = 0;
  cs_status st = check_bases(ctx, bases);
  if (st == CS_OK) st = solid_base(ctx, bases, &base);
  if (st == CS_OK) st = cs_alloc(ctx, CS_L_TYPE, sizeof(cs_type), &off);
  if (st != CS_OK) return st;
  cs_type *t = CS_AT(ctx, cs_type, off);
  t->name = t->qualname = name;
  t->bases = bases;
  /* Valid already if it stays half-made: a dump may meet it.  So far it is
   * like object, whatever its bases are. */
  const cs_type *plain = cs_type_at(ctx, ctx->image->cls[CS_L_INSTANCE]);
  t->mro = plain->mro;
  t->solid = plain->solid;
  t->shape = plain->shape;
  t->layout = CS_L_INSTANCE;
  t->dict = cs_ref_off(dict);
  t->meta = meta;
  t->doc = CS_NONE;
  st = linearise(ctx, cs_type_value(off), bases, &t->mro);
  if (st != CS_OK) return st;
  inherit(ctx, t, base);
  st = root_shape(ctx, off, base, &t->shape);
  if (st != CS_OK) return st;
  /* A payload is hidden member 0 of a subclass of a built-in. */
  cs_shape *s = CS_AT(ctx, cs_shape, t->shape);
  if (t->layout >> 8 && s->count == 0) {
    s->name = CS_NONE;
    s->count = 1;
  }
  t->inline_cap = s->count + 2;
  cs_type_flags(ctx, off);
  *out = cs_type_value(off);
  return CS_OK;
}

/* --- new bases for a class ----------------------------------------------- */

/* Classes made in the session stand in order of creation, bases first; so one
 * pass renews the MRO of everything below `type`. */
static cs_status relinearise(cs_ctx *ctx, cs_off type) {
  cs_value all = ctx->head->root[CS_ROOT_CLASSES];
  for (uint32_t i = 0; cs_is_list(all) && i < cs_list_len(ctx, all); i++) {
    cs_value v = cs_list_at(ctx, all, i);
    if (!cs_is_type(v)) continue;
    cs_type *t = CS_PTR(ctx, cs_type, v);
    if (cs_ref_off(v) == type || !cs_type_sub(ctx, cs_ref_off(v), type))
      continue;
    cs_status st = linearise(ctx, v, t->bases, &t->mro);
    if (st != CS_OK) return st;
  }
  return CS_OK;
}

cs_status cs_type_rebase(cs_ctx *ctx, cs_off type, cs_value bases) {
  cs_type *t = cs_type_at(ctx, type);
  cs_value old = t->bases, old_mro = t->mro, mro;
  cs_off base, was;
  cs_status st = check_bases(ctx, bases);
  if (st == CS_OK) st = solid_base(ctx, bases, &base);
  if (st == CS_OK) st = solid_base(ctx, old, &was);
  if (st != CS_OK) return st;
  if (cs_type_at(ctx, base)->solid != cs_type_at(ctx, was)->solid)
    return cs_throw(ctx, CS_TypeError,
                    "__bases__ assignment: '%v' object layout differs from "
                    "'%v'",
                    cs_type_at(ctx, base)->name, cs_type_at(ctx, was)->name);
  st = linearise(ctx, cs_type_value(type), bases, &mro);
  if (st != CS_OK) return st;
  t->bases = bases;
  t->mro = mro;
  st = relinearise(ctx, type);
  if (st == CS_THROW || st == CS_RETRY) {
    t->bases = old;
    t->mro = old_mro;
    return relinearise(ctx, type) == CS_RETRY ? CS_RETRY : st;
  }
  cs_type_touch(ctx, type, cs_known(ctx, CS_N___bases__));
  return st;
}
