/*
 * layer.c - decompress, hash, read the tar, hand each entry to the writer.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "image/layer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/library.h"
#include "digest/digest.h"
#include "image/tree_writer.h"

#define BLOCK      ((size_t)256 << 10)
#define RATIO_FROM (UINT64_C(64) << 20) /* small layers may be all zeros */

cs_status cs_archive_load(cs_archive *a, cs_error *err) {
  cs_status st;
  *a = (cs_archive){.library = NULL};
  CS_LIBRARY_LOAD(st, a, CS_ARCHIVE_LIST, "libarchive.so.13", "libarchive13",
                  err);
  return st;
}

/* The stream between the two readers. */
typedef struct stream {
  const cs_layer_job *job;
  struct archive *packed; /* owned: decompresses */
  cs_digest digest;
  uint64_t out;       /* uncompressed bytes so far */
  uint64_t blob_size; /* compressed */
  uint64_t told;      /* at the last tick */
  uint64_t data_end;  /* where the last byte ends that is not zero */
  bool too_big;
  char *block; /* owned, BLOCK bytes */
} stream;

static uint64_t consumed(const stream *s) {
  int64_t n = s->job->lib->archive_filter_bytes(s->packed, -1);
  return n < 0 ? 0 : (uint64_t)n;
}

/* The next uncompressed bytes; 0 at the end, -1 for an error. */
static ssize_t next_block(stream *s) {
  const cs_archive *lib = s->job->lib;
  ssize_t n = lib->archive_read_data(s->packed, s->block, BLOCK);
  if (n <= 0) return n < 0 ? -1 : 0;
  cs_digest_update(&s->digest, s->block, (size_t)n);
  ssize_t last = n;
  while (last > 0 && !s->block[last - 1]) last--;
  if (last > 0) s->data_end = s->out + (uint64_t)last;
  s->out += (uint64_t)n;
  uint64_t in = consumed(s);
  if (s->out > s->job->limits.bytes + (UINT64_C(1) << 30) ||
      (s->out > RATIO_FROM && s->out / s->job->limits.ratio > in)) {
    s->too_big = true;
    return -1;
  }
  if (s->job->tick && in - s->told >= (UINT64_C(1) << 20)) {
    s->told = in;
    s->job->tick(s->job->user, in);
  }
  return n;
}

/* archive_read_callback of the second reader. */
static la_ssize_t feed(struct archive *a, void *user, const void **block) {
  stream *s = user;
  (void)a;
  *block = s->block;
  return next_block(s);
}

/* --- one entry ----------------------------------------------------------- */

typedef struct reading {
  const cs_layer_job *job;
  stream *in;
  struct archive *tar; /* owned */
  cs_tree_writer writer;
  cs_layer_result *out;
} reading;

static cs_status too_big(cs_error *err, const char *what) {
  return cs_error_set(err, CS_ELIMIT, "the image is too big: %s", what);
}

static cs_status broken(reading *r, cs_error *err) {
  const cs_archive *lib = r->job->lib;
  if (r->in->too_big)
    return too_big(err,
                   "a layer unpacks to more than 16 GiB, or to more than "
                   "1000 times its size");
  const char *why = lib->archive_error_string(r->in->packed);
  if (!why) why = lib->archive_error_string(r->tar);
  return cs_error_set(err, CS_ECORRUPT, "a layer is corrupt: %.120s",
                      why ? why : "it ends too early");
}

