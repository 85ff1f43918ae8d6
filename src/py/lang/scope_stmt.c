/*
 * scope_stmt.c - names bound by statements, and where statements may stand.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "py/lang/scoper.h"
#include "py/lang/warn.h"

#define MAX_BLOCKS 20 /* CPython's CO_MAXBLOCKS */

/* --- functions and classes ----------------------------------------------- */

/* The text of annotations counts, their names do not, when they are lazy. */
static bool annotation(cs_scoper *sc, cs_node *n) {
  if (!n || sc->u->flags & CS_UNIT_ANNOTATIONS) return true;
  if (n->kind == CS_NODE_STARRED) n = n->value; /* *args: *Ts */
  return cs_scoper_expr(sc, n);
}

static bool annotations(cs_scoper *sc, const cs_node_list *list) {
  for (uint32_t i = 0; i < list->n; i++)
    if (!annotation(sc, list->items[i]->arg.annotation)) return false;
  return true;
}

static bool signature(cs_scoper *sc, const cs_node *args, cs_node *returns) {
  cs_node *vararg = args->arguments.vararg, *kwarg = args->arguments.kwarg;
  return annotations(sc, &args->arguments.posonlyargs) &&
         annotations(sc, &args->arguments.args) &&
         (!vararg || annotation(sc, vararg->arg.annotation)) &&
         annotations(sc, &args->arguments.kwonlyargs) &&
         (!kwarg || annotation(sc, kwarg->arg.annotation)) &&
         annotation(sc, returns);
}

static bool type_value(cs_scoper *sc, cs_node *owner, cs_name name,
                       cs_node *value, cs_scope **out) {
  cs_scope *s = cs_scoper_open(sc, CS_SCOPE_TYPE_VALUE, owner, name);
  if (!s) return false;
  *out = s;
  if (!cs_scoper_expr(sc, value)) return false;
  cs_scoper_close(sc);
  return true;
}

/* Open the scope around a generic definition, if it is one. */
static bool open_type_params(cs_scoper *sc, cs_node *owner, cs_name name,
                             const cs_node_list *list, cs_scope **out) {
  *out = NULL;
  if (list->n == 0) return true;
  *out = cs_scoper_open(sc, CS_SCOPE_TYPE_PARAMS, owner, name);
  if (!*out) return false;
  for (uint32_t i = 0; i < list->n; i++) {
    cs_node *t = list->items[i];
    cs_symbol *s = cs_scoper_touch(sc, t->name, 0);
    if (!s) return false;
    if (s->flags & CS_SYM_TYPE_PARAM)
      return cs_scoper_fail(sc, t, "duplicate type parameter '%.*s'",
                            CS_NAME_ARGS(sc, t->name));
    s->flags |= CS_SYM_TYPE_PARAM | CS_SYM_ASSIGNED;
    t->type_param.sym = s;
    if (t->type_param.bound &&
        !type_value(sc, t, t->name, t->type_param.bound, &t->type_param.scope))
      return false;
  }
  return true;
}

static void check_late_return(cs_scoper *sc, const cs_scope *s) {
  const unsigned both = CS_SCOPE_COROUTINE | CS_SCOPE_GENERATOR;
  if ((s->flags & both) == both && sc->flow.late_return)
    cs_scoper_late(sc, sc->flow.late_return,
                   "'return' with value in async generator");
}

static bool function_body(cs_scoper *sc, cs_node *n) {
  cs_scope *s = cs_scoper_open(sc, CS_SCOPE_FUNCTION, n, n->name);
  if (!s) return false;
  n->function.scope = s;
  if (n->kind == CS_NODE_ASYNC_FUNCTION_DEF) s->flags |= CS_SCOPE_COROUTINE;
  cs_flow saved = sc->flow;
  sc->flow = (cs_flow){0};
  if (!cs_scoper_params(sc, n->function.args, n) ||
      !cs_scoper_stmts(sc, &n->function.body))
    return false;
  check_late_return(sc, s);
  sc->flow = saved;
  cs_scoper_close(sc);
  return true;
}

