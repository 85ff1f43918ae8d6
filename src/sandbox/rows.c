/*
 * rows.c - sandboxes that exist: list, inspect, remove, reconcile.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "sandbox/boxfile.h"
#include "sandbox/frame.h"
#include "sandbox/home.h"
#include "sandbox/root.h"
#include "sandbox/sandbox.h"

#define KILL_MS 15000

/* --- what is left behind -------------------------------------------------- */

/* A creator gives up its claim after the row has changed, so a row that still
 * says "creating" when the claim is gone has lost its creator. */
static bool is_abandoned(const cs_sandboxes *s, const cs_store_row *row) {
  cs_store_row now;
  if (cs_home_is_claimed(s->home, row->id)) return false;
  return cs_store_find(s->store, row->name, &now, NULL) == CS_OK &&
         strcmp(now.id, row->id) == 0 && strcmp(now.state, "creating") == 0;
}

/* A row whose sandbox nobody makes, keeps or wants any more. */
static bool is_stale(const cs_sandboxes *s, const cs_store_row *row) {
  CS_AUTO_FD
  int box = cs_home_open(s->home, row->id);
  if (box >= 0 && cs_home_is_held(box)) return false;
  if (strcmp(row->state, "removing") == 0) return true;
  if (strcmp(row->state, "creating") == 0) return is_abandoned(s, row);
  return box < 0; /* an ephemeral one has removed itself */
}

/* The image that it has kept. */
static void release(const cs_sandboxes *s, const char *id) {
  CS_AUTO_FD
  int box = cs_home_open(s->home, id);
  json_t *spec = box < 0 ? NULL : cs_boxfile_read(box, "spec.json");
  if (spec) cs_boxroot_release(spec, id);
  json_decref(spec);
}

static void forget(cs_sandboxes *s, const cs_store_row *row) {
  release(s, row->id);
  if (cs_home_remove(s->home, row->id, NULL) == CS_OK)
    (void)!cs_store_remove(s->store, row, NULL);
}

static bool is_listed(const cs_store_row *rows, size_t n, const char *id) {
  for (size_t i = 0; i < n; i++)
    if (strcmp(rows[i].id, id) == 0) return true;
  return false;
}

/* A list that was lost (by a power cut, say) and files that were not: those of
 * a sandbox that has run are kept, and get their name back if nobody else has
 * it.  False: it has not run. */
static bool adopt(cs_sandboxes *s, const char *id) {
  cs_store_row row = {.kind = "sandbox", .state = "live"};
  CS_AUTO_FD
  int box = cs_home_open(s->home, id);
  json_t *spec = box < 0 ? NULL : cs_boxfile_read(box, "spec.json");
  const char *name = json_string_value(json_object_get(spec, "name"));
  bool good = name && cs_home_is_name(name) &&
              !json_is_true(json_object_get(spec, "ephemeral")) &&
              faccessat(box, "state.json", F_OK, 0) == 0;
  if (good) {
    snprintf(row.id, sizeof row.id, "%.*s", CS_STORE_ID - 1, id);
    snprintf(row.name, sizeof row.name, "%s", name);
    row.created_ms = json_integer_value(json_object_get(spec, "created_ms"));
  }
  json_decref(spec);
  if (good) (void)!cs_store_add(s->store, &row, NULL);
  return good;
}

/* A directory without a row, and with neither a creator nor a keeper.  The list
 * is read again: a creator may have come and gone since it was. */
static void remove_stray(cs_sandboxes *s, const char *id) {
  cs_store_row *rows;
  size_t n;
  CS_AUTO_FD
  int box = cs_home_open(s->home, id);
  if (box < 0 || cs_home_is_claimed(s->home, id) || cs_home_is_held(box) ||
      cs_store_list(s->store, &rows, &n, NULL) != CS_OK)
    return;
  bool listed = is_listed(rows, n, id);
  free(rows);
  if (!listed && !adopt(s, id)) (void)cs_home_remove_unclaimed(s->home, id);
}

static void remove_strays(cs_sandboxes *s, const cs_store_row *rows, size_t n) {
  char path[PATH_MAX];
  if (snprintf(path, sizeof path, "%s/boxes", s->home) >= (int)sizeof path)
    return;
  DIR *d = opendir(path);
  for (struct dirent *e; d && (e = readdir(d));)
    if (strlen(e->d_name) == CS_STORE_ID - 1 && !is_listed(rows, n, e->d_name))
      remove_stray(s, e->d_name);
  if (d) closedir(d);
}

void cs_sandbox_reconcile(cs_sandboxes *s) {
  cs_store_row *rows;
  size_t n;
  if (cs_store_list(s->store, &rows, &n, NULL) != CS_OK) return;
  for (size_t i = 0; i < n; i++)
    if (is_stale(s, &rows[i])) forget(s, &rows[i]);
  remove_strays(s, rows, n);
  free(rows);
}

/* --- looking -------------------------------------------------------------- */

static bool has_labels(const json_t *spec, json_t *wanted) {
  const json_t *labels = json_object_get(spec, "labels");
  const char *key;
  json_t *value;
  json_object_foreach(
      wanted, key,
      value) if (!json_equal(json_object_get(labels, key), value)) return false;
  return true;
}

/* A run says itself what it is and how it ended. */
static json_t *describe_run(const cs_store_row *row, int box) {
  json_t *o = box < 0 ? NULL : cs_boxfile_read(box, "state.json");
  if (!o) o = json_object();
  json_t *ours =
      json_pack("{s:s, s:s, s:s, s:s, s:I}", "name", row->name, "id", row->id,
                "kind", row->kind, "status", cs_home_status(row, box),
                "created_ms", (json_int_t)row->created_ms);
  json_object_update_missing(o, ours);
  json_decref(ours);
  return o;
}

