"""What a rule says when an act is impossible or forbidden."""

from .firing import LISTENERS, tell


class RuleError(ValueError):
    """An act that a clause forbids or makes impossible.

    `.clause` is the id of that clause, `.sentence` what a player reads; `str()` gives both:
    "An attack action cannot be sacrificed: H-ACT-5".
    """

    def __init__(self, clause: str, sentence: str) -> None:
        super().__init__(clause, sentence)
        self.clause = clause
        self.sentence = sentence
        if LISTENERS:
            tell([clause])

    def __str__(self) -> str:
        return f"{self.sentence}: {self.clause}"
