"""Run inside the wasm CPython: packs a file with the routine that its browser's twin unpacks it with."""


def squeeze(path: str) -> None:
    """Write a file packed beside itself, as `path`.zst."""
    from compression import zstd  # type: ignore[import-not-found, unused-ignore]

    with open(path, "rb") as source, open(f"{path}.zst", "wb") as target:
        target.write(zstd.compress(source.read(), level=20))
