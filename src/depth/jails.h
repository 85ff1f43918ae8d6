/*
 * jails.h - the public face of jails, as the session's own files see it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_DEPTH_JAILS_H
#define CS_DEPTH_JAILS_H

#include "depth/probe_memory.h"
#include "jail/runner.h"

#include "caisson/session.h"

/* What they were made with; borrowed. */
const struct cs_jails_options *cs_jails_settings(const cs_jails *j);
/* The program of egress processes; NULL: this very one. */
const char *cs_jails_egress(const cs_jails *j);
/* Their interpreter; NULL: the system's. */
const char *cs_jails_python(const cs_jails *j);

/* What was found out about the host with them; borrowed. */
cs_probe_memory *cs_jails_probes(cs_jails *j);

/* A runner with these mounts, environment and limits; `spec->python` and what
 * all jails share are filled in here. */
cs_status cs_jails_take(cs_jails *j, cs_runner_spec *spec, size_t message,
                        cs_runner *out, cs_error *err) CS_MUST_CHECK;

/* A runner whose program has come to its end: it is killed, and somebody waits
 * for that later.  Closes the runner. */
void cs_jails_give(cs_jails *j, cs_runner *runner);

#endif
