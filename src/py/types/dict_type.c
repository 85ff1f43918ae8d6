/*
 * dict_type.c - methods of dict, its views and mappingproxy.
 *
 * Keys that need Python code to hash or compare go to the twins, which start
 * from the beginning: setting a key twice to the same value does no harm.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"
#include "py/heap/native.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/collect.h"
#include "py/types/dunder.h"
#include "py/types/iter_unpack.h"
#include "py/types/kinds.h"
#include "py/types/op.h"
#include "py/types/op_set.h"
#include "py/types/ops.h"
#include "py/types/type.h"
#include "py/types/walk.h"

/* --- filling ------------------------------------------------------------- */

/* The dict inside `v` if its class does not change how it is read. */
static bool plain_dict(cs_ctx *ctx, cs_value v, cs_value *out) {
  *out = cs_unwrap(ctx, v);
  if (!cs_is_dict(*out)) return false;
  if (cs_is_dict(v)) return true;
  cs_off cls = cs_class_of(ctx, v);
  static const cs_name_id names[] = {CS_N___iter__, CS_N_keys,
                                     CS_N___getitem__};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!cs_is(cs_type_find(ctx, cls, cs_known(ctx, names[i])), CS_L_NATIVE))
      return false;
  return true;
}

/* Put the pairs of a list or tuple of pairs into `d`. */
static cs_status put_pairs(cs_ctx *ctx, cs_value d, cs_value pairs) {
  cs_value *items, *kv;
  uint32_t n, two;
  if (!cs_seq_items(ctx, pairs, &items, &n)) return CS_SLOW;
  cs_charge(ctx, n / 4);
  for (uint32_t i = 0; i < n; i++) {
    if (!cs_seq_items(ctx, items[i], &kv, &two) || two != 2) return CS_SLOW;
    cs_status st = cs_dict_set(ctx, d, kv[0], kv[1]);
    if (st != CS_OK) return st;
  }
  return CS_OK;
}

static cs_status put_words(cs_ctx *ctx, cs_value d, const cs_words *w) {
  cs_status st = CS_OK;
  for (uint32_t i = 0; st == CS_OK && i < w->n; i++)
    st = cs_dict_set(ctx, d, w->name[i], w->value[i]);
  return st;
}

static cs_status fill(cs_ctx *ctx, cs_value d, cs_value from) {
  cs_value other;
  if (plain_dict(ctx, from, &other)) return cs_op_dict_update(ctx, d, other);
  return put_pairs(ctx, d, from);
}

static cs_status too_many(cs_ctx *ctx, const char *name, uint32_t n) {
  return cs_throw(ctx, CS_TypeError, "%s expected at most 1 argument, got %d",
                  name, (int64_t)n);
}

/* Like list: both steps in one unless a class in between has its own. */
static bool fills_in_new(const cs_ctx *ctx, cs_off cls) {
  return !(cs_type_at(ctx, cls)->flags & (CS_TYPE_HNEW | CS_TYPE_HINIT));
}

/* dict(zip(keys, values)) without the pairs; CS_SLOW, changing nothing, for
 * other values and for keys that need Python code. */
static cs_status from_columns(cs_ctx *ctx, cs_value zip, cs_value *out) {
  const cs_value *column[2];
  uint32_t n;
  if (!cs_iter_columns(ctx, zip, column, &n)) return CS_SLOW;
  cs_status st = cs_dict_new(ctx, n, out);
  for (uint32_t i = 0; st == CS_OK && i < n; i++)
    st = cs_dict_set(ctx, *out, column[0][i], column[1][i]);
  if (st != CS_OK) return st;
  cs_charge(ctx, n / 2);
  cs_iter_columns_taken(ctx, zip, n);
  return CS_OK;
}

