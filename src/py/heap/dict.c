/*
 * dict.c - compact ordered dict: entries in insertion order plus an index.
 *
 * A TABLE holds entries[cap], their 32-bit hashes, and an index of `size`
 * slots, each the number of an entry plus one, or 0.  Slots are as narrow as
 * `size` allows.  A removed entry keeps its slot and its place; its key is
 * UNBOUND.  Places are won back when the table is full and a new one is
 * built, which happens at most once per len/2 insertions.
 *
 * Invariants:
 *   - used <= cap = size * 2/3, so a probe always meets an empty slot;
 *   - len is the number of entries below `used` whose key is not UNBOUND;
 *   - every entry below `used`, removed or not, is named by exactly one slot;
 *   - `keyver` is 0 or a number that no other state of any dict has had: caches
 *     (icache.h) compare it instead of looking the key up again, so every
 * change of keys calls touch().  A change of a value does not.
 *
 * Removed entries carry in `value` how far the removed run around them
 * reaches; that makes both ends of a queue O(1).
 *
 * Probing follows the hash's own low bits first: consecutive ints fill
 * consecutive slots.  Every probe after the first costs one unit of fuel.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"

#include "base/hash.h"
#include "py/heap/flood.h"
#include "py/heap/icache.h"
#include "py/heap/str.h"

#define NONE      UINT32_MAX
#define SIZE_MIN  8u
#define SIZE_MOST (1u << 27) /* larger tables do not fit an arena */

/* --- tables -------------------------------------------------------------- */

/* Two thirds: above that, probes get long faster than memory is saved. */
static uint32_t cap_of(uint32_t size) {
  return (uint32_t)(size * UINT64_C(2) / 3);
}

/* Width of an index slot: entry numbers plus one must fit. */
static uint32_t slot_width(uint32_t size) {
  return size <= 256 ? 1 : size <= 65536 ? 2 : 4;
}

static uint32_t *hashes_of(cs_table *t) {
  return (uint32_t *)(void *)&t->e[t->cap];
}

/* Entries, then a word of each hash, then the index, in one block. */
static void *index_of(cs_table *t) {
  return hashes_of(t) + t->cap;
}

/* The entry, plus one, that slot `i` names; 0: none.  `size` is the table's. */
static inline uint32_t slot_get(const void *index, uint32_t size, uint32_t i) {
  if (size <= 256) return ((const uint8_t *)index)[i];
  if (size <= 65536) return ((const uint16_t *)index)[i];
  return ((const uint32_t *)index)[i];
}

static void slot_set(void *index, uint32_t size, uint32_t i, uint32_t e) {
  assert(i < size && e <= cap_of(size));
  if (size <= 256)
    ((uint8_t *)index)[i] = (uint8_t)e;
  else if (size <= 65536)
    ((uint16_t *)index)[i] = (uint16_t)e;
  else
    ((uint32_t *)index)[i] = e;
}

/* The slots to look at for one hash, in order. */
typedef struct walk {
  uint32_t i, perturb, mask, n;
} walk;

static inline walk walk_start(uint32_t hash, uint32_t size) {
  assert(size && (size & (size - 1)) == 0);
  return (walk){hash & (size - 1), hash, size - 1, 0};
}

static inline void walk_on(walk *w) {
  w->perturb >>= 5;
  w->i = (w->i * 5 + w->perturb + 1) & w->mask;
  w->n++;
}

/* Go on to place `n` of the walk.  When nothing is left to perturb, a step is
 * i -> 5i + 1, and so are many at once: by doubling, a i + b. */
static void walk_to(walk *w, uint32_t n) {
  while (w->n < n && w->perturb) walk_on(w);
  uint32_t a = 5, b = 1;
  for (uint32_t left = w->n < n ? n - w->n : 0; left; left >>= 1) {
    if (left & 1) w->i = (w->i * a + b) & w->mask;
    b *= a + 1;
    a *= a;
  }
  if (w->n < n) w->n = n;
}

/* Smallest size with room for `n` entries, 0 when there is none. */
static uint32_t size_for(uint64_t n) {
  uint32_t size = SIZE_MIN;
  while (size <= SIZE_MOST && cap_of(size) < n) size *= 2;
  return size <= SIZE_MOST ? size : 0;
}

