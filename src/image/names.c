/*
 * names.c - read and write the records of names.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "image/names.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "image/oci.h"
#include "text/document.h"

#define RECORD_MAX 4096

static void file_of(const char *name, char out[CS_IMAGE_DIGEST]) {
  char digest[CS_IMAGE_DIGEST];
  cs_oci_digest(name, strlen(name), digest);
  memcpy(out, cs_image_store_hex(digest), 65);
}

cs_status cs_names_put(cs_image_store *s, const cs_name *n, cs_error *err) {
  cs_buf b;
  char file[CS_IMAGE_DIGEST];
  cs_buf_init(&b, RECORD_MAX);
  cs_status st = cs_buf_put_text(&b, "{\"name\":");
  if (st == CS_OK) st = cs_document_quote(&b, n->name);
  if (st == CS_OK)
    st = cs_buf_printf(&b, ",\"digest\":\"%s\",\"index\":\"%s\",\"time\":%lld",
                       n->digest, n->index, (long long)n->time);
  if (st == CS_OK) st = cs_buf_put_text(&b, ",\"source\":");
  if (st == CS_OK) st = cs_document_quote(&b, n->source);
  if (st == CS_OK) st = cs_buf_put_text(&b, "}\n");
  file_of(n->name, file);
  if (st == CS_OK)
    st = cs_image_store_put(s, s->names, file, b.data, b.len, err);
  else
    st = cs_error_set(err, st, "the name of an image is too long");
  cs_buf_fini(&b);
  return st;
}

static bool copy_text(const cs_document *d, const char *key, char *out,
                      size_t room) {
  const char *text = cs_document_text(d, 0, key);
  if (!text || strlen(text) >= room) return false;
  memcpy(out, text, strlen(text) + 1);
  return true;
}

static bool read_record(cs_image_store *s, const char *file, cs_name *out) {
  cs_buf b;
  cs_document d = {0};
  uint64_t time = 0;
  cs_buf_init(&b, RECORD_MAX);
  bool good = cs_image_store_get(s->names, file, &b, NULL) == CS_OK &&
              cs_document_parse(&d, b.data ? b.data : "", b.len, NULL) == CS_OK;
  *out = (cs_name){.time = 0};
  good = good && copy_text(&d, "name", out->name, sizeof out->name) &&
         copy_text(&d, "digest", out->digest, sizeof out->digest) &&
         copy_text(&d, "index", out->index, sizeof out->index) &&
         copy_text(&d, "source", out->source, sizeof out->source) &&
         cs_document_size(&d, 0, "time", &time) &&
         cs_reference_is_digest(out->digest);
  out->time = (int64_t)time;
  cs_document_fini(&d);
  cs_buf_fini(&b);
  return good;
}

typedef struct search {
  const cs_reference *want;
  cs_name *out;
  bool found;
} search;

static bool by_digest(void *user, const cs_name *n) {
  search *f = user;
  cs_reference r;
  if (strcmp(n->digest, f->want->digest) != 0 &&
      strcmp(n->index, f->want->digest) != 0)
    return true;
  if (cs_reference_parse(n->name, &r, NULL) != CS_OK ||
      !cs_reference_same_repo(&r, f->want))
    return true;
  *f->out = *n;
  f->found = true;
  return false;
}

bool cs_names_find(cs_image_store *s, const cs_reference *r, cs_name *out) {
  char name[CS_REFERENCE_MAX + 8], file[CS_IMAGE_DIGEST];
  search f = {.want = r, .out = out};
  cs_reference_print(r, name);
  file_of(name, file);
  if (read_record(s, file, out) && strcmp(out->name, name) == 0) return true;
  if (!r->digest[0]) return false;
  return cs_names_walk(s, by_digest, &f, NULL) == CS_OK && f.found;
}

bool cs_names_remove(cs_image_store *s, const char *name) {
  char file[CS_IMAGE_DIGEST];
  file_of(name, file);
  return unlinkat(s->names, file, 0) == 0;
}

cs_status cs_names_walk(cs_image_store *s, cs_names_each *each, void *user,
                        cs_error *err) {
  int fd = openat(s->names, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
  if (!dir) {
    if (fd >= 0) close(fd);
    return cs_error_os(err, "cannot read the image store");
  }
  for (struct dirent *e; (e = readdir(dir));) {
    cs_name n;
    if (e->d_name[0] == '.' || !read_record(s, e->d_name, &n)) continue;
    if (!each(user, &n)) break;
  }
  closedir(dir);
  return CS_OK;
}
