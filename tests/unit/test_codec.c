/*
 * test_codec.c - transcoding and its errors as CPython reports them.
 *
 * The `replace` error handler is written here on top of the API, the way the
 * engine does it, so that conversions are also continued after errors.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/utf8.h"
#include "text/codec.h"
#include "vec/codec.inc"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static const uint8_t *bytes(part p) {
  return (const uint8_t *)p.s;
}

static cs_codec_kind kind_of(const char *name) {
  cs_codec_kind kind;
  assert_true(cs_codec_find(name, strlen(name), &kind));
  return kind;
}

static void assert_error(const cs_codec *c, const struct codec_vector *v) {
  assert_string_equal(c->encoding, v->encoding);
  assert_string_equal(c->reason, v->reason);
  assert_int_equal(c->start, v->start);
  assert_int_equal(c->end, v->end);
}

/* Decode with U+FFFD for every error; `step` limits the room per call. */
static size_t decode(const struct codec_vector *v, uint8_t *out, size_t cap,
                     size_t step) {
  cs_codec c;
  cs_codec_init(&c, kind_of(v->codec));
  size_t room = step, errors = 0;
  for (;;) {
    if (room > cap) room = cap;
    cs_codec_outcome got =
        cs_codec_decode(&c, bytes(v->in), v->in.n, true, out, room);
    if (got == CS_CODEC_DONE) break;
    if (got == CS_CODEC_ROOM) {
      room += step;
      continue;
    }
    if (errors++ == 0) assert_error(&c, v);
    c.out += cs_utf8_encode(0xFFFD, out + c.out);
    c.in = c.end_in;
    c.index++;
    if (room < c.out) room = c.out;
  }
  assert_int_equal(errors > 0, v->reason[0] != '\0');
  assert_int_equal(c.in, v->in.n);
  assert_int_equal(c.index, cs_utf8_count(out, c.out));
  return c.out;
}

static void decoding_agrees_with_cpython(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(decode_vectors); i++) {
    const struct codec_vector *v = &decode_vectors[i];
    for (size_t step = 1; step < 200; step *= 5) {
      uint8_t out[256];
      size_t n = decode(v, out, sizeof out, step);
      assert_int_equal(n, v->out.n);
      assert_memory_equal(out, v->out.s, n);
      if (v->reason[0] == '\0')
        assert_true(n <= cs_codec_decode_bound(kind_of(v->codec), v->in.n));
    }
  }
}

/* Feeding byte by byte without `final` gives the same text. */
static void incremental_decoding_waits_for_whole_sequences(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(decode_vectors); i++) {
    const struct codec_vector *v = &decode_vectors[i];
    if (v->reason[0] != '\0') continue;
    cs_codec c;
    uint8_t out[256];
    cs_codec_init(&c, kind_of(v->codec));
    for (size_t n = 0; n <= v->in.n; n++)
      assert_int_equal(
          cs_codec_decode(&c, bytes(v->in), n, n == v->in.n, out, sizeof out),
          CS_CODEC_DONE);
    assert_int_equal(c.out, v->out.n);
    assert_memory_equal(out, v->out.s, c.out);
  }
}

/* Encode with a question mark for every character that is refused. */
static size_t encode(const struct codec_vector *v, uint8_t *out, size_t cap,
                     size_t step) {
  cs_codec c;
  cs_codec_init(&c, kind_of(v->codec));
  size_t room = step, errors = 0;
  for (;;) {
    if (room > cap) room = cap;
    cs_codec_outcome got =
        cs_codec_encode(&c, bytes(v->in), v->in.n, out, room);
    if (got == CS_CODEC_DONE) break;
    if (got == CS_CODEC_ROOM) {
      room += step;
      continue;
    }
    if (errors++ == 0) assert_error(&c, v);
    size_t marks = c.end - c.start;
    cs_codec one = {.kind = c.kind, .begun = true, .out = c.out};
    while (marks-- > 0) {
      one.in = 0;
      assert_int_equal(cs_codec_encode(&one, (const uint8_t *)"?", 1, out, cap),
                       CS_CODEC_DONE);
    }
    c.out = one.out;
    c.in = c.end_in;
    c.index = c.end;
    if (room < c.out) room = c.out;
  }
  assert_int_equal(errors > 0, v->reason[0] != '\0');
  assert_int_equal(c.index, cs_utf8_count(bytes(v->in), v->in.n));
  return c.out;
}

