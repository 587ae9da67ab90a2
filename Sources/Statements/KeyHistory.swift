public import Draft
public import Merkle
import Records

/// The checkpoint keys that a ledger has had, as a file for third parties.
///
///     draft-ledger/key-history@v1
///     <origin>
///     <blank line>
///     record <base64 of a CheckpointKeyRotated, as it is stored>         one block for each rotation, in order,
///     <.tlog-proof of that record, by the key that the event replaces>   a blank line before each but the first
///
/// Nothing in it is to be believed as such. `follow(from:)` checks it from a key that the reader has already.
public struct KeyHistory: Hashable, Sendable {
    /// One rotation.
    public struct Link: Hashable, Sendable {
        /// The stored bytes of the event.
        public var record: [UInt8]
        /// That they are in a checkpoint.
        public var proof: ProofFile

        public init(record: [UInt8], proof: ProofFile) {
            self.record = record
            self.proof = proof
        }
    }

    /// The ledger's name, and that of all its keys.
    public var origin: String
    /// The rotations, oldest first.
    public var links: [Link]

    private static let header = "draft-ledger/key-history@v1"
    private static let recordPrefix = "record "

    public init(origin: String, links: [Link]) {
        self.origin = origin
        self.links = links
    }

    /// Reads a file.
    ///
    /// - Throws: `AttestationError.malformed` with the place.
    public init(_ bytes: [UInt8]) throws(AttestationError) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .malformed("key history", "bytes that are not UTF-8")
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.count >= 3, lines[0] == Self.header, KeyName(lines[1]) != nil, lines[2].isEmpty else {
            throw .malformed("key history", "expected \"\(Self.header)\", the ledger's origin and a blank line")
        }
        origin = lines[1]
        links = []
        let starts = lines.indices.filter { $0 > 2 && lines[$0].hasPrefix(Self.recordPrefix) }
        for (number, start) in starts.enumerated() {
            // Before the next block stands a blank line; behind the last newline, nothing.
            let end = (number + 1 < starts.count ? starts[number + 1] : lines.count) - 1
            links.append(try Self.link(lines[start..<max(end, start + 1)], number: number + 1))
        }
        // Whatever was not read shows as a difference.
        guard description.utf8.elementsEqual(bytes) else {
            throw .malformed("key history", "lines that do not belong to a rotation")
        }
    }

    private static func link(_ lines: ArraySlice<String>, number: Int) throws(AttestationError) -> Link {
        guard let first = lines.first, let record = Base64.decode(first.utf8.dropFirst(recordPrefix.utf8.count)) else {
            throw .malformed("rotation \(number)", "expected \"record \" and canonical base64")
        }
        do {
            let proof = try ProofFile(Array(lines.dropFirst().map { $0 + "\n" }.joined().utf8))
            return Link(record: record, proof: proof)
        } catch {
            throw .malformed("rotation \(number)", "\(error)")
        }
    }
}

extension KeyHistory: CustomStringConvertible {
    /// The file, byte for byte.
    public var description: String {
        let blocks = links.map { "\(Self.recordPrefix)\(Base64.encode($0.record))\n\($0.proof)" }
        return "\(Self.header)\n\(origin)\n\n" + blocks.joined(separator: "\n")
    }
}

extension KeyHistory {
    /// A rotation that has been checked.
    public struct Step: Hashable, Sendable {
        /// The position of its event in the ledger.
        public var position: UInt64
        /// When, by the ledger's clock.
        public var recordedAt: Timestamp
        /// The key that signs since then.
        public var key: VerifierKey
    }

    /// The result for the reader's key.
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
    /// has signed the same checkpoint: a history cannot lead to a key that the ledger does not hold. Rotations before the reader's key
    /// are passed over. A history without any rotation confirms nothing, whatever key is given.
    ///
    /// - Parameter key: of any time; rotated out or not.
    public func follow(from key: VerifierKey) -> Path {
        var path = Path(steps: [], key: key, broken: nil)
        do {
            guard key.name.text.utf8.elementsEqual(origin.utf8) else {
                throw AttestationError.notProven(
                    "the key", "it is \(key.name.text.asciiEscaped)'s; the history is \(origin.asciiEscaped)'s")
            }
            guard !links.isEmpty else {
                throw AttestationError.notProven(
                    "the history", "it has no rotation, so it cannot confirm any key")
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
                throw AttestationError.notProven("the key", "\(key.id) is not a key of this history")
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
        guard case .rotated(let event) = recorded.event.service, recorded.stream == .system else {
            throw .malformed(name, "\(recorded.event.type.name) of \(recorded.stream) is not a rotation")
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
                throw AttestationError.notProven(name, "\(next.text) cannot replace \(key.name)'s key")
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
