/*
 * serve.c - the egress process, from its start to its end.
 *
 * It is told everything over its control socket before it serves: the rules,
 * the secrets.  Then it locks itself and says so.  It ends when that socket
 * does, so it never outlives its host; and when it ends, for whatever reason,
 * the listeners go with it and the sandbox has no way out.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "egress/serve.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/listener.h"
#include "egress/gate.h"
#include "egress/lock.h"

/* --- messages ------------------------------------------------------------ */

static bool tell(cs_gate *g, cs_message_kind kind, const void *data, size_t n) {
  cs_message m = {.kind = (uint64_t)kind, .size = n};
  return cs_message_send(g->control, &m, data, -1, true);
}

static int fail(cs_gate *g, const cs_error *err) {
  (void)tell(g, CS_MESSAGE_FAILED, err->text, strlen(err->text) + 1);
  return 1;
}

/* A copy of the rules in `fd`; NULL: they are not whole. */
static cs_rules *read_rules(int fd) {
  struct stat s;
  if (fstat(fd, &s) != 0 || s.st_size < (off_t)sizeof(cs_rules) ||
      s.st_size > (off_t)CS_RULES_SIZE)
    return NULL;
  size_t n = (size_t)s.st_size;
  cs_rules *r = malloc(n);
  size_t have = 0;
  (void)lseek(fd, 0, SEEK_SET);
  while (r && have < n) {
    ssize_t k = read(fd, (char *)r + have, n - have);
    if (k <= 0) break;
    have += (size_t)k;
  }
  if (r && have == n && r->size == n &&
      sizeof *r + (uint64_t)r->n * sizeof(cs_rule) <= n)
    return r;
  free(r);
  return NULL;
}

static bool take_rules(cs_gate *g, int fd) {
  cs_rules *r = fd >= 0 ? read_rules(fd) : NULL;
  return r && cs_gate_rules(g, r);
}

static bool take_secret(cs_gate *g, const cs_vault_secret *s, cs_error *err) {
  return cs_vault_put(&g->secrets, s, err) == CS_OK;
}

/* False: the host is gone. */
static bool take_message(cs_gate *g, char *data, size_t room) {
  cs_message m;
  cs_error err = {0};
  int fd;
  long n = cs_message_take(g->control, &m, data, room, &fd);
  CS_AUTO_FD
  int file = fd;
  if (n == -1) return true;
  if (n < 0) return false;
  switch ((cs_message_kind)m.kind) {
    case CS_MESSAGE_RULES: return take_rules(g, file);
    case CS_MESSAGE_SECRET:
      if ((size_t)n == sizeof(cs_vault_secret))
        (void)take_secret(g, (const cs_vault_secret *)(const void *)data, &err);
      explicit_bzero(data, room);
      return true;
    case CS_MESSAGE_REPORT: cs_tell_counts(g); return true;
    case CS_MESSAGE_TALK: g->setup.talks = n > 0; return true;
    case CS_MESSAGE_VERDICT:
      if ((size_t)n == sizeof(cs_egress_verdict))
        cs_ask_answer(g, (const cs_egress_verdict *)(const void *)data);
      return true;
    case CS_MESSAGE_GO:
    case CS_MESSAGE_CA:
    case CS_MESSAGE_READY:
    case CS_MESSAGE_FAILED:
    case CS_MESSAGE_EVENT:
    case CS_MESSAGE_COUNTS: return false;
  }
  return false;
}

static void control_ready(cs_source *s, uint32_t events) {
  cs_gate *g =
      (cs_gate *)(void *)((char *)s - offsetof(cs_gate, control_source));
  (void)events;
  if (!take_message(g, g->message, sizeof g->message)) g->loop.stop = true;
}

/* --- listeners ----------------------------------------------------------- */

static void listener_ready(cs_source *s, uint32_t events) {
  cs_listener *l = (cs_listener *)(void *)s;
  (void)events;
  if (l->kind == CS_ENTRY_DNS_UDP)
    cs_answer_udp(l);
  else
    cs_conn_accept(l);
}

