/*
 * verify_fields.c - invariants of each layout.
 *
 * Everything a native or the loop relies on without looking is checked here:
 * a length never exceeds what the object's units hold, tables keep an empty
 * slot, offsets name objects of the right layout.
 *
 * Each function may read the fixed part of its object: the heap walk refused
 * whatever is smaller (`layouts` in verify.c).  What it reads of another object
 * must have been verified before; the levels in that table see to the order,
 * and where two objects of one level name each other, only their layout is
 * relied on.  A check says "no" with false; no reason is kept, since a forged
 * dump deserves no explanation and a damaged one fails its checksum first.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/utf8.h"
#include "py/heap/box.h"
#include "py/heap/dict.h"
#include "py/snap/verify.h"
#include "py/types/kinds.h"
#include "py/types/type.h"

#define SLOTS_MOST 65535 /* of an instance; a program may name so many */
#define AS(type)   CS_AT(v->ctx, const type, off)

/* The size of the object by its header, which the heap walk has checked against
 * the end of the heap: at most 64 GiB, so sums of it and of 32-bit lengths
 * cannot wrap. */
static uint64_t bytes_of(const cs_verifier *v, cs_off off) {
  return (uint64_t)CS_AT(v->ctx, cs_obj, off)->units * 16;
}

/* Is the object large enough for its fixed part? */
static bool fits(const cs_verifier *v, cs_off off, uint64_t need) {
  return bytes_of(v, off) >= need;
}

/* A block of bytes: strings, instructions and buffers are read up to `fill` and
 * written up to `cap` without another look at the block's size. */
static bool check_raw(const cs_verifier *v, cs_off off) {
  const cs_raw *r = AS(cs_raw);
  return fits(v, off, 16) && r->cap <= bytes_of(v, off) - 16 &&
         r->fill <= r->cap;
}

/* The crumbs of a text: the byte offsets of every 64th character, so that an
 * index does not count from the start.  Natives jump to such a place and decode
 * from there: each has to be inside the text and at the start of a character,
 * and none before the one that it follows. */
static bool check_crumbs(const cs_verifier *v, const cs_str *s,
                         const uint8_t *data) {
  if (!cs_verify_block(v, s->crumbs, CS_L_RAW, CS_USE_ONE) ||
      !check_raw(v, s->crumbs))
    return false;
  const cs_raw *c = CS_AT(v->ctx, cs_raw, s->crumbs);
  const uint32_t *at = (const uint32_t *)(const void *)c->data;
  uint32_t n = c->fill / 4, last = 0;
  if ((uint64_t)n * 64 + 64 < s->chars) return false;
  for (uint32_t i = 0; i < n; i++) {
    if (at[i] > s->len || at[i] < last) return false;
    if (at[i] < s->len && !cs_utf8_is_start(data[at[i]])) return false;
    last = at[i];
  }
  return true;
}

/* Text is valid UTF-8 (with lone surrogates) and has as many characters as it
 * says: everything that indexes, slices or formats text decodes without
 * looking for the end in the middle of a character.  The flags matter as much:
 * a text that calls itself ASCII is indexed by bytes. */
static bool check_str(const cs_verifier *v, cs_off off) {
  const cs_str *s = AS(cs_str);
  if (!fits(v, off, offsetof(cs_str, u) + 8)) return false;
  const uint8_t *data = (const uint8_t *)s->u.data;
  if (s->h.flags & CS_STR_EXT) {
    if (!cs_verify_block(v, s->u.buf, CS_L_RAW, CS_USE_TEXT) ||
        !check_raw(v, s->u.buf))
      return false;
    const cs_raw *r = CS_AT(v->ctx, cs_raw, s->u.buf);
    if (s->len > r->fill) return false;
    data = r->data;
  } else if (s->len > bytes_of(v, off) - offsetof(cs_str, u)) {
    return false;
  }
  cs_utf8_info info;
  if (cs_utf8_check(data, s->len, true, &info) != s->len) return false;
  if (info.count != s->chars || info.ascii != !!(s->h.flags & CS_STR_ASCII) ||
      info.surrogates != !!(s->h.flags & CS_STR_SURROGATE))
    return false;
  return !s->crumbs || check_crumbs(v, s, data);
}

