/*
 * result.c - the result object caisson.result/1 of --json.
 *
 * Only what there is to say is in the object: other fields are absent.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/result.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/utf8.h"
#include "cli/json.h"
#include "cli/mountspec.h"
#include "cli/outcome.h"
#include "cli/record.h"
#include "cli/shown.h"
#include "text/wire_json.h"

#include "caisson/check.h"

#define REPR_MAX 65536 /* bytes of value_repr */

/* --- times --------------------------------------------------------------- */

static double now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

void cs_result_begin(const cs_guest *g, cs_run_times *t) {
  t->began_cpu = cs_session_cpu(g->session);
  t->began_us = now_us();
}

void cs_result_end(const cs_guest *g, cs_run_times *t) {
  t->total_us += now_us() - t->began_us;
  uint64_t cpu = cs_session_cpu(g->session);
  t->cpu_ns += cpu > t->began_cpu ? cpu - t->began_cpu : 0;
  cs_used u;
  cs_session_used(g->session, &u);
  double compile = (double)u.compile_us, run = (double)u.run_us;
  if (compile < t->compile_us) t->compile_us = compile;
  if (run < t->run_us) t->run_us = run;
}

/* --- parts --------------------------------------------------------------- */

static void put_lines(cs_json *j, const char *key, const char *text, size_t n) {
  const char *end = text + n;
  cs_json_key(j, key);
  cs_json_open(j, '[');
  while (text < end) {
    const char *nl = memchr(text, '\n', (size_t)(end - text));
    if (!nl) nl = end;
    cs_json_bytes(j, NULL, text, (size_t)(nl - text));
    text = nl + 1;
  }
  cs_json_close(j, ']');
}

static const char *phase_of(const cs_guest *g, const cs_event *ev) {
  if (!cs_depth_is(g->place.row, CS_CAN_RUN)) return "check";
  return ev->invalid ? "compile" : "run";
}

/* Line and column are those of the innermost frame. */
static void put_error(cs_json *j, const cs_guest *g, const cs_event *ev) {
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
  cs_json_text(j, "phase", phase_of(g, ev));
  put_lines(j, "traceback", ev->text, ev->text_len);
  cs_json_close(j, '}');
}

