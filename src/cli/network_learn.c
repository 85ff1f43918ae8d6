/*
 * network_learn.c - write down which hosts a program needed: exec --learn.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/network.h"

#define HOSTS_MAX 1024

struct cs_learned {
  struct {
    char host[CS_NAME_MAX + 1];
    uint16_t port;
    uint8_t proto;
  } at[HOSTS_MAX];
  size_t n;
  bool full;
};

void cs_network_learn(cs_network *n, const cs_egress_event *e) {
  cs_learned *l = n->learned;
  if (!n->s->learn) return;
  if (!l) l = n->learned = calloc(1, sizeof *l);
  if (!l) return;
  for (size_t i = 0; i < l->n; i++)
    if (strcmp(l->at[i].host, e->host) == 0 && l->at[i].port == e->port &&
        l->at[i].proto == e->proto)
      return;
  if (l->n == HOSTS_MAX) {
    l->full = true;
    return;
  }
  snprintf(l->at[l->n].host, sizeof l->at[l->n].host, "%s", e->host);
  l->at[l->n].port = e->port;
  l->at[l->n++].proto = e->proto;
}

static void put(FILE *f, const cs_learned *l, size_t i) {
  bool http = l->at[i].proto == CS_PROTO_HTTP;
  unsigned usual = http ? 80 : 443;
  if (!http && l->at[i].port == usual)
    fprintf(f, "    - %s\n", l->at[i].host);
  else
    fprintf(f, "    - {host: %s, ports: [%u], proto: %s}\n", l->at[i].host,
            l->at[i].port, http ? "http" : "https");
}

/* A policy that can be used as it is. */
int cs_network_write(const cs_network *n) {
  const cs_learned *l = n->learned;
  if (!n->s || !n->s->learn) return 0;
  FILE *f = fopen(n->s->learn, "we");
  if (f) {
    fputs("version: 1\ndepth_allow: [interp, process]\n", f);
    fputs(l && l->n ? "egress:\n  allow:\n" : "egress: {allow: []}\n", f);
    for (size_t i = 0; l && i < l->n; i++) put(f, l, i);
    if (l && l->full) fputs("# more hosts were used than fit here\n", f);
  }
  if (f && fclose(f) == 0) return 0;
  return cs_cli_fail(n->s, "cannot write the rules", strerror(errno),
                     "check --learn");
}
