# calculator.py: Tokenizer, recursive descent parser and evaluator.
# SPDX-License-Identifier: Apache-2.0

class ParseError(Exception):
    def __init__(self, msg, pos):
        super().__init__(f'{msg} at {pos}')
        self.pos = pos


def tokens(src):
    i = 0
    while i < len(src):
        c = src[i]
        if c.isspace():
            i += 1
        elif c.isdigit() or c == '.':
            j = i
            while j < len(src) and (src[j].isdigit() or src[j] == '.'):
                j += 1
            try:
                yield ('num', float(src[i:j]) if '.' in src[i:j] else int(src[i:j]), i)
            except ValueError as e:
                raise ParseError(str(e), i) from e
            i = j
        elif c.isalpha():
            j = i
            while j < len(src) and src[j].isalnum():
                j += 1
            yield ('name', src[i:j], i)
            i = j
        elif src.startswith('**', i):
            yield ('op', '**', i)
            i += 2
        elif c in '+-*/%(),=':
            yield ('op', c, i)
            i += 1
        else:
            raise ParseError(f'bad character {c!r}', i)
    yield ('end', None, i)


class Calc:
    funcs = {'max': max, 'min': min, 'abs': abs, 'round': round}
    left = {'+': 1, '-': 1, '*': 2, '/': 2, '%': 2}

    def __init__(self):
        self.vars = {'pi': 3.14159}

    def run(self, src):
        self.toks = list(tokens(src))
        self.i = 0
        if len(self.toks) > 2 and self.toks[0][0] == 'name' and self.toks[1][1] == '=':
            self.i = 2
            value = self.vars[self.toks[0][1]] = self.expr(0)
        else:
            value = self.expr(0)
        if self.peek()[0] != 'end':
            raise ParseError(f'unexpected {self.peek()[1]!r}', self.peek()[2])
        return value

    def peek(self):
        return self.toks[self.i]

    def take(self, want=None):
        kind, val, pos = self.toks[self.i]
        if want is not None and val != want:
            raise ParseError(f'expected {want!r}, got {val!r}', pos)
        self.i += 1
        return kind, val, pos

    def expr(self, level):
        value = self.unary()
        while (op := self.peek()[1]) in self.left and self.left[op] > level:
            self.take()
            other = self.expr(self.left[op])
            match op:
                case '+': value = value + other
                case '-': value = value - other
                case '*': value = value * other
                case '/': value = value / other
                case '%': value = value % other
        return value

    def unary(self):
        if self.peek()[1] == '-':
            self.take()
            return -self.unary()
        base = self.atom()
        if self.peek()[1] == '**':
            self.take()
            return base ** self.unary()
        return base

    def atom(self):
        kind, val, pos = self.take()
        if kind == 'num':
            return val
        if kind == 'name' and self.peek()[1] == '(':
            self.take()
            args = []
            while self.peek()[1] != ')':
                args.append(self.expr(0))
                if self.peek()[1] == ',':
                    self.take()
            self.take(')')
            return self.funcs[val](*args)
        if kind == 'name':
            return self.vars[val]
        if val == '(':
            value = self.expr(0)
            self.take(')')
            return value
        raise ParseError(f'unexpected {val!r}', pos)


c = Calc()
for src in ('1 + 2 * 3', '(1 + 2) * 3', '2 ** 3 ** 2', '-2 ** 2', '10 - 4 - 3', '7 / 2', '7 % 4 + .5', 'x = 5', 'x * pi', 'max(1, x, 3) + min(2, 1)', 'abs(-7)', '1 / 0', '1 +', '(1', '1 2', '$', 'nope', 'nofn(1)', '1..2', 'round(2.567, 1)', '', 'y = x = 3', '2 * (3 + (4 - 1)) / 3'):
    try:
        print(f'{src!r:28} = {c.run(src)}')
    except (ParseError, ZeroDivisionError, KeyError, TypeError) as e:
        print(f'{src!r:28} ! {type(e).__name__}: {e}')