static cs_status table_new(cs_ctx *ctx, uint32_t size, cs_off *out) {
  if (!size) return CS_RETRY;
  uint64_t cap = cap_of(size);
  uint64_t bytes = offsetof(cs_table, e) + cap * (sizeof(cs_entry) + 4) +
                   (uint64_t)size * slot_width(size);
  cs_status st = cs_alloc(ctx, CS_L_TABLE, bytes, out);
  if (st != CS_OK) return st;
  cs_table *t = CS_AT(ctx, cs_table, *out);
  t->cap = (uint32_t)cap;
  t->size = size;
  return CS_OK;
}

static inline bool is_keyed(const cs_table *t) {
  return __builtin_expect(t->h.flags & CS_TABLE_KEYED, 0);
}

/* The first slot for `key`: see flood.h. */
static inline walk walk_for(cs_ctx *ctx, const cs_table *t, cs_value key,
                            uint32_t hash) {
  if (is_keyed(t)) hash = (uint32_t)cs_flood_place(ctx, key);
  return walk_start(hash, t->size);
}

/* Point a free slot at entry `e`, whose hash is stored.  Returns the steps. */
static uint32_t link_entry(cs_ctx *ctx, cs_table *t, uint32_t e) {
  assert(e < t->cap);
  void *index = index_of(t);
  walk w = cs_is_unbound(t->e[e].key)
               ? walk_start(hashes_of(t)[e], t->size)
               : walk_for(ctx, t, t->e[e].key, hashes_of(t)[e]);
  while (slot_get(index, t->size, w.i)) walk_on(&w);
  slot_set(index, t->size, w.i, e + 1);
  if (w.n) cs_charge(ctx, w.n);
  return w.n;
}

/* --- hash and comparison of keys ----------------------------------------- */

/* 64 to 32 bits.  One is added because the hash of a str, as Python sees it,
 * is its 32-bit hash minus one. */
static inline uint32_t fold(int64_t hash) {
  uint64_t h = (uint64_t)hash;
  return (uint32_t)h + (uint32_t)(h >> 32) * UINT32_C(0x9E3779B1) + 1;
}

static inline cs_status hash_key(cs_ctx *ctx, cs_value key, uint32_t *out) {
  if (cs_is_str(key)) {
    const cs_str *s = CS_PTR(ctx, cs_str, key);
    *out = s->h.flags & CS_STR_HASHED ? s->hash : cs_str_hash(ctx, key);
    return CS_OK;
  }
  if (cs_is_int(key)) {
    *out = fold(cs_hash_int64(cs_int_of(key)));
    return CS_OK;
  }
  int64_t hash;
  cs_status st = cs_hash_value(ctx, key, &hash);
  if (st == CS_OK) *out = fold(hash);
  return st;
}

/* Whether keys with different bits but the same hash are equal. */
static cs_status same_key(cs_ctx *ctx, cs_value a, cs_value b, bool *out) {
  if (cs_both_int(a, b)) {
    *out = false;
    return CS_OK;
  }
  if (cs_is_str(a) && cs_is_str(b)) {
    *out = cs_str_eq(ctx, a, b);
    return CS_OK;
  }
  return cs_eq_value(ctx, a, b, out);
}

/* Entry of `key`, NONE if it is absent. */
static inline cs_status find(cs_ctx *ctx, const cs_dict *d, cs_value key,
                             uint32_t hash, uint32_t *entry) {
  *entry = NONE;
  if (d->len == 0) return CS_OK;
  cs_table *t = CS_AT(ctx, cs_table, d->table);
  const uint32_t *hashes = hashes_of(t);
  const void *index = index_of(t);
  walk w = walk_for(ctx, t, key, hash);
  for (;; walk_on(&w)) {
    uint32_t e = slot_get(index, t->size, w.i);
    if (e-- == 0) break;
    bool same = cs_same(t->e[e].key, key);
    if (!same && hashes[e] == hash && !cs_is_unbound(t->e[e].key)) {
      cs_status st = same_key(ctx, t->e[e].key, key, &same);
      if (st != CS_OK) return st;
    }
    if (same) {
      *entry = e;
      break;
    }
  }
  if (w.n) cs_charge(ctx, w.n);
  return CS_OK;
}

/* --- changing ------------------------------------------------------------ */

/* 0 is no version, and an offset can never be one: a shape must not be taken
 * for a version by an inline cache. */
