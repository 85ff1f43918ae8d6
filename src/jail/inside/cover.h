/*
 * cover.h - names inside of a mount that the program may not read or change.
 *
 * A mount over a name cannot be taken away by the program (it has no right to
 * unmount), nor can the name be renamed or removed: the kernel says that it is
 * busy.  What is covered is what exists when the jail is made.  Where a
 * directory above a name to hide is closed to the jail, that directory is
 * hidden instead: nobody knows what is in it, and its owner may open it later.
 *
 * What a cover cannot do: keep a name away that does not exist yet. names.h
 * does that, by making such names on behalf of the program.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JAIL_INSIDE_COVER_H
#define CS_JAIL_INSIDE_COVER_H

#include "base/error.h"
#include "jail/plan.h"

/* Of kind HIDE, FREEZE or PIN; `root` is the future root directory. */
cs_status cs_cover_put(int root, const cs_plan *plan, const cs_plan_place *p,
                       cs_error *err) CS_MUST_CHECK;

#endif
