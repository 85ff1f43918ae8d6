/*
 * enforce_cache.h - what probes found, kept for the next process.
 *
 * A command runs for milliseconds and its probes for a tenth of a second, so
 * their outcome is kept in a file of the user's run-time directory: memory that
 * is gone with the boot, not part of any home.  It counts only for the same
 * boot, kernel, user, rights, namespaces, control group, program and
 * interpreter, belongs to the user and is writable by nobody else; otherwise
 * everything is tried again.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_ENFORCE_ENFORCE_CACHE_H
#define CS_ENFORCE_ENFORCE_CACHE_H

#include "enforce/enforce.h"

/* As cs_enforce_probe, unless the cache has everything that is asked for.
 * `fresh`: do not look.  With faults nothing is read or kept. */
void cs_enforce_probe_cached(const cs_enforce_options *o, bool fresh,
                             cs_probes *out);

#endif
