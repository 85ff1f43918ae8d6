/*
 * lend.c - workers of this machine for hosts elsewhere, over WebSockets.
 *
 * A thread for each connection: it reads the request, takes a worker, answers,
 * and relays.  Connections that have shown no token wait at the door (door.h).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "remote/lend.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "depth/workers.h"
#include "remote/relay.h"
#include "remote/upgrade.h"
#include "serve/door.h"
#include "serve/gate.h"
#include "serve/text.h"

#define FRAME_MAX (CS_WIRE_MAX + 4096)
#define STACK     (UINT32_C(256) << 10)
#define WAIT_MS   2000 /* for a worker, when all are lent out */

typedef struct hall {
  const cs_lend_config *config;
  cs_mcp_config asked; /* what the gate wants to know */
  cs_gate gate;
  cs_door door;
  cs_workers *workers;
  atomic_bool closing;
  pthread_mutex_t lock;
  pthread_cond_t left; /* a guest has */
  struct guest *guests;
  uint32_t nguests;
} hall;

typedef struct guest {
  hall *h;
  int fd;             /* -1: it is about to be closed */
  struct guest *next; /* the lock */
} guest;

void cs_lend_config_init(cs_lend_config *c) {
  *c = (cs_lend_config){.most = 16,
                        .ahead = 2,
                        .memory = UINT64_C(3584) << 20,
                        .idle_ms = 3600000,
                        .turn_ms = 3600000};
}

/* --- one connection ------------------------------------------------------ */

static void leave(guest *g) {
  hall *h = g->h;
  pthread_mutex_lock(&h->lock);
  guest **at = &h->guests;
  while (*at != g) at = &(*at)->next;
  *at = g->next;
  h->nguests--;
  pthread_cond_signal(&h->left);
  pthread_mutex_unlock(&h->lock);
  free(g);
}

/* Nobody shuts it down from now on: its number may soon be another's. */
static void forget_socket(guest *g) {
  cs_door_leave(&g->h->door, g->fd);
  pthread_mutex_lock(&g->h->lock);
  g->fd = -1;
  pthread_mutex_unlock(&g->h->lock);
}

static bool send_all(int fd, const char *text, size_t n) {
  while (n > 0) {
    ssize_t k = send(fd, text, n, MSG_NOSIGNAL);
    if (k < 0 && errno == EINTR) continue;
    if (k <= 0) return false;
    text += k;
    n -= (size_t)k;
  }
  return true;
}

static void refuse(int fd, const char *status, const char *why) {
  char text[512];
  int n = snprintf(text, sizeof text,
                   "HTTP/1.1 %s\r\nContent-Type: text/plain\r\n"
                   "Content-Length: %zu\r\nConnection: close\r\n\r\n%s\n",
                   status, strlen(why) + 1, why);
  (void)send_all(fd, text, (size_t)n);
  /* What is unread would reset the connection before the text arrives. */
  (void)shutdown(fd, SHUT_WR);
  char rest[1024];
  struct timeval soon = {.tv_usec = 200000};
  (void)setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &soon, sizeof soon);
  for (int i = 0; i < 16 && recv(fd, rest, sizeof rest, 0) > 0; i++) {
  }
}

/* Up to the empty line; false: it did not come in time, or is too long. */
static bool read_request(int fd, char text[CS_UPGRADE_MAX + 1], size_t *len) {
  uint64_t end = cs_text_now() + CS_DOOR_MS;
  size_t n = 0;
  while (n < CS_UPGRADE_MAX) {
    uint64_t t = cs_text_now();
    struct pollfd p = {.fd = fd, .events = POLLIN};
    if (t >= end || poll(&p, 1, (int)(end - t)) < 0) return false;
    ssize_t k = recv(fd, text + n, CS_UPGRADE_MAX - n, MSG_DONTWAIT);
    if (k < 0 && (errno == EAGAIN || errno == EINTR)) continue;
    if (k <= 0) return false;
    n += (size_t)k;
    text[n] = '\0';
    if (memmem(text, n, "\r\n\r\n", 4)) {
      *len = n;
      return true;
    }
  }
  return false;
}

