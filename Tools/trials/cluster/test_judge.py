"""Histories that the judge must accept, and faults in them that it must find: `python3 -m unittest cluster.test_judge`."""

import copy
import random
import unittest

from .etcd import Batch
from .judge import Ledger, judge

ROOTS = [f"{size:064x}" for size in range(1_000)]


class Scene:
    """A history of two rooms, drafted by one command after the other, with a change of the leader in the middle."""

    def __init__(self, seed: int):
        self.chance = random.Random(seed)
        self.records: list[dict] = []
        self.events: list[dict] = []
        self.batches: list[Batch] = []
        self.time, self.epoch, self.leader = 0.0, 0, ""
        self.versions = {1: 0, 2: 0}
        self.lead("a")
        for number in range(1, 25):
            if number == 12:
                self.record("fault", fault="kill", target="node a", leads=True, alone=True)
                self.time += 0.5
                self.lead("b")
                self.record("heal")
            self.command(number)
        for reader, room in ((1, 1), (2, 2)):
            self.record("frame", reader=reader, room=room, node="b", name="snapshot", id=None, version=0)
            for event in self.events:
                if event["stream"] == f"room/{room}" and event["type"] != "CommandRejected":
                    self.record("frame", reader=reader, room=room, node="c", name="events", id=event["position"])

    def record(self, kind: str, **fields) -> dict:
        self.time += 0.01
        self.records.append({"t": round(self.time, 3), "kind": kind, **fields})
        return self.records[-1]

    def stamp(self) -> str:
        return f"2026-01-01T00:{int(self.time) // 60:02}:{self.time % 60:09.6f}Z"

    def append(self, *events: dict) -> list[dict]:
        first = len(self.events)
        for event in events:
            self.events.append({"position": len(self.events), "recordedAt": self.stamp(), **event})
        self.batches.append(Batch(len(self.batches) + 1, self.epoch, self.chance.getrandbits(64), first, len(events),
                                  ROOTS[first], ROOTS[len(self.events)]))
        return self.events[first:]

    def lead(self, node: str) -> None:
        self.epoch, self.leader = self.epoch + 1, node
        self.append({"stream": "system", "version": self.epoch, "type": "LeaderChanged", "commandID": None,
                     "body": {"epoch": self.epoch, "node": node}})

    def command(self, number: int) -> None:
        op, room = f"{number:032x}", self.chance.choice([1, 2])
        mark = {"op": op, "attempt": 0, "node": self.chance.choice("abc")}
        self.record("invoke", **mark, command={"kind": "makePick", "room": room})
        if number % 5 == 0:  # unclear, though it was recorded
            self.record("unclear", **mark, reason="503")
        self.versions[room] += 1
        event = {"stream": f"room/{room}", "version": self.versions[room], "commandID": op}
        if number % 7 == 0:
            stored = self.append({**event, "type": "CommandRejected", "body": {"code": "notYourTurn"}})
            outcome = ["refused", 409, "notYourTurn", stored[0]["position"]]
        else:
            self.versions[room] += 1
            stored = self.append({**event, "type": "PickMade", "body": {}},
                                 {**event, "version": self.versions[room], "type": "ClockStarted", "body": {}})
            outcome = ["accepted", [[one["position"], one["type"]] for one in stored]]
        text = f"draft-ledger/receipt@v2\ncommand {op}\ndue 2026-01-01T01:00:00Z\n"
        receipt = {"receipt": text} if number % 3 == 0 else {}
        if number % 5 == 0:
            self.record("invoke", **mark | {"attempt": 1}, command={})
        self.record("answer", **mark | {"attempt": 1 if number % 5 == 0 else 0}, outcome=outcome, recorded=True, **receipt)
        if number % 4 == 0:
            self.record("invoke", **mark | {"attempt": 9}, command={})
            self.record("answer", **mark | {"attempt": 9, "node": "c"}, outcome=outcome, recorded=True)

    # MARK: What the tests change

    def answers(self, kind: str = "accepted") -> list[dict]:
        """The first answers of this kind, one for each command."""
        seen, found = set(), []
        for record in self.records:
            if record["kind"] == "answer" and record["op"] not in seen:
                seen.add(record["op"])
                if record["outcome"][0] == kind:
                    found.append(record)
        return found

    def repeats(self) -> list[dict]:
        return [record for record in self.records if record["kind"] == "answer" and record["attempt"] == 9]

    def frames(self, reader: int = 1) -> list[dict]:
        return [record for record in self.records if record["kind"] == "frame" and record["reader"] == reader
                and record["name"] == "events"]

    def ledgers(self) -> dict[str, Ledger]:
        return {name: Ledger(len(self.events), ROOTS[len(self.events)], copy.deepcopy(self.events)) for name in "abc"}


