/*
 * calls.h - functions of the host in the programs of a box.
 *
 * Every box has its own set of the programs that answer them: one session
 * learns nothing about another one by a tool that remembers.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SERVE_CALLS_H
#define CS_SERVE_CALLS_H

#include "serve/box.h"
#include "serve/job.h"

/* What a session asks its host for. */
void cs_calls_host(const cs_terms *t, cs_host *h);
/* Start the programs of the box and define its functions. */
cs_status cs_calls_open(cs_box *b, cs_error *err) CS_MUST_CHECK;
void cs_calls_close(cs_box *b);
/* Around every run. */
void cs_calls_begin(cs_box *b, cs_job *j);
void cs_calls_end(cs_box *b);

#endif
