import Draft
import DraftLedger
import Merkle
import Records

/// A record in a bundle: the one at its position of the signed ledger, as the bundle's proof shows.
struct EvidenceRecord: Sendable {
    /// The purpose of a record, by the kind of its stream.
    enum Section: String, Sendable, CaseIterable {
        /// The room's, with the ticks of the disputed turns, and the claimant's own queue's; in a claim about a week those of
        /// all rooms in which the pod drafted.
        case records
        /// Ticks of other rooms: with their neighbours they show when the ledger recorded nothing.
        case bounds
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
        /// The ledger's own: its creation, the rules that its software states, and imports from files.
        case ledger

        /// Nil for a stream of which no bundle has records.
        init?(of stream: StreamKey) {
            switch stream {
            case .room, .clock, .queue: self = .records
            case .pool: self = .pool
            case .tournament: self = .contest
            case .season: self = .season
            case .dispute: self = .cases
            case .wallet: self = .money
            case .user: self = .keys
            case .staff, .measure: self = .authority
            case .system: self = .ledger
            default: return nil
            }
        }
    }

    let section: Section
    let position: UInt64
    /// As it is stored; of one that is withheld, the same without what is another seat's alone.
    let record: [UInt8]
    /// The leaf hash of a record that is withheld: it says whom the rules passed over in another seat's queue. What it
    /// says besides is stated, not shown. Nil for all others, whose bytes are here.
    let withheldLeaf: TreeHash?

    /// - Throws: `badFile` for bytes that are no event, or none of a stream of which bundles have records.
    init(position: UInt64, record: [UInt8], withheldLeaf: TreeHash? = nil) throws(EvidenceError) {
        self.position = position
        self.record = record
        self.withheldLeaf = withheldLeaf
        let event: RecordedEvent
        do {
            event = try record.withUnsafeBytes { try RecordedEvent(record: $0, position: position) }
        } catch {
            throw .badFile(Self.name(of: position), "\(error)")
        }
        guard let section = Section(of: event.stream) else {
            throw .badFile(Self.name(of: position), "\(event.stream) has no place in a bundle")
        }
        self.section = section
    }

    var isWithheld: Bool { withheldLeaf != nil }

    /// The hash that the proof connects with the checkpoint's root.
    var leaf: TreeHash { withheldLeaf ?? .leaf(record) }

    /// How messages name it.
    var name: String { Self.name(of: position) }

    private static func name(of position: UInt64) -> String { "\(RecordsFile.name), position \(position)" }

    /// - Throws: `badFile` for bytes that are no event.
    func decoded() throws(EvidenceError) -> RecordedEvent {
        do {
            return try record.withUnsafeBytes { try RecordedEvent(record: $0, position: position) }
        } catch {
            throw .badFile(name, "\(error)")
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
