/*
 * sealkey.c - the key that the user's snapshots and journals are sealed with.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/sealkey.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/file.h"
#include "caisson/session.h"
#include "cli/state.h"

#define FRONT 48 /* of what is sealed: see session/seal.c */

static int no_key(const cs_settings *s, const char *why) {
  return cs_cli_fail(s, "no key to seal with", why,
                     "repair or remove 'snapshot.key' in the state directory, "
                     "or write --no-seal");
}

/* A file of ours that nobody else can read or write. */
static bool is_private(int fd) {
  struct stat st;
  return fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid() &&
         !(st.st_mode & 077);
}

/* Written whole under another name first: two commands that start at once end
 * up with one key, that of the first. */
static bool make_key(const char *path, cs_sealkey *key) {
  char beside[PATH_MAX + 8];
  size_t done;
  snprintf(beside, sizeof beside, "%s.XXXXXX", path);
  if (getrandom(key->bytes, sizeof key->bytes, 0) != sizeof key->bytes)
    return false;
  CS_AUTO_FD
  int fd = mkostemp(beside, O_CLOEXEC); /* mode 0600 */
  if (fd < 0) return false;
  bool good = cs_file_write(fd, key->bytes, sizeof key->bytes, &done) &&
              fsync(fd) == 0 && (link(beside, path) == 0 || errno == EEXIST);
  (void)unlink(beside);
  return good;
}

int cs_sealkey_get(const cs_settings *s, bool make, cs_sealkey *key,
                   bool *known) {
  char path[PATH_MAX];
  *known = false;
  if (!cs_state_path("snapshot.key", path))
    return make ? no_key(s, "there is no state directory") : 0;
  for (int try = 0; try < 2; try++) {
    CS_AUTO_FD
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd >= 0) {
      if (!is_private(fd)) return no_key(s, "others can read or write it");
      if (!cs_file_read_at(fd, key->bytes, sizeof key->bytes, 0))
        return no_key(s, "its file is too short");
      *known = true;
      return 0;
    }
    if (errno != ENOENT) return no_key(s, strerror(errno));
    if (!make) return 0;
    if (!make_key(path, key)) return no_key(s, strerror(errno));
  }
  return no_key(s, "its file vanished");
}

static int refuse(const cs_settings *s, const char *path, const void *bytes,
                  size_t len, bool sealed) {
  char what[200];
  snprintf(what, sizeof what, "cannot load '%.150s'", path);
  if (!sealed && (len < 8 || memcmp(bytes, "CAISSON1", 8) != 0))
    return cs_cli_fail(s, what, "it is not a snapshot",
                       "make one with 'caisson snapshot dump'");
  if (!sealed)
    return cs_cli_fail(
        s, what, "it is not sealed with your key",
        "add --accept-unsealed if you trust where it comes from");
  return cs_cli_fail(s, what, "it was changed, or is sealed with another key",
                     "get the file again as it was made; only if it is "
                     "another user's and you trust them, add "
                     "--accept-unsealed");
}

int cs_sealkey_open(const cs_settings *s, const char *path, const void *bytes,
                    size_t len, const void **inside, size_t *inside_len) {
  bool sealed = len >= FRONT && memcmp(bytes, "CAISSEAL", 8) == 0, known;
  cs_sealkey key;
  int code = cs_sealkey_get(s, false, &key, &known);
  if (code && !s->accept_unsealed) return code;
  bool ours = !code && known &&
              cs_unseal(key.bytes, sizeof key.bytes, bytes, len, inside,
                        inside_len) == CS_OK;
  explicit_bzero(&key, sizeof key);
  if (ours) return 0;
  if (!s->accept_unsealed) return refuse(s, path, bytes, len, sealed);
  *inside = (const char *)bytes + (sealed ? FRONT : 0);
  *inside_len = len - (sealed ? FRONT : 0);
  return 0;
}
