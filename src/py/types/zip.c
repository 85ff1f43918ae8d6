/*
 * zip.c - enumerate, zip and reversed; the methods of leaf iterators.
 *
 * Over built-ins these are ITER objects that C advances (iter.c).  Whatever
 * iterates by Python code is left to generators of the prelude, which show
 * the same class.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/native.h"
#include "py/heap/seq.h"
#include "py/types/args.h"
#include "py/types/dunder.h"
#include "py/types/iter.h"
#include "py/types/iter_map.h"
#include "py/types/kinds.h"
#include "py/types/ops.h"
#include "py/types/type.h"

cs_value cs_iter_plain(cs_ctx *ctx, cs_value v) {
  if (!cs_is_instance(v)) return v;
  cs_value inner = cs_unwrap(ctx, v);
  if (cs_is_instance(inner)) return v;
  cs_value m =
      cs_type_find(ctx, cs_class_of(ctx, v), cs_known(ctx, CS_N___iter__));
  return cs_is(m, CS_L_NATIVE) ? inner : v;
}

/* iter(v) by the native that the class of `v` took over (deques). */
static cs_status adopted_iter(cs_ctx *ctx, cs_value v, cs_value *out) {
  cs_value m =
      cs_type_find(ctx, cs_class_of(ctx, v), cs_known(ctx, CS_N___iter__));
  if (!cs_is(m, CS_L_NATIVE)) return CS_SLOW;
  const cs_native *nat = CS_PTR(ctx, cs_native, m);
  if (nat->owner || nat->max != 1) return CS_SLOW;
  cs_value self = v;
  cs_status st = ctx->leaf(nat->id)(ctx, &self, 1, out);
  return st == CS_OK || st == CS_THROW || st == CS_RETRY ? st : CS_SLOW;
}

cs_status cs_iter_leaf(cs_ctx *ctx, cs_value v, cs_value *out) {
  if (cs_is(v, CS_L_GEN)) return CS_SLOW;
  cs_value plain = cs_iter_plain(ctx, v);
  cs_status st = cs_is_instance(plain) ? adopted_iter(ctx, plain, out)
                                       : cs_op_iter(ctx, plain, out);
  if (st != CS_OK) return st;
  bool leaf = cs_is(*out, CS_L_ITER) && !cs_is_frozen(ctx, *out) &&
              !cs_iter_map_alone(CS_PTR(ctx, cs_iter, *out));
  return leaf ? CS_OK : CS_SLOW;
}

/* The class itself, not one derived from it. */
static bool is_exact(const cs_ctx *ctx, cs_value cls) {
  return !(cs_type_at(ctx, cs_ref_off(cls))->flags & CS_TYPE_HEAP);
}

/* --- enumerate ----------------------------------------------------------- */

static cs_status enumerate_new(cs_ctx *ctx, cs_value *args, uint32_t n,
                               cs_value *out) {
  (void)n;
  cs_value start = cs_int(0), inner;
  if (!cs_is_unbound(args[2])) {
    start = cs_unwrap(ctx, args[2]);
    if (!cs_is_anyint(start)) return cs_need(ctx, 2, CS_NEED_INDEX);
    if (cs_is_bool(start)) start = cs_int(cs_is_true(start));
  }
  if (!is_exact(ctx, args[0])) return CS_SLOW;
  cs_status st = cs_iter_leaf(ctx, args[1], &inner);
  if (st != CS_OK) return st;
  uint32_t depth = cs_iter_depth(CS_PTR(ctx, cs_iter, inner)) + 1;
  if (depth > CS_ITER_NEST) return CS_SLOW;
  st = cs_iter_new(ctx, CS_ITER_ENUMERATE, inner, start, CS_NONE, CS_NONE, out);
  if (st == CS_OK)
    CS_PTR(ctx, cs_iter, *out)->h.flags = (uint8_t)(depth * CS_ITER_DEPTH);
  return st;
}

/* --- zip ----------------------------------------------------------------- */

/* May advancing it need memory? */
static bool allocates(const cs_iter *it) {
  switch (it->h.kind) {
    case CS_ITER_STR:
    case CS_ITER_LONGRANGE:
    case CS_ITER_DICTITEMS:
    case CS_ITER_DICTREVITEMS:
    case CS_ITER_SEQREV:
    case CS_ITER_COUNTER: return true;
    default:
      return cs_iter_is_composite(it) || (it->h.kind >= CS_ITER_PRODUCT &&
                                          it->h.kind <= CS_ITER_COMBINE_REP);
  }
}

/* Flags of a zip over these iterators, or 0 when C cannot do it: to undo an
 * advance only the position of a flat iterator can be saved. */
static uint8_t zip_flags(const cs_ctx *ctx, const cs_value *it, uint32_t n) {
  uint32_t depth = 0, undo = 0;
  bool nested = false;
  for (uint32_t i = 0; i < n; i++) {
    const cs_iter *p = CS_PTR(ctx, cs_iter, it[i]);
    if (i > 0 && allocates(p)) {
      if (nested) return 0;
      undo = CS_ITER_UNDO;
    }
    nested = nested || cs_iter_is_composite(p);
    if (cs_iter_depth(p) > depth) depth = cs_iter_depth(p);
  }
  if (depth + 1 > CS_ITER_NEST) return 0;
  return (uint8_t)((depth + 1) * CS_ITER_DEPTH | undo);
}

