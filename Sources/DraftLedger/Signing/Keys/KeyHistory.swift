import Foundation
public import Merkle

/// The checkpoint keys that a ledger has had, as a file for strangers.
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
            throw .malformed("key history", "lines that belong to no rotation")
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
