/*
 * tools.c - --tool NAME=COMMAND: functions answered by programs of the user.
 *
 * What a program answers is data: it is checked, and whatever is wrong with it
 * becomes an exception in the guest that names the tool and says what to do.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/tools.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/wire_json.h"

#define CALLS_MAX   10000          /* of one run */
#define REQUEST_MAX (64u << 20)    /* bytes */
#define WORDS       64             /* of a command */

extern char **environ;

typedef struct tool_program {
  const char *command; /* borrowed */
  pid_t pid;           /* 0: not running */
  int in;              /* owned: its stdin */
  int out;             /* owned: its stdout */
  cs_lines lines;
} tool_program;

typedef struct tool {
  char *name; /* owned */
  size_t program;
} tool;

struct cs_tools {
  tool_program program[CS_WORDS_MAX];
  tool tool[CS_WORDS_MAX];
  size_t nprograms, ntools;
  uint64_t calls;
};

/* --- starting ------------------------------------------------------------------- */

/* Split a command at spaces; quotes keep words together, as in a shell, but
 * nothing is expanded.  `text` is changed.  Returns the number of words. */
static size_t split(char *text, char *word[WORDS + 1]) {
  size_t n = 0;
  char *out = text;
  for (char *s = text; n < WORDS;) {
    while (*s == ' ' || *s == '\t') s++;
    if (!*s) break;
    word[n++] = out;
    char quote = 0;
    for (; *s && (quote || (*s != ' ' && *s != '\t')); s++) {
      if (quote ? *s == quote : *s == '"' || *s == '\'')
        quote = quote ? 0 : *s;
      else if (*s == '\\' && quote != '\'' && s[1])
        *out++ = *++s;
      else
        *out++ = *s;
    }
    if (*s) s++;
    *out++ = '\0';
  }
  word[n] = NULL;
  return n;
}

static int launch(tool_program *p, char *word[]) {
  int in[2], out[2];
  /* a socket, because writing to it when the program is gone is no signal */
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in) != 0)
    return errno;
  if (pipe2(out, O_CLOEXEC) != 0) {
    int e = errno;
    close(in[0]);
    close(in[1]);
    return e;
  }
  posix_spawn_file_actions_t fa;
  posix_spawnattr_t at;
  sigset_t none;
  sigemptyset(&none);
  posix_spawn_file_actions_init(&fa);
  posix_spawnattr_init(&at);
  posix_spawn_file_actions_adddup2(&fa, in[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&fa, out[1], STDOUT_FILENO);
  posix_spawnattr_setpgroup(&at, 0); /* a group of its own, ended as one */
  posix_spawnattr_setsigmask(&at, &none);
  posix_spawnattr_setflags(&at,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
  int e = posix_spawnp(&p->pid, word[0], &fa, &at, word, environ);
  posix_spawn_file_actions_destroy(&fa);
  posix_spawnattr_destroy(&at);
  close(in[0]);
  close(out[1]);
  if (e) {
    p->pid = 0;
    close(in[1]);
    close(out[0]);
    return e;
  }
  p->in = in[1];
  p->out = out[0];
  (void)!fcntl(p->in, F_SETFL, O_NONBLOCK);
  cs_lines_init(&p->lines, p->out);
  return 0;
}

static int bad_tool(const cs_settings *s, const char *text, const char *why) {
  char what[200];
  snprintf(what, sizeof what, "bad tool '%.150s'", text);
  return cs_cli_fail(s, what, why,
                     "write NAME=COMMAND, the command with its arguments");
}

static int start_program(const cs_settings *s, cs_tools *t, const char *given,
                         const char *command, size_t *out) {
  for (*out = 0; *out < t->nprograms; ++*out)
    if (strcmp(t->program[*out].command, command) == 0) return 0;
  CS_AUTO_FREE char *text = strdup(command);
  char *word[WORDS + 1];
  if (!text) return bad_tool(s, given, "no memory");
  if (split(text, word) == 0) return bad_tool(s, given, "no command");
  tool_program *p = &t->program[t->nprograms];
  p->command = command;
  int e = launch(p, word);
  if (e) return bad_tool(s, given, strerror(e));
  t->nprograms++;
  return 0;
}

static bool is_name(const char *s, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!((s[i] >= 'a' && s[i] <= 'z') || (s[i] >= 'A' && s[i] <= 'Z') ||
          s[i] == '_' || (i > 0 && s[i] >= '0' && s[i] <= '9')))
      return false;
  return n > 0;
}

