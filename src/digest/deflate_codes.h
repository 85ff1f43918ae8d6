/*
 * deflate_codes.h - what the symbols of DEFLATE stand for (RFC 1951, 3.2.5).
 *
 * The least length or distance of each symbol, and how many bits that follow it
 * are added to that.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_DIGEST_DEFLATE_CODES_H
#define CS_DIGEST_DEFLATE_CODES_H

#include <stdint.h>

#define CS_DEFLATE_LENS  29
#define CS_DEFLATE_DISTS 30

static const uint16_t cs_deflate_len_base[CS_DEFLATE_LENS] = {
    3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
    31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
static const uint8_t cs_deflate_len_bits[CS_DEFLATE_LENS] = {
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
    2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
static const uint16_t cs_deflate_dist_base[CS_DEFLATE_DISTS] = {
    1,    2,    3,    4,    5,    7,    9,    13,    17,    25,
    33,   49,   65,   97,   129,  193,  257,  385,   513,   769,
    1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
static const uint8_t cs_deflate_dist_bits[CS_DEFLATE_DISTS] = {
    0, 0, 0, 0, 1, 1, 2, 2,  3,  3,  4,  4,  5,  5,  6,
    6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};

#endif
