/*
 * resource.c - files of sessions as resources:
 * caisson://session/ID/files/PATH.
 *
 * The path is decoded once and handed to the session's own file system, which
 * no path leaves; it means there what it means to the session's code.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "serve/result.h"
#include "serve/tool.h"

#define PREFIX "caisson://session/"
#define MIDDLE "/files/"
#define MOST   ((size_t)4 << 20)

static bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || (c && strchr("/-._~", c));
}

char *cs_tool_uri(const char *id, const char *path) {
  size_t n = strlen(path), at;
  size_t room = sizeof PREFIX + CS_TEXT_ID + sizeof MIDDLE + 3 * n;
  char *out = malloc(room);
  if (!out) return NULL;
  while (*path == '/') path++;
  at = (size_t)snprintf(out, room, "%s%s%s", PREFIX, id, MIDDLE);
  for (; *path; path++) {
    if (is_plain(*path))
      out[at++] = *path;
    else
      at += (size_t)snprintf(out + at, 4, "%%%02X", (uint8_t)*path);
  }
  out[at] = '\0';
  return out;
}

static int hex(char c) {
  const char *digits = "0123456789abcdef", *p;
  if (c >= 'A' && c <= 'F') c = (char)(c + 32);
  p = c ? strchr(digits, c) : NULL;
  return p ? (int)(p - digits) : -1;
}

/* Decode once, in place of `out`; false: it is no path. */
static bool decode(const char *s, char out[CS_VFS_PATH]) {
  size_t at = 0;
  out[at++] = '/';
  for (; *s; s++) {
    int c = (uint8_t)*s;
    if (c == '%') {
      int high = hex(s[1]), low = high < 0 ? -1 : hex(s[2]);
      if (low < 0) return false;
      c = high << 4 | low;
      s += 2;
    }
    if (c == 0 || at + 1 >= CS_VFS_PATH) return false;
    out[at++] = (char)c;
  }
  out[at] = '\0';
  return true;
}

static json_t *content(const char *uri, const char *path, const cs_buf *b) {
  const uint8_t *s = (const uint8_t *)cs_buf_text(b);
  bool text =
      cs_utf8_check(s, b->len, false, NULL) == b->len && !memchr(s, 0, b->len);
  json_t *one =
      json_pack("{s:s, s:s}", "uri", uri, "mimeType", cs_result_mime(path));
  json_object_set_new(
      one, text ? "text" : "blob",
      text ? json_stringn((const char *)s, b->len) : cs_text_base64(s, b->len));
  return json_pack("{s:[o], s:i, s:s}", "contents", one, "ttlMs", 0,
                   "cacheScope", "private");
}

static json_t *read_file(cs_box *b, const char *uri, const char *path) {
  cs_vfs *v = cs_session_files(b->session, false);
  cs_buf data;
  uint64_t size;
  json_t *out = NULL;
  cs_buf_init(&data, MOST);
  if (v && cs_tool_read(v, path, 0, MOST, &data, &size) == 0 && size <= MOST)
    out = content(uri, path, &data);
  cs_buf_fini(&data);
  return out;
}

json_t *cs_tool_resource(cs_server *s, cs_caller *c, const char *uri) {
  char id[CS_TEXT_ID], path[CS_VFS_PATH];
  if (strncmp(uri, PREFIX, sizeof PREFIX - 1) != 0) return NULL;
  const char *start = uri + sizeof PREFIX - 1;
  const char *middle = strstr(start, MIDDLE);
  if (!middle || (size_t)(middle - start) >= sizeof id) return NULL;
  memcpy(id, start, (size_t)(middle - start));
  id[middle - start] = '\0';
  if (!decode(middle + sizeof MIDDLE - 1, path)) return NULL;
  cs_box *b = cs_box_take(s, c, id, NULL);
  if (!b) return NULL;
  json_t *out = read_file(b, uri, path);
  cs_box_give(s, b);
  return out;
}