static int add_tool(const cs_settings *s, cs_tools *t, const char *given) {
  const char *eq = strchr(given, '=');
  if (!eq) return bad_tool(s, given, "'=' is missing");
  size_t n = (size_t)(eq - given);
  if (!is_name(given, n)) return bad_tool(s, given, "NAME is no identifier");
  for (size_t i = 0; i < t->ntools; i++)
    if (strlen(t->tool[i].name) == n && !memcmp(t->tool[i].name, given, n))
      return bad_tool(s, given, "the name is taken");
  size_t program;
  int code = start_program(s, t, given, eq + 1, &program);
  if (code) return code;
  tool *x = &t->tool[t->ntools];
  *x = (tool){.name = strndup(given, n), .program = program};
  if (!x->name) return bad_tool(s, given, "no memory");
  t->ntools++;
  return 0;
}

int cs_tools_open(const cs_settings *s, cs_tools **out) {
  *out = NULL;
  if (!s->tools.n) return 0;
  cs_tools *t = calloc(1, sizeof *t);
  if (!t)
    return cs_cli_fail(s, "cannot start the tools", "no memory",
                       "close other programs");
  int code = 0;
  for (size_t i = 0; !code && i < s->tools.n; i++)
    code = add_tool(s, t, s->tools.at[i]);
  if (code) cs_tools_close(t);
  else *out = t;
  return code;
}

/* The end of input asks a program to leave; after a second it must. */
static void stop_program(tool_program *p) {
  if (!p->pid) return;
  close(p->in);
  for (int i = 0; i < 100; i++) {
    if (waitpid(p->pid, NULL, WNOHANG) == p->pid) {
      p->pid = -p->pid; /* only what it left behind in its group */
      break;
    }
    usleep(i < 10 ? 1000 : 10000);
  }
  pid_t leader = p->pid < 0 ? -p->pid : p->pid;
  kill(-leader, SIGKILL);
  if (p->pid > 0) waitpid(p->pid, NULL, 0);
  close(p->out);
  cs_lines_fini(&p->lines);
  p->pid = 0;
}

void cs_tools_close(cs_tools *t) {
  if (!t) return;
  for (size_t i = 0; i < t->nprograms; i++) stop_program(&t->program[i]);
  for (size_t i = 0; i < t->ntools; i++) free(t->tool[i].name);
  free(t);
}

int cs_tools_define(const cs_settings *s, const cs_tools *t, cs_session *to) {
  for (size_t i = 0; t && i < t->ntools; i++)
    if (cs_session_add_tool(to, t->tool[i].name, NULL, NULL, 0) != CS_OK)
      return cs_cli_fail(s, "cannot define a tool", "no memory for it",
                         "allow more with --memory");
  return 0;
}

/* --- calling ---------------------------------------------------------------------- */

static cs_reply_kind refuse(cs_wire *reply, const char *type,
                            const char *name, const char *why) {
  char text[256];
  snprintf(text, sizeof text, "tool '%.64s': %s", name, why);
  cs_wire_clear(reply);
  cs_wire_exception(reply, type, text);
  return CS_REPLY_RAISE;
}

/* The request as a line; CS_EINVAL: an argument has no JSON form. */
static cs_status make_line(const cs_event *ev, uint64_t id, cs_buf *line) {
  cs_wire_in in = cs_wire_read(ev->args, ev->args_len);
  cs_status st = cs_buf_printf(
      line, "{\"id\": %" PRIu64 ", \"name\": \"%s\", \"args\": ", id,
      ev->name);
  if (st == CS_OK) st = cs_wire_json_print(&in, line);
  if (st == CS_OK) st = cs_buf_put_text(line, ", \"kwargs\": ");
  if (st == CS_OK) st = cs_wire_json_print(&in, line);
  return st == CS_OK ? cs_buf_put_text(line, "}\n") : st;
}

/* 0: sent; EPIPE: the program is gone; ECANCELED: the watch ended the run. */
static int send_line(const tool_program *p, cs_guest *g, const cs_buf *line) {
  for (size_t at = 0; at < line->len;) {
    ssize_t n = send(p->in, line->data + at, line->len - at, MSG_NOSIGNAL);
    if (n >= 0) at += (size_t)n;
    else if (errno == EAGAIN) {
      if (!cs_watch_wait(&g->watch, 0.001, -1)) return ECANCELED;
    } else if (errno != EINTR) {
      return EPIPE;
    }
  }
  return 0;
}

/* The parts of an answer; borrowed. */
typedef struct answer {
  int64_t id;
  const uint8_t *result;
  size_t result_len;
  const char *type, *message;
  size_t type_len, message_len;
  bool has_id, has_result, has_error;
} answer;

static bool is_key(const char *key, size_t n, const char *word) {
  return strlen(word) == n && memcmp(key, word, n) == 0;
}

