#!/usr/bin/env python3
"""Checks an evidence bundle without the software that made it.

    tar xf bundle.tar
    python3 verify.py --key 'NAME+ID+KEY' [FOLDER]

Needs Python 3.8 and the program openssl, version 1.1.1 or later, for Ed25519; nothing else. The key is the ledger's
verifier key, from a source that you trust; --key may be repeated for keys that it has replaced.

What is checked: the checkpoint's signature (C2SP signed-note, tlog-checkpoint), every record in RFC 9162's tree, that no
event in between is missing, that every history reaches the end that the operator has signed (ends.txt) and that other
records state, that the claim is about the member who had the seat, and, of a pick, whether each attempt was in time.
Records are FIX SBE, little-endian, read here at fixed offsets; schema.xml describes them. records.csv, details.json and the
text of VERDICT.md after its first line are not compared with the records.

Exit status: 0 if the result confirms the verdict, 1 if something is wrong or missing, 2 if the records are genuine and the
verdict rests on more than is checked here.
"""
import argparse
import base64
import datetime
import hashlib
import hmac
import json
import pathlib
import struct
import subprocess
import sys
import tempfile

NO_POSITION = 0xFFFF_FFFF_FFFF_FFFF
SYSTEM, TOURNAMENT, ROOM, WALLET, USER, CLOCK = 0, 2, 3, 4, 5, 9


class Fault(Exception):
    pass


def leaf_hash(record):
    return hashlib.sha256(b"\x00" + record).digest()


def node_hash(left, right):
    return hashlib.sha256(b"\x01" + left + right).digest()


class Key:
    def __init__(self, text):
        parts = text.split("+", 2)
        if len(parts) != 3:
            raise Fault(f"expected NAME+ID+KEY, as `draftledger key` prints it, found {text!r}")
        self.name, key_id, encoded = parts
        raw = base64.b64decode(encoded, validate=True)
        self.id = bytes.fromhex(key_id)
        if len(raw) != 33 or raw[0] != 1:
            raise Fault("the key is not an Ed25519 verifier key")
        if hashlib.sha256(self.name.encode() + b"\n" + raw).digest()[:4] != self.id:
            raise Fault("the id does not match the key: check it for typing errors")
        self.der = bytes.fromhex("302a300506032b6570032100") + raw[1:]

    def verifies(self, text, signature):
        return verifies(self.der, text, signature)


