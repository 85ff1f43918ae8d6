/*
 * tar_write.c - headers of 512 bytes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "image/tar_write.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"

#define BLOCK     512
#define PAX_MAX   16384
#define OCTAL_11  UINT64_C(077777777777)
#define ID_OCTAL  07777777u
#define NAME_ROOM 100

static const char zeros[BLOCK];

/* `n` digits and a NUL; a value that does not fit is in the pax header. */
static void octal(char *to, size_t n, uint64_t value) {
  to[n] = '\0';
  for (size_t i = n; i-- > 0; value >>= 3) to[i] = (char)('0' + (value & 7));
}

static void seal(char head[BLOCK]) {
  unsigned sum = 0;
  memset(head + 148, ' ', 8);
  for (size_t i = 0; i < BLOCK; i++) sum += (unsigned char)head[i];
  octal(head + 148, 6, sum);
  head[155] = ' ';
}

static cs_status put_block(cs_tar *t, const cs_tar_entry *e, cs_error *err) {
  char head[BLOCK] = {0};
  size_t path = strlen(e->path), link = strlen(e->link);
  memcpy(head, e->path, path < NAME_ROOM ? path : NAME_ROOM);
  octal(head + 100, 7, e->mode & 07777);
  octal(head + 108, 7, e->uid);
  octal(head + 116, 7, e->gid);
  octal(head + 124, 11, e->size & OCTAL_11);
  octal(head + 136, 11, e->mtime < 0 ? 0 : (uint64_t)e->mtime & OCTAL_11);
  head[156] = e->type;
  memcpy(head + 157, e->link, link < NAME_ROOM ? link : NAME_ROOM);
  memcpy(head + 257, "ustar\00000", 8);
  seal(head);
  return t->put(t->user, head, sizeof head, err);
}

/* "LENGTH KEY=VALUE\n", where LENGTH counts itself. */
static cs_status pax_record(cs_buf *b, const char *key, const char *value) {
  size_t rest = strlen(key) + strlen(value) + 3, total = rest, digits;
  do {
    digits = (size_t)snprintf(NULL, 0, "%zu", total);
    if (total == rest + digits) break;
    total = rest + digits;
  } while (1);
  return cs_buf_printf(b, "%zu %s=%s\n", total, key, value);
}

static cs_status pax_number(cs_buf *b, const char *key, long long value) {
  char text[32];
  snprintf(text, sizeof text, "%lld", value);
  return pax_record(b, key, text);
}

static cs_status fill_pax(cs_buf *b, const cs_tar_entry *e) {
  cs_status st = CS_OK;
  if (strlen(e->path) > NAME_ROOM) st = pax_record(b, "path", e->path);
  if (st == CS_OK && strlen(e->link) > NAME_ROOM)
    st = pax_record(b, "linkpath", e->link);
  if (st == CS_OK && e->size > OCTAL_11)
    st = pax_number(b, "size", (long long)e->size);
  if (st == CS_OK && e->uid > ID_OCTAL) st = pax_number(b, "uid", e->uid);
  if (st == CS_OK && e->gid > ID_OCTAL) st = pax_number(b, "gid", e->gid);
  if (st == CS_OK && (e->mtime < 0 || (uint64_t)e->mtime > OCTAL_11))
    st = pax_number(b, "mtime", e->mtime);
  return st;
}

cs_status cs_tar_head(cs_tar *t, const cs_tar_entry *e, cs_error *err) {
  cs_buf pax;
  cs_buf_init(&pax, PAX_MAX);
  cs_status st = fill_pax(&pax, e);
  if (st != CS_OK) {
    cs_buf_fini(&pax);
    return cs_error_set(err, st, "a name is too long for a tar");
  }
  if (pax.len > 0) {
    cs_tar_entry extra = {
        .path = "pax", .link = "", .type = 'x', .mode = 0644, .size = pax.len};
    st = put_block(t, &extra, err);
    if (st == CS_OK) st = t->put(t->user, pax.data, pax.len, err);
    if (st == CS_OK) st = cs_tar_pad(t, pax.len, err);
  }
  cs_buf_fini(&pax);
  return st == CS_OK ? put_block(t, e, err) : st;
}

cs_status cs_tar_pad(cs_tar *t, uint64_t size, cs_error *err) {
  size_t over = (size_t)(size % BLOCK);
  return over ? t->put(t->user, zeros, BLOCK - over, err) : CS_OK;
}

cs_status cs_tar_end(cs_tar *t, cs_error *err) {
  cs_status st = t->put(t->user, zeros, BLOCK, err);
  return st == CS_OK ? t->put(t->user, zeros, BLOCK, err) : st;
}
