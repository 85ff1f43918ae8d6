/*
 * proto.c - the protocol: what a client may say, and in which revision.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "serve/proto.h"

#include <string.h>

#include "base/weaken.h"
#include "serve/approve.h"
#include "serve/listen.h"
#include "serve/result.h"
#include "serve/tool.h"

/* --- answers ------------------------------------------------------------- */

void cs_proto_refuse(cs_outlet *o, json_t *id, int code, const char *text,
                     json_t *data) {
  o->send(o, cs_rpc_error(id, code, text, data));
  o->done(o);
}

static void refuse(cs_link *l, const cs_rpc_message *m, int code,
                   const char *text) {
  cs_proto_refuse(l->outlet, m->id, code, text, NULL);
}

static void reply(cs_link *l, const cs_rpc_message *m, json_t *result) {
  result = cs_revision_fit(result, l->version);
  l->outlet->send(l->outlet, cs_rpc_result(m->id, result));
  l->outlet->done(l->outlet);
}

static void refuse_version(cs_link *l, const cs_rpc_message *m,
                           const char *asked) {
  char quoted[512];
  size_t n = strlen(asked);
  cs_text_quote(asked, cs_text_cut(asked, n, 60), quoted);
  quoted[strlen(quoted) - 1] = '\0';
  cs_proto_refuse(l->outlet, m->id, CS_RPC_VERSION,
                  "Unsupported protocol version",
                  json_pack("{s:o, s:s}", "supported", cs_revision_modern(),
                            "requested", quoted + 1));
}

/* --- who we are ---------------------------------------------------------- */

json_t *cs_proto_server(const cs_server *s, cs_revision v) {
  json_t *info = json_pack("{s:s, s:s, s:s}", "name", "caisson", "title",
                           "Caisson", "version", s->config->version);
  if (v < CS_V2025_06) json_object_del(info, "title");
  return info;
}

/* Legacy HTTP has no way to tell a client that something has changed. */
static json_t *abilities(const cs_link *l) {
  cs_revision v = l->version;
  bool tells =
      l->server->config->again && (v >= CS_REVISION_MODERN || !l->http);
  json_t *a =
      json_pack("{s:{s:b}, s:{}}", "tools", "listChanged", tells, "resources");
  if (v == CS_V2025_11)
    json_object_set_new(a, "tasks",
                        json_pack("{s:{}, s:{}, s:{s:{s:{}}}}", "list",
                                  "cancel", "requests", "tools", "call"));
  if (v >= CS_REVISION_MODERN)
    json_object_set_new(a, "extensions", json_pack("{s:{}}", CS_TASKS));
  return a;
}

/* A version that we know is agreed to, any other gets our newest; what was
 * agreed on once stays, whoever asks again. */
static bool agree(cs_link *l, const cs_rpc_message *m, const char *asked) {
  cs_revision v = cs_revision_find(asked);
  if (l->version != CS_REVISION_NONE && !cs_weaken("L07")) return false;
  if (v == CS_REVISION_NONE || v >= CS_REVISION_MODERN ||
      (v == CS_V2024_11 && l->http))
    v = CS_REVISION_LEGACY;
  l->version = v;
  const json_t *can = json_object_get(m->params, "capabilities");
  l->elicits =
      v >= CS_V2025_06 && json_is_object(json_object_get(can, "elicitation"));
  return true;
}

static void initialize(cs_link *l, const cs_rpc_message *m) {
  const char *asked = cs_rpc_text(m->params, "protocolVersion");
  if (l->version >= CS_REVISION_MODERN) {
    refuse_version(l, m, asked ? asked : "");
    return;
  }
  bool first = agree(l, m, asked);
  cs_revision v = l->version;
  cs_terms *t = cs_terms_take(l->server);
  reply(
      l, m,
      json_pack("{s:s, s:o, s:o, s:s}", "protocolVersion", cs_revision_name(v),
                "capabilities", abilities(l), "serverInfo",
                cs_proto_server(l->server, v), "instructions", t->about));
  cs_terms_give(l->server, t);
  if (first && !l->http) cs_listen_join(l);
}

static void discover(cs_link *l, const cs_rpc_message *m) {
  cs_terms *t = cs_terms_take(l->server);
  reply(l, m,
        json_pack("{s:o, s:o, s:s, s:i, s:s, s:{s:o}}", "supportedVersions",
                  cs_revision_modern(), "capabilities", abilities(l),
                  "instructions", t->about, "ttlMs", 3600000, "cacheScope",
                  "private", "_meta", CS_META_SERVER,
                  cs_proto_server(l->server, l->version)));
  cs_terms_give(l->server, t);
}

/* --- tools --------------------------------------------------------------- */

/* One that exists only for an answer: its job never started. */
static void answer_tool(cs_link *l, const cs_rpc_message *m, const cs_tool *t,
                        const char *type, const char *text) {
  cs_job none = {.tool = t, .server = l->server}; /* no terms: no rule */
  char id[CS_TEXT_ID];
  if (cs_text_id("", id)) memcpy(none.nonce, id, 6);
  reply(l, m, cs_result_failure(&none, type, text));
}

