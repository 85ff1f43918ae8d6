/*
 * archive.h - libarchive, loaded by the process that reads archives.
 *
 * Only reading is used: decompression (gzip, zstd) and the tar format.  What is
 * written to disk is written by tree_writer.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_IMAGE_ARCHIVE_H
#define CS_IMAGE_ARCHIVE_H

#include <archive.h>
#include <archive_entry.h>

#include "base/error.h"

#define CS_ARCHIVE_LIST(X)             \
  X(archive_read_new)                  \
  X(archive_read_free)                 \
  X(archive_read_support_format_raw)   \
  X(archive_read_support_format_empty) \
  X(archive_read_support_format_tar)   \
  X(archive_read_support_filter_gzip)  \
  X(archive_read_support_filter_zstd)  \
  X(archive_read_open)                 \
  X(archive_read_open_fd)              \
  X(archive_read_next_header)          \
  X(archive_read_data)                 \
  X(archive_read_data_block)           \
  X(archive_error_string)              \
  X(archive_filter_count)              \
  X(archive_filter_bytes)              \
  X(archive_entry_pathname)            \
  X(archive_entry_pathname_utf8)       \
  X(archive_entry_hardlink)            \
  X(archive_entry_hardlink_utf8)       \
  X(archive_entry_symlink)             \
  X(archive_entry_symlink_utf8)        \
  X(archive_entry_mode)                \
  X(archive_entry_uid)                 \
  X(archive_entry_gid)                 \
  X(archive_entry_size)                \
  X(archive_entry_mtime)               \
  X(archive_entry_mtime_nsec)

typedef struct cs_archive {
  void *library; /* owned: cs_library_close */
#define X(name) __typeof__(name) *name;
  CS_ARCHIVE_LIST(X)
#undef X
} cs_archive;

cs_status cs_archive_load(cs_archive *a, cs_error *err) CS_MUST_CHECK;

#endif
