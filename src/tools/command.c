/*
 * command.c - a program of the user that answers tools: its pipes, its end.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tools/command.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/cleanup.h"

#define WORDS 64 /* of a command */
#define CHUNK 65536u
#define MOST  (64u << 20) /* bytes of one request or answer */

extern char **environ;

/* --- starting ------------------------------------------------------------ */

/* `text` is changed.  Returns the number of words. */
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

typedef struct pipes {
  int in[2], out[2], err[2];
} pipes;

static void close_one(int *fd) {
  if (*fd >= 0) close(*fd);
  *fd = -1;
}

static void close_pipes(pipes *p) {
  int *all[] = {p->in, p->out, p->err};
  for (size_t i = 0; i < 3; i++) {
    close_one(&all[i][0]);
    close_one(&all[i][1]);
  }
}

static int open_pipes(pipes *p) {
  *p = (pipes){{-1, -1}, {-1, -1}, {-1, -1}};
  if (pipe2(p->in, O_CLOEXEC) == 0 && pipe2(p->out, O_CLOEXEC) == 0 &&
      pipe2(p->err, O_CLOEXEC) == 0)
    return 0;
  int e = errno;
  close_pipes(p);
  return e;
}

static int spawn(const pipes *io, char *word[], pid_t *pid) {
  posix_spawn_file_actions_t fa;
  posix_spawnattr_t at;
  sigset_t none;
  sigemptyset(&none);
  posix_spawn_file_actions_init(&fa);
  posix_spawnattr_init(&at);
  posix_spawn_file_actions_adddup2(&fa, io->in[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&fa, io->out[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&fa, io->err[1], STDERR_FILENO);
  posix_spawnattr_setpgroup(&at, 0);
  posix_spawnattr_setsigmask(&at, &none);
  posix_spawnattr_setflags(&at, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
  int e = posix_spawnp(pid, word[0], &fa, &at, word, environ);
  posix_spawn_file_actions_destroy(&fa);
  posix_spawnattr_destroy(&at);
  return e;
}

static int take(cs_command *p, pipes *io) {
  p->in = cs_steal(&io->in[1]);
  p->out = cs_steal(&io->out[0]);
  p->err = cs_steal(&io->err[0]);
  p->pidfd = (int)syscall(SYS_pidfd_open, p->pid, 0);
  if (p->pidfd >= 0 && fcntl(p->in, F_SETFL, O_NONBLOCK) == 0 &&
      fcntl(p->out, F_SETFL, O_NONBLOCK) == 0 &&
      fcntl(p->err, F_SETFL, O_NONBLOCK) == 0)
    return 0;
  int e = errno;
  cs_command_kill(p);
  return e;
}

int cs_command_start(cs_command *p, const char *command) {
  char *word[WORDS + 1];
  pipes io;
  *p = (cs_command){.pidfd = -1, .in = -1, .out = -1, .err = -1};
  cs_buf_init(&p->to, MOST);
  cs_buf_init(&p->from, MOST);
  CS_AUTO_FREE
  char *text = strdup(command);
  if (!text) return ENOMEM;
  if (split(text, word) == 0) return ENOEXEC;
  int e = open_pipes(&io);
  if (e) return e;
  e = spawn(&io, word, &p->pid);
  if (e)
    p->pid = 0;
  else
    e = take(p, &io);
  close_pipes(&io);
  return e;
}

/* --- ending -------------------------------------------------------------- */

static void forget(cs_command *p) {
  close_one(&p->pidfd);
  close_one(&p->in);
  close_one(&p->out);
  close_one(&p->err);
  cs_buf_fini(&p->to);
  cs_buf_fini(&p->from);
  p->pid = 0;
}

/* The group is ended before its leader is reaped: until then the number cannot
 * belong to anybody else. */
static void reap(cs_command *p) {
  kill(-p->pid, SIGKILL);
  (void)waitpid(p->pid, &p->status, 0);
  p->ended = true;
}

void cs_command_kill(cs_command *p) {
  if (p->pid && !p->ended) reap(p);
  forget(p);
}

/* The end of its input asks a program to leave. */
void cs_command_stop(cs_command *p) {
  struct pollfd f = {.fd = p->pidfd, .events = POLLIN};
  close_one(&p->in);
  if (p->pid && !p->ended && p->pidfd >= 0) (void)poll(&f, 1, 1000);
  cs_command_move(p); /* its last words */
  cs_command_kill(p);
}

void cs_command_leaves(cs_command *p) {
  struct pollfd f = {.fd = p->pidfd, .events = POLLIN};
  if (!p->pid || p->ended) return;
  (void)poll(&f, 1, 200);
  cs_command_move(p);
}

/* --- moving bytes -------------------------------------------------------- */

void cs_command_wants(const cs_command *p, struct pollfd *fds) {
  bool writes = p->sent < p->to.len;
  fds[0] = (struct pollfd){.fd = writes ? p->in : -1, .events = POLLOUT};
  fds[1] = (struct pollfd){.fd = p->out, .events = POLLIN};
  fds[2] = (struct pollfd){.fd = p->err, .events = POLLIN};
  fds[3] = (struct pollfd){.fd = p->ended ? -1 : p->pidfd, .events = POLLIN};
}

/* A reader that is gone is an error, not a signal for the whole command. */
static ssize_t write_quietly(int fd, const void *data, size_t n) {
  sigset_t set, old;
  struct timespec now = {0};
  sigemptyset(&set);
  sigaddset(&set, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &set, &old);
  ssize_t done = write(fd, data, n);
  int e = errno;
  if (done < 0 && e == EPIPE) (void)sigtimedwait(&set, NULL, &now);
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  errno = e;
  return done;
}

static void send_more(cs_command *p) {
  while (p->in >= 0 && p->sent < p->to.len) {
    ssize_t n = write_quietly(p->in, p->to.data + p->sent, p->to.len - p->sent);
    if (n > 0)
      p->sent += (size_t)n;
    else if (errno == EAGAIN)
      return;
    else if (errno != EINTR)
      close_one(&p->in);
  }
  if (p->sent == p->to.len) {
    cs_buf_clear(&p->to);
    p->sent = 0;
    if (p->last) close_one(&p->in);
  }
}

static void receive_more(cs_command *p) {
  while (p->out >= 0) {
    ssize_t n = -1;
    if (cs_buf_reserve(&p->from, CHUNK) == CS_OK)
      n = read(p->out, p->from.data + p->from.len, CHUNK);
    else
      errno = ENOMEM; /* more than anybody may say at once */
    if (n > 0) {
      p->from.len += (size_t)n;
      cs_buf_seal(&p->from);
    } else if (n < 0 && errno == EAGAIN) {
      return;
    } else if (n == 0 || errno != EINTR) {
      close_one(&p->out);
    }
  }
}

static void keep(cs_command *p, const char *text, size_t n) {
  if (n > sizeof p->said) {
    text += n - sizeof p->said;
    n = sizeof p->said;
  }
  size_t old =
      p->said_len + n > sizeof p->said ? sizeof p->said - n : p->said_len;
  memmove(p->said, p->said + p->said_len - old, old);
  memcpy(p->said + old, text, n);
  p->said_len = old + n;
}

static void hear_more(cs_command *p) {
  char text[4096];
  while (p->err >= 0) {
    ssize_t n = read(p->err, text, sizeof text);
    if (n > 0) {
      keep(p, text, (size_t)n);
      if (!p->silent) (void)!write(STDERR_FILENO, text, (size_t)n);
    } else if (n < 0 && errno == EAGAIN) {
      return;
    } else if (n == 0 || errno != EINTR) {
      close_one(&p->err);
    }
  }
}

void cs_command_move(cs_command *p) {
  if (!p->pid) return;
  siginfo_t info = {0};
  if (!p->ended &&
      waitid(P_PID, (id_t)p->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
      info.si_pid == p->pid)
    reap(p);
  send_more(p);
  receive_more(p);
  hear_more(p);
}