/* An int that does not fit a value: its top limb is not zero, because GMP's mpn
 * functions want it so, and it is outside of what fits, because equal ints have
 * one form and comparisons rely on it. */
static bool check_bigint(const cs_verifier *v, cs_off off) {
  const cs_bigint *b = AS(cs_bigint);
  if (!fits(v, off, 24) || b->n == 0 || b->neg > 1 ||
      (uint64_t)b->n * 8 > bytes_of(v, off) - 16 || !b->limb[b->n - 1])
    return false;
  if (b->n > 1) return true;
  return b->limb[0] > (uint64_t)CS_INT_MAX + (b->neg ? 1 : 0);
}

/* Items are read up to `len` and appended up to `cap`.  The block is the list's
 * alone: a second list over it could move it while the first is iterated. */
static bool check_list(const cs_verifier *v, cs_off off) {
  const cs_list *l = AS(cs_list);
  if (!fits(v, off, sizeof *l) || l->len > l->cap) return false;
  if (!l->items) return l->cap == 0;
  if (!cs_verify_block(v, l->items, CS_L_ARRAY, CS_USE_ONE)) return false;
  return l->cap <= (bytes_of(v, l->items) - 8) / 8;
}

/* The items lie in the tuple itself: level 0, so that everything of a higher
 * level may read the items of a tuple up to its length. */
static bool check_tuple(const cs_verifier *v, cs_off off) {
  const cs_tuple *t = AS(cs_tuple);
  return fits(v, off, 16) && t->len <= (bytes_of(v, off) - 16) / 8 &&
         cs_verify_values(v, t->v, t->len);
}

/* Entries, hashes and index of a dict table fit the object; at least one index
 * slot is empty and all others name used entries. */
static bool check_dict(const cs_verifier *v, cs_off off) {
  const cs_dict *d = AS(cs_dict);
  if (!fits(v, off, sizeof *d) || d->len > d->used) return false;
  if (!d->table) return d->used == 0;
  if (!cs_verify_block(v, d->table, CS_L_TABLE, CS_USE_ONE)) return false;
  const cs_table *t = CS_AT(v->ctx, cs_table, d->table);
  if (d->used > t->cap) return false;
  uint32_t live = 0;
  for (uint32_t i = 0; i < d->used; i++) live += !cs_is_unbound(t->e[i].key);
  return live == d->len && cs_dict_check_index(t, d->used);
}

/* A dict's table by itself: sizes and well-formed keys and values, also of the
 * entries that the dict has not used so far, since a dict that grows copies
 * them. */
static bool check_table(const cs_verifier *v, cs_off off) {
  const cs_table *t = AS(cs_table);
  return fits(v, off, sizeof(cs_table)) && cs_dict_check_table(t) &&
         cs_verify_values(v, &t->e[0].key, (uint64_t)t->cap * 2);
}

/* A search in a set ends at an empty entry and nowhere else: without one it
 * would not end.  `len` and `fill` are counted anew, because room is made by
 * them and a wrong number would let the table fill up later. */
static bool check_set(const cs_verifier *v, cs_off off) {
  const cs_set *s = AS(cs_set);
  if (!fits(v, off, sizeof *s) || s->len > s->fill) return false;
  if (!s->table) return s->fill == 0;
  if (!cs_verify_block(v, s->table, CS_L_SETTABLE, CS_USE_ONE)) return false;
  const cs_set_table *t = CS_AT(v->ctx, cs_set_table, s->table);
  uint64_t size = (uint64_t)s->mask + 1;
  if (size & s->mask || size != t->size) return false;
  uint32_t live = 0, empty = 0;
  for (uint32_t i = 0; i < t->size; i++) {
    if (cs_is_unbound(t->e[i].key))
      empty++;
    else if (!cs_set_removed(&t->e[i]))
      live++;
  }
  /* room is made by the fill */
  return empty > 0 && live == s->len && s->fill == t->size - empty;
}

/* A set's table by itself: as many entries as it says, each with a well-formed
 * key.  What is empty or removed is the set's business. */
