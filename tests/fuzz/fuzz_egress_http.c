/*
 * fuzz_egress_http.c - any bytes as an HTTP request, a reply and a body.
 *
 * What must hold: a head that is read has no byte of control in it, one length
 * or one encoding at most, and means the same with more bytes after it; a body
 * has the same content however it is cut.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "egress/http.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool ok) {
  if (!ok) abort();
}

static void check_span(cs_span s, const char *from, size_t n) {
  if (s.n == 0) return;
  must(s.at >= from && s.at + s.n <= from + n);
  for (size_t i = 0; i < s.n; i++)
    must(s.at[i] != '\r' && s.at[i] != '\n' && s.at[i] != 0);
}

static void check_head(const cs_http_head *h, const char *bytes, size_t n) {
  must(h->size <= n && h->nheaders <= CS_HTTP_HEADERS);
  must(h->size >= 4 && memcmp(bytes + h->size - 4, "\r\n\r\n", 4) == 0);
  for (size_t i = 0; i < h->nheaders; i++) {
    check_span(h->headers[i].name, bytes, n);
    check_span(h->headers[i].value, bytes, n);
  }
  check_span(h->target, bytes, n);
  must(!(cs_http_find(h, "content-length") &&
         cs_http_find(h, "transfer-encoding")) ||
       h->status != 0);
}

/* The sum of the content of a body in pieces; -1: malformed. */
static int64_t sum_of(const char *bytes, size_t n, size_t piece) {
  cs_http_head h = {.frame = CS_FRAME_CHUNKED};
  cs_http_body b;
  uint64_t sum = 1469598103934665603u;
  cs_http_body_init(&b, &h);
  for (size_t at = 0; at < n && !b.done;) {
    size_t used, content, take = n - at < piece ? n - at : piece;
    if (!cs_http_body_take(&b, bytes + at, take, &used, &content)) return -1;
    must(used <= take && content <= used && used > 0);
    for (size_t i = used - content; i < used; i++)
      sum = (sum ^ (unsigned char)bytes[at + i]) * 1099511628211u;
    at += used;
  }
  return (int64_t)(sum >> 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *bytes = (const char *)data;
  cs_http_head *h = malloc(sizeof *h);
  if (!h) return 0;
  if (cs_http_request(bytes, size, h) == CS_HTTP_DONE) {
    check_head(h, bytes, size);
    size_t n = h->size;
    must(cs_http_request(bytes, n, h) == CS_HTTP_DONE && h->size == n);
    must(cs_http_request(bytes, n - 1, h) == CS_HTTP_MORE);
  }
  if (cs_http_reply(bytes, size, false, h) == CS_HTTP_DONE)
    check_head(h, bytes, size);
  free(h);
  must(sum_of(bytes, size, 1) == sum_of(bytes, size, size + 1));
  must(sum_of(bytes, size, 3) == sum_of(bytes, size, 7));
  return 0;
}