static bool function(cs_scoper *sc, cs_node *n) {
  cs_scope *types;
  n->function.sym = cs_scoper_bind(sc, n->name, CS_SYM_ASSIGNED, n);
  if (!n->function.sym || !cs_scoper_exprs(sc, &n->function.decorator_list) ||
      !cs_scoper_defaults(sc, n->function.args) ||
      !open_type_params(sc, n, n->name, &n->function.type_params, &types))
    return false;
  n->function.type_scope = types;
  if (!signature(sc, n->function.args, n->function.returns) ||
      !function_body(sc, n))
    return false;
  if (types) cs_scoper_close(sc);
  return true;
}

static bool class_body(cs_scoper *sc, cs_node *n) {
  cs_scope *s = cs_scoper_open(sc, CS_SCOPE_CLASS, n, n->name);
  if (!s) return false;
  n->class_def.scope = s;
  cs_flow saved = sc->flow;
  sc->flow = (cs_flow){0};
  if (!cs_scoper_stmts(sc, &n->class_def.body)) return false;
  sc->flow = saved;
  cs_scoper_close(sc);
  return true;
}

static bool class_def(cs_scoper *sc, cs_node *n) {
  cs_scope *types;
  n->class_def.sym = cs_scoper_bind(sc, n->name, CS_SYM_ASSIGNED, n);
  if (!n->class_def.sym || !cs_scoper_exprs(sc, &n->class_def.decorator_list) ||
      !open_type_params(sc, n, n->name, &n->class_def.type_params, &types))
    return false;
  n->class_def.type_scope = types;
  if (!cs_scoper_call(sc, n, &n->class_def.bases, &n->class_def.keywords) ||
      !class_body(sc, n))
    return false;
  if (types) cs_scoper_close(sc);
  return true;
}

static bool type_alias(cs_scoper *sc, cs_node *n) {
  cs_scope *types;
  cs_node *name = n->type_alias.name;
  if (!cs_scoper_expr(sc, name) ||
      !open_type_params(sc, n, name->name, &n->type_alias.type_params, &types))
    return false;
  n->type_alias.type_scope = types;
  if (!type_value(sc, n, name->name, n->type_alias.value, &n->type_alias.scope))
    return false;
  if (types) cs_scoper_close(sc);
  return true;
}

/* --- assignments and declarations ---------------------------------------- */

static bool ann_assign(cs_scoper *sc, cs_node *n) {
  cs_node *target = n->ann_assign.target;
  bool simple = n->flags & CS_NODE_SIMPLE;
  if (target->kind == CS_NODE_NAME) {
    cs_symbol *s = cs_scoper_touch(sc, target->name, 0);
    if (!s) return false;
    unsigned outer = s->flags & (CS_SYM_GLOBAL | CS_SYM_NONLOCAL);
    if (outer && simple && sc->cur->kind != CS_SCOPE_MODULE)
      return cs_scoper_fail(sc, n, "annotated name '%.*s' can't be %s",
                            CS_NAME_ARGS(sc, target->name),
                            outer & CS_SYM_GLOBAL ? "global" : "nonlocal");
    cs_scoper_check_debug(sc, target->name, n);
    if (simple) s->flags |= CS_SYM_ANNOTATED | CS_SYM_ASSIGNED;
    if (n->ann_assign.value) s->flags |= CS_SYM_ASSIGNED;
    target->sym = s;
    if (simple) sc->cur->flags |= CS_SCOPE_HAS_ANNOTATIONS;
  } else if (!cs_scoper_expr(sc, target)) {
    return false;
  }
  return annotation(sc, n->ann_assign.annotation) &&
         cs_scoper_expr(sc, n->ann_assign.value);
}

/* A declaration must come before any other mention of the name. */
static bool declare_one(cs_scoper *sc, cs_node *n, cs_name name) {
  bool global = n->kind == CS_NODE_GLOBAL;
  const char *what = global ? "global" : "nonlocal";
  cs_symbol *s = cs_scoper_touch(sc, name, 0);
  if (!s) return false;
  const char *text = NULL, *first = "name", *end = "";
  if (s->flags & CS_SYM_PARAM)
    text = "is parameter and";
  else if (s->flags & CS_SYM_USED)
    text = "is used prior to", end = " declaration";
  else if (s->flags & CS_SYM_ANNOTATED)
    first = "annotated name", text = "can't be";
  else if (s->flags & CS_SYM_ASSIGNED)
    text = "is assigned to before", end = " declaration";
  if (text)
    return cs_scoper_fail(sc, n, "%s '%.*s' %s %s%s", first,
                          CS_NAME_ARGS(sc, name), text, what, end);
  s->flags |= (uint16_t)(global ? CS_SYM_GLOBAL : CS_SYM_NONLOCAL);
  return cs_scoper_direct(sc, s->name, n);
}

