/*
 * list.c - methods of list.
 *
 * Comparing elements is done here as long as it needs no Python code; the
 * first element that does sends the call to its twin in the prelude, which
 * begins again.  Nothing has changed by then.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"
#include "py/heap/native.h"
#include "py/heap/seq.h"
#include "py/types/apply.h"
#include "py/types/args.h"
#include "py/types/collect.h"
#include "py/types/dunder.h"
#include "py/types/iter.h"
#include "py/types/op.h"
#include "py/types/op_seq.h"
#include "py/types/ops.h"
#include "py/types/sort.h"
#include "py/types/type.h"

/* --- making -------------------------------------------------------------- */

/* Replace the items by those of `v`; CS_NEED when it must be iterated. */
static cs_status fill(cs_ctx *ctx, cs_value list, cs_value v) {
  cs_value *items;
  uint32_t n;
  if (!cs_seq_items(ctx, v, &items, &n)) return cs_need(ctx, 1, CS_NEED_LIST);
  return cs_op_seq_splice_list(ctx, list, 0, cs_list_len(ctx, list), items, n);
}

/* Like CPython's, __new__ makes an empty list and __init__ fills it; only
 * when no class in between defines either, both steps are one. */
static cs_status list_new(cs_ctx *ctx, cs_value *args, uint32_t n,
                          cs_value *out) {
  cs_off cls = cs_ref_off(args[0]);
  uint32_t flags = cs_type_at(ctx, cls)->flags;
  cs_value *items = NULL, list;
  uint32_t count = 0;
  bool whole = !(flags & (CS_TYPE_HNEW | CS_TYPE_HINIT));
  if (whole && n > 2)
    return cs_throw(ctx, CS_TypeError,
                    "list expected at most 1 argument, got %d", (int64_t)n - 1);
  if (whole && n == 2) {
    args[1] = cs_iter_plain(ctx, args[1]);
    bool copy = cs_is_list(args[1]) || cs_is_tuple(args[1]);
    cs_status done = cs_collect_need(ctx, args, 1);
    if (done != CS_OK) return done;
    if (!copy && !(flags & CS_TYPE_HEAP)) { /* nobody else has it */
      *out = args[1];
      return CS_OK;
    }
    (void)cs_seq_items(ctx, args[1], &items, &count);
  }
  cs_charge(ctx, count / 8);
  cs_status st = cs_list_new(ctx, items, count, &list);
  return st == CS_OK ? cs_instance_wrap(ctx, cls, list, out) : st;
}

static cs_status list_init(cs_ctx *ctx, cs_value *args, uint32_t n,
                           cs_value *out) {
  (void)n;
  cs_value list = args[0];
  cs_status st;
  if (cs_is_unbound(args[1]))
    st = cs_op_seq_splice_list(ctx, list, 0, cs_list_len(ctx, list), NULL, 0);
  else
    st = fill(ctx, list, args[1]);
  *out = CS_NONE;
  return st;
}

static cs_status list_copy(cs_ctx *ctx, cs_value *args, uint32_t n,
                           cs_value *out) {
  (void)n;
  uint32_t len = cs_list_len(ctx, args[0]);
  cs_charge(ctx, len / 8);
  return cs_list_new(ctx, cs_list_items(ctx, args[0]), len, out);
}

/* --- changing ------------------------------------------------------------ */

static cs_status list_append(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  (void)n;
  *out = CS_NONE;
  return cs_list_append(ctx, args[0], args[1]);
}

static cs_status list_extend(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  (void)n;
  cs_value *items;
  uint32_t count;
  *out = CS_NONE;
  if (cs_seq_items(ctx, args[1], &items, &count))
    return cs_list_extend(ctx, args[0], items, count);
  if (!cs_is_ref(args[1]))
    return cs_throw(ctx, CS_TypeError, "'%t' object is not iterable", args[1]);
  return CS_SLOW; /* items appear one by one while it is iterated */
}

static cs_status list_insert(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  (void)n;
  int64_t at, len = cs_list_len(ctx, args[0]);
  cs_status st = cs_args_size(ctx, args, 1, 0, &at);
  if (st != CS_OK) return st;
  if (at < 0) at = at + len < 0 ? 0 : at + len;
  if (at > len) at = len;
  *out = CS_NONE;
  return cs_op_seq_splice_list(ctx, args[0], (uint32_t)at, 0, &args[2], 1);
}

