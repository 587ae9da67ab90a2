"""Redoes the draw of every room's order from what the records reveal: HMAC-SHA256 and SHA-256, and nothing else.

    key      = HMAC-SHA256(secret, room, entries in join order, what their members brought)
    block[c] = HMAC-SHA256(key, c)          numbers are 64 bits, big-endian
    x[c]     = the first 8 bytes of block[c]

A Fisher-Yates shuffle of the seats in join order, from the last place down; an x beyond the last whole multiple of the number
of places is rejected. Rooms without terms of their draw have no bytes in the key. A member who sealed them and has not
revealed is drawn with the 32 bytes of their SHA-256.
"""

import hashlib
import hmac
from dataclasses import dataclass, field

from findings import Findings

TYPES = {"RoomOpened", "SeatTaken", "SeatLeft", "EntropyRevealed", "DraftOrderDrawn", "RoomCancelled"}
SEALED = 32


@dataclass
class Room:
    number: int
    commitment: bytes | None
    hasTerms: bool
    # By seat: the entry's number and what its member brought.
    members: dict[int, tuple[int, bytes]] = field(default_factory=dict)
    isDrawn: bool = False

    def sealed(self) -> list[int]:
        return sorted(seat for seat, (_, brought) in self.members.items() if len(brought) == SEALED)


class Draws:
    """Takes the records of rooms that a draw depends on, in the order of the ledger."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._rooms: dict[int, Room] = {}
        self.redone = 0

    def add(self, position: int, type_name: str, stream: int, values: dict) -> None:
        if type_name == "RoomOpened":
            self._rooms[stream] = Room(
                stream >> 8 & (1 << 48) - 1, digest(values["commitment"]), values.get("drawVersion") is not None)
            return
        room = self._rooms.get(stream)
        if room is None:
            return
        match type_name:
            case "SeatTaken":
                brought = bytes.fromhex(values.get("entropy", "")) if room.hasTerms else b""
                room.members[values["seat"]] = values["entry"], brought
            case "SeatLeft":
                room.members.pop(values["seat"], None)
            case "EntropyRevealed":
                self._reveal(position, room, values["seat"], bytes.fromhex(values["entropy"]))
            case "DraftOrderDrawn":
                self._check(position, room, values)
            case "RoomCancelled":
                self._end(position, room, bytes.fromhex(values.get("secret", "")))
                del self._rooms[stream]

    def _reveal(self, position: int, room: Room, seat: int, revealed: bytes) -> None:
        entry, brought = room.members.get(seat, (0, b""))
        if hashlib.sha256(revealed).digest() != brought:
            self._findings.add("draws", position, f"seat {seat} of room {room.number} revealed something else than it had brought")
        room.members[seat] = entry, revealed

    def _check(self, position: int, room: Room, values: dict) -> None:
        room.isDrawn = True
        secret, seats = digest(values["secret"]), [one["value"] for one in values["seats"]]
        if room.commitment is None:
            return
        self.redone += 1
        withheld = [one["value"] for one in values.get("withheld", [])]
        if withheld != room.sealed():
            self._findings.add("draws", position, f"seats {withheld} are said to have held back, found {room.sealed()}")
        if not self._is_promised(position, room, secret):
            return
        if seats != order(secret, room):
            self._findings.add("draws", position, f"room {room.number} has the order {seats}, expected {order(secret, room)}")

    def _end(self, position: int, room: Room, secret: bytes) -> None:
        if room.hasTerms and room.commitment is not None and not room.isDrawn:
            self._is_promised(position, room, secret or None)

    def _is_promised(self, position: int, room: Room, secret: bytes | None) -> bool:
        if secret is not None and hashlib.sha256(secret).digest() == room.commitment:
            return True
        self._findings.add("draws", position, f"room {room.number} does not reveal the secret that it had committed to")
        return False


def order(secret: bytes, room: Room) -> list[int]:
    """The seat of each slot, from slot 0."""
    entrants = sorted((entry, seat, brought) for seat, (entry, brought) in room.members.items())
    message = word(room.number) + b"".join(word(entry) for entry, _, _ in entrants)
    message += b"".join(brought for _, _, brought in entrants)
    return shuffled([seat for _, seat, _ in entrants], hmac.digest(secret, message, "sha256"))


def shuffled(elements: list[int], key: bytes) -> list[int]:
    elements, counter = list(elements), 0
    for place in range(len(elements) - 1, 0, -1):
        bound = place + 1
        while True:
            drawn = int.from_bytes(hmac.digest(key, word(counter), "sha256")[:8], "big")
            counter += 1
            if drawn < (1 << 64) // bound * bound:
                break
        elements[place], elements[drawn % bound] = elements[drawn % bound], elements[place]
    return elements


def word(number: int) -> bytes:
    return number.to_bytes(8, "big")


def digest(value: dict) -> bytes | None:
    """The 32 bytes of a digest, which SBE has as four words; None if it is null."""
    return None if None in value.values() else b"".join(one.to_bytes(8, "little") for one in value.values())