static bool declare(cs_scoper *sc, cs_node *n) {
  for (uint32_t i = 0; i < n->declare.n; i++)
    if (!declare_one(sc, n, n->declare.items[i])) return false;
  return true;
}

/* --- imports ------------------------------------------------------------- */

static bool import_name(cs_scoper *sc, const cs_node *stmt, cs_node *a) {
  cs_name name = a->alias.asname;
  if (name == CS_NAME_NONE) {
    const cs_name_entry *e = cs_name_at(&sc->u->names, a->name);
    const char *dot = memchr(e->bytes, '.', e->len);
    name = dot ? cs_name_put(&sc->u->names, e->bytes, (size_t)(dot - e->bytes))
               : a->name;
    if (name == CS_NAME_NONE) return cs_scoper_full(sc);
  }
  a->alias.sym = cs_scoper_bind(sc, name, CS_SYM_IMPORTED, stmt);
  return a->alias.sym != NULL;
}

static bool import_star(cs_scoper *sc, const cs_node *a) {
  if (sc->cur->kind != CS_SCOPE_MODULE)
    return cs_scoper_fail(sc, a, "import * only allowed at module level");
  sc->cur->flags |= CS_SCOPE_STAR_IMPORT;
  return true;
}

static bool is_feature(const cs_name_entry *e) {
  static const char *const known[] = {
      "nested_scopes",  "generators",     "division",         "absolute_import",
      "with_statement", "print_function", "unicode_literals", "generator_stop",
      "barry_as_FLUFL", "annotations"};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strlen(known[i]) == e->len && !memcmp(known[i], e->bytes, e->len))
      return true;
  return false;
}

static bool import_future(cs_scoper *sc, const cs_node *n) {
  if (sc->futures_over || sc->cur->kind != CS_SCOPE_MODULE) {
    cs_scoper_late(sc, n,
                   "from __future__ imports must occur at the beginning of "
                   "the file");
    return true;
  }
  for (uint32_t i = 0; i < n->import.names.n; i++) {
    cs_name name = n->import.names.items[i]->name;
    const cs_name_entry *e = cs_name_at(&sc->u->names, name);
    if (name == CS_NAME_ANNOTATIONS) sc->u->flags |= CS_UNIT_ANNOTATIONS;
    if (is_feature(e)) continue;
    if (e->len == 6 && !memcmp(e->bytes, "braces", 6))
      cs_scoper_fail(sc, n, "not a chance");
    else
      cs_scoper_fail(sc, n, "future feature %.*s is not defined",
                     CS_NAME_ARGS(sc, name));
    sc->u->error.end_col = 0; /* None in CPython */
    return false;
  }
  return true;
}

static bool import(cs_scoper *sc, cs_node *n) {
  bool from = n->kind == CS_NODE_IMPORT_FROM;
  if (from && n->name == CS_NAME_DUNDER_FUTURE && n->import.level == 0 &&
      !import_future(sc, n))
    return false;
  for (uint32_t i = 0; i < n->import.names.n; i++) {
    cs_node *a = n->import.names.items[i];
    bool ok = from && a->name == CS_NAME_STAR ? import_star(sc, a)
                                              : import_name(sc, n, a);
    if (!ok) return false;
  }
  return true;
}

/* --- flow ---------------------------------------------------------------- */

static void enter_block(cs_scoper *sc, const cs_node *n) {
  if (++sc->flow.blocks > MAX_BLOCKS)
    cs_scoper_late(sc, n, "too many statically nested blocks");
}

static bool loop_body(cs_scoper *sc, const cs_node *n, const cs_node_list *body,
                      const cs_node_list *orelse) {
  cs_jump jump = sc->flow.jump;
  sc->flow.jump = CS_JUMP_LOOP;
  enter_block(sc, n);
  if (!cs_scoper_stmts(sc, body)) return false;
  sc->flow.blocks--;
  sc->flow.jump = jump;
  return cs_scoper_stmts(sc, orelse);
}

