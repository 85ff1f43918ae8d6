/*
 * args.h - arguments of tools: one table gives the JSON Schema that a model
 * reads and the check that its arguments meet.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SERVE_ARGS_H
#define CS_SERVE_ARGS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum cs_arg_kind {
  CS_ARG_TEXT,
  CS_ARG_BOOL,
  CS_ARG_INT, /* `least` to `most` */
  CS_ARG_OBJECT,
  CS_ARG_WORDS, /* a list of texts */
  CS_ARG_FILES, /* a list of {path, text or base64} */
  CS_ARG_ENUM   /* `choices` */
} cs_arg_kind;

typedef struct cs_arg {
  const char *name; /* NULL ends a table */
  cs_arg_kind kind;
  bool required;
  const char *about; /* one line */
  int64_t least, most;
  const char *choices; /* ENUM: separated by spaces */
} cs_arg;

/* The schema of an object with these; NULL: no memory. */
json_t *cs_args_schema(const cs_arg *args);

#define CS_ARGS_WHY 400
/* Do these fit?  `why` says what does not, in a sentence for the model. */
bool cs_args_check(const cs_arg *args, const json_t *given,
                   char why[CS_ARGS_WHY]);

/* A text without NUL, or NULL. */
const char *cs_args_text(const json_t *given, const char *name);
int64_t cs_args_int(const json_t *given, const char *name, int64_t absent);
bool cs_args_bool(const json_t *given, const char *name);

#endif
