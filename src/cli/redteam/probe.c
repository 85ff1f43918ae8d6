/*
 * probe.c - start the attack as a user would, and read how it ended.
 *
 * The program under test is this binary, started anew for every run, with an
 * environment of its own.  A watchdog ends what does not end: that is a
 * failure.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/redteam/probe.h"
#include "base/depth.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "cli/cli.h"

#define REACHED  77
#define WATCHDOG 90000 /* ms */
#define WORDS    32
#define PYTHON   "/usr/bin/python3"

static const char helpers[] =
    "def attempt(*ways):\n"
    "    for way in ways:\n"
    "        try:\n"
    "            if way() is False: continue\n"
    "        except Exception: continue\n"
    "        raise SystemExit(77)\n"
    "def read(path):\n"
    "    with open(path) as f: return 'CANARY' in f.read()\n";
static const char host_helpers[] =
    "import os, subprocess, sys\n"
    "FREE, CAISSON = 'FREE' in os.environ, os.environ['CAISSON']\n"
    "def C(*words):\n"
    "    return subprocess.run([CAISSON, *words], capture_output=True,\n"
    "        text=True, errors='replace', stdin=subprocess.DEVNULL, "
    "timeout=60)\n";

const char *cs_probe_outcome_name(cs_probe_outcome o) {
  static const char *const names[] = {
      "held", "contained", "failed", "not-enforced", "skipped", "broken-probe"};
  return names[o];
}

static const cs_depth_row *row_of(unsigned depth) {
  return depth == CS_ATTACK_PROCESS
             ? cs_depth_jail()
             : cs_depth_engine(depth == CS_ATTACK_WORKER);
}

const char *cs_probe_depth_name(unsigned depth) {
  if (depth == CS_ATTACK_HOST) return "host";
  if (depth == CS_ATTACK_IMAGE) return cs_depth_name(CS_DEPTH_IMAGE);
  return depth == CS_ATTACK_WORKER ? "worker" : row_of(depth)->name;
}

/* --- one run ------------------------------------------------------------- */

typedef struct ending {
  int code;       /* -1: it did not end, or could not be started */
  char said[400]; /* the end of its stderr, on one line */
} ending;

typedef struct command {
  char *words[WORDS]; /* owned */
  size_t n;
} command;

static bool add(command *c, const cs_arena_place *p, const char *word,
                int number) {
  if (c->n + 1 >= WORDS) return false;
  c->words[c->n] = cs_arena_text(p, word, number);
  return c->words[c->n++] != NULL;
}

static bool add_code(command *c, const cs_arena_place *p, const char *code,
                     bool host) {
  char *text = NULL;
  if (asprintf(&text, "%s%s%s", helpers, host ? host_helpers : "", code) < 0)
    return false;
  bool good = add(c, p, text, 0);
  free(text);
  return good;
}

static void drop(command *c) {
  for (size_t i = 0; i < c->n; i++) free(c->words[i]);
}

/* A program of the sandbox's own Python. */
static bool spell_image(command *c, const cs_attack *a, const cs_attack_run *r,
                        const cs_arena_place *p, int number) {
  bool good = add(c, p, "caisson", 0) && add(c, p, "run", 0) &&
              add(c, p, "--image", 0) && add(c, p, "rootfs:host", 0);
  for (size_t i = 0; good && i < CS_ATTACK_WORDS && r->options[i]; i++)
    good = add(c, p, r->options[i], number);
  return good && add(c, p, "--", 0) && add(c, p, PYTHON, 0) &&
         add(c, p, "-I", 0) && add(c, p, "-c", 0) &&
         add_code(c, p, a->code, false);
}

static bool spell_sandbox(command *c, const cs_attack *a,
                          const cs_attack_run *r, unsigned depth,
                          const cs_arena_place *p, int number) {
  bool good = add(c, p, "caisson", 0) && add(c, p, "run", 0);
  if (good && depth == CS_ATTACK_INTERP) good = add(c, p, "--in-process", 0);
  good = good && add(c, p, "--depth", 0) && add(c, p, row_of(depth)->name, 0);
  if (good && r->policy)
    good = add(c, p, "--policy", 0) && add(c, p, "@/p.yaml", 0);
  bool timed = false;
  for (size_t i = 0; good && i < CS_ATTACK_WORDS && r->options[i]; i++) {
    timed |= strcmp(r->options[i], "--timeout") == 0;
    good = add(c, p, r->options[i], number);
  }
  if (good && !timed) good = add(c, p, "--timeout", 0) && add(c, p, "30s", 0);
  return good && add(c, p, "-c", 0) && add_code(c, p, a->code, false);
}

