# scheduler.py: A small round-robin scheduler written with coroutines.
# SPDX-License-Identifier: Apache-2.0

class Sleep:
    def __init__(self, n): self.n = n
    def __await__(self):
        for _ in range(self.n):
            yield 'sleep'


class Queue:
    def __init__(self): self.items = []
    async def get(self):
        while not self.items:
            await Sleep(1)
        return self.items.pop(0)
    def put(self, x): self.items.append(x)


class Task:
    def __init__(self, co, name): self.co, self.name, self.done, self.result, self.error = co, name, False, None, None
    def __await__(self):
        while not self.done:
            yield 'join'
        if self.error:
            raise self.error
        return self.result


class Loop:
    def __init__(self): self.tasks, self.steps = [], 0
    def spawn(self, co, name):
        t = Task(co, name)
        self.tasks.append(t)
        return t
    def run(self, main):
        root = self.spawn(main, 'main')
        while not root.done:
            for t in list(self.tasks):
                self.steps += 1
                try:
                    t.co.send(None)
                except StopIteration as e:
                    t.done, t.result = True, e.value
                    self.tasks.remove(t)
                except Exception as e:
                    t.done, t.error = True, e
                    self.tasks.remove(t)
        if root.error:
            raise root.error
        return root.result


loop = Loop()


async def producer(q, n):
    for i in range(n):
        await Sleep(i)
        q.put(i)
        print('put', i)
    q.put(None)


async def consumer(q):
    out = []
    while (x := await q.get()) is not None:
        print('got', x)
        out.append(x)
    return out


async def fails():
    await Sleep(2)
    raise ValueError('task failed')


async def main():
    q = Queue()
    p = loop.spawn(producer(q, 4), 'p')
    c = loop.spawn(consumer(q), 'c')
    f = loop.spawn(fails(), 'f')
    await p
    try:
        await f
    except ValueError as e:
        print('joined', e)
    return await c


print(loop.run(main()), loop.steps)
