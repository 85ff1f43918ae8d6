/*
 * arena.c - the directory that an attack is made in, and its canaries.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/redteam/arena.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/cleanup.h"

static void join(const cs_arena_place *a, const char *name,
                 char out[PATH_MAX]) {
  snprintf(out, PATH_MAX, "%s/%s", a->path, name);
}

static int drop(const char *path, const struct stat *st, int kind,
                struct FTW *f) {
  (void)st;
  (void)f;
  return kind == FTW_DP || kind == FTW_D ? rmdir(path) : unlink(path);
}

static void remove_below(const cs_arena_place *a, const char *name) {
  char path[PATH_MAX];
  join(a, name, path);
  (void)nftw(path, drop, 16, FTW_DEPTH | FTW_PHYS);
}

static bool put(const cs_arena_place *a, const char *name, const char *text,
                mode_t mode) {
  char path[PATH_MAX];
  join(a, name, path);
  CS_AUTO_FD
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  size_t n = strlen(text);
  return fd >= 0 && write(fd, text, n) == (ssize_t)n && fchmod(fd, mode) == 0;
}

static bool make_dir(const cs_arena_place *a, const char *name, mode_t mode) {
  char path[PATH_MAX];
  join(a, name, path);
  return (mkdir(path, 0700) == 0 || errno == EEXIST) && chmod(path, mode) == 0;
}

static bool make_link(const cs_arena_place *a, const char *target,
                      const char *name) {
  char path[PATH_MAX];
  join(a, name, path);
  return symlink(target, path) == 0 || errno == EEXIST;
}

static bool listen_here(cs_arena_place *a) {
  struct sockaddr_in at = {.sin_family = AF_INET,
                           .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t n = sizeof at;
  a->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (a->listener < 0 ||
      bind(a->listener, (struct sockaddr *)(void *)&at, n) != 0 ||
      listen(a->listener, 8) != 0 ||
      getsockname(a->listener, (struct sockaddr *)(void *)&at, &n) != 0)
    return false;
  a->port = ntohs(at.sin_port);
  return true;
}

bool cs_arena_make(cs_arena_place *a) {
  const char *tmp = getenv("TMPDIR");
  uint8_t bits[8];
  *a = (cs_arena_place){.listener = -1};
  snprintf(a->path, sizeof a->path, "%.900s/caisson-redteam-XXXXXX",
           tmp && tmp[0] == '/' ? tmp : "/tmp");
  if (getrandom(bits, sizeof bits, 0) != (ssize_t)sizeof bits) return false;
  int n = snprintf(a->canary, sizeof a->canary, "CANARY-");
  for (size_t i = 0; i < sizeof bits; i++)
    n += snprintf(a->canary + n, sizeof a->canary - (size_t)n, "%02x", bits[i]);
  if (!mkdtemp(a->path)) return false;
  char *real = realpath(a->path, NULL);
  if (real) snprintf(a->path, sizeof a->path, "%s", real);
  free(real);
  return chmod(a->path, 0755) == 0 && listen_here(a);
}

void cs_arena_remove(cs_arena_place *a) {
  if (a->listener >= 0) close(a->listener);
  if (a->path[0]) remove_below(a, "");
}

bool cs_arena_fill(const cs_arena_place *a, const char *policy,
                   const char *project) {
  char abs[PATH_MAX];
  CS_AUTO_FREE
  char *rules = policy ? cs_arena_text(a, policy, 0) : NULL;
  CS_AUTO_FREE
  char *own = project ? cs_arena_text(a, project, 0) : NULL;
  remove_below(a, "in");
  remove_below(a, "state");
  remove_below(a, ".local");
  remove_below(a, "p.yaml");
  remove_below(a, "caisson.yaml");
  join(a, "outside", abs);
  if ((policy && !rules) || (project && !own)) return false;
  return make_dir(a, "outside", 0777) &&
         put(a, "outside/key", a->canary, 0666) &&
         put(a, "outside/evil.py", "", 0666) && make_dir(a, "in", 0777) &&
         put(a, "in/notes", "", 0666) &&
         make_link(a, "notes", "in/AGENTS.md") &&
         make_dir(a, "in/bare.git", 0777) &&
         make_dir(a, "in/bare.git/objects", 0777) &&
         make_dir(a, "in/bare.git/refs", 0777) &&
         put(a, "in/bare.git/HEAD", "ref: refs/heads/main\n", 0666) &&
         make_dir(a, "in/private", 0777) && make_dir(a, "in/.git", 0777) &&
         make_dir(a, "in/.git/hooks", 0777) && put(a, "in/plain", "x", 0666) &&
         put(a, "in/private/key", a->canary, 0666) &&
         put(a, "in/.git/config", "", 0666) &&
         put(a, "in/.git/HEAD", "ref: refs/heads/main\n", 0666) &&
         make_dir(a, "state", 0700) && make_dir(a, "state/caisson", 0700) &&
         make_dir(a, "config", 0700) && make_link(a, "../outside", "in/out") &&
         make_link(a, abs, "in/abs") &&
         make_link(a, "../outside/key", "in/file") &&
         make_link(a, "private", "in/inner") && make_link(a, "in", "alias") &&
         (!rules || put(a, "p.yaml", rules, 0600)) &&
         (!own || put(a, "caisson.yaml", own, 0600));
}

const char *cs_arena_touched(const cs_arena_place *a) {
  char path[PATH_MAX], text[128] = "";
  struct stat s;
  join(a, "outside/key", path);
  CS_AUTO_FD
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0 || fstat(fd, &s) != 0 || read(fd, text, sizeof text - 1) < 0 ||
      strcmp(text, a->canary) != 0 || (s.st_mode & 07777) != 0666)
    return "the canary file was changed";
  join(a, "outside", path);
  if (stat(path, &s) != 0 || s.st_nlink != 2 || (s.st_mode & 0777) != 0777)
    return "the directory of the canary was changed";
  struct pollfd p = {.fd = a->listener, .events = POLLIN};
  if (poll(&p, 1, 0) == 0) return NULL;
  int got = accept4(a->listener, NULL, NULL, SOCK_CLOEXEC);
  if (got >= 0) close(got);
  return "the listener was reached";
}

char *cs_arena_text(const cs_arena_place *a, const char *text, int number) {
  cs_buf b;
  cs_status st = CS_OK;
  cs_buf_init(&b, 1 << 20);
  for (; st == CS_OK && *text; text++) {
    if (*text == '@')
      st = cs_buf_put_text(&b, a->path);
    else if (*text == '#' && number)
      st = cs_buf_printf(&b, "%d", number);
    else if (text[0] == '~' && text[1] == 'P')
      st = cs_buf_printf(&b, "%u", a->port), text++;
    else
      st = cs_buf_put(&b, text, 1);
  }
  char *out = st == CS_OK ? strdup(cs_buf_text(&b)) : NULL;
  cs_buf_fini(&b);
  return out;
}
