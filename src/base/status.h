/*
 * status.h - the outcome of every fallible function.
 *
 * One enum for the whole project, defined in the public header: the first group
 * is what any layer may return, the second is the engine's way of saying "not
 * finished yet".
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_BASE_STATUS_H
#define CS_BASE_STATUS_H

#include "caisson/status.h" /* cs_status, CS_STATUS_LIST */

#define CS_MUST_CHECK CS_CHECK

/* English text of a status, static storage. */
const char *cs_status_text(cs_status status);

#endif
