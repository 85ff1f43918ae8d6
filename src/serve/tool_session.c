/*
 * tool_session.c - sessions and their snapshots as tools; what works here.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "jail/probe.h"
#include "serve/result.h"
#include "serve/store.h"
#include "serve/tool.h"

#define CHANGES_MAX 500

/* --- sessions ------------------------------------------------------------ */

static json_t *describe(const cs_server *s, const cs_box *b, uint64_t now) {
  uint64_t idle = b->busy || now < b->used_ms ? 0 : now - b->used_ms;
  return json_pack("{s:s, s:s, s:b, s:I, s:I, s:I}", "session_id", b->id,
                   "depth", cs_mcp_depth_name(b->process), "busy", b->busy,
                   "idle_ms", (json_int_t)idle, "expires_ms",
                   (json_int_t)(s->config->idle_ms - idle), "runs",
                   (json_int_t)b->runs);
}

json_t *cs_tool_session_list(cs_job *j) {
  cs_server *s = j->server;
  json_t *list = json_array();
  uint64_t now = cs_text_now();
  pthread_mutex_lock(&s->lock);
  for (const cs_box *b = s->boxes; b; b = b->next)
    if (cs_server_owns(b->owner, j->caller) && !b->doomed)
      json_array_append_new(list, describe(s, b, now));
  pthread_mutex_unlock(&s->lock);
  return cs_result_plain(j, "caisson.sessions/1",
                         json_pack("{s:o}", "sessions", list), NULL);
}

json_t *cs_tool_session_close(cs_job *j) {
  const char *id = cs_args_text(j->arguments, "session_id");
  bool closed = id && cs_box_drop(j->server, j->caller, id);
  if (!closed)
    return cs_result_failure(j, "UnknownSession",
                             "There is no such session: it has ended.");
  return cs_result_plain(j, "caisson.sessions/1",
                         json_pack("{s:b}", "closed", 1), NULL);
}

/* The box that the arguments name, with its id in the result. */
static cs_box *take(cs_job *j, json_t **failed) {
  cs_box *b = cs_tool_box(j, false, failed);
  if (b) memcpy(j->session_id, b->id, sizeof b->id);
  return b;
}

static int put_change(void *with, const cs_change *c) {
  static const char *const kinds[] = {"created", "modified", "removed",
                                      "moved"};
  if (json_array_size(with) == CHANGES_MAX) return 1;
  json_array_append_new(
      with, json_pack("{s:o*, s:s, s:I}", "path", cs_text_name(c->path),
                      "change", kinds[c->kind], "size", (json_int_t)c->size));
  return 0;
}

json_t *cs_tool_session_diff(cs_job *j) {
  json_t *failed = NULL, *list = json_array();
  cs_box *b = take(j, &failed);
  if (b && cs_tool_files(j, b, &failed)) {
    cs_status st = cs_session_changes(b->session, put_change, list);
    failed = cs_result_plain(
        j, "caisson.diff/1",
        json_pack("{s:O, s:b}", "changes", list, "truncated", st == CS_ELIMIT),
        NULL);
  }
  if (b) cs_box_give(j->server, b);
  json_decref(list);
  return failed;
}

/* --- snapshots ----------------------------------------------------------- */

static void *dump(cs_job *j, size_t *n, json_t **failed) {
  void *bytes = NULL;
  cs_box *b = take(j, failed);
  if (!b) return NULL;
  cs_status st = cs_session_dump(b->session, &bytes, n);
  if (st != CS_OK)
    *failed =
        cs_result_failure(j, "SnapshotError",
                          b->process ? "A session in a jail cannot be saved."
                                     : "The session cannot be saved now.");
  cs_box_give(j->server, b);
  return st == CS_OK ? bytes : NULL;
}

json_t *cs_tool_snapshot_create(cs_job *j) {
  size_t n = 0;
  json_t *failed = NULL;
  char id[CS_TEXT_ID];
  void *bytes = dump(j, &n, &failed);
  if (!bytes) return failed;
  if (cs_store_put(j->server, j->caller, bytes, n, id) != CS_OK)
    return cs_result_failure(j, "TooManySnapshots",
                             "You have too many snapshots; they expire when "
                             "they are not used.");
  return cs_result_plain(
      j, "caisson.snapshot/1",
      json_pack("{s:s, s:I}", "snapshot_id", id, "bytes", (json_int_t)n), NULL);
}

/* `n` new sessions from these bytes; NULL: `*failed` is the result. */
static json_t *revive(cs_job *j, const void *bytes, size_t len, int64_t n,
                      json_t **failed) {
  json_t *ids = json_array();
  for (int64_t i = 0; i < n; i++) {
    cs_error err = {0};
    cs_box *b = NULL;
    if (cs_box_open(j->server, j->terms, j->caller, false, bytes, len, &b,
                    &err) != CS_OK) {
      *failed = cs_result_failure(j, "SnapshotError",
                                  "No session can be started from it now.");
      json_decref(ids);
      return NULL;
    }
    json_array_append_new(ids, json_string(b->id));
    memcpy(j->session_id, b->id, sizeof b->id);
    cs_box_give(j->server, b);
  }
  return ids;
}

static json_t *sessions_result(cs_job *j, json_t *ids) {
  return cs_result_plain(j, "caisson.snapshot/1",
                         json_pack("{s:o}", "session_ids", ids), NULL);
}

json_t *cs_tool_snapshot_restore(cs_job *j) {
  const char *id = cs_args_text(j->arguments, "snapshot_id");
  size_t n = 0;
  json_t *failed = NULL;
  void *bytes = id ? cs_store_get(j->server, j->caller, id, &n) : NULL;
  if (!bytes)
    return cs_result_failure(j, "UnknownSnapshot",
                             "There is no such snapshot: it has expired.");
  json_t *ids = revive(j, bytes, n, 1, &failed);
  free(bytes);
  return ids ? sessions_result(j, ids) : failed;
}

/* Through bytes: a twin must tell its output to a box of its own. */
json_t *cs_tool_snapshot_fork(cs_job *j) {
  size_t n = 0;
  json_t *failed = NULL;
  void *bytes = dump(j, &n, &failed);
  if (!bytes) return failed;
  int64_t count = cs_args_int(j->arguments, "count", 1);
  json_t *ids = revive(j, bytes, n, count, &failed);
  free(bytes);
  return ids ? sessions_result(j, ids) : failed;
}

/* --- this machine -------------------------------------------------------- */

static json_t *jail_facts(const cs_terms *s) {
  cs_jail_fact f[CS_JAIL_FACTS];
  json_t *missing = json_array();
  bool good = s->kit.helper >= 0 && cs_jail_probe(&s->kit, f);
  for (int i = 0; s->kit.helper >= 0 && i < CS_JAIL_FACTS; i++)
    if (!f[i].holds) json_array_append_new(missing, json_string(f[i].name));
  return json_pack("{s:s, s:b, s:o}", "depth", cs_mcp_depth_name(true),
                   "available", good && s->depths & CS_MCP_JAIL, "missing",
                   missing);
}

json_t *cs_tool_check_installed(cs_job *j) {
  const cs_terms *s = j->terms;
  json_t *interp =
      json_pack("{s:s, s:b, s:[]}", "depth", cs_mcp_depth_name(false),
                "available", (s->depths & CS_MCP_ENGINE) != 0, "missing");
  return cs_result_plain(
      j, "caisson.installed/1",
      json_pack("{s:s, s:[o, o]}", "version", s->config->version, "depths",
                interp, jail_facts(s)),
      NULL);
}
