"""The events that every contestant stores: the same bytes as contestants/c/events.h, which describes them."""

import struct

TICK, PICK = 1, 2
NONE = 0xFFFF_FFFF_FFFF_FFFF
FILLER_SIZE = 65536
LARGEST_RECORD = 200

_head = struct.Struct("<4HQIQqHHB")
_folded = struct.Struct("<2xH4xQ20x2xH")  # templateId, stream, player


def _filler() -> bytes:
    words = []
    state = 0
    for _ in range(FILLER_SIZE // 8):
        state = (state + 0x9E3779B97F4A7C15) & NONE
        mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & NONE
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & NONE
        words.append(mixed ^ (mixed >> 31))
    return struct.pack(f"<{len(words)}Q", *words)


FILLER = _filler()


def record(shape: str, rooms: int, number: int) -> tuple[int, int, bytes]:
    """Room, version and bytes of event `number` of a log over `rooms` rooms."""
    room, version = number % rooms + 1, number // rooms + 1
    pick = shape == "pick" or (shape != "tick" and version % 13 == 0)
    length = LARGEST_RECORD if shape == "wide" else 96 if pick else 48
    pick_number = (version // 13) % 216 + 1
    head = _head.pack(
        length - 8, PICK if pick else TICK, 1, 1,
        room, version, NONE if version == 1 else number - rooms, 1_700_000_000_000_000 + number * 8,
        pick_number, (number * 7 + version) % 1000, pick_number % 12,
    )
    start = number * LARGEST_RECORD % (FILLER_SIZE - LARGEST_RECORD)
    return room, version, head + FILLER[start:start + length - 41]


class Rooms:
    """What replay keeps: for each room, counts of events and picks and the sum of picked players."""

    def __init__(self, count: int):
        self.events = [0] * (count + 1)
        self.picks = [0] * (count + 1)
        self.players = [0] * (count + 1)

    def fold(self, records) -> int:
        """Folds an iterable of records and returns how many there were."""
        events, picks, players, unpack = self.events, self.picks, self.players, _folded.unpack_from
        count = 0
        for data in records:
            template, room, player = unpack(data)
            events[room] += 1
            if template == PICK:
                picks[room] += 1
                players[room] += player
            count += 1
        return count

    def check(self, through: int | None = None) -> int:
        """The same number as `rooms_check` in events.h, over rooms 1 to `through`."""
        last = len(self.events) - 1 if through is None else through
        return sum(
            room * (self.events[room] + self.picks[room] * 1_000_003 + self.players[room])
            for room in range(1, last + 1)
        ) & NONE
