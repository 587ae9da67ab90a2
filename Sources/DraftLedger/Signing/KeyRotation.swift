import Draft
import Ledger
import Merkle
import Records

/// How the checkpoint key of a ledger changes, one durable step after the other:
///
/// | step | on disk afterwards | after a crash |
/// |---|---|---|
/// | 1 the new key is written | `log.key` old, `log.key.next` new | the new key is discarded: it was never disclosed |
/// | 2 the event is appended | and the log names both keys | the rotation resumes |
/// | 3 a checkpoint is published, signed by both | and `checkpoint` covers the event | the rotation resumes |
/// | 4 the new key takes the old one's place | `log.key` new | the rotation is complete |
///
/// Only these files and the log state its progress, so that the next publication resumes it.
struct KeyRotation {
    /// The event that states the rotation, and its position.
    let stated: CheckpointKeyRotated
    let position: UInt64

    /// Every rotation that a ledger states, in order. Walks the ledger's own stream, decoding nothing else.
    static func all(in ledger: Ledger) throws -> [KeyRotation] {
        var rotations: [KeyRotation] = []
        try ledger.walkBack(StreamID(.system)) { position, _, record in
            let rotation: KeyRotation? = try record.withUnsafeBytes { bytes in
                let view = try RecordView(bytes, position: position)
                guard view.templateID == EventType.checkpointKeyRotated.rawValue else { return nil }
                guard case .rotated(let stated) = try view.decoded().event.service else { return nil }
                return KeyRotation(stated: stated, position: position)
            }
            if let rotation { rotations.append(rotation) }
            return true
        }
        return rotations.reversed()
    }
}

/// The signer of the next checkpoint.
struct CheckpointSigners {
    let current: SignerKey
    /// The key that takes over with this checkpoint; it signs too.
    let successor: SignerKey?

    /// - Throws: `signingKeyMissing` when the log says that a key signs which is not here.
    init(current: SignerKey, ledger: Ledger, path: String) throws {
        self.current = current
        let rotations = try KeyRotation.all(in: ledger)
        let own = current.verifierKey.text
        // The copy of another ledger's records tells of keys that were never here; it signs with its own.
        guard let last = rotations.last, let leaving = rotations.last(where: { $0.stated.previousVerifierKey == own })
        else {
            successor = nil
            return
        }
        let next = try KeyFile.nextForCheckpoints(of: path).read()
        guard leaving.position == last.position, let next, next.verifierKey.text == last.stated.verifierKey else {
            throw DraftLedgerError(
                .signingKeyMissing,
                "Position \(last.position) announces \(last.stated.verifierKey) as the ledger's key, and \(path) has only "
                    + "\(current.verifierKey.id), an earlier one: signing with the announced key is not possible. Restore "
                    + "log.key, or log.key.next, from a backup. Without a backup, use `export --format jsonl` and `import` into a new "
                    + "ledger, which signs with a key of its own.")
        }
        successor = next
    }
}
