extension TournamentState {
    /// The tournament that a `TournamentCreated` makes; nil for any other event.
    public static func created(by recorded: RecordedEvent) -> TournamentState? {
        guard case .tournament(let id) = recorded.stream, case .tournamentCreated(let details) = recorded.event else {
            return nil
        }
        var tournament = TournamentState(id: id, details: details)
        tournament.version = recorded.version
        return tournament
    }

    /// Folds the tournament's next event.
    public mutating func evolve(_ recorded: RecordedEvent) {
        version = recorded.version
        switch recorded.event {
        case .entriesClosed: stage = .entriesClosed
        case .tournamentCancelled: stage = .cancelled
        case .prizesAwarded(let prizes): lastPlaceAwarded = prizes.lastPlace
        case .tournamentFinalized: stage = .finalized
        default: break
        }
    }
}