static cs_entry_kind entry_of(unsigned kind) {
  switch (kind) {
    case CS_LISTENER_PROXY: return CS_ENTRY_PROXY;
    case CS_LISTENER_SOCKS: return CS_ENTRY_SOCKS;
    case CS_LISTENER_DNS: return CS_ENTRY_DNS;
    case CS_LISTENER_DNS_UDP: return CS_ENTRY_DNS_UDP;
    default: return CS_ENTRY_CLEAR;
  }
}

/* A sandbox that is made anew sends a new set; the old one leads nowhere. */
static void drop_listeners(cs_gate *g) {
  for (size_t i = 0; i < g->nlisteners; i++) {
    int fd = g->listeners[i].source.fd;
    cs_loop_remove(&g->loop, &g->listeners[i].source);
    if (fd >= 0) close(fd);
  }
  g->nlisteners = 0;
  while (g->conns) cs_conn_close(g->conns);
}

static void add_listener(cs_gate *g, const cs_listener_note *note, int fd) {
  if (note->kind == CS_LISTENER_HOST) {
    cs_conn_adopt(g, fd);
    return;
  }
  if (note->kind == CS_LISTENER_PROXY) drop_listeners(g); /* the first of all */
  if (g->nlisteners == CS_GATE_LISTENERS) {
    close(fd);
    return;
  }
  cs_listener *l = &g->listeners[g->nlisteners++];
  *l = (cs_listener){
      .gate = g, .kind = entry_of(note->kind), .port = note->port};
  l->source = (cs_source){.fd = fd, .want = EPOLLIN, .ready = listener_ready};
  (void)fcntl(fd, F_SETFL, O_NONBLOCK);
  if (!cs_loop_add(&g->loop, &l->source)) close(fd);
}

