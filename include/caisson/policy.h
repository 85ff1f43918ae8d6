/*
 * caisson/policy.h - policies: part 7 of caisson.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CAISSON_POLICY_H
#define CAISSON_POLICY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "caisson/status.h"

/* === 7. Policies ========================================================= */

/*
 * A policy says what a program may do: files, network, processes, environment,
 * tools, limits.  One file (YAML or JSON, docs/policy.md) for every depth.
 *
 *   cs_policy *p;
 *   cs_policy_fault f;
 *   if (cs_policy_load("policy.yaml", CS_POLICY_OWNER, &p, &f)) puts(f.text);
 *   cs_options_init(&o);
 *   o.workers = workers;
 *   cs_policy_apply(p, &o);
 *   cs_session_open(&o, &s, &err);
 *
 * The session then has the mounts, variables, clocks and limits of the policy
 * and no others: options and cs_session_mount may ask for less, never for more
 * ("policy_widens").  A field that somebody set and that nothing enforces at
 * this depth keeps the session from opening ("enforcement_missing"), unless
 * accept_unenforced names it.  Snapshots carry their policy and are loaded only
 * under the same or a narrower one.
 *
 * Policies never change once they are made; any number of threads may use one.
 */

/* Who wrote it, from the most to the least trusted. */
typedef enum cs_policy_level {
  CS_POLICY_BUILTIN,
  CS_POLICY_SYSTEM,  /* the administrator's file */
  CS_POLICY_OWNER,   /* the owner of this process: user file, this program */
  CS_POLICY_PROJECT, /* file of a repository: only narrows */
  CS_POLICY_CALL     /* what an agent chose: only narrows */
} cs_policy_level;

/* Why a policy was refused, in the caller's storage. */
typedef struct cs_policy_fault {
  const char *code;      /* "policy_invalid", "policy_file", "policy_widens",
                            "no_memory"; NULL: none */
  char file[256];        /* cut at its beginning; "" without one */
  uint32_t line, column; /* from 1; 0: not from a place in a file */
  char key[128];         /* the field: "limits.pids" */
  char nearest[80];      /* policy_invalid: the valid spelling closest to it */
  char asked[160];       /* policy_widens: the value, as JSON, cut */
  char allowed[160];     /* and the one it may not exceed */
  char source[280];      /* and where that one was set */
  char text[1200];       /* all of this as one sentence */
} cs_policy_fault;

/* Read a policy.  A broken one is refused with file, line, column and the
 * nearest valid spelling; it never means "defaults".  A file must be regular,
 * no symbolic link, owned by root or the caller, writable by nobody else.
 * `name` stands for the file in messages.  `fault` may be NULL. */
CS_API cs_status cs_policy_load(const char *path, cs_policy_level level,
                                cs_policy **out,
                                cs_policy_fault *fault) CS_CHECK;
CS_API cs_status cs_policy_parse(const char *text, size_t len, const char *name,
                                 cs_policy_level level, cs_policy **out,
                                 cs_policy_fault *fault) CS_CHECK;
/* A built-in one: "default", "strict", "agent", "mellea-unsafe". */
CS_API cs_status cs_policy_profile(const char *name, cs_policy **out,
                                   cs_policy_fault *fault) CS_CHECK;
CS_API void cs_policy_free(cs_policy *p);

/* `by` over `above`: a new policy with the values of `by` where it sets them.
 * Level OWNER: `above` is the administrator's, and binds where it sets a value;
 * PROJECT, CALL: every value of `above` binds.  What is wider is refused with
 * code "policy_widens", never cut down. */
CS_API cs_status cs_policy_narrow(const cs_policy *above, const cs_policy *by,
                                  cs_policy_level level, cs_policy **out,
                                  cs_policy_fault *fault) CS_CHECK;
/* Is all of `b` within `a`?  The key of the first field that is not goes to
 * `*key`, static storage; NULL: none. */
CS_API bool cs_policy_within(const cs_policy *a, const cs_policy *b,
                             const char **key);

/* "sha256:" and 64 digits: equal for policies that mean the same. */
#define CS_POLICY_HASH 72
CS_API cs_status cs_policy_hash(const cs_policy *p,
                                char out[CS_POLICY_HASH]) CS_CHECK;
/* The whole policy, defaults included, as JSON that can be parsed again; free()
 * it.  NULL: no memory. */
CS_API char *cs_policy_json(const cs_policy *p);
/* Where the value of a field was set: "policy.yaml:3", "built-in"; free() it.
 * NULL: no such key, or no memory. */
CS_API char *cs_policy_origin_of(const cs_policy *p, const char *key);
/* The JSON Schema of policies; free() it.  NULL: no memory. */
CS_API char *cs_policy_schema(void);

#endif
