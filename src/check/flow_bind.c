/*
 * flow_bind.c - how facts get into variables, attributes and containers.
 *
 * A tuple as a target keeps what it gets at its own node and hands it on when
 * its turn comes, so nested targets need no recursion.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "check/flow.h"

/* An element of something that holds `held`. */
static cs_known element(const cs_facts *held) {
  cs_known v = {*held, *held};
  if (v.self.str == CS_NAME_NONE) v.self.str = CS_FACTS_NO_STR;
  return v;
}

/* --- containers ---------------------------------------------------------- */

/* What is stored in an element of `base` belongs to what `base` is stored in:
 * a.b[c] = v reaches a and b. */
void cs_flow_hold(cs_flow *f, const cs_node *base, const cs_facts *what) {
  cs_known v = {.held = *what};
  while (base) {
    if (base->kind == CS_NODE_NAME) {
      cs_flow_join(f, cs_flow_var(f, base->sym), &v);
      return;
    }
    if (base->kind == CS_NODE_ATTRIBUTE) {
      cs_flow_join(f, cs_flow_field(f, base->name), &v);
      base = base->value;
    } else if (base->kind == CS_NODE_SUBSCRIPT) {
      base = base->subscript.value;
    } else if (base->kind == CS_NODE_CALL) {
      base = base->call.func;
    } else {
      return;
    }
  }
}

/* globals()["x"] = v */
static bool bind_in_namespace(cs_flow *f, const cs_node *n, const cs_known *v) {
  const cs_known *base = cs_flow_node(f, n->subscript.value);
  const cs_known *key = cs_flow_node(f, n->subscript.slice);
  if (!base || !key) return false;
  for (unsigned i = 0; i < base->self.n; i++) {
    if (base->self.at[i] != f->special[CS_FLOW_NAMESPACE]) continue;
    if (key->self.str && key->self.str < f->n_names) {
      cs_flow_global *g = &f->globals[key->self.str];
      if (!g->bound) f->changed = g->bound = true;
      cs_flow_join(f, &g->known, v);
      return true;
    }
  }
  return false;
}

static void bind_subscript(cs_flow *f, const cs_node *n, const cs_known *v) {
  cs_facts all = cs_flow_all(v);
  if (bind_in_namespace(f, n, v)) return;
  cs_flow_hold(f, n->subscript.value, &all);
  cs_flow_join(f, &f->pool.operands, v);
}

void cs_flow_bind(cs_flow *f, cs_node *target, const cs_known *v) {
  if (!target) return;
  switch ((int)target->kind) {
    case CS_NODE_NAME: cs_flow_join(f, cs_flow_var(f, target->sym), v); break;
    case CS_NODE_ATTRIBUTE:
      cs_flow_join(f, cs_flow_field(f, target->name), v);
      cs_flow_join(f, &f->pool.operands, v); /* __setattr__ */
      break;
    case CS_NODE_SUBSCRIPT: bind_subscript(f, target, v); break;
    default: cs_flow_join(f, cs_flow_node(f, target), v); break;
  }
}

/* --- targets with parts -------------------------------------------------- */

static void spread(cs_flow *f, uint32_t i, const cs_node *n) {
  cs_known part = element(&f->nodes[i].held);
  for (uint32_t k = 0; k < n->elts.n; k++)
    cs_flow_bind(f, n->elts.items[k], &part);
}

static bool has_star(const cs_node_list *l) {
  for (uint32_t i = 0; i < l->n; i++)
    if (l->items[i]->kind == CS_NODE_STARRED) return true;
  return false;
}

static bool is_row(const cs_node *n) {
  return n->kind == CS_NODE_TUPLE || n->kind == CS_NODE_LIST;
}

/* a, b = c, d: one by one. */
static bool pair_up(cs_flow *f, cs_node *target, const cs_node *value) {
  if (!is_row(target) || !is_row(value) || target->elts.n != value->elts.n ||
      has_star(&target->elts) || has_star(&value->elts))
    return false;
  for (uint32_t i = 0; i < value->elts.n; i++) {
    const cs_known *v = cs_flow_node(f, value->elts.items[i]);
    if (v) cs_flow_bind(f, target->elts.items[i], v);
  }
  return true;
}