static void encoding_agrees_with_cpython(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(encode_vectors); i++) {
    const struct codec_vector *v = &encode_vectors[i];
    for (size_t step = 1; step < 200; step *= 5) {
      uint8_t out[256];
      size_t n = encode(v, out, sizeof out, step);
      assert_int_equal(n, v->out.n);
      assert_memory_equal(out, v->out.s, n);
      assert_true(n <= cs_codec_encode_bound(kind_of(v->codec), v->in.n));
    }
  }
}

static cs_codec_outcome step(cs_codec *c, const struct repair_vector *v,
                             uint8_t *out, size_t room) {
  return v->decode ? cs_codec_decode(c, bytes(v->in), v->in.n, true, out, room)
                   : cs_codec_encode(c, bytes(v->in), v->in.n, out, room);
}

static cs_codec_outcome repair(cs_codec *c, const struct repair_vector *v,
                               cs_codec_handler h, uint8_t *out, size_t room) {
  return v->decode
             ? cs_codec_repair_decode(c, h, bytes(v->in), v->in.n, out, room)
             : cs_codec_repair_encode(c, h, bytes(v->in), out, room);
}

/* Run a conversion with a handler and room that grows by `grow`. */
static cs_codec_outcome run(cs_codec *c, const struct repair_vector *v,
                            uint8_t *out, size_t cap, size_t grow) {
  cs_codec_handler h;
  assert_true(cs_codec_find_handler(v->handler, strlen(v->handler), &h));
  cs_codec_init(c, kind_of(v->codec));
  size_t room = 0;
  for (;;) {
    cs_codec_outcome got = step(c, v, out, room);
    if (got == CS_CODEC_DONE) return got;
    if (got == CS_CODEC_ROOM) {
      room = room + grow < cap ? room + grow : cap;
      continue;
    }
    while ((got = repair(c, v, h, out, room)) == CS_CODEC_ROOM)
      room = room + grow < cap ? room + grow : cap;
    if (got == CS_CODEC_ERROR) return got;
  }
}

static void error_handlers_agree_with_cpython(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(repair_vectors); i++) {
    const struct repair_vector *v = &repair_vectors[i];
    for (size_t grow = 1; grow < 1000; grow *= 9) {
      cs_codec c;
      uint8_t out[2048];
      cs_codec_outcome got = run(&c, v, out, sizeof out, grow);
      if (v->reason[0] == '\0') {
        assert_int_equal(got, CS_CODEC_DONE);
        assert_int_equal(c.out, v->out.n);
        assert_memory_equal(out, v->out.s, c.out);
        assert_int_equal(c.index, v->decode
                                      ? cs_utf8_count(out, c.out)
                                      : cs_utf8_count(bytes(v->in), v->in.n));
      } else {
        assert_int_equal(got, CS_CODEC_ERROR);
        assert_string_equal(c.encoding, v->encoding);
        assert_string_equal(c.reason, v->reason);
        assert_int_equal(c.start, v->start);
        assert_int_equal(c.end, v->end);
      }
    }
  }
}

static void names_are_found_as_in_cpython(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(name_vectors); i++)
    assert_string_equal(cs_codec_name(kind_of(name_vectors[i].in)),
                        name_vectors[i].out);
  cs_codec_kind kind;
  assert_false(cs_codec_find("utf-9", 5, &kind));
  assert_false(cs_codec_find("", 0, &kind));
  assert_false(cs_codec_find("a_name_that_is_much_too_long", 28, &kind));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(decoding_agrees_with_cpython),
      cmocka_unit_test(incremental_decoding_waits_for_whole_sequences),
      cmocka_unit_test(encoding_agrees_with_cpython),
      cmocka_unit_test(error_handlers_agree_with_cpython),
      cmocka_unit_test(names_are_found_as_in_cpython),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
