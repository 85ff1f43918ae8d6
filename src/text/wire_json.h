/*
 * wire_json.h - wire messages as JSON text, and back.
 *
 * Strict on both sides.  Out: None, bool, ints of 64 bits, finite floats, str,
 * lists, tuples and dicts with str keys have a JSON form, everything else has
 * none.  In: RFC 8259, at most CS_JSON_DEPTH levels; ints may be longer than 64
 * bits; text must be UTF-8 and surrogates must come in pairs.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_TEXT_WIRE_JSON_H
#define CS_TEXT_WIRE_JSON_H

#include "base/buf.h"
#include "base/wire.h"

#define CS_JSON_DEPTH 200

/* Append the next value of `in` as JSON on one line.  CS_EINVAL: it has no
 * JSON form; CS_ECORRUPT: no value; CS_ELIMIT, CS_EOS: no room.  Only on
 * success the buffer changes. */
cs_status cs_wire_json_print(cs_wire_in *in, cs_buf *out) CS_MUST_CHECK;

/* Append what stands between the quotes of a string; `text` is valid UTF-8.
 * Characters that drive a terminal or move the eye are escaped. */
cs_status cs_wire_json_text(cs_buf *out, const char *text,
                            size_t n) CS_MUST_CHECK;

/* Append the value that the text describes.  CS_ECORRUPT: it is no JSON. */
cs_status cs_wire_json_parse(const char *text, size_t n,
                             cs_wire *out) CS_MUST_CHECK;

#endif