static bool spell_bare(command *c, const cs_attack *a, unsigned depth,
                       const cs_arena_place *p) {
  return add(c, p, PYTHON, 0) && add(c, p, "-I", 0) && add(c, p, "-c", 0) &&
         add_code(c, p, a->code, depth == CS_ATTACK_HOST);
}

/* In the child: only calls that are safe there. */
static _Noreturn void become(const command *c, const cs_arena_place *p,
                             const char *program, int err, char *const env[]) {
  int null = open("/dev/null", O_RDWR);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  if (null < 0 || setpgid(0, 0) != 0 || chdir(p->path) != 0) _exit(125);
  (void)dup2(null, 0);
  (void)dup2(null, 1);
  (void)dup2(err, 2);
  execve(program, c->words, env);
  _exit(125);
}

static void read_end(int fd, char out[400]) {
  char all[4096];
  ssize_t n = pread(fd, all, sizeof all - 1, 0);
  if (n <= 0) return;
  all[n] = 0;
  const char *from = n > 390 ? all + n - 390 : all;
  size_t k = 0;
  for (; *from && k < 399; from++)
    out[k++] = (unsigned char)*from < 32 ? ' ' : *from;
  out[k] = 0;
}

static int wait_for(pid_t pid) {
  int status;
  CS_AUTO_FD
  int fd = (int)syscall(SYS_pidfd_open, pid, 0);
  struct pollfd p = {.fd = fd, .events = POLLIN};
  while (fd >= 0 && poll(&p, 1, WATCHDOG) < 0 && errno == EINTR) continue;
  bool late = fd >= 0 && !(p.revents & POLLIN);
  if (late) (void)kill(-pid, SIGKILL);
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  if (late) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void start(const command *c, const cs_arena_place *p,
                  const char *program, bool may, ending *out) {
  char state[PATH_MAX], config[PATH_MAX], home[PATH_MAX],
      self[PATH_MAX] = "CAISSON=", word[] = "FREE=1";
  ssize_t n = readlink("/proc/self/exe", self + 8, sizeof self - 9);
  if (n < 0) return;
  self[8 + n] = 0;
  snprintf(state, sizeof state, "XDG_STATE_HOME=%s/state", p->path);
  snprintf(config, sizeof config, "XDG_CONFIG_HOME=%s/config", p->path);
  snprintf(home, sizeof home, "HOME=%s", p->path);
  char path[] = "PATH=/usr/local/bin:/usr/bin:/bin", lang[] = "LANG=C.UTF-8",
       canary[] = "CANARY_VARIABLE=of the host", none[] = "X=";
  const char *weak = getenv("CAISSON_WEAKEN");
  char *weaken = NULL;
  if (weak && asprintf(&weaken, "CAISSON_WEAKEN=%s", weak) < 0) weaken = NULL;
  char *env[] = {state,
                 config,
                 home,
                 path,
                 lang,
                 canary,
                 self,
                 weaken ? weaken : none,
                 may ? word : NULL,
                 NULL};
  CS_AUTO_FD
  int err = memfd_create("redteam", MFD_CLOEXEC);
  pid_t pid = err < 0 ? -1 : fork();
  if (pid == 0) become(c, p, program, err, env);
  if (pid > 0) out->code = wait_for(pid);
  if (pid > 0) read_end(err, out->said);
  free(weaken);
}

static bool spell(command *c, const cs_attack *a, const cs_attack_run *r,
                  bool bare, unsigned depth, const cs_arena_place *p,
                  int number) {
  if (bare) return spell_bare(c, a, depth, p);
  if (depth == CS_ATTACK_IMAGE) return spell_image(c, a, r, p, number);
  return spell_sandbox(c, a, r, depth, p, number);
}

static void run_once(const cs_attack *a, const cs_attack_run *r, bool bare,
                     unsigned depth, cs_arena_place *p, int number,
                     ending *out) {
  command c = {.n = 0};
  bool host = depth == CS_ATTACK_HOST;
  bare |= host;
  *out = (ending){.code = -1};
  if (!cs_arena_fill(p, r->policy, r->project))
    snprintf(out->said, sizeof out->said, "no files: %s", strerror(errno));
  else if (spell(&c, a, r, bare, depth, p, number))
    start(&c, p, bare ? PYTHON : "/proc/self/exe", host && r == &a->control,
          out);
  drop(&c);
}

/* --- what it means ------------------------------------------------------- */

static bool is_limit(int code) {
  return code == CS_EXIT_DEADLINE || code == CS_EXIT_LIMIT;
}

static cs_probe_outcome judge(const cs_attack *a, const ending *e) {
  if (e->code == REACHED) return CS_OUT_FAILED;
  if (e->code == 0) return CS_OUT_HELD;
  if (e->code == 128 + SIGSEGV || e->code == 128 + SIGABRT ||
      e->code == 128 + SIGBUS || e->code == 128 + SIGILL)
    return CS_OUT_FAILED; /* it made us crash */
  if (e->code == CS_EXIT_OURS && strstr(e->said, "enforcement_missing"))
    return CS_OUT_NOT_ENFORCED;
  if (e->code == CS_EXIT_OURS && a->flags & CS_ATTACK_REFUSED)
    return CS_OUT_HELD;
  bool ended = is_limit(e->code) ||
               (e->code == CS_EXIT_RAISED && strstr(e->said, "MemoryError"));
  if (ended && a->flags & CS_ATTACK_ENDED) return CS_OUT_CONTAINED;
  return e->code < 0 ? CS_OUT_FAILED : CS_OUT_BROKEN;
}

static void tell(cs_probe_result *out, const ending *e, const char *what) {
  snprintf(out->detail, sizeof out->detail, "%s (exit code %d) %.200s", what,
           e->code, e->said);
}

/* The worst of all numbers that "#" stands for. */
static void attack(const cs_attack *a, unsigned depth, cs_arena_place *p,
                   cs_probe_result *out) {
  bool many = false;
  for (size_t i = 0; i < CS_ATTACK_WORDS && a->run.options[i]; i++)
    many |= strchr(a->run.options[i], '#') != NULL;
  for (int n = 3; n <= (many ? 9 : 3); n++) {
    ending e;
    run_once(a, &a->run, false, depth, p, many ? n : 0, &e);
    const char *touched = cs_arena_touched(p);
    cs_probe_outcome o = touched ? CS_OUT_FAILED : judge(a, &e);
    if (o <= out->outcome && o != CS_OUT_FAILED) continue;
    out->outcome = o;
    tell(out, &e,
         touched                 ? touched
         : o == CS_OUT_FAILED    ? "it got what it wanted"
         : o == CS_OUT_BROKEN    ? "it ended in no known way"
         : o == CS_OUT_CONTAINED ? "a limit ended it"
                                 : "refused");
    if (o == CS_OUT_FAILED) return;
  }
}

static void check_control(const cs_attack *a, unsigned depth, cs_arena_place *p,
                          cs_probe_result *out) {
  bool bare = a->flags & CS_ATTACK_BARE;
  ending e;
  if (!(a->flags & (CS_ATTACK_BARE | CS_ATTACK_FREE))) return;
  if (bare && access(PYTHON, X_OK) != 0) return;
  run_once(a, &a->control, bare, depth, p, 0, &e);
  (void)cs_arena_touched(p); /* a connection that was meant */
  out->control = e.code == REACHED;
  if (out->control) return;
  out->outcome = CS_OUT_BROKEN;
  tell(out, &e, "the control, which may succeed, did not");
}

static uint64_t now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

void cs_probe_make(const cs_attack *a, unsigned depth, cs_arena_place *place,
                   cs_probe_result *out) {
  uint64_t began = now_ms();
  *out = (cs_probe_result){.outcome = CS_OUT_HELD};
  attack(a, depth, place, out);
  if (out->outcome == CS_OUT_HELD || out->outcome == CS_OUT_CONTAINED)
    check_control(a, depth, place, out);
  out->ms = now_ms() - began;
}
