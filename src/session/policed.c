/*
 * policed.c - a session under a policy.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session/policed.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/weaken.h"
#include "base/within.h"
#include "policy/beneath.h"
#include "policy/canon.h"
#include "policy/decide.h"
#include "policy/load.h"
#include "policy/narrow.h"
#include "policy/objects.h"
#include "session/denial.h"
#include "session/enforced.h"

extern char **environ;

/* --- life ---------------------------------------------------------------- */

cs_status cs_policed_begin(cs_session *s, cs_error *err) {
  if (!s->o.policy) return CS_OK;
  cs_status st = cs_policy_copy(s->o.policy, &s->policy);
  s->o.policy = s->policy;
  if (st == CS_OK) st = cs_canon_hash(s->policy, s->policy_hash);
  if (st == CS_OK) st = cs_objects_new(s->policy, &s->objects);
  if (st != CS_OK) return cs_error_set(err, st, "no memory for the policy");
  st = cs_policed_check(s, err);
  if (st == CS_OK && s->o.jails) st = cs_policed_check_jails(s, err);
  return st == CS_OK ? cs_enforced_demand(s, err) : st;
}

void cs_policed_fini(cs_session *s) {
  cs_objects_free(s->objects);
  s->objects = NULL;
  cs_policy_free(s->policy);
  s->policy = NULL;
}

cs_status cs_policed_copy(const cs_session *s, cs_session *to) {
  cs_objects *all = NULL;
  if (!s->objects || !to->policy) return CS_OK;
  cs_status st = cs_objects_copy(to->policy, s->objects, &all);
  if (st != CS_OK) return st;
  cs_objects_free(to->objects);
  to->objects = all;
  return CS_OK;
}

const cs_policy *cs_session_policy(const cs_session *s) {
  return s->policy;
}

const char *cs_session_policy_hash(const cs_session *s) {
  return s->policy ? s->policy_hash : NULL;
}

/* --- what is granted ----------------------------------------------------- */

static cs_mount_mode mode_of(const char *word) {
  return strcmp(word, "ro") == 0   ? CS_MOUNT_RO
         : strcmp(word, "rw") == 0 ? CS_MOUNT_RW
                                   : CS_MOUNT_OVERLAY;
}

static const char *mode_name(cs_mount_mode mode) {
  static const char *const names[] = {"overlay", "ro", "rw", "ro"};
  return names[(unsigned)mode & 3u];
}

/* Test builds: what should be read-only is not. */
static bool all_writable(void) {
  return cs_weaken("fs.mounts") || cs_weaken("fs.write") ||
         cs_weaken("workspace");
}

static const cs_pvalue *part(const cs_pvalue *e, const char *key) {
  return cs_pvalue_find(e, key);
}

/* Writable places share limits.disk_bytes. */
static uint64_t share_of_disk(const cs_policy *p) {
  uint64_t n = cs_policy_count(p, CS_POLICY_FS_MOUNTS) +
               cs_policy_count(p, CS_POLICY_FS_WRITE);
  uint64_t all = cs_policy_number(p, CS_POLICY_DISK_BYTES);
  return n ? all / n : all;
}

static cs_status add_mount(cs_session *s, const cs_pvalue *e, cs_error *err) {
  const char *at = part(e, "guest")->text;
  uint64_t share = share_of_disk(s->policy);
  cs_mount_mode mode =
      all_writable() ? CS_MOUNT_RW : mode_of(part(e, "mode")->text);
  if (cs_port_has_machine(&s->port)) /* its layers share the disk: program.h */
    share = mode == CS_MOUNT_OVERLAY ? part(e, "memory_bytes")->number : 0;
  cs_status st = cs_session_mount(s, part(e, "host")->text, at, mode,
                                  share ? share : 1, err);
  if (st != CS_OK || cs_port_has_machine(&s->port) || mode == CS_MOUNT_RO)
    return st;
  uint64_t held =
      mode == CS_MOUNT_OVERLAY ? part(e, "memory_bytes")->number : 0;
  return cs_session_limit_mount(s, at, part(e, "write_bytes")->number, held);
}

static const char *path_of(const cs_pvalue *e) {
  return e->text ? e->text : part(e, "path")->text;
}

static bool has_path(const cs_policy *p, cs_policy_field id, size_t n,
                     const char *path) {
  for (size_t i = 0; i < n; i++)
    if (strcmp(path_of(cs_policy_entry(p, id, i)), path) == 0) return true;
  return false;
}

