/*
 * headers.c - which headers cross, and the heads that are written.
 *
 * Headers of one hop stay on that hop: those that HTTP names, and those that
 * the sender's Connection header names.  Framing is written anew.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "egress/headers.h"

#include <string.h>

static bool is_one_of(cs_span name, const char *const *list) {
  for (; *list; list++)
    if (cs_http_is(name, *list)) return true;
  return false;
}

static const char *const hop[] = {"connection",
                                  "keep-alive",
                                  "proxy-connection",
                                  "te",
                                  "proxy-authorization",
                                  "proxy-authenticate",
                                  "trailer",
                                  "transfer-encoding",
                                  "content-length",
                                  "upgrade",
                                  "expect",
                                  "host",
                                  "http2-settings",
                                  "alt-svc",
                                  NULL};

/* A method in a header would be a way around a rule that names methods. */
static const char *const overrides[] = {
    "x-http-method-override", "x-http-method", "x-method-override", NULL};

static bool is_nominated(const cs_http_head *h, cs_span name) {
  char lower[64];
  if (name.n >= sizeof lower) return false;
  for (size_t i = 0; i < name.n; i++)
    lower[i] = name.at[i] >= 'A' && name.at[i] <= 'Z'
                   ? (char)(name.at[i] + ('a' - 'A'))
                   : name.at[i];
  lower[name.n] = 0;
  for (size_t i = 0; i < h->nheaders; i++)
    if (cs_http_is(h->headers[i].name, "connection") &&
        cs_http_lists(h->headers[i].value, lower))
      return true;
  return false;
}

static cs_status put_name(cs_buf *out, cs_span name) {
  cs_status st = cs_buf_put(out, name.at, name.n);
  return st == CS_OK ? cs_buf_put(out, ": ", 2) : st;
}

/* --- requests ------------------------------------------------------------ */

static bool crosses(const cs_conn *c, const cs_http_head *h, cs_span name,
                    bool bound) {
  const cs_rules *r = c->gate->rules;
  if (is_one_of(name, hop) || is_nominated(h, name)) return false;
  if (bound &&
      (cs_http_is(name, "accept-encoding") || cs_http_is(name, "range")))
    return false;
  return !(r->at[c->rule].methods && is_one_of(name, overrides));
}

static cs_status put_line(cs_conn *c, const char *path, cs_span query) {
  cs_buf target;
  cs_buf_init(&target, 2 * CS_HTTP_HEAD);
  cs_status st = cs_buf_put_text(&target, path);
  if (st == CS_OK) st = cs_buf_put(&target, query.at, query.n);
  if (st == CS_OK) st = cs_buf_printf(&c->up.out, "%s ", c->method);
  if (st == CS_OK)
    st = cs_swap_target(&c->swap, (cs_span){cs_buf_text(&target), target.len},
                        &c->up.out);
  cs_buf_fini(&target);
  if (st != CS_OK) return st;
  bool usual = c->port == (c->proto == CS_PROTO_HTTPS ? 443 : 80);
  bool six = c->name.address.family == 6;
  st = cs_buf_printf(&c->up.out, " HTTP/1.1\r\nHost: %s%s%s", six ? "[" : "",
                     c->name.text, six ? "]" : "");
  if (st == CS_OK && !usual) st = cs_buf_printf(&c->up.out, ":%u", c->port);
  return st == CS_OK ? cs_buf_put(&c->up.out, "\r\n", 2) : st;
}

