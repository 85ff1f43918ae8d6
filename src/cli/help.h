/*
 * help.h - help, and the texts that the manual shares with it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_HELP_H
#define CS_CLI_HELP_H

#include "cli/options.h"

/* What `--help` prints. */
void cs_help_verb(const cs_settings *s, const cs_verb *v);

/* "-m, --memory SIZE" */
void cs_help_spell(const cs_option *o, char *out, size_t room);

/* The text for cs_verb.exit. */
const char *cs_help_exit(cs_verb_exit e);
/* How tools talk; for the verbs that have --tool. */
extern const char cs_help_tools[];
bool cs_help_has_tools(const cs_verb *v);

/* Length of the first word of the verb's name. */
size_t cs_help_word(const cs_verb *v);
/* Is this the second or later verb with the same first word? */
bool cs_help_is_repeated(const cs_verb *v);

#endif
