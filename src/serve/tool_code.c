/*
 * tool_code.c - run_code, wait, read_output.
 *
 * Code goes to the engine as bytes of a message; no shell and no command line
 * ever sees it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "base/weaken.h"
#include "serve/calls.h"
#include "serve/move.h"
#include "serve/result.h"
#include "serve/tool.h"
#include "text/unicode.h"
#include "text/wire_json.h"

#include "caisson/check.h"
#include "caisson/session.h"

/* --- what the arguments may not widen ------------------------------------ */

static json_t *too_much(cs_job *j, const char *key, int64_t asked,
                        uint64_t allowed, const char *field) {
  char text[200];
  snprintf(text, sizeof text,
           "Refused: %s %" PRId64 ". At most %" PRIu64
           " is allowed here; ask for that or less.",
           key, asked, allowed);
  return cs_result_denied(j, "limit", key, text, field,
                          json_pack("[I]", (json_int_t)allowed));
}

static json_t *bad_depth(cs_job *j, const char *asked) {
  uint32_t has = j->terms->depths;
  json_t *allowed = json_array();
  char text[200];
  if (has & CS_MCP_ENGINE)
    json_array_append_new(allowed, json_string(cs_mcp_depth_name(false)));
  if (has & CS_MCP_JAIL)
    json_array_append_new(allowed, json_string(cs_mcp_depth_name(true)));
  snprintf(text, sizeof text, "Refused: depth %s. Allowed here: %s%s%s.", asked,
           has & CS_MCP_ENGINE ? cs_mcp_depth_name(false) : "",
           has == (CS_MCP_ENGINE | CS_MCP_JAIL) ? ", " : "",
           has & CS_MCP_JAIL ? cs_mcp_depth_name(true) : "");
  return cs_result_denied(j, "depth", asked, text, "depth_allow", allowed);
}

json_t *cs_tool_check_limits(cs_job *j) {
  const json_t *a = j->arguments;
  int64_t ms = cs_args_int(a, "timeout_ms", 0);
  int64_t view = cs_args_int(a, "max_output_bytes", 0);
  bool narrows = !cs_weaken("L06"); /* redteam: L06 */
  if (narrows && (uint64_t)ms > j->terms->config->time_ms)
    return too_much(j, "timeout_ms", ms, j->terms->config->time_ms,
                    "limits.guest_ms");
  if (narrows && (uint64_t)view > CS_RESULT_VIEW)
    return too_much(j, "max_output_bytes", view, CS_RESULT_VIEW,
                    "limits.stdout_bytes");
  if (view) j->view = (size_t)view;
  cs_job_set_times(j, (uint64_t)ms,
                   (uint64_t)cs_args_int(a, "yield_time_ms", 0));
  return NULL;
}

static json_t *check_wishes(cs_job *j) {
  const char *depth = cs_args_text(j->arguments, "depth");
  uint32_t has = j->terms->depths;
  if (depth &&
      ((cs_depth_named_can(depth, CS_IS_ENGINE) && !(has & CS_MCP_ENGINE)) ||
       (cs_depth_named_can(depth, CS_IS_JAIL) && !(has & CS_MCP_JAIL))))
    return bad_depth(j, depth);
  return cs_tool_check_limits(j);
}

static bool has_folder(const cs_mcp_config *c) {
  for (size_t i = 0; i < c->nmounts; i++)
    if (c->mounts[i].host) return true;
  return false;
}

#define PACKAGES                                                        \
  " Packages need a jail and an environment: on the host, caisson env " \
  "create NAME --pip PACKAGE, then caisson mcp --python NAME."

