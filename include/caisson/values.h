/*
 * caisson/values.h - Python values as bytes: part 2 of caisson.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CAISSON_VALUES_H
#define CAISSON_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "caisson/status.h"

/* === 2. Values =========================================================== */

/*
 * Python values cross the border as bytes in one encoding ("wire", described in
 * docs/wire-format.md): arguments, results, inputs, replies.  A writer builds a
 * message value by value; a reader walks one.
 *
 *   cs_wire w;
 *   cs_wire_init(&w, 1 << 20);
 *   cs_wire_begin(&w, CS_WIRE_LIST, 2);      [1, "two"]
 *   cs_wire_int(&w, 1);
 *   cs_wire_text(&w, "two");
 *   if (w.status == CS_OK) use(w.data, w.len);
 *   cs_wire_fini(&w);
 *
 *   cs_wire_in in = cs_wire_read(bytes, n);
 *   uint32_t count;
 *   if (cs_wire_get_seq(&in, &count)) for (...) cs_wire_get_int(&in, &number);
 *
 * The first problem of a writer sticks in `status` and later calls do nothing,
 * so a whole message needs one check.  A reader takes any bytes: it never looks
 * past the end, every text it hands out is valid, every count is backed by
 * as many bytes.
 *
 * What crosses how: None, bool, int of any size, float, complex, str, bytes,
 * bytearray, list, tuple, dict (in order), set, frozenset, range, slice,
 * Ellipsis, date, time, datetime, timedelta, timezone, ZoneInfo, POSIX paths,
 * UUID, Decimal and Fraction cross exactly.  Subclasses of these cross as the
 * base type.  Exceptions cross by type name, text and arguments; dataclasses,
 * named tuples, enum members and other instances as OBJECT with a type name
 * and fields; classes, functions and modules by name; objects of the host as
 * HOST with a number of the host's choice.  A container inside itself leaves
 * as CYCLE, what has no data form as TEXT (type and repr).  On the way in there
 * are no cycles, and CYCLE, DEEP and TEXT are refused.
 */

#define CS_WIRE_DEPTH 1000                  /* containers in containers */
#define CS_WIRE_MAX   (UINT32_C(256) << 20) /* bytes of one message */

/* name, number, bytes of fixed data.  Numbers are append-only. */
#define CS_WIRE_LIST(X)                                                     \
  X(NONE, 0, 0)                                                             \
  X(FALSE, 1, 0)                                                            \
  X(TRUE, 2, 0)                                                             \
  X(ELLIPSIS, 3, 0)                                                         \
  X(NOTIMPL, 4, 0)                                                          \
  X(INT, 5, 8)    /* 64 bits, signed */                                     \
  X(BIGINT, 6, 5) /* sign byte, u32 length; magnitude bytes */              \
  X(FLOAT, 7, 8)                                                            \
  X(COMPLEX, 8, 16)                                                         \
  X(STR, 9, 4)    /* u32 length; UTF-8, lone surrogates as 3 bytes */       \
  X(BYTES, 10, 4) /* u32 length; bytes */                                   \
  X(BYTEARRAY, 11, 4)                                                       \
  X(LIST, 12, 4) /* u32 n; n values */                                      \
  X(TUPLE, 13, 4)                                                           \
  X(SET, 14, 4)                                                             \
  X(FROZENSET, 15, 4)                                                       \
  X(DICT, 16, 4)       /* u32 n; n times key, value */                      \
  X(RANGE, 17, 0)      /* start, stop, step */                              \
  X(SLICE, 18, 0)      /* start, stop, step */                              \
  X(DATE, 19, 4)       /* u16 year, u8 month, u8 day */                     \
  X(TIME, 20, 8)       /* u8 hour, minute, second, fold, u32 us; tzinfo */  \
  X(DATETIME, 21, 12)  /* as DATE and TIME; tzinfo */                       \
  X(TIMEDELTA, 22, 12) /* i32 days, seconds, microseconds */                \
  X(TIMEZONE, 23, 0)   /* timedelta, name or None */                        \
  X(ZONE, 24, 0)       /* key: zoneinfo */                                  \
  X(PATH, 25, 4)       /* as STR: a POSIX path */                           \
  X(UUID, 26, 16)                                                           \
  X(DECIMAL, 27, 2)   /* u8 sign, u8 kind; coefficient, exponent */         \
  X(FRACTION, 28, 0)  /* numerator, denominator */                          \
  X(EXCEPTION, 29, 0) /* type name, text of str(), tuple of arguments */    \
  X(OBJECT, 30, 13)   /* u8 CS_WIRE_IS_*, u64 id, u32 n; name, n pairs */   \
  X(NAMED, 31, 1)     /* u8 CS_WIRE_NAMES_*; name */                        \
  X(HOST, 32, 13)     /* u8 flags, u64 id, u32 n; class (HOST) or its name, \
                         methods, lazy attributes, n pairs */               \
  X(CYCLE, 33, 1)     /* tag of the container that contains itself */       \
  X(DEEP, 34, 0)      /* nested deeper than CS_WIRE_DEPTH */                \
  X(TEXT, 35, 0)      /* type name, repr(): nothing else crosses */

