/*
 * result.c - the answer of a tool call.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "serve/result.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "serve/rpc.h"
#include "serve/show.h"
#include "serve/tool.h"
#include "serve/trace.h"
#include "serve/walls.h"
#include "session/inside.h"
#include "text/wire_json.h"

#define VALUE_MAX ((size_t)256 << 10) /* bytes of a value as JSON */
#define REPR_MAX  ((size_t)8192)

static void put(json_t *o, const char *key, json_t *v) {
  if (v) (void)json_object_set_new_nocheck(o, key, v);
}

static void put_text(json_t *o, const char *key, const char *text) {
  put(o, key, json_string(text));
}

static void put_int(json_t *o, const char *key, uint64_t n) {
  put(o, key, json_integer((json_int_t)n));
}

/* --- text ---------------------------------------------------------------- */

void cs_result_block(json_t *blocks, const cs_job *j, const char *what,
                     json_t *text) {
  char mark[160];
  snprintf(mark, sizeof mark, "[caisson:%s %s]", j->nonce, what);
  if (text)
    json_array_append_new(
        blocks,
        json_pack("{s:s, s:o}", "type", "text", "text",
                  json_sprintf("%s\n%s", mark, json_string_value(text))));
  else
    json_array_append_new(
        blocks, json_pack("{s:s, s:s}", "type", "text", "text", mark));
  json_decref(text);
}

/* One line of ours, in front of everything.  What the program wrote, and so
 * the type and text of its exceptions, is in its own block (redteam: L07). */
static void put_summary(json_t *blocks, const cs_job *j, const json_t *o) {
  const char *session = cs_rpc_text(o, "session_id");
  const char *limit = cs_rpc_text(o, "limit");
  json_t *error = json_object_get(o, "error");
  const char *message = cs_rpc_text(o, "message");
  bool guest = json_object_get(error, "traceback") && !cs_weaken("L07");
  if (guest && !message)
    message =
        "the program raised an exception; its text is in the block "
        "'error'";
  if (!message) message = cs_rpc_text(error, "message");
  json_t *v = json_sprintf(
      "[caisson:%s] status: %s%s%s%s%s%s%s%s%s", j->nonce,
      cs_rpc_text(o, "status"), session ? "; session_id: " : "",
      session ? session : "", limit ? "; limit: " : "", limit ? limit : "",
      error ? "; " : "", error && !guest ? cs_rpc_text(error, "type") : "",
      !message || (error && guest) ? "" : ": ", message ? message : "");
  if (!v) return;
  json_array_insert_new(blocks, 0,
                        json_pack("{s:s, s:o}", "type", "text", "text", v));
}

static bool is_error(const char *status) {
  static const char *const fine[] = {"ok", "suspended", "running"};
  for (size_t i = 0; i < 3; i++)
    if (strcmp(status, fine[i]) == 0) return false;
  return true;
}

json_t *cs_result_wrap(cs_job *j, json_t *object, json_t *blocks) {
  put_summary(blocks, j, object);
  return json_pack("{s:o, s:o, s:b}", "content", blocks, "structuredContent",
                   object, "isError", is_error(cs_rpc_text(object, "status")));
}

/* --- output -------------------------------------------------------------- */

bool cs_result_has_more(const cs_job *j) {
  return cs_capture_is_cut(&j->out[0], j->view) ||
         cs_capture_is_cut(&j->out[1], j->view);
}

static void put_stream(cs_job *j, int i, json_t *o, json_t *blocks,
                       const char *ref) {
  static const char *const keys[][3] = {
      {"stdout", "stdout_bytes", "stdout_b64"},
      {"stderr", "stderr_bytes", "stderr_b64"}};
  const cs_capture *c = &j->out[i];
  json_t *text = cs_capture_view(c, j->view, j->nonce, ref);
  put(o, keys[i][0], text);
  put_int(o, keys[i][1], c->total);
  if (!cs_capture_is_text(c) && !cs_capture_is_cut(c, j->view))
    put(o, keys[i][2], cs_text_base64(c->head.data, c->head.len));
  if (c->total > 0 && text)
    cs_result_block(blocks, j, keys[i][0], json_incref(text));
}

void cs_result_output(cs_job *j, json_t *object, json_t *blocks) {
  bool more = cs_result_has_more(j);
  put_stream(j, 0, object, blocks, more ? j->output_ref : NULL);
  put_stream(j, 1, object, blocks, more ? j->output_ref : NULL);
  put(object, "truncated", json_boolean(more));
  if (more) put_text(object, "output_ref", j->output_ref);
}

