import Draft
import DraftLedger
import Merkle
import Records

/// A record in a bundle, with the proof that it is the one at its position of the signed ledger.
struct EvidenceRecord: Sendable {
    /// The purpose of a record: its folder.
    enum Section: String, Sendable, CaseIterable {
        /// The room's and the claimant's own queue's; in a claim about a week those of all rooms in which the pod drafted.
        case records
        /// The player pool's, which says who could be picked.
        case pool
        /// The contest's: its rounds and scoring, its draws and what closed.
        case contest
        /// The season's, which say who scored what.
        case season
        /// Those of the disputes about the room.
        case cases
        /// Of the claimant's wallet those that move the entry's money: its fee, its prizes, and what cases about it paid.
        case money
        /// Key records of signers: the claimant's whole stream, and the key records of others.
        case keys
        /// Staff, and the approval requests with effects.
        case authority
    }

    var section: Section
    var position: UInt64
    /// As it is stored; of one that is withheld, the same without what is another seat's alone.
    var record: [UInt8]
    var proof: InclusionProof
    /// The leaf hash of a record that is withheld: it says whom the rules passed over in another seat's queue. What it
    /// says besides is stated, not shown. Nil for all others, whose bytes are here.
    var withheldLeaf: TreeHash?

    var isWithheld: Bool { withheldLeaf != nil }

    /// The hash that the proof connects with the checkpoint's root.
    var leaf: TreeHash { withheldLeaf ?? .leaf(record) }

    /// The name of its files, but for their endings.
    var name: String { "\(section.rawValue)/\(Self.digits(position))" }

    /// The file with its bytes.
    var file: String { name + (isWithheld ? Self.statedSuffix : Self.recordSuffix) }

    static let recordSuffix = ".record"
    static let statedSuffix = ".stated"
    static let leafSuffix = ".leaf"
    static let proofSuffix = ".tlog-proof"

    /// Twelve digits at least, so that names sort like positions.
    static func digits(_ position: UInt64) -> String {
        let text = String(position)
        return String(repeating: "0", count: max(0, 12 - text.count)) + text
    }

    /// - Throws: `badFile` for bytes that are no event.
    func decoded() throws(EvidenceError) -> RecordedEvent {
        do {
            return try record.withUnsafeBytes { try RecordedEvent(record: $0, position: position) }
        } catch {
            throw .badFile(file, "\(error)")
        }
    }

    /// Whether bundles of other users only state it and omit its bytes.
    static func isWithheld(_ recorded: RecordedEvent, under claim: EvidenceClaim) -> Bool {
        guard case .automated(let made) = recorded.event.pick else { return false }
        return !claim.isClaimants(made.seat, of: recorded.stream.room) && recorded.showsQueueContents
    }

    /// What is stated of a record that is withheld, as a record.
    ///
    /// - Throws: what keeps the event from being written, which no event of a ledger does.
    static func stated(_ recorded: RecordedEvent) throws -> [UInt8] {
        let shown = recorded.withoutQueueContents
        var writer = RecordWriter()
        try writer.write(
            shown.event, stream: shown.stream, origin: shown.origin, place: (shown.version, shown.previous),
            recordedAt: shown.recordedAt)
        return writer.bytes
    }

    /// Why a record may not be withheld; nil where it may. Only picks of the rules for other seats are, of those that
    /// read a queue and were recorded before such picks kept it to the seat: nothing else can be stated without proof.
    func faultOfWithholding(_ event: RecordedEvent, under claim: EvidenceClaim) throws -> String? {
        guard isWithheld else { return nil }
        guard section == .records, case .automated(let made) = event.event.pick,
            !claim.isClaimants(made.seat, of: event.stream.room), made.policyVersion > 0, made.queueVersion > 0,
            made.passedOver == nil, made.skipped.isEmpty
        else { return "\(event.event.type.name.withArticle) of \(event.stream) has to be shown, not stated" }
        return try Self.stated(event) == record ? nil : "it is not encoded as a record"
    }
}