static uint32_t next_version(cs_ctx *ctx) {
  if (ctx->head->keyver >= CS_DICT_LAST_VERSION) return 0;
  return (uint32_t)(ctx->head->keyver += CS_DICT_NEXT_VERSION);
}

/* Code remembers where the session's own builtins are under the version of its
 * globals alone.  What is frozen can get no number later. */
static void touch(cs_ctx *ctx, cs_dict *d) {
  d->keyver = ctx->building ? next_version(ctx) : 0;
  if (d == CS_AT(ctx, cs_dict, cs_ref_off(ctx->head->root[CS_ROOT_BUILTINS])))
    cs_ctx_forget(ctx);
}

void cs_dict_touch(cs_ctx *ctx, cs_value dict) {
  touch(ctx, CS_PTR(ctx, cs_dict, dict));
}

uint32_t cs_dict_version(cs_ctx *ctx, cs_value dict) {
  cs_dict *d = CS_PTR(ctx, cs_dict, dict);
  if (!d->keyver && !cs_is_frozen(ctx, dict)) d->keyver = next_version(ctx);
  return d->keyver;
}

/* Dicts of the image belong to every session. */
static cs_status refuse_frozen(cs_ctx *ctx) {
  return cs_throw(ctx, CS_TypeError, "cannot modify a shared read-only dict");
}

/* Copy the live entries of `from` to the empty table `to`. */
static void move_entries(cs_ctx *ctx, cs_table *from, uint32_t used,
                         cs_table *to) {
  const uint32_t *hashes = hashes_of(from);
  uint32_t n = 0;
  for (uint32_t i = 0; i < used; i++) {
    if (cs_is_unbound(from->e[i].key)) continue;
    to->e[n] = from->e[i];
    hashes_of(to)[n] = hashes[i];
    (void)link_entry(ctx, to, n++);
  }
  cs_charge(ctx, used / 4);
}

/* Rebuild the index from the entries, as after a copy or a resize. */
static void link_all(cs_ctx *ctx, const cs_dict *d, cs_table *t) {
  memset(index_of(t), 0, (size_t)t->size * slot_width(t->size));
  for (uint32_t i = 0; i < d->used; i++)
    if (!cs_is_unbound(t->e[i].key)) (void)link_entry(ctx, t, i);
  cs_charge(ctx, d->used / 4);
}

/* Somebody floods this table: place its keys by the session's key, unless one
 * has a hash of its own making. */
static void resist(cs_ctx *ctx, const cs_dict *d) {
  cs_table *t = CS_AT(ctx, cs_table, d->table);
  if (t->h.flags || ctx->building) return;
  t->h.flags = CS_TABLE_KEYED;
  for (uint32_t i = 0; i < d->used; i++)
    if (!cs_is_unbound(t->e[i].key) && !cs_flood_knows(ctx, t->e[i].key))
      t->h.flags = CS_TABLE_PLAIN;
  if (is_keyed(t)) link_all(ctx, d, t);
}

/* A key comes in whose hash may be of such making. */
static void give_in(cs_ctx *ctx, const cs_dict *d, cs_value key) {
  cs_table *t = d->table ? CS_AT(ctx, cs_table, d->table) : NULL;
  if (!t || !is_keyed(t) || cs_flood_knows(ctx, key)) return;
  t->h.flags = CS_TABLE_PLAIN;
  link_all(ctx, d, t);
}

/* Room for one more entry. */
static cs_status make_room(cs_ctx *ctx, cs_dict *d) {
  if (d->table && d->used < CS_AT(ctx, cs_table, d->table)->cap) return CS_OK;
  cs_off off;
  uint64_t want = (uint64_t)d->len + d->len / 2 + 1;
  cs_status st = table_new(ctx, size_for(want), &off);
  if (st != CS_OK) return st;
  if (d->len) {
    CS_AT(ctx, cs_table, off)->h.flags =
        CS_AT(ctx, cs_table, d->table)->h.flags;
    move_entries(ctx, CS_AT(ctx, cs_table, d->table), d->used,
                 CS_AT(ctx, cs_table, off));
  }
  d->table = off;
  d->used = d->len;
  assert(d->used < CS_AT(ctx, cs_table, off)->cap);
  touch(ctx, d);
  return CS_OK;
}

