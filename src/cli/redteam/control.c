/*
 * control.c - groups L and M: the policy, the log, what stays behind.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/redteam/attack.h"

#define HEAD \
  "version: 1\naccept_unenforced: [fs.protect, limits.disk_bytes, worker]\n"
#define SHOW "{host: '@/in', guest: /m, mode: ro}"

static const cs_attack attacks[] = {
    {"L10", "a repository's caisson.yaml that mounts its own link",
     CS_ATTACK_ALL, CS_ATTACK_REFUSED | CS_ATTACK_FREE,
     .run =
         {{NULL},
          HEAD "fs: {mounts: [" SHOW "]}\n",
          "version: 1\nfs: {mounts: [{host: '@/in/out', guest: /m/out, mode: "
          "ro}]}\n"},
     .control = {{NULL},
                 HEAD "fs: {mounts: [" SHOW ", {host: '@/outside', guest: /x, "
                      "mode: ro}]}\n",
                 NULL},
     .code = "attempt(lambda: read('/m/out/key'), lambda: read('/x/key'))\n"},
    {"L10", "a repository's fs.read of its own link", CS_ATTACK_ALL,
     CS_ATTACK_REFUSED | CS_ATTACK_FREE,
     .run = {{NULL},
             HEAD "fs: {read: ['@/in']}\n",
             "version: 1\nfs: {read: ['@/in/abs']}\n"},
     .control = {{NULL}, HEAD "fs: {read: ['@/in', '@/outside']}\n", NULL},
     .code = "attempt(lambda: read('@/in/abs/key'), lambda: "
             "read('@/outside/key'))\n"},
    {"L10", "an option that widens workspace.mode", CS_ATTACK_ALL,
     CS_ATTACK_REFUSED | CS_ATTACK_FREE,
     .run = {{"--workspace", "@/in:rw", NULL},
             HEAD "workspace: {mode: ro}\n",
             NULL},
     .control = {{"--workspace", "@/in:rw", NULL},
                 HEAD "workspace: {mode: rw}\n",
                 NULL},
     .code = "attempt(lambda: open('/workspace/new', 'w').close())\n"},
    {"L10", "write to a workspace that the policy calls read-only",
     CS_ATTACK_ALL, CS_ATTACK_FREE,
     .run = {{"--workspace", "@/in", NULL},
             HEAD "workspace: {mode: ro}\n",
             NULL},
     .control = {{"--workspace", "@/in", NULL},
                 HEAD "workspace: {mode: overlay}\n",
                 NULL},
     .code = "attempt(lambda: open('/workspace/new', 'w').close())\n"},
    {"L10", "write in an overlay past workspace.write", CS_ATTACK_ENGINE,
     CS_ATTACK_FREE,
     .run = {{"--workspace", "@/in", NULL},
             HEAD "workspace: {mode: overlay, write: ['out2/**']}\n",
             NULL},
     .control = {{"--workspace", "@/in", NULL},
                 HEAD "workspace: {mode: overlay}\n",
                 NULL},
     .code = "attempt(lambda: open('/workspace/new', 'w').close())\n"},
    {"L11", "call a tool that nobody registered", CS_ATTACK_ALL, CS_ATTACK_FREE,
     .control = {{"--call", "secret_tool=echo 1", NULL}, NULL, NULL},
     .code = "attempt(lambda: secret_tool())\n"},
    {"M04", "mount the directory of the audit log", CS_ATTACK_ALL,
     CS_ATTACK_REFUSED | CS_ATTACK_FREE,
     .run = {{"-v", "@/state/caisson:/s:rw", NULL}, NULL, NULL},
     .control = {{"-v", "@/in:/s:rw", NULL}, NULL, NULL},
     .code = "attempt(lambda: open('/s/forged', 'w').close())\n"},
    {"M04", "mount a directory above it", CS_ATTACK_ALL,
     CS_ATTACK_REFUSED | CS_ATTACK_FREE,
     .run = {{"-v", "@/state:/s:rw", NULL}, NULL, NULL},
     .control = {{"-v", "@/in:/s:rw", NULL}, NULL, NULL},
     .code = "attempt(lambda: open('/s/forged', 'w').close())\n"},
};

const cs_attack_list cs_attacks_control = {attacks,
                                           sizeof attacks / sizeof *attacks};
