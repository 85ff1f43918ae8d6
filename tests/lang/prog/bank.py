# bank.py: Accounts with exceptions, properties, context managers and a ledger.
# SPDX-License-Identifier: Apache-2.0

class BankError(Exception): pass


class InsufficientFunds(BankError):
    def __init__(self, need, have):
        super().__init__(f'need {need:.2f}, have {have:.2f}')
        self.shortfall = need - have


class Ledger:
    def __init__(self): self.entries = []
    def __call__(self, kind, **kw): self.entries.append((kind, kw))
    def __iter__(self): return iter(self.entries)
    def __len__(self): return len(self.entries)


class Account:
    _next = 1000

    def __init__(self, owner, balance=0, ledger=None):
        self.owner, self._balance, self.ledger = owner, balance, ledger if ledger is not None else Ledger()
        self.number = Account._next
        Account._next += 1

    @property
    def balance(self): return self._balance

    @balance.setter
    def balance(self, v):
        if v < 0:
            raise InsufficientFunds(self._balance - v, self._balance)
        self._balance = v

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError(f'bad amount: {amount}')
        self.balance += amount
        self.ledger('deposit', to=self.number, amount=amount)
        return self

    def withdraw(self, amount):
        self.balance -= amount
        self.ledger('withdraw', of=self.number, amount=amount)
        return self

    def __repr__(self): return f'{type(self).__name__}({self.owner!r}, {self.balance:,.2f})'
    def __eq__(self, o): return isinstance(o, Account) and self.number == o.number
    def __hash__(self): return hash(self.number)
    def __lt__(self, o): return self.balance < o.balance


class Savings(Account):
    rate = 0.05

    def add_interest(self): return self.deposit(round(self.balance * self.rate, 2))


class Checking(Account):
    def __init__(self, *a, overdraft=100, **k):
        super().__init__(*a, **k)
        self.overdraft = overdraft

    @Account.balance.setter
    def balance(self, v):
        if v < -self.overdraft:
            raise InsufficientFunds(self._balance - v, self._balance + self.overdraft)
        self._balance = v


class Transaction:
    def __init__(self, *accounts): self.accounts = accounts
    def __enter__(self):
        self.saved = [a._balance for a in self.accounts]
        return self

    def __exit__(self, t, v, tb):
        if t is not None:
            for a, b in zip(self.accounts, self.saved):
                a._balance = b
            print('rolled back:', v)
        return isinstance(v, BankError)


log = Ledger()
s, c = Savings('ann', 1000, log), Checking('bob', ledger=log)
s.deposit(500).withdraw(200).add_interest()
c.withdraw(50)
print(s, c, s.number, c.number, s > c, sorted([s, c]), max(s, c).owner, len(log))
with Transaction(s, c):
    s.withdraw(1000)
    c.deposit(1000)
print(s, c)
with Transaction(s, c):
    c.deposit(10)
    s.withdraw(10 ** 6)
print(s, c)
try:
    with Transaction(s):
        s.deposit(-5)
except ValueError as e:
    print('error', e)
try:
    c.withdraw(2000)
except InsufficientFunds as e:
    print(e, e.shortfall)
for kind, kw in log:
    print(f'{kind:<10}', ', '.join(f'{k}={v}' for k, v in kw.items()))
totals = {}
for kind, kw in log:
    totals[kind] = totals.get(kind, 0) + kw['amount']
print(totals, {s: 1}[s], s == c, s != Savings('x'), {type(a).__name__ for a in [s]})