typedef enum cs_wire_tag {
#define X(name, number, fixed) CS_WIRE_##name = number,
  CS_WIRE_LIST(X)
#undef X
      CS_WIRE_COUNT
} cs_wire_tag;

enum { /* OBJECT: what kind of instance */
       CS_WIRE_IS_INSTANCE,
       CS_WIRE_IS_DATACLASS,
       CS_WIRE_IS_NAMEDTUPLE,
       CS_WIRE_IS_ENUM,  /* fields: name, value */
       CS_WIRE_IS_FROZEN /* dataclass that cannot change */
};
enum {                         /* NAMED: what the name is a name of */
       CS_WIRE_NAMES_TYPE,     /* builtins or module.Class */
       CS_WIRE_NAMES_FUNCTION, /* of the guest; on the way in: a host tool */
       CS_WIRE_NAMES_MODULE
};
enum {                          /* HOST: flags */
       CS_WIRE_HOST_FROZEN = 1, /* attributes cannot be set */
       CS_WIRE_HOST_CALL = 2,   /* a class; calling it reaches the host */
       CS_WIRE_HOST_DATA = 4    /* a dataclass */
};
enum { /* DECIMAL: kind */
       CS_WIRE_FINITE,
       CS_WIRE_INFINITE,
       CS_WIRE_NAN,
       CS_WIRE_SNAN
};

/* --- writing ------------------------------------------------------------- */

typedef struct cs_wire {
  uint8_t *data; /* owned if `grows` */
  size_t len;
  size_t room;
  size_t max; /* len never passes it */
  bool grows;
  cs_status status; /* CS_OK, CS_ELIMIT: too large, CS_EOS: no memory,
                       CS_EINVAL: a text that is no text */
} cs_wire;

/* A message that grows up to `max` bytes; allocates nothing yet. */
CS_API void cs_wire_init(cs_wire *w, size_t max);
/* A message in the caller's memory. */
CS_API void cs_wire_init_fixed(cs_wire *w, void *memory, size_t size);
CS_API void cs_wire_fini(cs_wire *w);
/* Start over; memory is kept. */
CS_API void cs_wire_clear(cs_wire *w);

CS_API void cs_wire_none(cs_wire *w);
CS_API void cs_wire_bool(cs_wire *w, bool v);
CS_API void cs_wire_int(cs_wire *w, int64_t v);
CS_API void cs_wire_uint(cs_wire *w, uint64_t v);
/* An int of any size: `n` bytes of magnitude, least significant first. */
CS_API void cs_wire_bigint(cs_wire *w, bool negative, const void *magnitude,
                           size_t n);
CS_API void cs_wire_float(cs_wire *w, double v);
CS_API void cs_wire_complex(cs_wire *w, double re, double im);
/* Text; CS_EINVAL if it is not UTF-8 (lone surrogates are allowed). */
CS_API void cs_wire_str(cs_wire *w, const char *s, size_t n);
CS_API void cs_wire_text(cs_wire *w, const char *s);
CS_API void cs_wire_path(cs_wire *w, const char *s, size_t n);
CS_API void cs_wire_bytes(cs_wire *w, const void *data, size_t n);
/* Room for `n` bytes that the caller fills in; NULL on failure. */
CS_API uint8_t *cs_wire_bytes_room(cs_wire *w, cs_wire_tag tag, size_t n);
/* Head of LIST, TUPLE, SET, FROZENSET (n values follow) or DICT (n pairs). */
CS_API void cs_wire_begin(cs_wire *w, cs_wire_tag tag, size_t n);
/* The same with a count to be told later: gives a mark for cs_wire_end. */
CS_API size_t cs_wire_open(cs_wire *w, cs_wire_tag tag);
CS_API void cs_wire_end(cs_wire *w, size_t mark, size_t n);
/* Heads without or with small fixed data; their parts follow as values. */
CS_API void cs_wire_tagged(cs_wire *w, cs_wire_tag tag);
CS_API void cs_wire_tagged1(cs_wire *w, cs_wire_tag tag, uint8_t detail);
CS_API void cs_wire_date(cs_wire *w, int year, int month, int day);
/* Followed by the time zone: None, TIMEZONE or ZONE. */
CS_API void cs_wire_time(cs_wire *w, int hour, int minute, int second, int us,
                         int fold);
