/*
 * slim.c - smaller code objects, shared constants, marks for the verifier.
 *
 * Nothing here changes what a program computes: names of locals are shown by
 * locals() only (code that calls it keeps them), texts about private functions
 * by nobody.  Immutable objects with the same bytes become one, and so do the
 * blocks of code; a tuple of tuples needs a round more than what it holds.
 *
 * Runs once, while caisson is built, before the objects are moved together
 * (compact.c).  It may leave unreferenced objects behind, but the heap stays a
 * sequence of objects: a shortened one is followed by a FREE one.
 *
 * Three passes over all objects: marks for what no program can hold, savings in
 * each object, then ROUNDS of sharing. A round makes equal leaves one, so that
 * in the next round the tuples that hold them have equal bytes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/snap/slim.h"

#include <stdlib.h>

#include "py/heap/dict.h"
#include "py/heap/intrinsics.h"
#include "py/heap/str.h"

#define ROUNDS 3

typedef struct sharer {
  cs_ctx *ctx;
  cs_off first, end;
  cs_off
      *same; /* owned: by (off - first) / 16, what stands for it; 0: itself */
  cs_off *table; /* owned: open addressing by content */
  uint32_t mask;
} sharer;

/* The object after this one. */
static cs_off next_of(const cs_ctx *ctx, cs_off off) {
  assert(CS_AT(ctx, cs_obj, off)->units > 0);
  return off + CS_AT(ctx, cs_obj, off)->units * 16;
}

/* Behind the image's header, at the next multiple of 16. */
static cs_off first_object(void) {
  return (CS_IMAGE_BASE + (cs_off)sizeof(cs_image) + 15) & ~15u;
}

/* --- code ---------------------------------------------------------------- */

/* The first names of a code object are those of its parameters, which calls by
 * keyword need. */
static uint32_t parameters(const cs_code *c) {
  return c->nargs + c->nkwonly + (c->flags & CS_CODE_VARARGS ? 1u : 0) +
         (c->flags & CS_CODE_VARKW ? 1u : 0);
}

/* Registers of cells are counted from the number of names: those stay. */
static void trim_names(cs_ctx *ctx, cs_code *c) {
  if (!(c->flags & CS_CODE_PRELUDE) || c->flags & CS_CODE_LOCALS) return;
  if (!cs_is(c->varnames, CS_L_TUPLE) || !cs_is(c->cellvars, CS_L_TUPLE))
    return;
  cs_tuple *t = CS_PTR(ctx, cs_tuple, c->varnames);
  uint32_t n = parameters(c);
  if (CS_PTR(ctx, cs_tuple, c->cellvars)->len || t->len <= n) return;
  if (n == 0) {
    c->varnames = ctx->image->empty_tuple;
    return;
  }
  assert(n < t->len);
  uint32_t units = (uint32_t)(offsetof(cs_tuple, v) + n * 8u + 15) / 16;
  uint32_t rest = t->h.units - units;
  memset(&t->v[n], 0, (size_t)t->h.units * 16 - offsetof(cs_tuple, v) - n * 8u);
  t->len = n;
  t->h.units = units;
  if (rest)
    *CS_AT(ctx, cs_obj, cs_ref_off(c->varnames) + units * 16) =
        (cs_obj){.type = CS_L_FREE, .units = rest};
}

/* Texts that were joined have room to grow, which nothing in the image does;
 * and packing computes the size of a block from what is in it. */
static void trim_block(cs_ctx *ctx, cs_off off) {
  cs_raw *r = CS_AT(ctx, cs_raw, off);
  uint32_t units = ((uint32_t)offsetof(cs_raw, data) + r->fill + 15) / 16;
  uint32_t rest = r->h.units - units;
  if (r->fill == 0 || r->fill >= r->cap) return; /* a table, or full */
  assert(units <= r->h.units);
  memset(r->data + r->fill, 0,
         (size_t)r->h.units * 16 - offsetof(cs_raw, data) - r->fill);
  r->cap = r->fill;
  r->h.units = units;
  if (rest)
    *CS_AT(ctx, cs_obj, off + units * 16) =
        (cs_obj){.type = CS_L_FREE, .units = rest};
}

