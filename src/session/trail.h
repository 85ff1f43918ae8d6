/*
 * trail.h - what a session writes into the audit log.
 *
 * One record before anything happens that is worth one, and one when it is
 * over: runs, calls of the host, files that are opened or changed, refusals,
 * limits, snapshots, commits.  Functions that return false could not write a
 * record that must be written: the run ends, or does not begin, with LIMIT
 * "audit". Without a log all of them do nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SESSION_TRAIL_H
#define CS_SESSION_TRAIL_H

#include "egress/message.h"
#include "session/session_in.h"

typedef struct cs_trail cs_trail; /* of a session that has a log or a name */

/* Begin, if the options name a log.  CS_EOS: no memory. */
cs_status cs_trail_open(cs_session *s) CS_MUST_CHECK;
void cs_trail_close(cs_session *s);
bool cs_trail_run(cs_session *s, const char *code, size_t len) CS_MUST_CHECK;
/* An event that the host is about to see. */
/* A refusal of the way out. */
void cs_trail_egress(cs_session *s, const cs_egress_event *e);
bool cs_trail_event(cs_session *s, const cs_event *ev) CS_MUST_CHECK;
/* The host's answer to the event that waits. */
bool cs_trail_reply(cs_session *s, const cs_reply *r) CS_MUST_CHECK;
/* A request that was answered here; `refused`: with an exception. */
bool cs_trail_os(cs_session *s, bool refused) CS_MUST_CHECK;
/* The run that waits is given up. */
void cs_trail_abandon(cs_session *s);
void cs_trail_mount(cs_session *s, const char *host, const char *at,
                    cs_mount_mode mode);
void cs_trail_env(cs_session *s, const char *name, const char *value);
/* snapshot.dump, snapshot.load, snapshot.fork */
void cs_trail_snapshot(cs_session *s, const char *kind, const void *bytes,
                       size_t len);
/* What happens until it is off is part of something that is told as a whole. */
void cs_trail_hush(cs_session *s, bool on);
/* fs.commit, fs.discard */
void cs_trail_files(cs_session *s, const char *kind, const char *at,
                    cs_status st, const char *why);
void cs_trail_artifact(cs_session *s, const cs_change *c);

/* The event of a run that cannot be recorded. */
const cs_event *cs_trail_end(cs_session *s);

#endif