/* --- the parts of a run -------------------------------------------------- */

static const char *status_of(const cs_job *j, const cs_event *ev) {
  switch (ev->kind) {
    case CS_DONE: return "ok";
    case CS_RAISED:
      return ev->exit_code == 0 ? "ok" : ev->invalid ? "invalid" : "error";
    case CS_LIMIT:
      if (cs_limit_of(ev) == CS_BY_LIMIT_TIME) return "timeout";
      if (cs_limit_of(ev) != CS_BY_LIMIT_CANCELLED) return "limit";
      return atomic_load(&j->late) ? "timeout" : "cancelled";
    case CS_CALL:
    case CS_OS:
    case CS_NAME:
    case CS_WAIT:
    case CS_OUTPUT:
    case CS_CRASHED: break;
  }
  return "crashed";
}

static void put_value(json_t *o, json_t *blocks, cs_job *j, cs_box *b,
                      const cs_event *ev) {
  bool has = ev->kind == CS_DONE && ev->has_value;
  put(o, "value_present", json_boolean(has));
  if (!has) return;
  cs_buf text;
  cs_wire_in in = cs_wire_read(ev->value, ev->value_len);
  cs_buf_init(&text, VALUE_MAX);
  if (cs_wire_json_print(&in, &text) == CS_OK)
    put(o, "value",
        json_loadb(cs_buf_text(&text), text.len,
                   JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL));
  cs_buf_fini(&text);
  cs_wire w;
  const char *s;
  size_t n;
  cs_wire_init(&w, CS_WIRE_MAX);
  if (cs_session_repr(b->session, &w) == CS_OK) {
    in = cs_wire_read(w.data, w.len);
    if (cs_wire_get_str(&in, &s, &n)) {
      size_t cut = cs_weaken("L07") ? n : cs_text_cut(s, n, REPR_MAX);
      put(o, "value_repr", cs_text_json(s, cut));
      if (cut < n) put(o, "value_repr_cut", json_true());
      cs_result_block(blocks, j, cut < n ? "value, cut off" : "value",
                      cs_text_json(s, cut));
    }
  }
  cs_wire_fini(&w);
}

static json_t *lines_of(const char *text, size_t n) {
  json_t *list = json_array();
  const char *end = text + n;
  while (text < end && json_array_size(list) < 200) {
    const char *nl = memchr(text, '\n', (size_t)(end - text));
    if (!nl) nl = end;
    json_array_append_new(list, cs_text_json(text, (size_t)(nl - text)));
    text = nl + 1;
  }
  return list;
}

static void put_error(json_t *o, json_t *blocks, cs_job *j,
                      const cs_event *ev) {
  const cs_raised *x = ev->error;
  if (!x) return;
  size_t n = cs_text_cut(x->message, x->message_len, REPR_MAX);
  size_t all = cs_text_cut(ev->text, ev->text_len, CS_RESULT_VIEW);
  size_t type = strlen(x->type);
  json_t *e = json_pack("{s:o*, s:o*, s:s, s:o}", "type",
                        cs_text_json(x->type, cs_text_cut(x->type, type, 120)),
                        "message", cs_text_json(x->message, n), "phase",
                        ev->invalid ? "compile" : "run", "traceback",
                        lines_of(ev->text, all));
  if (e && x->nframes) {
    const cs_frame_info *f = &x->frames[x->nframes - 1];
    if (f->line) put_int(e, "line", f->line);
    if (f->column) put_int(e, "column", f->column);
  }
  put(o, "error", e);
  cs_result_block(blocks, j, "error", cs_text_json(ev->text, all));
}

/* The figure that a limit stands at, and what was used, in words. */
static void put_limit(json_t *o, cs_job *j, const cs_event *ev,
                      const cs_used *u) {
  const cs_mcp_config *c = j->terms->config;
  bool late = atomic_load(&j->late);
  const char *name = late ? "timeout_ms" : ev->name;
  cs_limit_id which = cs_limit_of(ev);
  char text[300];
  if (late)
    snprintf(text, sizeof text,
             "Stopped: the timeout_ms of this call has "
             "passed. Do less, or allow more time.");
  else if (which == CS_BY_LIMIT_TIME)
    snprintf(text, sizeof text,
             "Stopped: the run computed for %.3g s, the "
             "limit is %.3g s. Process the data in parts.",
             (double)u->time_us / 1e6, (double)c->time_ms / 1e3);
  else if (which == CS_BY_LIMIT_MEMORY)
    snprintf(text, sizeof text,
             "Stopped: the run used %" PRIu64
             " MiB, the "
             "limit is %" PRIu64 " MiB. Process the data in parts.",
             u->memory_peak >> 20, c->memory >> 20);
  else if (which == CS_BY_LIMIT_OUTPUT)
    snprintf(text, sizeof text,
             "Stopped: the run printed %" PRIu64
             " bytes, "
             "the limit is %" PRIu64 ". Print less.",
             u->output, c->output);
  else if (which == CS_BY_LIMIT_SOURCE)
    snprintf(text, sizeof text,
             "Not run: the code is longer than the limit. Put data into files "
             "or inputs, and long programs into modules.");
  else
    snprintf(text, sizeof text,
             "Stopped: the limit '%.20s' is reached. "
             "Process the data in parts.",
             name);
  if (!late && which == CS_BY_LIMIT_CANCELLED) return;
  put_text(o, "limit", name);
  put_text(o, "message", text);
}