static void assign(cs_flow *f, cs_node *target, const cs_node *value) {
  const cs_known *v = cs_flow_node(f, value);
  if (!target || !v || pair_up(f, target, value)) return;
  cs_flow_bind(f, target, v);
}

/* What a loop gets from its iterable. */
static void iterate(cs_flow *f, cs_node *target, const cs_node *iter) {
  const cs_known *v = cs_flow_node(f, iter);
  if (!v) return;
  cs_known item = element(&v->held);
  cs_flow_bind(f, target, &item);
  cs_flow_bind(f, target, &f->pool.dunders);
}

static void enter(cs_flow *f, cs_node *target, const cs_node *manager) {
  const cs_known *v = cs_flow_node(f, manager);
  if (!v || !target) return;
  cs_facts all = cs_flow_all(v);
  cs_known item = element(&all);
  cs_flow_bind(f, target, &item);
  cs_flow_bind(f, target, &f->pool.dunders);
}

/* --- definitions --------------------------------------------------------- */

static void join_default(cs_flow *f, const cs_node *arg, const cs_node *value) {
  const cs_known *v = cs_flow_node(f, value);
  if (v) cs_flow_join(f, cs_flow_var(f, arg->arg.sym), v);
}

/* Parameters: their defaults; what unseen callers and operators may give. */
static void bind_list(cs_flow *f, const cs_node_list *args, const cs_known *v) {
  for (uint32_t i = 0; i < args->n; i++)
    cs_flow_join(f, cs_flow_var(f, args->items[i]->arg.sym), v);
}

static void bind_params(cs_flow *f, const cs_node *a, const cs_known *pool) {
  cs_facts all = cs_flow_all(pool);
  cs_known v = element(&all);
  bind_list(f, &a->arguments.posonlyargs, &v);
  bind_list(f, &a->arguments.args, &v);
  bind_list(f, &a->arguments.kwonlyargs, &v);
  if (a->arguments.vararg)
    cs_flow_join(f, cs_flow_var(f, a->arguments.vararg->arg.sym), &v);
  if (a->arguments.kwarg)
    cs_flow_join(f, cs_flow_var(f, a->arguments.kwarg->arg.sym), &v);
}

static void bind_defaults(cs_flow *f, const cs_node *a) {
  const cs_node_list *pos = &a->arguments.posonlyargs, *args;
  args = &a->arguments.args;
  uint32_t n = pos->n + args->n, first = n - a->arguments.defaults.n;
  for (uint32_t i = 0; i < a->arguments.defaults.n; i++) {
    uint32_t k = first + i;
    join_default(f, k < pos->n ? pos->items[k] : args->items[k - pos->n],
                 a->arguments.defaults.items[i]);
  }
  for (uint32_t i = 0; i < a->arguments.kw_defaults.n; i++)
    if (a->arguments.kw_defaults.items[i])
      join_default(f, a->arguments.kwonlyargs.items[i],
                   a->arguments.kw_defaults.items[i]);
}

static bool is_dunder(const cs_flow *f, cs_name name) {
  return cs_checker_marks(f->c, name) & CS_MARK_DUNDER;
}

/* In a class body a name is an attribute as well. */
static void publish(cs_flow *f, const cs_symbol *s, const cs_known *v) {
  if (s && s->home->scope->kind == CS_SCOPE_CLASS)
    cs_flow_join(f, cs_flow_field(f, s->name), v);
}

static void define(cs_flow *f, uint32_t i, cs_symbol *s,
                   const cs_node_list *decorators) {
  cs_known v = {
      .self = {.fn = {i | CS_ATOM_FUNC}, .n_fn = 1, .str = CS_FACTS_NO_STR}};
  for (uint32_t k = decorators->n; k > 0; k--) {
    const cs_known *d = cs_flow_node(f, decorators->items[k - 1]);
    cs_known next = v; /* most decorators give back what they got */
    if (d) cs_flow_decorate(f, d, &v, &next);
    v = next;
  }
  cs_flow_join(f, cs_flow_var(f, s), &v);
  publish(f, s, &v);
}

