/*
 * pyenv.c - caisson env create, ls, rm: packages for programs to use.
 *
 * Installing runs code of packages (setup.py) with the user's rights and the
 * network, as pip does anywhere; it happens here, on request, and never in a
 * session.  The lock file is written last: until then the environment is not
 * found, and the next create removes what is left.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "depth/pyenv.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "cli/json.h"
#include "cli/verbs.h"

extern char **environ;

#define WORDS_MAX 512
#define ROOM      (PATH_MAX + 128)

/* The environment that a command is about. */
typedef struct place {
  const cs_settings *s;
  const char *name;
  char home[PATH_MAX], dir[ROOM], python[ROOM], lock[ROOM], part[ROOM];
} place;

static int find_place(const cs_settings *s, const char *name, place *p) {
  *p = (place){.s = s, .name = name};
  if (!cs_pyenv_is_name(name)) {
    char what[160];
    snprintf(what, sizeof what, "invalid name of an environment '%.80s'", name);
    return cs_cli_fail(s, what, NULL,
                       "use letters, digits, '.', '_' and '-', and begin with "
                       "a letter");
  }
  if (!cs_pyenv_home(p->home))
    return cs_cli_fail(s, "no place for environments",
                       "this user has no home directory",
                       "set CAISSON_ENVS to a directory");
  snprintf(p->dir, sizeof p->dir, "%s/%s", p->home, name);
  snprintf(p->python, sizeof p->python, "%s/%s/bin/python", p->home, name);
  snprintf(p->lock, sizeof p->lock, "%s/%s/" CS_PYENV_LOCK, p->home, name);
  snprintf(p->part, sizeof p->part, "%s/%s/" CS_PYENV_LOCK ".part", p->home,
           name);
  return 0;
}

/* --- other programs ------------------------------------------------------- */

typedef struct words {
  const char *at[WORDS_MAX + 1];
  size_t n;
} words;

static void add(words *w, const char *word) {
  if (w->n < WORDS_MAX) w->at[w->n++] = word;
}

/* Run a program, found in PATH; what it prints goes to our stderr, or to a new
 * file `out`.  Its exit code, or -1 if it cannot be started. */
