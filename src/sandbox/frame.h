/*
 * frame.h - messages between a keeper and its clients.
 *
 * A frame is five bytes, the length of what follows (32 bits, little endian)
 * and its kind, then that many bytes.  docs/sandbox-protocol.md is the manual.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SANDBOX_FRAME_H
#define CS_SANDBOX_FRAME_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/error.h"

#define CS_FRAME_HEAD 5
#define CS_FRAME_MAX  (UINT32_C(8) << 20)

enum {                         /* kinds */
       CS_FRAME_REQUEST = 'Q', /* client: JSON */
       CS_FRAME_INPUT = 'i',   /* client: bytes for stdin; none: its end */
       CS_FRAME_STDOUT = 'o',  /* keeper */
       CS_FRAME_STDERR = 'e',  /* keeper */
       CS_FRAME_EVENT = 'J',   /* keeper: JSON, something happened */
       CS_FRAME_RESULT = 'R'   /* keeper: JSON, the last frame of an answer */
};

typedef struct cs_frame {
  char kind;
  const char *data; /* borrowed from the buffer */
  size_t len;
} cs_frame;

/* Append a frame. */
cs_status cs_frame_put(cs_buf *out, char kind, const void *data,
                       size_t n) CS_MUST_CHECK;
cs_status cs_frame_put_json(cs_buf *out, char kind,
                            const json_t *value) CS_MUST_CHECK;

/* Take the frame at `*at`; CS_ELIMIT: it is not whole yet, CS_ECORRUPT: it
 * never will be. */
cs_status cs_frame_take(const cs_buf *in, size_t *at,
                        cs_frame *out) CS_MUST_CHECK;

/* --- for clients that may wait ------------------------------------------- */

/* Send everything; false: the other side is gone. */
bool cs_frame_send(int fd, char kind, const void *data, size_t n);
/* Receive one frame; `in` keeps what came after it.  CS_EOS: there is none. */
cs_status cs_frame_receive(int fd, cs_buf *in, cs_frame *out,
                           cs_error *err) CS_MUST_CHECK;
/* The same with a descriptor, at once or not at all; and taking one: `*passed`
 * is owned, -1: none came. */
bool cs_frame_send_fd(int fd, const void *data, size_t n, int passed);
json_t *cs_frame_ask_fd(int fd, const json_t *request, int *passed,
                        cs_error *err);
/* One question, one answer: the RESULT as an object (owned), NULL with `err`.
 */
json_t *cs_frame_ask(int fd, const json_t *request, cs_error *err);

#endif