static cs_status list_pop(cs_ctx *ctx, cs_value *args, uint32_t n,
                          cs_value *out) {
  (void)n;
  int64_t at, len = cs_list_len(ctx, args[0]);
  cs_status st = cs_args_size(ctx, args, 1, -1, &at);
  if (st != CS_OK) return st;
  if (len == 0) return cs_throw(ctx, CS_IndexError, "pop from empty list");
  if (at < 0) at += len;
  if (at < 0 || at >= len)
    return cs_throw(ctx, CS_IndexError, "pop index out of range");
  if (cs_is_frozen(ctx, args[0])) return cs_op_refuse(ctx);
  cs_value v = cs_list_at(ctx, args[0], (uint32_t)at);
  st = cs_op_seq_splice_list(ctx, args[0], (uint32_t)at, 1, NULL, 0);
  if (st == CS_OK) *out = v;
  return st;
}

static cs_status list_clear(cs_ctx *ctx, cs_value *args, uint32_t n,
                            cs_value *out) {
  (void)n;
  if (cs_is_frozen(ctx, args[0])) return cs_op_refuse(ctx);
  cs_list *l = CS_PTR(ctx, cs_list, args[0]);
  l->len = l->cap = 0;
  l->items = 0;
  *out = CS_NONE;
  return CS_OK;
}

static cs_status list_reverse(cs_ctx *ctx, cs_value *args, uint32_t n,
                              cs_value *out) {
  (void)n;
  if (cs_is_frozen(ctx, args[0])) return cs_op_refuse(ctx);
  uint32_t len = cs_list_len(ctx, args[0]);
  cs_value *v = cs_list_items(ctx, args[0]);
  cs_charge(ctx, len / 8);
  for (uint32_t i = 0; i < len / 2; i++) {
    cs_value t = v[i];
    v[i] = v[len - 1 - i];
    v[len - 1 - i] = t;
  }
  *out = CS_NONE;
  return CS_OK;
}

/* --- searching ----------------------------------------------------------- */

/* First position of `v` in items[from, to), or UINT32_MAX. */
static cs_status find(cs_ctx *ctx, const cs_value *items, uint32_t from,
                      uint32_t to, cs_value v, uint32_t *at) {
  uint32_t i = from;
  for (; i < to; i++) {
    bool same = cs_same(items[i], v);
    if (!same && !cs_both_int(items[i], v)) {
      cs_status st = cs_eq_value(ctx, items[i], v, &same);
      if (st == CS_OK) st = cs_charge_look(ctx);
      if (st != CS_OK) return st;
    }
    if (same) break;
  }
  cs_charge(ctx, (i - from) / 4);
  *at = i < to ? i : UINT32_MAX;
  return CS_OK;
}

/* Bounds of index(): unlike those of a slice they cannot be None. */
static cs_status bounds(cs_ctx *ctx, cs_value *args, int64_t len,
                        int64_t *start, int64_t *end) {
  for (uint32_t i = 2; i < 4; i++) {
    cs_value v = cs_unwrap(ctx, args[i]);
    if (cs_is_unbound(v) || cs_args_has_index(ctx, v)) continue;
    return cs_throw(ctx, CS_TypeError,
                    "slice indices must be integers or have an __index__ "
                    "method");
  }
  return cs_args_range(ctx, args, 2, len, start, end);
}

static cs_status not_in_list(cs_ctx *ctx, cs_value v) {
  cs_value text;
  cs_status st = cs_op_repr(ctx, v, &text);
  if (st != CS_OK) return st; /* CS_SLOW: the twin prints it */
  return cs_throw(ctx, CS_ValueError, "%v is not in list", text);
}

static cs_status list_index(cs_ctx *ctx, cs_value *args, uint32_t n,
                            cs_value *out) {
  (void)n;
  int64_t start, end, len = cs_list_len(ctx, args[0]);
  uint32_t at = UINT32_MAX;
  cs_status st = bounds(ctx, args, len, &start, &end);
  if (st == CS_OK && start < end)
    st = find(ctx, cs_list_items(ctx, args[0]), (uint32_t)start, (uint32_t)end,
              args[1], &at);
  if (st != CS_OK) return st;
  if (at == UINT32_MAX) return not_in_list(ctx, args[1]);
  *out = cs_int(at);
  return CS_OK;
}

