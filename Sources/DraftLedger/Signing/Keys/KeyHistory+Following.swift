public import Draft
public import Merkle

extension KeyHistory {
    /// A rotation that has been checked.
    public struct Step: Hashable, Sendable {
        /// Where the ledger states it.
        public var position: UInt64
        /// When, by the ledger's clock.
        public var recordedAt: Timestamp
        /// The key that signs since then.
        public var key: VerifierKey
    }

    /// Where the reader's key leads to.
    public struct Path: Sendable {
        /// The rotations after the reader's key, oldest first.
        public var steps: [Step]
        /// The last key that is vouched for: the current one unless `broken`.
        public var key: VerifierKey
        /// Why the history cannot be followed any further; nil when it was to its end.
        public var broken: AttestationError?
    }

    /// Goes from a key that the reader trusts to the current one. Needs nothing but the file.
    ///
    /// Each rotation must stand in a checkpoint that the key before it has signed, name that key, and lead to one that
    /// has signed the same checkpoint: nobody can be handed a key that nobody holds. Rotations before the reader's key
    /// are passed over. A history without any rotation confirms nothing, whatever key is given.
    ///
    /// - Parameter key: of any time; rotated out or not.
    public func follow(from key: VerifierKey) -> Path {
        var path = Path(steps: [], key: key, broken: nil)
        do {
            guard key.name.text.utf8.elementsEqual(origin.utf8) else {
                throw AttestationError.notProven("the key", "it is \(key.name)'s; the history is \(origin)'s")
            }
            guard !links.isEmpty else {
                throw AttestationError.notProven(
                    "the history", "it has no rotation, so that it can confirm no key, neither this one nor another")
            }
            var hasMet = false
            var lastPosition: UInt64?
            for (index, link) in links.enumerated() {
                let name = "rotation \(index + 1)"
                let rotation = try Self.decode(link, named: name)
                // Claims only, until the reader's key is met: what they lead to is what the reader trusts already.
                if !hasMet, rotation.event.previousVerifierKey != path.key.text { continue }
                hasMet = true
                if let lastPosition, link.proof.index <= lastPosition {
                    throw AttestationError.notProven(
                        name, "position \(link.proof.index) does not come after position \(lastPosition)")
                }
                lastPosition = link.proof.index
                let next = try Self.check(link, rotation.event, by: path.key, named: name)
                path.steps.append(Step(position: link.proof.index, recordedAt: rotation.recordedAt, key: next))
                path.key = next
            }
            let last = try links.last.map { try Self.decode($0, named: "rotation \(links.count)").event.verifierKey }
            guard hasMet || last == key.text else {
                throw AttestationError.notProven("the key", "\(key.id) is none of the keys of this history")
            }
        } catch {
            path.broken = error as? AttestationError ?? .notProven("the history", "\(error)")
        }
        return path
    }

    private static func decode(
        _ link: Link, named name: String
    ) throws(AttestationError) -> (event: CheckpointKeyRotated, recordedAt: Timestamp) {
        let recorded: RecordedEvent
        do {
            recorded = try link.record.withUnsafeBytes { try RecordedEvent(record: $0, position: link.proof.index) }
        } catch {
            throw .malformed(name, "\(error)")
        }
        guard case .checkpointKeyRotated(let event) = recorded.event, recorded.stream == .system else {
            throw .malformed(name, "\(recorded.event.type.name) of \(recorded.stream) is no rotation")
        }
        return (event, recorded.recordedAt)
    }

    /// - Returns: the key that the rotation leads to.
    private static func check(
        _ link: Link, _ event: CheckpointKeyRotated, by key: VerifierKey, named name: String
    ) throws(AttestationError) -> VerifierKey {
        guard event.previousVerifierKey == key.text else {
            throw .notProven(name, "it replaces \(event.previousVerifierKey), not \(key.id)")
        }
        do {
            let next = try VerifierKey(event.verifierKey)
            guard next.name == key.name, next != key else {
                throw AttestationError.notProven(name, "\(next.text) cannot take over from \(key.name)'s key")
            }
            let verified = try link.proof.checkpoint.verified(by: key)
            try verified.verify(leaf: .leaf(link.record), at: link.proof.index, link.proof.proof)
            _ = try link.proof.checkpoint.verified(by: next)
            return next
        } catch let error as AttestationError {
            throw error
        } catch {
            throw .notProven(name, "\(error)")
        }
    }
}
