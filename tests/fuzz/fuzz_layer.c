/*
 * fuzz_layer.c - any bytes as a layer: they are unpacked below one directory or
 * refused, and what lies beside that directory stays as it is.
 *
 * The input is a list of entries in a short form, made a tar here, so that
 * names and kinds are tried and not checksums; with a first byte of 255 it is
 * the tar itself.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "image/image_store.h"
#include "image/layer.h"
#include "image/tar_write.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const names[] = {"a",
                                    "b",
                                    "a/b",
                                    "a/b/c",
                                    "../canary",
                                    "/canary",
                                    "l/canary",
                                    ".wh.a",
                                    "a/.wh.b",
                                    ".wh..wh..opq",
                                    "a/.wh..wh..opq",
                                    ".wh...",
                                    "./",
                                    "a/../b",
                                    "l",
                                    "x/y/z"};
static const char *const targets[] = {"..",   "../canary", "/", "a",
                                      "/a/b", "l",         "b", "x"};
static const char kinds[] = {'0', '5', '2', '1', '3', '6', '0', '5'};

static cs_status put(void *user, const void *bytes, size_t n, cs_error *err) {
  (void)err;
  return write(*(int *)user, bytes, n) == (ssize_t)n ? CS_OK : CS_EOS;
}

static void write_tar(int fd, const uint8_t *data, size_t size) {
  cs_tar t = {.put = put, .user = &fd};
  for (; size >= 3; data += 3, size -= 3) {
    char kind = kinds[data[1] % sizeof kinds];
    cs_tar_entry e = {
        .path = names[data[0] % 16],
        .link = kind == '2' || kind == '1' ? targets[data[2] % 8] : "",
        .type = kind,
        .mode = (mode_t)(data[2] << 4 | 0400),
        .size = kind == '0' ? data[2] : 0};
    char body[256];
    memset(body, 'x', sizeof body);
    if (cs_tar_head(&t, &e, NULL) != CS_OK ||
        put(&fd, body, e.size, NULL) != CS_OK ||
        cs_tar_pad(&t, e.size, NULL) != CS_OK)
      abort();
  }
  if (cs_tar_end(&t, NULL) != CS_OK) abort();
}

/* The directory beside which the canary lies; made once. */
static int outside(void) {
  char path[] = "/dev/shm/fuzz-layer-XXXXXX",
       other[] = "/tmp/fuzz-layer-XXXXXX";
  char *made = mkdtemp(path) ? path : mkdtemp(other);
  if (!made) abort();
  int fd = open(made, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  int canary = openat(fd, "canary", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (canary < 0 || write(canary, "safe", 4) != 4) abort();
  close(canary);
  return fd;
}

static void look(int dir) {
  char text[8] = "";
  struct stat st;
  int fd = openat(dir, "canary", O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0 || fstat(fd, &st) != 0 || st.st_nlink != 1 || st.st_size != 4 ||
      read(fd, text, 4) != 4 || memcmp(text, "safe", 4) != 0)
    abort();
  close(fd);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static cs_archive lib;
  static int top = -1;
  if (!lib.library && cs_archive_load(&lib, NULL) != CS_OK) return 0;
  if (top < 0) top = outside();
  int blob = memfd_create("layer", MFD_CLOEXEC);
  if (blob < 0 || size == 0) {
    if (blob >= 0) close(blob);
    return 0;
  }
  if (data[0] == 255)
    (void)!write(blob, data + 1, size - 1);
  else
    write_tar(blob, data, size);
  lseek(blob, 0, SEEK_SET);
  if (mkdirat(top, "root", 0755) != 0) abort();
  int root = openat(top, "root", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  cs_layer_job job = {.lib = &lib,
                      .blob = blob,
                      .root = root,
                      .limits = {.entries = 64, .bytes = 65536, .ratio = 1000}};
  cs_layer_result result;
  if (cs_layer_read(&job, &result, NULL) == CS_OK &&
      (result.entries > 64 || result.bytes > 65536))
    abort();
  look(top);
  close(root);
  close(blob);
  if (cs_wipe_at(top, "root", NULL) != CS_OK) abort();
  return 0;
}
