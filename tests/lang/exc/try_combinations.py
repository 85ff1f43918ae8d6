# try_combinations.py: try/except/else/finally in all combinations.
# SPDX-License-Identifier: Apache-2.0

def run(kind, exc=None):
    log = []
    try:
        if kind == 'ef':
            try:
                log.append('try')
                if exc: raise exc
            except ValueError:
                log.append('except')
            finally:
                log.append('finally')
        elif kind == 'e':
            try:
                log.append('try')
                if exc: raise exc
            except ValueError as e:
                log.append(f'except {e}')
        elif kind == 'f':
            try:
                log.append('try')
                if exc: raise exc
            finally:
                log.append('finally')
        elif kind == 'ee':
            try:
                log.append('try')
                if exc: raise exc
            except ValueError:
                log.append('except')
            else:
                log.append('else')
        elif kind == 'eef':
            try:
                log.append('try')
                if exc: raise exc
            except (ValueError, KeyError) as e:
                log.append(f'except {type(e).__name__}')
            except Exception:
                log.append('generic')
                raise
            else:
                log.append('else')
            finally:
                log.append('finally')
        elif kind == 'bare':
            try:
                log.append('try')
                if exc: raise exc
            except:
                log.append('bare')
            else:
                log.append('else')
            finally:
                log.append('finally')
    except BaseException as e:
        log.append(f'escaped {type(e).__name__}')
    return log


for kind in ('e', 'f', 'ef', 'ee', 'eef', 'bare'):
    for exc in (None, ValueError('v'), KeyError('k'), TypeError('t'), KeyboardInterrupt()):
        print(kind, type(exc).__name__, run(kind, exc))


def else_raises():
    try:
        pass
    except ValueError:
        return 'wrong'
    else:
        raise ValueError('from else')
    finally:
        print('fin')


try:
    else_raises()
except ValueError as e:
    print(e)


def except_raises():
    try:
        raise ValueError('one')
    except ValueError:
        raise KeyError('two')
    except KeyError:
        return 'wrong'
    finally:
        print('fin')


try:
    except_raises()
except KeyError as e:
    print(e, repr(e.__context__))


def finally_raises():
    try:
        raise ValueError('one')
    finally:
        raise KeyError('two')


try:
    finally_raises()
except KeyError as e:
    print(e, repr(e.__context__))
