/*
 * check.c - a tree becomes the fields of a policy, or a fault.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "policy/check.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/weaken.h"
#include "policy/scalar.h"
#include "policy/texts.h"

typedef struct cs_check {
  cs_policy *p;
  const char *file;
  cs_policy_fault *fault;
  char key[128]; /* of the field that is being read, for faults */
} cs_check;

/* --- faults -----------------------------------------------------------------
 */

#define FAULT(c, v, near, ...)                                                \
  cs_fault_set((c)->fault, CS_FAULT_INVALID,                                  \
               (cs_fault_place){(c)->file, (v)->line, (v)->column}, (c)->key, \
               near, __VA_ARGS__)

static const char *what_is(const cs_pvalue *v) {
  if (v->kind == CS_PV_LIST) return "a list";
  if (v->kind == CS_PV_MAP) return "a mapping";
  return v->plain && cs_scalar_is_null(v->text) ? "null" : NULL;
}

static cs_status wrong_type(cs_check *c, const cs_pvalue *v,
                            const char *wanted) {
  const char *is = what_is(v);
  if (is) return FAULT(c, v, NULL, "'%s' is %s, not %s", c->key, is, wanted);
  return FAULT(c, v, NULL, "'%s' is %s'%.60s', not %s", c->key,
               v->plain ? "" : "the text ", v->text, wanted);
}

static cs_status wrong_word(cs_check *c, const cs_pvalue *v,
                            const char *words) {
  char near[64] = "";
  cs_word_walk walk = {.at = words};
  (void)cs_schema_nearest(v->text, cs_schema_next_word, &walk, near);
  return FAULT(c, v, near, "'%s' is '%.60s', not one of %s", c->key, v->text,
               words);
}

static const char *next_report_key(void *state) {
  int *at = state;
  static const char *const more[] = {
#define X(key) key,
      CS_POLICY_REPORT_LIST(X)
#undef X
  };
  int i = (*at)++, derived = sizeof more / sizeof *more;
  if (i < derived) return more[i];
  i -= derived;
  return i < CS_POLICY_FIELDS ? cs_schema[i].key : NULL;
}

static cs_status wrong_report_key(cs_check *c, const cs_pvalue *v) {
  char near[64] = "";
  int at = 0;
  (void)cs_schema_nearest(v->text, next_report_key, &at, near);
  return FAULT(c, v, near,
               "'%s' has '%.80s', which is not a key of the enforcement report",
               c->key, v->text);
}

/* --- scalars ----------------------------------------------------------------
 */

static cs_status read_bool(cs_check *c, const cs_pvalue *v, cs_pvalue *out) {
  bool truth =
      v->kind == CS_PV_TEXT && v->plain && strcmp(v->text, "true") == 0;
  bool lie = v->kind == CS_PV_TEXT && v->plain && strcmp(v->text, "false") == 0;
  if (!truth && !lie) return wrong_type(c, v, cs_scalar_example(CS_TYPE_BOOL));
  *out = *v;
  out->kind = CS_PV_BOOL;
  out->text = NULL;
  out->number = truth;
  return CS_OK;
}

static cs_status read_number(cs_check *c, const cs_pfield *f,
                             const cs_pvalue *v, cs_pvalue *out) {
  uint64_t n = 0;
  char least[32], most[32];
  cs_scalar_result r = CS_SCALAR_TYPE;
  if (v->kind == CS_PV_TEXT) r = cs_scalar_read(f->type, v->text, v->plain, &n);
  if (r == CS_SCALAR_TYPE) return wrong_type(c, v, cs_scalar_example(f->type));
  if (r == CS_SCALAR_RANGE || n < f->least || n > f->most) {
    cs_scalar_print(f->type, f->least, least);
    cs_scalar_print(f->type, f->most, most);
    return FAULT(c, v, NULL, "'%s' is %.60s; it must be between %s and %s",
                 c->key, v->text, least, most);
  }
  *out = *v;
  out->kind = CS_PV_INT;
  out->text = NULL;
  out->number = n;
  return CS_OK;
}

