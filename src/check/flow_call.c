/*
 * flow_call.c - calls: of the program's functions, of built-ins that reach
 * things by name, and of everything else.
 *
 * Code that we do not see may hand its arguments to any function it was given,
 * store them in its receiver and return them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "check/flow.h"

#define PAIRS_MOST  4096 /* keywords times parameters that are matched */
#define FIELDS_MOST 256  /* of a class, one by one */

static bool is_text(const cs_flow *f, cs_name name, const char *text) {
  const cs_name_entry *e = cs_name_at(&f->c->unit.names, name);
  return e->len == strlen(text) && memcmp(e->bytes, text, e->len) == 0;
}

/* --- arguments ----------------------------------------------------------- */

/* The positional argument `k` or the keyword of that name; NULL: none that is
 * certain. */
static const cs_node *argument(const cs_flow *f, const cs_node *n, uint32_t k,
                               const char *keyword) {
  for (uint32_t i = 0; i < n->call.args.n && i <= k; i++) {
    const cs_node *a = n->call.args.items[i];
    if (a->kind == CS_NODE_STARRED) return NULL;
    if (i == k) return a;
  }
  for (uint32_t i = 0; keyword && i < n->call.keywords.n; i++) {
    const cs_node *a = n->call.keywords.items[i];
    if (a->name && is_text(f, a->name, keyword)) return a->value;
  }
  return NULL;
}

static cs_name string_of(const cs_flow *f, const cs_node *n) {
  const cs_known *v = n ? cs_flow_node(f, n) : NULL;
  cs_name s = v ? v->self.str : CS_NAME_NONE;
  return s == CS_FACTS_NO_STR ? CS_NAME_NONE : s;
}

/* Everything the call passes on. */
static cs_facts all_arguments(const cs_flow *f, const cs_node *n) {
  cs_facts all = {.n = 0};
  for (uint32_t i = 0; i < n->call.args.n + n->call.keywords.n; i++) {
    const cs_node *a = i < n->call.args.n
                           ? n->call.args.items[i]
                           : n->call.keywords.items[i - n->call.args.n];
    const cs_known *v = cs_flow_node(f, a);
    if (!v) continue;
    (void)cs_facts_join_atoms(&all, &v->self);
    (void)cs_facts_join_atoms(&all, &v->held);
  }
  return all;
}

/* --- functions of the program -------------------------------------------- */

static const cs_node *parameter(const cs_node *a, uint32_t k) {
  const cs_node_list *pos = &a->arguments.posonlyargs, *args;
  args = &a->arguments.args;
  if (k < pos->n) return pos->items[k];
  return k - pos->n < args->n ? args->items[k - pos->n] : NULL;
}

static void pass(cs_flow *f, const cs_node *arg, const cs_known *v) {
  if (arg) cs_flow_join(f, cs_flow_var(f, arg->arg.sym), v);
}

static void pass_rest(cs_flow *f, const cs_node *arg, const cs_known *v) {
  cs_known rest = {.held = cs_flow_all(v)};
  pass(f, arg, &rest);
}

static void pass_keyword(cs_flow *f, const cs_node *a, const cs_node *kw,
                         const cs_known *v) {
  const cs_node_list *lists[] = {&a->arguments.args, &a->arguments.kwonlyargs};
  for (int k = 0; k < 2; k++)
    for (uint32_t i = 0; i < lists[k]->n; i++)
      if (lists[k]->items[i]->name == kw->name) {
        pass(f, lists[k]->items[i], v);
        return;
      }
  pass_rest(f, a->arguments.kwarg, v);
}

/* Can arguments and parameters be matched one by one? */
static bool is_plain(const cs_node *n, const cs_node *a) {
  uint64_t params = (uint64_t)a->arguments.args.n + a->arguments.kwonlyargs.n;
  if (params * n->call.keywords.n > PAIRS_MOST) return false;
  for (uint32_t i = 0; i < n->call.args.n; i++)
    if (n->call.args.items[i]->kind == CS_NODE_STARRED) return false;
  for (uint32_t i = 0; i < n->call.keywords.n; i++)
    if (n->call.keywords.items[i]->name == CS_NAME_NONE) return false;
  return true;
}