/* A name that no program looks up: `_name`, or something inside a function. */
static bool is_private(const cs_ctx *ctx, cs_value name, cs_value qualname) {
  uint32_t n, m;
  const char *s = cs_str_data(ctx, name, &n);
  const char *q = cs_str_data(ctx, qualname, &m);
  bool special =
      n > 4 && memcmp(s, "__", 2) == 0 && memcmp(s + n - 2, "__", 2) == 0;
  return (n > 0 && s[0] == '_' && !special) || memmem(q, m, "<locals>", 8);
}

/* Only names and keys are looked up by their bits: other texts need no place
 * in the table. */
static void unintern(cs_str *s) {
  assert(!(s->h.flags & CS_STR_EXT)); /* its bytes are in place */
  const char *text = s->u.data;
  for (uint32_t i = 0; i < s->len; i++) {
    char c = text[i];
    bool name = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                (c >= '0' && c <= '9') || c == '_';
    if (name) continue;
    s->h.flags &= (uint8_t)~CS_STR_INTERNED;
    return;
  }
}

/* What each layout can do without.  Hashes of texts are computed here, because
 * the image is read-only memory later. */
static void slim_object(cs_ctx *ctx, cs_off off) {
  cs_obj *o = CS_AT(ctx, cs_obj, off);
  if (o->type == CS_L_CODE) {
    cs_code *c = CS_AT(ctx, cs_code, off);
    trim_names(ctx, c);
    if (cs_is_str(c->name) && is_private(ctx, c->name, c->qualname))
      c->doc = CS_NONE;
  } else if (o->type == CS_L_RAW) {
    trim_block(ctx, off);
  } else if (o->type == CS_L_FUNC) {
    cs_func *f = CS_AT(ctx, cs_func, off);
    if (cs_is_str(f->name) && is_private(ctx, f->name, f->qualname))
      f->doc = CS_NONE;
  } else if (o->type == CS_L_DICT) {
    cs_dict_shrink(ctx, cs_ref(CS_L_DICT, off));
  } else if (o->type == CS_L_STR) { /* later nobody can note its hash */
    (void)cs_str_hash(ctx, cs_ref(CS_L_STR, off));
  } else if (o->type == CS_L_LIST) { /* no room: an append has to ask */
    cs_list *l = CS_AT(ctx, cs_list, off);
    l->cap = l->len;
  }
}

/* --- equal objects ------------------------------------------------------- */

/* Bytes that decide about equality; 0: this one is not shared. */
static const char *content(const cs_ctx *ctx, cs_off off, uint32_t *len) {
  const cs_obj *o = CS_AT(ctx, cs_obj, off);
  *len = 0;
  if (o->type == CS_L_STR && !(o->flags & CS_STR_EXT)) {
    const cs_str *s = CS_AT(ctx, cs_str, off);
    *len = s->len;
    return s->u.data;
  }
  if (o->type == CS_L_TUPLE) {
    const cs_tuple *t = CS_AT(ctx, cs_tuple, off);
    *len = t->len * 8;
    return (const char *)t->v;
  }
  if (o->type == CS_L_BYTES) {
    *len = CS_AT(ctx, cs_bytes, off)->len;
    return (const char *)CS_AT(ctx, cs_bytes, off)->data;
  }
  if (o->type == CS_L_COMPLEX || o->type == CS_L_BIGINT) {
    *len = o->units * 16 - (uint32_t)sizeof *o;
    return (const char *)(o + 1);
  }
  if (o->type == CS_L_RAW) {
    *len = CS_AT(ctx, cs_raw, off)->fill;
    return (const char *)CS_AT(ctx, cs_raw, off)->data;
  }
  if (o->type == CS_L_ARRAY) {
    *len = o->units * 16 - (uint32_t)sizeof *o;
    return (const char *)CS_AT(ctx, cs_array, off)->v;
  }
  return NULL;
}

/* Same layout and same bytes: references are compared by what they name, hence
 * the rounds. */
static bool equal(const cs_ctx *ctx, cs_off a, cs_off b) {
  uint32_t n, m;
  const char *x = content(ctx, a, &n), *y = content(ctx, b, &m);
  if (CS_AT(ctx, cs_obj, a)->type != CS_AT(ctx, cs_obj, b)->type || n != m)
    return false;
  return memcmp(x, y, n) == 0;
}

static bool is_interned(const cs_ctx *ctx, cs_off off) {
  const cs_obj *o = CS_AT(ctx, cs_obj, off);
  return o->type == CS_L_STR && o->flags & CS_STR_INTERNED;
}

