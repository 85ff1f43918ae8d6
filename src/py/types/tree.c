/*
 * tree.c - searching and walking trees of elements (xml.etree.ElementTree).
 *
 * Whatever is not a plain tag goes to the twins in Python.  A walk keeps a
 * stack of lists of children and positions in them, so changes of the tree are
 * seen as they are by CPython's.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/tree.h"

#include "py/heap/dict.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/dunder.h"
#include "py/types/leaf.h"
#include "py/types/ops.h"
#include "py/types/type.h"

/* Is `name` a member of the class in this slot? */
static bool is_member(cs_ctx *ctx, cs_off cls, cs_name_id name, uint32_t slot) {
  cs_value raw = cs_type_find(ctx, cls, cs_known(ctx, name));
  return cs_is(raw, CS_L_MEMBER) && CS_PTR(ctx, cs_member, raw)->slot == slot;
}

cs_value *cs_tree_slots(cs_ctx *ctx, cs_value v, cs_off *shape) {
  if (!cs_is(v, CS_L_INSTANCE)) return NULL;
  cs_instance *o = CS_PTR(ctx, cs_instance, v);
  if (o->shape == *shape) return o->slot;
  cs_off cls = CS_AT(ctx, cs_shape, o->shape)->cls;
  if (!is_member(ctx, cls, CS_N__children, CS_TREE_CHILDREN) ||
      !is_member(ctx, cls, CS_N_text, CS_TREE_TEXT) ||
      CS_AT(ctx, cs_shape, cs_type_at(ctx, cls)->shape)->count <= CS_TREE_TEXT)
    return NULL;
  *shape = o->shape;
  return o->slot;
}

/* A QName is compared by its text. */
bool cs_tree_is(cs_ctx *ctx, cs_value tag, cs_value wanted) {
  if (cs_is(tag, CS_L_INSTANCE))
    tag = cs_instance_get(ctx, tag, cs_known(ctx, CS_N_text));
  return cs_same(tag, wanted) ||
         (cs_is_str(tag) && cs_str_eq(ctx, tag, wanted));
}

/* --- searching ----------------------------------------------------------- */

/* Is a path nothing but a tag, with or without a namespace? */
static bool is_tag(const cs_ctx *ctx, cs_value path) {
  uint32_t n, i = 0;
  if (!cs_is_str(path)) return false;
  const char *s = cs_str_data(ctx, path, &n);
  if (n > 2 && s[0] == '{' && s[1] != '*' && s[1] != '}') {
    const char *end = memchr(s, '}', n);
    i = end ? (uint32_t)(end - s) + 1 : 0;
  }
  if (i == n) return false;
  for (; i < n; i++)
    if (strchr("/[]*@.(){}", s[i])) return false; /* also for a NUL */
  return true;
}

/* The children of `self`; false if it has none that C can read, or if `path`
 * needs a closer look. */
static bool open_search(cs_ctx *ctx, const cs_value *args, uint32_t names,
                        cs_value **items, uint32_t *n) {
  cs_off shape = 0;
  cs_value *slot = cs_tree_slots(ctx, args[0], &shape);
  if (!slot || !cs_is_list(slot[CS_TREE_CHILDREN]) || !is_tag(ctx, args[1]) ||
      !(cs_is_unbound(args[names]) || cs_is_none(args[names])))
    return false;
  return cs_seq_items(ctx, slot[CS_TREE_CHILDREN], items, n);
}

/* The slots of the next child with the tag, NULL behind the last. */
static cs_value *seek(cs_ctx *ctx, cs_value *items, uint32_t n, cs_value path,
                      uint32_t *at, cs_off *shape) {
  for (; *at < n; ++*at) {
    cs_value *slot = cs_tree_slots(ctx, items[*at], shape);
    if (slot && cs_tree_is(ctx, slot[CS_TREE_TAG], path)) return slot;
  }
  return NULL;
}

CS_LEAF(tree_find) {
  cs_value *items;
  uint32_t count, at = 0;
  cs_off shape = 0;
  if (!open_search(ctx, args, 2, &items, &count)) return CS_SLOW;
  cs_value *slot = seek(ctx, items, count, args[1], &at, &shape);
  cs_charge(ctx, at / 4);
  CS_GIVE(slot ? items[at] : CS_NONE);
}

CS_LEAF(tree_findtext) {
  cs_value *items;
  uint32_t count, at = 0;
  cs_off shape = 0;
  if (!open_search(ctx, args, 3, &items, &count)) return CS_SLOW;
  cs_value *slot = seek(ctx, items, count, args[1], &at, &shape);
  cs_charge(ctx, at / 4);
  if (!slot) CS_GIVE(cs_is_unbound(args[2]) ? CS_NONE : args[2]);
  if (cs_is_unbound(slot[CS_TREE_TEXT])) return CS_SLOW;
  CS_GIVE(cs_is_none(slot[CS_TREE_TEXT]) ? cs_known(ctx, CS_N_empty)
                                         : slot[CS_TREE_TEXT]);
}

CS_LEAF(tree_findall) {
  cs_value *items;
  uint32_t count, at = 0;
  cs_off shape = 0;
  if (!open_search(ctx, args, 2, &items, &count)) return CS_SLOW;
  CS_TRY(cs_list_room(ctx, 4, out));
  for (; seek(ctx, items, count, args[1], &at, &shape); at++)
    CS_TRY(cs_list_append(ctx, *out, items[at]));
  cs_charge(ctx, count / 4);
  return CS_OK;
}