static void escape(cs_flow *f, uint32_t i) {
  f->changed |= !f->escapes[i];
  f->escapes[i] = true;
}

/* f(*a, **k): any parameter may get anything. */
static void pass_anyhow(cs_flow *f, const cs_node *n, uint32_t i) {
  cs_facts all = all_arguments(f, n);
  cs_known v = {all, all};
  cs_flow_join(f, &f->pool.escaped, &v);
  escape(f, i);
}

/* Call the function at `i`.  Positional arguments may come behind `self`: both
 * are tried. */
static void pass_arguments(cs_flow *f, const cs_node *n, uint32_t i,
                           bool method) {
  const cs_node *def = f->flat->items[i].node;
  bool lambda = def->kind == CS_NODE_LAMBDA;
  const cs_node *a = lambda ? def->lambda.args : def->function.args;
  if (!is_plain(n, a)) {
    pass_anyhow(f, n, i);
    return;
  }
  for (uint32_t k = 0; k < n->call.args.n; k++) {
    const cs_known *v = cs_flow_node(f, n->call.args.items[k]);
    if (!v) continue;
    pass(f, parameter(a, k), v);
    if (method) pass(f, parameter(a, k + 1), v);
    if (!parameter(a, k + 1)) pass_rest(f, a->arguments.vararg, v);
  }
  for (uint32_t k = 0; k < n->call.keywords.n; k++) {
    const cs_node *kw = n->call.keywords.items[k];
    const cs_known *v = cs_flow_node(f, kw);
    if (v) pass_keyword(f, a, kw, v);
  }
}

static bool is_method(const cs_flow *f, uint32_t i) {
  const cs_node *p = cs_flat_parent(f->flat, i);
  return p && p->kind == CS_NODE_CLASS_DEF;
}

static void call_constructors(cs_flow *f, const cs_node *n, const char *name) {
  cs_name id = cs_name_put(&f->c->unit.names, name, strlen(name));
  const cs_known *field = cs_flow_field(f, id);
  for (unsigned i = 0; field && i < field->self.n_fn; i++) {
    uint32_t at = cs_atom_index(field->self.fn[i]);
    if (f->flat->items[at].node->kind != CS_NODE_CLASS_DEF)
      pass_arguments(f, n, at, true);
  }
}

/* A class: __init__ of any class, and fields that have annotations only. */
static void construct(cs_flow *f, const cs_node *class_node, const cs_node *n,
                      cs_known *out) {
  cs_facts all = all_arguments(f, n);
  cs_known v = {all, all};
  call_constructors(f, n, "__init__");
  call_constructors(f, n, "__new__");
  call_constructors(f, n, "__call__");
  const cs_node_list *body = &class_node->class_def.body;
  if (body->n > FIELDS_MOST) cs_flow_join(f, &f->pool.any_field, &v);
  for (uint32_t i = 0; i < body->n && i < FIELDS_MOST; i++) {
    const cs_node *s = body->items[i];
    if (s->kind != CS_NODE_ANN_ASSIGN) continue;
    if (s->ann_assign.target->kind == CS_NODE_NAME)
      cs_flow_join(f, cs_flow_field(f, s->ann_assign.target->name), &v);
  }
  (void)cs_facts_join_atoms(&out->held, &all);
}

static void call_function(cs_flow *f, cs_atom a, const cs_node *n,
                          cs_known *out) {
  uint32_t i = cs_atom_index(a);
  const cs_node *def = f->flat->items[i].node;
  if (def->kind == CS_NODE_CLASS_DEF) {
    construct(f, def, n, out);
    return;
  }
  bool method = n->call.func->kind == CS_NODE_ATTRIBUTE || is_method(f, i);
  pass_arguments(f, n, i, method);
  cs_known v = cs_flow_result(f, a);
  (void)cs_known_join(out, &v);
}

/* --- built-ins that reach things by name --------------------------------- */

static void get_attribute(cs_flow *f, const cs_node *n, const cs_node *object,
                          const cs_node *name_node, cs_known *out) {
  cs_name name = string_of(f, name_node);
  const cs_known *base = object ? cs_flow_node(f, object) : NULL;
  static const cs_known nothing = {.self = {.n = 0}};
  if (name && base) cs_flow_attribute(f, base, name, out);
  if (f->telling)
    cs_flow_tell_getattr(f, n, base ? base : &nothing, base ? name : 0);
}

