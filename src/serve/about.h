/*
 * about.h - what the server tells a model about itself.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SERVE_ABOUT_H
#define CS_SERVE_ABOUT_H

#include "serve/server.h"

/* Instructions from what is really granted, to free(); NULL: no memory.  The
 * same grants give the same bytes. */
char *cs_about_make(const cs_server *s, const cs_terms *t);

#endif
