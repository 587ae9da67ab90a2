"""The rules that hold from one record to the next."""

from findings import Findings


class History:
    """Walks the record headers of the whole ledger, in order, and remembers each stream's head."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._heads: dict[int, tuple[int, int]] = {}
        self._latest: int | None = None

    @property
    def streams(self) -> int:
        return len(self._heads)

    def add(self, position: int, stream: int, version: int, previous: int | None, recorded_at: int) -> None:
        last_version, last_position = self._heads.get(stream, (0, None))
        if version != last_version + 1:
            self._findings.add(
                "versions", position, f"version {version} of stream {stream} follows version {last_version}")
        if previous != last_position:
            self._findings.add(
                "links", position, f"'previous' of stream {stream} names {previous}, expected {last_position}")
        if self._latest is not None and recorded_at < self._latest:
            self._findings.add(
                "times", position, f"recordedAt {recorded_at} is before {self._latest}, of an earlier record")
        self._heads[stream] = (version, position)
        self._latest = recorded_at if self._latest is None else max(self._latest, recorded_at)
