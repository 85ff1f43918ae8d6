/*
 * unpack_main.c - the process that reads archives, from main() to its report.
 *
 * argv: the name, the parent's pid, then "kp" flags (k: keep ids, p: plain),
 * entries, bytes, ratio.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "image/unpack.h"

bool cs_unpack_called(int argc, char *const *argv) {
  return argc == 6 && strcmp(argv[0], CS_UNPACK_NAME) == 0;
}

/* Less than PIPE_BUF bytes: written whole or not at all. */
static void tell(const cs_unpack_report *report) {
  ssize_t n = write(CS_UNPACK_REPORT, report, sizeof *report);
  if (n != (ssize_t)sizeof *report) _exit(1); /* nobody listens */
}

static void tell_progress(void *user, uint64_t done) {
  cs_unpack_report report = {.done = done};
  (void)user;
  tell(&report);
}

/* Texts of pax headers are UTF-8; in the C locale libarchive would drop what
 * is not ASCII. */
static void use_utf8(void) {
  if (!setlocale(LC_CTYPE, "C.UTF-8")) (void)setlocale(LC_CTYPE, "");
}

static cs_status unpack(char *const *argv, cs_layer_result *out,
                        cs_error *err) {
  cs_archive lib;
  cs_layer_job job = {.lib = &lib,
                      .blob = CS_UNPACK_BLOB,
                      .root = CS_UNPACK_ROOT,
                      .keep_ids = strchr(argv[2], 'k') != NULL,
                      .plain = strchr(argv[2], 'p') != NULL,
                      .limits = {.entries = strtoull(argv[3], NULL, 10),
                                 .bytes = strtoull(argv[4], NULL, 10),
                                 .ratio = strtoull(argv[5], NULL, 10)},
                      .tick = tell_progress};
  use_utf8();
  umask(0);
  cs_status st = cs_archive_load(&lib, err);
  if (st == CS_OK) st = cs_confine_apply(CS_UNPACK_ROOT, job.keep_ids, err);
  return st == CS_OK ? cs_layer_read(&job, out, err) : st;
}

int cs_unpack_main(int argc, char *const *argv) {
  cs_unpack_report report = {.final = 1};
  cs_error err = {.code = CS_OK};
  (void)argc;
  /* A parent that died before this line is noticed by its changed pid. */
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0 ||
      getppid() != (pid_t)strtol(argv[1], NULL, 10))
    return 1;
  report.status = (uint32_t)unpack(argv, &report.result, &err);
  memcpy(report.text, err.text, sizeof report.text);
  tell(&report);
  return 0;
}
