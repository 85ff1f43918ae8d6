/*
 * probe.h - does the way out refuse what it should, on this host?
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_EGRESS_PROBE_H
#define CS_EGRESS_PROBE_H

#include "policy/report_probes.h"

/* Start an egress process and ask it for what no rule allows: an unlisted host
 * through CONNECT and as a relay, with a trailing dot, a literal address, and a
 * listed name that leads to this machine.  The control is a listed name, which
 * must get through the judge.  `path`: its program; NULL: this very one.
 * The same for the entry that sessions use for programs in the engine.
 * `faults` as in jail/probe.h: "proxy", "asked". */
void cs_egress_probe(const char *path, const char *faults, cs_probes *out);

#endif
