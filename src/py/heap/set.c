/*
 * set.c - sets whose table order is CPython's.
 *
 * A program that prints a set of numbers sees the table's order, so probing
 * and growth follow CPython 3.11: ten neighbouring slots, then a jump that
 * mixes in higher bits of the hash; a table of 8, rebuilt for four (above
 * 50 000 elements two) times the elements when three fifths of it are in use;
 * a new element takes the last removed slot on its way, if there is one.
 *
 * In a SETTABLE the key UNBOUND means never used, NOTIMPL with the hash -1
 * removed; zero bits are the float 0.0, hence tables are initialised.
 *
 * Invariants:
 *   - fill, the slots that were ever used, is below mask: a probe always meets
 *     one that was not;
 *   - len <= fill: removed elements count in `fill` until the table is rebuilt;
 *   - `version` changes with every change of elements; iterators compare it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include "base/hash.h"

#include "py/heap/dict.h"
#include "py/heap/flood.h"
#include "py/heap/str.h"

#define NONE      UINT32_MAX
#define SIZE_MIN  8u
#define NEAR      9u
#define PERTURBED 16u        /* jumps until nothing of the hash is left */
#define SIZE_MOST (1u << 28) /* larger tables do not fit an arena */

/* --- probing ------------------------------------------------------------- */

typedef struct walk {
  uint64_t base, perturb, mask;
  uint32_t i, left, n; /* slot, neighbours to go, slots seen before */
} walk;

static void walk_jump(walk *w) {
  w->i = (uint32_t)w->base;
  w->left = w->base + NEAR <= w->mask ? NEAR : 0;
}

static walk walk_start(int64_t hash, uint32_t mask) {
  walk w = {
      .base = (uint64_t)hash & mask, .perturb = (uint64_t)hash, .mask = mask};
  walk_jump(&w);
  return w;
}

static void walk_on(walk *w) {
  w->n++;
  if (w->left) {
    w->left--;
    w->i++;
    return;
  }
  w->perturb >>= 5;
  w->base = (w->base * 5 + 1 + w->perturb) & w->mask;
  walk_jump(w);
}

static cs_set_entry *entries(const cs_ctx *ctx, const cs_set *s) {
  return CS_AT(ctx, cs_set_table, s->table)->e;
}

static bool is_live(const cs_set_entry *e) {
  return !cs_is_unbound(e->key) && !cs_set_removed(e);
}

static inline bool is_keyed(const cs_ctx *ctx, const cs_set *s) {
  return __builtin_expect(
      CS_AT(ctx, cs_set_table, s->table)->h.flags & CS_TABLE_KEYED, 0);
}

/* What decides where `key` belongs: see flood.h. */
static inline int64_t place_of(cs_ctx *ctx, bool keyed, cs_value key,
                               int64_t hash) {
  return keyed ? (int64_t)cs_flood_place(ctx, key) : hash;
}

static cs_status same_key(cs_ctx *ctx, cs_value a, cs_value b, bool *out) {
  if (cs_both_int(a, b)) {
    *out = false; /* the caller compared the bits */
    return CS_OK;
  }
  return cs_eq_value(ctx, a, b, out);
}

static inline cs_status hash_key(cs_ctx *ctx, cs_value key, int64_t *out) {
  if (cs_is_int(key)) {
    *out = cs_hash_int64(cs_int_of(key));
    return CS_OK;
  }
  if (!cs_is_str(key)) return cs_hash_value(ctx, key, out);
  const cs_str *s = CS_PTR(ctx, cs_str, key);
  uint32_t hash = s->h.flags & CS_STR_HASHED ? s->hash : cs_str_hash(ctx, key);
  *out = (int64_t)hash - 1;
  return CS_OK;
}

