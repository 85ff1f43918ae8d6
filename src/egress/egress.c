/*
 * egress.c - the way out of one sandbox, as its host sees it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "egress/egress.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/listener.h"
#include "egress/serve.h"
#include "egress/source.h"

#define START_MS 30000 /* the machine may be busy */
#define END_MS   1000
#define PEM_MAX  (4u << 20)

struct cs_egress {
  pid_t pid;
  int pidfd;   /* owned */
  int control; /* owned */
  int post;    /* owned: the sandbox's end */
  bool gone;
  cs_buf rules; /* owned */
  cs_buf trust; /* owned: certificates for the sandbox */
  cs_egress_counts counts;
  void (*event)(void *user, const cs_egress_event *e);
  void *user;
  void (*ask)(void *user, const cs_egress_event *e, cs_egress_verdict *out);
  struct {
    char variable[129], name[CS_VAULT_NAME], placeholder[CS_VAULT_PLACEHELD];
  } secrets[CS_VAULT_MAX];
  size_t nsecrets;
};

bool cs_egress_is_needed(const cs_policy *p) {
  return p && cs_policy_count(p, CS_POLICY_EGRESS_ALLOW) > 0;
}

bool cs_egress_has_approver(const cs_policy *p) {
  return strcmp(cs_policy_text(p, CS_POLICY_APPROVER), "none") != 0;
}

static const cs_rules *rules_of(const cs_egress *e) {
  return (const cs_rules *)(const void *)e->rules.data;
}

/* --- talking ------------------------------------------------------------- */

static bool say(cs_egress *e, cs_message_kind kind, const void *data, size_t n,
                int fd) {
  cs_message m = {.kind = (uint64_t)kind, .size = n};
  return cs_message_send(e->control, &m, data, fd, true);
}

static void take_event(cs_egress *e, const cs_egress_event *event) {
  cs_egress_verdict v = {.id = event->id};
  if (event->kind != CS_EGRESS_EVENT_ASKS) {
    if (e->event) e->event(e->user, event);
    return;
  }
  if (e->ask) e->ask(e->user, event, &v);
  (void)say(e, CS_MESSAGE_VERDICT, &v, sizeof v, -1);
}

/* Take one message; its kind, 0: none there, -1: the process is gone. */
static int hear(cs_egress *e, cs_buf *data) {
  cs_message m;
  int fd;
  cs_buf_clear(data);
  if (cs_buf_reserve(data, CS_MESSAGE_MAX) != CS_OK) return -1;
  long n = cs_message_take(e->control, &m, data->data, CS_MESSAGE_MAX, &fd);
  if (fd >= 0) close(fd);
  if (n == -1) return 0;
  if (n < 0) return -1;
  data->len = (size_t)n;
  cs_buf_seal(data);
  if (m.kind == CS_MESSAGE_EVENT && data->len == sizeof(cs_egress_event))
    take_event(e, (const cs_egress_event *)(const void *)data->data);
  if (m.kind == CS_MESSAGE_COUNTS && data->len == sizeof e->counts)
    memcpy(&e->counts, data->data, sizeof e->counts);
  return (int)m.kind;
}

/* The next message of this kind; false: another one, told in `err`. */
static bool await(cs_egress *e, cs_message_kind kind, cs_buf *data,
                  cs_error *err) {
  struct pollfd p = {.fd = e->control, .events = POLLIN};
  for (;;) {
    int n = poll(&p, 1, START_MS);
    if (n < 0 && errno == EINTR) continue;
    int got = n == 1 ? hear(e, data) : -1;
    if (got == (int)kind) return true;
    if (got == 0 || got == CS_MESSAGE_EVENT || got == CS_MESSAGE_COUNTS)
      continue;
    (void)cs_error_set(err, CS_EOS, "no way out: %.150s",
                       got == CS_MESSAGE_FAILED ? cs_buf_text(data)
                       : n == 0 ? "the egress process did not start in time"
                                : "the egress process ended at once");
    return false;
  }
}

/* --- starting ------------------------------------------------------------ */

static int prepare(posix_spawn_file_actions_t *fa, int control, int post) {
  int rc = 0;
  for (int i = 0; i < 3 && rc == 0; i++)
    rc = posix_spawn_file_actions_addopen(fa, i, "/dev/null", O_RDWR, 0);
  if (rc == 0)
    rc = posix_spawn_file_actions_adddup2(fa, control, CS_EGRESS_FD_CONTROL);
  if (rc == 0)
    rc = posix_spawn_file_actions_adddup2(fa, post, CS_EGRESS_FD_POST);
  if (rc == 0)
    rc = posix_spawn_file_actions_addclosefrom_np(fa, CS_EGRESS_FD_POST + 1);
  return rc;
}

