/*
 * task.c - calls that became tasks: a job that is asked for later.
 *
 * Legacy (2025-11-25): the client asks for a task, gets it at once, and
 * tasks/result waits for its end.  Modern (the extension): a call that is not
 * done after a while becomes one, and tasks/get has the result in it.  The id
 * of a task is the run_id of its job, and only its caller knows it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "serve/proto.h"
#include "serve/result.h"
#include "serve/tool.h"

#define POLL_MS 500

/* --- the shape of a task ------------------------------------------------- */

static json_t *time_of(int64_t ms) {
  char text[40];
  time_t seconds = (time_t)(ms / 1000);
  struct tm parts;
  gmtime_r(&seconds, &parts);
  size_t n = strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
  snprintf(text + n, sizeof text - n, ".%03dZ", (int)(ms % 1000));
  return json_string(text);
}

/* With the lock.  In the modern era a tool that failed has completed. */
static const char *status_of(const cs_job *j) {
  if (atomic_load(&j->cancelled)) return "cancelled";
  if (!j->ended) return "working";
  bool bad = json_is_true(json_object_get(j->result, "isError"));
  return bad && j->version < CS_REVISION_MODERN ? "failed" : "completed";
}

static json_t *describe(cs_job *j) {
  cs_server *s = j->server;
  bool modern = j->version >= CS_REVISION_MODERN;
  pthread_mutex_lock(&s->lock);
  json_t *t =
      json_pack("{s:s, s:s, s:o*, s:o*, s:I, s:i}", "taskId", j->run_id,
                "status", status_of(j), "createdAt", time_of(j->began_utc),
                "lastUpdatedAt", time_of(j->changed_utc),
                modern ? "ttlMs" : "ttl", (json_int_t)s->config->idle_ms,
                modern ? "pollIntervalMs" : "pollInterval", POLL_MS);
  pthread_mutex_unlock(&s->lock);
  return t;
}

json_t *cs_task_created(cs_job *j) {
  json_t *t = describe(j);
  if (j->version < CS_REVISION_MODERN) return json_pack("{s:o}", "task", t);
  json_object_set_new(t, "resultType", json_string("task"));
  return t;
}

/* --- methods ------------------------------------------------------------- */

static void reply(cs_link *l, const cs_rpc_message *m, json_t *result) {
  json_t *fit = cs_revision_fit(result, l->version);
  l->outlet->send(l->outlet, cs_rpc_result(m->id, fit));
  l->outlet->done(l->outlet);
}

static void unknown(cs_link *l, const cs_rpc_message *m) {
  cs_proto_refuse(l->outlet, m->id, CS_RPC_PARAMS,
                  "There is no such task: it has expired, or never was", NULL);
}

static void get(cs_link *l, const cs_rpc_message *m, cs_job *j) {
  json_t *t = describe(j);
  const char *status = cs_rpc_text(t, "status");
  if (l->version >= CS_REVISION_MODERN && strcmp(status, "completed") == 0)
    json_object_set_new(t, "result",
                        cs_revision_fit(json_deep_copy(j->result), l->version));
  reply(l, m, t);
}

static void cancel(cs_link *l, const cs_rpc_message *m, cs_job *j) {
  pthread_mutex_lock(&j->server->lock);
  bool ended = j->ended;
  pthread_mutex_unlock(&j->server->lock);
  cs_job_cancel(j);
  if (l->version >= CS_REVISION_MODERN)
    reply(l, m, json_object());
  else if (!ended)
    reply(l, m, describe(j));
  else
    cs_proto_refuse(l->outlet, m->id, CS_RPC_PARAMS,
                    "The task has ended already", NULL);
}

static void update(cs_link *l, const cs_rpc_message *m, cs_job *j) {
  (void)j; /* no task of ours waits for input */
  reply(l, m, json_object());
}

