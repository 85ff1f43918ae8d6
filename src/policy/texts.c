/*
 * texts.c - what the texts of a policy must look like.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "policy/texts.h"

#include <arpa/inet.h>
#include <string.h>

#include "policy/host.h"
#include "policy/scalar.h"

#define LOWER  "abcdefghijklmnopqrstuvwxyz"
#define UPPER  "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGITS "0123456789"

static bool only(const char *text, const char *set) {
  return *text && !text[strspn(text, set)];
}

static bool has_control(const char *text) {
  for (; *text; text++)
    if ((unsigned char)*text < 32 || *text == 127) return true;
  return false;
}

/* --- paths ------------------------------------------------------------------
 */

/* The components of a path without its leading slash. */
static const char *check_parts(const char *s) {
  for (;;) {
    size_t n = strcspn(s, "/");
    if (n == 0) return "has an empty component or a slash at its end";
    if ((n == 1 && s[0] == '.') || (n == 2 && s[0] == '.' && s[1] == '.'))
      return "has a component '.' or '..'";
    const char *stars = s;
    while ((stars = strstr(stars, "**")) && stars < s + n) {
      if (n != 2) return "has '**' that is not a component of its own";
      stars += 2;
    }
    if (!s[n]) return NULL;
    s += n + 1;
  }
}

static const char *check_path(const char *text) {
  if (text[0] != '/') return "is not an absolute path";
  return text[1] ? check_parts(text + 1) : NULL;
}

static const char *check_inner(const char *text) {
  if (text[0] == '/') return "must be relative to the mount";
  return check_parts(text);
}

/* --- time --------------------------------------------------------------------
 */

/* `n` digits at `*at`. */
static bool digits(const char **at, int n, int64_t *out) {
  *out = 0;
  for (; n > 0; n--, ++*at) {
    if (**at < '0' || **at > '9') return false;
    *out = 10 * *out + (**at - '0');
  }
  return true;
}

/* Days since 1970-01-01 of a date in the Gregorian calendar. */
static int64_t days_of(int64_t y, int64_t m, int64_t d) {
  y -= m <= 2;
  int64_t era = y / 400, year = y - 400 * era;
  int64_t day = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
  return era * 146097 + year * 365 + year / 4 - year / 100 + day - 719468;
}

static int64_t month_length(int64_t y, int64_t m) {
  static const int8_t length[] = {31, 28, 31, 30, 31, 30,
                                  31, 31, 30, 31, 30, 31};
  bool leap = y % 4 == 0 && (y % 100 != 0 || y % 400 == 0);
  return length[m - 1] + (m == 2 && leap);
}

static bool take_date(const char **s, int64_t *days) {
  int64_t y, m, d;
  if (!digits(s, 4, &y) || *(*s)++ != '-' || !digits(s, 2, &m) ||
      *(*s)++ != '-' || !digits(s, 2, &d))
    return false;
  if (y < 1970 || m < 1 || m > 12 || d < 1 || d > month_length(y, m))
    return false;
  *days = days_of(y, m, d);
  return true;
}

static bool take_fraction(const char **s, int64_t *ns) {
  *ns = 0;
  if (**s != '.') return true;
  int64_t place = 100000000, digit;
  for (++*s; **s >= '0' && **s <= '9'; place /= 10) {
    (void)digits(s, 1, &digit);
    *ns += digit * place;
  }
  return place != 100000000;
}

static bool take_offset(const char **s, int64_t *seconds) {
  int64_t h, m;
  *seconds = 0;
  if (**s == 'Z') return *++*s == 0;
  int64_t sign = **s == '+' ? 1 : **s == '-' ? -1 : 0;
  if (!sign) return false;
  ++*s;
  if (!digits(s, 2, &h) || *(*s)++ != ':' || !digits(s, 2, &m)) return false;
  *seconds = sign * (3600 * h + 60 * m);
  return **s == 0 && h < 24 && m < 60;
}

bool cs_texts_time(const char *text, int64_t *ns) {
  int64_t days, h, m, s, fraction, offset;
  if (!take_date(&text, &days) || *text++ != 'T') return false;
  if (!digits(&text, 2, &h) || *text++ != ':' || !digits(&text, 2, &m) ||
      *text++ != ':' || !digits(&text, 2, &s))
    return false;
  if (!take_fraction(&text, &fraction) || !take_offset(&text, &offset))
    return false;
  if (h > 23 || m > 59 || s > 59) return false;
  int64_t seconds = 86400 * days + 3600 * h + 60 * m + s - offset;
  return !__builtin_mul_overflow(seconds, INT64_C(1000000000), ns) &&
         !__builtin_add_overflow(*ns, fraction, ns) && *ns >= 0;
}

bool cs_texts_fixed(const char *text, uint64_t *n) {
  return strncmp(text, "fixed:", 6) == 0 &&
         cs_scalar_read(CS_TYPE_COUNT, text + 6, true, n) == CS_SCALAR_OK;
}

