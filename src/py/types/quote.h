/*
 * quote.h - text and bytes as source code: what repr() and ascii() write.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_QUOTE_H
#define CS_PY_TYPES_QUOTE_H

#include "py/types/builder.h"

/* repr of a str: single quotes unless only they occur inside. */
void cs_quote_str(cs_builder *b, cs_value str);
/* repr of bytes, with the prefix b.  A bytearray escapes every ' and no ". */
void cs_quote_bytes(cs_builder *b, const uint8_t *s, uint32_t n, bool array);
/* Append a text with everything beyond ASCII escaped. */
void cs_quote_ascii(cs_builder *b, cs_value str);

#endif
