/*
 * way.c - the listeners of a way out, made inside the jail's network.
 *
 * The namespace has a loopback interface and nothing else: no route leads out
 * of it.  An address of 198.18.0.0/15 stands for the name of a host; the
 * process that serves the listeners gave it out as an answer to a DNS query.
 *
 * Nothing of ours listens inside: sockets are made here and handed out, and a
 * process outside accepts on them. A connection is therefore never made by code
 * in the jail's network, and the process outside needs no right in it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "jail/inside/way.h"

#include <arpa/inet.h>
#include <assert.h>
#include <linux/rtnetlink.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

#include "base/cleanup.h"
#include "base/listener.h"
#include "jail/inside/init.h"

#define LOOPBACK UINT32_C(0x7f000001)
#define RANGE    UINT32_C(0xc6120000) /* 198.18.0.0 */
#define BITS     15
#define LO       1 /* the interface's number in a new namespace */

/* --- the range ----------------------------------------------------------- */

typedef struct route_request {
  struct nlmsghdr head;
  struct rtmsg route;
  struct rtattr to;
  uint32_t address;
  struct rtattr by;
  uint32_t interface;
} route_request;

/* A route of type "local" makes every address of the range our own. */
static cs_status add_range(cs_error *err) {
  route_request q = {
      .head = {.nlmsg_len = sizeof q,
               .nlmsg_type = RTM_NEWROUTE,
               .nlmsg_flags = NLM_F_REQUEST | NLM_F_CREATE | NLM_F_ACK},
      .route = {.rtm_family = AF_INET,
                .rtm_dst_len = BITS,
                .rtm_table = RT_TABLE_LOCAL,
                .rtm_protocol = RTPROT_STATIC,
                .rtm_scope = RT_SCOPE_HOST,
                .rtm_type = RTN_LOCAL},
      .to = {.rta_len = RTA_LENGTH(4), .rta_type = RTA_DST},
      .address = htonl(RANGE),
      .by = {.rta_len = RTA_LENGTH(4), .rta_type = RTA_OIF},
      .interface = LO};
  struct {
    struct nlmsghdr head;
    struct nlmsgerr error;
    char rest[256];
  } answer;
  CS_AUTO_FD
  int s = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
  if (s < 0 || send(s, &q, sizeof q, 0) != (ssize_t)sizeof q ||
      recv(s, &answer, sizeof answer, 0) <
          (ssize_t)(sizeof answer.head + sizeof answer.error.error))
    return cs_error_os(err, "no addresses for the way out of a jail");
  if (answer.error.error == 0) return CS_OK;
  errno = -answer.error.error;
  return cs_error_os(err, "no addresses for the way out of a jail");
}

/* --- listeners ----------------------------------------------------------- */

static cs_status add_listener(const cs_plan *plan, uint16_t kind,
                              uint32_t address, uint16_t port, cs_error *err) {
  assert(plan->post > 0);
  bool udp = kind == CS_LISTENER_DNS_UDP;
  const int yes = 1;
  struct sockaddr_in at = {.sin_family = AF_INET,
                           .sin_port = htons(port),
                           .sin_addr.s_addr = htonl(address)};
  cs_listener_note note = {kind, port};
  CS_AUTO_FD
  int s = socket(AF_INET, (udp ? SOCK_DGRAM : SOCK_STREAM) | SOCK_CLOEXEC, 0);
  if (s < 0 ||
      (!udp && setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes)) ||
      bind(s, (struct sockaddr *)&at, sizeof at) != 0 ||
      (!udp && listen(s, 128) != 0))
    return cs_error_os(err, "cannot listen on port %u in a jail", port);
  if (cs_init_pass(plan->post, &note, sizeof note, &s, 1)) return CS_OK;
  return cs_error_os(err, "the egress process is gone");
}

/* The ports of the entries themselves are not for rules. Port 53 is DNS, the
 * others the proxy's. */
static bool is_taken(const cs_plan *plan, uint16_t port) {
  return port == 53 || port == CS_LISTENER_PROXY_PORT ||
         (plan->socks && port == CS_LISTENER_SOCKS_PORT);
}

/* The plan holds numbers of 16 bits without alignment. */
static cs_status add_ports(const cs_plan *plan, cs_error *err) {
  cs_status st = CS_OK;
  for (uint32_t i = 0; i < plan->nports && st == CS_OK; i++) {
    uint16_t port;
    memcpy(&port, cs_plan_text(plan, plan->ports) + i * sizeof port,
           sizeof port);
    if (!is_taken(plan, port))
      st = add_listener(plan, CS_LISTENER_CLEAR, INADDR_ANY, port, err);
  }
  return st;
}

cs_status cs_way_open(const cs_plan *plan, cs_error *err) {
  assert(plan->post > 0);
  cs_status st = add_range(err);
  if (st == CS_OK)
    st = add_listener(plan, CS_LISTENER_PROXY, LOOPBACK, CS_LISTENER_PROXY_PORT,
                      err);
  if (st == CS_OK)
    st = add_listener(plan, CS_LISTENER_DNS_UDP, LOOPBACK, 53, err);
  if (st == CS_OK) st = add_listener(plan, CS_LISTENER_DNS, LOOPBACK, 53, err);
  if (st == CS_OK && plan->socks)
    st = add_listener(plan, CS_LISTENER_SOCKS, LOOPBACK, CS_LISTENER_SOCKS_PORT,
                      err);
  return st == CS_OK ? add_ports(plan, err) : st;
}
