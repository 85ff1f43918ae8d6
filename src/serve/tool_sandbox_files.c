/*
 * tool_sandbox_files.c - sandbox_fs_read, _write, _list, _stat, _mkdir,
 * _remove: files of a named sandbox, or of a session.
 *
 * The keeper has a process inside the sandbox resolve every path, so that one
 * leads nowhere that the sandbox's own programs cannot go.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/utf8.h"
#include "sandbox/frame.h"
#include "serve/owned.h"
#include "serve/result.h"
#include "serve/tool.h"

#define ENTRIES_MAX 1000
#define PIECE       ((size_t)1 << 20)

/* One operation on one path. */
typedef struct errand {
  cs_job *j;
  const char *path; /* borrowed */
  int fd;           /* owned */
  json_t *fields;   /* owned: of the result */
} errand;

/* --- talking to the keeper ------------------------------------------------ */

static json_t *lost(cs_job *j) {
  return cs_result_failure(j, "SandboxState", "The sandbox ended meanwhile.");
}

static bool send_request(const errand *e, json_t *q) {
  CS_AUTO_FREE
  char *text = json_dumps(q, JSON_COMPACT);
  json_decref(q);
  return text && cs_frame_send(e->fd, CS_FRAME_REQUEST, text, strlen(text));
}

/* The answer; bytes that come before it go to `out` (may be NULL).  NULL:
 * `*failed` is the result. */
static json_t *receive(const errand *e, cs_buf *out, json_t **failed) {
  cs_buf in;
  cs_frame f = {0};
  cs_error err = {0};
  json_t *reply = NULL;
  cs_buf_init(&in, CS_FRAME_MAX + 65536 + CS_FRAME_HEAD);
  while (!reply && cs_frame_receive(e->fd, &in, &f, &err) == CS_OK) {
    size_t used = (size_t)(f.data - in.data) + f.len;
    if (f.kind == CS_FRAME_RESULT) reply = json_loadb(f.data, f.len, 0, NULL);
    if (f.kind == CS_FRAME_RESULT && !reply) break;
    if (f.kind == CS_FRAME_STDOUT && out) (void)!cs_buf_put(out, f.data, f.len);
    memmove(in.data, in.data + used, in.len - used);
    in.len -= used;
  }
  cs_buf_fini(&in);
  const json_t *error = json_object_get(reply, "error");
  if (reply && !error) return reply;
  const json_t *number = json_object_get(error, "errno");
  if (!reply)
    *failed = lost(e->j);
  else if (json_is_integer(number))
    *failed = cs_tool_errno(e->j, (int)json_integer_value(number), e->path);
  else
    *failed = cs_owned_failure(e->j, error);
  json_decref(reply);
  return NULL;
}

static json_t *ask(const errand *e, json_t *q, json_t **failed) {
  if (send_request(e, q)) return receive(e, NULL, failed);
  *failed = lost(e->j);
  return NULL;
}

/* --- what a tool does; a result, or NULL if `fields` are it --------------- */

typedef json_t *work(errand *e);

static const char *kind_of(const json_t *entry) {
  static const char *const kinds[][2] = {
      {"file", "file"}, {"directory", "dir"}, {"symlink", "link"}};
  const char *type = json_string_value(json_object_get(entry, "type"));
  for (size_t i = 0; type && i < 3; i++)
    if (strcmp(kinds[i][0], type) == 0) return kinds[i][1];
  return "other";
}

static json_t *do_stat(errand *e) {
  json_t *failed = NULL;
  json_t *reply = ask(e,
                      json_pack("{s:s, s:s, s:b}", "op", "file.stat", "path",
                                e->path, "nofollow", 1),
                      &failed);
  const json_t *one = json_array_get(json_object_get(reply, "entries"), 0);
  if (one) {
    json_object_set_new(e->fields, "kind", json_string(kind_of(one)));
    json_object_set(e->fields, "size", json_object_get(one, "size"));
    json_object_set_new(
        e->fields, "mtime_ms",
        json_integer(json_integer_value(json_object_get(one, "mtime_ns")) /
                     1000000));
  }
  json_decref(reply);
  return failed;
}

/* As text if it is, else in base64. */
static void put_content(const errand *e, const cs_buf *b, size_t most) {
  const char *s = cs_buf_text(b);
  size_t n = b->len < most ? b->len : most;
  size_t good = cs_utf8_check((const uint8_t *)s, n, false, NULL);
  bool text = n - good < CS_UTF8_LONGEST && !memchr(s, 0, n);
  json_object_set_new(e->fields, text ? "text" : "base64",
                      text ? json_stringn(s, good) : cs_text_base64(s, n));
  json_object_set_new(e->fields, "truncated",
                      json_boolean(b->len > (text ? good : n)));
}

static json_t *do_read(errand *e) {
  size_t most = (size_t)cs_args_int(e->j->arguments, "max_bytes", 65536);
  json_int_t at = cs_args_int(e->j->arguments, "offset", 0);
  json_t *failed = NULL, *reply = NULL;
  cs_buf b;
  cs_buf_init(&b, most + PIECE);
  /* One byte more tells whether there are more. */
  if (send_request(
          e, json_pack("{s:s, s:s, s:I, s:I}", "op", "file.read", "path",
                       e->path, "offset", at, "length", (json_int_t)most + 1)))
    reply = receive(e, &b, &failed);
  else
    failed = lost(e->j);
  if (reply) put_content(e, &b, most);
  json_decref(reply);
  cs_buf_fini(&b);
  return failed;
}

