/*
 * loop.c - the one loop of a keeper.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "sandbox/frame.h"
#include "sandbox/keeper/keeper.h"

#define BACKLOG_MAX (256 << 10) /* bytes that wait for a slow client */
#define INPUT_MAX   (256 << 10) /* typed ahead of what a program reads */
#define CONFINE_MS  20          /* shorter sandboxes need no control group */
#define TICK_MS     1000

typedef enum role {
  ROLE_LISTEN,
  ROLE_LEASE,
  ROLE_JAIL,
  ROLE_WAY,
  ROLE_CLIENT,
  ROLE_SOCKET,
  ROLE_OUT,
  ROLE_ERR,
  ROLE_IN
} role;

#define FDS_MAX (4 + CS_KEEPER_CLIENTS + 4 * CS_KEEPER_EXECS)

typedef struct watched {
  struct pollfd fds[FDS_MAX];
  role roles[FDS_MAX];
  size_t index[FDS_MAX]; /* of the client or the exec */
  nfds_t n;
} watched;

static void add(watched *w, int fd, short events, role r, size_t index) {
  if (fd < 0) return;
  w->fds[w->n] = (struct pollfd){.fd = fd, .events = events};
  w->roles[w->n] = r;
  w->index[w->n++] = index;
}

/* A client that reads slowly holds up what it watches, and nothing else. */
static bool has_room(const cs_boxexec *x) {
  return !x->client || x->stage == CS_BOXEXEC_SEALED ||
         cs_client_backlog(x->client) < BACKLOG_MAX;
}

static void watch_exec(watched *w, const cs_boxexec *x, size_t i) {
  add(w, x->socket, POLLIN, ROLE_SOCKET, i);
  if (has_room(x)) {
    add(w, x->out[0], POLLIN, ROLE_OUT, i);
    add(w, x->out[1], POLLIN, ROLE_ERR, i);
  }
  if (x->typed.len > 0 || x->input_ended) add(w, x->in, POLLOUT, ROLE_IN, i);
}

static void watch_all(watched *w, const cs_keeper *k) {
  w->n = 0;
  add(w, k->listener, POLLIN, ROLE_LISTEN, 0);
  add(w, k->lease, POLLIN, ROLE_LEASE, 0);
  add(w, k->jail.pidfd, POLLIN, ROLE_JAIL, 0);
  add(w, k->way.control, POLLIN, ROLE_WAY, 0);
  for (size_t i = 0; i < CS_KEEPER_CLIENTS; i++) {
    const cs_client *c = k->clients[i];
    if (!c) continue;
    short events = c->exec && c->exec->typed.len > INPUT_MAX ? 0 : POLLIN;
    if (cs_client_backlog(c) > 0) events |= POLLOUT;
    add(w, c->fd, events, ROLE_CLIENT, i);
  }
  for (size_t i = 0; i < CS_KEEPER_EXECS; i++)
    if (k->execs[i]) watch_exec(w, k->execs[i], i);
}

/* --- clients -------------------------------------------------------------- */

/* Only the owner of the sandbox, and root. */
static bool may_talk(int fd) {
  struct ucred who;
  socklen_t n = sizeof who;
  return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &n) == 0 &&
         (who.uid == geteuid() || who.uid == 0);
}

static void take_client(cs_keeper *k) {
  size_t slot = 0;
  CS_AUTO_FD
  int fd = accept4(k->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (fd < 0 || !may_talk(fd)) return;
  while (slot < CS_KEEPER_CLIENTS && k->clients[slot]) slot++;
  cs_client *c = slot < CS_KEEPER_CLIENTS ? calloc(1, sizeof *c) : NULL;
  if (!c) return;
  cs_buf_init(&c->in, CS_FRAME_MAX + CS_FRAME_HEAD + 65536);
  cs_buf_init(&c->out, 2 * (CS_FRAME_MAX + 65536));
  c->fd = cs_steal(&fd);
  k->clients[slot] = c;
}

static void drop_clients(cs_keeper *k) {
  for (size_t i = 0; i < CS_KEEPER_CLIENTS; i++) {
    cs_client *c = k->clients[i];
    if (!c || (c->fd >= 0 && !(c->ending && cs_client_backlog(c) == 0)))
      continue;
    cs_client_free(k, c);
    k->clients[i] = NULL;
  }
}

/* --- events --------------------------------------------------------------- */

static void lose_lease(cs_keeper *k) {
  char c;
  ssize_t n = recv(k->lease, &c, 1, MSG_DONTWAIT);
  if (n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR))) return;
  close(k->lease);
  k->lease = -1;
  if (k->ephemeral) cs_keeper_kill(k, CS_BOX_END_LEASE);
}

static void act(cs_keeper *k, const watched *w, nfds_t i) {
  size_t at = w->index[i];
  cs_boxexec *x = w->roles[i] >= ROLE_SOCKET ? k->execs[at] : NULL;
  switch (w->roles[i]) {
    case ROLE_LISTEN: take_client(k); break;
    case ROLE_LEASE: lose_lease(k); break;
    case ROLE_JAIL: k->over = true; break;
    case ROLE_WAY: cs_boxway_hear(k); break;
    case ROLE_CLIENT:
      if (w->fds[i].revents & POLLOUT) cs_client_flush(k->clients[at]);
      if (w->fds[i].revents & (POLLIN | POLLHUP | POLLERR))
        cs_client_hear(k, k->clients[at]);
      break;
    case ROLE_SOCKET:
      if (x->socket >= 0) cs_boxexec_hear(k, x);
      break;
    case ROLE_OUT:
      if (x->out[0] >= 0) cs_boxexec_read(k, x, 0);
      break;
    case ROLE_ERR:
      if (x->out[1] >= 0) cs_boxexec_read(k, x, 1);
      break;
    case ROLE_IN: cs_boxexec_feed(x); break;
  }
}

