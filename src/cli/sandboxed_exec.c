/*
 * sandboxed_exec.c - caisson exec NAME -- COMMAND: a command in a sandbox.
 *
 * The keeper has the program; we pass bytes.  Our death, or Ctrl-C, ends the
 * command, unless it is detached.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/refusal.h"
#include "cli/env.h"
#include "cli/json.h"
#include "cli/options.h"
#include "cli/plain.h"
#include "cli/sandboxed.h"
#include "cli/sink.h"
#include "cli/terminal.h"
#include "cli/verbs.h"
#include "sandbox/frame.h"

#include "caisson/sandbox.h"

typedef struct talk {
  const cs_settings *s;
  const char *name, *program;
  int fd;    /* owned */
  int input; /* borrowed; -1: none, or ended */
  bool tty;
  cs_buf in;
  cs_sink sink;
  cs_terminal terminal;
  struct winsize size;
  json_t *result; /* owned */
  int interrupts;
} talk;

/* --- the request ---------------------------------------------------------- */

static cs_status put_env(void *user, const char *name, const char *value) {
  json_t *env = json_object_get(user, "env");
  return json_object_set_new(env, name, json_string(value)) == 0 ? CS_OK
                                                                 : CS_EINVAL;
}

static json_t *make_request(const cs_settings *s, char **argv, int argc,
                            bool tty, int *code) {
  struct winsize size = {.ws_row = 24, .ws_col = 80};
  json_t *q = json_pack("{s:s, s:{}}", "op", "exec", "env");
  json_t *list = json_array();
  for (int i = 0; i < argc; i++)
    if (json_array_append_new(list, json_string(argv[i])) != 0) {
      json_decref(list);
      json_decref(q);
      *code = cs_cli_fail(s, "cannot pass the command",
                          "an argument is not UTF-8", "use a script file");
      return NULL;
    }
  if (s->shell)
    json_object_set_new(q, "script", json_string(s->shell));
  else
    json_object_set(q, "argv", list);
  json_decref(list);
  if (s->code_file) json_object_set_new(q, "file", json_string(s->code_file));
  if (s->workdir) json_object_set_new(q, "cwd", json_string(s->workdir));
  if (s->timeout_given && s->timeout > 0)
    json_object_set_new(q, "timeout_ms",
                        json_integer((json_int_t)(s->timeout * 1000)));
  if (s->detach) json_object_set_new(q, "detach", json_true());
  if (s->input || s->stdin_file) json_object_set_new(q, "stdin", json_true());
  if (tty) {
    cs_terminal_size(&size);
    json_object_set_new(q, "tty", json_true());
    json_object_set_new(q, "rows", json_integer(size.ws_row));
    json_object_set_new(q, "cols", json_integer(size.ws_col));
  }
  *code = cs_env_each(s, put_env, q);
  if (*code == 0) return q;
  json_decref(q);
  return NULL;
}

static bool send_json(const talk *t, json_t *q) {
  char *text = json_dumps(q, JSON_COMPACT);
  bool good =
      text && cs_frame_send(t->fd, CS_FRAME_REQUEST, text, strlen(text));
  free(text);
  json_decref(q);
  return good;
}

/* --- talking -------------------------------------------------------------- */

static void take_frame(talk *t, const cs_frame *f) {
  if (f->kind == CS_FRAME_STDOUT) cs_sink_put(&t->sink, 1, f->data, f->len);
  if (f->kind == CS_FRAME_STDERR) cs_sink_put(&t->sink, 2, f->data, f->len);
  if (f->kind == CS_FRAME_RESULT && !t->result)
    t->result = json_loadb(f->data, f->len, 0, NULL);
}

