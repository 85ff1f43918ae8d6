/*
 * flow_tell.c - findings about what values turned out to be.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <string.h>

#include "check/flow.h"
#include "check/public.h"

/* A name, or a dotted one, as text; cut where it is absurdly long. */
typedef struct dotted {
  char text[CS_PATH_TEXT];
} dotted;

static void put_name(const cs_flow *f, dotted *d, cs_name name) {
  (void)cs_flow_text(f, 0, name, d->text);
}

static dotted text_of(const cs_flow *f, cs_atom a) {
  dotted d;
  (void)cs_flow_text(f, a, CS_NAME_NONE, d.text);
  return d;
}

/* --- which rules there are ----------------------------------------------- */

static bool has_import_rules(const cs_rules *r) {
  return cs_rules_has(&r->allow_imports) || cs_rules_has(&r->block_imports) ||
         r->has_module;
}

static bool has_name_rules(const cs_rules *r) {
  return r->profile->members || cs_rules_has(&r->block_attributes) ||
         cs_rules_has(&r->allow_attributes) ||
         cs_rules_has(&r->block_builtins) || cs_rules_has(&r->allow_builtins) ||
         cs_rules_has(&r->allow_os);
}

static bool is_closed(const cs_flow *f) {
  return f->c->rules->flags & CS_RULES_CLOSED;
}

/* --- paths --------------------------------------------------------------- */

static bool tell_module(cs_flow *f, const cs_node *n, cs_name name) {
  uint32_t marks = cs_checker_marks(f->c, name);
  bool blocked = marks & CS_MARK_BLOCK_IMPORT;
  bool missing = cs_rules_has(&f->c->rules->allow_imports) &&
                 !(marks & CS_MARK_ALLOW_IMPORT);
  dotted d = {""};
  put_name(f, &d, name);
  if (blocked)
    cs_checker_find(f->c, "import", d.text, n, false,
                    "Access to module '%s' is not allowed (blocked: %s)",
                    d.text, d.text);
  else if (missing)
    cs_checker_find(f->c, "import", d.text, n, false,
                    "Access to module '%s' is not allowed (not in allow-list)",
                    d.text);
  return blocked || missing;
}

/* Where calls by name are judged, the call itself was told already. */
static bool is_told(const cs_flow *f, const cs_node *n) {
  if (!(f->c->rules->flags & CS_RULES_CALLS) || n->kind != CS_NODE_NAME)
    return false;
  uint32_t i = cs_flat_find(f->flat, n);
  const cs_node *p = i == CS_FLAT_NONE ? NULL : cs_flat_parent(f->flat, i);
  return p && p->kind == CS_NODE_CALL && p->call.func == n;
}

static bool tell_builtin(cs_flow *f, const cs_node *n, cs_name name) {
  uint32_t marks = cs_checker_marks(f->c, name);
  bool blocked = marks & CS_MARK_BLOCK_BUILTIN;
  bool missing = cs_rules_has(&f->c->rules->allow_builtins) &&
                 !(f->c->rules->flags & CS_RULES_CALLS) &&
                 marks & CS_MARK_BUILTIN && !(marks & CS_MARK_ALLOW_BUILTIN);
  dotted d = {""};
  put_name(f, &d, name);
  if (is_told(f, n)) return blocked || missing;
  if (blocked)
    cs_checker_find(f->c, "builtin", d.text, n, false,
                    "Use of builtin '%s' is not allowed", d.text);
  else if (missing)
    cs_checker_find(f->c, "builtin", d.text, n, false,
                    "Use of builtin '%s' is not in the allowed builtins list",
                    d.text);
  return blocked || missing;
}

static bool is_refused_member(const cs_flow *f, const char *text) {
  cs_name name = cs_name_put(&f->c->unit.names, text, strlen(text));
  return name && cs_checker_marks(f->c, name) &
                     (CS_MARK_BLOCK_ATTR | CS_MARK_BLOCK_IMPORT);
}

/* Names put into the table must outlive it. */
static const char *keep(cs_flow *f, const char *text) {
  size_t n = strlen(text) + 1;
  char *copy = cs_scratch_take(f->c->scratch, n + 8);
  if (!copy) {
    f->failed = true;
    return "";
  }
  memcpy(copy, text, n);
  return copy;
}

