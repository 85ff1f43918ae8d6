/*
 * main.c - the whole life of a keeper.
 *
 * All or nothing: until the creator has said that the sandbox is in its list (a
 * byte 'c' over the lease), its death ends the sandbox and removes its files.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "jail/inside/helper.h"
#include "sandbox/boxfile.h"
#include "sandbox/frame.h"
#include "sandbox/keeper/keeper.h"
#include "sandbox/tree.h"

#define COMMIT_MS 60000

static uint64_t number_in(const json_t *o, const char *key, uint64_t fallback) {
  const json_t *v = json_object_get(o, key);
  return json_is_integer(v) && json_integer_value(v) >= 0
             ? (uint64_t)json_integer_value(v)
             : fallback;
}

/* --- begin ---------------------------------------------------------------- */

static cs_status read_spec(cs_keeper *k, cs_error *err) {
  k->spec = cs_boxfile_read(k->box, "spec.json");
  k->name = json_string_value(json_object_get(k->spec, "name"));
  k->id = json_string_value(json_object_get(k->spec, "id"));
  if (!k->name || !k->id)
    return cs_error_set(err, CS_ECORRUPT,
                        "the sandbox has no usable spec.json");
  const json_t *s = json_object_get(k->spec, "sandbox");
  k->idle_ms = number_in(s, "idle_ms", 900000);
  k->freeze_ms = number_in(s, "freeze_ms", k->idle_ms / 2);
  k->lifetime_ms = number_in(s, "max_lifetime_ms", 14400000);
  k->grace_ms = number_in(s, "stop_grace_ms", 10000);
  k->exec_wall_ms = number_in(s, "exec_wall_ms", 120000);
  k->exec_wall_max_ms = number_in(s, "exec_wall_max_ms", 1200000);
  k->log_bytes = number_in(s, "log_bytes", 16 << 20);
  k->max_execs = (unsigned)number_in(s, "max_execs", 16);
  k->ephemeral = json_is_true(json_object_get(k->spec, "ephemeral"));
  return CS_OK;
}

