/*
 * line.h - frames between two machines: a WebSocket on a connected socket.
 *
 * The frames are those of channel.h: a message is the kind, the length and so
 * many bytes.  Both ends use this file, the host of a remote worker and the
 * server that has it; the handshake is over before it begins.
 *
 * The other side is hostile, see ws.h.  Nobody waits without asking `tick`
 * first, and not for longer than it says; a host also hears from the server
 * now and then, or gives it up.
 *
 * One thread at a time; only `interrupt` may be set by others.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_WORKER_LINE_H
#define CS_WORKER_LINE_H

#include "base/error.h"
#include "worker/ws.h"

/* The Sec-WebSocket-Protocol of these frames.  A change of what they mean is
 * another number. */
#define CS_LINE_PROTOCOL "caisson.worker.1"

struct cs_frame; /* channel.h */
typedef struct cs_line cs_line;

typedef enum cs_line_side { CS_LINE_HOST, CS_LINE_SERVER } cs_line_side;

/* As cs_channel_tick. */
typedef int64_t cs_line_tick(void *user);

/* `fd`, connected, is taken, also after a failure.  Messages longer than `max`
 * are refused. */
cs_status cs_line_new(int fd, cs_line_side side, size_t max, cs_line **out,
                      cs_error *err) CS_MUST_CHECK;
/* Says goodbye, without waiting for anybody. */
void cs_line_free(cs_line *l);

/* Must come before the first wait. */
void cs_line_watch(cs_line *l, cs_line_tick *tick, void *user);

/* Send one frame made of two parts, either may be empty.  CS_EOS: the
 * connection is gone, or `tick` gave up. */
cs_status cs_line_send(cs_line *l, uint32_t kind, const void *a, size_t na,
                       const void *b, size_t nb) CS_MUST_CHECK;

/* Wait for the next frame.  CS_ELIMIT: too long; CS_ECORRUPT: nonsense;
 * CS_EOS: as above.  The line is not usable afterwards. */
cs_status cs_line_receive(cs_line *l, struct cs_frame *out) CS_MUST_CHECK;

/* The same without waiting; `*found` tells whether there is one. */
cs_status cs_line_look(cs_line *l, struct cs_frame *out,
                       bool *found) CS_MUST_CHECK;

/* Wait for bytes, once: as long as `tick` says. */
cs_status cs_line_wait(cs_line *l) CS_MUST_CHECK;

/* Ask whether somebody is there. */
cs_status cs_line_ping(cs_line *l) CS_MUST_CHECK;

/* A host's word, as that of a channel: its changes are sent while it waits,
 * and before anything else is. */
volatile uint32_t *cs_line_interrupt(cs_line *l);

/* Did the server say that its worker ended?  Then `*status` is as waitpid gives
 * it there. */
bool cs_line_ended(const cs_line *l, int *status);

#endif
