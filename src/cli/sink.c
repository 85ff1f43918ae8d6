/*
 * sink.c - where a guest's output goes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/sink.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/named.h"

#define ESC 0x1B

enum { PLAIN, SEEN_ESC, IN_CSI, IN_STRING, STRING_ESC, SEEN_C2 };

void cs_sink_init(cs_sink *s, bool collect, bool raw) {
  *s = (cs_sink){.collect = collect};
  for (int kind = 1; kind <= 2; kind++) {
    s->clean[kind] = !raw && !collect && isatty(kind);
    cs_buf_init(&s->text[kind], SIZE_MAX / 4);
  }
}

int cs_sink_code(const cs_sink *s, int code) {
  if (!s->lost || code) return code;
  return s->lost == EPIPE ? 128 + SIGPIPE : CS_EXIT_OURS;
}

/* A reader that has left is no news. */
void cs_sink_fini(cs_sink *s) {
  if (s->lost && s->lost != EPIPE)
    fprintf(stderr,
            "caisson: cannot write the program's output: %s; part of it is "
            "lost\n",
            strerror(s->lost));
  cs_buf_fini(&s->text[1]);
  cs_buf_fini(&s->text[2]);
}

void cs_sink_clear(cs_sink *s) {
  s->cut = false;
  for (int kind = 1; kind <= 2; kind++) {
    cs_buf_clear(&s->text[kind]);
    s->produced[kind] = 0;
  }
}

static void write_all(cs_sink *k, int fd, const char *s, size_t n) {
  while (n > 0) {
    ssize_t done = write(fd, s, n);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) { /* nobody listens any more */
      k->lost = errno;
      return;
    }
    s += done;
    n -= (size_t)done;
  }
}

/* --- terminal ------------------------------------------------------------ */

static void hold(cs_sink_filter *f, char c) {
  if (f->n < sizeof f->held) f->held[f->n++] = c;
}

static bool is_string_start(unsigned char c) { /* DCS OSC SOS PM APC */
  return c == 'P' || c == ']' || c == 'X' || c == '^' || c == '_';
}

/* Bytes of a character that are still to come. */
static void count_bytes(cs_sink_filter *f, unsigned char c) {
  if (c >= 0xC3)
    f->more = c >= 0xF5 ? 0 : c >= 0xF0 ? 3 : c >= 0xE0 ? 2 : 1;
  else if (c >= 0x80 && c < 0xC0 && f->more > 0)
    f->more--;
  else
    f->more = 0;
}

static size_t plain(cs_sink_filter *f, unsigned char c, char *out) {
  f->n = 0;
  if (c == ESC) {
    f->state = SEEN_ESC;
    hold(f, (char)c);
  } else if (c == 0xC2) { /* may be the first byte of U+0080..U+009F */
    f->state = SEEN_C2;
  } else if (c >= 0x80 && c < 0xA0 && f->more == 0) {
    return 0; /* the same controls as single bytes */
  } else if (c >= 0x20 ? c != 0x7F : (c == '\n' || c == '\t')) {
    *out = (char)c;
    return 1;
  }
  return 0;
}

static size_t after_c2(cs_sink_filter *f, unsigned char c, char *out) {
  f->state = PLAIN;
  if (c < 0xA0) return 0;
  out[0] = (char)0xC2;
  out[1] = (char)c;
  return 2;
}

static size_t in_csi(cs_sink_filter *f, unsigned char c, char *out) {
  hold(f, (char)c);
  if (c >= 0x20 && c < 0x40) return 0; /* parameters */
  f->state = PLAIN;
  bool sgr = c == 'm' && f->n < sizeof f->held;
  for (size_t i = 2; sgr && i + 1 < f->n; i++)
    sgr = strchr("0123456789;:", f->held[i]) != NULL;
  if (!sgr) return 0;
  memcpy(out, f->held, f->n);
  return f->n;
}

size_t cs_sink_clean(cs_sink_filter *f, const char *bytes, size_t n,
                     char *out) {
  size_t m = 0;
  for (size_t i = 0; i < n; i++) {
    unsigned char c = (unsigned char)bytes[i];
    switch (f->state) {
      case PLAIN:
        m += plain(f, c, out + m);
        count_bytes(f, c);
        break;
      case SEEN_C2: m += after_c2(f, c, out + m); break;
      case IN_CSI: m += in_csi(f, c, out + m); break;
      case SEEN_ESC:
        hold(f, (char)c);
        f->state = c == '[' ? IN_CSI : is_string_start(c) ? IN_STRING : PLAIN;
        break;
      case IN_STRING:
        if (c == 0x07) f->state = PLAIN;
        if (c == ESC) f->state = STRING_ESC;
        break;
      default: f->state = c == '\\' ? PLAIN : IN_STRING; break;
    }
  }
  return m;
}

/* ------------------------------------------------------------------------- */

void cs_sink_put(cs_sink *s, int kind, const char *bytes, size_t n) {
  if (s->mute || n == 0) return;
  if (kind != 2) kind = 1;
  s->produced[kind] += n;
  if (s->named) cs_named_put(s->named, s->tamed ? 3 : kind, bytes, n);
  if (s->collect) {
    cs_stream_output(&s->stream, kind, bytes, n);
    if (!s->cut && cs_buf_put(&s->text[kind], bytes, n) != CS_OK) s->cut = true;
    return;
  }
  if (!s->clean[kind]) {
    write_all(s, kind, bytes, n);
    return;
  }
  char safe[4096 + CS_TAME_MOST];
  for (size_t at = 0; at < n; at += 4096) {
    size_t part = n - at < 4096 ? n - at : 4096;
    size_t kept = s->tamed
                      ? cs_tame_filter(&s->tame, bytes + at, part, safe)
                      : cs_sink_clean(&s->filter[kind], bytes + at, part, safe);
    write_all(s, kind, safe, kept);
  }
}