/* A mount lies in front of it, or an entry of weaker or the same right. */
static bool is_taken(const cs_policy *p, cs_policy_field id, size_t n,
                     const char *path) {
  for (size_t i = 0; i < cs_policy_count(p, CS_POLICY_FS_MOUNTS); i++) {
    const cs_pvalue *e = cs_policy_entry(p, CS_POLICY_FS_MOUNTS, i);
    if (strcmp(part(e, "guest")->text, path) == 0) return true;
  }
  return has_path(p, id, n, path) ||
         (id == CS_POLICY_FS_WRITE &&
          has_path(p, CS_POLICY_FS_READ, cs_policy_count(p, CS_POLICY_FS_READ),
                   path));
}

static cs_status add_paths(cs_session *s, cs_policy_field id,
                           cs_mount_mode mode, cs_error *err) {
  cs_status st = CS_OK;
  for (size_t i = 0; st == CS_OK && i < cs_policy_count(s->policy, id); i++) {
    const cs_pvalue *e = cs_policy_entry(s->policy, id, i);
    const char *path = path_of(e);
    if (e->text && strchr(path, '*')) continue; /* an accepted gap */
    if (is_taken(s->policy, id, i, path) ||
        cs_objects_denied(s->objects, path, false))
      continue;
    st = cs_session_mount(s, path, path, mode, share_of_disk(s->policy), err);
  }
  return st;
}

static cs_status add_env(cs_session *s) {
  cs_status st = CS_OK;
  for (char **at = environ; st == CS_OK && at && *at; at++) {
    const char *eq = strchr(*at, '=');
    char name[256];
    if (!eq || (size_t)(eq - *at) >= sizeof name) continue;
    memcpy(name, *at, (size_t)(eq - *at));
    name[eq - *at] = 0;
    if (cs_decide_env(s->policy, name).allowed)
      st = cs_session_put_env(s, name, eq + 1);
  }
  for (size_t i = 0;
       st == CS_OK && i < cs_policy_count(s->policy, CS_POLICY_ENV_SET); i++) {
    const cs_pvalue *e = cs_policy_entry(s->policy, CS_POLICY_ENV_SET, i);
    st = cs_session_put_env(s, e->key, e->text);
  }
  return st;
}

cs_status cs_policed_equip(cs_session *s, cs_error *err) {
  if (!s->policy) return CS_OK;
  cs_status st = CS_OK;
  for (size_t i = 0;
       st == CS_OK && i < cs_policy_count(s->policy, CS_POLICY_FS_MOUNTS); i++)
    st = add_mount(s, cs_policy_entry(s->policy, CS_POLICY_FS_MOUNTS, i), err);
  bool off = all_writable();
  if (st == CS_OK)
    st = add_paths(s, CS_POLICY_FS_READ, off ? CS_MOUNT_RW : CS_MOUNT_RO, err);
  if (st == CS_OK) st = add_paths(s, CS_POLICY_FS_WRITE, CS_MOUNT_RW, err);
  if (st != CS_OK) return st;
  st = add_env(s);
  if (st == CS_OK) return CS_OK;
  return cs_error_set(err, st,
                      "a variable of env.pass or env.set cannot be "
                      "given to the program");
}

/* --- files --------------------------------------------------------------- */

static bool is_workspace(const char *path) {
  return strncmp(path, "/workspace/", 11) == 0;
}

static int guard(void *with, cs_guard_op op, const char *path) {
  const cs_session *s = with;
  const cs_policy *p = s->policy;
  if (op == CS_GUARD_LOOK || op == CS_GUARD_MOVE)
    return cs_objects_denied(s->objects, path, op == CS_GUARD_MOVE) ? EACCES
                                                                    : 0;
  bool makes = op & CS_GUARD_MAKES;
  bool layer = ((unsigned)op & ~(unsigned)CS_GUARD_MAKES) == CS_GUARD_LAYER;
  if (is_workspace(path) &&
      !cs_decide_workspace(p, path + 11, makes, layer).allowed)
    return EACCES;
  return !layer && cs_decide_protected(p, path) ? EPERM : 0;
}

static bool hides_file(void *with, uint64_t dev, uint64_t ino) {
  cs_session *s = with;
  return cs_objects_denies_file(s->objects, dev, ino);
}