/* The same as `find`, whatever the first slot holds. */
static cs_status find_far(cs_ctx *ctx, const cs_set *s, cs_value key,
                          int64_t hash, uint32_t *slot, bool *found) {
  const cs_set_entry *e = entries(ctx, s);
  walk w = walk_start(place_of(ctx, is_keyed(ctx, s), key, hash), s->mask);
  uint32_t removed = NONE;
  for (; !cs_is_unbound(e[w.i].key); walk_on(&w)) {
    if (e[w.i].hash != hash) { /* no removed one has a hash that keys have */
      if (e[w.i].hash == -1 && cs_set_removed(&e[w.i])) removed = w.i;
      continue;
    }
    if (!is_live(&e[w.i])) continue;
    *found = cs_same(e[w.i].key, key);
    if (!*found) {
      cs_status st = same_key(ctx, e[w.i].key, key, found);
      if (st != CS_OK) return st;
    }
    if (*found) break;
  }
  if (w.n) cs_charge(ctx, w.n);
  *slot = *found || removed == NONE ? w.i : removed;
  if (w.n > CS_FLOOD) ctx->flooded = true;
  return CS_OK;
}

/* Where `key` is (`*found`), or else the slot that a new key takes. */
static inline cs_status find(cs_ctx *ctx, const cs_set *s, cs_value key,
                             int64_t hash, uint32_t *slot, bool *found) {
  *found = false;
  if (is_keyed(ctx, s)) return find_far(ctx, s, key, hash, slot, found);
  *slot = (uint32_t)hash & s->mask; /* decides most of the time */
  const cs_set_entry *e = &entries(ctx, s)[*slot];
  if (cs_is_unbound(e->key)) return CS_OK;
  if (!cs_same(e->key, key) || cs_set_removed(e))
    return find_far(ctx, s, key, hash, slot, found);
  *found = true;
  return CS_OK;
}

/* --- tables -------------------------------------------------------------- */

static cs_status table_new(cs_ctx *ctx, uint64_t size, cs_off *out) {
  if (size > SIZE_MOST) return CS_RETRY;
  cs_status st =
      cs_alloc(ctx, CS_L_SETTABLE,
               offsetof(cs_set_table, e) + size * sizeof(cs_set_entry), out);
  if (st != CS_OK) return st;
  cs_set_table *t = CS_AT(ctx, cs_set_table, *out);
  t->size = (uint32_t)size;
  for (uint32_t i = 0; i < t->size; i++) t->e[i].key = CS_UNBOUND;
  return CS_OK;
}

/* Put a key that is not there into a table without removed slots, by this
 * hash.  Returns the steps. */
static uint32_t put_clean(cs_set_entry *e, uint32_t mask, cs_set_entry what,
                          int64_t place) {
  assert(is_live(&what));
  cs_set_entry *first = &e[(uint32_t)place & mask];
  if (cs_is_unbound(first->key)) {
    *first = what;
    return 0;
  }
  walk w = walk_start(place, mask);
  while (!cs_is_unbound(e[w.i].key)) walk_on(&w);
  e[w.i] = what;
  return w.n;
}

/* The table `t` becomes as `from` is: placed by key or not. */
static void move_clean(cs_ctx *ctx, const cs_set *from, cs_set_table *t,
                       uint32_t mask) {
  if (!from->table) return;
  const cs_set_entry *e = entries(ctx, from);
  bool keyed = is_keyed(ctx, from);
  uint64_t steps = 0;
  t->h.flags = CS_AT(ctx, cs_set_table, from->table)->h.flags;
  for (uint32_t i = 0; i <= from->mask; i++)
    if (is_live(&e[i]))
      steps += put_clean(t->e, mask, e[i],
                         place_of(ctx, keyed, e[i].key, e[i].hash));
  cs_charge(ctx, from->mask / 4 + steps / 4);
}

/* The same table again, placed as its flags say now. */
static cs_status place_again(cs_ctx *ctx, cs_set *s, uint8_t flags) {
  cs_off off;
  cs_status st = table_new(ctx, (uint64_t)s->mask + 1, &off);
  if (st != CS_OK) return st;
  assert(s->table);
  CS_AT(ctx, cs_set_table, s->table)->h.flags = flags;
  move_clean(ctx, s, CS_AT(ctx, cs_set_table, off), s->mask);
  s->table = off;
  s->fill = s->len;
  s->version++;
  return CS_OK;
}

