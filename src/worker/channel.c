/*
 * channel.c - two byte rings, two futexes each, no locks.
 *
 * Both counters of a lane grow for ever, modulo 2^32; `tail - head` is the
 * number of bytes in the ring.  The side that waits announces it in a flag
 * before it looks a last time; the side that moves a counter looks at the flag
 * afterwards.  Both accesses are sequentially consistent, so no wake-up is
 * lost.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "worker/channel.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "worker/line.h"

#define SPIN_NS   20000 /* most answers arrive within it */
#define SPIN_FEW  32    /* looks where spinning does not help */
#define SKIP_MOST 32    /* waits between two tries whether it does again */
#define HEADER    8     /* kind and length */
#define CHUNK     (CS_CHANNEL_RING / 4)
#define LOOK_ROUNDS                                         \
  1024 /* pieces of one frame between two looks at the time \
        */

/* Each counter has a cache line of its own: the sides do not disturb each
 * other while they copy. */
typedef struct lane {
  _Alignas(64) _Atomic uint32_t tail; /* written by the sender   */
  _Atomic uint32_t tail_waited;       /* the receiver sleeps     */
  _Alignas(64) _Atomic uint32_t head; /* written by the receiver */
  _Atomic uint32_t head_waited;       /* the sender sleeps       */
  _Alignas(64) char ring[CS_CHANNEL_RING];
} lane;

struct cs_shared {
  lane to_worker;
  lane to_host;
  _Alignas(64) volatile uint32_t interrupt;
  volatile uint32_t clocks;
};

static lane *lane_out(const cs_channel *c) {
  return c->side == CS_SIDE_HOST ? &c->shared->to_worker : &c->shared->to_host;
}

static lane *lane_in(const cs_channel *c) {
  return c->side == CS_SIDE_HOST ? &c->shared->to_host : &c->shared->to_worker;
}

/* --- set-up ------------------------------------------------------------------
 */

int cs_channel_create(cs_error *err) {
  int fd = memfd_create("caisson-channel", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fd < 0) {
    (void)cs_error_os(err, "cannot make the shared memory of a worker");
    return -1;
  }
  /* Sealed against resizing: a shrunk file would fault the other side. */
  if (ftruncate(fd, (off_t)sizeof(cs_shared)) == 0 &&
      fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0)
    return fd;
  (void)cs_error_os(err, "cannot size the shared memory of a worker");
  close(fd);
  return -1;
}

static void relax(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ __volatile__("yield");
#endif
}

static uint64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* How often relax() fits into SPIN_NS; processors differ by a factor of 20. */
static uint32_t spin_rounds(void) {
  enum { N = 64 };
  uint64_t low = UINT64_MAX;
  if (sysconf(_SC_NPROCESSORS_ONLN) < 2) return 0;
  for (int k = 0; k < 4; k++) {
    uint64_t start = now_ns();
    for (int i = 0; i < N; i++) relax();
    uint64_t took = now_ns() - start;
    if (took < low) low = took;
  }
  return (uint32_t)(SPIN_NS * N / (low > N ? low : N));
}

