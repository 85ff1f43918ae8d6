/*
 * cp.c - caisson cp: copy files between this machine and a running sandbox.
 *
 * Paths of the sandbox are resolved by a process inside it (file.* of
 * docs/sandbox-protocol.md).  What comes out is believed no more than a
 * program's output: a name is one component, a file has at most the size that
 * was listed, and below DEST no link is followed (RESOLVE_NO_SYMLINKS), also
 * none that was part of the copy.  A file is complete or absent: it is written
 * under another name and renamed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "cli/sandboxed.h"
#include "cli/verbs.h"
#include "sandbox/frame.h"

#include "caisson/sandbox.h"

#define PIECE    65536
#define DIRS_MAX 1000000

typedef struct copy {
  const cs_settings *s;
  int fd; /* owned: the keeper */
  cs_buf in;
  uint64_t files, bytes, skipped;
  char why[300]; /* of the first failure */
  const char *advice;
} copy;

/* Failures are noted once and told at the end; always false. */
static bool fail(copy *c, const char *path, const char *why,
                 const char *advice) {
  if (c->why[0]) return false;
  snprintf(c->why, sizeof c->why, "'%.180s': %.100s", path, why);
  c->advice = advice;
  return false;
}

static bool fail_os(copy *c, const char *path) {
  return fail(c, path, strerror(errno), "check the path on this machine");
}

static void skip(copy *c, const char *path) {
  c->skipped++;
  if (!c->s->quiet)
    fprintf(stderr,
            "caisson: skipped '%s': not a file, a directory or a link\n", path);
}

/* --- talking -------------------------------------------------------------- */

static bool put_all(int fd, const char *data, size_t n) {
  while (n > 0) {
    ssize_t k = write(fd, data, n);
    if (k < 0 && errno == EINTR) continue;
    if (k <= 0) return false;
    data += k;
    n -= (size_t)k;
  }
  return true;
}

/* `q` is taken. */
static bool request(copy *c, json_t *q) {
  char *text = q ? json_dumps(q, JSON_COMPACT) : NULL;
  bool good =
      text && cs_frame_send(c->fd, CS_FRAME_REQUEST, text, strlen(text));
  free(text);
  json_decref(q);
  return good;
}

/* The answer to a request, owned; what comes before it is written to `to`.
 * NULL: noted. */
static json_t *answer(copy *c, const char *path, int to) {
  cs_frame f;
  json_t *reply = NULL;
  bool good = true;
  while (good && !reply && cs_frame_receive(c->fd, &c->in, &f, NULL) == CS_OK) {
    size_t used = (size_t)(f.data - c->in.data) + f.len;
    if (f.kind == CS_FRAME_STDOUT && to >= 0) {
      good = put_all(to, f.data, f.len);
      c->bytes += f.len;
      if (!good) (void)fail(c, path, strerror(errno), "make room for the copy");
    }
    if (f.kind == CS_FRAME_RESULT) reply = json_loadb(f.data, f.len, 0, NULL);
    memmove(c->in.data, c->in.data + used, c->in.len - used);
    c->in.len -= used;
  }
  if (!reply) {
    (void)fail(c, path, "the sandbox has ended", "see 'caisson ps --all'");
    return NULL;
  }
  const json_t *error = json_object_get(reply, "error");
  const char *text = json_string_value(json_object_get(error, "message"));
  if (!error) return reply;
  (void)fail(c, path, text ? text : "refused", "check the path in the sandbox");
  json_decref(reply);
  return NULL;
}

static bool is_done(copy *c, const char *path) {
  json_t *reply = answer(c, path, -1);
  json_decref(reply);
  return reply != NULL;
}

/* A path that JSON can carry; NULL: noted. */
static json_t *ask_about(copy *c, const char *op, const char *path) {
  json_t *q = json_pack("{s:s, s:s}", "op", op, "path", path);
  if (!q)
    (void)fail(c, path, "the name is not UTF-8",
               "rename it, or use an archive");
  return q;
}

