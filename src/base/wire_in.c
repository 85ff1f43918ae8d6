/*
 * wire_in.c - reading values from bytes that may come from anywhere.
 *
 * Every part of a value takes at least one byte, so a count that is larger
 * than the bytes left is refused at once: sizes computed from counts are
 * bounded by the length of the message.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "base/utf8.h"
#include "base/wire.h"

static uint32_t get16(const uint8_t *p) {
  uint16_t v;
  memcpy(&v, p, 2);
  return v;
}
static uint32_t get32(const uint8_t *p) {
  uint32_t v;
  memcpy(&v, p, 4);
  return v;
}
static uint64_t get64(const uint8_t *p) {
  uint64_t v;
  memcpy(&v, p, 8);
  return v;
}

static bool good_date(const uint8_t *p, int date[3]) {
  static const uint8_t days[] = {31, 28, 31, 30, 31, 30,
                                 31, 31, 30, 31, 30, 31};
  int y = (int)get16(p), m = p[2], d = p[3];
  if (y < 1 || y > 9999 || m < 1 || m > 12 || d < 1) return false;
  bool leap = (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
  if (d > days[m - 1] + (m == 2 && leap)) return false;
  date[0] = y;
  date[1] = m;
  date[2] = d;
  return true;
}

static bool good_time(const uint8_t *p, int time[5]) {
  for (int i = 0; i < 3; i++) time[i] = p[i];
  time[3] = (int)get32(p + 4);
  time[4] = p[3];
  return p[0] < 24 && p[1] < 60 && p[2] < 60 && p[3] < 2 &&
         get32(p + 4) < 1000000;
}

static bool good_delta(const uint8_t *p, int delta[3]) {
  for (int i = 0; i < 3; i++) delta[i] = (int)get32(p + 4 * i);
  return delta[0] >= -999999999 && delta[0] <= 999999999 && delta[1] >= 0 &&
         delta[1] < 86400 && delta[2] >= 0 && delta[2] < 1000000;
}

/* `len` bytes behind the fixed data. */
static bool tail(cs_wire_in *in, cs_wire_item *item, uint32_t len) {
  if (len > (size_t)(in->end - in->at)) return false;
  item->data = (const char *)in->at;
  item->len = len;
  in->at += len;
  return true;
}

static bool good_text(cs_wire_in *in, cs_wire_item *item, uint32_t len) {
  return tail(in, item, len) &&
         cs_utf8_check((const uint8_t *)item->data, len, true, NULL) == len;
}

/* A magnitude has no leading zeros and does not fit INT. */
static bool good_big(cs_wire_in *in, cs_wire_item *item, const uint8_t *p) {
  uint32_t n = get32(p + 1);
  item->negative = p[0];
  if (p[0] > 1 || n < 8 || !tail(in, item, n)) return false;
  const uint8_t *m = (const uint8_t *)item->data;
  if (m[n - 1] == 0) return false;
  return n > 8 || get64(m) > (uint64_t)INT64_MAX + p[0];
}

static bool counted(cs_wire_item *item, const uint8_t *p, uint32_t times,
                    uint32_t more) {
  item->count = get32(p);
  item->parts = (uint64_t)item->count * times + more;
  return true;
}

/* What depends on the tag; `p` is the fixed data, `in` is behind it. */
static bool detail(cs_wire_in *in, cs_wire_item *item, const uint8_t *p) {
  switch (item->tag) {
    case CS_WIRE_INT: item->i = (int64_t)get64(p); return true;
    case CS_WIRE_BIGINT: return good_big(in, item, p);
    case CS_WIRE_COMPLEX:
      memcpy(&item->g, p + 8, 8);
      __attribute__((fallthrough));
    case CS_WIRE_FLOAT: memcpy(&item->f, p, 8); return true;
    case CS_WIRE_STR:
    case CS_WIRE_PATH: return good_text(in, item, get32(p));
    case CS_WIRE_BYTES:
    case CS_WIRE_BYTEARRAY: return tail(in, item, get32(p));
    case CS_WIRE_LIST:
    case CS_WIRE_TUPLE:
    case CS_WIRE_SET:
    case CS_WIRE_FROZENSET: return counted(item, p, 1, 0);
    case CS_WIRE_DICT: return counted(item, p, 2, 0);
    case CS_WIRE_RANGE:
    case CS_WIRE_SLICE:
    case CS_WIRE_EXCEPTION: item->parts = 3; return true;
    case CS_WIRE_DATE: return good_date(p, item->date);
    case CS_WIRE_TIME: item->parts = 1; return good_time(p, item->time);
    case CS_WIRE_DATETIME:
      item->parts = 1;
      return good_date(p, item->date) && good_time(p + 4, item->time);
    case CS_WIRE_TIMEDELTA: return good_delta(p, item->date);
    case CS_WIRE_TIMEZONE:
    case CS_WIRE_FRACTION:
    case CS_WIRE_TEXT: item->parts = 2; return true;
    case CS_WIRE_ZONE: item->parts = 1; return true;
    case CS_WIRE_UUID:
      item->data = (const char *)p;
      item->len = 16;
      return true;
    case CS_WIRE_DECIMAL:
      item->parts = 2;
      item->negative = p[0];
      item->detail = p[1];
      return p[0] <= 1 && p[1] <= CS_WIRE_SNAN;
    case CS_WIRE_OBJECT:
    case CS_WIRE_HOST:
      item->detail = p[0];
      item->id = get64(p + 1);
      return counted(item, p + 9, 2, item->tag == CS_WIRE_HOST ? 3 : 1);
    case CS_WIRE_NAMED: item->parts = 1; __attribute__((fallthrough));
    case CS_WIRE_CYCLE: item->detail = p[0]; return true;
    case CS_WIRE_NONE:
    case CS_WIRE_FALSE:
    case CS_WIRE_TRUE:
    case CS_WIRE_ELLIPSIS:
    case CS_WIRE_NOTIMPL:
    case CS_WIRE_DEEP: return true;
    case CS_WIRE_COUNT: break;
  }
  return false;
}

