/*
 * log.c - writing a journal: append, hand over, make durable.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "journal/log.h"

#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/file.h"

#define KEEP (UINT64_C(256) << 10) /* bytes that are held back at most */

static void init(cs_log *l, int fd) {
  *l = (cs_log){.fd = fd};
  cs_buf_init(&l->buf, SIZE_MAX / 2);
}

cs_status cs_log_create(cs_log *l, const char *path, cs_error *err) {
  CS_AUTO_FD
  int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0) return cs_error_os(err, "cannot create '%.120s'", path);
  if (flock(fd, LOCK_EX | LOCK_NB) != 0)
    return cs_error_os(err, "cannot lock '%.120s'", path);
  cs_status st = cs_file_sync_name(path, err);
  if (st != CS_OK) return st;
  init(l, cs_steal(&fd));
  cs_record_begin(l->chain);
  st = cs_buf_put(&l->buf, CS_RECORD_MAGIC, CS_RECORD_START);
  if (st == CS_OK) return CS_OK;
  cs_log_fini(l);
  return cs_error_set(err, st, "no memory for a journal");
}

cs_status cs_log_continue(cs_log *l, int fd, uint64_t size, uint64_t number,
                          const uint8_t chain[CS_RECORD_CHAIN], cs_error *err) {
  init(l, fd);
  if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
    (void)cs_error_os(err, "another process writes this journal");
  } else if (ftruncate(fd, (off_t)size) != 0 ||
             lseek(fd, (off_t)size, SEEK_SET) < 0) {
    (void)cs_error_os(err, "cannot go on in this journal");
  } else {
    l->number = number;
    memcpy(l->chain, chain, CS_RECORD_CHAIN);
    return CS_OK;
  }
  cs_log_fini(l);
  return CS_EOS;
}

void cs_log_fini(cs_log *l) {
  if (!l->buf.max) return; /* zeroed */
  (void)!cs_log_sync(l);
  if (l->fd >= 0) close(l->fd);
  cs_buf_fini(&l->buf);
  *l = (cs_log){.fd = -1};
}

static cs_status fail(cs_log *l) {
  return cs_error_os(&l->broken, "the journal cannot be written");
}

cs_status cs_log_put(cs_log *l, cs_record_kind kind, const void *a, size_t an,
                     const void *b, size_t bn) {
  uint8_t head[CS_RECORD_TOP];
  if (l->broken.code != CS_OK) return l->broken.code;
  if (an > CS_RECORD_MAX || bn > CS_RECORD_MAX - an)
    return cs_error_set(&l->broken, CS_ELIMIT,
                        "the journal cannot hold a record of more than 1 GiB");
  cs_record_head(head, kind, l->number, a, an, b, bn);
  cs_record_link(l->chain, head, a, an, b, bn);
  cs_status st =
      cs_buf_reserve(&l->buf, sizeof head + an + bn + CS_RECORD_CHAIN);
  if (st != CS_OK)
    return cs_error_set(&l->broken, st, "no memory for the journal");
  /* There is room: these cannot fail. */
  (void)!cs_buf_put(&l->buf, head, sizeof head);
  if (an) (void)!cs_buf_put(&l->buf, a, an);
  if (bn) (void)!cs_buf_put(&l->buf, b, bn);
  (void)!cs_buf_put(&l->buf, l->chain, CS_RECORD_CHAIN);
  l->number++;
  return l->buf.len > KEEP ? cs_log_flush(l) : CS_OK;
}

cs_status cs_log_flush(cs_log *l) {
  if (l->broken.code != CS_OK) return l->broken.code;
  size_t done = 0;
  bool good =
      !l->buf.len || cs_file_write(l->fd, l->buf.data, l->buf.len, &done);
  if (done) l->unsynced = true;
  if (!good) return fail(l);
  cs_buf_clear(&l->buf);
  return CS_OK;
}

cs_status cs_log_sync(cs_log *l) {
  cs_status st = cs_log_flush(l);
  if (st != CS_OK || !l->unsynced) return st;
  if (fdatasync(l->fd) != 0) return fail(l);
  l->unsynced = false;
  return CS_OK;
}
