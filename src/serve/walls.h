/*
 * walls.h - what stopped a program, and what stood around it, in its result.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SERVE_WALLS_H
#define CS_SERVE_WALLS_H

#include "serve/box.h"
#include "serve/job.h"

/* `denials`, and a block of our own that tells them to the model. */
void cs_walls_denials(cs_job *j, cs_box *b, json_t *object, json_t *blocks);
/* `limit_hits`: limits that were touched and did not end the run. */
void cs_walls_hits(cs_box *b, json_t *object);
/* `enforcement`: what is missing of what is asked for. */
void cs_walls_report(cs_box *b, json_t *object);
/* The same of a program in a jail with these flags. */
void cs_walls_jail(const cs_terms *t, uint32_t walls, json_t *object);

#endif