static bool elicits(const cs_link *l, const cs_rpc_message *m) {
  const json_t *client = json_object_get(m->meta, CS_META_CLIENT);
  if (l->version < CS_REVISION_MODERN) return l->elicits;
  return json_is_object(json_object_get(client, "elicitation"));
}

/* A call that was answered with a question comes again with the answer. */
static void resume_tool(cs_link *l, const cs_rpc_message *m, const cs_tool *t,
                        json_t *arguments) {
  if (!cs_approve_resume(l, m, t, arguments))
    refuse(l, m, CS_RPC_PARAMS,
           "This requestState is not ours, was used, or has expired");
}

static void start_tool(cs_link *l, const cs_rpc_message *m, const cs_tool *t,
                       json_t *arguments) {
  cs_job *j = NULL;
  cs_job_wish w = {.caller = l->caller,
                   .tool = t,
                   .outlet = l->outlet,
                   .id = m->id,
                   .arguments = arguments,
                   .token = json_object_get(m->meta, "progressToken"),
                   .trace = cs_rpc_text(m->meta, "traceparent"),
                   .version = l->version,
                   .elicits = elicits(l, m),
                   .task = t->flags & CS_TOOL_RUNS && cs_task_is_wanted(l, m)};
  cs_status st = cs_job_start(l->server, &w, &j);
  if (st == CS_OK) {
    if (w.task && l->version < CS_REVISION_MODERN) cs_job_yield(j);
    cs_job_release(j);
  } else {
    answer_tool(l, m, t, "TooManyCalls",
                st == CS_ELIMIT
                    ? "Too many calls are running, or came in a few seconds. "
                      "Wait for one of them to end, then try again in a second."
                    : "The server has no room for this call. Try again in a "
                      "second.");
  }
}

static void call_tool(cs_link *l, const cs_rpc_message *m) {
  const char *name = cs_rpc_text(m->params, "name");
  json_t *given = json_object_get(m->params, "arguments");
  if (!name || (given && !json_is_object(given) && !json_is_null(given))) {
    refuse(l, m, CS_RPC_PARAMS,
           "tools/call needs a name, and arguments are "
           "an object");
    return;
  }
  json_t *arguments =
      json_is_object(given) ? json_incref(given) : json_object();
  cs_terms *terms = cs_terms_take(l->server);
  const cs_tool *t = cs_tool_find(terms, name, &arguments);
  char why[CS_ARGS_WHY];
  cs_terms_give(l->server, terms);
  if (!t)
    refuse(l, m, CS_RPC_PARAMS, "Unknown tool");
  else if (!cs_args_check(t->args, arguments, why))
    answer_tool(l, m, t, "ArgumentError", why);
  else if (l->version >= CS_REVISION_MODERN &&
           json_object_get(m->params, "requestState"))
    resume_tool(l, m, t, arguments);
  else
    start_tool(l, m, t, arguments);
  json_decref(arguments);
}

/* --- resources ----------------------------------------------------------- */

static void list_templates(cs_link *l, const cs_rpc_message *m) {
  reply(l, m,
        json_pack("{s:[{s:s, s:s, s:s}], s:i, s:s}", "resourceTemplates",
                  "uriTemplate", "caisson://session/{session_id}/files/{+path}",
                  "name", "file", "description",
                  "A file of a session, as its code sees it.", "ttlMs", 3600000,
                  "cacheScope", "private"));
}

static void read_resource(cs_link *l, const cs_rpc_message *m) {
  const char *uri = cs_rpc_text(m->params, "uri");
  json_t *found = uri ? cs_tool_resource(l->server, l->caller, uri) : NULL;
  if (found)
    reply(l, m, found);
  else
    refuse(l, m,
           uri && l->version < CS_REVISION_MODERN ? -32002 : CS_RPC_PARAMS,
           "Resource not found");
}

/* --- requests ------------------------------------------------------------ */

/* Is this the era of the link?  Otherwise it was refused. */
static bool settle_era(cs_link *l, const cs_rpc_message *m) {
  const json_t *said = json_object_get(m->meta, CS_META_VERSION);
  const char *asked = json_string_value(said);
  if (!said) {
    if (l->version >= CS_REVISION_MODERN)
      refuse(l, m, CS_RPC_PARAMS, "params._meta needs " CS_META_VERSION);
    else if (l->version == CS_REVISION_NONE &&
             strcmp(m->method, "server/discover") == 0)
      refuse(l, m, CS_RPC_PARAMS, "params._meta needs " CS_META_VERSION);
    else if (l->version == CS_REVISION_NONE && strcmp(m->method, "ping") != 0)
      refuse(l, m, CS_RPC_REQUEST, "Send initialize first");
    else
      return true;
    return false;
  }
  if (l->version != CS_REVISION_NONE && l->version < CS_REVISION_MODERN) {
    refuse(l, m, CS_RPC_REQUEST, "This link was opened with initialize");
    return false;
  }
  cs_revision v = cs_revision_find(asked);
  if (!asked || v == CS_REVISION_NONE || v < CS_REVISION_MODERN) {
    refuse_version(l, m, asked ? asked : "");
    return false;
  }
  if (!json_is_object(json_object_get(m->meta, CS_META_CLIENT))) {
    refuse(l, m, CS_RPC_PARAMS, "params._meta needs " CS_META_CLIENT);
    return false;
  }
  l->version = v;
  return true;
}

