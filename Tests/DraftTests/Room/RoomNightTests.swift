import DraftTesting
import Testing

@testable import Draft  // rooms that only the game makes

/// Nights of a room's rules, written as `DraftScript` says: drafts start at 14:13:20.
@Suite struct RoomNightTests {
    @Test func atNightTheClockStandsStillAndNobodyEndsTheNightBeforeItsTime() throws {
        try expectDraft(
            """
            2 teams, 2 rounds, slow, nights 16:00-18:00+00:00
            pool Ash RB, Bo WR, Cy QB, Di TE
            0 clock starts
                started
                clock 1.01 slot 0 to 43200, grace 43200
            6399.999999 clock pauses overnight
                refused wrongStatus
            6399.999999 admin pauses overnight
                refused wrongStatus
            6400 clock pauses overnight
                paused (overnight) with 36800 left
            6401 clock automates 1 epoch 1
                refused roomPaused
            7000 slot 0 picks Ash for 1
                1.01 slot 0 Ash
            13599.999999 clock resumes
                refused clockRunning, margin 0.000001
            13599.999999 admin resumes
                refused clockRunning, margin 0.000001
            13600 clock resumes
                resumed (overnight)
                clock 1.02 slot 1 to 56800, grace 56800
            13600 clock pauses overnight
                refused wrongStatus
            """)
    }

    @Test func aPauseByHandOrForAnOutageIsNoNights() throws {
        try expectDraft(
            """
            2 teams, 2 rounds, slow, nights 16:00-18:00+00:00
            pool Ash RB, Bo WR, Cy QB, Di TE
            0 clock starts
                started
                clock 1.01 slot 0 to 43200, grace 43200
            100 admin pauses manual
                paused (manual) with 43100 left
            7000 admin resumes
                resumed (manual)
                clock 1.01 slot 0 to 50200, grace 50200
            7000>7100 clock pauses outage
                paused (outage) with 43200 left
            7200 clock resumes
                resumed (outage)
                clock 1.01 slot 0 to 50400, grace 50400
            7201 clock pauses overnight
                paused (overnight) with 43199 left
            """)
    }

    /// At 14:14 pick 1 has run out, and pick 2 would in the night.
    @Test func aNightSavesNoClockThatHadRunOutAndLetsNoneRunOut() throws {
        try expectDraft(
            """
            2 teams, 2 rounds, fast, nights 14:14-18:00+00:00
            pool Ash RB, Bo WR, Cy QB, Di TE
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            41 clock pauses overnight
                refused clockExpired, margin -6
            41 clock automates 1 epoch 1
                1.01 slot 0 Ash (clockExpired, adp)
                clock 1.02 slot 1 to 71, grace 76
            76.000001 clock automates 2 epoch 2
                refused clockRunning
            76.1 clock pauses overnight
                paused (overnight) with 0 left
            100 slot 1 picks Bo for 2
                1.02 slot 1 Bo
            13600 clock resumes
                resumed (overnight)
                clock 2.01 slot 1 to 13630, grace 13635
            13635.000001 clock automates 3 epoch 3
                2.01 slot 1 Cy (clockExpired, adp)
                clock 2.02 slot 0 to 13665.000001, grace 13670.000001
            """)
    }

    @Test func whereTheRulesKnowNoNightsTheSchedulerHasNoneToMake() throws {
        try expectDraft(
            """
            2 teams, 1 rounds, slow
            pool Ash RB, Bo WR, Cy QB
            0 clock starts
                started
                clock 1.01 slot 0 to 43200, grace 43200
            10 clock pauses overnight
                refused wrongStatus
            10 admin pauses overnight
                paused (overnight) with 43190 left
            """)
    }

