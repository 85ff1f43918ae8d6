/*
 * tool_sandbox.c - sandbox_create, _list, _inspect, _metrics, _start, _stop,
 * _remove, _exec, _shell, _run.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/cleanup.h"
#include "serve/owned.h"
#include "serve/result.h"
#include "serve/tool.h"

#define SCHEMA "caisson.sandbox/1"

/* --- looking -------------------------------------------------------------- */

static const char *text_in(const json_t *o, const char *key) {
  const char *text = json_string_value(json_object_get(o, key));
  return text ? text : "";
}

/* When it ends if nobody does anything: the sooner of both. */
static void put_expiry(json_t *o, const json_t *row) {
  const json_t *life = json_object_get(row, "sandbox");
  if (!life) return;
  json_object_set(o, "idle_ms", json_object_get(life, "idle_ms"));
  json_object_set_new(
      o, "expires_ms",
      json_integer(
          json_integer_value(json_object_get(row, "created_ms")) +
          json_integer_value(json_object_get(life, "max_lifetime_ms"))));
}

/* What a caller may know of a row: nothing of the host. */
static json_t *describe(const cs_job *j, const json_t *row) {
  const char *own = cs_owned_own(j, text_in(row, "name"));
  const json_t *image = json_object_get(row, "image");
  json_t *o = json_pack("{s:s, s:s, s:s, s:I}", "name", own ? own : "",
                        "sandbox_status", text_in(row, "status"), "image",
                        text_in(image, "ref"), "created_ms",
                        json_integer_value(json_object_get(row, "created_ms")));
  if (text_in(image, "digest")[0])
    json_object_set(o, "image_digest", json_object_get(image, "digest"));
  if (json_object_get(row, "limits"))
    json_object_set(o, "limits", json_object_get(row, "limits"));
  put_expiry(o, row);
  return o;
}

/* Its row; NULL: `*failed` is the result. */
static json_t *look(cs_job *j, const char *full, json_t **failed) {
  return cs_owned_call(
      j, json_pack("{s:s, s:s}", "op", "inspect", "name", full), NULL, failed);
}

static json_t *show(cs_job *j, const char *full) {
  json_t *failed = NULL, *row = look(j, full, &failed);
  if (!row) return failed;
  json_t *o = describe(j, row);
  json_decref(row);
  return cs_result_plain(j, SCHEMA, o, NULL);
}

json_t *cs_tool_sandbox_inspect(cs_job *j) {
  char full[CS_OWNED_FULL];
  json_t *failed = NULL;
  return cs_owned_arg(j, full, &failed) ? show(j, full) : failed;
}

json_t *cs_tool_sandbox_list(cs_job *j) {
  json_t *failed = NULL, *row, *list = json_array();
  size_t i;
  json_t *all =
      cs_owned_call(j, json_pack("{s:s}", "op", "list"), NULL, &failed);
  json_array_foreach(json_object_get(all, "sandboxes"), i, row) {
    if (cs_owned_own(j, text_in(row, "name")))
      json_array_append_new(list, describe(j, row));
  }
  json_decref(all);
  if (all)
    return cs_result_plain(j, SCHEMA, json_pack("{s:o}", "sandboxes", list),
                           NULL);
  json_decref(list);
  return failed;
}

json_t *cs_tool_sandbox_metrics(cs_job *j) {
  char full[CS_OWNED_FULL];
  json_t *failed = NULL;
  if (!cs_owned_arg(j, full, &failed)) return failed;
  json_t *reply =
      cs_owned_ask(j, full, json_pack("{s:s}", "op", "metrics"), &failed);
  if (!reply) return failed;
  json_object_del(reply, "schema");
  json_t *o = json_pack("{s:s, s:o}", "name",
                        cs_args_text(j->arguments, "name"), "metrics", reply);
  return cs_result_plain(j, SCHEMA, o, NULL);
}

/* --- life ----------------------------------------------------------------- */

/* A name that nobody chose. */
static bool invent(const cs_job *j, char full[CS_OWNED_FULL]) {
  char id[CS_TEXT_ID], name[16];
  if (!cs_text_id("box-", id)) return false;
  snprintf(name, sizeof name, "%.12s", id);
  return cs_owned_full(j, name, full);
}

/* The network of a new one: its hosts are those that the policy allows, or
 * fewer. */