static void list_tools(cs_link *l, const cs_rpc_message *m) {
  cs_terms *t = cs_terms_take(l->server);
  reply(l, m, cs_tool_list(t));
  cs_terms_give(l->server, t);
}

static void list_resources(cs_link *l, const cs_rpc_message *m) {
  reply(l, m,
        json_pack("{s:[], s:i, s:s}", "resources", "ttlMs", 0, "cacheScope",
                  "private"));
}

static void ping(cs_link *l, const cs_rpc_message *m) {
  reply(l, m, json_object());
}

static void take_request(cs_link *l, const cs_rpc_message *m) {
  static const struct {
    const char *name;
    void (*take)(cs_link *l, const cs_rpc_message *m);
    bool legacy, modern;
  } methods[] = {{"ping", ping, true, false},
                 {"tools/list", list_tools, true, true},
                 {"tools/call", call_tool, true, true},
                 {"resources/list", list_resources, true, true},
                 {"resources/templates/list", list_templates, true, true},
                 {"resources/read", read_resource, true, true},
                 {"server/discover", discover, false, true},
                 {"subscriptions/listen", cs_listen_take, false, true}};
  if (strcmp(m->method, "initialize") == 0 &&
      !json_object_get(m->meta, CS_META_VERSION)) {
    initialize(l, m);
    return;
  }
  if (!settle_era(l, m)) return;
  bool modern = l->version >= CS_REVISION_MODERN;
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    if (strcmp(methods[i].name, m->method) != 0) continue;
    if (!(modern ? methods[i].modern : methods[i].legacy)) break;
    methods[i].take(l, m);
    return;
  }
  if (!cs_task_take(l, m)) refuse(l, m, CS_RPC_METHOD, "Method not found");
}

/* Over modern HTTP a closed stream is the cancellation, and requests of others
 * cannot be named. */
static void take_notification(cs_link *l, const cs_rpc_message *m) {
  if (strcmp(m->method, "notifications/cancelled") != 0) return;
  const json_t *id = json_object_get(m->params, "requestId");
  if (!id) return;
  cs_job_cancel_request(l->server, l->caller, l->outlet->scope, id);
  cs_listen_cancel(l->server, l->caller, l->outlet->scope, id);
}

/* --- frames -------------------------------------------------------------- */

static size_t count_requests(json_t *batch) {
  size_t n = 0, i;
  json_t *one;
  json_array_foreach(batch, i, one) {
    cs_rpc_message m;
    cs_rpc_read(one, &m);
    n += m.kind == CS_RPC_IS_REQUEST || m.kind == CS_RPC_IS_BROKEN ||
         m.kind == CS_RPC_IS_BATCH;
  }
  return n;
}

static void take_one(cs_link *l, json_t *frame, cs_rpc_message *m) {
  cs_rpc_read(frame, m);
  switch (m->kind) {
    case CS_RPC_IS_REQUEST: take_request(l, m); break;
    case CS_RPC_IS_NOTIFICATION: take_notification(l, m); break;
    case CS_RPC_IS_REPLY: cs_approve_reply(l, frame); break;
    case CS_RPC_IS_BATCH:
    case CS_RPC_IS_BROKEN:
      cs_proto_refuse(l->outlet, m->id, CS_RPC_REQUEST,
                      m->kind == CS_RPC_IS_BATCH
                          ? "Batches are not part of this revision"
                          : "Not a JSON-RPC 2.0 message",
                      NULL);
      break;
  }
}

static void take_batch(cs_link *l, json_t *batch) {
  size_t n = count_requests(batch), i;
  json_t *one;
  cs_rpc_message m;
  cs_link inner = *l;
  inner.outlet = n ? cs_batch_new(l->outlet, n) : l->outlet;
  if (!inner.outlet) return;
  json_array_foreach(batch, i, one) {
    cs_rpc_read(one, &m);
    if (m.kind == CS_RPC_IS_REQUEST && strcmp(m.method, "initialize") == 0)
      cs_proto_refuse(inner.outlet, m.id, CS_RPC_REQUEST,
                      "initialize must stand alone", NULL);
    else
      take_one(&inner, one, &m);
  }
  if (n) inner.outlet->keep(inner.outlet, -1);
}

void cs_proto_take(cs_link *l, json_t *frame) {
  cs_rpc_message m;
  size_t n = json_array_size(frame);
  if (json_is_array(frame) && l->version == CS_V2025_03 && n > 0 &&
      n <= CS_RPC_BATCH)
    take_batch(l, frame);
  else
    take_one(l, frame, &m);
}
