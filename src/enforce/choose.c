/*
 * choose.c - from needs and reports to a depth.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "enforce/choose.h"

#include <stdio.h>
#include <string.h>

#include "caisson/session.h"

#include "caisson/check.h"

/* --- needs --------------------------------------------------------------- */

cs_status cs_choose_look(const char *code, size_t len, cs_choose_need *out) {
  cs_auto_choice c;
  *out = (cs_choose_need){0};
  cs_status st = cs_auto(NULL, code, len, &c);
  if (st != CS_OK) return st;
  out->invalid = c.invalid;
  out->prefers = !c.needed;
  snprintf(out->why, sizeof out->why, "%.159s", c.why);
  return st;
}

/* --- depths -------------------------------------------------------------- */

static bool cannot_run(cs_report_depth d, const cs_choose_need *n,
                       char why[160]) {
  bool engine = cs_depth_is(cs_report_row(d), CS_IS_ENGINE);
  if (!n || !engine || !n->why[0]) return false;
  snprintf(why, 160, "%s", n->why);
  return true;
}

static bool cannot_hold(const cs_policy *policy, const cs_probes *probes,
                        const cs_report_given *given, cs_report_depth d,
                        char why[160]) {
  cs_report r;
  cs_report_make(policy, d, probes, given, &r);
  if (!r.available) {
    snprintf(why, 160, "not available here: %.120s",
             cs_depth_is(cs_report_row(d), CS_IS_JAIL)
                 ? probes->at[CS_PROBE_USERNS].why
                 : "this build cannot run anything there");
    return true;
  }
  cs_report_key k = cs_report_first_gap(&r);
  if (k == CS_REPORT_KEYS) return false;
  snprintf(why, 160, "%s is %s: %.90s", cs_report_key_name(k),
           cs_report_word_name(r.at[k].word), r.at[k].why);
  return true;
}

static bool is_allowed(const cs_policy *policy, cs_report_depth d,
                       char why[160]) {
  const char *name = cs_report_depth_name(d);
  const char *fixed = cs_policy_text(policy, CS_POLICY_DEPTH);
  if (!cs_policy_has(policy, CS_POLICY_DEPTH_ALLOW, name))
    snprintf(why, 160, "depth_allow does not have it");
  else if (fixed && strcmp(fixed, "auto") != 0 && strcmp(fixed, name) != 0)
    snprintf(why, 160, "the policy says depth: %.40s", fixed);
  else
    return true;
  return false;
}

static const char *first_refusal(const cs_choice *c,
                                 const cs_report_depth *order, size_t n,
                                 const char **name) {
  for (size_t i = 0; i < n && order[i] != c->depth; i++)
    if (c->refused[order[i]][0]) {
      *name = cs_report_depth_name(order[i]);
      return c->refused[order[i]];
    }
  return NULL;
}

/* The depths that run programs, cheapest first; of the engine's, `engine`. */
static size_t list_order(cs_report_depth engine,
                         cs_report_depth order[CS_REPORT_DEPTHS]) {
  size_t n = 0;
  for (int d = 0; d < CS_REPORT_DEPTHS; d++) {
    const cs_depth_row *row = &cs_depth_rows[d];
    if (cs_depth_is(row, CS_CAN_RUN) &&
        (!cs_depth_is(row, CS_IS_ENGINE) || (cs_report_depth)d == engine))
      order[n++] = (cs_report_depth)d;
  }
  return n;
}

void cs_choose_depth(const cs_policy *policy, const cs_probes *probes,
                     const cs_report_given *given, const cs_choose_need *need,
                     cs_choice *out) {
  cs_report_depth engine =
      cs_report_at(cs_depth_engine(cs_policy_flag(policy, CS_POLICY_WORKER)));
  cs_report_depth order[CS_REPORT_DEPTHS];
  const size_t n = list_order(engine, order);
  char none[160];
  *out = (cs_choice){.depth = CS_REPORT_DEPTHS};
  for (size_t i = 0; i < n && out->depth == CS_REPORT_DEPTHS; i++) {
    char *why = out->refused[order[i]];
    if (is_allowed(policy, order[i], why) && !cannot_run(order[i], need, why) &&
        !cannot_hold(policy, probes, given, order[i], why))
      out->depth = order[i];
  }
  const char *name = "", *why = first_refusal(out, order, n, &name);
  if (out->depth == CS_REPORT_DEPTHS && need && need->prefers &&
      is_allowed(policy, engine, none) &&
      !cannot_hold(policy, probes, given, engine, none))
    out->depth = engine;
  if (out->depth == CS_REPORT_DEPTHS)
    snprintf(out->reason, sizeof out->reason, "no_depth: %s refused: %.150s",
             name, why ? why : "");
  else if (why)
    snprintf(out->reason, sizeof out->reason, "%s refused: %.150s", name, why);
  else
    snprintf(out->reason, sizeof out->reason,
             "the cheapest depth that can run it");
}