CS_LEAF(tree_get) {
  cs_off shape = 0;
  cs_value *slot = cs_tree_slots(ctx, args[0], &shape);
  if (!slot || !cs_is_dict(slot[CS_TREE_ATTRIB])) return CS_SLOW;
  CS_TRY(cs_dict_get(ctx, slot[CS_TREE_ATTRIB], args[1], out));
  if (cs_is_unbound(*out)) *out = cs_is_unbound(args[2]) ? CS_NONE : args[2];
  return CS_OK;
}

CS_LEAF(tree_getitem) {
  cs_off shape = 0;
  cs_value *slot = cs_tree_slots(ctx, args[0], &shape);
  if (!slot || !cs_is_list(slot[CS_TREE_CHILDREN])) return CS_SLOW;
  cs_value children = slot[CS_TREE_CHILDREN];
  int64_t i = cs_is_int(args[1]) ? cs_int_of(args[1]) : INT64_MAX;
  if (i < 0) i += cs_list_len(ctx, children);
  if (i < 0 || i >= cs_list_len(ctx, children)) return CS_SLOW;
  CS_GIVE(cs_list_at(ctx, children, (uint32_t)i));
}

CS_LEAF(tree_len) {
  cs_off shape = 0;
  cs_value *slot = cs_tree_slots(ctx, args[0], &shape);
  if (!slot || !cs_is_list(slot[CS_TREE_CHILDREN])) return CS_SLOW;
  CS_GIVE(cs_int(cs_list_len(ctx, slot[CS_TREE_CHILDREN])));
}

/* --- walking ------------------------------------------------------------- */

/* iter(tag): src = the stack, a = the tag or None */
CS_LEAF(tree_iter) {
  cs_value first, tag = cs_is_unbound(args[1]) ? CS_NONE : args[1];
  cs_off shape = 0;
  if (!cs_tree_slots(ctx, args[0], &shape)) return CS_SLOW;
  if (!cs_is_none(tag) && !cs_is_str(tag)) return CS_SLOW;
  if (cs_is_str(tag) && cs_str_eq_c(ctx, tag, "*")) tag = CS_NONE;
  CS_TRY(cs_list_new(ctx, args, 1, &first));
  cs_value stack, level[2] = {first, cs_int(0)};
  CS_TRY(cs_list_new(ctx, level, 2, &stack));
  return cs_iter_new(ctx, CS_ITER_ELEMENTS, stack, tag, CS_NONE, CS_NONE, out);
}

/* The element to look at, whose children come next; UNBOUND when a level has
 * no more.  There is room for a level more. */
static cs_value step(cs_ctx *ctx, cs_list *stack, cs_off *shape) {
  cs_value *top = CS_AT(ctx, cs_array, stack->items)->v + stack->len - 2;
  uint64_t at = cs_is_int(top[1]) ? (uint64_t)cs_int_of(top[1]) : UINT64_MAX;
  if (!cs_is_list(top[0]) || at >= cs_list_len(ctx, top[0])) {
    stack->len -= 2;
    top[0] = top[1] = CS_UNBOUND;
    return CS_UNBOUND;
  }
  cs_value elem = cs_list_at(ctx, top[0], (uint32_t)at);
  const cs_value *slot = cs_tree_slots(ctx, elem, shape);
  top[1] = cs_int((int64_t)at + 1);
  if (slot) {
    top[2] = slot[CS_TREE_CHILDREN];
    top[3] = cs_int(0);
    stack->len += 2;
  }
  return elem;
}

cs_status cs_tree_next(cs_ctx *ctx, cs_iter *it, cs_value *out) {
  cs_off shape = 0;
  while (cs_is_list(it->src)) {
    cs_list *stack = CS_PTR(ctx, cs_list, it->src);
    if (stack->len < 2 || cs_is_frozen(ctx, it->src)) break;
    if (stack->len + 2 > stack->cap)
      CS_TRY(cs_list_reserve(ctx, it->src, stack->len * 2 + 2));
    cs_charge(ctx, 1);
    CS_TRY(cs_charge_look(ctx));
    cs_value elem = step(ctx, stack, &shape);
    const cs_value *slot = cs_tree_slots(ctx, elem, &shape);
    if (slot &&
        (cs_is_none(it->a) || cs_tree_is(ctx, slot[CS_TREE_TAG], it->a)))
      CS_GIVE(elem);
  }
  it->src = CS_NONE;
  CS_GIVE(CS_UNBOUND);
}

#define NAME "_elementtree._element_iterator"

extern const cs_native_def cs_tree_natives[];
const cs_native_def cs_tree_natives[] = {
    {"._etree", "find", "($self, path, namespaces=None)", tree_find},
    {"._etree", "findtext", "($self, path, default=None, namespaces=None)",
     tree_findtext},
    {"._etree", "findall", "($self, path, namespaces=None)", tree_findall},
    {"._etree", "get", "($self, key, default=None)", tree_get},
    {"._etree", "__getitem__", "($self, index, /)", tree_getitem},
    {"._etree", "__len__", "($self, /)", tree_len},
    {"._etree", "iter", "($self, tag=None)", tree_iter},
    {NAME, "__iter__", "($self, /)", cs_dunder_self},
    {NAME, "__next__", "($self, /)", cs_dunder_next},
    CS_NATIVE_END};