/* Plain words that mean something else than text are not text. */
static bool is_text(const cs_pvalue *v) {
  return v->kind == CS_PV_TEXT && !(v->plain && cs_scalar_is_typed(v->text));
}

static cs_status read_text(cs_check *c, const cs_pfield *f, const cs_pvalue *v,
                           cs_pvalue *out) {
  if (!is_text(v)) {
    if (what_is(v)) return wrong_type(c, v, "a text");
    return FAULT(c, v, NULL, "'%s' is %.60s, not a text; write \"%.60s\"",
                 c->key, v->text, v->text);
  }
  if (f->words && cs_schema_word(f->words, v->text) < 0)
    return wrong_word(c, v, f->words);
  if (f->rule == CS_TEXT_KEY && !cs_schema_is_report_key(v->text))
    return wrong_report_key(c, v);
  const char *wrong = cs_texts_check(f->rule, v->text);
  if (wrong)
    return FAULT(c, v, NULL, "'%s': '%.80s' %s", c->key, v->text, wrong);
  if (f->most && strlen(v->text) > f->most)
    return FAULT(c, v, NULL, "'%s' has more than %" PRIu64 " bytes", c->key,
                 f->most);
  *out = *v;
  return CS_OK;
}

/* --- entries ----------------------------------------------------------------
 */

static cs_status read_field(cs_check *c, const cs_pfield *f, const cs_pvalue *v,
                            cs_pvalue *out);

static cs_status unknown_in_shape(cs_check *c, const cs_pshape *s,
                                  const cs_pvalue *v) {
  char words[256] = "", near[64] = "";
  size_t n = 0;
  for (size_t i = 0; i < s->nfields && n < sizeof words; i++)
    n += (size_t)snprintf(words + n, sizeof words - n, "%s%s", i ? "|" : "",
                          s->fields[i].key);
  cs_word_walk walk = {.at = words};
  (void)cs_schema_nearest(v->key, cs_schema_next_word, &walk, near);
  cs_fault_place at = {c->file, v->key_line, v->key_column};
  return cs_fault_set(c->fault, CS_FAULT_INVALID, at, c->key, near,
                      "'%s' has an unknown key '%.60s'; it has %s", c->key,
                      v->key, words);
}

/* All fields of the shape, in its order, with the defaults of absent ones. */
static cs_status default_entry(cs_check *c, const cs_pshape *s,
                               const cs_pvalue *v, cs_pvalue *out) {
  cs_pvalue *items = cs_pvalue_items(&c->p->mem, s->nfields);
  if (!items) return cs_fault_memory(c->fault);
  for (size_t i = 0; i < s->nfields; i++) {
    if (cs_policy_default(c->p, &s->fields[i], &items[i]) != CS_OK)
      return cs_fault_memory(c->fault);
    items[i].key = s->fields[i].key;
  }
  *out = *v;
  out->kind = CS_PV_MAP;
  out->text = NULL;
  out->items = items;
  out->n = s->nfields;
  return CS_OK;
}

static cs_status read_entry_field(cs_check *c, const cs_pshape *s,
                                  const cs_pvalue *v, cs_pvalue *entry) {
  size_t i = 0, end = strlen(c->key);
  while (i < s->nfields && strcmp(s->fields[i].key, v->key) != 0) i++;
  if (i == s->nfields) return unknown_in_shape(c, s, v);
  snprintf(c->key + end, sizeof c->key - end, ".%s", v->key);
  cs_status st = read_field(c, &s->fields[i], v, &entry->items[i]);
  c->key[end] = 0;
  return st;
}

/* A path is a text; only a literal one with a star stays what it is. */
static void simplify_path(cs_pvalue *entry) {
  const cs_pvalue *path = cs_pvalue_find(entry, "path");
  const cs_pvalue *literal = cs_pvalue_find(entry, "literal");
  if (!path || !literal || !path->text) return;
  if (literal->number && strchr(path->text, '*')) return;
  entry->kind = CS_PV_TEXT;
  entry->text = path->text;
  entry->items = NULL;
  entry->n = 0;
}