/* May this request have a worker?  Otherwise it was answered. */
static bool admit(hall *h, int fd, const cs_upgrade *u) {
  if (!cs_gate_host(&h->gate, u->host))
    refuse(fd, "403 Forbidden", "This Host is not ours");
  else if (!cs_gate_origin(&h->gate, u->origin))
    refuse(fd, "403 Forbidden", "This Origin is not allowed");
  else if (!cs_gate_caller(&h->gate, u->authorization))
    refuse(fd, "401 Unauthorized", "A bearer token is needed");
  else if (strcmp(u->path, "/") != 0 && strcmp(u->path, "/worker") != 0)
    refuse(fd, "404 Not Found", "Workers are at /worker");
  else if (cs_upgrade_check(u, CS_LINE_PROTOCOL))
    refuse(fd, "426 Upgrade Required", cs_upgrade_check(u, CS_LINE_PROTOCOL));
  else
    return true;
  return false;
}

static bool agree(int fd, const cs_upgrade *u) {
  char accept[CS_UPGRADE_ACCEPT], text[256];
  cs_upgrade_accept(u->key, accept);
  int n = snprintf(text, sizeof text,
                   "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                   "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n"
                   "Sec-WebSocket-Protocol: %s\r\n\r\n",
                   accept, CS_LINE_PROTOCOL);
  return send_all(fd, text, (size_t)n);
}

/* A worker and this connection, until one ends.  `*fd` is taken. */
static void lend(guest *g, int *fd, const cs_upgrade *u) {
  hall *h = g->h;
  cs_crew *crew = cs_workers_crew(h->workers);
  cs_worker *worker;
  cs_line *line = NULL;
  cs_error err = {0};
  cs_status st = cs_crew_take(crew, WAIT_MS, &worker, &err);
  if (st != CS_OK) {
    refuse(*fd, "503 Service Unavailable",
           st == CS_ELIMIT ? "All workers are lent out" : "No worker starts");
    return;
  }
  cs_relay_terms terms = {.version = h->config->version,
                          .idle_ms = h->config->idle_ms,
                          .turn_ms = h->config->turn_ms,
                          .closing = &h->closing};
  if (agree(*fd, u)) {
    st = cs_line_new(cs_steal(fd), CS_LINE_SERVER, FRAME_MAX, &line, &err);
    if (st == CS_OK) cs_relay_run(line, worker, &terms);
    forget_socket(g);
    cs_line_free(line);
  }
  cs_crew_give(crew, worker, false);
}

static void *serve_guest(void *arg) {
  guest *g = arg;
  char text[CS_UPGRADE_MAX + 1];
  size_t n;
  cs_upgrade u;
  int fd = g->fd;
  if (!read_request(fd, text, &n)) {
    refuse(fd, "408 Request Timeout", "The request did not come in time");
  } else if (!cs_upgrade_read(text, n, &u)) {
    refuse(fd, "400 Bad Request", "This is no request for a WebSocket");
  } else if (admit(g->h, fd, &u)) {
    cs_door_leave(&g->h->door, fd); /* it has shown its token */
    lend(g, &fd, &u);
  }
  if (fd >= 0) {
    forget_socket(g);
    (void)close(fd);
  }
  leave(g);
  return NULL;
}

/* --- the door ------------------------------------------------------------ */

/* Frames are answers that somebody waits for; a peer that vanished is noticed
 * by the kernel. */
static void tune(int fd) {
  int one = 1, idle = 30, every = 10, count = 3;
  (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  (void)setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &one, sizeof one);
  (void)setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
  (void)setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &every, sizeof every);
  (void)setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof count);
}

