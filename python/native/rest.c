/*
 * rest.c - sandboxes that nobody uses lie parked.
 *
 * While it is awake, a session of this process has a slot of the pool, 200 KiB
 * and more, and one in a worker has a process; parked it is a few KiB
 * (cs_session_park), and it wakes by itself when it is used.  Those that are
 * awake and idle are in a ring, the one used last after the head; when there
 * are too many, the one at the other end is parked.  So a program may hold ten
 * thousand, and who uses a few finds them awake.
 *
 * Everything here happens with the interpreter's lock: a session in the ring is
 * in nobody's use, because whoever enters it takes it out first.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session.h"

#define AWAKE 16 /* of this process, and as many in workers */
/* Copying takes its time, with the interpreter locked, and a large one would
 * give little back. */
#define LARGE (UINT64_C(4) << 20)

static cs_py_awake *ring_of(cs_py_session *self) {
  cs_module_state *st = PyType_GetModuleState(Py_TYPE(self));
  if (!st) { /* the interpreter ends, and its modules are gone */
    PyErr_Clear();
    return NULL;
  }
  cs_py_awake *a = &st->awake[self->rests == CS_REST_WORKER];
  if (!a->head.next) a->head.next = a->head.before = &a->head;
  return a;
}

static void take_out(cs_py_awake *a, cs_py_ring *r) {
  r->before->next = r->next;
  r->next->before = r->before;
  r->next = r->before = NULL;
  a->n--;
}

void cs_rest_end(cs_py_session *self) {
  if (self->ring.next) take_out(self->home, &self->ring);
}

void cs_rest_forget(cs_module_state *st) {
  for (size_t i = 0; i < sizeof st->awake / sizeof *st->awake; i++) {
    cs_py_awake *a = &st->awake[i];
    while (a->n > 0) take_out(a, a->head.next);
  }
}

/* One that cannot be parked stays awake until it was used once more. */
static void park_last(cs_py_awake *a) {
  cs_py_ring *r = a->head.before;
  cs_py_session *last =
      (cs_py_session *)(void *)((char *)r - offsetof(cs_py_session, ring));
  cs_used used;
  take_out(a, r);
  cs_session_used(last->s, &used);
  if (used.memory_live <= LARGE) (void)!cs_session_park(last->s);
}

void cs_rest_begin(cs_py_session *self) {
  if (self->rests == CS_REST_NEVER || !self->s || self->ring.next) return;
  cs_py_awake *a = ring_of(self);
  cs_py_ring *r = &self->ring;
  if (!a) return;
  self->home = a;
  *r = (cs_py_ring){.next = a->head.next, .before = &a->head};
  r->next->before = r;
  a->head.next = r;
  if (++a->n > AWAKE) park_last(a);
}
