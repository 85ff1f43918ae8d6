/*
 * move.h - a session that began in the engine and goes on in a jail.
 *
 * Names and definitions cross as _carry of the engine's library writes them
 * down.  What cannot cross is named in the error, and then nothing has moved.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SERVE_MOVE_H
#define CS_SERVE_MOVE_H

#include "serve/tool.h"

/* This code was run in the box, in the engine: its definitions can cross. */
void cs_move_note(cs_box *b, const char *code, size_t len);
void cs_move_forget(cs_box *b);

/* If the code of the call needs a jail, or asks for one, and the session is in
 * the engine: move it.  A result: why it cannot. */
json_t *cs_move_if_needed(cs_job *j, cs_box *b);

#endif