/* The default port is that of the protocol. */
static void adjust_ports(cs_pvalue *entry) {
  const cs_pvalue *proto = cs_pvalue_find(entry, "proto");
  for (size_t i = 0; proto && i < entry->n; i++) {
    cs_pvalue *ports = &entry->items[i];
    if (strcmp(ports->key, "ports") == 0 && !ports->given && ports->n == 1 &&
        strcmp(proto->text, "http") == 0)
      ports->items[0].number = 80;
  }
}

static cs_status read_object(cs_check *c, const cs_pshape *s,
                             const cs_pvalue *v, cs_pvalue *out) {
  cs_status st = default_entry(c, s, v, out);
  for (size_t i = 0; st == CS_OK && i < v->n; i++)
    st = read_entry_field(c, s, &v->items[i], out);
  if (st != CS_OK) return st;
  adjust_ports(out);
  simplify_path(out);
  return CS_OK;
}

static cs_status read_entry(cs_check *c, const cs_pshape *s, const cs_pvalue *v,
                            cs_pvalue *out) {
  if (s->text_only) return read_field(c, &s->fields[0], v, out);
  if (v->kind == CS_PV_MAP) return read_object(c, s, v, out);
  if (s->text_field < 0) return wrong_type(c, v, "a mapping");
  if (v->kind != CS_PV_TEXT) return wrong_type(c, v, "a text or a mapping");
  cs_pvalue text;
  cs_status st = read_field(c, &s->fields[s->text_field], v, &text);
  if (st == CS_OK) st = default_entry(c, s, v, out);
  if (st != CS_OK) return st;
  text.key = s->fields[s->text_field].key;
  out->items[s->text_field] = text;
  simplify_path(out);
  return CS_OK;
}

/* --- lists and maps ---------------------------------------------------------
 */

static cs_status read_item(cs_check *c, const cs_pfield *f, const cs_pvalue *v,
                           cs_pvalue *out) {
  if (!f->shape) {
    cs_pfield text = *f;
    text.type = CS_TYPE_TEXT;
    text.most = 0;
    return read_text(c, &text, v, out);
  }
  if (f->type == CS_TYPE_MAP) {
    const char *wrong = cs_texts_check(f->shape->keys, v->key);
    if (wrong)
      return FAULT(c, v, NULL, "'%s': the key '%.60s' %s", c->key, v->key,
                   wrong);
  }
  return read_entry(c, f->shape, v, out);
}

static cs_status read_list(cs_check *c, const cs_pfield *f, const cs_pvalue *v,
                           cs_pvalue *out) {
  cs_pvalue_kind kind = f->type == CS_TYPE_MAP ? CS_PV_MAP : CS_PV_LIST;
  if (v->kind != kind) return wrong_type(c, v, cs_scalar_example(f->type));
  if (v->n > f->most)
    return FAULT(c, v, NULL,
                 "'%s' has %zu entries; at most %" PRIu64 " are allowed",
                 c->key, v->n, f->most);
  cs_pvalue list = *v;
  list.items = cs_pvalue_items(&c->p->mem, v->n);
  if (!list.items) return cs_fault_memory(c->fault);
  for (size_t i = 0; i < v->n; i++) {
    cs_status st = read_item(c, f, &v->items[i], &list.items[i]);
    if (st != CS_OK) return st;
  }
  *out = list;
  return CS_OK;
}

static cs_status read_field(cs_check *c, const cs_pfield *f, const cs_pvalue *v,
                            cs_pvalue *out) {
  switch (f->type) {
    case CS_TYPE_BOOL: return read_bool(c, v, out);
    case CS_TYPE_COUNT:
    case CS_TYPE_SIZE:
    case CS_TYPE_TIME:
    case CS_TYPE_CPUS: return read_number(c, f, v, out);
    case CS_TYPE_WORD:
    case CS_TYPE_TEXT: return read_text(c, f, v, out);
    case CS_TYPE_LIST:
    case CS_TYPE_MAP: return read_list(c, f, v, out);
    case CS_TYPE_SPAWN:
      if (v->kind == CS_PV_LIST) return read_list(c, f, v, out);
      if (v->kind == CS_PV_MAP)
        return wrong_type(c, v, cs_scalar_example(f->type));
      return read_bool(c, v, out);
  }
  return CS_EINVAL;
}