const char *cs_result_mime(const char *path) {
  static const struct {
    const char *end, *mime;
  } known[] = {{".png", "image/png"},         {".jpg", "image/jpeg"},
               {".jpeg", "image/jpeg"},       {".gif", "image/gif"},
               {".svg", "image/svg+xml"},     {".webp", "image/webp"},
               {".json", "application/json"}, {".csv", "text/csv"},
               {".txt", "text/plain"},        {".md", "text/markdown"},
               {".html", "text/html"},        {".py", "text/x-python"},
               {".pdf", "application/pdf"}};
  const char *dot = strrchr(path, '.');
  for (size_t i = 0; dot && i < sizeof known / sizeof *known; i++)
    if (strcmp(known[i].end, dot) == 0) return known[i].mime;
  return "application/octet-stream";
}

typedef struct file_list {
  json_t *files, *blocks;
  cs_box *box;
} file_list;

#define LINKS_MAX 20

static void put_link(file_list *l, const cs_change *c) {
  const char *name = strrchr(c->path, '/');
  if (json_array_size(l->files) > LINKS_MAX) return;
  char *uri = cs_tool_uri(l->box->id, c->path);
  if (uri)
    json_array_append_new(
        l->blocks,
        json_pack("{s:s, s:s, s:o*, s:s, s:I}", "type", "resource_link", "uri",
                  uri, "name", cs_text_name(name + 1), "mimeType",
                  cs_result_mime(c->path), "size", (json_int_t)c->size));
  free(uri);
}

static int put_change(void *with, const cs_change *c) {
  static const char *const kinds[] = {"created", "modified", "removed",
                                      "moved"};
  file_list *l = with;
  json_t *f = json_pack("{s:o*, s:s}", "path", cs_text_name(c->path), "change",
                        kinds[c->kind]);
  if (!f) return 0;
  if (c->kind != CS_CHANGE_REMOVED) {
    put_int(f, "size", c->size);
    put_text(f, "mime", cs_result_mime(c->path));
  }
  if (c->hashed) {
    char hex[65];
    for (int i = 0; i < 32; i++) snprintf(hex + 2 * i, 3, "%02x", c->sha256[i]);
    put_text(f, "sha256", hex);
  }
  json_array_append_new(l->files, f);
  if (c->kind != CS_CHANGE_REMOVED && c->type == 'f') put_link(l, c);
  return 0;
}

static void put_files(json_t *o, json_t *blocks, cs_box *b) {
  file_list l = {json_array(), blocks, b};
  cs_artifact_caps caps = {256, UINT64_C(16) << 20, UINT64_C(64) << 20};
  bool cut = false;
  if (!cs_session_files(b->session, false) ||
      cs_session_artifacts(b->session, &caps, put_change, &l, &cut) != CS_OK)
    cut = false;
  put(o, "files", l.files);
  if (cut) put(o, "files_cut", json_true());
}

static void put_usage(json_t *o, cs_box *b, const cs_used *u,
                      const cs_result_times *t) {
  uint64_t cpu = cs_session_cpu(b->session);
  cpu = cpu > t->began_cpu ? cpu - t->began_cpu : 0;
  put(o, "duration_ms",
      json_integer((json_int_t)(cs_text_now() - t->began_ms)));
  put(o, "usage",
      json_pack("{s:f, s:I, s:I, s:I}", "cpu_ms", (double)cpu / 1e6,
                "memory_peak_bytes", (json_int_t)u->memory_peak, "fuel",
                (json_int_t)u->fuel, "host_calls", (json_int_t)u->calls));
}

/* --- whole results ------------------------------------------------------- */

