/*
 * approve.h - calls of host functions that somebody has to agree to.
 *
 * A policy names them (tools.approve) and says that there is somebody to ask
 * (approver).  Who has no answer is a no:
 *
 *   legacy client with elicitation   it is asked while the program waits
 *   modern client with elicitation   the request is answered with a question,
 *                                    and comes again with the answer
 *   any other                        the call is refused, with a token that
 *                                    request_permission takes to the owner
 *
 * What identifies a question is a name of 128 random bits that we alone know
 * the meaning of: for one caller, one call with its very arguments, one answer,
 * and not for long.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SERVE_APPROVE_H
#define CS_SERVE_APPROVE_H

#include "serve/box.h"
#include "serve/proto.h"

#define CS_APPROVE_MS 300000 /* how long a question stands */

/* May the program of this job make the call?  The arguments have a JSON form,
 * or it may not.  Waits for whoever is asked. */
bool cs_approve_call(cs_job *j, cs_box *b, const cs_event *ev);

/* The client of a legacy link has answered a request of ours. */
void cs_approve_reply(cs_link *l, json_t *frame);
/* A modern request that comes again with an answer; false: it was refused. */
bool cs_approve_resume(cs_link *l, const cs_rpc_message *m,
                       const struct cs_tool *t, json_t *arguments);

/* --- permit.c: tokens that the owner decides about ------------------------ */

/* A token for this call, new or still open; "": none can be made. */
void cs_permit_make(cs_job *j, const char *name, const char *shown,
                    char token[CS_TEXT_ID]);
/* Has the owner agreed to it?  Only once is this true. */
bool cs_permit_use(cs_job *j, const char *name, const char *shown);
void cs_permit_drop_all(cs_server *s);

#endif
