public import Draft
import Ledger
import Merkle
import Records

extension DraftLedger {
    /// A stream's events in order; those below a position where one is given.
    public func stream(
        _ key: StreamKey, upTo position: UInt64? = nil
    ) throws(DraftLedgerError) -> [RecordedEvent] {
        try rethrowing { try log.events(of: key, before: position ?? .max) }
    }

    /// The version of a stream's last event; 0 for a stream that has none. A look-up of about a microsecond.
    public func version(of stream: StreamKey) throws(DraftLedgerError) -> UInt32 {
        try rethrowing { try ledger.head(of: StreamID(stream))?.version ?? 0 }
    }

    /// The streams that have events, from one to another in the order of their stored names.
    package func streams(_ names: ClosedRange<UInt64>) throws(DraftLedgerError) -> [StreamKey] {
        try rethrowing {
            let range = StreamID(rawValue: names.lowerBound)...StreamID(rawValue: names.upperBound)
            return try ledger.streams(in: range).compactMap { StreamKey(rawValue: $0.rawValue) }
        }
    }

    /// A player pool; nil for an unknown number.
    ///
    /// Some microseconds while nothing is recorded of it: pools that were asked for lately are kept in memory, those of
    /// at most 100,000 players.
    public func pool(_ id: PoolID) throws(DraftLedgerError) -> PoolState? {
        try rethrowing {
            let version = try ledger.head(of: StreamID(.pool(id)))?.version ?? 0
            if let known = knownPools.pool(id, version: version) { return known }
            let pool = PoolState.folding(try log.events(of: .pool(id)))
            if let pool { knownPools.keep(pool) }
            return pool
        }
    }

    /// A tournament as of a moment of the ledger; nil when it did not exist.
    public func tournament(
        _ id: TournamentID, at moment: Moment = .latest
    ) throws(DraftLedgerError) -> TournamentState? {
        try rethrowing {
            TournamentState.folding(try log.events(of: .tournament(id), before: try position(of: moment)))
        }
    }

    /// A season's points as of a moment of the ledger; nil when nothing was told of it.
    public func season(_ id: SeasonID, at moment: Moment = .latest) throws(DraftLedgerError) -> SeasonState? {
        try rethrowing { SeasonState.folding(try log.events(of: .season(id), before: try position(of: moment))) }
    }

    /// The recorded identities of players of different pools at a point in time.
    public func aliases(at moment: Moment = .latest) throws(DraftLedgerError) -> AliasState {
        try rethrowing { AliasState.folding(try log.events(of: .aliases, before: try position(of: moment))) }
    }

    /// The reference data of a season at a point in time; nil without any.
    public func notes(of season: SeasonID, at moment: Moment = .latest) throws(DraftLedgerError) -> NotesState? {
        try rethrowing { NotesState.folding(try log.events(of: .notes(season), before: try position(of: moment))) }
    }

    /// The same without the ADPs of days, of which there are most, and which few ask for.
    ///
    /// A look-up of some microseconds while nothing is recorded of it.
    ///
    /// - Parameters:
    ///   - season: the year in which it begins.
    ///   - position: state after that many events of the ledger; nil for all of them.
    /// - Returns: nil where nothing but ADPs is on record.
    public func facts(
        of season: SeasonID, upTo position: UInt64? = nil
    ) throws(DraftLedgerError) -> NotesState? {
        try rethrowing { try knownFacts.facts(of: season, in: ledger, before: position ?? .max) }
    }

    /// The seasons of which sources have said something, or tried to, in order.
    public func notedSeasons() throws(DraftLedgerError) -> [SeasonID] {
        try rethrowing {
            let last = StreamKey.notes(SeasonID(StreamKey.maximumNumber))
            return try ledger.streams(in: StreamID(.notes(0))...StreamID(last)).compactMap { stream in
                if case .notes(let id)? = StreamKey(rawValue: stream.rawValue) { id } else { nil }
            }
        }
    }

    /// A user's money as of a moment of the ledger.
    public func wallet(_ user: UserID, at moment: Moment = .latest) throws(DraftLedgerError) -> WalletState {
        try rethrowing { WalletState.folding(try log.events(of: .wallet(user), before: try position(of: moment))) }
    }

    /// Calls `body` with one event after the other until it returns false.
    ///
    /// A stream's events are found by its links; a scan of the whole ledger reads every record in between. `body` may take
    /// its time, read, append or close the ledger: it is called outside of all transactions, on copies of some records at
    /// a time. So it may see what is appended meanwhile, or not.
    ///
    /// - Parameters:
    ///   - start: the first position.
    ///   - limit: the maximum number of events.
    ///   - stream: only events of one stream.
    ///   - type: only events of one type.
    ///   - body: takes the next event; false ends it.
    public func events(
        from start: UInt64 = 0, limit: Int? = nil, stream: StreamKey? = nil, type: EventType? = nil,
        _ body: (RecordedEvent) throws(DraftLedgerError) -> Bool
    ) throws(DraftLedgerError) {
        try rethrowing { try walk(from: start, limit: limit, stream: stream, type: type, body) }
    }

    /// The same for a `body` with its own errors, which are rethrown unchanged, in addition to the `DraftLedgerError`s
    /// of the ledger.
    public func events(
        from start: UInt64 = 0, limit: Int? = nil, stream: StreamKey? = nil, type: EventType? = nil,
        _ body: (RecordedEvent) throws -> Bool
    ) throws {
        do {
            try walk(from: start, limit: limit, stream: stream, type: type, body)
        } catch let error as LedgerError {
            throw DraftLedgerError(error)
        } catch let error as RecordError {
            throw DraftLedgerError(wrapping: error)
        }
    }

    private func walk(
        from start: UInt64, limit: Int?, stream: StreamKey?, type: EventType?,
        _ body: (RecordedEvent) throws -> Bool
    ) throws {
        var left = limit ?? .max
        func take(_ event: RecordedEvent) throws -> Bool {
            left -= 1
            return try body(event) && left > 0
        }
        guard left > 0 else { return }
        if let stream {
            return try log.walk(stream, within: start..<UInt64.max) { record in
                let event = try record.decoded()
                return try (type ?? event.event.type) != event.event.type || take(event)
            }
        }
        var reader = RecordReadAhead(of: type, from: start, in: ledger)
        while let records = try reader.next() {
            guard try records.forEach({ try take($0.decoded()) }) else { return }
            if let failure = records.failure { throw failure }
        }
    }

    /// The position as of which a moment of the whole ledger is: state after that many events.
    ///
    /// - Throws: `badMoment` for a moment that only a room has, or that lies beyond the ledger.
    public func position(of moment: Moment) throws(DraftLedgerError) -> UInt64 {
        try rethrowing {
            switch moment {
            case .latest: return try ledger.size
            case .position(let position): return try checked(position)
            case .time(let time): return try log.position(at: time)
            case .version, .pick:
                throw DraftLedgerError(
                    .badMoment,
                    "\(moment) is a point in time of one room. Use a ledger position (pos:991) or a time instead.")
            }
        }
    }
}

extension DraftLedger {
    /// The ledger's events from a position on: first what there is, then what comes, every position once and in order.
    ///
    /// Reads at the pace of the iterating task, so a slow one costs no memory. Ends when the ledger is closed or the task
    /// cancelled. Works in a process that only reads, too, and follows the writer of another one.
    public func subscribe(from position: UInt64 = 0) -> EventFeed {
        EventFeed(tail: tail, selection: .all, start: position)
    }
}
