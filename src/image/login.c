/*
 * login.c - read the credentials file, challenges and token answers.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "image/login.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/file.h"
#include "text/document.h"

#define FILE_MAX_BYTES (256u << 10)
#define BASE64 \
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

/* --- the file ------------------------------------------------------------ */

static bool file_path(const cs_image_store *s, char out[PATH_MAX]) {
  const char *own = s->auth ? s->auth : getenv("CAISSON_AUTH_FILE");
  const char *docker = getenv("DOCKER_CONFIG"), *home = getenv("HOME");
  int n = own && *own ? snprintf(out, PATH_MAX, "%s", own)
          : docker && *docker
              ? snprintf(out, PATH_MAX, "%s/config.json", docker)
          : home ? snprintf(out, PATH_MAX, "%s/.docker/config.json", home)
                 : -1;
  return n > 0 && n < PATH_MAX;
}

static bool header_safe(const char *text) {
  for (; *text; text++)
    if ((unsigned char)*text <= ' ' || (unsigned char)*text >= 127)
      return false;
  return true;
}

static cs_status encode(const char *user, const char *password,
                        char out[CS_LOGIN_MAX], cs_error *err) {
  char both[4096];
  int n = snprintf(both, sizeof both, "%s:%s", user, password);
  if (n < 0 || (size_t)n >= sizeof both)
    return cs_error_set(err, CS_EINVAL, "the credentials are too long");
  size_t at = (size_t)snprintf(out, CS_LOGIN_MAX, "Authorization: Basic ");
  for (size_t i = 0; i < (size_t)n; i += 3) {
    uint32_t v = (uint32_t)(unsigned char)both[i] << 16;
    if (i + 1 < (size_t)n) v |= (uint32_t)(unsigned char)both[i + 1] << 8;
    if (i + 2 < (size_t)n) v |= (unsigned char)both[i + 2];
    out[at++] = BASE64[v >> 18];
    out[at++] = BASE64[v >> 12 & 63];
    out[at++] = i + 1 < (size_t)n ? BASE64[v >> 6 & 63] : '=';
    out[at++] = i + 2 < (size_t)n ? BASE64[v & 63] : '=';
  }
  out[at] = '\0';
  explicit_bzero(both, sizeof both);
  return CS_OK;
}

/* The entry of a host: "auth" is base64 of user:password already. */
static cs_status read_entry(const cs_document *d, uint32_t entry,
                            char out[CS_LOGIN_MAX], cs_error *err) {
  const char *auth = cs_document_text(d, entry, "auth");
  const char *user = cs_document_text(d, entry, "username");
  const char *password = cs_document_text(d, entry, "password");
  if (auth && *auth && header_safe(auth) && strlen(auth) < 4096) {
    snprintf(out, CS_LOGIN_MAX, "Authorization: Basic %s", auth);
    return CS_OK;
  }
  if (user && password) return encode(user, password, out, err);
  return CS_OK;
}

static uint32_t find_entry(const cs_document *d, const char *host) {
  uint32_t auths = cs_document_get(d, 0, "auths");
  char other[600];
  uint32_t entry = cs_document_get(d, auths, host);
  if (entry != CS_DOCUMENT_NONE) return entry;
  snprintf(other, sizeof other, "https://%.255s", host);
  entry = cs_document_get(d, auths, other);
  if (entry != CS_DOCUMENT_NONE) return entry;
  /* The name under which Docker's own tool files its hub. */
  if (strcmp(host, "registry-1.docker.io") == 0)
    return cs_document_get(d, auths, "https://index.docker.io/v1/");
  return CS_DOCUMENT_NONE;
}

static cs_status read_file(int fd, const char *path, bool closed,
                           const char *host, char out[CS_LOGIN_MAX],
                           cs_error *err) {
  cs_document d;
  struct stat st;
  if (fstat(fd, &st) != 0 || st.st_size > FILE_MAX_BYTES)
    return cs_error_set(err, CS_EINVAL, "%.100s is too large", path);
  size_t n = (size_t)st.st_size;
  CS_AUTO_FREE
  char *text = malloc(n + 1);
  if (!text || !cs_file_read_at(fd, text, n, 0))
    return cs_error_os(err, "cannot read %.100s", path);
  cs_status got = cs_document_parse(&d, text, n, NULL);
  if (got != CS_OK)
    return cs_error_set(err, CS_EINVAL, "%.100s is not valid JSON", path);
  uint32_t entry = find_entry(&d, host);
  if (entry != CS_DOCUMENT_NONE && !closed)
    got = cs_error_set(err, CS_EINVAL,
                       "%.100s holds credentials and can be read by others: "
                       "run 'chmod 600' on it",
                       path);
  else if (entry != CS_DOCUMENT_NONE)
    got = read_entry(&d, entry, out, err);
  explicit_bzero(d.texts, d.used);
  explicit_bzero(text, n);
  cs_document_fini(&d);
  return got;
}

cs_status cs_login_find(cs_image_store *s, const char *host,
                        char out[CS_LOGIN_MAX], cs_error *err) {
  char path[PATH_MAX];
  struct stat st;
  out[0] = '\0';
  if (!file_path(s, path)) return CS_OK;
  CS_AUTO_FD
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0 || fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
    if (!s->auth) return CS_OK;
    return cs_error_os(err, "cannot read %.100s", path);
  }
  bool closed =
      (st.st_mode & 077) == 0 && (st.st_uid == geteuid() || st.st_uid == 0);
  return read_file(fd, path, closed, host, out, err);
}

/* --- challenges and tokens ----------------------------------------------- */

/* key="value" at `*at`; the value goes to `out` if it fits. */
static bool next_pair(const char **at, char key[32], char value[1024]) {
  const char *p = *at + strspn(*at, ", \t");
  size_t n = strcspn(p, "=");
  if (!n || n >= 32 || p[n] != '=') return false;
  memcpy(key, p, n);
  key[n] = '\0';
  p += n + 1;
  bool quoted = *p == '"';
  if (quoted) p++;
  n = strcspn(p, quoted ? "\"\\" : ", ");
  if (n >= 1024 || (quoted && p[n] != '"')) return false;
  memcpy(value, p, n);
  value[n] = '\0';
  *at = p + n + (quoted ? 1 : 0);
  return true;
}

bool cs_login_challenge(const char *header, cs_challenge *out) {
  char key[32], value[1024];
  *out = (cs_challenge){.realm = ""};
  if (strncasecmp(header, "Bearer ", 7) != 0) return false;
  for (const char *at = header + 7; next_pair(&at, key, value);) {
    if (strcasecmp(key, "realm") == 0)
      memcpy(out->realm, value, strlen(value) + 1);
    else if (strcasecmp(key, "service") == 0 &&
             strlen(value) < sizeof out->service)
      memcpy(out->service, value, strlen(value) + 1);
  }
  return out->realm[0] != '\0' && header_safe(out->realm);
}

cs_status cs_login_token(const char *json, size_t n, char out[CS_LOGIN_MAX],
                         cs_error *err) {
  cs_document d;
  cs_status st = cs_document_parse(&d, json, n, err);
  if (st != CS_OK) return st;
  const char *token = cs_document_text(&d, 0, "token");
  if (!token) token = cs_document_text(&d, 0, "access_token");
  if (!token || !*token || !header_safe(token) ||
      strlen(token) + 32 > CS_LOGIN_MAX)
    st = cs_error_set(err, CS_ECORRUPT, "the token server sent no token");
  else
    snprintf(out, CS_LOGIN_MAX, "Authorization: Bearer %s", token);
  cs_document_fini(&d);
  return st;
}
