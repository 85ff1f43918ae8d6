/*
 * channel.h - frames between two processes through shared memory.
 *
 * A channel is one shared mapping with two lanes, one per direction.  A lane
 * is a ring of bytes: the sender owns `tail`, the receiver owns `head`, and
 * each side keeps a private copy of the counter it owns.  A frame is a kind, a
 * length and that many bytes; it may be longer than the ring.
 *
 * The other side is hostile.  Its counters are read once and checked before
 * use, lengths are checked against the receiver's cap before memory is taken,
 * and received bytes are copied out before anybody looks at them.
 *
 * Waiting spins for a moment, because an answer usually takes microseconds,
 * then sleeps on a futex in slices; before each slice `tick` decides whether to
 * go on and for how long, so a dead or silent peer never blocks anybody for
 * good.
 *
 * With a host of a remote worker the frames go over a connection instead
 * (line.h); nobody else needs to know.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_WORKER_CHANNEL_H
#define CS_WORKER_CHANNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/status.h"

#define CS_CHANNEL_RING (UINT32_C(1) << 18) /* bytes per lane, power of two */

typedef struct cs_shared cs_shared; /* the mapping, see channel.c */

typedef enum cs_channel_side { CS_SIDE_HOST, CS_SIDE_WORKER } cs_channel_side;

/* How long to sleep before asking again, in nanoseconds; negative: give up, the
 * wait ends with CS_EOS. */
typedef int64_t cs_channel_tick(void *user);

typedef struct cs_channel {
  cs_shared *shared;    /* owned mapping; NULL: the other side is elsewhere */
  struct cs_line *line; /* owned; NULL: it is not */
  cs_channel_side side;
  uint32_t tail;         /* bytes sent so far, modulo 2^32     */
  uint32_t head;         /* bytes received so far, modulo 2^32 */
  uint32_t spin;         /* rounds before sleeping; 0 on one core */
  uint32_t skip, vain;   /* waits to spare them; how many after the last try */
  cs_buf in;             /* the last frame received */
  cs_channel_tick *tick; /* set by the owner before the first wait */
  void *user;
} cs_channel;

typedef struct cs_frame {
  uint32_t kind;
  const char *data; /* borrowed until the next receive; NUL follows */
  size_t len;
} cs_frame;

/* A sealed memfd of the right size, for both sides to map; -1 with `err`. */
int cs_channel_create(cs_error *err) CS_MUST_CHECK;

/* Map `fd`, which stays open.  Frames longer than `max` are refused. */
cs_status cs_channel_open(cs_channel *c, int fd, cs_channel_side side,
                          size_t max, cs_error *err) CS_MUST_CHECK;
/* A channel over the connection `fd`, which is taken, also after a failure. */
cs_status cs_channel_connect(cs_channel *c, int fd, size_t max,
                             cs_error *err) CS_MUST_CHECK;
void cs_channel_close(cs_channel *c);

/* Send one frame made of two parts, either may be empty.  CS_EOS: `tick` gave
 * up; CS_ECORRUPT: the peer's counters make no sense. */
cs_status cs_channel_send(cs_channel *c, uint32_t kind, const void *a,
                          size_t na, const void *b, size_t nb) CS_MUST_CHECK;

/* Wait for the next frame.  CS_ELIMIT: longer than allowed, CS_ECORRUPT, CS_EOS
 * as above: the channel is not usable afterwards. */
cs_status cs_channel_receive(cs_channel *c, cs_frame *out) CS_MUST_CHECK;

/* The same for a frame that is large: `where`, if not NULL, may name memory for
 * its `len` bytes, so that they are copied once. */
typedef void *cs_channel_room(void *user, uint32_t kind, size_t len);
cs_status cs_channel_receive_into(cs_channel *c, cs_channel_room *where,
                                  void *user, cs_frame *out) CS_MUST_CHECK;

/* Is there at least one byte to read? */
bool cs_channel_ready(const cs_channel *c);

/* A word that the host sets and the worker's engine polls; over a connection it
 * arrives while the host waits. */
volatile uint32_t *cs_channel_interrupt(const cs_channel *c);

/* A word that the host sets before a turn: clocks that the worker reads itself.
 * NULL over a connection: another machine has other clocks. */
volatile uint32_t *cs_channel_clocks(const cs_channel *c);

#endif
