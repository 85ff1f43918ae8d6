/*
 * emit_func.c - functions, classes, comprehensions, type parameters.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/intrinsics.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/lang/emit.h"
#include "py/lang/unparse.h"

enum { F_DEFAULTS = 1, F_KWDEFAULTS = 2, F_ANNOTATIONS = 4, F_CLOSURE = 8 };

/* --- making functions ---------------------------------------------------- */

/* The cells that `inner` captures, as a tuple in `dst`; false: none. */
static bool emit_closure(cs_emit *e, cs_scope *inner, uint32_t dst) {
  uint32_t save = e->top, base = e->top, n = 0;
  for (cs_symbol *s = inner->symbols; s; s = s->next)
    n += s->home == s &&
         (s->access == CS_ACCESS_FREE || s->access == CS_ACCESS_CLASS_FREE);
  if (n) cs_emit_temp(e, n);
  for (cs_symbol *s = inner->symbols; s; s = s->next) {
    if (s->home != s ||
        (s->access != CS_ACCESS_FREE && s->access != CS_ACCESS_CLASS_FREE))
      continue;
    cs_symbol *o = s->outer->home;
    uint32_t r = base + s->slot;
    if (o->access == CS_ACCESS_CELL)
      cs_emit_op(e, CS_I_MOVE, r, o->slot, 0);
    else
      cs_emit_abx(e, CS_I_LOADFREE, r, o->slot);
  }
  if (n) cs_emit_op(e, CS_I_TUPLE, dst, base, n);
  e->top = save;
  return n > 0;
}

/* R[dst] = function of `code`; parts already follow dst as `flags` says. */
static void make_func(cs_emit *e, cs_value code, cs_scope *inner, uint32_t dst,
                      uint32_t parts, uint32_t flags) {
  if (e->st != CS_OK) return;
  if (e->top < dst + 2 + parts) cs_emit_temp(e, dst + 2 + parts - e->top);
  if (emit_closure(e, inner, dst + 1 + parts)) flags |= F_CLOSURE;
  cs_emit_abx(e, CS_I_MAKEFUNC, dst, cs_emit_const(e, code));
  cs_emit_word(e, flags);
}

static uint32_t scope_flags(const cs_scope *s) {
  uint32_t f = 0;
  if (s->flags & CS_SCOPE_VARARGS) f |= CS_CODE_VARARGS;
  if (s->flags & CS_SCOPE_VARKW) f |= CS_CODE_VARKW;
  bool gen = s->flags & CS_SCOPE_GENERATOR, co = s->flags & CS_SCOPE_COROUTINE;
  if (gen && co)
    f |= CS_CODE_ASYNCGEN;
  else if (co)
    f |= CS_CODE_COROUTINE;
  else if (gen)
    f |= CS_CODE_GENERATOR;
  if (!f && s->n_kwonly == 0) f |= CS_CODE_SIMPLE;
  if (s->flags & CS_SCOPE_NESTED) f |= CS_CODE_NESTED;
  return f;
}

static void end_of_body(cs_emit *e) {
  if (e->scope->flags & (CS_SCOPE_GENERATOR | CS_SCOPE_COROUTINE)) {
    uint32_t r = cs_emit_temp(e, 1);
    cs_emit_op(e, CS_I_LOADIMM, r, CS_NONE_K, 0);
    cs_emit_op(e, CS_I_GENRET, r, 0, 0);
    e->top--;
  } else {
    cs_emit_op(e, CS_I_RETNONE, 0, 0, 0);
  }
}

static bool docstring(cs_emit *e, cs_node_list body, cs_value *doc) {
  if (body.n == 0 || body.items[0]->kind != CS_NODE_EXPR) return false;
  cs_node *v = body.items[0]->value;
  return v->kind == CS_NODE_CONSTANT && v->constant.type == CS_CONST_STR &&
         cs_emit_constant(e, v, doc);
}

