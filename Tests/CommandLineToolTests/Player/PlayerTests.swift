import Draft
import Pages
import PagesTesting
import Records
import Testing

@testable import CommandLineTool  // the replay player and its keys

/// A replay moves by keys and by time, and always fills its screen.
@Suite struct PlayerTests {
    private static var tape: ReplayTape {
        var room = RoomFixture.started(teams: 4, rounds: 30)
        for player in 0..<40 as Range<PlayerIndex> {
            room.add(.clockTicked(ClockTicked(pick: room.state!.currentPickNumber, remaining: 20_000)), actor: nil)
            room.pick(player)
        }
        return ReplayTape(room.events, frame: room.view)
    }

    @Test func everyStepIsTheFoldUpToThere() {
        let tape = Self.tape
        for index in tape.events.indices {
            #expect(tape.view(at: index).room == RoomState.folding(tape.events[...index]))
        }
    }

    @Test func keysStepByEventAndByPick() {
        var player = ReplayPlayer(Self.tape, speed: 1)
        player.handle(.right)
        #expect(player.index == 1)
        #expect(!player.isPlaying, "a step by hand stops the tape")
        player.handle(.down)
        #expect(player.tape.events[player.index].event.isPick)
        let first = player.index
        player.handle(.down)
        player.handle(.up)
        #expect(player.index == first)
        player.handle(.left)
        #expect(!player.tape.events[player.index].event.isTick, "ticks are stepped over")
        player.handle(.end)
        #expect(player.isAtEnd)
        player.handle(.right)
        #expect(player.isAtEnd)
        player.handle(.home)
        player.handle(.left)
        #expect(player.index == 0)
        player.handle(.quit)
        #expect(player.hasEnded)
    }

    @Test func timeRunsAtItsSpeedAndLongWaitsAreCut() {
        var player = ReplayPlayer(Self.tape, speed: 1)
        let start = player.tape.events.firstIndex { if case .draftStarted = $0.event { true } else { false } }!
        let countdown = player.tape.schedule[start]
        #expect(countdown == .seconds(60))
        player.advance(bySeconds: 0.5)
        #expect(player.index < start)
        player.advance(bySeconds: 2.1)
        #expect(player.index >= start, "a minute's countdown takes two seconds")
        player.handle(.space)
        let index = player.index
        player.advance(bySeconds: 1_000)
        #expect(player.index == index)
        player.handle(.space)
        player.handle(.faster)
        #expect(player.speed == 2)
        for _ in 0..<2_000 { player.advance(bySeconds: 1) }
        #expect(player.isAtEnd)
        #expect(player.now == player.tape.moment(of: player.index))
    }

    @Test func aSourceWithoutTimesGetsASecondAPick() {
        var room = RoomFixture()
        room.add(
            .roomOpened(
                RoomOpened(
                    tournament: nil, pool: 1, entryFee: nil, ruleset: .untimed(teams: 2, rounds: 2), commitment: nil,
                    externalID: "x")))
        for pick in 1...3 as ClosedRange<PickNumber> {
            room.add(.pickMade(PickMade(pick: pick, slot: 0, seat: 0, player: pick, adp: nil, claimedAt: nil)))
        }
        #expect(ReplayTape(room.events, frame: room.view).schedule == [.zero, .seconds(1), .seconds(2), .seconds(3)])
    }

    @Test func screensAreExactlyAsLargeAsTheTerminal() {
        var player = ReplayPlayer(Self.tape, speed: 4)
        while !player.isAtEnd {
            for (columns, rows) in [(80, 24), (120, 40), (200, 60), (40, 12)] {
                let terminal = Terminal(isInteractive: true, columns: columns, rows: rows, colors: .none)
                let lines = ReplayScreen(player: player, terminal: terminal).lines
                #expect(lines.count == rows)
                #expect(lines.allSatisfy { $0.width <= columns }, "event \(player.index) in \(columns) x \(rows)")
            }
            player.handle(.right)
        }
    }

    @Test func theScreenShowsTheCellOnTheClock() {
        var player = ReplayPlayer(Self.tape, speed: 4)
        while !player.isAtEnd {
            player.handle(.down)
            let room = player.tape.view(at: player.index).room
            let label = room.ruleset.snake.label(of: room.currentPickNumber)
            let lines = ReplayScreen(player: player, terminal: .plain(80)).lines
            #expect(lines.contains { $0.plain.contains("│\(label)") }, "pick \(label)")
        }
    }

    @Test(
        arguments: [
            ([0x20], [Key.space]), ([0x1B, 0x5B, 0x43], [.right]), ([0x1B, 0x4F, 0x44], [.left]),
            ([0x71], [.quit]), ([3], [.interrupt]), ([0x1B], [.other]),
            ([0x1B, 0x5B, 0x31, 0x7E, 0x2B], [.home, .faster]), ([0x1B, 0x5B, 0x31, 0x3B, 0x35, 0x41], [.up]),
        ] as [([UInt8], [Key])])
    func keysAreReadFromBytes(bytes: [UInt8], keys: [Key]) {
        #expect(Key.keys(in: bytes) == keys)
    }

    @Test(arguments: [
        (0, "active"), (19_000, "active"), (20_000, "warning"), (25_000, "critical"), (30_500, "grace"),
        (35_500, "autopick"),
    ])
    func clockLine(milliseconds: Int64, state: String) {
        let room = RoomFixture.started()
        let line = ClockLine(room.state!, at: room.now + .milliseconds(milliseconds)).line(columns: 80)
        #expect(line.plain.hasPrefix(state))
        #expect(line.width <= 80)
    }
}