cs_status cs_iter_zip(cs_ctx *ctx, const cs_value *v, uint32_t n, bool strict,
                      cs_value *out) {
  cs_value tuple;
  if (n > CS_ITER_ZIP_ALL) return CS_SLOW;
  cs_status st = cs_tuple_new(ctx, NULL, n, &tuple);
  if (st != CS_OK) return st;
  cs_value *it = cs_tuple_items(ctx, tuple);
  for (uint32_t i = 0; i < n; i++) {
    st = cs_iter_leaf(ctx, v[i], &it[i]);
    if (st != CS_OK) return st;
  }
  cs_charge(ctx, n / 8);
  uint8_t flags = zip_flags(ctx, it, n);
  if (!flags || (flags & CS_ITER_UNDO && n > CS_ITER_ZIP_MAX)) return CS_SLOW;
  if (st == CS_OK)
    st = cs_iter_new(ctx, CS_ITER_ZIP, tuple, CS_NONE, CS_NONE, CS_NONE, out);
  if (st != CS_OK) return st;
  if (strict) flags |= CS_ITER_STRICT;
  CS_PTR(ctx, cs_iter, *out)->h.flags = flags;
  return CS_OK;
}

static cs_status zip_new(cs_ctx *ctx, cs_value *args, uint32_t n,
                         cs_value *out) {
  if (!is_exact(ctx, args[0])) return CS_SLOW;
  return cs_iter_zip(ctx, args + 1, n - 1, false, out);
}

/* _zip_leaves(iterables, strict): a zip in C, or None. */
CS_LEAF_TAKES(zip_leaves, ANY) {
  cs_value *v;
  uint32_t count;
  if (!cs_seq_items(ctx, args[0], &v, &count)) {
    *out = CS_NONE;
    return CS_OK;
  }
  cs_status st = cs_iter_zip(ctx, v, count, cs_is_true(args[1]), out);
  if (st != CS_SLOW) return st;
  *out = CS_NONE;
  return CS_OK;
}

/* --- reversed ------------------------------------------------------------ */

static cs_status reversed_new(cs_ctx *ctx, cs_value *args, uint32_t n,
                              cs_value *out) {
  (void)n;
  if (!is_exact(ctx, args[0])) return CS_SLOW;
  cs_status st = cs_iter_reversed(ctx, args[1], out);
  if (st != CS_SLOW) return st;
  bool plain = !cs_is_ref(args[1]) || cs_is(args[1], CS_L_BIGINT) ||
               cs_is(args[1], CS_L_SET) || cs_is(args[1], CS_L_FROZENSET) ||
               cs_is(args[1], CS_L_ITER) || cs_is(args[1], CS_L_GEN);
  if (!plain) return CS_SLOW;
  return cs_throw(ctx, CS_TypeError, "'%t' object is not reversible", args[1]);
}

static cs_status iter_setstate(cs_ctx *ctx, cs_value *args, uint32_t n,
                               cs_value *out) {
  (void)n;
  int64_t at;
  if (!cs_is_anyint(args[1]) && !cs_is_instance(args[1]) &&
      !cs_is_bool(args[1]))
    return cs_throw(ctx, CS_TypeError, "an integer is required");
  cs_status st = cs_args_size(ctx, args, 1, 0, &at);
  *out = CS_NONE;
  return st == CS_OK ? cs_iter_seek(ctx, args[0], at) : st;
}

#define ITERATOR(type)                                \
  {type, "__iter__", "($self, /)", cs_dunder_self}, { \
    type, "__next__", "($self, /)", cs_dunder_next    \
  }
#define SIZED(type)                                              \
  ITERATOR(type), {                                              \
    type, "__length_hint__", "($self, /)", cs_dunder_length_hint \
  }
#define SEEKABLE(type)                                       \
  SIZED(type), {                                             \
    type, "__setstate__", "($self, state, /)", iter_setstate \
  }

const cs_native_def cs_zip_natives[] = {
    {"enumerate", "__new__", "($cls, iterable, start=0)", enumerate_new},
    {"zip", "__new__", "($cls, *iterables)", zip_new},
    {"reversed", "__new__", "($cls, sequence, /)", reversed_new},
    {".intrinsics", "_zip_leaves", "(iterables, strict, /)", zip_leaves},
    ITERATOR("enumerate"),
    ITERATOR("zip"),
    SEEKABLE("reversed"),
    SEEKABLE("list_iterator"),
    SEEKABLE("tuple_iterator"),
    SEEKABLE("str_ascii_iterator"),
    SEEKABLE("str_iterator"),
    SEEKABLE("bytes_iterator"),
    SEEKABLE("bytearray_iterator"),
    SEEKABLE("range_iterator"),
    SIZED("longrange_iterator"),
    SIZED("dict_keyiterator"),
    SIZED("dict_valueiterator"),
    SIZED("dict_itemiterator"),
    SIZED("dict_reversekeyiterator"),
    SIZED("dict_reversevalueiterator"),
    SIZED("dict_reverseitemiterator"),
    SIZED("set_iterator"),
    SEEKABLE("list_reverseiterator"),
    ITERATOR("memory_iterator"),
    ITERATOR("map"),
    ITERATOR("filter"),
    ITERATOR("callable_iterator"),
    ITERATOR("iterator"),
    {"enumerate", "__class_getitem__", "($cls, object, /)",
     cs_dunder_class_getitem},
    CS_NATIVE_END};
