/*
 * policed_options.c - the options of a session, from a policy and against it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "base/error.h"
#include "base/weaken.h"
#include "depth/jails.h"
#include "policy/policy_view.h"
#include "policy/texts.h"
#include "session/policed.h"

/* An option that has a counterpart in the policy. */
typedef struct cs_bound {
  cs_policy_field field; /* named in messages */
  uint64_t most;
  uint64_t *option;
} cs_bound;

#define BOUNDS 9

static uint64_t least_of(const cs_policy *p, cs_policy_field a,
                         cs_policy_field b) {
  uint64_t x = cs_policy_number(p, a), y = cs_policy_number(p, b);
  return x < y ? x : y;
}

static uint64_t memory_of(const cs_policy *p) {
  uint64_t n = least_of(p, CS_POLICY_HEAP_BYTES, CS_POLICY_MEMORY_BYTES);
  uint64_t most = UINT64_C(3) << 30; /* of one engine */
  return n < most ? n : most;
}

/* What of the policy an engine or a jail counts itself. */
static void bounds_of(const cs_policy *p, cs_options *o, cs_bound b[BOUNDS]) {
  uint64_t memory =
      o->jails ? cs_policy_number(p, CS_POLICY_MEMORY_BYTES) : memory_of(p);
  /* One thread cannot use more processor time than there is; programs in a
   * jail have many, and a clock of their own. */
  uint64_t time = o->jails ? cs_policy_number(p, CS_POLICY_GUEST_MS)
                           : least_of(p, CS_POLICY_GUEST_MS, CS_POLICY_CPU_MS);
  b[0] = (cs_bound){CS_POLICY_GUEST_MS, time, &o->time_ms};
  b[1] = (cs_bound){CS_POLICY_MEMORY_BYTES, memory, &o->memory};
  const struct {
    cs_policy_field field;
    uint64_t *option;
  } plain[] = {{CS_POLICY_FUEL, &o->fuel},
               {CS_POLICY_SLEEP_MS, &o->sleep_ms},
               {CS_POLICY_CODE_BYTES, &o->source},
               {CS_POLICY_TOOL_CALLS, &o->calls},
               {CS_POLICY_SUSPENSIONS, &o->suspensions},
               {CS_POLICY_TOOL_CONCURRENCY, &o->futures},
               {CS_POLICY_TURN_MS, &o->turn_ms}};
  size_t n = 2;
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
    b[n++] = (cs_bound){plain[i].field, cs_policy_number(p, plain[i].field),
                        plain[i].option};
}

static uint32_t os_of(const cs_policy *p, cs_options *o) {
  const char *clock = cs_policy_text(p, CS_POLICY_CLOCK);
  const char *chance = cs_policy_text(p, CS_POLICY_RANDOM);
  uint32_t os = CS_OS_ENVIRON;
  if (strcmp(clock, "real") == 0 || cs_weaken("clock")) os |= CS_OS_CLOCK;
  if (cs_texts_time(clock, &o->clock_ns)) os |= CS_OS_FIXED_CLOCK;
  if (strcmp(chance, "system") == 0 || cs_weaken("random")) os |= CS_OS_ENTROPY;
  if (cs_texts_fixed(chance, &o->seed)) os |= CS_OS_SEEDED;
  return os;
}

void cs_policy_apply(const cs_policy *p, cs_options *o) {
  cs_bound b[BOUNDS];
  bounds_of(p, o, b);
  for (size_t i = 0; i < BOUNDS; i++) *b[i].option = b[i].most;
  o->recursion = (uint32_t)cs_policy_number(p, CS_POLICY_RECURSION);
  o->os = os_of(p, o);
  o->output = INT64_MAX; /* counted by stream, in the session */
  o->policy = p;
}

/* Clocks and random numbers that the policy does not have. */
static bool has_wider_os(const cs_session *s) {
  cs_options o = s->o;
  uint32_t allowed = os_of(s->policy, &o);
  uint32_t kinds = CS_OS_CLOCK | CS_OS_ENTROPY | CS_OS_MONOTONIC;
  if (allowed & CS_OS_CLOCK) allowed |= CS_OS_MONOTONIC;
  return s->o.os & kinds & ~allowed;
}

static cs_status widens(cs_error *err, cs_policy_field id) {
  return cs_error_set(err, CS_EINVAL,
                      "policy_widens: an option asks for more than %s allows",
                      cs_schema[id].key);
}

