/*
 * gate.c - who may speak HTTP with us.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "serve/gate.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/error.h"
#include "base/weaken.h"

/* --- the address --------------------------------------------------------- */

/* "127.0.0.1:8931", "[::1]:8931", "localhost:8931", ":8931" or "8931". */
static bool split(const char *text, char host[64], uint16_t *port) {
  const char *colon = strrchr(text, ':');
  const char *digits = colon ? colon + 1 : text;
  size_t n = colon ? (size_t)(colon - text) : 0;
  char *end;
  if (n >= 64 || !*digits) return false;
  unsigned long number = strtoul(digits, &end, 10);
  if (*end || number > 65535 || *digits < '0' || *digits > '9') return false;
  memcpy(host, text, n);
  host[n] = '\0';
  if (n == 0) memcpy(host, "127.0.0.1", sizeof "127.0.0.1");
  *port = (uint16_t)number;
  return true;
}

typedef union address {
  struct sockaddr any;
  struct sockaddr_in four;
  struct sockaddr_in6 six;
} address;

/* Names are not resolved: only "localhost" is known, and means 127.0.0.1. */
static socklen_t resolve(const char *host, uint16_t port, address *a) {
  char six[64];
  size_t n = strlen(host);
  memset(a, 0, sizeof *a);
  if (strcmp(host, "localhost") == 0) host = "127.0.0.1";
  if (inet_pton(AF_INET, host, &a->four.sin_addr) == 1) {
    a->four.sin_family = AF_INET;
    a->four.sin_port = htons(port);
    return ntohl(a->four.sin_addr.s_addr) >> 24 == 127 ? sizeof a->four : 0;
  }
  if (n < 4 || host[0] != '[' || host[n - 1] != ']') return 0;
  memcpy(six, host + 1, n - 2);
  six[n - 2] = '\0';
  if (inet_pton(AF_INET6, six, &a->six.sin6_addr) != 1) return 0;
  a->six.sin6_family = AF_INET6;
  a->six.sin6_port = htons(port);
  return IN6_IS_ADDR_LOOPBACK(&a->six.sin6_addr) ? sizeof a->six : 0;
}

static void learn_callers(cs_gate *g) {
  for (size_t i = 0; i < g->config->ntokens && i < CS_GATE_CALLERS; i++)
    snprintf(g->callers[g->ncallers++].name, sizeof g->callers[0].name, "%.60s",
             g->config->tokens[2 * i]);
}

int cs_gate_listen(cs_gate *g, const cs_mcp_config *c, cs_error *err) {
  address a;
  uint16_t port;
  int one = 1;
  *g = (cs_gate){.config = c};
  learn_callers(g);
  socklen_t n =
      split(c->listen, g->host, &port) ? resolve(g->host, port, &a) : 0;
  if (!n) {
    (void)cs_error_set(err, CS_EINVAL,
                       "'%.60s' is no loopback address with "
                       "a port, such as 127.0.0.1:8931",
                       c->listen);
    return -1;
  }
  CS_AUTO_FD
  int fd = socket(a.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0 ||
      setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) != 0 ||
      bind(fd, &a.any, n) != 0 || listen(fd, 64) != 0 ||
      getsockname(fd, &a.any, &n) != 0) {
    (void)cs_error_os(err, "cannot listen at '%.60s'", c->listen);
    return -1;
  }
  g->port =
      ntohs(a.any.sa_family == AF_INET ? a.four.sin_port : a.six.sin6_port);
  return cs_steal(&fd);
}

/* --- requests ------------------------------------------------------------ */

bool cs_gate_host(const cs_gate *g, const char *host) {
  const char *const names[] = {g->host, "localhost", "127.0.0.1", "[::1]"};
  char want[96];
  if (cs_weaken("L01")) return true; /* redteam: L01 */
  for (size_t i = 0; host && i < 4; i++) {
    snprintf(want, sizeof want, "%s:%u", names[i], g->port);
    if (strcasecmp(want, host) == 0) return true;
  }
  return false;
}

/* A page of our own could say so, and there is none; what the protocol's tests
 * call the same origin is let in, with a token as everybody. */
bool cs_gate_origin(const cs_gate *g, const char *origin) {
  if (origin && strncmp(origin, "http://", 7) == 0 &&
      cs_gate_host(g, origin + 7))
    return true;
  for (size_t i = 0; origin && i < g->config->norigins; i++)
    if (strcmp(origin, g->config->origins[i]) == 0) return true;
  return origin == NULL || cs_weaken("L01");
}

/* All tokens are compared, so that time does not tell which one was near. */
cs_caller *cs_gate_caller(cs_gate *g, const char *authorization) {
  cs_caller *found = NULL;
  if (cs_weaken("L01")) return &g->callers[0]; /* redteam: L01 */
  if (!authorization || strncasecmp(authorization, "Bearer ", 7) != 0)
    return NULL;
  const char *given = authorization + 7;
  for (size_t i = 0; i < g->ncallers; i++) {
    const char *token = g->config->tokens[2 * i + 1];
    if (cs_text_same(given, strlen(given), token, strlen(token)))
      found = &g->callers[i];
  }
  return found;
}
