/*
 * format.c - attributes that format strings read: "{0.__class__}".format(x).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "check/flow.h"

typedef struct format {
  const char *at, *end;
} format;

static bool is_text(const cs_flow *f, cs_name name, const char *text) {
  const cs_name_entry *e = cs_name_at(&f->c->unit.names, name);
  return e->len == strlen(text) && memcmp(e->bytes, text, e->len) == 0;
}

/* The text that a node is known to be. */
static bool text_of(const cs_flow *f, const cs_node *n, format *out) {
  if (n->kind == CS_NODE_CONSTANT && n->constant.type == CS_CONST_STR) {
    *out = (format){n->constant.text, n->constant.text + n->constant.len};
    return true;
  }
  const cs_known *v = cs_flow_node(f, n);
  if (!v || !v->self.str || v->self.str == CS_FACTS_NO_STR) return false;
  const cs_name_entry *e = cs_name_at(&f->c->unit.names, v->self.str);
  *out = (format){e->bytes, e->bytes + e->len};
  return true;
}

/* One name behind a dot. */
static void tell_part(cs_flow *f, const cs_node *n, const char *at,
                      size_t len) {
  static const cs_known nothing = {.self = {.n = 0}};
  if (len == 0 || len > 200) return;
  cs_name name = cs_name_put(&f->c->unit.names, at, len);
  if (!name) {
    f->failed = true;
    return;
  }
  cs_flow_tell_getattr(f, n, &nothing, name);
}

/* A field: name[.attribute|[index]]... up to `!`, `:` or a brace. */
static const char *tell_field(cs_flow *f, const cs_node *n, const char *at,
                              const char *end) {
  const char *stop = at;
  while (stop < end && !strchr("!:{}", *stop)) stop++;
  bool parts = memchr(at, '.', (size_t)(stop - at)) ||
               memchr(at, '[', (size_t)(stop - at));
  if (parts && f->c->rules->flags & CS_RULES_CLOSED)
    cs_checker_find(f->c, "format", "format", n, false,
                    "Format fields with attributes or indexes are not "
                    "allowed");
  while (at < stop) {
    const char *dot = memchr(at, '.', (size_t)(stop - at));
    if (!dot) break;
    at = dot + 1;
    const char *next = at;
    while (next < stop && *next != '.' && *next != '[') next++;
    tell_part(f, n, at, (size_t)(next - at));
    at = next;
  }
  return stop;
}

static void tell_text(cs_flow *f, const cs_node *n, format t) {
  while (t.at < t.end) {
    const char *open = memchr(t.at, '{', (size_t)(t.end - t.at));
    if (!open) return;
    t.at = open + 1;
    if (t.at < t.end && *t.at == '{')
      t.at++;
    else
      t.at = tell_field(f, n, t.at, t.end);
  }
}

/* str.format(text, ...) and Formatter().format(text, ...) have it as an
 * argument. */
static bool is_unbound(const cs_flow *f, const cs_node *receiver) {
  const cs_known *v = cs_flow_node(f, receiver);
  for (unsigned i = 0; v && i < v->self.n; i++)
    if (v->self.at[i] == f->special[CS_FLOW_STR]) return true;
  return false;
}

void cs_format_tell(cs_flow *f, const cs_node *call) {
  const cs_rules *r = f->c->rules;
  const cs_node *func = call->call.func;
  if (!r->profile->members && !cs_rules_has(&r->block_attributes)) return;
  if (!is_text(f, func->name, "format") &&
      !is_text(f, func->name, "format_map") &&
      !is_text(f, func->name, "vformat"))
    return;
  format t;
  const cs_node *first = call->call.args.n ? call->call.args.items[0] : NULL;
  bool told = false;
  if (!is_unbound(f, func->value) && text_of(f, func->value, &t)) {
    tell_text(f, call, t);
    return;
  }
  if (first && text_of(f, first, &t)) {
    tell_text(f, call, t);
    told = is_unbound(f, func->value);
  }
  if (!told)
    cs_checker_find(f->c, "format", "format", call, true,
                    "Cannot tell which attributes the format string reads");
}