static json_t *begin(const cs_job *j, const char *schema, const char *status) {
  json_t *o = json_object();
  put_text(o, "schema", schema);
  put_text(o, "status", status);
  if (j->session_id[0]) put_text(o, "session_id", j->session_id);
  return o;
}

json_t *cs_result_run(cs_job *j, cs_box *b, const cs_event *ev,
                      const cs_result_times *t) {
  json_t *blocks = json_array();
  json_t *o = begin(j, "caisson.result/1", status_of(j, ev));
  cs_used u;
  cs_session_used(b->session, &u);
  put_text(o, "depth", cs_mcp_depth_name(b->process));
  put(o, "depth_reason",
      j->depth_reason[0]
          ? cs_text_json(j->depth_reason, strlen(j->depth_reason))
          : json_string("the session's"));
  put_text(o, "run_id", j->run_id);
  put_value(o, blocks, j, b, ev);
  cs_result_output(j, o, blocks);
  if (ev->kind == CS_RAISED && ev->exit_code >= 0)
    put_int(o, "exit_code", (uint64_t)ev->exit_code);
  if (ev->kind == CS_CRASHED) put(o, "signal", json_integer(ev->signal));
  if (ev->kind == CS_LIMIT) put_limit(o, j, ev, &u);
  if ((ev->kind == CS_RAISED && ev->exit_code < 0) || ev->kind == CS_LIMIT)
    put_error(o, blocks, j, ev);
  if (ev->kind != CS_CRASHED) cs_show_displays(b->session, j, o, blocks);
  if (ev->kind != CS_CRASHED) put_files(o, blocks, b);
  if (ev->kind != CS_CRASHED) {
    cs_walls_denials(j, b, o, blocks);
    cs_walls_hits(b, o);
  }
  put_usage(o, b, &u, t);
  cs_walls_report(b, o);
  put(o, "warnings", json_array());
  return cs_result_wrap(j, o, blocks);
}

json_t *cs_result_running(cs_job *j) {
  json_t *o = begin(j, "caisson.result/1", "running");
  put_text(o, "run_id", j->run_id);
  put(o, "message",
      json_sprintf("Still running. Call wait with run_id %s.", j->run_id));
  return cs_result_wrap(j, o, json_array());
}

static json_t *fail(cs_job *j, const char *status, const char *type,
                    const char *text, json_t *denial) {
  json_t *o = begin(j, j->tool ? j->tool->schema : "caisson.result/1", status);
  put(o, "error",
      json_pack("{s:s, s:s, s:s}", "type", type, "message", text, "phase",
                "check"));
  if (denial) put(o, "denials", json_pack("[o]", denial));
  return cs_result_wrap(j, o, json_array());
}

json_t *cs_result_failure(cs_job *j, const char *type, const char *text) {
  return fail(j, "error", type, text, NULL);
}

/* "policy.yaml:12 limits.guest_ms"; no path of the host. */
void cs_result_rule(const cs_job *j, const char *key, char out[160]) {
  const cs_policy *p = j->terms->config->policy;
  char *origin = p ? cs_policy_origin_of(p, key) : NULL;
  const char *slash = origin ? strrchr(origin, '/') : NULL;
  snprintf(out, 160, origin ? "%.80s %.60s" : "%s",
           !origin ? "default-deny"
           : slash ? slash + 1
                   : origin,
           key);
  free(origin);
}

json_t *cs_result_denied(cs_job *j, const char *capability, const char *object,
                         const char *text, const char *key, json_t *allowed) {
  char rule[160], remedy[100];
  cs_result_rule(j, key, rule);
  snprintf(remedy, sizeof remedy, "allow more with %.60s", key);
  cs_trace_denied(j, capability, object, rule, text);
  json_t *d = json_pack(
      "{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:o, s:i}", "schema",
      "caisson.denial/1", "capability", capability, "object", object, "rule",
      rule, "code", "wider_than_policy", "reason", text, "remedy", remedy,
      "allowed", allowed ? allowed : json_array(), "count", 1);
  return fail(j, "denied", "Denied", text, d);
}

json_t *cs_result_plain(cs_job *j, const char *schema, json_t *fields,
                        const char *text) {
  json_t *o = begin(j, schema, "ok");
  json_t *blocks = json_array();
  json_object_update_missing(fields, o);
  json_decref(o);
  char *dump = text ? NULL : json_dumps(fields, JSON_COMPACT);
  json_t *shown = text   ? cs_text_json(text, strlen(text))
                  : dump ? json_string(dump)
                         : NULL;
  if (shown) cs_result_block(blocks, j, text ? "content" : "result", shown);
  free(dump);
  return cs_result_wrap(j, fields, blocks);
}