/* `auto`: the code decides, before anything runs.  NULL: `*process` is set. */
static json_t *choose(cs_job *j, bool *process) {
  const cs_terms *s = j->terms;
  const json_t *code = json_object_get(j->arguments, "code");
  cs_auto_choice c;
  cs_auto_options o = {.size = sizeof o, .mounted = has_folder(s->config)};
  if (!(s->depths & CS_MCP_JAIL)) o.no_process = "it is not granted here";
  if (cs_auto(&o, json_string_value(code), json_string_length(code), &c) !=
      CS_OK)
    return cs_result_failure(j, "MemoryError", "The code is too large.");
  *process = cs_depth_can(c.depth, CS_IS_JAIL);
  snprintf(j->depth_reason, sizeof j->depth_reason, "%.199s", c.reason);
  if (c.depth != CS_DEPTH_NONE) return NULL;
  char text[600], quoted[512];
  cs_text_quote(c.why, strlen(c.why), quoted);
  snprintf(text, sizeof text,
           "Nothing ran: no depth that is granted here can "
           "run this code. %.250s%s",
           quoted, strstr(c.why, " imports ") ? PACKAGES : "");
  return cs_result_failure(j, "NoDepth", text);
}

/* Where a new session goes. */
static json_t *place(cs_job *j, bool *process) {
  const char *depth = cs_args_text(j->arguments, "depth");
  bool only = !(j->terms->depths & CS_MCP_ENGINE);
  *process = only || (depth && cs_depth_named_can(depth, CS_IS_JAIL));
  if (json_object_get(j->arguments, "session_id")) return NULL;
  if (depth && !cs_depth_is_auto(depth))
    snprintf(j->depth_reason, sizeof j->depth_reason, "asked for");
  else if (only)
    snprintf(j->depth_reason, sizeof j->depth_reason,
             "the only one that is granted");
  else
    return choose(j, process);
  return NULL;
}

/* --- before the run ------------------------------------------------------ */

/* Could the code say this name at all? */
static bool is_name(const char *s) {
  const uint8_t *u = (const uint8_t *)s;
  size_t n = strlen(s), at = 0;
  uint32_t want = CS_UNICODE_XID_START;
  while (at < n) {
    uint32_t cp = cs_utf8_next(u, &at);
    if (cp != '_' && !cs_unicode_has(cp, want)) return false;
    want = CS_UNICODE_XID_CONTINUE;
  }
  return n > 0;
}

static json_t *set_input(cs_job *j, cs_box *b, const char *name,
                         const json_t *value) {
  cs_wire w;
  char text[700], quoted[512];
  char *dump = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
  cs_wire_init(&w, CS_WIRE_MAX);
  cs_status st = dump ? cs_wire_json_parse(dump, strlen(dump), &w) : CS_EOS;
  if (st == CS_OK && !is_name(name)) st = CS_EINVAL;
  if (st == CS_OK) st = cs_session_set(b->session, name, w.data, w.len);
  cs_wire_fini(&w);
  free(dump);
  if (st == CS_OK) return NULL;
  cs_text_quote(name, strlen(name), quoted);
  snprintf(text, sizeof text, "The input %s cannot be set: %s.", quoted,
           st == CS_ELIMIT ? "there is no memory for it"
                           : "its name is no Python name");
  return cs_result_failure(j, "ArgumentError", text);
}

static json_t *set_inputs(cs_job *j, cs_box *b) {
  json_t *inputs = json_object_get(j->arguments, "inputs"), *v;
  const char *name;
  json_object_foreach(inputs, name, v) {
    json_t *failed = set_input(j, b, name, v);
    if (failed) return failed;
  }
  return NULL;
}

static json_t *put_file(cs_job *j, cs_vfs *v, const json_t *f) {
  const char *path = cs_args_text(f, "path");
  const json_t *text = json_object_get(f, "text");
  const json_t *base64 = json_object_get(f, "base64");
  char *bytes = NULL;
  size_t n = json_string_length(text);
  if (base64) {
    bytes = cs_text_unbase64(json_string_value(base64),
                             json_string_length(base64), &n);
    if (!bytes)
      return cs_result_failure(j, "ArgumentError",
                               "The content of a file is not base64.");
  }
  int e = cs_tool_write(v, path, bytes ? bytes : json_string_value(text), n);
  free(bytes);
  return e ? cs_tool_errno(j, e, path) : NULL;
}

static json_t *put_files(cs_job *j, cs_box *b) {
  json_t *files = json_object_get(j->arguments, "files"), *f;
  json_t *failed = NULL;
  size_t i;
  if (json_array_size(files) == 0) return NULL;
  cs_vfs *v = cs_tool_files(j, b, &failed);
  if (!v) return failed;
  json_array_foreach(files, i,
                     f) if ((failed = put_file(j, v, f))) return failed;
  return NULL;
}