def verifies(der, text, signature):
    """Whether openssl accepts a signature by a key in DER."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [pathlib.Path(folder, name) for name in ("key", "text", "signature")]
        for path, content in zip(paths, (der, text, signature)):
            path.write_bytes(content)
        key, message, sign = map(str, paths)
        command = ["openssl", "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", key,
                   "-rawin", "-in", message, "-sigfile", sign]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0


class Checkpoint:
    def __init__(self, content, place):
        self.place = place
        text, _, signatures = content.rpartition(b"\n\n")
        self.text = text + b"\n"
        lines = self.text.decode().split("\n")
        if len(lines) != 4:
            raise Fault(f"{place}: a checkpoint has three lines")
        self.origin, self.size, self.root = lines[0], int(lines[1]), base64.b64decode(lines[2], validate=True)
        self.signatures = signatures

    def check(self, keys):
        if any(self.origin != key.name for key in keys):
            raise Fault(f"{self.place}: the checkpoint is of {self.origin}, not of {keys[0].name}")
        check_signed_by(keys, self.text, self.signatures, self.place)


def check_signed_by(keys, text, signatures, place):
    lines = [line.split(" ", 2)[1:] for line in signatures.decode().splitlines()]
    own = [(key, base64.b64decode(payload, validate=True)) for key in keys for name, payload in lines if name == key.name]
    own = [(key, line[4:]) for key, line in own if line[:4] == key.id]
    if not own:
        raise Fault(f"{place}: the key has not signed it")
    if not all(key.verifies(text, signature) for key, signature in own):
        raise Fault(f"{place}: the signature is not valid")


def check_consistency(old, new, proof):
    """RFC 9162, 2.1.4.2."""
    if not 0 < old.size < new.size:
        raise Fault("the sizes do not increase")
    if not proof:
        raise Fault("the proof is empty")
    hashes = list(proof)
    if old.size & (old.size - 1) == 0:
        hashes.insert(0, old.root)
    first, last = old.size - 1, new.size - 1
    while first & 1:
        first, last = first >> 1, last >> 1
    old_root = new_root = hashes[0]
    for sibling in hashes[1:]:
        if last == 0:
            raise Fault("the proof has too many hashes")
        if first & 1 or first == last:
            old_root, new_root = node_hash(sibling, old_root), node_hash(sibling, new_root)
            while not first & 1 and first:
                first, last = first >> 1, last >> 1
        else:
            new_root = node_hash(new_root, sibling)
        first, last = first >> 1, last >> 1
    if last or old_root != old.root or new_root != new.root:
        raise Fault("the later checkpoint does not extend the earlier one")


def check_checkpoints(folder, keys):
    """The checkpoint, and each earlier tree that it extends."""
    latest = Checkpoint((folder / "checkpoint").read_bytes(), "checkpoint")
    latest.check(keys)
    print(f"pass  signature     by {keys[0].name}, of {latest.size} events")
    path = folder / "earlier.txt"
    lines = path.read_text().splitlines() if path.exists() else ["draft-ledger/earlier@v1"]
    if lines[0] != "draft-ledger/earlier@v1":
        raise Fault("earlier.txt: its first line is not that of earlier trees")
    steps, old = 0, None
    for line in lines[1:]:
        kind, *words = line.split(" ")
        if kind == "tree":
            old = Tree(int(words[0]), base64.b64decode(words[1], validate=True))
        elif kind == "proof":
            check_consistency(old, latest, [base64.b64decode(word, validate=True) for word in words])
            steps += 1
        elif kind == "checkpoint":
            checkpoint = Checkpoint(base64.b64decode(words[0], validate=True), f"the checkpoint of {old.size} events")
            checkpoint.check(keys)
            if (checkpoint.size, checkpoint.root) != (old.size, old.root):
                raise Fault(f"earlier.txt: the checkpoint of {checkpoint.size} events is of another tree")
    print(f"pass  consistency   {steps} earlier trees")
    return latest


class Tree:
    def __init__(self, size, root):
        self.size, self.root = size, root


class Record:
    """The head of a record, and the start of its fields after the command's origin."""

    def __init__(self, position, content, leaf):
        self.position, self.content, self.leaf = position, content, leaf
        self.block, self.template = struct.unpack_from("<HH", content)
        self.stream, self.version, self.previous, self.recorded = struct.unpack_from("<QIQq", content, 8)
        self.kind, self.number, self.part = self.stream >> 56, self.stream >> 8 & (1 << 48) - 1, self.stream & 0xFF

    def arrived(self):
        return struct.unpack_from("<q", self.content, 36)[0]

    def actor(self):
        """The role and the user's number, 0 for a machine."""
        actor = struct.unpack_from("<Q", self.content, 44)[0]
        return actor >> 60, actor >> 30 & (1 << 30) - 1

    def fields(self, layout):
        return struct.unpack_from("<" + layout, self.content, 72)


def read_records(folder):
    content = (folder / "records.bin").read_bytes()
    head = b"draft-ledger/records@v1\n"
    if not content.startswith(head):
        raise Fault("records.bin: its first line is not that of a file of records")
    records, offset = [], len(head)
    while offset < len(content):
        position, length, kind = struct.unpack_from("<QIB", content, offset)
        offset += 13
        leaf = None
        if kind:
            leaf, offset = content[offset:offset + 32], offset + 32
        record, offset = content[offset:offset + length], offset + length
        if offset > len(content):
            raise Fault("records.bin ends within a record")
        if records and position <= records[-1].position:
            raise Fault(f"records.bin: position {position} does not follow position {records[-1].position}")
        records.append(Record(position, record, leaf))
    if not records:
        raise Fault("records.bin has no records")
    return records


