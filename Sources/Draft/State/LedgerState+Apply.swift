extension LedgerState {
    /// Folds the next event of any stream. O(1) apart from what the event itself carries.
    ///
    /// Events of a room that was forgotten pass without effect: `adopt(_:)` it first if it still lives.
    public mutating func apply(_ recorded: RecordedEvent) {
        switch recorded.stream {
        case .room(let id): applyToRoom(id, recorded)
        case .queue: queues[recorded.stream.rawValue, default: QueueState()].evolve(recorded)
        case .wallet(let user):
            wallets[user, default: WalletState()].evolve(recorded)
            noteDeposit(recorded, of: user)
            applyToBooks(recorded)
        case .user(let user): users[user, default: UserState()].evolve(recorded)
        case .tournament(let id):
            if tournaments[id]?.evolve(recorded) == nil { tournaments[id] = .created(by: recorded) }
            applyToBooks(recorded)
        case .pool(let id): applyToPool(id, recorded)
        case .dispute(let id):
            if disputes[id]?.evolve(recorded) == nil { disputes[id] = .opened(by: recorded) }
        case .system: break
        }
    }

    private mutating func noteDeposit(_ recorded: RecordedEvent, of user: UserID) {
        guard case .depositRecorded(let deposit) = recorded.event, depositors[deposit.payment] == nil else { return }
        depositors[deposit.payment] = user
    }

    private mutating func applyToBooks(_ recorded: RecordedEvent) {
        guard let contest = ContestBooks.contest(of: recorded) else { return }
        contestBooks[contest, default: ContestBooks()].evolve(recorded)
    }

    /// A pool begins with its first player; a refused command alone makes none.
    private mutating func applyToPool(_ id: PoolID, _ recorded: RecordedEvent) {
        if pools[id]?.evolve(recorded) != nil { return }
        if case .commandRejected = recorded.event { return }
        var pool = PoolState(id: id)
        pool.evolve(recorded)
        pools[id] = pool
    }

    private mutating func applyToRoom(_ id: RoomID, _ recorded: RecordedEvent) {
        guard let index = rooms.index(forKey: id) else {
            if let room = RoomState.opened(by: recorded) { adopt(room, counted: false) }
            return
        }
        guard let change = rooms.values[index].evolveNotingStatus(recorded) else { return }
        contestBooks[change.tournament, default: ContestBooks()].rooms.move(from: change.old, to: change.new)
        listUnstarted(id, of: change.tournament, from: change.old, to: change.new)
    }
}

extension RoomState {
    /// Folds the next event and tells whether it changed the status of a tournament's room.
    fileprivate mutating func evolveNotingStatus(
        _ recorded: RecordedEvent
    ) -> (tournament: TournamentID, old: RoomStatus, new: RoomStatus)? {
        let old = status
        evolve(recorded)
        guard old != status, let tournament else { return nil }
        return (tournament, old, status)
    }
}