static cs_value function_code(cs_emit *e, cs_node *n, cs_scope *scope) {
  cs_emit f;
  if (!cs_emit_start(&f, e, scope)) {
    cs_emit_fail(e, f.st);
    return CS_NONE;
  }
  cs_emit_locals(&f);
  cs_value doc = CS_NONE, name;
  if (n->kind == CS_NODE_LAMBDA) {
    uint32_t r = cs_emit_any(&f, n->lambda.body);
    cs_emit_return(&f, r);
    name = cs_known(e->ctx, CS_N_lambda);
  } else {
    docstring(&f, n->function.body, &doc);
    cs_emit_body(&f, n->function.body);
    end_of_body(&f);
    name = cs_emit_name_value(&f, n->name);
  }
  cs_value code = cs_emit_finish(&f, name, scope_flags(scope));
  if (f.st == CS_OK) CS_PTR(e->ctx, cs_code, code)->doc = doc;
  cs_emit_fail(e, f.st);
  return code;
}

/* Defaults into dst + 1, ...: returns how many registers, adds to flags. */
static uint32_t emit_defaults(cs_emit *e, cs_node *args, uint32_t dst,
                              uint32_t *flags) {
  uint32_t parts = 0, save = e->top;
  cs_node_list d = args->arguments.defaults;
  if (d.n) {
    uint32_t base = e->top;
    for (uint32_t i = 0; i < d.n; i++) {
      uint32_t r = cs_emit_temp(e, 1);
      cs_emit_expr(e, d.items[i], r);
    }
    cs_emit_op(e, CS_I_TUPLE, dst + 1 + parts++, base, d.n);
    *flags |= F_DEFAULTS;
    e->top = save;
  }
  cs_node_list k = args->arguments.kw_defaults;
  uint32_t base = e->top, n = 0;
  for (uint32_t i = 0; i < k.n; i++) {
    if (!k.items[i]) continue;
    uint32_t r = cs_emit_temp(e, 2);
    cs_node *arg = args->arguments.kwonlyargs.items[i];
    cs_emit_loadk(e, r, cs_emit_name_value(e, arg->arg.sym->name));
    cs_emit_expr(e, k.items[i], r + 1);
    n++;
  }
  if (n) {
    cs_emit_op(e, CS_I_DICT, dst + 1 + parts++, base, n);
    *flags |= F_KWDEFAULTS;
  }
  e->top = save;
  return parts;
}

void cs_emit_annotation(cs_emit *e, cs_node *n, uint32_t dst) {
  if (!(e->u->flags & CS_UNIT_ANNOTATIONS)) {
    if (n->kind == CS_NODE_STARRED) { /* *args: *Ts */
      uint32_t save = e->top, r = cs_emit_temp(e, 1);
      cs_emit_expr(e, n->value, r);
      cs_emit_op(e, CS_I_UNPACK, dst, r, 1);
      e->top = save;
      return;
    }
    cs_emit_expr(e, n, dst);
    return;
  }
  /* from __future__ import annotations: the expression in its normal form */
  size_t len;
  const char *form;
  cs_value text;
  cs_status st = cs_unparse_expr(e->u, n, &form, &len);
  if (st == CS_ESYNTAX)
    st = cs_throw(e->ctx, CS_RecursionError,
                  "maximum recursion depth exceeded during compilation");
  cs_emit_fail(e, st == CS_OK ? cs_str_new(e->ctx, form, len, &text) : st);
  if (e->st == CS_OK) cs_emit_loadk(e, dst, text);
}

static uint32_t annotate(cs_emit *e, cs_name name, cs_node *ann) {
  if (!ann) return 0;
  uint32_t r = cs_emit_temp(e, 2);
  cs_emit_loadk(e, r, cs_emit_name_value(e, name));
  cs_emit_annotation(e, ann, r + 1);
  return 1;
}

static uint32_t annotate_list(cs_emit *e, cs_node_list l) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < l.n; i++)
    n += annotate(e, l.items[i]->arg.sym->name, l.items[i]->arg.annotation);
  return n;
}

