/*
 * enforced.h - the enforcement report of a session.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SESSION_ENFORCED_H
#define CS_SESSION_ENFORCED_H

#include "policy/report.h"
#include "session/session_in.h"

/* Refuse a session whose policy asks for what nothing enforces here. */
cs_status cs_enforced_demand(cs_session *s, cs_error *err) CS_MUST_CHECK;
void cs_enforced_fini(cs_session *s);

#endif
