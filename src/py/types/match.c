/*
 * match.c - what patterns ask, for subjects that are built-ins or plain
 * instances.
 *
 * Everything else (subclasses, abstract classes, properties, errors) is left
 * to the twins in the prelude, which know the whole of it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"
#include "py/heap/intrinsics.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/kinds.h"
#include "py/types/type.h"

#define KEYS_MAX 16 /* keys or attributes of one pattern; more: the twin */

/* Can `v` be neither a sequence nor a mapping for a pattern? */
static bool is_scalar(cs_value v) {
  if (!cs_is_ref(v)) return true;
  switch (cs_ref_layout(v)) {
    case CS_L_STR:
    case CS_L_BYTES:
    case CS_L_BYTEARRAY:
    case CS_L_BIGINT:
    case CS_L_COMPLEX:
    case CS_L_SET:
    case CS_L_FROZENSET:
    case CS_L_FUNC: return cs_ref_type(v) == cs_ref_layout(v);
    default: return false;
  }
}

static bool is_exact(cs_value v, uint32_t layout) {
  return cs_is_ref(v) && cs_ref_type(v) == layout;
}

/* The compiler passes what fits; a forged snapshot may not. */
static cs_status misused(cs_ctx *ctx) {
  return cs_throw(ctx, CS_SystemError, "bad operand of a pattern");
}

/* [*before, star, *after] of `items`. */
static cs_status with_star(cs_ctx *ctx, const cs_value *items, uint32_t n,
                           uint32_t before, uint32_t after, cs_value *out) {
  cs_value star;
  CS_TRY(cs_list_new(ctx, items + before, n - before - after, &star));
  CS_TRY(cs_tuple_new(ctx, NULL, before + 1 + after, out));
  cs_value *to = cs_tuple_items(ctx, *out);
  cs_values_copy(to, items, before);
  to[before] = star;
  cs_values_copy(to + before + 1, items + n - after, after);
  cs_charge(ctx, n / 4);
  return CS_OK;
}

/* _match_slice(subject, before, after): a sequence with the parts that
 * `before` patterns, a star and `after` patterns get; without a star `after`
 * is -1.  None: no match. */
CS_LEAF_TAKES(match_slice, ANY) {
  cs_value v = args[0];
  if (is_scalar(v) || is_exact(v, CS_L_DICT)) CS_GIVE(CS_NONE);
  cs_value *items;
  uint32_t len = 0;
  if (!is_exact(v, CS_L_LIST) && !is_exact(v, CS_L_TUPLE)) return CS_SLOW;
  if (!cs_seq_items(ctx, v, &items, &len)) return CS_SLOW;
  if (!cs_is_int(args[1]) || !cs_is_int(args[2])) return misused(ctx);
  int64_t before = cs_int_of(args[1]), after = cs_int_of(args[2]);
  if (before < 0 || after < CS_MATCH_IDLE) return misused(ctx);
  if (after < 0) CS_GIVE(len == before ? v : CS_NONE);
  if (after >= CS_MATCH_IDLE_STAR) after -= CS_MATCH_IDLE_STAR;
  if (len < before + after) CS_GIVE(CS_NONE);
  return with_star(ctx, items, len, (uint32_t)before, (uint32_t)after, out);
}

/* Different for sure: interned strings that are not the same one. */
static bool are_names(const cs_ctx *ctx, const cs_value *keys, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    if (!is_exact(keys[i], CS_L_STR) ||
        !(CS_PTR(ctx, cs_str, keys[i])->h.flags & CS_STR_INTERNED))
      return n == 1;
    for (uint32_t j = 0; j < i; j++)
      if (cs_same(keys[i], keys[j])) return false;
  }
  return true;
}

/* _match_keys(subject, keys): the tuple of their values, or None */
CS_LEAF_TAKES(match_keys, ANY) {
  if (is_scalar(args[0]) || is_exact(args[0], CS_L_LIST) ||
      is_exact(args[0], CS_L_TUPLE))
    CS_GIVE(CS_NONE);
  if (!is_exact(args[1], CS_L_TUPLE)) return misused(ctx);
  uint32_t count = cs_tuple_len(ctx, args[1]);
  const cs_value *keys = cs_tuple_items(ctx, args[1]);
  if (!is_exact(args[0], CS_L_DICT) || count > KEYS_MAX ||
      !are_names(ctx, keys, count))
    return CS_SLOW;
  cs_value found[KEYS_MAX];
  for (uint32_t i = 0; i < count; i++) {
    CS_TRY(cs_dict_get(ctx, args[0], keys[i], &found[i]));
    if (cs_is_unbound(found[i])) CS_GIVE(CS_NONE);
  }
  return cs_tuple_new(ctx, found, count, out);
}

