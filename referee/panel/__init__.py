"""The phones: each crew's own secret screen, served on the local network.

A phone holds its crew's code and a key of its own. What it is sent comes from the table's view of that crew alone; what
it taps becomes an order of that crew, in a role the phone has claimed. No rules live here.
"""
