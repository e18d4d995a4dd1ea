"""A smaller input that fails in the same way: pieces are left out as long as it still does."""

from collections.abc import Iterator

from fuzz.inputs import Input
from fuzz.judge import tried

TRIES = 400


def shrunk(sent: Input) -> Input:
    """The input with as little text as so many tries find; the way in and the explorer stay."""
    wrong = _kind(sent)
    left = TRIES
    smaller = True
    while smaller and left > 0:
        smaller = False
        for each in _less(sent):
            left -= 1
            if _kind(each) == wrong:
                sent, smaller = each, True
                break
            if left <= 0:
                break
    return sent


def _kind(sent: Input) -> str:
    """What goes wrong, without what the input has to do with it."""
    return tried(sent).wrong[:40]


def _less(sent: Input) -> Iterator[Input]:
    """The same with a half, a quarter, ... of one of its texts left out."""
    for place, text in enumerate(sent.texts):
        size = len(text)
        while size > 1:
            size = -(-size // 2)
            for start in range(0, len(text), size):
                less = text[:start] + text[start + size :]
                yield sent._replace(texts=(*sent.texts[:place], less, *sent.texts[place + 1 :]))
            if size == 1:
                break
