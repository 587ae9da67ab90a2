public import Draft
import Ledger
public import Projections

extension DraftLedger {
    /// Every room as of a moment of the ledger, by number.
    ///
    /// As of now this reads the stored rows and folds what they lack; as of an earlier moment it folds the ledger up to
    /// there, on all cores.
    public func rooms(
        at moment: Moment = .latest, progress: ProgressHandler? = nil
    ) throws(DraftLedgerError) -> [RoomSummary] {
        try rethrowing { try view(of: [.rooms], at: moment, progress).rooms() }
    }

    /// Every entry and its players as of a moment, by entry.
    public func rosterRows(
        at moment: Moment = .latest, progress: ProgressHandler? = nil
    ) throws(DraftLedgerError) -> [RosterRow] {
        try rethrowing { try view(of: [.rosters], at: moment, progress).rosters() }
    }

    /// The balance of every account and the books of every contest as of a moment.
    public func balances(
        at moment: Moment = .latest, progress: ProgressHandler? = nil
    ) throws(DraftLedgerError) -> Balances {
        try rethrowing { try view(of: [.balances, .contests], at: moment, progress).balances() }
    }

    /// Every tournament as of a moment, by number.
    public func tournaments(
        at moment: Moment = .latest, progress: ProgressHandler? = nil
    ) throws(DraftLedgerError) -> [TournamentSummary] {
        try rethrowing {
            let view = try view(of: [.rooms], at: moment, progress)
            var summaries: [TournamentID: TournamentSummary] = [:]
            let most = TournamentID(StreamKey.maximumNumber)
            let names = StreamID(.tournament(0))...StreamID(.tournament(most))
            for stream in try ledger.streams(in: names) {
                guard case .tournament(let id)? = StreamKey(rawValue: stream.rawValue),
                    let state = TournamentState.folding(try log.events(of: .tournament(id), before: view.position))
                else { continue }
                summaries[id] = TournamentSummary(state)
            }
            for room in view.rooms() {
                if let tournament = room.tournament { summaries[tournament]?.update(from: nil, to: room) }
            }
            return summaries.values.sorted { $0.tournament < $1.tournament }
        }
    }

    /// The numbers of all player pools, in order.
    public func pools() throws(DraftLedgerError) -> [PoolID] {
        try rethrowing {
            let last = StreamKey.pool(PoolID(StreamKey.maximumNumber))
            return try ledger.streams(in: StreamID(.pool(0))...StreamID(last)).compactMap { stream in
                if case .pool(let id)? = StreamKey(rawValue: stream.rawValue) { id } else { nil }
            }
        }
    }

    /// The numbers that the next room, tournament, pool and user can have: one more than the largest in use.
    ///
    /// - Throws: `noFreeNumber` where that is the largest that there can be, as of a room that was opened under it.
    public func freeNumbers() throws(DraftLedgerError) -> FreeNumbers {
        try rethrowing {
            func largest(from first: StreamKey, through last: StreamKey) throws -> UInt64 {
                let names = StreamID(first)...StreamID(rawValue: last.lastRawValue)
                return try ledger.streams(in: names).last.map { StreamKey.number(inRawValue: $0.rawValue) } ?? 0
            }
            func next(after number: UInt64, of kind: String, upTo maximum: UInt64) throws -> UInt64 {
                guard number < maximum else {
                    throw DraftLedgerError(
                        .noFreeNumber,
                        "There is a \(kind) \(number), and \(maximum) is the largest number of a \(kind).")
                }
                return number + 1
            }
            let most = StreamKey.maximumNumber
            let room = try largest(from: .room(0), through: .room(RoomID(most)))
            let tournament = try largest(from: .tournament(0), through: .tournament(TournamentID(most)))
            let pool = try largest(from: .pool(0), through: .pool(PoolID(most)))
            let user = try max(
                largest(from: .user(0), through: .user(UserID(most))),
                largest(from: .wallet(0), through: .wallet(UserID(most))), profiles().last?.user.number ?? 0)
            return FreeNumbers(
                room: RoomID(try next(after: room, of: "room", upTo: most)),
                tournament: TournamentID(try next(after: tournament, of: "tournament", upTo: most)),
                pool: PoolID(try next(after: pool, of: "pool", upTo: most)),
                user: UserID(try next(after: user, of: "user", upTo: UserID.maximum.number)))
        }
    }

    private func view(
        of names: Set<StoredProjection>, at moment: Moment, _ progress: ProgressHandler?
    ) throws -> ProjectionView {
        try projections.view(
            of: names, upTo: moment == .latest ? nil : try position(of: moment), progress: progress)
    }
}

/// Numbers that nothing has yet.
public struct FreeNumbers: Hashable, Sendable {
    public var room: RoomID
    public var tournament: TournamentID
    public var pool: PoolID
    public var user: UserID
}

extension DraftLedger {
    /// Brings the stored rows of all projections up to the log, so that readers need not fold them in memory.
    public func catchUp(progress: ProgressHandler? = nil) throws(DraftLedgerError) {
        guard access == .writing else { throw .notWritable(path) }
        try rethrowing {
            try projections.bringUp(progress: progress)
            try ledger.writeHeads()
        }
    }

    /// Rebuilds the rows of one projection, or of all, from the first event, on all cores. Readers see the old rows
    /// until the new ones are complete.
    ///
    /// - Parameters:
    ///   - name: `rooms`, `rosters`, `balances`, `contests` or `deposits`; nil for all.
    ///   - progress: told how far it has come.
    /// - Returns: the number of events folded.
    /// - Throws: `unknownProjection`, `notWritable`.
    @discardableResult
    public func rebuild(_ name: String? = nil, progress: ProgressHandler? = nil) throws(DraftLedgerError) -> UInt64 {
        guard access == .writing else { throw .notWritable(path) }
        return try rethrowing {
            let names = try name.map { [try StoredProjection.named($0)] } ?? StoredProjection.allCases
            return try projections.bringUp(names, rebuilding: true, progress: progress)
        }
    }
}

extension DraftLedger {
    /// Every room and all money as of a position, folded from the records alone: no stored row is read, so this is
    /// what the stored rows can be compared with.
    ///
    /// Some 20 million events a second on one core, and all states in memory: about 15 KB a finished room.
    ///
    /// - Parameters:
    ///   - position: state after that many events; all of them for nil.
    ///   - cores: how many threads to use; for nil as many as there are cores, but one where that is faster.
    ///   - progress: told how far it has come.
    /// - Throws: `badMoment` for a position that the ledger has not reached; `damaged`, `recordUnreadable`.
    public func fold(
        upTo position: UInt64? = nil, cores: Int? = nil, progress: ProgressHandler? = nil
    ) throws(DraftLedgerError) -> FoldedLedger {
        try rethrowing {
            let end = try position.map(checked) ?? ledger.size
            let fold = LedgerFold(ledger: ledger) { _ in nil }
            return try fold.run(0..<end, cores: cores ?? LedgerFold.cores(for: 0..<end), progress: progress)
        }
    }
}