static void set_attribute(cs_flow *f, const cs_node *n) {
  const cs_node *value = argument(f, n, 2, NULL);
  cs_name name = string_of(f, argument(f, n, 1, NULL));
  const cs_known *v = value ? cs_flow_node(f, value) : NULL;
  cs_known *field = name ? cs_flow_field(f, name) : NULL;
  if (v) cs_flow_join(f, field ? field : &f->pool.any_field, v);
}

static void import_named(cs_flow *f, const cs_node *n, bool whole,
                         cs_known *out) {
  cs_name name = string_of(f, argument(f, n, 0, "name"));
  cs_atom a = cs_flow_module(f, name);
  if (f->telling) cs_flow_tell_dynamic(f, n, name);
  /* __import__("a.b") gives a, unless names are asked for. */
  bool top = !whole && !argument(f, n, 3, "fromlist");
  while (top && a && cs_paths_at(&f->paths, a)->parent)
    a = cs_paths_at(&f->paths, a)->parent;
  (void)cs_facts_add(&out->self, a);
}

static void variables(cs_flow *f, const cs_node *n, cs_known *out) {
  if (n->call.args.n == 0) {
    (void)cs_facts_add(&out->self, f->special[CS_FLOW_NAMESPACE]);
    return;
  }
  const cs_known *v = cs_flow_node(f, n->call.args.items[0]);
  cs_name dict = cs_name_put(&f->c->unit.names, "__dict__", 8);
  for (unsigned i = 0; v && i < v->self.n; i++)
    (void)cs_facts_add(&out->self, cs_flow_member(f, v->self.at[i], dict));
  if (v) (void)cs_facts_join_atoms(&out->held, &v->held);
}

static bool is_compiled(const cs_flow *f, const cs_node *n) {
  if (n->kind != CS_NODE_CALL) return false;
  const cs_known *v = cs_flow_node(f, n->call.func);
  return v && v->self.n == 1 && v->self.at[0] == f->special[CS_FLOW_COMPILE];
}

/* The text that eval, exec and timeit are given. */
static void run_text(cs_flow *f, const cs_node *n, cs_flow_special what) {
  if (!f->telling) return;
  bool timed = what >= CS_FLOW_TIMEIT && what <= CS_FLOW_TIMEIT_TIMER;
  bool hint = what == CS_FLOW_FORWARD_REF;
  const cs_node *text = argument(f, n, 0,
                                 timed  ? "stmt"
                                 : hint ? "arg"
                                        : "source");
  cs_mode mode = what == CS_FLOW_EVAL || hint ? CS_MODE_EVAL : CS_MODE_EXEC;
  cs_name name = string_of(f, text);
  const cs_known *v = text ? cs_flow_node(f, text) : NULL;
  if (text && text->kind == CS_NODE_CONSTANT &&
      text->constant.type == CS_CONST_STR) {
    cs_checker_inner(f->c, n, text->constant.text, text->constant.len, mode,
                     mode == CS_MODE_EVAL);
  } else if (name) {
    const cs_name_entry *e = cs_name_at(&f->c->unit.names, name);
    cs_checker_inner(f->c, n, e->bytes, e->len, mode, mode == CS_MODE_EVAL);
  } else if (timed && (!text || (v && v->self.n_fn && !v->self.n))) {
    return; /* a function of the program */
  } else if (!text || !is_compiled(f, text)) {
    cs_flow_tell_code(f, n, timed ? "timeit" : "exec");
  }
}

static void make_getter(cs_flow *f, const cs_node *n) {
  static const cs_known nothing = {.self = {.n = 0}};
  if (!f->telling) return;
  for (uint32_t i = 0; i < n->call.args.n; i++) {
    const cs_node *a = n->call.args.items[i];
    cs_flow_tell_getattr(f, n, &nothing, string_of(f, a));
  }
}

