/*
 * policed.h - a session under a policy.
 *
 * What the policy grants is there when the session opens: mounts, variables,
 * clocks, random numbers.  What it limits is limited in the session, and its
 * options can only be narrower.  A field that somebody set and that nothing
 * here honours keeps the session from opening, unless the policy accepts it by
 * name.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SESSION_POLICED_H
#define CS_SESSION_POLICED_H

#include "session/session_in.h"

/* policed_options.c: are the options, and those of the jails, within the
 * policy? */
cs_status cs_policed_check(cs_session *s, cs_error *err) CS_MUST_CHECK;
cs_status cs_policed_check_jails(const cs_session *s,
                                 cs_error *err) CS_MUST_CHECK;
/* Before the engine: take a copy of the policy, check the options. */
cs_status cs_policed_begin(cs_session *s, cs_error *err) CS_MUST_CHECK;
/* Behind it: mounts and environment. */
cs_status cs_policed_equip(cs_session *s, cs_error *err) CS_MUST_CHECK;
void cs_policed_fini(cs_session *s);

/* A run begins. */
void cs_policed_start(cs_session *s);
/* Has it taken too long, host calls included? */
bool cs_policed_is_late(const cs_session *s, uint64_t now);
/* How many of `n` bytes of output may be told.  `*over`: the run ends. */
size_t cs_policed_output(cs_session *s, int stream, size_t n, bool *over);
/* Processor time that programs in a jail may use; 0: no limit. */
uint64_t cs_policed_cpu(const cs_session *s);
/* NULL, or the limit that a message of this size passes. */
const char *cs_policed_message(const cs_session *s, size_t n);
/* May this tool be called?  If not, the reply is made. */
bool cs_policed_call(cs_session *s, const char *name);
/* Does the host ask somebody for calls that need an approval? */
bool cs_policed_asks(const cs_session *s);
/* Is the request about a clock or random numbers that nobody may answer? */
bool cs_policed_refuses(const cs_session *s, cs_oscall call);
/* May it sleep so long at once? */
bool cs_policed_sleep(const cs_session *s, uint64_t ns);
/* Is a file that the run changed told to the host?  And how much at most. */
bool cs_policed_exports(const cs_session *s, const char *path);
void cs_policed_caps(const cs_session *s, cs_artifact_caps *caps);
/* What `host` is, opened where the policy grants it; -1 with errno. */
int cs_policed_open(const cs_session *s, const char *host, const char *at,
                    cs_mount_mode mode);
/* May this be mounted?  `source` is `host`, opened, or -1. */
cs_status cs_policed_mount(cs_session *s, const char *host, int source,
                           const char *at, cs_mount_mode mode,
                           cs_error *err) CS_MUST_CHECK;
/* `to` has the mounts of `s` from now on. */
cs_status cs_policed_copy(const cs_session *s, cs_session *to) CS_MUST_CHECK;
/* The files of the session have a guard, if the policy needs one. */
void cs_policed_guard(cs_session *s);

/* The policy in a snapshot: a text, or None. */
void cs_policed_dump(const cs_session *s, cs_wire *w);
/* A snapshot is only loaded under the same policy or a narrower one. */
cs_status cs_policed_load(const cs_session *s, cs_wire_in *in,
                          cs_error *err) CS_MUST_CHECK;

#endif
