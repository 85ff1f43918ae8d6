/*
 * zygote.c - start a zygote, ask it for runners.
 *
 * Requests to a zygote go to its keeper (inside/keeper.h). A request that fails
 * says nothing about the zygote: `gone` is set only when its socket has ended.
 * The spec of the zygote's own jail has no limits, because it runs our code
 * only and every fork has limits of its own.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "jail/zygote.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/wire.h"
#include "jail/start.h"

#define READY_MS  60000
#define MEET_MS   30000
#define WORDS_MAX 4096

extern const unsigned char cs_jail_fork_data[], cs_jail_fork_end[];

/* --- starting ------------------------------------------------------------ */

/* Names of modules as Python writes a list; false: one is no such name. The
 * names go into Python source, hence the list of characters. */
static bool quote(const char *const *names, char out[WORDS_MAX]) {
  assert(out);
  size_t n = 0;
  out[0] = 0;
  for (; names && *names; names++) {
    size_t len = strlen(*names);
    if (len == 0 ||
        strspn(*names,
               "abcdefghijklmnopqrstuvwxyz_0123456789."
               "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != len ||
        n + len + 4 > WORDS_MAX)
      return false;
    n += (size_t)snprintf(out + n, WORDS_MAX - n, "'%s',", *names);
  }
  return true;
}

/* Importing takes as long as it takes, up to READY_MS. */
static cs_status wait_ready(cs_zygote *z, cs_error *err) {
  assert(z->jail.control >= 0);
  cs_control m;
  const char *why = "it ended at once";
  cs_status st;
  while ((st = cs_jail_hear(&z->jail, READY_MS, &m)) == CS_OK) {
    if (m.kind == CS_CONTROL_READY) return CS_OK;
    if (m.kind == CS_CONTROL_FAILED || m.kind == CS_CONTROL_NO_EXEC) {
      why = m.text;
      break;
    }
  }
  if (st == CS_ELIMIT) why = "it takes too long";
  return cs_error_set(err, CS_EOS, "the zygote did not start: %.140s", why);
}

cs_status cs_zygote_open(const cs_jail_kit *kit, const char *python,
                         const char *const *preload, cs_zygote *z,
                         cs_error *err) {
  char names[WORDS_MAX], code[WORDS_MAX + 200];
  *z = (cs_zygote){.jail = {.pidfd = -1, .control = -1}};
  if (!quote(preload, names))
    return cs_error_set(err, CS_EINVAL, "preload names what is no module");
  snprintf(code, sizeof code,
           "import sys;sys.path.insert(0,'/.caisson');import caisson_runner as "
           "r;del sys.path[0];r.zygote(5,[%s])",
           names);
  const unsigned char *from = cs_jail_fork_data;
  cs_start s = {
      .python = python,
      .code = code,
      .channel = -1,
      .stdio = {-1, -1, -1},
      .extra = {"/.caisson/fork.so", from, (size_t)(cs_jail_fork_end - from)}};
  cs_jail_spec spec;
  cs_jail_spec_init(&spec);
  /* Landlock could not be taken off again in a fork, whose places are
   * others. */
  spec.flags = CS_JAIL_ZYGOTE | CS_JAIL_NO_LANDLOCK;
  /* Trusted, and what it has is shared by all: each fork has limits. */
  spec.limits.memory = spec.limits.processes = 0;
  cs_status st = cs_start_python(kit, &spec, &s, &z->jail, err);
  if (st == CS_OK) st = wait_ready(z, err);
  if (st != CS_OK) cs_zygote_close(z);
  return st;
}

void cs_zygote_close(cs_zygote *z) {
  cs_jail_stop(&z->jail);
}

/* --- forking ------------------------------------------------------------- */

/* A variable without "=" has an empty value. */
static void put_env(cs_wire *w, const char *const *env) {
  size_t mark = cs_wire_open(w, CS_WIRE_DICT), n = 0;
  for (; env && *env; env++, n++) {
    const char *eq = strchr(*env, '=');
    size_t name = eq ? (size_t)(eq - *env) : strlen(*env);
    cs_wire_str(w, *env, name);
    cs_wire_text(w, eq ? eq + 1 : "");
  }
  cs_wire_end(w, mark, n);
}

static bool send_request(int socket, const cs_wire *w, const int *fds,
                         size_t n) {
  assert(n >= CS_CONTROL_FDS && n <= CS_CONTROL_FDS + CS_JAIL_FDS);
  struct iovec io = {w->data, w->len};
  union {
    struct cmsghdr head;
    char room[CMSG_SPACE((CS_CONTROL_FDS + CS_JAIL_FDS) * sizeof(int))];
  } c = {.head = {.cmsg_len = CMSG_LEN(n * sizeof(int)),
                  .cmsg_level = SOL_SOCKET,
                  .cmsg_type = SCM_RIGHTS}};
  memcpy(CMSG_DATA(&c.head), fds, n * sizeof(int));
  struct msghdr h = {.msg_iov = &io,
                     .msg_iovlen = 1,
                     .msg_control = &c,
                     .msg_controllen = CMSG_SPACE(n * sizeof(int))};
  ssize_t len;
  do len = sendmsg(socket, &h, MSG_NOSIGNAL);
  while (len < 0 && errno == EINTR);
  return len == (ssize_t)w->len;
}

/* What this process lacks (descriptors, memory) is no fault of the zygote. */
static cs_status not_sent(cs_zygote *z, cs_error *err) {
  z->gone = errno == EPIPE || errno == ECONNRESET || errno == ENOTCONN;
  return cs_error_os(
      err, z->gone ? "the zygote is gone" : "cannot ask the zygote for a jail");
}

static cs_status request(cs_zygote *z, const cs_runner_spec *spec,
                         const int *fds, size_t n, cs_error *err) {
  cs_wire w;
  cs_wire_init(&w, 200 << 10);
  put_env(&w, spec->jail.env);
  cs_status st = w.status;
  if (st == CS_EINVAL || st == CS_ELIMIT)
    (void)cs_error_set(err, st, "the environment is too large or no text");
  if (st == CS_OK && !send_request(z->jail.control, &w, fds, n))
    st = not_sent(z, err);
  cs_wire_fini(&w);
  return st;
}

/* `theirs` are the far ends of the runner's channel, stdout and stderr. */
static cs_status ask(cs_zygote *z, const cs_runner_spec *spec, int plan,
                     const int theirs[3], const cs_jail_parcel *box,
                     cs_runner *r, cs_error *err) {
  assert(plan >= 0 && box->n <= CS_JAIL_FDS);
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
    return cs_error_os(err, "no socket for a jail");
  CS_AUTO_FD
  int control = pair[1];
  r->jail.control = pair[0];
  r->jail.foreign = true;
  r->jail.host = getpid();
  int fds[CS_CONTROL_FDS + CS_JAIL_FDS] = {plan, control, theirs[0], theirs[1],
                                           theirs[2]};
  memcpy(fds + CS_CONTROL_FDS, box->fds, box->n * sizeof(int));
  return request(z, spec, fds, CS_CONTROL_FDS + box->n, err);
}

/* Does not wait: several forks can be on their way at once. */
cs_status cs_zygote_fork(cs_zygote *z, const cs_runner_spec *spec,
                         size_t message, cs_runner *r, cs_error *err) {
  assert(z->jail.control >= 0);
  cs_jail_parcel box;
  int theirs[3];
  CS_AUTO_FD
  int plan = cs_start_plan(spec, &z->jail, &box, err);
  cs_runner_init(r, message);
  if (plan < 0) return CS_EINVAL; /* not the zygote's fault */
  cs_status st = CS_OK;
  if (cs_runner_pipes(r, theirs)) {
    st = ask(z, spec, plan, theirs, &box, r, err);
    for (int i = 0; i < 3; i++) cs_cleanup_fd(&theirs[i]);
  } else {
    st = cs_error_os(err, "no descriptors for a jail");
  }
  cs_jail_drop(&box);
  if (st != CS_OK) cs_runner_close(r);
  return st;
}

cs_status cs_zygote_meet(cs_runner *r, cs_error *err) {
  assert(r->jail.foreign);
  cs_control m;
  if (r->jail.pidfd >= 0) return CS_OK;
  while (cs_jail_hear(&r->jail, MEET_MS, &m) == CS_OK) {
    if (m.kind == CS_CONTROL_STARTED && r->jail.pidfd >= 0) return CS_OK;
    if (m.kind == CS_CONTROL_STARTED) /* the kernel found no room for it */
      return cs_error_set(err, CS_EOS, "no descriptor for a jail");
    if (m.kind == CS_CONTROL_FAILED)
      return cs_error_set(err, CS_EOS, "%s", m.text);
  }
  return cs_error_set(err, CS_EOS, "the zygote gave no runner");
}
