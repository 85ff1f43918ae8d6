/*
 * demo.c - caisson demo: the product in one minute.
 *
 * Every scene is a real command of this very binary, started without a shell in
 * a temporary directory, and shown as one would type it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <ftw.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/color.h"
#include "cli/verbs.h"

#define WORDS 12

typedef struct scene {
  const char *says;
  const char *word[WORDS];
  bool fails; /* another exit code than 0 is the point */
} scene;

static const scene scenes[] = {
    {"A program runs. It is Python, in an engine that has no way out.",
     {"run", "-c", "print(sum(n * n for n in range(10)))"},
     false},
    {"It sees no file of this machine...",
     {"run", "-c", "open(\"/etc/passwd\")"},
     true},
    {"...until you show it some. Changes stay in memory: the file on disk is "
     "as before.",
     {"run", "--workspace", ".", "-c",
      "open(\"/workspace/notes.txt\", \"a\").write(\"changed\")\n"
      "print(open(\"/workspace/notes.txt\").read())"},
     false},
    {"It calls functions of the host that you name, and only those.",
     {"run", "--call", "year=date +%Y", "-c", "print(year() + 1)"},
     false},
    {"Everything has a limit.",
     {"run", "--timeout", "300ms", "-c", "while True: pass"},
     true},
    {"A program stops in the middle, becomes a file...",
     {"snapshot", "dump", "-o", "half.snap", "--at", "ask", "-c",
      "name = ask(\"who are you?\")\nprint(\"hello\", name)"},
     false},
    {"...and goes on later, elsewhere, with your answer.",
     {"snapshot", "load", "half.snap", "--reply", "\"world\""},
     false},
    {"All of it is on record, in a log that shows if it was changed.",
     {"audit", "tail", "-n", "6"},
     false},
    {"And the log is whole.", {"audit", "verify", "-q"}, false},
};

static void put_word(const char *word) {
  bool plain = *word && !word[strcspn(word, " '\"\n()*;|<>")];
  fputs(plain ? " " : " '", stdout);
  for (; *word; word++)
    if (*word == '\'')
      fputs("'\\''", stdout);
    else if (*word == '\n')
      fputs("; ", stdout);
    else
      putchar(*word);
  if (!plain) putchar('\'');
}

static void show(const cs_settings *s, const scene *c) {
  bool on = cs_color_is_on(s, STDOUT_FILENO);
  printf("\n%s# %s%s\n$ caisson", on ? "\033[1m" : "", c->says,
         on ? "\033[0m" : "");
  for (size_t i = 0; c->word[i]; i++) put_word(c->word[i]);
  puts("");
  fflush(stdout);
}

/* Both streams go where ours go, in the order in which they come. */
static int play(const scene *c, char *const env[]) {
  char *argv[WORDS + 2] = {(char *)(uintptr_t) "caisson"};
  posix_spawn_file_actions_t fa;
  pid_t pid;
  int status = 0;
  for (size_t i = 0; c->word[i]; i++)
    argv[i + 1] = (char *)(uintptr_t)c->word[i];
  posix_spawn_file_actions_init(&fa);
  posix_spawn_file_actions_adddup2(&fa, STDOUT_FILENO, STDERR_FILENO);
  posix_spawn_file_actions_addopen(&fa, STDIN_FILENO, "/dev/null", 0, 0);
  int e = posix_spawn(&pid, "/proc/self/exe", &fa, NULL, argv, env);
  posix_spawn_file_actions_destroy(&fa);
  if (e) return -1;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int drop(const char *path, const struct stat *st, int kind,
                struct FTW *f) {
  (void)st;
  (void)kind;
  (void)f;
  return remove(path);
}

static bool prepare(char folder[]) {
  if (!mkdtemp(folder) || chdir(folder) != 0) return false;
  FILE *f = fopen("notes.txt", "w");
  if (!f) return false;
  fputs("as it was\n", f);
  return fclose(f) == 0;
}

/* Returns the exit code: the scenes must end as they should. */
static int play_all(const cs_settings *s, const char *folder) {
  char state[64];
  const char *path = getenv("PATH");
  char search[4096];
  snprintf(state, sizeof state, "XDG_STATE_HOME=%s", folder);
  snprintf(search, sizeof search, "PATH=%s", path ? path : "/usr/bin:/bin");
  char *env[] = {state, search, (char *)(uintptr_t) "LANG=C.UTF-8", NULL};
  int wrong = 0;
  for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
    show(s, &scenes[i]);
    int code = play(&scenes[i], env);
    if ((code != 0) != scenes[i].fails) wrong = 1;
  }
  puts("\nMore: 'caisson help', 'caisson help run', 'caisson doctor'.");
  return wrong;
}

int cs_cli_demo(const cs_settings *s) {
  char folder[] = "/tmp/caisson-demo-XXXXXX";
  if (!prepare(folder))
    return cs_cli_fail(s, "no demonstration", strerror(errno),
                       "it needs a directory in /tmp");
  int wrong = play_all(s, folder);
  if (chdir("/") == 0) (void)nftw(folder, drop, 16, FTW_DEPTH | FTW_PHYS);
  if (!wrong) return 0;
  return cs_cli_fail(s, "the demonstration went wrong",
                     "a command did not end as it should",
                     "'caisson doctor' tells what this machine offers");
}
