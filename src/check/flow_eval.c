/*
 * flow_eval.c - the facts of an expression from the facts of its parts.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <string.h>

#include "check/flow.h"

static void add_self(cs_known *out, const cs_node *n, cs_flow *f) {
  const cs_known *v = cs_flow_node(f, n);
  if (v) (void)cs_known_join(out, v);
}

/* As an element of what is made. */
static void add_held(cs_known *out, const cs_node *n, cs_flow *f) {
  const cs_known *v = cs_flow_node(f, n);
  if (!v) return;
  (void)cs_facts_join(&out->held, &v->self);
  (void)cs_facts_join(&out->held, &v->held);
}

static void give(cs_known *out, const cs_facts *what) {
  (void)cs_facts_join(&out->self, what);
  (void)cs_facts_join(&out->held, what);
}

static void operand(cs_flow *f, const cs_node *n) {
  const cs_known *v = cs_flow_node(f, n);
  if (!v) return;
  (void)(f->changed |= cs_facts_join_atoms(&f->pool.operands.self, &v->self));
  (void)(f->changed |= cs_facts_join_atoms(&f->pool.operands.self, &v->held));
}

/* What an operator method may return; strings of it say nothing. */
static void from_dunders(cs_flow *f, cs_known *out) {
  (void)cs_facts_join_atoms(&out->self, &f->pool.dunders.self);
  (void)cs_facts_join_atoms(&out->held, &f->pool.dunders.held);
}

/* --- strings ------------------------------------------------------------- */

static cs_name known_string(const cs_flow *f, const cs_node *n) {
  const cs_known *v = cs_flow_node(f, n);
  cs_name s = v ? v->self.str : CS_NAME_NONE;
  return s == CS_FACTS_NO_STR ? CS_NAME_NONE : s;
}

static cs_name concat(cs_flow *f, cs_name a, cs_name b) {
  const cs_name_entry *x = cs_name_at(&f->c->unit.names, a);
  const cs_name_entry *y = cs_name_at(&f->c->unit.names, b);
  size_t len = x->len + y->len;
  if (len > CS_FLOW_STRING) return CS_FACTS_NO_STR;
  char both[CS_FLOW_STRING];
  memcpy(both, x->bytes, x->len);
  memcpy(both + x->len, y->bytes, y->len);
  char *kept = cs_scratch_take(f->c->scratch, len + 8);
  if (!kept) return CS_FACTS_NO_STR;
  memcpy(kept, both, len);
  cs_name name = cs_name_put(&f->c->unit.names, kept, len);
  return name ? name : CS_FACTS_NO_STR;
}

static bool is_no_string(const cs_flow *f, const cs_node *n) {
  const cs_known *v = cs_flow_node(f, n);
  return v && v->self.str == CS_FACTS_NO_STR;
}

/* Parts that are strings stay the strings they are or become none, so they are
 * put together only once. */
static void add_strings(cs_flow *f, uint32_t i, const cs_node *n,
                        cs_known *out) {
  cs_name a = known_string(f, n->bin_op.left);
  cs_name b = known_string(f, n->bin_op.right);
  cs_name old = f->nodes[i].self.str;
  if (is_no_string(f, n->bin_op.left) || is_no_string(f, n->bin_op.right))
    out->self.str = CS_FACTS_NO_STR;
  else if (a && b)
    out->self.str = old ? old : concat(f, a, b);
}

static void bin_op(cs_flow *f, uint32_t i, const cs_node *n, cs_known *out) {
  const cs_known *l = cs_flow_node(f, n->bin_op.left);
  const cs_known *r = cs_flow_node(f, n->bin_op.right);
  if (n->op == CS_OP_ADD)
    add_strings(f, i, n, out);
  else
    out->self.str = CS_FACTS_NO_STR;
  if (n->op == CS_OP_BIT_OR) { /* of dictionaries */
    if (l) (void)cs_facts_join_atoms(&out->self, &l->self);
    if (r) (void)cs_facts_join_atoms(&out->self, &r->self);
  }
  if (l) (void)cs_facts_join(&out->held, &l->held);
  if (r) (void)cs_facts_join(&out->held, &r->held);
  operand(f, n->bin_op.left);
  operand(f, n->bin_op.right);
  from_dunders(f, out);
}

