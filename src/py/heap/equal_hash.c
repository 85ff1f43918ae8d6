/*
 * equal_hash.c - hash(v) of built-in values, without C recursion.
 *
 * Numbers, tuples and frozensets hash to CPython's values, so numeric sets
 * keep CPython's order; strings and bytes hash with a fixed seed.  Values that
 * compare equal hash equal: 1, 1.0, True and 1+0j, and an instance of a
 * subclass of a built-in type like the value in it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/hash.h"
#include "py/heap/dict.h"
#include "py/heap/equal.h"
#include "py/heap/int.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"

#define HASH_NONE INT64_C(0xFCA86420) /* the value newer CPythons fixed */

typedef enum mix { MIX_TUPLE, MIX_SET, MIX_XOR } mix;

typedef struct level {
  const cs_value *v;
  uint32_t n, i;
  uint64_t acc;
  mix how;
  cs_value own[3]; /* items that are stored nowhere else */
} level;

typedef struct work {
  cs_ctx *ctx;
  uint32_t n;
  uint32_t parts; /* levels pushed so far */
  level l[CS_EQUAL_DEPTH];
} work;

/* CPython's text names the class. */
static cs_status unhashable(cs_ctx *ctx, cs_value v) {
  return cs_throw(ctx, CS_TypeError, "unhashable type: '%t'", v);
}

/* --- values without parts ------------------------------------------------ */

static int64_t hash_bytes_object(cs_ctx *ctx, cs_value v) {
  cs_bytes *b = CS_PTR(ctx, cs_bytes, v);
  if (b->h.flags & CS_STR_HASHED) return (int64_t)b->hash - 1;
  uint32_t hash = cs_str_hash_bytes((const char *)b->data, b->len);
  cs_charge(ctx, b->len / 64);
  if (!cs_is_frozen(ctx, v)) {
    b->hash = hash;
    b->h.flags |= CS_STR_HASHED;
  }
  return (int64_t)hash - 1;
}

static cs_status hash_memview(cs_ctx *ctx, cs_value v, int64_t *out) {
  const cs_memview *m = CS_PTR(ctx, cs_memview, v);
  if (!(m->h.flags & 1))
    return cs_throw(ctx, CS_ValueError,
                    "cannot hash writable memoryview object");
  const uint8_t *data;
  uint32_t len;
  if (!cs_equal_bytes(ctx, v, &data, &len)) return CS_SLOW;
  cs_charge(ctx, len / 64);
  *out = (int64_t)cs_str_hash_bytes((const char *)data, len) - 1;
  return CS_OK;
}

/* The order of the items must not matter, so they are mixed by an operation
 * that commutes. */
static int64_t hash_frozenset(cs_ctx *ctx, cs_value v) {
  cs_set *s = CS_PTR(ctx, cs_set, v);
  if (s->h.flags & CS_STR_HASHED) return s->hash;
  uint64_t acc = 0;
  uint32_t pos = 0;
  cs_value key;
  while (cs_set_next(ctx, v, &pos, &key))
    acc = cs_hash_set_step(acc,
                           CS_AT(ctx, cs_set_table, s->table)->e[pos - 1].hash);
  cs_charge(ctx, s->len / 4);
  int64_t hash = cs_hash_set_finish(acc, s->len);
  if (!cs_is_frozen(ctx, v)) {
    s->hash = hash;
    s->h.flags |= CS_STR_HASHED;
  }
  return hash;
}

/* A complex without an imaginary part hashes like its real part, since it is
 * equal to it. */
static int64_t hash_complex(const cs_complex *c) {
  return cs_hash_complex(cs_hash_double(c->re, 0), cs_hash_double(c->im, 0));
}

static int64_t hash_method(const cs_method *m) {
  return cs_hash_fix(cs_hash_id(m->self.bits) ^ cs_hash_id(m->func.bits));
}

static int64_t hash_immediate(cs_value v) {
  if (cs_is_none(v)) return HASH_NONE;
  if (cs_is_bool(v)) return cs_is_true(v);
  return cs_hash_id(v.bits & 0xFF);
}

/* --- values with parts --------------------------------------------------- */

/* Push a level; the result is CS_OK with `*out` untouched: see cs_hash_value.
 */
