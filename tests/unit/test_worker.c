/*
 * test_worker.c - worker processes: frames, walls, deadlines, hostile peers.
 *
 * This program is its own worker: started under the worker's name it serves
 * small jobs, good and evil ones.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "worker/crew.h"
#include "worker/inside.h"
#include "worker/spawn.h"

enum job { /* frame kinds of this test */
           ECHO = 100,
           CRASH,
           OPEN_FILE,
           MAKE_SOCKET,
           FORK,
           KILL_HOST,
           EXEC_MEMORY,
           SPIN_POLITE,
           SPIN_RUDE,
           HUGE_FRAME,
           BAD_COUNTER,
           EXIT_3,
           LIST_FDS
};

/* --- the worker's side --------------------------------------------------- */

static cs_status prepare(void *user, cs_channel *c, cs_error *err) {
  (void)user;
  (void)c;
  return environ[0] ? cs_error_set(err, CS_EINVAL, "environment not empty")
                    : CS_OK;
}

static cs_status spin(cs_channel *c, bool polite) {
  volatile uint32_t *stop = cs_channel_interrupt(c);
  while (!polite || *stop == 0) {
  }
  return cs_channel_send(c, ECHO, "stopped", 7, NULL, 0);
}

static uint32_t open_descriptors(void) {
  uint32_t n = 0;
  for (int fd = 0; fd < 1024; fd++)
    if (mmap(NULL, 1, PROT_READ, MAP_PRIVATE, fd, 0) != MAP_FAILED) n++;
  return n;
}

static cs_status serve(void *user, cs_channel *c, const cs_frame *f) {
  (void)user;
  uint32_t n;
  switch ((enum job)f->kind) {
    case ECHO: return cs_channel_send(c, ECHO, f->data, f->len, NULL, 0);
    case CRASH: raise(SIGSEGV); break;
    case OPEN_FILE: n = (uint32_t)open("/etc/passwd", O_RDONLY); break;
    case MAKE_SOCKET: n = (uint32_t)socket(AF_INET, SOCK_STREAM, 0); break;
    case FORK: n = (uint32_t)fork(); break;
    case KILL_HOST: n = (uint32_t)kill(getppid(), 0); break;
    case EXEC_MEMORY:
      n = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
      break;
    case SPIN_POLITE: return spin(c, true);
    case SPIN_RUDE: return spin(c, false);
    case HUGE_FRAME: {
      char *big = calloc(1, 3u << 20);
      if (!big) return CS_EOS;
      cs_status st = cs_channel_send(c, ECHO, big, 3u << 20, NULL, 0);
      free(big);
      return st;
    }
    case BAD_COUNTER: {
      /* The first word of the second lane: more bytes than the ring holds. */
      char *lane = (char *)c->shared + 128 + CS_CHANNEL_RING;
      n = 3 * CS_CHANNEL_RING;
      memcpy(lane, &n, sizeof n);
      return spin(c, true);
    }
    case EXIT_3: _exit(3);
    case LIST_FDS:
      n = open_descriptors();
      return cs_channel_send(c, ECHO, &n, sizeof n, NULL, 0);
    default: return CS_EINVAL;
  }
  return cs_channel_send(c, ECHO, &n, sizeof n, NULL, 0);
}

/* --- the host's side ----------------------------------------------------- */

static int start(void **state) {
  cs_worker *w = calloc(1, sizeof *w);
  cs_error err = {0};
  cs_worker_options o = {.frame_max = 2u << 20};
  if (!w || cs_worker_launch(w, &o, &err) != CS_OK ||
      cs_worker_greet(w, &err) != CS_OK) {
    print_error("%s\n", err.text);
    return -1;
  }
  *state = w;
  return 0;
}

static int stop(void **state) {
  cs_worker_stop(*state);
  free(*state);
  return 0;
}

static void order(cs_worker *w, enum job kind, const void *data, size_t n) {
  assert_int_equal(cs_channel_send(&w->channel, kind, data, n, NULL, 0), CS_OK);
}

static void echo_works(cs_worker *w) {
  cs_frame f;
  order(w, ECHO, "hello", 5);
  assert_int_equal(cs_channel_receive(&w->channel, &f), CS_OK);
  assert_int_equal(f.kind, ECHO);
  assert_memory_equal(f.data, "hello", 6);
}