/* The string of one part of an f-string; NO_STR: it has none. */
static cs_name part_string(const cs_flow *f, const cs_node *part) {
  bool value = part->kind == CS_NODE_FORMATTED_VALUE;
  if (value &&
      (part->formatted.format_spec || part->formatted.conversion != -1))
    return CS_FACTS_NO_STR;
  const cs_known *v = cs_flow_node(f, value ? part->formatted.value : part);
  return v ? v->self.str : CS_FACTS_NO_STR;
}

/* f"{'sys'}tem": a string if all parts are. */
static void joined(cs_flow *f, uint32_t i, const cs_node *n, cs_known *out) {
  cs_name all = f->nodes[i].self.str;
  bool make = all == CS_NAME_NONE;
  for (uint32_t k = 0; k < n->values.n; k++) {
    cs_name s = part_string(f, n->values.items[k]);
    if (s == CS_FACTS_NO_STR) all = s;
    if (s == CS_NAME_NONE || all == CS_FACTS_NO_STR) break;
    if (make) all = all ? concat(f, all, s) : s;
    if (k + 1 == n->values.n) out->self.str = all;
  }
  if (all == CS_FACTS_NO_STR) out->self.str = all;
}

static void constant(cs_flow *f, const cs_constant *k, cs_known *out) {
  if (k->type != CS_CONST_STR || k->len == 0 || k->len > CS_FLOW_STRING) return;
  out->self.str = cs_name_put(&f->c->unit.names, k->text, k->len);
}

/* --- names, attributes, elements ----------------------------------------- */

/* Does any rule care for this built-in, or does the analysis? */
static bool is_keen(const cs_flow *f, cs_atom a, cs_name name) {
  uint32_t marks = cs_checker_marks(f->c, name);
  return marks & CS_MARK_BLOCK_BUILTIN ||
         (cs_rules_has(&f->c->rules->allow_builtins) &&
          !(marks & CS_MARK_ALLOW_BUILTIN)) ||
         cs_flow_special_of(f, a) != CS_FLOW_SPECIAL_COUNT;
}

static void add_builtin(cs_flow *f, cs_name name, cs_known *out) {
  const cs_name_entry *e = cs_name_at(&f->c->unit.names, name);
  if (e->len == 12 && memcmp(e->bytes, "__builtins__", 12) == 0)
    (void)cs_facts_add(&out->self, f->builtins);
  if (cs_checker_marks(f->c, name) & CS_MARK_BUILTIN) {
    cs_atom a = cs_flow_member(f, f->builtins, name);
    if (is_keen(f, a, name)) (void)cs_facts_add(&out->self, a);
  } else {
    for (unsigned i = 0; i < f->n_star; i++)
      (void)cs_facts_add(&out->self, cs_flow_member(f, f->star[i], name));
  }
}

static void read_name(cs_flow *f, uint32_t i, cs_node *n, cs_known *out) {
  if (!n->sym) return;
  const cs_known *v = cs_flow_var(f, n->sym);
  if (v) *out = *v;
  bool class_name = n->sym->home->scope->kind == CS_SCOPE_CLASS;
  if (!cs_flow_is_global(n->sym) && !class_name) return;
  if (n->name >= f->n_names) return;
  const cs_flow_global *g = &f->globals[n->name];
  bool sure = g->from != CS_FLAT_NONE && g->from < i && !g->gone;
  if (class_name) (void)cs_known_join(out, &g->known);
  if (!sure) add_builtin(f, n->name, out);
}

/* Returns of functions that are attributes: properties. */
static void add_results(cs_flow *f, const cs_known *field, cs_known *out) {
  for (unsigned i = 0; i < field->self.n_fn; i++) {
    cs_known v = cs_flow_result(f, field->self.fn[i]);
    (void)cs_facts_join_atoms(&out->self, &v.self);
    (void)cs_facts_join_atoms(&out->held, &v.held);
  }
}

/* Attributes of wrappers (enum members, properties, futures, exceptions) that
 * give the value back which was put in. */
static bool is_wrapper(const cs_flow *f, cs_name name) {
  static const char wrappers[] =
      " value _value_ func fget __wrapped__ __func__ __self__ default args obj "
      "default_factory cell_contents get result return_value side_effect ";
  const cs_name_entry *e = cs_name_at(&f->c->unit.names, name);
  char padded[24];
  if (e->len > sizeof padded - 3) return false;
  snprintf(padded, sizeof padded, " %.*s ", (int)e->len, e->bytes);
  return strstr(wrappers, padded) != NULL;
}

