/*
 * checker.c - marks of names, places of findings, texts within the text.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check/checker.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define INNER_DEPTH 4 /* exec in exec in exec */
#define NAME_SHOWN  200

/* --- marks --------------------------------------------------------------- */

typedef struct marked {
  const cs_rules_list *list;
  uint32_t mark;
} marked;

static void set_mark(cs_checker *c, const char *word, size_t len,
                     uint32_t mark) {
  cs_name name = cs_name_put(&c->unit.names, word, len);
  if (name && name < c->n_marks) c->marks[name] |= mark;
}

static void mark_list(cs_checker *c, const cs_rules_list *l, uint32_t mark) {
  const char *word;
  size_t len, at = 0;
  while (cs_rules_next(l, &at, &word, &len)) set_mark(c, word, len, mark);
}

/* The first dot of a dotted name; "." alone is none. */
static const char *find_dot(const char *word, size_t len) {
  const char *dot = memchr(word, '.', len);
  return dot == word || word[len - 1] == '.' ? NULL : dot;
}

/* "os.system": remember both ends. */
static void mark_members(cs_checker *c, const cs_rules_list *l) {
  const char *word;
  size_t len, at = 0;
  while (cs_rules_next(l, &at, &word, &len)) {
    const char *first = find_dot(word, len), *last = word + len;
    if (!first) continue;
    set_mark(c, word, (size_t)(first - word), CS_MARK_ROOT);
    while (last[-1] != '.') last--;
    set_mark(c, last, (size_t)(word + len - last), CS_MARK_MEMBER);
  }
}

/* Put the words into the table first: only then is its size known. */
static uint32_t count_names(cs_checker *c, const marked *rows, size_t n) {
  const char *word;
  size_t len;
  for (size_t i = 0; i < n; i++) {
    size_t at = 0;
    while (cs_rules_next(rows[i].list, &at, &word, &len)) {
      const char *dot = find_dot(word, len), *last = word + len;
      if (!cs_name_put(&c->unit.names, word, len)) return 0;
      if (!dot) continue;
      if (!cs_name_put(&c->unit.names, word, (size_t)(dot - word))) return 0;
      while (last[-1] != '.') last--;
      if (!cs_name_put(&c->unit.names, last, (size_t)(word + len - last)))
        return 0;
    }
  }
  return c->unit.names.n;
}

static bool is_dunder(const cs_name_entry *e) {
  return e->len > 4 && memcmp(e->bytes, "__", 2) == 0 &&
         memcmp(e->bytes + e->len - 2, "__", 2) == 0;
}

static cs_status mark_names(cs_checker *c) {
  const cs_rules *r = c->rules;
  const cs_rules_list members = {.words = r->profile->members};
  const cs_rules_list calls = {.words = r->profile->call_dunders};
  const cs_rules_list builtins = {.words = cs_rules_builtins};
  const marked rows[] = {{&r->allow_imports, CS_MARK_ALLOW_IMPORT},
                         {&r->block_imports, CS_MARK_BLOCK_IMPORT},
                         {&r->allow_builtins, CS_MARK_ALLOW_BUILTIN},
                         {&r->block_builtins, CS_MARK_BLOCK_BUILTIN},
                         {&builtins, CS_MARK_BUILTIN},
                         {&r->allow_attributes, CS_MARK_ALLOW_ATTR},
                         {&r->block_attributes, CS_MARK_BLOCK_ATTR},
                         {&r->allow_os, CS_MARK_ALLOW_OS},
                         {&calls, CS_MARK_CALL_DUNDER},
                         {&members, CS_MARK_BLOCK_ATTR}};
  const size_t n = sizeof rows / sizeof *rows;
  uint32_t names = count_names(c, rows, n);
  if (!names) return CS_ELIMIT;
  c->marks = cs_scratch_zero(c->scratch, names * sizeof *c->marks);
  if (!c->marks) return CS_ELIMIT;
  c->n_marks = names;
  for (size_t i = 0; i < n; i++) mark_list(c, rows[i].list, rows[i].mark);
  mark_members(c, &members);
  mark_members(c, &r->block_attributes);
  mark_members(c, &r->block_imports);
  for (cs_name i = 1; i < names; i++)
    if (is_dunder(cs_name_at(&c->unit.names, i))) c->marks[i] |= CS_MARK_DUNDER;
  return CS_OK;
}

/* --- kinds of nodes ------------------------------------------------------ */

/* Names of ast that our trees do not have. */
static const char foreign[] =
    " Load Store Del Param AugLoad AugStore Suite Index ExtSlice Num Str "
    "Bytes NameConstant Ellipsis TypeIgnore TemplateStr Interpolation ";

static bool is_foreign(const char *word, size_t len) {
  char padded[40];
  if (len > sizeof padded - 3) return false;
  snprintf(padded, sizeof padded, " %.*s ", (int)len, word);
  return strstr(foreign, padded) != NULL;
}

static bool is_word(const char *name, const char *word, size_t len) {
  return strlen(name) == len && memcmp(name, word, len) == 0;
}

