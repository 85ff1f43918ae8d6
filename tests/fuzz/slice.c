/*
 * slice.c - a fuzzer without libFuzzer: so many recipes from a fixed seed.
 *
 *   slice_NAME RUNS SEED [CORPUS]
 *
 * The seeds of the corpus run first, then random recipes; the same arguments
 * are the same runs everywhere.  A failure names the run, which
 * `slice_NAME 1 SEED` with that number repeats alone.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <dirent.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
__attribute__((weak)) int LLVMFuzzerInitialize(int *argc, char ***argv);

__attribute__((weak)) void __sanitizer_set_death_callback(void (*f)(void));

#define MOST 129

/* Where it happened, for whoever dies. */
static uint64_t current;

static void tell(void) {
  fprintf(stderr, "\nrun %llu\n", (unsigned long long)current);
}

static void tell_signal(int sig) {
  tell();
  signal(sig, SIG_DFL);
  raise(sig);
}

static void watch(void) {
  if (__sanitizer_set_death_callback) __sanitizer_set_death_callback(tell);
  signal(SIGPROF, tell_signal);
  signal(SIGABRT, tell_signal); /* assertions */
  if (__sanitizer_set_death_callback) return;
  signal(SIGSEGV, tell_signal);
  signal(SIGBUS, tell_signal);
}

static uint64_t next_random(uint64_t *state) {
  uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
  return z ^ z >> 31;
}

/* Few changes mostly: many at once are refused by the first look. */
static size_t make(uint8_t *to, uint64_t seed) {
  uint64_t state = seed, records = next_random(&state) % 16;
  size_t n = 1 + 8 * (size_t)(records < 10 ? 1 : records - 8);
  for (size_t i = 0; i < n; i++) to[i] = (uint8_t)next_random(&state);
  return n;
}

static int run_file(const char *folder, const char *name) {
  char path[4096];
  uint8_t data[65536];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *f = fopen(path, "rb");
  if (!f) return 0;
  size_t n = fread(data, 1, sizeof data, f);
  fclose(f);
  current = 0;
  (void)LLVMFuzzerTestOneInput(data, n);
  return 1;
}

static int run_corpus(const char *folder) {
  int n = 0;
  DIR *d = opendir(folder);
  if (!d) return 0;
  for (struct dirent *e = readdir(d); e; e = readdir(d))
    if (e->d_name[0] != '.') n += run_file(folder, e->d_name);
  closedir(d);
  return n;
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  uint64_t runs = strtoull(argv[1], NULL, 10);
  uint64_t first = strtoull(argv[2], NULL, 10);
  const struct itimerval patience = {.it_value = {.tv_sec = 20}};
  watch();
  if (LLVMFuzzerInitialize) (void)LLVMFuzzerInitialize(&argc, &argv);
  int seeds = argc > 3 ? run_corpus(argv[3]) : 0;
  for (uint64_t i = first; i < first + runs; i++) {
    uint8_t recipe[MOST];
    size_t n = make(recipe, i);
    /* A run that hangs is a finding, too; a busy machine is none. */
    setitimer(ITIMER_PROF, &patience, NULL);
    current = i;
    (void)LLVMFuzzerTestOneInput(recipe, n);
  }
  printf("%llu runs, %d seeds\n", (unsigned long long)runs, seeds);
  fflush(stdout);
  _exit(0); /* sleeping threads of a fuzzer need no goodbye */
}