static bool emit_annotations(cs_emit *e, cs_node *n, uint32_t dst) {
  const cs_node *a = n->function.args;
  uint32_t save = e->top, base = e->top, count = 0;
  count += annotate_list(e, a->arguments.posonlyargs);
  count += annotate_list(e, a->arguments.args);
  if (a->arguments.vararg)
    count += annotate(e, a->arguments.vararg->arg.sym->name,
                      a->arguments.vararg->arg.annotation);
  count += annotate_list(e, a->arguments.kwonlyargs);
  if (a->arguments.kwarg)
    count += annotate(e, a->arguments.kwarg->arg.sym->name,
                      a->arguments.kwarg->arg.annotation);
  if (n->function.returns) {
    uint32_t r = cs_emit_temp(e, 2);
    cs_emit_loadk(e, r, cs_known(e->ctx, CS_N_return_));
    cs_emit_annotation(e, n->function.returns, r + 1);
    count++;
  }
  if (count) cs_emit_op(e, CS_I_DICT, dst, base, count);
  e->top = save;
  return count > 0;
}

/* R[dst] = the function of a def, with everything but decorators. */
static void emit_plain_def(cs_emit *e, cs_node *n, uint32_t dst,
                           bool have_defaults) {
  uint32_t flags = 0, parts = 0;
  cs_emit_temp(e, 5);
  if (have_defaults) { /* a type scope got them as its parameters */
    cs_emit_op(e, CS_I_MOVE, dst + 1, 0, 0);
    cs_emit_op(e, CS_I_MOVE, dst + 2, 1, 0);
    flags = F_DEFAULTS | F_KWDEFAULTS;
    parts = 2;
  } else {
    parts = emit_defaults(e, n->function.args, dst, &flags);
  }
  if (emit_annotations(e, n, dst + 1 + parts)) {
    flags |= F_ANNOTATIONS;
    parts++;
  }
  cs_value code = function_code(e, n, n->function.scope);
  cs_emit_at(e, n);
  make_func(e, code, n->function.scope, dst, parts, flags);
}

void cs_emit_lambda(cs_emit *e, cs_node *n, uint32_t dst) {
  uint32_t save = e->top, f = cs_emit_temp(e, 5), flags = 0;
  uint32_t parts = emit_defaults(e, n->lambda.args, f, &flags);
  cs_value code = function_code(e, n, n->lambda.scope);
  make_func(e, code, n->lambda.scope, f, parts, flags);
  cs_emit_move(e, dst, f);
  e->top = save;
}

/* --- type parameters (PEP 695) ------------------------------------------- */

/* A lazily evaluated expression as a function without parameters. */
static void emit_lazy(cs_emit *e, cs_node *value, cs_scope *scope,
                      uint32_t dst) {
  cs_emit f;
  if (!cs_emit_start(&f, e, scope)) {
    cs_emit_fail(e, f.st);
    return;
  }
  cs_emit_locals(&f);
  uint32_t r = cs_emit_any(&f, value);
  cs_emit_op(&f, CS_I_RET, r, 0, 0);
  cs_value code =
      cs_emit_finish(&f, cs_known(e->ctx, CS_N_lambda), CS_CODE_SIMPLE);
  cs_emit_fail(e, f.st);
  make_func(e, code, scope, dst, 0, 0);
}

/* Create the parameters of a type scope; R[dst] = tuple of them. */
static void emit_type_params(cs_emit *e, cs_node_list params, uint32_t dst) {
  uint32_t save = e->top, base = cs_emit_temp(e, params.n);
  for (uint32_t i = 0; i < params.n; i++) {
    cs_node *p = params.items[i];
    uint32_t x = cs_emit_temp(e, 5);
    uint32_t which = p->kind == CS_NODE_TYPE_VAR     ? CS_X_type_var
                     : p->kind == CS_NODE_PARAM_SPEC ? CS_X_param_spec
                                                     : CS_X_type_var_tuple;
    cs_emit_intrinsic(e, which, x);
    cs_emit_loadk(e, x + 1, cs_emit_name_value(e, p->name));
    uint32_t n = 1;
    if (p->type_param.bound) {
      uint32_t f = cs_emit_temp(e, 4);
      emit_lazy(e, p->type_param.bound, p->type_param.scope, f);
      cs_emit_move(e, x + 2, f);
      cs_emit_loadk(e, x + 3,
                    cs_bool(p->type_param.bound->kind == CS_NODE_TUPLE));
      n = 3;
    }
    cs_emit_call(e, x, n, base + i);
    cs_emit_store(e, p->type_param.sym, base + i);
    e->top = x;
  }
  cs_emit_op(e, CS_I_TUPLE, dst, base, params.n);
  e->top = save;
}

