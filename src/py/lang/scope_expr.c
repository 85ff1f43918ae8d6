/*
 * scope_expr.c - names in expressions; comprehensions, lambdas, walrus.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/lang/scoper.h"
#include "py/lang/warn.h"

bool cs_scoper_exprs(cs_scoper *sc, const cs_node_list *list) {
  for (uint32_t i = 0; i < list->n; i++)
    if (!cs_scoper_expr(sc, list->items[i])) return false;
  return true;
}

bool cs_scoper_star_exprs(cs_scoper *sc, const cs_node_list *list) {
  for (uint32_t i = 0; i < list->n; i++) {
    cs_node *n = list->items[i];
    if (n->kind == CS_NODE_STARRED) n = n->value;
    if (!cs_scoper_expr(sc, n)) return false;
  }
  return true;
}

/* --- names --------------------------------------------------------------- */

static void note_special(cs_scoper *sc, cs_name name) {
  cs_scope *frame = sc->cur->frame;
  switch ((int)name) {
    case CS_NAME_LOCALS:
    case CS_NAME_EVAL:
    case CS_NAME_EXEC:
    case CS_NAME_VARS:
    case CS_NAME_DIR: frame->flags |= CS_SCOPE_CALLS_LOCALS; break;
    case CS_NAME_DUNDER_CLASS: frame->flags |= CS_SCOPE_USES_CLASS; break;
    default: break;
  }
}

static bool load_name(cs_scoper *sc, cs_node *n) {
  n->sym = cs_scoper_touch(sc, n->name, CS_SYM_USED);
  if (!n->sym) return false;
  if (n->name >= CS_NAME_FIXED_COUNT) return true;
  note_special(sc, n->name);
  if (n->name != CS_NAME_SUPER || !cs_scoper_is_function(sc->cur)) return true;
  sc->cur->frame->flags |= CS_SCOPE_USES_SUPER | CS_SCOPE_USES_CLASS;
  return cs_scoper_touch(sc, CS_NAME_DUNDER_CLASS, CS_SYM_USED) != NULL;
}

static bool name(cs_scoper *sc, cs_node *n) {
  switch ((int)n->ctx) {
    case CS_CTX_STORE:
      n->sym = cs_scoper_bind(sc, n->name, CS_SYM_ASSIGNED, n);
      return n->sym != NULL;
    case CS_CTX_DEL:
      if (n->name == CS_NAME_DUNDER_DEBUG)
        cs_scoper_late(sc, n, "cannot delete __debug__");
      n->sym = cs_scoper_touch(sc, n->name, CS_SYM_ASSIGNED | CS_SYM_DELETED);
      return n->sym != NULL;
    default: return load_name(sc, n);
  }
}

static bool attribute(cs_scoper *sc, cs_node *n) {
  if (n->ctx == CS_CTX_STORE) cs_scoper_check_debug(sc, n->name, n);
  n->name = cs_scoper_mangle(sc, n->name);
  if (n->name == CS_NAME_NONE) return cs_scoper_full(sc);
  return cs_scoper_expr(sc, n->value);
}

static bool starred(cs_scoper *sc, cs_node *n) {
  cs_scoper_late(sc, n, "%s",
                 n->ctx == CS_CTX_STORE
                     ? "starred assignment target must be in a list or tuple"
                     : "can't use starred expression here");
  return cs_scoper_expr(sc, n->value);
}

static bool sequence(cs_scoper *sc, cs_node *n) {
  uint32_t stars = 0;
  for (uint32_t i = 0; n->ctx == CS_CTX_STORE && i < n->elts.n; i++)
    stars += n->elts.items[i]->kind == CS_NODE_STARRED;
  if (stars > 1)
    cs_scoper_late(sc, n, "multiple starred expressions in assignment");
  return cs_scoper_star_exprs(sc, &n->elts);
}

/* --- calls --------------------------------------------------------------- */

static uint64_t keyword_key(const void *of, uint32_t i) {
  return ((const cs_node_list *)of)->items[i]->name;
}

static bool is_same_keyword(const void *of, uint32_t i, uint32_t j) {
  cs_name name = ((const cs_node_list *)of)->items[i]->name;
  return name != CS_NAME_NONE && keyword_key(of, j) == name;
}