static int run(const words *w, const char *out, bool quiet) {
  bool silent = out && strcmp(out, "/dev/null") == 0;
  posix_spawn_file_actions_t a;
  pid_t pid;
  int status = 0;
  if (posix_spawn_file_actions_init(&a) != 0) return -1;
  int bad = posix_spawn_file_actions_addopen(&a, 0, "/dev/null", O_RDONLY, 0);
  bad |= out ? posix_spawn_file_actions_addopen(
                   &a, 1, out, O_WRONLY | O_CREAT | O_TRUNC, 0644)
             : posix_spawn_file_actions_adddup2(&a, 2, 1);
  if (silent) /* a question: its messages are nobody's */
    bad |= posix_spawn_file_actions_addopen(&a, 2, out, O_WRONLY, 0);
  if (quiet && !out)
    bad |= posix_spawn_file_actions_addopen(&a, 1, "/dev/null", O_WRONLY, 0);
  bad = bad || posix_spawnp(&pid, w->at[0], &a, NULL,
                            (char *const *)(uintptr_t)w->at, environ) != 0;
  posix_spawn_file_actions_destroy(&a);
  if (bad) return -1;
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static bool works(const char *program, const char *option) {
  words w = {{program, option}, 2};
  return run(&w, "/dev/null", true) == 0;
}

/* --- create --------------------------------------------------------------- */

typedef struct maker {
  const place *p;
  const char *base;    /* the interpreter it is made with */
  bool uv, pip_inside; /* which tool; without either, pip of `base` (22.3) */
} maker;

static int failed(const place *p, const char *step, int code) {
  char what[200], why[80];
  snprintf(what, sizeof what, "cannot create the environment '%s'", p->name);
  if (code < 0)
    snprintf(why, sizeof why, "%s cannot be started", step);
  else
    snprintf(why, sizeof why, "%s failed with exit code %d", step, code);
  return cs_cli_fail(
      p->s, what, why,
      code < 0 ? "install uv, or python3 with pip" : "its messages are above");
}

static int make_venv(maker *m) {
  const place *p = m->p;
  m->uv = works("uv", "--version");
  words w = {{0}, 0};
  if (m->uv) {
    words u = {{"uv", "venv", "--quiet", "--python", m->base, p->dir}, 6};
    int code = run(&u, NULL, p->s->quiet);
    return code ? failed(p, "uv venv", code) : 0;
  }
  words outside = {{m->base, "-m", "pip", "--python", m->base, "--version"}, 6};
  m->pip_inside = run(&outside, "/dev/null", true) != 0;
  add(&w, m->base);
  add(&w, "-m");
  add(&w, "venv");
  if (!m->pip_inside) add(&w, "--without-pip");
  add(&w, p->dir);
  int code = run(&w, NULL, p->s->quiet);
  return code ? failed(p, "python3 -m venv", code) : 0;
}

/* "uv pip VERB", or "python -m pip VERB" for this environment. */
static void begin_pip(const maker *m, const char *verb, words *w) {
  const place *p = m->p;
  if (m->uv) {
    add(w, "uv");
    add(w, "pip");
    add(w, verb);
    add(w, "--python");
    add(w, p->python);
    return;
  }
  add(w, m->pip_inside ? p->python : m->base);
  add(w, "-m");
  add(w, "pip");
  if (!m->pip_inside) {
    add(w, "--python");
    add(w, p->python);
  }
  add(w, "--disable-pip-version-check");
  add(w, verb);
}

static int install(const maker *m) {
  const cs_settings *s = m->p->s;
  words w = {{0}, 0};
  if (s->argc < 2 && !s->requirements) return 0;
  begin_pip(m, "install", &w);
  if (s->requirements) {
    add(&w, "-r");
    add(&w, s->requirements);
  }
  if (s->argc > 1) add(&w, "--");
  for (int i = 1; i < s->argc; i++) add(&w, s->argv[i]);
  int code = run(&w, NULL, s->quiet);
  return code ? failed(m->p, m->uv ? "uv pip install" : "pip install", code)
              : 0;
}

static int write_lock(const maker *m) {
  words w = {{0}, 0};
  begin_pip(m, "freeze", &w);
  int code = run(&w, m->p->part, true);
  if (!code && rename(m->p->part, m->p->lock) != 0) code = 1;
  return code ? failed(m->p, "pip freeze", code) : 0;
}

static int make_directories(const place *p) {
  char part[PATH_MAX];
  snprintf(part, sizeof part, "%s", p->home);
  for (char *c = part + 1; *c; c++) {
    if (*c != '/') continue;
    *c = 0;
    (void)mkdir(part, 0755);
    *c = '/';
  }
  if (mkdir(part, 0700) == 0 || errno == EEXIST) return 0;
  return cs_cli_fail(p->s, "no place for environments", strerror(errno),
                     "set CAISSON_ENVS to a directory");
}

static int remove_all(const place *p) {
  words w = {{"rm", "-rf", "--", p->dir}, 4};
  (void)unlink(p->lock); /* from here on it is not found */
  return run(&w, NULL, true);
}

static bool is_there(const place *p) {
  return access(p->lock, F_OK) == 0;
}

/* Nothing, or what an earlier create left half made. */
static int clear_place(const place *p) {
  char what[160];
  struct stat st;
  if (lstat(p->dir, &st) != 0) return 0;
  if (is_there(p) && !p->s->replace) {
    snprintf(what, sizeof what, "the environment '%s' exists", p->name);
    return cs_cli_fail(p->s, what, NULL,
                       "choose another name, or pass --replace");
  }
  if (remove_all(p) == 0) return 0;
  snprintf(what, sizeof what, "cannot remove the environment '%s'", p->name);
  return cs_cli_fail(p->s, what, NULL, "remove its directory");
}

/* Lines of the lock file, as a list. */
static void put_lock(cs_json *j, const char *lock) {
  char line[512];
  FILE *f = fopen(lock, "re");
  cs_json_key(j, "packages");
  cs_json_open(j, '[');
  while (f && fgets(line, sizeof line, f)) {
    line[strcspn(line, "\n")] = 0;
    if (line[0]) cs_json_bytes(j, NULL, line, strlen(line));
  }
  cs_json_close(j, ']');
  if (f) fclose(f);
}

static void put_place(cs_json *j, const place *p) {
  cs_json_text(j, "name", p->name);
  cs_json_bytes(j, "python", p->python, strlen(p->python));
  put_lock(j, p->lock);
}

static int told(const place *p) {
  cs_json j;
  if (!p->s->json) {
    puts(p->name);
    return 0;
  }
  cs_json_init(&j);
  cs_json_open(&j, '{');
  cs_json_text(&j, "schema", "caisson.env/1");
  put_place(&j, p);
  cs_json_close(&j, '}');
  cs_json_print(&j);
  return 0;
}

static bool is_option(const cs_settings *s) {
  for (int i = 1; i < s->argc; i++)
    if (s->argv[i][0] == '-') return true;
  return false;
}

int cs_cli_env_create(const cs_settings *s) {
  place p;
  if (s->argc < 1)
    return cs_cli_fail(s, "no name for the environment", NULL,
                       "write 'caisson env create NAME --pip PACKAGE...'");
  if (is_option(s))
    return cs_cli_fail(s, "a PACKAGE begins with '-'", NULL,
                       "set PIP_INDEX_URL and the like in the environment, or "
                       "use -r FILE");
  if (s->argc > WORDS_MAX - 16)
    return cs_cli_fail(s, "too many packages", NULL, "use -r FILE");
  int code = find_place(s, s->argv[0], &p);
  if (!code) code = clear_place(&p);
  if (!code) code = make_directories(&p);
  /* Who is in a virtual environment means the interpreter of that one. */
  maker m = {.p = &p, .base = s->python ? s->python : "python3"};
  if (!code) {
    code = make_venv(&m);
    if (!code) code = install(&m);
    if (!code) code = write_lock(&m);
    if (code) (void)remove_all(&p);
  }
  return code ? code : told(&p);
}

/* --- ls, rm --------------------------------------------------------------- */

static int by_name(const struct dirent **a, const struct dirent **b) {
  return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_candidate(const struct dirent *e) {
  return cs_pyenv_is_name(e->d_name);
}

static size_t count_lines(const char *path) {
  char line[512];
  size_t n = 0;
  FILE *f = fopen(path, "re");
  while (f && fgets(line, sizeof line, f)) n++;
  if (f) fclose(f);
  return n;
}

static void list_one(const place *p, cs_json *j) {
  if (!p->s->json) {
    if (p->s->quiet)
      puts(p->name);
    else
      printf("%-20s %8zu  %s\n", p->name, count_lines(p->lock), p->python);
    return;
  }
  cs_json_key(j, NULL);
  cs_json_open(j, '{');
  put_place(j, p);
  cs_json_close(j, '}');
}

int cs_cli_env_ls(const cs_settings *s) {
  char home[PATH_MAX];
  struct dirent **found = NULL;
  cs_json j;
  int n =
      cs_pyenv_home(home) ? scandir(home, &found, is_candidate, by_name) : 0;
  cs_json_init(&j);
  if (s->json) {
    cs_json_open(&j, '{');
    cs_json_text(&j, "schema", "caisson.envs/1");
    cs_json_key(&j, "environments");
    cs_json_open(&j, '[');
  } else if (!s->quiet) {
    printf("%-20s %8s  %s\n", "NAME", "PACKAGES", "PYTHON");
  }
  for (int i = 0; i < n; i++) {
    place p;
    if (find_place(s, found[i]->d_name, &p) == 0 && is_there(&p))
      list_one(&p, &j);
    free(found[i]);
  }
  free(found);
  if (!s->json) return 0;
  cs_json_close(&j, ']');
  cs_json_close(&j, '}');
  cs_json_print(&j);
  return 0;
}

static int remove_one(const cs_settings *s, const char *name) {
  place p;
  char what[160];
  struct stat st;
  int code = find_place(s, name, &p);
  if (code) return code;
  if (lstat(p.dir, &st) == 0 && remove_all(&p) == 0) {
    if (!s->json) puts(name);
    return 0;
  }
  snprintf(what, sizeof what, "cannot remove the environment '%s'", name);
  return cs_cli_fail(s, what, "there is none", "see 'caisson env ls'");
}

int cs_cli_env_rm(const cs_settings *s) {
  int code = 0;
  cs_json j;
  if (s->argc < 1)
    return cs_cli_fail(s, "no environment was named", NULL,
                       "see 'caisson env ls'");
  for (int i = 0; !code && i < s->argc; i++) code = remove_one(s, s->argv[i]);
  if (code || !s->json) return code;
  cs_json_init(&j);
  cs_json_open(&j, '{');
  cs_json_text(&j, "schema", "caisson.removed/1");
  cs_json_key(&j, "environments");
  cs_json_open(&j, '[');
  for (int i = 0; i < s->argc; i++) cs_json_text(&j, NULL, s->argv[i]);
  cs_json_close(&j, ']');
  cs_json_close(&j, '}');
  cs_json_print(&j);
  return 0;
}