cs_status cs_headers_request(cs_conn *c, const cs_http_head *h,
                             const char *path, cs_span query) {
  bool bound = cs_vault_has(&c->gate->secrets, &c->name);
  cs_status st = put_line(c, path, query);
  for (size_t i = 0; st == CS_OK && i < h->nheaders; i++) {
    const cs_http_header *f = &h->headers[i];
    if (!crosses(c, h, f->name, bound)) continue;
    st = put_name(&c->up.out, f->name);
    if (st == CS_OK)
      st = cs_swap_header(&c->swap, f->name, f->value, &c->up.out);
    if (st == CS_OK) st = cs_buf_put(&c->up.out, "\r\n", 2);
  }
  /* What is compressed cannot be searched for values. */
  if (st == CS_OK && bound)
    st = cs_buf_put_text(&c->up.out, "Accept-Encoding: identity\r\n");
  if (st == CS_OK && c->upgrade)
    st = cs_buf_put_text(&c->up.out,
                         "Connection: Upgrade\r\nUpgrade: websocket\r\n");
  return st;
}

cs_status cs_headers_frame(cs_buf *out, cs_http_frame frame, uint64_t length) {
  if (frame == CS_FRAME_CHUNKED)
    return cs_buf_put_text(out, "Transfer-Encoding: chunked\r\n\r\n");
  if (frame == CS_FRAME_LENGTH)
    return cs_buf_printf(out, "Content-Length: %llu\r\n\r\n",
                         (unsigned long long)length);
  return cs_buf_put(out, "\r\n", 2);
}

/* --- replies ------------------------------------------------------------- */

/* A header's value, without the values of secrets. */
static cs_status put_scrubbed(cs_conn *c, cs_span value) {
  cs_status st = CS_OK;
  if (!c->scrub.secrets) return cs_buf_put(&c->guest.out, value.at, value.n);
  st = cs_scrub_put(&c->scrub, value.at, value.n, true, &c->guest.out);
  return st;
}

static cs_status put_framing(cs_conn *c, const cs_http_head *h) {
  cs_buf *out = &c->guest.out;
  bool raw = h->frame == CS_FRAME_LENGTH && !c->scrub.secrets;
  cs_status st = CS_OK;
  c->reply_chunked = false;
  if (h->frame == CS_FRAME_NONE) {
    const cs_http_header *f = cs_http_find(h, "content-length");
    if (f && c->head_only && h->status >= 200 && h->status != 204)
      st = cs_buf_printf(out, "Content-Length: %.*s\r\n", (int)f->value.n,
                         f->value.at);
  } else if (raw) {
    st = cs_buf_printf(out, "Content-Length: %llu\r\n",
                       (unsigned long long)h->length);
  } else if (c->guest_old) {
    c->keep = false;
  } else {
    c->reply_chunked = true;
    st = cs_buf_put_text(out, "Transfer-Encoding: chunked\r\n");
  }
  if (st == CS_OK && h->status == 101)
    return cs_buf_put_text(out,
                           "Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
  if (st == CS_OK && !c->keep)
    st = cs_buf_put_text(out, "Connection: close\r\n");
  if (st == CS_OK && c->keep && c->guest_old)
    st = cs_buf_put_text(out, "Connection: keep-alive\r\n");
  return st == CS_OK ? cs_buf_put(out, "\r\n", 2) : st;
}

cs_status cs_headers_reply(cs_conn *c, const cs_http_head *h) {
  cs_buf *out = &c->guest.out;
  cs_status st = cs_buf_printf(out, "HTTP/1.1 %d ", h->status);
  if (st == CS_OK && h->reason.n) st = put_scrubbed(c, h->reason);
  if (st == CS_OK) st = cs_buf_put(out, "\r\n", 2);
  for (size_t i = 0; st == CS_OK && i < h->nheaders; i++) {
    const cs_http_header *f = &h->headers[i];
    if (is_one_of(f->name, hop) || is_nominated(h, f->name)) continue;
    if (cs_http_is(f->name, "x-caisson-denial")) continue; /* our own word */
    st = put_scrubbed(c, f->name); /* redteam: I03 - a name can hold a value */
    if (st == CS_OK) st = cs_buf_put(out, ": ", 2);
    if (st == CS_OK && f->value.n) st = put_scrubbed(c, f->value);
    if (st == CS_OK) st = cs_buf_put(out, "\r\n", 2);
  }
  return st == CS_OK ? put_framing(c, h) : st;
}
