/// Putting states in from the outside: a live service holds only what its commands touch, and folds a stream when it
/// is first asked for.
extension LedgerState {
    /// Takes over a pool that was folded elsewhere.
    package mutating func adopt(_ pool: PoolState) { pools[pool.id] = pool }

    /// Takes over a queue that was folded elsewhere.
    package mutating func adopt(_ queue: QueueState, of room: RoomID, _ seat: Seat) {
        queues[StreamKey.queue(room, seat).rawValue] = queue
    }

    /// Takes over how often a room's clock was shown, counted elsewhere.
    package mutating func adopt(ticks: UInt32, of room: RoomID) { clocks[room] = ticks }

    /// Takes over a wallet that was folded elsewhere.
    package mutating func adopt(_ wallet: WalletState, of user: UserID) { wallets[user] = wallet }

    /// Takes over a user that was folded elsewhere.
    package mutating func adopt(_ user: UserState, as id: UserID) { users[id] = user }

    /// Takes over a case that was folded elsewhere.
    package mutating func adopt(_ dispute: CaseState, as id: CaseID) { disputes[id] = dispute }

    /// Adopts the staff, folded elsewhere.
    package mutating func adopt(_ staff: StaffState) { self.staff = staff }

    /// Adopts the beginning and the end of the ledger, folded elsewhere.
    package mutating func adopt(_ system: SystemState) { self.system = system }

    /// Takes over a measure that was folded elsewhere.
    package mutating func adopt(_ measure: MeasureState, as id: MeasureID) { measures[id] = measure }

    /// Takes over a season that was folded elsewhere.
    package mutating func adopt(_ season: SeasonState) { seasons[season.id] = season }

    /// Takes over what was said of who is who, folded elsewhere.
    package mutating func adopt(_ aliases: AliasState) { self.aliases = aliases }

    /// Takes over a season's notes that were folded elsewhere.
    package mutating func adopt(_ notes: NotesState) { self.notes[notes.id] = notes }

    /// A tournament together with what spans its rooms and wallets.
    ///
    /// - Parameters:
    ///   - tournament: its state.
    ///   - books: what went through its escrow.
    ///   - waiting: its rooms that wait for members, in order.
    ///   - counting: its rooms that count down, in order.
    package mutating func adopt(
        _ tournament: TournamentState, books: ContestBooks, waiting: [RoomID], counting: [RoomID]
    ) {
        tournaments[tournament.id] = tournament
        contestBooks[tournament.id] = books
        self.waiting[tournament.id] = waiting
        self.counting[tournament.id] = counting
    }

    /// Rooms get numbers from here on.
    package mutating func adopt(nextRoom: RoomID) { self.nextRoom = max(self.nextRoom, nextRoom) }

    /// Clears the number of the next room if it counts a room that was not created: call `adopt(nextRoom:)` again.
    package mutating func forgetNextRoom() { nextRoom = 1 }
}

extension LedgerState {
    /// The part of the state that is in no single stream's state, and the queues and clocks.
    package struct Spanning: Codable, Sendable {
        fileprivate var queues: [UInt64: QueueState]
        fileprivate var clocks: [RoomID: UInt32]
        fileprivate var contestBooks: [TournamentID: ContestBooks]
        fileprivate var depositors: [WalletState.PaymentReference: UserID]
        fileprivate var waiting: [TournamentID: [RoomID]]
        fileprivate var counting: [TournamentID: [RoomID]]
        fileprivate var nextRoom: RoomID
    }

    /// The state that spans streams, to be kept and adopted again.
    package var spanning: Spanning {
        Spanning(
            queues: queues, clocks: clocks, contestBooks: contestBooks, depositors: depositors, waiting: waiting,
            counting: counting, nextRoom: nextRoom)
    }

    /// Takes over what spans streams, in place of what the streams that were folded or adopted so far have left of it.
    package mutating func adopt(_ spanning: Spanning) {
        queues = spanning.queues
        clocks = spanning.clocks
        contestBooks = spanning.contestBooks
        depositors = spanning.depositors
        waiting = spanning.waiting
        counting = spanning.counting
        nextRoom = spanning.nextRoom
    }
}

extension LedgerState {
    /// Removes a stream's state from memory; a contest's with the state that spans its rooms. Until it is adopted again, the
    /// stream appears empty, and none of its events may be folded.
    package mutating func drop(_ stream: StreamKey) {
        switch stream {
        case .system: system = SystemState()
        case .room(let id): rooms[id] = nil
        case .clock(let room): clocks[room] = nil
        case .queue: queues[stream.rawValue] = nil
        case .pool(let id): pools[id] = nil
        case .tournament(let id):
            tournaments[id] = nil
            contestBooks[id] = nil
            waiting[id] = nil
            counting[id] = nil
        case .wallet(let user):
            for payment in (wallets[user]?.deposits ?? [:]).keys where depositors[payment] == user {
                depositors[payment] = nil
            }
            wallets[user] = nil
        case .user(let user): users[user] = nil
        case .dispute(let id): disputes[id] = nil
        case .staff: staff = StaffState()
        case .measure(let id): measures[id] = nil
        case .season(let id): seasons[id] = nil
        case .aliases: aliases = AliasState()
        case .notes(let id): notes[id] = nil
        }
    }
}

extension LedgerState {
    /// Takes a room, its queues and its clock out of memory, so that a long simulation or import does not hold every draft
    /// it has finished. Its tournament's books keep counting it.
    ///
    /// - Returns: false, and does nothing, for a room that is unknown or not finished.
    @discardableResult
    package mutating func forget(room id: RoomID) -> Bool {
        guard let room = rooms[id], room.status.isTerminal else { return false }
        for seat in room.members.indices { queues[StreamKey.queue(id, Seat(seat)).rawValue] = nil }
        rooms[id] = nil
        clocks[id] = nil
        return true
    }

    /// Puts a forgotten room back, from a snapshot or from its stream, so that it can be corrected, voided or paid.
    package mutating func adopt(_ room: RoomState) { adopt(room, counted: true) }

    /// - Parameter counted: whether the tournament's books know the room already.
    mutating func adopt(_ room: RoomState, counted: Bool) {
        rooms[room.id] = room
        if room.id >= nextRoom { nextRoom = RoomID(room.id.number + 1) }
        guard let tournament = room.tournament, !counted else { return }
        contestBooks[tournament, default: ContestBooks()].rooms.move(from: nil, to: room.status)
        listUnstarted(room.id, of: tournament, from: nil, to: room.status)
    }

    /// Keeps the lists of rooms that wait and that count down.
    mutating func listUnstarted(
        _ id: RoomID, of tournament: TournamentID, from old: RoomStatus?, to new: RoomStatus
    ) {
        if old == .waiting { waiting[tournament]?.removeSorted(id) }
        if old == .countdown { counting[tournament]?.removeSorted(id) }
        if new == .waiting { waiting[tournament, default: []].insertSorted(id) }
        if new == .countdown { counting[tournament, default: []].insertSorted(id) }
    }
}

extension [RoomID] {
    /// Rooms open in rising order, so this is nearly always an append.
    fileprivate mutating func insertSorted(_ id: RoomID) {
        if last.map({ $0 < id }) ?? true { return append(id) }
        insert(id, at: firstPlace(notBefore: id))
    }

    fileprivate mutating func removeSorted(_ id: RoomID) {
        let place = firstPlace(notBefore: id)
        if place < count, self[place] == id { remove(at: place) }
    }

    private func firstPlace(notBefore id: RoomID) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < id { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
