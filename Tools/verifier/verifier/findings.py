"""What is wrong with a ledger, in the form in which `draftledger verify` states it too."""

from dataclasses import asdict, dataclass

LIMIT = 100


@dataclass(frozen=True)
class Finding:
    check: str
    position: int | None
    message: str

    def __str__(self) -> str:
        place = "" if self.position is None else f" at position {self.position}"
        return f"{self.check}{place}: {self.message}"


class Findings:
    """Keeps the first hundred of each check, and counts the rest: one fault can have a million consequences."""

    def __init__(self) -> None:
        self._kept: list[Finding] = []
        self._counts: dict[str, int] = {}

    def add(self, check: str, position: int | None, message: str) -> None:
        self.extend([Finding(check, position, message)])

    def extend(self, findings: list[Finding]) -> None:
        for finding in findings:
            count = self._counts.get(finding.check, 0)
            self._counts[finding.check] = count + 1
            if count < LIMIT:
                self._kept.append(finding)

    def all(self) -> list[Finding]:
        more = [
            Finding(check, None, f"{count - LIMIT} more findings of this check")
            for check, count in self._counts.items() if count > LIMIT
        ]
        return sorted(self._kept, key=lambda one: -1 if one.position is None else one.position) + more

    def as_json(self) -> list[dict]:
        return [asdict(finding) for finding in self.all()]

    def __bool__(self) -> bool:
        return bool(self._kept)
