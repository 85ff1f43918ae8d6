/*
 * limit.h - what can end a run before its program does: rows of limits.def.
 *
 * Engines, workers and journals tell a limit by its name, which may be
 * anything there; cs_limit_find is the one place that reads it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_BASE_LIMIT_H
#define CS_BASE_LIMIT_H

#include <stddef.h>

typedef enum cs_limit_id {
#define LIMIT(id, name, key, unit, advice, option) CS_BY_LIMIT_##id,
#include "base/limits.def"
#undef LIMIT
  CS_BY_LIMITS,
  CS_BY_LIMIT_NONE = CS_BY_LIMITS /* no row has this name */
} cs_limit_id;

typedef struct cs_limit_row {
  const char *name;
  const char *key;    /* of policies; NULL: it is not in them */
  const char *unit;   /* "" where there is no key */
  const char *advice; /* a sentence, or "" */
  const char *option; /* of the command, which raises it; NULL: none */
} cs_limit_row;

/* By cs_limit_id; the last one, of CS_BY_LIMIT_NONE, has only empty texts. */
extern const cs_limit_row cs_limit_rows[CS_BY_LIMITS + 1];

/* The limit of this name, which need not end with a NUL. */
cs_limit_id cs_limit_find(const char *name, size_t len);

#endif
