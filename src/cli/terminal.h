/*
 * terminal.h - our terminal while a program types and prints on its own.
 *
 * Keys go to the program as they are pressed, Ctrl-C too.  Whatever ends us,
 * the terminal is as it was: signals that would kill us are held back and end
 * the program first.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_TERMINAL_H
#define CS_CLI_TERMINAL_H

#include <signal.h>
#include <stdbool.h>
#include <sys/ioctl.h>
#include <termios.h>

typedef struct cs_terminal {
  bool raw;
  struct termios before;
  sigset_t mask; /* before */
  int signal;    /* that wants to end us; 0: none */
} cs_terminal;

/* Hand the keys of our stdin over, if it is a terminal. */
void cs_terminal_begin(cs_terminal *t);
/* Only learn of signals that end us, but of none that is ignored: what the
 * program did until then is still told. */
void cs_terminal_watch(cs_terminal *t);
/* Is there a signal that wants to end us? */
bool cs_terminal_is_over(cs_terminal *t);
/* As it was.  May be called twice. */
void cs_terminal_end(cs_terminal *t);

/* The size of the terminal that we print on; 24 lines of 80 without one. */
void cs_terminal_size(struct winsize *size);

#endif