static cs_status dict_new(cs_ctx *ctx, cs_value *args, uint32_t n,
                          cs_value *out) {
  cs_off cls = cs_ref_off(args[0]);
  cs_words w = cs_words_take(ctx, args, &n);
  if (!fills_in_new(ctx, cls)) n = 1, w.n = 0;
  bool whole = n > 1;
  cs_value d, from;
  cs_status st;
  if (n > 2) return too_many(ctx, "dict", n - 1);
  if (w.n && whole && !cs_is_dict(args[1]) && !cs_is_list(args[1]))
    return CS_SLOW;
  if (whole && !w.n) {
    st = from_columns(ctx, args[1], &d);
    if (st == CS_OK) return cs_instance_wrap(ctx, cls, d, out);
    if (st == CS_SLOW) st = cs_collect_iter(ctx, args, 1);
    if (st != CS_OK) return st;
  }
  if (whole && plain_dict(ctx, args[1], &from)) {
    cs_charge(ctx, cs_dict_len(ctx, from) / 4);
    st = cs_dict_copy(ctx, from, &d);
  } else {
    st = cs_dict_new(ctx, 0, &d);
    if (st == CS_OK && whole) st = put_pairs(ctx, d, args[1]);
  }
  if (st == CS_OK && w.n) st = put_words(ctx, d, &w);
  return st == CS_OK ? cs_instance_wrap(ctx, cls, d, out) : st;
}

static cs_status dict_init(cs_ctx *ctx, cs_value *args, uint32_t n,
                           cs_value *out) {
  *out = CS_NONE;
  cs_words w = cs_words_take(ctx, args, &n);
  if (n > 2) return too_many(ctx, "dict", n - 1);
  cs_status st = n > 1 ? fill(ctx, args[0], args[1]) : CS_OK;
  return st == CS_OK ? put_words(ctx, args[0], &w) : st;
}

static cs_status dict_update(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  *out = CS_NONE;
  cs_words w = cs_words_take(ctx, args, &n);
  if (n > 2) return too_many(ctx, "update", n - 1);
  cs_status st = CS_OK;
  if (n > 1 && w.n && cs_is(args[1], CS_L_ITER)) return CS_SLOW;
  if (n > 1) st = cs_collect_iter(ctx, args, 1);
  if (n > 1 && st == CS_OK) st = fill(ctx, args[0], args[1]);
  return st == CS_OK ? put_words(ctx, args[0], &w) : st;
}

/* _dict_put_pair(d, pair): was `pair` a list or tuple of two, the first of
 * which C can hash? */
CS_LEAF_TAKES(dict_put_pair, ANY) {
  cs_value *kv;
  uint32_t two;
  if (!cs_is_dict(args[0]) || !cs_seq_items(ctx, args[1], &kv, &two) ||
      two != 2)
    CS_GIVE(CS_FALSE);
  if (cs_is_frozen(ctx, args[0])) return cs_op_refuse(ctx);
  cs_status st = cs_dict_set(ctx, args[0], kv[0], kv[1]);
  if (st == CS_SLOW) CS_GIVE(CS_FALSE);
  *out = CS_TRUE;
  return st;
}

/* _new_fills(cls): does __new__ of list, dict and set fill, too? */
CS_LEAF_TAKES(new_fills, TYPE) {
  if (!cs_is_type(args[0])) return CS_SLOW;
  *out = cs_bool(fills_in_new(ctx, cs_ref_off(args[0])));
  return CS_OK;
}

static cs_status dict_fromkeys(cs_ctx *ctx, cs_value *args, uint32_t n,
                               cs_value *out) {
  (void)n;
  cs_value d, key, v = cs_is_unbound(args[2]) ? CS_NONE : args[2];
  cs_walk w;
  if (cs_ref_off(args[0]) != ctx->image->cls[CS_L_DICT]) return CS_SLOW;
  cs_status st = cs_walk_start(ctx, args[1], &w);
  if (st == CS_OK) st = cs_dict_new(ctx, 0, &d);
  while (st == CS_OK) {
    st = cs_walk_next(ctx, &w, &key);
    if (st != CS_OK || cs_is_unbound(key)) break;
    st = cs_dict_set(ctx, d, key, v);
  }
  if (st == CS_OK) *out = d;
  return st;
}

/* --- single keys --------------------------------------------------------- */

