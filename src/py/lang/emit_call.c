/*
 * emit_call.c - calls: arguments in a row of registers, or spread from
 * sequences and mappings.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/intrinsics.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/lang/emit.h"

static bool has_spread(const cs_node *n) {
  for (uint32_t i = 0; i < n->call.args.n; i++)
    if (n->call.args.items[i]->kind == CS_NODE_STARRED) return true;
  for (uint32_t i = 0; i < n->call.keywords.n; i++)
    if (n->call.keywords.items[i]->name == CS_NAME_NONE) return true;
  return n->call.args.n + n->call.keywords.n > 60;
}

static uint32_t keyword_names(cs_emit *e, const cs_node *n) {
  cs_value names;
  cs_emit_fail(e, cs_tuple_new(e->ctx, NULL, n->call.keywords.n, &names));
  if (e->st != CS_OK) return 0;
  for (uint32_t i = 0; i < n->call.keywords.n; i++)
    cs_tuple_items(e->ctx, names)[i] =
        cs_emit_name_value(e, n->call.keywords.items[i]->name);
  return cs_emit_const(e, names);
}

/* All elements of a list with stars, appended to the list in `list`.  In a
 * call the callee is in the register before it, for messages. */
void cs_emit_extend(cs_emit *e, const cs_node *n, cs_node_list items,
                    uint32_t list, bool call) {
  for (uint32_t i = 0; i < items.n; i++) {
    cs_node *x = items.items[i];
    uint32_t save = e->top;
    bool star = x->kind == CS_NODE_STARRED;
    uint32_t r = cs_emit_any(e, star ? x->value : x);
    cs_emit_at(e, n);
    cs_emit_op(e, star ? CS_I_LISTEXTEND : CS_I_LISTAPPEND, list, r,
               call && items.n == 1);
    e->top = save;
  }
}

/* `*args` alone: a tuple is passed as it is. */
static void spread_one(cs_emit *e, const cs_node *n, uint32_t list) {
  uint32_t save = e->top, r = cs_emit_any(e, n->call.args.items[0]->value);
  cs_label done;
  cs_label_init(&done);
  cs_emit_at(e, n);
  cs_emit_jump(e, CS_I_JSPREAD, list, r, 0, &done);
  cs_emit_op(e, CS_I_LIST, list, 0, 0);
  cs_emit_op(e, CS_I_LISTEXTEND, list, r, 1);
  cs_emit_bind(e, &done);
  e->top = save;
}

static void spread_args(cs_emit *e, const cs_node *n, uint32_t list) {
  cs_node_list args = n->call.args;
  if (args.n == 0) {
    cs_emit_loadk(e, list, e->ctx->image->empty_tuple);
  } else if (args.n == 1 && args.items[0]->kind == CS_NODE_STARRED) {
    spread_one(e, n, list);
  } else {
    cs_emit_op(e, CS_I_LIST, list, 0, 0);
    cs_emit_extend(e, n, args, list, true);
  }
}

/* `**kwargs` alone: a dict is passed as it is. */
static void spread_dict(cs_emit *e, const cs_node *n, uint32_t base) {
  uint32_t save = e->top, r = cs_emit_any(e, n->call.keywords.items[0]->value);
  cs_label done;
  cs_label_init(&done);
  cs_emit_at(e, n);
  cs_emit_jump(e, CS_I_JSPREAD, base + 2, r, 1, &done);
  cs_emit_op(e, CS_I_DICT, base + 2, 0, 0);
  cs_emit_op(e, CS_I_DICTMERGE, base + 2, r, base);
  cs_emit_bind(e, &done);
  e->top = save;
}

static void spread_keywords(cs_emit *e, const cs_node *n, uint32_t base) {
  uint32_t kw = base + 2;
  if (n->call.keywords.n == 0) {
    cs_emit_op(e, CS_I_LOADIMM, kw, CS_NONE_K, 0);
    return;
  }
  if (n->call.keywords.n == 1 &&
      n->call.keywords.items[0]->name == CS_NAME_NONE) {
    spread_dict(e, n, base);
    return;
  }
  cs_emit_op(e, CS_I_DICT, kw, 0, 0);
  bool after = false; /* has a ** come? */
  for (uint32_t i = 0; i < n->call.keywords.n; i++) {
    cs_node *k = n->call.keywords.items[i];
    uint32_t save = e->top;
    if (k->name == CS_NAME_NONE) {
      uint32_t r = cs_emit_any(e, k->value);
      cs_emit_at(e, n);
      cs_emit_op(e, CS_I_DICTMERGE, kw, r, base);
      after = true;
    } else { /* duplicates of a ** before it must be noticed, too */
      uint32_t pair = cs_emit_temp(e, 3);
      cs_emit_loadk(e, pair, cs_emit_name_value(e, k->name));
      cs_emit_expr(e, k->value, pair + 1);
      if (after) {
        cs_emit_op(e, CS_I_DICT, pair + 2, pair, 1);
        cs_emit_op(e, CS_I_DICTMERGE, kw, pair + 2, base);
      } else {
        cs_emit_op(e, CS_I_DICTSET, kw, pair, pair + 1);
      }
    }
    e->top = save;
  }
}

