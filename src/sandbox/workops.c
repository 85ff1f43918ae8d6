/*
 * workops.c - diff, commit and discard of a sandbox's workspace; an image of
 * what it changed in its root.
 *
 * Changing a layer under a mounted overlay confuses the kernel, so commit and
 * discard want a stopped sandbox; looking is always possible.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "image/image.h"
#include "sandbox/boxfile.h"
#include "sandbox/home.h"
#include "sandbox/sandbox.h"
#include "sandbox/tree.h"
#include "sandbox/workcommit.h"
#include "sandbox/workspace.h"
#include "vfs/kept.h"

#define BASES "work.json" /* when the sandbox first saw the host's files */

typedef struct job {
  cs_store_row row;
  json_t *spec, *bases; /* owned */
  int box, upper, lower;
  cs_work_list list;
  cs_error err;
} job;

static void fini(job *j) {
  cs_cleanup_fd(&j->box);
  cs_cleanup_fd(&j->upper);
  cs_cleanup_fd(&j->lower);
  json_decref(j->spec);
  json_decref(j->bases);
  cs_worklayer_fini(&j->list);
}

static int64_t now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* --- opening -------------------------------------------------------------- */

static json_t *open_box(cs_sandboxes *s, const json_t *request, job *j) {
  json_t *reply = NULL;
  if (!cs_sandbox_find(s, request, &j->row, &reply)) return reply;
  j->box = cs_home_open(s->home, j->row.id);
  j->spec = j->box < 0 ? NULL : cs_boxfile_read(j->box, "spec.json");
  if (j->spec) return NULL;
  return cs_sandbox_fault("state", "'%s' has no files", j->row.name);
}

