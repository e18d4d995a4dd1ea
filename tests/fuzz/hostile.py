"""What nobody sends by accident: values of wrong kinds and sizes, texts that want to be more than text, spoilt JSON."""

import json
import random
import string
from typing import Any
from urllib.parse import quote

MARKUP = (
    "<img src=x onerror=hacked()>",
    "<script>hacked()</script>",
    "</script><script>hacked()</script>",
    "\"><svg onload='hacked()'>",
    "javascript:hacked()",
    "[click](javascript:hacked())",
    "&quot;&gt;&lt;b&gt;",
    "&#60;img src=x onerror=hacked()&#62;",
    "${hacked()}",
    "{{hacked()}}",
    "`hacked()`",
    "');hacked();//",
    '"]);hacked()#',
)
ODD = (
    "",
    " ",
    "\x00",
    "\x1b[31m",
    "\r\nSet-Cookie: a=b",
    "\ud800",
    "a\udfffb",
    "\u202egnol",
    "\ufeff",
    "e\u0301" * 5,
    "👩‍👩‍👧",
    "١٢",
    "１２",
    "²",
    "0x10",
    "1_000",
    "1e5",
    "1e999999999",
    "1/0",
    "1/3",
    "-1",
    "+5",
    "NaN",
    "-Infinity",
    "null",
    "None",
    "__proto__",
    "__class__",
    "constructor",
    "../../etc/passwd",
    "%00",
    "%",
    "%E0%A4",
    "%25%32%65",
    "a.b.c",
    "..",
    "*",
    "1..5",
    "d20",
    "999d999",
    "10x5",
    "9x" + "9" * 50,
    "40.*40",
    "99.*99",
    "'; DROP TABLE clauses; --",
    "True",
)
NUMBERS = (
    -1,
    0,
    1,
    2**31,
    2**63,
    2**64,
    -(2**63) - 1,
    10**30,
    10**4000,
    0.1,
    -0.0,
    1e-300,
    1e308,
    5e-324,
    float("nan"),
    float("inf"),
    3.0,
    10_000,
    720,
    1_000_000,
)


def text(source: random.Random) -> str:
    """Odd, marked up, long, or of any letters."""
    kind = source.random()
    if kind < 0.35:
        return source.choice(ODD)
    if kind < 0.65:
        return source.choice(MARKUP)
    if kind < 0.8:
        letters = source.choice([string.printable, "0123456789./-", "abc.=&%?#/", "é€😀\ud83d\u0000\u2028"])
        return "".join(source.choices(letters, k=source.randint(1, 40)))
    if kind < 0.9:
        return source.choice(["9", "a", "a.", "0.", "x=", "é", "&", "%41", "r."]) * source.choice([50, 500, 5_000])
    return source.choice(["9" * 5_000 + "/1", "1/" + "9" * 5_000, "x" * 50_000, "1," * 20_000, "1..2," * 2_000])


def value(source: random.Random) -> Any:
    """Any JSON value, and what JSON has no name for."""
    kind = source.random()
    if kind < 0.35:
        return text(source)
    if kind < 0.6:
        return source.choice(NUMBERS)
    if kind < 0.7:
        return source.choice([None, True, False])
    if kind < 0.75:
        return _deep(source.choice([2, 50, 300]), source.random() < 0.5)
    if kind < 0.9:
        return [value(source) for _ in range(source.choice([0, 1, 2, 3]))]
    return {text(source)[:60]: value(source) for _ in range(source.choice([0, 1, 2]))}


def _deep(depth: int, listed: bool) -> Any:
    found: Any = 1
    for _ in range(depth):
        found = [found] if listed else {"a": found}
    return found


def changed(tree: Any, source: random.Random) -> Any:
    """The same JSON value with one to three places harmed; what was given stays as it is."""
    tree = json.loads(json.dumps(tree))
    for _ in range(source.choice([1, 1, 2, 3])):
        tree = _harmed(tree, source)
    return tree


def _harmed(tree: Any, source: random.Random) -> Any:
    """One place, found by going down from the top."""
    if isinstance(tree, dict) and tree and source.random() < 0.85:
        key = source.choice(list(tree))
        what = source.random()
        if what < 0.1:
            return {**tree, text(source)[:60]: value(source)}
        if what < 0.15:
            return {name: each for name, each in tree.items() if name != key}
        return {**tree, key: _harmed(tree[key], source)}
    if isinstance(tree, list) and tree and source.random() < 0.85:
        place = source.randrange(len(tree))
        if source.random() < 0.15:
            return tree + tree[place : place + 1] * source.choice([1, 50, 500])
        return [*tree[:place], _harmed(tree[place], source), *tree[place + 1 :]]
    return value(source)


def broken(text: str, source: random.Random) -> str | bytes:
    """JSON that is none, or is read otherwise than it looks."""
    place = source.randrange(len(text) + 1)
    kind = source.randrange(9)
    if kind == 0:
        return text[:place]
    if kind == 1:
        return text[:place] + source.choice(ODD) + text[place:]
    if kind == 2:
        return text.replace("}", f', "{source.choice(["name", "kind", "con"])}": 1}}', 1)
    if kind == 3:
        return text.replace(": ", ": " + source.choice(["NaN, ", "[", "1e999, ", "-Infinity, ", "9" * 5_000 + ", "]), 1)
    if kind == 4:
        return "[" * 100_000
    if kind == 5:
        return '{"a":' * 3_000 + "1" + "}" * 3_000
    if kind == 6:
        return text.encode("utf-16")
    if kind == 7:
        return text.encode(errors="replace")[:place] + source.randbytes(8)
    return '{"' + "x" * 300_000 + '": 1}'


def spoilt(text: str, source: random.Random) -> str:
    """A state text in which a piece is harmed."""
    parts = text.split("&")
    place = source.randrange(len(parts))
    name, _, _ = parts[place].partition("=")
    kind = source.randrange(6)
    if kind == 0:
        parts[place] = f"{name}={_sent(source)}"
    elif kind == 1:
        parts[place] = f"{_sent(source)}={_sent(source)}"
    elif kind == 2:
        parts.append(f"{name}.{source.choice(['0', '1.kind', _sent(source)])}={_sent(source)}")
    elif kind == 3:
        parts.append(f"r.{source.choice(['haven_stack', 'haven_die', 'domains_die', _sent(source)])}={_sent(source)}")
    elif kind == 4:
        parts *= source.choice([2, 100])
    else:
        head, _, rest = name.partition(".0.")
        parts.append(f"{head}.{source.choice(['99999999', '9' * 5_000, '-1', '²', '١'])}.{rest or 'kind'}=1")
    return "&".join(parts)


def _sent(source: random.Random) -> str:
    """A text as it is, or written for an address."""
    found = text(source)
    return quote(found, errors="replace") if source.random() < 0.5 else found
