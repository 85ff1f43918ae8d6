/*
 * judged.h - the static rules of a policy, asked before a program runs.
 *
 * code.imports_allow, .imports_deny, .builtins_deny and .rules are judged on
 * the text, with the engine's own parser.  That is advice with teeth, not a
 * boundary: what a text makes of values cannot be told from it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SESSION_JUDGED_H
#define CS_SESSION_JUDGED_H

#include "session/session_in.h"

/* The event of a program that a rule refuses; NULL: it may run. */
const cs_event *cs_judged_refuses(cs_session *s, const char *code, size_t len);
/* The event of one that cannot be judged, or shall run where none does. */
const cs_event *cs_judged_refuse(cs_session *s, const char *type,
                                 const char *message);

#endif
