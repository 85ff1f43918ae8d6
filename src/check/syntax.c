/*
 * syntax.c - rules about the program as it is written.
 *
 * Imports and kinds of nodes are judged here for every profile; called
 * built-ins, dunder attributes and `os.x` for those with CS_RULES_CALLS, by
 * their names alone, as Local CodeAct does.  A refused node is not looked
 * into: one finding is enough.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <string.h>

#include "check/checker.h"

#define NAME(node_name) \
  int len;              \
  const char *text = cs_checker_name(c, node_name, &len)

/* Text of a name as a C string, for `name` of a finding. */
typedef struct word {
  char text[208];
} word;

static word word_of(const cs_checker *c, cs_name name) {
  word w;
  NAME(name);
  snprintf(w.text, sizeof w.text, "%.*s", len, text);
  return w;
}

/* --- imports ------------------------------------------------------------- */

/* The name of the first `parts` parts of a dotted name; NONE: it has less. */
static cs_name prefix(cs_checker *c, cs_name name, unsigned parts) {
  const cs_name_entry *e = cs_name_at(&c->unit.names, name);
  const char *at = e->bytes, *end = at + e->len;
  for (; at < end; at++)
    if (*at == '.' && --parts == 0) break;
  if (at == end && parts > 1) return CS_NAME_NONE;
  return cs_name_put(&c->unit.names, e->bytes, (size_t)(at - e->bytes));
}

/* Marks of a module: of its name and of every package around it. */
static uint32_t module_marks(cs_checker *c, cs_name name, uint32_t mark) {
  for (unsigned parts = 1; parts < 100; parts++) {
    cs_name p = prefix(c, name, parts);
    if (p == CS_NAME_NONE) break;
    if (cs_checker_marks(c, p) & mark) return p;
  }
  return CS_NAME_NONE;
}

static bool is_import_error(const cs_checker *c, const cs_node *type) {
  static const char *const names[] = {"ImportError", "ModuleNotFoundError",
                                      "Exception", "BaseException"};
  if (type->kind != CS_NODE_NAME) return false;
  word w = word_of(c, type->name);
  for (int i = 0; i < 4; i++)
    if (strcmp(w.text, names[i]) == 0) return true;
  return false;
}

/* A handler without a type catches all. */
static bool catches(const cs_checker *c, const cs_node *type) {
  if (!type || is_import_error(c, type)) return true;
  if (type->kind != CS_NODE_TUPLE) return false;
  for (uint32_t i = 0; i < type->elts.n; i++)
    if (is_import_error(c, type->elts.items[i])) return true;
  return false;
}

static bool catches_any(const cs_checker *c, const cs_node *try) {
  for (uint32_t i = 0; i < try->try_stmt.handlers.n; i++)
    if (catches(c, try->try_stmt.handlers.items[i]->handler.type)) return true;
  return false;
}

/* Does it stand in the body, before the first handler? */
static bool is_tried(const cs_checker *c, const cs_node *try, uint32_t i) {
  return try->try_stmt.handlers.n > 0 &&
         i < cs_flat_find(&c->flat, try->try_stmt.handlers.items[0]);
}

/* Is the program prepared to do without what it imports here? */
static bool is_guarded(const cs_checker *c, const cs_node *n) {
  uint32_t i = cs_flat_find(&c->flat, n);
  while (i != CS_FLAT_NONE) {
    const cs_node *outer = cs_flat_parent(&c->flat, i);
    if (outer && outer->kind == CS_NODE_TRY && is_tried(c, outer, i) &&
        catches_any(c, outer))
      return true;
    i = c->flat.items[i].parent;
  }
  return false;
}

static bool judge_known(cs_checker *c, const cs_node *n, cs_name module) {
  word w = word_of(c, module);
  if (c->rules->has_module(c->rules->user, w.text)) return true;
  cs_checker_find(c, "import", w.text, n, is_guarded(c, n),
                  "imports %s, which is not an engine module", w.text);
  return false;
}

