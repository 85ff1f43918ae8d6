/*
 * capture.c - what a run printed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "serve/capture.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "serve/text.h"

void cs_capture_init(cs_capture *c) {
  *c = (cs_capture){.total = 0};
  cs_buf_init(&c->head, CS_CAPTURE_KEEP);
}

void cs_capture_fini(cs_capture *c) {
  cs_buf_fini(&c->head);
}

/* Without memory the beginning ends earlier; the count stays right. */
void cs_capture_put(cs_capture *c, const char *s, size_t n) {
  if (c->head.len == c->total) {
    size_t room = CS_CAPTURE_KEEP - c->head.len;
    (void)!cs_buf_put(&c->head, s, n < room ? n : room);
  }
  size_t skip = n > CS_CAPTURE_TAIL ? n - CS_CAPTURE_TAIL : 0;
  for (size_t i = skip; i < n; i++)
    c->tail[(c->total + i) % CS_CAPTURE_TAIL] = s[i];
  c->total += n;
}

/* Four letters are about a token; of other scripts two bytes are one. */
size_t cs_capture_fit(const cs_capture *c, size_t most) {
  const char *s = cs_buf_text(&c->head);
  size_t weight = 0, i = 0;
  while (i < most && i < c->head.len && weight < 4 * CS_CAPTURE_TOKENS)
    weight += s[i++] & 0x80 ? 2 : 1;
  return i < c->head.len ? i : most;
}

bool cs_capture_is_cut(const cs_capture *c, size_t most) {
  most = cs_capture_fit(c, most);
  return c->total > most || c->head.len < c->total;
}

/* The last `n` <= CS_CAPTURE_TAIL bytes. */
static cs_status put_tail(const cs_capture *c, size_t n, cs_buf *out) {
  cs_status st = CS_OK;
  char bytes[CS_CAPTURE_TAIL];
  size_t skip = 0;
  for (size_t i = 0; i < n; i++)
    bytes[i] = c->tail[(c->total - n + i) % CS_CAPTURE_TAIL];
  while (skip < n && skip < 3 && !cs_utf8_is_start((uint8_t)bytes[skip]))
    skip++;
  st = cs_text_clean(bytes + skip, n - skip, out, NULL);
  return st;
}

static cs_status put_marker(uint64_t left, uint64_t total, const char *nonce,
                            const char *ref, cs_buf *out) {
  return cs_buf_printf(
      out, "\n[caisson:%s %" PRIu64 " of %" PRIu64 " bytes left out%s%s]\n",
      nonce, left, total, ref ? "; fetch with output_ref " : "",
      ref ? ref : "");
}

/* Three quarters of the view are the beginning. */
static cs_status put_view(const cs_capture *c, size_t most, const char *nonce,
                          const char *ref, cs_buf *out) {
  const char *head = cs_buf_text(&c->head);
  most = cs_capture_fit(c, most);
  if (!cs_capture_is_cut(c, most))
    return cs_text_clean(head, c->head.len, out, NULL);
  size_t end = most / 4 < CS_CAPTURE_TAIL ? most / 4 : CS_CAPTURE_TAIL;
  size_t start = cs_text_cut(head, c->head.len, most - end);
  if (start + end > c->total) end = (size_t)(c->total - start);
  cs_status st = cs_text_clean(head, start, out, NULL);
  if (st == CS_OK)
    st = put_marker(c->total - start - end, c->total, nonce, ref, out);
  return st == CS_OK ? put_tail(c, end, out) : st;
}

/* A NUL, or many bytes that are no text: nobody wants to read it. */
static bool is_binary(const cs_capture *c) {
  size_t n = c->head.len < 8192 ? c->head.len : 8192, bad = 0;
  const uint8_t *s = (const uint8_t *)cs_buf_text(&c->head);
  for (size_t i = 0; i < n;) {
    uint32_t cp, w = cs_utf8_decode_check(s + i, n - i, true, &cp);
    if (w == 0 && n - i >= CS_UTF8_LONGEST) bad++;
    if (w && cp == 0) return true;
    i += w ? w : 1;
  }
  return bad * 10 > n;
}

json_t *cs_capture_view(const cs_capture *c, size_t most, const char *nonce,
                        const char *ref) {
  cs_buf b;
  cs_buf_init(&b, 4 * most + 65536);
  cs_status st;
  if (is_binary(c))
    st = cs_buf_printf(&b, "[caisson:%s %" PRIu64 " bytes that are no text]",
                       nonce, c->total);
  else
    st = put_view(c, most, nonce, ref, &b);
  json_t *v = NULL;
  if (st == CS_OK) v = json_stringn_nocheck(cs_buf_text(&b), b.len);
  cs_buf_fini(&b);
  return v;
}

json_t *cs_capture_part(const cs_capture *c, size_t at, size_t n) {
  const char *s = cs_buf_text(&c->head);
  if (at > c->head.len) at = c->head.len;
  size_t left = c->head.len - at;
  return cs_text_json(s + at, cs_text_cut(s + at, left, n));
}

bool cs_capture_is_text(const cs_capture *c) {
  const uint8_t *s = (const uint8_t *)cs_buf_text(&c->head);
  size_t good = cs_utf8_check(s, c->head.len, false, NULL);
  if (memchr(s, 0, c->head.len)) return false;
  if (good == c->head.len) return true;
  return c->head.len < c->total && c->head.len - good < CS_UTF8_LONGEST;
}
