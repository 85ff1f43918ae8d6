/*
 * fetch.c - one HTTP request of the host through an egress process.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "egress/fetch.h"

#include <string.h>

/* --- writing ------------------------------------------------------------- */

static bool is_token(cs_span s) {
  for (size_t i = 0; i < s.n; i++) {
    unsigned char b = (unsigned char)s.at[i];
    if (b <= ' ' || b >= 0x7f || strchr("()<>@,;:\\\"/[]?={}", b)) return false;
  }
  return s.n > 0;
}

static bool is_value(cs_span s) {
  for (size_t i = 0; i < s.n; i++) {
    unsigned char b = (unsigned char)s.at[i];
    if ((b < ' ' && b != '\t') || b == 0x7f) return false;
  }
  return true;
}

static bool is_url(cs_span s) {
  for (size_t i = 0; i < s.n; i++) {
    unsigned char b = (unsigned char)s.at[i];
    if (b <= ' ' || b >= 0x7f || b == '#') return false;
  }
  return true;
}

static size_t scheme_size(cs_span url) {
  if (url.n >= 8 && cs_http_is((cs_span){url.at, 8}, "https://")) return 8;
  if (url.n >= 7 && cs_http_is((cs_span){url.at, 7}, "http://")) return 7;
  return 0;
}

bool cs_fetch_authority(cs_span url, cs_span *out) {
  size_t start = scheme_size(url), end = start;
  while (end < url.n && url.at[end] != '/' && url.at[end] != '?' &&
         url.at[end] != '#')
    end++;
  *out = (cs_span){url.at + start, end - start};
  return start > 0 && end > start;
}

static bool is_ours(cs_span name) {
  static const char *const ours[] = {"content-length",   "transfer-encoding",
                                     "connection",       "keep-alive",
                                     "proxy-connection", "expect",
                                     "upgrade",          "te"};
  for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
    if (cs_http_is(name, ours[i])) return true;
  return false;
}

static cs_status put_span(cs_buf *out, cs_span s) {
  return cs_buf_put(out, s.at, s.n);
}

static cs_status put_header(cs_buf *out, const cs_http_header *h) {
  cs_status st = put_span(out, h->name);
  if (st == CS_OK) st = cs_buf_put(out, ": ", 2);
  if (st == CS_OK) st = put_span(out, h->value);
  return st == CS_OK ? cs_buf_put(out, "\r\n", 2) : st;
}

static cs_status put_headers(const cs_fetch_ask *ask, cs_buf *out,
                             cs_error *err) {
  bool named = false;
  cs_status st = CS_OK;
  for (size_t i = 0; st == CS_OK && i < ask->nheaders; i++) {
    const cs_http_header *h = &ask->headers[i];
    if (!is_token(h->name) || !is_value(h->value))
      return cs_error_set(err, CS_EINVAL, "invalid header %.60s",
                          is_token(h->name) ? "value" : "name");
    if (is_ours(h->name)) continue;
    named = named || cs_http_is(h->name, "host");
    st = put_header(out, h);
  }
  if (st == CS_OK && !named)
    st = put_header(out, &(cs_http_header){{"Host", 4}, ask->host});
  if (st == CS_OK && ask->follows && ask->size < 0)
    return cs_buf_put_text(out, "Transfer-Encoding: chunked\r\n");
  if (st == CS_OK && ask->follows)
    return cs_buf_printf(out, "Content-Length: %lld\r\n", (long long)ask->size);
  if (st == CS_OK && ask->has_body)
    st = cs_buf_printf(out, "Content-Length: %zu\r\n", ask->body.n);
  return st;
}

cs_status cs_fetch_write(const cs_fetch_ask *ask, cs_buf *out, cs_error *err) {
  if (!is_token(ask->method) || ask->method.n >= CS_HTTP_METHOD)
    return cs_error_set(err, CS_EINVAL, "invalid HTTP method");
  if (!is_url(ask->url) || !ask->host.n)
    return cs_error_set(err, CS_EINVAL,
                        "invalid URL (expected http://host/path or "
                        "https://host/path, percent-encoded)");
  cs_status st = put_span(out, ask->method);
  if (st == CS_OK) st = cs_buf_put(out, " ", 1);
  if (st == CS_OK) st = put_span(out, ask->url);
  if (st == CS_OK) st = cs_buf_put_text(out, " HTTP/1.1\r\n");
  if (st == CS_OK) st = put_headers(ask, out, err);
  if (st == CS_OK) st = cs_buf_put(out, "\r\n", 2);
  if (st == CS_OK) st = put_span(out, ask->body);
  if (st == CS_OK || st == CS_EINVAL) return st;
  return cs_error_set(err, st, "the request is too large");
}

/* --- reading ------------------------------------------------------------- */

void cs_fetch_init(cs_fetch_reply *r, bool head_only, size_t body_max) {
  *r = (cs_fetch_reply){.head_only = head_only};
  cs_buf_init(&r->in, 4 * CS_HTTP_HEAD);
  cs_buf_init(&r->body, body_max);
}

void cs_fetch_fini(cs_fetch_reply *r) {
  cs_buf_fini(&r->in);
  cs_buf_fini(&r->body);
}

static cs_fetch_state take_body(cs_fetch_reply *r, const char *at, size_t n) {
  while (n > 0 && !r->frame.done) {
    size_t used, content;
    if (!cs_http_body_take(&r->frame, at, n, &used, &content))
      return CS_FETCH_BAD;
    if (content && cs_buf_put(&r->body, at + used - content, content) != CS_OK)
      return CS_FETCH_LONG;
    if (used == 0) break;
    at += used;
    n -= used;
  }
  return r->frame.done ? CS_FETCH_DONE : CS_FETCH_MORE;
}

/* The head stays in `in`, which does not move once it is complete. */
static cs_fetch_state take_head(cs_fetch_reply *r, const char *bytes,
                                size_t n) {
  if (cs_buf_put(&r->in, bytes, n) != CS_OK) return CS_FETCH_BAD;
  for (;;) {
    const char *at = r->in.data + r->used;
    size_t left = r->in.len - r->used;
    cs_http_state st = cs_http_reply(at, left, r->head_only, &r->head);
    if (st == CS_HTTP_MORE) return CS_FETCH_MORE;
    if (st != CS_HTTP_DONE || r->head.status == 101) return CS_FETCH_BAD;
    r->used += r->head.size;
    if (r->head.status >= 200) break;
  }
  r->has_head = true;
  cs_http_body_init(&r->frame, &r->head);
  return take_body(r, r->in.data + r->used, r->in.len - r->used);
}

cs_fetch_state cs_fetch_take(cs_fetch_reply *r, const char *bytes, size_t n) {
  if (n == 0 && r->has_head && r->frame.frame == CS_FRAME_CLOSE)
    return CS_FETCH_DONE;
  if (n == 0) return CS_FETCH_BAD;
  if (!r->has_head) {
    cs_fetch_state st = take_head(r, bytes, n);
    return st == CS_FETCH_MORE && r->frame.done ? CS_FETCH_DONE : st;
  }
  return take_body(r, bytes, n);
}