static bool check_keywords(cs_scoper *sc, const cs_node *at,
                           const cs_node_list *keywords) {
  cs_twice twice = {.of = keywords,
                    .n = keywords->n,
                    .key = keyword_key,
                    .same = is_same_keyword};
  for (uint32_t i = 0; i < keywords->n; i++)
    if (keywords->items[i]->name != CS_NAME_NONE)
      cs_scoper_check_debug(sc, keywords->items[i]->name, at);
  if (!cs_scoper_twice(sc, &twice)) return false;
  if (twice.first < twice.n)
    cs_scoper_late(sc, keywords->items[twice.again],
                   "keyword argument repeated: %.*s",
                   CS_NAME_ARGS(sc, keywords->items[twice.first]->name));
  return true;
}

bool cs_scoper_call(cs_scoper *sc, const cs_node *at, const cs_node_list *args,
                    const cs_node_list *keywords) {
  if (keywords->n && !check_keywords(sc, at, keywords)) return false;
  if (!cs_scoper_star_exprs(sc, args)) return false;
  for (uint32_t i = 0; i < keywords->n; i++)
    if (!cs_scoper_expr(sc, keywords->items[i]->value)) return false;
  return true;
}

/* --- lambda -------------------------------------------------------------- */

bool cs_scoper_defaults(cs_scoper *sc, const cs_node *args) {
  return cs_scoper_exprs(sc, &args->arguments.defaults) &&
         cs_scoper_exprs(sc, &args->arguments.kw_defaults);
}

static bool param(cs_scoper *sc, cs_node *n, const cs_node *at) {
  if (!n) return true;
  cs_name id = cs_scoper_mangle(sc, n->name);
  const cs_symbol *old = id < sc->n_slots ? sc->slots[id] : NULL;
  if (old && old->scope == sc->cur)
    return cs_scoper_fail(sc, n,
                          "duplicate argument '%.*s' in function definition",
                          CS_NAME_ARGS(sc, n->name));
  cs_scoper_check_debug(sc, n->name, at);
  n->arg.sym = cs_scoper_touch(sc, n->name, CS_SYM_PARAM);
  return n->arg.sym != NULL;
}

static bool param_list(cs_scoper *sc, const cs_node_list *list,
                       const cs_node *at) {
  for (uint32_t i = 0; i < list->n; i++)
    if (!param(sc, list->items[i], at)) return false;
  return true;
}

bool cs_scoper_params(cs_scoper *sc, cs_node *args, const cs_node *at) {
  cs_scope *s = sc->cur;
  s->n_posonly = args->arguments.posonlyargs.n;
  s->n_args = args->arguments.args.n;
  s->n_kwonly = args->arguments.kwonlyargs.n;
  if (args->arguments.vararg) s->flags |= CS_SCOPE_VARARGS;
  if (args->arguments.kwarg) s->flags |= CS_SCOPE_VARKW;
  return param_list(sc, &args->arguments.posonlyargs, at) &&
         param_list(sc, &args->arguments.args, at) &&
         param_list(sc, &args->arguments.kwonlyargs, at) &&
         param(sc, args->arguments.vararg, at) &&
         param(sc, args->arguments.kwarg, at);
}

static bool lambda(cs_scoper *sc, cs_node *n) {
  if (!cs_scoper_defaults(sc, n->lambda.args)) return false;
  cs_scope *s = cs_scoper_open(sc, CS_SCOPE_LAMBDA, n, CS_NAME_LAMBDA_NAME);
  if (!s) return false;
  n->lambda.scope = s;
  cs_flow saved = sc->flow;
  sc->flow = (cs_flow){0};
  bool ok = cs_scoper_params(sc, n->lambda.args, n) &&
            cs_scoper_expr(sc, n->lambda.body);
  sc->flow = saved;
  if (ok) cs_scoper_close(sc);
  return ok;
}

/* --- yield, await -------------------------------------------------------- */