/* Where `off` or an equal object is in the table, or would be. */
static cs_off *place_of(const sharer *s, cs_off off) {
  uint32_t len;
  const char *bytes = content(s->ctx, off, &len);
  uint32_t i = cs_str_hash_bytes(bytes, len) & s->mask;
  while (s->table[i] && !equal(s->ctx, s->table[i], off)) i = (i + 1) & s->mask;
  return &s->table[i];
}

/* Find an object equal to this one, or enter it; blocks have an owner. */
static void meet(sharer *s, cs_off off) {
  uint16_t type = CS_AT(s->ctx, cs_obj, off)->type;
  uint32_t len;
  if (type == CS_L_RAW || type == CS_L_ARRAY || !content(s->ctx, off, &len))
    return;
  cs_off *place = place_of(s, off);
  if (!*place) {
    *place = off;
  } else if (*place == off) {
    return;
  } else if (is_interned(s->ctx, off)) { /* it must stay the one */
    s->same[(*place - s->first) >> 4] = off;
    *place = off;
  } else {
    s->same[(off - s->first) >> 4] = *place;
  }
}

/* Nobody writes to what belongs to code: equal blocks can be one.  Not those of
 * instructions: caches know them by their address. */
static void share_blocks(sharer *s, cs_off off) {
  cs_code *c = CS_AT(s->ctx, cs_code, off);
  if (c->h.type != CS_L_CODE) return;
  cs_off *const block[] = {&c->consts, &c->exctab, &c->postab};
  for (size_t i = 0; i < sizeof block / sizeof *block; i++) {
    if (*block[i] < s->first || *block[i] >= s->end) continue;
    cs_off *place = place_of(s, *block[i]);
    if (!*place) *place = *block[i];
    *block[i] = *place;
  }
}

/* Follow the chain of replacements: what stands for an object may have been
 * replaced itself in an earlier round. */
static void replace(const sharer *s, cs_value *v, uint64_t n) {
  for (uint64_t i = 0; i < n; i++) {
    if (!cs_is_ref(v[i])) continue;
    cs_off off = cs_ref_off(v[i]);
    if (off < s->first || off >= s->end) continue;
    while (s->same[(off - s->first) >> 4]) off = s->same[(off - s->first) >> 4];
    v[i] = cs_ref(cs_ref_type(v[i]), off);
  }
}

/* The macros visit every value of the object's layout; offsets are left alone,
 * since blocks are shared by share_blocks. */
static void replace_in(const sharer *s, cs_off off) {
  char *p = cs_at(s->ctx, off);
  const cs_obj *o = (const cs_obj *)(const void *)p;
#define VALUES(at, n) replace(s, at, n)
#define OFFSET(at)    (void)(at)
#include "py/heap/fields.def"
#undef VALUES
#undef OFFSET
}

/* The empty tuple and the empty bytes are entered first: C knows their
 * addresses, so they must be the ones that stay. */
static void share_round(sharer *s) {
  memset(s->table, 0, ((size_t)s->mask + 1) * sizeof *s->table);
  meet(s, cs_ref_off(s->ctx->image->empty_tuple)); /* those are known */
  meet(s, cs_ref_off(s->ctx->image->empty_bytes));
  for (cs_off off = s->first; off < s->end; off = next_of(s->ctx, off))
    if (!s->same[(off - s->first) >> 4]) meet(s, off);
  for (cs_off off = s->first; off < s->end; off = next_of(s->ctx, off))
    replace_in(s, off);
  for (cs_off off = s->first; off < s->end; off = next_of(s->ctx, off))
    share_blocks(s, off);
}

/* A text that is not a key of any dict need not be interned.  `same` is not in
 * use yet and holds the marks of the keys meanwhile. */
static void unintern_texts(sharer *s) {
  for (cs_off off = s->first; off < s->end; off = next_of(s->ctx, off)) {
    const cs_table *t = CS_AT(s->ctx, cs_table, off);
    if (t->h.type != CS_L_TABLE) continue;
    for (uint32_t i = 0; i < t->cap; i++)
      if (cs_is_str(t->e[i].key))
        s->same[(cs_ref_off(t->e[i].key) - s->first) >> 4] = 1;
  }
  for (cs_off off = s->first; off < s->end; off = next_of(s->ctx, off)) {
    cs_str *o = CS_AT(s->ctx, cs_str, off);
    if (o->h.type == CS_L_STR && !(o->h.flags & CS_STR_EXT) &&
        !s->same[(off - s->first) >> 4])
      unintern(o);
  }
  memset(s->same, 0, ((s->end - s->first) / 16 + 1) * sizeof *s->same);
}

