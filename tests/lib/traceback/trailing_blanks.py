"""Blanks at the end of a line move the carets that the module draws."""
import traceback


def f(x):
    return 1 + x.y   


def g(x):
    return 1 + f(x) # a comment


for what in (f, g):
    try:
        what(3)  
    except AttributeError:
        print(traceback.format_exc())