static int reset_signals(posix_spawnattr_t *attr) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  int rc = posix_spawnattr_setsigmask(attr, &none);
  if (rc == 0) rc = posix_spawnattr_setsigdefault(attr, &all);
  if (rc == 0) rc = posix_spawnattr_setpgroup(attr, 0);
  if (rc == 0)
    rc = posix_spawnattr_setflags(attr, POSIX_SPAWN_SETSIGMASK |
                                            POSIX_SPAWN_SETSIGDEF |
                                            POSIX_SPAWN_SETPGROUP);
  return rc;
}

/* Test builds pass on which mitigation is off. */
static void choose_env(char room[200], char *env[2]) {
  env[0] = env[1] = NULL;
#ifndef NDEBUG
  const char *off = getenv("CAISSON_WEAKEN");
  if (!off) return;
  snprintf(room, 200, "CAISSON_WEAKEN=%.150s", off);
  env[0] = room;
#else
  (void)room;
#endif
}

static int launch(const char *path, bool detached, int control, int post,
                  pid_t *pid) {
  char name[32], room[200], *env[2];
  char *argv[] = {name, NULL};
  posix_spawn_file_actions_t fa;
  posix_spawnattr_t attr;
  snprintf(name, sizeof name, "%s",
           detached ? CS_EGRESS_NAME_DETACHED : CS_EGRESS_NAME);
  choose_env(room, env);
  int rc = posix_spawn_file_actions_init(&fa);
  if (rc != 0) return rc;
  rc = posix_spawnattr_init(&attr);
  if (rc == 0) {
    rc = prepare(&fa, control, post);
    if (rc == 0) rc = reset_signals(&attr);
    if (rc == 0)
      rc = posix_spawn(pid, path ? path : "/proc/self/exe", &fa, &attr, argv,
                       env);
    posix_spawnattr_destroy(&attr);
  }
  posix_spawn_file_actions_destroy(&fa);
  return rc;
}

/* A pair whose ends stand above those that the process finds. */
static bool open_pair(int ours_theirs[2]) {
  int p[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, p) != 0)
    return false;
  ours_theirs[0] = fcntl(p[0], F_DUPFD_CLOEXEC, 16);
  ours_theirs[1] = fcntl(p[1], F_DUPFD_CLOEXEC, 16);
  close(p[0]);
  close(p[1]);
  return ours_theirs[0] >= 0 && ours_theirs[1] >= 0;
}

/* The process that was started has forked the real one and ends. */
static int forget_parent(cs_egress *e) {
  int status = 0;
  while (waitpid(e->pid, &status, 0) < 0 && errno == EINTR) {
  }
  e->pid = 0;
  return status == 0 ? 0 : EAGAIN;
}

static cs_status spawn(cs_egress *e, const char *path, bool detached,
                       cs_error *err) {
  int control[2] = {-1, -1}, post[2] = {-1, -1};
  bool good = open_pair(control) && open_pair(post);
  e->control = control[0];
  e->post = post[0];
  int rc = good ? launch(path, detached, control[1], post[1], &e->pid) : EMFILE;
  if (control[1] >= 0) close(control[1]);
  if (post[1] >= 0) close(post[1]);
  if (rc == 0 && detached)
    rc = forget_parent(e);
  else if (rc == 0)
    e->pidfd = (int)syscall(SYS_pidfd_open, e->pid, 0);
  if (rc == 0 && (detached || e->pidfd >= 0)) return CS_OK;
  if (rc) errno = rc;
  return cs_error_os(err, "cannot start the egress process");
}

