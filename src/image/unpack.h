/*
 * unpack.h - archives are read by a process that can only write one directory.
 *
 * The process is this program again (or a worker program), started with argv[0]
 * CS_UNPACK_NAME: it shares no memory with whoever asked, so it holds no
 * secret.  It has three descriptors: the directory, the archive, and a pipe for
 * its report.  It changes its root to the directory, takes a Landlock ruleset
 * (where the kernel has one), drops what it does not need of root's
 * capabilities and installs a filter that kills it for any other system call.
 * If the change of root or the filter fails, it reads nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_IMAGE_UNPACK_H
#define CS_IMAGE_UNPACK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "image/layer.h"

#define CS_UNPACK_NAME "caisson-unpack"

enum { CS_UNPACK_ROOT = 3, CS_UNPACK_BLOB, CS_UNPACK_REPORT };

/* What goes through the pipe: progress, then one with `final`. */
typedef struct cs_unpack_report {
  uint32_t final;
  uint32_t status; /* a cs_status */
  uint64_t done;   /* compressed bytes read */
  cs_layer_result result;
  char text[200];
} cs_unpack_report;

typedef struct cs_unpack_job {
  const char *program; /* NULL: /proc/self/exe */
  int blob, root;      /* borrowed descriptors */
  bool keep_ids, plain;
  cs_layer_limits limits;
  /* May be NULL; true: stop, CS_EOS with ECANCELED. */
  bool (*progress)(void *user, uint64_t done);
  void *user;
} cs_unpack_job;

/* Unpack one archive.  Returns when the process has ended. */
cs_status cs_unpack_run(const cs_unpack_job *job, cs_layer_result *out,
                        cs_error *err) CS_MUST_CHECK;

/* Was this program started to unpack?  Then main() returns
 * cs_unpack_main(argc, argv). */
bool cs_unpack_called(int argc, char *const *argv);
int cs_unpack_main(int argc, char *const *argv);

/* confine.c: give up everything but the directory `root`.  `keep_ids`: keep
 * what changing owners needs. */
cs_status cs_confine_apply(int root, bool keep_ids,
                           cs_error *err) CS_MUST_CHECK;

#endif
