/*
 * files.c - file operations of clients, as words for the helper, and back.
 *
 * What the helper prints comes out of the sandbox and is believed no more than
 * a program's output: a list of entries, or nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sandbox/frame.h"
#include "sandbox/keeper/keeper.h"

static const char *text_of(const json_t *request, const char *key,
                           const char *fallback) {
  const char *text = json_string_value(json_object_get(request, key));
  return text ? text : fallback;
}

static bool is_set(const json_t *request, const char *key) {
  return json_is_true(json_object_get(request, key));
}

static long long number_of(const json_t *request, const char *key,
                           long long fallback) {
  const json_t *v = json_object_get(request, key);
  return json_is_integer(v) && json_integer_value(v) >= 0
             ? json_integer_value(v)
             : fallback;
}

/* `room` has space for two words of 48 bytes. */
bool cs_boxfiles_words(const json_t *request, const char *argv[8],
                       char room[96], cs_boxexec_sort *sort) {
  const char *op = text_of(request, "op", "");
  const char *path = text_of(request, "path", NULL);
  char *one = room, *two = room + 48;
  if (!path || !*path || strncmp(op, "file.", 5) != 0) return false;
  *one = *two = 0;
  *sort = CS_BOXEXEC_LOOK;
  op += 5;
  if (strcmp(op, "read") == 0) {
    *sort = CS_BOXEXEC_READ;
    snprintf(one, 48, "%lld", number_of(request, "offset", 0));
    snprintf(two, 48, "%lld", number_of(request, "length", INT64_MAX));
  } else if (strcmp(op, "write") == 0) {
    snprintf(one, 48, "%.8s", text_of(request, "mode", ""));
    snprintf(two, 48, "%s%s%s", is_set(request, "parents") ? "p" : "",
             is_set(request, "append") ? "a" : "",
             is_set(request, "exclusive") ? "x" : "");
  } else if (strcmp(op, "list") == 0) {
    snprintf(one, 48, "%lld", number_of(request, "depth", 1));
  } else if (strcmp(op, "stat") == 0) {
    snprintf(one, 48, "%s", is_set(request, "nofollow") ? "l" : "");
  } else if (strcmp(op, "mkdir") == 0) {
    snprintf(one, 48, "%s", is_set(request, "parents") ? "p" : "");
    snprintf(two, 48, "%.8s", text_of(request, "mode", ""));
  } else if (strcmp(op, "remove") == 0) {
    snprintf(one, 48, "%s", is_set(request, "recursive") ? "r" : "");
  } else if (strcmp(op, "watch") == 0) {
    *sort = CS_BOXEXEC_WATCH;
    snprintf(one, 48, "%s", is_set(request, "recursive") ? "r" : "");
  } else if (strcmp(op, "rename") == 0 || strcmp(op, "symlink") == 0) {
    const char *to = text_of(request, op[0] == 'r' ? "to" : "target", NULL);
    if (!to || !*to) return false;
    argv[0] = op;
    argv[1] = path;
    argv[2] = to;
    argv[3] = NULL;
    return true;
  } else {
    return false;
  }
  argv[0] = op;
  argv[1] = path;
  argv[2] = one;
  argv[3] = two;
  argv[4] = NULL;
  return true;
}

/* The text at `*at`, and past its NUL; NULL: there is none. */
static const char *next_text(const char *bytes, size_t n, size_t *at) {
  const char *text = bytes + *at;
  const char *end = *at < n ? memchr(text, 0, n - *at) : NULL;
  if (!end) return NULL;
  *at = (size_t)(end - bytes) + 1;
  return text;
}

/* A name that is no UTF-8 is told in hexadecimal, too. */
static json_t *name_of(const char *text, json_t *entry, const char *key) {
  size_t n = strlen(text);
  json_t *name = json_string(text);
  if (name) return name;
  char *hex = malloc(2 * n + 1), *safe = malloc(n + 1);
  for (size_t i = 0; hex && safe && i <= n; i++) {
    unsigned char c = (unsigned char)text[i];
    snprintf(hex + 2 * i, 3, "%02x", c);
    safe[i] = c < 128 ? (char)c : '?';
  }
  if (hex && safe) {
    char other[32];
    hex[2 * n] = 0;
    snprintf(other, sizeof other, "%s_hex", key);
    json_object_set_new(entry, other, json_string(hex));
    name = json_string(safe);
  }
  free(hex);
  free(safe);
  return name;
}

static json_t *entry_of(const char *head, const char *name, const char *link) {
  char type = 0;
  long long size = 0, mtime = 0;
  unsigned mode = 0, uid = 0, gid = 0;
  if (sscanf(head, "%c %lld %o %lld %u %u", &type, &size, &mode, &mtime, &uid,
             &gid) != 6)
    return NULL;
  const char *word = type == 'f'   ? "file"
                     : type == 'd' ? "directory"
                     : type == 'l' ? "symlink"
                                   : "other";
  json_t *e = json_pack("{s:s, s:I, s:i, s:I, s:i, s:i}", "type", word, "size",
                        (json_int_t)size, "mode", (int)mode, "mtime_ns",
                        (json_int_t)mtime, "uid", (int)uid, "gid", (int)gid);
  if (!e) return NULL;
  json_object_set_new(e, "name", name_of(name, e, "name"));
  if (type == 'l') json_object_set_new(e, "target", name_of(link, e, "target"));
  return e;
}

json_t *cs_boxfiles_entries(const char *bytes, size_t n) {
  json_t *list = json_array();
  for (size_t at = 0; at < n;) {
    const char *head = next_text(bytes, n, &at);
    const char *name = head ? next_text(bytes, n, &at) : NULL;
    const char *link = name ? next_text(bytes, n, &at) : NULL;
    if (!link) break;
    json_array_append_new(list, entry_of(head, name, link));
  }
  return list;
}

json_t *cs_boxfiles_error(int number) {
  return json_pack("{s:s, s:i, s:s, s:s}", "code", "file", "errno", number,
                   "name",
                   strerrorname_np(number) ? strerrorname_np(number) : "EIO",
                   "message", strerror(number));
}

void cs_boxfiles_events(cs_client *c, cs_buf *kept) {
  size_t at = 0, done = 0;
  for (;;) {
    const char *word = next_text(kept->data, kept->len, &at);
    const char *name = word ? next_text(kept->data, kept->len, &at) : NULL;
    if (!name) break;
    done = at;
    json_t *e = json_pack("{s:s}", "event", word);
    if (e && *name) json_object_set_new(e, "path", name_of(name, e, "path"));
    if (c && e)
      cs_client_event(c, e);
    else
      json_decref(e);
  }
  if (done == 0) return;
  memmove(kept->data, kept->data + done, kept->len - done);
  kept->len -= done;
}