typedef struct entry {
  char type; /* 'f' 'd' 'l' 'o', 0: there is none */
  uint64_t size;
  mode_t mode;
} entry;

static entry entry_of(const json_t *e) {
  const char *type = json_string_value(json_object_get(e, "type"));
  json_int_t size = json_integer_value(json_object_get(e, "size"));
  return (entry){
      .type = !type            ? 0
              : type[0] == 's' ? 'l'
                               : type[0],
      .size = size > 0 ? (uint64_t)size : 0,
      .mode = (mode_t)(json_integer_value(json_object_get(e, "mode")) & 0777)};
}

/* What is at a path of the sandbox, links followed there; false: noted. */
static bool look(copy *c, const char *path, bool may_miss, entry *out) {
  json_t *q = ask_about(c, "file.stat", path);
  *out = (entry){0};
  if (!q || !request(c, q)) return false;
  json_t *reply = answer(c, path, -1);
  if (!reply && may_miss) {
    c->why[0] = 0; /* whatever is wrong with it, the write tells */
    return true;
  }
  *out = entry_of(json_array_get(json_object_get(reply, "entries"), 0));
  json_decref(reply);
  return reply != NULL;
}

/* --- names ---------------------------------------------------------------- */

/* The last component, without slashes; empty for "/", "." and "..", whose
 * content is meant. */
static void last_name(const char *path, char out[NAME_MAX + 1]) {
  size_t n = strlen(path), at;
  while (n > 0 && path[n - 1] == '/') n--;
  for (at = n; at > 0 && path[at - 1] != '/';) at--;
  snprintf(out, NAME_MAX + 1, "%.*s", (int)(n - at), path + at);
  if (strcmp(out, ".") == 0 || strcmp(out, "..") == 0) out[0] = 0;
}

static bool join(copy *c, const char *dir, const char *name,
                 char out[PATH_MAX]) {
  size_t n = strlen(dir);
  const char *slash = !*name || (n > 0 && dir[n - 1] == '/') ? "" : "/";
  if (snprintf(out, PATH_MAX, "%s%s%s", dir, slash, name) < PATH_MAX)
    return true;
  return fail(c, name, "the path is too long", "use a shorter one");
}

static bool ends_with_slash(const char *path) {
  return *path && path[strlen(path) - 1] == '/';
}

/* Where SRC goes, given what DEST is: into a directory, or in its place. */
static bool place(copy *c, const char *from, bool from_dir, const char *to,
                  char is, char out[PATH_MAX]) {
  char name[NAME_MAX + 1];
  last_name(from, name);
  if (is == 'd') return join(c, to, name, out);
  if (is && from_dir)
    return fail(c, to, "not a directory", "name a directory, or a new name");
  if (!is && !from_dir && ends_with_slash(to))
    return fail(c, to, "no such directory", "make it first");
  return join(c, to, "", out);
}

/* --- into a sandbox ------------------------------------------------------- */

static bool push_bytes(copy *c, int from, json_t *q, const char *path) {
  char data[PIECE];
  if (!q || !request(c, q)) return fail(c, path, "the sandbox has ended", "");
  for (ssize_t n = 1; n > 0;) {
    n = read(from, data, sizeof data);
    if (n < 0 && errno == EINTR)
      n = 1;
    else if (n < 0)
      return fail_os(c, path); /* nothing is written */
    else if (!cs_frame_send(c->fd, CS_FRAME_INPUT, data, (size_t)n))
      break;
    else
      c->bytes += (uint64_t)n;
  }
  if (!is_done(c, path)) return false;
  c->files++;
  return true;
}

static bool push_file(copy *c, const char *from, const char *to) {
  char mode[16];
  struct stat st;
  CS_AUTO_FD
  int fd = open(from, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0 || fstat(fd, &st) != 0) return fail_os(c, from);
  if (!S_ISREG(st.st_mode)) return fail(c, from, "not a regular file", "");
  json_t *q = ask_about(c, "file.write", to);
  snprintf(mode, sizeof mode, "%o", (unsigned)(st.st_mode & 0777));
  json_object_set_new(q, "mode", json_string(mode));
  return q && push_bytes(c, fd, q, to);
}

