/*
 * cwd.c - close the way out, resolve inside, look where that led.
 *
 * Three independent measures, because the mistake is an old one (runc,
 * CVE-2024-21626): no descriptor of the host's tree is open any more, openat2
 * follows no magic link, and a directory that the root does not reach is
 * refused.  The host looks a fourth time, from outside (jail/verify.c).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "jail/inside/cwd.h"

#include <assert.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "jail/inside/mnt.h"

void cs_cwd_close_sources(const cs_plan *plan) {
  assert(plan->nkeep <= plan->nfds);
  const cs_plan_place *p = cs_plan_places(plan);
  unsigned first = CS_PLAN_FD_FIRST + plan->nkeep;
  if (plan->flags & CS_PLAN_PLAIN_CWD) return;
  if (plan->nfds > plan->nkeep)
    (void)close_range(first, CS_PLAN_FD_FIRST + plan->nfds - 1, 0);
  /* Detached mounts got numbers of their own, above those. */
  for (uint32_t i = 0; i < plan->nplaces; i++)
    if (p[i].ready && p[i].fd >= (int32_t)first) (void)close(p[i].fd);
}

/* The kernel writes "(unreachable)" before the path of a directory that is not
 * below the root of the process; the C library would try to find it anyway. */
static bool is_reachable(void) {
  char path[PATH_MAX];
  return syscall(SYS_getcwd, path, sizeof path) > 0 && path[0] == '/';
}

static cs_status enter_inside(const char *path, cs_error *err) {
  CS_AUTO_FD
  int root = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
  CS_AUTO_FD
  int dir = root < 0 ? -1
                     : cs_mnt_find(root, path, O_PATH | O_DIRECTORY,
                                   RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS);
  if (dir < 0 || fchdir(dir) != 0)
    return cs_error_os(err, "no directory %.80s in the jail", path);
  if (is_reachable()) return CS_OK;
  return cs_error_set(err, CS_EOS, "directory %.80s is outside of the jail",
                      path);
}

cs_status cs_cwd_enter(const cs_plan *plan, cs_error *err) {
  const char *path = cs_plan_text(plan, plan->cwd);
  if (!(plan->flags & CS_PLAN_PLAIN_CWD)) return enter_inside(path, err);
  if (chdir(path) == 0) return CS_OK;
  return cs_error_os(err, "no directory %.80s in the jail", path);
}
