/*
 * codec.h - between our UTF-8 and the encodings of the outside world.
 *
 * A conversion is a loop owned by the caller, because error handlers may run
 * Python code between two steps:
 *
 *   cs_codec c;
 *   cs_codec_init(&c, kind);
 *   while ((got = cs_codec_decode(&c, in, n, true, out, cap)) != CS_CODEC_DONE)
 *     if (got == CS_CODEC_ROOM) ...   enlarge `out` and `cap`
 *     else ...                        c.start, c.end, c.encoding, c.reason:
 *                                     append a replacement at c.out, set c.in
 *
 * The struct holds offsets and static texts only; `in` and `out` may move
 * between calls.  Texts and positions equal those of CPython's
 * UnicodeDecodeError and UnicodeEncodeError.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_TEXT_CODEC_H
#define CS_TEXT_CODEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The numbers are those of tools/gen/gen_charmap.py.  Kinds above CP1252 are
 * more single-byte encodings; they have names (cs_codec_find) but no constants.
 */
typedef enum cs_codec_kind {
  CS_CODEC_UTF8 = 0,
  CS_CODEC_UTF8_SIG = 1, /* for cs_codec_find; see cs_codec_init */
  CS_CODEC_UTF16 = 2,    /* with a byte order mark               */
  CS_CODEC_UTF16LE = 3,
  CS_CODEC_UTF16BE = 4,
  CS_CODEC_UTF32 = 5, /* with a byte order mark */
  CS_CODEC_UTF32LE = 6,
  CS_CODEC_UTF32BE = 7,
  CS_CODEC_ASCII = 8,
  CS_CODEC_LATIN1 = 9,
  CS_CODEC_CP1252 = 10,
} cs_codec_kind;

typedef enum cs_codec_outcome {
  CS_CODEC_DONE,  /* all input that can be converted is          */
  CS_CODEC_ROOM,  /* the next code point does not fit into `out` */
  CS_CODEC_ERROR, /* see the fields of cs_codec                  */
} cs_codec_outcome;

typedef struct cs_codec {
  cs_codec_kind kind; /* becomes definite when a mark was read         */
  bool begun;         /* the mark is behind us                         */
  size_t in;          /* input bytes consumed                          */
  size_t out;         /* output bytes written                          */
  size_t index;       /* code points consumed (encode), written (decode);
                         the caller keeps it right when it moves `in`  */
  size_t start, end;  /* last error: bytes (decode) or code points     */
  size_t end_in;      /* the input byte offset that `end` means        */
  const char *encoding, *reason; /* static texts of the last error     */
} cs_codec;

/* The codec that Python finds under a name ("UTF-8", "latin1").  False if we
 * have none.  CS_CODEC_UTF8_SIG is UTF-8 whose leading EF BB BF the caller
 * strips (decoding) or writes (encoding). */
bool cs_codec_find(const char *name, size_t n, cs_codec_kind *kind);

/* The canonical name, as codecs.lookup(name).name: "utf-8", "iso8859-1". */
const char *cs_codec_name(cs_codec_kind kind);

void cs_codec_init(cs_codec *c, cs_codec_kind kind);

/* Output bytes that are enough for `n` input bytes without errors; saturates
 * at SIZE_MAX. */
size_t cs_codec_decode_bound(cs_codec_kind kind, size_t n);
size_t cs_codec_encode_bound(cs_codec_kind kind, size_t n);

/* Continue to decode `n` bytes into our UTF-8.  Unless `final`, an incomplete
 * sequence at the end is no error but left unread: c->in < n then. */
cs_codec_outcome cs_codec_decode(cs_codec *c, const uint8_t *in, size_t n,
                                 bool final, uint8_t *out, size_t cap);

/* Continue to encode `n` bytes of valid text (surrogates allowed: most
 * encodings report them as errors). */
cs_codec_outcome cs_codec_encode(cs_codec *c, const uint8_t *in, size_t n,
                                 uint8_t *out, size_t cap);

/* Of both directions: copy `good` bytes of valid text.  False, with as many
 * whole code points done as fit, when there is no room for all. */
bool cs_codec_copy(cs_codec *c, const uint8_t *in, size_t good, uint8_t *out,
                   size_t cap);

/* The error handlers that Python has built in. */
typedef enum cs_codec_handler {
  CS_CODEC_STRICT,
  CS_CODEC_IGNORE,
  CS_CODEC_REPLACE,
  CS_CODEC_BACKSLASH,
  CS_CODEC_XMLCHARREF, /* encoding only */
  CS_CODEC_NAME,       /* encoding only */
  CS_CODEC_ESCAPE,     /* surrogateescape */
  CS_CODEC_PASS,       /* surrogatepass   */
} cs_codec_handler;

/* The handler called "strict", "ignore" and so on.  False if unknown. */
bool cs_codec_find_handler(const char *name, size_t n, cs_codec_handler *h);

/* Apply a handler to the error in `c`: write the replacement and move on.
 * CS_CODEC_DONE: continue the conversion; CS_CODEC_ROOM: enlarge `out` and
 * call this again; CS_CODEC_ERROR: the handler refuses, raise what `c` says.
 * Decoding with an encoding-only handler is a TypeError in Python: the caller
 * tests for that, here it refuses. */
cs_codec_outcome cs_codec_repair_decode(cs_codec *c, cs_codec_handler h,
                                        const uint8_t *in, size_t n,
                                        uint8_t *out, size_t cap);
cs_codec_outcome cs_codec_repair_encode(cs_codec *c, cs_codec_handler h,
                                        const uint8_t *in, uint8_t *out,
                                        size_t cap);

#endif
