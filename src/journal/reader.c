/*
 * reader.c - reading a journal: verify once, then record by record.
 *
 * A torn end has one of these forms: fewer bytes than a head; a record that
 * ends behind the file; a last record with a wrong sum; zeros from the next
 * sector on, which is how a file system shows what it never wrote.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "journal/reader.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"

#define SECTOR 512u
#define AROUND (CS_RECORD_TOP + CS_RECORD_CHAIN)

/* Head, body and chain into the buffer. */
static bool read_record(cs_reader *r, uint64_t at, uint32_t len) {
  cs_buf_clear(&r->buf);
  size_t n = (size_t)len + AROUND;
  if (cs_buf_reserve(&r->buf, n) != CS_OK) return false;
  return cs_file_read_at(r->fd, r->buf.data, n, at);
}

static bool is_zero_from(cs_reader *r, uint64_t at) {
  char chunk[4096];
  at = (at + SECTOR - 1) / SECTOR * SECTOR;
  for (size_t n; at < r->size; at += n) {
    n = r->size - at < sizeof chunk ? (size_t)(r->size - at) : sizeof chunk;
    if (!cs_file_read_at(r->fd, chunk, n, at)) return false;
    for (size_t i = 0; i < n; i++)
      if (chunk[i]) return false;
  }
  return true;
}

static cs_status add(cs_reader *r, const cs_record *rec) {
  if (r->n == r->room) {
    size_t room = r->room ? 2 * r->room : 64;
    cs_reader_entry *more = realloc(r->index, room * sizeof *more);
    if (!more) return CS_EOS;
    r->index = more;
    r->room = room;
  }
  r->index[r->n++] =
      (cs_reader_entry){.at = r->good, .len = rec->len, .kind = rec->kind};
  r->good += rec->len + AROUND;
  return CS_OK;
}

static cs_status changed(const cs_reader *r, cs_error *err) {
  return cs_error_set(err, CS_ECORRUPT,
                      "record %zu of the journal was changed: nothing behind "
                      "it can be trusted",
                      r->n);
}

static bool is_kind(cs_record_kind kind) {
  switch (kind) {
#define X(name, number) case CS_RECORD_##name:
    CS_RECORD_LIST(X)
#undef X
    return true;
  }
  return false;
}

/* The record at r->good.  `*torn`: it was not written to its end. */
static cs_status check_record(cs_reader *r, bool *torn, cs_error *err) {
  uint8_t head[CS_RECORD_TOP], chain[CS_RECORD_CHAIN];
  cs_record rec;
  uint64_t left = r->size - r->good;
  *torn = true;
  if (left < sizeof head) return CS_OK;
  if (!cs_file_read_at(r->fd, head, sizeof head, r->good))
    return cs_error_os(err, "cannot read the journal");
  if (!cs_record_read_head(head, &rec))
    return is_zero_from(r, r->good) ? CS_OK : changed(r, err);
  if (rec.len + (uint64_t)AROUND > left) return CS_OK;
  if (!read_record(r, r->good, rec.len))
    return cs_error_os(err, "cannot read the journal");
  const char *body = r->buf.data + CS_RECORD_TOP;
  if (!cs_record_body_fits(head, body))
    return is_zero_from(r, r->good + rec.len + AROUND) ? CS_OK
                                                       : changed(r, err);
  *torn = false;
  memcpy(chain, r->chain, sizeof chain);
  cs_record_link(chain, head, body, rec.len, NULL, 0);
  if (memcmp(chain, body + rec.len, sizeof chain) != 0) {
    *torn = is_zero_from(r, r->good + CS_RECORD_TOP + rec.len);
    return *torn ? CS_OK : changed(r, err);
  }
  if (rec.number != r->n || !is_kind(rec.kind) ||
      (r->n == 0) != (rec.kind == CS_RECORD_HEAD))
    return changed(r, err);
  memcpy(r->chain, chain, sizeof chain);
  return add(r, &rec);
}

cs_status cs_reader_open(cs_reader *r, int fd, cs_error *err) {
  char magic[CS_RECORD_START];
  struct stat st;
  *r = (cs_reader){.fd = fd, .good = CS_RECORD_START};
  cs_buf_init(&r->buf, (size_t)CS_RECORD_MAX + AROUND);
  if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
    return cs_error_set(err, CS_ECORRUPT, "this is not a file");
  r->size = (uint64_t)st.st_size;
  if (r->size < sizeof magic || !cs_file_read_at(fd, magic, sizeof magic, 0) ||
      memcmp(magic, CS_RECORD_MAGIC, sizeof magic) != 0)
    return cs_error_set(err, CS_ECORRUPT, "this is not a journal");
  cs_record_begin(r->chain);
  bool torn = false;
  cs_status status = CS_OK;
  while (status == CS_OK && !torn && r->good < r->size)
    status = check_record(r, &torn, err);
  if (status == CS_OK && r->n == 0)
    status = cs_error_set(err, CS_ECORRUPT,
                          "the journal ends before anything was recorded");
  if (status != CS_OK) cs_reader_fini(r);
  return status;
}

void cs_reader_fini(cs_reader *r) {
  free(r->index);
  cs_buf_fini(&r->buf);
  *r = (cs_reader){.fd = -1};
}

cs_status cs_reader_get(cs_reader *r, size_t i, cs_record *out) {
  const cs_reader_entry *e = &r->index[i];
  if (!read_record(r, e->at, e->len)) return CS_EOS;
  const uint8_t *p = (const uint8_t *)r->buf.data;
  if (!cs_record_read_head(p, out) || out->len != e->len ||
      !cs_record_body_fits(p, p + CS_RECORD_TOP))
    return CS_ECORRUPT;
  out->body = p + CS_RECORD_TOP;
  return CS_OK;
}
