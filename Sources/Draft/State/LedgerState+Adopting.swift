/// Putting states in from the outside: a live service holds only what its commands touch, and folds a stream when it
/// is first asked for.
extension LedgerState {
    /// Takes over a pool that was folded elsewhere.
    public mutating func adopt(_ pool: PoolState) { pools[pool.id] = pool }

    /// Takes over a queue that was folded elsewhere.
    public mutating func adopt(_ queue: QueueState, of room: RoomID, _ seat: Seat) {
        queues[StreamKey.queue(room, seat).rawValue] = queue
    }

    /// Takes over a wallet that was folded elsewhere.
    public mutating func adopt(_ wallet: WalletState, of user: UserID) { wallets[user] = wallet }

    /// Takes over a user that was folded elsewhere.
    public mutating func adopt(_ user: UserState, as id: UserID) { users[id] = user }

    /// Takes over a case that was folded elsewhere.
    public mutating func adopt(_ dispute: CaseState, as id: CaseID) { disputes[id] = dispute }

    /// A tournament together with what spans its rooms and wallets.
    ///
    /// - Parameters:
    ///   - tournament: its state.
    ///   - books: what went through its escrow.
    ///   - waiting: its rooms that wait for members, in order.
    ///   - counting: its rooms that count down, in order.
    public mutating func adopt(
        _ tournament: TournamentState, books: ContestBooks, waiting: [RoomID], counting: [RoomID]
    ) {
        tournaments[tournament.id] = tournament
        contestBooks[tournament.id] = books
        self.waiting[tournament.id] = waiting
        self.counting[tournament.id] = counting
    }

    /// Rooms get numbers from here on.
    public mutating func adopt(nextRoom: RoomID) { self.nextRoom = max(self.nextRoom, nextRoom) }
}
