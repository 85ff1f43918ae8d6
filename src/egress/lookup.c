/*
 * lookup.c - resolve one name, once.
 *
 * Our own stub resolver: it works inside the loop, asks what /etc/hosts and
 * /etc/resolv.conf say and nothing else, and gives all addresses to whoever
 * vets them.  Both questions (A, AAAA) go out together; servers are tried in
 * turn.  An answer that was cut is asked for again over TCP.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "egress/lookup.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "egress/gate.h"

#define FILE_MAX   65536
#define PATIENCE   1500 /* milliseconds for one server */
#define TRIES_MOST 4

/* --- files --------------------------------------------------------------- */

static bool is_space(char c) {
  return c == ' ' || c == '\t';
}

/* The next word of a line, "" at its end. */
static cs_span next_word(const char **at) {
  while (is_space(**at)) (*at)++;
  const char *from = *at;
  while (**at && !is_space(**at) && **at != '\n' && **at != '#') (*at)++;
  return (cs_span){from, (size_t)(*at - from)};
}

static const char *next_line(const char *at) {
  const char *end = strchr(at, '\n');
  return end ? end + 1 : at + strlen(at);
}

void cs_lookup_hosts(const char *text, const cs_name *name,
                     cs_dns_addresses *out) {
  const size_t room = sizeof out->at / sizeof *out->at;
  for (const char *line = text; *line; line = next_line(line)) {
    const char *at = line;
    cs_address a;
    cs_span word = next_word(&at);
    if (!cs_address_read(word.at, word.n, &a)) continue;
    for (word = next_word(&at); word.n; word = next_word(&at)) {
      cs_name other;
      if (cs_name_read(word.at, word.n, &other) || !cs_name_equal(&other, name))
        continue;
      if (out->n < room) out->at[out->n++] = a;
      break;
    }
  }
}

size_t cs_lookup_servers(const char *text, cs_address out[CS_LOOKUP_SERVERS]) {
  size_t n = 0;
  for (const char *line = text; *line && n < CS_LOOKUP_SERVERS;
       line = next_line(line)) {
    const char *at = line;
    cs_span word = next_word(&at);
    if (word.n != 10 || memcmp(word.at, "nameserver", 10) != 0) continue;
    word = next_word(&at);
    if (cs_address_read(word.at, word.n, &out[n])) n++;
  }
  if (n == 0) (void)cs_address_read4("127.0.0.1", 9, &out[n++]);
  return n;
}

/* Read anew each time: the machine may have moved to another network. */
static const char *read_file(const char *path, char text[FILE_MAX]) {
  CS_AUTO_FD
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  size_t n = 0;
  while (fd >= 0 && n < FILE_MAX - 1) {
    ssize_t k = read(fd, text + n, FILE_MAX - 1 - n);
    if (k <= 0) break;
    n += (size_t)k;
  }
  text[n] = 0;
  return text;
}

/* --- asking -------------------------------------------------------------- */

static const uint16_t types[] = {CS_DNS_A, CS_DNS_AAAA};

void cs_lookup_cancel(cs_lookup *l) {
  int fd = l->source.fd;
  if (fd >= 0) cs_loop_remove(&l->gate->loop, &l->source);
  if (fd >= 0) close(fd);
  l->active = false;
}

static void finish(cs_lookup *l, bool failed) {
  cs_conn *c = l->conn;
  cs_lookup_cancel(l);
  cs_dial_found(c, failed);
  if (c->phase != CS_PHASE_CLOSED) cs_conn_turn(c);
}

static bool send_questions(cs_lookup *l) {
  for (int i = 0; i < 2; i++) {
    uint8_t message[2 + CS_DNS_MAX];
    if (l->answered[i]) continue;
    size_t n = cs_dns_ask(&l->name, types[i], l->ids[i], message + 2);
    message[0] = (uint8_t)(n >> 8);
    message[1] = (uint8_t)n;
    const uint8_t *from = l->tcp ? message : message + 2;
    size_t len = l->tcp ? n + 2 : n;
    if (send(l->source.fd, from, len, MSG_NOSIGNAL | MSG_DONTWAIT) !=
        (ssize_t)len)
      return false;
  }
  return true;
}

static void lookup_ready(cs_source *s, uint32_t events);

