/*
 * checkpoint.c - signed statements about how far a log has come.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "audit/checkpoint.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/file.h"

#define KEY_BYTES (CS_ED25519_SEED + CS_ED25519_KEY)
#define OFTEN_NS  20000000 /* not more often than this, however many records */

static void to_hex(const uint8_t *in, size_t n, char *out) {
  static const char digits[] = "0123456789abcdef";
  for (size_t i = 0; i < n; i++) {
    *out++ = digits[in[i] >> 4];
    *out++ = digits[in[i] & 15];
  }
  *out = 0;
}

static int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool from_hex(const char *in, uint8_t *out, size_t n) {
  for (size_t i = 0; i < n; i++) {
    int a = digit(in[2 * i]), b = a < 0 ? -1 : digit(in[2 * i + 1]);
    if (b < 0) return false;
    out[i] = (uint8_t)(16 * a + b);
  }
  return true;
}

/* --- the key ------------------------------------------------------------- */

static int open_private(const char *path, int flags) {
  struct stat st;
  CS_AUTO_FD
  int fd = cs_file_above(open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (fd < 0 || fstat(fd, &st) != 0) return -1;
  if (S_ISREG(st.st_mode) && st.st_uid == geteuid() && !(st.st_mode & 022))
    return cs_steal(&fd);
  errno = EPERM;
  return -1;
}

static cs_status make_key(cs_checkpoints *c, cs_error *err) {
  uint8_t bytes[KEY_BYTES];
  size_t done;
  if (getrandom(bytes, CS_ED25519_SEED, 0) != CS_ED25519_SEED)
    return cs_error_os(err, "no random numbers for a key");
  memcpy(c->seed, bytes, CS_ED25519_SEED);
  if (cs_ed25519_public(&c->crypto, c->seed, c->public_key) != CS_OK)
    return cs_error_set(err, CS_EOS, "OpenSSL cannot make a key");
  memcpy(bytes + CS_ED25519_SEED, c->public_key, CS_ED25519_KEY);
  CS_AUTO_FD
  int fd = open_private(c->key_path, O_WRONLY | O_CREAT | O_EXCL);
  bool good = fd >= 0 && cs_file_write(fd, bytes, sizeof bytes, &done) &&
              fsync(fd) == 0;
  explicit_bzero(bytes, sizeof bytes);
  if (good) return CS_OK;
  cs_error_os(err, "cannot keep the key of the audit log");
  if (fd >= 0) unlink(c->key_path);
  return CS_EOS;
}

static cs_status load_key(cs_checkpoints *c, cs_error *err) {
  uint8_t bytes[KEY_BYTES];
  CS_AUTO_FD
  int fd = open_private(c->key_path, O_RDONLY);
  if (fd < 0 && errno == ENOENT) return make_key(c, err);
  if (fd < 0 || !cs_file_read_at(fd, bytes, sizeof bytes, 0))
    return cs_error_os(err, "cannot read the key of the audit log");
  memcpy(c->seed, bytes, CS_ED25519_SEED);
  memcpy(c->public_key, bytes + CS_ED25519_SEED, CS_ED25519_KEY);
  explicit_bzero(bytes, sizeof bytes);
  return CS_OK;
}

bool cs_checkpoint_key(const char *log, char out[2 * CS_ED25519_KEY + 1]) {
  char *path = NULL;
  uint8_t key[CS_ED25519_KEY];
  if (asprintf(&path, "%s.key", log) < 0) return false;
  CS_AUTO_FD
  int fd = open_private(path, O_RDONLY);
  free(path);
  if (fd < 0 || !cs_file_read_at(fd, key, sizeof key, CS_ED25519_SEED))
    return false;
  to_hex(key, sizeof key, out);
  return true;
}

/* --- lines --------------------------------------------------------------- */

/* What is signed. */
static int statement(const cs_checkpoint *p, char out[CS_CHECKPOINT_LINE]) {
  return snprintf(out, CS_CHECKPOINT_LINE,
                  "caisson audit checkpoint\n%" PRIu64 "\n%s\n%s\n", p->seq,
                  p->hash, p->t);
}

static bool take(const char **at, const char *end, const char *text) {
  size_t n = strlen(text);
  if ((size_t)(end - *at) < n || memcmp(*at, text, n) != 0) return false;
  *at += n;
  return true;
}

static bool take_hex(const char **at, const char *end, char *out, size_t n) {
  if ((size_t)(end - *at) < n) return false;
  for (size_t i = 0; i < n; i++)
    if (digit((*at)[i]) < 0) return false;
  memcpy(out, *at, n);
  out[n] = 0;
  *at += n;
  return true;
}

static bool take_number(const char **at, const char *end, uint64_t *out) {
  const char *from = *at;
  *out = 0;
  while (*at < end && **at >= '0' && **at <= '9' && *at - from < 18)
    *out = 10 * *out + (uint64_t)(*(*at)++ - '0');
  return *at > from && *from != '0';
}

static bool take_time(const char **at, const char *end, char out[25]) {
  if (end - *at < 24) return false;
  for (int i = 0; i < 24; i++)
    if (!strchr("0123456789-:.TZ", (*at)[i]) || !(*at)[i]) return false;
  memcpy(out, *at, 24);
  out[24] = 0;
  *at += 24;
  return true;
}

bool cs_checkpoint_read(const cs_ed25519 *crypto, const char *line, size_t n,
                        cs_checkpoint *out) {
  const char *at = line, *end = line + n;
  char sig[2 * CS_ED25519_SIG + 1], text[CS_CHECKPOINT_LINE];
  uint8_t key[CS_ED25519_KEY], bytes[CS_ED25519_SIG];
  *out = (cs_checkpoint){0};
  if (!take(&at, end, "{\"hash\":\"") ||
      !take_hex(&at, end, out->hash, CS_LINE_HASH) ||
      !take(&at, end, "\",\"key\":\"") ||
      !take_hex(&at, end, out->key, 2 * CS_ED25519_KEY) ||
      !take(&at, end, "\",\"seq\":") || !take_number(&at, end, &out->seq) ||
      !take(&at, end, ",\"sig\":\"") ||
      !take_hex(&at, end, sig, 2 * CS_ED25519_SIG) ||
      !take(&at, end, "\",\"t\":\"") || !take_time(&at, end, out->t) ||
      !take(&at, end, "\",\"v\":1}") || at != end)
    return false;
  int m = statement(out, text);
  out->good = from_hex(out->key, key, sizeof key) &&
              from_hex(sig, bytes, sizeof bytes) &&
              cs_ed25519_verify(crypto, key, text, (size_t)m, bytes);
  return true;
}

/* --- writing ------------------------------------------------------------- */

cs_status cs_checkpoints_init(cs_checkpoints *c, const char *log,
                              cs_error *err) {
  *c = (cs_checkpoints){0};
  cs_status st = cs_ed25519_open(&c->crypto, err);
  if (st != CS_OK) return st;
  if (asprintf(&c->path, "%s.checkpoints", log) < 0) c->path = NULL;
  if (asprintf(&c->key_path, "%s.key", log) < 0) c->key_path = NULL;
  if (c->path && c->key_path) return CS_OK;
  return cs_error_set(err, CS_EOS, "no memory for the audit log");
}

void cs_checkpoints_fini(cs_checkpoints *c) {
  free(c->path);
  free(c->key_path);
  cs_ed25519_close(&c->crypto);
  explicit_bzero(c, sizeof *c);
}

/* When somebody wrote the last one: the time of the file. */
static void look(cs_checkpoints *c) {
  struct stat st;
  if (c->at_ns || stat(c->path, &st) != 0) return;
  c->at_ns = (int64_t)st.st_mtim.tv_sec * 1000000000 + st.st_mtim.tv_nsec;
}

bool cs_checkpoints_is_due(cs_checkpoints *c, uint64_t seq, int64_t now_ns) {
  if (!c->seq) { /* count from here; the file's time tells of the past */
    c->seq = seq;
    look(c);
  }
  int64_t since = now_ns - c->at_ns;
  if (since < 0 || since >= CS_CHECKPOINT_NS) return true; /* clocks are set */
  return seq - c->seq >= CS_CHECKPOINT_RECORDS && since > OFTEN_NS;
}

/* A line that was not written to its end is cut. */
static bool heal(int fd) {
  struct stat st;
  char end[CS_CHECKPOINT_LINE];
  if (fstat(fd, &st) != 0) return false;
  uint64_t size = (uint64_t)st.st_size;
  size_t n = size < sizeof end ? (size_t)size : sizeof end;
  if (n == 0) return true;
  if (!cs_file_read_at(fd, end, n, size - n)) return false;
  const char *last = memrchr(end, '\n', n);
  size_t rest = last ? n - (size_t)(last - end) - 1 : n;
  return rest == 0 || ftruncate(fd, (off_t)(size - rest)) == 0;
}

cs_status cs_checkpoints_put(cs_checkpoints *c, uint64_t seq, const char *hash,
                             int64_t now_ns, cs_error *err) {
  char text[CS_CHECKPOINT_LINE], line[CS_CHECKPOINT_LINE],
      sig_hex[2 * CS_ED25519_SIG + 1];
  uint8_t sig[CS_ED25519_SIG];
  cs_checkpoint p = {.seq = seq};
  size_t done;
  if (!c->crypto.library) return CS_OK; /* a keeper: the next command signs */
  if (!c->ready) {
    cs_status st = load_key(c, err);
    if (st != CS_OK) return st;
    c->ready = true;
  }
  memcpy(p.hash, hash, CS_LINE_HASH);
  cs_line_time(now_ns, p.t);
  int n = statement(&p, text);
  if (cs_ed25519_sign(&c->crypto, c->seed, text, (size_t)n, sig) != CS_OK)
    return cs_error_set(err, CS_EOS, "OpenSSL cannot sign a checkpoint");
  to_hex(sig, sizeof sig, sig_hex);
  to_hex(c->public_key, CS_ED25519_KEY, p.key);
  n = snprintf(line, sizeof line,
               "{\"hash\":\"%s\",\"key\":\"%s\",\"seq\":%" PRIu64
               ",\"sig\":\"%s\",\"t\":\"%s\",\"v\":1}\n",
               p.hash, p.key, seq, sig_hex, p.t);
  CS_AUTO_FD
  int fd = open_private(c->path, O_RDWR | O_CREAT | O_APPEND);
  if (fd < 0 || !heal(fd) || !cs_file_write(fd, line, (size_t)n, &done))
    return cs_error_os(err, "cannot write a checkpoint of the audit log");
  c->seq = seq;
  c->at_ns = now_ns;
  return CS_OK;
}