cs_status cs_channel_open(cs_channel *c, int fd, cs_channel_side side,
                          size_t max, cs_error *err) {
  void *p =
      mmap(NULL, sizeof(cs_shared), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (p == MAP_FAILED)
    return cs_error_os(err, "cannot map the shared memory of a worker");
  *c = (cs_channel){.shared = p, .side = side, .spin = spin_rounds()};
  cs_buf_init(&c->in, max);
  return CS_OK;
}

cs_status cs_channel_connect(cs_channel *c, int fd, size_t max, cs_error *err) {
  cs_line *line;
  cs_status st = cs_line_new(fd, CS_LINE_HOST, max, &line, err);
  if (st == CS_OK) *c = (cs_channel){.line = line, .side = CS_SIDE_HOST};
  return st;
}

void cs_channel_close(cs_channel *c) {
  cs_line_free(c->line);
  if (c->shared) munmap(c->shared, sizeof(cs_shared));
  cs_buf_fini(&c->in);
  *c = (cs_channel){0};
}

volatile uint32_t *cs_channel_interrupt(const cs_channel *c) {
  return c->line ? cs_line_interrupt(c->line) : &c->shared->interrupt;
}

volatile uint32_t *cs_channel_clocks(const cs_channel *c) {
  return c->line ? NULL : &c->shared->clocks;
}

/* --- waiting ------------------------------------------------------------- */

static void sleep_slice(_Atomic uint32_t *word, uint32_t seen, int64_t ns) {
  struct timespec slice = {.tv_sec = (time_t)(ns / 1000000000),
                           .tv_nsec = (long)(ns % 1000000000)};
  (void)syscall(SYS_futex, word, FUTEX_WAIT, seen, &slice, NULL, 0);
}

static void wake(_Atomic uint32_t *word, _Atomic uint32_t *waited) {
  if (atomic_load(waited) == 0) return;
  (void)syscall(SYS_futex, word, FUTEX_WAKE, 1, NULL, NULL, 0);
}

/* Look for a while before sleeping.  Where the other side has no processor to
 * itself this only keeps it from running: after a try in vain the next ones are
 * short, and each further one in vain doubles their number. */
static bool spin(cs_channel *c, _Atomic uint32_t *word, uint32_t seen) {
  bool try = c->skip == 0;
  uint32_t rounds = try || c->spin < SPIN_FEW ? c->spin : SPIN_FEW;
  if (!try) c->skip--;
  for (uint32_t i = 0; i < rounds; i++) {
    if (atomic_load_explicit(word, memory_order_acquire) != seen) {
      if (try) c->vain = 0;
      return true;
    }
    relax();
  }
  if (!try) return false;
  c->vain = c->vain ? 2 * c->vain : 1;
  if (c->vain > SKIP_MOST) c->vain = SKIP_MOST;
  c->skip = c->vain;
  return false;
}

/* Wait until `*word` is no longer `seen`. */
static cs_status wait_change(cs_channel *c, _Atomic uint32_t *word,
                             _Atomic uint32_t *waited, uint32_t seen) {
  if (spin(c, word, seen)) return CS_OK;
  while (atomic_load(word) == seen) {
    int64_t ns = c->tick(c->user);
    if (ns < 0) return CS_EOS;
    atomic_store(waited, 1);
    sleep_slice(word, seen, ns); /* the kernel compares once more */
    atomic_store(waited, 0);
  }
  return CS_OK;
}

/* --- bytes --------------------------------------------------------------- */

/* How many bytes fit into the ring; waits for at least one. */
static cs_status room(cs_channel *c, lane *l, uint32_t *out) {
  for (;;) {
    uint32_t head = atomic_load_explicit(&l->head, memory_order_acquire);
    uint32_t used = c->tail - head;
    if (used > CS_CHANNEL_RING) return CS_ECORRUPT;
    *out = CS_CHANNEL_RING - used;
    if (*out > 0) return CS_OK;
    cs_status st = wait_change(c, &l->head, &l->head_waited, head);
    if (st != CS_OK) return st;
  }
}

/* How many bytes can be read; waits for at least one. */
static cs_status available(cs_channel *c, lane *l, uint32_t *out) {
  for (;;) {
    uint32_t tail = atomic_load_explicit(&l->tail, memory_order_acquire);
    *out = tail - c->head;
    if (*out > CS_CHANNEL_RING) return CS_ECORRUPT;
    if (*out > 0) return CS_OK;
    cs_status st = wait_change(c, &l->tail, &l->tail_waited, tail);
    if (st != CS_OK) return st;
  }
}

/* Bytes to copy at once: not behind the end of the ring, and little enough
 * that the other side copies its part at the same time. */
static uint32_t least(size_t want, uint32_t have, uint32_t at) {
  uint32_t n = CS_CHANNEL_RING - (at & (CS_CHANNEL_RING - 1));
  if (n > CHUNK) n = CHUNK;
  if (have < n) n = have;
  return want < n ? (uint32_t)want : n;
}

/* Copy into the ring; the receiver sees the last part of it, for most frames
 * the only one, when the frame is complete. */
static cs_status put(cs_channel *c, lane *l, const void *data, size_t n) {
  const char *from = data;
  while (n > 0) {
    uint32_t free_bytes;
    cs_status st = room(c, l, &free_bytes);
    if (st != CS_OK) return st;
    uint32_t k = least(n, free_bytes, c->tail);
    memcpy(l->ring + (c->tail & (CS_CHANNEL_RING - 1)), from, k);
    c->tail += k;
    from += k;
    n -= k;
    if (n == 0) break;
    atomic_store(&l->tail, c->tail);
    wake(&l->tail, &l->tail_waited);
  }
  return CS_OK;
}

static cs_status get(cs_channel *c, lane *l, void *data, size_t n) {
  char *to = data;
  for (uint32_t rounds = 1; n > 0; rounds++) {
    uint32_t ready;
    cs_status st = available(c, l, &ready);
    if (st != CS_OK) return st;
    /* A peer that drips its bytes never lets us wait: ask all the same. */
    if (rounds % LOOK_ROUNDS == 0 && c->tick(c->user) < 0) return CS_EOS;
    uint32_t k = least(n, ready, c->head);
    memcpy(to, l->ring + (c->head & (CS_CHANNEL_RING - 1)), k);
    c->head += k;
    to += k;
    n -= k;
    atomic_store(&l->head, c->head);
    wake(&l->head, &l->head_waited);
  }
  return CS_OK;
}

/* --- frames -------------------------------------------------------------- */

cs_status cs_channel_send(cs_channel *c, uint32_t kind, const void *a,
                          size_t na, const void *b, size_t nb) {
  if (c->line) return cs_line_send(c->line, kind, a, na, b, nb);
  lane *l = lane_out(c);
  if (na > UINT32_MAX - nb || nb > UINT32_MAX) return CS_EINVAL;
  uint32_t head[2] = {kind, (uint32_t)(na + nb)};
  cs_status st = put(c, l, head, HEADER);
  if (st == CS_OK) st = put(c, l, a, na);
  if (st == CS_OK) st = put(c, l, b, nb);
  if (st != CS_OK) return st;
  atomic_store(&l->tail, c->tail);
  wake(&l->tail, &l->tail_waited);
  return CS_OK;
}

cs_status cs_channel_receive(cs_channel *c, cs_frame *out) {
  return cs_channel_receive_into(c, NULL, NULL, out);
}

cs_status cs_channel_receive_into(cs_channel *c, cs_channel_room *where,
                                  void *user, cs_frame *out) {
  if (c->line) return cs_line_receive(c->line, out);
  lane *l = lane_in(c);
  uint32_t head[2];
  cs_status st = get(c, l, head, HEADER);
  if (st != CS_OK) return st;
  void *to = where ? where(user, head[0], head[1]) : NULL;
  if (to) {
    *out = (cs_frame){.kind = head[0], .data = to, .len = head[1]};
    return get(c, l, to, head[1]);
  }
  cs_buf_clear(&c->in);
  st = cs_buf_reserve(&c->in, head[1]);
  if (st != CS_OK) return st;
  st = get(c, l, c->in.data, head[1]);
  if (st != CS_OK) return st;
  c->in.len = head[1];
  cs_buf_seal(&c->in);
  *out =
      (cs_frame){.kind = head[0], .data = cs_buf_text(&c->in), .len = head[1]};
  return CS_OK;
}

bool cs_channel_ready(const cs_channel *c) {
  const lane *l = lane_in(c);
  return atomic_load_explicit(&l->tail, memory_order_acquire) != c->head;
}