/* Judge a module; false: it is refused and a finding says so. */
static bool judge_module(cs_checker *c, const cs_node *n, cs_name module,
                         const char *how) {
  if (c->rules->has_module) return judge_known(c, n, module);
  word w = word_of(c, module);
  cs_name blocked = module_marks(c, module, CS_MARK_BLOCK_IMPORT);
  if (blocked != CS_NAME_NONE) {
    NAME(blocked);
    cs_checker_find(c, "import", w.text, n, false,
                    "Import %s '%s' is not allowed (blocked: %.*s)", how,
                    w.text, len, text);
    return false;
  }
  if (!cs_rules_has(&c->rules->allow_imports)) return true;
  if (module_marks(c, module, CS_MARK_ALLOW_IMPORT) != CS_NAME_NONE)
    return true;
  cs_checker_find(c, "import", w.text, n, false,
                  "Import %s '%s' is not allowed (not in allow-list)", how,
                  w.text);
  return false;
}

static bool is_os(const cs_checker *c, cs_name name) {
  const cs_name_entry *e = cs_name_at(&c->unit.names, name);
  return e->len == 2 && memcmp(e->bytes, "os", 2) == 0;
}

static void refuse_os_name(cs_checker *c, const cs_node *n, cs_name name) {
  word w = word_of(c, name);
  cs_checker_find(c, "import", w.text, n, false,
                  "Import from 'os' of '%s' is not allowed", w.text);
}

/* `from os import x`, and `from os.x import y` as if x were imported. */
static void judge_os_names(cs_checker *c, const cs_node *n) {
  if (!cs_rules_has(&c->rules->allow_os)) return;
  if (is_os(c, n->name)) {
    for (uint32_t i = 0; i < n->import.names.n; i++) {
      const cs_node *alias = n->import.names.items[i];
      if (!(cs_checker_marks(c, alias->name) & CS_MARK_ALLOW_OS))
        refuse_os_name(c, alias, alias->name);
    }
    return;
  }
  if (!is_os(c, prefix(c, n->name, 1))) return;
  const cs_name_entry *e = cs_name_at(&c->unit.names, n->name);
  const char *sub = e->bytes + 3, *dot = memchr(sub, '.', e->len - 3);
  size_t len = dot ? (size_t)(dot - sub) : e->len - 3;
  cs_name name = cs_name_put(&c->unit.names, sub, len);
  if (!(cs_checker_marks(c, name) & CS_MARK_ALLOW_OS))
    refuse_os_name(c, n, name);
}

/* The names of `from package import module` may be modules themselves. */
static void judge_parts(cs_checker *c, const cs_node *n) {
  char path[512];
  word package = word_of(c, n->name);
  for (uint32_t i = 0; i < n->import.names.n; i++) {
    const cs_node *alias = n->import.names.items[i];
    word w = word_of(c, alias->name);
    int len = snprintf(path, sizeof path, "%s.%s", package.text, w.text);
    char *kept = cs_scratch_take(c->scratch, (size_t)len);
    if (!kept) continue;
    memcpy(kept, path, (size_t)len);
    cs_name full = cs_name_put(&c->unit.names, kept, (size_t)len);
    if (cs_checker_marks(c, full) & CS_MARK_BLOCK_IMPORT)
      cs_checker_find(c, "import", path, alias, false,
                      "Import from '%s' of '%s' is not allowed", package.text,
                      w.text);
  }
}

static void check_import_from(cs_checker *c, const cs_node *n) {
  bool listed = cs_rules_has(&c->rules->allow_imports) ||
                cs_rules_has(&c->rules->block_imports);
  bool closed = c->rules->flags & CS_RULES_CLOSED;
  bool calls = c->rules->flags & CS_RULES_CALLS;
  bool relative = n->import.level > 0;
  if (relative && listed && (closed || !calls || n->name == CS_NAME_NONE)) {
    cs_name dot = cs_name_put(&c->unit.names, ".", 1);
    if (!(cs_checker_marks(c, dot) & CS_MARK_ALLOW_IMPORT))
      cs_checker_find(c, "relative_import", ".", n, false,
                      "Relative imports are not allowed");
    return;
  }
  if (n->name == CS_NAME_NONE || (relative && c->rules->has_module)) return;
  if (!judge_module(c, n, n->name, "from")) return;
  judge_os_names(c, n);
  judge_parts(c, n);
}

static void check_import(cs_checker *c, const cs_node *n) {
  for (uint32_t i = 0; i < n->import.names.n; i++) {
    const cs_node *alias = n->import.names.items[i];
    (void)judge_module(c, alias, alias->name, "of");
  }
}

/* --- calls and attributes, by name --------------------------------------- */

