/*
 * remote.h - an engine in a worker process, used as if it were here.
 *
 * The functions mirror those of py/engine.h that a session uses.  A turn is one
 * frame there and one back, with output in between; what the engine would be
 * asked about its stop arrives with the stop and is kept until the next turn.
 * Everything that arrives is checked: a worker that talks nonsense is killed
 * and counts as crashed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_DEPTH_REMOTE_H
#define CS_DEPTH_REMOTE_H

#include <stdbool.h>

#include "base/wire.h"
#include "depth/begin.h"
#include "py/engine.h"
#include "worker/crew.h"

/* Frames to the worker; the payload is the values named. */
typedef enum cs_remote_op {
  CS_OP_NEW = 10,  /* limits: six ints; cs_remote_flag */
  CS_OP_LOAD,      /* the same, then bytes */
  CS_OP_START,     /* file name, flags; code */
  CS_OP_RUN,       /* - */
  CS_OP_VALUE,     /* one value: the reply */
  CS_OP_RAISE,     /* one EXCEPTION: the reply */
  CS_OP_PENDING,   /* - : the reply */
  CS_OP_UNDEFINED, /* - : the reply */
  CS_OP_SET,       /* name, value */
  CS_OP_GET,       /* name */
  CS_OP_TOOL,      /* name, signature or None, doc or None, flags */
  CS_OP_CHECK,     /* code, file name */
  CS_OP_DUMP,      /* - */
  CS_OP_ABANDON,   /* - */
  CS_OP_RESET,     /* - */
  CS_OP_WHERE,     /* - */
  CS_OP_REPR,      /* - */
  CS_OP_WORDS,     /* sys.path instead of sys.argv, LIST of texts */
  CS_OP_MORE,      /* text typed so far: does it need more? */
  CS_OP_BYTES      /* the reply: a bytes object with this content */
} cs_remote_op;

typedef enum cs_remote_flag { /* what an engine is opened with */
                              CS_REMOTE_NAMES =
                                  1, /* undefined names are requests */
                              CS_REMOTE_OBJECTS = 2, /* objects that leave keep
                                                        their identity */
                              CS_REMOTE_LAST =
                                  4, /* the first run is the last one */
                              CS_REMOTE_MEMORY =
                                  8, /* MemoryError cannot be caught */
                              CS_REMOTE_RENEW = 16 /* a loaded one has twins:
                                                      cs_engine_renew */
} cs_remote_flag;

/* Frames from the worker. */
enum {
  CS_GOT_OUTPUT = 50, /* stream, text */
  CS_GOT_STOP = 51,   /* stop and usage, then by the stop: see serve.c */
  CS_GOT_STATUS = 52  /* status, then what was asked for */
};

typedef struct cs_remote cs_remote;

/* A worker of the crew with a fresh engine, or one loaded from `bytes`;
 * `flags` are those of cs_remote_flag. */
cs_status cs_remote_new(cs_crew *crew, uint64_t wait_ms,
                        const cs_limits *limits, uint32_t flags,
                        const void *bytes, size_t n, cs_remote **out,
                        cs_error *err) CS_MUST_CHECK;
void cs_remote_free(cs_remote *r);
cs_status cs_remote_reset(cs_remote *r) CS_MUST_CHECK;

/* Keep the engine as bytes and give the worker back; nothing happens to one
 * elsewhere, or in the middle of a run.  While it is parked, usage and what is
 * known of the last stop may be asked; everything else comes after
 * cs_remote_wake, which takes a worker again, CS_ELIMIT: there is none. */
cs_status cs_remote_park(cs_remote *r) CS_MUST_CHECK;
cs_status cs_remote_wake(cs_remote *r) CS_MUST_CHECK;

void cs_remote_on_poll(cs_remote *r, bool (*poll)(void *), void *arg);
void cs_remote_interrupt(cs_remote *r, bool on);
/* Clocks (depth/clocks.h) that are read in the worker, from its next turn on;
 * one on another machine reads none. */
void cs_remote_clocks(cs_remote *r, uint32_t kinds);

cs_stop cs_remote_start(cs_remote *r, const char *code, size_t len,
                        const char *filename, uint32_t flags);
cs_stop cs_remote_run(cs_remote *r);
void cs_remote_abandon(cs_remote *r);
cs_status cs_remote_check(cs_remote *r, const char *code, size_t len,
                          const char *filename) CS_MUST_CHECK;

const char *cs_remote_output(cs_remote *r, size_t *len, int *stream);
const char *cs_remote_error(cs_remote *r, size_t *len);
const char *cs_remote_error_type(cs_remote *r);
bool cs_remote_error_limit(const cs_remote *r);
int cs_remote_exit_code(cs_remote *r);
cs_status cs_remote_error_wire(cs_remote *r, cs_wire *w) CS_MUST_CHECK;
cs_status cs_remote_result_wire(cs_remote *r, cs_wire *w) CS_MUST_CHECK;
cs_usage cs_remote_usage(const cs_remote *r);
cs_begun cs_remote_begun(const cs_remote *r);

const char *cs_remote_ask(cs_remote *r, cs_ask *kind, size_t *len);
cs_status cs_remote_ask_wire(cs_remote *r, cs_wire *w) CS_MUST_CHECK;
uint64_t cs_remote_ask_id(const cs_remote *r);
uint64_t cs_remote_ask_object(const cs_remote *r);
double cs_remote_ask_timeout(const cs_remote *r);
size_t cs_remote_pending(cs_remote *r, uint64_t *ids, size_t max);

/* The reply travels with the next cs_remote_run. */
cs_status cs_remote_reply(cs_remote *r, cs_remote_op op, const void *bytes,
                          size_t n) CS_MUST_CHECK;
cs_status cs_remote_reply_error(cs_remote *r, const char *type,
                                const char *text) CS_MUST_CHECK;

cs_status cs_remote_set_global(cs_remote *r, const char *name,
                               const void *bytes, size_t n) CS_MUST_CHECK;
cs_status cs_remote_get_global(cs_remote *r, const char *name,
                               cs_wire *w) CS_MUST_CHECK;
cs_status cs_remote_where(cs_remote *r, cs_wire *w) CS_MUST_CHECK;
cs_status cs_remote_add_tool(cs_remote *r, const char *name,
                             const char *signature, const char *doc,
                             uint32_t flags) CS_MUST_CHECK;
cs_status cs_remote_repr(cs_remote *r, cs_wire *w) CS_MUST_CHECK;
cs_status cs_remote_set_words(cs_remote *r, bool path, size_t n,
                              const char *const *word) CS_MUST_CHECK;
bool cs_remote_incomplete(cs_remote *r, const char *text, size_t len);
cs_status cs_remote_dump(cs_remote *r, void **out, size_t *len) CS_MUST_CHECK;

/* After CS_STOP_FAILED: the signal that ended the worker, or 0. */
int cs_remote_signal(const cs_remote *r);
/* Or was it the connection to it that ended? */
bool cs_remote_lost(const cs_remote *r);
/* Did we end it ourselves, because it did not stop when it was told to? */
bool cs_remote_timed_out(const cs_remote *r);
/* Its process; 0: it is gone. */
pid_t cs_remote_pid(const cs_remote *r);

#endif
