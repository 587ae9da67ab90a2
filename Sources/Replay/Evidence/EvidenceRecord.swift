import Draft
import DraftLedger
import Merkle
import Records

/// A record in a bundle, with the proof that it is the one at its position of the signed ledger.
struct EvidenceRecord: Sendable {
    /// What a record is there for: the folder that it stands in.
    enum Section: String, Sendable, CaseIterable {
        /// The room's and the claimant's own queue's.
        case records
        /// The player pool's, which says who could be picked.
        case pool
        /// Those of the disputes about the room.
        case cases
        /// Of the claimant's wallet those that move the entry's money: its fee, its prizes, and what cases about it paid.
        case money
        /// About the keys by which people signed: of the claimant all of the own stream, of others what it says of keys.
        case keys
        /// Who acts for the house, and the measures from which something follows.
        case authority
    }

    var section: Section
    var position: UInt64
    var record: [UInt8]
    var proof: InclusionProof

    /// The name of the file with the stored bytes, and of the one with the proof.
    var name: String { "\(section.rawValue)/\(Self.digits(position))" }
    static let recordSuffix = ".record"
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
            throw .badFile(name + Self.recordSuffix, "\(error)")
        }
    }
}