/* The wall that the policy fixes, or a stronger one, and one of its list. */
static cs_status check_depth(const cs_session *s, cs_error *err) {
  const cs_depth_row *row =
      s->o.flags & CS_ONLY_CHECK ? cs_depth_check() : s->port.ops->row;
  const char *depth = row->name;
  const char *fixed = cs_policy_text(s->policy, CS_POLICY_DEPTH);
  const cs_depth_row *least = cs_depth_named(fixed);
  if (!cs_depth_is_auto(fixed) && least && row->depth < least->depth)
    return cs_error_set(err, CS_EINVAL,
                        "no_depth: the policy has depth: %s, and this is %s",
                        fixed, depth);
  if (cs_policy_has(s->policy, CS_POLICY_DEPTH_ALLOW, depth)) return CS_OK;
  return cs_error_set(err, CS_EINVAL,
                      "no_depth: depth_allow of the policy does not have %s",
                      depth);
}

cs_status cs_policed_check(cs_session *s, cs_error *err) {
  cs_status st = check_depth(s, err);
  if (st != CS_OK) return st;
  cs_bound b[BOUNDS];
  bounds_of(s->policy, &s->o, b);
  for (size_t i = 0; i < BOUNDS; i++) {
    bool endless = *b[i].option == 0 &&
                   cs_schema[b[i].field].type == CS_TYPE_TIME && b[i].most;
    if (endless || *b[i].option > b[i].most) return widens(err, b[i].field);
  }
  if (s->o.recursion > cs_policy_number(s->policy, CS_POLICY_RECURSION))
    return widens(err, CS_POLICY_RECURSION);
  if (has_wider_os(s)) return widens(err, CS_POLICY_CLOCK);
  if (cs_policy_flag(s->policy, CS_POLICY_WORKER) && !s->o.workers &&
      !(s->o.flags & CS_ONLY_CHECK) && !s->o.jails &&
      !cs_policy_has(s->policy, CS_POLICY_ACCEPT, "worker"))
    return cs_error_set(err, CS_EINVAL,
                        "enforcement_missing: the policy has worker: true; "
                        "give cs_options.workers, or accept 'worker'");
  return CS_OK;
}

/* --- jails --------------------------------------------------------------- */

static uint32_t clip(uint64_t n) {
  return n < UINT32_MAX ? (uint32_t)n : UINT32_MAX;
}

static uint32_t walls_of(const cs_policy *p) {
  uint32_t walls = cs_policy_view_walls(p);
  return cs_weaken("process.spawn") ? walls & ~(uint32_t)CS_WALL_NO_SPAWN
                                    : walls;
}

/* 0: the policy does not say; parts of one count as one. */
static uint32_t processors(const cs_policy *p) {
  if (!cs_policy_is_set(p, CS_POLICY_CPUS)) return 0;
  return clip((cs_policy_number(p, CS_POLICY_CPUS) + 999) / 1000);
}

/* The same in thousandths; 0: whole ones, or the policy does not say. */
static uint32_t share(const cs_policy *p) {
  uint64_t n = cs_policy_number(p, CS_POLICY_CPUS);
  return cs_policy_is_set(p, CS_POLICY_CPUS) && n % 1000 ? clip(n) : 0;
}

void cs_policy_apply_jails(const cs_policy *p, cs_jails_options *o) {
  o->processes = clip(cs_policy_number(p, CS_POLICY_PIDS));
  o->files = clip(cs_policy_number(p, CS_POLICY_FDS));
  o->tmp = cs_policy_number(p, CS_POLICY_TMP_BYTES);
  o->file_size = cs_policy_number(p, CS_POLICY_FILE_BYTES);
  o->cpus = processors(p);
  o->share = share(p);
  if (cs_policy_has(p, CS_POLICY_ACCEPT, "limits.cpus"))
    o->flags |= CS_JAILS_SOFT_SHARE;
  o->flags |= walls_of(p);
}

cs_status cs_policed_check_jails(const cs_session *s, cs_error *err) {
  const cs_jails_options *o = cs_jails_settings(s->o.jails);
  const cs_policy *p = s->policy;
  const struct {
    cs_policy_field field;
    uint64_t n;
  } sets[] = {{CS_POLICY_PIDS, o->processes},
              {CS_POLICY_FDS, o->files},
              {CS_POLICY_TMP_BYTES, o->tmp},
              {CS_POLICY_FILE_BYTES, o->file_size}};
  for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
    if (sets[i].n == 0 || sets[i].n > cs_policy_number(p, sets[i].field))
      return widens(err, sets[i].field);
  uint32_t cpus = processors(p);
  if (cpus > 0 && (o->cpus == 0 || o->cpus > cpus))
    return widens(err, CS_POLICY_CPUS);
  if (share(p) && (o->share == 0 || o->share > share(p)))
    return widens(err, CS_POLICY_CPUS);
  cs_policy_field lacks = cs_policy_view_lacks(p, walls_of(p) & ~o->flags);
  return lacks < CS_POLICY_FIELDS ? widens(err, lacks) : CS_OK;
}