static void define_function(cs_flow *f, uint32_t i, const cs_node *n) {
  bool lambda = n->kind == CS_NODE_LAMBDA;
  const cs_node *args = lambda ? n->lambda.args : n->function.args;
  bind_defaults(f, args);
  if (f->escapes[i] || f->wild) bind_params(f, args, &f->pool.escaped);
  cs_known made = cs_flow_result(f, i | CS_ATOM_FUNC);
  cs_flow_join(f, &f->pool.returns, &made);
  if (lambda) return;
  if (is_dunder(f, n->name)) {
    bind_params(f, args, &f->pool.operands);
    cs_facts all = cs_flow_all(&f->nodes[i]);
    cs_known v = element(&all);
    cs_flow_join(f, &f->pool.dunders, &v);
  }
  define(f, i, n->function.sym, &n->function.decorator_list);
}

/* --- imports ------------------------------------------------------------- */

static void bind_atom(cs_flow *f, cs_symbol *s, cs_atom a) {
  cs_known v = {.self = {.str = CS_FACTS_NO_STR}};
  (void)cs_facts_add(&v.self, a);
  cs_flow_join(f, cs_flow_var(f, s), &v);
  publish(f, s, &v);
}

static void import(cs_flow *f, const cs_node *n) {
  for (uint32_t i = 0; i < n->import.names.n; i++) {
    const cs_node *alias = n->import.names.items[i];
    cs_atom a = cs_flow_module(f, alias->name);
    if (f->telling) cs_flow_tell_import(f, n, alias);
    if (!alias->alias.asname) /* import a.b binds a */
      while (a && cs_paths_at(&f->paths, a)->parent)
        a = cs_paths_at(&f->paths, a)->parent;
    bind_atom(f, alias->alias.sym, a);
  }
}

static void import_from(cs_flow *f, const cs_node *n) {
  cs_atom module = n->import.level ? 0 : cs_flow_module(f, n->name);
  for (uint32_t i = 0; i < n->import.names.n; i++) {
    const cs_node *alias = n->import.names.items[i];
    if (f->telling) cs_flow_tell_import(f, n, alias);
    if (!module) continue;
    if (alias->name != CS_NAME_STAR) {
      bind_atom(f, alias->alias.sym, cs_flow_member(f, module, alias->name));
      continue;
    }
    unsigned k = 0;
    while (k < f->n_star && f->star[k] != module) k++;
    if (k == f->n_star && k < CS_FLOW_STARS) {
      f->star[f->n_star++] = module;
      f->changed = true;
    }
  }
}

/* --- annotations --------------------------------------------------------- */

/* Somebody may evaluate a string that annotates (typing.get_type_hints); only
 * a call or an attribute makes that interesting. */
static void annotate(cs_flow *f, const cs_node *n) {
  if (!f->telling || !n || n->kind != CS_NODE_CONSTANT) return;
  const cs_constant *k = &n->constant;
  if (k->type == CS_CONST_STR && memchr(k->text, '(', k->len))
    cs_checker_inner(f->c, n, k->text, k->len, CS_MODE_EVAL, true);
}

/* --- statements ---------------------------------------------------------- */

static void give_back(cs_flow *f, uint32_t i, const cs_node *value) {
  const cs_known *v = cs_flow_node(f, value);
  if (v && f->within[i] != CS_FLAT_NONE)
    cs_flow_join(f, &f->nodes[f->within[i]], v);
}

static void throw(cs_flow * f, const cs_node *exc) {
  const cs_known *v = cs_flow_node(f, exc);
  if (!v) return;
  cs_facts all = cs_flow_all(v);
  cs_known item = element(&all);
  cs_flow_join(f, &f->pool.raised, &item);
}

/* What the pattern at `i` is matched with, or parts of it. */
static const cs_known *subject(const cs_flow *f, uint32_t i) {
  while (i != CS_FLAT_NONE && f->flat->items[i].node->kind != CS_NODE_MATCH)
    i = f->flat->items[i].parent;
  if (i == CS_FLAT_NONE) return NULL;
  return cs_flow_node(f, f->flat->items[i].node->match.subject);
}

