package import Draft
package import DraftLedger
import Projections

/// Turns the numbers of events into words.
package protocol NameBook {
    func user(_ id: UserID) -> String

    /// The members of a room's seats, as of the narrated events.
    func holder(of seat: Seat, in room: RoomID) -> String

    /// Returns the user of a seat; nil if the seat is free or its user is not known.
    func user(of seat: Seat, in room: RoomID) -> UserID?

    /// The sender of a command.
    func actor(_ sender: Sender) -> String

    /// The seat that drafts from a slot; nil before the order is drawn.
    func seat(of slot: Slot, in room: RoomID) -> Seat?

    /// The seat whose pick it is; nil before the order is drawn.
    func seat(ofPick pick: PickNumber, in room: RoomID) -> Seat?

    /// A player of the pool that a room drafts from; nil where that is not known.
    func player(_ index: PlayerIndex, in room: RoomID) -> PlayerListing?

    /// A pick as drafters say it, `2.05`.
    func label(of pick: PickNumber, in room: RoomID) -> String
}

extension NameBook {
    /// Returns a seat as people name it: by its draft position, from 1, or by its holder before the order is drawn.
    package func place(of seat: Seat, in room: RoomID) -> String {
        let slots = 0..<Slot(Ruleset.allowedTeams.upperBound)
        let slot = slots.first { self.seat(of: $0, in: room) == seat }
        return slot.map { "draft position \($0 + 1)" } ?? holder(of: seat, in: room)
    }

    /// Returns `Ann`, `the scheduler`, or `admin/7 for Ann`. Senders other than users have role and number.
    package func actor(_ sender: Sender) -> String {
        let behalf = sender.onBehalfOf.map { " for \(user($0))" } ?? ""
        guard let acting = sender.user else { return "the \(sender.role.name)" + behalf }
        let name = user(acting)
        if sender.role == .user { return name + behalf }
        return "\(sender.role.name)/\(acting)" + (name == "user \(acting)" ? "" : " (\(name))") + behalf
    }
}

extension RoomView: NameBook {
    package func user(_ id: UserID) -> String { users[id] ?? "user \(id)" }

    package func user(of seat: Seat, in room: RoomID) -> UserID? {
        room == self.room.id ? self.room.member(at: seat)?.user : nil
    }

    package func holder(of seat: Seat, in room: RoomID) -> String { name(of: seat) }

    package func seat(of slot: Slot, in room: RoomID) -> Seat? {
        Int(slot) < self.room.seatOfSlot.count ? self.room.seatOfSlot[Int(slot)] : nil
    }

    package func seat(ofPick pick: PickNumber, in room: RoomID) -> Seat? {
        pick >= 1 ? seat(of: self.room.ruleset.snake.slot(of: pick), in: room) : nil
    }

    package func player(_ index: PlayerIndex, in room: RoomID) -> PlayerListing? { pool.player(index) }

    package func label(of pick: PickNumber, in room: RoomID) -> String {
        self.room.ruleset.snake.label(of: pick)
    }
}

extension DraftLedger {
    /// A room with the names that a picture of it needs.
    ///
    /// - Parameter name: its number or its id at its source.
    package func view(ofRoom name: String, at moment: Moment) throws -> RoomView {
        let id = try resolveRoom(name)
        guard let room = try room(id, at: moment) else {
            throw DraftLedgerError(.badMoment, "Room \(id) was not open yet at \(moment); its first event is later.")
        }
        return try view(of: room, at: moment)
    }

    package func view(of room: RoomState, at moment: Moment = .latest) throws -> RoomView {
        var users: [UserID: String] = [:]
        for case let user? in room.members.map({ $0?.user }) { users[user] = try displayName(of: user) }
        var view = RoomView(
            room: room, pool: try pool(room.pool) ?? PoolState(id: room.pool),
            contest: try room.tournament.flatMap { try tournament($0)?.details.title }, users: users, moment: moment)
        view.imported = try imports(with: room)
        return view
    }

    /// The imports from a file that brought events of a room.
    private func imports(with room: RoomState) throws -> [HistoryTerms.ImportedSpan] {
        let imported = try terms.imported
        guard !imported.isEmpty else { return [] }
        // Most rooms have picks, which know their positions. The stream of one without any is short.
        var positions = room.picks.flatMap { [$0.position, $0.correctedAt ?? $0.position] }
        if positions.isEmpty { positions = try stream(.room(room.id)).map(\.position) }
        return imported.filter { span in positions.contains { span.positions.contains($0) } }
    }

    /// The display name of a user; nil without a profile.
    package func displayName(of user: UserID) throws -> String? {
        guard let profile = try profile(of: user) else { return nil }
        return [profile.displayName, profile.externalID].first { !$0.isEmpty }
    }
}

/// The names of a whole ledger, looked up as they are needed and remembered.
///
/// A ledger that cannot be read any more fails where its events are read; here it only loses its names.
package final class LedgerNames: NameBook {
    private let ledger: DraftLedger
    private var users: [UserID: String] = [:]
    private var rooms: [RoomID: RoomView] = [:]
    private var pools: [PoolID: PoolState] = [:]

    /// Rooms kept at a time: a page of interleaved drafts needs a few, a whole tournament must not pile up.
    private static let roomLimit = 512

    package init(_ ledger: DraftLedger) { self.ledger = ledger }

    package func user(_ id: UserID) -> String {
        if let name = users[id] { return name }
        // A name is a nicety: where it cannot be read the number does.
        let name = (try? ledger.displayName(of: id)) ?? "user \(id)"
        users[id] = name
        return name
    }

    package func holder(of seat: Seat, in room: RoomID) -> String { view(room)?.name(of: seat) ?? "a member" }

    package func user(of seat: Seat, in room: RoomID) -> UserID? { view(room)?.user(of: seat, in: room) }

    package func seat(of slot: Slot, in room: RoomID) -> Seat? { view(room)?.seat(of: slot, in: room) }

    package func seat(ofPick pick: PickNumber, in room: RoomID) -> Seat? {
        view(room)?.seat(ofPick: pick, in: room)
    }

    package func player(_ index: PlayerIndex, in room: RoomID) -> PlayerListing? { view(room)?.player(index) }

    package func label(of pick: PickNumber, in room: RoomID) -> String {
        view(room)?.label(of: pick, in: room) ?? "\(pick)"
    }

    private func view(_ id: RoomID) -> RoomView? {
        if let view = rooms[id] { return view }
        // A room that cannot be read is told by its number.
        guard let room = try? ledger.room(id) else { return nil }
        var view = RoomView(room: room, pool: pool(room.pool))
        for case let user? in room.members.map({ $0?.user }) { view.users[user] = self.user(user) }
        if rooms.count >= Self.roomLimit { rooms.removeAll() }
        rooms[id] = view
        return view
    }

    private func pool(_ id: PoolID) -> PoolState {
        if let pool = pools[id] { return pool }
        // Players of a pool that cannot be read are shown by their numbers.
        let pool = (try? ledger.pool(id)) ?? PoolState(id: id)
        pools[id] = pool
        return pool
    }
}
