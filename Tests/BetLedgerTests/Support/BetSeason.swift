import BetLedger
import Bets
import LMDB
import Platform
import Records
import TestSupport
import Testing
import Values

/// A clock that tests move.
final class BetClock: Sendable {
    private let time: Guarded<Int64>

    init(_ start: Timestamp) { time = Guarded(start.microseconds) }

    var now: Timestamp { Timestamp(microseconds: time.withLock { $0 }) }
    func advance(_ interval: Interval) { time.withLock { $0 += interval.microseconds } }
    var read: @Sendable () -> Int64 { { self.time.withLock { $0 } } }
}

/// A ledger of one game, Boston against the Lakers, with several books, in a directory of its own.
final class BetSeason: Sendable {
    static let season: LeagueSeason = 2025
    static let game: GameID = 22_500_123
    static let boston: TeamID = 1_610_612_738
    static let lakers: TeamID = 1_610_612_747
    static let feed = Sender.provider(onBehalfOf: nil)
    /// 2025-11-30T19:30:00Z.
    static let tipOff = Timestamp(microseconds: 1_764_531_000_000_000)
    static let master = [UInt8](repeating: 7, count: 32)

    let directory = TemporaryDirectory()
    let clock: BetClock
    private let commands = Guarded<UInt64>(0)

    var path: String { directory("season.ledger") }

    init() { clock = BetClock(Self.tipOff - .seconds(8 * 3_600)) }

    func create() throws -> BetLedger {
        try BetLedger.create(
            at: path, origin: "example.com/bets", moment: clock.now, master: Self.master, clock: clock.read)
    }

    func open(for access: BetLedger.Access = .writing) throws -> BetLedger {
        try BetLedger.open(at: path, for: access, clock: clock.read)
    }

    /// The IDs 1, 2, 3, …: the same in every run.
    func nextID() -> CommandID {
        commands.withLock { count in
            count += 1
            return CommandID(high: 0, low: count)
        }
    }

    /// Sends a command that has to be accepted.
    @discardableResult
    func accept(
        _ command: BetCommand, as sender: Sender = feed, on ledger: BetLedger,
        location: SourceLocation = #_sourceLocation
    ) async throws -> Range<UInt64> {
        let outcome = try await ledger.send(command, as: sender, id: nextID())
        guard case .accepted(let positions) = outcome else {
            Issue.record("\(outcome)", sourceLocation: location)
            return 0..<0
        }
        return positions
    }

    /// Puts the game on the schedule, publishes the model, and lets four books offer totals and spreads.
    ///
    /// - Returns: the positions of the totals, in the order of the books.
    @discardableResult
    func schedule(on ledger: BetLedger, spread: Int16 = -7) async throws -> [UInt64] {
        for (team, name) in [(Self.boston, "BOS"), (Self.lakers, "LAL")] {
            let listed = TeamListed(team: team, abbreviation: name, fullName: name, feed: "league")
            try await accept(.listTeam(Self.season, listed), on: ledger)
        }
        let date = try #require(GameDate("2025-11-30"))
        let scheduled = GameScheduled(
            season: Self.season, home: Self.boston, away: Self.lakers, date: date, tipOff: Self.tipOff, feed: "league")
        try await accept(.scheduleGame(Self.game, scheduled), on: ledger)
        let model = ModelPublished(table: .zero, backtest: .zero, parameters: .current(), title: "totals 1")
        try await accept(.publishModel(1, model), as: .admin(90), on: ledger)
        var offers: [UInt64] = []
        for (index, book) in ["alpha", "beta", "gamma", "delta"].enumerated() {
            offers.append(try await offer(halfPoints: 449 + Int16(index), at: book, on: ledger))
            try await offer(.spread, halfPoints: spread, at: book, on: ledger)
        }
        return offers
    }

    @discardableResult
    func offer(
        _ market: Market = .total, halfPoints: Int16, at book: String, on ledger: BetLedger
    ) async throws -> UInt64 {
        let offer = OfferRecorded(
            market: market, line: Line(halfPoints: halfPoints), firstOdds: Odds(thousandths: 1_910),
            secondOdds: Odds(thousandths: 1_910), offeredAt: clock.now, book: book, feed: "odds")
        return try await accept(.recordOffer(Self.game, offer), on: ledger).lowerBound
    }

    /// An over of one unit at an offer.
    func over(_ offer: UInt64, halfPoints: Int16 = 449, notes: Wording = "") -> BetRecorded {
        BetRecorded(
            game: Self.game, offer: offer, market: .total, side: .over, line: Line(halfPoints: halfPoints),
            odds: Odds(thousandths: 1_910), stake: Stake(thousandths: 1_000), notes: notes)
    }

    /// Lets the game begin and end with 113-112.
    func play(on ledger: BetLedger) async throws {
        clock.advance(.seconds(8 * 3_600 + 60))
        try await accept(
            .startGame(Self.game, GameStarted(tippedOffAt: Self.tipOff, feed: "league")), on: ledger)
        clock.advance(.seconds(2 * 3_600))
        let periods = [(28, 30), (31, 22), (28, 30), (26, 30)].map { PeriodScore(home: $0.0, away: $0.1) }
        try await accept(
            .finishGame(Self.game, GameFinal(completedAt: clock.now, periods: periods, feed: "league")), on: ledger)
    }

    /// Changes a stored record, as somebody with the file could.
    func edit(_ position: UInt64, _ change: (inout BetEvent) -> Void) throws {
        let environment = try Environment.open(at: path)
        defer { environment.close() }
        let events: Table<UInt64> = try environment.table(named: "events")
        try environment.write { transaction in
            let bytes = try #require(try transaction.value(at: position, in: events))
            let recorded = try bytes.withUnsafeBytes { try RecordedBetEvent(record: $0, position: position) }
            var event = recorded.event
            change(&event)
            var writer = RecordWriter()
            try writer.write(
                event, stream: recorded.stream, origin: recorded.origin, place: (recorded.version, recorded.previous),
                recordedAt: recorded.recordedAt, salt: recorded.salt)
            try transaction.put(writer.bytes, at: position, in: events)
        }
    }
}
