/*
 * capture.h - what a run printed: all of its beginning, always its end.
 *
 * Each stream keeps its first CS_CAPTURE_KEEP bytes and its last
 * CS_CAPTURE_TAIL, and counts the rest.  A view shows at most so many bytes,
 * beginning and end, with a marker between them that a guest cannot forge: it
 * carries the nonce of the run.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SERVE_CAPTURE_H
#define CS_SERVE_CAPTURE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

#define CS_CAPTURE_KEEP ((size_t)4 << 20)
#define CS_CAPTURE_TAIL ((size_t)8192)

typedef struct cs_capture {
  cs_buf head;                /* owned */
  char tail[CS_CAPTURE_TAIL]; /* a ring */
  uint64_t total;             /* bytes produced */
} cs_capture;

void cs_capture_init(cs_capture *c);
void cs_capture_fini(cs_capture *c);
void cs_capture_put(cs_capture *c, const char *s, size_t n);

/* How many of `most` bytes a view shows so that a model does not pay more than
 * about CS_CAPTURE_TOKENS for them. */
#define CS_CAPTURE_TOKENS 10000
size_t cs_capture_fit(const cs_capture *c, size_t most);
/* Is a byte missing that a view of `most` bytes does not show? */
bool cs_capture_is_cut(const cs_capture *c, size_t most);
/* The view as clean text.  `ref` is named in the marker.  Output that is not
 * text is described instead.  NULL: no memory. */
json_t *cs_capture_view(const cs_capture *c, size_t most, const char *nonce,
                        const char *ref);
/* The bytes from `at` on that were kept, at most `n`, as clean text. */
json_t *cs_capture_part(const cs_capture *c, size_t at, size_t n);
/* Were the kept bytes UTF-8 without NUL? */
bool cs_capture_is_text(const cs_capture *c);

#endif