cs_status cs_wire_next(cs_wire_in *in, cs_wire_item *item) {
  static const uint8_t fixed[] = {
#define X(name, number, bytes) [number] = bytes,
      CS_WIRE_LIST(X)
#undef X
  };
  if (in->at == in->end) return CS_EINVAL;
  cs_wire_in next = *in;
  uint8_t tag = *next.at++;
  if (tag >= CS_WIRE_COUNT) return CS_ECORRUPT;
  if (fixed[tag] > (size_t)(next.end - next.at)) return CS_ECORRUPT;
  const uint8_t *p = next.at;
  next.at += fixed[tag];
  item->tag = (cs_wire_tag)tag;
  item->count = 0;
  item->parts = 0;
  if (!detail(&next, item, p)) return CS_ECORRUPT;
  if (item->parts > (size_t)(next.end - next.at)) return CS_ECORRUPT;
  *in = next;
  return CS_OK;
}

cs_status cs_wire_skip(cs_wire_in *in) {
  cs_wire_in next = *in;
  cs_wire_item item;
  for (uint64_t left = 1; left > 0; left--) {
    cs_status st = cs_wire_next(&next, &item);
    if (st != CS_OK) return left == 1 && next.at == in->at ? st : CS_ECORRUPT;
    left += item.parts;
  }
  *in = next;
  return CS_OK;
}

cs_status cs_wire_check(const void *bytes, size_t len, uint32_t n) {
  uint64_t left[CS_WIRE_DEPTH + 1];
  uint32_t depth = 0;
  cs_wire_in in = cs_wire_read(bytes, len);
  cs_wire_item item;
  left[0] = n;
  for (;;) {
    while (left[depth] == 0) {
      if (depth == 0) return in.at == in.end ? CS_OK : CS_ECORRUPT;
      depth--;
    }
    left[depth]--;
    if (cs_wire_next(&in, &item) != CS_OK) return CS_ECORRUPT;
    if (item.parts == 0) continue;
    if (++depth > CS_WIRE_DEPTH) return CS_ECORRUPT;
    left[depth] = item.parts;
  }
}

/* --- shortcuts ----------------------------------------------------------- */

static bool next_is(cs_wire_in *in, cs_wire_item *item, cs_wire_tag a,
                    cs_wire_tag b) {
  if (in->at == in->end || (*in->at != a && *in->at != b)) return false;
  return cs_wire_next(in, item) == CS_OK;
}

bool cs_wire_get_none(cs_wire_in *in) {
  cs_wire_item it;
  return next_is(in, &it, CS_WIRE_NONE, CS_WIRE_NONE);
}

bool cs_wire_get_bool(cs_wire_in *in, bool *v) {
  cs_wire_item it;
  if (!next_is(in, &it, CS_WIRE_FALSE, CS_WIRE_TRUE)) return false;
  *v = it.tag == CS_WIRE_TRUE;
  return true;
}

bool cs_wire_get_int(cs_wire_in *in, int64_t *v) {
  cs_wire_item it;
  if (!next_is(in, &it, CS_WIRE_INT, CS_WIRE_INT)) return false;
  *v = it.i;
  return true;
}

bool cs_wire_get_float(cs_wire_in *in, double *v) {
  cs_wire_item it;
  if (!next_is(in, &it, CS_WIRE_FLOAT, CS_WIRE_INT)) return false;
  *v = it.tag == CS_WIRE_INT ? (double)it.i : it.f;
  return true;
}

bool cs_wire_get_str(cs_wire_in *in, const char **s, size_t *n) {
  cs_wire_item it;
  if (!next_is(in, &it, CS_WIRE_STR, CS_WIRE_PATH)) return false;
  *s = it.data;
  *n = it.len;
  return true;
}

bool cs_wire_get_bytes(cs_wire_in *in, const void **data, size_t *n) {
  cs_wire_item it;
  if (!next_is(in, &it, CS_WIRE_BYTES, CS_WIRE_BYTEARRAY)) return false;
  *data = it.data;
  *n = it.len;
  return true;
}

bool cs_wire_get_seq(cs_wire_in *in, uint32_t *n) {
  cs_wire_item it;
  if (!next_is(in, &it, CS_WIRE_LIST, CS_WIRE_TUPLE) &&
      !next_is(in, &it, CS_WIRE_SET, CS_WIRE_FROZENSET))
    return false;
  *n = it.count;
  return true;
}

bool cs_wire_get_dict(cs_wire_in *in, uint32_t *n) {
  cs_wire_item it;
  if (!next_is(in, &it, CS_WIRE_DICT, CS_WIRE_DICT)) return false;
  *n = it.count;
  return true;
}
