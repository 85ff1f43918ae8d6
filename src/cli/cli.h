/*
 * cli.h - one function per verb.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_CLI_H
#define CS_CLI_CLI_H

/* caisson run ...; argv[0] is the verb.  Returns the exit code. */
int cs_cli_run(int argc, char **argv);

#endif
