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

    /// The erasure of all text about a user; nil if none is left.
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
        guard !rows.isEmpty else { return nil }
        return FreeTextErased(
            user: user, texts: UInt32(clamping: rows.count), isOfStaff: rows.contains { $0.isOfStaff },
            erasedBy: person)
    }

    /// Removes the texts that recorded erasures name. Text of staff stays if the erasure does not say that it is theirs: without
    /// that, nobody has approved it. The audit has a finding about such an erasure.
    func carryOut(erasuresIn events: [RecordedEvent]) throws(DraftLedgerError) {
        for recorded in events {
            guard case .erased(let erased) = recorded.event.service else { continue }
            if let user = erased.user { try eraseWords(about: user, ofStaff: erased.isOfStaff) }
            guard let position = erased.position, let left = try erasure(at: position),
                erased.isOfStaff || !left.isOfStaff
            else { continue }
            for (digest, _) in try words(at: position) { try eraseWords(pinnedBy: digest) }
        }
    }
}