/* Add a key known to be absent. */
static cs_status add(cs_ctx *ctx, cs_dict *d, cs_value key, uint32_t hash,
                     cs_value value) {
  assert(!cs_is_unbound(key));
  cs_status st = make_room(ctx, d);
  if (st != CS_OK) return st;
  cs_table *t = CS_AT(ctx, cs_table, d->table);
  uint32_t e = d->used++;
  t->e[e] = (cs_entry){key, value};
  hashes_of(t)[e] = hash;
  uint32_t steps = link_entry(ctx, t, e);
  d->len++;
  assert(d->len <= d->used);
  touch(ctx, d);
  if (__builtin_expect(steps > CS_FLOOD, 0)) resist(ctx, d);
  return CS_OK;
}

cs_status cs_dict_new(cs_ctx *ctx, uint32_t hint, cs_value *out) {
  cs_off table = 0, off;
  cs_status st = CS_OK;
  if (hint) st = table_new(ctx, size_for(hint), &table);
  if (st != CS_OK) return st;
  st = cs_alloc(ctx, CS_L_DICT, sizeof(cs_dict), &off);
  if (st != CS_OK) return st;
  cs_dict *d = CS_AT(ctx, cs_dict, off);
  d->table = table;
  touch(ctx, d);
  *out = cs_ref(CS_L_DICT, off);
  return CS_OK;
}

cs_status cs_dict_from_names(cs_ctx *ctx, const cs_value *names,
                             const cs_value *values, uint32_t n,
                             cs_value *out) {
  if (n == 0 || n > cap_of(256)) return CS_SLOW;
  for (uint32_t i = 0; i < n; i++)
    if (!cs_is_str(names[i]) ||
        !(CS_PTR(ctx, cs_str, names[i])->h.flags & CS_STR_HASHED))
      return CS_SLOW;
  cs_status st = cs_dict_new(ctx, n, out);
  if (st != CS_OK) return st;
  cs_dict *d = CS_PTR(ctx, cs_dict, *out);
  cs_table *t = CS_AT(ctx, cs_table, d->table);
  uint32_t *hashes = hashes_of(t), extra = 0;
  uint8_t *index = index_of(t);
  for (uint32_t i = 0; i < n; i++) {
    walk w = walk_start(CS_PTR(ctx, cs_str, names[i])->hash, t->size);
    hashes[i] = w.perturb;
    for (; index[w.i]; walk_on(&w))
      if (cs_same(t->e[index[w.i] - 1].key, names[i])) return CS_SLOW;
    index[w.i] = (uint8_t)(i + 1);
    t->e[i] = (cs_entry){names[i], values[i]};
    d->len = d->used = i + 1; /* a whole dict also if it is given up */
    extra += w.n;
  }
  if (extra) cs_charge(ctx, extra);
  return CS_OK;
}

/* The usual case, in a few instructions: an int, or a str whose hash is known,
 * that is found or missed at the first probe. */
typedef struct peek {
  uint32_t hash;
  bool known;  /* everything below is valid */
  bool absent; /* else: `entry` is the key's, or NULL to look further */
  cs_entry *entry;
} peek;

static inline peek peek_at(cs_ctx *ctx, const cs_dict *d, cs_value key) {
  peek p = {.known = false};
  if (cs_is_str(key)) {
    const cs_str *s = CS_PTR(ctx, cs_str, key);
    if (!(s->h.flags & CS_STR_HASHED)) return p;
    p.hash = s->hash;
  } else if (cs_is_int(key)) {
    p.hash = fold(cs_hash_int64(cs_int_of(key)));
  } else {
    return p;
  }
  p.known = true;
  p.absent = true;
  p.entry = NULL;
  if (d->len == 0) return p;
  cs_table *t = CS_AT(ctx, cs_table, d->table);
  p.known = !is_keyed(t);
  uint32_t e = slot_get(index_of(t), t->size, p.hash & (t->size - 1));
  if (e == 0) return p;
  p.absent = false;
  if (cs_same(t->e[e - 1].key, key)) p.entry = &t->e[e - 1];
  return p;
}

static cs_status get_slowly(cs_ctx *ctx, const cs_dict *d, cs_value key,
                            cs_value *value) {
  uint32_t hash, e;
  cs_status st = hash_key(ctx, key, &hash);
  if (st != CS_OK) return st;
  st = find(ctx, d, key, hash, &e);
  if (st != CS_OK) return st;
  *value = e == NONE ? CS_UNBOUND : CS_AT(ctx, cs_table, d->table)->e[e].value;
  return CS_OK;
}

