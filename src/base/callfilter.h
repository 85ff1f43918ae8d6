/*
 * callfilter.h - the vocabulary of our own small system call filters.
 *
 * Three processes read hostile bytes and need few calls: the worker, the one
 * that unpacks archives, and the egress process.  Each lists its calls in its
 * own file, between CS_CALLFILTER_HEAD and a last RETURN; what a filter must do
 * first (refuse other architectures and the x32 calls, whose numbers mean
 * something else) stands here once.
 *
 * For those files only: the short names are theirs.  The filter of jails is
 * made from lists at build time (jail/calls.h).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_BASE_CALLFILTER_H
#define CS_BASE_CALLFILTER_H

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>

/* Sanitizers make system calls of their own: such builds have no filter. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZING 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
#define SANITIZING 1
#endif
#endif
#ifndef SANITIZING
#define SANITIZING 0
#endif

#if defined(__x86_64__)
#define OUR_ARCH AUDIT_ARCH_X86_64
#define X32_BIT  UINT32_C(0x40000000)
#elif defined(__aarch64__)
#define OUR_ARCH AUDIT_ARCH_AARCH64
#define X32_BIT  UINT32_C(0xffffffff)
#else
#error "no seccomp filter for this architecture"
#endif

#define LOAD(field) \
  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define RETURN(what) BPF_STMT(BPF_RET | BPF_K, what)
#define ALLOW(call)                                      \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 1), \
      RETURN(SECCOMP_RET_ALLOW)
/* Memory may be made writable, never executable.  Only the low half of the
 * argument counts for the kernel, and only it is compared.  Where the call is
 * another one the number stays loaded. */
#define ALLOW_DATA(call)                                                \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 4), LOAD(args[2]), \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 1, 0),            \
      RETURN(SECCOMP_RET_ALLOW), RETURN(SECCOMP_RET_KILL_PROCESS)

/* The first six instructions of every filter. */
#define CS_CALLFILTER_HEAD                                         \
  LOAD(arch), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OUR_ARCH, 1, 0), \
      RETURN(SECCOMP_RET_KILL_PROCESS), LOAD(nr),                  \
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, X32_BIT, 0, 1),          \
      RETURN(SECCOMP_RET_KILL_PROCESS)

#endif