static const char *comp_name(const cs_scope *s) {
  switch ((int)s->kind) {
    case CS_SCOPE_LISTCOMP: return "list comprehension";
    case CS_SCOPE_SETCOMP: return "set comprehension";
    case CS_SCOPE_DICTCOMP: return "dict comprehension";
    default: return "generator expression";
  }
}

/* Type parameters and aliases are evaluated lazily or in between: nothing may
 * suspend or bind there. */
static bool refuse_in_type(cs_scoper *sc, const cs_node *n, const char *what) {
  if (!cs_scoper_is_type(sc->cur)) return true;
  const char *where = "the definition of a generic";
  if (sc->cur->kind == CS_SCOPE_TYPE_VALUE)
    where = sc->cur->node->kind == CS_NODE_TYPE_ALIAS ? "a type alias"
                                                      : "a TypeVar bound";
  return cs_scoper_fail(sc, n, "%s cannot be used within %s", what, where);
}

static bool yield(cs_scoper *sc, cs_node *n) {
  if (!refuse_in_type(sc, n, "yield expression")) return false;
  cs_scope *s = sc->cur;
  bool async = s->node->kind == CS_NODE_ASYNC_FUNCTION_DEF;
  if (!cs_scoper_is_comp(s) && !cs_scoper_is_function(s))
    cs_scoper_late(sc, n, "'yield' outside function");
  else if (async && n->kind == CS_NODE_YIELD_FROM)
    cs_scoper_late(sc, n, "'yield from' inside async function");
  if (!cs_scoper_expr(sc, n->value)) return false;
  if (cs_scoper_is_comp(s))
    return cs_scoper_fail(sc, n, "'yield' inside %s", comp_name(s));
  s->flags |= CS_SCOPE_GENERATOR;
  return true;
}

/* Is the innermost real function of this place asynchronous? */
static bool is_async_place(const cs_scoper *sc) {
  const cs_scope *s = sc->cur->frame;
  if (s->node->kind == CS_NODE_ASYNC_FUNCTION_DEF) return true;
  if (s->kind == CS_SCOPE_GENEXPR) return true;
  return s->kind == CS_SCOPE_MODULE && sc->u->flags & CS_UNIT_TOP_AWAIT;
}

/* Everything between here and the frame waits. */
static void mark_await(cs_scoper *sc) {
  cs_scope *s = sc->cur;
  for (;; s = s->parent) {
    s->flags |= CS_SCOPE_HAS_AWAIT;
    if (cs_scoper_is_comp(s)) s->node->flags |= CS_NODE_HAS_AWAIT;
    if (s == s->frame) break;
  }
  if (s->kind == CS_SCOPE_GENEXPR || s->kind == CS_SCOPE_MODULE)
    s->flags |= CS_SCOPE_COROUTINE;
}

static bool await(cs_scoper *sc, cs_node *n) {
  if (!refuse_in_type(sc, n, "await expression")) return false;
  if (!cs_scoper_expr(sc, n->value)) return false;
  mark_await(sc);
  bool top = sc->u->flags & CS_UNIT_TOP_AWAIT;
  if (cs_scoper_is_comp(sc->cur)) return true; /* judged with the whole */
  if (!cs_scoper_is_function(sc->cur)) {
    if (!top || sc->cur->kind == CS_SCOPE_CLASS)
      cs_scoper_late(sc, n, "'await' outside function");
  } else if (!is_async_place(sc)) {
    cs_scoper_late(sc, n, "'await' outside async function");
  }
  return true;
}

/* --- comprehensions ------------------------------------------------------ */

static cs_scope_kind comp_kind(const cs_node *n, cs_name *text) {
  switch ((int)n->kind) {
    case CS_NODE_LIST_COMP:
      *text = CS_NAME_LISTCOMP_NAME;
      return CS_SCOPE_LISTCOMP;
    case CS_NODE_SET_COMP:
      *text = CS_NAME_SETCOMP_NAME;
      return CS_SCOPE_SETCOMP;
    case CS_NODE_DICT_COMP:
      *text = CS_NAME_DICTCOMP_NAME;
      return CS_SCOPE_DICTCOMP;
    default: *text = CS_NAME_GENEXPR_NAME; return CS_SCOPE_GENEXPR;
  }
}

