/*
 * json.h - writing one JSON document.
 *
 * Without memory the document is cut short and cs_json_print prints nothing:
 * half an object is worse than none.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_JSON_H
#define CS_CLI_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

typedef struct cs_json {
  cs_buf out;
  bool first;  /* no comma before the next entry */
  bool failed; /* out of memory */
} cs_json;

void cs_json_init(cs_json *j);

/* A key; the value follows.  Inside a list NULL. */
void cs_json_key(cs_json *j, const char *key);
void cs_json_open(cs_json *j, char bracket);
void cs_json_close(cs_json *j, char bracket);

/* Key and value; the key is NULL inside a list. */
void cs_json_text(cs_json *j, const char *key, const char *text);
/* Bytes as text; invalid UTF-8 becomes U+FFFD. */
void cs_json_bytes(cs_json *j, const char *key, const char *s, size_t n);
/* Text that is JSON already. */
void cs_json_raw(cs_json *j, const char *key, const char *s, size_t n);
void cs_json_int(cs_json *j, const char *key, int64_t n);
void cs_json_ms(cs_json *j, const char *key, double ms);
void cs_json_bool(cs_json *j, const char *key, bool truth);
void cs_json_null(cs_json *j, const char *key);

/* Write the document and a newline to stdout, then free it. */
void cs_json_print(cs_json *j);

#endif