static cs_status dict_get(cs_ctx *ctx, cs_value *args, uint32_t n,
                          cs_value *out) {
  (void)n;
  cs_value v;
  cs_status st = cs_dict_get(ctx, args[0], args[1], &v);
  if (st != CS_OK) return st;
  if (cs_is_unbound(v)) v = cs_is_unbound(args[2]) ? CS_NONE : args[2];
  *out = v;
  return CS_OK;
}

/* Whether an absent key is an error is up to the class: the twin knows. */
static cs_status dict_getitem(cs_ctx *ctx, cs_value *args, uint32_t n,
                              cs_value *out) {
  (void)n;
  cs_value v;
  cs_status st = cs_dict_get(ctx, args[0], args[1], &v);
  if (st != CS_OK) return st;
  if (cs_is_unbound(v)) return CS_SLOW;
  *out = v;
  return CS_OK;
}

static cs_status dict_setdefault(cs_ctx *ctx, cs_value *args, uint32_t n,
                                 cs_value *out) {
  (void)n;
  cs_value first = cs_is_unbound(args[2]) ? CS_NONE : args[2], *at;
  cs_status st = cs_dict_place(ctx, args[0], args[1], first, &at);
  if (st == CS_OK) *out = *at;
  return st;
}

static cs_status dict_pop(cs_ctx *ctx, cs_value *args, uint32_t n,
                          cs_value *out) {
  (void)n;
  cs_value v;
  if (cs_is_frozen(ctx, args[0])) return cs_op_refuse(ctx);
  cs_status st = cs_dict_del(ctx, args[0], args[1], &v);
  if (st != CS_OK) return st;
  if (cs_is_unbound(v)) v = args[2];
  if (cs_is_unbound(v)) return cs_throw_value(ctx, CS_KeyError, args[1]);
  *out = v;
  return CS_OK;
}

static cs_status dict_popitem(cs_ctx *ctx, cs_value *args, uint32_t n,
                              cs_value *out) {
  (void)n;
  uint32_t e = cs_dict_last(ctx, args[0]);
  if (e == UINT32_MAX)
    return cs_throw(ctx, CS_KeyError, "popitem(): dictionary is empty");
  if (cs_is_frozen(ctx, args[0])) return cs_op_refuse(ctx);
  const cs_entry *entry = &cs_dict_table(ctx, args[0])->e[e];
  cs_value kv[2] = {entry->key, entry->value};
  cs_status st = cs_tuple_new(ctx, kv, 2, out);
  if (st == CS_OK) cs_dict_del_at(ctx, args[0], e);
  return st;
}

static cs_status dict_clear(cs_ctx *ctx, cs_value *args, uint32_t n,
                            cs_value *out) {
  (void)n;
  if (cs_is_frozen(ctx, args[0])) return cs_op_refuse(ctx);
  cs_dict_clear(ctx, args[0]);
  *out = CS_NONE;
  return CS_OK;
}

static cs_status dict_copy(cs_ctx *ctx, cs_value *args, uint32_t n,
                           cs_value *out) {
  (void)n;
  cs_charge(ctx, cs_dict_len(ctx, args[0]) / 4);
  return cs_dict_copy(ctx, args[0], out);
}

/* --- views --------------------------------------------------------------- */

static cs_status make_view(cs_ctx *ctx, uint8_t kind, cs_value d,
                           cs_value *out) {
  cs_off off;
  cs_status st = cs_alloc(ctx, CS_L_VIEW, sizeof(cs_view), &off);
  if (st != CS_OK) return st;
  CS_AT(ctx, cs_view, off)->h.kind = kind;
  CS_AT(ctx, cs_view, off)->dict = d;
  *out = cs_ref(CS_L_VIEW, off);
  return CS_OK;
}

static cs_status dict_keys(cs_ctx *ctx, cs_value *args, uint32_t n,
                           cs_value *out) {
  (void)n;
  return make_view(ctx, 0, args[0], out);
}

static cs_status dict_values(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  (void)n;
  return make_view(ctx, 1, args[0], out);
}

static cs_status dict_items(cs_ctx *ctx, cs_value *args, uint32_t n,
                            cs_value *out) {
  (void)n;
  return make_view(ctx, 2, args[0], out);
}