/* async for, async with. */
static void check_async(cs_scoper *sc, const cs_node *n, const char *what) {
  cs_scope *s = sc->cur;
  s->flags |= CS_SCOPE_HAS_AWAIT;
  bool top = s->kind == CS_SCOPE_MODULE && sc->u->flags & CS_UNIT_TOP_AWAIT;
  if (top) s->flags |= CS_SCOPE_COROUTINE;
  if (!top && s->node->kind != CS_NODE_ASYNC_FUNCTION_DEF)
    cs_scoper_late(sc, n, "'%s' outside async function", what);
}

static bool for_loop(cs_scoper *sc, cs_node *n) {
  if (n->kind == CS_NODE_ASYNC_FOR) check_async(sc, n, "async for");
  return cs_scoper_expr(sc, n->for_loop.target) &&
         cs_scoper_expr(sc, n->for_loop.iter) &&
         loop_body(sc, n, &n->for_loop.body, &n->for_loop.orelse);
}

/* Chains of elif are long and flat in the source: no recursion. */
static bool if_chain(cs_scoper *sc, cs_node *n) {
  uint32_t depth = sc->depth;
  for (;;) {
    if (!cs_scoper_enter(sc)) return false;
    if (!cs_scoper_expr(sc, n->branch.test) ||
        !cs_scoper_stmts(sc, &n->branch.body))
      return false;
    const cs_node_list *rest = &n->branch.orelse;
    if (rest->n != 1 || rest->items[0]->kind != CS_NODE_IF) {
      bool ok = cs_scoper_stmts(sc, rest);
      sc->depth = depth;
      return ok;
    }
    n = rest->items[0];
  }
}

static bool with(cs_scoper *sc, cs_node *n) {
  if (n->kind == CS_NODE_ASYNC_WITH) check_async(sc, n, "async with");
  uint32_t blocks = sc->flow.blocks;
  for (uint32_t i = 0; i < n->with.items.n; i++) {
    const cs_node *item = n->with.items.items[i];
    if (!cs_scoper_expr(sc, item->withitem.context_expr) ||
        !cs_scoper_expr(sc, item->withitem.optional_vars))
      return false;
    enter_block(sc, n);
  }
  if (!cs_scoper_stmts(sc, &n->with.body)) return false;
  sc->flow.blocks = blocks;
  return true;
}

static bool handler(cs_scoper *sc, cs_node *h, bool star) {
  if (!cs_scoper_expr(sc, h->handler.type)) return false;
  if (h->name != CS_NAME_NONE) {
    h->handler.sym =
        cs_scoper_bind(sc, h->name, CS_SYM_ASSIGNED | CS_SYM_DELETED, h);
    if (!h->handler.sym) return false;
  }
  cs_flow saved = sc->flow;
  if (star) {
    sc->flow.jump = CS_JUMP_STAR_HANDLER;
    sc->flow.star_handler = true;
  }
  enter_block(sc, h);
  if (!cs_scoper_stmts(sc, &h->handler.body)) return false;
  saved.late_return = sc->flow.late_return;
  sc->flow = saved;
  return true;
}

static bool try_stmt(cs_scoper *sc, cs_node *n) {
  uint32_t blocks = sc->flow.blocks;
  const cs_node_list *handlers = &n->try_stmt.handlers;
  bool star = n->kind == CS_NODE_TRY_STAR;
  if (n->try_stmt.finalbody.n) enter_block(sc, n);
  if (handlers->n) enter_block(sc, n);
  if (!cs_scoper_stmts(sc, &n->try_stmt.body)) return false;
  if (handlers->n) sc->flow.blocks--;
  for (uint32_t i = 0; i < handlers->n; i++) {
    cs_node *h = handlers->items[i];
    if (!h->handler.type && i + 1 < handlers->n)
      cs_scoper_late(sc, h, "default 'except:' must be last");
    if (!handler(sc, h, star)) return false;
  }
  if (!cs_scoper_stmts(sc, &n->try_stmt.orelse)) return false;
  sc->flow.blocks = blocks;
  return cs_scoper_stmts(sc, &n->try_stmt.finalbody);
}

static const char star_text[] =
    "'break', 'continue' and 'return' cannot appear in an except* block";