/* Somebody floods this set; without memory it stays as it is. */
static void resist(cs_ctx *ctx, cs_set *s) {
  cs_set_table *t = CS_AT(ctx, cs_set_table, s->table);
  if (t->h.flags || ctx->building) return;
  for (uint32_t i = 0; i <= s->mask; i++)
    if (is_live(&t->e[i]) && !cs_flood_knows(ctx, t->e[i].key)) {
      t->h.flags = CS_TABLE_PLAIN;
      return;
    }
  if (place_again(ctx, s, CS_TABLE_KEYED) != CS_OK) t->h.flags = 0;
}

/* A table for more than `wanted` elements, filled with those of `s`. */
static cs_status resize(cs_ctx *ctx, cs_set *s, uint64_t wanted) {
  uint64_t size = SIZE_MIN;
  while (size <= wanted) size *= 2;
  cs_off off;
  cs_status st = table_new(ctx, size, &off);
  if (st != CS_OK) return st;
  uint32_t mask = (uint32_t)size - 1;
  assert(s->len < mask); /* or put_clean would not end */
  move_clean(ctx, s, CS_AT(ctx, cs_set_table, off), mask);
  s->table = off;
  s->mask = mask;
  s->fill = s->len;
  return CS_OK;
}

/* Growth that adding one element will cause, done in advance: the element
 * must not be there when CS_RETRY is returned.  The order comes out the same
 * because a rebuild walks the old table, where the element would have been in
 * slot `slot`. */
static cs_status grow_with(cs_ctx *ctx, cs_set *s, uint32_t slot,
                           cs_set_entry what) {
  uint64_t used = (uint64_t)s->len + 1, size = SIZE_MIN;
  uint64_t wanted = used > 50000 ? used * 2 : used * 4;
  while (size <= wanted) size *= 2;
  cs_off off;
  cs_status st = table_new(ctx, size, &off);
  if (st != CS_OK) return st;
  entries(ctx, s)[slot] = what;
  uint32_t mask = (uint32_t)size - 1;
  move_clean(ctx, s, CS_AT(ctx, cs_set_table, off), mask);
  s->table = off;
  s->mask = mask;
  s->len++;
  s->fill = s->len;
  s->version++;
  return CS_OK;
}

/* Fill the slot that a new key takes.  Taking a removed slot never grows. */
static cs_status add_at(cs_ctx *ctx, cs_set *s, uint32_t slot, cs_value key,
                        int64_t hash) {
  cs_set_entry what = {key, hash}, *e = &entries(ctx, s)[slot];
  if (cs_is_unbound(key) || cs_set_removed(&what)) /* a forged snapshot */
    return cs_throw(ctx, CS_SystemError, "no value to store");
  bool fresh = cs_is_unbound(e->key);
  if (fresh && (s->fill + UINT64_C(1)) * 5 >= s->mask * UINT64_C(3))
    return grow_with(ctx, s, slot, what);
  *e = what;
  s->fill += fresh;
  s->len++;
  assert(s->len <= s->fill && s->fill < s->mask);
  s->version++;
  return CS_OK;
}

static cs_status make_table(cs_ctx *ctx, cs_set *s) {
  return s->table ? CS_OK : table_new(ctx, (uint64_t)s->mask + 1, &s->table);
}

/* --- single elements ----------------------------------------------------- */

static cs_status check_writable(cs_ctx *ctx, cs_value set) {
  if (!cs_is_frozen(ctx, set)) return CS_OK;
  return cs_throw(ctx, CS_TypeError, "cannot modify a shared read-only set");
}

