import PagesTesting
import Testing

@testable import Draft  // events that the game alone makes
@testable import Pages  // the narrator's words for one event
@testable import Records  // an event of whatever type, from no bytes

/// A timeline says in words what every event was.
@Suite struct TimelineTests {
    @Test func fromTheFirstJoinToACorrection() {
        var room = RoomFixture.started(teams: 2, rounds: 2, turn: 0)
        room.add(.clockTicked(ClockTicked(pick: 1, remaining: 12_000)), actor: nil)
        room.pick(0)
        room.add(
            .commandRejected(
                CommandRejected(
                    command: .makePick, code: .notYourTurn, pick: 2, seat: 0, player: 5, deadline: nil,
                    graceEndsAt: nil, margin: .milliseconds(34_500), claimedAt: nil, count: 3)),
            actor: .user(1))
        room.autopick(11, .queue, queueVersion: 2)
        room.add(.autodraftSet(AutodraftSet(seat: 1, on: true, cause: .missedPicks)))
        room.add(.roomPaused(RoomPaused(kind: .manual, pick: 3, remaining: .seconds(30), reason: "fire drill")))
        room.add(.roomResumed(RoomResumed(kind: .manual, pick: 3)), actor: .admin(9))
        room.add(
            .pickCorrected(
                PickCorrected(
                    pick: 2, mode: .lastOnly, seat: 1, oldPlayer: 11, newPlayer: 6, dispute: 3, requestedBy: 2,
                    approvedBy: 9, reason: "queue was stale")), actor: .admin(9))
        #expect(
            TimelinePage(room.view, room.events).lines(room.events, on: .file).page == """
                position  seq  time          what happened
                ── 2026-08-01 ──
                     100    1  20:00:00.000  room opens: 2 x 2, fast clock, fee 25.00
                     103    2  20:00:00.000  Ann joins with entry 786433
                     106    3  20:00:00.000  Bjørn joins with entry 786434
                     109    4  20:00:00.000  room full: 2 seats taken
                     112    5  20:00:00.000  order drawn: Ann, Bjørn
                     115    6  20:00:00.000  countdown until 20:01:00
                     118    7  20:01:00.000  draft starts
                     121    8  20:01:00.000  1.01 on the clock: position 1, Ann, until 20:01:30
                     124    9  20:01:00.000  1.01 12.0 s left
                     127   10  20:01:12.000  1.01 Ann takes Ja'Marr Chase WR·CIN
                     130   11  20:01:12.000  1.02 on the clock: position 2, Bjørn, until 20:01:42
                     133   12  20:01:12.000  refused, notYourTurn: makePick of Ann for 1.02, Josh Allen QB·BUF, \
                34.5 s before the end of grace, 3 times
                     136   13  20:01:48.000  1.02 autopick for Bjørn: Trey McBride TE·ARI from the queue, clock \
                expired, queue at version 2
                     139   14  20:01:48.000  2.01 on the clock: position 2, Bjørn, until 20:02:18
                     142   15  20:01:48.000  autodraft on for Bjørn, after missed picks
                     145   16  20:01:48.000  manual pause at 2.01 with 30.0 s left: fire drill
                     148   17  20:01:48.000  resumed after the manual pause at 2.01, by admin/9
                     151   18  20:01:48.000  1.02 corrected, lastOnly: Brock Bowers TE·LV instead of Trey \
                McBride TE·ARI, approved by user 9, requested by Bjørn, case 3, by admin/9: queue was stale
                """)
    }

    @Test func longLinesGoOnBelowThemselves() {
        var room = RoomFixture.started(teams: 2, rounds: 2, turn: 0)
        let reason = "the building was evacuated and nobody could draft"
        room.add(.roomPaused(RoomPaused(kind: .manual, pick: 1, remaining: .seconds(30), reason: Wording(reason))))
        let lines = TimelinePage(room.view, room.events).lines(room.events, on: .plain(72))
        #expect(lines.allSatisfy { $0.width <= 72 })
        #expect(
            lines.suffix(3).page == """
                     124    9  20:01:00.000  manual pause at 1.01 with 30.0 s left: the
                                             building was evacuated and nobody could
                                             draft
                """)
    }

    @Test func importedPicksStandAtTheirSourcesTime() {
        var room = RoomFixture()
        room.now = Timestamp(iso8601: "2026-11-01T00:00:00Z")!
        room.add(
            .roomOpened(
                RoomOpened(
                    tournament: nil, pool: 1, entryFee: nil, ruleset: .untimed(teams: 2, rounds: 1), commitment: nil,
                    externalID: "a-draft")),
            actor: .importer, occurredAt: Timestamp(iso8601: "2022-09-07T07:46:23.627530Z"))
        let page = TimelinePage(room.view, room.events).lines(room.events, on: .file).page
        #expect(page.contains("── 2022-09-07 ──"))
        #expect(page.contains("07:46:23.627  room a-draft opens: 2 x 1, clock unknown"))
    }

    /// A type that is added without words would show as its bare name.
    @Test(arguments: EventType.allCases)
    func everyTypeHasWords(type: EventType) {
        let names = RoomFixture.started().view
        let streams: [StreamKey] = [
            .room(12), .system, .pool(1), .tournament(1), .queue(12, 0), .wallet(1), .user(1), .dispute(1), .staff,
            .measure(1), .season(2022), .aliases, .notes(2022),
        ]
        // There is nothing to read: every field keeps its blank value.
        var nothing = RecordReader(UnsafeRawBufferPointer(start: nil, count: 0), offset: 0, blockEnd: 0, version: 0)
        let event = RecordedEvent(
            position: 0, stream: streams.first(where: type.isAtHome) ?? .room(12), version: 1, previous: nil,
            recordedAt: RoomFixture.epoch, origin: nil, event: Event(type, reading: &nothing))
        let words = Narrator(names: names).words(for: event).plain
        #expect(!words.isEmpty)
        #expect(words != type.name)
        #expect(!words.contains("("), "\(words) looks like Swift's own description")
    }
}