cs_status cs_dict_get(cs_ctx *ctx, cs_value dict, cs_value key,
                      cs_value *value) {
  const cs_dict *d = CS_PTR(ctx, cs_dict, dict);
  peek p = peek_at(ctx, d, key);
  if (!p.known || (!p.absent && !p.entry))
    return get_slowly(ctx, d, key, value);
  *value = p.absent ? CS_UNBOUND : p.entry->value;
  return CS_OK;
}

static cs_status set_slowly(cs_ctx *ctx, cs_dict *d, cs_value key,
                            cs_value value) {
  uint32_t hash, e;
  cs_status st = hash_key(ctx, key, &hash);
  if (st != CS_OK) return st;
  st = find(ctx, d, key, hash, &e);
  if (st != CS_OK) return st;
  if (e == NONE) return add(ctx, d, key, hash, value);
  CS_AT(ctx, cs_table, d->table)->e[e].value = value;
  return CS_OK;
}

cs_status cs_dict_set(cs_ctx *ctx, cs_value dict, cs_value key,
                      cs_value value) {
  cs_dict *d = CS_PTR(ctx, cs_dict, dict);
  if (cs_is_frozen(ctx, dict)) return refuse_frozen(ctx);
  peek p = peek_at(ctx, d, key);
  if (!p.known || (!p.absent && !p.entry))
    return set_slowly(ctx, d, key, value);
  if (p.absent) return add(ctx, d, key, p.hash, value);
  p.entry->value = value;
  return CS_OK;
}

cs_status cs_dict_place(cs_ctx *ctx, cs_value dict, cs_value key,
                        cs_value first, cs_value **at) {
  cs_dict *d = CS_PTR(ctx, cs_dict, dict);
  uint32_t hash, e = NONE;
  cs_status st = hash_key(ctx, key, &hash);
  if (st == CS_OK) st = find(ctx, d, key, hash, &e);
  if (st == CS_OK && e == NONE) {
    if (cs_is_frozen(ctx, dict)) return refuse_frozen(ctx);
    st = add(ctx, d, key, hash, first);
    e = d->used - 1;
  }
  if (st == CS_OK) *at = &CS_AT(ctx, cs_table, d->table)->e[e].value;
  return st;
}

cs_status cs_dict_del(cs_ctx *ctx, cs_value dict, cs_value key,
                      cs_value *value) {
  const cs_dict *d = CS_PTR(ctx, cs_dict, dict);
  uint32_t hash, e;
  cs_status st = hash_key(ctx, key, &hash);
  if (st != CS_OK) return st;
  if (cs_is_frozen(ctx, dict)) return refuse_frozen(ctx);
  st = find(ctx, d, key, hash, &e);
  if (st != CS_OK) return st;
  *value = CS_UNBOUND;
  if (e == NONE) return CS_OK;
  *value = CS_AT(ctx, cs_table, d->table)->e[e].value;
  cs_dict_del_at(ctx, dict, e);
  return CS_OK;
}

void cs_dict_del_at(cs_ctx *ctx, cs_value dict, uint32_t entry) {
  cs_dict *d = CS_PTR(ctx, cs_dict, dict);
  assert(!cs_is_frozen(ctx, dict) && entry < d->used);
  cs_entry *e = &CS_AT(ctx, cs_table, d->table)->e[entry];
  assert(!cs_is_unbound(e->key) && d->len > 0);
  *e = (cs_entry){CS_UNBOUND, cs_int((int64_t)entry + 1)};
  d->len--;
  touch(ctx, d);
}

/* Entry `from` becomes a new last one; there is room for it. */
static void move_last(cs_ctx *ctx, cs_dict *d, uint32_t from) {
  cs_table *t = CS_AT(ctx, cs_table, d->table);
  uint32_t to = d->used++;
  assert(to < t->cap);
  t->e[to] = t->e[from];
  hashes_of(t)[to] = hashes_of(t)[from];
  t->e[from] = (cs_entry){CS_UNBOUND, cs_int((int64_t)from + 1)};
  (void)link_entry(ctx, t, to);
  touch(ctx, d);
}

