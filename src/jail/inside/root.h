/*
 * root.h - build the file tree of a jail and move into it.
 *
 * Called by the jail's first process, in a mount namespace of its own, with
 * all capabilities of the user namespace that owns it.  Afterwards the process
 * sees the new tree only; the host's tree is detached.
 *
 * Afterwards the tree is read-only unless the plan says otherwise, every mount
 * has nosuid and nodev, and nothing of the host can be reached but by the
 * mounts of the plan.
 *
 * A place that cannot be made ends the jail with its name in the text: there is
 * no jail with a part of its tree.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JAIL_INSIDE_ROOT_H
#define CS_JAIL_INSIDE_ROOT_H

#include "base/error.h"
#include "jail/control.h"
#include "jail/plan.h"

/* What the host may look at: /tmp, then the overlays (control.h).  One without
 * a /tmp shows nothing. */
typedef struct cs_root_shown {
  int fd[CS_CONTROL_SHOWN]; /* owned; mounts */
  size_t n;
} cs_root_shown;

void cs_root_close_shown(cs_root_shown *shown);

/* `*procfs` becomes a descriptor of a writable procfs that is mounted nowhere:
 * the caller writes its id maps through it and closes it.  `shown` is empty. */
cs_status cs_root_build(const cs_plan *plan, int *procfs, cs_root_shown *shown,
                        cs_error *err) CS_MUST_CHECK;

/* Turn the mounts of a plan that the caller opened into detached ones, taken
 * from the mount namespace `host`; the caller is back in its own afterwards. */
cs_status cs_root_fetch(cs_plan *plan, int host, cs_error *err) CS_MUST_CHECK;

/* For a jail inside a zygote's, whose tree is right but for what must be new:
 * /proc and every directory in memory. */
cs_status cs_root_renew(const cs_plan *plan, int *procfs, cs_root_shown *shown,
                        cs_error *err) CS_MUST_CHECK;

#endif