static bool is_hidden_os(const cs_flow *f, cs_atom a) {
  const cs_path *p = cs_paths_at(&f->paths, a);
  if (!cs_rules_has(&f->c->rules->allow_os) || p->depth != 2) return false;
  dotted d = text_of(f, p->parent);
  return strcmp(d.text, "os") == 0 &&
         !(cs_checker_marks(f->c, p->name) & CS_MARK_ALLOW_OS);
}

bool cs_flow_tell_path(cs_flow *f, const cs_node *n, cs_atom a) {
  if (!cs_atom_is_path(a) || a == f->builtins) return false;
  const cs_path *p = cs_paths_at(&f->paths, a);
  if (!p->parent) return tell_module(f, n, p->name);
  if (p->parent == f->builtins) return tell_builtin(f, n, p->name);
  dotted d = text_of(f, a);
  if (!is_refused_member(f, keep(f, d.text)) && !is_hidden_os(f, a))
    return false;
  cs_checker_find(f->c, "attribute", d.text, n, false,
                  "Access to %s is not allowed", d.text);
  return true;
}

/* --- closing rules: names of modules ------------------------------------- */

static void tell_private(cs_flow *f, const cs_node *n, cs_atom module,
                         cs_name name) {
  const cs_path *p = cs_paths_at(&f->paths, module);
  dotted m = text_of(f, module), d = {""};
  put_name(f, &d, name);
  bool bad = false;
  if (strcmp(m.text, "os") == 0 || strcmp(m.text, "builtins") == 0) return;
  if (cs_public_knows(m.text))
    bad = !cs_public_has(m.text, d.text);
  else if (p->depth == 1)
    bad = d.text[0] == '_' ||
          (cs_public_is_module(d.text) && strcmp(m.text, d.text) != 0);
  if (bad && !(cs_checker_marks(f->c, name) & CS_MARK_DUNDER))
    cs_checker_find(f->c, "attribute", d.text, n, false,
                    "Access to attribute '%s' of module '%s' is not allowed",
                    d.text, m.text);
}

/* --- names --------------------------------------------------------------- */

/* Names every module has that lead to the import machinery. */
static bool is_machinery(const cs_flow *f, cs_name name) {
  dotted d = {""};
  put_name(f, &d, name);
  return strcmp(d.text, "__builtins__") == 0 ||
         strcmp(d.text, "__loader__") == 0 || strcmp(d.text, "__spec__") == 0;
}

static void tell_bare_module(cs_flow *f, uint32_t i, const cs_node *n,
                             const cs_known *k) {
  const cs_node *p = cs_flat_parent(f->flat, i);
  if (p && p->kind == CS_NODE_ATTRIBUTE) return;
  for (unsigned j = 0; j < k->self.n; j++) {
    if (!cs_atom_is_path(k->self.at[j])) continue;
    dotted d = text_of(f, k->self.at[j]);
    if (strcmp(d.text, "os") == 0)
      cs_checker_find(f->c, "module", "os", n, false,
                      "Module 'os' may only be used as os.x");
  }
}

void cs_flow_tell_name(cs_flow *f, uint32_t i, const cs_node *n,
                       const cs_known *k) {
  for (unsigned j = 0; j < k->self.n; j++) {
    cs_atom a = k->self.at[j];
    if (!cs_atom_is_path(a)) continue;
    const cs_path *p = cs_paths_at(&f->paths, a);
    bool here = p->name == n->name && p->parent;
    bool star = false;
    for (unsigned s = 0; s < f->n_star; s++) star |= f->star[s] == p->parent;
    if (here && (p->parent == f->builtins || star))
      (void)cs_flow_tell_path(f, n, a);
  }
  const cs_rules *r = f->c->rules;
  if (is_machinery(f, n->name) && r->profile->members)
    cs_checker_find(f->c, "builtin", "__builtins__", n, false,
                    "Use of the import machinery is not allowed");
  if (is_closed(f) && cs_rules_has(&r->allow_os)) tell_bare_module(f, i, n, k);
}

/* --- attributes ---------------------------------------------------------- */

