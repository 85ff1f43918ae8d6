/*
 * system.h - which part of the host a program needs in order to run at all.
 *
 * Nothing of the host's configuration is shown that tells who uses it: no
 * users, no host name, no resolver.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JAIL_SYSTEM_H
#define CS_JAIL_SYSTEM_H

#include "jail/jail.h"
#include "jail/plan.h"

/* Names of programs that the host lacks; last in PATH of a sandbox whose root
 * is the host's. */
#define CS_SYSTEM_EXTRA "/opt/bin"

/* Append the root directory of a jail: system directories and a few files of
 * /etc read-only, /dev, /proc, /tmp. What does not exist on this host is left
 * out. */
void cs_system_places(cs_plan_maker *m, const cs_jail_spec *spec);
/* Only what is mounted there, without the files that are made. */
void cs_system_mounts(cs_plan_maker *m, const cs_jail_spec *spec);
/* The `i`th path that a jail shows of the host without being asked, or makes
 * itself; NULL: there are no more. */
const char *cs_system_shown(size_t i);
/* The root of a sandbox: an overlay over the tree of an image, or over a view
 * of the host's programs; /dev, /proc, /tmp, /run and three files of /etc are
 * ours. `box` takes the descriptors; NULL: only to compare. */
cs_status cs_system_root(cs_plan_maker *m, const cs_jail_spec *spec,
                         cs_jail_parcel *box, cs_error *err) CS_MUST_CHECK;
/* The layer of the overlay that is added next. */
cs_status cs_system_layer(cs_plan_maker *m, const char *path, int fd,
                          cs_jail_parcel *box, cs_error *err) CS_MUST_CHECK;
/* May a caller mount something at `at`?  Not in the place of what programs need
 * to start at all, nor behind a link of the system: CS_EINVAL. */
cs_status cs_system_check(const char *at, cs_error *err) CS_MUST_CHECK;

#endif