static void emit_plain_class(cs_emit *e, cs_node *n, uint32_t dst,
                             uint32_t params);

/* Body of the function around a generic def, class or type statement. */
static cs_value type_scope_code(cs_emit *e, cs_node *n, cs_scope *scope) {
  cs_emit f;
  bool def =
      n->kind == CS_NODE_FUNCTION_DEF || n->kind == CS_NODE_ASYNC_FUNCTION_DEF;
  if (!cs_emit_start(&f, e, scope)) {
    cs_emit_fail(e, f.st);
    return CS_NONE;
  }
  f.reserve = def ? 2 : 0;
  cs_emit_locals(&f);
  uint32_t params = cs_emit_temp(&f, 1), r = cs_emit_temp(&f, 1);
  if (def) {
    emit_type_params(&f, n->function.type_params, params);
    emit_plain_def(&f, n, r, true);
    cs_emit_op(&f, CS_I_SETATTR, r, params, 0);
    cs_emit_word(&f, cs_emit_name(&f, CS_NAME_DUNDER_TYPE_PARAMS));
  } else if (n->kind == CS_NODE_CLASS_DEF) {
    emit_type_params(&f, n->class_def.type_params, params);
    emit_plain_class(&f, n, r, params);
  } else {
    emit_type_params(&f, n->type_alias.type_params, params);
    uint32_t x = cs_emit_temp(&f, 8);
    cs_emit_intrinsic(&f, CS_X_type_alias, x);
    cs_emit_loadk(&f, x + 1, cs_emit_name_value(&f, n->type_alias.name->name));
    emit_lazy(&f, n->type_alias.value, n->type_alias.scope, x + 4);
    cs_emit_move(&f, x + 2, x + 4);
    cs_emit_move(&f, x + 3, params);
    cs_emit_call(&f, x, 3, r);
  }
  cs_emit_op(&f, CS_I_RET, r, 0, 0);
  cs_value code =
      cs_emit_finish(&f, cs_known(e->ctx, CS_N_lambda), CS_CODE_SIMPLE);
  cs_emit_fail(e, f.st);
  return code;
}

/* R[dst] = result of calling the type scope's function at once. */
static void emit_type_scope(cs_emit *e, cs_node *n, cs_scope *scope,
                            uint32_t dst) {
  uint32_t save = e->top, f = cs_emit_temp(e, 4), flags = 0;
  bool def =
      n->kind == CS_NODE_FUNCTION_DEF || n->kind == CS_NODE_ASYNC_FUNCTION_DEF;
  cs_value code = type_scope_code(e, n, scope);
  uint32_t d = cs_emit_temp(e, 4);
  make_func(e, code, scope, f, 0, 0);
  if (def) {
    uint32_t parts = emit_defaults(e, n->function.args, d, &flags);
    uint32_t at = 0;
    for (uint32_t i = 0; i < 2; i++) {
      if (flags & (1u << i))
        cs_emit_move(e, f + 1 + i, d + 1 + at++);
      else
        cs_emit_op(e, CS_I_LOADIMM, f + 1 + i, CS_NONE_K, 0);
    }
    (void)parts;
  }
  cs_emit_call(e, f, def ? 2 : 0, dst);
  e->top = save;
}

void cs_emit_type_alias(cs_emit *e, cs_node *n) {
  uint32_t save = e->top, r = cs_emit_temp(e, 1);
  if (n->type_alias.type_scope) {
    emit_type_scope(e, n, n->type_alias.type_scope, r);
  } else {
    uint32_t x = cs_emit_temp(e, 8);
    cs_emit_intrinsic(e, CS_X_type_alias, x);
    cs_emit_loadk(e, x + 1, cs_emit_name_value(e, n->type_alias.name->name));
    emit_lazy(e, n->type_alias.value, n->type_alias.scope, x + 4);
    cs_emit_move(e, x + 2, x + 4);
    cs_emit_loadk(e, x + 3, e->ctx->image->empty_tuple);
    cs_emit_call(e, x, 3, r);
  }
  cs_emit_assign(e, n->type_alias.name, r);
  e->top = save;
}