static cs_status push(work *w, const cs_value *v, uint32_t n, mix how) {
  if (w->n == CS_EQUAL_DEPTH || w->parts++ == CS_EQUAL_PARTS) return CS_SLOW;
  level *l = &w->l[w->n++];
  l->v = v;
  l->n = n;
  l->i = 0;
  l->acc = how == MIX_TUPLE ? cs_hash_tuple_start() : 0;
  l->how = how;
  cs_charge(w->ctx, n / 4 + 1);
  return CS_OK;
}

/* A range hashes like (len, start, step), with None where it is irrelevant. */
static cs_status push_range(work *w, const cs_range *r) {
  cs_status st = push(w, NULL, 3, MIX_TUPLE);
  if (st != CS_OK) return st;
  level *l = &w->l[w->n - 1];
  bool empty = cs_same(r->len, cs_int(0));
  l->own[0] = r->len;
  l->own[1] = empty ? CS_NONE : r->start;
  l->own[2] = empty || cs_same(r->len, cs_int(1)) ? CS_NONE : r->step;
  l->v = l->own;
  return CS_OK;
}

static cs_status push_union(work *w, cs_value args) {
  if (!cs_is_tuple(args)) return CS_SLOW;
  return push(w, cs_tuple_items(w->ctx, args), cs_tuple_len(w->ctx, args),
              MIX_SET);
}

/* Either stores the hash of `v` or pushes a level. */
static cs_status hash_layout(work *w, cs_value v, int64_t *out) {
  cs_ctx *ctx = w->ctx;
  switch (cs_ref_layout(v)) {
    case CS_L_STR: *out = (int64_t)cs_str_hash(ctx, v) - 1; return CS_OK;
    case CS_L_BYTES: *out = hash_bytes_object(ctx, v); return CS_OK;
    case CS_L_BIGINT:
      *out = cs_int_hash(ctx, v);
      cs_charge(ctx, CS_PTR(ctx, cs_obj, v)->units / 4);
      return cs_charge_look(ctx);
    case CS_L_COMPLEX:
      *out = hash_complex(CS_PTR(ctx, cs_complex, v));
      return CS_OK;
    case CS_L_FROZENSET: *out = hash_frozenset(ctx, v); return CS_OK;
    case CS_L_METHOD:
      *out = hash_method(CS_PTR(ctx, cs_method, v));
      return CS_OK;
    case CS_L_MEMVIEW: return hash_memview(ctx, v, out);
    case CS_L_TUPLE:
      return push(w, cs_tuple_items(ctx, v), cs_tuple_len(ctx, v), MIX_TUPLE);
    case CS_L_RANGE: return push_range(w, CS_PTR(ctx, cs_range, v));
    case CS_L_ALIAS:
      return push(w, &CS_PTR(ctx, cs_alias, v)->origin, 2, MIX_XOR);
    case CS_L_UNION: return push_union(w, CS_PTR(ctx, cs_alias, v)->args);
    case CS_L_VIEW:
      if (CS_PTR(ctx, cs_view, v)->h.kind != 1) return unhashable(ctx, v);
      *out = cs_hash_id(cs_ref_off(v));
      return CS_OK;
    case CS_L_LIST:
    case CS_L_DICT:
    case CS_L_SET:
    case CS_L_SLICE:
    case CS_L_BYTEARRAY:
    case CS_L_PROXY: return unhashable(ctx, v);
    default: *out = cs_hash_id(cs_ref_off(v)); return CS_OK;
  }
}

#define WEAK_DEPTH 1000 /* weak references to weak references */

static bool is_unhashable_layout(uint32_t layout) {
  return layout == CS_L_LIST || layout == CS_L_DICT || layout == CS_L_SET ||
         layout == CS_L_BYTEARRAY;
}

/* A weak reference hashes like its referent, also after that has died. */
static cs_status strip_weak(cs_ctx *ctx, cs_value *v) {
  for (uint32_t depth = 0; cs_is(*v, CS_L_WEAKREF); depth++) {
    if (depth > WEAK_DEPTH) /* a circle, in a forged snapshot */
      return cs_throw(ctx, CS_RecursionError,
                      "maximum recursion depth exceeded");
    const cs_weakref *r = CS_PTR(ctx, cs_weakref, *v);
    if (r->h.flags & 1) {
      if (!r->hash)
        return cs_throw(ctx, CS_TypeError, "weak object has gone away");
      return CS_OK;
    }
    *v = (cs_value){r->target};
  }
  return CS_OK;
}

