/*
 * stream.c - bytes over a descriptor, in TLS or not.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "egress/stream.h"

#include <errno.h>
#include <limits.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

/* What an unsuccessful call of OpenSSL means. */
static long judge(cs_stream *s, int result) {
  switch (s->tls->ssl.SSL_get_error(s->ssl, result)) {
    case SSL_ERROR_WANT_READ: s->events = EPOLLIN; return CS_STREAM_WAIT;
    case SSL_ERROR_WANT_WRITE: s->events = EPOLLOUT; return CS_STREAM_WAIT;
    case SSL_ERROR_ZERO_RETURN: s->ended = true; return 0;
    default: return CS_STREAM_BROKEN;
  }
}

static long plain(cs_stream *s, ssize_t n, uint32_t events) {
  if (n >= 0) return n;
  if (errno != EAGAIN && errno != EINTR) return CS_STREAM_BROKEN;
  s->events = events;
  return CS_STREAM_WAIT;
}

long cs_stream_read(cs_stream *s, void *to, size_t room) {
  if (s->ssl) {
    s->tls->crypto.ERR_clear_error();
    int n =
        s->tls->ssl.SSL_read(s->ssl, to, room > INT_MAX ? INT_MAX : (int)room);
    return n > 0 ? n : judge(s, n);
  }
  long n = plain(s, recv(s->fd, to, room, 0), EPOLLIN);
  if (n == 0) s->ended = true;
  if (n > 0) s->in += (uint64_t)n;
  return n;
}

long cs_stream_write(cs_stream *s, const void *from, size_t n) {
  if (s->ssl) {
    s->tls->crypto.ERR_clear_error();
    int k = s->tls->ssl.SSL_write(s->ssl, from, n > INT_MAX ? INT_MAX : (int)n);
    if (k > 0) return k;
    long why = judge(s, k);
    return why == 0 ? CS_STREAM_BROKEN : why;
  }
  long k = plain(s, send(s->fd, from, n, MSG_NOSIGNAL), EPOLLOUT);
  if (k > 0) s->out += (uint64_t)k;
  return k;
}

int cs_stream_handshake(cs_stream *s) {
  s->tls->crypto.ERR_clear_error();
  int n = s->tls->ssl.SSL_do_handshake(s->ssl);
  if (n == 1) {
    s->verified = true;
    return 1;
  }
  return judge(s, n) == CS_STREAM_WAIT ? CS_STREAM_WAIT : CS_STREAM_BROKEN;
}

bool cs_stream_pending(const cs_stream *s) {
  return s->ssl && s->tls->ssl.SSL_pending(s->ssl) > 0;
}

void cs_stream_count(const cs_stream *s, uint64_t *in, uint64_t *out) {
  *in = s->in;
  *out = s->out;
  if (!s->ssl) return;
  *in += s->tls->crypto.BIO_number_read(s->tls->ssl.SSL_get_rbio(s->ssl));
  *out += s->tls->crypto.BIO_number_written(s->tls->ssl.SSL_get_wbio(s->ssl));
}

void cs_stream_finish(cs_stream *s) {
  if (s->fd < 0) return;
  if (s->ssl && s->verified) {
    s->tls->crypto.ERR_clear_error();
    (void)s->tls->ssl.SSL_shutdown(s->ssl);
  }
  (void)shutdown(s->fd, SHUT_WR);
}

void cs_stream_close(cs_stream *s) {
  if (s->ssl) s->tls->ssl.SSL_free(s->ssl);
  if (s->fd >= 0) close(s->fd);
  s->ssl = NULL;
  s->fd = -1;
}
