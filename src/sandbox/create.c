/*
 * create.c - make a sandbox, whole or not at all; start it again; fork it.
 *
 *   row "creating" -> directory, layers, spec.json -> keeper -> row "live"
 *                  -> the keeper is told, and goes on without us
 *
 * Whoever dies on the way leaves a row that says so, or a keeper that hears
 * nothing: both clean up (rows.c, keeper/main.c).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "sandbox/boxfile.h"
#include "sandbox/boxnet.h"
#include "sandbox/boxshown.h"
#include "sandbox/home.h"
#include "sandbox/launch.h"
#include "sandbox/root.h"
#include "sandbox/sandbox.h"
#include "sandbox/spec.h"
#include "sandbox/tree.h"
#include "sandbox/workspace.h"

#include "caisson/policy.h"

static int64_t now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

typedef struct making {
  cs_sandboxes *s;
  json_t *spec;      /* owned */
  cs_policy *policy; /* owned; NULL: none */
  cs_store_row row;
  cs_boxroot root;
  int box, work;       /* owned */
  int from;            /* owned: the directory that is forked; -1 */
  int claim;           /* owned: we live, until the row says "live" */
  const char *program; /* borrowed from the request: of egress processes */
  cs_error err;
} making;

static json_t *refuse(making *m, const char *code) {
  return cs_sandbox_fault(code, "%s", m->err.text);
}

/* --- a name --------------------------------------------------------------- */

/* The name is taken by something that is gone, or that is to be replaced. */
static bool make_way(making *m, bool replace) {
  cs_store_row old;
  json_t *q = json_pack("{s:s}", "name", m->row.name), *r = NULL;
  bool free_now = false;
  cs_sandbox_reconcile(m->s);
  if (cs_store_find(m->s->store, m->row.name, &old, NULL) != CS_OK)
    free_now = true;
  else if (replace)
    r = cs_sandbox_remove(m->s, q);
  if (r) free_now = json_is_true(json_object_get(r, "ok"));
  json_decref(r);
  json_decref(q);
  return free_now;
}

/* --- how many ------------------------------------------------------------- */

/* Does a row stand for a sandbox that runs, or will? */
static bool is_live(const cs_sandboxes *s, const cs_store_row *row) {
  CS_AUTO_FD
  int box = cs_home_open(s->home, row->id);
  if (strcmp(row->kind, "sandbox") != 0 || box < 0) return false;
  return cs_home_is_held(box) || cs_home_is_claimed(s->home, row->id);
}

/* One creator counts at a time, so that of many who ask at once exactly as many
 * as fit are told yes.  -1: nothing is counted. */
static int lock_count(const making *m) {
  char path[PATH_MAX];
  const json_t *part = json_object_get(m->spec, "sandbox");
  if (!json_object_get(part, "max_live") ||
      snprintf(path, sizeof path, "%s/count", m->s->home) >= (int)sizeof path)
    return -1;
  CS_AUTO_FD
  int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  return fd >= 0 && flock(fd, LOCK_EX) == 0 ? cs_steal(&fd) : -1;
}

/* May one more live? */
static bool has_room(const making *m) {
  const json_t *most =
      json_object_get(json_object_get(m->spec, "sandbox"), "max_live");
  cs_store_row *rows;
  size_t n, live = 0;
  if (!most) return true;
  if (cs_store_list(m->s->store, &rows, &n, NULL) != CS_OK) return false;
  for (size_t i = 0; i < n; i++)
    if (strcmp(rows[i].id, m->row.id) != 0) live += is_live(m->s, &rows[i]);
  free(rows);
  return (json_int_t)live < json_integer_value(most);
}

static json_t *no_room(const making *m) {
  const json_t *part = json_object_get(m->spec, "sandbox");
  return cs_sandbox_fault(
      "capacity",
      "the policy allows %lld sandboxes at one time (sandbox.max_live); stop "
      "or "
      "remove one, or raise it",
      (long long)json_integer_value(json_object_get(part, "max_live")));
}

/* --- a name of one's own -------------------------------------------------- */