static bool check_set_table(const cs_verifier *v, cs_off off) {
  const cs_set_table *t = AS(cs_set_table);
  if (!fits(v, off, 16) ||
      t->size > (bytes_of(v, off) - 16) / sizeof(cs_set_entry))
    return false;
  for (uint32_t i = 0; i < t->size; i++)
    if (!cs_verify_value(v, t->e[i].key)) return false;
  return true;
}

/* An int, large or small. */
static bool check_int_value(const cs_verifier *v, cs_value x) {
  return cs_is_int(x) || (cs_is(x, CS_L_BIGINT) && cs_verify_value(v, x));
}

/* Only that the four are ints: a length that does not follow from the others
 * makes a strange range, and iterators of one are checked by themselves. */
static bool check_range(const cs_verifier *v, cs_off off) {
  const cs_range *r = AS(cs_range);
  return fits(v, off, sizeof *r) && check_int_value(v, r->start) &&
         check_int_value(v, r->stop) && check_int_value(v, r->step) &&
         check_int_value(v, r->len);
}

static bool none_or(cs_value v, uint32_t layout) {
  return cs_is_none(v) || cs_is(v, layout);
}

/* A call pushes a frame from these fields without looking at their layouts, and
 * instructions of the code read the closure by index: it has exactly as many
 * cells as the code has free variables. */
static bool check_func(const cs_verifier *v, cs_off off) {
  const cs_func *f = AS(cs_func);
  if (!fits(v, off, sizeof *f) || !cs_verify_object(v, f->code, CS_L_CODE) ||
      !cs_verify_object(v, f->globals, CS_L_DICT) ||
      !cs_verify_values(v, &f->name, 10))
    return false;
  if (!cs_is(f->name, CS_L_STR) || !cs_is(f->qualname, CS_L_STR) ||
      !none_or(f->defaults, CS_L_TUPLE) || !none_or(f->kwdefaults, CS_L_DICT) ||
      !none_or(f->dict, CS_L_DICT))
    return false;
  /* Names of the engine are for the engine's own code. */
  if (cs_verify_inner(v, f->globals) && f->code >= CS_HEAP_BASE) return false;
  const cs_code *c = CS_AT(v->ctx, cs_code, f->code);
  uint32_t want = cs_is(c->freevars, CS_L_TUPLE)
                      ? CS_PTR(v->ctx, cs_tuple, c->freevars)->len
                      : 0;
  if (cs_is_none(f->closure)) return want == 0;
  if (!cs_is(f->closure, CS_L_TUPLE)) return false;
  const cs_tuple *t = CS_PTR(v->ctx, cs_tuple, f->closure);
  if (t->len != want || t->len > (t->h.units * 16ull - 16) / 8) return false;
  for (uint32_t i = 0; i < t->len; i++)
    if (!cs_is(t->v[i], CS_L_CELL)) return false;
  return true;
}

/* Of a class whose instances are modules and have no slots. */
static bool check_module(const cs_verifier *v, cs_off off) {
  const cs_module *m = AS(cs_module);
  if (!fits(v, off, sizeof *m) || m->number != 0 || m->h.flags != 0 ||
      !cs_verify_object(v, m->dict, CS_L_DICT))
    return false;
  if (m->cls == 0) return true;
  if (!cs_verify_object(v, m->cls, CS_L_TYPE)) return false;
  const cs_type *t = CS_AT(v->ctx, cs_type, m->cls);
  return t->layout == (CS_L_INSTANCE | CS_L_MODULE << 8);
}

/* Where a coroutine that has not begun was made: see cs_gen. */
static bool check_maker(const cs_verifier *v, const cs_gen *g) {
  if (g->pc == 0) return true;
  return g->h.kind == CS_GENKIND_CORO && cs_is(g->extra, CS_L_CODE) &&
         g->pc < CS_PTR(v->ctx, cs_code, g->extra)->ninsns;
}

/* Natives of the class get it as a generator, or cope with one: iterators such
 * as zip are generators of the library where C does not do all. */
static bool is_gen_class(const cs_verifier *v, cs_off cls) {
  return cs_verify_object(v, cls, CS_L_TYPE) &&
         cs_kind_GEN_TYPE(v->ctx, cs_ref(CS_L_TYPE, cls));
}