/* --- names --------------------------------------------------------------- */

static const char *check_env(const char *text, const char *more) {
  size_t n = strlen(text);
  if (!*text || (*text >= '0' && *text <= '9'))
    return "is not a name of a variable";
  for (size_t i = 0; i < n; i++)
    if (!strchr(LOWER UPPER DIGITS "_", text[i]) && !strchr(more, text[i]))
      return "is not a name of a variable";
  return NULL;
}

/* Dotted names; anything beyond ASCII may be a letter.  "." stands for
 * relative imports. */
static const char *check_module(const char *text) {
  if (strcmp(text, ".") == 0) return NULL;
  for (const char *s = text;;) {
    if (!*s || *s == '.' || (*s >= '0' && *s <= '9'))
      return "is not the name of a module";
    for (; *s && *s != '.'; s++)
      if ((unsigned char)*s < 0x80 && !strchr(LOWER UPPER DIGITS "_", *s))
        return "is not the name of a module";
    if (!*s) return NULL;
    s++;
  }
}

static const char *check_ip(const char *text) {
  unsigned char raw[16];
  char again[INET6_ADDRSTRLEN];
  int family = strchr(text, ':') ? AF_INET6 : AF_INET;
  if (inet_pton(family, text, raw) != 1) return "is not an address";
  if (!inet_ntop(family, raw, again, sizeof again) || strcmp(again, text) != 0)
    return "is not the usual spelling of an address";
  return NULL;
}

static const char *check_from(const char *text) {
  if (strncmp(text, "env:", 4) == 0) return check_env(text + 4, "");
  if (strncmp(text, "file:", 5) == 0) return check_path(text + 5);
  size_t n = strlen(text);
  if (strncmp(text, "cmd:[", 5) == 0 && n > 6 && text[n - 1] == ']')
    return NULL;
  return "is none of env:VAR, file:/PATH, cmd:[PROGRAM, ...]";
}

static const char *check_clock(const char *text) {
  int64_t ns;
  if (cs_schema_word("real|host|none", text) >= 0 || cs_texts_time(text, &ns))
    return NULL;
  return "is none of real, host, none, 2030-01-01T00:00:00Z";
}

static const char *check_random(const char *text) {
  uint64_t n;
  if (cs_schema_word("system|host|none", text) >= 0 || cs_texts_fixed(text, &n))
    return NULL;
  return "is none of system, host, none, fixed:<number>";
}

static const char *check_zone(const char *text) {
  if (!only(text, LOWER UPPER DIGITS "_+-/") || text[0] == '/' ||
      strstr(text, "//"))
    return "is not the name of a time zone";
  return NULL;
}

static const char *check_file(const char *text) {
  return strchr(text, '/') || text[0] == '.'
             ? "is not a profile or a file of the same directory"
             : NULL;
}

const char *cs_texts_check(cs_text_rule rule, const char *text) {
  if (rule == CS_TEXT_VALUE) return NULL;
  if (!*text) return "is empty";
  if (has_control(text)) return "has a control character";
  switch (rule) {
    case CS_TEXT_FILE: return check_file(text);
    case CS_TEXT_PATH:
    case CS_TEXT_GLOB: return check_path(text);
    case CS_TEXT_INNER: return check_inner(text);
    case CS_TEXT_ENV: return check_env(text, "");
    case CS_TEXT_ENVGLOB: return check_env(text, "*");
    case CS_TEXT_TOOL:
      return only(text, LOWER UPPER DIGITS "_.-*") ? NULL
                                                   : "is not a tool's name";
    case CS_TEXT_MODULE: return check_module(text);
    case CS_TEXT_PACKAGE:
      return text[0] == '-' ? "looks like a flag-style argument" : NULL;
    case CS_TEXT_CLOCK: return check_clock(text);
    case CS_TEXT_ZONE: return check_zone(text);
    case CS_TEXT_RANDOM: return check_random(text);
    case CS_TEXT_HOST: return cs_host_check(text);
    case CS_TEXT_IP: return check_ip(text);
    case CS_TEXT_METHOD:
      return only(text, UPPER) ? NULL : "is not a method such as GET";
    case CS_TEXT_PREFIX:
      return text[0] == '/' && !strpbrk(text, "?#* ")
                 ? NULL
                 : "is not the begin of a path such as /v1/";
    case CS_TEXT_IMAGE:
      return strchr(text, ' ') ? "is not a reference of an image" : NULL;
    case CS_TEXT_SECRET:
      return only(text, LOWER UPPER DIGITS "_-") ? NULL
                                                 : "is not a secret's name";
    case CS_TEXT_FROM: return check_from(text);
    case CS_TEXT_ANY:
    case CS_TEXT_NAME:
    case CS_TEXT_WORD:
    case CS_TEXT_KEY:
    case CS_TEXT_VALUE: return NULL;
  }
  return NULL;
}