cs_status cs_dict_to_end(cs_ctx *ctx, cs_value dict, cs_value key,
                         cs_value *value) {
  cs_dict *d = CS_PTR(ctx, cs_dict, dict);
  uint32_t hash, e;
  cs_status st = hash_key(ctx, key, &hash);
  if (st != CS_OK) return st;
  if (cs_is_frozen(ctx, dict)) return refuse_frozen(ctx);
  st = find(ctx, d, key, hash, &e);
  if (st != CS_OK) return st;
  *value = CS_UNBOUND;
  if (e == NONE) return CS_OK;
  if (e + 1 < d->used) {
    cs_off before = d->table;
    st = make_room(ctx, d); /* may move all entries */
    if (st == CS_OK && d->table != before) st = find(ctx, d, key, hash, &e);
    if (st != CS_OK) return st;
    move_last(ctx, d, e);
    e = d->used - 1;
  }
  *value = CS_AT(ctx, cs_table, d->table)->e[e].value;
  return CS_OK;
}

void cs_dict_clear(cs_ctx *ctx, cs_value dict) {
  cs_dict *d = CS_PTR(ctx, cs_dict, dict);
  assert(!cs_is_frozen(ctx, dict));
  d->len = d->used = 0;
  d->table = 0;
  touch(ctx, d);
}

/* All entries of `from` to the empty dict `to`, whose table has the room. */
static void copy_entries(cs_ctx *ctx, const cs_dict *from, cs_dict *to) {
  cs_table *a = CS_AT(ctx, cs_table, from->table);
  cs_table *b = CS_AT(ctx, cs_table, to->table);
  assert(to->used == 0 && from->len <= b->cap);
  if (a->size == b->size && from->used == from->len) {
    assert(a->h.units == b->h.units);
    memcpy(b, a, (size_t)a->h.units * 16);
    cs_charge(ctx, from->len / 4);
  } else {
    b->h.flags = a->h.flags;
    move_entries(ctx, a, from->used, b);
  }
  to->len = to->used = from->len;
}

cs_status cs_dict_copy(cs_ctx *ctx, cs_value dict, cs_value *out) {
  const cs_dict *from = CS_PTR(ctx, cs_dict, dict);
  cs_status st = cs_dict_new(ctx, from->len, out);
  if (st == CS_OK && from->len)
    copy_entries(ctx, from, CS_PTR(ctx, cs_dict, *out));
  return st;
}

cs_status cs_dict_adopt(cs_ctx *ctx, cs_value dict, cs_value other) {
  cs_dict *d = CS_PTR(ctx, cs_dict, dict);
  const cs_dict *from = CS_PTR(ctx, cs_dict, other);
  if (d->used || !from->len || cs_is_frozen(ctx, dict)) return CS_SLOW;
  if (!d->table || CS_AT(ctx, cs_table, d->table)->cap < from->len) {
    cs_off table;
    cs_status st = table_new(ctx, size_for(from->len), &table);
    if (st != CS_OK) return st;
    d->table = table;
  }
  copy_entries(ctx, from, d);
  touch(ctx, d);
  return CS_OK;
}

/* --- names --------------------------------------------------------------- */

/* A key that is no interned str: is it nevertheless this name? */
static bool is_name(cs_ctx *ctx, cs_value key, cs_value name) {
  bool same = false;
  return same_key(ctx, key, name, &same) == CS_OK && same;
}

static uint32_t find_name(cs_ctx *ctx, cs_table *t, cs_value name,
                          uint32_t hash) {
  const void *index = index_of(t);
  walk w = walk_for(ctx, t, name, hash);
  uint32_t found = NONE;
  for (; found == NONE; walk_on(&w)) {
    uint32_t e = slot_get(index, t->size, w.i);
    if (e-- == 0) break;
    cs_value key = t->e[e].key;
    if (cs_same(key, name) || (hashes_of(t)[e] == hash && !cs_is_unbound(key) &&
                               is_name(ctx, key, name)))
      found = e;
  }
  /* Free of charge: caches skip this search, and fuel must not depend on
   * whether they are warm. */
  return found;
}

uint32_t cs_dict_find_name(cs_ctx *ctx, cs_value dict, cs_value name) {
  const cs_dict *d = CS_PTR(ctx, cs_dict, dict);
  if (d->len == 0) return NONE;
  const cs_str *s = CS_PTR(ctx, cs_str, name);
  uint32_t hash = s->h.flags & CS_STR_HASHED ? s->hash : cs_str_hash(ctx, name);
  cs_table *t = CS_AT(ctx, cs_table, d->table);
  if (is_keyed(t)) return find_name(ctx, t, name, hash);
  uint32_t e = slot_get(index_of(t), t->size, hash & (t->size - 1));
  if (e-- == 0) return NONE;
  return cs_same(t->e[e].key, name) ? e : find_name(ctx, t, name, hash);
}

