/*
 * tool.c - tools: registration, signatures from JSON schemas, stubs.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "session/session_in.h"

cs_status cs_session_define(cs_session *s, const cs_tool *t) {
  return cs_port_add_tool(&s->port, t->name, t->signature, t->doc,
                          t->flags & CS_TOOL_ASYNC ? CS_ENGINE_TOOL_ASYNC : 0);
}

static void free_tool(cs_tool *t) {
  free(t->name);
  free(t->signature);
  free(t->doc);
}

void cs_session_drop_tools(cs_session *s) {
  for (size_t i = 0; i < s->ntools; i++) free_tool(&s->tools[i]);
  free(s->tools);
}

static char *copy(const char *text, bool *bad) {
  char *p = text ? strdup(text) : NULL;
  if (text && !p) *bad = true;
  return p;
}

cs_status cs_session_keep_tool(cs_session *s, const cs_tool *t) {
  bool bad = false;
  cs_tool own = {.name = copy(t->name, &bad),
                 .signature = copy(t->signature, &bad),
                 .doc = copy(t->doc, &bad),
                 .flags = t->flags};
  for (size_t i = 0; !bad && i < s->ntools; i++) {
    if (strcmp(s->tools[i].name, own.name) != 0) continue;
    free_tool(&s->tools[i]);
    s->tools[i] = own;
    return CS_OK;
  }
  cs_tool *more =
      bad ? NULL : realloc(s->tools, (s->ntools + 1) * sizeof *more);
  if (!more) {
    free_tool(&own);
    return CS_EOS;
  }
  s->tools = more;
  s->tools[s->ntools++] = own;
  return CS_OK;
}

cs_status cs_session_add_tool(cs_session *s, const char *name,
                              const char *signature, const char *doc,
                              uint32_t flags) {
  if (s->phase != CS_PHASE_IDLE) return CS_EINVAL;
  char *n = strdup(name), *sig = signature ? strdup(signature) : NULL;
  char *d = doc ? strdup(doc) : NULL;
  cs_tool t = {.name = n, .signature = sig, .doc = d, .flags = flags};
  cs_status st = n && (sig || !signature) && (d || !doc) ? CS_OK : CS_EOS;
  if (st == CS_OK) st = cs_session_wake(s);
  if (st == CS_OK) st = cs_session_define(s, &t);
  if (st == CS_OK) st = cs_session_keep_tool(s, &t);
  if (st == CS_OK)
    cs_session_act(s, &(cs_tap_act){.kind = CS_TAP_TOOL,
                                    .name = n,
                                    .has = sig != NULL,
                                    .data = sig,
                                    .len = sig ? strlen(sig) : 0,
                                    .doc = d,
                                    .flags = flags});
  free_tool(&t);
  return st;
}

/* --- schemas ------------------------------------------------------------- */

/* The library turns a schema into a signature; an engine of its own runs it, so
 * that the session's program is not touched. */
static cs_status run_converter(const char *schema, size_t len, cs_wire *out) {
  static const char code[] =
      "from _tool_schema import signature\nsignature(schema)";
  cs_limits limits;
  cs_limits_default(&limits);
  limits.memory = UINT64_C(64) << 20;
  limits.fuel = 100000000;
  cs_engine *e;
  cs_status st = cs_engine_new(&limits, &e);
  if (st != CS_OK) return st;
  cs_wire_str(out, schema, len);
  st = out->status;
  if (st == CS_OK) st = cs_engine_set_global(e, "schema", out->data, out->len);
  cs_wire_clear(out);
  if (st == CS_OK && cs_engine_start(e, code, sizeof code - 1, "<schema>",
                                     CS_START_RESULT) != CS_STOP_DONE)
    st = CS_EINVAL;
  if (st == CS_OK) st = cs_engine_result_wire(e, out);
  cs_engine_free(e);
  return st == CS_THROW ? CS_EINVAL : st;
}

cs_status cs_session_add_tool_schema(cs_session *s, const char *name,
                                     const char *schema, size_t len,
                                     const char *doc, uint32_t flags) {
  cs_wire w;
  const char *text;
  size_t n;
  cs_wire_init(&w, 16 << 20);
  cs_status st = run_converter(schema, len, &w);
  cs_wire_in in = cs_wire_read(w.data, w.len);
  if (st == CS_OK && !cs_wire_get_str(&in, &text, &n)) st = CS_EINVAL;
  if (st == CS_OK) {
    char *signature = strndup(text, n);
    st = signature ? cs_session_add_tool(s, name, signature, doc, flags)
                   : CS_EOS;
    free(signature);
  }
  cs_wire_fini(&w);
  return st;
}

/* --- stubs --------------------------------------------------------------- */

/* A docstring, indented; a quote cannot end it early. */
static cs_status put_doc(cs_buf *b, const char *doc) {
  cs_status st = cs_buf_put_text(b, "    \"\"\"");
  for (const char *p = doc; st == CS_OK && *p; p++) {
    if (*p == '\n')
      st = cs_buf_put_text(b, p[1] ? "\n    " : "");
    else if (*p == '"' || *p == '\\')
      st = cs_buf_printf(b, "\\%c", *p);
    else
      st = cs_buf_put(b, p, 1);
  }
  return st == CS_OK ? cs_buf_put_text(b, "\"\"\"\n") : st;
}

cs_status cs_session_stubs(cs_session *s, cs_wire *out) {
  cs_buf b;
  cs_status st = CS_OK;
  cs_buf_init(&b, s->o.message);
  for (size_t i = 0; st == CS_OK && i < s->ntools; i++) {
    const cs_tool *t = &s->tools[i];
    const char *dot = strchr(t->name, '.');
    st = CS_OK;
    if (dot) /* functions of a module: say how to get at them */
      st = cs_buf_printf(&b, "%s# from %.*s import %s", i ? "\n" : "",
                         (int)(dot - t->name), t->name, dot + 1);
    if (st != CS_OK) break;
    st = cs_buf_printf(&b, "%s%sdef %s%s:\n", i || dot ? "\n" : "",
                       t->flags & CS_TOOL_ASYNC ? "async " : "",
                       dot ? dot + 1 : t->name,
                       t->signature ? t->signature : "(*args, **kwargs)");
    if (st == CS_OK && t->doc && *t->doc) st = put_doc(&b, t->doc);
    if (st == CS_OK) st = cs_buf_put_text(&b, "    ...\n");
  }
  if (st == CS_OK) {
    cs_wire_str(out, cs_buf_text(&b), b.len);
    st = out->status;
  }
  cs_buf_fini(&b);
  return st;
}
