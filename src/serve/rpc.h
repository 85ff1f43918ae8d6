/*
 * rpc.h - JSON-RPC frames: bytes that anybody may have sent, and our answers.
 *
 * A frame is refused before it is understood when it is too long, nested deeper
 * than CS_RPC_DEPTH, has a key twice, or is no UTF-8: what two readers could
 * understand differently is not understood at all.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SERVE_RPC_H
#define CS_SERVE_RPC_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#define CS_RPC_DEPTH 64
#define CS_RPC_MAX   ((size_t)8 << 20) /* bytes of one frame */
#define CS_RPC_BATCH 32                /* frames in a batch */

enum { /* error codes of the protocol */
       CS_RPC_PARSE = -32700,
       CS_RPC_REQUEST = -32600,
       CS_RPC_METHOD = -32601,
       CS_RPC_PARAMS = -32602,
       CS_RPC_INTERNAL = -32603,
       CS_RPC_HEADER = -32020,     /* headers do not say what the body says */
       CS_RPC_CAPABILITY = -32021, /* needs what the client did not declare */
       CS_RPC_VERSION = -32022     /* a version that is not spoken here */
};

typedef enum cs_rpc_kind {
  CS_RPC_IS_REQUEST,
  CS_RPC_IS_NOTIFICATION,
  CS_RPC_IS_REPLY, /* to a request of ours */
  CS_RPC_IS_BATCH,
  CS_RPC_IS_BROKEN
} cs_rpc_kind;

typedef struct cs_rpc_message { /* all borrowed from the frame */
  cs_rpc_kind kind;
  json_t *id;
  const char *method;
  json_t *params; /* an object, or NULL */
  json_t *meta;   /* params._meta, or NULL */
} cs_rpc_message;

/* The value that the bytes are; NULL: `*why` says what is wrong with them. */
json_t *cs_rpc_parse(const char *text, size_t n, const char **why);
/* What kind of frame it is. */
void cs_rpc_read(json_t *frame, cs_rpc_message *out);

/* Whole frames; `result` and `data` are taken, `id` is borrowed and may be
 * NULL.  NULL: no memory. */
json_t *cs_rpc_result(json_t *id, json_t *result);
json_t *cs_rpc_error(json_t *id, int code, const char *text, json_t *data);
json_t *cs_rpc_notice(const char *method, json_t *params);

/* Texts inside of a value; NULL: not there, or no text. */
const char *cs_rpc_text(const json_t *object, const char *key);

#endif
