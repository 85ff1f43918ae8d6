"""asyncio, unittest, xml.etree, re: public names that other tests leave out."""
import asyncio, asyncio.exceptions, asyncio.queues, io, re, unittest, warnings
import xml.etree.ElementTree as ET
import xml.etree.ElementPath


async def attempt(awaitable):
    try:
        return await awaitable
    except BaseException as e:
        return f'{type(e).__name__}: {e}'


async def value(x, after=0):
    await asyncio.sleep(after)
    if isinstance(x, Exception):
        raise x
    return x


async def main():
    loop = asyncio.get_running_loop()
    print(isinstance(loop, asyncio.AbstractEventLoop), isinstance(loop, asyncio.BaseEventLoop), asyncio.iscoroutine(c := value(1)), asyncio.iscoroutinefunction(value), await c)
    for kind in (asyncio.Queue, asyncio.LifoQueue, asyncio.PriorityQueue):
        q = kind(3)
        for x in (2, 3, 1):
            q.put_nowait(x)
        try:
            q.put_nowait(9)
        except asyncio.QueueFull as e:
            print(type(e).__name__, q.full(), q.qsize())
        print([q.get_nowait() for _ in range(3)])
        try:
            q.get_nowait()
        except asyncio.QueueEmpty as e:
            print(type(e).__name__, q.empty())
        for _ in range(3):
            q.task_done()
        await q.join()
        try:
            q.task_done()
        except ValueError as e:
            print(e)
    done, pending = await asyncio.wait([asyncio.ensure_future(value(i)) for i in range(3)], return_when=asyncio.ALL_COMPLETED)
    print(sorted(t.result() for t in done), pending)
    done, pending = await asyncio.wait([asyncio.create_task(value(i, i)) for i in (0, 5)], return_when=asyncio.FIRST_COMPLETED)
    print(len(done), len(pending))
    for t in pending:
        t.cancel()
    print(await asyncio.gather(*pending, return_exceptions=True))
    print(await attempt(asyncio.wait_for(value(1, 5), 0.01)), await attempt(asyncio.wait_for(value(2), None)))
    async with asyncio.timeout(None) as t:
        t.reschedule(loop.time() + 10)
        print(t.expired(), t.when() > loop.time())

    async def slow():
        async with asyncio.timeout_at(loop.time() + 0.01):
            await asyncio.sleep(5)
    print(await attempt(slow()))
    inner = asyncio.ensure_future(value(7, 0.01))
    print(await asyncio.shield(inner), inner.done())
    handle = loop.call_soon(print, 'soon')
    timer = loop.call_later(10, print, 'never')
    print(isinstance(handle, asyncio.Handle), isinstance(timer, asyncio.TimerHandle), timer.when() > loop.time(), timer.cancel(), timer.cancelled())
    await asyncio.sleep(0)
    f = loop.create_future()
    f.add_done_callback(lambda f: print('done', f.result()))
    f.set_result(5)
    print(await f, asyncio.isfuture(f), asyncio.isfuture(5), await attempt(asyncio.wait([])))
    try:
        f.set_result(6)
    except asyncio.InvalidStateError as e:
        print(type(e).__name__)
    b = asyncio.Barrier(2)
    await b.abort()
    print(b.broken, await attempt(b.wait()), issubclass(asyncio.BrokenBarrierError, RuntimeError))
    e = asyncio.IncompleteReadError(b'ab', 5)
    print(e, e.partial, e.expected, asyncio.LimitOverrunError('m', 3).consumed, issubclass(asyncio.SendfileNotAvailableError, RuntimeError), asyncio.exceptions.CancelledError is asyncio.CancelledError)
    await asyncio.sleep(0)
    print(len(asyncio.all_tasks()), asyncio.current_task() in asyncio.all_tasks(), await asyncio.to_thread(max, 3, 4))
    s = asyncio.BoundedSemaphore(1)
    await s.acquire()
    s.release()
    try:
        s.release()
    except ValueError as e:
        print(e)


asyncio.run(main())
loop = asyncio.new_event_loop()
print(loop.run_until_complete(value(3)), loop.is_closed(), loop.close(), loop.is_closed(), isinstance(asyncio.get_event_loop_policy(), asyncio.AbstractEventLoopPolicy))
with asyncio.Runner() as runner:
    print(runner.run(value('r')), isinstance(runner.get_loop(), asyncio.AbstractEventLoop))


class T(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self): self.x = await value(1)

    async def test_ok(self): self.assertEqual(await value(1), self.x)

    async def test_bad(self): self.assertEqual(await value(2), self.x)

    @unittest.skip('why')
    async def test_skip(self): pass


result = unittest.TextTestResult(unittest.runner._WritelnDecorator(io.StringIO()), True, 0) if False else unittest.TestResult()
unittest.defaultTestLoader.loadTestsFromTestCase(T).run(result)
print(result.testsRun, len(result.failures), len(result.errors), len(result.skipped), result.wasSuccessful())
ran = unittest.TextTestRunner(stream=io.StringIO(), verbosity=2).run(unittest.defaultTestLoader.loadTestsFromTestCase(T))
print(type(ran) is unittest.TextTestResult, ran.testsRun, issubclass(unittest.SkipTest, Exception))
with warnings.catch_warnings():
    warnings.simplefilter('ignore')
    print(unittest.makeSuite(T).countTestCases(), unittest.findTestCases(__import__('__main__')).countTestCases())
print(unittest.installHandler is not None, unittest.registerResult(result), unittest.removeResult(result), unittest.removeHandler() is None)

root = ET.XML('<a x="1"><b>t</b>tail<c><b/></c><!-- r --><?p d?></a>')
print(ET.tostring(root), ET.tostringlist(root), [e.tag for e in xml.etree.ElementPath.iterfind(root, './/b')], xml.etree.ElementPath.find(root, 'c/b').tag, xml.etree.ElementPath.findtext(root, 'b'), len(xml.etree.ElementPath.findall(root, '*')), list(xml.etree.ElementPath.xpath_tokenizer("a/b[@x='1']")))
for text in ('<a>', '<a></b>', '', '<a x=1/>', '<a/><b/>'):
    try:
        ET.fromstring(text)
    except ET.ParseError as e:
        print(text, type(e).__name__, e.position, e.code)
print(ET.tostring(ET.PI('t', 'x')), ET.tostring(ET.ProcessingInstruction('t')), ET.PI is ET.ProcessingInstruction)

flags = [re.ASCII, re.DOTALL, re.IGNORECASE, re.MULTILINE, re.VERBOSE, re.UNICODE, re.NOFLAG, re.U, re.LOCALE]
print([repr(f) for f in flags], isinstance(re.A, re.RegexFlag), re.IGNORECASE | re.M)
print(re.escape('a.b*c[d] é-\n'), re.escape(b'a.b'), re.findall('a(b)?', 'abaab'), re.fullmatch('a+', 'aaa').span(), re.fullmatch('a', 'ab'), re.search('b', 'abc').start(), isinstance(re.compile('x'), re.Pattern), isinstance(re.match('', ''), re.Match))
