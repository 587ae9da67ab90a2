import DraftLedger
import LedgerTesting
import Records
import TestSupport

@testable import Draft  // events that the game alone makes

/// A seeded contest of three rounds with its season: nine drafts of four teams and eight rounds, scores below nothing, weeks
/// without any, byes, and a tenth draft of which one seat is not known.
struct SeasonField {
    private var random: SeededGenerator
    private(set) var events: [PendingEvent] = []

    /// By name, what is projected of the better half in each week.
    private(set) var projections: [(player: PlayerListing, week: UInt8, points: Int32)] = []

    static let drafts = 9
    static let teams: UInt8 = 4
    static let rounds: UInt8 = 8
    static let weeks: ClosedRange<UInt8> = 1...6

    /// 36 entries, 18, 6.
    static let terms = [
        ContestRound(firstWeek: 1, lastWeek: 4, podSize: 4, advancing: 2),
        ContestRound(firstWeek: 5, lastWeek: 5, podSize: 3, advancing: 1),
        ContestRound(firstWeek: 6, lastWeek: 6, podSize: 6, advancing: 0),
    ]

    static let prizes = [
        PrizeTier(firstPlace: 1, lastPlace: 1, amount: Cents(100_000)),
        PrizeTier(firstPlace: 2, lastPlace: 4, amount: Cents(20_000)),
        PrizeTier(firstPlace: 5, lastPlace: 14, amount: Cents(1_050)),
        PrizeTier(firstPlace: 15, lastPlace: 23, amount: Cents(500)),
    ]

    /// The name of the points that count.
    private let scoring: String

    /// - Parameters:
    ///   - isWhole: without the tenth draft, and with the prizes: a contest that can be brought to its end.
    ///   - scoring: the name of the points that count.
    init(seed: UInt64, isWhole: Bool = false, scoring: String = "s") {
        random = SeededGenerator(seed: seed)
        self.scoring = scoring
        let players = list()
        create(prizes: isWhole ? Self.prizes : [])
        for room in 1...UInt64(Self.drafts) { play(RoomID(room), players, seats: Self.teams) }
        if !isWhole { play(RoomID(UInt64(Self.drafts) + 1), players, seats: Self.teams - 1) }
        score(players)
    }

    private mutating func list() -> [PlayerListing] {
        let positions: [PlayerPosition] = [.quarterback, .runningBack, .wideReceiver, .tightEnd]
        let players = (0..<44).map { number in
            var player = PlayerListing.blank
            player.index = PlayerIndex(number)
            let letters = [UInt8(65 + number / 26), UInt8(97 + number % 26), UInt8(ascii: "x")]
            player.name = "Player " + String(decoding: letters, as: UTF8.self)
            player.position = positions[number % 4]
            player.byeWeek = number % 7 == 0 ? nil : UInt8(1 + number % 5)
            player.team = number % 9 == 0 ? "" : ["KC", "BUF", "DAL"][number / 4 % 3]
            return player
        }
        for player in players { append(.pool(1), .playerListed(PlayerListed(player: player))) }
        append(.pool(1), .poolPublished(PoolPublished(count: UInt16(players.count), externalID: "", title: "")))
        return players
    }

    private mutating func create(prizes: [PrizeTier]) {
        var details = TournamentCreated.blank
        (details.pool, details.title, details.prizes) = (1, "Season", prizes)
        details.ruleset = .untimed(teams: Self.teams, rounds: Self.rounds)
        append(.tournament(1), .tournamentCreated(details))
        append(.tournament(1), .contestRoundsSet(ContestRoundsSet(season: 2022, rounds: Self.terms)))
        let lineup = Lineup(quarterbacks: 1, runningBacks: 1, wideReceivers: 1, tightEnds: 1, flex: 2)
        append(.tournament(1), .scoringSet(ScoringSet(lineup: lineup, scoring: scoring)))
    }

    private mutating func play(_ room: RoomID, _ players: [PlayerListing], seats: Seat) {
        var opened = RoomOpened.blank
        (opened.tournament, opened.pool) = (1, 1)
        opened.ruleset = .untimed(teams: Self.teams, rounds: Self.rounds)
        append(.room(room), .roomOpened(opened))
        for seat in 0..<seats {
            var taken = SeatTaken.blank
            (taken.seat, taken.entry) = (seat, EntryID(room: room, join: UInt16(seat) + 1))
            taken.user = UserID((room.number + UInt64(seat)) % 5 + 1)
            append(.room(room), .seatTaken(taken))
        }
        append(.room(room), .roomFilled(RoomFilled(seats: seats)))
        append(.room(room), .draftOrderDrawn(DraftOrderDrawn(secret: nil, seats: Array(0..<Self.teams))))
        append(.room(room), .draftStarted(DraftStarted()))
        let snake = Snake(teams: Self.teams, rounds: Self.rounds)
        var left = players
        for number in 1...snake.pickCount {
            let slot = snake.slot(of: number)
            let player = left.remove(at: Int.random(in: 0..<5, using: &random))
            guard slot < seats else { continue }
            var made = PickMade.blank
            (made.pick, made.slot, made.seat, made.player) = (number, slot, slot, player.index)
            append(.room(room), .pickMade(made))
        }
        append(.room(room), .draftCompleted(.blank))
    }

    private mutating func score(_ players: [PlayerListing]) {
        for week in Self.weeks {
            for player in players where player.byeWeek != week && !random.oneIn(6) {
                let level = 2_400 - 40 * Int32(player.index)
                let points = Int32.random(in: -100...level, using: &random)
                append(
                    .season(2022),
                    .playerScored(
                        PlayerScored(
                            week: week, position: player.position, points: points, scoring: scoring, source: "",
                            name: player.name)))
            }
            append(.season(2022), .weekFinal(WeekFinal(week: week, players: 1, scoring: scoring)))
            for player in players where player.index % 2 == 0 && player.byeWeek != week {
                projections.append((player, week, Int32.random(in: 0...2_000, using: &random)))
            }
        }
    }

    private mutating func append(_ stream: StreamKey, _ event: Event) {
        let origin = CommandOrigin(
            occurredAt: nil, actor: .importer, commandID: CommandID(high: 1, low: UInt64(events.count)))
        events.append(PendingEvent(stream: stream, event: event, origin: origin))
    }
}
