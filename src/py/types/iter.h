/*
 * iter.h - leaf iterators: everything a loop over built-ins needs, in C.
 *
 * An ITER object names what it walks (`src`; None once exhausted) and keeps
 * its position in a, b, c:
 *
 *   LIST TUPLE STR BYTES ...  a = next index (byte offset for STR)
 *   RANGE      a = next item, b = items left, c = step   (all small)
 *   LONGRANGE  a = next index
 *   DICT*      a = next entry (reversed: entries still to look at),
 *              b = size of the dict, -1 after a change, c = items left
 *   SET        a = next slot, b = size, c = items left
 *   LISTREV SEQREV  a = items left
 *   ENUMERATE  src = leaf iterator, a = next number
 *   ZIP        src = tuple of leaf iterators; flags: CS_ITER_STRICT ...
 *   COUNT REPEAT CYCLE PRODUCT PERMUTE COMBINE*  see iter_more.c
 *   CHAIN      src = tuple of built-ins, a = next of them, b = iterator
 *   ISLICE     src = leaf iterator, a = items seen, b = next to give,
 *              c = (stop or None, step)
 *   DEQUE      src = deque, a = next index, b = version, c = items in all
 *   PAIRWISE   src = leaf iterator, a = item before, b = is there one?
 *   MAP STARMAP  src = leaf iterator, a = function, b = item that waits for
 *              its call or UNBOUND; flags: CS_ITER_STAR (iter_map.c)
 *   ACCUMULATE src = leaf iterator, a = total or UNBOUND, b = item that waits
 *              or UNBOUND, c = function or None; LONGEST GROUPBY GROUPER:
 *              see iter_lib.c
 *   MATCHES    src = scanner of a pattern
 *   COMPRESS   src = leaf iterator, a = bytes: 1 for an item that is wanted,
 *              b = next of them
 *   ELEMENTS   src = stack of lists and positions in them, a = tag or None
 *              (tree.c)
 *   FILTER     src = leaf iterator, a = function or None, b, c: see
 *              iter_filter.c
 *   DRAIN      src = leaf iterator, a = list of its items so far (collect.c)
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_ITER_H
#define CS_PY_TYPES_ITER_H

#include "py/heap/ctx.h"

/* name, number, class.  Append-only: snapshots contain the numbers. */
#define CS_ITER_LIST_OF_KINDS(X)                                \
  X(LIST, 0, "list_iterator")                                   \
  X(TUPLE, 1, "tuple_iterator")                                 \
  X(ASCII, 2, "str_ascii_iterator")                             \
  X(STR, 3, "str_iterator")                                     \
  X(BYTES, 4, "bytes_iterator")                                 \
  X(BYTEARRAY, 5, "bytearray_iterator")                         \
  X(RANGE, 6, "range_iterator")                                 \
  X(LONGRANGE, 7, "longrange_iterator")                         \
  X(DICTKEYS, 8, "dict_keyiterator")                            \
  X(DICTVALUES, 9, "dict_valueiterator")                        \
  X(DICTITEMS, 10, "dict_itemiterator")                         \
  X(DICTREVKEYS, 11, "dict_reversekeyiterator")                 \
  X(DICTREVVALUES, 12, "dict_reversevalueiterator")             \
  X(DICTREVITEMS, 13, "dict_reverseitemiterator")               \
  X(SET, 14, "set_iterator")                                    \
  X(LISTREV, 15, "list_reverseiterator")                        \
  X(SEQREV, 16, "reversed")                                     \
  X(ENUMERATE, 17, "enumerate")                                 \
  X(ZIP, 18, "zip")                                             \
  X(MEMVIEW, 19, "memory_iterator")                             \
  X(COUNTER, 20, "itertools.count")                             \
  X(REPEAT, 21, "itertools.repeat")                             \
  X(CYCLE, 22, "itertools.cycle")                               \
  X(PRODUCT, 23, "itertools.product")                           \
  X(PERMUTE, 24, "itertools.permutations")                      \
  X(COMBINE, 25, "itertools.combinations")                      \
  X(COMBINE_REP, 26, "itertools.combinations_with_replacement") \
  X(CHAIN, 27, "itertools.chain")                               \
  X(ISLICE, 28, "itertools.islice")                             \
  X(PAIRWISE, 29, "itertools.pairwise")                         \
  X(DEQUE, 30, "_collections._deque_iterator")                  \
  X(DRAIN, 31, "list_iterator")                                 \
  X(MAP, 32, "map")                                             \
  X(STARMAP, 33, "itertools.starmap")                           \
  X(ACCUMULATE, 34, "itertools.accumulate")                     \
  X(LONGEST, 35, "itertools.zip_longest")                       \
  X(GROUPBY, 36, "itertools.groupby")                           \
  X(GROUPER, 37, "itertools._grouper")                          \
  X(MATCHES, 38, "callable_iterator")                           \
  X(COMPRESS, 39, "itertools.compress")                         \
  X(ELEMENTS, 40, "_elementtree._element_iterator")             \
  X(FILTER, 41, "filter")

