/*
 * result.h - the answer of a tool call: caisson.result/1 and its like, as
 * structured content and as text.
 *
 * Our words and the guest's never share a block: every block begins with a
 * marker that carries the nonce of the run, which a guest cannot know.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SERVE_RESULT_H
#define CS_SERVE_RESULT_H

#include "serve/box.h"
#include "serve/job.h"

#define CS_RESULT_VIEW ((size_t)32768) /* bytes of a stream that are shown */

/* How a run went, besides its event. */
typedef struct cs_result_times {
  uint64_t began_ms, began_cpu; /* ms; ns */
} cs_result_times;

/* A whole result of tools/call; NULL: no memory. */
json_t *cs_result_run(cs_job *j, cs_box *b, const cs_event *ev,
                      const cs_result_times *t);
/* The run goes on; `wait` gets its result. */
json_t *cs_result_running(cs_job *j);
/* Something that was asked for cannot be: status "error". */
json_t *cs_result_failure(cs_job *j, const char *type, const char *text);
/* More was asked for than is granted: status "denied" (caisson.denial/1).
 * `key` is the field of the policy that says so; `allowed` is taken. */
json_t *cs_result_denied(cs_job *j, const char *capability, const char *object,
                         const char *text, const char *key, json_t *allowed);
/* "policy.yaml:12 limits.guest_ms": where the policy says it. */
void cs_result_rule(const cs_job *j, const char *key, char out[160]);
/* Any other tool: `fields` are taken and get schema and status.  `text` is what
 * clients without structured content want to see; NULL: the fields. */
json_t *cs_result_plain(cs_job *j, const char *schema, json_t *fields,
                        const char *text);

/* Around a structured object that is taken: text blocks, isError. */
json_t *cs_result_wrap(cs_job *j, json_t *object, json_t *blocks);
/* A block of text in `blocks`, after its marker. */
void cs_result_block(json_t *blocks, const cs_job *j, const char *what,
                     json_t *text);

/* The type of a file, by its name. */
const char *cs_result_mime(const char *path);

/* Both streams in `object`, and the block of each. */
void cs_result_output(cs_job *j, json_t *object, json_t *blocks);
/* Was something kept that the result does not show? */
bool cs_result_has_more(const cs_job *j);

#endif
