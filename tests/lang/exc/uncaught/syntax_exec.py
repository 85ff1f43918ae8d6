# syntax_exec.py: SyntaxError from exec.
# SPDX-License-Identifier: Apache-2.0

def run(src):
    exec(src)
run('x = 1\nif x\n    pass')