enum cs_iter_kind {
#define X(name, number, text) CS_ITER_##name = number,
  CS_ITER_LIST_OF_KINDS(X)
#undef X
      CS_ITER_COUNT
};

enum {                      /* cs_iter.h.flags */
       CS_ITER_STAR = 1,    /* map: items are tuples of arguments */
       CS_ITER_INITIAL = 1, /* accumulate: the total itself is due */
       CS_ITER_KEYED = 1,   /* groupby: the keys are behind the items */
       CS_ITER_STRICT = 1,  /* zip(strict=True) */
       CS_ITER_UNDO = 2,    /* zip: an allocation may fail after an advance */
       CS_ITER_DEPTH = 4    /* enumerate, zip: times the nesting, 1..3 */
};
#define CS_ITER_NEST    3    /* deepest enumerate(zip(enumerate(...))) in C */
#define CS_ITER_ZIP_MAX 8    /* iterators of a zip that may have to undo */
#define CS_ITER_ZIP_ALL 4096 /* of any in C */

/* Name of the class of each kind, for the image builder. */
extern const char *const cs_iter_class_names[CS_ITER_COUNT];

/* A new leaf iterator. */
cs_status cs_iter_new(cs_ctx *ctx, uint32_t kind, cs_value src, cs_value a,
                      cs_value b, cs_value c, cs_value *out) CS_MUST_CHECK;
/* reversed(v) for built-ins; CS_SLOW for everything else. */
cs_status cs_iter_reversed(cs_ctx *ctx, cs_value v,
                           cs_value *out) CS_MUST_CHECK;
/* __setstate__(n): continue with item number `n`. */
cs_status cs_iter_seek(cs_ctx *ctx, cs_value it, int64_t n) CS_MUST_CHECK;
/* Does it advance another leaf iterator? */
static inline bool cs_iter_is_composite(const cs_iter *it) {
  return it->h.kind == CS_ITER_ENUMERATE || it->h.kind == CS_ITER_ZIP ||
         (it->h.kind >= CS_ITER_CHAIN && it->h.kind <= CS_ITER_PAIRWISE);
}
/* How deep composite iterators are nested in `it`. */
static inline uint32_t cs_iter_depth(const cs_iter *it) {
  return cs_iter_is_composite(it) ? it->h.flags / CS_ITER_DEPTH : 0;
}
/* What iterating `v` walks through: the built-in inside an instance whose class
 * leaves __iter__ alone (named tuples, Counter), else `v`. */
cs_value cs_iter_plain(cs_ctx *ctx, cs_value v);
/* iter(v) if that is a leaf iterator which calls no function; CS_SLOW
 * otherwise. */
cs_status cs_iter_leaf(cs_ctx *ctx, cs_value v, cs_value *out) CS_MUST_CHECK;
/* zip of `n` values; CS_SLOW when C cannot advance it. */
cs_status cs_iter_zip(cs_ctx *ctx, const cs_value *v, uint32_t n, bool strict,
                      cs_value *out) CS_MUST_CHECK;
/* Items a leaf iterator will still give, as far as it knows. */
cs_status cs_iter_hint(cs_ctx *ctx, cs_value it, cs_value *out) CS_MUST_CHECK;

#endif