/* One listener per packet. */
static void post_ready(cs_source *s, uint32_t events) {
  cs_gate *g = (cs_gate *)(void *)((char *)s - offsetof(cs_gate, post_source));
  cs_listener_note note;
  struct iovec io = {&note, sizeof note};
  union {
    struct cmsghdr head;
    char room[CMSG_SPACE(sizeof(int))];
  } u;
  struct msghdr h = {.msg_iov = &io,
                     .msg_iovlen = 1,
                     .msg_control = &u,
                     .msg_controllen = sizeof u};
  (void)events;
  ssize_t n = recvmsg(s->fd, &h, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (n <= 0) {
    int fd = s->fd;
    cs_loop_remove(&g->loop, s);
    close(fd);
    return;
  }
  struct cmsghdr *c = CMSG_FIRSTHDR(&h);
  int fd = -1;
  if (c && c->cmsg_len == CMSG_LEN(sizeof fd))
    memcpy(&fd, CMSG_DATA(c), sizeof fd);
  if (fd >= 0 && n == (ssize_t)sizeof note) add_listener(g, &note, fd);
}

/* --- set-up -------------------------------------------------------------- */

/* The next message, waited for; false: none, or another kind. */
static bool expect(cs_gate *g, cs_message_kind kind, void *data, size_t size,
                   int *fd) {
  cs_message m;
  struct pollfd p = {.fd = g->control, .events = POLLIN};
  long n;
  do {
    if (poll(&p, 1, -1) < 0 && errno != EINTR) return false;
    n = cs_message_take(g->control, &m, data, size, fd);
  } while (n == -1);
  return n == (long)size && m.kind == (uint64_t)kind;
}

static cs_status hear_rules(cs_gate *g, cs_error *err) {
  int fd = -1;
  if (!expect(g, CS_MESSAGE_RULES, NULL, 0, &fd))
    return cs_error_set(err, CS_EOS, "no rules came");
  bool good = take_rules(g, fd);
  if (fd >= 0) close(fd);
  return good ? CS_OK : cs_error_set(err, CS_EOS, "the rules are not whole");
}

static cs_status hear_secrets(cs_gate *g, cs_error *err) {
  cs_vault_secret *s = malloc(sizeof *s);
  int fd = -1;
  cs_status st = cs_vault_open(&g->secrets, g->setup.secrets, err);
  for (uint32_t i = 0; st == CS_OK && s && i < g->setup.secrets; i++) {
    if (!expect(g, CS_MESSAGE_SECRET, s, sizeof *s, &fd))
      st = cs_error_set(err, CS_EOS, "a secret did not come");
    else
      st = cs_vault_put(&g->secrets, s, err);
  }
  if (s) explicit_bzero(s, sizeof *s);
  free(s);
  return st;
}

static cs_status set_up(cs_gate *g, cs_error *err) {
  cs_buf pem;
  int fd = -1;
  cs_status st = hear_rules(g, err);
  if (st == CS_OK && !expect(g, CS_MESSAGE_GO, &g->setup, sizeof g->setup, &fd))
    st = cs_error_set(err, CS_EOS, "no settings came");
  if (st == CS_OK) st = cs_tls_open(&g->tls, err);
  cs_buf_init(&pem, 1 << 16);
  if (st == CS_OK && (cs_tls_ca(&g->tls, &pem) != CS_OK ||
                      !tell(g, CS_MESSAGE_CA, pem.data, pem.len)))
    st = cs_error_set(err, CS_EOS, "the certificate cannot be told");
  cs_buf_fini(&pem);
  if (st == CS_OK) st = hear_secrets(g, err);
  if (st == CS_OK)
    st = cs_tls_trust(&g->tls, g->setup.ca_file[0] ? g->setup.ca_file : NULL,
                      err);
  g->fakes = st == CS_OK ? calloc(CS_GATE_FAKES, sizeof *g->fakes) : NULL;
  if (st == CS_OK && !g->fakes)
    st = cs_error_set(err, CS_EOS, "no memory for the egress process");
  if (st == CS_OK) st = cs_loop_open(&g->loop, err);
  return st == CS_OK ? cs_lock_apply(err) : st;
}

static bool watch(cs_gate *g, cs_source *s, int fd,
                  void (*ready)(cs_source *, uint32_t)) {
  *s = (cs_source){.fd = fd, .want = EPOLLIN, .ready = ready};
  return cs_loop_add(&g->loop, s);
}

#define FEW_FDS       256 /* where nobody tells */
#define OWN_FDS       (CS_GATE_LISTENERS + 16)
#define FDS_OF_A_CONN 3 /* guest, server, resolver */

/* How many connections there are descriptors for.  Beyond them accept() would
 * fail and the listener stay readable: the loop would turn for nothing. */
static size_t allow_descriptors(void) {
  struct rlimit r;
  uint64_t fds = FEW_FDS;
  if (getrlimit(RLIMIT_NOFILE, &r) == 0) {
    r.rlim_cur = r.rlim_max;
    (void)setrlimit(RLIMIT_NOFILE, &r);
    fds = r.rlim_max;
  }
  return fds > OWN_FDS ? (size_t)((fds - OWN_FDS) / FDS_OF_A_CONN) : 1;
}

static void clean_up(cs_gate *g) {
  while (g->conns) cs_conn_close(g->conns);
  cs_vault_close(&g->secrets);
  cs_tls_close(&g->tls);
  cs_loop_close(&g->loop);
  free(g->fakes);
  free(g->rules);
  free(g->spent);
}

bool cs_egress_called(int argc, char *const *argv) {
  return argc >= 1 && (strcmp(argv[0], CS_EGRESS_NAME) == 0 ||
                       strcmp(argv[0], CS_EGRESS_NAME_DETACHED) == 0);
}

/* Nobody has to wait for it: the control socket is all that ties it to a host.
 */
static void detach(void) {
  pid_t pid = fork();
  if (pid != 0) _exit(pid < 0);
  (void)setsid();
}

int cs_egress_main(char *const *argv) {
  cs_error err = {0};
  if (strcmp(argv[0], CS_EGRESS_NAME_DETACHED) == 0) detach();
  pid_t self = getpid();
  cs_gate *g = calloc(1, sizeof *g);
  if (!g) return 1;
  g->control = CS_EGRESS_FD_CONTROL;
  g->loop.epoll = -1;
  (void)signal(SIGPIPE, SIG_IGN); /* our own binary */
  cs_lock_memory();
  g->room = allow_descriptors();
  int code = 0;
  if (set_up(g, &err) != CS_OK ||
      !watch(g, &g->control_source, CS_EGRESS_FD_CONTROL, control_ready) ||
      !watch(g, &g->post_source, CS_EGRESS_FD_POST, post_ready))
    code = fail(g, &err);
  else if (tell(g, CS_MESSAGE_READY, &self, sizeof self))
    cs_loop_run(&g->loop);
  cs_tell_counts(g);
  clean_up(g);
  free(g);
  return code;
}
