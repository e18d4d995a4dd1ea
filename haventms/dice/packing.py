"""Many integers in one: a row of weights as a single big integer, a slot of bytes each.

Multiplying two packed rows convolves them, raising one to a power sums that many rolls, and adding scaled rows
works on every column at once: the loops run inside Python's integer arithmetic. Exact as long as
no slot overflows, so widths are chosen from the denominators, which bound every weight.
"""

from collections.abc import Sequence


def slot_width(largest: int) -> int:
    """Bytes that hold every integer from 0 to ``largest``."""
    return (largest.bit_length() + 7) // 8


def pack(weights: Sequence[int], width: int) -> int:
    """Join non-negative weights into one integer, the first in the lowest slot."""
    return int.from_bytes(b"".join([weight.to_bytes(width, "little") for weight in weights]), "little")


def unpack(packed: int, width: int, slots: int) -> list[int]:
    """Split what ``pack`` joined into ``slots`` weights."""
    data = packed.to_bytes(width * slots, "little")
    read = int.from_bytes
    return [read(data[at : at + width], "little") for at in range(0, width * slots, width)]
