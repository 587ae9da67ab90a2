"""Other people's verdict on what the tool wrote.

    interoperation.py proof PROOF RECORD LOG_KEY WITNESS_KEY    by PyPI's proofbundle
    interoperation.py tiles DIRECTORY                           by hashlib alone, from the records in the bundles
"""

import base64
import hashlib
import pathlib
import sys


def proof(proof_file, record_file, log_key, witness_key):
    import proofbundle

    text = pathlib.Path(proof_file).read_text()
    record = pathlib.Path(record_file).read_bytes()
    verdict = proofbundle.verify_tlog_proof(text, record, log_key, [witness_key], threshold=1)
    print(verdict)
    checkpoint = text.partition("\n\n")[2]
    cosignature = proofbundle.verify_cosignature(checkpoint, witness_key)
    print(cosignature)
    forged = proofbundle.verify_tlog_proof(text, record + b"x", log_key, [witness_key], threshold=1)
    return verdict["ok"] and cosignature["ok"] and not forged["ok"]


def tiles(directory):
    directory = pathlib.Path(directory)
    _, size, root = (directory / "checkpoint").read_text().split("\n")[:3]
    edge = []
    for index in range((int(size) + 255) // 256):
        digits = f"{index:03}" if index < 1000 else f"x{index // 1000:03}/{index % 1000:03}"
        path = directory / "tile/entries" / digits
        if not path.is_file():
            path = path.with_name(f"{path.name}.p") / str(int(size) % 256)
        data = path.read_bytes()
        while data:
            length = int.from_bytes(data[:2], "big")
            edge.append((0, hashlib.sha256(b"\0" + data[2:2 + length]).digest()))
            data = data[2 + length:]
            while len(edge) > 1 and edge[-1][0] == edge[-2][0]:
                (level, left), (_, right) = edge[-2:]
                edge[-2:] = [(level + 1, hashlib.sha256(b"\1" + left + right).digest())]
    hashed = edge.pop()[1]
    while edge:
        hashed = hashlib.sha256(b"\1" + edge.pop()[1] + hashed).digest()
    return base64.b64encode(hashed).decode() == root


sys.exit(0 if {"proof": proof, "tiles": tiles}[sys.argv[1]](*sys.argv[2:]) else 1)
