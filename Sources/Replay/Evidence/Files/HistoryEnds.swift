import Draft
import Merkle

/// The ends of the histories that a bundle is about, signed by the operator, as the file `ends.txt`: so neither side can cut
/// one at its end.
///
///     draft-ledger/ends@v1
///     <origin>
///     <size> <root in base64>              of the bundle's checkpoint
///     <history> <version> <position>       one line for each history, `queue/12.3 0 -` for one without events
///
///     — <origin> <signature>
///
/// The signature is by the key of the checkpoints, which signs no other text with this first line. A recipient cannot see
/// whether the statement is true. The ledger, a receipt or a proof of a later record refutes a false one, and then the
/// signature shows who made it.
struct HistoryEnds: Sendable {
    /// The last event of a history, of those that the checkpoint covers.
    struct End: Hashable, Sendable {
        /// 0 for a history without events.
        var version: UInt32
        /// Nil for a history without events.
        var position: UInt64?

        static let none = End(version: 0)
    }

    static let file = "ends.txt"
    private static let header = "draft-ledger/ends@v1"

    let note: SignedNote
    private(set) var ends: [StreamKey: End] = [:]

    /// The text to be signed.
    static func text(_ ends: [StreamKey: End], in checkpoint: Checkpoint) -> String {
        let lines = ends.sorted { $0.key.rawValue < $1.key.rawValue }.map { stream, end in
            "\(stream) \(end.version) \(end.position.map { "\($0)" } ?? "-")"
        }
        return (head(of: checkpoint) + lines).map { $0 + "\n" }.joined()
    }

    private static func head(of checkpoint: Checkpoint) -> [String] {
        [header, checkpoint.origin, "\(checkpoint.size) \(checkpoint.root.base64)"]
    }

    /// Reads the file of a bundle. The signature is not verified yet.
    ///
    /// - Throws: `badFile` for anything else than the statement about the bundle's checkpoint.
    init(_ bytes: [UInt8], of checkpoint: Checkpoint) throws(EvidenceError) {
        let note: SignedNote
        do { note = try SignedNote(bytes) } catch { throw EvidenceError.badFile(Self.file, "\(error)") }
        try self.init(note, of: checkpoint)
    }

    init(_ note: SignedNote, of checkpoint: Checkpoint) throws(EvidenceError) {
        self.note = note
        let head = Self.head(of: checkpoint)
        let lines = note.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        guard lines.starts(with: head) else {
            throw .badFile(Self.file, "its first lines are not those for the checkpoint of \(checkpoint.size) events")
        }
        for (number, line) in lines.enumerated().dropFirst(head.count) {
            let words = line.split(separator: " ", omittingEmptySubsequences: false)
            guard words.count == 3, let stream = StreamKey(String(words[0])), let version = UInt32(words[1]),
                words[2] == "-" || UInt64(words[2]) != nil
            else { throw .badFile(Self.file, "line \(number + 1) is not a history with its version and position") }
            ends[stream] = End(version: version, position: UInt64(words[2]))
        }
        guard note.text.utf8.elementsEqual(Self.text(ends, in: checkpoint).utf8) else {
            throw .badFile(Self.file, "it is not in the canonical form")
        }
    }

    /// Verifies that a trusted key of the log has signed the statement.
    func verify(by keys: [VerifierKey]) throws(TrustError) { _ = try note.verified(by: keys) }
}

extension HistoryEnds.End {
    /// The end of a history by its events here.
    init(of events: some Sequence<RecordedEvent>) {
        let last = events.max { $0.position < $1.position }
        self.init(version: last?.version ?? 0, position: last?.position)
    }
}

extension HistoryEnds {
    /// The faults of a bundle's records, a sentence for each history that does not reach its stated end.
    ///
    /// - Parameters:
    ///   - claim: the subject of the bundle.
    ///   - events: all of the bundle.
    ///   - beginning: the position of the room's first event, from which the account is complete.
    func missing(of claim: EvidenceClaim, among events: [RecordedEvent], since beginning: UInt64) -> [String] {
        let here = Dictionary(grouping: events) { $0.stream }
        var missing: [String] = []
        for (stream, end) in ends.sorted(by: { $0.key.rawValue < $1.key.rawValue }) where !claim.isExtract(stream) {
            let own = End(of: here[stream] ?? [])
            if claim.isAccount(stream) {
                // Complete from the first event after the room opened, if there is any.
                let isBefore = end.position.map { $0 < beginning } ?? true
                if isBefore, here[stream] == nil { continue }
            }
            guard own != end else { continue }
            missing.append(
                "The operator states \(end.version) events of \(stream) in \(Self.file); the bundle has them up to version "
                    + "\(own.version).")
        }
        for stream in claim.required where ends[stream] == nil {
            missing.append("\(Self.file) does not state where \(stream) ends.")
        }
        for stream in here.keys.sorted(by: { $0.rawValue < $1.rawValue })
        where claim.isWhole(stream, inFormatOfEnds: true) && ends[stream] == nil {
            missing.append("\(Self.file) does not state where \(stream) ends, of which the bundle has events.")
        }
        return missing + faultsOfAccount(here, claim, since: beginning)
    }

    /// The account has no gap from the first event after the room opened.
    private func faultsOfAccount(
        _ here: [StreamKey: [RecordedEvent]], _ claim: EvidenceClaim, since beginning: UInt64
    ) -> [String] {
        guard claim.pick != nil, let user = claim.claimant, let events = here[.wallet(user)] else { return [] }
        let sorted = events.sorted { $0.position < $1.position }
        let isLinked = zip(sorted, sorted.dropFirst()).allSatisfy {
            $1.previous == $0.position && $1.version == $0.version &+ 1
        }
        let isFromBeginning = sorted.first?.previous.map { $0 < beginning } ?? (sorted.first?.version == 1)
        return isLinked && isFromBeginning ? [] : ["Events of wallet/\(user) since the room opened are missing."]
    }
}
