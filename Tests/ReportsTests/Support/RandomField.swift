import DraftLedger
import Records
import TestSupport

@testable import Draft  // events that the game alone makes

/// Seeded history with everything that a report has to tell apart: contests with and without a fee, rooms that finished,
/// stopped, were cancelled or voided, members who left, corrections of every mode, skipped picks, ADPs that the source
/// showed, third-round reversal, two pools that list the same players under other indexes.
struct RandomField {
    private var random: SeededGenerator
    private(set) var events: [PendingEvent] = []
    let rooms: Int

    static let players = 90
    static let users: ClosedRange<UInt64> = 1...7
    static let contests: ClosedRange<UInt64> = 1...3
    /// Wednesday, 1 July 2026.
    static let start = Timestamp(iso8601: "2026-07-01T00:00:00Z")!

    init(seed: UInt64, rooms: Int = 30) {
        random = SeededGenerator(seed: seed)
        self.rooms = rooms
        publishPools()
        for contest in Self.contests { create(TournamentID(contest)) }
        for room in 0..<UInt64(rooms) { play(RoomID(room + 1)) }
        append(.tournament(2), .entriesClosed(.blank), at: moment(day: 30))
    }

    private mutating func publishPools() {
        var players = (0..<Self.players).map { Self.player($0) }
        for pool in 1...2 as ClosedRange<UInt64> {
            for index in players.indices {
                players[index].index = PlayerIndex(index)
                append(.pool(PoolID(pool)), .playerListed(PlayerListed(player: players[index])))
            }
            append(
                .pool(PoolID(pool)),
                .poolPublished(PoolPublished(count: UInt16(Self.players), externalID: "", title: "")))
            players.shuffle(using: &random)
        }
    }

    private static func player(_ number: Int) -> PlayerListing {
        let positions: [PlayerPosition] = [.wideReceiver, .runningBack, .quarterback, .wideReceiver, .tightEnd]
        let teams = ["CIN", "KC", "BUF", "SF", "DAL", "MIA"]
        var player = PlayerListing.blank
        player.name = "Player \(letters(number))"
        player.position = positions[number % 5]
        player.byeWeek = number % 9 == 0 ? nil : UInt8(5 + number % 7)
        player.adp = number % 11 == 0 ? nil : UInt32(100 + number * 37)
        player.team = number % 13 == 0 ? "" : teams[number / 3 % 6]
        return player
    }

    /// A name that the folding of suffixes leaves alone.
    private static func letters(_ number: Int) -> String {
        String(UnicodeScalar(UInt8(65 + number / 26))) + String(UnicodeScalar(UInt8(97 + number % 26))) + "x"
    }

    private mutating func create(_ contest: TournamentID) {
        var details = TournamentCreated.blank
        details.pool = 1
        details.title = "Contest \(contest)"
        append(.tournament(contest), .tournamentCreated(details))
    }

    private mutating func play(_ room: RoomID) {
        let teams = UInt8.random(in: 2...5, using: &random)
        let rounds = UInt8.random(in: 3...8, using: &random)
        let contest: UInt64? = chance(5) ? nil : .random(in: Self.contests, using: &random)
        var opened = RoomOpened.blank
        opened.tournament = contest.map { TournamentID($0) }
        opened.pool = contest == 3 ? 2 : 1
        opened.entryFee = contest == 1 ? nil : Cents(Int64.random(in: 1...3, using: &random) * 500)
        opened.ruleset = chance(2) ? .fast(teams: teams, rounds: rounds) : .untimed(teams: teams, rounds: rounds)
        if chance(4) { opened.ruleset.order = .thirdRoundReversal }
        append(.room(room), .roomOpened(opened))
        let members = seat(teams, in: room)
        guard members == Int(teams) else {
            if chance(2) { append(.room(room), .roomCancelled(.blank)) }
            return
        }
        append(.room(room), .roomFilled(RoomFilled(seats: teams)))
        let seats = (0..<teams).shuffled(using: &random)
        append(.room(room), .draftOrderDrawn(DraftOrderDrawn(secret: nil, seats: seats)))
        let day = Int.random(in: 0...40, using: &random)
        append(.room(room), .draftStarted(DraftStarted()), at: moment(day: day))
        draft(room, seats, opened.ruleset.snake)
    }

    /// Joins, some of which are taken back. Now and then a seat stays free.
    private mutating func seat(_ teams: UInt8, in room: RoomID) -> Int {
        var users = Array(Self.users).shuffled(using: &random)
        var join: UInt16 = 0
        let members = chance(10) ? teams - 1 : teams
        for seat in 0..<members {
            while true {
                join += 1
                var taken = SeatTaken.blank
                taken.seat = seat
                taken.user = chance(12) ? nil : users.popLast().map { UserID($0) }
                taken.entry = EntryID(room: room, join: join)
                append(.room(room), .seatTaken(taken))
                guard chance(8) else { break }
                append(.room(room), .seatLeft(SeatLeft(seat: seat, user: taken.user, entry: taken.entry)))
            }
        }
        return Int(members)
    }

    private mutating func draft(_ room: RoomID, _ seats: [Seat], _ snake: Snake) {
        // Early players early, so that starts repeat.
        var left = (0..<PlayerIndex(Self.players)).map { $0 }
        let stop = chance(6) ? PickNumber.random(in: 0..<snake.pickCount, using: &random) : snake.pickCount
        let showsADP = chance(3)
        var number: PickNumber = 1
        while number <= stop, left.count > 4 {
            let slot = snake.slot(of: number)
            let player = left.remove(at: Int.random(in: 0..<4, using: &random))
            let adp = showsADP && !chance(5) ? UInt32.random(in: 100...4_000, using: &random) : nil
            if chance(25) {
                var skipped = PickAutomated.blank
                (skipped.pick, skipped.slot, skipped.seat) = (number, slot, seats[Int(slot)])
                skipped.source = .skipped
                append(.room(room), .pickAutomated(skipped))
            } else {
                var made = PickMade.blank
                (made.pick, made.slot, made.seat, made.player) = (number, slot, seats[Int(slot)], player)
                made.adp = adp
                append(.room(room), .pickMade(made))
            }
            number += 1
            if chance(40), number > 2 { number = correct(room, before: number, with: left.removeLast()) }
        }
        guard number > snake.pickCount else { return }
        append(.room(room), .draftCompleted(.blank))
        if chance(10) { append(.room(room), .roomVoided(.blank)) }
        if chance(6) { _ = correct(room, before: 3, with: left.removeLast(), onlyOne: true) }
    }

    /// - Returns: the number of the pick that comes next.
    private mutating func correct(
        _ room: RoomID, before number: PickNumber, with player: PlayerIndex, onlyOne: Bool = false
    ) -> PickNumber {
        var correction = PickCorrected.blank
        correction.pick = .random(in: 1..<number, using: &random)
        correction.mode = onlyOne || chance(2) ? .substitute : .cascade
        correction.newPlayer = correction.mode == .substitute ? player : nil
        append(.room(room), .pickCorrected(correction))
        return correction.mode == .substitute ? number : correction.pick
    }

    private mutating func chance(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &random) == 0 }

    private func moment(day: Int) -> Timestamp { Self.start + .seconds(Int64(day) * 86_400 + 3_600) }

    private mutating func append(_ stream: StreamKey, _ event: Event, at time: Timestamp? = nil) {
        let origin = CommandOrigin(
            occurredAt: time, actor: .importer, commandID: CommandID(high: 1, low: UInt64(events.count)))
        events.append(PendingEvent(stream: stream, event: event, origin: origin))
    }
}
