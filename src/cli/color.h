/*
 * color.h - whether our own words may be coloured, and how.
 *
 * Only on a terminal, and not with NO_COLOR or TERM=dumb; CLICOLOR_FORCE and
 * --color always override that.  What a program prints is never coloured.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_COLOR_H
#define CS_CLI_COLOR_H

#include "cli/cli.h"

/* May what goes to the descriptor `fd` be coloured? */
bool cs_color_is_on(const cs_settings *s, int fd);

/* The beginning of a message on stderr: "caisson: ". */
void cs_color_name(const cs_settings *s);
/* A heading on stdout, with a colon and a newline. */
void cs_color_head(const cs_settings *s, const char *text);

#endif
