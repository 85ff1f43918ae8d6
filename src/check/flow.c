/*
 * flow.c - places for facts, and the passes that fill them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check/flow.h"

#include <stdio.h>
#include <string.h>

/* --- variables ----------------------------------------------------------- */

enum {
  BINDS = CS_SYM_PARAM | CS_SYM_ASSIGNED | CS_SYM_IMPORTED | CS_SYM_COMP_ITER |
          CS_SYM_WALRUS | CS_SYM_TYPE_PARAM
};

static cs_symbol *owner_of(cs_symbol *s) {
  s = s->home;
  for (int i = 0; i < 1000; i++) {
    bool passes = s->access == CS_ACCESS_FREE ||
                  (s->access == CS_ACCESS_CLASS_FREE && !(s->flags & BINDS));
    if (!passes || !s->outer) break;
    s = s->outer->home;
  }
  return s;
}

static bool is_global(const cs_symbol *s) {
  if (s->access == CS_ACCESS_GLOBAL || s->access == CS_ACCESS_GLOBAL_EXPLICIT)
    return true;
  if (s->scope->kind == CS_SCOPE_MODULE) return true;
  return s->access == CS_ACCESS_NAME && !(s->flags & BINDS);
}

bool cs_flow_is_global(const cs_symbol *s) {
  return is_global(owner_of(s->home));
}

cs_known *cs_flow_var(cs_flow *f, cs_symbol *s) {
  if (!s) return NULL;
  s = owner_of(s);
  if (is_global(s))
    return s->name < f->n_names ? &f->globals[s->name].known : NULL;
  return s->slot && s->slot <= f->n_locals ? &f->locals[s->slot - 1] : NULL;
}

cs_known *cs_flow_field(cs_flow *f, cs_name name) {
  return name && name < f->n_names ? &f->fields[name] : NULL;
}

cs_facts cs_flow_all(const cs_known *k) {
  cs_facts all = k->self;
  (void)cs_facts_join(&all, &k->held);
  return all;
}

cs_known cs_flow_result(const cs_flow *f, cs_atom function) {
  uint32_t i = cs_atom_index(function);
  const cs_node *n = f->flat->items[i].node;
  if (n->kind != CS_NODE_LAMBDA) return f->nodes[i];
  cs_known v = {.held = f->nodes[i].held};
  const cs_known *body = cs_flow_node(f, n->lambda.body);
  if (body) (void)cs_known_join(&v, body);
  return v;
}

/* Number all symbols of all scopes. */
static uint32_t number_symbols(cs_scope *s) {
  uint32_t n = 0;
  while (s) {
    for (cs_symbol *y = s->symbols; y; y = y->next) y->slot = ++n;
    if (s->first_child) {
      s = s->first_child;
      continue;
    }
    while (s && !s->sibling) s = s->parent;
    if (s) s = s->sibling;
  }
  return n;
}

/* --- modules ------------------------------------------------------------- */

static cs_name intern(cs_flow *f, const char *text, size_t len) {
  cs_name name = cs_name_put(&f->c->unit.names, text, len);
  if (!name) f->failed = true;
  return name;
}

/* No rule is about this module, and it does nothing by name. */
static bool is_dull_module(const cs_flow *f, cs_name name) {
  static const char keen[] =
      " builtins sys os importlib operator timeit cProfile profile typing ";
  if (cs_checker_marks(f->c, name) & (CS_MARK_ROOT | CS_MARK_BLOCK_IMPORT))
    return false;
  const cs_name_entry *e = cs_name_at(&f->c->unit.names, name);
  char padded[20];
  if (e->len > sizeof padded - 3) return true;
  snprintf(padded, sizeof padded, " %.*s ", (int)e->len, e->bytes);
  return strstr(keen, padded) == NULL;
}

static bool is_special(const char *text) {
#define X(tag, name) \
  if (strcmp(name, text) == 0) return true;
  CS_FLOW_SPECIALS(X)
#undef X
  return strstr(text, ".__dict__") || strstr(text, ".__getattr");
}

/* No rule is about this member, and it is nothing special. */
static bool is_dull_member(cs_flow *f, cs_atom parent, cs_name name) {
  if (parent == f->builtins) return false;
  char text[CS_PATH_TEXT];
  size_t len = cs_flow_text(f, parent, name, text);
  char *kept = cs_scratch_take(f->c->scratch, len + 8);
  if (!kept) return false;
  memcpy(kept, text, len);
  cs_name whole = intern(f, kept, len);
  return !cs_checker_marks(f->c, whole) && !is_special(text);
}

