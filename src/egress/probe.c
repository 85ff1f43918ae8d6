/*
 * probe.c - does the way out refuse what it should, on this host?
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "egress/probe.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/listener.h"
#include "egress/egress.h"
#include "policy/load.h"

static const char policy_text[] =
    "version: 1\n"
    "egress:\n"
    "  allow:\n"
    "    - {host: localhost, ports: [443]}\n"
    "    - {host: localhost, ports: [80], proto: http}\n"
    "    - {host: deny.invalid}\n"
    "  deny: [deny.invalid]\n";

typedef struct attempt {
  const char *what;    /* for a message */
  const char *request; /* and the line that must be in its answer */
  const char *answer;
} attempt;

#define CONNECT(host) \
  "CONNECT " host ":443 HTTP/1.1\r\nHost: " host ":443\r\n\r\n"
#define GET(host) "GET http://" host "/ HTTP/1.1\r\nHost: " host "\r\n\r\n"
#define DENIAL    "X-Caisson-Denial: "

static const attempt attempts[] = {
    {"a listed host", CONNECT("localhost"), "HTTP/1.1 200 "},
    {"an unlisted host", CONNECT("unlisted.invalid"), DENIAL "not_allowed"},
    {"an unlisted host with a trailing dot", CONNECT("unlisted.invalid."),
     DENIAL "not_allowed"},
    {"an unlisted host as a relay", GET("unlisted.invalid"),
     DENIAL "not_allowed"},
    {"a denied host", CONNECT("deny.invalid"), DENIAL "denied_by_rule"},
    {"a literal address", CONNECT("127.0.0.1"), DENIAL "not_allowed"},
    {"an address in another spelling", CONNECT("0x7f.1"), DENIAL "bad_name"},
    {"a listed name of this machine", GET("localhost"), DENIAL "address_class"},
    {"another name in the Host header",
     "GET http://localhost/ HTTP/1.1\r\nHost: unlisted.invalid\r\n\r\n",
     DENIAL "name_mismatch"}};

#define FETCH(host) "GET https://" host "/ HTTP/1.1\r\nHost: " host "\r\n\r\n"

/* The same for the entry of programs in the engine, who have no sockets: their
 * session asks for them. */
static const attempt asked[] = {
    {"a request of a session for an unlisted host", FETCH("unlisted.invalid"),
     DENIAL "not_allowed"},
    {"a request of a session for an unlisted host with a trailing dot",
     FETCH("unlisted.invalid."), DENIAL "not_allowed"},
    {"a request of a session for a denied host", FETCH("deny.invalid"),
     DENIAL "denied_by_rule"},
    {"a request of a session for a literal address", FETCH("127.0.0.1"),
     DENIAL "not_allowed"},
    {"a request of a session for an address in another spelling",
     FETCH("0x7f.1"), DENIAL "bad_name"},
    {"a request of a session for a listed name of this machine",
     FETCH("localhost"), DENIAL "address_class"},
    {"a request of a session with another name in the Host header",
     "GET https://localhost/ HTTP/1.1\r\nHost: unlisted.invalid\r\n\r\n",
     DENIAL "name_mismatch"},
    {"a tunnel of a session", CONNECT("localhost"), DENIAL "protocol"}};

/* A listener of ours on this host's loopback, and where it is. */
static int listen_here(struct sockaddr_in *at) {
  socklen_t len = sizeof *at;
  CS_AUTO_FD
  int s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  *at = (struct sockaddr_in){.sin_family = AF_INET,
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (s < 0 || bind(s, (struct sockaddr *)at, sizeof *at) != 0 ||
      listen(s, 16) != 0 || getsockname(s, (struct sockaddr *)at, &len) != 0)
    return -1;
  return cs_steal(&s);
}

static bool post(int socket, int fd) {
  cs_listener_note note = {CS_LISTENER_PROXY, CS_LISTENER_PROXY_PORT};
  struct iovec io = {&note, sizeof note};
  union {
    struct cmsghdr head;
    char room[CMSG_SPACE(sizeof(int))];
  } c = {.head = {.cmsg_len = CMSG_LEN(sizeof fd),
                  .cmsg_level = SOL_SOCKET,
                  .cmsg_type = SCM_RIGHTS}};
  memcpy(CMSG_DATA(&c.head), &fd, sizeof fd);
  struct msghdr h = {.msg_iov = &io,
                     .msg_iovlen = 1,
                     .msg_control = &c,
                     .msg_controllen = sizeof c};
  return sendmsg(socket, &h, MSG_NOSIGNAL) == (ssize_t)sizeof note;
}

/* Does the answer begin with, or have, what it must? */
static bool try_on(const attempt *a, int s) {
  char text[4096];
  const struct timeval patience = {.tv_sec = 20}; /* a busy machine */
  size_t n = 0;
  (void)setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  if (send(s, a->request, strlen(a->request), MSG_NOSIGNAL) < 0) return false;
  while (n < sizeof text - 1) {
    ssize_t k = recv(s, text + n, sizeof text - 1 - n, 0);
    if (k <= 0) break;
    n += (size_t)k;
    text[n] = 0;
    if (strstr(text, "\r\n\r\n")) break;
  }
  text[n] = 0;
  return strstr(text, a->answer) != NULL;
}

static bool try_one(const attempt *a, const struct sockaddr_in *at) {
  CS_AUTO_FD
  int s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  return s >= 0 && connect(s, (const struct sockaddr *)at, sizeof *at) == 0 &&
         try_on(a, s);
}

static bool try_asked(const cs_egress *e, const attempt *a) {
  CS_AUTO_FD
  int s = cs_egress_connect(e);
  return s >= 0 && try_on(a, s);
}

static void fail(cs_probes *out, const char *what) {
  char why[120];
  snprintf(why, sizeof why, "%.80s did not get its answer", what);
  cs_report_note(out, CS_PROBE_PROXY, false, why);
}

static void try_all(const cs_egress *e, const char *faults, cs_probes *out) {
  struct sockaddr_in at;
  cs_egress_fitting fit;
  CS_AUTO_FD
  int s = listen_here(&at);
  cs_egress_fit(e, &fit);
  if (s < 0 || !post(fit.post, s)) {
    cs_report_note(out, CS_PROBE_PROXY, false, "no listener can be made");
    return;
  }
  for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++) {
    bool fault = faults && strstr(faults, "proxy") && i == 1;
    if (!fault && try_one(&attempts[i], &at)) continue;
    fail(out, attempts[i].what);
    return;
  }
  for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
    bool fault = faults && strstr(faults, "asked") && i == 0;
    if (!fault && try_asked(e, &asked[i])) continue;
    fail(out, asked[i].what);
    return;
  }
  cs_report_note(out, CS_PROBE_PROXY, true, "");
}

void cs_egress_probe(const char *path, const char *faults, cs_probes *out) {
  cs_policy *p = NULL;
  cs_policy_fault fault;
  cs_egress *e = NULL;
  cs_error err = {0};
  if (cs_load_text(policy_text, sizeof policy_text - 1, "probe",
                   CS_POLICY_OWNER, &p, &fault) != CS_OK) {
    cs_report_note(out, CS_PROBE_PROXY, false, "no policy for the probe");
    return;
  }
  cs_egress_options o = {.policy = p, .path = path};
  if (cs_egress_start(&o, &e, &err) == CS_OK)
    try_all(e, faults, out);
  else
    cs_report_note(out, CS_PROBE_PROXY, false, err.text);
  cs_egress_stop(e);
  cs_policy_free(p);
}
