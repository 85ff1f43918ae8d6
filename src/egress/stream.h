/*
 * stream.h - bytes over a descriptor, in TLS or not.
 *
 * Non-blocking.  A read or write that cannot go on returns CS_STREAM_WAIT and
 * `events` says for what to wait; TLS may have to write in order to read.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_EGRESS_STREAM_H
#define CS_EGRESS_STREAM_H

#include "egress/tls.h"

enum { CS_STREAM_WAIT = -1, CS_STREAM_BROKEN = -2 };

typedef struct cs_stream {
  int fd;          /* owned; -1: none */
  cs_tls *tls;     /* borrowed */
  SSL *ssl;        /* owned; NULL: plain bytes */
  bool verified;   /* the handshake is over */
  bool ended;      /* the other side will send no more */
  uint32_t events; /* what the last call waits for */
  uint64_t in, out;
} cs_stream;

/* > 0: bytes; 0: the end; or one of the two above. */
long cs_stream_read(cs_stream *s, void *to, size_t room);
long cs_stream_write(cs_stream *s, const void *from, size_t n);
/* 1: done; CS_STREAM_WAIT; CS_STREAM_BROKEN. */
int cs_stream_handshake(cs_stream *s);
/* Are there bytes that the kernel will not report any more? */
bool cs_stream_pending(const cs_stream *s);
/* Bytes that crossed the descriptor, both ways, TLS included. */
void cs_stream_count(const cs_stream *s, uint64_t *in, uint64_t *out);
/* Say that nothing more will be written. */
void cs_stream_finish(cs_stream *s);
void cs_stream_close(cs_stream *s);

#endif