/* A suspended generator continues at `pc` with the registers that it holds: the
 * place must follow a YIELD, which leaves no call half-made, and there must be
 * room for all registers of the code.  A generator that runs has a frame, which
 * verify_code.c matches with it. */
static bool check_gen(const cs_verifier *v, cs_off off) {
  const cs_gen *g = AS(cs_gen);
  if (!fits(v, off, offsetof(cs_gen, regs)) || g->h.flags > CS_GEN_DONE ||
      g->h.kind > CS_GENKIND_ASYNC || !is_gen_class(v, g->cls) ||
      !cs_verify_values(v, &g->handled, 4))
    return false;
  if (!cs_verify_runs(v, g->func, g->code)) return false;
  const cs_code *c = CS_AT(v->ctx, cs_code, g->code);
  if (c->nregs > cs_gen_room(g)) return false;
  if (g->h.flags == CS_GEN_DONE) return true; /* nobody looks at them again */
  if (g->h.flags == CS_GEN_SUSPENDED && !cs_verify_yield_point(v, c, g->pc))
    return false;
  if (g->h.flags == CS_GEN_NEW && !check_maker(v, g)) return false;
  return cs_verify_registers(v, g->code, g->regs, cs_gen_room(g));
}

/* What natives of a class in the MRO rely on: its members are there, and an
 * exception is one.  (A class that was never finished has no flags yet and, as
 * check_instance sees to, no instances.) */
static bool may_inherit(const cs_verifier *v, const cs_type *t, cs_value cls) {
  const cs_type *b = CS_PTR(v->ctx, cs_type, cls);
  if (!cs_verify_object(v, b->shape, CS_L_SHAPE)) return false;
  if (CS_AT(v->ctx, cs_shape, b->shape)->count >
      CS_AT(v->ctx, cs_shape, t->shape)->count)
    return false;
  return !(b->flags & CS_TYPE_EXCEPTION) || t->flags & CS_TYPE_EXCEPTION ||
         !(t->flags & CS_TYPE_HEAP);
}

/* The layout that instances of a class derived from `b` have. */
static uint32_t derived_layout(const cs_type *b) {
  if ((b->layout & 0xFF) == CS_L_INSTANCE || b->layout == CS_L_TYPE)
    return b->layout;
  return CS_L_INSTANCE | (uint32_t)b->layout << 8;
}

/* Natives of built-ins unwrap instances of what is derived from them, and a
 * native constructor wraps: the class must be derived from the built-in, and
 * wrap what that wraps. */
static bool may_wrap(const cs_verifier *v, const cs_type *t) {
  const cs_tuple *m = CS_PTR(v->ctx, cs_tuple, t->mro);
  bool made = t->newid == 0;
  for (uint32_t i = 0; i < m->len; i++) {
    if (cs_ref_off(m->v[i]) >= CS_IMAGE_END) continue;
    const cs_type *b = CS_PTR(v->ctx, cs_type, m->v[i]);
    uint32_t want = derived_layout(b);
    if (want >> 8 && t->layout != want) return false;
    made |= b->newid == t->newid && t->layout == want;
  }
  return made;
}

/* The first slots of an instance are for natives: they trust what is there. */
static uint32_t own_slots(const cs_type *t) {
  return t->flags & CS_TYPE_EXCEPTION ? (uint32_t)CS_EXC_MEMBERS
         : t->layout >> 8             ? 1u
                                      : 0u;
}

/* A class decides which natives its instances are given to: those of every
 * class in its MRO.  So what counts here is that each of them can read such an
 * instance (may_inherit, may_wrap), and that the slots which natives trust are
 * there and are nobody else's (own_slots). */
