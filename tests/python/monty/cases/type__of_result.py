{'a': 1}.items() and {1, 2}
# Return.type=set