static bool push_dir(copy *c, const char *to, mode_t mode) {
  char text[16];
  json_t *q = ask_about(c, "file.mkdir", to);
  snprintf(text, sizeof text, "%o", (unsigned)((mode & 0777) | 0700));
  json_object_set_new(q, "mode", json_string(text));
  json_object_set_new(q, "parents", json_true());
  return q && request(c, q) && is_done(c, to);
}

static bool push_link(copy *c, const char *from, const char *to) {
  char target[PATH_MAX];
  ssize_t n = readlink(from, target, sizeof target - 1);
  if (n < 0) return fail_os(c, from);
  target[n] = 0;
  json_t *q = ask_about(c, "file.symlink", to);
  if (q && json_object_set_new(q, "target", json_string(target)) != 0) {
    json_decref(q);
    return fail(c, from, "its target is not UTF-8", "rename it");
  }
  if (!q || !request(c, q) || !is_done(c, to)) return false;
  c->files++;
  return true;
}

static bool push_entry(copy *c, const FTSENT *e, size_t top, const char *base) {
  char to[PATH_MAX];
  const char *rest = e->fts_path + top;
  while (*rest == '/') rest++;
  if (!join(c, base, rest, to)) return false;
  switch (e->fts_info) {
    case FTS_D: return push_dir(c, to, e->fts_statp->st_mode);
    case FTS_F: return push_file(c, e->fts_accpath, to);
    case FTS_SL:
    case FTS_SLNONE: return push_link(c, e->fts_accpath, to);
    case FTS_DP: return true;
    case FTS_DEFAULT: skip(c, e->fts_path); return true;
    default: errno = e->fts_errno; return fail_os(c, e->fts_path);
  }
}

static bool push_tree(copy *c, char *from, const char *base) {
  char *roots[] = {from, NULL};
  bool good = true;
  FTS *walk = fts_open(roots, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, NULL);
  if (!walk) return fail_os(c, from);
  errno = 0;
  for (FTSENT *e; good && (e = fts_read(walk));)
    good = push_entry(c, e, strlen(from), base);
  fts_close(walk);
  return good;
}

static bool push(copy *c, char *from, const char *to) {
  struct stat st;
  entry at;
  char base[PATH_MAX];
  if (strcmp(from, "-") == 0)
    return push_bytes(c, STDIN_FILENO, ask_about(c, "file.write", to), to);
  if (stat(from, &st) != 0) return fail_os(c, from);
  if (!look(c, to, true, &at) ||
      !place(c, from, S_ISDIR(st.st_mode), to, at.type, base))
    return false;
  return S_ISDIR(st.st_mode) ? push_tree(c, from, base)
                             : push_file(c, from, base);
}

/* --- out of a sandbox ----------------------------------------------------- */

static bool read_to(copy *c, const char *path, uint64_t size, int to) {
  json_t *q = ask_about(c, "file.read", path);
  json_object_set_new(q, "length", json_integer((json_int_t)size));
  json_t *reply = q && request(c, q) ? answer(c, path, to) : NULL;
  json_decref(reply);
  return reply != NULL;
}

/* May `name` be replaced?  Files and links only: no device, no directory. */
static bool is_free(copy *c, int dir, const char *name) {
  struct stat st;
  if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) != 0) return true;
  if (S_ISREG(st.st_mode) || S_ISLNK(st.st_mode)) return true;
  return fail(c, name, "it exists and is not a file", "choose another name");
}

static bool pull_file(copy *c, const char *path, const entry *e, int dir,
                      const char *name) {
  char temp[40];
  uint64_t id = 0;
  (void)!getrandom(&id, sizeof id, 0);
  snprintf(temp, sizeof temp, ".caisson-%016llx", (unsigned long long)id);
  if (!is_free(c, dir, name)) return false;
  CS_AUTO_FD
  int fd = openat(dir, temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0) return fail_os(c, name);
  bool good = read_to(c, path, e->size, fd);
  if (good && (fchmod(fd, e->mode) != 0 || renameat(dir, temp, dir, name) != 0))
    good = fail_os(c, name);
  if (good)
    c->files++;
  else
    (void)unlinkat(dir, temp, 0);
  return good;
}