static bool check_type(const cs_verifier *v, cs_off off) {
  const cs_type *t = AS(cs_type);
  if (!fits(v, off, sizeof *t) || !cs_verify_values(v, &t->name, 4) ||
      !cs_verify_value(v, t->doc) || !cs_verify_object(v, t->dict, CS_L_DICT) ||
      !cs_verify_object(v, t->meta, CS_L_TYPE) ||
      !cs_verify_object(v, t->shape, CS_L_SHAPE) ||
      !cs_verify_object(v, t->solid, CS_L_TYPE) || !cs_is(t->name, CS_L_STR) ||
      !cs_is(t->qualname, CS_L_STR) || !cs_is(t->bases, CS_L_TUPLE) ||
      !cs_is(t->mro, CS_L_TUPLE) || t->newid >= 128)
    return false;
  /* natives of the metaclass's bases get the class as what those describe */
  if (CS_AT(v->ctx, cs_type, t->meta)->layout != CS_L_TYPE) return false;
  /* a class in a session always has instances of its own kind */
  if (t->layout != CS_L_TYPE && (t->layout & 0xFF) != CS_L_INSTANCE)
    return false;
  const cs_tuple *m = CS_PTR(v->ctx, cs_tuple, t->mro);
  if (m->len == 0 || m->len > (m->h.units * 16ull - 16) / 8) return false;
  for (uint32_t i = 0; i < m->len; i++)
    if (!cs_is(m->v[i], CS_L_TYPE) || !may_inherit(v, t, m->v[i])) return false;
  if (!may_wrap(v, t)) return false;
  const cs_tuple *b = CS_PTR(v->ctx, cs_tuple, t->bases);
  for (uint32_t i = 0; i < b->len; i++)
    if (!cs_is(b->v[i], CS_L_TYPE)) return false;
  const cs_shape *s = CS_AT(v->ctx, cs_shape, t->shape);
  return s->count >= own_slots(t) && s->count <= SLOTS_MOST &&
         (t->inline_cap <= 64 || t->inline_cap <= s->count + 2);
}

/* A descriptor of one slot of an instance, by number.  It reads the slot of
 * whatever has the owner in its MRO, so the slot must be one of the owner's
 * shape and none that a native trusts. */
static bool check_member(const cs_verifier *v, cs_off off) {
  const cs_member *m = AS(cs_member);
  if (!fits(v, off, sizeof *m) || !cs_verify_object(v, m->owner, CS_L_TYPE) ||
      !cs_verify_value(v, m->name))
    return false;
  const cs_type *t = CS_AT(v->ctx, cs_type, m->owner);
  return m->slot >= own_slots(t) &&
         m->slot < CS_AT(v->ctx, cs_shape, t->shape)->count;
}

/* Neither `s` nor a shape before it names a slot that natives trust; the chain
 * before `p` was or will be looked at in the same way. */
static bool keeps_own_slots(const cs_verifier *v, const cs_shape *s,
                            const cs_shape *p) {
  if (!cs_verify_object(v, p->cls, CS_L_TYPE)) return false;
  uint32_t own = own_slots(CS_AT(v->ctx, cs_type, s->cls));
  if (cs_is(s->name, CS_L_STR) && s->slot < own) return false;
  return p->count == 0 || own_slots(CS_AT(v->ctx, cs_type, p->cls)) >= own;
}

/* Shapes form chains towards the root: each adds one slot, except the one of
 * instances with a dict, whose parent has none. */
static bool check_shape(const cs_verifier *v, cs_off off) {
  const cs_shape *s = AS(cs_shape);
  bool dict = s->h.flags & CS_SHAPE_DICT;
  if (!fits(v, off, sizeof *s) || !cs_verify_object(v, s->cls, CS_L_TYPE) ||
      !cs_verify_maybe(v, s->parent, CS_L_SHAPE) ||
      !cs_verify_value(v, s->name) || s->count > SLOTS_MOST)
    return false;
  if (s->count && s->slot >= s->count) return false;
  if (!s->parent) return !dict;
  const cs_shape *p = CS_AT(v->ctx, cs_shape, s->parent);
  if (p->h.flags & CS_SHAPE_DICT || !keeps_own_slots(v, s, p)) return false;
  if (dict) return p->count == s->count && cs_is_none(s->name);
  return s->count == p->count + 1 && s->slot == p->count &&
         (cs_is(s->name, CS_L_STR) || cs_is_none(s->name));
}

/* Attributes are read at the slot that the shape names, inline or in `ext`;
 * there must be that many.  The layout of the object is the one its class
 * gives, or natives of the class would read the payload as something else: an
 * exception's `args` is a tuple, the payload of a subclass of list is a list.
 */