def check_records(folder, records, tree):
    """Records that contain another seat's queue are stated, not shown: only their hash is proven."""
    hashes = [base64.b64decode(line, validate=True) for line in (folder / "proof.txt").read_text().splitlines()]
    leaves = [(record.position, record.leaf or leaf_hash(record.content)) for record in records]

    def root(start, end, first, last):
        """The hash of the leaves from start to end, of which leaves[first:last] are here."""
        if first == last:
            if not hashes:
                raise Fault("proof.txt has too few hashes")
            return hashes.pop(0)
        if end - start == 1:
            return leaves[first][1]
        split = start + (1 << (end - start - 1).bit_length() - 1)
        middle = first
        while middle < last and leaves[middle][0] < split:
            middle += 1
        left = root(start, split, first, middle)
        return node_hash(left, root(split, end, middle, last))

    if leaves[-1][0] >= tree.size:
        raise Fault(f"position {leaves[-1][0]} is beyond the checkpoint")
    if root(0, tree.size, 0, len(leaves)) != tree.root or hashes:
        raise Fault("the records are not the ones that were signed: records.bin or proof.txt was changed")
    stated = sum(record.leaf is not None for record in records)
    print(f"pass  records       {len(records)}, each at its position of the signed tree"
          + (f"; the content of {stated} is stated, not shown" if stated else ""))


def is_extract(record, claim):
    """Single events of these histories are here, wherever they end: ticks, the contest's beginning, others' keys."""
    own = claim["claimant"] if "pickNumber" in claim else None
    return (record.kind == CLOCK or record.kind == TOURNAMENT and "pickNumber" in claim
            or record.kind in (USER, WALLET) and record.number != own)


def check_streams(records, claim):
    """Each history is complete from its first event; accounts, clocks and other users' keys are extracts."""
    heads = {}
    for record in records:
        if record.kind == WALLET or is_extract(record, claim):
            continue
        last_version, last_position = heads.get(record.stream, (0, NO_POSITION))
        if record.version != last_version + 1 or record.previous != last_position:
            raise Fault(f"position {record.position}: version {record.version} of its stream follows version "
                        f"{last_version}: events are missing")
        heads[record.stream] = (record.version, record.position)
    print(f"pass  streams       {len(heads)}, each without a gap")


def check_ends(folder, records, claim, latest, keys):
    """Every history reaches the end that the operator has signed; of the account, the events since the room opened."""
    content = (folder / "ends.txt").read_bytes()
    text, _, signatures = content.rpartition(b"\n\n")
    lines = (text + b"\n").decode().split("\n")[:-1]
    head = ["draft-ledger/ends@v1", latest.origin, f"{latest.size} {base64.b64encode(latest.root).decode()}"]
    if lines[:3] != head:
        raise Fault("ends.txt: its first lines are not those for the checkpoint")
    check_signed_by(keys, text + b"\n", signatures, "ends.txt")
    stated = {}
    for line in lines[3:]:
        name, version, position = line.split(" ")
        stated[stream_number(name)] = (name, int(version), NO_POSITION if position == "-" else int(position))
    here, firsts = {}, {}
    for record in records:
        here[record.stream] = (record.version, record.position)
        firsts.setdefault(record.stream, record)
        if record.kind != WALLET and not is_extract(record, claim) and record.stream not in stated:
            raise Fault(f"incomplete: ends.txt does not state the end of the history of position {record.position}")
    opened = next(record.position for record in records if record.kind == ROOM and not record.part)
    for stream, (name, version, position) in stated.items():
        kind = stream >> 56
        if kind == CLOCK or kind == WALLET and (position == NO_POSITION or position < opened):
            continue
        if here.get(stream, (0, NO_POSITION)) != (version, position):
            raise Fault(f"incomplete: the operator states {version} events of {name}, the bundle has them up to version "
                        f"{here.get(stream, (0, 0))[0]}")
    for name in ["system", "staff", f"room/{claim['room']}"] + (
            [f"queue/{claim['room']}.{claim['seat']}", f"clock/{claim['room']}"] if "pickNumber" in claim else []):
        if stream_number(name) not in stated:
            raise Fault(f"incomplete: ends.txt does not state the end of {name}")
    account = [record for record in records if record.kind == WALLET]
    for before, record in zip(account, account[1:]):
        if record.previous != before.position:
            raise Fault(f"incomplete: events of the account before position {record.position} are missing")
    if account and account[0].previous != NO_POSITION and account[0].previous > opened:
        raise Fault("incomplete: the account does not begin where the room opened")
    print(f"pass  ends          {len(stated)} histories up to the ends that the operator has signed")


