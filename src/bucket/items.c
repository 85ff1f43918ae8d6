/*
 * items.c - sorted lists of objects or files, and their JSON.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "bucket/bucket_in.h"
#include "text/document.h"

bool cs_items_is_path(const char *path) {
  size_t len = strlen(path);
  if (len == 0 || len > CS_BUCKET_KEY) return false;
  for (const char *p = path;;) {
    size_t n = strcspn(p, "/");
    if (n == 0 || n > 255 || (n == 1 && p[0] == '.') ||
        (n == 2 && p[0] == '.' && p[1] == '.'))
      return false;
    if (!p[n]) return true;
    p += n + 1;
  }
}

cs_status cs_items_add(cs_bucket_items *l, const char *path,
                       cs_bucket_item **out, cs_error *err) {
  if (l->count == CS_BUCKET_FILES)
    return cs_error_set(err, CS_ELIMIT, "the workspace has more than %d files",
                        CS_BUCKET_FILES);
  if (l->count == l->room) {
    size_t room = l->room ? 2 * l->room : 64;
    void *more = realloc(l->at, room * sizeof *l->at);
    if (!more) return cs_error_set(err, CS_EOS, "out of memory");
    l->at = more;
    l->room = room;
  }
  char *copy = strdup(path);
  if (!copy) return cs_error_set(err, CS_EOS, "out of memory");
  l->at[l->count] = (cs_bucket_item){.path = copy};
  *out = &l->at[l->count++];
  return CS_OK;
}

static int by_path(const void *a, const void *b) {
  const cs_bucket_item *x = a, *y = b;
  return strcmp(x->path, y->path);
}

void cs_items_sort(cs_bucket_items *l) {
  if (l->count > 1) qsort(l->at, l->count, sizeof *l->at, by_path);
}

cs_bucket_item *cs_items_find(const cs_bucket_items *l, const char *path) {
  size_t low = 0, high = l->count;
  while (low < high) {
    size_t mid = low + (high - low) / 2;
    int order = strcmp(path, l->at[mid].path);
    if (order == 0) return &l->at[mid];
    if (order < 0)
      high = mid;
    else
      low = mid + 1;
  }
  return NULL;
}

void cs_items_remove(cs_bucket_items *l, cs_bucket_item *item) {
  free(item->path);
  size_t after = l->count - (size_t)(item - l->at) - 1;
  memmove(item, item + 1, after * sizeof *item);
  l->count--;
}

void cs_items_fini(cs_bucket_items *l) {
  for (size_t i = 0; i < l->count; i++) free(l->at[i].path);
  free(l->at);
  *l = (cs_bucket_items){.at = NULL};
}

/* --- the bytes of a base ------------------------------------------------- */

static cs_status print_item(const cs_bucket_item *i, cs_buf *out) {
  cs_status st = cs_buf_put_text(out, "{\"path\":");
  if (st == CS_OK) st = cs_document_quote(out, i->path);
  if (st == CS_OK) st = cs_buf_put_text(out, ",\"etag\":");
  if (st == CS_OK) st = cs_document_quote(out, i->etag);
  /* Nanoseconds do not fit a JSON number: they are texts. */
  if (st == CS_OK)
    st = cs_buf_printf(
        out, ",\"size\":%llu,\"ctime\":\"%lld\",\"mtime\":\"%lld\"}",
        (unsigned long long)i->size, (long long)i->ctime, (long long)i->mtime);
  return st;
}

cs_status cs_items_print(const cs_bucket_items *l, cs_buf *out, cs_error *err) {
  cs_buf_clear(out);
  cs_status st = cs_buf_put_text(out, "[");
  for (size_t i = 0; st == CS_OK && i < l->count; i++) {
    if (i) st = cs_buf_put_text(out, ",\n");
    if (st == CS_OK) st = print_item(&l->at[i], out);
  }
  if (st == CS_OK) st = cs_buf_put_text(out, "]");
  return st == CS_OK ? CS_OK
                     : cs_error_set(err, st, "the workspace is too large");
}

static cs_status parse_item(const cs_document *d, uint32_t node,
                            cs_bucket_items *l, cs_error *err) {
  const char *path = cs_document_text(d, node, "path");
  const char *etag = cs_document_text(d, node, "etag");
  const char *ctime = cs_document_text(d, node, "ctime");
  const char *mtime = cs_document_text(d, node, "mtime");
  cs_bucket_item *item;
  uint64_t size;
  if (!path || !cs_items_is_path(path) || !etag ||
      strlen(etag) >= CS_BUCKET_ETAG || !ctime || !mtime ||
      !cs_document_size(d, node, "size", &size))
    return cs_error_set(err, CS_ECORRUPT,
                        "the base of the workspace is "
                        "malformed");
  cs_status st = cs_items_add(l, path, &item, err);
  if (st != CS_OK) return st;
  memcpy(item->etag, etag, strlen(etag) + 1);
  item->size = size;
  item->ctime = strtoll(ctime, NULL, 10);
  item->mtime = strtoll(mtime, NULL, 10);
  return CS_OK;
}

cs_status cs_items_parse(cs_bucket_items *l, const cs_buf *in, cs_error *err) {
  cs_document d;
  *l = (cs_bucket_items){.at = NULL};
  cs_status st = cs_document_parse(&d, cs_buf_text(in), in->len, err);
  if (st != CS_OK) return st;
  for (uint32_t i = cs_document_first(&d, 0);
       st == CS_OK && i != CS_DOCUMENT_NONE; i = cs_document_next(&d, i))
    st = parse_item(&d, i, l, err);
  cs_document_fini(&d);
  if (st == CS_OK)
    cs_items_sort(l);
  else
    cs_items_fini(l);
  return st;
}
