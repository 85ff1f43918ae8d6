import sys
def old():
    raise ValueError(3)
def f(exc, how):
    code = compile("\n\nraise e", "<x>", "exec")
    if how: code = code.replace(co_name='temp')
    try: exec(code, {'e': exc, '__name__': 'q'}, {})
    except BaseException: return sys.exc_info()[2]
def show(tb):
    while tb is not None:
        print(tb.tb_frame.f_code.co_name, tb.tb_lineno)
        tb = tb.tb_next
    print()
try: old()
except ValueError as e:
    for how in (0, 1):
        try: show(f(e, how))
        except Exception as x: print(repr(x))
show(f(KeyError(1), 0))
show(f(KeyError(1).with_traceback(None), 1))
space = {}
exec(compile("x = 1\ny = [x]", "<x>", "exec").replace(co_name="z"), {}, space)
print(space, eval(compile("x + 1", "<x>", "eval").replace(co_name="z"), {}, space))