KINDS = {"pool": 1, "tournament": 2, "room": 3, "wallet": 4, "user": 5, "case": 6, "measure": 8, "clock": 9, "season": 10,
         "notes": 12}


def stream_number(name):
    """A history's name as records have it."""
    if name in ("system", "staff", "aliases"):
        return {"system": 0, "staff": 7, "aliases": 11}[name] << 56
    kind, number = name.split("/")
    if kind == "queue":
        room, seat = number.split(".")
        return KINDS["room"] << 56 | int(room) << 8 | int(seat) + 1
    return KINDS[kind] << 56 | int(number) << 8


SEAT_TAKEN, PICK_CORRECTED, ROOM_VOIDED, FEE_HELD, FEE_POSTED = 31, 46, 50, 81, 82
NOBODY = 0xFFFF_FFFF_FFFF_FFFF


def check_claim(records, claim):
    """The claimant had the seat."""
    last = None
    for record in records:
        if record.kind == ROOM and record.number == claim["room"] and record.template == SEAT_TAKEN:
            seat, user, entry = record.fields("BQQ")
            if seat == claim["seat"]:
                last = (user, entry)
    if last != (NOBODY if claim["claimant"] is None else claim["claimant"], claim["entry"]):
        raise Fault("claim.json: the seat is not the claimant's")


def doubts(records, claim):
    """What bears on the verdict besides the arrival of the claimant's pick, and is not judged here."""
    number, found = claim["pickNumber"], []
    picks = [record.fields("HBBH") for record in records if record.template in (PICK_MADE, PICK_AUTOMATED)]
    own = {player for pick, _, _, player in picks if pick == number}
    if any(pick != number and player in own for pick, _, _, player in picks):
        found.append("the player was also picked with another number")
    if any(record.template in (PICK_CORRECTED, ROOM_VOIDED) for record in records):
        found.append("staff corrected a pick or voided the room")
    held = [record.fields("QQBQ") for record in records if record.template == FEE_HELD]
    charged = [entry for _, room, _, entry in held if room == claim["room"]]
    posted = [record for record in records if record.template == FEE_POSTED and record.fields("QQ")[1] == claim["entry"]]
    if charged not in ([], [claim["entry"]]) or len(posted) > 1:
        found.append("the account has more than one charge for this room")
    return found


POOL_PUBLISHED, PLAYER_LISTED, CLOCK_STARTED, CLOCK_EXTENDED = 12, 10, 37, 43
PICK_MADE, PICK_AUTOMATED, REJECTED, DRAFT_COMPLETED, EXPLAINED = 39, 40, 41, 48, 68
MAKE_PICK = 44
REFUSALS = {1: "notYourTurn", 2: "stalePickNumber", 3: "clockExpired", 4: "playerAlreadyDrafted", 5: "playerNotInPool",
            6: "draftNotActive", 7: "draftComplete", 8: "roomPaused", 15: "duplicateCommand", 19: "forbidden",
            30: "badSignature", 35: "otherPosition"}
ROLES = {1: "user", 2: "scheduler", 3: "admin", 4: "provider", 5: "importer"}


