/*
 * ws.c - the bytes of a WebSocket: messages out of frames.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "worker/ws.h"

#include <string.h>

#define FIN      0x80
#define RESERVED 0x70
#define MASKED   0x80
#define IN_16    126 /* the length follows in so many bits */
#define IN_64    127
#define KEPT     (UINT32_C(1) << 20) /* memory for the next message */

void cs_ws_init(cs_ws_in *in, bool from_client, size_t max) {
  *in = (cs_ws_in){.from_client = from_client};
  cs_buf_init(&in->message, max);
}

void cs_ws_fini(cs_ws_in *in) {
  cs_buf_fini(&in->message);
}

/* The message was handed out: a large one must not cost memory for ever. */
static void forget(cs_ws_in *in) {
  size_t max = in->message.max;
  if (in->message.room <= KEPT) {
    cs_buf_clear(&in->message);
    return;
  }
  cs_buf_fini(&in->message);
  cs_buf_init(&in->message, max);
}

/* --- heads --------------------------------------------------------------- */

/* How long the head is, by its first `n` bytes. */
static size_t head_size(const uint8_t *head, size_t n) {
  if (n < 2) return 2;
  uint8_t len = head[1] & 0x7F;
  size_t more = len == IN_64 ? 8 : len == IN_16 ? 2 : 0;
  return 2 + more + (head[1] & MASKED ? 4 : 0);
}

static uint64_t read_big(const uint8_t *p, size_t n) {
  uint64_t v = 0;
  for (size_t i = 0; i < n; i++) v = v << 8 | p[i];
  return v;
}

/* The shortest form of a length is the only one; false: it is another. */
static bool read_length(const uint8_t *head, uint64_t *out, size_t *size) {
  uint8_t len = head[1] & 0x7F;
  *size = len == IN_64 ? 8 : len == IN_16 ? 2 : 0;
  *out = *size ? read_big(head + 2, *size) : len;
  if (len == IN_16) return *out >= IN_16;
  return len != IN_64 || (*out > UINT16_MAX && *out <= INT64_MAX);
}

static bool is_control(uint8_t op) {
  return op >= CS_WS_OP_CLOSE;
}

/* May this frame come now?  Its fields are read. */
static bool fits_in(const cs_ws_in *in) {
  if (is_control(in->op))
    return in->fin && in->len <= CS_WS_CONTROL_MAX && in->op <= CS_WS_OP_PONG;
  return in->op == (in->begun ? CS_WS_OP_MORE : CS_WS_OP_BINARY);
}

static cs_ws_got read_head(cs_ws_in *in) {
  size_t size;
  uint8_t first = in->head[0];
  bool masked = in->head[1] & MASKED;
  if (first & RESERVED || masked != in->from_client) return CS_WS_BAD;
  if (!read_length(in->head, &in->len, &size)) return CS_WS_BAD;
  in->op = first & 0x0F;
  in->fin = first & FIN;
  in->done = 0;
  if (masked) memcpy(in->mask, in->head + 2 + size, 4);
  if (!fits_in(in)) return CS_WS_BAD;
  if (is_control(in->op))
    in->control_len = 0;
  else if (in->len > in->message.max - in->message.len)
    return CS_WS_LONG;
  in->in_payload = true;
  in->head_len = 0;
  return CS_WS_MORE;
}

/* --- payload ------------------------------------------------------------- */

static cs_ws_got keep(cs_ws_in *in, const uint8_t *bytes, size_t n) {
  uint8_t *to = in->control + in->control_len;
  if (n == 0) return CS_WS_MORE;
  if (!is_control(in->op)) {
    if (cs_buf_put(&in->message, bytes, n) != CS_OK) return CS_WS_MEMORY;
    to = (uint8_t *)in->message.data + in->message.len - n;
  } else {
    memcpy(to, bytes, n); /* fits_in: at most CS_WS_CONTROL_MAX in all */
    in->control_len = (uint8_t)(in->control_len + n);
  }
  if (in->from_client) cs_ws_mask(to, n, in->mask, in->done);
  in->done += n;
  return CS_WS_MORE;
}

/* The frame is complete: what does that complete? */
static cs_ws_got end_frame(cs_ws_in *in) {
  in->in_payload = false;
  if (is_control(in->op)) {
    /* The reason of a close has two bytes or is left out. */
    if (in->op == CS_WS_OP_CLOSE)
      return in->control_len == 1 ? CS_WS_BAD : CS_WS_CLOSE;
    return in->op == CS_WS_OP_PING ? CS_WS_PING : CS_WS_PONG;
  }
  in->begun = !in->fin;
  in->told = in->fin;
  return in->fin ? CS_WS_MESSAGE : CS_WS_MORE;
}

cs_ws_got cs_ws_take(cs_ws_in *in, const uint8_t *bytes, size_t n,
                     size_t *used) {
  cs_ws_got got = CS_WS_MORE;
  size_t at = 0;
  if (in->told) forget(in);
  in->told = false;
  while (got == CS_WS_MORE && (at < n || in->in_payload)) {
    if (!in->in_payload) {
      in->head[in->head_len++] = bytes[at++];
      if (in->head_len == head_size(in->head, in->head_len))
        got = read_head(in);
      continue;
    }
    uint64_t left = in->len - in->done;
    size_t k = n - at < left ? n - at : (size_t)left;
    got = keep(in, bytes + at, k);
    at += k;
    if (got == CS_WS_MORE && in->done == in->len)
      got = end_frame(in);
    else if (at == n)
      break;
  }
  *used = at;
  return got;
}

/* --- sending ------------------------------------------------------------- */

size_t cs_ws_head(uint8_t out[CS_WS_HEAD_MAX], cs_ws_op op, uint64_t len,
                  const uint8_t mask[4]) {
  size_t n = 2, size = len > UINT16_MAX ? 8 : len >= IN_16 ? 2 : 0;
  out[0] = (uint8_t)(FIN | op);
  out[1] = (uint8_t)(size == 8 ? IN_64 : size == 2 ? IN_16 : len);
  for (size_t i = size; i > 0; i--) out[n++] = (uint8_t)(len >> 8 * (i - 1));
  if (!mask) return n;
  out[1] |= MASKED;
  memcpy(out + n, mask, 4);
  return n + 4;
}

void cs_ws_mask(uint8_t *bytes, size_t n, const uint8_t mask[4], uint64_t at) {
  uint8_t turned[8];
  uint64_t wide, word;
  size_t i = 0;
  for (size_t k = 0; k < 8; k++) turned[k] = mask[(at + k) & 3];
  memcpy(&wide, turned, 8);
  for (; n - i >= 8; i += 8) {
    memcpy(&word, bytes + i, 8);
    word ^= wide;
    memcpy(bytes + i, &word, 8);
  }
  for (; i < n; i++) bytes[i] ^= turned[i & 7];
}
