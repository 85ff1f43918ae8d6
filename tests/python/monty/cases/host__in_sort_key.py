# call-external
sorted(['b', 'a', 'c'], key=lambda s: return_value(s))
# Return=['a', 'b', 'c']