static bool check_instance(const cs_verifier *v, cs_off off) {
  const cs_instance *o = AS(cs_instance);
  if (!fits(v, off, 16) || !cs_verify_object(v, o->shape, CS_L_SHAPE))
    return false;
  uint32_t n = (uint32_t)((bytes_of(v, off) - 16) / 8);
  const cs_shape *s = CS_AT(v->ctx, cs_shape, o->shape);
  if (!cs_verify_values(v, o->slot, n)) return false;
  if (s->h.flags & CS_SHAPE_DICT) {
    if (!cs_verify_object(v, o->ext, CS_L_DICT) || s->count > n) return false;
  } else if (o->ext) {
    if (!cs_verify_block(v, o->ext, CS_L_ARRAY, CS_USE_ONE)) return false;
    if (s->count > n + (bytes_of(v, o->ext) - 8) / 8) return false;
  } else if (s->count > n) {
    return false;
  }
  if (!cs_verify_object(v, s->cls, CS_L_TYPE)) return false;
  const cs_type *t = CS_AT(v->ctx, cs_type, s->cls);
  if (t->layout != o->h.type ||
      (s->cls >= CS_HEAP_BASE && !(t->flags & CS_TYPE_HEAP)) ||
      s->count < CS_AT(v->ctx, cs_shape, t->shape)->count ||
      n < CS_AT(v->ctx, cs_shape, t->shape)->count) /* members are inline */
    return false;
  if (t->flags & CS_TYPE_EXCEPTION)
    return n >= CS_EXC_MEMBERS && cs_is(o->slot[CS_EXC_ARGS], CS_L_TUPLE);
  uint32_t payload = o->h.type >> 8;
  if (!payload) return true;
  if (n < 1) return false;
  cs_value p = o->slot[0];
  if (payload == CS_L_NUMINT) return cs_is_int(p) || cs_is(p, CS_L_BIGINT);
  if (payload == CS_L_NUMFLOAT) return cs_is_float(p);
  return cs_is(p, payload);
}

/* One dimension, or a length for each. */
static bool check_dimensions(const cs_verifier *v, cs_value shape) {
  if (cs_is_none(shape)) return true;
  if (!cs_is(shape, CS_L_TUPLE) || !cs_verify_value(v, shape)) return false;
  const cs_tuple *t = CS_PTR(v->ctx, cs_tuple, shape);
  if (t->len == 0 || t->len > 64) return false;
  for (uint32_t i = 0; i < t->len; i++)
    if (!cs_is_int(t->v[i]) || cs_int_of(t->v[i]) < 0 ||
        cs_int_of(t->v[i]) > UINT32_MAX)
      return false;
  return true;
}

/* The bytes behind a view: of themselves or of an instance of a subclass.
 * The view looks at their length each time. */
static bool check_viewed(const cs_verifier *v, const cs_memview *m,
                         uint64_t *size) {
  if (!cs_verify_value(v, m->src) || !cs_is_ref(m->src)) return false;
  uint32_t type = cs_ref_type(m->src), kind = type >> 8 ? type >> 8 : type;
  if ((type & 0xFF) != CS_L_INSTANCE && type >> 8) return false;
  if (m->h.flags & 4 && (kind != CS_L_BYTEARRAY || /* CS_VIEW_COUNTED */
                         cs_ref_off(m->src) < CS_HEAP_BASE))
    return false;
  *size = UINT64_MAX;
  if (type == CS_L_BYTES) *size = CS_PTR(v->ctx, cs_bytes, m->src)->len;
  if (type == CS_L_BYTEARRAY) *size = CS_PTR(v->ctx, cs_bytearray, m->src)->len;
  return kind == CS_L_BYTES || kind == CS_L_BYTEARRAY;
}

/* Every element between the first and the last is inside of what is viewed:
 * 64-bit arithmetic on 32-bit fields cannot overflow. */
static bool check_memview(const cs_verifier *v, cs_off off) {
  const cs_memview *m = AS(cs_memview);
  uint64_t size;
  if (!fits(v, off, sizeof *m) || !check_viewed(v, m, &size) ||
      !check_dimensions(v, m->shape) || m->itemsize == 0 || m->itemsize > 16)
    return false;
  /* what a released one showed may have become shorter: nobody looks */
  if (m->count == 0 || m->h.flags & 2) return true;
  int64_t first = m->start;
  int64_t last = first + (int64_t)m->stride * ((int64_t)m->count - 1);
  int64_t lo = first < last ? first : last, hi = first < last ? last : first;
  return lo >= 0 && (uint64_t)hi + m->itemsize <= size;
}

