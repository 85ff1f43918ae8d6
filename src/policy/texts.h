/*
 * texts.h - what the texts of a policy must look like.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_POLICY_TEXTS_H
#define CS_POLICY_TEXTS_H

#include "policy/schema.h"

/* NULL, or what is wrong with `text`, as the end of a sentence: "is not an
 * absolute path".  WORD and KEY are not for this function. */
const char *cs_texts_check(cs_text_rule rule, const char *text);
/* A moment in RFC 3339, as nanoseconds since 1970; false: it is none. */
bool cs_texts_time(const char *text, int64_t *ns);
/* The number of "fixed:<n>"; false: it is none. */
bool cs_texts_fixed(const char *text, uint64_t *n);

#endif