/* Bytes of a file; holes of sparse files stay holes. */
static cs_status copy_data(reading *r, int fd, uint64_t size, cs_error *err) {
  const cs_archive *lib = r->job->lib;
  for (;;) {
    const void *data;
    size_t n;
    la_int64_t at;
    int rc = lib->archive_read_data_block(r->tar, &data, &n, &at);
    if (rc == ARCHIVE_EOF) break;
    if (rc != ARCHIVE_OK) return broken(r, err);
    if (at < 0 || (uint64_t)at > size || n > size - (uint64_t)at)
      return cs_error_set(err, CS_ECORRUPT,
                          "a layer is corrupt: a file has "
                          "more bytes than its header says");
    for (size_t done = 0; done < n;) {
      ssize_t put = pwrite(fd, (const char *)data + done, n - done,
                           (off_t)at + (off_t)done);
      if (put < 0) return cs_error_os(err, "cannot write a file of the image");
      done += (size_t)put;
    }
  }
  struct stat st;
  if (fstat(fd, &st) != 0 ||
      ((uint64_t)st.st_size < size && ftruncate(fd, (off_t)size) != 0))
    return cs_error_os(err, "cannot write a file of the image");
  return CS_OK;
}

/* What the archive says, in our terms.  Texts that are not valid in the
 * process's UTF-8 locale come out of the _utf8 variants or not at all. */
static cs_status describe(const reading *r, struct archive_entry *ae,
                          cs_tree_entry *e, cs_error *err) {
  const cs_archive *lib = r->job->lib;
  const char *hard = lib->archive_entry_hardlink(ae);
  const char *link = lib->archive_entry_symlink(ae);
  int64_t uid = lib->archive_entry_uid(ae), gid = lib->archive_entry_gid(ae);
  if (!hard) hard = lib->archive_entry_hardlink_utf8(ae);
  if (!link) link = lib->archive_entry_symlink_utf8(ae);
  *e = (cs_tree_entry){
      .path = lib->archive_entry_pathname(ae),
      .link = hard ? hard : link,
      .is_hard = hard != NULL,
      .mode = lib->archive_entry_mode(ae),
      .uid = uid >= 0 && uid <= UINT32_MAX ? (uint32_t)uid : UINT32_MAX,
      .gid = gid >= 0 && gid <= UINT32_MAX ? (uint32_t)gid : UINT32_MAX,
      .mtime = {.tv_sec = lib->archive_entry_mtime(ae),
                .tv_nsec = lib->archive_entry_mtime_nsec(ae)}};
  if (!e->path) e->path = lib->archive_entry_pathname_utf8(ae);
  if (e->mtime.tv_nsec < 0 || e->mtime.tv_nsec > 999999999)
    e->mtime.tv_nsec = 0;
  if (!e->path)
    return cs_error_set(err, CS_ECORRUPT,
                        "a layer has an entry without a name");
  return CS_OK;
}

static cs_status count_entry(reading *r, uint64_t size, cs_error *err) {
  const cs_layer_limits *most = &r->job->limits;
  if (++r->out->entries > most->entries)
    return too_big(err, "it has more than 1000000 entries");
  if (size > most->bytes - r->out->bytes)
    return too_big(err, "its files have more than 16 GiB");
  r->out->bytes += size;
  return CS_OK;
}

static cs_status put_entry(reading *r, struct archive_entry *ae,
                           cs_error *err) {
  cs_tree_entry e;
  int fd = -1;
  cs_status st = describe(r, ae, &e, err);
  int64_t declared = r->job->lib->archive_entry_size(ae);
  bool file = !e.is_hard && S_ISREG(e.mode);
  uint64_t size = file && declared > 0 ? (uint64_t)declared : 0;
  if (st == CS_OK) st = count_entry(r, size, err);
  if (st == CS_OK) st = cs_tree_writer_put(&r->writer, &e, &fd, err);
  if (st != CS_OK || fd < 0) return st;
  st = copy_data(r, fd, size, err);
  if (st == CS_OK) return cs_tree_writer_end(&r->writer, &e, fd, err);
  close(fd);
  return st;
}

/* --- the whole ----------------------------------------------------------- */