/* Nothing but a module for processes has these. */
static bool is_telling(const cs_flow *f, cs_name name) {
  static const char telling[] =
      " system popen fork forkpty execl execle execlp execlpe execv execve "
      "execvp execvpe spawnl spawnle spawnlp spawnlpe spawnv spawnve spawnvp "
      "spawnvpe posix_spawn posix_spawnp create_subprocess_exec "
      "create_subprocess_shell _getframe ";
  dotted d = {" "};
  if (!(cs_checker_marks(f->c, name) & CS_MARK_MEMBER)) return false;
  const cs_name_entry *e = cs_name_at(&f->c->unit.names, name);
  snprintf(d.text, sizeof d.text, " %.*s ", (int)(e->len < 100 ? e->len : 100),
           e->bytes);
  return strstr(telling, d.text) != NULL;
}

static bool has_function(cs_flow *f, cs_name name) {
  const cs_known *field = cs_flow_field(f, name);
  return field && field->self.n_fn > 0;
}

static void tell_maybe(cs_flow *f, const cs_node *n, cs_name name) {
  dotted d = {""};
  put_name(f, &d, name);
  cs_checker_find(f->c, "attribute", d.text, n, true,
                  "Cannot tell whose attribute '%s' is", d.text);
}

/* Elements of a container: one of them may be what is asked here. */
static void tell_held(cs_flow *f, const cs_node *n, const cs_facts *held,
                      cs_name name) {
  for (unsigned i = 0; i < held->n; i++) {
    if (!cs_atom_is_path(held->at[i])) continue;
    cs_atom a = cs_flow_member(f, held->at[i], name);
    if (!a || !cs_paths_at(&f->paths, a)->parent) continue;
    dotted d = text_of(f, a);
    if (is_refused_member(f, keep(f, d.text))) tell_maybe(f, n, name);
  }
}

static void tell_member(cs_flow *f, const cs_node *n, const cs_known *base,
                        cs_name name) {
  bool path = false, told = false;
  for (unsigned i = 0; i < base->self.n; i++) {
    cs_atom a = base->self.at[i];
    if (!cs_atom_is_path(a)) continue;
    path = true;
    told |= cs_flow_tell_path(f, n, cs_flow_member(f, a, name));
    if (is_closed(f)) tell_private(f, n, a, name);
  }
  if (told) return;
  tell_held(f, n, &base->held, name);
  uint32_t marks = cs_checker_marks(f->c, name);
  bool unknown = !path && !has_function(f, name);
  bool module = marks & (CS_MARK_ROOT | CS_MARK_BLOCK_IMPORT);
  if ((unknown && is_telling(f, name)) || (base->self.dim && module) ||
      (base->self.many && marks & CS_MARK_MEMBER))
    tell_maybe(f, n, name);
}

/* Is this what a call calls? */
static bool is_called(const cs_flow *f, const cs_node *n) {
  uint32_t i = cs_flat_find(f->flat, n);
  const cs_node *p = i == CS_FLAT_NONE ? NULL : cs_flat_parent(f->flat, i);
  return p && p->kind == CS_NODE_CALL && p->call.func == n;
}

/* random._x: nobody promises what it is. */
static void tell_hidden(cs_flow *f, const cs_node *n, const cs_known *base) {
  dotted d = {""};
  put_name(f, &d, n->name);
  if (d.text[0] != '_' || cs_checker_marks(f->c, n->name) & CS_MARK_DUNDER ||
      strcmp(d.text, "_exit") == 0 || strcmp(d.text, "_") == 0)
    return;
  for (unsigned i = 0; i < base->self.n; i++) {
    cs_atom a = base->self.at[i];
    cs_atom m = cs_flow_member(f, a, n->name);
    if (!m || !cs_paths_at(&f->paths, m)->parent) continue; /* a module */
    if (cs_paths_at(&f->paths, a)->depth == 1) tell_maybe(f, n, n->name);
  }
}

void cs_flow_tell_attribute(cs_flow *f, const cs_node *n,
                            const cs_known *base) {
  const cs_rules *r = f->c->rules;
  if (!has_name_rules(r) && !has_import_rules(r)) return;
  tell_member(f, n, base, n->name);
  if (r->profile->members && !r->has_module) tell_hidden(f, n, base);
  dotted d = {""};
  put_name(f, &d, n->name);
  if ((strcmp(d.text, "__getattribute__") == 0 ||
       strcmp(d.text, "__getattr__") == 0) &&
      !is_called(f, n))
    cs_flow_tell_getattr(f, n, base, CS_NAME_NONE);
}