static int seal(const cs_buf *bytes) {
  CS_AUTO_FD
  int fd = memfd_create("caisson-rules", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  size_t n = 0;
  while (fd >= 0 && n < bytes->len) {
    ssize_t k = write(fd, bytes->data + n, bytes->len - n);
    if (k <= 0) return -1;
    n += (size_t)k;
  }
  return cs_steal(&fd);
}

static cs_status send_rules(int control, const cs_buf *rules, cs_error *err) {
  cs_message m = {.kind = CS_MESSAGE_RULES};
  CS_AUTO_FD
  int fd = seal(rules);
  if (fd >= 0 && cs_message_send(control, &m, NULL, fd, true)) return CS_OK;
  return cs_error_set(err, CS_EOS,
                      "the egress process cannot be told its "
                      "rules");
}

/* --- secrets ------------------------------------------------------------- */

/* Value and placeholder of one; the value does not stay in this process. */
static cs_status send_secret(cs_egress *e, const cs_policy *p, const char *name,
                             cs_error *err) {
  cs_vault_secret *s = malloc(sizeof *s);
  if (!s) return cs_error_set(err, CS_EOS, "no memory for a secret");
  cs_status st = cs_source_bind(p, name, s, err);
  if (st == CS_OK && !say(e, CS_MESSAGE_SECRET, s, sizeof *s, -1))
    st = cs_error_set(err, CS_EOS, "the egress process is gone");
  if (st == CS_OK) {
    __typeof__(e->secrets[0]) *to = &e->secrets[e->nsecrets++];
    cs_source_variable(p, name, to->variable);
    memcpy(to->name, s->name, sizeof to->name);
    memcpy(to->placeholder, s->placeholder, sizeof to->placeholder);
  }
  explicit_bzero(s, sizeof *s);
  free(s);
  return st;
}

static size_t count(const char *const *names) {
  size_t n = 0;
  while (names && names[n]) n++;
  return n;
}

/* redteam: I04 - a secret that is bound needs interception: the rule of each
 * of its hosts must not be a tunnel. */
static cs_status check_bound(const cs_egress *e, const cs_policy *p,
                             const char *const *names, cs_error *err) {
  const cs_rules *r = rules_of(e);
  for (size_t i = 0; names && names[i]; i++) {
    if (cs_source_is_open(p, names[i])) continue;
    for (uint32_t k = 0; k < r->n; k++)
      if (!r->at[k].deny && r->at[k].tunnel && count(names) > 0) {
        const cs_pvalue *s =
            cs_pvalue_find(cs_policy_value(p, CS_POLICY_SECRETS), names[i]);
        const cs_pvalue *hosts = s ? cs_pvalue_find(s, "hosts") : NULL;
        for (size_t h = 0; hosts && h < hosts->n; h++)
          if (strcmp(hosts->items[h].text, cs_rules_text(r, r->at[k].host)) ==
              0)
            return cs_error_set(err, CS_EINVAL,
                                "the secret %.60s is bound to %.80s, whose "
                                "rule says 'tls: tunnel': nothing can be put "
                                "into a tunnel",
                                names[i], hosts->items[h].text);
      }
  }
  return CS_OK;
}

/* --- what the sandbox trusts --------------------------------------------- */

/* In tunnels the servers' own certificates come through. */
static void add_system_roots(cs_egress *e, const char *ca_file) {
  const cs_rules *r = rules_of(e);
  bool tunnels = false;
  char piece[8192];
  ssize_t n;
  for (uint32_t i = 0; i < r->n; i++)
    tunnels = tunnels || (!r->at[i].deny && r->at[i].tunnel);
  if (!tunnels) return;
  CS_AUTO_FD
  int fd = open(ca_file ? ca_file : CS_EGRESS_CA_PATH, O_RDONLY | O_CLOEXEC);
  while (fd >= 0 && (n = read(fd, piece, sizeof piece)) > 0)
    if (cs_buf_put(&e->trust, piece, (size_t)n) != CS_OK) return;
}

static cs_status greet(cs_egress *e, const cs_egress_options *o,
                       cs_error *err) {
  cs_message_setup setup = {.secrets = (uint32_t)count(o->secrets),
                            .talks = o->talks,
                            .asks = o->asks || o->ask};
  const char *file = cs_policy_text(o->policy, CS_POLICY_EGRESS_CA_FILE);
  cs_buf data;
  cs_buf_init(&data, CS_MESSAGE_MAX + 16);
  if (file) snprintf(setup.ca_file, sizeof setup.ca_file, "%s", file);
  cs_status st = send_rules(e->control, &e->rules, err);
  if (st == CS_OK && !say(e, CS_MESSAGE_GO, &setup, sizeof setup, -1))
    st = cs_error_set(err, CS_EOS, "the egress process ended at once");
  if (st == CS_OK && !await(e, CS_MESSAGE_CA, &data, err)) st = CS_EOS;
  if (st == CS_OK) st = cs_buf_put(&e->trust, data.data, data.len);
  for (size_t i = 0; st == CS_OK && i < setup.secrets; i++)
    st = send_secret(e, o->policy, o->secrets[i], err);
  if (st == CS_OK && !await(e, CS_MESSAGE_READY, &data, err)) st = CS_EOS;
  if (st == CS_OK && data.len == sizeof e->pid)
    memcpy(&e->pid, data.data, sizeof e->pid);
  if (st == CS_OK) add_system_roots(e, file);
  cs_buf_fini(&data);
  return st;
}

cs_status cs_egress_start(const cs_egress_options *o, cs_egress **out,
                          cs_error *err) {
  cs_egress *e = calloc(1, sizeof *e);
  *out = NULL;
  if (!e) return cs_error_set(err, CS_EOS, "no memory for a way out");
  e->control = e->post = e->pidfd = -1;
  e->event = o->event;
  e->user = o->user;
  e->ask = o->ask;
  cs_buf_init(&e->rules, CS_RULES_SIZE);
  cs_buf_init(&e->trust, PEM_MAX);
  cs_status st = cs_rules_make(o->policy, &e->rules, err);
  if (st == CS_OK && count(o->secrets) > CS_VAULT_MAX)
    st = cs_error_set(err, CS_ELIMIT, "too many secrets");
  if (st == CS_OK) st = check_bound(e, o->policy, o->secrets, err);
  if (st == CS_OK) st = spawn(e, o->path, o->detached, err);
  if (st == CS_OK) st = greet(e, o, err);
  if (st != CS_OK)
    cs_egress_stop(e);
  else
    *out = e;
  return st;
}

/* --- ending -------------------------------------------------------------- */

/* Its last counters and refusals, within a second. */
static void hear_last_words(cs_egress *e) {
  struct pollfd p = {.fd = e->control, .events = POLLIN};
  (void)shutdown(e->control, SHUT_WR);
  while (!e->gone && poll(&p, 1, END_MS) == 1)
    if (!cs_egress_turn(e)) break;
}

void cs_egress_stop(cs_egress *e) {
  siginfo_t info;
  if (!e) return;
  if (e->pidfd >= 0) {
    if (!e->gone) hear_last_words(e);
    (void)syscall(SYS_pidfd_send_signal, e->pidfd, SIGKILL, NULL, 0);
    while (waitid(P_PIDFD, (id_t)e->pidfd, &info, WEXITED) != 0 &&
           errno == EINTR) {
    }
    close(e->pidfd);
  }
  if (e->control >= 0) close(e->control);
  if (e->post >= 0) close(e->post);
  cs_buf_fini(&e->rules);
  cs_buf_fini(&e->trust);
  free(e);
}

void cs_egress_release(cs_egress *e, int *control, int *post) {
  *control = cs_steal(&e->control);
  *post = cs_steal(&e->post);
  cs_egress_stop(e);
}

/* --- for the sandbox ----------------------------------------------------- */

void cs_egress_fit(const cs_egress *e, cs_egress_fitting *out) {
  static const char resolver[] =
      "nameserver 127.0.0.1\noptions timeout:2 attempts:2\n";
  *out = (cs_egress_fitting){
      .files = {{CS_EGRESS_CA_PATH, e->trust.data, e->trust.len},
                {"/etc/resolv.conf", resolver, sizeof resolver - 1}},
      .socks = rules_of(e)->socks,
      .post = e->post};
  out->nports = cs_rules_ports(rules_of(e), out->ports, CS_EGRESS_PORTS);
}

static bool post_socket(int post, int fd) {
  cs_listener_note note = {.kind = CS_LISTENER_HOST};
  struct iovec io = {&note, sizeof note};
  union {
    struct cmsghdr head;
    char room[CMSG_SPACE(sizeof(int))];
  } u = {.head = {.cmsg_len = CMSG_LEN(sizeof fd),
                  .cmsg_level = SOL_SOCKET,
                  .cmsg_type = SCM_RIGHTS}};
  struct msghdr h = {.msg_iov = &io,
                     .msg_iovlen = 1,
                     .msg_control = &u,
                     .msg_controllen = sizeof u};
  memcpy(CMSG_DATA(&u.head), &fd, sizeof fd);
  return sendmsg(post, &h, MSG_NOSIGNAL) == (ssize_t)sizeof note;
}

int cs_egress_connect(const cs_egress *e) {
  int p[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, p) != 0) return -1;
  bool sent = post_socket(e->post, p[1]);
  close(p[1]);
  if (sent) return p[0];
  close(p[0]);
  return -1;
}