static json_t *describe(const cs_sandboxes *s, const cs_store_row *row,
                        json_t *wanted) {
  CS_AUTO_FD
  int box = cs_home_open(s->home, row->id);
  if (strcmp(row->kind, "run") == 0)
    return wanted ? NULL : describe_run(row, box);
  json_t *spec = box < 0 ? NULL : cs_boxfile_read(box, "spec.json");
  json_t *state = box < 0 ? NULL : cs_boxfile_read(box, "state.json");
  json_t *o = NULL;
  if (!wanted || has_labels(spec, wanted))
    o = json_pack("{s:s, s:s, s:s, s:s, s:s, s:I, s:o*, s:o*, s:o*, s:o*}",
                  "schema", "caisson.sandbox/1", "name", row->name, "id",
                  row->id, "kind", row->kind, "status",
                  cs_home_status(row, box), "created_ms",
                  (json_int_t)row->created_ms, "image",
                  json_incref(json_object_get(spec, "image")), "labels",
                  json_incref(json_object_get(spec, "labels")), "why",
                  json_incref(json_object_get(state, "why")), "pid",
                  json_incref(json_object_get(state, "pid")));
  json_decref(spec);
  json_decref(state);
  return o;
}

json_t *cs_sandbox_list(cs_sandboxes *s, const json_t *request) {
  cs_store_row *rows;
  size_t n;
  cs_error err = {0};
  json_t *wanted = json_object_get(request, "labels"), *list = json_array();
  cs_sandbox_reconcile(s);
  if (cs_store_list(s->store, &rows, &n, &err) != CS_OK) {
    json_decref(list);
    return cs_sandbox_fault("runtime_error", "%s", err.text);
  }
  for (size_t i = 0; i < n; i++) {
    json_t *o = describe(s, &rows[i], wanted);
    if (o) json_array_append_new(list, o);
  }
  free(rows);
  return json_pack("{s:o}", "sandboxes", list);
}

json_t *cs_sandbox_inspect(cs_sandboxes *s, const json_t *request) {
  cs_store_row row;
  json_t *reply = NULL;
  if (!cs_sandbox_find(s, request, &row, &reply)) return reply;
  CS_AUTO_FD
  int box = cs_home_open(s->home, row.id);
  json_t *spec = box < 0 ? NULL : cs_boxfile_read(box, "spec.json");
  json_t *o = describe(s, &row, NULL);
  static const char *const keys[] = {"limits",  "workspace", "workdir", "env",
                                     "sandbox", "user",      "shell"};
  for (size_t i = 0; o && i < sizeof keys / sizeof *keys; i++)
    if (json_object_get(spec, keys[i]))
      json_object_set(o, keys[i], json_object_get(spec, keys[i]));
  if (o && json_object_get(spec, "shown")) /* names, never values */
    json_object_set(o, "secrets", json_object_get(spec, "shown"));
  if (o && json_is_true(json_object_get(spec, "ephemeral")))
    json_object_set_new(o, "ephemeral", json_true());
  json_decref(spec);
  return o;
}

/* --- removing ------------------------------------------------------------- */

/* Kill it; false: it lives on. */
static bool kill_it(int box) {
  cs_error err = {0};
  CS_AUTO_FD
  int fd = cs_sandbox_dial(box);
  json_t *q = json_pack("{s:s}", "op", "kill");
  json_t *answer = fd < 0 ? NULL : cs_frame_ask(fd, q, &err);
  json_decref(answer);
  json_decref(q);
  return cs_home_wait_free(box, KILL_MS);
}

/* Everything of it; one that is ephemeral has removed itself. */
static cs_status remove_all(cs_sandboxes *s, const cs_store_row *row,
                            const json_t *spec, cs_error *err) {
  CS_AUTO_FD
  int box = cs_home_open(s->home, row->id);
  cs_status st = CS_OK;
  if (box >= 0) st = cs_store_set_state(s->store, row, "removing", err);
  if (st == CS_OK && spec) cs_boxroot_release(spec, row->id);
  if (st == CS_OK) st = cs_home_remove(s->home, row->id, err);
  return st == CS_OK ? cs_store_remove(s->store, row, err) : st;
}

json_t *cs_sandbox_remove(cs_sandboxes *s, const json_t *request) {
  cs_store_row row;
  cs_error err = {0};
  json_t *reply = NULL;
  if (!cs_sandbox_find(s, request, &row, &reply)) return reply;
  CS_AUTO_FD
  int box = cs_home_open(s->home, row.id);
  json_t *spec = box < 0 ? NULL : cs_boxfile_read(box, "spec.json");
  if (box >= 0 && strcmp(row.kind, "run") == 0 && cs_home_is_held(box))
    reply =
        cs_sandbox_fault("state", "'%s' is running: end it first", row.name);
  else if (box >= 0 && cs_home_is_held(box) && !kill_it(box))
    reply = cs_sandbox_fault("runtime_error",
                             "the sandbox '%s' cannot be killed", row.name);
  else if (remove_all(s, &row, spec, &err) != CS_OK)
    reply = cs_sandbox_fault("runtime_error", "%s", err.text);
  else
    reply = json_pack("{s:b, s:s}", "ok", 1, "name", row.name);
  json_decref(spec);
  return reply;
}
