/*
 * result.c - the result object caisson.result/1 of --json.
 *
 * Only what the engine at this depth can say is in the object; fields of
 * other depths (files, denials, displays) are absent, not empty.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/result.h"

#include <stdio.h>
#include <string.h>

#include "base/wire_json.h"
#include "cli/json.h"
#include "cli/outcome.h"

/* Does the line at `s` name the exception `type`, maybe with its module? */
static const char *behind_type(const char *s, const char *end,
                               const char *type) {
  size_t len = strlen(type);
  const char *p = s;
  while (p < end && *p != ':' && *p != '\n' && *p != ' ') p++;
  if ((size_t)(p - s) < len || memcmp(p - len, type, len) != 0) return NULL;
  if (p - len > s && p[-(ptrdiff_t)len - 1] != '.') return NULL;
  if (p + 2 <= end && p[0] == ':' && p[1] == ' ') return p + 2;
  return p;
}

const char *cs_result_message(const char *text, size_t n, const char *type,
                              size_t *len) {
  const char *end = text + n, *found = end;
  while (end > text && end[-1] == '\n') end--;
  for (const char *s = text; s && s < end; s = memchr(s, '\n', (size_t)(end - s))) {
    if (*s == '\n') s++;
    const char *m = behind_type(s, end, type);
    if (m) found = m; /* the last one counts: causes come first */
  }
  *len = found < end ? (size_t)(end - found) : 0;
  return found;
}

/* Where the program was: the innermost frame. */
static void put_error(cs_json *j, const cs_event *ev) {
  const cs_raised *x = ev->error;
  cs_json_key(j, "error");
  cs_json_open(j, '{');
  cs_json_text(j, "type", x ? x->type : "MemoryError");
  cs_json_bytes(j, "message", x ? x->message : "", x ? x->message_len : 0);
  if (x && x->nframes) {
    const cs_frame_info *f = &x->frames[x->nframes - 1];
    if (f->line) cs_json_int(j, "line", f->line);
    if (f->column) cs_json_int(j, "column", f->column);
  }
  cs_json_text(j, "phase", ev->invalid ? "compile" : "run");
  cs_json_bytes(j, "traceback", ev->text, ev->text_len);
  cs_json_close(j, '}');
}

/* The value itself, if it has a JSON form. */
static void put_json_form(cs_json *j, const cs_event *ev) {
  cs_buf text;
  cs_wire_in in = cs_wire_read(ev->value, ev->value_len);
  cs_buf_init(&text, 64u << 20);
  if (cs_wire_json_print(&in, &text) == CS_OK)
    cs_json_raw(j, "value", cs_buf_text(&text), text.len);
  cs_buf_fini(&text);
}

static void put_value(cs_json *j, cs_guest *g, const cs_event *ev) {
  bool has = ev->kind == CS_DONE && ev->has_value;
  cs_json_bool(j, "value_present", has);
  if (!has) return;
  put_json_form(j, ev);
  cs_wire w;
  cs_wire_init(&w, CS_WIRE_MAX);
  const char *text;
  size_t n;
  if (cs_session_repr(g->session, &w) == CS_OK) {
    cs_wire_in in = cs_wire_read(w.data, w.len);
    if (cs_wire_get_str(&in, &text, &n))
      cs_json_bytes(j, "value_repr", text, n);
  }
  cs_wire_fini(&w);
}

static void put_output(cs_json *j, cs_guest *g) {
  static const char *const name[] = {"", "stdout", "stderr"};
  static const char *const size[] = {"", "stdout_bytes", "stderr_bytes"};
  for (int kind = 1; kind <= 2; kind++) {
    const cs_buf *b = &g->sink.text[kind];
    cs_json_bytes(j, name[kind], cs_buf_text(b), b->len);
    cs_json_int(j, size[kind], (int64_t)b->len);
  }
}

typedef struct file_list {
  cs_json *j;
  bool open;
} file_list;

static int put_change(void *with, const cs_change *c) {
  static const char *const kinds[] = {"created", "modified", "removed",
                                      "moved"};
  file_list *l = with;
  if (!l->open) {
    cs_json_key(l->j, "files");
    cs_json_open(l->j, '[');
    l->open = true;
  }
  cs_json_key(l->j, NULL);
  cs_json_open(l->j, '{');
  cs_json_text(l->j, "path", c->path);
  cs_json_text(l->j, "change", kinds[c->kind]);
  if (c->kind != CS_CHANGE_REMOVED) {
    cs_json_text(l->j, "type", c->type == 'f' ? "file" : "link");
    cs_json_int(l->j, "size", (int64_t)c->size);
  }
  if (c->hashed) {
    char hex[65];
    for (int i = 0; i < 32; i++)
      snprintf(hex + 2 * i, 3, "%02x", c->sha256[i]);
    cs_json_text(l->j, "sha256", hex);
  }
  cs_json_close(l->j, '}');
  return 0;
}

/* Artifacts: what the run did to files. */
static void put_files(cs_json *j, cs_guest *g) {
  file_list l = {.j = j};
  bool cut = false;
  if (!cs_session_files(g->session, false)) return;
  if (cs_session_artifacts(g->session, NULL, put_change, &l, &cut) != CS_OK)
    cut = true;
  if (!l.open) {
    cs_json_key(j, "files");
    cs_json_open(j, '[');
  }
  cs_json_close(j, ']');
  if (cut) cs_json_bool(j, "files_cut", true);
}

static void put_usage(cs_json *j, const cs_guest *g, const cs_run_times *t) {
  cs_used u;
  cs_session_used(g->session, &u);
  cs_json_ms(j, "duration_ms", t->total_us / 1000);
  cs_json_key(j, "usage");
  cs_json_open(j, '{');
  cs_json_ms(j, "compile_ms", t->compile_us / 1000);
  cs_json_ms(j, "run_ms", t->run_us / 1000);
  cs_json_int(j, "fuel", (int64_t)u.fuel);
  cs_json_int(j, "memory_peak_bytes", (int64_t)u.memory_peak);
  cs_json_int(j, "collections", (int64_t)u.collections);
  cs_json_close(j, '}');
}

int cs_result_print(cs_guest *g, const cs_event *ev,
                    const cs_run_times *times) {
  cs_json j;
  int code = cs_outcome_code(g, ev);
  const char *limit = cs_outcome_limit(g, ev);
  cs_json_init(&j);
  cs_json_open(&j, '{');
  cs_json_text(&j, "schema", "caisson.result/1");
  cs_json_text(&j, "status", cs_outcome_status(g, ev));
  cs_json_text(&j, "depth", g->place.name);
  put_value(&j, g, ev);
  put_output(&j, g);
  cs_json_int(&j, "exit_code", code);
  if (cs_outcome_raised(ev)) put_error(&j, ev);
  if (ev->kind == CS_RAISED && ev->exit_code >= 0)
    cs_json_text(&j, "reason", "exit");
  if (limit) cs_json_text(&j, "limit", limit);
  put_files(&j, g);
  put_usage(&j, g, times);
  cs_json_close(&j, '}');
  cs_json_print(&j);
  return code;
}