/* An attribute of the module __main__ is a global name. */
static void add_global(cs_flow *f, cs_atom a, cs_name name, cs_known *out) {
  const cs_path *p = cs_paths_at(&f->paths, a);
  const cs_name_entry *e = cs_name_at(&f->c->unit.names, p->name);
  bool here = !p->parent && e->len == 8 && !memcmp(e->bytes, "__main__", 8);
  if (here && name < f->n_names)
    (void)cs_known_join(out, &f->globals[name].known);
}

void cs_flow_attribute(cs_flow *f, const cs_known *base, cs_name name,
                       cs_known *out) {
  for (unsigned i = 0; i < base->self.n; i++) {
    cs_atom a = base->self.at[i];
    (void)cs_facts_add(&out->self, cs_flow_member(f, a, name));
    add_global(f, a, name, out);
  }
  if (is_wrapper(f, name)) (void)cs_facts_join_atoms(&out->self, &base->self);
  out->self.many |= base->self.many;
  out->self.dim |= base->self.dim;
  (void)cs_facts_join_atoms(&out->self, &base->held);
  (void)cs_facts_join_atoms(&out->held, &base->held);
  const cs_known *field = cs_flow_field(f, name);
  if (field) {
    (void)cs_known_join(out, field);
    add_results(f, field, out);
  }
  (void)cs_known_join(out, &f->pool.any_field);
  from_dunders(f, out);
}

static bool is_dict(const cs_flow *f, cs_atom a) {
  const cs_path *p = cs_paths_at(&f->paths, a);
  const cs_name_entry *e = cs_name_at(&f->c->unit.names, p->name);
  return p->parent && e->len == 8 && memcmp(e->bytes, "__dict__", 8) == 0;
}

bool cs_flow_look_up(cs_flow *f, cs_atom a, cs_name key, cs_known *out) {
  bool modules = a == f->special[CS_FLOW_SYS_MODULES];
  bool names = a == f->special[CS_FLOW_NAMESPACE];
  if (!cs_atom_is_path(a)) return false;
  if (!modules && !names && a != f->builtins && !is_dict(f, a)) return false;
  if (key == CS_NAME_NONE) return true;
  cs_atom owner = a == f->builtins ? a : cs_paths_at(&f->paths, a)->parent;
  if (modules) {
    (void)cs_facts_add(&out->self, cs_flow_module(f, key));
  } else if (names) {
    if (key < f->n_names) (void)cs_known_join(out, &f->globals[key].known);
    add_builtin(f, key, out);
  } else {
    (void)cs_facts_add(&out->self, cs_flow_member(f, owner, key));
  }
  return true;
}

static void subscript(cs_flow *f, const cs_node *n, cs_known *out) {
  const cs_known *base = cs_flow_node(f, n->subscript.value);
  const cs_known *key = cs_flow_node(f, n->subscript.slice);
  if (!base) return;
  bool known = key && key->self.str && key->self.str != CS_FACTS_NO_STR;
  for (unsigned i = 0; i < base->self.n && known; i++)
    (void)cs_flow_look_up(f, base->self.at[i], key->self.str, out);
  out->self.many |= base->self.many;
  give(out, &base->held);
  operand(f, n->subscript.slice);
  from_dunders(f, out);
}

/* --- expressions --------------------------------------------------------- */

static void elements(cs_flow *f, const cs_node_list *l, cs_known *out) {
  for (uint32_t i = 0; i < l->n; i++)
    if (l->items[i]) add_held(out, l->items[i], f);
}

static void unwrap(cs_flow *f, const cs_node *n, cs_known *out) {
  const cs_known *v = cs_flow_node(f, n);
  if (v) give(out, &v->held);
  from_dunders(f, out);
}

/* {**d} has what d has, also when d is a dictionary of names. */
/* Annotations that no syntax shows: typing.get_type_hints runs them. */
static bool is_annotations(const cs_node *key) {
  static const char text[] = "__annotations__";
  return key && key->kind == CS_NODE_CONSTANT &&
         key->constant.type == CS_CONST_STR &&
         key->constant.len == sizeof text - 1 &&
         memcmp(key->constant.text, text, sizeof text - 1) == 0;
}

static void dictionary(cs_flow *f, const cs_node *n, cs_known *out) {
  elements(f, &n->dict.keys, out);
  for (uint32_t i = 0; f->telling && i < n->dict.keys.n; i++)
    if (is_annotations(n->dict.keys.items[i]))
      cs_flow_tell_code(f, n, "annotations");
  elements(f, &n->dict.values, out);
  for (uint32_t i = 0; i < n->dict.keys.n; i++)
    if (!n->dict.keys.items[i]) add_self(out, n->dict.values.items[i], f);
}

