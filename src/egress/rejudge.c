/*
 * rejudge.c - other rules for a process that already serves.
 *
 * What a rule has spent goes on where it was.  What crosses at this moment was
 * allowed by a rule with methods and paths, and nobody kept the path: unless
 * that very rule still stands, the connection ends (redteam: H23).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "egress/gate.h"

/* --- two rules ----------------------------------------------------------- */

/* Do they speak of the same host in the same way? */
static bool is_same_target(const cs_rules *a, const cs_rule *x,
                           const cs_rules *b, const cs_rule *y) {
  return x->deny == y->deny && x->proto == y->proto &&
         cs_address_equal(&x->address, &y->address) &&
         strcmp(cs_rules_text(a, x->host), cs_rules_text(b, y->host)) == 0;
}

/* Texts one after the other, then an empty one; 0: none. */
static bool is_same_list(const char *a, const char *b) {
  for (; strcmp(a, b) == 0; a += strlen(a) + 1, b += strlen(b) + 1)
    if (!*a) return true;
  return false;
}

static bool is_same_field(const cs_rules *a, uint32_t x, const cs_rules *b,
                          uint32_t y) {
  if (!x || !y) return x == y;
  return is_same_list(cs_rules_text(a, x), cs_rules_text(b, y));
}

static bool is_same(const cs_rules *a, const cs_rule *x, const cs_rules *b,
                    const cs_rule *y) {
  return is_same_target(a, x, b, y) && x->tunnel == y->tunnel &&
         x->upgrade == y->upgrade && x->approve == y->approve &&
         x->allow_private == y->allow_private && x->nports == y->nports &&
         memcmp(x->ports, y->ports, x->nports * sizeof *x->ports) == 0 &&
         is_same_field(a, x->methods, b, y->methods) &&
         is_same_field(a, x->paths, b, y->paths);
}

/* The number of the old rule `rule` in the new list; CS_RULE_NONE: it is gone.
 */
static uint32_t find(const cs_rules *old, uint32_t rule, const cs_rules *new) {
  if (rule >= old->n) return CS_RULE_NONE;
  for (uint32_t i = 0; i < new->n; i++)
    if (is_same(old, &old->at[rule], new, &new->at[i])) return i;
  return CS_RULE_NONE;
}

/* --- connections --------------------------------------------------------- */

static bool is_under_way(const cs_conn *c) {
  return c->phase == CS_PHASE_RESOLVE || c->phase == CS_PHASE_DIAL ||
         c->phase == CS_PHASE_VERIFY || c->phase == CS_PHASE_EXCHANGE ||
         c->phase == CS_PHASE_TUNNEL;
}

/* May it go on?  Its rule gets its new number. */
static bool may_stay(cs_conn *c, const cs_rules *old) {
  const cs_rules *new = c->gate->rules;
  cs_rule_ask ask = {.name = &c->name, .port = c->port, .proto = c->proto};
  cs_verdict v = cs_rules_judge(new, &ask);
  uint32_t same = find(old, c->rule, new);
  c->up_rule = find(old, c->up_rule, new);
  c->rule = is_under_way(c) ? same : v.rule;
  if (!c->name.len) return true; /* it has said nothing so far */
  if (v.code != CS_EGRESS_OK || c->rule == CS_RULE_NONE) return false;
  return c->up.stream.fd < 0 || !cs_rules_refuses(new, &c->address, c->port);
}

static void judge_all(cs_gate *g, const cs_rules *old) {
  for (cs_conn *c = g->conns, *next; c; c = next) {
    next = c->next;
    if (c->phase != CS_PHASE_LINGER && !may_stay(c, old)) cs_conn_close(c);
    if (c->phase == CS_PHASE_LINGER) c->rule = c->up_rule = CS_RULE_NONE;
  }
}

bool cs_gate_rules(cs_gate *g, cs_rules *r) {
  cs_rules *old = g->rules;
  cs_spent *spent = calloc(r->n + 1u, sizeof *spent);
  if (!spent) {
    free(r);
    return false;
  }
  for (uint32_t i = 0; old && i < r->n; i++)
    for (uint32_t k = 0; k < old->n; k++)
      if (is_same_target(old, &old->at[k], r, &r->at[i]))
        spent[i] = g->spent[k];
  free(g->spent);
  g->rules = r;
  g->spent = spent;
  if (old) judge_all(g, old);
  free(old);
  return true;
}
