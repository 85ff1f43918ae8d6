/*
 * test_forge.c - dumps in which one reference was replaced, checksums right.
 *
 * A program holds `len`.  The dump is altered so that it holds something of
 * the engine instead: a native that trusts its caller, the namespace where
 * those are, a function that runs there.  Loading refuses each; replaced by
 * another function that programs can have, the dump loads.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "py/engine.h"
#include "py/engine_in.h"
#include "py/heap/intrinsics.h"
#include "py/heap/opcode.h"
#include "py/heap/str.h"
#include "py/snap/snapshot.h"

typedef struct subject {
  cs_pool *pool;
  cs_limits limits;
  cs_engine *e; /* its image is looked at */
  void *dump;
  size_t n;
} subject;

static void open_subject(subject *s, const char *text) {
  cs_limits_default(&s->limits);
  assert_int_equal(cs_pool_new(2, &s->pool), CS_OK);
  assert_int_equal(cs_engine_new_in(s->pool, &s->limits, &s->e), CS_OK);
  assert_int_equal(cs_engine_start(s->e, text, strlen(text), "t.py", 0),
                   CS_STOP_DONE);
  assert_int_equal(cs_engine_dump(s->e, &s->dump, &s->n), CS_OK);
}

static void close_subject(subject *s) {
  free(s->dump);
  cs_engine_free(s->e);
  cs_pool_free(s->pool);
}

static cs_off next_object(const cs_ctx *ctx, cs_off off) {
  return off + CS_AT(ctx, cs_obj, off)->units * 16;
}

static cs_off first_object(void) {
  return (CS_IMAGE_BASE + (cs_off)sizeof(cs_image) + 15) & ~15u;
}

/* A native of the image; `module` NULL: of builtins. */
static cs_off find_native(cs_ctx *ctx, const char *name) {
  for (cs_off at = first_object(); at < ctx->image->end;
       at = next_object(ctx, at)) {
    const cs_native *n = CS_AT(ctx, cs_native, at);
    if (n->h.type == CS_L_NATIVE && !n->owner &&
        cs_str_eq_c(ctx, n->name, name))
      return at;
  }
  fail_msg("no native %s", name);
  return 0;
}

/* Load the dump with every reference `from` replaced by `to`. */
static cs_status load_with(const subject *s, cs_value from, cs_value to) {
  uint8_t *copy = malloc(s->n);
  int found = 0;
  assert_non_null(copy);
  memcpy(copy, s->dump, s->n);
  for (size_t i = 0; i + 8 <= s->n; i += 8)
    if (memcmp(copy + i, &from, 8) == 0) {
      memcpy(copy + i, &to, 8);
      found++;
    }
  assert_true(found > 0);
  cs_snap_fix(copy, s->n);
  cs_engine *e;
  cs_status st = cs_engine_load_in(s->pool, &s->limits, copy, s->n, &e);
  if (st == CS_OK) cs_engine_free(e);
  free(copy);
  return st;
}

static void natives_of_the_engine_are_refused(void **state) {
  (void)state;
  subject s;
  open_subject(&s, "v = [len]\n");
  cs_ctx *ctx = &s.e->ctx;
  cs_value len = cs_ref(CS_L_NATIVE, find_native(ctx, "len"));
  cs_off mro = find_native(ctx, "_type_set_mro");
  assert_int_equal(load_with(&s, len, cs_ref(CS_L_NATIVE, mro)), CS_ECORRUPT);
  int inner = 0, open = 0;
  for (cs_off at = first_object(); at < ctx->image->end;
       at = next_object(ctx, at)) {
    const cs_native *n = CS_AT(ctx, cs_native, at);
    if (n->h.type != CS_L_NATIVE) continue;
    bool hidden = n->h.flags & CS_NATIVE_INNER;
    if (!hidden && open++ >= 50) continue; /* a few are enough */
    inner += hidden;
    assert_int_equal(load_with(&s, len, cs_ref(CS_L_NATIVE, at)),
                     hidden ? CS_ECORRUPT : CS_OK);
  }
  assert_true(inner >= 100 && open >= 50);
  close_subject(&s);
}