static void jump(cs_scoper *sc, const cs_node *n) {
  if (sc->flow.jump == CS_JUMP_STAR_HANDLER)
    cs_scoper_late(sc, n, "%s", star_text);
  else if (sc->flow.jump == CS_JUMP_NONE)
    cs_scoper_late(sc, n, "%s",
                   n->kind == CS_NODE_BREAK
                       ? "'break' outside loop"
                       : "'continue' not properly in loop");
}

static bool return_stmt(cs_scoper *sc, cs_node *n) {
  bool top =
      sc->cur->kind == CS_SCOPE_MODULE && sc->u->flags & CS_UNIT_TOP_RETURN;
  if (!cs_scoper_is_function(sc->cur) && !top)
    cs_scoper_late(sc, n, "'return' outside function");
  else if (sc->flow.star_handler)
    cs_scoper_late(sc, n, "%s", star_text);
  if (n->value && !sc->flow.late_return) sc->flow.late_return = n;
  return cs_scoper_expr(sc, n->value);
}

/* --- dispatch ------------------------------------------------------------ */

static bool visit(cs_scoper *sc, cs_node *n) {
  switch ((int)n->kind) {
    case CS_NODE_EXPR: return cs_scoper_expr(sc, n->value);
    case CS_NODE_ASSIGN:
      return cs_scoper_exprs(sc, &n->assign.targets) &&
             cs_scoper_expr(sc, n->assign.value);
    case CS_NODE_AUG_ASSIGN:
      return cs_scoper_expr(sc, n->aug_assign.target) &&
             cs_scoper_expr(sc, n->aug_assign.value);
    case CS_NODE_ANN_ASSIGN: return ann_assign(sc, n);
    case CS_NODE_RETURN: return return_stmt(sc, n);
    case CS_NODE_IF: return if_chain(sc, n);
    case CS_NODE_FOR:
    case CS_NODE_ASYNC_FOR: return for_loop(sc, n);
    case CS_NODE_WHILE:
      return cs_scoper_expr(sc, n->branch.test) &&
             loop_body(sc, n, &n->branch.body, &n->branch.orelse);
    case CS_NODE_FUNCTION_DEF:
    case CS_NODE_ASYNC_FUNCTION_DEF: return function(sc, n);
    case CS_NODE_CLASS_DEF: return class_def(sc, n);
    case CS_NODE_TYPE_ALIAS: return type_alias(sc, n);
    case CS_NODE_DELETE: return cs_scoper_exprs(sc, &n->targets);
    case CS_NODE_WITH:
    case CS_NODE_ASYNC_WITH: return with(sc, n);
    case CS_NODE_MATCH: return cs_scoper_match(sc, n);
    case CS_NODE_RAISE:
      return cs_scoper_expr(sc, n->raise.exc) &&
             cs_scoper_expr(sc, n->raise.cause);
    case CS_NODE_TRY:
    case CS_NODE_TRY_STAR: return try_stmt(sc, n);
    case CS_NODE_ASSERT:
      cs_warn_assert(sc->u, n);
      return cs_scoper_expr(sc, n->assertion.test) &&
             cs_scoper_expr(sc, n->assertion.msg);
    case CS_NODE_IMPORT:
    case CS_NODE_IMPORT_FROM: return import(sc, n);
    case CS_NODE_GLOBAL:
    case CS_NODE_NONLOCAL: return declare(sc, n);
    case CS_NODE_BREAK:
    case CS_NODE_CONTINUE: jump(sc, n); return true;
    default: return true;
  }
}

/* Only the docstring and other future imports may precede one. */
static bool ends_futures(const cs_node *n, bool first) {
  if (n->kind == CS_NODE_IMPORT_FROM && n->name == CS_NAME_DUNDER_FUTURE)
    return false;
  return !(first && n->kind == CS_NODE_EXPR &&
           n->value->kind == CS_NODE_CONSTANT &&
           n->value->constant.type == CS_CONST_STR);
}

bool cs_scoper_stmts(cs_scoper *sc, const cs_node_list *list) {
  if (!cs_scoper_enter(sc)) return false;
  for (uint32_t i = 0; i < list->n; i++) {
    cs_node *n = list->items[i];
    if (!sc->futures_over && ends_futures(n, i == 0)) sc->futures_over = true;
    if (!visit(sc, n)) return false;
  }
  cs_scoper_leave(sc);
  return true;
}
