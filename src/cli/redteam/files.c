/*
 * files.c - group D: mounts, links, denials, protected names.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/redteam/attack.h"

#define HEAD \
  "version: 1\naccept_unenforced: [fs.protect, limits.disk_bytes, worker]\n"
#define READ \
  { "-v", "@/in:/m:ro", NULL }
#define WRITE \
  { "-v", "@/in:/m:rw", NULL }
#define PARENT \
  { "-v", "@:/m:ro", NULL }
#define SHOW "{host: '@/in', guest: /m, mode: ro}"

#define RW \
  { "--workspace", "@/in:rw", NULL }
#define PLACE   \
  "import os\n" \
  "w = '/workspace' if os.path.isdir('/workspace') else '@/in'\n"
static const cs_attack attacks[] = {
    {"D01", "paths that climb out of a mount", CS_ATTACK_ALL, CS_ATTACK_FREE,
     .run = {READ, NULL, NULL}, .control = {PARENT, NULL, NULL},
     .code = "attempt(*[lambda p=p: read(p) for p in ('/m/../outside/key',\n"
             "  '/m/../../../../../../@/outside/key', '/m//..//outside/key',\n"
             "  '/m/private/../../outside/key', '/m/outside/key')])\n"},
    {"D02", "links that lead out of a mount", CS_ATTACK_ALL, CS_ATTACK_FREE,
     .run = {READ, NULL, NULL}, .control = {PARENT, NULL, NULL},
     .code = "attempt(*[lambda p=p: read(p) for p in ('/m/out/key', "
             "'/m/abs/key',\n"
             "  '/m/file', '/m/in/out/key')])\n"},
    {"D05", "a hard link to a file of another mount", CS_ATTACK_ALL,
     CS_ATTACK_FREE,
     .run = {{"-v", "@/in:/m:rw", "-v", "@/outside:/o:ro", "-e", "FROM=/o/key",
              NULL},
             NULL,
             NULL},
     .control = {{"-v", "@/in:/m:rw", "-e", "FROM=/m/plain", NULL}, NULL, NULL},
     .code = "import os\n"
             "attempt(lambda: os.link(os.environ['FROM'], '/m/hard-link'))\n"},
    {"D06", "change what is mounted read-only", CS_ATTACK_ALL, CS_ATTACK_FREE,
     .run = {READ, NULL, NULL}, .control = {WRITE, NULL, NULL},
     .code = "import os\n"
             "attempt(lambda: open('/m/new', 'w').close(), lambda: "
             "os.rename('/m/plain', '/m/x'),\n"
             "  lambda: open('/m/plain', 'a').close(), lambda: "
             "os.mkdir('/m/d'),\n"
             "  lambda: os.chmod('/m/plain', 0o777), lambda: "
             "os.symlink('x', '/m/l'), lambda: os.remove('/m/plain'))\n"},
    {"D09", "more bytes than an overlay may hold", CS_ATTACK_ALL,
     CS_ATTACK_FREE,
     .run = {{"-v", "@/in:/m:overlay,limit=1m", NULL}, NULL, NULL},
     .control = {{"-v", "@/in:/m:overlay,limit=64m", NULL}, NULL, NULL},
     .code = "def fill():\n"
             "    with open('/m/big', 'wb') as f:\n"
             "        for i in range(64): f.write(bytes(65536)); f.flush()\n"
             "attempt(fill)\n"},
    {"D10", "hooks and configuration that the host's programs run",
     CS_ATTACK_ALL, CS_ATTACK_FREE, .run = {WRITE, NULL, NULL},
     .control = {{NULL},
                 HEAD "fs: {mounts: [{host: '@/in', guest: /m, mode: rw}], "
                      "protect: [never]}\n",
                 NULL},
     .code = "import os\n"
             "attempt(lambda: open('/m/.git/hooks/pre-commit', 'w').close(),\n"
             "  lambda: open('/m/.git/config', 'a').close(),\n"
             "  lambda: os.rename('/m/.git', '/m/git2'))\n"},
    {"D14", "a denied directory, by another name of its mount", CS_ATTACK_ALL,
     CS_ATTACK_FREE,
     .run = {{NULL},
             HEAD "fs: {mounts: [{host: '@/alias', guest: /m, mode: ro}], "
                  "deny: ['@/in/private/**']}\n",
             NULL},
     .control = {{NULL},
                 HEAD
                 "fs: {mounts: [{host: '@/alias', guest: /m, mode: ro}]}\n",
                 NULL},
     .code = "attempt(lambda: read('/m/private/key'), lambda: "
             "read('/m/inner/key'))\n"},
    {"D14", "a directory that is denied by another name", CS_ATTACK_ALL,
     CS_ATTACK_FREE,
     .run = {{NULL},
             HEAD "fs: {mounts: [" SHOW "], deny: ['@/alias/*/key']}\n",
             NULL},
     .control = {{NULL}, HEAD "fs: {mounts: [" SHOW "]}\n", NULL},
     .code = "attempt(lambda: read('/m/private/key'), lambda: "
             "read('/m/inner/key'))\n"},
    {"D14", "a denied file in the workspace, by its path on the host",
     CS_ATTACK_ALL, CS_ATTACK_FREE,
     .run = {{"--workspace", "@/in", NULL},
             HEAD "fs: {deny: ['@/in/private/**']}\n",
             NULL},
     .control = {{"--workspace", "@/in", NULL}, HEAD, NULL},
     .code = "attempt(lambda: read('/workspace/private/key'))\n"},
    {"D14", "a pattern of fs.deny in the system part of a jail",
     CS_ATTACK_PROCESS, CS_ATTACK_FREE,
     .run = {{NULL}, HEAD "fs: {deny: ['/etc/*']}\n", NULL},
     .control = {{NULL}, HEAD, NULL},
     .code = "attempt(lambda: open('/etc/hosts').read(), lambda: "
             "open('/etc/group').read())\n"},
    {"D15", "the host's processes as a mount", CS_ATTACK_ALL, CS_ATTACK_REFUSED,
     .run = {{"-v", "/proc:/hp:ro", NULL}, NULL, NULL},
     .code = "import os\n"
             "attempt(lambda: open('/hp/1/cmdline').read() or True)\n"},
    {"D10", "a repository without a work tree", CS_ATTACK_ALL | CS_ATTACK_IMAGE,
     CS_ATTACK_BARE, .run = {RW, NULL, NULL},
     .code =
         PLACE "os.makedirs(w + '/n/objects'); os.makedirs(w + '/n/refs')\n"
               "attempt(lambda: open(w + '/n/HEAD', 'w').close(), lambda: "
               "os.mkdir(w + '/bare.git/hooks'),\n"
               "  lambda: open(w + '/bare.git/config', 'w').close(), lambda: "
               "open(w + '/bare.git/commondir', 'w').close())\n"},
    {"D10", "what a protected link leads to", CS_ATTACK_ALL | CS_ATTACK_IMAGE,
     CS_ATTACK_BARE, .run = {RW, NULL, NULL},
     .code = PLACE "attempt(lambda: open(w + '/notes', 'w').close(), lambda: "
                   "os.unlink(w + '/AGENTS.md'),\n"
                   "  lambda: os.rename(w + '/notes', w + '/notes2'))\n"},
    {"D11", "directories above protected names",
     CS_ATTACK_ALL | CS_ATTACK_IMAGE, CS_ATTACK_BARE, .run = {RW, NULL, NULL},
     .code = PLACE "attempt(lambda: os.rename(w + '/.git', w + '/g'), lambda: "
                   "os.rename(w + '/private', w + '/.vscode'))\n"},
    {"D12", "a pipe for a program of the host", CS_ATTACK_ALL, CS_ATTACK_BARE,
     .run = {RW, NULL, NULL},
     .code = PLACE "attempt(lambda: os.mkfifo(w + '/p'))\n"},
    {"D21", "a repository's link as a writable mount", CS_ATTACK_ALL,
     CS_ATTACK_REFUSED | CS_ATTACK_FREE,
     .run = {{NULL},
             HEAD "fs: {mounts: [{host: '@/in', guest: /m, mode: rw}]}\n",
             "version: 1\nfs: {mounts: [{host: '@/in/out', guest: /m/out, "
             "mode: rw}]}\n"},
     .control = {{NULL},
                 HEAD "fs: {mounts: [{host: '@/in', guest: /m, mode: rw}]}\n",
                 NULL},
     .code = "attempt(lambda: open('/m/out/PWNED', 'w').close(), lambda: "
             "open('/m/private/PWNED', 'w').close())\n"},
    {"D25", "links that lead the host elsewhere",
     CS_ATTACK_ALL | CS_ATTACK_IMAGE, CS_ATTACK_BARE, .run = {RW, NULL, NULL},
     .code =
         PLACE "def moved():\n"
               "    os.symlink('../plain', w + '/private/l'); os.rename(w + "
               "'/private/l', w + '/l')\n"
               "attempt(lambda: os.symlink('@/outside/key', w + '/a'), lambda: "
               "os.symlink('../outside/key', w + '/b'), moved)\n"},
};

const cs_attack_list cs_attacks_files = {attacks,
                                         sizeof attacks / sizeof *attacks};