static void namespaces_of_the_engine_are_refused(void **state) {
  (void)state;
  subject s;
  open_subject(&s, "v = [len]\n");
  cs_ctx *ctx = &s.e->ctx;
  cs_value len = cs_ref(CS_L_NATIVE, find_native(ctx, "len"));
  int inner = 0;
  for (cs_off at = first_object(); at < ctx->image->end;
       at = next_object(ctx, at)) {
    const cs_obj *o = CS_AT(ctx, cs_obj, at);
    if (o->type != CS_L_DICT || !(o->flags & CS_DICT_INNER)) continue;
    inner++;
    assert_int_equal(load_with(&s, len, cs_ref(CS_L_DICT, at)), CS_ECORRUPT);
  }
  assert_true(inner >= 1);
  close_subject(&s);
}

/* A function of the program, moved to such a namespace. */
static void code_of_a_program_runs_in_no_such_namespace(void **state) {
  (void)state;
  subject s;
  open_subject(&s, "def f(): return _type_set_mro\n");
  cs_ctx *ctx = &s.e->ctx;
  cs_off inner = 0;
  for (cs_off at = first_object(); at < ctx->image->end;
       at = next_object(ctx, at)) {
    const cs_obj *o = CS_AT(ctx, cs_obj, at);
    if (o->type == CS_L_DICT && o->flags & CS_DICT_INNER) inner = at;
  }
  assert_true(inner != 0);
  uint32_t before = cs_ref_off(ctx->head->root[CS_ROOT_GLOBALS]);
  int functions = 0;
  for (cs_off at = CS_HEAP_BASE; at < ctx->head->heap_top;
       at = next_object(ctx, at)) {
    cs_func *f = CS_AT(ctx, cs_func, at);
    if (f->h.type != CS_L_FUNC || f->globals != before) continue;
    functions++;
    f->globals = inner;
    void *forged;
    size_t n;
    cs_engine *e;
    assert_int_equal(cs_engine_dump(s.e, &forged, &n), CS_OK);
    assert_int_equal(cs_engine_load_in(s.pool, &s.limits, forged, n, &e),
                     CS_ECORRUPT);
    free(forged);
    f->globals = before;
  }
  assert_true(functions > 0);
  close_subject(&s);
}

/* The instruction that fetches an intrinsic, with another number. */
static void only_intrinsics_of_the_compiler_are_called(void **state) {
  (void)state;
  subject s;
  open_subject(&s, "def f():\n  import os\n");
  cs_ctx *ctx = &s.e->ctx;
  int tried = 0;
  for (cs_off at = CS_HEAP_BASE; at < ctx->head->heap_top;
       at = next_object(ctx, at)) {
    const cs_code *c = CS_AT(ctx, cs_code, at);
    if (c->h.type != CS_L_CODE) continue;
    uint32_t *ins = (uint32_t *)(void *)CS_AT(ctx, cs_raw, c->insns)->data;
    for (uint32_t i = 0; i < c->ninsns; i++) {
      if ((ins[i] & 0xFF) != CS_I_INTRIN || ins[i] >> 16 != CS_X_import_)
        continue;
      for (uint32_t x = 0; x < CS_X_COUNT + 8; x++) {
        uint32_t was = ins[i];
        void *forged;
        size_t n;
        cs_engine *e;
        ins[i] = (was & 0xFFFF) | x << 16;
        assert_int_equal(cs_engine_dump(s.e, &forged, &n), CS_OK);
        cs_status st = cs_engine_load_in(s.pool, &s.limits, forged, n, &e);
        if (st == CS_OK) cs_engine_free(e);
        assert_int_equal(st, cs_intrinsic_is_compiled(x) ? CS_OK : CS_ECORRUPT);
        free(forged);
        ins[i] = was;
        tried++;
      }
      break;
    }
  }
  assert_true(tried > CS_X_COUNT);
  close_subject(&s);
}

/* --- fields that C follows without a look -------------------------------- */

/* Where segment `which` starts in the dump. */
static size_t segment_at(const subject *s, int which) {
  cs_snap_header h;
  memcpy(&h, s->dump, sizeof h);
  size_t at = (sizeof h + 15) & ~(size_t)15;
  for (int i = 0; i < which; i++)
    at += (h.segment[i].length + 15) & ~(size_t)15;
  return at;
}