static cs_status take_name(making *m, bool replace) {
  cs_store *store = m->s->store;
  const char *name = json_string_value(json_object_get(m->spec, "name"));
  snprintf(m->row.name, sizeof m->row.name, "%s", name);
  snprintf(m->row.kind, sizeof m->row.kind, "sandbox");
  snprintf(m->row.state, sizeof m->row.state, "creating");
  m->row.created_ms = now_ms();
  if (!cs_home_new_id(m->row.id)) return cs_error_os(&m->err, "no randomness");
  m->claim = cs_home_claim(m->s->home, m->row.id);
  if (m->claim < 0)
    return cs_error_os(&m->err, "cannot make the sandbox's directory");
  cs_status st = cs_store_add(store, &m->row, &m->err);
  if (st == CS_EINVAL && make_way(m, replace))
    st = cs_store_add(store, &m->row, &m->err);
  if (st != CS_OK) (void)!cs_home_remove(m->s->home, m->row.id, NULL);
  return st;
}

/* --- a directory ---------------------------------------------------------- */

/* A layer belongs to the user that the sandbox's programs are on the host. */
static bool make_layer(const making *m, const char *name, int from) {
  char path[64];
  if (mkdirat(m->box, name, 0700) != 0) return false;
  static const char *const parts[] = {"", "/u", "/w"};
  const json_t *user = json_object_get(m->spec, "user");
  uid_t uid = (uid_t)json_integer_value(json_object_get(user, "uid"));
  gid_t gid = (gid_t)json_integer_value(json_object_get(user, "gid"));
  for (size_t i = 0; i < 3; i++) {
    snprintf(path, sizeof path, "%s%s", name, parts[i]);
    if (i > 0 && mkdirat(m->box, path, 0755) != 0) return false;
    if (geteuid() == 0 && fchownat(m->box, path, uid, gid, 0) != 0)
      return false;
  }
  if (from < 0) return true;
  snprintf(path, sizeof path, "%s/u", name);
  CS_AUTO_FD
  int old = openat(from, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  CS_AUTO_FD
  int new = openat(m->box, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  return old < 0 || (new >= 0 && cs_tree_copy(old, new, NULL) == CS_OK);
}

static cs_status make_box(making *m) {
  const json_t *work = json_object_get(m->spec, "workspace");
  const char *mode = json_string_value(json_object_get(work, "mode"));
  m->box = cs_home_open(m->s->home, m->row.id);
  if (m->box < 0)
    return cs_error_os(&m->err, "cannot open the sandbox's directory");
  bool kept = !json_is_true(json_object_get(m->spec, "ephemeral"));
  if (kept && !make_layer(m, "layer", m->from))
    return cs_error_os(&m->err, "cannot make the sandbox's layer");
  if (mode && strcmp(mode, "overlay") == 0 && !make_layer(m, "work", m->from))
    return cs_error_os(&m->err, "cannot make the layer of the workspace");
  if (m->from >= 0 && !cs_sandbox_inherit_bases(m->from, m->box))
    return cs_error_os(&m->err, "cannot write the age of the workspace");
  if (!cs_boxfile_write(m->box, "spec.json", m->spec))
    return cs_error_os(&m->err, "cannot write the sandbox's spec");
  return CS_OK;
}

/* --- a keeper ------------------------------------------------------------- */

static json_t *launch(making *m, int *lease) {
  cs_launch l = {.box = m->box,
                 .tree = m->root.tree,
                 .work = m->work,
                 .image = m->root.lease,
                 .lease = -1};
  cs_boxnet net;
  CS_AUTO_FD
  int secrets = -1;
  if (m->s->kit.helper < 0 && cs_jail_kit_open(&m->s->kit, &m->err) != CS_OK)
    return NULL;
  if (cs_boxshown_open(m->spec, &secrets, &m->err) != CS_OK) return NULL;
  if (cs_boxnet_open(m->spec, m->program, &net, &m->err) != CS_OK) return NULL;
  l.control = net.control;
  l.post = net.post;
  l.secrets = secrets;
  json_t *report = NULL;
  if (net.control < 0 || cs_boxfile_write(m->box, "spec.json", m->spec))
    report = cs_launch_keeper(&m->s->kit, &l, &m->err);
  else
    (void)cs_error_os(&m->err, "cannot write the sandbox's spec");
  cs_boxnet_close(&net);
  *lease = l.lease;
  return report;
}

/* From here on the sandbox is in the list, and needs us no more. */
static bool commit(making *m, int lease) {
  if (cs_store_set_state(m->s->store, &m->row, "live", &m->err) != CS_OK)
    return false;
  if (send(lease, "c", 1, MSG_NOSIGNAL) == 1) return true;
  (void)cs_error_set(&m->err, CS_EOS, "the keeper of the sandbox is gone");
  return false;
}

static json_t *answer(const making *m, const json_t *report) {
  const json_t *image = json_object_get(m->spec, "image");
  return json_pack("{s:b, s:s, s:s, s:O, s:O*}", "ok", 1, "name", m->row.name,
                   "id", m->row.id, "image", image, "pid",
                   json_object_get(report, "pid"));
}

/* Start the keeper of what is prepared; a fault removes nothing. */
static json_t *bring_up(making *m, int *lease) {
  int held = -1;
  json_t *report = launch(m, &held), *reply = NULL;
  CS_AUTO_FD
  int own = held;
  if (!report)
    reply = refuse(m, "unavailable");
  else if (json_object_get(report, "error"))
    reply = json_incref(report);
  else if (!commit(m, own))
    reply = refuse(m, "runtime_error");
  else
    reply = answer(m, report);
  bool ephemeral = json_is_true(json_object_get(m->spec, "ephemeral"));
  if (ephemeral && !json_object_get(reply, "error")) *lease = cs_steal(&own);
  json_decref(report);
  return reply;
}

static void fini(making *m) {
  cs_cleanup_fd(&m->claim);
  cs_cleanup_fd(&m->box);
  cs_cleanup_fd(&m->work);
  cs_cleanup_fd(&m->from);
  cs_boxroot_fini(&m->root);
  cs_policy_free(m->policy);
  json_decref(m->spec);
}

/* It is not to be: nothing of it remains. */
static void drop(making *m) {
  if (m->box >= 0) (void)cs_home_wait_free(m->box, 5000);
  cs_boxroot_release(m->spec, m->row.id);
  if (cs_home_remove(m->s->home, m->row.id, NULL) == CS_OK)
    (void)!cs_store_remove(m->s->store, &m->row, NULL);
}

/* --- create --------------------------------------------------------------- */

static json_t *make(making *m, const json_t *request, int *lease) {
  const char *code = "invalid";
  json_t *reply = NULL;
  bool replace = json_is_true(json_object_get(request, "replace"));
  if (cs_workspace_open(m->s->home, m->spec, &m->work, &m->err) != CS_OK)
    return refuse(m, code);
  CS_AUTO_FD
  int count = lock_count(m);
  cs_status st = take_name(m, replace);
  if (st != CS_OK)
    return refuse(m, st == CS_EINVAL ? "exists" : "runtime_error");
  if (!has_room(m)) {
    reply = no_room(m);
    drop(m);
    return reply;
  }
  cs_cleanup_fd(&count);
  if (cs_boxroot_resolve(request, m->spec, m->policy, m->row.id, &m->root,
                         &code, &m->err) != CS_OK) {
    drop(m);
    return refuse(m, code);
  }
  json_object_set_new(m->spec, "id", json_string(m->row.id));
  json_object_set_new(m->spec, "created_ms", json_integer(m->row.created_ms));
  reply =
      make_box(m) == CS_OK ? bring_up(m, lease) : refuse(m, "runtime_error");
  if (!json_object_get(reply, "error")) return reply;
  drop(m);
  return reply;
}

json_t *cs_sandbox_create(cs_sandboxes *s, const json_t *request, int *lease) {
  making m = {.s = s,
              .box = -1,
              .work = -1,
              .from = -1,
              .claim = -1,
              .root = {.tree = -1, .lease = -1}};
  json_t *errors = NULL;
  m.program = json_string_value(json_object_get(request, "program"));
  m.spec = cs_spec_complete(request, &m.policy, &errors);
  if (!m.spec) {
    const json_t *first = json_array_get(errors, 0);
    json_t *error = json_copy((json_t *)(uintptr_t)first);
    json_object_set_new(error, "errors", errors);
    cs_policy_free(m.policy);
    return json_pack("{s:o}", "error", error);
  }
  json_t *reply = make(&m, request, lease);
  fini(&m);
  return reply;
}

/* Wait for a keeper that is on its way out: it holds the sandbox for some
 * milliseconds after it has told that everything is dead. */
static bool is_kept(int box) {
  return cs_home_is_held(box) && !cs_home_wait_free(box, 200);
}

/* --- start ---------------------------------------------------------------- */

json_t *cs_sandbox_start(cs_sandboxes *s, const json_t *request) {
  making m = {.s = s,
              .box = -1,
              .work = -1,
              .from = -1,
              .claim = -1,
              .root = {.tree = -1, .lease = -1}};
  const char *code = "invalid";
  json_t *reply = NULL;
  int lease = -1;
  m.program = json_string_value(json_object_get(request, "program"));
  if (!cs_sandbox_find(s, request, &m.row, &reply)) return reply;
  m.box = cs_home_open(s->home, m.row.id);
  m.spec = m.box < 0 ? NULL : cs_boxfile_read(m.box, "spec.json");
  if (!m.spec || strcmp(m.row.kind, "sandbox") != 0)
    reply = cs_sandbox_fault("state", "'%s' cannot be started", m.row.name);
  else if (is_kept(m.box))
    reply =
        json_pack("{s:b, s:s, s:b}", "ok", 1, "name", m.row.name, "already", 1);
  else if (!has_room(&m))
    reply = no_room(&m);
  else if (cs_boxroot_reopen(m.spec, &m.root, &code, &m.err) != CS_OK ||
           cs_workspace_open(s->home, m.spec, &m.work, &m.err) != CS_OK)
    reply = refuse(&m, code);
  if (!reply) {
    json_object_set_new(m.spec, "again", json_true());
    if (cs_boxfile_write(m.box, "spec.json", m.spec))
      reply = bring_up(&m, &lease);
    else
      reply = cs_sandbox_fault("runtime_error", "cannot write the spec");
  }
  cs_cleanup_fd(&lease);
  fini(&m);
  return reply;
}

/* --- fork ----------------------------------------------------------------- */

/* A new sandbox with the files of another one, running or not. */
json_t *cs_sandbox_fork(cs_sandboxes *s, const json_t *request) {
  making m = {.s = s,
              .box = -1,
              .work = -1,
              .from = -1,
              .claim = -1,
              .root = {.tree = -1, .lease = -1}};
  const char *to = json_string_value(json_object_get(request, "to"));
  const char *code = "invalid";
  json_t *reply = NULL;
  int lease = -1;
  m.program = json_string_value(json_object_get(request, "program"));
  if (!cs_sandbox_find(s, request, &m.row, &reply)) return reply;
  if (!to || !cs_home_is_name(to))
    return cs_sandbox_fault("invalid", "the new name is not usable");
  m.from = cs_home_open(s->home, m.row.id);
  m.spec = m.from < 0 ? NULL : cs_boxfile_read(m.from, "spec.json");
  if (!m.spec || json_is_true(json_object_get(m.spec, "ephemeral"))) {
    fini(&m);
    return cs_sandbox_fault("state",
                            "an ephemeral sandbox has no files to "
                            "fork");
  }
  json_object_set_new(m.spec, "name", json_string(to));
  json_object_del(m.spec, "again");
  if (cs_boxroot_reopen(m.spec, &m.root, &code, &m.err) != CS_OK ||
      cs_workspace_open(s->home, m.spec, &m.work, &m.err) != CS_OK) {
    reply = refuse(&m, code);
  } else {
    CS_AUTO_FD
    int count = lock_count(&m);
    cs_status st = take_name(&m, false);
    if (st != CS_OK) {
      reply = refuse(&m, st == CS_EINVAL ? "exists" : "runtime_error");
    } else if (!has_room(&m)) {
      reply = no_room(&m);
      drop(&m);
    } else {
      cs_cleanup_fd(&count);
      json_object_set_new(m.spec, "id", json_string(m.row.id));
      json_object_set_new(m.spec, "created_ms", json_integer(m.row.created_ms));
      reply = make_box(&m) == CS_OK ? bring_up(&m, &lease)
                                    : refuse(&m, "runtime_error");
      if (json_object_get(reply, "error")) drop(&m);
    }
  }
  cs_cleanup_fd(&lease);
  fini(&m);
  return reply;
}
