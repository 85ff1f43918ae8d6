/*
 * workers.c - the public face of worker processes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "depth/serve.h"
#include "depth/workers.h"
#include "egress/serve.h"
#include "image/unpack.h"
#include "worker/inside.h"

struct cs_workers {
  cs_crew *crew; /* owned */
  char *path;    /* owned; NULL: this very program */
  uint64_t wait_ms;
  bool remote;
  cs_probe_memory probes;
};

void cs_workers_options_init(cs_workers_options *o) {
  *o = (cs_workers_options){.size = sizeof *o,
                            .ahead = 1,
                            .most = 16,
                            .uses = 1000,
                            .memory = UINT64_C(3584) << 20,
                            .wait_ms = 10000};
}

/* Above the numbers that a worker's descriptors get. */
static int publish(void) {
  int fd = cs_pool_publish();
  if (fd < 0 || fd > CS_WORKER_GIFT) return fd;
  int higher = fcntl(fd, F_DUPFD_CLOEXEC, CS_WORKER_GIFT + 1);
  close(fd);
  return higher;
}

cs_status cs_workers_new(const cs_workers_options *o, cs_workers **out,
                         cs_error *err) {
  cs_workers_options own;
  cs_workers_options_init(&own);
  if (o) memcpy(&own, o, o->size < sizeof own ? o->size : sizeof own);
  cs_workers *w = calloc(1, sizeof *w);
  if (!w) return cs_error_set(err, CS_EOS, "no memory");
  w->wait_ms = own.wait_ms;
  w->remote = own.dial != NULL;
  if (own.path && !(w->path = strdup(own.path))) {
    free(w);
    return cs_error_set(err, CS_EOS, "no memory");
  }
  cs_crew_options c = {.worker = {.path = own.path,
                                  .memory = own.memory,
                                  .frame_max = CS_WIRE_MAX + 4096},
                       .ahead = own.ahead,
                       .most = own.most,
                       .uses = own.dial ? 1 : own.uses,
                       .dial = own.dial,
                       .dial_user = own.dial_user,
                       .make_gift = publish};
  cs_status st = cs_crew_new(&c, &w->crew, err);
  if (st != CS_OK) {
    free(w->path);
    free(w);
    return st;
  }
  *out = w;
  return CS_OK;
}

void cs_workers_free(cs_workers *w) {
  if (!w) return;
  cs_crew_free(w->crew);
  cs_probe_memory_fini(&w->probes);
  free(w->path);
  free(w);
}

cs_probe_memory *cs_workers_probes(cs_workers *w) {
  return &w->probes;
}

const char *cs_workers_path(const cs_workers *w) {
  return w->path;
}

bool cs_workers_are_remote(const cs_workers *w) {
  return w->remote;
}

cs_crew *cs_workers_crew(cs_workers *w) {
  return w->crew;
}

void cs_workers_warm(cs_workers *w) {
  cs_crew_warm(w->crew);
}

cs_status cs_workers_open(cs_workers *w, const cs_limits *limits,
                          uint32_t flags, const void *bytes, size_t n,
                          cs_remote **out, cs_error *err) {
  return cs_remote_new(w->crew, w->wait_ms, limits, flags, bytes, n, out, err);
}

bool cs_workers_called(int argc, char *const *argv) {
  return cs_worker_called(argc, argv) || cs_unpack_called(argc, argv) ||
         cs_egress_called(argc, argv);
}

int cs_workers_main(int argc, char *const *argv) {
  if (cs_unpack_called(argc, argv)) return cs_unpack_main(argc, argv);
  if (cs_egress_called(argc, argv)) return cs_egress_main(argv);
  return cs_serve_main(argc, argv);
}
