"""The Merkle tree of RFC 6962, grown from the left; written from the RFC and nothing else."""

from hashlib import sha256


class Tree:
    """The complete subtrees under the right edge, largest first: the data that continues the tree or computes its root."""

    def __init__(self) -> None:
        self.edge: list[tuple[int, bytes]] = []

    def add(self, entry) -> None:
        self._push(0, sha256(b"\x00" + entry).digest())

    def join(self, edge: list[tuple[int, bytes]]) -> None:
        """Adds the subtrees of the entries that follow. Their first position must be a multiple of the largest."""
        for height, hash in edge:
            self._push(height, hash)

    def _push(self, height: int, hash: bytes) -> None:
        edge = self.edge
        while edge and edge[-1][0] == height:
            hash = sha256(b"\x01" + edge.pop()[1] + hash).digest()
            height += 1
        edge.append((height, hash))

    def root(self) -> bytes:
        if not self.edge:
            return sha256(b"").digest()
        hash = self.edge[-1][1]
        for _, left in reversed(self.edge[:-1]):
            hash = sha256(b"\x01" + left + hash).digest()
        return hash