cs_value cs_dict_get_name(cs_ctx *ctx, cs_value dict, cs_value name) {
  uint32_t e = cs_dict_find_name(ctx, dict, name);
  return e == NONE ? CS_UNBOUND : cs_dict_table(ctx, dict)->e[e].value;
}

/* --- walking ------------------------------------------------------------- */

/* Where the removed run that holds entry `i` reaches: a number above `i` is
 * the first entry that may be alive; one below says the same downwards. */
static uint32_t run_end(const cs_entry *e, uint32_t used) {
  if (!cs_is_int(e->value)) return used; /* only in a forged snapshot */
  int64_t to = cs_int_of(e->value);
  return to >= 0 && to < used ? (uint32_t)to : used;
}

bool cs_dict_seek(cs_ctx *ctx, cs_value dict, uint32_t *pos, cs_value *key,
                  cs_value *value) {
  const cs_dict *d = CS_PTR(ctx, cs_dict, dict);
  if (*pos >= d->used) return false;
  cs_entry *e = CS_AT(ctx, cs_table, d->table)->e;
  uint32_t first = *pos, i = first, skipped = 0;
  while (i < d->used && cs_is_unbound(e[i].key)) {
    uint32_t to = run_end(&e[i], d->used);
    i = to > i ? to : i + 1;
    skipped++;
  }
  if (skipped > 1 && run_end(&e[first], d->used) > first &&
      !cs_is_frozen(ctx, dict))
    e[first].value = cs_int(i); /* the next walk jumps */
  cs_charge(ctx, skipped / 8);
  if (i >= d->used) {
    *pos = i;
    return false;
  }
  *key = e[i].key;
  *value = e[i].value;
  *pos = i + 1;
  return true;
}

uint32_t cs_dict_last(cs_ctx *ctx, cs_value dict) {
  const cs_dict *d = CS_PTR(ctx, cs_dict, dict);
  if (d->len == 0) return NONE;
  cs_entry *e = CS_AT(ctx, cs_table, d->table)->e;
  uint32_t end = d->used - 1, i = end, skipped = 0;
  while (cs_is_unbound(e[i].key)) {
    assert(i > 0); /* something is alive */
    if (i == 0) return NONE;
    uint32_t to = run_end(&e[i], d->used);
    i = to < i ? to : i - 1;
    skipped++;
  }
  if (i < end && !cs_is_frozen(ctx, dict)) e[end].value = cs_int(i);
  cs_charge(ctx, skipped / 8);
  return i;
}

/* --- primitives for the prelude ------------------------------------------ */

/* In a table that is placed by key: entries with this hash, in their order. */
static uint32_t scan(cs_ctx *ctx, const cs_dict *d, cs_table *t,
                     uint32_t wanted, uint32_t *probe) {
  for (uint32_t e = *probe; e < d->used; e++) {
    if (hashes_of(t)[e] != wanted || cs_is_unbound(t->e[e].key)) continue;
    cs_charge(ctx, (e - *probe) / 16 + 1);
    *probe = e + 1;
    return e;
  }
  cs_charge(ctx, d->used / 16 + 1);
  return NONE;
}

uint32_t cs_dict_candidate(cs_ctx *ctx, cs_value dict, int64_t hash,
                           uint32_t *probe) {
  const cs_dict *d = CS_PTR(ctx, cs_dict, dict);
  if (d->len == 0) return NONE;
  cs_table *t = CS_AT(ctx, cs_table, d->table);
  const void *index = index_of(t);
  uint32_t wanted = fold(hash);
  if (is_keyed(t)) return scan(ctx, d, t, wanted, probe);
  walk w = walk_start(wanted, t->size);
  walk_to(&w, *probe);
  for (;; walk_on(&w)) {
    uint32_t e = slot_get(index, t->size, w.i);
    if (e-- == 0) return NONE;
    cs_charge(ctx, 1);
    if (hashes_of(t)[e] != wanted || cs_is_unbound(t->e[e].key)) continue;
    *probe = w.n + 1;
    return e;
  }
}