cs_status cs_set_new(cs_ctx *ctx, uint32_t layout, cs_value *out) {
  assert(layout == CS_L_SET || layout == CS_L_FROZENSET);
  cs_off off;
  cs_status st = cs_alloc(ctx, layout, sizeof(cs_set), &off);
  if (st != CS_OK) return st;
  CS_AT(ctx, cs_set, off)->mask = SIZE_MIN - 1;
  *out = cs_ref(layout, off);
  return CS_OK;
}

cs_status cs_set_has_hashed(cs_ctx *ctx, cs_value set, cs_value key,
                            int64_t hash, bool *out) {
  const cs_set *s = CS_PTR(ctx, cs_set, set);
  uint32_t slot;
  bool found = false;
  if (s->len) {
    cs_status st = find(ctx, s, key, hash, &slot, &found);
    if (st != CS_OK) return st;
  }
  *out = found;
  return CS_OK;
}

cs_status cs_set_add_hashed(cs_ctx *ctx, cs_value set, cs_value key,
                            int64_t hash) {
  cs_status st = check_writable(ctx, set);
  cs_set *s = CS_PTR(ctx, cs_set, set);
  if (st == CS_OK) st = make_table(ctx, s);
  if (st != CS_OK) return st;
  uint32_t slot;
  bool found;
  ctx->flooded = false;
  st = find(ctx, s, key, hash, &slot, &found);
  if (st != CS_OK || found) return st;
  bool flooded = ctx->flooded;
  st = add_at(ctx, s, slot, key, hash);
  if (__builtin_expect(flooded, 0) && st == CS_OK) resist(ctx, s);
  return st;
}

cs_status cs_set_del_hashed(cs_ctx *ctx, cs_value set, cs_value key,
                            int64_t hash, bool *had) {
  cs_status st = check_writable(ctx, set);
  if (st != CS_OK) return st;
  const cs_set *s = CS_PTR(ctx, cs_set, set);
  uint32_t slot;
  bool found = false;
  if (s->len) {
    st = find(ctx, s, key, hash, &slot, &found);
    if (st != CS_OK) return st;
    if (found) cs_set_del_at(ctx, set, slot);
  }
  *had = found;
  return CS_OK;
}

cs_status cs_set_has(cs_ctx *ctx, cs_value set, cs_value key, bool *out) {
  int64_t hash;
  cs_status st = hash_key(ctx, key, &hash);
  return st == CS_OK ? cs_set_has_hashed(ctx, set, key, hash, out) : st;
}

cs_status cs_set_add(cs_ctx *ctx, cs_value set, cs_value key) {
  int64_t hash;
  cs_status st = hash_key(ctx, key, &hash);
  return st == CS_OK ? cs_set_add_hashed(ctx, set, key, hash) : st;
}

cs_status cs_set_del(cs_ctx *ctx, cs_value set, cs_value key, bool *had) {
  int64_t hash;
  cs_status st = hash_key(ctx, key, &hash);
  return st == CS_OK ? cs_set_del_hashed(ctx, set, key, hash, had) : st;
}

void cs_set_del_at(cs_ctx *ctx, cs_value set, uint32_t slot) {
  cs_set *s = CS_PTR(ctx, cs_set, set);
  assert(!cs_is_frozen(ctx, set) && slot <= s->mask);
  cs_set_entry *e = &entries(ctx, s)[slot];
  assert(is_live(e) && s->len > 0);
  *e = (cs_set_entry){CS_NOTIMPL, -1};
  s->len--;
  s->version++;
}

bool cs_set_pop(cs_ctx *ctx, cs_value set, cs_value *key) {
  cs_set *s = CS_PTR(ctx, cs_set, set);
  assert(!cs_is_frozen(ctx, set));
  if (s->len == 0) return false;
  const cs_set_entry *e = entries(ctx, s);
  uint32_t i = s->finger & s->mask, n = 0;
  for (; !is_live(&e[i]); n++) i = i == s->mask ? 0 : i + 1;
  cs_charge(ctx, n / 8);
  *key = e[i].key;
  cs_set_del_at(ctx, set, i);
  s->finger = i + 1; /* the next pop goes on here: a drain is linear */
  return true;
}