/* Bytes lie in the object itself. */
static bool check_bytes(const cs_verifier *v, cs_off off) {
  return fits(v, off, 16) &&
         AS(cs_bytes)->len <= bytes_of(v, off) - offsetof(cs_bytes, data);
}

/* The buffer is written: it is this object's alone, lies in the heap and is
 * nobody's instructions or text. */
static bool check_bytearray(const cs_verifier *v, cs_off off) {
  const cs_bytearray *b = AS(cs_bytearray);
  if (!fits(v, off, sizeof *b)) return false;
  if (!b->buf) return b->len == 0;
  return cs_verify_block(v, b->buf, CS_L_RAW, CS_USE_ONE) &&
         check_raw(v, b->buf) && b->len <= CS_AT(v->ctx, cs_raw, b->buf)->cap;
}

/* State of a native, whose layout only the module knows that made it: the
 * engine's check_box asks that module.  The values are checked here. */
static bool check_box(const cs_verifier *v, cs_off off) {
  const cs_box *b = AS(cs_box);
  return fits(v, off, 16) && cs_verify_object(v, b->cls, CS_L_TYPE) &&
         b->nvalues <= (bytes_of(v, off) - 16) / 8 &&
         /* a fiber has registers of library code, too; nobody looks into it */
         cs_verify_registers(v, b->h.kind == CS_BOX_FIBER ? 0 : CS_HEAP_BASE,
                             b->v, b->nvalues) &&
         v->ctx->check_box && v->ctx->check_box(v->ctx, b) &&
         b->cls == v->ctx->image->box[b->h.kind]; /* a known kind */
}

/* `n` values that start at byte `at`. */
static bool plain(const cs_verifier *v, cs_off off, uint64_t size, uint32_t at,
                  uint32_t n) {
  return fits(v, off, size) &&
         cs_verify_values(v, CS_AT(v->ctx, cs_value, off + at), n);
}

/* Attributes are looked up in the MRO of `obj_type`, after `type`. */
static bool check_super(const cs_verifier *v, cs_off off) {
  const cs_super *s = AS(cs_super);
  return plain(v, off, sizeof *s, 8, 3) && cs_is(s->type, CS_L_TYPE) &&
         (cs_is_none(s->obj) || cs_is(s->obj_type, CS_L_TYPE));
}

/* A native names a C function by number.  Only the image has any: one in a heap
 * would let a dump choose which function gets which arguments. */
static bool check_native(const cs_verifier *v, cs_off off) {
  assert(v->heap_top >= CS_HEAP_BASE);
  (void)v;
  return off < CS_HEAP_BASE;
}

/* Does the descriptor have the natives of that one of the image? */
static bool is_like(const cs_ctx *ctx, const cs_getset *g, cs_value model) {
  if (!cs_is(model, CS_L_GETSET)) return false;
  const cs_getset *m = CS_PTR(ctx, cs_getset, model);
  return g->get == m->get && g->set == m->set;
}

/* A class of the session has its own `__dict__` and `__weakref__`.  Their
 * natives are those of two descriptors of the image (types/slots.c), which
 * cope with any object; other natives would trust theirs. */
static bool check_getset(const cs_verifier *v, cs_off off) {
  cs_ctx *ctx = v->ctx;
  const cs_getset *g = AS(cs_getset);
  if (!cs_verify_object(v, g->owner, CS_L_TYPE) || !cs_is(g->name, CS_L_STR) ||
      !cs_verify_value(v, g->name))
    return false;
  return is_like(ctx, g,
                 cs_type_find(ctx, cs_exc_class(ctx, CS_BaseException),
                              cs_known(ctx, CS_N___dict__))) ||
         is_like(ctx, g,
                 cs_type_find(ctx, ctx->image->cls[CS_L_TYPE],
                              cs_known(ctx, CS_N___text_signature__)));
}

/* One row for each layout; a layout without a row is refused.  Two with nothing
 * but values in fixed places need no function of their own: `plain`. */
