/*
 * display.h - what a program shows besides text: pictures, tables, HTML.
 *
 * A program calls the reserved function CS_DISPLAY_CALL with one dict, MIME
 * type to str or bytes.  The session answers it itself at every depth, so it
 * costs no call of the host and needs no grant.  What is kept is bounded in
 * number and bytes; the rest is counted.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SESSION_DISPLAY_H
#define CS_SESSION_DISPLAY_H

#include "session/session_in.h"

/* Is the request in s->name a display? */
bool cs_display_is(const cs_session *s);
/* Keep the one in s->args and answer the program. */
void cs_display_take(cs_session *s);
/* A run begins: those of the last one are gone. */
void cs_display_clear(cs_session *s);
void cs_display_close(cs_session *s);

#endif
