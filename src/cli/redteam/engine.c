/*
 * engine.c - groups A and B: the language, and programs that never end.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/redteam/attack.h"

#define SMALL \
  { "-m", "64m", "--timeout", "1s", NULL }

static const cs_attack attacks[] = {
    {"A01", "walk the tree of types to a function that opens files",
     CS_ATTACK_ENGINE, CS_ATTACK_BARE,
     .code =
         "def walk():\n"
         "    for c in ().__class__.__base__.__subclasses__():\n"
         "        g = getattr(getattr(c, '__init__', None), '__globals__', "
         "{})\n"
         "        for m in list(g.values()):\n"
         "            for name in ('open', 'open_code', 'FileIO'):\n"
         "                f = getattr(m, name, None)\n"
         "                try:\n"
         "                    if f and b'CANARY' in bytes(f('@/outside/key', "
         "'rb').read()): return True\n"
         "                except Exception: pass\n"
         "    return False\n"
         "attempt(walk, lambda: read('@/outside/key'))\n"},
    {"A02", "frames of the caller, and what they see", CS_ATTACK_ENGINE,
     CS_ATTACK_BARE,
     .code =
         "import sys\n"
         "def up():\n"
         "    try: raise ValueError\n"
         "    except ValueError as e: f = e.__traceback__.tb_frame\n"
         "    while f.f_back: f = f.f_back\n"
         "    b = f.f_builtins\n"
         "    return 'CANARY' in b['open']('@/outside/key').read()\n"
         "attempt(up, lambda: 'CANARY' in sys._getframe(1).f_builtins['open']"
         "('@/outside/key').read())\n"},
    {"A09", "native code by an import", CS_ATTACK_ENGINE, CS_ATTACK_BARE,
     .code = "def call(name):\n"
             "    m = __import__(name)\n"
             "    return m.CDLL(None).getpid() > 0\n"
             "attempt(lambda: call('ctypes'), lambda: call('_ctypes'))\n"},
    {"A20", "files of the host by every call that opens one", CS_ATTACK_ALL,
     CS_ATTACK_FREE,
     .control = {{"-v", "@/outside:@/outside:ro", NULL}, NULL, NULL},
     .code =
         "import os, io, pathlib\n"
         "P = '@/outside/key'\n"
         "attempt(lambda: read(P), lambda: os.open(P, 0) >= 0,\n"
         "        lambda: 'CANARY' in pathlib.Path(P).read_text(),\n"
         "        lambda: 'CANARY' in io.open(P).read(), lambda: os.stat(P),\n"
         "        lambda: os.listdir('@/outside'))\n"},
    {"B02", "recursion without an end", CS_ATTACK_ALL, CS_ATTACK_ENDED,
     .run = {SMALL, NULL, NULL},
     .code = "def f(): return f()\n"
             "try: f()\n"
             "except RecursionError: pass\n"
             "else: raise SystemExit(77)\n"},
    {"B03", "integers that take for ever", CS_ATTACK_ALL, CS_ATTACK_ENDED,
     .run = {SMALL, NULL, NULL},
     .code = "attempt(lambda: str((7 ** 7 ** 9) ** 2))\n"},
    {"B04", "sizes beyond all memory", CS_ATTACK_ALL, CS_ATTACK_ENDED,
     .run = {SMALL, NULL, NULL},
     .code = "attempt(lambda: 'a' * 10**12, lambda: [0] * 2**60,\n"
             "        lambda: bytes(2**50), lambda: bytearray(2**40))\n"},
    {"B07", "a pattern that backtracks for ever", CS_ATTACK_ALL,
     CS_ATTACK_ENDED, .run = {SMALL, NULL, NULL},
     .code = "import re\n"
             "re.match('(a|aa)+$', 'a' * 60 + 'b')\n"
             "raise SystemExit(77)\n"},
    {"B08", "an endless loop inside a built-in", CS_ATTACK_ALL, CS_ATTACK_ENDED,
     .run = {SMALL, NULL, NULL},
     .code = "sum(iter(int, 1))\n"
             "raise SystemExit(77)\n"},
    {"B09", "swallow whatever ends the program", CS_ATTACK_ALL, CS_ATTACK_ENDED,
     .run = {SMALL, NULL, NULL},
     .code = "while True:\n"
             "    try:\n"
             "        while True: pass\n"
             "    except BaseException: continue\n"},
    {"A04", "reach variables by formatting", CS_ATTACK_ENGINE, CS_ATTACK_BARE,
     .code = "import os\n"
             "def f(): pass\n"
             "attempt(lambda: 'of the host' in "
             "'{0.__globals__[os].environ[CANARY_VARIABLE]}'.format(f),\n"
             "  lambda: 'of the host' in "
             "'{0.__init__.__globals__[os].environ[CANARY_VARIABLE]}'"
             ".format(os._Environ))\n"},
    {"A05", "names that are spelled otherwise", CS_ATTACK_ENGINE,
     CS_ATTACK_BARE,
     .code = "import builtins\n"
             "name = '@/outside/key'\n"
             "attempt(lambda: 'CANARY' in "
             "eval('\\uff4f\\uff50\\uff45\\uff4e(name)').read(),\n"
             "  lambda: 'CANARY' in getattr(builtins, 'op' + "
             "'en')(name).read(),\n"
             "  lambda: 'CANARY' in vars(builtins)[chr(111) + "
             "'pen'](name).read())\n"},
    {"A06", "paths of the host in an exception of a tool",
     CS_ATTACK_ENGINE | CS_ATTACK_PROCESS, CS_ATTACK_FREE,
     .run = {{"--call", "t=false", NULL}, NULL, NULL},
     .control = {{"--call", "t=/bin/sh -c 'echo @/in >&2; exit 1'", NULL},
                 NULL,
                 NULL},
     .code = "def look():\n"
             "    try: t()\n"
             "    except Exception as e:\n"
             "        seen = repr((e, e.args, getattr(e, '__notes__', ''), "
             "e.__cause__, e.__context__))\n"
             "        tb = e.__traceback__\n"
             "        while tb is not None:\n"
             "            seen += repr(getattr(tb, 'tb_frame', ''))\n"
             "            tb = getattr(tb, 'tb_next', None)\n"
             "        return '@/in' in seen\n"
             "    return False\n"
             "attempt(look)\n"},
    {"A10", "import through a link that leaves the mount",
     CS_ATTACK_ENGINE | CS_ATTACK_PROCESS, CS_ATTACK_FREE,
     .run = {{"-v", "@/in:/m:ro", "--path", "/m", NULL}, NULL, NULL},
     .control = {{"-v", "@:/m:ro", "--path", "/m", NULL}, NULL, NULL},
     .code = "attempt(lambda: __import__('out.evil'), lambda: "
             "__import__('abs.evil'),\n"
             "  lambda: __import__('outside.evil'))\n"},
    {"B05", "text that grows by padding", CS_ATTACK_ENGINE,
     CS_ATTACK_ENDED | CS_ATTACK_FREE, .run = {SMALL, NULL, NULL},
     .control = {{"-m", "1g", "--timeout", "30s", NULL}, NULL, NULL},
     .code = "attempt(lambda: len('x'.zfill(10**8)) > 10**7,\n"
             "  lambda: len('{:>100000000}'.format('x')) > 1,\n"
             "  lambda: len('ab'.replace('', 'x' * 10**8)) > 1)\n"},
    {"B11", "output without an end", CS_ATTACK_ALL,
     CS_ATTACK_ENDED | CS_ATTACK_FREE,
     .run = {{"--max-output", "1m", NULL}, NULL, NULL},
     .control = {{"--max-output", "100m", NULL}, NULL, NULL},
     .code = "for i in range(20): print('x' * 10**6)\n"
             "raise SystemExit(77)\n"},
    {"B21", "a budget that starts anew in exec", CS_ATTACK_ENGINE,
     CS_ATTACK_ENDED | CS_ATTACK_FREE,
     .run = {{"--fuel", "200000", NULL}, NULL, NULL},
     .control = {{"--fuel", "100000000", NULL}, NULL, NULL},
     .code = "for i in range(40): exec('for i in range(10**4): pass')\n"
             "raise SystemExit(77)\n"},
    {"C01", "names that look like those of tools", CS_ATTACK_ENGINE,
     CS_ATTACK_FREE, .run = {{"--call", "known=echo 1", NULL}, NULL, NULL},
     .control = {{"--call", "Known=echo 1", NULL}, NULL, NULL},
     .code = "attempt(lambda: Known(), lambda: eval('kn\\u043ewn')(), lambda: "
             "eval('known2')())\n"},
    {"C07", "a result of a tool that becomes more than data", CS_ATTACK_ENGINE,
     CS_ATTACK_FREE,
     .run = {{"--call",
              "t=echo '{\"__class__\": \"SystemExit\", \"code\": 77}'", NULL},
             NULL,
             NULL},
     .control = {{"--call", "t=echo 77", NULL}, NULL, NULL},
     .code = "r = t()\n"
             "attempt(lambda: type(r) is not dict)\n"},
};

const cs_attack_list cs_attacks_engine = {attacks,
                                          sizeof attacks / sizeof *attacks};
