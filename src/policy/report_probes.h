/*
 * report_probes.h - what was tried on this host, and what came of it.
 *
 * A probe makes an attempt twice: with the mechanism and without it.  It is OK
 * only if the first was refused and the second was not; anything else, also an
 * error or a deadline, is FAIL with a reason.  UNTRIED: nobody needed it yet.
 * Who tries is the layer that owns the mechanism; the report only reads.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_POLICY_REPORT_PROBES_H
#define CS_POLICY_REPORT_PROBES_H

#include <stdbool.h>
#include <stdint.h>

/* name, what is tried.  The order is that of the report; append only. */
#define CS_PROBE_LIST(X)                                                       \
  X(USERNS, "userns", "a jail in a user namespace of its own")                 \
  X(PIDNS, "pidns", "name a process of the host")                              \
  X(MOUNTNS, "mountns", "open a file of the host")                             \
  X(NETNS, "netns", "reach a socket of the host")                              \
  X(SECCOMP, "seccomp", "make a namespace, an internet socket; type at a tty") \
  X(LANDLOCK, "landlock", "create a file where no rule allows it")             \
  X(CAPS, "caps", "mount a file system")                                       \
  X(SPAWN, "spawn", "start a process, execute a file")                         \
  X(UNIX_SOCKETS, "unix_sockets", "make a unix socket")                        \
  X(KILL_TREE, "kill_tree", "outlive process 1")                               \
  X(CG_MEM, "cg_mem", "touch more memory than the group has")                  \
  X(CG_PIDS, "cg_pids", "more processes than the group has")                   \
  X(CG_CPU, "cg_cpu", "more processor time than the group has")                \
  X(CG_KILL, "cg_kill", "kill a whole group at once")                          \
  X(RLIM_DATA, "rlim_data", "more memory than a process may have")             \
  X(RLIM_NPROC, "rlim_nproc", "more processes than the jail may have")         \
  X(RLIM_CPU, "rlim_cpu", "more processor time than a process may have")       \
  X(RLIM_FSIZE, "rlim_fsize", "a larger file than allowed")                    \
  X(RLIM_NOFILE, "rlim_nofile", "more descriptors than allowed")               \
  X(READ_ONLY, "read_only", "write to a mount that is read-only")              \
  X(OVERLAY, "overlay", "fill the layer over a directory")                     \
  X(TMPFS_SIZE, "tmpfs_size", "fill a directory in memory")                    \
  X(PRJQUOTA, "prjquota", "fill a directory on disk")                          \
  X(PROXY, "proxy", "reach a host that is not listed")                         \
  X(ENGINE, "engine", "pass each limit of the engine")                         \
  X(WORKER, "worker", "open, connect and fork in a worker")                    \
  X(WORKER_FILES, "worker_files", "open a file in a worker without filter")    \
  X(WORKER_LIMITS, "worker_limits", "pass each limit of a worker's engine")    \
  X(PROGRAM, "program", "pass each limit of a program in a jail")              \
  X(KVM, "kvm", "run a virtual machine")                                       \
  X(COVER, "cover", "open, change and move what is covered")                   \
  X(INODES, "inodes", "more files than a directory in memory has")             \
  X(WORKER_SEEN, "worker_seen", "be a worker whose walls nobody finds")        \
  X(CPUS, "cpus", "run on more processors than allowed")                       \
  X(CG_SHARE, "cg_share", "use more of the processors than the group has")     \
  X(RLIM_AS, "rlim_as", "shared memory: mmap, /dev/zero, memfd, System V")

typedef enum cs_probe_id {
#define X(name, text, tries) CS_PROBE_##name,
  CS_PROBE_LIST(X)
#undef X
      CS_PROBE_COUNT
} cs_probe_id;

typedef enum cs_probe_state {
  CS_PROBE_UNTRIED,
  CS_PROBE_OK,
  CS_PROBE_FAIL
} cs_probe_state;

typedef struct cs_probe {
  uint32_t state; /* cs_probe_state */
  char why[124];  /* FAIL: what happened instead; OK: details, may be "" */
} cs_probe;

typedef struct cs_probes {
  cs_probe at[CS_PROBE_COUNT];
  uint32_t landlock;  /* version of the kernel's interface; 0: none */
  uint32_t cgroup;    /* version that can be used; 0: none */
  uint64_t limits[3]; /* interp, worker, process: bits of CS_SELFTEST_LIST that
                         were tripped */
  uint64_t took_us;
} cs_probes;

static inline bool cs_probe_holds(const cs_probes *p, cs_probe_id id) {
  return p->at[id].state == CS_PROBE_OK;
}

/* Store an outcome; `why` may be NULL. */
void cs_report_note(cs_probes *p, cs_probe_id id, bool ok, const char *why);
/* "userns", and what is tried. */
const char *cs_report_probe_name(cs_probe_id id);
const char *cs_report_probe_tries(cs_probe_id id);

/* Limits that the self-test trips (those behind RULES: with a policy that says
 * so, in the process of the host, which does it for every depth), each with a
 * program that ends well when the limit is larger.  Bits of cs_probes.limits;
 * append only. */
#define CS_SELFTEST_LIST(X)             \
  X(FUEL, "limits.fuel")                \
  X(HEAP, "limits.heap_bytes")          \
  X(TIME, "limits.guest_ms")            \
  X(TURN, "limits.turn_ms")             \
  X(OUTPUT, "limits.stdout_bytes")      \
  X(RECURSION, "limits.recursion")      \
  X(SOURCE, "limits.code_bytes")        \
  X(NESTING, "limits.nesting")          \
  X(MESSAGE, "limits.result_bytes")     \
  X(CALLS, "limits.tool_calls")         \
  X(SUSPENSIONS, "limits.suspensions")  \
  X(FUTURES, "limits.tool_concurrency") \
  X(SLEEP, "limits.sleep_ms")           \
  X(CANCEL, "limits.wall_ms")           \
  X(DISK, "limits.disk_bytes")          \
  X(FDS, "limits.fds")                  \
  X(TOOLS, "tools.allow")               \
  X(ENV, "env")                         \
  X(FILES, "fs.read")                   \
  X(CLOCK, "clock")                     \
  X(RANDOM, "random")                   \
  X(READ_ONLY, "fs.mounts")             \
  X(PROTECT, "fs.protect")              \
  X(MEMORY, "limits.memory_bytes")      \
  X(RULES, "code.imports")              \
  X(STREAMS, "limits.stderr_bytes")     \
  X(WALL, "limits.wall_ms.policy")      \
  X(DENY, "fs.deny")                    \
  X(PROTECT_LIST, "fs.protect.policy")  \
  X(TOOL_LIST, "tools.allow.policy")    \
  X(SLEEP_CALL, "limits.sleep_call_ms") \
  X(WORKSPACE, "workspace")             \
  X(APPROVE, "tools.approve")           \
  X(EXPORT, "artifacts")                \
  X(LOG, "audit")

typedef enum cs_selftest_id {
#define X(name, key) CS_SELFTEST_##name,
  CS_SELFTEST_LIST(X)
#undef X
      CS_SELFTEST_COUNT
} cs_selftest_id;
_Static_assert(CS_SELFTEST_COUNT <= 64, "bits of cs_probes.limits");

#endif
