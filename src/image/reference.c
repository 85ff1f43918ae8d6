/*
 * reference.c - split a name into its parts, checking each against its rule.
 *
 * Works from the right: digest, then tag, then host and repository.  Nothing is
 * decoded, trimmed or lowered: a name has exactly one spelling.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "image/reference.h"

#include <string.h>

#define HEX   "0123456789abcdef"
#define LOWER "abcdefghijklmnopqrstuvwxyz0123456789"
#define WORD  "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

static cs_status refuse(cs_error *err, const char *text, const char *why) {
  return cs_error_set(err, CS_EINVAL, "invalid image reference '%.80s': %s",
                      text, why);
}

bool cs_reference_is_digest(const char *text) {
  return strncmp(text, "sha256:", 7) == 0 && strlen(text) == 71 &&
         strspn(text + 7, HEX) == 64;
}

/* [a-z0-9]+ joined by one dot, one or two underscores, or dashes. */
static bool is_component(const char *s, size_t n) {
  size_t at = 0;
  for (;;) {
    size_t word = 0;
    while (at + word < n && strchr(LOWER, s[at + word])) word++;
    if (word == 0) return false;
    at += word;
    if (at == n) return true;
    if (s[at] == '-') {
      while (at < n && s[at] == '-') at++;
    } else if (s[at] == '_') {
      at += at + 1 < n && s[at + 1] == '_' ? 2 : 1;
    } else if (s[at] == '.') {
      at++;
    } else {
      return false;
    }
  }
}

static bool is_repo(const char *s) {
  for (;;) {
    size_t n = strcspn(s, "/");
    if (!is_component(s, n)) return false;
    if (s[n] == '\0') return true;
    s += n + 1;
  }
}

static bool is_tag(const char *s) {
  size_t n = strlen(s);
  return n >= 1 && n <= 128 && strspn(s, WORD "_.-") == n && *s != '.' &&
         *s != '-';
}

/* Labels of letters, digits and dashes; a port of 1 to 65535. */
static bool is_host(const char *s) {
  size_t n = strspn(s, WORD ".-"), digits;
  unsigned port = 0;
  if (n == 0 || n > 253 || s[0] == '.' || s[0] == '-' || s[n - 1] == '.' ||
      s[n - 1] == '-' || memmem(s, n, "..", 2))
    return false;
  if (s[n] == '\0') return true;
  if (s[n] != ':') return false;
  digits = strspn(s + n + 1, "0123456789");
  if (digits < 1 || digits > 5 || s[n + 1 + digits] != '\0') return false;
  for (const char *p = s + n + 1; *p; p++)
    port = port * 10 + (unsigned)(*p - '0');
  return port >= 1 && port <= 65535;
}

static bool looks_like_host(const char *s, size_t n) {
  return memchr(s, '.', n) || memchr(s, ':', n) ||
         (n == 9 && memcmp(s, "localhost", 9) == 0);
}

/* --- names --------------------------------------------------------------- */

/* What no part of a name may hold, with the reason that helps most. */
static const char *forbidden(const char *text) {
  size_t n = strlen(text);
  if (n == 0) return "it is empty";
  if (n > CS_REFERENCE_MAX) return "it is longer than 255 bytes";
  if (strstr(text, "://")) return "write it without a URL scheme";
  if (strchr("/.-", text[0])) return "it must not start with '/', '.' or '-'";
  if (strstr(text, "..")) return "it must not contain '..'";
  for (const char *p = text; *p; p++)
    if ((unsigned char)*p <= ' ' || (unsigned char)*p >= 127 ||
        strchr("?#\\%'\"$*", *p))
      return "it has a character that names do not have";
  return NULL;
}

static cs_status split_name(const char *text, char *rest, cs_reference *out,
                            cs_error *err) {
  char *at = strchr(rest, '@');
  if (at) {
    if (!cs_reference_is_digest(at + 1))
      return refuse(err, text, "a digest is sha256: and 64 lower-case digits");
    memcpy(out->digest, at + 1, 72);
    *at = '\0';
  }
  char *slash = strrchr(rest, '/');
  char *colon = strrchr(slash ? slash : rest, ':');
  if (colon) {
    if (!is_tag(colon + 1))
      return refuse(err, text, "a tag has letters, digits, '_', '.', '-'");
    memcpy(out->tag, colon + 1, strlen(colon + 1) + 1);
    *colon = '\0';
  }
  slash = strchr(rest, '/');
  if (slash && looks_like_host(rest, (size_t)(slash - rest))) {
    *slash = '\0';
    if (!is_host(rest)) return refuse(err, text, "the host name is malformed");
    memcpy(out->host, rest, strlen(rest) + 1);
    rest = slash + 1;
  }
  if (!is_repo(rest))
    return refuse(err, text,
                  "a repository has lower-case words joined by '/', '.', '_' "
                  "or '-'");
  memcpy(out->repo, rest, strlen(rest) + 1);
  return CS_OK;
}

