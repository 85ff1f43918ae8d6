/*
 * repl.c - caisson repl: type Python, keep the session.
 *
 * On a terminal with prompts, line editing and history; from a pipe without
 * any of them, so that another program can drive it.  Every statement runs
 * under the limits of the command line.  A limit, Ctrl-C or an exception ends
 * the statement, never the session; when the worker dies another one begins.
 * The line `restart` throws the names away and keeps files and tools.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/drive.h"
#include "cli/outcome.h"
#include "cli/prompt.h"
#include "cli/verbs.h"
#include "tools/tools.h"

typedef struct repl {
  const cs_settings *settings;
  cs_guest guest;
  cs_prompt *prompt;
  cs_buf text; /* the statement being typed */
  int code;    /* exit code of the last statement */
  bool done;
} repl;

static void block_interrupt(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
}

/* Lines until the statement is whole. */
static cs_prompt_event read_statement(repl *r) {
  cs_buf_clear(&r->text);
  for (;;) {
    const char *line;
    size_t n;
    cs_prompt_event event =
        cs_prompt_read(r->prompt, r->text.len ? "... " : ">>> ", &line, &n);
    if (event == CS_PROMPT_END && r->text.len) return CS_PROMPT_LINE;
    if (event != CS_PROMPT_LINE) return event;
    if (cs_buf_put(&r->text, line, n) != CS_OK) return CS_PROMPT_END;
    if (line[n - 1] != '\n' && cs_buf_put(&r->text, "\n", 1) != CS_OK)
      return CS_PROMPT_END;
    if (!cs_session_incomplete(r->guest.session, r->text.data, r->text.len))
      return CS_PROMPT_LINE;
  }
}

static bool is_blank(const cs_buf *b) {
  for (size_t i = 0; i < b->len; i++)
    if (!strchr(" \t\r\n\f", b->data[i])) return false;
  return true;
}

/* The session is gone; the next statement finds an empty one. */
static void start_over(repl *r) {
  int code = cs_guest_reopen(&r->guest);
  if (!code) {
    fputs("caisson: all names are lost; a fresh session begins\n", stderr);
    return;
  }
  r->code = code;
  r->done = true;
}

/* The word alone, unless the program gave it a meaning. */
static bool is_restart(repl *r) {
  static const char word[] = "restart\n";
  cs_wire w;
  if (r->text.len != sizeof word - 1 ||
      memcmp(r->text.data, word, sizeof word - 1) != 0)
    return false;
  cs_wire_init(&w, CS_WIRE_MAX);
  cs_status st = cs_session_get(r->guest.session, "restart", &w);
  cs_wire_fini(&w);
  return st == CS_EINVAL;
}

static void restart(repl *r) {
  cs_tools_forget(r->guest.tools);
  if (cs_session_restart(r->guest.session) == CS_OK) {
    r->code = 0;
    return;
  }
  start_over(r);
}

static void run_statement(repl *r) {
  cs_guest *g = &r->guest;
  r->code = cs_guest_watch(g);
  r->done = r->code != 0;
  if (r->done) return;
  const cs_event *ev =
      cs_drive(g, cs_session_run(g->session, r->text.data, r->text.len));
  r->code = cs_outcome_report(g, ev);
  r->done = ev->kind == CS_RAISED && ev->exit_code >= 0;
  bool lost = ev->kind == CS_CRASHED;
  cs_watch_stop(&g->watch);
  if (lost) start_over(r);
}

static void greet(const repl *r) {
  if (!cs_prompt_is_terminal(r->prompt) || r->settings->quiet) return;
  puts("Caisson " CS_VERSION
       ", Python 3.11 in a sandbox. Ctrl-C cancels, "
       "Ctrl-D ends,\n'restart' forgets all names.");
}

static void loop(repl *r) {
  bool person = cs_prompt_is_terminal(r->prompt);
  greet(r);
  while (!r->done) {
    fflush(stdout);
    cs_prompt_event event = read_statement(r);
    if (event == CS_PROMPT_END) {
      if (person) puts("");
      r->code = person ? 0 : r->code;
      return;
    }
    if (event == CS_PROMPT_CANCEL) {
      puts("\nKeyboardInterrupt");
      continue;
    }
    if (is_blank(&r->text)) continue;
    cs_prompt_note(r->prompt, r->text.data);
    if (is_restart(r))
      restart(r);
    else
      run_statement(r);
  }
}

int cs_cli_repl(const cs_settings *s) {
  cs_lines input;
  repl r = {.settings = s};
  if (s->argc)
    return cs_cli_fail(s, "too many arguments", "repl takes no file",
                       "use 'caisson run FILE'");
  cs_guest_plan plan = {.script = "<stdin>", .flags = CS_INTERACTIVE};
  int code = cs_guest_open(&r.guest, s, &input, &plan);
  if (code) return code;
  block_interrupt();
  cs_lines_init(&input, STDIN_FILENO);
  cs_buf_init(&r.text, s->limits.source + 1);
  r.prompt = cs_prompt_new(&input);
  if (r.prompt)
    loop(&r);
  else
    r.code = CS_EXIT_OURS;
  cs_prompt_free(r.prompt);
  cs_buf_fini(&r.text);
  cs_lines_fini(&input);
  cs_guest_close(&r.guest);
  return r.code;
}