static cs_status list_remove(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  (void)n;
  uint32_t at;
  cs_status st = find(ctx, cs_list_items(ctx, args[0]), 0,
                      cs_list_len(ctx, args[0]), args[1], &at);
  if (st != CS_OK) return st;
  if (at == UINT32_MAX)
    return cs_throw(ctx, CS_ValueError, "list.remove(x): x not in list");
  *out = CS_NONE;
  return cs_op_seq_splice_list(ctx, args[0], at, 1, NULL, 0);
}

/* Works for tuples as well. */
static cs_status seq_count(cs_ctx *ctx, cs_value *args, uint32_t n,
                           cs_value *out) {
  (void)n;
  cs_value *items;
  uint32_t len, at, count = 0, from = 0;
  if (!cs_seq_items(ctx, args[0], &items, &len)) return CS_SLOW;
  for (;;) {
    cs_status st = find(ctx, items, from, len, args[1], &at);
    if (st != CS_OK) return st;
    if (at == UINT32_MAX) break;
    count++;
    from = at + 1;
  }
  *out = cs_int(count);
  return CS_OK;
}

/* --- sorting ------------------------------------------------------------- */

static cs_status list_sort(cs_ctx *ctx, cs_value *args, uint32_t n,
                           cs_value *out) {
  (void)n;
  int64_t reverse;
  cs_status st = cs_args_size(ctx, args, 2, 0, &reverse);
  if (st != CS_OK) return st;
  if (cs_is_unbound(args[1])) args[1] = CS_NONE; /* the twin wants a value */
  bool keyed = !cs_is_none(args[1]);
  if (keyed && !cs_apply_is_pure(ctx, args[1])) return CS_SLOW;
  if (cs_is_frozen(ctx, args[0])) return cs_op_refuse(ctx);
  cs_list *l = CS_PTR(ctx, cs_list, args[0]);
  *out = CS_NONE;
  if (l->len < 2) return CS_OK;
  cs_off off; /* a copy: the list must be intact if the twin takes over */
  st = cs_array_new(ctx, l->cap, &off);
  if (st != CS_OK) return st;
  cs_value *v = CS_AT(ctx, cs_array, off)->v;
  uint32_t len = l->len;
  memcpy(v, cs_list_items(ctx, args[0]), len * sizeof *v);
  l->len = 0; /* what a key function sees */
  st = keyed ? cs_sort_by(ctx, args[1], v, len, reverse != 0)
             : cs_sort_values(ctx, v, len, false, reverse != 0);
  l->len = len;
  if (st == CS_OK) l->items = off;
  return st;
}

/* --- tuple --------------------------------------------------------------- */

static cs_status tuple_new(cs_ctx *ctx, cs_value *args, uint32_t n,
                           cs_value *out) {
  (void)n;
  cs_off cls = cs_ref_off(args[0]);
  cs_value t = args[1], *items = NULL;
  uint32_t len = 0;
  cs_status st = CS_OK;
  if (!cs_is_unbound(t)) {
    st = cs_collect_need(ctx, args, 1);
    if (st != CS_OK) return st;
    t = args[1];
    (void)cs_seq_items(ctx, t, &items, &len);
  }
  if (!cs_is_tuple(t)) {
    cs_charge(ctx, len / 8);
    st = cs_tuple_new(ctx, items, len, &t);
  }
  return st == CS_OK ? cs_instance_wrap(ctx, cls, t, out) : st;
}

static cs_status tuple_index(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  (void)n;
  int64_t start, end, len = cs_tuple_len(ctx, args[0]);
  uint32_t at = UINT32_MAX;
  cs_status st = bounds(ctx, args, len, &start, &end);
  if (st == CS_OK && start < end)
    st = find(ctx, cs_tuple_items(ctx, args[0]), (uint32_t)start, (uint32_t)end,
              args[1], &at);
  if (st != CS_OK) return st;
  if (at == UINT32_MAX)
    return cs_throw(ctx, CS_ValueError, "tuple.index(x): x not in tuple");
  *out = cs_int(at);
  return CS_OK;
}