/* --- clocks --------------------------------------------------------------- */

static bool is_busy(const cs_keeper *k) {
  for (size_t i = 0; i < CS_KEEPER_EXECS; i++)
    if (k->execs[i] && k->execs[i]->stage != CS_BOXEXEC_SEALED) return true;
  return false;
}

static void look_at_clocks(cs_keeper *k, uint64_t now) {
  if (k->jail.late && now >= k->started_ms + CONFINE_MS) cs_keeper_confine(k);
  if (is_busy(k)) k->touched_ms = now;
  uint64_t idle = now - k->touched_ms;
  if (!k->stopping && now >= k->started_ms + k->lifetime_ms)
    cs_keeper_stop(k, CS_BOX_END_LIFETIME);
  if (!k->stopping && idle >= k->idle_ms) cs_keeper_stop(k, CS_BOX_END_IDLE);
  if (!k->stopping && !k->frozen && k->freeze_ms && idle >= k->freeze_ms)
    k->frozen = cs_cgroup_freeze(&k->jail.group, true);
  if (k->stopping && now >= k->stop_ms) cs_jail_kill(&k->jail);
}

static bool has_live_exec(const cs_keeper *k) {
  for (size_t i = 0; i < CS_KEEPER_EXECS; i++)
    if (k->execs[i] && k->execs[i]->socket >= 0) return true;
  return false;
}

static void tick_execs(cs_keeper *k, uint64_t now) {
  for (size_t i = 0; i < CS_KEEPER_EXECS; i++)
    if (k->execs[i] && cs_boxexec_tick(k, k->execs[i], now)) {
      if (k->execs[i]->client) k->execs[i]->client->exec = NULL;
      cs_boxexec_free(k->execs[i]);
      k->execs[i] = NULL;
    }
  if (k->stopping && k->stop_ms && !has_live_exec(k)) k->stop_ms = 0;
}

static void reap_mover(cs_keeper *k) {
  int status = 0;
  if (k->mover <= 0 || waitpid(k->mover, &status, WNOHANG) != k->mover) return;
  k->mover = 0;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
    cs_jail_joined(&k->jail);
  else
    cs_keeper_kill(k, CS_BOX_END_UNRULY);
}

static void sooner(uint64_t at, uint64_t now, int *ms) {
  uint64_t left = at > now ? at - now : 0;
  if (left < (uint64_t)*ms) *ms = (int)left;
}

static int patience(const cs_keeper *k, uint64_t now) {
  int ms = TICK_MS * 60;
  sooner(k->started_ms + k->lifetime_ms, now, &ms);
  sooner(k->touched_ms + k->idle_ms, now, &ms);
  if (k->freeze_ms && !k->frozen && k->jail.group.freezer)
    sooner(k->touched_ms + k->freeze_ms, now, &ms);
  if (k->jail.late && !k->mover_started)
    sooner(k->started_ms + CONFINE_MS, now, &ms);
  if (k->mover > 0) sooner(now + 5, now, &ms);
  if (cs_boxdisk_is_due(k)) sooner(k->disk_ms, now, &ms);
  if (k->stopping && k->stop_ms) sooner(k->stop_ms, now, &ms);
  for (size_t i = 0; i < CS_KEEPER_EXECS; i++) {
    const cs_boxexec *x = k->execs[i];
    if (!x) continue;
    if (x->stage < CS_BOXEXEC_ENDED)
      sooner(x->killed ? x->kill_ms : x->deadline_ms, now, &ms);
    if (x->stage == CS_BOXEXEC_ENDED) sooner(x->seal_ms, now, &ms);
  }
  return ms;
}

/* Everything is dead: what is in the pipes is all there will be. */
static void seal_all(cs_keeper *k) {
  for (size_t i = 0; i < CS_KEEPER_EXECS; i++) {
    cs_boxexec *x = k->execs[i];
    if (!x) continue;
    for (int turn = 0; x->socket >= 0 && turn < 64; turn++)
      cs_boxexec_hear(k, x);
    for (int s = 0; s < 2; s++)
      for (int turn = 0; x->out[s] >= 0 && turn < 1024; turn++) {
        struct pollfd p = {.fd = x->out[s], .events = POLLIN};
        if (poll(&p, 1, 0) <= 0) break;
        cs_boxexec_read(k, x, s);
      }
    x->stage = x->stage < CS_BOXEXEC_ENDED ? CS_BOXEXEC_ENDED : x->stage;
    x->seal_ms = 0;
    (void)cs_boxexec_tick(k, x, cs_keeper_now());
  }
}

void cs_keeper_loop(cs_keeper *k) {
  static watched w;
  while (!k->over) {
    uint64_t now = cs_keeper_now();
    watch_all(&w, k);
    int ready = poll(w.fds, w.n, patience(k, now));
    for (nfds_t i = 0; ready > 0 && i < w.n; i++)
      if (w.fds[i].revents) act(k, &w, i);
    now = cs_keeper_now();
    tick_execs(k, now);
    look_at_clocks(k, now);
    cs_boxdisk_look(k, now);
    reap_mover(k);
    drop_clients(k);
    cs_boxway_talk(k);
  }
  cs_jail_kill(&k->jail);
  seal_all(k);
}