/* --- decorators ---------------------------------------------------------- */

/* Evaluate decorators upwards from a fresh register; returns the first. */
static uint32_t emit_decorators(cs_emit *e, cs_node_list d) {
  uint32_t base = e->top;
  for (uint32_t i = 0; i < d.n; i++) {
    uint32_t r = cs_emit_temp(e, 1);
    cs_emit_expr(e, d.items[i], r);
  }
  return base;
}

static void apply_decorators(cs_emit *e, cs_node_list d, uint32_t base,
                             uint32_t value) {
  for (uint32_t i = d.n; i-- > 0;) {
    uint32_t x = cs_emit_temp(e, 2);
    cs_emit_move(e, x, base + i);
    cs_emit_move(e, x + 1, value);
    cs_emit_at(e, d.items[i]);
    cs_emit_call(e, x, 1, value);
    e->top = x;
  }
}

void cs_emit_def(cs_emit *e, cs_node *n) {
  uint32_t save = e->top;
  uint32_t decs = emit_decorators(e, n->function.decorator_list);
  uint32_t r = cs_emit_temp(e, 1);
  if (n->function.type_scope)
    emit_type_scope(e, n, n->function.type_scope, r);
  else
    emit_plain_def(e, n, r, false);
  e->top = r + 1;
  apply_decorators(e, n->function.decorator_list, decs, r);
  cs_emit_at(e, n);
  cs_emit_store(e, n->function.sym, r);
  e->top = save;
}

/* --- classes ------------------------------------------------------------- */

static void set_name(cs_emit *e, cs_value name, uint32_t reg) {
  cs_emit_abx(e, CS_I_SETNAME, reg, cs_emit_const(e, name));
}

static cs_value class_code(cs_emit *e, cs_node *n) {
  cs_emit f;
  cs_scope *scope = n->class_def.scope;
  if (!cs_emit_start(&f, e, scope)) {
    cs_emit_fail(e, f.st);
    return CS_NONE;
  }
  cs_emit_locals(&f);
  uint32_t r = cs_emit_temp(&f, 1);
  cs_emit_abx(&f, CS_I_GETGLOBAL, r, cs_emit_name(&f, CS_NAME_DUNDER_NAME));
  set_name(&f, cs_known(e->ctx, CS_N___module__), r);
  cs_value doc, qual;
  cs_emit_fail(&f, cs_str_intern_bytes(e->ctx, scope->qualname,
                                       scope->qualname_len, &qual));
  if (f.st == CS_OK) cs_emit_loadk(&f, r, qual);
  set_name(&f, cs_known(e->ctx, CS_N___qualname__), r);
  if (docstring(&f, n->class_def.body, &doc)) {
    cs_emit_loadk(&f, r, doc);
    set_name(&f, cs_known(e->ctx, CS_N___doc__), r);
  }
  if (scope->flags & CS_SCOPE_HAS_ANNOTATIONS) {
    cs_emit_op(&f, CS_I_DICT, r, 0, 0);
    set_name(&f, cs_known(e->ctx, CS_N___annotations__), r);
  }
  cs_symbol *dict = cs_scope_find(scope, CS_NAME_DUNDER_CLASSDICT);
  if (dict && dict->access == CS_ACCESS_CELL)
    cs_emit_op(&f, CS_I_SETCELL, dict->slot, 0, 0);
  f.top = r;
  cs_emit_body(&f, n->class_def.body);
  f.top = r + 1;
  cs_symbol *cell = NULL;
  for (cs_symbol *s = scope->symbols; s; s = s->next)
    if (s->name == CS_NAME_DUNDER_CLASS && s->access == CS_ACCESS_CELL)
      cell = s;
  if (cell) {
    set_name(&f, cs_known(e->ctx, CS_N___classcell__), cell->slot);
    cs_emit_op(&f, CS_I_RET, cell->slot, 0, 0);
  } else {
    cs_emit_op(&f, CS_I_RETNONE, 0, 0, 0);
  }
  cs_value code = cs_emit_finish(&f, cs_emit_name_value(&f, n->name),
                                 CS_CODE_CLASS | CS_CODE_SIMPLE);
  cs_emit_fail(e, f.st);
  return code;
}