static void test_echo(void **state) {
  for (int i = 0; i < 1000; i++) echo_works(*state);
}

static void test_frame_longer_than_the_ring(void **state) {
  cs_worker *w = *state;
  size_t n = 5 * (size_t)CS_CHANNEL_RING + 17;
  char *data = malloc(n);
  cs_frame f;
  assert_non_null(data);
  for (size_t i = 0; i < n; i++) data[i] = (char)(i * 7 + i / 1000);
  order(w, ECHO, data, n);
  assert_int_equal(cs_channel_receive(&w->channel, &f), CS_OK);
  assert_int_equal(f.len, n);
  assert_memory_equal(f.data, data, n);
  free(data);
  echo_works(w);
}

static void dies(cs_worker *w, enum job kind, int *status) {
  cs_frame f;
  order(w, kind, NULL, 0);
  assert_int_equal(cs_channel_receive(&w->channel, &f), CS_EOS);
  assert_true(cs_worker_gone(w, status));
}

static void test_crash_is_told(void **state) {
  int status = 0;
  dies(*state, EXIT_3, &status);
  assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 3);
}

static void refused(void **state, enum job kind) {
  cs_worker *w = *state;
  int status = 0;
  if (!w->walls.seccomp) skip();
  dies(w, kind, &status);
  assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS);
}

static void test_cannot_raise(void **state) {
  refused(state, CRASH);
}
static void test_cannot_open(void **state) {
  refused(state, OPEN_FILE);
}
static void test_cannot_connect(void **state) {
  refused(state, MAKE_SOCKET);
}
static void test_cannot_fork(void **state) {
  refused(state, FORK);
}
static void test_cannot_signal(void **state) {
  refused(state, KILL_HOST);
}
static void test_cannot_execute(void **state) {
  refused(state, EXEC_MEMORY);
}

static void test_has_no_descriptor(void **state) {
  cs_worker *w = *state;
  cs_frame f;
  uint32_t n = 1;
  if (!w->walls.seccomp) skip();
  order(w, LIST_FDS, NULL, 0);
  assert_int_equal(cs_channel_receive(&w->channel, &f), CS_OK);
  memcpy(&n, f.data, sizeof n);
  assert_int_equal(n, 0);
}

static void test_deadline_interrupts(void **state) {
  cs_worker *w = *state;
  cs_frame f;
  cs_worker_deadline(w, 30, 5000);
  order(w, SPIN_POLITE, NULL, 0);
  assert_int_equal(cs_channel_receive(&w->channel, &f), CS_OK);
  assert_string_equal(f.data, "stopped");
  assert_false(w->timed_out);
  cs_worker_deadline(w, 0, 0);
  echo_works(w);
}

