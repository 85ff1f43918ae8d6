/*
 * statehome.h - the directory below which this user's state lies.
 *
 * One answer for the audit log, approvals, names and what guards them: two
 * logs, each with a key of its own, would be two half truths.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_BASE_STATEHOME_H
#define CS_BASE_STATEHOME_H

#include <stdbool.h>
#include <stddef.h>

/* $XDG_STATE_HOME if it is an absolute path that is ours or not there yet, else
 * ~/.local/state of a home that is ours.  Nothing is made.  False: neither. */
bool cs_statehome(char *out, size_t room);

#endif