/* A number, a singleton or an object that is no subclass instance. */
static cs_status hash_plain(work *w, cs_value v, int64_t *out) {
  if (cs_is_int(v)) {
    *out = cs_hash_int64(cs_int_of(v));
    return CS_OK;
  }
  if (cs_is_float(v)) {
    *out = cs_hash_double(cs_float_of(v), 0);
    return CS_OK;
  }
  if (!cs_is_ref(v)) {
    *out = hash_immediate(v);
    return CS_OK;
  }
  return hash_layout(w, v, out);
}

static cs_status hash_one(work *w, cs_value v, int64_t *out) {
  cs_ctx *ctx = w->ctx;
  cs_value ref = v;
  uint32_t levels = w->n;
  cs_status st = strip_weak(ctx, &v);
  if (st != CS_OK) return st;
  if (cs_is(v, CS_L_WEAKREF)) {
    *out = CS_PTR(ctx, cs_weakref, v)->hash;
    return CS_OK;
  }
  if (cs_equal_flags(ctx, v) & (CS_TYPE_HEQ | CS_TYPE_HHASH))
    return cs_is(v, CS_L_INSTANCE) && ctx->key_hash ? ctx->key_hash(ctx, v, out)
                                                    : CS_SLOW;
  cs_value inner = cs_equal_payload(ctx, v);
  if (!cs_same(inner, v) && cs_is_ref(inner) &&
      is_unhashable_layout(cs_ref_layout(inner)))
    return unhashable(ctx, v); /* names the subclass */
  st = hash_plain(w, inner, out);
  if (st == CS_OK && w->n == levels && cs_is(ref, CS_L_WEAKREF) &&
      !cs_is_frozen(ctx, ref))
    CS_PTR(ctx, cs_weakref, ref)->hash = *out; /* for the time after death */
  return st;
}

static void absorb(level *l, int64_t hash) {
  if (l->how == MIX_TUPLE)
    l->acc = cs_hash_tuple_step(l->acc, hash);
  else if (l->how == MIX_SET)
    l->acc = cs_hash_set_step(l->acc, hash);
  else
    l->acc ^= (uint64_t)hash;
}

static int64_t finish(const level *l) {
  if (l->how == MIX_TUPLE) return cs_hash_tuple_finish(l->acc, l->n);
  if (l->how == MIX_SET) return cs_hash_set_finish(l->acc, l->n);
  return cs_hash_fix((int64_t)l->acc);
}

/* The hash of a value without parts or methods, as most items of keys are. */
static inline bool hash_item(cs_ctx *ctx, cs_value v, int64_t *out) {
  if (cs_is_int(v))
    *out = cs_hash_int64(cs_int_of(v));
  else if (cs_is_str(v))
    *out = (int64_t)cs_str_hash(ctx, v) - 1;
  else if (cs_is_float(v))
    *out = cs_hash_double(cs_float_of(v), 0);
  else if (!cs_is_ref(v) && !cs_is_unbound(v))
    *out = hash_immediate(v);
  else if (cs_is(v, CS_L_FROZENSET))
    *out = hash_frozenset(ctx, v);
  else if (cs_is(v, CS_L_FUNC) ||
           ((cs_is(v, CS_L_INSTANCE) || cs_is(v, CS_L_TYPE)) &&
            !(cs_equal_flags(ctx, v) & (CS_TYPE_HEQ | CS_TYPE_HHASH))))
    *out = cs_hash_id(cs_ref_off(v));
  else
    return false;
  return true;
}

#define INNER_MOST 32 /* tuples in a tuple that are hashed without a list */
#define INNER_LEN  64 /* items of one: nobody looks at the clock meanwhile */

/* The tuple that `v` is, or an instance of a subclass (a namedtuple) that
 * hashes as it does; else UNBOUND. */
