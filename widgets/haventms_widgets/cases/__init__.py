"""Small cases of the explorers in the order of their size; the smallest in which the readings of a ruling differ."""
