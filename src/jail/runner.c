/*
 * runner.c - one runner as its host sees it.
 *
 * State of the receiving side: `in` holds bytes received, `used` of them were
 * given out; a frame is given out where it lies, so `in` is moved only when the
 * next bytes are read (compact). `gone` is final.
 *
 * Danger: the peer can stop reading, send half a frame, or print without end.
 * Sending asks `wait` while the channel is full, a frame longer than `in` may
 * be is an error before memory is taken, and output is read in chunks.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "jail/runner.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/wire.h"
#include "jail/start.h"

#define CHUNK   (64 << 10)
#define FULL_MS 10 /* between two questions whether to go on */

/* --- life ---------------------------------------------------------------- */

/* Ours does not block: a program that prints nothing must not stop us. */
static bool open_pipe(int *ours, int *theirs) {
  int p[2];
  if (pipe2(p, O_CLOEXEC) != 0) return false;
  *ours = p[0];
  *theirs = p[1];
  return fcntl(p[0], F_SETFL, O_NONBLOCK) == 0;
}

/* A stream, not packets: frames may be larger than the kernel's packets. */
static bool open_channel(int *ours, int *theirs) {
  int p[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, p) != 0) return false;
  *ours = p[0];
  *theirs = p[1];
  const int yes = 1; /* who sends: see cs_start_verify */
  return fcntl(p[0], F_SETFL, O_NONBLOCK) == 0 &&
         setsockopt(p[0], SOL_SOCKET, SO_PASSCRED, &yes, sizeof yes) == 0;
}

void cs_runner_init(cs_runner *r, size_t message) {
  *r = (cs_runner){.channel = -1, .out = {-1, -1}, .end = -1};
  r->jail.pidfd = r->jail.control = -1;
  cs_buf_init(&r->in, message + CHUNK);
  cs_buf_init(&r->text, CHUNK);
}

bool cs_runner_pipes(cs_runner *r, int theirs[3]) {
  theirs[0] = theirs[1] = theirs[2] = -1;
  if (open_channel(&r->channel, &theirs[0]) &&
      open_pipe(&r->out[0], &theirs[1]) && open_pipe(&r->out[1], &theirs[2]))
    return true;
  for (int i = 0; i < 3; i++) cs_cleanup_fd(&theirs[i]);
  return false;
}

cs_status cs_runner_open(const cs_jail_kit *kit, const cs_runner_spec *spec,
                         size_t message, cs_runner *r, cs_error *err) {
  int theirs[3];
  cs_runner_init(r, message);
  if (!cs_runner_pipes(r, theirs)) {
    cs_runner_close(r);
    return cs_error_os(err, "no descriptors for a jail");
  }
  CS_AUTO_FD
  int channel = theirs[0];
  CS_AUTO_FD
  int out = theirs[1];
  CS_AUTO_FD
  int error = theirs[2];
  cs_start s = {.python = spec->python,
                .code =
                    "import sys;sys.path.insert(0,'/.caisson');"
                    "import caisson_runner as r;del sys.path[0];r.main(5)",
                .channel = channel,
                .stdio = {-1, out, error}};
  cs_status st = cs_start_python(kit, &spec->jail, &s, &r->jail, err);
  if (st != CS_OK) cs_runner_close(r);
  return st;
}

/* Also for one that was opened half-way. */
void cs_runner_close(cs_runner *r) {
  cs_jail_stop(&r->jail);
  cs_cleanup_fd(&r->channel);
  cs_cleanup_fd(&r->out[0]);
  cs_cleanup_fd(&r->out[1]);
  cs_cleanup_fd(&r->end);
  cs_buf_fini(&r->in);
  cs_buf_fini(&r->text);
  r->channel = r->out[0] = r->out[1] = r->end = -1;
  r->gone = true;
}

/* --- sending ------------------------------------------------------------- */

/* A full channel: the code may be busy, stuck or stopped.  False: it shall not
 * be waited for any longer. */
static bool await_room(cs_runner *r) {
  assert(r->channel >= 0);
  while (!cs_jail_await(r->channel, POLLOUT, FULL_MS))
    if (r->wait && !r->wait(r->wait_arg)) return false;
  return true;
}

static bool send_all(cs_runner *r, const char *p, size_t n, int more) {
  assert(p || n == 0);
  while (n > 0) {
    ssize_t k = send(r->channel, p, n, MSG_NOSIGNAL | more);
    if (k < 0 && errno == EINTR) continue;
    if (k < 0 && errno == EAGAIN && await_room(r)) continue;
    if (k <= 0) return false;
    p += k;
    n -= (size_t)k;
  }
  return true;
}