/* --- whole sets ---------------------------------------------------------- */

bool cs_set_seek(cs_ctx *ctx, cs_value set, uint32_t *pos, cs_value *key) {
  const cs_set *s = CS_PTR(ctx, cs_set, set);
  if (!s->table) return false;
  const cs_set_entry *e = entries(ctx, s);
  uint32_t i = *pos;
  while (i <= s->mask && !is_live(&e[i])) i++;
  cs_charge(ctx, (i - *pos) / 16);
  *pos = i + 1;
  if (i > s->mask) {
    *pos = i;
    return false;
  }
  *key = e[i].key;
  return true;
}

void cs_set_clear(cs_ctx *ctx, cs_value set) {
  cs_set *s = CS_PTR(ctx, cs_set, set);
  assert(!cs_is_frozen(ctx, set));
  s->len = s->fill = 0;
  s->mask = SIZE_MIN - 1;
  s->table = 0;
  s->version++;
}

/* Elements of `b` for a set without any (not even removed ones). */
static void fill_clean(cs_ctx *ctx, cs_set *a, const cs_set *b) {
  if (a->mask == b->mask && b->fill == b->len) {
    memcpy(entries(ctx, a), entries(ctx, b),
           ((size_t)a->mask + 1) * sizeof(cs_set_entry));
    CS_AT(ctx, cs_set_table, a->table)->h.flags =
        CS_AT(ctx, cs_set_table, b->table)->h.flags;
    cs_charge(ctx, a->mask / 8);
  } else {
    move_clean(ctx, b, CS_AT(ctx, cs_set_table, a->table), a->mask);
  }
  a->fill = a->len = b->len;
}

cs_status cs_set_update(cs_ctx *ctx, cs_value set, cs_value other) {
  cs_status st = check_writable(ctx, set);
  cs_set *a = CS_PTR(ctx, cs_set, set);
  const cs_set *b = CS_PTR(ctx, cs_set, other);
  if (st != CS_OK || a == b || b->len == 0) return st;
  st = make_table(ctx, a);
  if (st != CS_OK) return st;
  if (((uint64_t)a->fill + b->len) * 5 >= a->mask * UINT64_C(3))
    st = resize(ctx, a, ((uint64_t)a->len + b->len) * 2);
  if (st != CS_OK) return st;
  a->version++;
  if (a->fill == 0) {
    fill_clean(ctx, a, b);
    return CS_OK;
  }
  const cs_set_entry *e = entries(ctx, b);
  for (uint32_t i = 0; i <= b->mask; i++) {
    if (!is_live(&e[i])) continue;
    st = cs_set_add_hashed(ctx, set, e[i].key, e[i].hash);
    if (st != CS_OK) return st;
  }
  return CS_OK;
}

cs_status cs_set_subtract(cs_ctx *ctx, cs_value set, cs_value other) {
  cs_status st = check_writable(ctx, set);
  cs_set *a = CS_PTR(ctx, cs_set, set);
  const cs_set *b = CS_PTR(ctx, cs_set, other);
  assert(a != b);
  if (st != CS_OK || b->len == 0) return st;
  const cs_set_entry *e = entries(ctx, b);
  cs_charge(ctx, b->mask / 8);
  for (uint32_t i = 0; i <= b->mask; i++) {
    bool had;
    if (!is_live(&e[i])) continue;
    st = cs_set_del_hashed(ctx, set, e[i].key, e[i].hash, &had);
    if (st != CS_OK) return st;
  }
  if (a->fill - a->len <= a->mask / 4) return CS_OK;
  return resize(ctx, a, a->len > 50000 ? a->len * 2ull : a->len * 4ull);
}

