/*
 * verify.h - one jail, looked at from outside before its program runs.
 *
 * Probes say what this host can do; this says that it was done here: filters,
 * capabilities, namespaces, limits, mounts, listeners of the very process that
 * is about to become the program.  It reads /proc of the host and believes
 * nothing that comes from inside.
 *
 * Called by jail.c and start.c for every jail and every fork of a zygote,
 * between "the walls stand" and the byte that lets the program go. There is no
 * way to leave it out in a release build.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JAIL_VERIFY_H
#define CS_JAIL_VERIFY_H

#include "jail/jail.h"

/* Is `program`, a number of this host, walled in as `spec` says?  CS_EOS with
 * "enforcement_failed: ..." in `err`: it is not, and must not go on. */
/* Reads only; takes no lock and leaves nothing behind. */
cs_status cs_verify_jail(const cs_jail *jail, const cs_jail_spec *spec,
                         pid_t program, cs_error *err) CS_MUST_CHECK;

/* Test builds: is the mechanism `name` to be left out behind the back of
 * everybody ("live:NAME" in CAISSON_FAULT)?  Never in a release. */
bool cs_verify_fault(const char *name);

#endif