cs_status cs_runner_send(cs_runner *r, cs_runner_op op, const void *body,
                         size_t n) {
  assert(op >= CS_RUNNER_START && op <= CS_RUNNER_REPR);
  /* One system call instead of two for nearly all frames. */
  char small[512];
  uint32_t len = (uint32_t)n + 1;
  if (r->gone || n >= UINT32_MAX - 8) return CS_EOS;
  memcpy(small, &len, 4);
  small[4] = (char)op;
  bool good;
  if (n <= sizeof small - 5) { /* one system call for what is short */
    if (n > 0) memcpy(small + 5, body, n);
    good = send_all(r, small, n + 5, 0);
  } else {
    good = send_all(r, small, 5, MSG_MORE) && send_all(r, body, n, 0);
  }
  if (good) return CS_OK;
  r->gone = true;
  return CS_EOS;
}

/* --- receiving ----------------------------------------------------------- */

/* True: something was printed. */
static bool take_output(cs_runner *r, int i, cs_runner_got *got) {
  assert(i == 0 || i == 1);
  cs_buf_clear(&r->text);
  if (r->out[i] < 0 || cs_buf_reserve(&r->text, CHUNK - 1) != CS_OK)
    return false;
  ssize_t n = read(r->out[i], r->text.data, CHUNK - 1);
  if (n == 0) {
    close(r->out[i]);
    r->out[i] = -1;
  }
  if (n <= 0) return false;
  *got =
      (cs_runner_got){.stream = i + 1, .data = r->text.data, .len = (size_t)n};
  return true;
}

/* A whole frame among the bytes received?  -1: what comes is no frame. */
static int take_frame(cs_runner *r, cs_runner_got *got) {
  assert(r->used <= r->in.len && r->in.max > CHUNK);
  uint32_t len;
  size_t have = r->in.len - r->used;
  const char *at = r->in.data + r->used;
  if (have < 5) return 0;
  memcpy(&len, at, 4);
  /* The host tells such a program that its message was too large; anything
   * longer is no length at all. */
  r->large = len > r->in.max - CHUNK && len <= CS_WIRE_MAX;
  if (len == 0 || len > r->in.max - CHUNK) return -1;
  if (have < 4 + (size_t)len) return 0;
  *got =
      (cs_runner_got){.kind = (uint8_t)at[4], .data = at + 5, .len = len - 1};
  r->used += 4 + (size_t)len;
  return 1;
}

/* What was given out is moved over before more comes in. */
static void compact(cs_runner *r) {
  assert(r->used <= r->in.len);
  if (r->used == 0) return;
  if (r->in.len > r->used)
    memmove(r->in.data, r->in.data + r->used, r->in.len - r->used);
  r->in.len -= r->used;
  r->used = 0;
}

static void read_channel(cs_runner *r) {
  assert(r->channel >= 0);
  compact(r);
  size_t want = CHUNK;
  if (cs_buf_reserve(&r->in, want) != CS_OK) {
    r->gone = true;
    return;
  }
  ssize_t n = read(r->channel, r->in.data + r->in.len, want);
  if (n > 0)
    r->in.len += (size_t)n;
  else if (n == 0 || (errno != EAGAIN && errno != EINTR))
    r->gone = true;
}

/* Order of what is told: output that was printed before a frame was sent comes
 * before the frame, although they arrive by different descriptors. */
cs_runner_event cs_runner_next(cs_runner *r, int ms, cs_runner_got *got) {
  bool waited = false, silent = false;
  for (;;) {
    int frame = r->in.data ? take_frame(r, got) : 0;
    if (frame > 0 && silent) return CS_RUNNER_FRAME;
    if (frame != 0) { /* printed before it was sent: told before it */
      cs_runner_got out;
      bool printed = take_output(r, 0, &out) || take_output(r, 1, &out);
      if (frame < 0) r->gone = true;
      if (frame < 0) return CS_RUNNER_GONE;
      if (!printed) return CS_RUNNER_FRAME;
      r->used -= 5 + got->len;
      *got = out;
      return CS_RUNNER_OUTPUT;
    }
    if (r->gone) {
      if (take_output(r, 0, got) || take_output(r, 1, got))
        return CS_RUNNER_OUTPUT;
      return CS_RUNNER_GONE;
    }
    if (waited) return CS_RUNNER_NOTHING;
    struct pollfd p[] = {{.fd = r->channel, .events = POLLIN},
                         {.fd = r->out[0], .events = POLLIN},
                         {.fd = r->out[1], .events = POLLIN},
                         {.fd = r->end, .events = POLLIN}};
    if (poll(p, 4, ms) <= 0) return CS_RUNNER_NOTHING;
    for (int i = 0; i < 2; i++)
      if (p[i + 1].revents && take_output(r, i, got)) return CS_RUNNER_OUTPUT;
    if (p[0].revents) read_channel(r);
    if (p[3].revents && !p[0].revents) { /* what it forked goes with it */
      cs_jail_kill(&r->jail);
      r->gone = true;
    }
    /* The kernel looks in the order of the list: when the frame was there, the
     * pipes were looked at after it, and were empty. */
    silent = p[0].revents && !p[1].revents && !p[2].revents;
    waited = !p[0].revents && !r->gone;
  }
}