/* Each part of "a.b", as attrgetter takes it. */
static void tell_parts(cs_flow *f, const cs_node *n, cs_name name) {
  const cs_rules *r = f->c->rules;
  const cs_name_entry *e = cs_name_at(&f->c->unit.names, name);
  const char *at = e->bytes, *end = at + e->len;
  while (at < end) {
    const char *dot = memchr(at, '.', (size_t)(end - at));
    if (!dot) dot = end;
    if (dot == at) return;
    cs_name part = cs_name_put(&f->c->unit.names, at, (size_t)(dot - at));
    uint32_t marks = cs_checker_marks(f->c, part);
    dotted d = {""};
    put_name(f, &d, part);
    if (marks & CS_MARK_BLOCK_ATTR ||
        (cs_rules_has(&r->allow_attributes) && marks & CS_MARK_DUNDER &&
         !(marks & CS_MARK_ALLOW_ATTR)))
      cs_checker_find(f->c, "attribute", d.text, n, false,
                      "Access to attribute '%s' is not allowed", d.text);
    at = dot + 1;
  }
}

void cs_flow_tell_getattr(cs_flow *f, const cs_node *n, const cs_known *base,
                          cs_name name) {
  if (!has_name_rules(f->c->rules)) return;
  if (name == CS_NAME_NONE) {
    cs_checker_find(f->c, "dynamic_attribute", "getattr", n, true,
                    "Cannot tell which attribute is read");
    return;
  }
  tell_parts(f, n, name);
  tell_member(f, n, base, name);
}

void cs_flow_tell_entry(cs_flow *f, const cs_node *n, const cs_known *base,
                        cs_name key) {
  for (unsigned i = 0; base && i < base->self.n; i++) {
    cs_atom a = base->self.at[i];
    cs_known found = {.self = {.n = 0}};
    if (!cs_flow_look_up(f, a, key, &found)) continue;
    for (unsigned k = 0; k < found.self.n; k++)
      (void)cs_flow_tell_path(f, n, found.self.at[k]);
    if (key != CS_NAME_NONE) continue;
    if (a == f->special[CS_FLOW_SYS_MODULES] && has_import_rules(f->c->rules))
      cs_checker_find(f->c, "dynamic_import", "sys.modules", n, true,
                      "Cannot tell which module is taken from sys.modules");
    else if (a != f->special[CS_FLOW_SYS_MODULES])
      cs_flow_tell_getattr(f, n, base, CS_NAME_NONE);
  }
}

/* --- imports ------------------------------------------------------------- */

/* A module and the packages around it.  `written`: blocked imports were told
 * where they stand. */
static void tell_prefixes(cs_flow *f, const cs_node *n, cs_atom a,
                          bool written) {
  for (; a && cs_paths_at(&f->paths, a)->parent;
       a = cs_paths_at(&f->paths, a)->parent) {
    char text[CS_PATH_TEXT];
    (void)cs_flow_text(f, a, CS_NAME_NONE, text);
    cs_name name = cs_name_put(&f->c->unit.names, keep(f, text), strlen(text));
    if (!written || !(cs_checker_marks(f->c, name) & CS_MARK_BLOCK_IMPORT))
      (void)cs_flow_tell_path(f, n, a);
  }
}

static void tell_star(cs_flow *f, const cs_node *n) {
  const cs_rules *r = f->c->rules;
  bool listed = has_import_rules(r) && !r->profile->members;
  if (is_closed(f) || listed)
    cs_checker_find(f->c, "star_import", "*", n, false,
                    "Star imports are not allowed");
}

void cs_flow_tell_import(cs_flow *f, const cs_node *n, const cs_node *alias) {
  if (n->kind == CS_NODE_IMPORT) {
    tell_prefixes(f, alias, cs_flow_module(f, alias->name), true);
    return;
  }
  if (alias->name == CS_NAME_STAR) {
    tell_star(f, alias);
    return;
  }
  cs_atom module = n->import.level ? 0 : cs_flow_module(f, n->name);
  if (!module) return;
  cs_atom a = cs_flow_member(f, module, alias->name);
  if (a && !cs_paths_at(&f->paths, a)->parent)
    (void)cs_flow_tell_path(f, alias, a); /* from pathlib import os */
  tell_prefixes(f, alias, a, true);
  if (is_closed(f)) tell_private(f, alias, module, alias->name);
}