/* R[dst] = __build_class__(body, name, *bases, **keywords).  `params` is the
 * register of the type parameters, or 0. */
static void emit_plain_class(cs_emit *e, cs_node *n, uint32_t dst,
                             uint32_t params) {
  uint32_t save = e->top, x = cs_emit_temp(e, 3);
  cs_value code = class_code(e, n);
  cs_emit_intrinsic(e, CS_X_build_class, x);
  uint32_t f = cs_emit_temp(e, 3);
  make_func(e, code, n->class_def.scope, f, 0, 0);
  uint32_t list = x + 1, kw = x + 2;
  uint32_t pair = cs_emit_temp(e, 2);
  cs_emit_move(e, pair, f);
  cs_emit_loadk(e, pair + 1, cs_emit_name_value(e, n->name));
  cs_emit_op(e, CS_I_LIST, list, pair, 2);
  for (uint32_t i = 0; i < n->class_def.bases.n; i++) {
    cs_node *b = n->class_def.bases.items[i];
    bool star = b->kind == CS_NODE_STARRED;
    uint32_t top = e->top, r = cs_emit_any(e, star ? b->value : b);
    cs_emit_op(e, star ? CS_I_LISTEXTEND : CS_I_LISTAPPEND, list, r, 0);
    e->top = top;
  }
  cs_emit_op(e, CS_I_DICT, kw, 0, 0);
  for (uint32_t i = 0; i < n->class_def.keywords.n; i++) {
    cs_node *k = n->class_def.keywords.items[i];
    uint32_t top = e->top;
    if (k->name == CS_NAME_NONE) {
      uint32_t r = cs_emit_any(e, k->value);
      cs_emit_op(e, CS_I_DICTMERGE, kw, r, x);
    } else {
      uint32_t r = cs_emit_temp(e, 2);
      cs_emit_loadk(e, r, cs_emit_name_value(e, k->name));
      cs_emit_expr(e, k->value, r + 1);
      cs_emit_op(e, CS_I_DICTSET, kw, r, r + 1);
    }
    e->top = top;
  }
  if (params) {
    uint32_t r = cs_emit_temp(e, 1);
    cs_emit_loadk(e, r, cs_emit_name_value(e, CS_NAME_DUNDER_TYPE_PARAMS));
    cs_emit_op(e, CS_I_DICTSET, kw, r, params);
  }
  cs_emit_at(e, n);
  cs_emit_op(e, CS_I_CALLEX, x, 0, dst);
  e->top = save;
}

void cs_emit_class(cs_emit *e, cs_node *n) {
  uint32_t save = e->top;
  uint32_t decs = emit_decorators(e, n->class_def.decorator_list);
  uint32_t r = cs_emit_temp(e, 1);
  if (n->class_def.type_scope)
    emit_type_scope(e, n, n->class_def.type_scope, r);
  else
    emit_plain_class(e, n, r, 0);
  apply_decorators(e, n->class_def.decorator_list, decs, r);
  cs_emit_at(e, n);
  cs_emit_store(e, n->class_def.sym, r);
  e->top = save;
}

/* --- comprehensions ------------------------------------------------------ */

static void comp_element(cs_emit *e, cs_node *n, uint32_t out) {
  uint32_t save = e->top;
  if (n->kind == CS_NODE_GENERATOR_EXP) {
    uint32_t r = cs_emit_temp(e, 1), v = cs_emit_any(e, n->comp.elt);
    if (e->scope->flags & CS_SCOPE_COROUTINE) {
      uint32_t x = cs_emit_temp(e, 2);
      cs_emit_intrinsic(e, CS_X_agen_wrap, x);
      cs_emit_move(e, x + 1, v);
      cs_emit_call(e, x, 1, r);
      v = r;
    }
    cs_emit_op(e, CS_I_YIELD, r, v, save);
  } else if (n->kind == CS_NODE_DICT_COMP) {
    uint32_t k = cs_emit_any(e, n->comp.elt), v = cs_emit_any(e, n->comp.value);
    cs_emit_at(e, n);
    cs_emit_op(e, CS_I_DICTSET, out, k, v);
  } else {
    uint32_t r = cs_emit_any(e, n->comp.elt);
    cs_emit_at(e, n);
    cs_emit_op(e, n->kind == CS_NODE_LIST_COMP ? CS_I_LISTAPPEND : CS_I_SETADD,
               out, r, 0);
  }
  e->top = save;
}

