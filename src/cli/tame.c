/*
 * tame.c - what a program with a terminal of its own may say to ours.
 *
 * A sequence is held back until it is whole.  Where terminals give one up in
 * the middle, so do we: at CAN and SUB, and at an ESC that begins another.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/tame.h"

#include <stdlib.h>
#include <string.h>

#define ESC 0x1B
#define ENQ 0x05 /* "who are you?" */
#define BEL 0x07
#define CAN 0x18
#define SUB 0x1A

enum { PLAIN, SEEN_ESC, IN_ESC, IN_CSI, IN_OSC, OSC_ESC, IN_OTHER, OTHER_ESC };

static void begin(cs_tame *t, unsigned state) {
  t->state = state;
  t->lost = false;
  t->n = 0;
}

static void hold(cs_tame *t, unsigned char c) {
  if (t->n == CS_TAME_MOST - sizeof t->lead) { /* room for a character, too */
    t->lost = true;
    return;
  }
  t->held[t->n++] = (char)c;
  t->held[t->n] = '\0';
}

static size_t pass(cs_tame *t, bool good, char *out) {
  size_t n = good && !t->lost ? t->n : 0;
  memcpy(out, t->held, n);
  begin(t, PLAIN);
  return n;
}

/* --- what makes a terminal answer ---------------------------------------- */

static bool has(const cs_tame *t, size_t from, char c) {
  return t->n > from && memchr(t->held + from, c, t->n - from);
}

/* "ESC [ parameters intermediates final" */
static bool csi_asks(const cs_tame *t) {
  char final = t->held[t->n - 1];
  bool marked = t->n > 2 && strchr("<=>?", t->held[2]);
  long first = strtol(t->held + 2 + marked, NULL, 10); /* ends at the final */
  switch (final) {
    case 'c':              /* what are you? */
    case 'n':              /* how are you, where is the... */
    case 'i':              /* print: to a printer, or back to us */
    case 'x': return true; /* which parameters? */
    case 't': return first >= 11 && first <= 21; /* window and title */
    case 'p': return has(t, 2, '$');             /* which modes? */
    case 'y': return has(t, 2, '*');             /* what is on the screen? */
    case 'q': return marked && t->held[2] == '>';
    case 'u':
    case 'S': return marked && t->held[2] == '?';
    default: return false;
  }
}

/* "ESC ] number ; ... end": 52 and 5522 are the clipboard, 1337 files. */
static bool osc_asks(const cs_tame *t) {
  long number = strtol(t->held + 2, NULL, 10);
  return number == 52 || number == 5522 || number == 1337 || number == 50 ||
         has(t, 2, '?') || has(t, 2, (char)0x9C);
}

/* --- the machine --------------------------------------------------------- */

static size_t plain(cs_tame *t, unsigned char c, char *out) {
  if (c == ENQ) return 0;
  if (c == ESC) {
    begin(t, SEEN_ESC);
    hold(t, c);
    return 0;
  }
  *out = (char)c;
  return 1;
}

static size_t after_esc(cs_tame *t, unsigned char c, char *out) {
  hold(t, c);
  switch (c) {
    case '[': t->state = IN_CSI; return 0;
    case ']': t->state = IN_OSC; return 0;
    case 'P':
    case 'X':
    case '^':
    case '_': t->state = IN_OTHER; return 0;
    default: break;
  }
  if (c >= 0x20 && c < 0x30) {
    t->state = IN_ESC;
    return 0;
  }
  return pass(t, c != 'Z', out); /* ESC Z asks as CSI c does */
}

/* Controls in the middle of a sequence are obeyed by themselves. */
static size_t in_csi(cs_tame *t, unsigned char c, char *out) {
  if (c < 0x20) {
    *out = (char)c;
    return c != ENQ;
  }
  hold(t, c);
  if (c < 0x40) return 0;
  if (c > 0x7E) return pass(t, false, out);
  return pass(t, !csi_asks(t), out);
}

static size_t in_string(cs_tame *t, unsigned char c, char *out) {
  bool osc = t->state == IN_OSC || t->state == OSC_ESC;
  bool ends = t->state == OSC_ESC || t->state == OTHER_ESC;
  if (ends && c != '\\') { /* another sequence has begun */
    begin(t, SEEN_ESC);
    hold(t, ESC);
    return after_esc(t, c, out);
  }
  hold(t, c);
  if (c == ESC) t->state = osc ? OSC_ESC : OTHER_ESC;
  if (ends || (c == BEL && osc)) return pass(t, osc && !osc_asks(t), out);
  return 0;
}

static size_t take(cs_tame *t, unsigned char c, char *out) {
  if (t->state == PLAIN) return plain(t, c, out);
  if (c == CAN || c == SUB) return pass(t, false, out);
  bool string = t->state >= IN_OSC;
  if (c == ESC && !string) return begin(t, PLAIN), plain(t, c, out);
  if (string) return in_string(t, c, out);
  if (t->state == SEEN_ESC) return after_esc(t, c, out);
  if (t->state == IN_CSI) return in_csi(t, c, out);
  hold(t, c); /* ESC, intermediates, final */
  return c < 0x20 || c >= 0x30 ? pass(t, c >= 0x30, out) : 0;
}

/* --- characters ---------------------------------------------------------- */

static unsigned bytes_after(unsigned char lead) {
  if (lead >= 0xC2 && lead < 0xE0) return 1;
  if (lead >= 0xE0 && lead < 0xF0) return 2;
  return lead >= 0xF0 && lead < 0xF5 ? 3 : 0;
}

/* An 8-bit control, or a form that is longer than need be and might be read as
 * one. */
static bool is_control(const unsigned char *c) {
  return (c[0] == 0xC2 && c[1] < 0xA0) || (c[0] == 0xE0 && c[1] < 0xA0) ||
         (c[0] == 0xF0 && c[1] < 0x90);
}

/* One byte, for terminals of 8 bits and of UTF-8: a control counts in both. */
static size_t take_single(cs_tame *t, unsigned char c, char *out) {
  return c >= 0x80 && c < 0xA0 ? 0 : take(t, c, out);
}

/* What is held is not a character: each byte for itself, or all of it. */
static size_t give_back(cs_tame *t, bool whole, char *out) {
  size_t m = 0;
  unsigned n = t->nlead;
  t->need = t->nlead = 0;
  for (unsigned i = 0; i < n; i++)
    m += whole ? take(t, t->lead[i], out + m)
               : take_single(t, t->lead[i], out + m);
  return m;
}

static size_t take_byte(cs_tame *t, unsigned char c, char *out) {
  size_t m = 0;
  if (t->need > 0 && (c & 0xC0) == 0x80) {
    t->lead[t->nlead++] = c;
    if (--t->need > 0) return 0;
    if (!is_control(t->lead)) return give_back(t, true, out);
    t->nlead = 0;
    return 0;
  }
  if (t->need > 0) m = give_back(t, false, out);
  t->need = bytes_after(c);
  if (t->need == 0) return m + take_single(t, c, out + m);
  t->lead[t->nlead++] = c;
  return m;
}

size_t cs_tame_filter(cs_tame *t, const char *bytes, size_t n, char *out) {
  size_t m = 0;
  for (size_t i = 0; i < n; i++)
    m += take_byte(t, (unsigned char)bytes[i], out + m);
  return m;
}
