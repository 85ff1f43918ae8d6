/*
 * text.h - text that a guest wrote, made fit for a model and a screen.
 *
 * Everything that could command a terminal is removed; what is no UTF-8 becomes
 * U+FFFD.  The result is always valid UTF-8 without control characters other
 * than newline and tab.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SERVE_TEXT_H
#define CS_SERVE_TEXT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

/* Append the clean form.  `*exact` tells whether the bytes were UTF-8. */
cs_status cs_text_clean(const char *s, size_t n, cs_buf *out,
                        bool *exact) CS_MUST_CHECK;
/* The same as a JSON string; NULL: no memory. */
json_t *cs_text_json(const char *s, size_t n);
/* The name of a file, so that two files have two names: what is not shown on a
 * screen is written as \xNN, a backslash as two. */
json_t *cs_text_name(const char *name);
/* Cut at `most` bytes, never inside of a character. */
size_t cs_text_cut(const char *s, size_t n, size_t most);
/* "quoted" in `out`: escaped, at most 120 characters of it, for messages. */
void cs_text_quote(const char *s, size_t n, char out[512]);

/* Base64; NULL: no memory. */
json_t *cs_text_base64(const void *data, size_t n);
/* Bytes of it to free(); NULL: not base64, or no memory. */
char *cs_text_unbase64(const char *s, size_t n, size_t *len);

#define CS_TEXT_ID 48
/* `prefix` and 128 random bits in hex.  False: the system has none. */
bool cs_text_id(const char *prefix, char out[CS_TEXT_ID]);
/* Equal, in a time that does not tell where they differ. */
bool cs_text_same(const char *a, size_t n, const char *b, size_t m);

/* Milliseconds of a clock that never goes back. */
uint64_t cs_text_now(void);

#endif