static cs_status open_stream(stream *s, cs_error *err) {
  const cs_archive *lib = s->job->lib;
  struct archive_entry *entry;
  struct stat st;
  if (fstat(s->job->blob, &st) != 0)
    return cs_error_os(err, "cannot read a layer");
  s->blob_size = (uint64_t)st.st_size;
  s->block = malloc(BLOCK);
  s->packed = lib->archive_read_new();
  if (!s->packed || !s->block)
    return cs_error_set(err, CS_EOS, "out of memory");
  cs_digest_init(&s->digest, CS_DIGEST_SHA256);
  if (lib->archive_read_support_filter_gzip(s->packed) != ARCHIVE_OK ||
      lib->archive_read_support_filter_zstd(s->packed) != ARCHIVE_OK ||
      lib->archive_read_support_format_raw(s->packed) != ARCHIVE_OK)
    return cs_error_set(err, CS_EOS, "libarchive lacks gzip or zstd");
  if (lib->archive_read_open_fd(s->packed, s->job->blob, BLOCK) != ARCHIVE_OK ||
      lib->archive_read_next_header(s->packed, &entry) != ARCHIVE_OK)
    return cs_error_set(err, CS_ECORRUPT,
                        "a layer is corrupt: it is empty or not compressed as "
                        "gzip or zstd");
  if (lib->archive_filter_count(s->packed) > 2)
    return cs_error_set(err, CS_ECORRUPT,
                        "a layer is corrupt: it is compressed twice");
  return CS_OK;
}

static cs_status open_tar(reading *r, cs_error *err) {
  const cs_archive *lib = r->job->lib;
  r->tar = lib->archive_read_new();
  if (!r->tar) return cs_error_set(err, CS_EOS, "out of memory");
  if (lib->archive_read_support_format_tar(r->tar) != ARCHIVE_OK)
    return cs_error_set(err, CS_EOS, "libarchive lacks tar");
  if (lib->archive_read_open(r->tar, r->in, NULL, feed, NULL) != ARCHIVE_OK)
    return broken(r, err);
  return CS_OK;
}

/* After the end of the tar only zeros may follow, which count for the digest;
 * after the end of the compressed stream nothing. */
static cs_status check_tail(reading *r, cs_error *err) {
  int64_t read = r->job->lib->archive_filter_bytes(r->tar, -1);
  for (ssize_t n = 1; n > 0;)
    if ((n = next_block(r->in)) < 0) return broken(r, err);
  if (read < 0 || r->in->data_end > (uint64_t)read)
    return cs_error_set(err, CS_ECORRUPT,
                        "a layer is corrupt: bytes follow the end of the tar");
  if (consumed(r->in) != r->in->blob_size)
    return cs_error_set(err, CS_ECORRUPT,
                        "a layer is corrupt: bytes follow the end of the "
                        "compressed data");
  return CS_OK;
}

static cs_status read_entries(reading *r, cs_error *err) {
  const cs_archive *lib = r->job->lib;
  for (;;) {
    struct archive_entry *entry;
    int rc = lib->archive_read_next_header(r->tar, &entry);
    if (rc == ARCHIVE_EOF) return CS_OK;
    /* A warning concerns texts that cannot be converted; they are bytes. */
    if (rc != ARCHIVE_OK && rc != ARCHIVE_WARN) return broken(r, err);
    cs_status st = put_entry(r, entry, err);
    if (st != CS_OK) return st;
  }
}

cs_status cs_layer_read(const cs_layer_job *job, cs_layer_result *out,
                        cs_error *err) {
  *out = (cs_layer_result){.entries = 0};
  stream in = {.job = job};
  reading r = {.job = job, .in = &in, .out = out};
  cs_tree_writer_init(&r.writer, job->root, job->keep_ids);
  r.writer.plain = job->plain;
  cs_status st = open_stream(&in, err);
  if (st == CS_OK) st = open_tar(&r, err);
  if (st == CS_OK) st = read_entries(&r, err);
  if (st == CS_OK) st = check_tail(&r, err);
  if (st == CS_OK) cs_digest_finish(&in.digest, out->digest, 32);
  out->skipped = r.writer.skipped;
  cs_tree_writer_fini(&r.writer);
  if (r.tar) job->lib->archive_read_free(r.tar);
  if (in.packed) job->lib->archive_read_free(in.packed);
  free(in.block);
  return st;
}
