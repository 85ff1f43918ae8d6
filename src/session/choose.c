/*
 * choose.c - from needs and reports to a depth.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session/choose.h"

#include <stdio.h>
#include <string.h>

#include "session/inside.h"

/* --- needs ----------------------------------------------------------------- */

/* Does the engine have this module?  Its own import machinery answers; the
 * name is data to it, and no text of the program runs. */
static bool has_module(cs_session *s, const char *name) {
  static const char ask[] =
      "import importlib.util\n"
      "importlib.util.find_spec(name.partition('.')[0]) is not None";
  cs_wire w;
  bool has = false;
  cs_wire_init(&w, 4096);
  cs_wire_text(&w, name);
  if (w.status == CS_OK &&
      cs_session_set(s, "name", w.data, w.len) == CS_OK) {
    const cs_event *ev = cs_session_run(s, ask, sizeof ask - 1);
    cs_wire_in in = cs_wire_read(ev->value, ev->value_len);
    if (ev->kind != CS_DONE || !cs_wire_get_bool(&in, &has)) has = false;
  }
  cs_wire_fini(&w);
  return has;
}

static void look_at(const cs_check_report *r, cs_session *s,
                    cs_choose_need *out) {
  for (size_t i = 0; i < cs_check_count(r) && !out->line; i++) {
    const cs_check_finding *f = cs_check_at(r, i);
    if (strcmp(f->rule, "dynamic_import") == 0) out->dynamic = true;
    if (strcmp(f->rule, "import") != 0 || !f->name[0]) continue;
    if (has_module(s, f->name)) continue;
    out->line = f->line;
    snprintf(out->module, sizeof out->module, "%.99s", f->name);
  }
}

cs_status cs_choose_look(const char *code, size_t len, cs_choose_need *out) {
  static const char *const none[] = {NULL}; /* so that all are found */
  cs_check_options o;
  cs_check_report *r;
  cs_session *s;
  *out = (cs_choose_need){0};
  cs_check_options_init(&o);
  o.profile = "none";
  o.allow_imports = none;
  cs_status st = cs_check(&o, code, len, &r, NULL);
  if (st != CS_OK) return st;
  out->invalid = cs_check_result(r) == CS_CHECK_INVALID;
  if (!out->invalid && cs_check_count(r) > 0) {
    st = cs_session_open(NULL, &s, NULL);
    if (st == CS_OK) look_at(r, s, out);
    if (st == CS_OK) cs_session_close(s);
  }
  cs_check_free(r);
  return st;
}

/* --- depths ---------------------------------------------------------------- */

static bool cannot_run(cs_report_depth d, const cs_choose_need *n,
                       char why[160]) {
  bool engine = d == CS_REPORT_WORKER || d == CS_REPORT_INTERP;
  if (!n || !engine) return false;
  if (n->line)
    snprintf(why, 160, "line %u imports %.99s (not an engine module)",
             n->line, n->module);
  else if (n->dynamic)
    snprintf(why, 160, "what it imports cannot be told from its text");
  else
    return false;
  return true;
}

static bool cannot_hold(const cs_policy *policy, const cs_probes *probes,
                        cs_report_depth d, char why[160]) {
  cs_report r;
  cs_report_make(policy, d, probes, &r);
  if (!r.available) {
    snprintf(why, 160, "not available here: %.120s",
             d == CS_REPORT_PROCESS ? probes->at[CS_PROBE_USERNS].why
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

void cs_choose_depth(const cs_policy *policy, const cs_probes *probes,
                     const cs_choose_need *need, cs_choice *out) {
  cs_report_depth engine = cs_policy_flag(policy, CS_POLICY_WORKER)
                               ? CS_REPORT_WORKER
                               : CS_REPORT_INTERP;
  const cs_report_depth order[] = {engine, CS_REPORT_PROCESS, CS_REPORT_IMAGE,
                                   CS_REPORT_VM};
  *out = (cs_choice){.depth = CS_REPORT_DEPTHS};
  const char *before = NULL, *name = "";
  for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
    cs_report_depth d = order[i];
    char *why = out->refused[d];
    if (is_allowed(policy, d, why) && !cannot_run(d, need, why) &&
        !cannot_hold(policy, probes, d, why)) {
      out->depth = d;
      break;
    }
    if (!before) {
      before = why;
      name = cs_report_depth_name(d);
    }
  }
  if (out->depth == CS_REPORT_DEPTHS)
    snprintf(out->reason, sizeof out->reason, "no_depth: %s refused: %.150s",
             name, before ? before : "");
  else if (before)
    snprintf(out->reason, sizeof out->reason, "%s refused: %.150s", name,
             before);
  else
    snprintf(out->reason, sizeof out->reason,
             "the cheapest depth that can run it");
}