static cs_atom child(cs_flow *f, cs_atom parent, cs_name name) {
  if (!name) return 0;
  cs_atom a = cs_paths_find(&f->paths, parent, name);
  if (a) return a;
  bool dull =
      parent ? is_dull_member(f, parent, name) : is_dull_module(f, name);
  return cs_paths_put(&f->paths, parent, name, dull);
}

size_t cs_flow_text(const cs_flow *f, cs_atom a, cs_name last,
                    char out[CS_PATH_TEXT]) {
  cs_name names[CS_PATH_DEPTH + 1];
  unsigned n = 0;
  size_t at = 0;
  if (last) names[n++] = last;
  for (; a && n <= CS_PATH_DEPTH; a = cs_paths_at(&f->paths, a)->parent)
    names[n++] = cs_paths_at(&f->paths, a)->name;
  out[0] = '\0';
  while (n > 0 && at < CS_PATH_TEXT - 120) {
    const cs_name_entry *e = cs_name_at(&f->c->unit.names, names[--n]);
    at += (size_t)snprintf(out + at, CS_PATH_TEXT - at, "%s%.*s", at ? "." : "",
                           (int)(e->len < 100 ? e->len : 100), e->bytes);
  }
  return at;
}

cs_atom cs_flow_module(cs_flow *f, cs_name name) {
  if (!name) return 0;
  const cs_name_entry *e = cs_name_at(&f->c->unit.names, name);
  const char *at = e->bytes, *end = at + e->len;
  cs_atom a = 0;
  while (at < end) {
    const char *dot = memchr(at, '.', (size_t)(end - at));
    if (!dot) dot = end;
    if (dot == at) return 0;
    cs_name part = intern(f, at, (size_t)(dot - at));
    a = child(f, a, part);
    if (!a) return 0;
    at = dot + 1;
  }
  return a;
}

/* The name without leading underscores: modules import others as _os. */
static cs_name bare(cs_flow *f, cs_name name) {
  const cs_name_entry *e = cs_name_at(&f->c->unit.names, name);
  size_t skip = 0;
  while (skip < e->len && e->bytes[skip] == '_') skip++;
  if (skip == 0 || skip == e->len || skip > 1) return name;
  return intern(f, e->bytes + skip, e->len - skip);
}

/* Modules that others import, however deep inside of them one looks. */
static bool is_common(const cs_flow *f, cs_name name) {
  static const char common[] =
      " os sys builtins importlib subprocess socket ctypes posix shutil "
      "multiprocessing ";
  const cs_name_entry *e = cs_name_at(&f->c->unit.names, name);
  char padded[20];
  if (e->len > sizeof padded - 3) return false;
  snprintf(padded, sizeof padded, " %.*s ", (int)e->len, e->bytes);
  return strstr(common, padded) != NULL;
}

/* `pathlib.os` is the module os: a name that is known as a module and is not
 * the module's own (datetime.datetime). */
static cs_atom other_module(cs_flow *f, cs_atom parent, cs_name name) {
  const cs_path *p = cs_paths_at(&f->paths, parent);
  cs_name plain = bare(f, name);
  if (p->name == name || p->name == plain || parent == f->builtins) return 0;
  uint32_t marks = cs_checker_marks(f->c, plain);
  bool known = marks & (CS_MARK_BLOCK_IMPORT | CS_MARK_ROOT);
  if (!is_common(f, plain) && (p->depth > 1 || !known)) return 0;
  return child(f, 0, plain);
}

cs_atom cs_flow_member(cs_flow *f, cs_atom parent, cs_name name) {
  if (!cs_atom_is_path(parent)) return 0;
  const cs_name_entry *e = cs_name_at(&f->c->unit.names, name);
  if (e->len == 12 && memcmp(e->bytes, "__builtins__", 12) == 0)
    return f->builtins;
  cs_atom module = other_module(f, parent, name);
  return module ? module : child(f, parent, name);
}

cs_flow_special cs_flow_special_of(const cs_flow *f, cs_atom a) {
  for (int i = 0; i < CS_FLOW_SPECIAL_COUNT; i++)
    if (f->special[i] == a) return (cs_flow_special)i;
  return CS_FLOW_SPECIAL_COUNT;
}