/* False: the keeper is gone. */
static bool receive(talk *t) {
  if (cs_buf_reserve(&t->in, 65536) != CS_OK) return false;
  ssize_t n = recv(t->fd, t->in.data + t->in.len, 65536, 0);
  if (n < 0 && errno == EINTR) return true;
  if (n <= 0) return false;
  t->in.len += (size_t)n;
  cs_buf_seal(&t->in);
  size_t at = 0;
  cs_frame f;
  while (t->in.len > at && cs_frame_take(&t->in, &at, &f) == CS_OK)
    take_frame(t, &f);
  memmove(t->in.data, t->in.data + at, t->in.len - at);
  t->in.len -= at;
  return true;
}

static void pass_input(talk *t) {
  char data[32768];
  ssize_t n = read(t->input, data, sizeof data);
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
  (void)cs_frame_send(t->fd, CS_FRAME_INPUT, data, n > 0 ? (size_t)n : 0);
  if (n <= 0) t->input = -1;
}

static void fit_window(talk *t) {
  struct winsize now = t->size;
  if (!t->tty) return;
  cs_terminal_size(&now);
  if (memcmp(&now, &t->size, sizeof now) == 0) return;
  t->size = now;
  (void)send_json(t, json_pack("{s:s, s:i, s:i}", "op", "resize", "rows",
                               now.ws_row, "cols", now.ws_col));
}

static void converse(talk *t) {
  bool lives = true;
  while (lives && !t->result && !t->sink.lost) {
    struct pollfd p[] = {{.fd = t->fd, .events = POLLIN},
                         {.fd = t->input, .events = POLLIN}};
    int n = poll(p, 2, 100);
    if (n > 0 && p[0].revents) lives = receive(t);
    if (n > 0 && p[1].revents) pass_input(t);
    fit_window(t);
    if (cs_terminal_is_over(&t->terminal)) return;
  }
}

/* --- the end -------------------------------------------------------------- */

static const char *text_in(const json_t *o, const char *key) {
  const char *text = json_string_value(json_object_get(o, key));
  return text ? text : "";
}

static void print_json(talk *t) {
  json_t *r = t->result;
  cs_json o;
  cs_json_init(&o);
  cs_json_open(&o, '{');
  cs_json_bytes(&o, "stdout", cs_buf_text(&t->sink.text[1]),
                t->sink.text[1].len);
  cs_json_bytes(&o, "stderr", cs_buf_text(&t->sink.text[2]),
                t->sink.text[2].len);
  const char *key;
  json_t *value;
  json_object_foreach(r, key, value) {
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    if (text) cs_json_raw(&o, key, text, strlen(text));
    free(text);
  }
  cs_json_close(&o, '}');
  cs_json_print(&o);
}

static void print_missing(const talk *t, const char *why) {
  fputs("caisson: cannot execute '", stderr);
  cs_plain_put(stderr, t->program);
  fprintf(stderr, "' in the sandbox: %s\n", *why ? why : "not found");
}

static void explain(const talk *t) {
  const char *reason = text_in(t->result, "reason");
  const char *limit = text_in(t->result, "limit");
  const char *why = text_in(t->result, "message");
  if (t->s->quiet || t->s->json) return;
  cs_exec_end_id end = cs_refusal_exec_end(reason);
  if (end == CS_EXEC_END_TIMEOUT)
    fprintf(
        stderr, "caisson: the command reached its deadline of %g s\n",
        (double)json_integer_value(json_object_get(t->result, "timeout_ms")) /
            1000);
  else if (end == CS_EXEC_END_LIMIT)
    fprintf(stderr, "caisson: the command reached %s\n", limit);
  else if (end == CS_EXEC_END_NOT_FOUND)
    print_missing(t, why);
  else if (end != CS_EXEC_END_EXITED && end != CS_EXEC_END_SIGNALED)
    fprintf(stderr, "caisson: %s%s%s\n", reason, *why ? ": " : "", why);
  if (json_is_true(json_object_get(t->result, "truncated")))
    fputs("caisson: the output is cut off at its limit\n", stderr);
}