static cs_status parse_name(const char *text, cs_reference *out,
                            cs_error *err) {
  char rest[CS_REFERENCE_MAX + 1];
  const char *why = forbidden(text);
  if (why) return refuse(err, text, why);
  memcpy(rest, text, strlen(text) + 1);
  return split_name(text, rest, out, err);
}

/* --- files --------------------------------------------------------------- */

static cs_status parse_path(const char *text, const char *rest,
                            cs_reference *out, cs_error *err) {
  size_t n = strlen(rest);
  if (n == 0 || n >= sizeof out->path)
    return refuse(err, text, "the path is empty or too long");
  for (const char *p = rest; *p; p++)
    if ((unsigned char)*p < ' ' || *p == 127)
      return refuse(err, text, "the path has a control character");
  memcpy(out->path, rest, n + 1);
  if (out->kind == CS_REFERENCE_ROOTFS) return CS_OK;
  char *at = strrchr(out->path, '@');
  if (at && cs_reference_is_digest(at + 1)) {
    memcpy(out->digest, at + 1, 72);
    *at = '\0';
  } else {
    char *slash = strrchr(out->path, '/');
    char *colon = strrchr(slash ? slash : out->path, ':');
    if (colon && is_tag(colon + 1)) {
      memcpy(out->tag, colon + 1, strlen(colon + 1) + 1);
      *colon = '\0';
    }
  }
  return out->path[0] ? CS_OK : refuse(err, text, "the path is empty");
}

cs_status cs_reference_parse(const char *text, cs_reference *out,
                             cs_error *err) {
  static const struct {
    const char *prefix;
    cs_reference_kind kind;
  } kinds[] = {{"oci:", CS_REFERENCE_OCI},
               {"oci-archive:", CS_REFERENCE_OCI_ARCHIVE},
               {"docker-archive:", CS_REFERENCE_DOCKER_ARCHIVE},
               {"rootfs:", CS_REFERENCE_ROOTFS}};
  *out = (cs_reference){.kind = CS_REFERENCE_NAME};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    size_t n = strlen(kinds[i].prefix);
    if (strncmp(text, kinds[i].prefix, n) != 0) continue;
    out->kind = kinds[i].kind;
    return parse_path(text, text + n, out, err);
  }
  return parse_name(text, out, err);
}

/* --- what follows from the parts ----------------------------------------- */

/* The text has at most CS_REFERENCE_MAX bytes and ":latest". */
void cs_reference_print(const cs_reference *r, char out[CS_REFERENCE_MAX + 8]) {
  const char *parts[] = {r->host, r->host[0] ? "/" : "", r->repo,
                         r->digest[0] ? "@" : ":",
                         r->digest[0] ? r->digest
                         : r->tag[0]  ? r->tag
                                      : "latest"};
  size_t at = 0;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    for (const char *p = parts[i]; *p && at < CS_REFERENCE_MAX + 7; p++)
      out[at++] = *p;
  out[at] = '\0';
}

bool cs_reference_same_repo(const cs_reference *a, const cs_reference *b) {
  return a->kind == CS_REFERENCE_NAME && b->kind == CS_REFERENCE_NAME &&
         strcmp(a->host, b->host) == 0 && strcmp(a->repo, b->repo) == 0;
}

cs_status cs_reference_registry(const char *text,
                                char host[CS_REFERENCE_MAX + 1],
                                char prefix[CS_REFERENCE_MAX + 1],
                                cs_error *err) {
  size_t n = strcspn(text, "/");
  host[0] = prefix[0] = '\0';
  if (strlen(text) <= CS_REFERENCE_MAX) {
    memcpy(host, text, n);
    host[n] = '\0';
    if (text[n]) memcpy(prefix, text + n + 1, strlen(text + n + 1) + 1);
  }
  if (is_host(host) && (prefix[0] ? is_repo(prefix) : text[n] == '\0'))
    return CS_OK;
  return cs_error_set(err, CS_EINVAL,
                      "invalid images.default_registry '%.80s' (expected "
                      "HOST[:PORT][/PREFIX])",
                      text);
}
