x = [[]]
# ref-counts={'x': 2}