/* --- what no program can hold ----------------------------------------------
 */

/* A program can come to this native: take the mark off. */
static void show(const cs_ctx *ctx, cs_value v) {
  if (cs_is(v, CS_L_NATIVE))
    CS_PTR(ctx, cs_native, v)->h.flags &= (uint8_t)~CS_NATIVE_INNER;
}

static void show_all(const cs_ctx *ctx, cs_off dict) {
  const cs_dict *d = CS_AT(ctx, cs_dict, dict);
  for (uint32_t i = 0; i < d->used; i++)
    show(ctx, CS_AT(ctx, cs_table, d->table)->e[i].value);
}

/* Classes of the library use some natives of the engine as methods, which a
 * program can fetch from there. */
static void show_methods(const cs_ctx *ctx, cs_off off) {
  const cs_property *p = CS_AT(ctx, cs_property, off);
  switch (p->h.type) {
    case CS_L_TYPE: show_all(ctx, CS_AT(ctx, cs_type, off)->dict); break;
    case CS_L_PROPERTY:
      show(ctx, p->fset);
      show(ctx, p->fdel);
      show(ctx, p->fget);
      break;
    case CS_L_CLASSMETHOD:
    case CS_L_STATICMETHOD: show(ctx, p->fget); break;
    case CS_L_METHOD: show(ctx, CS_AT(ctx, cs_method, off)->func); break;
    default: break;
  }
}

static bool has_inner(const cs_ctx *ctx, const cs_dict *d) {
  for (uint32_t i = 0; i < d->used; i++) {
    cs_value v = CS_AT(ctx, cs_table, d->table)->e[i].value;
    if (cs_is(v, CS_L_NATIVE) &&
        CS_PTR(ctx, cs_native, v)->h.flags & CS_NATIVE_INNER)
      return true;
  }
  return false;
}

/* The verifier of snapshots refuses references to what is marked here.  First
 * every native of the module `intrinsics` is marked, then the marks of those
 * are removed that a program can fetch from a class, from builtins or by an
 * instruction; last the dicts that hold a marked one. */
static void mark_inner(cs_ctx *ctx, cs_off first, cs_off end) {
  for (cs_off off = first; off < end; off = next_of(ctx, off)) {
    cs_native *n = CS_AT(ctx, cs_native, off);
    if (n->h.type == CS_L_NATIVE && cs_is_str(n->module) &&
        cs_str_eq_c(ctx, n->module, "intrinsics"))
      n->h.flags |= CS_NATIVE_INNER;
  }
  for (cs_off off = first; off < end; off = next_of(ctx, off))
    show_methods(ctx, off);
  show_all(ctx, cs_ref_off(ctx->image->builtins));
  for (uint32_t i = 0; i < CS_X_COUNT; i++)
    if (cs_intrinsic_is_compiled(i)) show(ctx, ctx->image->intrinsic[i]);
  for (cs_off off = first; off < end; off = next_of(ctx, off)) {
    cs_dict *d = CS_AT(ctx, cs_dict, off);
    if (d->h.type == CS_L_DICT && d->table && has_inner(ctx, d))
      d->h.flags |= CS_DICT_INNER;
  }
}

/* The table has at least twice as many places as objects, so a search ends. */
cs_status cs_slim_image(cs_ctx *ctx) {
  sharer s = {.ctx = ctx,
              .first = first_object(),
              .end = (cs_off)ctx->head->heap_top,
              .mask = 1};
  uint32_t objects = 0;
  mark_inner(ctx, s.first, s.end);
  for (cs_off off = s.first; off < s.end; off = next_of(ctx, off)) {
    slim_object(ctx, off);
    objects++;
  }
  while (s.mask < 2 * objects) s.mask = s.mask * 2 + 1;
  s.same = calloc((s.end - s.first) / 16 + 1, sizeof *s.same);
  s.table = calloc((size_t)s.mask + 1, sizeof *s.table);
  bool room = s.same && s.table;
  if (room) unintern_texts(&s);
  for (int i = 0; room && i < ROUNDS; i++) share_round(&s);
  free(s.same);
  free(s.table);
  return room ? CS_OK : CS_EOS;
}