static cs_status tuple_newargs(cs_ctx *ctx, cs_value *args, uint32_t n,
                               cs_value *out) {
  (void)n;
  return cs_tuple_new(ctx, &args[0], 1, out);
}

#define SEARCH "($self, value, start=0, stop=9223372036854775807, /)"

const cs_native_def cs_list_natives[] = {
    {"list", "__new__", "($cls, *args)", list_new},
    {"list", "__init__", "($self, iterable=(), /)", list_init},
    {"list", "append", "($self, object, /)", list_append},
    {"list", "extend", "($self, iterable, /)", list_extend},
    {"list", "insert", "($self, index, object, /)", list_insert},
    {"list", "remove", "($self, value, /)", list_remove},
    {"list", "pop", "($self, index=-1, /)", list_pop},
    {"list", "clear", "($self, /)", list_clear},
    {"list", "index", SEARCH, list_index},
    {"list", "count", "($self, value, /)", seq_count},
    {"list", "sort", "($self, /, *, key=None, reverse=False)", list_sort},
    {"list", "reverse", "($self, /)", list_reverse},
    {"list", "copy", "($self, /)", list_copy},
    {"list", "__len__", "($self, /)", cs_dunder_len},
    {"list", "__getitem__", "($self, index, /)", cs_dunder_getitem},
    {"list", "__setitem__", "($self, key, value, /)", cs_dunder_setitem},
    {"list", "__delitem__", "($self, key, /)", cs_dunder_delitem},
    {"list", "__contains__", "($self, key, /)", cs_dunder_contains},
    {"list", "__iter__", "($self, /)", cs_dunder_iter},
    {"list", "__reversed__", "($self, /)", cs_dunder_reversed},
    {"list", "__eq__", "($self, value, /)", cs_dunder_eq},
    {"list", "__ne__", "($self, value, /)", cs_dunder_ne},
    {"list", "__lt__", "($self, value, /)", cs_dunder_lt},
    {"list", "__le__", "($self, value, /)", cs_dunder_le},
    {"list", "__gt__", "($self, value, /)", cs_dunder_gt},
    {"list", "__ge__", "($self, value, /)", cs_dunder_ge},
    {"list", "__add__", "($self, value, /)", cs_dunder_add},
    {"list", "__iadd__", "($self, value, /)", cs_dunder_iadd},
    {"list", "__mul__", "($self, value, /)", cs_dunder_mul},
    {"list", "__rmul__", "($self, value, /)", cs_dunder_rmul},
    {"list", "__imul__", "($self, value, /)", cs_dunder_imul},
    {"list", "__class_getitem__", "($cls, object, /)", cs_dunder_class_getitem},
    {"tuple", "__new__", "($cls, iterable=(), /)", tuple_new},
    {"tuple", "index", SEARCH, tuple_index},
    {"tuple", "count", "($self, value, /)", seq_count},
    {"tuple", "__len__", "($self, /)", cs_dunder_len},
    {"tuple", "__getitem__", "($self, key, /)", cs_dunder_getitem},
    {"tuple", "__contains__", "($self, key, /)", cs_dunder_contains},
    {"tuple", "__iter__", "($self, /)", cs_dunder_iter},
    {"tuple", "__eq__", "($self, value, /)", cs_dunder_eq},
    {"tuple", "__ne__", "($self, value, /)", cs_dunder_ne},
    {"tuple", "__lt__", "($self, value, /)", cs_dunder_lt},
    {"tuple", "__le__", "($self, value, /)", cs_dunder_le},
    {"tuple", "__gt__", "($self, value, /)", cs_dunder_gt},
    {"tuple", "__ge__", "($self, value, /)", cs_dunder_ge},
    {"tuple", "__hash__", "($self, /)", cs_dunder_hash},
    {"tuple", "__add__", "($self, value, /)", cs_dunder_add},
    {"tuple", "__mul__", "($self, value, /)", cs_dunder_mul},
    {"tuple", "__rmul__", "($self, value, /)", cs_dunder_rmul},
    {"tuple", "__getnewargs__", "($self, /)", tuple_newargs},
    {"tuple", "__class_getitem__", "($cls, object, /)",
     cs_dunder_class_getitem},
    CS_NATIVE_END};