CS_API void cs_wire_datetime(cs_wire *w, const int date[3], const int time[5]);
CS_API void cs_wire_timedelta(cs_wire *w, int days, int seconds, int us);
CS_API void cs_wire_uuid(cs_wire *w, const uint8_t id[16]);
/* Followed by coefficient and exponent. */
CS_API void cs_wire_decimal(cs_wire *w, bool negative, int kind);
/* OBJECT or HOST; then the parts that CS_WIRE_LIST names. */
CS_API void cs_wire_object(cs_wire *w, cs_wire_tag tag, uint8_t detail,
                           uint64_t id, size_t n);
/* A whole exception with one argument, the text. */
CS_API void cs_wire_exception(cs_wire *w, const char *type, const char *text);
/* OSError: arguments (code, text) or (code, text, filename). */
CS_API void cs_wire_oserror(cs_wire *w, int code, const char *text,
                            const char *filename, size_t n);
/* Bytes that are a message already. */
CS_API void cs_wire_append(cs_wire *w, const void *message, size_t n);

/* --- reading ------------------------------------------------------------- */

typedef struct cs_wire_in {
  const uint8_t *at, *end; /* borrowed */
} cs_wire_in;

typedef struct cs_wire_item {
  cs_wire_tag tag;
  uint32_t count;   /* as written: items, pairs of a DICT or of fields */
  uint64_t parts;   /* values that follow and belong to this one */
  int64_t i;        /* INT */
  double f, g;      /* FLOAT; COMPLEX */
  const char *data; /* STR, PATH, BYTES, BYTEARRAY, BIGINT, UUID */
  uint32_t len;
  bool negative;  /* BIGINT, DECIMAL */
  uint8_t detail; /* OBJECT, NAMED, HOST, CYCLE, DECIMAL */
  uint64_t id;    /* OBJECT, HOST */
  int date[3];    /* year, month, day; TIMEDELTA: days, seconds, us */
  int time[5];    /* hour, minute, second, microsecond, fold */
} cs_wire_item;

static inline cs_wire_in cs_wire_read(const void *bytes, size_t n) {
  cs_wire_in in;
  in.at = (const uint8_t *)bytes;
  in.end = n ? in.at + n : in.at; /* `bytes` may be NULL then */
  return in;
}
/* The next head.  CS_ECORRUPT: these bytes are no value; CS_EINVAL: there is
 * nothing left. */
CS_API cs_status cs_wire_next(cs_wire_in *in, cs_wire_item *item) CS_CHECK;
/* Step over one whole value. */
CS_API cs_status cs_wire_skip(cs_wire_in *in) CS_CHECK;
/* Are these bytes exactly `n` values, not too deep? */
CS_API cs_status cs_wire_check(const void *bytes, size_t len,
                               uint32_t n) CS_CHECK;

/* Shortcuts for a reader that knows what it wants; they advance on success and
 * return false, without moving, when something else is there. */
CS_API bool cs_wire_get_none(cs_wire_in *in);
CS_API bool cs_wire_get_bool(cs_wire_in *in, bool *v);
CS_API bool cs_wire_get_int(cs_wire_in *in, int64_t *v);
/* Also takes an INT. */
CS_API bool cs_wire_get_float(cs_wire_in *in, double *v);
/* STR or PATH */
CS_API bool cs_wire_get_str(cs_wire_in *in, const char **s, size_t *n);
/* BYTES or BYTEARRAY */
CS_API bool cs_wire_get_bytes(cs_wire_in *in, const void **data, size_t *n);
/* LIST or TUPLE, SET or FROZENSET, DICT: items or pairs that follow */
CS_API bool cs_wire_get_seq(cs_wire_in *in, uint32_t *n);
CS_API bool cs_wire_get_dict(cs_wire_in *in, uint32_t *n);

#endif