static cs_status proxy_of(cs_ctx *ctx, cs_value mapping, cs_value *out) {
  cs_off off;
  cs_status st = cs_alloc(ctx, CS_L_PROXY, sizeof(cs_proxy), &off);
  if (st != CS_OK) return st;
  CS_AT(ctx, cs_proxy, off)->mapping = mapping;
  *out = cs_ref(CS_L_PROXY, off);
  return CS_OK;
}

static cs_status view_mapping(cs_ctx *ctx, cs_value *args, uint32_t n,
                              cs_value *out) {
  (void)n;
  return proxy_of(ctx, CS_PTR(ctx, cs_view, args[0])->dict, out);
}

static cs_status view_isdisjoint(cs_ctx *ctx, cs_value *args, uint32_t n,
                                 cs_value *out) {
  (void)n;
  cs_walk w;
  cs_value item;
  cs_status st = cs_walk_start(ctx, args[1], &w);
  bool in = false;
  while (st == CS_OK && !in) {
    st = cs_walk_next(ctx, &w, &item);
    if (st != CS_OK || cs_is_unbound(item)) break;
    st = cs_op_contains(ctx, args[0], item, &in);
  }
  if (st == CS_OK) *out = cs_bool(!in);
  return st;
}

/* --- mappingproxy -------------------------------------------------------- */

static cs_status proxy_new(cs_ctx *ctx, cs_value *args, uint32_t n,
                           cs_value *out) {
  (void)n;
  if (cs_is_list(args[1]) || cs_is_tuple(args[1]) || cs_is_str(args[1]) ||
      !cs_is_ref(args[1]) || cs_is_set(args[1]))
    return cs_throw(ctx, CS_TypeError,
                    "mappingproxy() argument must be a mapping, not %t",
                    args[1]);
  return proxy_of(ctx, args[1], out);
}

/* The dict behind a proxy; CS_SLOW when it is another mapping. */
static cs_status behind(cs_ctx *ctx, cs_value *args, cs_value *d) {
  *d = CS_PTR(ctx, cs_proxy, args[0])->mapping;
  return cs_is_dict(*d) ? CS_OK : CS_SLOW;
}

#define PROXY(name, method)                                              \
  static cs_status proxy_##name(cs_ctx *ctx, cs_value *args, uint32_t n, \
                                cs_value *out) {                         \
    cs_value a[4] = {CS_UNBOUND, CS_UNBOUND, CS_UNBOUND, CS_UNBOUND};    \
    cs_status st = behind(ctx, args, &a[0]);                             \
    for (uint32_t i = 1; i < n && i < 4; i++) a[i] = args[i];            \
    return st == CS_OK ? method(ctx, a, n, out) : st;                    \
  }
PROXY(get, dict_get)
PROXY(keys, dict_keys)
PROXY(values, dict_values)
PROXY(items, dict_items)
PROXY(copy, dict_copy)
PROXY(getitem, cs_dunder_getitem)
PROXY(contains, cs_dunder_contains)
PROXY(len, cs_dunder_len)
PROXY(iter, cs_dunder_iter)
PROXY(reversed, cs_dunder_reversed)
PROXY(or, cs_dunder_or)
PROXY(ror, cs_dunder_ror)
PROXY(eq, cs_dunder_eq)
PROXY(ne, cs_dunder_ne)
#undef PROXY

/* _proxy_mapping(proxy): what it shows. */
CS_LEAF_TAKES(proxy_mapping, PROXY) {
  if (!cs_is(args[0], CS_L_PROXY)) return CS_SLOW;
  *out = CS_PTR(ctx, cs_proxy, args[0])->mapping;
  return CS_OK;
}

#define SETLIKE(type)                                                     \
  {type, "__len__", "($self, /)", cs_dunder_len},                         \
      {type, "__iter__", "($self, /)", cs_dunder_iter},                   \
      {type, "__reversed__", "($self, /)", cs_dunder_reversed},           \
      {type, "__contains__", "($self, key, /)", cs_dunder_contains},      \
      CS_DUNDER_SET_ROWS(type), {type, "mapping", "get", view_mapping}, { \
    type, "isdisjoint", "($self, other, /)", view_isdisjoint              \
  }

