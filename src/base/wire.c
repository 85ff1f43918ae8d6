/*
 * wire.c - writing values as bytes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/wire.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

#define FIRST 256 /* bytes of the first allocation */

void cs_wire_init(cs_wire *w, size_t max) {
  *w = (cs_wire){.max = max, .grows = true};
}

void cs_wire_init_fixed(cs_wire *w, void *memory, size_t size) {
  *w = (cs_wire){.data = memory, .room = size, .max = size};
}

void cs_wire_fini(cs_wire *w) {
  if (w->grows) free(w->data);
  *w = (cs_wire){0};
}

void cs_wire_clear(cs_wire *w) {
  w->len = 0;
  w->status = CS_OK;
}

static bool fail(cs_wire *w, cs_status st) {
  if (w->status == CS_OK) w->status = st;
  return false;
}

static bool grow(cs_wire *w, size_t n) {
  if (w->status != CS_OK) return false;
  if (n > w->max - w->len) return fail(w, CS_ELIMIT);
  if (!w->grows) return true; /* room is max */
  size_t want = w->room ? w->room : FIRST;
  while (want < w->len + n) want *= 2;
  if (want > w->max) want = w->max;
  uint8_t *p = realloc(w->data, want);
  if (!p) return fail(w, CS_EOS);
  w->data = p;
  w->room = want;
  return true;
}

/* `n` more bytes to write to, or NULL. */
static inline uint8_t *take(cs_wire *w, size_t n) {
  if ((n > w->room - w->len || w->status != CS_OK) && !grow(w, n)) return NULL;
  uint8_t *p = w->data + w->len;
  w->len += n;
  return p;
}

static inline void put16(uint8_t *p, uint32_t v) {
  uint16_t x = (uint16_t)v;
  memcpy(p, &x, 2);
}
static inline void put32(uint8_t *p, uint32_t v) {
  memcpy(p, &v, 4);
}
static inline void put64(uint8_t *p, uint64_t v) {
  memcpy(p, &v, 8);
}

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the encoding is little-endian, and so must be the machine"
#endif

void cs_wire_tagged(cs_wire *w, cs_wire_tag tag) {
  uint8_t *p = take(w, 1);
  if (p) p[0] = (uint8_t)tag;
}

void cs_wire_tagged1(cs_wire *w, cs_wire_tag tag, uint8_t detail) {
  uint8_t *p = take(w, 2);
  if (!p) return;
  p[0] = (uint8_t)tag;
  p[1] = detail;
}

void cs_wire_none(cs_wire *w) {
  cs_wire_tagged(w, CS_WIRE_NONE);
}

void cs_wire_bool(cs_wire *w, bool v) {
  cs_wire_tagged(w, v ? CS_WIRE_TRUE : CS_WIRE_FALSE);
}

/* --- numbers ------------------------------------------------------------- */

void cs_wire_int(cs_wire *w, int64_t v) {
  uint8_t *p = take(w, 9);
  if (!p) return;
  p[0] = CS_WIRE_INT;
  put64(p + 1, (uint64_t)v);
}

void cs_wire_uint(cs_wire *w, uint64_t v) {
  if (v <= INT64_MAX)
    cs_wire_int(w, (int64_t)v);
  else
    cs_wire_bigint(w, false, &v, 8);
}

/* Does the magnitude fit 64 signed bits? */
static bool as_int(const uint8_t *m, size_t n, bool negative, int64_t *out) {
  uint64_t v = 0;
  if (n > 8) return false;
  memcpy(&v, m, n);
  if (v > (uint64_t)INT64_MAX + negative) return false;
  *out = negative ? (int64_t)(0 - v) : (int64_t)v;
  return true;
}

void cs_wire_bigint(cs_wire *w, bool negative, const void *magnitude,
                    size_t n) {
  const uint8_t *m = magnitude;
  int64_t small;
  while (n > 0 && m[n - 1] == 0) n--;
  if (as_int(m, n, negative, &small)) {
    cs_wire_int(w, small);
    return;
  }
  uint8_t *p = n < CS_WIRE_MAX ? take(w, 6 + n) : NULL;
  if (!p) {
    fail(w, CS_ELIMIT);
    return;
  }
  p[0] = CS_WIRE_BIGINT;
  p[1] = negative;
  put32(p + 2, (uint32_t)n);
  memcpy(p + 6, m, n);
}

void cs_wire_float(cs_wire *w, double v) {
  uint8_t *p = take(w, 9);
  if (!p) return;
  p[0] = CS_WIRE_FLOAT;
  memcpy(p + 1, &v, 8);
}

void cs_wire_complex(cs_wire *w, double re, double im) {
  uint8_t *p = take(w, 17);
  if (!p) return;
  p[0] = CS_WIRE_COMPLEX;
  memcpy(p + 1, &re, 8);
  memcpy(p + 9, &im, 8);
}

/* --- text and bytes ------------------------------------------------------ */

uint8_t *cs_wire_bytes_room(cs_wire *w, cs_wire_tag tag, size_t n) {
  uint8_t *p = n < CS_WIRE_MAX ? take(w, 5 + n) : NULL;
  if (!p) {
    fail(w, CS_ELIMIT);
    return NULL;
  }
  p[0] = (uint8_t)tag;
  put32(p + 1, (uint32_t)n);
  return p + 5;
}

