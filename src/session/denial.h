/*
 * denial.h - what was refused in a run, for the model and for the owner.
 *
 * Equal refusals are one entry with a count; there are at most 64 entries, and
 * `dropped` counts what came later.  Texts state what was refused, by which
 * rule and what is possible instead; they never offer a way around, and what
 * the program chose stands in quotes, escaped and cut at 120 characters.
 *
 * Nothing is allocated before the first refusal.  Without memory an entry is
 * dropped and counted: a record never fails a run.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SESSION_DENIAL_H
#define CS_SESSION_DENIAL_H

#include "base/refusal.h"
#include "egress/message.h"
#include "session/session_in.h"

#define CS_DENIALS_MOST 64

/* Forget those of the last run; free all. */
void cs_denial_clear(cs_session *s);
void cs_denial_fini(cs_session *s);

/* The request in s->name and s->args was answered with the exception in
 * s->reply: is that a refusal, or a limit of a mount?  `unmounted`: nobody had
 * an answer. */
void cs_denial_request(cs_session *s, bool unmounted);
/* A tool that there is not, or that the policy does not allow. */
void cs_denial_tool(cs_session *s, const char *name, size_t len);
/* The way out refused a connection or a request. */
void cs_denial_egress(cs_session *s, const cs_egress_event *e);
/* A limit ended the run: the event is made. */
void cs_denial_limit(cs_session *s, cs_limit_id which, uint64_t most);
/* The run ended with an exception: modules that there are not, and what the
 * kernel refused a program in a jail. */
void cs_denial_raised(cs_session *s, const cs_raised *error);
/* Of refusal `i` of cs_session_denials: would an approval have allowed it, and
 * is it about `what`? */
bool cs_denial_asks(const cs_session *s, size_t i);
bool cs_denial_is(const cs_session *s, size_t i, cs_capability what);
/* The run is over: limits that were touched and did not end it. */
void cs_denial_end(cs_session *s);

#endif