class JudgeTests(unittest.TestCase):
    def each(self, change, letter: str, saying: str = "") -> None:
        """Applies a change to several histories. The judge must find it in each, in a fault with the words `saying`."""
        for seed in range(20):
            with self.subTest(seed=seed):
                scene = Scene(seed)
                returned = {"ledgers": None, "batches": None} | (change(scene) or {})
                verdict = judge(scene.records, returned["ledgers"] or scene.ledgers(),
                                scene.batches if returned["batches"] is None else returned["batches"], 3)
                self.assertTrue(any(found == letter and saying in text for found, text in verdict.faults),
                                f"{verdict.faults}")

    def test_a_history_without_faults_is_accepted(self):
        for seed in range(20):
            scene = Scene(seed)
            verdict = judge(scene.records, scene.ledgers(), scene.batches, 3)
            self.assertEqual(verdict.faults, [], f"seed {seed}")
            self.assertEqual(len(verdict.gaps), 1)
            for what in ("accepted commands", "recorded refusals", "repeats with an outcome", "receipts", "readers",
                         "unclear answers"):
                self.assertGreater(verdict.counts[what], 0, what)

    def test_an_acknowledged_outcome_that_was_lost(self):
        def lose(scene: Scene) -> dict:
            # As after an acknowledgement before the swap: all nodes agree on a log without it.
            op = scene.chance.choice(scene.answers())["op"]
            ledgers = scene.ledgers()
            for ledger in ledgers.values():
                ledger.events = [event for event in ledger.events if event["commandID"] != op]
                ledger.size = len(ledger.events)
            return {"ledgers": ledgers, "batches": []}

        self.each(lose, "a")

    def test_a_position_that_is_not_the_stated_one(self):
        def move(scene: Scene) -> None:
            answer = scene.chance.choice(scene.answers())
            answer["outcome"][1][0] = [answer["outcome"][1][0][0] + 1, answer["outcome"][1][0][1]]

        self.each(move, "a")

    def test_a_refusal_after_a_timeout_that_was_recorded(self):
        def refuse(scene: Scene) -> None:
            scene.chance.choice(scene.answers())["outcome"] = ["refused", 409, "notYourTurn", 3]

        self.each(refuse, "a")

    def test_an_answer_of_500(self):
        def fail(scene: Scene) -> None:
            scene.chance.choice(scene.answers()).update(outcome=["refused", 500, "internalError", None], recorded=False)

        self.each(fail, "a")

    def test_an_answer_that_cannot_be_read(self):
        def garble(scene: Scene) -> None:
            scene.chance.choice(scene.answers()).update(outcome=["unreadable", "JSONDecodeError"], recorded=False)

        self.each(garble, "a", "could not be read")

    def test_a_pick_that_no_client_sent(self):
        def forget(scene: Scene) -> None:
            op = scene.chance.choice(scene.answers())["op"]
            scene.records = [record for record in scene.records if record.get("op") != op]

        self.each(forget, "a")

    def test_an_id_that_is_in_the_log_twice(self):
        def repeat(scene: Scene) -> None:
            # As after a swap without a comparison, or an append that was sent again and applied twice.
            first = scene.events[-1] if scene.events[-1]["commandID"] else scene.events[-2]
            scene.time += 1
            scene.append({**{name: first[name] for name in ("stream", "type", "commandID", "body")},
                          "version": first["version"] + 1})

        self.each(repeat, "b")

    def test_a_repeat_with_another_outcome(self):
        def change(scene: Scene) -> None:
            answer = scene.chance.choice(scene.repeats())
            answer["outcome"] = ["refused", 409, "stalePickNumber", 7]

        self.each(change, "c")

    def test_a_fork(self):
        def fork(scene: Scene) -> dict:
            ledgers = scene.ledgers()
            ledgers["c"].root = "f" * 64
            position = scene.chance.randrange(len(scene.events))
            ledgers["c"].events[position]["body"] = {"other": True}
            return {"ledgers": ledgers}

        self.each(fork, "d", "differ at position")

    def test_a_node_that_lists_other_events_than_it_has(self):
        def shorten(scene: Scene) -> dict:
            ledgers = scene.ledgers()
            del ledgers["b"].events[-1]
            return {"ledgers": ledgers}

        self.each(shorten, "d", "lists")

    def test_a_follower_that_skipped_a_batch(self):
        def skip(scene: Scene) -> dict:
            ledgers = scene.ledgers()
            batch = scene.chance.choice(scene.batches)
            ledger = ledgers["b"]
            ledger.events = [event for event in ledger.events if not batch.first <= event["position"] < batch.size]
            ledger.size = len(ledger.events)
            return {"ledgers": ledgers}

        self.each(skip, "d")

    def test_a_ledger_that_does_not_verify(self):
        def damage(scene: Scene) -> dict:
            ledgers = scene.ledgers()
            ledgers["a"].complaints.append("`verify --full` ended with 1")
            return {"ledgers": ledgers}

        self.each(damage, "d")

    def test_a_reader_that_misses_an_event(self):
        def miss(scene: Scene) -> None:
            # The last one is one that the reader has not seen yet.
            scene.records.remove(scene.chance.choice(scene.frames()[:-1]))

        self.each(miss, "e")

    def test_a_reader_that_sees_an_event_twice(self):
        def repeat(scene: Scene) -> None:
            frame = scene.chance.choice(scene.frames())
            scene.records.insert(scene.records.index(frame), dict(frame))

        self.each(repeat, "e")

    def test_a_reader_that_sees_events_in_another_order(self):
        def swap(scene: Scene) -> None:
            one, other, *_ = scene.frames()
            one["id"], other["id"] = other["id"], one["id"]

        self.each(swap, "e")

    def test_a_reader_that_sees_what_is_not_in_the_log(self):
        def add(scene: Scene) -> None:
            last = scene.frames()[-1]
            scene.records.append({**last, "id": last["id"] + 500})

        self.each(add, "e")

    def test_a_command_that_is_before_an_earlier_one(self):
        def swap(scene: Scene) -> dict:
            # As of a deposed leader that answers from its own copy.
            one, other = scene.answers()[2], scene.answers()[9]
            later = other["outcome"][1][0][0]
            for record in scene.records:
                if record.get("op") == one["op"] and record["kind"] == "answer":
                    record["outcome"] = ["accepted", [[later + 500, "PickMade"]]]
            return {}

        self.each(swap, "f")

    def test_two_leaders_in_an_epoch(self):
        def lead(scene: Scene) -> None:
            scene.epoch -= 1
            scene.lead("c")

        self.each(lead, "g", "has the leaders")

    def test_an_epoch_that_falls(self):
        def fall(scene: Scene) -> None:
            # As of a lease that was taken for a fence: the old leader's batch is after the new one's.
            scene.epoch = 1
            scene.command(99)

        self.each(fall, "g", "its events are of epoch")

    def test_a_batch_of_a_deposed_leader(self):
        def fall(scene: Scene) -> None:
            scene.epoch = 1
            scene.command(99)

        self.each(fall, "g", "after epoch")

    def test_a_leader_whose_epoch_is_not_new(self):
        def lead(scene: Scene) -> None:
            scene.epoch -= 2
            scene.lead("c")

        self.each(lead, "g", "begins epoch")

    def test_a_batch_that_is_missing(self):
        def remove(scene: Scene) -> dict:
            position = scene.chance.randrange(1, len(scene.batches) - 1)
            return {"batches": scene.batches[:position] + scene.batches[position + 1:]}

        self.each(remove, "g", "is followed by")

    def test_batches_that_are_no_chain(self):
        def change(scene: Scene) -> dict:
            position = scene.chance.randrange(1, len(scene.batches))
            batches = list(scene.batches)
            one = batches[position]
            batches[position] = Batch(one.number, one.epoch, one.nonce, one.first, one.count, "e" * 64, one.after)
            return {"batches": batches}

        self.each(change, "g", "does not continue")

    def test_a_shared_log_that_ends_elsewhere(self):
        self.each(lambda scene: {"batches": scene.batches[:-1]}, "g")

    def test_a_receipt_without_its_event(self):
        def promise(scene: Scene) -> None:
            answer = next(record for record in scene.records if record.get("receipt"))
            answer["receipt"] = answer["receipt"].replace(answer["op"], "f" * 32)

        self.each(promise, "h")

    def test_a_receipt_that_was_kept_too_late(self):
        def promise(scene: Scene) -> None:
            answer = next(record for record in scene.records if record.get("receipt"))
            answer["receipt"] = answer["receipt"].replace("due 2026", "due 2025")

        self.each(promise, "h")

    def test_a_long_gap_after_a_kill(self):
        def wait(scene: Scene) -> None:
            begins = next(record["t"] for record in scene.records if record["kind"] == "heal")
            for record in scene.records:
                if record["t"] >= begins:
                    record["t"] += 3

        self.each(wait, "i")

    def test_a_batch_is_read_from_its_bytes(self):
        data = b"dlb1" + b"".join(number.to_bytes(8, "little") for number in (7, 2, 9, 40)) + (3).to_bytes(4, "little")
        read = Batch.read(data + bytes(range(32)) + bytes(32) + b"records")
        self.assertEqual((read.number, read.epoch, read.nonce, read.first, read.count, read.size), (7, 2, 9, 40, 3, 43))
        self.assertEqual(read.before, bytes(range(32)).hex())
        self.assertRaises(ValueError, Batch.read, b"dlb2" + data[4:] + bytes(64))


if __name__ == "__main__":
    unittest.main()