static json_t *prepare(cs_job *j, cs_box *b) {
  if (cs_args_bool(j->arguments, "restart") &&
      cs_session_restart(b->session) != CS_OK)
    return cs_result_failure(j, "SessionError",
                             "The session cannot be restarted. Call run_code "
                             "without session_id to start a new one.");
  json_t *failed = set_inputs(j, b);
  return failed ? failed : put_files(j, b);
}

/* --- the run ------------------------------------------------------------- */

static json_t *run(cs_job *j, cs_box *b) {
  const json_t *code = json_object_get(j->arguments, "code");
  cs_result_times t = {cs_text_now(), cs_session_cpu(b->session)};
  b->out = j->out;
  b->runs++;
  cs_calls_begin(b, j);
  cs_job_watch(j, b->session, b->id);
  json_t *failed = prepare(j, b);
  const cs_event *ev = NULL;
  if (!failed) {
    cs_job_tell(j, "running");
    cs_move_note(b, json_string_value(code), json_string_length(code));
    ev = cs_session_drive(b->session, json_string_value(code),
                          json_string_length(code));
  }
  cs_calls_end(b);
  json_t *result = failed ? failed : cs_result_run(j, b, ev, &t);
  cs_job_unwatch(j, b->session);
  return result;
}

json_t *cs_tool_run_code(cs_job *j) {
  json_t *failed = check_wishes(j);
  if (failed) return failed;
  bool process = false;
  cs_job_tell(j, "starting");
  failed = place(j, &process);
  if (failed) return failed;
  cs_box *b = cs_tool_box(j, process, &failed);
  if (!b) return failed;
  failed = cs_move_if_needed(j, b);
  json_t *result = failed ? failed : run(j, b);
  cs_box_give(j->server, b);
  return result;
}

/* --- later --------------------------------------------------------------- */

json_t *cs_tool_wait(cs_job *j) {
  const char *id = cs_args_text(j->arguments, "run_id");
  cs_job *of = id ? cs_job_find(j->server, j->caller, id) : NULL;
  if (!of)
    return cs_result_failure(j, "UnknownRun",
                             "There is no run of that run_id any more. Run "
                             "the code again.");
  int64_t ms = cs_args_int(j->arguments, "wait_ms", 10000);
  bool ended = of == j || cs_job_wait(of, (uint64_t)ms, j);
  json_t *result =
      ended && of->result ? json_deep_copy(of->result) : cs_result_running(of);
  cs_job_release(of);
  return result;
}

json_t *cs_tool_read_output(cs_job *j) {
  const char *ref = cs_args_text(j->arguments, "output_ref");
  const char *stream = cs_args_text(j->arguments, "stream");
  size_t at = (size_t)cs_args_int(j->arguments, "offset", 0);
  size_t most = (size_t)cs_args_int(j->arguments, "max_bytes", 16384);
  cs_job *of = ref ? cs_job_find(j->server, j->caller, ref) : NULL;
  if (!of || !of->ended) {
    if (of) cs_job_release(of);
    return cs_result_failure(j, "UnknownOutput",
                             "There is no output of that output_ref any "
                             "more. Run the code again and print less.");
  }
  const cs_capture *c = &of->out[stream && strcmp(stream, "stderr") == 0];
  if (at > c->head.len) at = c->head.len;
  size_t n = cs_text_cut(cs_buf_text(&c->head) + at, c->head.len - at, most);
  json_t *text = cs_capture_part(c, at, most);
  json_t *fields = json_pack(
      "{s:O*, s:I, s:I, s:I, s:I}", "text", text, "offset", (json_int_t)at,
      "next_offset", (json_int_t)(at + n), "kept_bytes",
      (json_int_t)c->head.len, "total_bytes", (json_int_t)c->total);
  cs_job_release(of);
  json_t *result =
      cs_result_plain(j, "caisson.output/1", fields, json_string_value(text));
  json_decref(text);
  return result;
}