static bool comp_iter(cs_scoper *sc, cs_node *iter) {
  sc->iterables++;
  bool ok = cs_scoper_expr(sc, iter);
  sc->iterables--;
  return ok;
}

static bool comp_clause(cs_scoper *sc, const cs_node *g, bool first) {
  bool outer = sc->comp_target;
  sc->comp_target = true;
  bool ok = cs_scoper_expr(sc, g->generator.target);
  sc->comp_target = outer;
  if (!ok || (!first && !comp_iter(sc, g->generator.iter))) return false;
  if (g->flags & CS_NODE_ASYNC) mark_await(sc);
  return cs_scoper_exprs(sc, &g->generator.ifs);
}

static bool comp_body(cs_scoper *sc, const cs_node *n) {
  for (uint32_t i = 0; i < n->comp.generators.n; i++)
    if (!comp_clause(sc, n->comp.generators.items[i], i == 0)) return false;
  return cs_scoper_expr(sc, n->comp.value) && cs_scoper_expr(sc, n->comp.elt);
}

static bool comprehension(cs_scoper *sc, cs_node *n) {
  if (!comp_iter(sc, n->comp.generators.items[0]->generator.iter)) return false;
  cs_name text;
  cs_scope_kind kind = comp_kind(n, &text);
  cs_scope *s = cs_scoper_open(sc, kind, n, text);
  if (!s) return false;
  n->comp.scope = s;
  if (kind == CS_SCOPE_GENEXPR) {
    s->flags |= CS_SCOPE_GENERATOR;
    s->n_args = 1;
    if (!cs_scoper_touch(sc, CS_NAME_DOT_ZERO, CS_SYM_PARAM)) return false;
  }
  bool comp_target = sc->comp_target;
  sc->comp_target = false;
  if (!comp_body(sc, n)) return false;
  sc->comp_target = comp_target;
  cs_scoper_close(sc);
  if (s->flags & CS_SCOPE_HAS_AWAIT && kind != CS_SCOPE_GENEXPR &&
      !is_async_place(sc))
    cs_scoper_late(sc, n,
                   "asynchronous comprehension outside of an asynchronous "
                   "function");
  return true;
}

/* --- walrus -------------------------------------------------------------- */

/* Inside comprehensions := binds in the scope around all of them. */
static bool extend(cs_scoper *sc, cs_node *target) {
  cs_name id = cs_scoper_mangle(sc, target->name);
  target->sym = cs_scoper_touch(sc, target->name, CS_SYM_WALRUS);
  if (!target->sym) return false;
  cs_scope *s = sc->cur;
  for (; cs_scoper_is_comp(s); s = s->parent) {
    const cs_symbol *y = sc->slots[id];
    while (y && y->scope != s) y = y->shadow;
    if (y && y->flags & CS_SYM_COMP_ITER)
      return cs_scoper_fail(sc, target,
                            "assignment expression cannot rebind "
                            "comprehension iteration variable '%.*s'",
                            CS_NAME_ARGS(sc, target->name));
  }
  if (s->kind == CS_SCOPE_CLASS)
    return cs_scoper_fail(sc, target,
                          "assignment expression within a comprehension "
                          "cannot be used in a class body");
  if (s->kind == CS_SCOPE_MODULE) {
    target->sym->flags |= CS_SYM_GLOBAL;
    return cs_scoper_touch_in(sc, s, id, CS_SYM_GLOBAL | CS_SYM_WALRUS) != NULL;
  }
  cs_symbol *owner =
      cs_scoper_touch_in(sc, s, id, CS_SYM_ASSIGNED | CS_SYM_WALRUS);
  if (owner && owner->flags & CS_SYM_GLOBAL)
    target->sym->flags |= CS_SYM_GLOBAL;
  return owner != NULL;
}