static void comp_loop(cs_emit *e, cs_node *n, uint32_t i, uint32_t src,
                      uint32_t out);

static void comp_inside(cs_emit *e, cs_node *n, uint32_t i, uint32_t out,
                        cs_label *next) {
  cs_node *g = n->comp.generators.items[i];
  for (uint32_t k = 0; k < g->generator.ifs.n; k++)
    cs_emit_test(e, g->generator.ifs.items[k], false, next);
  if (i + 1 == n->comp.generators.n) {
    comp_element(e, n, out);
    return;
  }
  uint32_t save = e->top, src = cs_emit_temp(e, 1);
  cs_emit_expr(e, n->comp.generators.items[i + 1]->generator.iter, src);
  comp_loop(e, n, i + 1, src, out);
  e->top = save;
}

static uint32_t target_register(const cs_node *t) {
  if (t->kind == CS_NODE_NAME && t->sym->home->access == CS_ACCESS_LOCAL &&
      t->sym->home->slot != UINT32_MAX)
    return t->sym->home->slot;
  return UINT32_MAX;
}

static void comp_async(cs_emit *e, cs_node *n, uint32_t i, uint32_t src,
                       uint32_t out) {
  cs_node *g = n->comp.generators.items[i];
  cs_label next, done, other;
  cs_label_init(&next);
  cs_label_init(&done);
  cs_label_init(&other);
  uint32_t save = e->top, it = cs_emit_temp(e, 1), x = cs_emit_temp(e, 3);
  if (n->kind == CS_NODE_GENERATOR_EXP && i == 0) {
    cs_emit_move(e, it, src);
  } else {
    cs_emit_intrinsic(e, CS_X_aiter, x);
    cs_emit_move(e, x + 1, src);
    cs_emit_call(e, x, 1, it);
  }
  cs_emit_bind(e, &next);
  uint32_t start = e->ncode;
  cs_emit_move(e, x, it);
  cs_emit_await(e, x, 3);
  uint32_t end = e->ncode;
  cs_emit_assign(e, g->generator.target, x);
  comp_inside(e, n, i, out, &next);
  cs_emit_jump(e, CS_I_JMP, 0, 0, 0, &next);
  uint32_t handler = e->ncode;
  cs_emit_loadk(e, x + 1,
                cs_ref(CS_L_TYPE, e->ctx->image->exc[CS_StopAsyncIteration]));
  cs_emit_jump(e, CS_I_JNOEXC, x, x + 1, 0, &other);
  cs_emit_jump(e, CS_I_JMP, 0, 0, 0, &done);
  cs_emit_bind(e, &other);
  cs_emit_op(e, CS_I_RERAISE, x, 0, 0);
  cs_emit_range(e, start, end, handler, x);
  cs_emit_bind(e, &done);
  e->top = save;
}

/* for target in R[src]: ... */
static void comp_loop(cs_emit *e, cs_node *n, uint32_t i, uint32_t src,
                      uint32_t out) {
  cs_node *g = n->comp.generators.items[i];
  if (g->flags & CS_NODE_ASYNC) {
    comp_async(e, n, i, src, out);
    return;
  }
  cs_label next, done;
  cs_label_init(&next);
  cs_label_init(&done);
  uint32_t save = e->top, it = cs_emit_temp(e, 3);
  uint32_t var = target_register(g->generator.target);
  bool direct = var != UINT32_MAX;
  if (!direct) var = cs_emit_temp(e, 1);
  cs_emit_at(e, i ? g->generator.iter : n);
  cs_emit_op(e, CS_I_FORPREP, it, src, 0);
  uint64_t before[4];
  memcpy(before, e->defined, sizeof before);
  cs_emit_bind(e, &next);
  cs_emit_at(e, g->generator.iter);
  cs_emit_jump(e, CS_I_FORITER, var, it, 0, &done);
  if (direct)
    cs_emit_define(e, var, true);
  else
    cs_emit_assign_temp(e, g->generator.target, var);
  comp_inside(e, n, i, out, &next);
  cs_emit_jump(e, CS_I_JMPFOR, 0, 0, 0, &next);
  cs_emit_bind(e, &done);
  memcpy(e->defined, before, sizeof before);
  e->top = save;
}

