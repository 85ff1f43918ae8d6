/*
 * proto.h - the protocol: what a client may say, and in which revision.
 *
 * Two eras.  Legacy clients open with `initialize`, and the revision holds for
 * the link; modern ones say it in every request.  The first request decides,
 * and the other era is refused from then on.  Over HTTP every request has a
 * link of its own.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SERVE_PROTO_H
#define CS_SERVE_PROTO_H

#include "serve/job.h"
#include "serve/rpc.h"

#define CS_META_VERSION "io.modelcontextprotocol/protocolVersion"
#define CS_META_CLIENT  "io.modelcontextprotocol/clientCapabilities"
#define CS_META_SERVER  "io.modelcontextprotocol/serverInfo"
#define CS_TASKS        "io.modelcontextprotocol/tasks"

typedef struct cs_link {
  cs_server *server;
  cs_caller *caller;
  cs_outlet *outlet;
  cs_revision version; /* CS_REVISION_NONE: nobody has said it yet */
  bool http;
  bool elicits; /* the client of a legacy link can be asked something */
} cs_link;

/* Take one frame, borrowed.  Every request in it is answered through the
 * outlet, now or later. */
void cs_proto_take(cs_link *l, json_t *frame);
/* The answer to bytes that are no frame. */
void cs_proto_refuse(cs_outlet *o, json_t *id, int code, const char *text,
                     json_t *data);

/* What this revision is told about us. */
json_t *cs_proto_server(const cs_server *s, cs_revision v);

/* task.c: methods tasks/...; false: this is none of them. */
bool cs_task_take(cs_link *l, const cs_rpc_message *m);
/* May this call become a task?  Legacy: it is one from the beginning. */
bool cs_task_is_wanted(const cs_link *l, const cs_rpc_message *m);
/* The answer to a call that is a task now. */
json_t *cs_task_created(cs_job *j);

/* batch.c: an outlet that makes one array of the answers to `n` requests. */
cs_outlet *cs_batch_new(cs_outlet *to, size_t n);

#endif
