/*
 * codec.c - names, sizes and the common parts of codec.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "text/codec.h"

#include <string.h>

#include "base/utf8.h"
#include "text/gen/charmap.h"

_Static_assert(CS_CHARMAP_FIRST == CS_CODEC_CP1252, "run gen_charmap.py");

static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.';
}

/* Lower case, and every run of other characters one underscore.  Returns the
 * length, or 0 if the name is too long to be known. */
static size_t normalise(const char *name, size_t n,
                        char out[CS_CHARMAP_NAME_SIZE]) {
  size_t size = 0;
  bool gap = false;
  for (size_t i = 0; i < n; i++) {
    char c = name[i];
    if (c >= 'A' && c <= 'Z') c = (char)(c + 32);
    if (!is_word(c)) {
      gap = true;
      continue;
    }
    if (size + 1 + gap >= CS_CHARMAP_NAME_SIZE) return 0;
    if (gap && size > 0) out[size++] = '_';
    gap = false;
    out[size++] = c == '.' ? '_' : c;
  }
  out[size] = '\0';
  return size;
}

bool cs_codec_find(const char *name, size_t n, cs_codec_kind *kind) {
  char wanted[CS_CHARMAP_NAME_SIZE];
  if (normalise(name, n, wanted) == 0) return false;
  size_t from = 0, to = CS_CHARMAP_NAMES;
  while (from < to) {
    size_t mid = (from + to) / 2;
    int order = strcmp(cs_charmap_names[mid].name, wanted);
    if (order == 0) {
      *kind = (cs_codec_kind)cs_charmap_names[mid].kind;
      return true;
    }
    if (order < 0)
      from = mid + 1;
    else
      to = mid;
  }
  return false;
}

const char *cs_codec_name(cs_codec_kind kind) {
  return cs_charmap_canon[kind];
}

void cs_codec_init(cs_codec *c, cs_codec_kind kind) {
  *c = (cs_codec){.kind = kind, .encoding = "", .reason = ""};
}

static size_t times(size_t n, size_t factor, size_t more) {
  size_t r;
  if (__builtin_mul_overflow(n, factor, &r)) return SIZE_MAX;
  return r > SIZE_MAX - more ? SIZE_MAX : r + more;
}

size_t cs_codec_decode_bound(cs_codec_kind kind, size_t n) {
  switch ((int)kind) {
    case CS_CODEC_UTF8:
    case CS_CODEC_UTF8_SIG:
    case CS_CODEC_ASCII:
    case CS_CODEC_UTF32:
    case CS_CODEC_UTF32LE:
    case CS_CODEC_UTF32BE: return n;
    case CS_CODEC_LATIN1:
    case CS_CODEC_UTF16: /* two bytes become three at most */
    case CS_CODEC_UTF16LE:
    case CS_CODEC_UTF16BE: return times(n, 2, 0);
    default: return times(n, 3, 0); /* U+20AC is one byte in many tables */
  }
}

size_t cs_codec_encode_bound(cs_codec_kind kind, size_t n) {
  switch ((int)kind) {
    case CS_CODEC_UTF16:
    case CS_CODEC_UTF16LE:
    case CS_CODEC_UTF16BE: return times(n, 2, 2);
    case CS_CODEC_UTF32:
    case CS_CODEC_UTF32LE:
    case CS_CODEC_UTF32BE: return times(n, 4, 4);
    default: return n;
  }
}

bool cs_codec_copy(cs_codec *c, const uint8_t *in, size_t good, uint8_t *out,
                   size_t cap) {
  size_t room = cap - c->out;
  bool fits = good <= room;
  if (!fits) {
    good = room;
    while (good > 0 && !cs_utf8_is_start(in[c->in + good])) good--;
  }
  if (good > 0) memcpy(out + c->out, in + c->in, good);
  c->index += cs_utf8_count(in + c->in, good);
  c->in += good;
  c->out += good;
  return fits;
}
