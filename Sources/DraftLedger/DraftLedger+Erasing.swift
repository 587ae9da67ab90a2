public import Draft
import Records

/// Erasures of free text: each is recorded, and then carried out.
///
/// ```swift
/// guard let erasure = try ledger.erasure(at: 81_234) else { return }
/// let outcome = try await ledger.send(.ledger(.eraseText(erasure)), as: .admin(nil), id: .random())
/// ```
extension DraftLedger {
    /// The erasure of the text of an event; nil if none is left.
    ///
    /// - Parameters:
    ///   - position: the event's.
    ///   - person: who erases it, if the server sends the command.
    /// - Throws: `badMoment` for a position without an event, or the error of reading the ledger.
    public func erasure(at position: UInt64, by person: UserID? = nil) throws(DraftLedgerError) -> FreeTextErased? {
        let left = try words(at: position).filter { $0.words != .erased }
        guard !left.isEmpty else { return nil }
        let event = try rethrowing { try log.event(at: position) }
        let actor = event?.origin?.actor
        return FreeTextErased(
            position: position, texts: UInt32(clamping: left.count),
            isOfStaff: actor?.role == .admin && actor?.onBehalfOf == nil, erasedBy: person)
    }

    /// The erasure of a user's profile and of all text about the user; nil if neither is left.
    ///
    /// Record it before the profile is erased: the record is all that shows who erased it.
    ///
    /// - Parameters:
    ///   - user: whom the text is about.
    ///   - isOfStaff: whether text that staff wrote goes too: that takes the user or an approval once staff roles are enabled.
    ///   - person: who erases it, if the server sends the command.
    /// - Throws: the error of reading the ledger.
    public func erasure(
        about user: UserID, ofStaff isOfStaff: Bool, by person: UserID? = nil
    ) throws(DraftLedgerError) -> FreeTextErased? {
        let all = try rethrowing { try self.rows(about: user) }
        let rows = all.filter { isOfStaff || !$0.isOfStaff }
        if rows.isEmpty, try profile(of: user) == nil { return nil }
        return FreeTextErased(
            user: user, texts: UInt32(clamping: rows.count), isOfStaff: rows.contains { $0.isOfStaff },
            erasedBy: person)
    }

    /// Removes the texts that recorded erasures name. Text of staff stays if the erasure does not say that it is theirs: without
    /// that, no second person has approved it. The audit has a finding about such an erasure.
    ///
    /// - Parameter kept: the digests of texts that were recorded after the erasures.
    func carryOut(
        erasuresIn events: [RecordedEvent], keeping kept: Set<Digest256> = []
    ) throws(DraftLedgerError) {
        for recorded in events {
            guard case .erased(let erased) = recorded.event.service else { continue }
            if let user = erased.user { try eraseWords(about: user, ofStaff: erased.isOfStaff, keeping: kept) }
            guard let position = erased.position, let left = try erasure(at: position),
                erased.isOfStaff || !left.isOfStaff
            else { continue }
            for (digest, _) in try words(at: position) { try eraseWords(pinnedBy: digest) }
        }
    }

    /// The number of events at the end of a ledger among which a crash can have left erasures that are not carried out: an
    /// erasure is carried out as soon as it is recorded.
    private static let erasuresInFlight: UInt64 = 4_096

    /// Carries out the erasures that a crash has left on record only. A failure is reported by the next erasure.
    func resumeErasures() {
        guard access == .writing else { return }
        // A later start tries again: the erasure is still among the last events.
        try? carryOutLastErasures()
    }

    private func carryOutLastErasures() throws {
        let size = try size
        let start = size - min(size, Self.erasuresInFlight)
        var erasures: [RecordedEvent] = []
        try records(in: start..<size) { record in
            guard record.templateID == EventType.freeTextErased.rawValue else { return true }
            // A verification reports a record that cannot be read.
            if let event = try? record.decoded() { erasures.append(event) }
            return true
        }
        guard let first = erasures.first else { return }
        // Text that was recorded later is not meant, also if it is about the same user.
        var later: [UInt64: Digest256] = [:]
        try events(from: first.position) { recorded in
            if let digest = recorded.event.statement?.digest { later[recorded.position] = digest }
            return true
        }
        for erasure in erasures {
            let kept = Set(later.filter { $0.key > erasure.position }.values)
            try carryOut(erasuresIn: [erasure], keeping: kept)
        }
    }
}