static void put_text(cs_wire *w, cs_wire_tag tag, const char *s, size_t n) {
  if (cs_utf8_check((const uint8_t *)s, n, true, NULL) != n) {
    fail(w, CS_EINVAL);
    return;
  }
  uint8_t *p = cs_wire_bytes_room(w, tag, n);
  if (p && n) memcpy(p, s, n);
}

void cs_wire_str(cs_wire *w, const char *s, size_t n) {
  put_text(w, CS_WIRE_STR, s, n);
}
void cs_wire_text(cs_wire *w, const char *s) {
  cs_wire_str(w, s, strlen(s));
}
void cs_wire_path(cs_wire *w, const char *s, size_t n) {
  put_text(w, CS_WIRE_PATH, s, n);
}

void cs_wire_bytes(cs_wire *w, const void *data, size_t n) {
  uint8_t *p = cs_wire_bytes_room(w, CS_WIRE_BYTES, n);
  if (p && n) memcpy(p, data, n);
}

/* --- containers ---------------------------------------------------------- */

void cs_wire_begin(cs_wire *w, cs_wire_tag tag, size_t n) {
  uint8_t *p = n < CS_WIRE_MAX ? take(w, 5) : NULL;
  if (!p) {
    fail(w, CS_ELIMIT);
    return;
  }
  p[0] = (uint8_t)tag;
  put32(p + 1, (uint32_t)n);
}

size_t cs_wire_open(cs_wire *w, cs_wire_tag tag) {
  cs_wire_begin(w, tag, 0);
  return w->len;
}

void cs_wire_end(cs_wire *w, size_t mark, size_t n) {
  if (w->status != CS_OK) return;
  if (n >= CS_WIRE_MAX)
    fail(w, CS_ELIMIT);
  else
    put32(w->data + mark - 4, (uint32_t)n);
}

void cs_wire_object(cs_wire *w, cs_wire_tag tag, uint8_t detail, uint64_t id,
                    size_t n) {
  uint8_t *p = n < CS_WIRE_MAX ? take(w, 14) : NULL;
  if (!p) {
    fail(w, CS_ELIMIT);
    return;
  }
  p[0] = (uint8_t)tag;
  p[1] = detail;
  put64(p + 2, id);
  put32(p + 10, (uint32_t)n);
}

void cs_wire_append(cs_wire *w, const void *message, size_t n) {
  uint8_t *p = take(w, n);
  if (p && n) memcpy(p, message, n);
}

/* --- library types ------------------------------------------------------- */

static void put_date(uint8_t *p, const int date[3]) {
  put16(p, (uint32_t)date[0]);
  p[2] = (uint8_t)date[1];
  p[3] = (uint8_t)date[2];
}

static void put_time(uint8_t *p, const int time[5]) {
  for (int i = 0; i < 3; i++) p[i] = (uint8_t)time[i];
  p[3] = (uint8_t)time[4];
  put32(p + 4, (uint32_t)time[3]);
}

void cs_wire_date(cs_wire *w, int year, int month, int day) {
  uint8_t *p = take(w, 5);
  if (!p) return;
  p[0] = CS_WIRE_DATE;
  put_date(p + 1, (int[3]){year, month, day});
}

void cs_wire_time(cs_wire *w, int hour, int minute, int second, int us,
                  int fold) {
  uint8_t *p = take(w, 9);
  if (!p) return;
  p[0] = CS_WIRE_TIME;
  put_time(p + 1, (int[5]){hour, minute, second, us, fold});
}

void cs_wire_datetime(cs_wire *w, const int date[3], const int time[5]) {
  uint8_t *p = take(w, 13);
  if (!p) return;
  p[0] = CS_WIRE_DATETIME;
  put_date(p + 1, date);
  put_time(p + 5, time);
}

void cs_wire_timedelta(cs_wire *w, int days, int seconds, int us) {
  uint8_t *p = take(w, 13);
  if (!p) return;
  p[0] = CS_WIRE_TIMEDELTA;
  put32(p + 1, (uint32_t)days);
  put32(p + 5, (uint32_t)seconds);
  put32(p + 9, (uint32_t)us);
}

void cs_wire_uuid(cs_wire *w, const uint8_t id[16]) {
  uint8_t *p = take(w, 17);
  if (!p) return;
  p[0] = CS_WIRE_UUID;
  memcpy(p + 1, id, 16);
}

void cs_wire_decimal(cs_wire *w, bool negative, int kind) {
  uint8_t *p = take(w, 3);
  if (!p) return;
  p[0] = CS_WIRE_DECIMAL;
  p[1] = negative;
  p[2] = (uint8_t)kind;
}

void cs_wire_exception(cs_wire *w, const char *type, const char *text) {
  cs_wire_tagged(w, CS_WIRE_EXCEPTION);
  cs_wire_text(w, type);
  cs_wire_text(w, text);
  cs_wire_begin(w, CS_WIRE_TUPLE, 1);
  cs_wire_text(w, text);
}

void cs_wire_oserror(cs_wire *w, int code, const char *text,
                     const char *filename, size_t n) {
  cs_wire_tagged(w, CS_WIRE_EXCEPTION);
  cs_wire_text(w, "OSError");
  cs_wire_text(w, text);
  cs_wire_begin(w, CS_WIRE_TUPLE, filename ? 3 : 2);
  cs_wire_int(w, code);
  cs_wire_text(w, text);
  if (filename) cs_wire_str(w, filename, n);
}
