/*
 * dict.h - compact ordered dict, and sets in CPython's table order.
 *
 * Lookups return CS_SLOW when deciding needs Python code (a user __hash__ or
 * __eq__): the caller then uses the prelude's version, which is built on the
 * cs_dict_candidate / cs_dict_put_hashed primitives.  CS_THROW: unhashable.
 *
 * Inline caches remember positions under a dict's keyver, which no other dict
 * has.  It is lost (0) whenever a key is added or removed, never when the value
 * of an existing key changes; cs_dict_version gives another one.  Its four
 * lower bits are set, since offsets of objects guard caches, too.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_HEAP_DICT_H
#define CS_PY_HEAP_DICT_H

#include "py/heap/ctx.h"

static inline bool cs_is_dict(cs_value v) {
  return cs_is(v, CS_L_DICT);
}
static inline bool cs_is_set(cs_value v) {
  return cs_is(v, CS_L_SET) || cs_is(v, CS_L_FROZENSET);
}
static inline uint32_t cs_dict_len(const cs_ctx *ctx, cs_value d) {
  return CS_PTR(ctx, cs_dict, d)->len;
}
static inline cs_table *cs_dict_table(const cs_ctx *ctx, cs_value d) {
  return CS_AT(ctx, cs_table, CS_PTR(ctx, cs_dict, d)->table);
}

/* An empty dict with room for `hint` keys. */
cs_status cs_dict_new(cs_ctx *ctx, uint32_t hint, cs_value *out) CS_MUST_CHECK;
/* `*value` = UNBOUND when the key is absent. */
cs_status cs_dict_get(cs_ctx *ctx, cs_value d, cs_value key,
                      cs_value *value) CS_MUST_CHECK;
#define CS_DICT_NO_VERSION   15u         /* the number before the first one */
#define CS_DICT_VERSION      0x1000000Fu /* those of the image are not greater */
#define CS_DICT_LAST_VERSION 0xFFEFFFFFu
#define CS_DICT_NEXT_VERSION 16u
/* The key version of the dict, to remember a position under; 0: there is none,
 * remember nothing. */
uint32_t cs_dict_version(cs_ctx *ctx, cs_value dict);
/* Who remembers a position in the dict has to look again. */
void cs_dict_touch(cs_ctx *ctx, cs_value dict);
cs_status cs_dict_set(cs_ctx *ctx, cs_value d, cs_value key,
                      cs_value value) CS_MUST_CHECK;
/* Where the value of `key` is, until the dict changes, to be written to unless
 * that is frozen; a new key gets `first`. */
cs_status cs_dict_place(cs_ctx *ctx, cs_value d, cs_value key, cs_value first,
                        cs_value **at) CS_MUST_CHECK;
/* `*value` = the removed value, UNBOUND when there was none. */
cs_status cs_dict_del(cs_ctx *ctx, cs_value d, cs_value key,
                      cs_value *value) CS_MUST_CHECK;
/* Make the key the last one; `*value` as in cs_dict_get. */
cs_status cs_dict_to_end(cs_ctx *ctx, cs_value d, cs_value key,
                         cs_value *value) CS_MUST_CHECK;
/* Interned str keys: cannot fail.  UNBOUND when absent. */
cs_value cs_dict_get_name(cs_ctx *ctx, cs_value d, cs_value name);
/* Entry index of an interned name, or UINT32_MAX: for inline caches. */
uint32_t cs_dict_find_name(cs_ctx *ctx, cs_value d, cs_value name);
void cs_dict_clear(cs_ctx *ctx, cs_value d);
/* A dict of `n` different interned names and their values; CS_SLOW if they are
 * something else. */
cs_status cs_dict_from_names(cs_ctx *ctx, const cs_value *names,
                             const cs_value *values, uint32_t n,
                             cs_value *out) CS_MUST_CHECK;
cs_status cs_dict_copy(cs_ctx *ctx, cs_value d, cs_value *out) CS_MUST_CHECK;
/* The entries of `other` for `d`, which is empty; CS_SLOW if it is not. */
cs_status cs_dict_adopt(cs_ctx *ctx, cs_value d, cs_value other) CS_MUST_CHECK;
/* The next live entry at or behind `*pos`, over gaps. */
bool cs_dict_seek(cs_ctx *ctx, cs_value d, uint32_t *pos, cs_value *key,
                  cs_value *value);
/* Iterate: `*pos` starts at 0; false at the end. */
static inline bool cs_dict_next(cs_ctx *ctx, cs_value d, uint32_t *pos,
                                cs_value *key, cs_value *value) {
  const cs_dict *dict = CS_PTR(ctx, cs_dict, d);
  if (*pos >= dict->used) return false;
  const cs_entry *e = &CS_AT(ctx, cs_table, dict->table)->e[*pos];
  if (cs_is_unbound(e->key)) return cs_dict_seek(ctx, d, pos, key, value);
  *key = e->key;
  *value = e->value;
  ++*pos;
  return true;
}
/* Entry of the last live key (for popitem), UINT32_MAX when empty. */
uint32_t cs_dict_last(cs_ctx *ctx, cs_value d);
void cs_dict_del_at(cs_ctx *ctx, cs_value d, uint32_t entry);

