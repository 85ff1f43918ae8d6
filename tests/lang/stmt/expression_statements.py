# expression_statements.py: Semicolons, line joining, pass, docstrings, comments.
# SPDX-License-Identifier: Apache-2.0

"""module docstring""" ; x = 1; y = 2
print(__doc__, x, y)
print('a'); print('b');
pass; pass
z = (1 +
     2 +  # comment inside

     3)
print(z)
w = 1 + \
    2 + \
  3
print(w)
lst = [
    1,
    2,

    3,
]
print(lst)
d = {
    'a':
    1,
    'b'
    : 2
}
print(d)
'string statement'
1 + 1
[x, y]
...
print(1,
2,
      3)
def f(): return 1
def g(): "doc"; x = 2; return x
class C: a = 1; b = 2
print(f(), g(), g.__doc__, C.a, C.b)
if x: print('one'); print('line')
for i in range(2): print(i); print(-i)
	
  
# indented nothing
if x:
        print('eight')
        if y:
          print('two more')
	# odd comment indentation
        print('back')
class D:
    'class doc'
    def m(self):
        r'''raw doc\n'''
    def n(self):
        f'not doc {1}'
    def o(self):
        b'not doc'
    def p(self):
        'con' 'cat'
    def q(self):
        pass
        'late'
print(D.__doc__, D.m.__doc__, D.n.__doc__, D.o.__doc__, D.p.__doc__, D.q.__doc__)
print ( 'spaces' ) ; print( [ 1 , 2 ] [ 0 ] ) ; print(C . a)
x=1;y=2;print(x+y,x-y,x*y);
if x :print( 'tight')
print((((((1))))), ((),), (((),),))
def \
    h \
    (a,
     b=2):
    return a+b
print(h(1))