static json_t *open_work(cs_sandboxes *s, const json_t *request, job *j) {
  json_t *reply = open_box(s, request, j);
  if (reply) return reply;
  const json_t *w = json_object_get(j->spec, "workspace");
  const char *mode = json_string_value(json_object_get(w, "mode"));
  if (!mode || strcmp(mode, "overlay") != 0)
    return cs_sandbox_fault("state",
                            "'%s' has no overlay workspace; 'caisson create "
                            "--workspace DIR' makes one",
                            j->row.name);
  if (cs_workspace_open(s->home, j->spec, &j->lower, &j->err) != CS_OK)
    return cs_sandbox_fault("state", "%s", j->err.text);
  j->upper =
      openat(j->box, "work/u", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (j->upper < 0)
    return cs_sandbox_fault("state", "the layer of the workspace is missing");
  j->bases = cs_boxfile_read(j->box, BASES);
  if (cs_worklayer_list(j->upper, j->lower, &j->list, &j->err) != CS_OK)
    return cs_sandbox_fault("runtime_error", "%s", j->err.text);
  return NULL;
}

/* NULL: nobody runs in it. */
static json_t *refuse_running(const job *j) {
  if (!cs_home_is_held(j->box) || cs_home_wait_free(j->box, 200)) return NULL;
  return cs_sandbox_fault("state", "'%s' is running; 'caisson stop %s' first",
                          j->row.name, j->row.name);
}

/* --- which changes -------------------------------------------------------- */

/* "a/b" lies in "a"; everything lies in "" and ".". */
static bool lies_in(const char *path, const char *in) {
  while (strncmp(in, "./", 2) == 0) in += 2;
  if (strncmp(in, "/workspace", 10) == 0 && (in[10] == '/' || !in[10]))
    in += in[10] ? 11 : 10;
  size_t n = strlen(in);
  while (n > 0 && in[n - 1] == '/') n--;
  if (n == 0 || (n == 1 && *in == '.')) return true;
  return strncmp(path, in, n) == 0 && (!path[n] || path[n] == '/');
}

static bool is_asked(const json_t *paths, const char *path) {
  if (!json_is_array(paths)) return true;
  for (size_t i = 0; i < json_array_size(paths); i++) {
    const char *in = json_string_value(json_array_get(paths, i));
    if (in && lies_in(path, in)) return true;
  }
  return false;
}

/* A path that was asked for and has no change, or that is part of a directory
 * which can only be taken whole. */
static json_t *check_paths(const job *j, const json_t *paths) {
  for (size_t i = 0; i < json_array_size(paths); i++) {
    const char *in = json_string_value(json_array_get(paths, i));
    bool found = false;
    for (size_t k = 0; in && !found && k < j->list.n; k++)
      found = lies_in(j->list.at[k].path, in);
    if (!found)
      return cs_sandbox_fault("invalid", "nothing has changed at '%.120s'",
                              in ? in : "");
  }
  for (size_t k = 0; json_is_array(paths) && k < j->list.n; k++) {
    const cs_work_change *c = &j->list.at[k];
    char whole[4096];
    if (!c->replaced || !is_asked(paths, c->path)) continue;
    snprintf(whole, sizeof whole, "%.*s", (int)c->replaced, c->path);
    if (!is_asked(paths, whole))
      return cs_sandbox_fault("invalid",
                              "the sandbox replaced the directory '%.120s': "
                              "take it as a whole",
                              whole);
  }
  return NULL;
}

static const char *type_of(mode_t mode) {
  if (S_ISREG(mode)) return "file";
  if (S_ISDIR(mode)) return "directory";
  return S_ISLNK(mode) ? "symlink" : "other";
}

static json_t *describe(const cs_work_change *c) {
  static const char *const words[] = {"added", "modified", "deleted"};
  json_t *o = json_pack("{s:s, s:s, s:o*}", "change", words[c->kind], "type",
                        type_of(c->mode), "path", json_string(c->path));
  if (!json_object_get(o, "path")) { /* not UTF-8 */
    char *hex = malloc(2 * strlen(c->path) + 1);
    for (size_t i = 0; hex && c->path[i]; i++)
      sprintf(hex + 2 * i, "%02x", (unsigned char)c->path[i]);
    if (hex) json_object_set_new(o, "path_hex", json_string(hex));
    free(hex);
  }
  if (c->kind != CS_WORK_DELETED && S_ISREG(c->mode))
    json_object_set_new(o, "size", json_integer((json_int_t)c->size));
  return o;
}

/* --- diff ----------------------------------------------------------------- */

json_t *cs_sandbox_diff(cs_sandboxes *s, const json_t *request) {
  job j = {.box = -1, .upper = -1, .lower = -1};
  json_t *reply = open_work(s, request, &j);
  json_t *list = reply ? NULL : json_array();
  for (size_t i = 0; list && i < j.list.n; i++)
    json_array_append_new(list, describe(&j.list.at[i]));
  if (list)
    reply = json_pack("{s:s, s:s, s:o}", "schema", "caisson.diff/1", "name",
                      j.row.name, "changes", list);
  fini(&j);
  return reply;
}

/* --- commit --------------------------------------------------------------- */

/* The first paths and why, for a line that people read. */
static void name_paths(const json_t *problems, char *out, size_t room) {
  size_t n = json_array_size(problems), used = 0;
  out[0] = 0;
  for (size_t i = 0; i < n && i < 3; i++) {
    const json_t *o = json_array_get(problems, i);
    const char *path = json_string_value(json_object_get(o, "path"));
    used += (size_t)snprintf(out + used, room - used, "%s%.120s (%s)",
                             i > 0 ? ", " : "",
                             path ? path : "a name that is not UTF-8",
                             json_string_value(json_object_get(o, "reason")));
  }
  if (n > 3) snprintf(out + used, room - used, " and more");
  for (char *p = out; *p; p++)
    if ((unsigned char)*p < 0x20 || *p == 0x7f) *p = '?';
}

static json_t *refused(const job *j, json_t *problems, const char *first) {
  char paths[600];
  bool conflict = strcmp(first, "conflict") == 0;
  name_paths(problems, paths, sizeof paths);
  json_t *o = cs_sandbox_fault(
      conflict ? "conflict" : "denied",
      conflict ? "the host changed files that '%s' changed, too: %s; nothing "
                 "was written"
               : "changes of '%s' cannot be committed: %s; nothing was written",
      j->row.name, paths);
  json_object_set_new(json_object_get(o, "error"), "paths", problems);
  return o;
}

/* Check everything first; NULL: all that was asked for can be written. */
static json_t *check_all(const job *j, const json_t *paths) {
  const json_t *w = json_object_get(j->spec, "workspace");
  const json_t *base = json_object_get(j->bases, "base_ms");
  if (!base) base = json_object_get(j->spec, "created_ms");
  cs_kept kept = {0};
  const cs_work_terms terms = {.kept = &kept,
                               .write = json_object_get(w, "write"),
                               .deny = json_object_get(w, "deny"),
                               .base_ms = json_integer_value(base),
                               .bases = json_object_get(j->bases, "paths")};
  json_t *problems = json_array();
  const char *first = NULL;
  for (size_t i = 0; i < j->list.n; i++) {
    const cs_work_change *c = &j->list.at[i];
    const char *why = is_asked(paths, c->path)
                          ? cs_workcommit_refuses(j->upper, j->lower, c, &terms)
                          : NULL;
    if (!why) continue;
    if (!first) first = why;
    json_t *o = describe(c);
    json_object_set_new(o, "reason", json_string(why));
    if (json_array_size(problems) < 100) json_array_append_new(problems, o);
  }
  cs_kept_fini(&kept);
  if (first) return refused(j, problems, first);
  json_decref(problems);
  return NULL;
}

/* Of what is left in the layer, the host's files are as old as before. */
static bool write_bases(const job *j, const json_t *paths) {
  int64_t now = now_ms();
  if (!json_is_array(paths)) {
    json_t *o = json_pack("{s:I}", "base_ms", (json_int_t)now);
    bool good = cs_boxfile_write(j->box, BASES, o);
    json_decref(o);
    return good;
  }
  json_t *o = j->bases ? json_deep_copy(j->bases) : json_object();
  json_t *own = json_object_get(o, "paths");
  if (!own) json_object_set_new(o, "paths", own = json_object());
  for (size_t i = 0; i < j->list.n; i++)
    if (is_asked(paths, j->list.at[i].path))
      json_object_set_new(own, j->list.at[i].path,
                          json_integer((json_int_t)now));
  bool good = cs_boxfile_write(j->box, BASES, o);
  json_decref(o);
  return good;
}

static json_t *write_all(job *j, const json_t *paths) {
  json_t *done = json_array();
  cs_status st = CS_OK;
  for (size_t i = 0; st == CS_OK && i < j->list.n; i++) {
    const cs_work_change *c = &j->list.at[i];
    if (!is_asked(paths, c->path)) continue;
    st = cs_workcommit_write(j->upper, j->lower, c, &j->err);
    if (st == CS_OK) json_array_append_new(done, describe(c));
  }
  if (st != CS_OK) { /* the layer still has everything: commit goes on */
    json_decref(done);
    return cs_sandbox_fault("runtime_error", "%s; the rest was not written",
                            j->err.text);
  }
  (void)syncfs(j->lower);
  for (size_t i = j->list.n; i-- > 0;)
    if (is_asked(paths, j->list.at[i].path))
      cs_workcommit_forget(j->upper, &j->list.at[i]);
  if (!json_is_array(paths)) (void)!cs_tree_empty(j->upper, NULL);
  return json_pack("{s:b, s:s, s:o}", "ok", write_bases(j, paths) ? 1 : 0,
                   "name", j->row.name, "committed", done);
}

json_t *cs_sandbox_commit(cs_sandboxes *s, const json_t *request) {
  job j = {.box = -1, .upper = -1, .lower = -1};
  const json_t *paths = json_object_get(request, "paths");
  json_t *reply = open_work(s, request, &j);
  if (!reply) reply = refuse_running(&j);
  if (!reply) reply = check_paths(&j, paths);
  if (!reply) reply = check_all(&j, paths);
  if (!reply) reply = write_all(&j, paths);
  fini(&j);
  return reply;
}

/* --- discard -------------------------------------------------------------- */

json_t *cs_sandbox_discard(cs_sandboxes *s, const json_t *request) {
  job j = {.box = -1, .upper = -1, .lower = -1};
  json_t *reply = open_work(s, request, &j);
  if (!reply) reply = refuse_running(&j);
  if (!reply && cs_tree_empty(j.upper, &j.err) != CS_OK)
    reply = cs_sandbox_fault("runtime_error", "%s", j.err.text);
  if (!reply)
    reply = json_pack("{s:b, s:s, s:I}", "ok", write_bases(&j, NULL) ? 1 : 0,
                      "name", j.row.name, "discarded", (json_int_t)j.list.n);
  fini(&j);
  return reply;
}

/* --- an image of the root ------------------------------------------------- */

static json_t *make_image(const job *j, const char *base, const char *name) {
  cs_image_store *store = NULL;
  cs_error err = {0};
  char digest[CS_IMAGE_DIGEST];
  const json_t *user = json_object_get(j->spec, "user");
  json_int_t uid = json_integer_value(json_object_get(user, "uid"));
  cs_image_commit what = {
      .base = base,
      .upper = j->upper,
      .name = name,
      .first_uid = geteuid() == 0 && uid > 0 ? (uint32_t)uid : 0};
  cs_status st = cs_image_store_open(NULL, &store, &err);
  const char *code = "unavailable";
  if (st == CS_OK) st = cs_image_make(store, &what, digest, &err);
  if (st != CS_OK && store) code = cs_image_fault_word(cs_image_why(store));
  cs_image_store_close(store);
  if (st != CS_OK) return cs_sandbox_fault(code, "%s", err.text);
  return json_pack("{s:b, s:s, s:s, s:s}", "ok", 1, "name", j->row.name,
                   "image", name, "digest", digest);
}

json_t *cs_sandbox_image(cs_sandboxes *s, const json_t *request) {
  job j = {.box = -1, .upper = -1, .lower = -1};
  const char *name = json_string_value(json_object_get(request, "image"));
  json_t *reply = name ? open_box(s, request, &j)
                       : cs_sandbox_fault("invalid", "no name for the image");
  if (!reply) reply = refuse_running(&j);
  const json_t *image = json_object_get(j.spec, "image");
  const char *base = json_string_value(json_object_get(image, "digest"));
  if (!reply && !base)
    reply = cs_sandbox_fault(
        "state", "the root of '%s' is not an image of the store", j.row.name);
  if (!reply)
    j.upper = openat(j.box, "layer/u",
                     O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (!reply && j.upper < 0)
    reply = cs_sandbox_fault("state", "'%s' has no layer on disk", j.row.name);
  if (!reply) reply = make_image(&j, base, name);
  fini(&j);
  return reply;
}

/* A copy of a workspace's layer is as old as the original. */
bool cs_sandbox_inherit_bases(int from, int to) {
  json_t *o = cs_boxfile_read(from, BASES);
  json_t *spec = cs_boxfile_read(from, "spec.json");
  if (!o)
    o = json_pack("{s:O}", "base_ms", json_object_get(spec, "created_ms"));
  bool good = o && cs_boxfile_write(to, BASES, o);
  json_decref(spec);
  json_decref(o);
  return good;
}
