# call-external
[add_ints(i, CONST_INT) for i in range(3)]
# Return=[42, 43, 44]
