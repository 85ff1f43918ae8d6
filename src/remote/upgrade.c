/*
 * upgrade.c - the HTTP request that becomes a WebSocket.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "remote/upgrade.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "digest/digest.h"

#define KEY_LEN 24                                     /* 16 bytes in base64 */
#define MAGIC   "258EAFA5-E914-47DA-95CA-C5AB0DC85B11" /* of the RFC */

/* --- the request --------------------------------------------------------- */

/* Cut off the line at `*at`: it ends with CR LF and has no other control
 * character.  NULL: it is another one. */
static char *cut_line(char **at) {
  char *line = *at, *end = strstr(line, "\r\n");
  if (!end) return NULL;
  for (const char *p = line; p < end; p++)
    if (((unsigned char)*p < ' ' && *p != '\t') || *p == 0x7F) return NULL;
  *end = '\0';
  *at = end + 2;
  return line;
}

/* "GET /path HTTP/1.1" */
static bool read_first(char *line, cs_upgrade *out) {
  char *path = strchr(line, ' ');
  char *version = path ? strchr(path + 1, ' ') : NULL;
  if (!version || path[1] != '/') return false;
  *path++ = '\0';
  *version++ = '\0';
  out->method = line;
  out->path = path;
  return strcmp(version, "HTTP/1.1") == 0;
}

static const char **find_header(cs_upgrade *u, const char *name) {
  const struct {
    const char *name;
    const char **at;
  } known[] = {{"Host", &u->host},
               {"Origin", &u->origin},
               {"Authorization", &u->authorization},
               {"Upgrade", &u->upgrade},
               {"Connection", &u->connection},
               {"Sec-WebSocket-Key", &u->key},
               {"Sec-WebSocket-Version", &u->version},
               {"Sec-WebSocket-Protocol", &u->protocol}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strcasecmp(name, known[i].name) == 0) return known[i].at;
  return NULL;
}

/* A request with a body is none of ours. */
static bool has_body(const char *name) {
  return strcasecmp(name, "Content-Length") == 0 ||
         strcasecmp(name, "Transfer-Encoding") == 0;
}

static bool read_header(char *line, cs_upgrade *out) {
  char *value = strchr(line, ':');
  if (!value || value == line || strcspn(line, " \t") < (size_t)(value - line))
    return false;
  *value++ = '\0';
  value += strspn(value, " \t");
  for (size_t n = strlen(value); n && strchr(" \t", value[n - 1]); n--)
    value[n - 1] = '\0';
  if (has_body(line)) return false;
  const char **at = find_header(out, line);
  if (!at) return true;
  if (*at) return false; /* twice: one would check what another acts on */
  *at = value;
  return true;
}

bool cs_upgrade_read(char *text, size_t n, cs_upgrade *out) {
  *out = (cs_upgrade){0};
  if (strlen(text) != n) return false;
  char *line = cut_line(&text);
  if (!line || !read_first(line, out)) return false;
  while ((line = cut_line(&text)) && *line)
    if (!read_header(line, out)) return false;
  return line && !*text; /* nothing behind the empty line */
}

/* --- what it asks for ---------------------------------------------------- */

/* Is `word` one of a list with commas? */
static bool has_word(const char *list, const char *word) {
  size_t n = strlen(word);
  while (list && *list) {
    list += strspn(list, " \t,");
    size_t len = strcspn(list, " \t,");
    if (len == n && strncasecmp(list, word, n) == 0) return true;
    list += len;
  }
  return false;
}

static bool is_key(const char *key) {
  static const char digits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  return key && strlen(key) == KEY_LEN && strspn(key, digits) == KEY_LEN - 2 &&
         strcmp(key + KEY_LEN - 2, "==") == 0;
}

const char *cs_upgrade_check(const cs_upgrade *u, const char *protocol) {
  if (strcmp(u->method, "GET") != 0 || !has_word(u->upgrade, "websocket") ||
      !has_word(u->connection, "upgrade"))
    return "a WebSocket is served here, and nothing else";
  if (!u->version || strcmp(u->version, "13") != 0 || !is_key(u->key))
    return "the handshake is not that of RFC 6455";
  if (!has_word(u->protocol, protocol))
    return "client and server speak different protocols; use the same version "
           "of caisson";
  return NULL;
}

void cs_upgrade_accept(const char *key, char out[CS_UPGRADE_ACCEPT]) {
  static const char digits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  uint8_t sum[21] = {0}; /* 20, and one more for the last group */
  cs_digest d;
  cs_digest_init(&d, CS_DIGEST_SHA1);
  cs_digest_update(&d, key, strlen(key));
  cs_digest_update(&d, MAGIC, sizeof MAGIC - 1);
  cs_digest_finish(&d, sum, 20);
  for (size_t i = 0; i < 7; i++) {
    uint32_t v = (uint32_t)sum[3 * i] << 16 | (uint32_t)sum[3 * i + 1] << 8 |
                 sum[3 * i + 2];
    for (size_t k = 0; k < 4; k++)
      out[4 * i + k] = digits[v >> (18 - 6 * k) & 63];
  }
  out[27] = '=';
  out[28] = '\0';
}