cs_status cs_set_copy(cs_ctx *ctx, cs_value set, uint32_t layout,
                      cs_value *out) {
  cs_value copy;
  cs_status st = cs_set_new(ctx, layout, &copy);
  if (st == CS_OK) st = cs_set_update(ctx, copy, set);
  if (st == CS_OK) *out = copy;
  return st;
}

/* --- primitives for the prelude ------------------------------------------ */

uint32_t cs_set_candidate(cs_ctx *ctx, cs_value set, int64_t hash,
                          uint32_t *probe) {
  const cs_set *s = CS_PTR(ctx, cs_set, set);
  if (s->len == 0) return NONE;
  const cs_set_entry *e = entries(ctx, s);
  if (is_keyed(ctx, s)) {
    for (uint32_t i = *probe; i <= s->mask; i++) {
      if (e[i].hash != hash || !is_live(&e[i])) continue;
      cs_charge(ctx, (i - *probe) / 16 + 1);
      *probe = i + 1;
      return i;
    }
    cs_charge(ctx, s->mask / 16 + 1);
    return NONE;
  }
  walk w = walk_start(hash, s->mask);
  /* No walk is longer: it comes to every slot, and to NEAR behind it. */
  if (*probe / (NEAR + 1) > s->mask + PERTURBED) return NONE;
  while (w.n < *probe) walk_on(&w);
  cs_charge(ctx, *probe / 16);
  for (; !cs_is_unbound(e[w.i].key); walk_on(&w)) {
    cs_charge(ctx, 1);
    if (e[w.i].hash != hash || !is_live(&e[w.i])) continue;
    *probe = w.n + 1;
    return w.i;
  }
  return NONE;
}

cs_status cs_set_put_hashed(cs_ctx *ctx, cs_value set, cs_value key,
                            int64_t hash) {
  cs_status st = check_writable(ctx, set);
  cs_set *s = CS_PTR(ctx, cs_set, set);
  if (st == CS_OK) st = make_table(ctx, s);
  if (st == CS_OK && is_keyed(ctx, s) && !cs_flood_knows(ctx, key))
    st = place_again(ctx, s, CS_TABLE_PLAIN);
  if (st != CS_OK) return st;
  const cs_set_entry *e = entries(ctx, s);
  int64_t place = place_of(ctx, is_keyed(ctx, s), key, hash);
  uint32_t first = (uint32_t)place & s->mask;
  if (cs_is_unbound(e[first].key)) return add_at(ctx, s, first, key, hash);
  walk w = walk_start(place, s->mask);
  uint32_t removed = NONE;
  for (; !cs_is_unbound(e[w.i].key); walk_on(&w))
    if (cs_set_removed(&e[w.i])) removed = w.i;
  cs_charge(ctx, w.n);
  st = add_at(ctx, s, removed == NONE ? w.i : removed, key, hash);
  if (w.n > CS_FLOOD && st == CS_OK) resist(ctx, s);
  return st;
}

/* --- after objects moved (image builder) --------------------------------- */

void cs_set_rehash(cs_ctx *ctx, cs_value set) {
  cs_set *s = CS_PTR(ctx, cs_set, set);
  s->h.flags &= (uint8_t)~CS_STR_HASHED;
  if (!s->table) return;
  cs_set_table *t = CS_AT(ctx, cs_set_table, s->table);
  size_t bytes = (size_t)t->size * sizeof(cs_set_entry);
  cs_set_entry *old = malloc(bytes);
  if (!old) return;
  memcpy(old, t->e, bytes);
  for (uint32_t i = 0; i < t->size; i++)
    t->e[i] = (cs_set_entry){.key = CS_UNBOUND};
  s->fill = s->len;
  for (uint32_t i = 0; i < t->size; i++) {
    if (!is_live(&old[i])) continue;
    int64_t hash;
    if (hash_key(ctx, old[i].key, &hash) == CS_OK) old[i].hash = hash;
    (void)put_clean(t->e, s->mask, old[i], old[i].hash);
  }
  free(old);
}