    /// As an earlier version decided, whose ledgers have such pauses.
    @Test func byFormerRulesTheSchedulerPausedOvernightAtWill() throws {
        let house = House.drafting(.slow(teams: 2, rounds: 1))
        var state = house.state
        let origin = CommandOrigin(
            occurredAt: House.start + .seconds(5), actor: .scheduler, commandID: CommandID(high: 9, low: 9))
        func code() -> RefusalCode? {
            decide(
                .room(1, .pauseRoom(kind: .overnight, reason: "")), origin: origin, now: House.start + .seconds(5),
                state: state, cryptography: FakeCryptography()
            ).code
        }
        #expect(code() == .wrongStatus)
        state.rulesInForce = OvernightWindow.firstRules - 1
        #expect(code() == nil)
    }

    @Test func aNightHasALengthAndBelongsToATimedDraft() throws {
        func code(_ overnight: String, _ ruleset: Ruleset = .slow(teams: 2, rounds: 1)) throws -> RefusalCode? {
            var ruleset = ruleset
            let window = try #require(OvernightWindow(text: overnight))
            ruleset.overnight = window
            let house = House.waiting(.fast(teams: 2, rounds: 6))
            let room = OpenRoom(tournament: nil, pool: 1, entryFee: nil, ruleset: ruleset)
            return house.decision(.room(2, .openRoom(room)), as: House.admin, at: House.start).code
        }
        #expect(try code("22:00-08:00+02:00") == nil)
        #expect(try code("08:00-08:00+02:00") == .invalidValue)
        #expect(try code("00:00-08:00+14:01") == .invalidValue)
        #expect(try code("22:00-08:00+02:00", .untimed(teams: 2, rounds: 1)) == .invalidValue)
    }

    @Test func aRoomOfAContestHasItsNightsAndSpectators() throws {
        var ledger = House.waiting(.fast(teams: 2, rounds: 1))
        var details = TournamentCreated(
            pool: 1, entryFee: nil, maxEntries: nil, maxEntriesPerUser: nil, rakeBasisPoints: 0,
            ruleset: .slow(teams: 2, rounds: 1), prizes: [], title: "T", externalID: "", spectators: .live)
        details.ruleset.overnight = OvernightWindow(offset: 120, from: 0, until: 480)
        try ledger.accept(.tournament(1, .createTournament(details)), as: House.admin)
        let other = OpenRoom(tournament: 1, pool: 1, entryFee: nil, ruleset: .slow(teams: 2, rounds: 1))
        ledger.refuse(.room(2, .openRoom(other)), as: House.admin, .invalidValue)
        let room = OpenRoom(tournament: 1, pool: 1, entryFee: nil, ruleset: details.ruleset)
        try ledger.accept(.room(2, .openRoom(room)), as: House.admin)
        let state = try #require(ledger.state.room(2))
        #expect(state.ruleset.overnight == details.ruleset.overnight && state.spectators == .live)
        #expect(RoomState(canonicalBytes: state.canonicalBytes) == state)
        #expect(ledger.state.room(1)?.spectators == nil)
    }

    /// Of each combination, and without either the bytes that such rooms always had.
    @Test func theCanonicalBytesTellNightsAndSpectators() throws {
        var seen: Set<[UInt8]> = []
        for overnight in [nil, OvernightWindow(offset: -300, from: 1_380, until: 420)] {
            for spectators in [nil, Spectators.live] {
                for draw in [nil, DrawTerms(version: 2, poolPlayers: 12)] {
                    var opened = RoomOpened.blank
                    opened.ruleset = .slow(teams: 2, rounds: 1)
                    (opened.ruleset.overnight, opened.spectators, opened.draw) = (overnight, spectators, draw)
                    let place = EventPlace(
                        stream: .room(1), position: 1, recordedAt: House.start, origin: nil)
                    let room = try #require(RoomState(beginning: .roomOpened(opened), at: place))
                    let bytes = room.canonicalBytes
                    #expect(RoomState(canonicalBytes: bytes) == room)
                    #expect(bytes[0] == (draw == nil ? 2 : 3) + (overnight == nil && spectators == nil ? 0 : 2))
                    seen.insert(bytes)
                }
            }
        }
        #expect(seen.count == 8)
    }
}
