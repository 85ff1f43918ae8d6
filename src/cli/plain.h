/*
 * plain.h - words of others in our own messages, safe for a terminal.
 *
 * Names of files, hosts and keys come from repositories and models.  Control
 * characters, marks of direction and bytes that are no text appear as \xNN and
 * \uNNNN: they cannot move the cursor, or the eye.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_PLAIN_H
#define CS_CLI_PLAIN_H

#include <stdio.h>

void cs_plain_put(FILE *f, const char *text);

#endif