int64_t cs_dict_hash_at(const cs_ctx *ctx, cs_value dict, uint32_t entry) {
  assert(entry < CS_PTR(ctx, cs_dict, dict)->used);
  uint32_t folded = hashes_of(cs_dict_table(ctx, dict))[entry];
  return (int64_t)(uint32_t)(folded - 1); /* fold() gives it back */
}

cs_status cs_dict_put_hashed(cs_ctx *ctx, cs_value dict, cs_value key,
                             int64_t hash, cs_value value) {
  if (cs_is_frozen(ctx, dict)) return refuse_frozen(ctx);
  if (cs_is_unbound(key) || cs_is_unbound(value)) /* a forged snapshot */
    return cs_throw(ctx, CS_SystemError, "no value to store");
  give_in(ctx, CS_PTR(ctx, cs_dict, dict), key);
  return add(ctx, CS_PTR(ctx, cs_dict, dict), key, fold(hash), value);
}

/* --- hostile tables (snapshots) ------------------------------------------ */

bool cs_dict_check_table(const cs_table *t) {
  uint64_t have = (uint64_t)t->h.units * 16;
  if (t->size < SIZE_MIN || t->size > SIZE_MOST || t->size & (t->size - 1) ||
      t->cap != cap_of(t->size))
    return false;
  uint64_t need = offsetof(cs_table, e) + (uint64_t)t->cap * 20 +
                  (uint64_t)t->size * slot_width(t->size);
  return need <= have;
}

bool cs_dict_check_index(const cs_table *t, uint32_t used) {
  const uint32_t *hashes = (const uint32_t *)(const void *)&t->e[t->cap];
  const void *index = hashes + t->cap;
  uint32_t linked = 0;
  for (uint32_t i = 0; i < t->size; i++) {
    uint32_t e = slot_get(index, t->size, i);
    if (e > used) return false;
    linked += e != 0;
  }
  return linked <= used; /* else new entries could leave no empty slot */
}

/* --- after objects moved (image builder) --------------------------------- */

void cs_dict_shrink(cs_ctx *ctx, cs_value dict) {
  const cs_dict *d = CS_PTR(ctx, cs_dict, dict);
  if (!d->table) return;
  cs_table *t = CS_AT(ctx, cs_table, d->table);
  uint32_t size = size_for(d->used), units = t->h.units;
  if (!size || size >= t->size) return;
  uint32_t cap = cap_of(size), *from = hashes_of(t);
  uint64_t bytes = offsetof(cs_table, e) + (uint64_t)cap * 20 +
                   (uint64_t)size * slot_width(size);
  t->cap = cap;
  t->size = size;
  memmove(hashes_of(t), from, d->used * sizeof *from);
  t->h.units = (uint32_t)((bytes + 15) / 16);
  char *end = (char *)t + (size_t)t->h.units * 16;
  memset(hashes_of(t) + d->used, 0,
         (size_t)((char *)t + (size_t)units * 16 -
                  (char *)(hashes_of(t) + d->used)));
  if (units > t->h.units)
    *(cs_obj *)(void *)end =
        (cs_obj){.type = CS_L_FREE, .units = units - t->h.units};
  cs_dict_rehash(ctx, dict);
}

void cs_dict_unhash(cs_ctx *ctx, cs_value dict) {
  const cs_dict *d = CS_PTR(ctx, cs_dict, dict);
  if (!d->table) return;
  cs_table *t = CS_AT(ctx, cs_table, d->table);
  memset(index_of(t), 0, (size_t)t->size * slot_width(t->size));
  for (uint32_t i = 0; i < d->used; i++) {
    uint32_t hash;
    if (!cs_is_unbound(t->e[i].key) &&
        hash_key(ctx, t->e[i].key, &hash) == CS_OK)
      hashes_of(t)[i] = 0;
  }
}

void cs_dict_rehash(cs_ctx *ctx, cs_value dict) {
  const cs_dict *d = CS_PTR(ctx, cs_dict, dict);
  if (!d->table) return;
  cs_table *t = CS_AT(ctx, cs_table, d->table);
  memset(index_of(t), 0, (size_t)t->size * slot_width(t->size));
  for (uint32_t i = 0; i < d->used; i++) {
    uint32_t hash;
    if (!cs_is_unbound(t->e[i].key) &&
        hash_key(ctx, t->e[i].key, &hash) == CS_OK)
      hashes_of(t)[i] = hash; /* else Python code decided: it still holds */
    (void)link_entry(ctx, t, i);
  }
}
