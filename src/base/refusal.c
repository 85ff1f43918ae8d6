/*
 * refusal.c - refusals.def as tables.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/refusal.h"

#include <string.h>

const char *const cs_capability_words[CS_CAPABILITIES] = {
#define CAPABILITY(id, word) [CS_CAPABILITY_##id] = word,
#include "base/refusals.def"
#undef CAPABILITY
};

const char *const cs_refusal_words[CS_REFUSALS] = {
#define REFUSAL(id, word) [CS_REFUSAL_##id] = word,
#include "base/refusals.def"
#undef REFUSAL
};

const char *const cs_fault_words[CS_FAULTS] = {
#define FAULT(id, word, advice) [CS_FAULT_##id] = word,
#include "base/refusals.def"
#undef FAULT
};

const char *const cs_fault_advice[CS_FAULTS + 1] = {
#define FAULT(id, word, advice) [CS_FAULT_##id] = advice,
#include "base/refusals.def"
#undef FAULT
    [CS_FAULT_NONE] = ""};

const char *const cs_exec_end_words[CS_EXEC_ENDS + 1] = {
#define EXEC_END(id, word) [CS_EXEC_END_##id] = word,
#include "base/refusals.def"
#undef EXEC_END
    [CS_EXEC_END_NONE] = ""};

const char *const cs_box_end_words[CS_BOX_ENDS] = {
#define BOX_END(id, word) [CS_BOX_END_##id] = word,
#include "base/refusals.def"
#undef BOX_END
};

cs_fault_code cs_refusal_fault(const char *text) {
  for (int i = 0; text && i < CS_FAULTS; i++) {
    size_t n = strlen(cs_fault_words[i]);
    if (strncmp(text, cs_fault_words[i], n) == 0 &&
        (!text[n] || text[n] == ':'))
      return (cs_fault_code)i;
  }
  return CS_FAULT_NONE;
}

cs_exec_end_id cs_refusal_exec_end(const char *word) {
  for (int i = 0; word && i < CS_EXEC_ENDS; i++)
    if (strcmp(word, cs_exec_end_words[i]) == 0) return (cs_exec_end_id)i;
  return CS_EXEC_END_NONE;
}
