/*
 * python.c - the parts of an installation, each opened beneath its prefix.
 *
 * Three kinds of prefix: the one that the caller named (a virtual environment,
 * a Conda environment, an installation), the one where its interpreter really
 * is, and the name by which the first refers to the second.  What is opened
 * here is told to the helper by device and number: it mounts the same object or
 * nothing, whatever happens to the names in the meantime.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "jail/python.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/weaken.h"

/* Open `name` beneath `dir`; -1 if a link would have to be left for it. */
static int open_beneath(int dir, const char *name, int flags) {
  assert(dir >= 0 && name[0] != '/');
  struct open_how how = {.flags = (unsigned)flags | O_CLOEXEC,
                         .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS};
  if (cs_weaken("F8")) return openat(dir, name, flags | O_CLOEXEC);
  return (int)syscall(SYS_openat2, dir, name, &how, sizeof how);
}

static int open_directory(const char *path) {
  return open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

#define LINKS 16 /* from an environment's name to the program */

/* --- one part ------------------------------------------------------------ */

/* Texts are compared, not files: both are absolute and without "..". */
static bool is_beneath(const char *path, const char *dir) {
  size_t n = strlen(dir);
  return strncmp(path, dir, n) == 0 && (path[n] == '/' || path[n] == 0);
}

/* There anyway, or as part of another one. */
static bool is_shown(const cs_python_parts *s, const char *path) {
  if (is_beneath(path, "/usr")) return true;
  for (size_t i = 0; i < s->n; i++)
    if (is_beneath(path, s->at[i].at)) return true;
  return false;
}

/* The same for what is open at a path without links. */
static bool is_source_shown(const cs_python_parts *s, const char *path) {
  if (is_shown(s, path)) return true;
  for (size_t i = 0; i < s->n; i++)
    if (is_beneath(path, s->at[i].source)) return true;
  return false;
}

/* The path of what is open, without links; NULL: it has none. */
static char *path_of(int fd) {
  char name[40], path[PATH_MAX];
  snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
  ssize_t n = readlink(name, path, sizeof path - 1);
  return n > 0 && path[0] == '/' ? strndup(path, (size_t)n) : NULL;
}

/* Show what is open at `path`. */
static cs_status show(cs_python_parts *s, int fd, const char *path,
                      cs_error *err) {
  assert(s->n <= CS_PYTHON_PARTS);
  struct stat st;
  if (fd < 0 || fstat(fd, &st) != 0 || is_shown(s, path)) return CS_OK;
  if (s->n == CS_PYTHON_PARTS)
    return cs_error_set(err, CS_ELIMIT, "'%.100s' has too many parts", path);
  cs_jail_shown part = {.at = strdup(path),
                        .source = path_of(fd),
                        .dev = st.st_dev,
                        .ino = st.st_ino};
  s->at[s->n++] = part; /* what there is of it is freed with the others */
  if (part.at && part.source) return CS_OK;
  return cs_error_set(err, CS_EOS, "no memory for the parts of Python");
}

/* Show `name` of the prefix that is open as `dir`, at `prefix`/`name`. */
static cs_status show_part(cs_python_parts *s, int dir, const char *prefix,
                           const char *name, cs_error *err) {
  char path[PATH_MAX];
  int n = snprintf(path, sizeof path, "%s/%s", prefix, name);
  if (n < 0 || (size_t)n >= sizeof path) return CS_OK;
  CS_AUTO_FD
  int fd = open_beneath(dir, name, O_PATH);
  return show(s, fd, path, err);
}

/* Beneath the prefix, links that leave it not followed. */
static bool has(int dir, const char *name) {
  CS_AUTO_FD
  int fd = open_beneath(dir, name, O_PATH);
  return fd >= 0;
}

static cs_status show_parts(cs_python_parts *s, int dir, const char *prefix,
                            const char *const *names, cs_error *err) {
  cs_status st = CS_OK;
  for (; st == CS_OK && *names; names++)
    st = show_part(s, dir, prefix, *names, err);
  return st;
}

static const char *const libraries[] = {"lib", "lib64",      "libexec",
                                        "ssl", "pyvenv.cfg", NULL};
/* Data of packages lies here in environments; elsewhere others' do. */
static const char *const data[] = {"share", "etc", NULL};

/* --- the interpreter that was named --------------------------------------- */

/* Cut the last part of a path; false: there is nothing above it. */
static bool cut(char path[PATH_MAX]) {
  char *slash = strrchr(path, '/');
  if (!slash || slash == path) return false;
  *slash = 0;
  return true;
}

static bool copy(char to[PATH_MAX], const char *from) {
  size_t n = strlen(from);
  if (n >= PATH_MAX) return false;
  memcpy(to, from, n + 1);
  return true;
}

/* "/x" for "/x/bin/python3", if it lies like that; else the directory above
 * that of the program. */
static bool find_prefix(const char *file, char prefix[PATH_MAX], bool *bin) {
  if (!copy(prefix, file) || !cut(prefix)) return false;
  *bin = strcmp(strrchr(prefix, '/'), "/bin") == 0;
  return cut(prefix);
}

/* One file, where the interpreter lies in no prefix of the usual form. */
static cs_status show_file(cs_python_parts *s, const char *file,
                           cs_error *err) {
  CS_AUTO_FD
  int fd = open(file, O_PATH | O_CLOEXEC);
  return show(s, fd, file, err);
}

/* `share` and `etc` are shown of environments only: beside an interpreter in a
 * home directory they may be anybody's. */
static cs_status show_named(cs_python_parts *s, const char *python,
                            cs_error *err) {
  char prefix[PATH_MAX];
  bool bin = false;
  if (!find_prefix(python, prefix, &bin)) return show_file(s, python, err);
  CS_AUTO_FD
  int dir = open_directory(prefix);
  if (dir < 0) return CS_OK;
  cs_status st = bin ? show_part(s, dir, prefix, "bin", err) : CS_OK;
  if (st == CS_OK && !is_shown(s, python)) st = show_file(s, python, err);
  if (st == CS_OK) st = show_parts(s, dir, prefix, libraries, err);
  if (st != CS_OK || (!has(dir, "pyvenv.cfg") && !has(dir, "conda-meta")))
    return st;
  return show_parts(s, dir, prefix, data, err);
}

/* --- the interpreter that it is ------------------------------------------- */

static const char *last_part(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* A program of that name; which files there are in the world with both is not
 * for an environment to choose. */
static bool is_program(const char *file) {
  struct stat s;
  const char *name = last_part(file);
  return (strncmp(name, "python", 6) == 0 || strncmp(name, "pypy", 4) == 0) &&
         stat(file, &s) == 0 && S_ISREG(s.st_mode) && access(file, X_OK) == 0;
}

/* Is there a standard library in `dir`/`lib`? */
static bool has_library(int dir, const char *lib) {
  CS_AUTO_FD
  int fd = open_beneath(dir, lib, O_RDONLY | O_DIRECTORY);
  DIR *entries = fd < 0 ? NULL : fdopendir(fd);
  bool found = false;
  if (!entries) return false;
  fd = -1; /* the stream's now */
  for (struct dirent *e; !found && (e = readdir(entries));) {
    char name[NAME_MAX + 8];
    if (strncmp(e->d_name, "py", 2) != 0) continue;
    snprintf(name, sizeof name, "%s/os.py", e->d_name);
    found = has(dirfd(entries), name);
  }
  closedir(entries);
  return found;
}

/* The interpreter itself and its standard library, nothing else of `bin`. */
static cs_status show_base(cs_python_parts *s, int dir, const char *prefix,
                           const char *program, cs_error *err) {
  char path[PATH_MAX];
  cs_status st = CS_OK;
  int n = snprintf(path, sizeof path, "bin/%s", last_part(program));
  if (n > 0 && (size_t)n < sizeof path)
    st = show_part(s, dir, prefix, path, err);
  return st == CS_OK ? show_parts(s, dir, prefix, libraries, err) : st;
}

static bool is_same(int a, int b) {
  struct stat x, y;
  return a >= 0 && b >= 0 && fstat(a, &x) == 0 && fstat(b, &y) == 0 &&
         x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* Replace `path` by what it is a link to; false: it is not a link. */
static bool follow(char path[PATH_MAX]) {
  char link[PATH_MAX];
  ssize_t n = readlink(path, link, sizeof link - 1);
  if (n <= 0) return false;
  link[n] = 0;
  if (link[0] == '/') return copy(path, link);
  char *slash = strrchr(path, '/');
  size_t kept = slash ? (size_t)(slash + 1 - path) : 0;
  if (kept + (size_t)n >= PATH_MAX) return false;
  memcpy(path + kept, link, (size_t)n + 1);
  return true;
}

/* Environments name their interpreter by links (python -> python3 ->
 * /opt/py/bin/python3 -> python3.11), and installers name an installation by a
 * link to its directory.  Show every name on the way that lies in `dir`. */
static cs_status show_names(cs_python_parts *s, int dir, const char *python,
                            const char *program, cs_error *err) {
  char link[PATH_MAX], prefix[PATH_MAX];
  cs_status st = copy(link, python) ? CS_OK : CS_EINVAL;
  for (int i = 0; st == CS_OK && i < LINKS && follow(link); i++) {
    bool bin = false;
    /* A name on the way that is not PREFIX/bin/NAME shows nothing. */
    if (!find_prefix(link, prefix, &bin) || !bin) continue;
    CS_AUTO_FD
    int other = open_directory(prefix);
    if (!is_same(dir, other)) continue;
    st = show_base(s, dir, prefix, program, err);
    if (st == CS_OK) st = show_base(s, dir, prefix, link, err);
  }
  return st;
}

static cs_status reject(const char *python, const char *program,
                        cs_error *err) {
  return cs_error_set(err, CS_EINVAL,
                      "'%.80s' is a link to '%.80s', which is not the "
                      "interpreter of a Python installation",
                      python, program);
}

/* `program` is where the links of `python` end. */
static cs_status show_real(cs_python_parts *s, const char *python,
                           const char *program, cs_error *err) {
  char prefix[PATH_MAX];
  bool bin = false;
  if (is_source_shown(s, program)) return CS_OK;
  if (!is_program(program) || !find_prefix(program, prefix, &bin) || !bin)
    return reject(python, program, err);
  CS_AUTO_FD
  int dir = open_directory(prefix);
  if (dir < 0 || !(has_library(dir, "lib") || has_library(dir, "lib64")))
    return reject(python, program, err);
  cs_status st = show_base(s, dir, prefix, program, err);
  return st == CS_OK ? show_names(s, dir, python, program, err) : st;
}

/* --- all of it ------------------------------------------------------------ */

cs_status cs_python_find(const char *python, cs_python_parts *out,
                         cs_error *err) {
  char program[PATH_MAX];
  *out = (cs_python_parts){.n = 0};
  if (!realpath(python, program)) return CS_OK;
  if (is_beneath(python, "/usr") && is_beneath(program, "/usr")) return CS_OK;
  cs_status st = show_named(out, python, err);
  if (st == CS_OK && !cs_weaken("F8"))
    st = show_real(out, python, program, err);
  if (st == CS_OK && cs_weaken("F8")) st = show_named(out, program, err);
  if (st != CS_OK) cs_python_fini(out);
  return st;
}

void cs_python_fini(cs_python_parts *parts) {
  for (size_t i = 0; i < parts->n; i++) {
    free((void *)(uintptr_t)parts->at[i].at);
    free((void *)(uintptr_t)parts->at[i].source);
  }
  *parts = (cs_python_parts){.n = 0};
}
