/*
 * inflate.h - decoder for the DEFLATE format (RFC 1951).
 *
 * The caller owns both buffers.  The output buffer is also the window, so it
 * must keep everything decoded so far; when it is full the caller makes it
 * larger and goes on.  No input can make the decoder read or write outside.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_DIGEST_INFLATE_H
#define CS_DIGEST_INFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CS_INFLATE_SLACK 258 /* longest match: room a step may need */

typedef enum cs_inflate_outcome {
  CS_INFLATE_DONE,  /* last block decoded; `at` is behind its last byte */
  CS_INFLATE_FULL,  /* fewer than CS_INFLATE_SLACK bytes of room left */
  CS_INFLATE_SHORT, /* the input ends within the stream */
  CS_INFLATE_BAD    /* `error` says why */
} cs_inflate_outcome;

/* A prefix code: numbers of codes by length, then symbols in order of code,
 * and a table for the first CS_INFLATE_FAST bits. */
#define CS_INFLATE_FAST 10
typedef struct cs_inflate_code {
  uint16_t count[16];
  uint16_t symbol[288];
  uint16_t fast[1 << CS_INFLATE_FAST]; /* symbol << 4 | length, 0 = long */
} cs_inflate_code;

typedef struct cs_inflate {
  const uint8_t *in; /* borrowed */
  size_t n, at;
  uint8_t *out; /* borrowed; may be replaced by a larger copy */
  size_t cap, len;
  uint64_t bits;
  uint32_t nbits;
  uint8_t phase; /* private */
  bool last;
  uint32_t stored;   /* bytes left of a stored block */
  uint64_t mark_bit; /* where the latest block begins in the input */
  size_t mark_len;   /* and in the output: decoding can start again there */
  const char *error;
  cs_inflate_code lit, dist;
} cs_inflate;

/* Start; the caller then sets in, n, at, out, cap. */
void cs_inflate_init(cs_inflate *z);
/* Begin at a bit of the input, where a block begins. */
void cs_inflate_seek(cs_inflate *z, uint64_t bit);
/* Decode as far as possible. */
cs_inflate_outcome cs_inflate_run(cs_inflate *z);

#endif
