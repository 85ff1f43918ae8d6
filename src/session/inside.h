/*
 * inside.h - what our own command needs of a session beyond caisson.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SESSION_INSIDE_H
#define CS_SESSION_INSIDE_H

#include "base/error.h"
#include "base/limit.h"
#include "base/wire.h"
#include "policy/fault.h"
#include "policy/policy.h"
#include "py/engine.h"
#include "vfs/change.h"
#include "vfs/vfs.h"
#include "worker/lockdown.h"

#include "caisson/session.h"

/* The session's mounts, borrowed; NULL: there are none.  Made if `make`. */
cs_vfs *cs_session_files(cs_session *s, bool make);

/* The directory in which a program in a jail starts; false: it is in none. */
bool cs_session_set_cwd(cs_session *s, const char *path);

/* The host has refused the CALL that it answers now: note it. */
void cs_session_unapproved(cs_session *s, const cs_event *ev);

/* Does it have a tool of this name? */
bool cs_session_has_tool(const cs_session *s, const char *name);

/* Processor time so far of what runs the program, in ns; 0: unknown. */
uint64_t cs_session_cpu(const cs_session *s);

/* cs_engine_torture of a session in this process. */
void cs_session_torture(cs_session *s, uint32_t mode, uint64_t n);

/* The run was cancelled because its real time of `ms` was over. */
void cs_session_wall(cs_session *s, uint64_t ms);

/* The limit that ended this run; CS_BY_LIMIT_NONE: none did. */
cs_limit_id cs_limit_of(const cs_event *ev);

#endif
