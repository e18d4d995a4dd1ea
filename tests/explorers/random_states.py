"""Random state texts of an explorer, made from its control specs: mostly valid, now and then not."""

import random
from urllib.parse import urlencode

from haventms_widgets.controls import specs

from haventms import clauses


def random_states(explorer, count, seed=20_260_101):
    """So many texts, the same ones each time."""
    source = random.Random(f"{explorer.id} {seed}")
    entries = [each for each in clauses() if each.field and explorer.system in (each.system, "compare")]
    return [urlencode([*_level(specs(explorer.Inputs), "", source), *_rulings(entries, source)]) for _ in range(count)]


def _rulings(entries, source):
    for entry in source.sample(entries, k=min(len(entries), source.choice([0, 0, 1, 3]))):
        yield f"r.{entry.field}", source.choice(entry.choices).token


def _level(level, prefix, source):
    for spec in level:
        if source.random() < 0.6:
            yield from _pairs(spec, prefix + spec.name, source)


def _pairs(spec, name, source):
    if spec.kind == "group":
        yield from _level(spec.parts, f"{name}.", source)
    elif spec.kind == "rows":
        for number in range(source.randint(0, min(spec.most or 4, 4))):
            key = source.choice(list(spec.variants))
            if spec.discriminator:
                yield f"{name}.{number}.{spec.discriminator}", str(key)
            yield from _level(spec.variants[key], f"{name}.{number}.", source)
    elif spec.kind == "one":
        key = source.choice(list(spec.variants))
        yield f"{name}.{spec.discriminator}", str(key)
        yield from _level(spec.variants[key], f"{name}.", source)
    elif spec.kind == "many":
        options = [str(option) for option, _ in spec.options]
        yield name, ",".join(source.sample(options, k=source.randint(0, len(options))))
    else:
        yield name, _text(spec, source)


def _text(spec, source):
    if spec.blank and source.random() < 0.3:
        return ""
    if spec.kind == "grid":
        letters = [letter for letter, _, _ in spec.palette]
        row = "".join(source.choice(letters[:1] * 6 + letters) for _ in range(spec.most))
        return f"{row}*{spec.most}"
    if spec.kind == "choice":
        return str(source.choice(spec.options)[0])
    if spec.kind == "switch":
        return source.choice(["yes", "no"])
    if spec.kind in ("whole", "number"):
        low = spec.low if spec.low is not None else 0
        high = spec.high if spec.high is not None else 100
        near = source.randint(int(low), int(min(high, low + 60)))
        if source.random() < 0.05:
            return str(high + 1)
        return f"{near}.{source.choice('02468')}" if spec.kind == "number" and source.random() < 0.3 else str(near)
    return source.choice(["10x5", "20x10", "", "x"])