typedef cs_status (*putter)(void *user, const char *name, const char *value);

static cs_status put_all(const char *const *names, const char *value,
                         putter put, void *user) {
  cs_status st = CS_OK;
  for (; *names && st == CS_OK; names++) st = put(user, *names, value);
  return st;
}

cs_status cs_egress_secrets(const cs_egress *e, putter put, void *user) {
  cs_status st = CS_OK;
  for (size_t i = 0; st == CS_OK && i < e->nsecrets; i++)
    st = put(user, e->secrets[i].variable, e->secrets[i].placeholder);
  return st;
}

cs_status cs_egress_env(const cs_egress *e, putter put, void *user) {
  static const char *const trust[] = {"SSL_CERT_FILE",
                                      "REQUESTS_CA_BUNDLE",
                                      "CURL_CA_BUNDLE",
                                      "NODE_EXTRA_CA_CERTS",
                                      "GIT_SSL_CAINFO",
                                      "PIP_CERT",
                                      "CARGO_HTTP_CAINFO",
                                      "AWS_CA_BUNDLE",
                                      "NPM_CONFIG_CAFILE",
                                      "GRPC_DEFAULT_SSL_ROOTS_FILE_PATH",
                                      NULL};
  static const char *const proxies[] = {
      "http_proxy",  "https_proxy", "all_proxy", "HTTP_PROXY",
      "HTTPS_PROXY", "ALL_PROXY",   NULL};
  static const char *const direct[] = {"no_proxy", "NO_PROXY", NULL};
  cs_status st = put_all(trust, CS_EGRESS_CA_PATH, put, user);
  if (st == CS_OK) st = put(user, "SSL_CERT_DIR", "/etc/ssl/certs");
  if (st == CS_OK) st = put_all(proxies, "http://127.0.0.1:3128", put, user);
  if (st == CS_OK) st = put_all(direct, "localhost,127.0.0.1,::1", put, user);
  return st == CS_OK ? cs_egress_secrets(e, put, user) : st;
}