static void test_deadline_kills(void **state) {
  cs_worker *w = *state;
  cs_frame f;
  int status = 0;
  cs_worker_deadline(w, 20, 20);
  order(w, SPIN_RUDE, NULL, 0);
  assert_int_equal(cs_channel_receive(&w->channel, &f), CS_EOS);
  assert_true(w->timed_out);
  while (!cs_worker_gone(w, &status)) usleep(1000);
  assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

static void test_cancel(void **state) {
  cs_worker *w = *state;
  cs_frame f;
  cs_worker_cancel(w); /* before the worker looks, as from another thread */
  order(w, SPIN_POLITE, NULL, 0);
  assert_int_equal(cs_channel_receive(&w->channel, &f), CS_OK);
}

static void test_frame_over_the_cap(void **state) {
  cs_worker *w = *state;
  cs_frame f;
  order(w, HUGE_FRAME, NULL, 0);
  assert_int_equal(cs_channel_receive(&w->channel, &f), CS_ELIMIT);
}

static void test_counters_that_lie(void **state) {
  cs_worker *w = *state;
  cs_frame f;
  order(w, BAD_COUNTER, NULL, 0);
  assert_int_equal(cs_channel_receive(&w->channel, &f), CS_ECORRUPT);
}

static void test_missing_program(void **state) {
  (void)state;
  cs_worker w;
  cs_error err = {0};
  cs_worker_options o = {.path = "/nonexistent/worker", .frame_max = 100};
  assert_int_equal(cs_worker_launch(&w, &o, &err), CS_EOS);
  assert_non_null(strstr(err.text, "/nonexistent/worker"));
}

/* --- crews --------------------------------------------------------------- */

static void test_crew_lends_and_takes_back(void **state) {
  (void)state;
  cs_crew *crew;
  cs_worker *a, *b, *c;
  cs_crew_options o = {.worker = {.frame_max = 1000}, .ahead = 1, .most = 2};
  assert_int_equal(cs_crew_new(&o, &crew, NULL), CS_OK);
  cs_crew_warm(crew);
  assert_int_equal(cs_crew_size(crew), 1);
  assert_int_equal(cs_crew_take(crew, 0, &a, NULL), CS_OK);
  echo_works(a);
  assert_int_equal(cs_crew_take(crew, 0, &b, NULL), CS_OK);
  cs_error err = {0};
  assert_int_equal(cs_crew_take(crew, 5, &c, &err), CS_ELIMIT);
  assert_non_null(strstr(err.text, "all 2 workers are busy"));
  pid_t kept = a->pid;
  cs_crew_give(crew, a, true);
  assert_int_equal(cs_crew_take(crew, 0, &a, NULL), CS_OK);
  assert_int_equal(a->pid, kept); /* the same process again */
  echo_works(a);
  cs_crew_give(crew, b, true);
  cs_crew_give(crew, a, true);
  cs_crew_free(crew);
}

static void test_crew_replaces_what_broke(void **state) {
  (void)state;
  cs_crew *crew;
  cs_worker *w;
  cs_crew_options o = {
      .worker = {.frame_max = 1000}, .ahead = 1, .most = 1, .uses = 2};
  assert_int_equal(cs_crew_new(&o, &crew, NULL), CS_OK);
  assert_int_equal(cs_crew_take(crew, 0, &w, NULL), CS_OK);
  pid_t first = w->pid;
  cs_crew_give(crew, w, false);
  assert_int_equal(cs_crew_take(crew, 1000, &w, NULL), CS_OK);
  assert_int_not_equal(w->pid, first);
  pid_t second = w->pid;
  cs_crew_give(crew, w, true);
  kill(second, SIGKILL); /* dies while idle */
  usleep(50000);
  assert_int_equal(cs_crew_take(crew, 1000, &w, NULL), CS_OK);
  echo_works(w);
  cs_crew_give(crew, w, true);
  cs_crew_free(crew);
}

static void test_crew_tells_why_it_cannot(void **state) {
  (void)state;
  cs_crew *crew;
  cs_worker *w;
  cs_error err = {0};
  cs_crew_options o = {.worker = {.path = "/nonexistent/worker"}, .most = 1};
  assert_int_equal(cs_crew_new(&o, &crew, NULL), CS_OK);
  assert_int_equal(cs_crew_take(crew, 0, &w, &err), CS_EOS);
  assert_non_null(strstr(err.text, "/nonexistent/worker"));
  assert_int_equal(cs_crew_size(crew), 0);
  cs_crew_free(crew);
}

int main(int argc, char **argv) {
  if (cs_worker_called(argc, argv)) {
    cs_worker_job job = {
        .prepare = prepare, .serve = serve, .frame_max = 8u << 20};
    return cs_worker_main(argc, argv, &job);
  }
#define T(name) cmocka_unit_test_setup_teardown(name, start, stop)
  const struct CMUnitTest tests[] = {
      T(test_echo),
      T(test_frame_longer_than_the_ring),
      T(test_crash_is_told),
      T(test_cannot_raise),
      T(test_cannot_open),
      T(test_cannot_connect),
      T(test_cannot_fork),
      T(test_cannot_signal),
      T(test_cannot_execute),
      T(test_has_no_descriptor),
      T(test_deadline_interrupts),
      T(test_deadline_kills),
      T(test_cancel),
      T(test_frame_over_the_cap),
      T(test_counters_that_lie),
      cmocka_unit_test(test_missing_program),
      cmocka_unit_test(test_crew_lends_and_takes_back),
      cmocka_unit_test(test_crew_replaces_what_broke),
      cmocka_unit_test(test_crew_tells_why_it_cannot),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
