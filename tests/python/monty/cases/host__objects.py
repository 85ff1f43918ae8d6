# call-external
p = make_point()
(p.x, p.y, p.sum(), p.describe(label='at'), make_user('Ada').greeting())
# Return=(1, 2, 3, 'at(1, 2)', 'Hello, Ada!')