const cs_native_def cs_dict_type_natives[] = {
    {"dict", "__new__", "($cls, *args, **words)", dict_new},
    {"dict", "__init__", "($self, *args, **words)", dict_init},
    {"dict", "update", "($self, *args, **words)", dict_update},
    {"dict", "fromkeys", "($cls, iterable, value=None, /)", dict_fromkeys},
    {"dict", "get", "($self, key, default=None, /)", dict_get},
    {"dict", "setdefault", "($self, key, default=None, /)", dict_setdefault},
    {"dict", "pop", "($self, key, default=None, /)", dict_pop},
    {"dict", "popitem", "($self, /)", dict_popitem},
    {"dict", "clear", "($self, /)", dict_clear},
    {"dict", "copy", "($self, /)", dict_copy},
    {"dict", "keys", "($self, /)", dict_keys},
    {"dict", "values", "($self, /)", dict_values},
    {"dict", "items", "($self, /)", dict_items},
    {"dict", "__len__", "($self, /)", cs_dunder_len},
    {"dict", "__getitem__", "($self, key, /)", dict_getitem},
    {"dict", "__setitem__", "($self, key, value, /)", cs_dunder_setitem},
    {"dict", "__delitem__", "($self, key, /)", cs_dunder_delitem},
    {"dict", "__contains__", "($self, key, /)", cs_dunder_contains},
    {"dict", "__iter__", "($self, /)", cs_dunder_iter},
    {"dict", "__reversed__", "($self, /)", cs_dunder_reversed},
    {"dict", "__eq__", "($self, value, /)", cs_dunder_eq},
    {"dict", "__ne__", "($self, value, /)", cs_dunder_ne},
    {"dict", "__or__", "($self, value, /)", cs_dunder_or},
    {"dict", "__ror__", "($self, value, /)", cs_dunder_ror},
    {"dict", "__ior__", "($self, value, /)", cs_dunder_ior},
    {"dict", "__class_getitem__", "($cls, object, /)", cs_dunder_class_getitem},
    SETLIKE("dict_keys"),
    SETLIKE("dict_items"),
    {"dict_values", "__len__", "($self, /)", cs_dunder_len},
    {"dict_values", "__iter__", "($self, /)", cs_dunder_iter},
    {"dict_values", "__reversed__", "($self, /)", cs_dunder_reversed},
    {"dict_values", "mapping", "get", view_mapping},
    {"mappingproxy", "__new__", "($cls, mapping)", proxy_new},
    {"mappingproxy", "get", "($self, key, default=None, /)", proxy_get},
    {"mappingproxy", "keys", "($self, /)", proxy_keys},
    {"mappingproxy", "values", "($self, /)", proxy_values},
    {"mappingproxy", "items", "($self, /)", proxy_items},
    {"mappingproxy", "copy", "($self, /)", proxy_copy},
    {"mappingproxy", "__getitem__", "($self, key, /)", proxy_getitem},
    {"mappingproxy", "__contains__", "($self, key, /)", proxy_contains},
    {"mappingproxy", "__len__", "($self, /)", proxy_len},
    {"mappingproxy", "__iter__", "($self, /)", proxy_iter},
    {"mappingproxy", "__reversed__", "($self, /)", proxy_reversed},
    {"mappingproxy", "__or__", "($self, value, /)", proxy_or},
    {"mappingproxy", "__ror__", "($self, value, /)", proxy_ror},
    {"mappingproxy", "__eq__", "($self, value, /)", proxy_eq},
    {"mappingproxy", "__ne__", "($self, value, /)", proxy_ne},
    {"mappingproxy", "__class_getitem__", "($cls, object, /)",
     cs_dunder_class_getitem},
    {".intrinsics", "_dict_put_pair", "(d, pair, /)", dict_put_pair},
    {".intrinsics", "_new_fills", "(cls, /)", new_fills},
    {".intrinsics", "_proxy_mapping", "(proxy, /)", proxy_mapping},
    CS_NATIVE_END};