static bool pull_link(copy *c, const json_t *e, int dir, const char *name) {
  const char *target = json_string_value(json_object_get(e, "target"));
  if (!target || json_object_get(e, "target_hex"))
    return fail(c, name, "its target is not UTF-8", "rename it");
  if (!is_free(c, dir, name)) return false;
  (void)unlinkat(dir, name, 0);
  if (symlinkat(target, dir, name) != 0) return fail_os(c, name);
  c->files++;
  return true;
}

static int open_below(int top, const char *path) {
  struct open_how how = {
      .flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC,
      .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS};
  return (int)syscall(SYS_openat2, top, *path ? path : ".", &how, sizeof how);
}

/* Directories that wait, relative to the first; the texts are owned. */
typedef struct queue {
  char **at;
  size_t n, room;
} queue;

static bool add_dir(queue *q, const char *path) {
  if (q->n == DIRS_MAX) return false;
  if (q->n == q->room) {
    size_t room = q->room ? 2 * q->room : 64;
    char **more = realloc(q->at, room * sizeof *more);
    if (!more) return false;
    q->at = more;
    q->room = room;
  }
  q->at[q->n] = strdup(path);
  return q->at[q->n] && ++q->n;
}

/* One entry of the directory `inner`, which `dir` is on this machine. */
static bool pull_entry(copy *c, const json_t *e, const char *from,
                       const char *inner, int dir, queue *dirs) {
  const char *name = json_string_value(json_object_get(e, "name"));
  entry what = entry_of(e);
  char below[PATH_MAX], path[PATH_MAX];
  if (!name || json_object_get(e, "name_hex"))
    return fail(c, name ? name : inner, "the name is not UTF-8",
                "rename it, or use an archive");
  if (!*name || strchr(name, '/') || strcmp(name, ".") == 0 ||
      strcmp(name, "..") == 0)
    return fail(c, inner, "the sandbox named an impossible file", "");
  if (!join(c, inner, *inner ? name : "", below)) return false;
  if (!*inner) snprintf(below, sizeof below, "%s", name);
  if (!join(c, from, below, path)) return false;
  if (what.type == 'f') return pull_file(c, path, &what, dir, name);
  if (what.type == 'l') return pull_link(c, e, dir, name);
  if (what.type != 'd') {
    skip(c, path);
    return true;
  }
  if (mkdirat(dir, name, what.mode | 0700) != 0 && errno != EEXIST)
    return fail_os(c, name);
  return add_dir(dirs, below) || fail(c, path, "too many directories", "");
}

static bool pull_dir(copy *c, const char *from, const char *inner, int top,
                     queue *dirs) {
  char path[PATH_MAX];
  json_t *e;
  size_t i;
  bool good = true;
  if (!join(c, from, inner, path)) return false;
  CS_AUTO_FD
  int dir = open_below(top, inner);
  if (dir < 0) return fail_os(c, inner);
  json_t *q = ask_about(c, "file.list", path);
  json_t *reply = q && request(c, q) ? answer(c, path, -1) : NULL;
  if (!reply) return false;
  json_array_foreach(json_object_get(reply, "entries"), i, e) {
    good = pull_entry(c, e, from, inner, dir, dirs);
    if (!good) break;
  }
  json_decref(reply);
  return good;
}