static cs_status take_lock(cs_keeper *k, cs_error *err) {
  k->lock =
      openat(k->box, "lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (k->lock < 0) return cs_error_os(err, "cannot write the state directory");
  if (flock(k->lock, LOCK_EX | LOCK_NB) != 0)
    return cs_error_set(err, CS_EINVAL, "the sandbox runs already");
  return CS_OK;
}

static cs_status open_listener(cs_keeper *k, cs_error *err) {
  struct sockaddr_un at = {.sun_family = AF_UNIX};
  /* The directory's own path may be longer than a socket's name can be. */
  snprintf(at.sun_path, sizeof at.sun_path, "/proc/self/fd/%d/sock", k->box);
  (void)unlinkat(k->box, "sock", 0);
  k->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (k->listener < 0 ||
      bind(k->listener, (struct sockaddr *)&at, sizeof at) != 0 ||
      listen(k->listener, 64) != 0)
    return cs_error_os(err, "no socket for the sandbox");
  return CS_OK;
}

static cs_status open_audit(cs_keeper *k, cs_error *err) {
  cs_audit_options o;
  const json_t *a = json_object_get(k->spec, "audit");
  const char *path = json_string_value(json_object_get(a, "path"));
  if (!json_is_object(a)) return CS_OK;
  cs_audit_options_init(&o);
  o.path = path;
  if (json_is_true(json_object_get(a, "full"))) o.flags |= CS_AUDIT_FULL;
  if (cs_audit_open(&o, &k->audit, err) == CS_OK) return CS_OK;
  return json_is_true(json_object_get(a, "optional")) ? CS_OK : CS_EOS;
}

/* This very program is the helper of the jail. */
static cs_status open_kit(cs_keeper *k, cs_error *err) {
  CS_AUTO_FD
  int self = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  k->kit.helper = self < 0 ? -1 : fcntl(self, F_DUPFD_CLOEXEC, CS_JAIL_TARGETS);
  return k->kit.helper >= 0 ? CS_OK
                            : cs_error_os(err, "cannot find the helper");
}

static cs_status begin(cs_keeper *k, cs_error *err) {
  cs_status st = read_spec(k, err);
  if (st == CS_OK) st = take_lock(k, err);
  if (st == CS_OK && !cs_boxlog_open(&k->log, k->box, k->log_bytes))
    st = cs_error_os(err, "cannot write the log of the sandbox");
  if (st == CS_OK) st = open_audit(k, err);
  if (st == CS_OK) st = cs_boxenv_read(k, err);
  if (st == CS_OK) st = open_kit(k, err);
  if (st == CS_OK) st = cs_keeper_make(k, err);
  if (st == CS_OK) st = open_listener(k, err);
  k->started_ms = k->touched_ms = cs_keeper_now();
  if (st == CS_OK && !cs_keeper_save(k, "running"))
    st = cs_error_os(err, "cannot write the state of the sandbox");
  bool again = json_is_true(json_object_get(k->spec, "again"));
  if (st == CS_OK &&
      !cs_keeper_record(k, again ? "sandbox.start" : "sandbox.create", NULL,
                        NULL, NULL, 0))
    st = cs_error_set(err, CS_EOS,
                      "audit_unavailable: the audit log cannot be written");
  return st;
}

/* --- the creator ---------------------------------------------------------- */

static void report(const cs_keeper *k, cs_status st, const cs_error *err) {
  json_t *o = st == CS_OK
                  ? json_pack("{s:b, s:s, s:i}", "ok", 1, "id", k->id, "pid",
                              (int)getpid())
                  : json_pack("{s:{s:s, s:s}}", "error", "code",
                              st == CS_EINVAL ? "invalid" : "unavailable",
                              "message", err->text);
  char *text = o ? json_dumps(o, JSON_COMPACT) : NULL;
  if (text) (void)cs_frame_send(k->lease, CS_FRAME_RESULT, text, strlen(text));
  free(text);
  json_decref(o);
}

/* Is it in the list of sandboxes? */
static bool is_committed(const cs_keeper *k) {
  char c = 0;
  if (!cs_jail_await(k->lease, POLLIN, COMMIT_MS)) return false;
  return recv(k->lease, &c, 1, 0) == 1 && c == 'c';
}

/* --- end ------------------------------------------------------------------ */

static void answer_stops(cs_keeper *k) {
  for (size_t i = 0; i < CS_KEEPER_CLIENTS; i++) {
    cs_client *c = k->clients[i];
    if (!c || c->fd < 0) continue;
    if (c->stopping) cs_client_result(c, json_pack("{s:b}", "ok", 1));
    cs_client_flush(c);
  }
}

/* A sandbox that nobody can have seen, or that was to leave nothing. */
static void remove_all(cs_keeper *k) {
  char link[48], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", k->box);
  ssize_t n = readlink(link, path, sizeof path - 1);
  (void)!cs_tree_empty(k->box, NULL);
  if (n <= 0) return;
  path[n] = 0;
  (void)rmdir(path);
}

static void finish(cs_keeper *k) {
  bool asked = k->stopping;
  k->over = true;
  /* Nobody has to wait until the kernel has taken its groups apart. */
  cs_cgroup group = k->jail.group;
  k->jail.group = (cs_cgroup){0};
  cs_jail_stop(&k->jail);
  (void)unlinkat(k->box, "sock", 0);
  if (!k->ephemeral && !cs_keeper_save(k, asked ? "stopped" : "crashed"))
    (void)unlinkat(k->box, "state.json", 0);
  (void)cs_keeper_record(k,
                         !asked                      ? "sandbox.crash"
                         : k->why == CS_BOX_END_KILL ? "sandbox.kill"
                                                     : "sandbox.stop",
                         NULL, asked ? cs_box_end_words[k->why] : NULL, NULL,
                         0);
  cs_boxway_close(k);
  cs_boxenv_close(k);
  if (k->audit) cs_audit_close(k->audit);
  cs_boxlog_close(&k->log);
  if (k->ephemeral) remove_all(k);
  /* Whoever waits may take the lock at once. */
  close(k->lock);
  answer_stops(k);
  cs_cgroup_close(&group);
}

static int live(void) {
  cs_error err = {0};
  cs_keeper *k = calloc(1, sizeof *k);
  if (!k) return 1;
  *k = (cs_keeper){.box = CS_KEEPER_FD_BOX,
                   .lease = CS_KEEPER_FD_LEASE,
                   .listener = -1,
                   .lock = -1,
                   .kit = {.helper = -1},
                   .log = {.fd = -1}};
  k->jail.pidfd = k->jail.control = -1;
  cs_status st = begin(k, &err);
  report(k, st, &err);
  if (st != CS_OK) return 1;
  if (!is_committed(k)) {
    k->stopping = true;
    k->why = CS_BOX_END_ABANDONED;
    finish(k);
    bool again = json_is_true(json_object_get(k->spec, "again"));
    if (!again && !k->ephemeral) remove_all(k);
    return 1;
  }
  if (!k->ephemeral) {
    close(k->lease);
    k->lease = -1;
  }
  cs_keeper_loop(k);
  finish(k);
  return 0;
}

/* It ends last when memory ends, where we may ask for that. */
static void be_spared(void) {
  CS_AUTO_FD
  int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (fd >= 0) (void)!write(fd, "-500", 4);
}

static int keep(void) {
  umask(077);
  pid_t pid = fork();
  if (pid != 0) _exit(pid < 0); /* nobody has to wait for the keeper */
  (void)setsid();
  (void)!chdir("/");
  (void)prctl(PR_SET_NAME, "caisson-keeper", 0, 0, 0);
  (void)prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  const int ignored[] = {SIGPIPE, SIGHUP, SIGINT, SIGQUIT};
  for (size_t i = 0; i < 4; i++) (void)signal(ignored[i], SIG_IGN);
  for (int fd = CS_KEEPER_FD_BOX; fd <= CS_KEEPER_FD_SECRETS; fd++)
    (void)fcntl(fd, F_SETFD, FD_CLOEXEC);
  (void)close_range(CS_KEEPER_FD_SECRETS + 1, ~0u, 0);
  be_spared();
  return live();
}

/* One static program, two duties: see jail/inside/helper.h. */
int main(int argc, char **argv) {
  if (argc > 0 && strcmp(argv[0], CS_KEEPER_NAME) == 0) return keep();
  return cs_helper_main();
}
