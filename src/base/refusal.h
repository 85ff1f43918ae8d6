/*
 * refusal.h - what is refused, why, and how a command ends: refusals.def.
 *
 * The words come back from outside (an older server's result, a text of an
 * error), where they may be anything: the two functions that find a row are
 * the only places that compare them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_BASE_REFUSAL_H
#define CS_BASE_REFUSAL_H

typedef enum cs_capability {
#define CAPABILITY(id, word) CS_CAPABILITY_##id,
#include "base/refusals.def"
#undef CAPABILITY
  CS_CAPABILITIES
} cs_capability;

typedef enum cs_refusal {
#define REFUSAL(id, word) CS_REFUSAL_##id,
#include "base/refusals.def"
#undef REFUSAL
  CS_REFUSALS
} cs_refusal;

typedef enum cs_fault_code {
#define FAULT(id, word, advice) CS_FAULT_##id,
#include "base/refusals.def"
#undef FAULT
  CS_FAULTS,
  CS_FAULT_NONE = CS_FAULTS /* no row has this word */
} cs_fault_code;

typedef enum cs_exec_end_id {
#define EXEC_END(id, word) CS_EXEC_END_##id,
#include "base/refusals.def"
#undef EXEC_END
  CS_EXEC_ENDS,
  CS_EXEC_END_NONE = CS_EXEC_ENDS /* it has not ended, or no row has the word */
} cs_exec_end_id;

typedef enum cs_box_end {
#define BOX_END(id, word) CS_BOX_END_##id,
#include "base/refusals.def"
#undef BOX_END
  CS_BOX_ENDS
} cs_box_end;

/* By the enumerations; static storage. */
extern const char *const cs_capability_words[CS_CAPABILITIES];
extern const char *const cs_refusal_words[CS_REFUSALS];
extern const char *const cs_fault_words[CS_FAULTS];
extern const char *const cs_exec_end_words[CS_EXEC_ENDS + 1]; /* NONE: "" */
extern const char *const cs_box_end_words[CS_BOX_ENDS];

/* What helps against a fault, "" if nothing in general does. */
extern const char *const cs_fault_advice[CS_FAULTS + 1];

/* The fault that `text` (NULL: none) is the word of, or begins with, as errors
 * do: "policy_widens: ...". */
cs_fault_code cs_refusal_fault(const char *text);
cs_exec_end_id cs_refusal_exec_end(const char *word);

#endif
