import Draft
import DraftLedger
import Projections

/// The rankings of a member, which autopicks use after the queue.
///
/// They are part of the erasable profile. Each seat of the member in a draft from the same pool gets a copy by a command in
/// the member's name: so the ledger has the rankings that decided an autopick.
struct OwnRankings: Sendable {
    let ledger: DraftLedger
    let user: UserID

    /// The highest number of pools of one member.
    static let mostPools = 20

    /// A seat of the member in a draft that is not over.
    struct Place: Sendable {
        let room: RoomID
        let seat: Seat
        let tournament: TournamentID?
        /// Whether only a device of the member can change it.
        let isSigned: Bool
        /// The rankings that the seat has.
        let current: [PlayerIndex]
    }

    /// All rankings of the member, by pool.
    func all() throws -> [PoolID: OwnRanking] { try ledger.profile(of: user)?.rankings ?? [:] }

    /// Stores the rankings of a pool; nil removes them.
    ///
    /// - Throws: `notFound` for a user without a profile, `invalidValue` for more pools than ``mostPools``.
    func store(_ ranking: OwnRanking?, of pool: PoolID) throws {
        var isFull = false
        let isKnown = try ledger.changeProfile(of: user) { profile in
            isFull = ranking != nil && profile.rankings[pool] == nil && profile.rankings.count >= Self.mostPools
            if !isFull { profile.rankings[pool] = ranking }
        }
        guard isKnown else { throw Problem(.notFound, "You have no profile, which would keep your rankings.") }
        guard !isFull else {
            let message = "You have rankings of \(Self.mostPools) pools. Remove those of another pool first."
            throw Problem(Refusal(.invalidValue, message), position: nil)
        }
    }

    /// The seats of the member in drafts from a pool that are not over, by room.
    func places(in pool: PoolID) throws -> [Place] {
        var places: [Place] = []
        for part in try ledger.rosterColumns(of: user).parts {
            for draft in part.drafts where draft.pool == pool && !draft.status.isTerminal {
                guard let room = try ledger.room(draft.room), !room.status.isTerminal, let seat = room.seat(of: user)
                else { continue }
                places.append(
                    Place(
                        room: room.id, seat: seat, tournament: draft.tournament, isSigned: room.signedCommands != nil,
                        current: try ledger.queue(room.id, seat).rankings))
            }
        }
        return places.sorted { $0.room < $1.room }
    }
}

extension DraftLedger {
    /// Gives the seats that members have taken their own rankings of the pool.
    ///
    /// A seat without them is drafted by ADP, as it was before: so a refusal is not an error of the join. If the commands of
    /// a contest are signed, its members send the rankings from their devices.
    ///
    /// - Parameter isRetry: whether the events are the answer to a join that was sent again: the first time may have failed
    ///   after the join. Then only seats get rankings that never had any.
    func applyRankings(
        after events: [RecordedEvent], from sender: Sender, isRetry: Bool
    ) async throws(DraftLedgerError) {
        for event in events {
            guard case .room(let id) = event.stream, case .taken(let taken) = event.event.membership,
                let user = taken.user, sender == .user(user), let room = try room(id), room.signedCommands == nil,
                room.seat(of: user) == taken.seat, !room.status.isTerminal,
                let ranking = try profile(of: user)?.rankings[room.pool], !ranking.players.isEmpty
            else { continue }
            if isRetry, try hasRanked(taken.seat, in: id, after: event.position) { continue }
            let command = Command.queue(id, taken.seat, .setRankings(players: ranking.players))
            _ = try await send(command, as: sender, id: .random())
        }
    }

    /// Whether rankings were sent for a seat, accepted or refused, after a position.
    private func hasRanked(_ seat: Seat, in room: RoomID, after position: UInt64) throws(DraftLedgerError) -> Bool {
        try stream(.queue(room, seat)).contains { event in
            guard event.position > position else { return false }
            if case .ranked = event.event.queueChange { return true }
            return event.event.refusal?.command == .setRankings
        }
    }
}
