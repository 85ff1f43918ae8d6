/*
 * shown.h - what a run displayed, as files: --displays DIR.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_SHOWN_H
#define CS_CLI_SHOWN_H

#include "cli/guest.h"
#include "cli/json.h"

/* Make and open the folder, before the program can touch it; -1 where none is
 * asked for.  Returns 0 or an exit code after a message. */
int cs_shown_open(const cs_settings *s, int *dir);
/* Write each in its best form: 1.png, 2.html, ...  What has one of these names
 * is replaced, never followed.  Returns 0 or an exit code after a message. */
int cs_shown_write(const cs_guest *g, int dir);
/* The members displays and displays_cut of a result, if anything was shown. */
void cs_shown_tell(const cs_guest *g, cs_json *j);

#endif