/* --- while it runs ------------------------------------------------------- */

int cs_egress_fd(const cs_egress *e) {
  return e->control;
}

bool cs_egress_turn(cs_egress *e) {
  cs_buf data;
  int got = 1;
  cs_buf_init(&data, CS_MESSAGE_MAX + 16);
  for (int i = 0; i < 64 && got > 0; i++) got = hear(e, &data);
  if (got < 0) e->gone = true;
  cs_buf_fini(&data);
  return !e->gone;
}

bool cs_egress_is_gone(const cs_egress *e) {
  return e->gone;
}

const cs_egress_counts *cs_egress_counters(const cs_egress *e) {
  return &e->counts;
}

cs_status cs_egress_narrow(cs_egress *e, const cs_policy *p, cs_error *err) {
  cs_buf rules;
  cs_buf_init(&rules, CS_RULES_SIZE);
  cs_status st = cs_rules_make(p, &rules, err);
  if (st == CS_OK) st = send_rules(e->control, &rules, err);
  if (st == CS_OK) {
    cs_buf_fini(&e->rules);
    e->rules = rules;
    return CS_OK;
  }
  cs_buf_fini(&rules);
  return st;
}

cs_status cs_egress_restrict(int control, const cs_policy *p, cs_error *err) {
  cs_buf rules;
  cs_buf_init(&rules, CS_RULES_SIZE);
  cs_status st = cs_rules_make(p, &rules, err);
  if (st == CS_OK) st = send_rules(control, &rules, err);
  cs_buf_fini(&rules);
  return st;
}

cs_status cs_egress_change(int control, const cs_policy *p, const char *name,
                           cs_error *err) {
  cs_message m = {.kind = CS_MESSAGE_SECRET, .size = sizeof(cs_vault_secret)};
  cs_vault_secret *s = calloc(1, sizeof *s);
  cs_status st = CS_OK;
  if (!s) return cs_error_set(err, CS_EOS, "no memory for a secret");
  if (p)
    st = cs_source_bind(p, name, s, err);
  else
    snprintf(s->name, sizeof s->name, "%s", name);
  if (st == CS_OK && !cs_message_send(control, &m, s, -1, true))
    st = cs_error_set(err, CS_EOS, "the egress process is gone");
  explicit_bzero(s, sizeof *s);
  free(s);
  return st;
}

static cs_status change_secret(cs_egress *e, const cs_policy *p,
                               const char *name, cs_error *err) {
  size_t i = 0;
  while (i < e->nsecrets && strcmp(e->secrets[i].name, name) != 0) i++;
  if (i == e->nsecrets)
    return cs_error_set(err, CS_EINVAL, "the secret %.60s is not bound", name);
  return cs_egress_change(e->control, p, name, err);
}

cs_status cs_egress_refresh(cs_egress *e, const cs_policy *p, const char *name,
                            cs_error *err) {
  return change_secret(e, p, name, err);
}

cs_status cs_egress_revoke(cs_egress *e, const char *name, cs_error *err) {
  return change_secret(e, NULL, name, err);
}

int cs_egress_pid(const cs_egress *e) {
  return e->pid;
}
