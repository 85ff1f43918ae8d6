/*
 * report_keys.c - names, which fields a key speaks for, what is missing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <string.h>

#include "policy/report.h"

#define WHY_MOST 62 /* of the 200 bytes of an error */

enum { CS_POLICY_NOTHING = CS_POLICY_FIELDS };

static const struct {
  const char *name;
  int field[2]; /* a cs_policy_field */
} keys[CS_REPORT_KEYS] = {
#define X(id, text, a, b) {text, {(int)CS_POLICY_##a, (int)CS_POLICY_##b}},
    CS_REPORT_LIST(X)
#undef X
};

static const struct {
  cs_policy_field field;
  cs_report_key key;
} others[] = {
#define X(field, key) {CS_POLICY_##field, CS_REPORT_KEY_##key},
    CS_REPORT_OTHERS(X)
#undef X
};
#define OTHERS (sizeof others / sizeof *others)

cs_report_key cs_report_key_of(cs_policy_field id) {
  for (size_t i = 0; i < OTHERS; i++)
    if (others[i].field == id) return others[i].key;
  int k = 0;
  while (k < CS_REPORT_KEYS && keys[k].field[0] != (int)id &&
         keys[k].field[1] != (int)id)
    k++;
  return (cs_report_key)k;
}

const char *cs_report_key_name(cs_report_key k) {
  return keys[k].name;
}

cs_report_key cs_report_find(const char *name) {
  int k = 0;
  while (k < CS_REPORT_KEYS && strcmp(keys[k].name, name) != 0) k++;
  return (cs_report_key)k;
}

const char *cs_report_depth_name(cs_report_depth d) {
  return cs_report_row(d)->name;
}

const char *cs_report_word_name(cs_report_word w) {
  static const char *const names[] = {"enforced", "advisory", "unsupported"};
  return names[w];
}

const char *cs_report_by_name(int i) {
  static const char *const names[CS_BY_COUNT] = {
      "kernel",      "seccomp", "landlock",   "cgroup",
      "interpreter", "proxy",   "supervisor", "absent"};
  return names[i];
}

/* --- what is requested --------------------------------------------------- */

/* A value that restricts: a permission that is given does not. */
static bool restricts(const cs_policy *p, cs_policy_field id) {
  const cs_pfield *f = &cs_schema[id];
  if (!cs_policy_is_set(p, id)) return false;
  if (f->meet == CS_MEET_PERMIT) return !cs_policy_flag(p, id);
  if (f->meet == CS_MEET_GUARD) return cs_policy_flag(p, id);
  return true;
}

static bool asks_for(const cs_policy *p, cs_policy_field id,
                     cs_report_depth d) {
  uint32_t marks = cs_schema[id].marks;
  const cs_depth_row *row = cs_report_row(d);
  /* What only the engine counts is asked for elsewhere by whoever sets it: it
   * would not act there. */
  if (marks & CS_MARK_ENGINE && cs_depth_is(row, CS_CAN_RUN) &&
      !cs_depth_is(row, CS_IS_ENGINE))
    return restricts(p, id);
  return marks & CS_MARK_ALWAYS || restricts(p, id);
}

bool cs_report_is_requested(const cs_policy *p, cs_report_key k,
                            cs_report_depth d) {
  if (k == CS_REPORT_KEY_KILL_TREE) return true;
  for (int i = 0; i < 2; i++)
    if (keys[k].field[i] != CS_POLICY_NOTHING &&
        asks_for(p, (cs_policy_field)keys[k].field[i], d))
      return true;
  for (size_t i = 0; i < OTHERS; i++)
    if (others[i].key == k && asks_for(p, others[i].field, d)) return true;
  return false;
}

bool cs_report_connects(const cs_report *r) {
  const cs_report_cell *c = &r->at[CS_REPORT_KEY_EGRESS];
  return r->available && c->word == CS_REPORT_ENFORCED &&
         !(c->by & CS_BY_ABSENT) &&
         cs_policy_count(r->policy, CS_POLICY_EGRESS_ALLOW) > 0;
}

/* --- gaps ---------------------------------------------------------------- */

size_t cs_report_gaps(const cs_report *r, size_t *requested) {
  size_t n = 0, all = 0;
  for (int k = 0; k < CS_REPORT_KEYS; k++) {
    n += cs_report_blocks(&r->at[k]);
    all += r->at[k].requested;
  }
  if (requested) *requested = all;
  return n;
}

cs_report_key cs_report_first_gap(const cs_report *r) {
  int k = 0;
  while (k < CS_REPORT_KEYS && !cs_report_blocks(&r->at[k])) k++;
  return (cs_report_key)k;
}

/* Whole words of a reason, as many as there is room for. */
static int fitting(const char *why) {
  size_t n = strlen(why);
  if (n <= WHY_MOST) return (int)n;
  for (n = WHY_MOST; n > 0 && why[n] != ' ';) n--;
  return (int)n;
}

cs_status cs_report_demand(const cs_report *r, cs_error *err) {
  const char *depth = cs_report_depth_name(r->depth);
  cs_report_key k = cs_report_first_gap(r);
  if (!r->available)
    return cs_error_set(err, CS_EINVAL,
                        "enforcement_missing: depth %s is not to be had here: "
                        "%.100s",
                        depth, r->probes->at[CS_PROBE_USERNS].why);
  if (k == CS_REPORT_KEYS) return CS_OK;
  size_t left = cs_report_gaps(r, NULL) - 1;
  char more[40] = "";
  if (left) snprintf(more, sizeof more, " (and %zu more)", left);
  return cs_error_set(
      err, CS_EINVAL,
      "enforcement_missing: %s is %s at depth %s: %.*s%s; to accept it: "
      "accept_unenforced: [%s]",
      keys[k].name, cs_report_word_name(r->at[k].word), depth,
      fitting(r->at[k].why), r->at[k].why, more, keys[k].name);
}
