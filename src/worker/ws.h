/*
 * ws.h - the bytes of a WebSocket (RFC 6455): messages out of frames.
 *
 * No descriptors here: bytes go in, and what they complete comes out.  Only
 * binary messages, pings, pongs and closes exist for us; everything else is a
 * protocol error, and so is a frame that its sender's side may not send (a
 * client masks, a server does not).
 *
 * The other side is hostile.  A length is compared with what is left of the
 * message's ceiling before anything is stored, and memory grows with the bytes
 * that came, not with those that were announced.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_WORKER_WS_H
#define CS_WORKER_WS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

#define CS_WS_HEAD_MAX    14
#define CS_WS_CONTROL_MAX 125 /* payload of a ping, pong or close */

typedef enum cs_ws_op {
  CS_WS_OP_MORE = 0,
  CS_WS_OP_BINARY = 2,
  CS_WS_OP_CLOSE = 8,
  CS_WS_OP_PING = 9,
  CS_WS_OP_PONG = 10
} cs_ws_op;

/* Why a connection ends, as a close frame tells it. */
enum { CS_WS_NORMAL = 1000, CS_WS_PROTOCOL = 1002, CS_WS_TOO_LONG = 1009 };

typedef enum cs_ws_got {
  CS_WS_MORE,    /* all bytes were taken, nothing is complete */
  CS_WS_MESSAGE, /* `message` is one; it is forgotten with the next call */
  CS_WS_PING,    /* `control` is its payload; the same */
  CS_WS_PONG,
  CS_WS_CLOSE,
  CS_WS_BAD,   /* not for us: the connection is of no use any more */
  CS_WS_LONG,  /* a message beyond the ceiling: the same */
  CS_WS_MEMORY /* there is none: the same */
} cs_ws_got;

typedef struct cs_ws_in {
  bool from_client; /* whose frames: then they are masked */
  cs_buf message;   /* its `max` is the ceiling */
  uint8_t control[CS_WS_CONTROL_MAX];
  uint8_t control_len;
  /* the frame that is being read */
  uint8_t head[CS_WS_HEAD_MAX];
  uint8_t head_len;
  bool in_payload;
  uint8_t op;
  bool fin;
  uint8_t mask[4];
  uint64_t len, done; /* of its payload */
  bool begun;         /* fragments of a message came, and not its last one */
  bool told;          /* `message` was handed out */
} cs_ws_in;

/* Allocates nothing yet. */
void cs_ws_init(cs_ws_in *in, bool from_client, size_t max);
void cs_ws_fini(cs_ws_in *in);

/* Take bytes up to the end of what they complete; `*used` of them were. */
cs_ws_got cs_ws_take(cs_ws_in *in, const uint8_t *bytes, size_t n,
                     size_t *used);

/* The head of a frame with `len` bytes, its only or last one; `mask` NULL: a
 * server's.  Returns its length. */
size_t cs_ws_head(uint8_t out[CS_WS_HEAD_MAX], cs_ws_op op, uint64_t len,
                  const uint8_t mask[4]);

/* Mask `n` bytes that stand `at` bytes behind the head, or take it off. */
void cs_ws_mask(uint8_t *bytes, size_t n, const uint8_t mask[4], uint64_t at);

#endif
