/*
 * approval.c - questions that the owner answers with `caisson approve`.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/approval.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"

static const struct {
  cs_approval answer;
  const char *end;
} answers[] = {{CS_APPROVAL_NO, ".no"},
               {CS_APPROVAL_SESSION, ".session"},
               {CS_APPROVAL_ONCE, ".yes"}};

#define ANSWERS   (sizeof answers / sizeof *answers)
#define NAME_MOST (CS_APPROVAL_TOKEN + 16)

static void name_of(const char *token, const char *end, char out[NAME_MOST]) {
  snprintf(out, NAME_MOST, "%.39s%.12s", token, end);
}

bool cs_approval_token(char out[CS_APPROVAL_TOKEN]) {
  uint8_t bits[16];
  if (getrandom(bits, sizeof bits, 0) != (ssize_t)sizeof bits) return false;
  memcpy(out, "apr_", 5);
  for (int i = 0; i < 16; i++) snprintf(out + 4 + 2 * i, 3, "%02x", bits[i]);
  return true;
}

static bool write_new(int dir, const char *name, const char *text) {
  size_t n = strlen(text);
  CS_AUTO_FD
  int fd = openat(dir, name,
                  O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0) return false;
  if (write(fd, text, n) == (ssize_t)n) return true;
  (void)!unlinkat(dir, name, 0);
  return false;
}

bool cs_approval_put(int dir, const char *token, const char *json) {
  char name[NAME_MOST];
  name_of(token, "", name);
  return write_new(dir, name, json);
}

bool cs_approval_answer(int dir, const char *token, cs_approval answer) {
  char name[NAME_MOST];
  for (size_t i = 0; i < ANSWERS; i++) {
    if (answers[i].answer != answer) continue;
    name_of(token, answers[i].end, name);
    return write_new(dir, name, "");
  }
  errno = EINVAL;
  return false;
}

cs_approval cs_approval_look(int dir, const char *token) {
  char name[NAME_MOST];
  struct stat st;
  for (size_t i = 0; i < ANSWERS; i++) {
    name_of(token, answers[i].end, name);
    if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
        S_ISREG(st.st_mode) && st.st_uid == geteuid())
      return answers[i].answer;
  }
  return CS_APPROVAL_OPEN;
}

void cs_approval_drop(int dir, const char *token) {
  char name[NAME_MOST];
  name_of(token, "", name);
  (void)!unlinkat(dir, name, 0);
  for (size_t i = 0; i < ANSWERS; i++) {
    name_of(token, answers[i].end, name);
    (void)!unlinkat(dir, name, 0);
  }
}
