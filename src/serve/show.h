/*
 * show.h - what a run displayed, as content of a tool's result.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SERVE_SHOW_H
#define CS_SERVE_SHOW_H

#include <jansson.h>

#include "serve/job.h"

#include "caisson/session.h"

/* Pictures become image content, everything else an embedded resource; the
 * object's `displays` lists types and sizes. */
void cs_show_displays(const cs_session *s, const cs_job *j, json_t *object,
                      json_t *blocks);

#endif