/* False: it is called like any other function. */
static bool call_special(cs_flow *f, cs_atom a, const cs_node *n,
                         cs_known *out) {
  cs_flow_special s = cs_flow_special_of(f, a);
  switch ((int)s) {
    case CS_FLOW_GETATTR:
      get_attribute(f, n, argument(f, n, 0, NULL), argument(f, n, 1, NULL),
                    out);
      return n->call.args.n < 3; /* the default may come back, too */
    case CS_FLOW_SETATTR: set_attribute(f, n); return true;
    case CS_FLOW_HASATTR:
    case CS_FLOW_DELATTR: return true;
    case CS_FLOW_IMPORT:
    case CS_FLOW_IMPORTLIB_IMPORT: import_named(f, n, false, out); return true;
    case CS_FLOW_IMPORT_MODULE: import_named(f, n, true, out); return true;
    case CS_FLOW_GLOBALS:
    case CS_FLOW_LOCALS:
    case CS_FLOW_VARS: variables(f, n, out); return true;
    case CS_FLOW_EVAL:
    case CS_FLOW_EXEC:
    case CS_FLOW_COMPILE:
    case CS_FLOW_TIMEIT:
    case CS_FLOW_TIMEIT_REPEAT:
    case CS_FLOW_TIMEIT_TIMER:
    case CS_FLOW_PROFILE_RUN:
    case CS_FLOW_PROFILE_RUN_PY:
    case CS_FLOW_PROFILE_CTX:
    case CS_FLOW_PROFILE_CTX_PY:
    case CS_FLOW_FORWARD_REF: run_text(f, n, s); return false;
    case CS_FLOW_ATTRGETTER:
    case CS_FLOW_METHODCALLER: make_getter(f, n); return false;
    default: return false;
  }
}

/* --- methods that reach things by name ----------------------------------- */

/* x.__getattribute__("y"), object.__getattribute__(x, "y") */
static bool call_getter(cs_flow *f, const cs_node *n, cs_known *out) {
  const cs_node *func = n->call.func;
  if (!is_text(f, func->name, "__getattribute__") &&
      !is_text(f, func->name, "__getattr__"))
    return false;
  uint32_t given = n->call.args.n;
  const cs_node *object = given > 1 ? n->call.args.items[0] : func->value;
  get_attribute(f, n, object, given ? n->call.args.items[given - 1] : NULL,
                out);
  return true;
}

/* vars(m).get("x") and the like. */
static void call_dictionary(cs_flow *f, const cs_node *n, cs_known *out) {
  const cs_node *func = n->call.func;
  const cs_known *base = cs_flow_node(f, func->value);
  if (!base) return;
  bool one = is_text(f, func->name, "get") || is_text(f, func->name, "pop") ||
             is_text(f, func->name, "setdefault") ||
             is_text(f, func->name, "__getitem__");
  bool all = is_text(f, func->name, "values") ||
             is_text(f, func->name, "items") ||
             is_text(f, func->name, "popitem") ||
             is_text(f, func->name, "update") || is_text(f, func->name, "copy");
  if (!one && !all) return;
  cs_name key = one ? string_of(f, argument(f, n, 0, NULL)) : CS_NAME_NONE;
  for (unsigned i = 0; i < base->self.n && key; i++)
    (void)cs_flow_look_up(f, base->self.at[i], key, out);
  if (f->telling) cs_flow_tell_entry(f, n, base, key);
}

/* --- everything else ----------------------------------------------------- */

static void let_escape(cs_flow *f, const cs_facts *all) {
  for (unsigned i = 0; i < all->n_fn; i++) escape(f, cs_atom_index(all->fn[i]));
  f->changed |= all->lost && !f->wild;
  f->wild |= all->lost;
}

/* Built-ins that only look at what they get. */
static bool is_onlooker(const cs_flow *f, const cs_node *func) {
  static const char *const names[] = {
      "len",        "print", "str", "repr", "type",    "isinstance",
      "issubclass", "bool",  "id",  "hash", "callable"};
  if (func->kind != CS_NODE_NAME) return false;
  const cs_known *v = cs_flow_node(f, func);
  if (!v || v->self.n_fn || v->self.many) return false;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (is_text(f, func->name, names[i])) return true;
  return false;
}