static void list(cs_link *l, const cs_rpc_message *m) {
  cs_server *s = l->server;
  json_t *ids = json_array(), *tasks = json_array(), *id;
  size_t i;
  pthread_mutex_lock(&s->lock);
  for (const cs_job *j = s->jobs; j; j = j->next)
    if (j->caller == l->caller && j->task && j->kept)
      json_array_append_new(ids, json_string(j->run_id));
  pthread_mutex_unlock(&s->lock);
  json_array_foreach(ids, i, id) {
    cs_job *j = cs_job_find(s, l->caller, json_string_value(id));
    if (!j) continue;
    json_array_append_new(tasks, describe(j));
    cs_job_release(j);
  }
  json_decref(ids);
  reply(l, m, json_pack("{s:o}", "tasks", tasks));
}

/* --- tasks/result -------------------------------------------------------- */

/* Waits in a thread of its own, as a tool does. */
static json_t *wait_result(cs_job *j) {
  const char *id = cs_args_text(j->arguments, "taskId");
  cs_job *of = id ? cs_job_find(j->server, j->caller, id) : NULL;
  json_t *result = NULL;
  if (of && cs_job_wait(of, UINT64_C(86400000), j)) {
    result = json_deep_copy(of->result);
    json_object_set_new(
        result, "_meta",
        json_pack("{s:{s:s}}", "io.modelcontextprotocol/related-task", "taskId",
                  of->run_id));
  }
  if (of) cs_job_release(of);
  return result;
}

static const cs_tool result_tool = {
    .name = "tasks/result", .schema = "caisson.result/1", .run = wait_result};

static void result(cs_link *l, const cs_rpc_message *m, cs_job *of) {
  cs_job *j = NULL;
  (void)of;
  cs_job_wish w = {.caller = l->caller,
                   .tool = &result_tool,
                   .outlet = l->outlet,
                   .id = m->id,
                   .arguments = m->params,
                   .version = l->version};
  if (cs_job_start(l->server, &w, &j) == CS_OK)
    cs_job_release(j);
  else
    cs_proto_refuse(l->outlet, m->id, CS_RPC_INTERNAL,
                    "Too many calls are running", NULL);
}

bool cs_task_take(cs_link *l, const cs_rpc_message *m) {
  static const struct {
    const char *name;
    void (*take)(cs_link *l, const cs_rpc_message *m, cs_job *j);
    bool legacy, modern;
  } methods[] = {{"tasks/get", get, true, true},
                 {"tasks/cancel", cancel, true, true},
                 {"tasks/update", update, false, true},
                 {"tasks/result", result, true, false}};
  bool modern = l->version >= CS_REVISION_MODERN;
  if (l->version < CS_V2025_11) return false;
  if (!modern && strcmp(m->method, "tasks/list") == 0) {
    list(l, m);
    return true;
  }
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    if (strcmp(methods[i].name, m->method) != 0) continue;
    if (!(modern ? methods[i].modern : methods[i].legacy)) return false;
    if (modern && !cs_task_is_wanted(l, m)) {
      cs_proto_refuse(l->outlet, m->id, CS_RPC_CAPABILITY,
                      "The client did not say that it knows tasks",
                      json_pack("{s:{s:{s:{}}}}", "requiredCapabilities",
                                "extensions", CS_TASKS));
      return true;
    }
    const char *id = cs_rpc_text(m->params, "taskId");
    cs_job *j = id ? cs_job_find(l->server, l->caller, id) : NULL;
    if (j && j->task)
      methods[i].take(l, m, j);
    else
      unknown(l, m);
    if (j) cs_job_release(j);
    return true;
  }
  return false;
}

bool cs_task_is_wanted(const cs_link *l, const cs_rpc_message *m) {
  if (l->version == CS_V2025_11)
    return json_is_object(json_object_get(m->params, "task"));
  json_t *client = json_object_get(m->meta, CS_META_CLIENT);
  return l->version >= CS_REVISION_MODERN &&
         json_object_get(json_object_get(client, "extensions"), CS_TASKS);
}