static void name_specials(cs_flow *f) {
  static const char *const texts[] = {
#define X(tag, text) text,
      CS_FLOW_SPECIALS(X)
#undef X
  };
  f->builtins = cs_flow_module(f, intern(f, "builtins", 8));
  f->sys = cs_flow_module(f, intern(f, "sys", 3));
  for (int i = 0; i < CS_FLOW_SPECIAL_COUNT; i++)
    f->special[i] = cs_flow_module(f, intern(f, texts[i], strlen(texts[i])));
}

/* --- beginning ----------------------------------------------------------- */

/* Strings may name attributes, so they are names, too. */
static void intern_strings(cs_flow *f) {
  for (uint32_t i = 0; i < f->flat->n && !f->failed; i++) {
    const cs_node *n = f->flat->items[i].node;
    if (n->kind != CS_NODE_CONSTANT) continue;
    const cs_constant *k = &n->constant;
    if (k->type == CS_CONST_STR && k->len > 0 && k->len <= CS_FLOW_STRING)
      (void)intern(f, k->text, k->len);
  }
}

static bool is_function(const cs_node *n) {
  return n->kind == CS_NODE_FUNCTION_DEF || n->kind == CS_NODE_LAMBDA ||
         n->kind == CS_NODE_ASYNC_FUNCTION_DEF;
}

static void find_functions(cs_flow *f) {
  for (uint32_t i = 0; i < f->flat->n; i++) {
    uint32_t p = f->flat->items[i].parent;
    if (p == CS_FLAT_NONE)
      f->within[i] = CS_FLAT_NONE;
    else
      f->within[i] = is_function(f->flat->items[p].node) ? p : f->within[p];
  }
}

static void *take(cs_flow *f, size_t n, size_t size) {
  void *p = cs_scratch_zero(f->c->scratch, (n + 1) * size);
  if (!p) f->failed = true;
  return p;
}

/* --- global names -------------------------------------------------------- */

static bool is_statement(const cs_node *n) {
  return n->kind <= CS_NODE_CONTINUE;
}

/* Does every run of the module come here? */
static bool is_certain(const cs_flow *f, uint32_t i) {
  for (i = f->flat->items[i].parent; i != CS_FLAT_NONE;
       i = f->flat->items[i].parent) {
    const cs_node *n = f->flat->items[i].node;
    if (is_statement(n) && n->kind != CS_NODE_MODULE &&
        n->kind != CS_NODE_ASSIGN && n->kind != CS_NODE_IMPORT &&
        n->kind != CS_NODE_IMPORT_FROM && n->kind != CS_NODE_ANN_ASSIGN)
      return false;
  }
  return true;
}

static uint32_t statement_end(const cs_flow *f, uint32_t i) {
  while (!is_statement(f->flat->items[i].node) &&
         f->flat->items[i].parent != CS_FLAT_NONE)
    i = f->flat->items[i].parent;
  const cs_node *n = f->flat->items[i].node;
  bool def = n->kind == CS_NODE_FUNCTION_DEF || n->kind == CS_NODE_CLASS_DEF ||
             n->kind == CS_NODE_ASYNC_FUNCTION_DEF;
  return def ? i : f->flat->items[i].end - 1;
}

static cs_symbol *bound_symbol(const cs_node *n) {
  switch ((int)n->kind) {
    case CS_NODE_NAME: return n->ctx == CS_CTX_LOAD ? NULL : n->sym;
    case CS_NODE_FUNCTION_DEF:
    case CS_NODE_ASYNC_FUNCTION_DEF: return n->function.sym;
    case CS_NODE_CLASS_DEF: return n->class_def.sym;
    case CS_NODE_ALIAS: return n->alias.sym;
    case CS_NODE_EXCEPT_HANDLER: return n->handler.sym;
    case CS_NODE_MATCH_STAR:
    case CS_NODE_MATCH_AS: return n->capture.sym;
    case CS_NODE_MATCH_MAPPING: return n->match_mapping.sym;
    default: return NULL;
  }
}