/* getattr and its like, given away: nobody knows what they are called with. */
static void tell_loose(cs_flow *f, const cs_node *n) {
  if (is_onlooker(f, n->call.func)) return;
  for (uint32_t i = 0; i < n->call.args.n + n->call.keywords.n; i++) {
    const cs_node *a = i < n->call.args.n
                           ? n->call.args.items[i]
                           : n->call.keywords.items[i - n->call.args.n];
    const cs_known *v = cs_flow_node(f, a);
    if (!v) continue;
    cs_facts all = cs_flow_all(v);
    for (unsigned k = 0; k < all.n; k++) cs_flow_tell_loose(f, a, all.at[k]);
  }
}

static void call_unseen(cs_flow *f, const cs_node *n, cs_known *out) {
  cs_facts all = all_arguments(f, n);
  cs_known v = {all, all};
  cs_flow_join(f, &f->pool.escaped, &v);
  cs_flow_join(f, &f->pool.operands, &v); /* __call__ */
  let_escape(f, &all);
  (void)cs_facts_join_atoms(&out->self, &all);
  (void)cs_facts_join_atoms(&out->held, &all);
  (void)cs_facts_join_atoms(&out->self, &f->pool.dunders.self);
  (void)cs_facts_join_atoms(&out->held, &f->pool.dunders.held);
  (void)cs_facts_add_str(&out->self, CS_FACTS_NO_STR);
  if (f->telling) tell_loose(f, n);
  const cs_known *callee = cs_flow_node(f, n->call.func);
  if (callee) (void)cs_facts_join_atoms(&out->self, &callee->held);
  if (n->call.func->kind != CS_NODE_ATTRIBUTE) return;
  const cs_node *receiver = n->call.func->value;
  const cs_known *base = cs_flow_node(f, receiver);
  cs_flow_hold(f, receiver, &all);
  if (base) {
    (void)cs_facts_join_atoms(&out->self, &base->held);
    (void)cs_facts_join_atoms(&out->held, &base->held);
  }
  if (is_text(f, n->call.func->name, "send") ||
      is_text(f, n->call.func->name, "asend"))
    cs_flow_join(f, &f->pool.sent, &v);
}

/* Too many functions: any of them may be called, with what escapes. */
static void call_any(cs_flow *f, cs_known *out) {
  f->changed |= !f->wild;
  f->wild = true;
  (void)cs_facts_join_atoms(&out->self, &f->pool.returns.self);
  (void)cs_facts_join_atoms(&out->held, &f->pool.returns.held);
}

void cs_flow_call(cs_flow *f, cs_node *n, cs_known *out) {
  const cs_known *callee = cs_flow_node(f, n->call.func);
  if (!callee) return;
  cs_facts what = callee->self; /* calls may add to the facts of the callee */
  bool seen = what.n + what.n_fn > 0 && !what.many && !what.lost;
  for (unsigned i = 0; i < what.n_fn; i++) call_function(f, what.fn[i], n, out);
  for (unsigned i = 0; i < what.n; i++)
    seen &= call_special(f, what.at[i], n, out);
  if (what.lost) call_any(f, out);
  if (n->call.func->kind == CS_NODE_ATTRIBUTE) {
    if (call_getter(f, n, out)) return;
    call_dictionary(f, n, out);
    if (f->telling) cs_format_tell(f, n);
  }
  if (!seen) call_unseen(f, n, out);
  if (f->telling && what.many) cs_flow_tell_many(f, n);
}

void cs_flow_decorate(cs_flow *f, const cs_known *callee, const cs_known *arg,
                      cs_known *out) {
  cs_facts all = cs_flow_all(arg);
  bool seen = callee->self.n_fn > 0 && !callee->self.n && !callee->self.lost;
  for (unsigned i = 0; i < callee->self.n_fn; i++) {
    cs_atom a = callee->self.fn[i];
    const cs_node *def = f->flat->items[cs_atom_index(a)].node;
    if (def->kind == CS_NODE_CLASS_DEF) {
      seen = false;
      continue;
    }
    bool lambda = def->kind == CS_NODE_LAMBDA;
    const cs_node *args = lambda ? def->lambda.args : def->function.args;
    pass(f, parameter(args, 0), arg);
    pass(f, parameter(args, 1), arg);
    pass_rest(f, args->arguments.vararg, arg);
    cs_known v = cs_flow_result(f, a);
    (void)cs_known_join(out, &v);
  }
  if (seen) return;
  cs_known v = {all, all};
  cs_flow_join(f, &f->pool.escaped, &v);
  let_escape(f, &all);
}