static json_t *send_content(errand *e, const char *data, size_t n) {
  json_t *failed = NULL;
  bool sent = send_request(e, json_pack("{s:s, s:s, s:b}", "op", "file.write",
                                        "path", e->path, "parents", 1));
  for (size_t at = 0; sent && at < n; at += PIECE)
    sent = cs_frame_send(e->fd, CS_FRAME_INPUT, data + at,
                         n - at < PIECE ? n - at : PIECE);
  if (!sent || !cs_frame_send(e->fd, CS_FRAME_INPUT, "", 0)) return lost(e->j);
  json_decref(receive(e, NULL, &failed));
  json_object_set_new(e->fields, "size", json_integer((json_int_t)n));
  return failed;
}

static json_t *do_write(errand *e) {
  const json_t *text = json_object_get(e->j->arguments, "text");
  const json_t *base64 = json_object_get(e->j->arguments, "base64");
  size_t n = json_string_length(text);
  CS_AUTO_FREE
  char *bytes = NULL;
  if (base64)
    bytes = cs_text_unbase64(json_string_value(base64),
                             json_string_length(base64), &n);
  if (!text == !base64 || (base64 && !bytes))
    return cs_tool_errno(e->j, EINVAL, e->path);
  return send_content(e, bytes ? bytes : json_string_value(text), n);
}

static json_t *do_plain(errand *e, json_t *q) {
  json_t *failed = NULL;
  json_object_set_new(q, "path", json_string(e->path));
  json_decref(ask(e, q, &failed));
  return failed;
}

static json_t *do_mkdir(errand *e) {
  return do_plain(e, json_pack("{s:s}", "op", "file.mkdir"));
}

static json_t *do_remove(errand *e) {
  return do_plain(e, json_pack("{s:s}", "op", "file.remove"));
}

static int by_name(const void *a, const void *b) {
  return strcmp(
      json_string_value(json_object_get(*(json_t *const *)a, "name")),
      json_string_value(json_object_get(*(json_t *const *)b, "name")));
}

static json_t *do_list(errand *e) {
  json_t *failed = NULL, *found, *list = json_array();
  json_t *reply = ask(
      e, json_pack("{s:s, s:s}", "op", "file.list", "path", e->path), &failed);
  const json_t *entries = json_object_get(reply, "entries");
  size_t n = json_array_size(entries), shown = 0;
  json_t **sorted = calloc(n + 1, sizeof(json_t *));
  for (size_t i = 0; sorted && i < n; i++) {
    found = json_array_get(entries, i);
    if (json_string_value(json_object_get(found, "name")))
      sorted[shown++] = found;
  }
  if (sorted) qsort(sorted, shown, sizeof(json_t *), by_name);
  for (size_t i = 0; sorted && i < shown && i < ENTRIES_MAX; i++)
    json_array_append_new(
        list,
        json_pack(
            "{s:o*, s:s, s:O*}", "name",
            cs_text_name(json_string_value(json_object_get(sorted[i], "name"))),
            "kind", kind_of(sorted[i]), "size",
            json_object_get(sorted[i], "size")));
  free(sorted);
  json_object_set_new(e->fields, "entries", list);
  json_object_set_new(e->fields, "truncated", json_boolean(n > ENTRIES_MAX));
  json_decref(reply);
  return failed;
}

/* --- all of them ---------------------------------------------------------- */

static json_t *in_sandbox(cs_job *j, const char *schema, work *w) {
  char full[CS_OWNED_FULL];
  json_t *failed = NULL;
  errand e = {.j = j, .path = cs_args_text(j->arguments, "path"), .fd = -1};
  if (!e.path) return cs_tool_errno(j, EINVAL, "");
  if (!cs_owned_arg(j, full, &failed)) return failed;
  e.fd = cs_owned_connect(j, full, &failed);
  if (e.fd < 0) return failed;
  e.fields = json_pack("{s:o*}", "path", cs_text_name(e.path));
  failed = w(&e);
  cs_cleanup_fd(&e.fd);
  if (failed) {
    json_decref(e.fields);
    return failed;
  }
  const char *text = json_string_value(json_object_get(e.fields, "text"));
  return cs_result_plain(j, schema, e.fields, text);
}

/* With session_id they are the tools of sessions. */
static json_t *either(cs_job *j, const char *schema, work *w,
                      json_t *(*session)(cs_job *j)) {
  return json_object_get(j->arguments, "session_id") ? session(j)
                                                     : in_sandbox(j, schema, w);
}

json_t *cs_tool_sandbox_fs_stat(cs_job *j) {
  return either(j, "caisson.file/1", do_stat, cs_tool_fs_stat);
}
json_t *cs_tool_sandbox_fs_read(cs_job *j) {
  return either(j, "caisson.file/1", do_read, cs_tool_fs_read);
}
json_t *cs_tool_sandbox_fs_write(cs_job *j) {
  return either(j, "caisson.file/1", do_write, cs_tool_fs_write);
}
json_t *cs_tool_sandbox_fs_mkdir(cs_job *j) {
  return either(j, "caisson.file/1", do_mkdir, cs_tool_fs_mkdir);
}
json_t *cs_tool_sandbox_fs_remove(cs_job *j) {
  return either(j, "caisson.file/1", do_remove, cs_tool_fs_remove);
}
json_t *cs_tool_sandbox_fs_list(cs_job *j) {
  return either(j, "caisson.list/1", do_list, cs_tool_fs_list);
}
