/*
 * approval.h - questions that the owner answers with `caisson approve`.
 *
 * A question is a file with the name of its token in the directory of
 * approvals; the answer is a file beside it.  Programs are never shown this
 * directory.  A token is 128 random bits.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_BASE_APPROVAL_H
#define CS_BASE_APPROVAL_H

#include <stdbool.h>

#define CS_APPROVAL_TOKEN 40 /* room for "apr_", 32 digits and a NUL */

typedef enum cs_approval {
  CS_APPROVAL_OPEN, /* no answer yet */
  CS_APPROVAL_NO,
  CS_APPROVAL_ONCE,
  CS_APPROVAL_SESSION /* also for what is asked later in this session */
} cs_approval;

/* A new token; false: no randomness. */
bool cs_approval_token(char out[CS_APPROVAL_TOKEN]);
/* Put a question, in JSON, below the open directory `dir`.  False: errno. */
bool cs_approval_put(int dir, const char *token, const char *json);
/* What was answered?  An answer that is not the owner's is none; a no beats a
 * yes. */
cs_approval cs_approval_look(int dir, const char *token);
/* Question and answer go. */
void cs_approval_drop(int dir, const char *token);
/* Write an answer; false: errno. */
bool cs_approval_answer(int dir, const char *token, cs_approval answer);

#endif
