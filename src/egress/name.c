/*
 * name.c - the one parser for names of hosts.
 *
 * Lengths are explicit: no function that stops at a NUL sees a raw name.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "egress/name.h"

#include <assert.h>
#include <string.h>

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/* The byte as a name has it; 0: no name has it. */
static char fold(char c) {
  if (c >= 'A' && c <= 'Z') return (char)(c + ('a' - 'A'));
  bool good = (c >= 'a' && c <= 'z') || is_digit(c) || c == '-' || c == '.';
  return good ? c : 0;
}

/* redteam: H05 */
static const char *copy_folded(const char *bytes, size_t n, char *out) {
  for (size_t i = 0; i < n; i++) {
    out[i] = fold(bytes[i]);
    if (out[i]) continue;
    return (unsigned char)bytes[i] >= 0x80
               ? "has a byte that is not ASCII; write the A-label (xn--...)"
               : "has a character that no host's name has";
  }
  out[n] = 0;
  return NULL;
}

static const char *check_label(const char *label, size_t n) {
  if (n == 0) return "has an empty label";
  if (n > 63) return "has a label of more than 63 characters";
  if (label[0] == '-' || label[n - 1] == '-')
    return "has a label that begins or ends with '-'";
  return NULL;
}

/* A last label that some resolver reads as a number: 2130706433, 0x7f.1. */
static bool is_numeric(const char *label, size_t n) {
  if (n >= 2 && label[0] == '0' && label[1] == 'x') return true;
  for (size_t i = 0; i < n; i++)
    if (!is_digit(label[i])) return false;
  return true;
}

/* redteam: H07 */
static const char *read_number(cs_name *out) {
  if (cs_address_read4(out->text, out->len, &out->address)) {
    out->labels = 0;
    return NULL;
  }
  return "is an address in a spelling that is not the canonical one";
}

static const char *check_labels(cs_name *out) {
  size_t at = 0, n = 0;
  for (;;) {
    const char *dot = memchr(out->text + at, '.', out->len - at);
    n = dot ? (size_t)(dot - out->text) - at : out->len - at;
    const char *wrong = check_label(out->text + at, n);
    if (wrong) return wrong;
    out->labels++;
    if (!dot) break;
    at += n + 1;
  }
  return is_numeric(out->text + at, n) ? read_number(out) : NULL;
}

static const char *read_bracketed(const char *bytes, size_t n, cs_name *out) {
  if (n < 2 || bytes[n - 1] != ']' ||
      !cs_address_read6(bytes + 1, n - 2, &out->address))
    return "is not an IPv6 address in brackets without a zone";
  cs_address_print(&out->address, out->text);
  out->len = strlen(out->text);
  return NULL;
}

static const char *read_any(const char *bytes, size_t n, cs_name *out) {
  if (n == 0) return "is empty";
  if (bytes[0] == '[') return read_bracketed(bytes, n, out);
  if (n > 1 && bytes[n - 1] == '.') n--; /* at most one trailing dot */
  if (n > CS_NAME_MAX) return "has more than 253 characters";
  const char *wrong = copy_folded(bytes, n, out->text);
  out->len = n;
  return wrong ? wrong : check_labels(out);
}

const char *cs_name_read(const char *bytes, size_t n, cs_name *out) {
  *out = (cs_name){.len = 0};
  const char *wrong = read_any(bytes, n, out);
  if (wrong) *out = (cs_name){.len = 0};
  assert(wrong || (out->len > 0 && strlen(out->text) == out->len));
  return wrong;
}

static bool read_port(const char *bytes, size_t n, uint16_t *port) {
  unsigned value = 0;
  if (n == 0 || n > 5 || bytes[0] == '0') return false;
  for (size_t i = 0; i < n; i++) {
    if (!is_digit(bytes[i])) return false;
    value = value * 10 + (unsigned)(bytes[i] - '0');
  }
  if (value > 65535) return false;
  *port = (uint16_t)value;
  return true;
}

const char *cs_name_authority(const char *bytes, size_t n, cs_name *out,
                              uint16_t *port) {
  size_t end = n;
  if (n && bytes[0] == '[') {
    const char *close = memchr(bytes, ']', n);
    end = close ? (size_t)(close - bytes) + 1 : n;
  } else {
    const char *colon = memchr(bytes, ':', n);
    if (colon) end = (size_t)(colon - bytes);
  }
  *out = (cs_name){.len = 0};
  if (end < n &&
      (bytes[end] != ':' || !read_port(bytes + end + 1, n - end - 1, port)))
    return "has a port that is not a number from 1 to 65535";
  return cs_name_read(bytes, end, out);
}

bool cs_name_equal(const cs_name *a, const cs_name *b) {
  return a->len == b->len && memcmp(a->text, b->text, a->len) == 0;
}