/* Primitives for keys that need Python code.  Candidate: first entry at probe
 * position >= `*probe` with this hash; UINT32_MAX when there is none. */
uint32_t cs_dict_candidate(cs_ctx *ctx, cs_value d, int64_t hash,
                           uint32_t *probe);
/* A hash that cs_dict_candidate finds the key of this entry with. */
int64_t cs_dict_hash_at(const cs_ctx *ctx, cs_value d, uint32_t entry);
/* Insert a key known to be absent. */
cs_status cs_dict_put_hashed(cs_ctx *ctx, cs_value d, cs_value key,
                             int64_t hash, cs_value value) CS_MUST_CHECK;

/* For the snapshot verifier: does the table fit its object; does the index name
 * only the first `used` entries and keep an empty slot? */
bool cs_dict_check_table(const cs_table *t);
bool cs_dict_check_index(const cs_table *t, uint32_t used);

/* Image builder: objects moved, hashes by identity changed. */
/* Drop hashes that can be computed again, and the index. */
void cs_dict_unhash(cs_ctx *ctx, cs_value dict);
/* Cut the table to what its entries need. */
void cs_dict_shrink(cs_ctx *ctx, cs_value dict);
void cs_dict_rehash(cs_ctx *ctx, cs_value d);
void cs_set_rehash(cs_ctx *ctx, cs_value s);

/* --- sets (SET and FROZENSET; writers ignore immutability) --------------- */

cs_status cs_set_new(cs_ctx *ctx, uint32_t layout, cs_value *out) CS_MUST_CHECK;
cs_status cs_set_has(cs_ctx *ctx, cs_value s, cs_value key,
                     bool *out) CS_MUST_CHECK;
cs_status cs_set_add(cs_ctx *ctx, cs_value s, cs_value key) CS_MUST_CHECK;
cs_status cs_set_del(cs_ctx *ctx, cs_value s, cs_value key,
                     bool *had) CS_MUST_CHECK;
/* Remove some element: CPython's choice.  False when there is none. */
bool cs_set_pop(cs_ctx *ctx, cs_value s, cs_value *key);
/* The same three with the hash known (from another set). */
cs_status cs_set_has_hashed(cs_ctx *ctx, cs_value s, cs_value key, int64_t hash,
                            bool *out) CS_MUST_CHECK;
cs_status cs_set_add_hashed(cs_ctx *ctx, cs_value s, cs_value key,
                            int64_t hash) CS_MUST_CHECK;
cs_status cs_set_del_hashed(cs_ctx *ctx, cs_value s, cs_value key, int64_t hash,
                            bool *had) CS_MUST_CHECK;
/* s |= other, growing as CPython does; CS_SLOW or CS_RETRY may come after part
 * of the elements. */
cs_status cs_set_update(cs_ctx *ctx, cs_value s, cs_value other) CS_MUST_CHECK;
/* set -= other, another set; after CS_RETRY it can be repeated. */
cs_status cs_set_subtract(cs_ctx *ctx, cs_value s,
                          cs_value other) CS_MUST_CHECK;
/* The same for sets. */
bool cs_set_seek(cs_ctx *ctx, cs_value s, uint32_t *pos, cs_value *key);
static inline bool cs_set_next(cs_ctx *ctx, cs_value s, uint32_t *pos,
                               cs_value *key) {
  const cs_set *set = CS_PTR(ctx, cs_set, s);
  if (set->table && *pos <= set->mask) {
    const cs_set_entry *e = &CS_AT(ctx, cs_set_table, set->table)->e[*pos];
    if (!cs_is_unbound(e->key) && !cs_set_removed(e)) {
      *key = e->key;
      ++*pos;
      return true;
    }
  }
  return cs_set_seek(ctx, s, pos, key);
}
void cs_set_clear(cs_ctx *ctx, cs_value s);
cs_status cs_set_copy(cs_ctx *ctx, cs_value s, uint32_t layout,
                      cs_value *out) CS_MUST_CHECK;
uint32_t cs_set_candidate(cs_ctx *ctx, cs_value s, int64_t hash,
                          uint32_t *probe);
cs_status cs_set_put_hashed(cs_ctx *ctx, cs_value s, cs_value key,
                            int64_t hash) CS_MUST_CHECK;
void cs_set_del_at(cs_ctx *ctx, cs_value s, uint32_t slot);
static inline uint32_t cs_set_len(const cs_ctx *ctx, cs_value s) {
  return CS_PTR(ctx, cs_set, s)->len;
}

/* --- hash and equality of built-in values -------------------------------- */

/* hash(v).  CS_SLOW: needs Python code; CS_THROW: unhashable type. */
cs_status cs_hash_value(cs_ctx *ctx, cs_value v, int64_t *out) CS_MUST_CHECK;
/* a == b for values whose comparison needs no Python code (containers to any
 * depth, by an explicit work list); CS_SLOW otherwise. */
cs_status cs_eq_value(cs_ctx *ctx, cs_value a, cs_value b,
                      bool *out) CS_MUST_CHECK;

#endif