static void comparison(cs_flow *f, const cs_node *n) {
  operand(f, n->compare.left);
  for (uint32_t i = 0; i < n->compare.comparators.n; i++)
    operand(f, n->compare.comparators.items[i]);
}

/* What a function yields is held by what it returns. */
static void yield(cs_flow *f, uint32_t i, const cs_node *n, cs_known *out) {
  const cs_known *v = cs_flow_node(f, n->value);
  if (v && f->within[i] != CS_FLAT_NONE) {
    cs_known made = {.held = cs_flow_all(v)};
    cs_flow_join(f, &f->nodes[f->within[i]], &made);
  }
  (void)cs_known_join(out, &f->pool.sent);
  if (n->kind == CS_NODE_YIELD_FROM && v) give(out, &v->held);
}

static void attribute(cs_flow *f, const cs_node *n, cs_known *out) {
  const cs_known *base = cs_flow_node(f, n->value);
  if (!base) return;
  cs_flow_attribute(f, base, n->name, out);
  if (f->telling) cs_flow_tell_attribute(f, n, base);
}

static void name(cs_flow *f, uint32_t i, cs_node *n, cs_known *out) {
  read_name(f, i, n, out);
  if (f->telling) cs_flow_tell_name(f, i, n, out);
}

static void item(cs_flow *f, cs_node *n, cs_known *out) {
  subscript(f, n, out);
  if (f->telling)
    cs_flow_tell_entry(f, n, cs_flow_node(f, n->subscript.value),
                       known_string(f, n->subscript.slice));
}

static void bool_op(cs_flow *f, const cs_node *n, cs_known *out) {
  for (uint32_t k = 0; k < n->bool_op.values.n; k++)
    add_self(out, n->bool_op.values.items[k], f);
}

static void named(cs_flow *f, cs_node *n, cs_known *out) {
  const cs_known *v = cs_flow_node(f, n->named.value);
  if (v) cs_flow_bind(f, n->named.target, v);
  add_self(out, n->named.value, f);
}

void cs_flow_eval(cs_flow *f, uint32_t i, cs_node *n, cs_known *out) {
  switch ((int)n->kind) {
    case CS_NODE_NAME: name(f, i, n, out); break;
    case CS_NODE_ATTRIBUTE: attribute(f, n, out); break;
    case CS_NODE_SUBSCRIPT: item(f, n, out); break;
    case CS_NODE_CALL: cs_flow_call(f, n, out); break;
    case CS_NODE_CONSTANT: constant(f, &n->constant, out); break;
    case CS_NODE_JOINED_STR: joined(f, i, n, out); break;
    case CS_NODE_BIN_OP: bin_op(f, i, n, out); break;
    case CS_NODE_BOOL_OP: bool_op(f, n, out); break;
    case CS_NODE_IF_EXP:
      add_self(out, n->if_exp.body, f);
      add_self(out, n->if_exp.orelse, f);
      break;
    case CS_NODE_NAMED_EXPR: named(f, n, out); break;
    case CS_NODE_KEYWORD: add_self(out, n->value, f); break;
    case CS_NODE_AWAIT: /* a future gives what it holds */
      add_self(out, n->value, f);
      unwrap(f, n->value, out);
      break;
    case CS_NODE_STARRED: unwrap(f, n->value, out); break;
    case CS_NODE_LIST:
    case CS_NODE_TUPLE:
    case CS_NODE_SET: elements(f, &n->elts, out); break;
    case CS_NODE_DICT: dictionary(f, n, out); break;
    case CS_NODE_LIST_COMP:
    case CS_NODE_SET_COMP:
    case CS_NODE_DICT_COMP:
    case CS_NODE_GENERATOR_EXP:
      add_held(out, n->comp.elt, f);
      if (n->comp.value) add_held(out, n->comp.value, f);
      break;
    case CS_NODE_LAMBDA:
      cs_flow_statement(f, i, n);
      (void)cs_facts_add(&out->self, i | CS_ATOM_FUNC);
      break;
    case CS_NODE_YIELD:
    case CS_NODE_YIELD_FROM: yield(f, i, n, out); break;
    case CS_NODE_UNARY_OP:
      operand(f, n->unary.operand);
      from_dunders(f, out);
      break;
    case CS_NODE_COMPARE:
      comparison(f, n);
      from_dunders(f, out);
      break;
    default: break;
  }
}
