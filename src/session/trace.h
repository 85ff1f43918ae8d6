/*
 * trace.h - what a session does, line by line on stderr, for those who debug.
 *
 * CAISSON_TRACE lists what is shown, with commas: `calls` of the host's
 * functions with their arguments and answers, `stops` of the engine (why it
 * returned, and what it had used), `requests` of programs that the session
 * answers itself (files, clocks), or `all`.  It is read once for each session;
 * without it every function here returns after one test of a bit.
 *
 * A line is for a person: its form is no interface.  Arguments are shown as
 * they are, secrets among them; nothing is written anywhere else.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SESSION_TRACE_H
#define CS_SESSION_TRACE_H

#include "session/session_in.h"

enum { CS_TRACE_CALLS = 1, CS_TRACE_STOPS = 2, CS_TRACE_REQUESTS = 4 };

/* The bits that CAISSON_TRACE asks for; words that it does not know are told on
 * stderr. */
uint32_t cs_trace_wanted(void);

void cs_trace_run(const cs_session *s, size_t len);
/* The engine returned. */
void cs_trace_stop(const cs_session *s, cs_stop stop);
/* A request of s->name and s->args; s->reply has the answer. */
void cs_trace_request(const cs_session *s, bool raised);
/* What the host is told, and what it answers. */
void cs_trace_event(const cs_session *s, const cs_event *ev);
void cs_trace_reply(const cs_session *s, const cs_reply *r);

#endif
