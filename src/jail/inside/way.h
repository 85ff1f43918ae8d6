/*
 * way.h - the listeners of a way out, made inside the jail's network.
 *
 * Called before the mounts are made, while the process may still open sockets
 * of every kind; the filter of the program comes later.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JAIL_INSIDE_WAY_H
#define CS_JAIL_INSIDE_WAY_H

#include "base/error.h"
#include "jail/plan.h"

/* Make 198.18.0.0/15 local to this network namespace, listen on the ports of
 * the plan and send the sockets to plan->post; none stays here.  Only what
 * runs outside can accept a connection, so nothing of ours is in the jail. */
cs_status cs_way_open(const cs_plan *plan, cs_error *err) CS_MUST_CHECK;

#endif
