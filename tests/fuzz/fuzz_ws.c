/*
 * fuzz_ws.c - any bytes as what comes over the connection of a remote worker.
 *
 * The first byte chooses: what a server gets of a client, what a client gets of
 * a server, or the HTTP request before.  The rest are bytes as they come, or a
 * recipe of eight bytes each that makes frames: good ones with something wrong.
 *
 * What must hold: the same bytes mean the same however they are cut into
 * pieces, no message is longer than its ceiling, and after an error nothing is
 * read.  Requests that are read are texts within their bytes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "remote/upgrade.h"
#include "worker/ws.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define CEILING 512
#define STREAM  8192

static void must(bool ok) {
  if (!ok) abort();
}

/* --- frames -------------------------------------------------------------- */

typedef struct sum { /* of everything that was said */
  uint64_t hash;
  uint32_t messages, controls;
  cs_ws_got last;
} sum;

static void mix(sum *s, const void *bytes, size_t n) {
  const uint8_t *p = bytes;
  for (size_t i = 0; i < n; i++)
    s->hash = (s->hash ^ p[i]) * UINT64_C(0x100000001B3);
}

static void note(sum *s, const cs_ws_in *in, cs_ws_got got) {
  mix(s, &got, sizeof got);
  if (got == CS_WS_MESSAGE) {
    must(in->message.len <= CEILING);
    s->messages++;
    mix(s, cs_buf_text(&in->message), in->message.len);
  } else if (got != CS_WS_MORE) {
    must(in->control_len <= CS_WS_CONTROL_MAX);
    s->controls++;
    mix(s, in->control, in->control_len);
  }
}

/* Read `n` bytes in pieces of at most `piece`. */
static sum read_all(const uint8_t *bytes, size_t n, size_t piece,
                    bool from_client) {
  cs_ws_in in;
  sum s = {.hash = UINT64_C(0xCBF29CE484222325)};
  cs_ws_init(&in, from_client, CEILING);
  for (size_t at = 0; at < n && s.last < CS_WS_BAD;) {
    size_t used, k = n - at < piece ? n - at : piece;
    /* An exact copy: a byte too far is seen by a sanitizer. */
    uint8_t *part = malloc(k);
    must(part != NULL);
    memcpy(part, bytes + at, k);
    s.last = cs_ws_take(&in, part, k, &used);
    free(part);
    must(used <= k && (used > 0 || s.last != CS_WS_MORE));
    must(s.last != CS_WS_MORE || used == k);
    if (s.last != CS_WS_MORE) note(&s, &in, s.last);
    at += used;
  }
  cs_ws_fini(&in);
  if (s.last < CS_WS_BAD) s.last = CS_WS_MORE;
  return s;
}

static size_t add(uint8_t *to, size_t at, const void *bytes, size_t n) {
  if (n > STREAM - at) n = STREAM - at;
  memcpy(to + at, bytes, n);
  return at + n;
}

/* A frame of a recipe: kind, length, first bytes, and what is wrong. */
static size_t add_frame(uint8_t *to, size_t at, const uint8_t r[8],
                        bool from_client) {
  static const cs_ws_op ops[] = {CS_WS_OP_BINARY, CS_WS_OP_MORE, CS_WS_OP_PING,
                                 CS_WS_OP_PONG, CS_WS_OP_CLOSE};
  static const uint16_t lengths[] = {0, 2, 8, 125, 126, 300, CEILING, 600};
  uint8_t head[CS_WS_HEAD_MAX], body[1024];
  uint64_t n = lengths[r[1] % 8];
  memset(body, r[2], sizeof body);
  bool masked = from_client != (r[3] % 16 == 0);
  size_t h = cs_ws_head(head, ops[r[0] % 5], n, masked ? r + 4 : NULL);
  switch (r[3] % 8) {
    case 1: head[0] &= 0x7F; break; /* more follows */
    case 2: head[0] |= 0x40; break; /* a bit that nobody agreed on */
    case 3: head[1] = (uint8_t)(head[1] & 0x80) | r[4] % 128; break;
    case 4: head[0] = (uint8_t)(head[0] & 0xF0) | r[5] % 16; break;
    case 5:
      if (h > 9) memset(head + 2, r[5], 8); /* a length of any size */
      break;
    default: break;
  }
  at = add(to, at, head, h);
  return add(to, at, body, (size_t)n);
}

static void try_frames(const uint8_t *data, size_t size, bool from_client,
                       bool recipe) {
  static uint8_t stream[STREAM];
  size_t n = 0;
  if (!recipe) n = add(stream, 0, data, size);
  for (size_t i = 0; recipe && i + 8 <= size; i += 8)
    n = add_frame(stream, n, data + i, from_client);
  sum whole = read_all(stream, n, STREAM, from_client);
  for (size_t piece = 1; piece < 20; piece += 6) {
    sum cut = read_all(stream, n, piece, from_client);
    must(cut.hash == whole.hash && cut.last == whole.last &&
         cut.messages == whole.messages && cut.controls == whole.controls);
  }
}

/* --- requests ------------------------------------------------------------ */

static void inside(const char *text, const char *from, size_t n) {
  must(!text || (text >= from && text + strlen(text) <= from + n));
}

static void try_request(const uint8_t *data, size_t size) {
  static const char good[] =
      "GET /worker HTTP/1.1\r\nHost: 127.0.0.1:1\r\nUpgrade: websocket\r\n"
      "Connection: keep-alive, Upgrade\r\nSec-WebSocket-Version: 13\r\n"
      "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
      "Sec-WebSocket-Protocol: a, caisson.worker.1\r\n\r\n";
  char accept[CS_UPGRADE_ACCEPT];
  cs_upgrade u;
  size_t n = sizeof good - 1;
  char *text = malloc(n + 1);
  must(text != NULL);
  memcpy(text, good, n + 1);
  for (size_t i = 0; i + 3 <= size; i += 3)
    text[(size_t)(data[i] | data[i + 1] << 8) % n] = (char)data[i + 2];
  if (cs_upgrade_read(text, n, &u)) {
    const char *const all[] = {u.method,        u.path,      u.host, u.origin,
                               u.authorization, u.upgrade,   u.key,  u.version,
                               u.protocol,      u.connection};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
      inside(all[i], text, n);
    if (!cs_upgrade_check(&u, "caisson.worker.1")) {
      cs_upgrade_accept(u.key, accept);
      must(strlen(accept) == CS_UPGRADE_ACCEPT - 1);
    }
  }
  free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 1) return 0;
  if (data[0] % 8 == 7)
    try_request(data + 1, size - 1);
  else
    try_frames(data + 1, size - 1, data[0] & 1, data[0] & 2);
  return 0;
}