void cs_policed_guard(cs_session *s) {
  if (s->policy && s->files) cs_vfs_set_file_guard(s->files, hides_file);
  if (s->policy && s->files) cs_vfs_set_guard(s->files, guard, s);
}

/* The part of `host` that the entry which allows the mount names. */
static size_t base_of(const cs_session *s, const char *host,
                      const cs_decision *d) {
  bool path = d->field == CS_POLICY_FS_MOUNTS ||
              d->field == CS_POLICY_FS_READ || d->field == CS_POLICY_FS_WRITE;
  if (!d->allowed || !d->rule || !path) return strlen(host);
  return cs_beneath_base(s->policy, d->rule);
}

int cs_policed_open(const cs_session *s, const char *host, const char *at,
                    cs_mount_mode mode) {
  if (!s->policy) return cs_within_open(host);
  cs_decision d = cs_decide_mount(s->policy, host, at, mode_name(mode));
  return cs_within_open_in(host, base_of(s, host, &d));
}

cs_status cs_policed_mount(cs_session *s, const char *host, int source,
                           const char *at, cs_mount_mode mode, cs_error *err) {
  if (!s->policy) return CS_OK;
  if (host && source >= 0 &&
      cs_objects_show(s->objects, at, host, source) != CS_OK)
    return cs_error_set(err, CS_EOS, "no memory for a mount");
  if (mode == CS_MOUNT_RW && all_writable()) return CS_OK;
  const char *name = mode_name(mode);
  if (cs_decide_mount(s->policy, host, at, name).allowed) return CS_OK;
  return cs_error_set(err, CS_EINVAL,
                      "policy_widens: no entry of fs.mounts allows '%.80s' to "
                      "be mounted as %s",
                      at, name);
}

/* --- a run --------------------------------------------------------------- */

void cs_policed_start(cs_session *s) {
  if (!s->policy) return;
  uint64_t ms = cs_policy_number(s->policy, CS_POLICY_WALL_MS);
  s->wall_end = s->started + ms * 1000000;
  s->calls_before = s->calls;
  memset(s->told, 0, sizeof s->told);
}

bool cs_policed_is_late(const cs_session *s, uint64_t now) {
  return s->policy && s->wall_end && now >= s->wall_end;
}

size_t cs_policed_output(cs_session *s, int stream, size_t n, bool *over) {
  if (!s->policy) return n;
  uint64_t *told = &s->told[stream == 2];
  uint64_t most = cs_policy_number(
      s->policy, stream == 2 ? CS_POLICY_STDERR_BYTES : CS_POLICY_STDOUT_BYTES);
  uint64_t left = *told < most ? most - *told : 0;
  *told += n;
  if (n <= left) return n;
  const char *what = cs_policy_text(s->policy, CS_POLICY_OUTPUT_OVERFLOW);
  *over = strcmp(what, "kill") == 0 && !cs_weaken("limits.output_overflow");
  return (size_t)left;
}

uint64_t cs_session_dropped(const cs_session *s) {
  uint64_t n = 0;
  static const cs_policy_field ids[] = {CS_POLICY_STDOUT_BYTES,
                                        CS_POLICY_STDERR_BYTES};
  for (size_t i = 0; s->policy && i < 2; i++) {
    uint64_t most = cs_policy_number(s->policy, ids[i]);
    if (s->told[i] > most) n += s->told[i] - most;
  }
  return n;
}

uint64_t cs_policed_cpu(const cs_session *s) {
  return s->policy ? cs_policy_number(s->policy, CS_POLICY_CPU_MS) : 0;
}

const char *cs_policed_message(const cs_session *s, size_t n) {
  bool over =
      s->policy && n > cs_policy_number(s->policy, CS_POLICY_RESULT_BYTES);
  return over ? "message" : NULL;
}

bool cs_policed_sleep(const cs_session *s, uint64_t ns) {
  return !s->policy ||
         ns / 1000000 <= cs_policy_number(s->policy, CS_POLICY_SLEEP_CALL_MS);
}

bool cs_policed_refuses(const cs_session *s, cs_oscall call) {
  if (!s->policy) return false;
  bool time = cs_oscall_is(call, CS_OSCALL_WALL);
  bool chance = cs_oscall_is_about(call) == CS_ABOUT_ENTROPY;
  if (!time && !chance) return false;
  if (cs_weaken(time ? "clock" : "random")) return false;
  const char *word =
      cs_policy_text(s->policy, time ? CS_POLICY_CLOCK : CS_POLICY_RANDOM);
  return strcmp(word, "none") == 0;
}

