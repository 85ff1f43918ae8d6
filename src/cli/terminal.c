/*
 * terminal.c - our terminal while a program types and prints on its own.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/terminal.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

static void fill(sigset_t *set) {
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};
  sigemptyset(set);
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
    sigaddset(set, signals[i]);
}

void cs_terminal_begin(cs_terminal *t) {
  sigset_t set;
  struct termios now;
  *t = (cs_terminal){.raw = false};
  fill(&set);
  pthread_sigmask(SIG_BLOCK, &set, &t->mask);
  if (tcgetattr(STDIN_FILENO, &t->before) != 0) return;
  now = t->before;
  cfmakeraw(&now);
  t->raw = tcsetattr(STDIN_FILENO, TCSADRAIN, &now) == 0;
}

void cs_terminal_watch(cs_terminal *t) {
  static const int ends[] = {SIGINT, SIGTERM, SIGHUP};
  sigset_t set;
  struct sigaction now;
  *t = (cs_terminal){.raw = false};
  sigemptyset(&set);
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    if (sigaction(ends[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
      sigaddset(&set, ends[i]);
  pthread_sigmask(SIG_BLOCK, &set, &t->mask);
}

/* Nobody presses Ctrl-Z for us: it is a key of the program. */
bool cs_terminal_is_over(cs_terminal *t) {
  sigset_t set;
  struct timespec none = {0, 0};
  fill(&set);
  int sig = sigtimedwait(&set, NULL, &none);
  if (sig > 0 && sig != SIGTSTP) t->signal = sig;
  return t->signal != 0;
}

void cs_terminal_end(cs_terminal *t) {
  if (t->raw) (void)tcsetattr(STDIN_FILENO, TCSADRAIN, &t->before);
  t->raw = false;
  pthread_sigmask(SIG_SETMASK, &t->mask, NULL);
}

void cs_terminal_size(struct winsize *size) {
  static const int fds[] = {STDOUT_FILENO, STDIN_FILENO, STDERR_FILENO};
  struct winsize now;
  for (size_t i = 0; i < 3; i++) {
    if (ioctl(fds[i], TIOCGWINSZ, &now) != 0 || !now.ws_col || !now.ws_row)
      continue;
    *size = now;
    return;
  }
  if (!size->ws_col) *size = (struct winsize){.ws_row = 24, .ws_col = 80};
}
