/*
 * path.c - paths of requests, in the one form that rules are matched with.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "egress/path.h"

#include <string.h>

static int hex(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

bool cs_path_is_valid(const char *path) {
  if (path[0] != '/') return false;
  for (const char *p = path; *p; p++) {
    if (*p <= ' ' || *p >= 0x7f || *p == '#' || *p == '\\') return false;
    if (*p == '%' && (hex(p[1]) < 0 || hex(p[2]) < 0)) return false;
  }
  return true;
}

static bool is_plain(int c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_' || c == '~';
}

/* Decode the escapes of plain characters; false: an escape that a server may
 * decode a second time, or into a separator. */
static bool decode(const char *path, char *out) {
  static const char digits[] = "0123456789ABCDEF";
  for (; *path; path++) {
    if (*path != '%') {
      *out++ = *path;
      continue;
    }
    int c = hex(path[1]) * 16 + hex(path[2]);
    path += 2;
    if (c == '/' || c == '\\' || c == '%' || c < ' ' || c == 0x7f) return false;
    if (is_plain(c)) {
      *out++ = (char)c;
    } else {
      *out++ = '%';
      *out++ = digits[c / 16];
      *out++ = digits[c % 16];
    }
  }
  *out = 0;
  return true;
}

static bool is_dots(const char *segment, size_t n) {
  return (n == 1 && segment[0] == '.') ||
         (n == 2 && segment[0] == '.' && segment[1] == '.');
}

/* redteam: H14 - "..;x" is ".." for some servers. */
static bool hides_dots(const char *segment, size_t n) {
  const char *semicolon = memchr(segment, ';', n);
  return semicolon && is_dots(segment, (size_t)(semicolon - segment));
}

/* Remove dot segments in place; `path` begins with '/'. */
static bool remove_dots(char *path) {
  char *to = path;
  for (const char *at = path; *at;) {
    const char *segment = at + 1;
    size_t n = strcspn(segment, "/");
    bool last = segment[n] == 0;
    if ((n == 0 && !last) || hides_dots(segment, n)) return false;
    if (is_dots(segment, n)) {
      if (n == 2)
        while (to > path && *--to != '/') {
        }
      if (last) *to++ = '/';
    } else {
      memmove(to, at, n + 1);
      to += n + 1;
    }
    at = segment + n;
  }
  if (to == path) *to++ = '/';
  *to = 0;
  return true;
}

bool cs_path_normal(const char *path, char *out) {
  return decode(path, out) && remove_dots(out);
}

bool cs_path_is_below(const char *path, const char *prefix) {
  size_t n = strlen(prefix);
  if (strncmp(path, prefix, n) != 0) return false;
  return n > 0 && (prefix[n - 1] == '/' || !path[n] || path[n] == '/');
}
