/*
 * about.c - what the server tells a model about itself.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "serve/about.h"

#include <stdlib.h>
#include <string.h>

#include "serve/box.h"
#include "session/describe.h"

/* What `caisson.instructions` of the Python package asks its engine. */
static const char probe[] =
    "import sys\n"
    "has = [n for n in sys.stdlib_module_names if not n.startswith('_')]\n"
    "no = [n for n in '" CS_DESCRIBE_HABITS
    "'.split() if n not in has]\n"
    "len(has), ', '.join(no) or 'antigravity'\n";

/* Number of modules, and those that are not there: two values. */
static cs_status put_modules(const cs_server *s, cs_wire *w) {
  cs_options o;
  cs_session *engine;
  cs_options_init(&o);
  o.pool = s->pool;
  if (cs_session_open(&o, &engine, NULL) != CS_OK) return CS_EOS;
  const cs_event *ev = cs_session_run(engine, probe, sizeof probe - 1);
  cs_status st = ev->kind == CS_DONE && ev->has_value ? CS_OK : CS_EOS;
  cs_wire_in in = cs_wire_read(ev->value, ev->value_len);
  uint32_t n;
  if (st == CS_OK && cs_wire_get_seq(&in, &n) && n == 2)
    cs_wire_append(w, in.at, (size_t)(in.end - in.at));
  cs_session_close(engine);
  return st;
}

static int by_place(const void *a, const void *b) {
  const cs_mount_spec *const *x = a, *const *y = b;
  return strcmp((*x)->at, (*y)->at);
}

static cs_status put_mounts(const cs_mcp_config *c, cs_wire *w) {
  const cs_mount_spec **list = calloc(c->nmounts + 1, sizeof *list);
  if (!list) return CS_EOS;
  for (size_t i = 0; i < c->nmounts; i++) list[i] = &c->mounts[i];
  qsort(list, c->nmounts, sizeof *list, by_place);
  cs_wire_begin(w, CS_WIRE_LIST, c->nmounts);
  for (size_t i = 0; i < c->nmounts; i++) {
    cs_wire_begin(w, CS_WIRE_TUPLE, 2);
    cs_wire_text(w, list[i]->at);
    cs_wire_text(w, list[i]->mode == CS_MOUNT_OVERLAY ? "overlay"
                    : list[i]->mode == CS_MOUNT_RW    ? "rw"
                                                      : "ro");
  }
  free(list);
  return CS_OK;
}

static int by_text(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* In a jail three variables are always there. */
static cs_status put_env(const cs_mcp_config *c, bool process, cs_wire *w) {
  static const char *const fixed[] = {"HOME", "LANG", "PATH"};
  const char **list = calloc(c->nenv + 3, sizeof *list);
  size_t n = 0, kept = 0;
  if (!list) return CS_EOS;
  for (size_t i = 0; i < c->nenv; i++) list[n++] = c->env[2 * i];
  for (size_t i = 0; process && i < 3; i++) list[n++] = fixed[i];
  qsort(list, n, sizeof *list, by_text);
  for (size_t i = 0; i < n; i++)
    if (i == 0 || strcmp(list[i], list[i - 1]) != 0) list[kept++] = list[i];
  cs_wire_begin(w, CS_WIRE_LIST, kept);
  for (size_t i = 0; i < kept; i++) cs_wire_text(w, list[i]);
  free(list);
  return CS_OK;
}

static void put_tools(const cs_mcp_tools *t, cs_wire *w) {
  size_t n = 0;
  bool async;
  while (t && t->name(t->user, n, &async)) n++;
  cs_wire_begin(w, CS_WIRE_LIST, n);
  for (size_t i = 0; i < n; i++) {
    cs_wire_begin(w, CS_WIRE_TUPLE, 4);
    cs_wire_text(w, t->name(t->user, i, &async));
    cs_wire_none(w);
    cs_wire_none(w);
    cs_wire_bool(w, async);
  }
}

static cs_status put_facts(const cs_server *s, const cs_terms *t, cs_wire *w) {
  const cs_mcp_config *c = t->config;
  bool process = !(t->depths & CS_MCP_ENGINE);
  cs_options o;
  cs_box_options(s, t, process, &o);
  cs_wire_begin(w, CS_WIRE_TUPLE, 12);
  cs_wire_int(w, process ? 1 : t->depths & CS_MCP_JAIL ? 2 : 0);
  cs_wire_int(w, process ? 0 : o.os);
  cs_wire_bool(w, false);
  cs_wire_float(w, (double)c->idle_ms / 1000);
  cs_wire_float(w, (double)c->time_ms / 1000);
  cs_wire_int(w, (int64_t)c->output);
  cs_wire_int(w, (int64_t)c->memory);
  cs_status st = CS_OK;
  if (process) {
    cs_wire_int(w, 0);
    cs_wire_text(w, "");
  } else {
    st = put_modules(s, w);
  }
  if (st == CS_OK) st = put_mounts(c, w);
  if (st == CS_OK) st = put_env(c, process, w);
  if (st == CS_OK) put_tools(c->tools, w);
  return st == CS_OK ? w->status : st;
}

char *cs_about_make(const cs_server *s, const cs_terms *t) {
  cs_wire w;
  cs_buf text;
  cs_wire_init(&w, 1 << 20);
  cs_buf_init(&text, 1 << 20);
  cs_status st = put_facts(s, t, &w);
  if (st == CS_OK) st = cs_describe(w.data, w.len, &text);
  char *out = st == CS_OK ? cs_buf_release(&text) : NULL;
  cs_wire_fini(&w);
  cs_buf_fini(&text);
  return out;
}