/* R[base] = callee (a method has its self in base + 1 already). */
static void call_spread(cs_emit *e, cs_node *n, uint32_t base, uint32_t dst) {
  uint32_t save = e->top;
  if (e->top < base + 3) cs_emit_temp(e, base + 3 - e->top);
  spread_args(e, n, base + 1);
  spread_keywords(e, n, base);
  cs_emit_at(e, n);
  cs_emit_op(e, CS_I_CALLEX, base, 0, dst);
  e->top = save;
}

/* A call of a method counts as on the line of the method's name. */
static void call_position(cs_emit *e, const cs_node *n) {
  const cs_node *f = n->kind == CS_NODE_CALL ? n->call.func : NULL;
  if (f && f->kind == CS_NODE_ATTRIBUTE)
    cs_emit_at_attr(e, n, f);
  else
    cs_emit_at(e, n);
}

void cs_emit_call_args(cs_emit *e, cs_node *n, uint32_t base, uint32_t dst,
                       bool method) {
  uint32_t nargs = n->call.args.n, nkw = n->call.keywords.n;
  for (uint32_t i = 0; i < nargs; i++) {
    uint32_t r = cs_emit_temp(e, 1);
    cs_emit_expr(e, n->call.args.items[i], r);
  }
  for (uint32_t i = 0; i < nkw; i++) {
    uint32_t r = cs_emit_temp(e, 1);
    cs_emit_expr(e, n->call.keywords.items[i]->value, r);
  }
  uint32_t count = nargs + nkw + (method ? 1 : 0);
  if (nkw == 0) {
    call_position(e, n);
    cs_emit_op(e, method ? CS_I_CALLM : CS_I_CALL, base, count, dst);
    return;
  }
  uint32_t names = keyword_names(e, n);
  call_position(e, n);
  cs_emit_op(e, method ? CS_I_CALLMKW : CS_I_CALLKW, base, count, dst);
  cs_emit_word(e, names);
}

/* super().name(...) inside a method: no super object is made. */
static bool is_plain_super(cs_emit *e, const cs_node *n) {
  if (n->kind != CS_NODE_CALL || n->call.args.n || n->call.keywords.n)
    return false;
  const cs_node *f = n->call.func;
  return f->kind == CS_NODE_NAME && f->name == CS_NAME_SUPER &&
         (f->sym->home->access == CS_ACCESS_GLOBAL ||
          f->sym->home->access == CS_ACCESS_NAME) &&
         e->scope->kind == CS_SCOPE_FUNCTION &&
         e->scope->n_posonly + e->scope->n_args > 0;
}

/* __class__ and the first parameter into two registers; false: not in a
 * class. */
static bool super_parts(cs_emit *e, uint32_t cls, uint32_t self) {
  cs_symbol *c = cs_scope_find(e->scope, CS_NAME_DUNDER_CLASS);
  cs_symbol *first = e->scope->symbols;
  if (!c || c->access != CS_ACCESS_FREE || !first) return false;
  cs_emit_op(e, CS_I_GETFREE, cls, c->slot & 0xFF, 0);
  cs_emit_word(e, cs_emit_name(e, CS_NAME_DUNDER_CLASS));
  cs_emit_load(e, NULL, first, self);
  return true;
}

void cs_emit_call_expr(cs_emit *e, cs_node *n, uint32_t dst) {
  uint32_t save = e->top, base = cs_emit_temp(e, 1);
  cs_node *f = n->call.func;
  bool spread = has_spread(n);
  if (f->kind == CS_NODE_ATTRIBUTE && !spread) {
    cs_emit_temp(e, 1);
    uint32_t self = base + 1;
    if (is_plain_super(e, f->value) && super_parts(e, base, self)) {
      cs_emit_at(e, f);
      cs_emit_op(e, CS_I_LOADSUPER, base, self, 0);
    } else {
      e->top = base; /* the object may pass through the callee's place */
      uint32_t obj = cs_emit_any(e, f->value);
      e->top = base + 2;
      cs_emit_at_attr(e, f, f);
      cs_emit_op(e, CS_I_LOADMETHOD, base, obj, 0);
    }
    cs_emit_word(e, cs_emit_name(e, f->name));
    cs_emit_call_args(e, n, base, dst, true);
  } else {
    if (is_plain_super(e, n)) { /* super() itself, with explicit parts */
      uint32_t args = cs_emit_temp(e, 2);
      cs_emit_expr(e, f, base);
      if (super_parts(e, args, args + 1)) {
        cs_emit_at(e, n);
        cs_emit_op(e, CS_I_CALL, base, 2, dst);
        e->top = save;
        return;
      }
      e->top = base + 1;
    }
    cs_emit_expr(e, f, base);
    if (spread)
      call_spread(e, n, base, dst);
    else
      cs_emit_call_args(e, n, base, dst, false);
  }
  e->top = save;
}