static void check_builtin_call(cs_checker *c, const cs_node *n, cs_name name) {
  uint32_t marks = cs_checker_marks(c, name);
  word w = word_of(c, name);
  if (marks & CS_MARK_BLOCK_BUILTIN)
    cs_checker_find(c, "builtin", w.text, n, false,
                    "Call to builtin '%s' is not allowed", w.text);
  else if (marks & CS_MARK_BUILTIN && !(marks & CS_MARK_ALLOW_BUILTIN) &&
           cs_rules_has(&c->rules->allow_builtins))
    cs_checker_find(c, "builtin", w.text, n, false,
                    "Call to builtin '%s' is not in the allowed builtins list",
                    w.text);
}

static void check_call(cs_checker *c, const cs_node *n) {
  const cs_node *f = n->call.func;
  if (f->kind == CS_NODE_NAME) check_builtin_call(c, n, f->name);
  if (f->kind != CS_NODE_ATTRIBUTE) return;
  uint32_t marks = cs_checker_marks(c, f->name);
  if (!(marks & CS_MARK_DUNDER) || marks & CS_MARK_CALL_DUNDER) return;
  word w = word_of(c, f->name);
  cs_checker_find(c, "attribute", w.text, n, false,
                  "Call to dunder method '%s' is not allowed", w.text);
}

static void check_attribute(cs_checker *c, const cs_node *n) {
  uint32_t marks = cs_checker_marks(c, n->name);
  word w = word_of(c, n->name);
  bool on_os = n->value->kind == CS_NODE_NAME && is_os(c, n->value->name);
  if (on_os && !(marks & CS_MARK_ALLOW_OS) && cs_rules_has(&c->rules->allow_os))
    cs_checker_find(c, "attribute", w.text, n, false,
                    "Access to os.%s is not allowed", w.text);
  bool listed = cs_rules_has(&c->rules->allow_attributes);
  bool dunder = marks & CS_MARK_DUNDER && !(marks & CS_MARK_ALLOW_ATTR);
  if (marks & CS_MARK_BLOCK_ATTR || (listed && dunder))
    cs_checker_find(c, "attribute", w.text, n, false,
                    "Access to attribute '%s' is not allowed", w.text);
}

/* --- nodes --------------------------------------------------------------- */

static void refuse_node(cs_checker *c, const cs_node *n, const char *name) {
  cs_checker_find(c, "node", name, n, false,
                  "AST node type '%s' is not allowed", name);
}

static void check_op(cs_checker *c, const cs_node *n, unsigned op) {
  if (op != CS_OP_NONE && !c->allow_op[op])
    refuse_node(c, n, cs_ast_op_name((cs_op)op));
}

static void check_ops(cs_checker *c, const cs_node *n) {
  if (n->kind == CS_NODE_COMPARE)
    for (uint32_t i = 0; i < n->compare.comparators.n; i++)
      check_op(c, n, n->compare.ops[i]);
  else
    check_op(c, n, n->op);
}

static void check_node(cs_checker *c, const cs_node *n) {
  check_ops(c, n);
  bool calls = c->rules->flags & CS_RULES_CALLS;
  switch ((int)n->kind) {
    case CS_NODE_IMPORT: check_import(c, n); break;
    case CS_NODE_IMPORT_FROM: check_import_from(c, n); break;
    case CS_NODE_CALL:
      if (calls) check_call(c, n);
      break;
    case CS_NODE_ATTRIBUTE: check_attribute(c, n); break;
    default: break;
  }
}

/* Nodes without a place of their own are told at their parent's. */
static const cs_node *placed(const cs_checker *c, uint32_t i) {
  const cs_node *n = c->flat.items[i].node;
  while (n->line == 0 && c->flat.items[i].parent != CS_FLAT_NONE) {
    i = c->flat.items[i].parent;
    n = c->flat.items[i].node;
  }
  return n;
}

void cs_syntax_check(cs_checker *c) {
  for (uint32_t i = 0; i < c->flat.n;) {
    const cs_node *n = c->flat.items[i].node;
    if (c->allow_node[n->kind]) {
      check_node(c, n);
      i++;
      continue;
    }
    refuse_node(c, placed(c, i), cs_ast_kind_name((cs_node_kind)n->kind));
    i = c->flat.items[i].end;
  }
}
