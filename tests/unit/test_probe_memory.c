/*
 * test_probe_memory.c - what probes found is shared without a lock: a child
 * that is forked while a thread tries the host is not held up.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "enforce/enforce.h"
#include "session/enforced.h"

typedef struct asker {
  cs_probe_memory *memory;
  char worker[64]; /* a name of its own: no file has its outcome */
  atomic_bool begun;
} asker;

static void *ask(void *arg) {
  asker *a = arg;
  cs_probes found;
  atomic_store(&a->begun, true);
  cs_enforce_remembered(a->memory, CS_ENFORCE_ENGINE, a->worker, NULL, &found);
  return NULL;
}

/* Wait for a child for at most a minute; false: it hangs, and was killed. */
static bool ends(pid_t child) {
  for (int i = 0; i < 6000; i++) {
    int status;
    if (waitpid(child, &status, WNOHANG) == child)
      return WIFEXITED(status) && WEXITSTATUS(status) == 0;
    (void)nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
  }
  (void)kill(child, SIGKILL);
  (void)waitpid(child, NULL, 0);
  return false;
}

static void a_child_forked_while_the_host_is_tried_is_not_held_up(void **s) {
  (void)s;
#ifdef __SANITIZE_ADDRESS__
  skip(); /* its allocator has a lock that a forked child can find held */
#endif
  cs_probe_memory memory = {0};
  for (int round = 0; round < 8; round++) {
    asker a = {.memory = &memory}, b = {.memory = &memory};
    pthread_t thread;
    snprintf(a.worker, sizeof a.worker, "/none/%d.%d", getpid(), round);
    snprintf(b.worker, sizeof b.worker, "/none/%d.%d-child", getpid(), round);
    assert_int_equal(pthread_create(&thread, NULL, ask, &a), 0);
    while (!atomic_load(&a.begun)) continue;
    (void)nanosleep(&(struct timespec){.tv_nsec = round * 3000000L}, NULL);
    pid_t child = fork();
    if (child == 0) {
      (void)ask(&b); /* must find out for itself */
      _exit(0);
    }
    assert_true(child > 0);
    assert_true(ends(child));
    assert_int_equal(pthread_join(thread, NULL), 0);
  }
  cs_probe_memory_fini(&memory);
  assert_null(atomic_load(&memory.first));
}

static void what_was_found_is_there_for_the_next(void **s) {
  (void)s;
  cs_probe_memory memory = {0};
  asker a = {.memory = &memory};
  snprintf(a.worker, sizeof a.worker, "/none/%d.again", getpid());
  (void)ask(&a);
  const void *entry = atomic_load(&memory.first);
  assert_non_null(entry);
  (void)ask(&a);
  assert_ptr_equal(atomic_load(&memory.first), entry); /* nothing was added */
  cs_probe_memory_fini(&memory);
}

static void something_attached_to_a_pool_goes_with_it(void **s) {
  (void)s;
  cs_pool *pool;
  assert_int_equal(cs_pool_new(0, &pool), CS_OK);
  assert_null(cs_pool_attached(pool));
  void *first = malloc(1), *second = malloc(1);
  assert_ptr_equal(cs_pool_attach(pool, first, free), first);
  assert_ptr_equal(cs_pool_attach(pool, second, free), first);
  assert_ptr_equal(cs_pool_attached(pool), first);
  cs_pool_free(pool); /* a leak is the sanitizer's to find */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_child_forked_while_the_host_is_tried_is_not_held_up),
      cmocka_unit_test(what_was_found_is_there_for_the_next),
      cmocka_unit_test(something_attached_to_a_pool_goes_with_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
