/*
 * prompt.c - line editing with libedit, where there is a terminal.
 *
 * The history is a file in the user's state folder.  When that folder cannot
 * be made the session simply has none: a read-only home is no error.
 *
 * Ctrl-C arrives through a signalfd, because SIGINT is blocked all the time:
 * libedit reads characters through get_char below, which listens to both.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/prompt.h"

#include <errno.h>
#include <locale.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>
#include <wchar.h>

#include "cli/state.h"

#if CS_HAVE_EDIT
#include <histedit.h>
#endif

struct cs_prompt {
  cs_lines *plain; /* borrowed */
  bool terminal;
  bool cancelled;
  int signal_fd;               /* owned */
  char text[8];                /* the prompt */
  char history_path[PATH_MAX]; /* "": not kept */
#if CS_HAVE_EDIT
  EditLine *edit;
  History *history;
#endif
};

/* --- libedit ------------------------------------------------------------- */

#if CS_HAVE_EDIT
static cs_prompt *prompt_of(EditLine *edit) {
  void *p = NULL;
  el_get(edit, EL_CLIENTDATA, &p);
  return p;
}

static char *give_text(EditLine *edit) {
  return prompt_of(edit)->text;
}

/* One byte; 0 at the end, -1 for Ctrl-C. */
static int get_byte(cs_prompt *p, unsigned char *out) {
  struct pollfd f[2] = {{.fd = p->signal_fd, .events = POLLIN},
                        {.fd = STDIN_FILENO, .events = POLLIN}};
  for (;;) {
    if (poll(f, 2, -1) < 0 && errno != EINTR) return 0;
    if (f[0].revents & POLLIN) {
      struct signalfd_siginfo info;
      if (read(p->signal_fd, &info, sizeof info) < 0) continue;
      p->cancelled = true;
      return -1;
    }
    if (!f[1].revents) continue;
    ssize_t n = read(STDIN_FILENO, out, 1);
    if (n < 0 && errno == EINTR) continue;
    /* Ctrl-D typed while a statement ran: the driver made it a NUL. */
    if (n > 0 && *out == 0) *out = 4;
    return n > 0 ? 1 : 0;
  }
}

/* One character of UTF-8 input, for libedit. */
static int get_char(EditLine *edit, wchar_t *out) {
  cs_prompt *p = prompt_of(edit);
  unsigned char c;
  int got = get_byte(p, &c);
  if (got <= 0) return got;
  unsigned more = c >= 0xF0 ? 3 : c >= 0xE0 ? 2 : c >= 0xC0 ? 1 : 0;
  uint32_t cp = more ? c & (0x3Fu >> more) : c;
  for (; more > 0; more--) {
    got = get_byte(p, &c);
    if (got <= 0) return got;
    cp = cp << 6 | (c & 0x3F);
  }
  *out = (wchar_t)cp;
  return 1;
}

static void open_edit(cs_prompt *p) {
  HistEvent event;
  p->edit = el_init("caisson", stdin, stdout, stderr);
  if (!p->edit) return;
  el_set(p->edit, EL_CLIENTDATA, p);
  el_set(p->edit, EL_PROMPT, give_text);
  el_set(p->edit, EL_EDITOR, "emacs");
  el_set(p->edit, EL_SIGNAL, 0);
  el_set(p->edit, EL_GETCFN, get_char);
  p->history = history_init();
  if (!p->history) return;
  history(p->history, &event, H_SETSIZE, 1000);
  history(p->history, &event, H_SETUNIQUE, 1);
  el_set(p->edit, EL_HIST, history, p->history);
  if (!cs_state_path("history", p->history_path)) p->history_path[0] = 0;
  if (p->history_path[0]) history(p->history, &event, H_LOAD, p->history_path);
}

static void close_edit(cs_prompt *p) {
  HistEvent event;
  if (p->history && p->history_path[0])
    history(p->history, &event, H_SAVE, p->history_path);
  if (p->history) history_end(p->history);
  if (p->edit) el_end(p->edit);
}

static cs_prompt_event edit_line(cs_prompt *p, const char **line, size_t *len) {
  int n = 0;
  p->cancelled = false;
  /* libedit shows the prompt first; a key pressed before it changed the mode
   * would be edited by the terminal driver. */
  el_set(p->edit, EL_PREP_TERM, 1);
  *line = el_gets(p->edit, &n);
  if (p->cancelled) {
    el_reset(p->edit);
    return CS_PROMPT_CANCEL;
  }
  if (!*line || n <= 0) return CS_PROMPT_END;
  *len = (size_t)n;
  return CS_PROMPT_LINE;
}

void cs_prompt_note(cs_prompt *p, const char *text) {
  HistEvent event;
  if (p->history) history(p->history, &event, H_ENTER, text);
}
#else
static void open_edit(cs_prompt *p) {
  if (!cs_state_path("history", p->history_path)) p->history_path[0] = 0;
}
static void close_edit(cs_prompt *p) {
  (void)p;
}
void cs_prompt_note(cs_prompt *p, const char *text) {
  (void)p;
  (void)text;
}
#endif

/* ------------------------------------------------------------------------- */

static cs_prompt_event plain_line(cs_prompt *p, const char **line,
                                  size_t *len) {
  *line = cs_lines_next(p->plain, NULL, len);
  return *len ? CS_PROMPT_LINE : CS_PROMPT_END;
}

cs_prompt *cs_prompt_new(cs_lines *plain) {
  cs_prompt *p = calloc(1, sizeof *p);
  sigset_t set;
  if (!p) return NULL;
  p->plain = plain;
  p->terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  p->signal_fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
  if (p->terminal) {
    setlocale(LC_CTYPE, "C.UTF-8"); /* libedit converts by it */
    open_edit(p);
  }
  return p;
}

void cs_prompt_free(cs_prompt *p) {
  if (!p) return;
  if (p->terminal) close_edit(p);
  if (p->signal_fd >= 0) close(p->signal_fd);
  free(p);
}

bool cs_prompt_is_terminal(const cs_prompt *p) {
  return p->terminal;
}

cs_prompt_event cs_prompt_read(cs_prompt *p, const char *text,
                               const char **line, size_t *len) {
  *len = 0;
  snprintf(p->text, sizeof p->text, "%s", text);
#if CS_HAVE_EDIT
  if (p->edit) return edit_line(p, line, len);
#endif
  if (p->terminal) {
    fputs(text, stdout);
    fflush(stdout);
  }
  return plain_line(p, line, len);
}
