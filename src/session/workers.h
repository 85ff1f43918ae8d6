/*
 * workers.h - worker processes, for who lends them to hosts elsewhere.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SESSION_WORKERS_H
#define CS_SESSION_WORKERS_H

#include "worker/crew.h"

#include "caisson/session.h"

/* Their crew, borrowed. */
cs_crew *cs_workers_crew(cs_workers *w);

#endif