/* An attribute that lies in the instance and that no descriptor hides. */
static cs_value plain_attribute(cs_ctx *ctx, cs_value v, cs_value name) {
  cs_off cls = cs_class_of(ctx, v);
  if (!cs_is_instance(v) || !is_exact(name, CS_L_STR) ||
      cs_type_at(ctx, cls)->flags & CS_TYPE_HGETATTRIBUTE)
    return CS_UNBOUND;
  cs_value key = cs_str_find_interned(ctx, name);
  if (cs_is_unbound(key)) return CS_UNBOUND;
  cs_value raw = cs_type_find(ctx, cls, key);
  if (!cs_is_unbound(raw) && cs_attr_is_data(ctx, raw)) return CS_UNBOUND;
  return cs_instance_get(ctx, v, key);
}

/* Built-in classes whose only positional pattern is the subject itself. */
static bool matches_itself(const cs_ctx *ctx, cs_off cls) {
  static const uint8_t self[] = {CS_L_BYTEARRAY, CS_L_BYTES,     CS_L_DICT,
                                 CS_L_NUMFLOAT,  CS_L_FROZENSET, CS_L_NUMINT,
                                 CS_L_LIST,      CS_L_SET,       CS_L_STR,
                                 CS_L_TUPLE,     CS_L_NUMBOOL};
  for (uint32_t i = 0; i < sizeof self; i++)
    if (ctx->image->cls[self[i]] == cls) return true;
  return false;
}

/* The attributes that a pattern's positions and names stand for, into `to`;
 * CS_SLOW: not so simple. */
static cs_status attributes(cs_ctx *ctx, const cs_value *args, uint32_t npos,
                            uint32_t count, cs_value *to) {
  cs_off cls = cs_ref_off(args[1]);
  cs_value wanted = CS_UNBOUND;
  if (npos) wanted = cs_type_find(ctx, cls, cs_known(ctx, CS_N___match_args__));
  if (npos &&
      (!is_exact(wanted, CS_L_TUPLE) || cs_tuple_len(ctx, wanted) < npos))
    return CS_SLOW;
  cs_value name[KEYS_MAX];
  for (uint32_t i = 0; i < count; i++) {
    name[i] = i < npos ? cs_tuple_at(ctx, wanted, i)
                       : cs_tuple_at(ctx, args[3], i - npos);
    for (uint32_t j = 0; j < i; j++)
      if (cs_same(name[i], name[j])) return CS_SLOW; /* an error */
    to[i] = plain_attribute(ctx, args[0], name[i]);
    if (cs_is_unbound(to[i])) return CS_SLOW;
  }
  return CS_OK;
}

/* _match_class(subject, cls, npos, names): tuple of attributes, or None */
CS_LEAF_TAKES(match_class, ANY) {
  if (!is_exact(args[3], CS_L_TUPLE) || !cs_is_int(args[2]) ||
      cs_int_of(args[2]) < 0 || cs_int_of(args[2]) > UINT16_MAX)
    return misused(ctx);
  if (!cs_is_type(args[1])) return CS_SLOW;
  cs_off cls = cs_ref_off(args[1]);
  bool yes;
  CS_TRY(cs_type_ask(ctx, args[0], args[1], &yes));
  if (!yes) CS_GIVE(CS_NONE);
  uint32_t npos = (uint32_t)cs_int_of(args[2]);
  uint32_t count = npos + cs_tuple_len(ctx, args[3]);
  if (count == 1 && npos == 1 && matches_itself(ctx, cls))
    return cs_tuple_new(ctx, args, 1, out);
  if (count > KEYS_MAX) return CS_SLOW;
  cs_value found[KEYS_MAX];
  CS_TRY(attributes(ctx, args, npos, count, found));
  return cs_tuple_new(ctx, found, count, out);
}

extern const cs_native_def cs_match_natives[];
const cs_native_def cs_match_natives[] = {
    {".intrinsics", "_match_slice", "(subject, before, after, /)", match_slice},
    {".intrinsics", "_match_keys", "(subject, keys, /)", match_keys},
    {".intrinsics", "_match_class", "(subject, cls, npos, names, /)",
     match_class},
    CS_NATIVE_END};
