public import Draft

/// Which entries a report counts. Entries of voided and cancelled rooms never count: they are annulled.
public struct RosterFilter: Hashable, Sendable {
    /// Nil for all users.
    public var user: UserID?
    /// Nil for all tournaments.
    public var tournament: TournamentID?
    /// Nil for all places in the draft order.
    public var slot: Slot?
    /// Nil for all clocks; of imported history `fast` and `slow` are those whose source states such a clock, `untimed` those
    /// whose source states none.
    public var preset: Ruleset.Preset?
    /// Drafts that started at this moment or later. Drafts without a start are left out.
    public var startedFrom: Timestamp?
    /// Drafts that started before this moment. Drafts without a start are left out.
    public var startedBefore: Timestamp?
    /// Whether entries of rooms that have not finished count with what they have drafted so far.
    public var includeUnfinished: Bool

    public init(
        user: UserID? = nil, tournament: TournamentID? = nil, slot: Slot? = nil, preset: Ruleset.Preset? = nil,
        startedFrom: Timestamp? = nil, startedBefore: Timestamp? = nil, includeUnfinished: Bool = false
    ) {
        self.user = user
        self.tournament = tournament
        self.slot = slot
        self.preset = preset
        self.startedFrom = startedFrom
        self.startedBefore = startedBefore
        self.includeUnfinished = includeUnfinished
    }

    /// Whether the entries of a draft can count; their users and slots are not looked at.
    public func matches(_ draft: RosterColumns.Draft) -> Bool {
        counts(draft.status) && Self.admits(tournament, draft.tournament) && Self.admits(preset, draft.tempo)
            && counts(startedAt: draft.startedAt)
    }

    private static func admits<Value: Equatable>(_ wanted: Value?, _ found: Value?) -> Bool {
        wanted == nil || wanted == found
    }

    private func counts(_ status: RoomStatus) -> Bool {
        switch status {
        case .complete: true
        case .waiting, .countdown, .active, .paused: includeUnfinished
        case .cancelled, .voided: false
        }
    }

    private func counts(startedAt: Timestamp?) -> Bool {
        if startedFrom == nil && startedBefore == nil { return true }
        guard let startedAt else { return false }
        return startedFrom.map { $0 <= startedAt } ?? true && startedBefore.map { startedAt < $0 } ?? true
    }
}