def check_bounds(records, seat):
    """No history ends before what other records say of it."""
    queue, players = 0, 0
    explained = {record.content[52:68] for record in records if record.template == EXPLAINED}
    for record in records:
        stated = None
        if record.template == PLAYER_LISTED:
            players += 1
        elif record.template == POOL_PUBLISHED and record.fields("H")[0] > players:
            raise Fault(f"incomplete: the pool has {record.fields('H')[0]} players, the bundle {players}")
        elif record.kind == ROOM and record.part == seat + 1:
            queue = record.version
        elif record.template == PICK_AUTOMATED and record.leaf is None:
            _, _, picked_for, _, _, _, version, policy = record.fields("HBBHBBIB")
            if picked_for == seat and policy:
                stated, skipped = version, record.content[89:121]
                if record.block >= 113 and skipped != b"\xff" * 32 and record.content[52:68] not in explained:
                    raise Fault(f"incomplete: the queue's record about the autopick at position {record.position} is missing")
        elif record.template == DRAFT_COMPLETED:
            versions = queue_versions(record)
            if seat < len(versions):
                stated = versions[seat]
        if stated is not None and stated > queue:
            raise Fault(f"incomplete: position {record.position} states {stated} events of the claimant's queue, "
                        f"the bundle has {queue}")
    print("pass  bounds        no history ends before what other records say of it")


def queue_versions(record):
    """The last field of the end of a draft, since schema version 10."""
    if struct.unpack_from("<H", record.content, 6)[0] < 10:
        return []
    offset = 8 + record.block
    size, count = struct.unpack_from("<HH", record.content, offset)
    return [struct.unpack_from("<I", record.content, offset + 4 + size * index)[0] for index in range(count)]


def moment(time):
    stamp = datetime.datetime(1970, 1, 1) + datetime.timedelta(microseconds=time)
    return stamp.strftime("%Y-%m-%d %H:%M:%S.%f UTC")


def check_turn(records, claim, verdict):
    """Decides again whether each attempt at the disputed pick was in time; returns whether that settles the verdict."""
    number, claimant = claim["pickNumber"], claim["claimant"]
    clock, outcome, settled, early = None, None, False, False
    print(f"\nPick {number}, as user {claimant} sees it:")
    for record in records:
        if record.kind != ROOM or record.part:
            continue
        if record.template == CLOCK_STARTED:
            pick, _, _, deadline, grace = record.fields("HBIqq")
            if pick == number:
                clock = (deadline, grace)
                print(f"  [{record.position}] the clock started; deadline {moment(deadline)}, grace until {moment(grace)}")
        elif record.template == CLOCK_EXTENDED:
            pick, _, deadline, grace = record.fields("HIqq")
            if pick == number:
                clock = (deadline, grace)
                print(f"  [{record.position}] the clock was extended; deadline {moment(deadline)}, grace until {moment(grace)}")
        elif record.template == PICK_MADE and record.fields("HBBH")[0] == number:
            _, _, picked_for, player = record.fields("HBBH")
            role, user = record.actor()
            print(f"  [{record.position}] player {player} was picked by {ROLES.get(role, role)} {user or ''}".rstrip()
                  + f", which arrived {margin(record.arrived(), clock)}")
            if clock and record.arrived() > clock[1]:
                raise Fault(f"position {record.position}: the pick arrived after the end of grace and counted")
            outcome = "own" if role == 1 and user == claimant else "other"
        elif record.template == PICK_AUTOMATED and record.leaf is None and record.fields("HBBHBBIB")[0] == number:
            _, _, _, player, reason, source, version, _ = record.fields("HBBHBBIB")
            cause = {1: "the clock had expired", 2: "autodraft was on", 3: "staff asked for it"}.get(reason, "unknown reason")
            print(f"  [{record.position}] player {player} was autopicked, because {cause}, by version {version} of the queue")
            if reason == 1 and clock and record.recorded < clock[1]:
                raise Fault(f"position {record.position}: the autopick came before the end of grace")
            outcome = "expired" if reason == 1 else "other"
        elif record.template == REJECTED:
            kind, code, pick, _ = record.fields("BBHB")
            role, user = record.actor()
            if kind != MAKE_PICK or user != claimant or role != 1 or pick != number:
                continue
            late = clock is not None and record.arrived() > clock[1]
            print(f"  [{record.position}] the claimant's pick was refused as {REFUSALS.get(code, code)}; it arrived "
                  f"{margin(record.arrived(), clock)}: " + ("late" if late else "in time"))
            if not late and clock and code == 3:
                settled = early = True
    if early:
        print("By these records a pick that was in time was refused as late.")
        if verdict == "rejected":
            raise Fault("verdict.json rejects the claim, although a pick that was in time was refused as late")
    elif outcome == "own":
        others = doubts(records, claim)
        settled = verdict == "rejected" and not others
        for doubt in others:
            print(f"Not judged here: {doubt}.")
        print("By these records the claimant's own pick arrived in time and counted. Whether the claimant sent it follows only from\n"
              "a signature (details.json).")
    elif outcome == "expired":
        print("By these records no pick of the claimant arrived before the end of grace.")
    return settled