static inline cs_value tuple_in(cs_ctx *ctx, cs_value v) {
  if (cs_is_tuple(v)) return v;
  if (!cs_is(v, CS_L_INSTANCE | CS_L_TUPLE << 8) ||
      cs_equal_flags(ctx, v) & (CS_TYPE_HEQ | CS_TYPE_HHASH))
    return CS_UNBOUND;
  v = cs_equal_payload(ctx, v);
  return cs_is_tuple(v) ? v : CS_UNBOUND;
}

typedef bool row_hash(cs_ctx *, cs_value, int64_t *, uint32_t *left);

/* A tuple of such items and, with `rows`, of tuples of them, `left` in all. It
 * costs what hash_deeply would take. */
static inline bool hash_row(cs_ctx *ctx, cs_value v, int64_t *out,
                            uint32_t *left, row_hash *rows) {
  const cs_tuple *t = CS_PTR(ctx, cs_tuple, v);
  uint64_t acc = cs_hash_tuple_start();
  for (uint32_t i = 0; i < t->len; i++) {
    int64_t h;
    if (!hash_item(ctx, t->v[i], &h)) {
      cs_value inner = rows ? tuple_in(ctx, t->v[i]) : CS_UNBOUND;
      if (cs_is_unbound(inner) || *left == 0 ||
          cs_tuple_len(ctx, inner) > INNER_LEN)
        return false;
      --*left;
      if (!rows(ctx, inner, &h, left)) return false;
    }
    acc = cs_hash_tuple_step(acc, h);
  }
  cs_charge(ctx, t->len / 4 + 1);
  *out = cs_hash_tuple_finish(acc, t->len);
  return true;
}

/* Levels by name: a function that calls itself could be made to go too deep. */
#define LEVEL(name, rows)                                                   \
  static bool name(cs_ctx *ctx, cs_value v, int64_t *out, uint32_t *left) { \
    return hash_row(ctx, v, out, left, rows);                               \
  }
LEVEL(hash_row4, NULL)
LEVEL(hash_row3, hash_row4)
LEVEL(hash_row2, hash_row3)
LEVEL(hash_row1, hash_row2)

/* False: it is too deep for this, or has something else in it; what was tried
 * is paid for. */
static bool hash_tuple(cs_ctx *ctx, cs_value v, int64_t *out) {
  uint32_t left = INNER_MOST;
  return hash_row(ctx, v, out, &left, hash_row1);
}

static cs_status hash_deeply(cs_ctx *ctx, cs_value v, int64_t *out) {
  work w;
  w.ctx = ctx;
  w.n = w.parts = 0;
  int64_t hash = 0;
  cs_status st = hash_one(&w, v, &hash);
  while (st == CS_OK && w.n > 0) {
    st = cs_charge_look(ctx);
    if (st != CS_OK) break;
    level *l = &w.l[w.n - 1];
    if (l->i < l->n) {
      uint32_t depth = w.n;
      st = hash_one(&w, l->v[l->i++], &hash);
      if (w.n == depth) absorb(l, hash);
    } else {
      hash = finish(l);
      if (--w.n > 0) absorb(&w.l[w.n - 1], hash);
    }
  }
  if (st == CS_OK) *out = hash;
  return st;
}

/* Only a forged snapshot has UNBOUND where a key is taken from; tables mark
 * empty slots with it. */
cs_status cs_hash_value(cs_ctx *ctx, cs_value v, int64_t *out) {
  if (cs_is_int(v)) {
    *out = cs_hash_int64(cs_int_of(v));
    return CS_OK;
  }
  if (cs_is_unbound(v)) return cs_throw(ctx, CS_SystemError, "damaged value");
  cs_value tuple = tuple_in(ctx, v);
  if (!cs_is_unbound(tuple) && hash_tuple(ctx, tuple, out))
    return cs_charge_look(ctx);
  if (cs_is(v, CS_L_INSTANCE)) { /* by identity, or as its class has it */
    if (cs_equal_flags(ctx, v) & (CS_TYPE_HEQ | CS_TYPE_HHASH))
      return ctx->key_hash ? ctx->key_hash(ctx, v, out) : CS_SLOW;
    *out = cs_hash_id(cs_ref_off(v));
    return CS_OK;
  }
  if (hash_item(ctx, v, out)) return CS_OK;
  return hash_deeply(ctx, v, out);
}
