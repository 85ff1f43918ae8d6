/*
 * error.c - fill the caller's error record.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* Drop an incomplete UTF-8 sequence at the end of text[0, len). */
static void trim_tail(char *text, size_t len) {
  size_t start = len;
  while (start > 0 && ((unsigned char)text[start - 1] & 0xC0) == 0x80) start--;
  if (start == 0) return;
  unsigned lead = (unsigned char)text[start - 1];
  size_t want = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
  if (len - (start - 1) < want) text[start - 1] = '\0';
}

/* Format at `at`; returns the length of the text so far. */
static size_t append(cs_error *err, size_t at, const char *format, va_list ap)
    __attribute__((format(printf, 3, 0)));

static size_t append(cs_error *err, size_t at, const char *format, va_list ap) {
  size_t room = sizeof err->text - at;
  int n = vsnprintf(err->text + at, room, format, ap);
  if (n < 0) {
    err->text[at] = '\0';
    return at;
  }
  if ((size_t)n < room) return at + (size_t)n;
  trim_tail(err->text, sizeof err->text - 1);
  return strlen(err->text);
}

static size_t append_text(cs_error *err, size_t at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static size_t append_text(cs_error *err, size_t at, const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  size_t end = append(err, at, format, ap);
  va_end(ap);
  return end;
}

cs_status cs_error_set(cs_error *err, cs_status code, const char *format, ...) {
  if (!err) return code;
  *err = (cs_error){.code = code};
  va_list ap;
  va_start(ap, format);
  append(err, 0, format, ap);
  va_end(ap);
  return code;
}

cs_status cs_error_os(cs_error *err, const char *format, ...) {
  int os = errno;
  if (!err) return CS_EOS;
  *err = (cs_error){.code = CS_EOS, .os = os};
  va_list ap;
  va_start(ap, format);
  size_t at = append(err, 0, format, ap);
  va_end(ap);
  /* Unlike strerror this is neither translated nor shared by threads. */
  const char *why = strerrordesc_np(os);
  append_text(err, at, ": %s", why ? why : "unknown error");
  errno = os;
  return CS_EOS;
}
