/*
 * web.h - the request `http.request` of a program in the engine.
 *
 * (method, url, headers, body or None, seconds or None) ->
 * (status, reason, headers, body); headers are pairs of texts.  Bodies in
 * pieces: web_stream.c.
 *
 * Where the policy has egress.allow, the session answers it: an egress process
 * of its own, started at the first request, judges it, dials and verifies.
 * Nothing is dialled in this process or in the engine's.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SESSION_WEB_H
#define CS_SESSION_WEB_H

#include "session/session_in.h"

typedef struct cs_web cs_web;

/* Bind these secrets of the policy, before the first run: programs find
 * placeholders in their environment.  In the engine the egress process starts
 * now, so that a value that is missing is an error now. */
cs_status cs_web_bind(cs_session *s, const char *const *names, cs_error *err);
/* Answer the request in s->args, if the policy grants hosts. */
cs_os_outcome cs_web_answer(cs_session *s);
/* Nobody answered it: say which rule would allow it. */
cs_os_outcome cs_web_default(cs_session *s);
/* The host that the request in s->args names; "": none. */
void cs_web_host(const cs_session *s, char out[300]);
void cs_web_close(cs_session *s);

#endif