static void capture(cs_flow *f, uint32_t i, cs_symbol *s) {
  const cs_known *v = subject(f, i);
  if (!v) return;
  cs_facts all = cs_flow_all(v);
  cs_known item = element(&all);
  cs_flow_join(f, cs_flow_var(f, s), &item);
}

/* case C(x=y) reads the attribute x. */
static void match_class(cs_flow *f, uint32_t i, const cs_node *n) {
  const cs_known *v = subject(f, i);
  for (uint32_t k = 0; v && k < n->match_class.kwd_patterns.n; k++) {
    cs_name name = n->match_class.kwd_attrs[k];
    const cs_node *p = n->match_class.kwd_patterns.items[k];
    cs_known part = {.self = {.n = 0}};
    cs_flow_attribute(f, v, name, &part);
    if (p->kind == CS_NODE_MATCH_AS && p->capture.sym)
      cs_flow_join(f, cs_flow_var(f, p->capture.sym), &part);
    if (f->telling) cs_flow_tell_getattr(f, n, v, name);
  }
}

static void store_name(cs_flow *f, const cs_node *n) {
  if (n->sym) {
    const cs_known *v = cs_flow_var(f, n->sym);
    if (v) publish(f, n->sym, v);
  }
}

static void bind_star(cs_flow *f, uint32_t i, const cs_node *n) {
  cs_known rest = {.self = {.str = CS_FACTS_NO_STR},
                   .held = cs_flow_all(&f->nodes[i])};
  cs_flow_bind(f, n->value, &rest);
}

void cs_flow_statement(cs_flow *f, uint32_t i, cs_node *n) {
  switch ((int)n->kind) {
    case CS_NODE_NAME: store_name(f, n); break;
    case CS_NODE_TUPLE:
    case CS_NODE_LIST: spread(f, i, n); break;
    case CS_NODE_STARRED: bind_star(f, i, n); break;
    case CS_NODE_ASSIGN:
      for (uint32_t k = 0; k < n->assign.targets.n; k++)
        assign(f, n->assign.targets.items[k], n->assign.value);
      break;
    case CS_NODE_ANN_ASSIGN:
      annotate(f, n->ann_assign.annotation);
      assign(f, n->ann_assign.target, n->ann_assign.value);
      break;
    case CS_NODE_AUG_ASSIGN:
      assign(f, n->aug_assign.target, n->aug_assign.value);
      break;
    case CS_NODE_FOR:
    case CS_NODE_ASYNC_FOR:
      iterate(f, n->for_loop.target, n->for_loop.iter);
      break;
    case CS_NODE_COMPREHENSION:
      iterate(f, n->generator.target, n->generator.iter);
      break;
    case CS_NODE_WITHITEM:
      enter(f, n->withitem.optional_vars, n->withitem.context_expr);
      break;
    case CS_NODE_RETURN: give_back(f, i, n->value); break;
    case CS_NODE_RAISE: throw(f, n->raise.exc); break;
    case CS_NODE_EXCEPT_HANDLER:
      if (n->handler.sym)
        cs_flow_join(f, cs_flow_var(f, n->handler.sym), &f->pool.raised);
      break;
    case CS_NODE_MATCH_STAR:
    case CS_NODE_MATCH_AS: capture(f, i, n->capture.sym); break;
    case CS_NODE_MATCH_CLASS: match_class(f, i, n); break;
    case CS_NODE_MATCH_MAPPING: capture(f, i, n->match_mapping.sym); break;
    case CS_NODE_ARG: annotate(f, n->arg.annotation); break;
    case CS_NODE_FUNCTION_DEF:
    case CS_NODE_ASYNC_FUNCTION_DEF:
      annotate(f, n->function.returns);
      define_function(f, i, n);
      break;
    case CS_NODE_LAMBDA: define_function(f, i, n); break;
    case CS_NODE_CLASS_DEF:
      define(f, i, n->class_def.sym, &n->class_def.decorator_list);
      break;
    case CS_NODE_IMPORT: import(f, n); break;
    case CS_NODE_IMPORT_FROM: import_from(f, n); break;
    default: break;
  }
}