bool cs_verify_fields(const cs_verifier *v, cs_off off) {
  assert(off >= CS_HEAP_BASE && off < v->heap_top && off % 16 == 0);
  assert(bytes_of(v, off) >= 16); /* the heap walk refused anything smaller */
  switch (AS(cs_obj)->type & 0xFF) {
    case CS_L_FREE: return fits(v, off, 16);
    case CS_L_STR: return check_str(v, off);
    case CS_L_BYTES: return check_bytes(v, off);
    case CS_L_BIGINT: return check_bigint(v, off);
    case CS_L_COMPLEX: return fits(v, off, sizeof(cs_complex));
    case CS_L_LIST: return check_list(v, off);
    case CS_L_TUPLE: return check_tuple(v, off);
    case CS_L_DICT: return check_dict(v, off);
    case CS_L_SET:
    case CS_L_FROZENSET: return check_set(v, off);
    case CS_L_RANGE: return check_range(v, off);
    case CS_L_SLICE: return plain(v, off, sizeof(cs_slice), 8, 3);
    case CS_L_BYTEARRAY: return check_bytearray(v, off);
    case CS_L_MEMVIEW: return check_memview(v, off);
    case CS_L_FUNC: return check_func(v, off);
    case CS_L_NATIVE: return check_native(v, off);
    case CS_L_METHOD: return plain(v, off, sizeof(cs_method), 8, 2);
    case CS_L_CELL: return plain(v, off, sizeof(cs_cell), 8, 1);
    case CS_L_CODE:
      return fits(v, off, sizeof(cs_code)) && cs_verify_code(v, AS(cs_code));
    case CS_L_TYPE: return check_type(v, off);
    case CS_L_INSTANCE: return check_instance(v, off);
    case CS_L_MODULE: return check_module(v, off);
    case CS_L_GEN: return check_gen(v, off);
    case CS_L_ITER:
      return plain(v, off, sizeof(cs_iter), 8, 4) &&
             cs_verify_iter(v, AS(cs_iter));
    case CS_L_PROPERTY:
    case CS_L_CLASSMETHOD:
    case CS_L_STATICMETHOD: return plain(v, off, sizeof(cs_property), 8, 5);
    case CS_L_SUPER: return check_super(v, off);
    case CS_L_TRACEBACK:
      return plain(v, off, sizeof(cs_traceback), 8, 1) &&
             cs_verify_maybe(v, AS(cs_traceback)->func, CS_L_FUNC) &&
             cs_verify_object(v, AS(cs_traceback)->code, CS_L_CODE);
    case CS_L_FRAME:
      return plain(v, off, sizeof(cs_frameobj), 8, 3) &&
             cs_verify_object(v, AS(cs_frameobj)->code, CS_L_CODE);
    case CS_L_VIEW:
      return plain(v, off, sizeof(cs_view), 8, 1) && AS(cs_obj)->kind < 3 &&
             cs_is(AS(cs_view)->dict, CS_L_DICT);
    case CS_L_PROXY: return plain(v, off, sizeof(cs_proxy), 8, 1);
    case CS_L_ALIAS:
    case CS_L_UNION: return plain(v, off, sizeof(cs_alias), 8, 3);
    case CS_L_WEAKREF:
      return fits(v, off, sizeof(cs_weakref)) &&
             cs_verify_value(v, AS(cs_weakref)->callback) &&
             (AS(cs_obj)->flags & 1 ||
              cs_verify_value(v, (cs_value){AS(cs_weakref)->target}));
    case CS_L_MEMBER: return check_member(v, off);
    case CS_L_GETSET: return check_getset(v, off);
    case CS_L_HOSTFUNC: return plain(v, off, sizeof(cs_hostfunc), 8, 3);
    case CS_L_BOX: return check_box(v, off);
    case CS_L_ARRAY:
      return cs_verify_values(v, AS(cs_array)->v, (bytes_of(v, off) - 8) / 8);
    case CS_L_RAW: return check_raw(v, off);
    case CS_L_TABLE: return check_table(v, off);
    case CS_L_SETTABLE: return check_set_table(v, off);
    case CS_L_SHAPE: return check_shape(v, off);
    default: return false;
  }
}
