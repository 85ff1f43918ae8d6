/*
 * http.c - heads of HTTP/1.1 messages, strictly.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "egress/http.h"

#include <string.h>

/* --- characters ---------------------------------------------------------- */

static bool is_token(char c) {
  if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
      (c >= '0' && c <= '9'))
    return true;
  return c && strchr("!#$%&'*+-.^_`|~", c);
}

static bool is_token_span(cs_span s) {
  for (size_t i = 0; i < s.n; i++)
    if (!is_token(s.at[i])) return false;
  return s.n > 0;
}

static char lower(char c) {
  return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

bool cs_http_is(cs_span s, const char *text) {
  if (s.n != strlen(text)) return false;
  for (size_t i = 0; i < s.n; i++)
    if (lower(s.at[i]) != text[i]) return false;
  return true;
}

static cs_span trim(cs_span s) {
  while (s.n && (s.at[0] == ' ' || s.at[0] == '\t')) s.at++, s.n--;
  while (s.n && (s.at[s.n - 1] == ' ' || s.at[s.n - 1] == '\t')) s.n--;
  return s;
}

bool cs_http_lists(cs_span value, const char *word) {
  while (value.n) {
    const char *comma = memchr(value.at, ',', value.n);
    size_t n = comma ? (size_t)(comma - value.at) : value.n;
    if (cs_http_is(trim((cs_span){value.at, n}), word)) return true;
    if (!comma) break;
    value.at += n + 1;
    value.n -= n + 1;
  }
  return false;
}

const cs_http_header *cs_http_find(const cs_http_head *h, const char *name) {
  for (size_t i = 0; i < h->nheaders; i++)
    if (cs_http_is(h->headers[i].name, name)) return &h->headers[i];
  return NULL;
}

/* --- lines --------------------------------------------------------------- */

/* The next line without its CRLF.  A CR or LF alone, or a NUL, is malformed. */
static cs_http_state next_line(const char *bytes, size_t n, size_t *at,
                               cs_span *line) {
  size_t i = *at;
  for (; i < n; i++) {
    char c = bytes[i];
    if (c == '\n' || c == 0) return CS_HTTP_BAD;
    if (c == '\r') break;
  }
  if (i - *at > CS_HTTP_HEAD) return CS_HTTP_LONG;
  if (i + 1 >= n) return n > CS_HTTP_HEAD ? CS_HTTP_LONG : CS_HTTP_MORE;
  if (bytes[i + 1] != '\n') return CS_HTTP_BAD;
  *line = (cs_span){bytes + *at, i - *at};
  *at = i + 2;
  return *at > CS_HTTP_HEAD ? CS_HTTP_LONG : CS_HTTP_DONE;
}

static bool read_header(cs_span line, cs_http_header *out) {
  const char *colon = memchr(line.at, ':', line.n);
  if (!colon) return false;
  out->name = (cs_span){line.at, (size_t)(colon - line.at)};
  if (!is_token_span(out->name)) return false; /* also folded lines */
  out->value = trim((cs_span){colon + 1, line.n - out->name.n - 1});
  for (size_t i = 0; i < out->value.n; i++) {
    unsigned char c = (unsigned char)out->value.at[i];
    if ((c < ' ' && c != '\t') || c == 0x7f) return false;
  }
  return true;
}

static cs_http_state read_headers(const char *bytes, size_t n, size_t at,
                                  cs_http_head *out) {
  for (;;) {
    cs_span line;
    cs_http_state st = next_line(bytes, n, &at, &line);
    if (st != CS_HTTP_DONE) return st;
    if (line.n == 0) break;
    if (out->nheaders == CS_HTTP_HEADERS) return CS_HTTP_LONG;
    if (!read_header(line, &out->headers[out->nheaders++])) return CS_HTTP_BAD;
  }
  out->size = at;
  return CS_HTTP_DONE;
}

/* --- meaning of headers -------------------------------------------------- */

static bool read_length(cs_span s, uint64_t *out) {
  uint64_t value = 0;
  if (s.n == 0 || s.n > 18) return false;
  for (size_t i = 0; i < s.n; i++) {
    if (s.at[i] < '0' || s.at[i] > '9') return false;
    value = value * 10 + (uint64_t)(s.at[i] - '0');
  }
  *out = value;
  return true;
}

typedef struct found { /* how often a header came */
  unsigned length, encoding, host;
} found;

/* redteam: H13, H10 */
static bool note_header(cs_http_head *h, const cs_http_header *f, found *seen) {
  if (cs_http_is(f->name, "content-length")) {
    h->frame = CS_FRAME_LENGTH;
    return ++seen->length == 1 && read_length(f->value, &h->length);
  }
  if (cs_http_is(f->name, "transfer-encoding")) {
    h->frame = CS_FRAME_CHUNKED;
    return ++seen->encoding == 1 && cs_http_is(f->value, "chunked");
  }
  if (cs_http_is(f->name, "host")) {
    h->has_host = true;
    h->host = f->value;
    return ++seen->host == 1;
  }
  if (cs_http_is(f->name, "connection")) {
    if (cs_http_lists(f->value, "close")) h->close = true;
    if (cs_http_lists(f->value, "keep-alive") && h->old) h->close = false;
  }
  if (cs_http_is(f->name, "expect")) {
    h->expects = true;
    return cs_http_is(f->value, "100-continue");
  }
  return true;
}

static bool note_headers(cs_http_head *h) {
  found seen = {0};
  h->close = h->old;
  for (size_t i = 0; i < h->nheaders; i++)
    if (!note_header(h, &h->headers[i], &seen)) return false;
  const cs_http_header *c = cs_http_find(h, "connection");
  h->upgrade = cs_http_find(h, "upgrade") != NULL;
  if (h->upgrade && !(c && cs_http_lists(c->value, "upgrade"))) return false;
  if (seen.encoding && h->old) return false;
  return !(seen.length && seen.encoding);
}

/* --- requests ------------------------------------------------------------ */

static bool read_version(cs_span s, bool *old) {
  bool is_11 = s.n == 8 && memcmp(s.at, "HTTP/1.1", 8) == 0;
  *old = s.n == 8 && memcmp(s.at, "HTTP/1.0", 8) == 0;
  return is_11 || *old;
}

/* "GET /path HTTP/1.1": exactly two spaces. */
static bool read_request_line(cs_span line, cs_http_head *out) {
  const char *end = line.at + line.n;
  const char *one = memchr(line.at, ' ', line.n);
  if (!one) return false;
  const char *two = memchr(one + 1, ' ', (size_t)(end - one - 1));
  cs_span method = {line.at, (size_t)(one - line.at)};
  if (!two || method.n >= CS_HTTP_METHOD || !is_token_span(method))
    return false;
  memcpy(out->method, method.at, method.n);
  out->target = (cs_span){one + 1, (size_t)(two - one - 1)};
  for (size_t i = 0; i < out->target.n; i++) {
    char c = out->target.at[i];
    if (c <= ' ' || c >= 0x7f) return false; /* also bytes from 0x80 on */
  }
  return out->target.n > 0 &&
         read_version((cs_span){two + 1, (size_t)(end - two - 1)}, &out->old);
}

cs_http_state cs_http_request(const char *bytes, size_t n, cs_http_head *out) {
  size_t at = 0;
  cs_span line;
  *out = (cs_http_head){.frame = CS_FRAME_NONE};
  cs_http_state st = next_line(bytes, n, &at, &line);
  if (st != CS_HTTP_DONE) return st;
  if (!read_request_line(line, out)) return CS_HTTP_BAD;
  st = read_headers(bytes, n, at, out);
  if (st == CS_HTTP_DONE && !note_headers(out)) st = CS_HTTP_BAD;
  return st;
}

/* --- replies ------------------------------------------------------------- */

static bool read_status_line(cs_span line, cs_http_head *out) {
  if (line.n < 12 || line.at[8] != ' ' ||
      !read_version((cs_span){line.at, 8}, &out->old))
    return false;
  for (size_t i = 9; i < 12; i++) {
    if (line.at[i] < '0' || line.at[i] > '9') return false;
    out->status = out->status * 10 + (line.at[i] - '0');
  }
  if (out->status < 100 || out->status > 599) return false;
  if (line.n > 12 && line.at[12] != ' ') return false;
  if (line.n > 13) out->reason = (cs_span){line.at + 13, line.n - 13};
  for (size_t i = 0; i < out->reason.n; i++) {
    unsigned char c = (unsigned char)out->reason.at[i];
    if ((c < ' ' && c != '\t') || c == 0x7f) return false;
  }
  return true;
}

static void frame_reply(cs_http_head *h, bool head_only) {
  bool framed = h->frame != CS_FRAME_NONE;
  if (head_only || h->status < 200 || h->status == 204 || h->status == 304) {
    h->frame = CS_FRAME_NONE;
  } else if (!framed) {
    h->frame = CS_FRAME_CLOSE;
    h->close = true;
  }
}

cs_http_state cs_http_reply(const char *bytes, size_t n, bool head_only,
                            cs_http_head *out) {
  size_t at = 0;
  cs_span line;
  *out = (cs_http_head){.frame = CS_FRAME_NONE};
  cs_http_state st = next_line(bytes, n, &at, &line);
  if (st != CS_HTTP_DONE) return st;
  if (!read_status_line(line, out)) return CS_HTTP_BAD;
  st = read_headers(bytes, n, at, out);
  if (st != CS_HTTP_DONE) return st;
  if (!note_headers(out) && !(out->status == 426 && out->upgrade))
    return CS_HTTP_BAD;
  frame_reply(out, head_only);
  return CS_HTTP_DONE;
}