static bool set_node(cs_checker *c, const char *word, size_t len, bool value) {
  bool found = false;
  for (int i = 0; i < CS_NODE_COUNT; i++) {
    if (!is_word(cs_ast_kind_name((cs_node_kind)i), word, len)) continue;
    c->allow_node[i] = value;
    found = true;
  }
  for (int i = CS_OP_ADD; i <= CS_OP_OR; i++) {
    if (!is_word(cs_ast_op_name((cs_op)i), word, len)) continue;
    c->allow_op[i] = value;
    found = true;
  }
  return found || is_foreign(word, len);
}

static cs_status set_nodes(cs_checker *c, const cs_rules_list *l, bool value,
                           cs_error *err) {
  const char *word;
  size_t len, at = 0;
  while (cs_rules_next(l, &at, &word, &len))
    if (!set_node(c, word, len, value))
      return cs_error_set(err, CS_EINVAL, "there is no node '%.*s'",
                          (int)(len < 60 ? len : 60), word);
  return CS_OK;
}

cs_status cs_checker_mark(cs_checker *c, cs_error *err) {
  const cs_rules *r = c->rules;
  bool all = !cs_rules_has(&r->allow_nodes);
  memset(c->allow_node, all, sizeof c->allow_node);
  memset(c->allow_op, all, sizeof c->allow_op);
  cs_status st = set_nodes(c, &r->allow_nodes, true, err);
  if (st == CS_OK) st = set_nodes(c, &r->block_nodes, false, err);
  return st == CS_OK ? mark_names(c) : st;
}

/* --- places -------------------------------------------------------------- */

static bool index_lines(cs_checker *c) {
  const cs_unit *u = &c->unit;
  uint32_t n = 1;
  for (size_t i = 0; i < u->len; i++) n += u->src[i] == '\n';
  c->lines = cs_scratch_take(c->scratch, n * sizeof *c->lines);
  if (!c->lines) return false;
  c->lines[0] = 0;
  c->n_lines = 1;
  for (size_t i = 0; i < u->len; i++)
    if (u->src[i] == '\n') c->lines[c->n_lines++] = (uint32_t)i + 1;
  return true;
}

/* Bytes of a line to characters, from 1.  Findings come in order, so counting
 * goes on from the last one: lines may be as long as the program. */
static uint32_t column_of(cs_checker *c, cs_checker_spot *last, uint32_t line,
                          uint32_t col) {
  if (!c->lines && !index_lines(c)) return col + 1;
  if (line == 0 || line > c->n_lines) return col + 1;
  if (last->line != line || last->bytes > col)
    *last = (cs_checker_spot){.line = line};
  size_t start = c->lines[line - 1];
  for (; last->bytes < col && start + last->bytes < c->unit.len; last->bytes++)
    last->chars +=
        ((unsigned char)c->unit.src[start + last->bytes] & 0xC0) != 0x80;
  return last->chars + 1;
}

static cs_place_range place_of(cs_checker *c, const cs_node *n) {
  if (c->inner) return c->inner->at;
  return (cs_place_range){n->line, column_of(c, &c->start, n->line, n->col),
                          n->end_line,
                          column_of(c, &c->end, n->end_line, n->end_col)};
}

/* --- findings ------------------------------------------------------------ */

const char *cs_checker_name(const cs_checker *c, cs_name name, int *len) {
  const cs_name_entry *e = cs_name_at(&c->unit.names, name);
  *len = e->len < NAME_SHOWN ? (int)e->len : NAME_SHOWN;
  return e->bytes;
}

void cs_checker_find(cs_checker *c, const char *rule, const char *name,
                     const cs_node *node, bool unsure, const char *format,
                     ...) {
  char text[512];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  if (c->rules->flags & CS_RULES_CLOSED) unsure = false;
  cs_place_range at = {0};
  if (!cs_report_is_full(c->report)) at = place_of(c, node);
  cs_report_add(c->report, rule, name, &at, unsure, "%s", text);
}

void cs_checker_inner(cs_checker *c, const cs_node *node, const char *text,
                      size_t len, cs_mode mode, bool loose) {
  uint8_t depth = c->inner ? (uint8_t)(c->inner->depth + 1) : 1;
  if (depth > INNER_DEPTH) {
    if (!loose)
      cs_checker_find(c, "dynamic_code", "exec", node, true,
                      "Cannot tell what code in code in code does");
    return;
  }
  cs_inner_text *t = cs_scratch_zero(&c->report->scratch, sizeof *t);
  char *copy = cs_scratch_take(&c->report->scratch, len + 1);
  if (!t || !copy) {
    c->report->failed = true;
    return;
  }
  memcpy(copy, text, len);
  *t = (cs_inner_text){.text = copy,
                       .len = len,
                       .at = place_of(c, node),
                       .mode = (uint8_t)mode,
                       .loose = loose,
                       .depth = depth};
  *c->last_inner = t;
  c->last_inner = &t->next;
}
