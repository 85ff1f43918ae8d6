# dis_instructions.py: dis shows the engine's own instructions.
# SPDX-License-Identifier: Apache-2.0
#
# The engine is a register machine: docs/bytecode.md lists its instructions.
# `Instruction.arg` is a tuple of the operands, and co_code is empty.
import dis


def f(a):
    return a.name + 1


dis.dis(f)
print([i.opname for i in dis.get_instructions("x < 2")])
print(f.__code__.co_code)
#>    10            0 GETATTR      R1, R0(a), 'name'
#>                  4 ADD_K        R1, R1, 1
#>                  6 RET          R1
#>                  8 RETNONE
#> ['GETNAME', 'LOADI', 'CMPV', 'SETRESULT', 'RET']
#> b''
