// The whole fold of one stream: `evolve`, from nothing.

extension RoomState {
    /// - Returns: nil unless the events begin with the room's opening.
    public static func folding(_ events: some Sequence<RecordedEvent>) -> RoomState? {
        events.reduce(into: nil as RoomState?) { room, recorded in
            if room == nil { room = .opened(by: recorded) } else { room?.evolve(recorded) }
        }
    }
}

extension QueueState {
    /// The queue as its events leave it.
    public static func folding(_ events: some Sequence<RecordedEvent>) -> QueueState {
        events.reduce(into: QueueState()) { $0.evolve($1) }
    }
}

extension PoolState {
    /// The pool as its events leave it.
    public static func folding(_ events: some Sequence<RecordedEvent>, as id: PoolID) -> PoolState {
        events.reduce(into: PoolState(id: id)) { $0.evolve($1) }
    }
}

extension WalletState {
    /// The wallet as its events leave it.
    public static func folding(_ events: some Sequence<RecordedEvent>) -> WalletState {
        events.reduce(into: WalletState()) { $0.evolve($1) }
    }
}

extension UserState {
    /// The user as the events leave it.
    public static func folding(_ events: some Sequence<RecordedEvent>) -> UserState {
        events.reduce(into: UserState()) { $0.evolve($1) }
    }
}

extension TournamentState {
    /// - Returns: nil unless the events create the tournament.
    public static func folding(_ events: some Sequence<RecordedEvent>) -> TournamentState? {
        events.reduce(into: nil as TournamentState?) { tournament, recorded in
            if tournament == nil { tournament = .created(by: recorded) } else { tournament?.evolve(recorded) }
        }
    }
}

extension CaseState {
    /// - Returns: nil unless the events open the case.
    public static func folding(_ events: some Sequence<RecordedEvent>) -> CaseState? {
        events.reduce(into: nil as CaseState?) { dispute, recorded in
            if dispute == nil { dispute = .opened(by: recorded) } else { dispute?.evolve(recorded) }
        }
    }
}
