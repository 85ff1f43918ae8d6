/*
 * buf.h - a growable byte buffer with a hard ceiling.
 *
 * For the layers around the engine: frames, files, messages.  The engine
 * itself never uses malloc.
 *
 * Invariants: `len <= max`; when `data` is not NULL a NUL byte follows the
 * content, so text can be handed to C as it is.  A failed call changes
 * nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_BASE_BUF_H
#define CS_BASE_BUF_H

#include <stddef.h>

#include "base/status.h"

typedef struct cs_buf {
  char *data; /* owned; NULL while nothing was stored */
  size_t len;
  size_t room; /* allocated bytes, including the NUL */
  size_t max;  /* content never grows beyond this    */
} cs_buf;

/* An empty buffer of at most `max` bytes.  Allocates nothing. */
void cs_buf_init(cs_buf *b, size_t max);

/* Free the content.  `b` may be zeroed or already finished. */
void cs_buf_fini(cs_buf *b);

/* Forget the content, keep the memory. */
void cs_buf_clear(cs_buf *b);

/* Make room for `extra` more bytes at data + len; the caller adds to `len`
 * what it wrote, then calls cs_buf_seal.  Returns CS_ELIMIT beyond `max`,
 * CS_EOS without memory. */
cs_status cs_buf_reserve(cs_buf *b, size_t extra) CS_MUST_CHECK;

/* Restore the NUL after direct writes. */
void cs_buf_seal(cs_buf *b);

/* Append bytes, which must not point into the buffer.  Fails as
 * cs_buf_reserve does. */
cs_status cs_buf_put(cs_buf *b, const void *bytes, size_t n) CS_MUST_CHECK;

/* Append a C string. */
cs_status cs_buf_put_text(cs_buf *b, const char *text) CS_MUST_CHECK;

/* Append formatted text. */
cs_status cs_buf_printf(cs_buf *b, const char *format, ...) CS_MUST_CHECK
    __attribute__((format(printf, 2, 3)));

/* The content as a C string, "" when empty.  Borrowed until the next call. */
const char *cs_buf_text(const cs_buf *b);

/* Hand the content over to the caller, who frees it; the buffer is empty
 * afterwards.  NULL when nothing was ever stored. */
char *cs_buf_release(cs_buf *b);

#endif
