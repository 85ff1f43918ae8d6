/*
 * enforce.h - the policy and the probes of a command.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_ENFORCE_H
#define CS_CLI_ENFORCE_H

#include "cli/cli.h"
#include "enforce/enforce_cache.h"
#include "policy/report.h"

/* The policy that is in force (effective.h).  Returns 0, or an exit code after
 * a message. */
int cs_enforce_policy(const cs_settings *s, cs_policy **out);

/* Depths by name: the engine is in a worker unless `here`.  CS_REPORT_DEPTHS:
 * there is none of that name. */
cs_report_depth cs_enforce_depth(const char *name, bool here);

/* Probes of the command's settings. */
void cs_enforce_look(const cs_settings *s, uint32_t what, bool fresh,
                     cs_probes *out);

/* Was a limit of memory asked for that has to be said a word about? */
bool cs_enforce_is_asked(const cs_settings *s);
/* Say what this host does not keep, if it is among `missing`. */
void cs_enforce_warn(const char *const *missing, size_t n);

#endif
