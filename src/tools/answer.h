/*
 * answer.h - what programs of tools are asked, and what their answers mean.
 *
 * An answer is data from a program that may be anything: it is checked, and
 * whatever is wrong with it becomes an exception in the guest that names the
 * tool and says what happened.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_TOOLS_ANSWER_H
#define CS_TOOLS_ANSWER_H

#include "base/buf.h"
#include "session/inside.h"

#include "tools/command.h"

/* The request as a line of JSON, without "id" if `id` is 0.  CS_EINVAL: an
 * argument has no JSON form. */
cs_status cs_answer_ask(const cs_event *ev, uint64_t id,
                        cs_buf *line) CS_MUST_CHECK;

/* An exception about the tool `name`. */
cs_reply_kind cs_answer_refuse(cs_wire *reply, const char *type,
                               const char *name, const char *why);

/* The id of an answering line; false: there is none. */
bool cs_answer_id(const char *line, size_t n, uint64_t *id);

/* What the line says; the id has been looked at. */
cs_reply_kind cs_answer_line(cs_wire *reply, const char *name, const char *line,
                             size_t n);

/* What a program means that was started for one call and has ended. */
cs_reply_kind cs_answer_end(cs_wire *reply, const char *name,
                            const cs_command *p);
/* What became of a program that should have answered. */
cs_reply_kind cs_answer_gone(cs_wire *reply, const char *name,
                             const cs_command *p);

#endif