static void note_binding(cs_flow *f, uint32_t i, const cs_node *n) {
  cs_symbol *s = bound_symbol(n);
  if (!s || !cs_flow_is_global(s) || s->name >= f->n_names) return;
  cs_flow_global *g = &f->globals[s->name];
  bool del = n->kind == CS_NODE_NAME && n->ctx == CS_CTX_DEL;
  g->gone |= del || n->kind == CS_NODE_EXCEPT_HANDLER;
  if (del) return;
  g->bound = true;
  if (g->from != CS_FLAT_NONE || !is_certain(f, i)) return;
  g->from = statement_end(f, i);
}

static void note_bindings(cs_flow *f) {
  for (uint32_t i = 0; i < f->n_names; i++) f->globals[i].from = CS_FLAT_NONE;
  for (uint32_t i = 0; i < f->flat->n; i++)
    note_binding(f, i, f->flat->items[i].node);
}

static bool begin(cs_flow *f) {
  if (!cs_paths_init(&f->paths, f->c->scratch)) return false;
  name_specials(f);
  intern_strings(f);
  f->n_names = f->c->unit.names.n;
  f->n_locals = number_symbols(f->c->unit.top);
  uint32_t n = f->flat->n;
  f->nodes = take(f, n, sizeof *f->nodes);
  f->within = take(f, n, sizeof *f->within);
  f->escapes = take(f, n, sizeof *f->escapes);
  f->globals = take(f, f->n_names, sizeof *f->globals);
  f->fields = take(f, f->n_names, sizeof *f->fields);
  f->locals = take(f, f->n_locals, sizeof *f->locals);
  if (f->failed) return false;
  find_functions(f);
  note_bindings(f);
  return true;
}

/* --- passes -------------------------------------------------------------- */

static bool is_expression(const cs_node *n) {
  return (n->kind >= CS_NODE_BOOL_OP && n->kind <= CS_NODE_SLICE) ||
         n->kind == CS_NODE_KEYWORD;
}

static bool is_target(const cs_node *n) {
  bool has_ctx = n->kind == CS_NODE_NAME || n->kind == CS_NODE_ATTRIBUTE ||
                 n->kind == CS_NODE_SUBSCRIPT || n->kind == CS_NODE_STARRED ||
                 n->kind == CS_NODE_LIST || n->kind == CS_NODE_TUPLE;
  return has_ctx && n->ctx != CS_CTX_LOAD;
}

/* May it become a string when more is known of its parts? */
static bool may_wait(const cs_node *n) {
  switch ((int)n->kind) {
    case CS_NODE_NAME:
    case CS_NODE_ATTRIBUTE:
    case CS_NODE_SUBSCRIPT:
    case CS_NODE_CALL:
    case CS_NODE_IF_EXP:
    case CS_NODE_BOOL_OP:
    case CS_NODE_BIN_OP:
    case CS_NODE_JOINED_STR:
    case CS_NODE_NAMED_EXPR:
    case CS_NODE_AWAIT:
    case CS_NODE_YIELD:
    case CS_NODE_YIELD_FROM:
    case CS_NODE_STARRED:
    case CS_NODE_KEYWORD: return true;
    default: return false;
  }
}

static void visit(cs_flow *f, uint32_t i) {
  cs_node *n = f->flat->items[i].node;
  if (is_target(n) || !is_expression(n)) {
    cs_flow_statement(f, i, n);
    return;
  }
  cs_known v = {0};
  cs_flow_eval(f, i, n, &v);
  if (v.self.str == CS_NAME_NONE && (f->settled || !may_wait(n)))
    v.self.str = CS_FACTS_NO_STR;
  cs_flow_join(f, &f->nodes[i], &v);
}

static bool settle(cs_flow *f) {
  for (int pass = 0; pass < CS_FLOW_PASSES; pass++) {
    f->changed = false;
    for (uint32_t i = f->flat->n; i > 0 && !f->failed; i--) visit(f, i - 1);
    if (!f->changed || f->failed) return true;
  }
  return false;
}

cs_status cs_flow_check(cs_checker *c) {
  cs_flow f = {.c = c, .flat = &c->flat};
  if (!begin(&f)) return CS_ELIMIT;
  bool calm = settle(&f);
  f.settled = true;
  if (!calm || !settle(&f))
    cs_checker_find(c, "tangled", "", c->unit.root, true,
                    "Cannot tell where values go: the program is too tangled");
  f.telling = true;
  for (uint32_t i = 0; i < f.flat->n && !f.failed; i++) visit(&f, i);
  return f.failed || f.paths.failed ? CS_ELIMIT : CS_OK;
}