json_t *cs_tool_sandbox_create(cs_job *j) {
  char full[CS_OWNED_FULL];
  json_t *failed = NULL;
  bool named = json_object_get(j->arguments, "name") != NULL;
  if (named && !cs_owned_arg(j, full, &failed)) return failed;
  if (!named && !invent(j, full))
    return cs_result_failure(j, "SandboxError", "There is no randomness.");
  cs_job_tell(j, "starting");
  json_t *reply = cs_owned_call(j, cs_owned_request(j, full), NULL, &failed);
  json_decref(reply);
  return reply ? show(j, full) : failed;
}

json_t *cs_tool_sandbox_start(cs_job *j) {
  char full[CS_OWNED_FULL];
  json_t *failed = NULL;
  if (!cs_owned_arg(j, full, &failed)) return failed;
  json_t *reply = cs_owned_call(
      j, json_pack("{s:s, s:s}", "op", "start", "name", full), NULL, &failed);
  json_decref(reply);
  return reply ? show(j, full) : failed;
}

/* The keeper answers before it has ended; its row says "running" until then. */
static void await_end(cs_job *j, const char *full) {
  const struct timespec pause = {.tv_nsec = 20 * 1000 * 1000};
  for (int i = 0; i < 250; i++) {
    json_t *failed = NULL, *row = look(j, full, &failed);
    bool runs = row && strcmp(text_in(row, "status"), "running") == 0;
    json_decref(row);
    json_decref(failed);
    if (!runs) return;
    (void)nanosleep(&pause, NULL);
  }
}

/* One that has stopped already is fine. */
json_t *cs_tool_sandbox_stop(cs_job *j) {
  char full[CS_OWNED_FULL];
  json_t *failed = NULL;
  if (!cs_owned_arg(j, full, &failed)) return failed;
  json_t *row = look(j, full, &failed);
  if (!row) return failed;
  bool runs = strcmp(text_in(row, "status"), "running") == 0;
  json_decref(row);
  if (runs)
    json_decref(
        cs_owned_ask(j, full, json_pack("{s:s}", "op", "stop"), &failed));
  if (!failed && runs) await_end(j, full);
  return failed ? failed : show(j, full);
}

json_t *cs_tool_sandbox_remove(cs_job *j) {
  char full[CS_OWNED_FULL];
  json_t *failed = NULL;
  if (!cs_owned_arg(j, full, &failed)) return failed;
  json_t *reply = cs_owned_call(
      j, json_pack("{s:s, s:s}", "op", "remove", "name", full), NULL, &failed);
  json_decref(reply);
  if (!reply) return failed;
  return cs_result_plain(
      j, SCHEMA,
      json_pack("{s:s, s:s}", "name", cs_args_text(j->arguments, "name"),
                "sandbox_status", "removed"),
      NULL);
}

/* --- commands ------------------------------------------------------------- */

static json_t *check_command(cs_job *j) {
  const json_t *command = json_object_get(j->arguments, "command");
  size_t words = json_array_size(command);
  if (command && (words == 0 || words > 256))
    return cs_result_failure(j, "ArgumentError",
                             "The command must have 1 to 256 words.");
  return cs_tool_check_limits(j);
}

json_t *cs_tool_sandbox_exec(cs_job *j) {
  char full[CS_OWNED_FULL];
  json_t *failed = check_command(j);
  if (failed || !cs_owned_arg(j, full, &failed)) return failed;
  return cs_owned_exec(j, full, NULL);
}

/* It goes when its lease is closed, whatever happens to us. */
json_t *cs_tool_sandbox_run(cs_job *j) {
  char full[CS_OWNED_FULL];
  CS_AUTO_FD
  int lease = -1;
  json_t *failed = check_command(j);
  if (failed) return failed;
  if (!invent(j, full))
    return cs_result_failure(j, "SandboxError", "There is no randomness.");
  cs_job_tell(j, "starting");
  json_t *request = cs_owned_request(j, full);
  json_object_set_new(request, "ephemeral", json_true());
  json_t *made = cs_owned_call(j, request, &lease, &failed);
  if (!made) return failed;
  json_t *result = cs_owned_exec(j, full, json_object_get(made, "image"));
  json_decref(made);
  json_decref(cs_owned_call(
      j, json_pack("{s:s, s:s}", "op", "remove", "name", full), NULL, &failed));
  json_decref(failed); /* it may be gone already */
  return result;
}
