#!/usr/bin/env python3
"""Checks an evidence bundle without the software that made it: signatures, consistency, records, streams, draws of pods.

    tar xf bundle.tar
    python3 verify.py --key 'NAME+ID+KEY' [FOLDER]

Needs Python 3.8 and the program openssl, version 1.1.1 or later, for Ed25519; nothing else. The key is the ledger's
verifier key, from a source that you trust; --key may be repeated for keys that it has replaced. What is checked is RFC 6962's tree, the C2SP formats signed-note,
tlog-checkpoint and tlog-proof, and the head of each record: FIX SBE, little-endian, as schema.xml describes it.
"""
import argparse
import base64
import hashlib
import hmac
import json
import pathlib
import struct
import subprocess
import sys
import tempfile

NO_POSITION = 0xFFFF_FFFF_FFFF_FFFF
USER_STREAMS = 5 << 56


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
        with tempfile.TemporaryDirectory() as folder:
            paths = [pathlib.Path(folder, name) for name in ("key", "text", "signature")]
            for path, content in zip(paths, (self.der, text, signature)):
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
        self.signatures = [line.split(" ", 2)[1:] for line in signatures.decode().splitlines()]

    def check(self, keys):
        if any(self.origin != key.name for key in keys):
            raise Fault(f"{self.place}: the checkpoint is of {self.origin}, not of {keys[0].name}")
        lines = [(name, base64.b64decode(payload, validate=True)) for name, payload in self.signatures]
        own = [(key, line[4:]) for key in keys for name, line in lines if name == key.name and line[:4] == key.id]
        if not own:
            raise Fault(f"{self.place}: the key has not signed the checkpoint")
        if not all(key.verifies(self.text, signature) for key, signature in own):
            raise Fault(f"{self.place}: the signature is not valid")


def inclusion_root(index, size, leaf, proof):
    """RFC 9162, 2.1.3.2."""
    if index >= size:
        raise Fault("the position is beyond the checkpoint")
    first, last, result = index, size - 1, leaf
    for sibling in proof:
        if last == 0:
            raise Fault("the proof has too many hashes")
        if first & 1 or first == last:
            result = node_hash(sibling, result)
            while not first & 1 and first:
                first, last = first >> 1, last >> 1
        else:
            result = node_hash(result, sibling)
        first, last = first >> 1, last >> 1
    if last:
        raise Fault("the proof has too few hashes")
    return result


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


def hashes_of(lines):
    return [base64.b64decode(line, validate=True) for line in lines]


def check_checkpoints(folder, keys):
    files = sorted(folder.glob("checkpoints/*.checkpoint"))
    if not files:
        raise Fault("there are no checkpoints")
    checkpoints = [Checkpoint(path.read_bytes(), path.name) for path in files]
    for checkpoint in checkpoints:
        checkpoint.check(keys)
    print(f"pass  signatures    {len(checkpoints)} checkpoints, the latest of {checkpoints[-1].size} events")
    for (old_file, old), (new_file, new) in zip(zip(files, checkpoints), zip(files[1:], checkpoints[1:])):
        path = old_file.with_name(f"{old_file.stem}-{new_file.stem}.consistency")
        try:
            check_consistency(old, new, hashes_of(path.read_text().split()))
        except Fault as fault:
            raise Fault(f"{path.name}: {fault}") from None
    print(f"pass  consistency   {len(checkpoints) - 1} steps")
    return files[-1].read_bytes(), checkpoints[-1]


def check_records(folder, note, checkpoint):
    """Records that contain another seat's queue are stated, not shown: only their hash is proven."""
    records, stated = {}, 0
    for path in sorted([*folder.glob("*/*.record"), *folder.glob("*/*.stated")]):
        lines = path.with_suffix(".tlog-proof").read_bytes()
        head, _, rest = lines.partition(b"\n\n")
        head = head.decode().split("\n")
        if head[0] != "c2sp.org/tlog-proof@v1" or not head[1].startswith("index ") or rest != note:
            raise Fault(f"{path.name}: its proof is not one in the latest checkpoint")
        index, record = int(head[1][6:]), path.read_bytes()
        if index != int(path.stem):
            raise Fault(f"{path.name}: its proof is of position {index}")
        if index in records:
            raise Fault(f"{path}: the record at {index} occurs twice")
        leaf = leaf_hash(record)
        if path.suffix == ".stated":
            stated += 1
            leaf = base64.b64decode(path.with_suffix(".leaf").read_text().strip(), validate=True)
        try:
            if inclusion_root(index, checkpoint.size, leaf, hashes_of(head[2:])) != checkpoint.root:
                raise Fault("the record is not the one that was signed")
        except Fault as fault:
            raise Fault(f"{path}: {fault}") from None
        records[index] = (path, record)
    withheld = f"; the content of {stated} is stated, not shown" if stated else ""
    print(f"pass  records       {len(records)}, each at its position of the signed tree{withheld}")
    return records


def check_streams(records, own_stream):
    """Each history is complete from its first event; accounts and other users' keys are extracts."""
    heads = {}
    for index, (path, record) in sorted(records.items()):
        stream, version, previous = struct.unpack_from("<QIQ", record, 8)
        if path.parent.name == "money" or (path.parent.name == "keys" and stream != own_stream):
            continue
        last_version, last_index = heads.get(stream, (0, NO_POSITION))
        if version != last_version + 1 or previous != last_index:
            raise Fault(f"{path}: version {version} of its stream follows version {last_version}: events are missing")
        heads[stream] = (version, index)
    print(f"pass  streams       {len(heads)}, each without a gap")


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
    rounds, places, secrets, pods, commitment = [], {}, {}, {}, NO_DIGEST
    for index, (path, record) in sorted(records.items()):
        template = struct.unpack_from("<H", record, 2)[0]
        if path.parent.name != "contest" or template not in (ENTRIES_CLOSED, ROUNDS_SET, ROUND_CLOSED, PODS_DRAWN):
            continue
        contest = struct.unpack_from("<Q", record, 8)[0] >> 8 & (1 << 48) - 1
        template, fields, rows = fields_of(record)
        if template == ROUNDS_SET:
            rounds = [struct.unpack_from("<BBII", row)[2:] for row in rows]
        elif template in (ENTRIES_CLOSED, ROUND_CLOSED):
            # Standings and the secret determine the draw, so a commitment counts only before the first standings.
            if not places and commitment == NO_DIGEST:
                commitment = (fields[6:38] if template == ENTRIES_CLOSED else fields[13:45]) or NO_DIGEST
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
        message = b"".join(word.to_bytes(8, "big") for word in [contest, number, *entrants])
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
    try:
        note, latest = check_checkpoints(options.folder, options.key)
        claim = json.loads((options.folder / "claim.json").read_text())
        records = check_records(options.folder, note, latest)
        # For a claim about a week, the bundle has only the key records of users.
        check_streams(records, USER_STREAMS | (claim["claimant"] or 0) << 8 if "pickNumber" in claim else None)
        check_pods(records, claim["entry"])
    except (Fault, ValueError, LookupError, OSError, struct.error) as fault:
        print(f"FAIL  {fault}")
        return 1
    print("To check the verdict, replay the records under the rules: see VERIFY.md.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
