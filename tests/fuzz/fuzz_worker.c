/*
 * fuzz_worker.c - a hostile worker: its host must not mind.
 *
 * A session whose engine is said to be in a worker plays a scene; the answers
 * are the frames that the real worker gave, altered by the recipe: bytes,
 * values, kinds, lengths, frames dropped, repeated, out of order, and the
 * ring's counters.  Whatever comes, the host's memory stays whole, and the
 * scene ends.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "frames.h"

static record answers[SCENES]; /* made once, read only afterwards */
static cs_workers *workers;

/* --- recording ----------------------------------------------------------- */

static record *recording;

/* Every frame in the lane, without taking it out. */
static void note_lane(record *r, lane *l) {
  uint32_t head = atomic_load(&l->head), left = atomic_load(&l->tail) - head;
  uint8_t *flat = malloc(left + 1);
  must(flat != NULL);
  for (uint32_t i = 0; i < left; i++)
    flat[i] = l->ring[(head + i) & (CS_CHANNEL_RING - 1)];
  for (uint32_t at = 0; at + 8 <= left;) {
    uint32_t h[2];
    memcpy(h, flat + at, 8);
    note(r, h[0], flat + at + 8, h[1]);
    at += 8 + h[1];
  }
  free(flat);
}

/* The real worker answers everything that lies in its ring. */
static int64_t tick_real(void *user) {
  shared *m = shared_of(&worker_channel);
  uint32_t at = atomic_load(&m->to_host.tail);
  (void)user;
  cs_frame f;
  if (!cs_channel_ready(&worker_channel)) return -1;
  must(cs_channel_receive(&worker_channel, &f) == CS_OK);
  if (job->serve(job->user, &worker_channel, &f) != CS_OK) return -1;
  lane *l = &m->to_host;
  must(atomic_load(&l->head) == at); /* the host reads all before it waits */
  note_lane(recording, l);
  return 0;
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  cs_error err;
  (void)argc;
  (void)argv;
  open_channels();
  start_job(&worker_channel);
  must(cs_workers_new(NULL, &workers, &err) == CS_OK);
  host_tick = tick_real;
  for (size_t i = 0; i < SCENES; i++) {
    cs_options o = scene_options(workers);
    cs_session *s;
    recording = &answers[i];
    must(cs_session_open(&o, &s, &err) == CS_OK);
    play(s, scenes[i]);
    cs_session_close(s);
    must(answers[i].n > 5);
  }
  return 0;
}

/* --- altered answers ----------------------------------------------------- */

static struct {
  const record *frames;
  uint32_t next, sent;
  const uint8_t *data; /* the recipe's records */
  size_t size;
} script;

/* The frame as it goes out; `lie` is added to the length in its head. */
static void send_raw(lane *l, const packet *p, uint32_t lie) {
  uint32_t head[2] = {p->kind, p->len + lie};
  if (p->len + 8 > CS_CHANNEL_RING / 2) return;
  write_ring(l, head, 8);
  write_ring(l, p->data, p->len);
}

static void send_altered(lane *l, const packet *original) {
  packet p = *original;
  uint32_t lie = 0, times = 1;
  p.data = malloc(p.len + 1);
  must(p.data != NULL);
  memcpy(p.data, original->data, p.len);
  for (size_t i = 0; i + 8 <= script.size; i += 8) {
    const uint8_t *r = script.data + i;
    if (r[0] != script.sent && r[0] != 255) continue;
    switch (r[1] % 16) {
      case 0:
        lie = r[2] % 2 ? UINT32_MAX - p.len : (uint32_t)(int8_t)r[3];
        break;
      case 1: times = 2; break;               /* said twice */
      case 2: times = 0; break;               /* never said */
      case 3: script.next += r[2] % 4; break; /* out of order */
      case 4: script.next -= script.next > 2 ? 2 : 0; break;
      case 5: atomic_store(&l->tail, r[2] * UINT32_C(0x01010101)); break;
      case 6: /* bytes that nobody sent yet */
        atomic_store(&l->tail, atomic_load(&l->tail) + r[2] * 1024u);
        break;
      default: alter(&p, r); break;
    }
  }
  while (times-- > 0) send_raw(l, &p, lie);
  free(p.data);
}

static int64_t tick_altered(void *user) {
  shared *m = shared_of(&the_worker.channel);
  uint8_t dropped[4096];
  (void)user;
  if (script.sent > 200 || script.next >= script.frames->n) return -1;
  while (read_ring(&m->to_worker, dropped, sizeof dropped) > 0) {
  }
  const packet *p = &script.frames->list[script.next++];
  send_altered(&m->to_host, p);
  script.sent++;
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 1) return 0;
  cs_error err;
  cs_session *s;
  cs_options o = scene_options(workers);
  size_t scene = data[0] % SCENES;
  script.frames = &answers[scene];
  script.next = script.sent = 0;
  script.data = data + 1;
  script.size = size - 1 < 8 * 32 ? size - 1 : 8 * 32;
  host_tick = tick_altered;
  if (cs_session_open(&o, &s, &err) == CS_OK) {
    play(s, scenes[scene]);
    cs_session_close(s);
  }
  must(the_crew.lent == 0);
  return 0;
}