/* --- sections ---------------------------------------------------------------
 */

/* Names at one level: of a section, or the fields and sections at the top. */
typedef struct cs_key_walk {
  const char *section; /* NULL: the top */
  int at;
  char name[64];
} cs_key_walk;

static const char *next_key(void *state) {
  cs_key_walk *w = state;
  size_t n = w->section ? strlen(w->section) : 0;
  while (w->at < CS_POLICY_FIELDS) {
    const char *key = cs_schema[w->at++].key;
    if (n && !(strncmp(key, w->section, n) == 0 && key[n] == '.')) continue;
    const char *name = n ? key + n + 1 : key;
    snprintf(w->name, sizeof w->name, "%.*s", (int)strcspn(name, "."), name);
    return w->name;
  }
  return NULL;
}

/* A key of another section: "pids" is meant as "limits.pids". */
static void find_elsewhere(const char *key, char near[64]) {
  for (int id = 0; id < CS_POLICY_FIELDS; id++) {
    const char *dot = strchr(cs_schema[id].key, '.');
    if (!dot || strcmp(dot + 1, key) != 0) continue;
    snprintf(near, 64, "%s", cs_schema[id].key);
    return;
  }
}

static cs_status unknown_key(cs_check *c, const char *section,
                             const cs_pvalue *v) {
  char near[64] = "";
  if (cs_weaken("L10")) return CS_OK; /* redteam: L10 */
  cs_key_walk walk = {.section = section};
  if (!cs_schema_nearest(v->key, next_key, &walk, near))
    find_elsewhere(v->key, near);
  cs_fault_place at = {c->file, v->key_line, v->key_column};
  return cs_fault_set(c->fault, CS_FAULT_INVALID, at, v->key, near,
                      "unknown key '%.60s'%s%s", v->key, section ? " in " : "",
                      section ? section : "");
}

static cs_status read_key(cs_check *c, const char *section,
                          const cs_pvalue *v) {
  int n = snprintf(c->key, sizeof c->key, "%s%s%s", section ? section : "",
                   section ? "." : "", v->key);
  cs_policy_field id = CS_POLICY_FIELDS;
  if (n > 0 && (size_t)n < sizeof c->key && (section || !strchr(v->key, '.')))
    id = cs_schema_find(c->key);
  if (id == CS_POLICY_FIELDS) return unknown_key(c, section, v);
  return read_field(c, &cs_schema[id], v, &c->p->field[id]);
}

static bool is_section(const char *name) {
  size_t n = strlen(name);
  for (int id = 0; id < CS_POLICY_FIELDS; id++)
    if (strncmp(cs_schema[id].key, name, n) == 0 && cs_schema[id].key[n] == '.')
      return true;
  return false;
}

static cs_status read_section(cs_check *c, const cs_pvalue *v) {
  snprintf(c->key, sizeof c->key, "%.60s", v->key);
  if (v->kind != CS_PV_MAP) return wrong_type(c, v, "a mapping");
  for (size_t i = 0; i < v->n; i++) {
    cs_status st = read_key(c, v->key, &v->items[i]);
    if (st != CS_OK) return st;
  }
  return CS_OK;
}

cs_status cs_check_tree(cs_policy *p, const cs_pvalue *root, const char *file,
                        cs_policy_fault *fault) {
  cs_check c = {.p = p, .file = file, .fault = fault, .key = "policy"};
  if (root->kind != CS_PV_MAP) return wrong_type(&c, root, "a mapping");
  for (size_t i = 0; i < root->n; i++) {
    const cs_pvalue *v = &root->items[i];
    cs_status st =
        is_section(v->key) ? read_section(&c, v) : read_key(&c, NULL, v);
    if (st != CS_OK) return st;
  }
  snprintf(c.key, sizeof c.key, "version");
  if (!p->field[CS_POLICY_VERSION].given)
    return FAULT(&c, root, "version: 1", "the key 'version' is missing");
  return CS_OK;
}
