/*
 * given_tools.h - --tool and --call of a command line as tools/tools.h wants
 * them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_GIVEN_TOOLS_H
#define CS_CLI_GIVEN_TOOLS_H

#include "cli/cli.h"
#include "tools/tools.h"

/* cs_tools_open and cs_tools_define with messages on stderr.  Return 0 or an
 * exit code. */
int cs_cli_tools_open(const cs_settings *s, cs_tools **out);
int cs_cli_tools_define(const cs_settings *s, const cs_tools *t,
                        cs_session *to);

#endif