/* Why there is no sandbox, or no longer. */
static void put_crash(cs_json *j, const cs_event *ev) {
  cs_json_key(j, "error");
  cs_json_open(j, '{');
  cs_json_text(j, "type", "SandboxCrashed");
  cs_json_bytes(j, "message", ev->text, ev->text_len);
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

static void put_repr(cs_json *j, cs_guest *g) {
  cs_wire w;
  const char *text;
  size_t n;
  cs_wire_init(&w, CS_WIRE_MAX);
  if (cs_session_repr(g->session, &w) == CS_OK) {
    cs_wire_in in = cs_wire_read(w.data, w.len);
    if (cs_wire_get_str(&in, &text, &n)) {
      bool cut = n > REPR_MAX;
      for (n = cut ? REPR_MAX : n; cut && ((uint8_t)text[n] & 0xC0) == 0x80;)
        n--;
      cs_json_bytes(j, "value_repr", text, n);
      if (cut) cs_json_bool(j, "value_repr_cut", true);
    }
  }
  cs_wire_fini(&w);
}

static void put_value(cs_json *j, cs_guest *g, const cs_event *ev) {
  bool has = ev->kind == CS_DONE && ev->has_value;
  cs_json_bool(j, "value_present", has);
  if (!has) return;
  put_json_form(j, ev);
  put_repr(j, g);
}

static void put_output(cs_json *j, const cs_guest *g, const cs_event *ev) {
  static const char *const name[] = {"", "stdout", "stderr"};
  static const char *const size[] = {"", "stdout_bytes", "stderr_bytes"};
  const char *limit = cs_outcome_limit(g, ev);
  bool cut = g->sink.cut || (limit && strcmp(limit, "output") == 0) ||
             cs_session_dropped(g->session) > 0;
  for (int kind = 1; kind <= 2; kind++) {
    const cs_buf *b = &g->sink.text[kind];
    cs_json_bytes(j, name[kind], cs_buf_text(b), b->len);
    cs_json_int(j, size[kind], (int64_t)g->sink.produced[kind]);
  }
  cs_json_bool(j, "truncated", cut);
}

typedef struct file_list {
  cs_json *j;
  bool open;
} file_list;

/* JSON has only text: bytes of a name that are none would look alike in it. */
static bool is_text(const char *name) {
  size_t n = strlen(name);
  return cs_utf8_check((const uint8_t *)name, n, false, NULL) == n;
}

static void put_hex(cs_json *j, const char *key, const char *bytes) {
  char hex[2 * PATH_MAX + 1] = "";
  for (size_t i = 0; bytes[i] && 2 * i + 3 <= sizeof hex; i++)
    snprintf(hex + 2 * i, 3, "%02x", (unsigned char)bytes[i]);
  cs_json_text(j, key, hex);
}

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
  if (!is_text(c->path)) put_hex(l->j, "path_hex", c->path);
  cs_json_text(l->j, "change", kinds[c->kind]);
  if (c->kind != CS_CHANGE_REMOVED) {
    cs_json_text(l->j, "type", c->type == 'f' ? "file" : "link");
    cs_json_int(l->j, "size", (int64_t)c->size);
  }
  if (c->hashed) {
    char hex[65];
    for (int i = 0; i < 32; i++) snprintf(hex + 2 * i, 3, "%02x", c->sha256[i]);
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
  cs_json_ms(j, "cpu_ms", (double)t->cpu_ns / 1e6);
  cs_json_ms(j, "compile_ms", t->compile_us / 1000);
  cs_json_ms(j, "run_ms", t->run_us / 1000);
  cs_json_int(j, "memory_peak_bytes", (int64_t)u.memory_peak);
  cs_json_int(j, "fuel", (int64_t)u.fuel);
  cs_json_int(j, "host_calls", (int64_t)u.calls);
  cs_json_int(j, "collections", (int64_t)u.collections);
  cs_json_close(j, '}');
}

/* What the report of this session misses, of what is asked for. */
static void put_enforcement(cs_json *j, const cs_guest *g) {
  cs_enforcement e = {0};
  bool known = cs_session_enforcement(g->session, &e) == CS_OK;
  cs_json_key(j, "enforcement");
  cs_json_open(j, '{');
  cs_json_text(j, "level", known && e.full ? "full" : "degraded");
  cs_json_key(j, "missing");
  cs_json_open(j, '[');
  for (size_t i = 0; i < e.nmissing; i++) cs_json_text(j, NULL, e.missing[i]);
  cs_json_close(j, ']');
  if (known) cs_json_text(j, "hash", e.hash);
  cs_json_close(j, '}');
}

static void put_denials(cs_json *j, cs_guest *g) {
  const cs_denial *d;
  size_t n = cs_session_denials(g->session, &d);
  cs_json_key(j, "denials");
  cs_json_open(j, '[');
  for (size_t i = 0; i < n; i++) {
    cs_json_key(j, NULL);
    cs_json_open(j, '{');
    cs_json_text(j, "schema", "caisson.denial/1");
    cs_json_text(j, "capability", d[i].capability);
    cs_json_text(j, "object", d[i].object);
    cs_json_text(j, "rule", d[i].rule);
    cs_json_text(j, "code", d[i].code);
    cs_json_text(j, "reason", d[i].reason);
    cs_json_text(j, "remedy", d[i].remedy);
    cs_json_int(j, "count", (int64_t)d[i].count);
    cs_json_close(j, '}');
  }
  cs_json_close(j, ']');
}

static void put_hits(cs_json *j, cs_guest *g) {
  const cs_limit_hit *h;
  size_t n = cs_session_limit_hits(g->session, &h);
  cs_json_key(j, "limit_hits");
  cs_json_open(j, '{');
  for (size_t i = 0; i < n; i++) {
    cs_json_key(j, h[i].key);
    cs_json_open(j, '{');
    if (h[i].configured) cs_json_int(j, "configured", (int64_t)h[i].configured);
    if (h[i].used) cs_json_int(j, "used", (int64_t)h[i].used);
    cs_json_int(j, "count", (int64_t)h[i].count);
    cs_json_close(j, '}');
  }
  cs_json_close(j, '}');
}

static void put_warnings(cs_json *j, const cs_guest *g, const cs_event *ev) {
  cs_json_key(j, "warnings");
  cs_json_open(j, '[');
  if (cs_depth_is_local(g->place.row))
    cs_json_text(j, NULL, "the program ran in the process of the command");
  if (ev->kind == CS_DONE && g->sink.cut)
    cs_json_text(j, NULL, "no memory for all of the output");
  const char *mounts = cs_mountspec_warning(g->settings);
  if (mounts) cs_json_text(j, NULL, mounts);
  if (cs_record_has_no_place(g->settings))
    cs_json_text(j, NULL,
                 "nothing was recorded: there is no home directory "
                 "for an audit log");
  cs_json_close(j, ']');
}

/* The limit that ended the run, and its key in a policy. */
static void put_limit(cs_json *j, const cs_guest *g, const char *limit) {
  const char *key = strcmp(limit, "timeout") == 0
                        ? "limits.wall_ms"
                        : cs_limit_key(g->session, limit);
  cs_json_text(j, "limit", limit);
  if (key) cs_json_text(j, "limit_key", key);
}

/* --- the object ---------------------------------------------------------- */

/* The call that a suspended program waits with. */
static void put_pending(cs_json *j, const cs_event *ev) {
  static const char *const keys[] = {"args", "kwargs"};
  cs_wire_in in = cs_wire_read(ev->args, ev->args_len);
  cs_json_key(j, "pending");
  cs_json_open(j, '[');
  cs_json_key(j, NULL);
  cs_json_open(j, '{');
  cs_json_int(j, "call_id", (int64_t)ev->id);
  cs_json_text(j, "name", ev->name);
  for (int i = 0; i < 2; i++) {
    cs_buf text;
    cs_buf_init(&text, 64u << 20);
    if (cs_wire_json_print(&in, &text) != CS_OK)
      i = 2;
    else
      cs_json_raw(j, keys[i], cs_buf_text(&text), text.len);
    cs_buf_fini(&text);
  }
  cs_json_close(j, '}');
  cs_json_close(j, ']');
}

static void put_saved(cs_json *j, const cs_saved *saved) {
  cs_json_key(j, "snapshot");
  cs_json_open(j, '{');
  cs_json_text(j, "path", saved->path);
  cs_json_int(j, "bytes", (int64_t)saved->bytes);
  cs_json_text(j, "sha256", saved->sha256);
  cs_json_close(j, '}');
}

int cs_result_print(cs_guest *g, const cs_event *ev, const cs_run_times *times,
                    const cs_saved *saved) {
  cs_json j;
  int code = cs_outcome_code(g, ev);
  const char *limit = cs_outcome_limit(g, ev);
  cs_json_init(&j);
  cs_json_open(&j, '{');
  cs_json_text(&j, "schema", "caisson.result/1");
  if (g->sink.stream.on) {
    cs_json_text(&j, "event", "result");
    cs_json_int(&j, "seq", (int64_t)g->sink.stream.seq++);
  }
  cs_json_text(&j, "status", cs_outcome_status(g, ev));
  cs_json_text(&j, "depth", g->place.row->name);
  cs_json_text(&j, "depth_reason", g->place.reason);
  if (cs_session_policy_hash(g->session))
    cs_json_text(&j, "policy_hash", cs_session_policy_hash(g->session));
  cs_json_text(&j, "session_id", cs_session_id(g->session));
  cs_json_text(&j, "run_id", cs_session_run_id(g->session));
  put_value(&j, g, ev);
  put_output(&j, g, ev);
  cs_json_int(&j, "exit_code", code);
  if (ev->kind == CS_CRASHED) cs_json_int(&j, "signal", ev->signal);
  if (ev->kind == CS_RAISED && ev->exit_code >= 0)
    cs_json_text(&j, "reason", "exit");
  if (cs_outcome_raised(ev)) put_error(&j, g, ev);
  if (ev->kind == CS_CRASHED && ev->text_len) put_crash(&j, ev);
  if (limit) put_limit(&j, g, limit);
  if (limit && strcmp(limit, "timeout") == 0)
    cs_session_wall(g->session, (uint64_t)(g->watch.seconds * 1000));
  if (ev->kind == CS_CALL) put_pending(&j, ev);
  if (saved) put_saved(&j, saved);
  put_files(&j, g);
  cs_shown_tell(g, &j);
  put_usage(&j, g, times);
  put_denials(&j, g);
  put_hits(&j, g);
  put_enforcement(&j, g);
  put_warnings(&j, g, ev);
  cs_json_close(&j, '}');
  cs_json_print(&j);
  return code;
}
