/*
 * thin.h - references and texts of an image in fewer bytes.
 *
 * References.  Objects of a group lie in the order in which a walk over the
 * image first meets them (compact.c), so that most first references mean the
 * next object of a group.  Offsets are multiples of 16; in a thin image the
 * four bits below say what is meant:
 *
 *   0                 the offset as it is
 *   a group, alone    the next object of the group
 *   offset + group    that object; the group goes on behind it
 *
 * Texts and blocks.  Strings and raw bytes lie at the end of the image.  Of a
 * string a thin image keeps its length and its bytes, and a mark where the
 * flags of the following ones change; of raw bytes a word with their number,
 * and whole words.  The rest of each header can be computed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_SNAP_THIN_H
#define CS_PY_SNAP_THIN_H

#include "py/heap/ctx.h"

/* Objects are laid out by group: texts and blocks have the last ones. */
uint32_t cs_thin_group(const cs_obj *o);
bool cs_thin_is_text(const cs_obj *o);
bool cs_thin_is_block(const cs_obj *o);

/* Shorten the references of the objects in [from, end), and back.  Both look
 * at the headers of what is referred to. */
void cs_thin_refs(cs_ctx *ctx, cs_off from, cs_off end);
void cs_thin_refs_back(cs_ctx *ctx, cs_off from, cs_off end);

/* Write the texts, or blocks, of [from, end) to `to`, which has room for as
 * many bytes and may be where they lie; returns how many it took. */
size_t cs_thin_texts(const cs_ctx *ctx, cs_off from, cs_off end, uint8_t *to);
size_t cs_thin_blocks(const cs_ctx *ctx, cs_off from, cs_off end, uint8_t *to);
/* And back: they fill [from, end) exactly.  The thin bytes may be the last
 * ones of that range, or lie behind it. */
void cs_thin_texts_back(cs_ctx *ctx, const uint8_t *thin, cs_off from,
                        cs_off end);
void cs_thin_blocks_back(cs_ctx *ctx, const uint8_t *thin, cs_off from,
                         cs_off end);

#endif