static bool start_thread(guest *g) {
  pthread_t t;
  pthread_attr_t attr;
  if (pthread_attr_init(&attr) != 0) return false;
  bool good =
      pthread_attr_setstacksize(&attr, STACK) == 0 &&
      pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED) == 0 &&
      pthread_create(&t, &attr, serve_guest, g) == 0;
  pthread_attr_destroy(&attr);
  return good;
}

/* `fd` is taken. */
static void welcome(hall *h, int fd) {
  guest *g = calloc(1, sizeof *g);
  pthread_mutex_lock(&h->lock);
  bool room = g && h->nguests < h->config->most + CS_DOOR_MOST;
  if (room) {
    *g = (guest){.h = h, .fd = fd, .next = h->guests};
    h->guests = g;
    h->nguests++;
  }
  pthread_mutex_unlock(&h->lock);
  if (!room) {
    free(g);
    (void)close(fd);
    return;
  }
  tune(fd);
  cs_door_come(&h->door, fd);
  if (start_thread(g)) return;
  forget_socket(g);
  (void)close(fd);
  leave(g);
}

/* Until a signal comes. */
static void accept_all(hall *h, int fd, int signals) {
  struct pollfd p[2] = {{.fd = signals, .events = POLLIN},
                        {.fd = fd, .events = POLLIN}};
  while (!(p[0].revents & POLLIN)) {
    if (poll(p, 2, -1) < 0) continue;
    if (!(p[1].revents & POLLIN)) continue;
    int new = accept4(fd, NULL, NULL, SOCK_CLOEXEC);
    if (new >= 0)
      welcome(h, new);
    else if (errno == EMFILE || errno == ENFILE)
      (void)poll(p, 1, 100); /* until somebody has left */
  }
}

/* Everybody out, and wait until they are. */
static void close_hall(hall *h) {
  atomic_store(&h->closing, true);
  pthread_mutex_lock(&h->lock);
  for (const guest *g = h->guests; g; g = g->next)
    if (g->fd >= 0) (void)shutdown(g->fd, SHUT_RDWR);
  while (h->nguests > 0) pthread_cond_wait(&h->left, &h->lock);
  pthread_mutex_unlock(&h->lock);
}

/* --- the server ---------------------------------------------------------- */

static cs_status open_workers(hall *h, cs_error *err) {
  cs_workers_options o;
  cs_workers_options_init(&o);
  o.most = h->config->most;
  o.ahead = h->config->ahead;
  o.memory = h->config->memory;
  o.uses = 1; /* one host never gets what another one used */
  cs_status st = cs_workers_new(&o, &h->workers, err);
  if (st == CS_OK) cs_workers_warm(h->workers);
  return st;
}

static cs_status run(hall *h, cs_error *err) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  CS_AUTO_FD
  int signals = signalfd(-1, &set, SFD_CLOEXEC);
  if (signals < 0) return cs_error_os(err, "cannot wait for signals");
  CS_AUTO_FD
  int fd = cs_gate_listen(&h->gate, &h->asked, err);
  if (fd < 0) return CS_EOS;
  cs_status st = open_workers(h, err);
  if (st != CS_OK) return st;
  fprintf(stderr, "caisson: lending workers at ws://%s:%u/worker\n",
          h->gate.host, h->gate.port);
  accept_all(h, fd, signals);
  close_hall(h);
  cs_workers_free(h->workers);
  return CS_OK;
}

cs_status cs_lend_serve(const cs_lend_config *c, cs_error *err) {
  hall *h = calloc(1, sizeof *h);
  if (!h) return cs_error_set(err, CS_EOS, "no memory");
  h->config = c;
  h->asked = (cs_mcp_config){
      .listen = c->listen, .tokens = c->tokens, .ntokens = c->ntokens};
  pthread_mutex_init(&h->lock, NULL);
  pthread_cond_init(&h->left, NULL);
  cs_door_init(&h->door);
  cs_status st = run(h, err);
  cs_door_fini(&h->door);
  pthread_cond_destroy(&h->left);
  pthread_mutex_destroy(&h->lock);
  free(h);
  return st;
}
