/*
 * fuzz_serve.c - a hostile host: the worker's side of the frames.
 *
 * The frames that a host sent in each scene go to serve.c again, altered by
 * the recipe.  A worker may end itself over them; its memory stays whole.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "frames.h"

static record requests[SCENES]; /* made once, read only afterwards */
static record *recording;

/* --- recording ----------------------------------------------------------- */

static int64_t tick_real(void *user) {
  cs_frame f;
  (void)user;
  if (!cs_channel_ready(&worker_channel)) return -1;
  must(cs_channel_receive(&worker_channel, &f) == CS_OK);
  note(recording, f.kind, f.data, f.len);
  return job->serve(job->user, &worker_channel, &f) == CS_OK ? 0 : -1;
}

/* The worker's answers are nobody's business. */
static int64_t tick_drop(void *user) {
  shared *m = shared_of(&worker_channel);
  uint8_t dropped[4096];
  (void)user;
  while (read_ring(&m->to_host, dropped, sizeof dropped) > 0) {
  }
  return 0;
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  cs_error err;
  cs_workers *workers;
  (void)argc;
  (void)argv;
  open_channels();
  start_job(&worker_channel);
  must(cs_workers_new(NULL, &workers, &err) == CS_OK);
  host_tick = tick_real;
  for (size_t i = 0; i < SCENES; i++) {
    cs_options o = scene_options(workers);
    cs_session *s;
    recording = &requests[i];
    must(cs_session_open(&o, &s, &err) == CS_OK);
    play(s, scenes[i]);
    cs_session_close(s);
    must(requests[i].n > 5);
  }
  cs_workers_free(workers);
  worker_channel.tick = tick_drop;
  return 0;
}

/* --- altered requests ---------------------------------------------------- */

/* What the worker would run without end is not what is looked for here. */
static bool is_limits(const packet *p) {
  return p->kind == 10 || p->kind == 11;
}

static bool serve_one(const packet *p) {
  shared *m = shared_of(&worker_channel);
  uint32_t head[2] = {p->kind, p->len};
  cs_frame f;
  if (p->len + 8 > CS_CHANNEL_RING / 2) return false;
  write_ring(&m->to_worker, head, 8);
  write_ring(&m->to_worker, p->data, p->len);
  if (cs_channel_receive(&worker_channel, &f) != CS_OK) return false;
  cs_status st = job->serve(job->user, &worker_channel, &f);
  (void)tick_drop(NULL);
  return st == CS_OK;
}

/* Frame number `i` with its changes; false: the worker ended itself. */
static bool serve_altered(const record *frames, uint32_t *i,
                          const uint8_t *data, size_t size) {
  const packet *original = &frames->list[*i];
  packet p = *original;
  uint32_t times = 1, from = *i;
  p.data = malloc(p.len + 1);
  must(p.data != NULL);
  memcpy(p.data, original->data, p.len);
  for (size_t k = 0; k + 8 <= size; k += 8) {
    const uint8_t *r = data + k;
    if (r[0] % frames->n != from) continue;
    switch (r[1] % 8) {
      case 0: times = 2; break;
      case 1: times = 0; break;
      case 2: *i += r[2] % 4; break;
      default:
        if (!is_limits(original) || r[2] % 10 == 3) alter(&p, r);
        break;
    }
  }
  bool goes_on = true;
  while (goes_on && times-- > 0) goes_on = serve_one(&p);
  free(p.data);
  return goes_on;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 1) return 0;
  const record *frames = &requests[data[0] % SCENES];
  size_t most = size - 1 < 8 * 32 ? size - 1 : 8 * 32;
  reset_channels();
  for (uint32_t i = 0; i < frames->n; i++)
    if (!serve_altered(frames, &i, data + 1, most)) break;
  return 0;
}