/* Who asks is the host, if it says that it does (CS_ASKS_APPROVAL) and the
 * policy names somebody; otherwise there is nobody. */
bool cs_policed_asks(const cs_session *s) {
  return s->policy && s->o.flags & CS_ASKS_APPROVAL &&
         strcmp(cs_policy_text(s->policy, CS_POLICY_APPROVER), "none") != 0;
}

static bool lacks_approval(const cs_session *s, const char *name) {
  return !cs_policed_asks(s) && cs_decide_approval(s->policy, name);
}

bool cs_policed_call(cs_session *s, const char *name) {
  char text[400];
  if (!s->policy) return true;
  if (!cs_decide_tool(s->policy, name).allowed)
    snprintf(text, sizeof text,
             "Refused: calling \"%.120s\". The policy does not allow this "
             "tool.",
             name);
  else if (lacks_approval(s, name))
    snprintf(text, sizeof text,
             "Refused: calling \"%.120s\". The tool needs an approval, and "
             "there is nobody to ask.",
             name);
  else
    return true;
  cs_denial_tool(s, name, strlen(name));
  cs_session_refuse(s, "PermissionError", text);
  return false;
}

/* --- artifacts ----------------------------------------------------------- */

static bool is_good_end(const cs_event *ev) {
  return ev->kind == CS_DONE || (ev->kind == CS_RAISED && ev->exit_code == 0);
}

bool cs_policed_exports(const cs_session *s, const char *path) {
  const cs_policy *p = s->policy;
  if (!p) return true;
  uint64_t depth = 0;
  for (const char *at = path + 1; (at = strchr(at, '/')); at++) depth++;
  if (depth > cs_policy_number(p, CS_POLICY_ARTIFACTS_DEPTH)) return false;
  if (!cs_policy_is_set(p, CS_POLICY_ARTIFACTS_EXPORT)) return true;
  bool always =
      strcmp(cs_policy_text(p, CS_POLICY_ARTIFACTS_ON), "always") == 0;
  return (always || is_good_end(&s->ev)) && cs_decide_export(p, path).allowed;
}

static uint64_t lesser(uint64_t a, uint64_t b) {
  return a < b ? a : b;
}

void cs_policed_caps(const cs_session *s, cs_artifact_caps *caps) {
  const cs_policy *p = s->policy;
  if (!p) return;
  caps->files = (size_t)lesser(caps->files,
                               cs_policy_number(p, CS_POLICY_ARTIFACTS_FILES));
  caps->file_bytes = lesser(
      caps->file_bytes, cs_policy_number(p, CS_POLICY_ARTIFACTS_FILE_BYTES));
  caps->all_bytes = lesser(
      caps->all_bytes, cs_policy_number(p, CS_POLICY_ARTIFACTS_TOTAL_BYTES));
}

/* --- snapshots ----------------------------------------------------------- */

void cs_policed_dump(const cs_session *s, cs_wire *w) {
  cs_buf json;
  if (!s->policy) return;
  cs_buf_init(&json, CS_POLICY_JSON_MAX);
  cs_status st = cs_canon_file(s->policy, &json);
  if (st == CS_OK)
    cs_wire_str(w, json.data, json.len);
  else if (w->status == CS_OK)
    w->status = st;
  cs_buf_fini(&json);
}

static cs_status refuse_load(cs_error *err, const char *key) {
  return cs_error_set(err, CS_EINVAL,
                      "policy_widens: the snapshot was made under a policy "
                      "that is narrower in %s",
                      key);
}

cs_status cs_policed_load(const cs_session *s, cs_wire_in *in, cs_error *err) {
  const char *text;
  size_t n;
  cs_policy *old = NULL;
  cs_policy_field id = CS_POLICY_FIELDS;
  if (!cs_wire_get_str(in, &text, &n)) return CS_ECORRUPT;
  if (!s->policy)
    return cs_error_set(err, CS_EINVAL,
                        "policy_widens: the snapshot was made under a policy, "
                        "and now there is none");
  if (cs_load_text(text, n, "snapshot", CS_POLICY_OWNER, &old, NULL) != CS_OK)
    return CS_ECORRUPT;
  bool within = cs_narrow_is_within(old, s->policy, &id) ||
                cs_weaken("L13"); /* redteam: L13 */
  cs_policy_free(old);
  return within ? CS_OK : refuse_load(err, cs_schema[id].key);
}