static void tell_top(cs_flow *f, const cs_node *n, cs_name top,
                     const char *full) {
  uint32_t marks = cs_checker_marks(f->c, top);
  dotted d = {""};
  put_name(f, &d, top);
  if (marks & CS_MARK_BLOCK_IMPORT)
    cs_checker_find(f->c, "import", full, n, false,
                    "Import of '%s' is not allowed (blocked: %s)", full,
                    d.text);
  else if (cs_rules_has(&f->c->rules->allow_imports) &&
           !(marks & CS_MARK_ALLOW_IMPORT))
    cs_checker_find(f->c, "import", full, n, false,
                    "Import of '%s' is not allowed (not in allow-list)", full);
}

/* import_module(".x", "package") */
static bool is_relative(const cs_flow *f, cs_name module) {
  const cs_name_entry *e = cs_name_at(&f->c->unit.names, module);
  return e->len > 0 && e->bytes[0] == '.';
}

void cs_flow_tell_dynamic(cs_flow *f, const cs_node *n, cs_name module) {
  if (!has_import_rules(f->c->rules)) return;
  cs_atom a = cs_flow_module(f, module), top = a;
  if (module && is_relative(f, module)) {
    if (!f->c->rules->has_module)
      cs_checker_find(f->c, "relative_import", ".", n, false,
                      "Relative imports are not allowed");
    return;
  }
  if (!a) {
    cs_checker_find(f->c, "dynamic_import", "__import__", n, true,
                    "Cannot tell which module is imported");
    return;
  }
  tell_prefixes(f, n, a, false);
  while (cs_paths_at(&f->paths, top)->parent)
    top = cs_paths_at(&f->paths, top)->parent;
  dotted d = text_of(f, a);
  const cs_rules *r = f->c->rules;
  if (r->has_module && !r->has_module(r->user, d.text))
    cs_checker_find(f->c, "import", d.text, n, false,
                    "imports %s, which is not an engine module", d.text);
  tell_top(f, n, cs_paths_at(&f->paths, top)->name, d.text);
}

/* --- what cannot be told ------------------------------------------------- */

void cs_flow_tell_code(cs_flow *f, const cs_node *n, const char *name) {
  if (has_name_rules(f->c->rules) || has_import_rules(f->c->rules))
    cs_checker_find(f->c, "dynamic_code", name, n, true,
                    "Cannot tell which code is run");
}

void cs_flow_tell_loose(cs_flow *f, const cs_node *n, cs_atom a) {
  const char *rule = NULL;
  bool dict = cs_atom_is_path(a) && a != f->builtins &&
              cs_flow_look_up(f, a, CS_NAME_NONE, NULL);
  switch ((int)cs_flow_special_of(f, a)) {
    case CS_FLOW_GETATTR:
    case CS_FLOW_VARS:
    case CS_FLOW_GLOBALS:
    case CS_FLOW_LOCALS:
    case CS_FLOW_NAMESPACE:
    case CS_FLOW_ATTRGETTER:
    case CS_FLOW_METHODCALLER: rule = "dynamic_attribute"; break;
    case CS_FLOW_IMPORT:
    case CS_FLOW_IMPORTLIB_IMPORT:
    case CS_FLOW_IMPORT_MODULE:
    case CS_FLOW_SYS_MODULES: rule = "dynamic_import"; break;
    case CS_FLOW_EVAL:
    case CS_FLOW_EXEC:
    case CS_FLOW_COMPILE: rule = "dynamic_code"; break;
    default: rule = dict ? "dynamic_attribute" : NULL; break;
  }
  if (!rule) return;
  const cs_rules *r = f->c->rules;
  const cs_path *p = cs_paths_at(&f->paths, a);
  if (!has_name_rules(r) && !has_import_rules(r)) return;
  if (cs_checker_marks(f->c, p->name) & CS_MARK_BLOCK_BUILTIN)
    return; /* told where it was read */
  if (f->n_vague++ >= CS_FLOW_VAGUE) return;
  dotted d = text_of(f, a);
  cs_checker_find(f->c, rule, d.text, n, true,
                  "Cannot tell what is done with '%s' here", d.text);
}

void cs_flow_tell_many(cs_flow *f, const cs_node *n) {
  if (f->n_vague++ >= CS_FLOW_VAGUE) return;
  if (has_name_rules(f->c->rules) || has_import_rules(f->c->rules))
    cs_checker_find(f->c, "tangled", "", n, true,
                    "Cannot tell what is called here");
}
