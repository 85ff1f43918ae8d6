/*
 * become.c - the last steps of a process that turns into the program.
 *
 * The order is that of rights that are given up: terminal and session first,
 * since the filter forbids both; then the directory, the walls, and at last the
 * program. After cs_walls_raise this process can do what the program can and no
 * more, so what follows may fail but cannot harm.
 *
 * Two plans: `plan` has the walls (of the jail, or of the sandbox), `words`
 * what is executed (arguments, environment, directory, limits). They are the
 * same for an ordinary jail.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "jail/inside/become.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "jail/control.h"
#include "jail/inside/cwd.h"
#include "jail/inside/files.h"
#include "jail/inside/init.h"
#include "jail/inside/trial.h"
#include "jail/inside/walls.h"

#define CONTROL CS_PLAN_FD_CONTROL

_Noreturn void cs_become_give_up(const cs_error *err) {
  assert(err);
  cs_init_tell(CONTROL, CS_CONTROL_FAILED, err->os, err->text);
  _exit(125);
}

/* Keep the right to make jails across execve. A zygote makes namespaces for its
 * children; it drops everything in each child (fork.c). */
static cs_status keep_caps(cs_error *err) {
  struct {
    uint32_t version;
    int pid;
  } head = {0x20080522, 0};
  struct {
    uint32_t effective, permitted, inheritable;
  } sets[2];
  if (syscall(SYS_capget, &head, sets) != 0)
    return cs_error_os(err, "cannot read the capabilities");
  sets[0].inheritable = sets[0].permitted;
  sets[1].inheritable = sets[1].permitted;
  if (syscall(SYS_capset, &head, sets) != 0)
    return cs_error_os(err, "cannot keep the capabilities");
  for (unsigned long cap = 0; cap < 64; cap++)
    (void)prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, cap, 0, 0);
  return CS_OK;
}

/* Copies, since the plan's pages may be unmapped; NULL without memory. */
static char **list(const cs_plan *plan, uint32_t at, uint32_t n) {
  assert(n < UINT32_MAX);
  char **out = calloc(n + 1, sizeof *out);
  const char *text = cs_plan_text(plan, at);
  for (uint32_t i = 0; out && i < n; i++, text += strlen(text) + 1)
    out[i] = strdup(text);
  return out;
}

/* Look the program up as a shell does; the environment of the plan decides.
 * Only what can be executed is tried: there may be one try only. Returns only
 * on failure, with the errno that a shell would report. */
static void execute(char **argv, char **env) {
  assert(argv[0]);
  if (strchr(argv[0], '/')) {
    execve(argv[0], argv, env);
    /* The file is there, what interprets it is not. */
    if (errno == ENOENT && access(argv[0], F_OK) == 0) errno = ENOEXEC;
    return;
  }
  const char *path = "/usr/local/bin:/usr/bin:/bin";
  for (char **e = env; *e; e++)
    if (strncmp(*e, "PATH=", 5) == 0) path = *e + 5;
  int problem = ENOENT;
  for (size_t n; *path; path += n + (path[n] == ':')) {
    char full[4096];
    n = strcspn(path, ":");
    snprintf(full, sizeof full, "%.*s/%s", (int)n, path, argv[0]);
    if (access(full, X_OK) == 0) {
      execve(full, argv, env);
      if (errno == ENOENT) errno = ENOEXEC; /* what interprets it is missing */
    }
    if (errno != ENOENT && errno != ENOTDIR) problem = errno;
  }
  errno = problem;
}

/* Process 1 answers there: for names, and it lets our execve pass, and no
 * other.
 */
static void hand_over(int gate, int socket) {
  assert(gate >= 0 && socket >= 0);
  char c = 'g';
  (void)cs_init_pass(socket, &c, 1, &gate, 1);
  close(gate);
}

/* The host looks at us from outside; then process 1 tells us to go on.  Where
 * there is a gate it does so by letting our execve pass. */
static void be_looked_at(int socket, bool gated) {
  assert(socket >= 0);
  char c[8];
  ssize_t n = 1;
  cs_init_tell(CONTROL, CS_CONTROL_WALLED, 0, NULL);
  if (gated) return;
  do n = read(socket, c, sizeof c);
  while (n < 0 && errno == EINTR);
  if (n < 1) _exit(0);
}

/* Exit codes as a shell's: 127 not found, 126 not executable, 125 no jail. */
_Noreturn void cs_become(const cs_plan *plan, const cs_plan *words, int procfs,
                         int socket, int asks) {
  assert(words->argc > 0 || plan->flags & CS_PLAN_ZYGOTE);
  cs_error err = {0};
  char **argv = list(words, words->args, words->argc);
  char **env = list(words, words->env, words->envc);
  setsid();
  /* Before the filter, which lets nobody take a terminal. */
  if (words->flags & CS_PLAN_TTY) (void)ioctl(0, TIOCSCTTY, 0);
  /* The host may have blocked signals, which a program inherits. */
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  if (!argv || !env) _exit(125);
  if (cs_cwd_enter(words, &err) != CS_OK) cs_become_give_up(&err);
  int gate = -1;
  bool gated = socket >= 0 && plan->walls & CS_WALL_NO_SPAWN;
  cs_status st = plan->flags & CS_PLAN_ZYGOTE
                     ? keep_caps(&err)
                     : cs_walls_raise(plan, procfs, gated, &gate, &err);
  if (st != CS_OK) cs_become_give_up(&err);
  if (plan->flags & CS_PLAN_TRIAL) cs_trial_run(plan, argv);
  if (gate >= 0) hand_over(gate, asks);
  /* Who answers at the gate reads our paths; Landlock keeps others of the
   * sandbox from doing so. */
  if (gate >= 0 && words->flags & CS_PLAN_FILES)
    (void)prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
  if (socket >= 0) be_looked_at(socket, gated);
  if (words->flags & CS_PLAN_FILES) cs_files_run(argv);
  execute(argv, env);
  cs_init_tell(CONTROL, CS_CONTROL_NO_EXEC, errno, argv[0]);
  _exit(errno == ENOENT || errno == ENOTDIR ? 127 : 126);
}
