# virtual_machine.py: An assembler and a stack machine.
# SPDX-License-Identifier: Apache-2.0

SOURCE = '''
    push 10
    store n
    push 1
    store acc
loop:
    load n
    jz done
    load acc
    load n
    mul
    store acc
    load n
    push 1
    sub
    store n
    jmp loop
done:
    load acc
    print
    push 3
    call square
    print
    push 1
    push 0
    div
    print
    halt
square:
    dup
    mul
    ret
'''


class VMError(Exception): pass


def assemble(src):
    code, labels = [], {}
    for no, line in enumerate(src.splitlines(), 1):
        line = line.split('#')[0].strip()
        if not line:
            continue
        if line.endswith(':'):
            labels[line[:-1]] = len(code)
            continue
        op, *args = line.split()
        code.append((op, args[0] if args else None, no))
    return [(op, labels.get(a, a) if op[0] in 'jc' and a else int(a) if a and a.lstrip('-').isdigit() else a, no) for op, a, no in code]


class VM:
    def __init__(self, code):
        self.code, self.stack, self.calls, self.vars, self.pc, self.steps = code, [], [], {}, 0, 0

    def run(self):
        while self.pc < len(self.code):
            op, arg, line = self.code[self.pc]
            self.pc += 1
            self.steps += 1
            handler = getattr(self, 'op_' + op, None)
            if handler is None:
                raise VMError(f'line {line}: unknown op {op!r}')
            try:
                r = handler(arg) if arg is not None else handler()
            except (IndexError, KeyError, ZeroDivisionError) as e:
                raise VMError(f'line {line}: {op}: {type(e).__name__}: {e}') from e
            if r is StopIteration:
                break
        return self.steps

    def op_push(self, v): self.stack.append(v)
    def op_load(self, k): self.stack.append(self.vars[k])
    def op_store(self, k): self.vars[k] = self.stack.pop()
    def op_dup(self): self.stack.append(self.stack[-1])
    def op_print(self): print('out:', self.stack.pop())
    def op_jmp(self, t): self.pc = t
    def op_jz(self, t): self.pc = self.pc if self.stack.pop() else t
    def op_call(self, t):
        self.calls.append(self.pc)
        self.pc = t
    def op_ret(self): self.pc = self.calls.pop()
    def op_halt(self): return StopIteration


for name, f in {'add': lambda a, b: a + b, 'sub': lambda a, b: a - b, 'mul': lambda a, b: a * b, 'div': lambda a, b: a // b}.items():
    def method(self, f=f):
        b, a = self.stack.pop(), self.stack.pop()
        self.stack.append(f(a, b))
    setattr(VM, 'op_' + name, method)

code = assemble(SOURCE)
print(len(code), code[:4], code[6])
vm = VM(code)
try:
    print(vm.run())
except VMError as e:
    print(e, '| cause', repr(e.__cause__), '| steps', vm.steps, vm.vars)
for src in ('push 1\nadd', 'load x', 'nope 1', 'push 2\npush 3\nadd\nprint', 'ret', 'push 5\nloop:\ndup\nprint\npush 1\nsub\ndup\njz end\njmp loop\nend:\nhalt'):
    vm = VM(assemble(src))
    try:
        print('steps', vm.run(), vm.stack)
    except VMError as e:
        print(e)