/* Is `v` a name that the first `for` of a comprehension assigns to before
 * anything else can read it? */
static bool is_set_first(const cs_node *target, const cs_symbol *v) {
  if (target->kind == CS_NODE_NAME) return target->sym->home == v;
  if (target->kind != CS_NODE_TUPLE) return false;
  bool found = false;
  for (uint32_t i = 0; i < target->elts.n; i++) {
    const cs_node *t = target->elts.items[i];
    if (t->kind != CS_NODE_NAME) return false;
    found = found || t->sym->home == v;
  }
  return found;
}

/* Registers for the variables of an inlined comprehension.  Other values stood
 * in them before: what may be read too early becomes unbound. */
static void comp_locals(cs_emit *e, cs_scope *s, const cs_node *target) {
  for (cs_symbol *v = s->symbols; v; v = v->next) {
    if (v->home != v) continue;
    if (v->access != CS_ACCESS_LOCAL && v->access != CS_ACCESS_CELL) continue;
    v->slot = cs_emit_temp(e, 1);
    cs_emit_define(e, v->slot, false);
    bool cell = v->access == CS_ACCESS_CELL;
    if (cell || !is_set_first(target, v))
      cs_emit_op(e, CS_I_LOADIMM, v->slot, CS_UNBOUND_K, 0);
    if (cell) cs_emit_op(e, CS_I_MAKECELL, v->slot, 0, 0);
  }
}

void cs_emit_comp(cs_emit *e, cs_node *n, uint32_t dst) {
  uint32_t save = e->top, src = cs_emit_temp(e, 1), out = cs_emit_temp(e, 1);
  cs_emit_expr(e, n->comp.generators.items[0]->generator.iter, src);
  comp_locals(e, n->comp.scope, n->comp.generators.items[0]->generator.target);
  cs_emit_at(e, n);
  cs_emit_op(e,
             n->kind == CS_NODE_LIST_COMP  ? CS_I_LIST
             : n->kind == CS_NODE_SET_COMP ? CS_I_SET
                                           : CS_I_DICT,
             out, 0, 0);
  comp_loop(e, n, 0, src, out);
  for (uint32_t r = save; r < e->top; r++) cs_emit_define(e, r, false);
  cs_emit_move(e, dst, out);
  e->top = save;
}

void cs_emit_genexp(cs_emit *e, cs_node *n, uint32_t dst) {
  cs_emit f;
  cs_scope *scope = n->comp.scope;
  uint32_t save = e->top, x = cs_emit_temp(e, 3);
  cs_node *first = n->comp.generators.items[0];
  if (!cs_emit_start(&f, e, scope)) {
    cs_emit_fail(e, f.st);
    return;
  }
  cs_emit_locals(&f);
  comp_loop(&f, n, 0, scope->symbols->slot, 0);
  end_of_body(&f);
  cs_value code =
      cs_emit_finish(&f, cs_known(e->ctx, CS_N_genexpr), scope_flags(scope));
  if (f.st == CS_OK && CS_PTR(e->ctx, cs_code, code)->nargs == 0)
    CS_PTR(e->ctx, cs_code, code)->nargs = 1;
  cs_emit_fail(e, f.st);
  make_func(e, code, scope, x, 0, 0);
  uint32_t r = x + 1;
  if (e->top < r + 1) cs_emit_temp(e, r + 1 - e->top);
  if (first->flags & CS_NODE_ASYNC) {
    uint32_t y = cs_emit_temp(e, 2);
    cs_emit_intrinsic(e, CS_X_aiter, y);
    cs_emit_expr(e, first->generator.iter, y + 1);
    cs_emit_call(e, y, 1, r);
  } else {
    cs_emit_expr(e, first->generator.iter, r);
    cs_emit_at(e, n);
    cs_emit_op(e, CS_I_GETITER, r, r, 0);
  }
  cs_emit_at(e, n);
  cs_emit_call(e, x, 1, dst);
  e->top = save;
}
