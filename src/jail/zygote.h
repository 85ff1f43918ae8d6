/*
 * zygote.h - a CPython that is started once and forked for every run.
 *
 * It lives in a jail of its own and never runs a guest's code.  A fork of it
 * is the first process of a fresh jail: own process, mount, network, IPC, UTS
 * and cgroup namespaces, own root and /tmp, then everything that any jail
 * gives up.  Nothing is shared with other runs but pages that nobody writes
 * to, hash seeds and the layout of addresses.
 *
 * What it saves: the start of an interpreter and the imports, which a fork has
 * already; what remains is the making of a jail.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JAIL_ZYGOTE_H
#define CS_JAIL_ZYGOTE_H

#include "jail/runner.h"

/* One user at a time: depth/jails.c has a lock for it. */
typedef struct cs_zygote {
  cs_jail jail; /* requests go to its control socket */
  bool gone;    /* nobody takes them any more */
} cs_zygote;

/* Start it and wait until every module of `preload` (NULL-terminated, may be
 * NULL) is imported.  After a failure nothing is left. */
cs_status cs_zygote_open(const cs_jail_kit *kit, const char *python,
                         const char *const *preload, cs_zygote *z,
                         cs_error *err) CS_MUST_CHECK;
/* Kills all its forks, too.  May be one that was never opened: -1 in both
 * descriptors of the jail. */
void cs_zygote_close(cs_zygote *z);

/* Ask for a runner and do not wait for it: cs_zygote_meet does.  The spec's
 * environment must be given.  A failure says nothing about the zygote, whose
 * other forks run, unless it is `gone`. */
cs_status cs_zygote_fork(cs_zygote *z, const cs_runner_spec *spec,
                         size_t message, cs_runner *r,
                         cs_error *err) CS_MUST_CHECK;
/* Wait until it exists; before the first frame. */
cs_status cs_zygote_meet(cs_runner *r, cs_error *err) CS_MUST_CHECK;

#endif
