/*
 * tool_files.c - fs_read, fs_write, fs_list, fs_stat, fs_mkdir, fs_remove.
 *
 * Paths go to the session's own file system and mean there what they mean to
 * its code: nothing is compared as text, and nothing leaves the mounts.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/utf8.h"
#include "serve/result.h"
#include "serve/tool.h"
#include "vfs/layered.h"

#define ENTRIES_MAX 1000

/* What one of these tools does once it has files; 0 or an errno number. */
typedef int work(cs_job *j, cs_vfs *v, const char *path, json_t *fields);

static json_t *with_files(cs_job *j, const char *schema, work *w) {
  json_t *failed = NULL;
  const char *path = cs_args_text(j->arguments, "path");
  if (!path) return cs_tool_errno(j, EINVAL, "");
  cs_box *b = cs_tool_box(j, false, &failed);
  if (!b) return failed;
  memcpy(j->session_id, b->id, sizeof b->id);
  cs_vfs *v = cs_tool_files(j, b, &failed);
  if (v) {
    json_t *fields = json_pack("{s:o*}", "path", cs_text_name(path));
    int e = w(j, v, path, fields);
    const char *text = json_string_value(json_object_get(fields, "text"));
    failed = e ? cs_tool_errno(j, e, path)
               : cs_result_plain(j, schema, json_incref(fields), text);
    json_decref(fields);
  }
  cs_box_give(j->server, b);
  return failed;
}

static const char *kind_of(uint32_t mode) {
  switch (mode & S_IFMT) {
    case S_IFREG: return "file";
    case S_IFDIR: return "dir";
    case S_IFLNK: return "link";
    default: return "other";
  }
}

static int do_stat(cs_job *j, cs_vfs *v, const char *path, json_t *fields) {
  cs_vfs_stat st;
  (void)j;
  int e = cs_vfs_stat_path(v, path, false, &st);
  if (e) return e;
  json_object_set_new(fields, "kind", json_string(kind_of(st.mode)));
  json_object_set_new(fields, "size", json_integer((json_int_t)st.size));
  json_object_set_new(fields, "mtime_ms",
                      json_integer((json_int_t)(st.mtime / 1000000)));
  return 0;
}

static int do_read(cs_job *j, cs_vfs *v, const char *path, json_t *fields) {
  size_t most = (size_t)cs_args_int(j->arguments, "max_bytes", 65536);
  uint64_t at = (uint64_t)cs_args_int(j->arguments, "offset", 0), size = 0;
  cs_buf b;
  cs_buf_init(&b, most);
  int e = cs_tool_read(v, path, at, most, &b, &size);
  if (!e) {
    const char *s = cs_buf_text(&b);
    size_t good = cs_utf8_check((const uint8_t *)s, b.len, false, NULL);
    bool text = b.len - good < CS_UTF8_LONGEST && !memchr(s, 0, b.len);
    json_object_set_new(
        fields, text ? "text" : "base64",
        text ? json_stringn(s, good) : cs_text_base64(s, b.len));
    json_object_set_new(fields, "size", json_integer((json_int_t)size));
    json_object_set_new(fields, "truncated",
                        json_boolean(at + (text ? good : b.len) < size));
  }
  cs_buf_fini(&b);
  return e;
}

static int do_write(cs_job *j, cs_vfs *v, const char *path, json_t *fields) {
  const json_t *text = json_object_get(j->arguments, "text");
  const json_t *base64 = json_object_get(j->arguments, "base64");
  size_t n = json_string_length(text);
  char *bytes = NULL;
  if (!text == !base64) return EINVAL;
  if (base64) {
    bytes = cs_text_unbase64(json_string_value(base64),
                             json_string_length(base64), &n);
    if (!bytes) return EINVAL;
  }
  int e = cs_tool_write(v, path, bytes ? bytes : json_string_value(text), n);
  free(bytes);
  json_object_set_new(fields, "size", json_integer((json_int_t)n));
  return e;
}

static int do_mkdir(cs_job *j, cs_vfs *v, const char *path, json_t *fields) {
  (void)j;
  (void)fields;
  bool entered = cs_layered_enter(v, path);
  int e = cs_vfs_mkdir(v, path, 0777);
  cs_layered_leave(entered);
  return e;
}

static int do_remove(cs_job *j, cs_vfs *v, const char *path, json_t *fields) {
  cs_vfs_stat st;
  (void)j;
  (void)fields;
  int e = cs_vfs_stat_path(v, path, false, &st);
  if (e) return e;
  bool entered = cs_layered_enter(v, path);
  e = (st.mode & S_IFMT) == S_IFDIR ? cs_vfs_rmdir(v, path)
                                    : cs_vfs_remove(v, path);
  cs_layered_leave(entered);
  return e;
}

/* --- directories --------------------------------------------------------- */

typedef struct names {
  char *at[ENTRIES_MAX]; /* owned */
  size_t n;
  bool more;
} names;

static int take_name(void *with, const char *name, char kind) {
  names *l = with;
  (void)kind;
  l->more = l->n == ENTRIES_MAX;
  if (l->more) return ECANCELED;
  l->at[l->n] = strdup(name);
  if (!l->at[l->n]) return ENOMEM;
  l->n++;
  return 0;
}

static int by_name(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static void put_entry(cs_vfs *v, const char *dir, const char *name,
                      json_t *entries) {
  char path[2 * CS_VFS_PATH];
  cs_vfs_stat st = {0};
  snprintf(path, sizeof path, "%.4095s/%.4095s", dir, name);
  (void)cs_vfs_stat_path(v, path, false, &st);
  json_array_append_new(
      entries, json_pack("{s:o*, s:s, s:I}", "name", cs_text_name(name), "kind",
                         kind_of(st.mode), "size", (json_int_t)st.size));
}

static int do_list(cs_job *j, cs_vfs *v, const char *path, json_t *fields) {
  names *l = calloc(1, sizeof *l);
  (void)j;
  if (!l) return ENOMEM;
  int e = cs_vfs_list(v, path, take_name, l);
  if (l->more) e = 0;
  qsort(l->at, l->n, sizeof *l->at, by_name);
  json_t *entries = json_array();
  for (size_t i = 0; i < l->n; i++) {
    if (!e) put_entry(v, path, l->at[i], entries);
    free(l->at[i]);
  }
  json_object_set_new(fields, "entries", entries);
  json_object_set_new(fields, "truncated", json_boolean(l->more));
  free(l);
  return e;
}

json_t *cs_tool_fs_stat(cs_job *j) {
  return with_files(j, "caisson.file/1", do_stat);
}
json_t *cs_tool_fs_read(cs_job *j) {
  return with_files(j, "caisson.file/1", do_read);
}
json_t *cs_tool_fs_write(cs_job *j) {
  return with_files(j, "caisson.file/1", do_write);
}
json_t *cs_tool_fs_mkdir(cs_job *j) {
  return with_files(j, "caisson.file/1", do_mkdir);
}
json_t *cs_tool_fs_remove(cs_job *j) {
  return with_files(j, "caisson.file/1", do_remove);
}
json_t *cs_tool_fs_list(cs_job *j) {
  return with_files(j, "caisson.list/1", do_list);
}