static int finish(talk *t) {
  const json_t *error = json_object_get(t->result, "error");
  if (t->terminal.signal) return 128 + t->terminal.signal;
  if (t->sink.lost) return cs_sink_code(&t->sink, 0);
  if (!t->result)
    return cs_cli_fail(t->s, "the sandbox is gone", "its keeper has ended",
                       "see 'caisson ps --all' and 'caisson logs'");
  if (error) {
    const char *code = text_in(error, "code");
    return cs_cli_fail(t->s, code, text_in(error, "message"),
                       strcmp(code, "state") == 0
                           ? "start it with 'caisson start'"
                           : "see 'caisson help exec'");
  }
  if (t->s->detach) {
    if (t->s->json)
      printf("{\"exec_id\": \"%s\"}\n", text_in(t->result, "exec_id"));
    else
      puts(text_in(t->result, "exec_id"));
    return 0;
  }
  if (t->s->json) print_json(t);
  explain(t);
  return (int)json_integer_value(json_object_get(t->result, "exit_code"));
}

static int run(talk *t, char **argv, int argc) {
  int code = 0;
  json_t *q = make_request(t->s, argv, argc, t->tty, &code);
  if (!q) return code;
  CS_AUTO_FD
  int file =
      t->s->stdin_file ? open(t->s->stdin_file, O_RDONLY | O_CLOEXEC) : -1;
  if (t->s->stdin_file && file < 0) {
    json_decref(q);
    return cs_cli_fail(t->s, "cannot read the standard input", strerror(errno),
                       "check --stdin");
  }
  t->input = file >= 0 ? file : t->s->input || t->tty ? STDIN_FILENO : -1;
  cs_sink_init(&t->sink, t->s->json, t->s->raw_output);
  cs_buf_init(&t->in, CS_FRAME_MAX + 131072);
  t->sink.tamed = t->tty;
  if (t->tty)
    cs_terminal_begin(&t->terminal);
  else
    cs_terminal_watch(&t->terminal);
  if (send_json(t, q)) converse(t);
  cs_terminal_end(&t->terminal);
  code = finish(t);
  cs_sink_fini(&t->sink);
  cs_buf_fini(&t->in);
  json_decref(t->result);
  return code;
}

int cs_sandboxed_exec(const cs_settings *s, const char *name, char **argv,
                      int argc) {
  cs_error err = {0};
  cs_sandboxes *all = NULL;
  int code = cs_sandboxed_open(s, &all);
  if (code) return code;
  talk t = {.s = s,
            .name = name,
            .input = -1,
            .tty = s->tty,
            .program = argc > 0 ? argv[0] : "/bin/sh"};
  t.fd = cs_sandbox_connect(all, name, &err);
  cs_sandboxes_close(all);
  if (t.fd < 0)
    return cs_cli_fail(s, "no such sandbox runs", err.text,
                       "see 'caisson ps --all'");
  code = run(&t, argv, argc);
  close(t.fd);
  return code;
}

/* 'exec NAME -- PROGRAM', 'exec --shell SCRIPT NAME'. */
bool cs_sandboxed_exec_meant(const cs_settings *s) {
  if (s->verb->id != CS_VERB_EXEC) return false;
  return (s->argc > 1 && strcmp(s->argv[1], "--") == 0) ||
         (s->argc == 1 && s->shell);
}

int cs_sandboxed_exec_by_name(const cs_settings *s) {
  int code = cs_options_in_box(s, s->argv[0]), words = s->argc > 1 ? 2 : 1;
  if (code) return code;
  return cs_sandboxed_exec(s, s->argv[0], s->argv + words, s->argc - words);
}

int cs_sandboxed_shell(const cs_settings *s, const char *name) {
  char program[] = "/bin/sh", login[] = "-l";
  char *argv[] = {program, login, NULL};
  cs_settings inside = *s;
  int code = cs_options_in_box(s, name);
  if (code) return code;
  inside.shell = s->code;
  inside.input = true;
  inside.tty |= !s->code && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
  return cs_sandboxed_exec(&inside, name, argv, s->code ? 0 : 2);
}