def margin(arrived, clock):
    if clock is None:
        return moment(arrived) + ", without a running clock"
    seconds = (clock[1] - arrived) / 1e6
    return f"{moment(arrived)}, {abs(seconds):.6f} s {'before' if seconds >= 0 else 'after'} the end of grace"


def check_signed(folder):
    """The signatures of the claimant's commands, by their own keys."""
    path = folder / "details.json"
    signed = json.loads(path.read_text())["keys"]["signed"] if path.exists() else []
    for command in signed:
        content = [base64.b64decode(command[name], validate=True) for name in ("keyInDER", "message", "signature")]
        if not verifies(*content):
            raise Fault(f"details.json: the signature of the command at position {command['position']} is not valid")
    if signed:
        print(f"pass  commands      {len(signed)} signatures of the claimant, each by the key that is named with it")


ENTRIES_CLOSED, ROUNDS_SET, ROUND_CLOSED, PODS_DRAWN = 21, 27, 150, 151
NO_DIGEST = b"\xff" * 32


def fields_of(record):
    """The template of a record, its fields after the command's origin, and the rows of its first group."""
    block, template = struct.unpack_from("<HH", record)
    rows = []
    if template != ENTRIES_CLOSED:
        size, count = struct.unpack_from("<HH", record, 8 + block)
        rows = [record[12 + block + size * index:][:size] for index in range(count)]
    return template, record[72:8 + block], rows


def shuffled(elements, key):
    elements, counter = list(elements), 0
    for place in range(len(elements) - 1, 0, -1):
        bound, drawn = place + 1, 1 << 64
        while drawn >= (1 << 64) // bound * bound:
            drawn = int.from_bytes(hmac.new(key, counter.to_bytes(8, "big"), "sha256").digest()[:8], "big")
            counter += 1
        elements[place], elements[drawn % bound] = elements[drawn % bound], elements[place]
    return elements