static bool read_error(cs_wire_in *in, answer *a) {
  uint32_t n;
  const char *key;
  size_t len;
  a->type = "RuntimeError";
  a->type_len = 12;
  a->message = "";
  a->has_error = true;
  if (!cs_wire_get_dict(in, &n)) return false;
  for (uint32_t i = 0; i < n; i++) {
    if (!cs_wire_get_str(in, &key, &len)) return false;
    if (is_key(key, len, "type")) {
      if (!cs_wire_get_str(in, &a->type, &a->type_len)) return false;
    } else if (is_key(key, len, "message")) {
      if (!cs_wire_get_str(in, &a->message, &a->message_len)) return false;
    } else if (cs_wire_skip(in) != CS_OK) {
      return false;
    }
  }
  return true;
}

static bool read_answer(const cs_wire *w, answer *a) {
  cs_wire_in in = cs_wire_read(w->data, w->len);
  uint32_t n;
  const char *key;
  size_t len;
  *a = (answer){0};
  if (!cs_wire_get_dict(&in, &n)) return false;
  for (uint32_t i = 0; i < n; i++) {
    if (!cs_wire_get_str(&in, &key, &len)) return false;
    if (is_key(key, len, "id")) {
      a->has_id = cs_wire_get_int(&in, &a->id);
      if (!a->has_id) return false;
    } else if (is_key(key, len, "error")) {
      if (!read_error(&in, a)) return false;
    } else {
      const uint8_t *from = in.at;
      if (cs_wire_skip(&in) != CS_OK) return false;
      if (!is_key(key, len, "result")) continue;
      a->has_result = true;
      a->result = from;
      a->result_len = (size_t)(in.at - from);
    }
  }
  return a->has_id && a->has_result != a->has_error;
}

static cs_reply_kind give_error(cs_wire *reply, const answer *a) {
  CS_AUTO_FREE char *type = strndup(a->type, a->type_len);
  CS_AUTO_FREE char *message = strndup(a->message, a->message_len);
  cs_wire_clear(reply);
  cs_wire_exception(reply, type ? type : "RuntimeError",
                    message ? message : "");
  return CS_REPLY_RAISE;
}

static cs_reply_kind give_answer(cs_wire *reply, const char *name, uint64_t id,
                                 const char *line, size_t n) {
  answer a;
  cs_wire w;
  cs_wire_init(&w, CS_WIRE_MAX);
  cs_reply_kind kind = CS_REPLY_VALUE;
  if (cs_wire_json_parse(line, n, &w) != CS_OK || !read_answer(&w, &a))
    kind = refuse(reply, "RuntimeError", name,
                  "its answer is not {\"id\", \"result\"} or {\"id\", "
                  "\"error\"}");
  else if ((uint64_t)a.id != id)
    kind = refuse(reply, "RuntimeError", name,
                  "its answer belongs to another call");
  else if (a.has_error)
    kind = give_error(reply, &a);
  else
    cs_wire_append(reply, a.result, a.result_len);
  cs_wire_fini(&w);
  return kind;
}

static cs_reply_kind call(cs_tools *t, const tool *x, cs_guest *g,
                          const cs_event *ev, cs_wire *reply) {
  tool_program *p = &t->program[x->program];
  uint64_t id = ++t->calls;
  size_t n;
  cs_buf line;
  if (id > CALLS_MAX)
    return refuse(reply, "RuntimeError", x->name,
                  "more calls than one run may make");
  cs_buf_init(&line, REQUEST_MAX);
  cs_status st = make_line(ev, id, &line);
  int e = st == CS_OK ? send_line(p, g, &line) : 0;
  cs_buf_fini(&line);
  if (st != CS_OK)
    return refuse(reply, "TypeError", x->name,
                  "arguments must be None, bool, int, float, str, list or "
                  "dict with str keys");
  const char *s = e ? "" : cs_lines_next(&p->lines, &g->watch, &n);
  if (e == ECANCELED || !s) return CS_REPLY_UNHANDLED;
  if (e || n == 0)
    return refuse(reply, "RuntimeError", x->name, "its program has ended");
  return give_answer(reply, x->name, id, s, n);
}

cs_reply_kind cs_tools_call(cs_tools *t, cs_guest *g, const cs_event *ev,
                            cs_wire *reply) {
  for (size_t i = 0; t && i < t->ntools; i++)
    if (strcmp(t->tool[i].name, ev->name) == 0)
      return call(t, &t->tool[i], g, ev, reply);
  cs_wire_exception(reply, "NameError", "there is no such tool");
  return CS_REPLY_RAISE;
}

cs_reply_kind cs_tools_wait(cs_tools *t, cs_guest *g, const cs_event *ev,
                            cs_wire *reply) {
  (void)t;
  if (ev->timeout > 0 && !g->settings->deterministic)
    (void)cs_watch_wait(&g->watch, ev->timeout, -1);
  cs_wire_begin(reply, CS_WIRE_LIST, 0);
  return CS_REPLY_VALUE;
}
