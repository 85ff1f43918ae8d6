/*
 * http_body.c - the content of a body, out of its framing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <assert.h>

#include "egress/http.h"

#define EXTRA_MAX 8192 /* bytes of chunk extensions and trailers */

enum step {
  SIZE,      /* hexadecimal digits */
  SIZE_MORE, /* after the first digit */
  EXTENSION, /* dropped up to CR */
  SIZE_LF,
  DATA,
  DATA_CR,
  DATA_LF,
  TRAILER,    /* begin of a line */
  TRAILER_IN, /* in one, dropped */
  TRAILER_LF,
  END_LF
};

void cs_http_body_init(cs_http_body *b, const cs_http_head *h) {
  *b = (cs_http_body){.frame = h->frame, .left = h->length, .step = SIZE};
  if (h->frame == CS_FRAME_CHUNKED) b->left = 0;
  b->done = h->frame == CS_FRAME_NONE ||
            (h->frame == CS_FRAME_LENGTH && h->length == 0);
}

static int hex(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool add_digit(cs_http_body *b, char c) {
  if (hex(c) < 0 || b->left >> 56) return false;
  b->left = b->left << 4 | (unsigned)hex(c);
  b->step = SIZE_MORE;
  return true;
}

static bool is_dropped(cs_http_body *b, char c) {
  return ++b->extra <= EXTRA_MAX && c != '\n' && c != 0;
}

/* One byte of the syntax around chunks; false: malformed. */
static bool step(cs_http_body *b, char c) {
  switch ((enum step)b->step) {
    case SIZE: return add_digit(b, c);
    case SIZE_MORE:
      if (hex(c) >= 0) return add_digit(b, c);
      b->step = c == '\r' ? SIZE_LF : EXTENSION;
      return c == '\r' || c == ';';
    case EXTENSION:
      if (c == '\r') b->step = SIZE_LF;
      return is_dropped(b, c);
    case SIZE_LF: b->step = b->left ? DATA : TRAILER; return c == '\n';
    case DATA_CR: b->step = DATA_LF; return c == '\r';
    case DATA_LF: b->step = SIZE; return c == '\n';
    case TRAILER: b->step = c == '\r' ? END_LF : TRAILER_IN; break;
    case TRAILER_IN:
      if (c == '\r') b->step = TRAILER_LF;
      break;
    case TRAILER_LF: b->step = TRAILER; return c == '\n';
    case END_LF: b->done = true; return c == '\n';
    case DATA: assert(false); return false;
  }
  return is_dropped(b, c);
}

/* `n` bytes at most, of which this body still has some. */
static size_t take_content(cs_http_body *b, size_t n) {
  size_t taken = n < b->left ? n : (size_t)b->left;
  b->left -= taken;
  return taken;
}

bool cs_http_body_take(cs_http_body *b, const char *bytes, size_t n,
                       size_t *used, size_t *content) {
  size_t at = 0;
  *used = *content = 0;
  if (b->done) return true;
  if (b->frame == CS_FRAME_CLOSE) {
    *used = *content = n;
    return true;
  }
  if (b->frame == CS_FRAME_LENGTH) {
    *used = *content = take_content(b, n);
    b->done = b->left == 0;
    return true;
  }
  while (at < n && !b->done && b->step != DATA)
    if (!step(b, bytes[at++])) return false;
  if (b->step == DATA && !b->done) {
    *content = take_content(b, n - at);
    if (b->left == 0) b->step = DATA_CR;
  }
  *used = at + *content;
  return true;
}