def check_pods(records, entry):
    """The pods after the first round: the secret is the committed one and gives the recorded draw."""
    rounds, places, secrets, pods, commitment, entropy = [], {}, {}, {}, NO_DIGEST, None
    for record in records:
        if record.template not in (ENTRIES_CLOSED, ROUNDS_SET, ROUND_CLOSED, PODS_DRAWN):
            continue
        contest = record.number
        template, fields, rows = fields_of(record.content)
        if template == ROUNDS_SET:
            rounds = [struct.unpack_from("<BBII", row)[2:] for row in rows]
            commitment = fields[9:41] or NO_DIGEST
        elif template in (ENTRIES_CLOSED, ROUND_CLOSED):
            # Standings and the secret determine the draw, so a commitment counts only before the first standings.
            if not places and commitment == NO_DIGEST:
                commitment = (fields[6:38] if template == ENTRIES_CLOSED else fields[13:45]) or NO_DIGEST
            if template == ROUND_CLOSED and (fields[45:77] or NO_DIGEST) != NO_DIGEST:
                # The members' bytes in the rooms of these standings: the order of the rooms does not matter.
                entropy = bytes(one ^ other for one, other in zip(entropy or bytes(32), fields[45:77]))
            for row in rows:
                number, _, _, place = struct.unpack_from("<QiiI", row)
                places.setdefault(fields[0], {})[number] = place
        else:
            secrets[fields[0]] = fields[1:33]
            pods.setdefault(fields[0], []).extend(struct.unpack_from("<Q", row)[0] for row in rows)
    for number in sorted(secrets):
        size, advancing = rounds[number - 1][0], rounds[number - 2][1]
        if hashlib.sha256(secrets[number]).digest() != commitment:
            raise Fault(f"the pods of round {number} were drawn with another secret than the contest had committed to")
        commitment = secrets[number]
        entrants = sorted(one for one, place in places.get(number - 1, {}).items() if place <= advancing)
        message = b"".join(word.to_bytes(8, "big") for word in [contest, number, *entrants]) + (entropy or b"")
        if shuffled(entrants, hmac.new(secrets[number], message, "sha256").digest()) != pods[number]:
            raise Fault(f"the pods of round {number} differ from the draw by its secret")
        count = -(-len(entrants) // max(1, size))
        start = 0
        for index in range(count):
            end = start + len(entrants) // count + (index < len(entrants) % count)
            pod, start = pods[number][start:end], end
            if entry in pod:
                others = ", ".join(str(one) for one in pod if one != entry) or "no other entry"
                print(f"pass  pods          round {number}: entry {entry} is in pod {index + 1} of {count}, with {others}")


def key_argument(text):
    try:
        return Key(text)
    except (Fault, ValueError) as fault:
        raise argparse.ArgumentTypeError(str(fault)) from fault


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--key", required=True, action="append", type=key_argument, metavar="NAME+ID+KEY",
        help="the ledger's verifier key, from a source that you trust")
    parser.add_argument("folder", nargs="?", default=".", type=pathlib.Path)
    options = parser.parse_args()
    folder, settled = options.folder, False
    try:
        latest = check_checkpoints(folder, options.key)
        claim = json.loads((folder / "claim.json").read_text())
        verdict = json.loads((folder / "verdict.json").read_text())["verdict"]
        told = (folder / "VERDICT.md").read_text().split("\n", 1)[0]
        if claim["origin"] != latest.origin:
            raise Fault(f"claim.json is about {claim['origin']}, the checkpoint of {latest.origin}")
        if not told.endswith(": " + verdict):
            raise Fault("VERDICT.md and verdict.json state different verdicts")
        records = read_records(folder)
        check_records(folder, records, latest)
        is_pick = "pickNumber" in claim
        check_streams(records, claim)
        check_ends(folder, records, claim, latest, options.key)
        check_signed(folder)
        if is_pick:
            check_claim(records, claim)
            check_bounds(records, claim["seat"])
            settled = check_turn(records, claim, verdict)
        else:
            check_pods(records, claim["entry"])
    except (Fault, ValueError, LookupError, OSError, struct.error) as fault:
        print(f"FAIL  {fault}")
        return 1
    if settled:
        print(f"\nConfirmed: the claim is {verdict}, if the operator's signed ends.txt is true. Of the documents, only the first line\n"
              "of VERDICT.md and verdict.json were compared.")
        return 0
    print(f"\nNOT CHECKED HERE: the verdict, which verdict.json states as '{verdict}'. The records are genuine. The verdict rests "
          "on\nqueues, autodraft, pauses or scores, which `draftledger evidence verify` replays. Do not rely on VERDICT.md "
          "without it.")
    return 2


if __name__ == "__main__":
    sys.exit(main())