static bool walrus(cs_scoper *sc, cs_node *n) {
  cs_node *target = n->named.target;
  if (!refuse_in_type(sc, n, "named expression")) return false;
  if (sc->iterables)
    return cs_scoper_fail(sc, n,
                          "assignment expression cannot be used in a "
                          "comprehension iterable expression");
  if (cs_scoper_is_comp(sc->cur)) {
    cs_scoper_check_debug(sc, target->name, target);
    return extend(sc, target) && cs_scoper_expr(sc, n->named.value);
  }
  if (!cs_scoper_expr(sc, n->named.value)) return false;
  target->sym =
      cs_scoper_bind(sc, target->name, CS_SYM_ASSIGNED | CS_SYM_WALRUS, target);
  return target->sym != NULL;
}

/* --- dispatch ------------------------------------------------------------ */

static bool compare(cs_scoper *sc, cs_node *n) {
  return cs_scoper_expr(sc, n->compare.left) &&
         cs_scoper_exprs(sc, &n->compare.comparators);
}

/* Displays with several lists: values follow their keys. */
static bool dict(cs_scoper *sc, const cs_node *n) {
  for (uint32_t i = 0; i < n->dict.keys.n; i++)
    if (!cs_scoper_expr(sc, n->dict.keys.items[i]) ||
        !cs_scoper_expr(sc, n->dict.values.items[i]))
      return false;
  return true;
}

static bool visit(cs_scoper *sc, cs_node *n) {
  switch ((int)n->kind) {
    case CS_NODE_NAME: return name(sc, n);
    case CS_NODE_CONSTANT: return true;
    case CS_NODE_ATTRIBUTE: return attribute(sc, n);
    case CS_NODE_CALL:
      cs_warn_call(sc->u, n);
      return cs_scoper_expr(sc, n->call.func) &&
             cs_scoper_call(sc, n, &n->call.args, &n->call.keywords);
    case CS_NODE_SUBSCRIPT:
      cs_warn_subscript(sc->u, n);
      return cs_scoper_expr(sc, n->subscript.value) &&
             cs_scoper_expr(sc, n->subscript.slice);
    case CS_NODE_BIN_OP:
      return cs_scoper_expr(sc, n->bin_op.left) &&
             cs_scoper_expr(sc, n->bin_op.right);
    case CS_NODE_UNARY_OP: return cs_scoper_expr(sc, n->unary.operand);
    case CS_NODE_BOOL_OP: return cs_scoper_exprs(sc, &n->bool_op.values);
    case CS_NODE_COMPARE: cs_warn_compare(sc->u, n); return compare(sc, n);
    case CS_NODE_TUPLE:
    case CS_NODE_LIST: return sequence(sc, n);
    case CS_NODE_SET: return cs_scoper_star_exprs(sc, &n->elts);
    case CS_NODE_DICT: return dict(sc, n);
    case CS_NODE_IF_EXP:
      return cs_scoper_expr(sc, n->if_exp.test) &&
             cs_scoper_expr(sc, n->if_exp.body) &&
             cs_scoper_expr(sc, n->if_exp.orelse);
    case CS_NODE_SLICE:
      return cs_scoper_expr(sc, n->slice.lower) &&
             cs_scoper_expr(sc, n->slice.upper) &&
             cs_scoper_expr(sc, n->slice.step);
    case CS_NODE_JOINED_STR: return cs_scoper_exprs(sc, &n->values);
    case CS_NODE_FORMATTED_VALUE:
      return cs_scoper_expr(sc, n->formatted.value) &&
             cs_scoper_expr(sc, n->formatted.format_spec);
    case CS_NODE_LAMBDA: return lambda(sc, n);
    case CS_NODE_LIST_COMP:
    case CS_NODE_SET_COMP:
    case CS_NODE_DICT_COMP:
    case CS_NODE_GENERATOR_EXP: return comprehension(sc, n);
    case CS_NODE_NAMED_EXPR: return walrus(sc, n);
    case CS_NODE_YIELD:
    case CS_NODE_YIELD_FROM: return yield(sc, n);
    case CS_NODE_AWAIT: return await(sc, n);
    case CS_NODE_STARRED: return starred(sc, n);
    default: return true;
  }
}

bool cs_scoper_expr(cs_scoper *sc, cs_node *n) {
  if (!n) return true;
  if (!cs_scoper_enter(sc)) return false;
  bool ok = visit(sc, n);
  cs_scoper_leave(sc);
  return ok;
}