static bool open_socket(cs_lookup *l) {
  char text[FILE_MAX];
  cs_address servers[CS_LOOKUP_SERVERS];
  struct sockaddr_storage to;
  size_t n = cs_lookup_servers(read_file("/etc/resolv.conf", text), servers);
  const cs_address *a = &servers[l->server % n];
  socklen_t len = cs_address_socket(a, 53, &to);
  int fd = socket(
      to.ss_family,
      (l->tcp ? SOCK_STREAM : SOCK_DGRAM) | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) return false;
  l->source = (cs_source){.fd = fd,
                          .want = l->tcp ? EPOLLOUT : EPOLLIN,
                          .ready = lookup_ready,
                          .deadline = l->gate->loop.now + PATIENCE};
  l->have = 0;
  bool good = connect(fd, (struct sockaddr *)&to, len) == 0 ||
              (l->tcp && errno == EINPROGRESS);
  if (good && cs_loop_add(&l->gate->loop, &l->source))
    return l->tcp || send_questions(l);
  close(fd);
  l->source.fd = -1;
  return false;
}

/* The next server, or the end. */
static void try_next(cs_lookup *l) {
  while (l->tries++ < TRIES_MOST) {
    cs_lookup_cancel(l);
    l->active = true;
    l->server++;
    if (open_socket(l)) return;
  }
  finish(l, true);
}

static void take_answer(cs_lookup *l, const uint8_t *bytes, size_t n) {
  for (int i = 0; i < 2; i++) {
    if (l->answered[i]) continue;
    switch (cs_dns_read_answer(bytes, n, &l->name, types[i], l->ids[i],
                               &l->found)) {
      case CS_DNS_IGNORE: continue;
      case CS_DNS_NONE:
        l->none = true;
        l->answered[i] = true;
        break;
      case CS_DNS_FOUND: l->answered[i] = true; break;
      case CS_DNS_FAILED: try_next(l); return;
      case CS_DNS_CUT:
        l->tcp = true;
        l->server--; /* the same one again */
        try_next(l);
        return;
    }
    break;
  }
  if (l->answered[0] && l->answered[1]) finish(l, false);
}

static void read_udp(cs_lookup *l) {
  while (l->active) {
    uint8_t bytes[4096];
    ssize_t n = recv(l->source.fd, bytes, sizeof bytes, MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (n < 0) {
      try_next(l); /* nobody listens there */
      return;
    }
    take_answer(l, bytes, (size_t)n);
    if (l->tcp) return;
  }
}

static void read_tcp(cs_lookup *l) {
  ssize_t n = recv(l->source.fd, l->frame + l->have, sizeof l->frame - l->have,
                   MSG_DONTWAIT);
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (n <= 0) {
    try_next(l);
    return;
  }
  l->have += (size_t)n;
  while (l->active && l->have >= 2) {
    size_t size = (size_t)(l->frame[0] << 8 | l->frame[1]);
    if (size > sizeof l->frame - 2) {
      try_next(l);
      return;
    }
    if (l->have < 2 + size) return;
    unsigned tries = l->tries;
    take_answer(l, l->frame + 2, size);
    if (!l->active || l->tries != tries) return;
    l->have -= 2 + size;
    memmove(l->frame, l->frame + 2 + size, l->have);
  }
}

static void lookup_ready(cs_source *s, uint32_t events) {
  cs_lookup *l = (cs_lookup *)(void *)s;
  if (events == 0) {
    try_next(l);
  } else if (l->tcp && s->want == EPOLLOUT) {
    if (send_questions(l))
      cs_loop_want(&l->gate->loop, s, EPOLLIN);
    else
      try_next(l);
  } else if (l->tcp) {
    read_tcp(l);
  } else {
    read_udp(l);
  }
}

void cs_lookup_begin(cs_conn *c) {
  char text[FILE_MAX];
  cs_lookup *l = &c->lookup;
  *l = (cs_lookup){.gate = c->gate, .conn = c, .name = c->name};
  l->source.fd = -1;
  l->active = true;
  cs_lookup_hosts(read_file("/etc/hosts", text), &l->name, &l->found);
  if (l->found.n) {
    l->active = false;
    cs_dial_found(c, false);
    return;
  }
  if (getrandom(l->ids, sizeof l->ids, 0) != (ssize_t)sizeof l->ids) {
    cs_dial_found(c, true);
    return;
  }
  if (l->ids[1] == l->ids[0]) l->ids[1]++;
  if (!open_socket(l)) try_next(l);
}