/* Object number `skip` of `type` in the heap of the dump. */
static void *object_in(const subject *s, uint32_t type, int skip) {
  uint8_t *bytes = s->dump;
  for (size_t at = segment_at(s, 4); at < s->n;) {
    cs_obj *o = (cs_obj *)(void *)(bytes + at);
    if (o->type == type && skip-- == 0) return o;
    at += o->units * 16u;
  }
  fail_msg("the dump has no object of type %u", type);
  return NULL;
}

static cs_off offset_in(const subject *s, const void *object) {
  const uint8_t *heap = (const uint8_t *)s->dump + segment_at(s, 4);
  return CS_HEAP_BASE + (cs_off)((const uint8_t *)object - heap);
}

static cs_status load_altered(const subject *s) {
  cs_engine *e;
  cs_snap_fix(s->dump, s->n);
  cs_status st = cs_engine_load_in(s->pool, &s->limits, s->dump, s->n, &e);
  if (st == CS_OK) cs_engine_free(e);
  return st;
}

static void versions_to_come_are_no_offsets(void **state) {
  (void)state;
  subject s;
  open_subject(&s, "v = 1\n");
  cs_head *h = (cs_head *)(void *)((uint8_t *)s.dump + segment_at(&s, 0));
  assert_int_equal(load_altered(&s), CS_OK);
  h->keyver += 16;
  assert_int_equal(load_altered(&s), CS_OK);
  h->keyver -= 3;
  assert_int_equal(load_altered(&s), CS_ECORRUPT);
  close_subject(&s);
}

static void super_looks_into_classes_only(void **state) {
  (void)state;
  subject s;
  open_subject(&s, "class A: pass\nv = super(A, A())\n");
  cs_super *p = object_in(&s, CS_L_SUPER, 0);
  cs_value was = p->obj_type;
  assert_int_equal(load_altered(&s), CS_OK);
  p->obj_type = cs_int(7);
  assert_int_equal(load_altered(&s), CS_ECORRUPT);
  p->obj_type = was;
  p->type = cs_int(7);
  assert_int_equal(load_altered(&s), CS_ECORRUPT);
  close_subject(&s);
}

static void a_metaclass_describes_classes(void **state) {
  (void)state;
  subject s;
  open_subject(&s, "class D(dict): pass\nclass A: pass\n");
  cs_type *d = object_in(&s, CS_L_TYPE, 0), *a = object_in(&s, CS_L_TYPE, 1);
  if (d->layout == CS_L_INSTANCE) {
    cs_type *other = d;
    d = a;
    a = other;
  }
  assert_int_equal(load_altered(&s), CS_OK);
  a->meta = offset_in(&s, d);
  assert_int_equal(load_altered(&s), CS_ECORRUPT);
  close_subject(&s);
}

static void members_leave_the_payload_alone(void **state) {
  (void)state;
  subject s;
  open_subject(&s, "class E(Exception): __slots__ = ('q',)\n");
  cs_member *m = object_in(&s, CS_L_MEMBER, 0);
  assert_int_equal(load_altered(&s), CS_OK);
  m->slot = 0;
  assert_int_equal(load_altered(&s), CS_ECORRUPT);
  close_subject(&s);
}

static void generators_say_they_are_iterators(void **state) {
  (void)state;
  subject s;
  open_subject(&s,
               "def g(): yield 1\nv = g()\nw = zip(g(), g())\nnext(w)\n"
               "class D(dict): pass\nclass Z(zip): pass\nz = Z(g(), g())\n");
  cs_gen *g = object_in(&s, CS_L_GEN, 0);
  cs_type *d = object_in(&s, CS_L_TYPE, 0);
  assert_int_equal(load_altered(&s), CS_OK);
  if (d->layout >> 8 != CS_L_DICT) d = object_in(&s, CS_L_TYPE, 1);
  g->cls = offset_in(&s, d);
  assert_int_equal(load_altered(&s), CS_ECORRUPT);
  close_subject(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(natives_of_the_engine_are_refused),
      cmocka_unit_test(namespaces_of_the_engine_are_refused),
      cmocka_unit_test(code_of_a_program_runs_in_no_such_namespace),
      cmocka_unit_test(only_intrinsics_of_the_compiler_are_called),
      cmocka_unit_test(versions_to_come_are_no_offsets),
      cmocka_unit_test(super_looks_into_classes_only),
      cmocka_unit_test(a_metaclass_describes_classes),
      cmocka_unit_test(members_leave_the_payload_alone),
      cmocka_unit_test(generators_say_they_are_iterators),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