static bool pull_tree(copy *c, const char *from, mode_t mode, const char *to) {
  queue dirs = {0};
  if (mkdir(to, mode | 0700) != 0 && errno != EEXIST) return fail_os(c, to);
  CS_AUTO_FD
  int top = open(to, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (top < 0) return fail_os(c, to);
  bool good = pull_dir(c, from, "", top, &dirs);
  for (size_t i = 0; good && i < dirs.n; i++)
    good = pull_dir(c, from, dirs.at[i], top, &dirs);
  for (size_t i = 0; i < dirs.n; i++) free(dirs.at[i]);
  free(dirs.at);
  return good;
}

/* A file whose path is the user's own. */
static bool pull_one(copy *c, const char *from, const entry *e, char *to) {
  char name[NAME_MAX + 1];
  char *slash = strrchr(to, '/');
  last_name(to, name);
  if (!*name) return fail(c, to, "not the name of a file", "name a file");
  if (slash) slash[slash == to ? 1 : 0] = 0;
  CS_AUTO_FD
  int dir = open(slash ? to : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (dir < 0) return fail_os(c, slash ? to : ".");
  return pull_file(c, from, e, dir, name);
}

static bool pull(copy *c, const char *from, const char *to) {
  struct stat st;
  entry e;
  char base[PATH_MAX];
  if (!look(c, from, false, &e)) return false;
  if (strcmp(to, "-") == 0)
    return e.type == 'd' ? fail(c, from, "a directory cannot be printed",
                                "name a directory of this machine")
                         : read_to(c, from, INT64_MAX, STDOUT_FILENO);
  if (e.type != 'f' && e.type != 'd')
    return fail(c, from, "not a file or directory", "copy files");
  char is = stat(to, &st) != 0 ? 0 : S_ISDIR(st.st_mode) ? 'd' : 'f';
  if (!place(c, from, e.type == 'd', to, is, base)) return false;
  return e.type == 'd' ? pull_tree(c, from, e.mode, base)
                       : pull_one(c, from, &e, base);
}

/* --- the command ---------------------------------------------------------- */

/* "NAME:PATH": the path, and NAME cut off; NULL: a path of this machine. */
static const char *split(const char *word, char name[136]) {
  const char *colon = strchr(word, ':'), *slash = strchr(word, '/');
  if (!colon || colon == word || colon - word > 128) return NULL;
  if (slash && slash < colon) return NULL;
  snprintf(name, 136, "%.*s", (int)(colon - word), word);
  return colon[1] ? colon + 1 : ".";
}

static int tell(copy *c, bool good) {
  if (!good)
    return cs_cli_fail(
        c->s, "cannot copy", c->why[0] ? c->why : "no memory",
        c->advice && *c->advice ? c->advice : "see 'caisson help cp'");
  if (c->s->json)
    fprintf(strcmp(c->s->argv[1], "-") == 0 ? stderr : stdout,
            "{\"schema\": \"caisson.copy/1\", \"files\": %llu, "
            "\"bytes\": %llu, \"skipped\": %llu}\n",
            (unsigned long long)c->files, (unsigned long long)c->bytes,
            (unsigned long long)c->skipped);
  return 0;
}

int cs_cli_cp(const cs_settings *s) {
  char one[136], two[136];
  cs_sandboxes *all = NULL;
  cs_error err = {0};
  const char *from = s->argc == 2 ? split(s->argv[0], one) : NULL;
  const char *to = s->argc == 2 ? split(s->argv[1], two) : NULL;
  if (s->argc != 2 || !from == !to)
    return cs_cli_fail(s, "cannot copy",
                       from && to ? "both paths are in sandboxes"
                                  : "one of two paths must be NAME:PATH",
                       "write 'caisson cp FILE NAME:PATH' or 'caisson cp "
                       "NAME:PATH FILE'");
  int code = cs_sandboxed_open(s, &all);
  if (code) return code;
  copy c = {.s = s};
  c.fd = cs_sandbox_connect(all, from ? one : two, &err);
  cs_sandboxes_close(all);
  if (c.fd < 0)
    return cs_cli_fail(s, "cannot copy", err.text, "see 'caisson ps --all'");
  cs_buf_init(&c.in, CS_FRAME_MAX + 131072);
  code = tell(&c, from ? pull(&c, from, s->argv[1]) : push(&c, s->argv[0], to));
  cs_buf_fini(&c.in);
  close(c.fd);
  return code;
}
