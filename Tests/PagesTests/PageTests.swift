import Draft
import Pages
import PagesTesting
import Testing

/// Rooms, rosters and queues read well on a page.
@Suite struct PageTests {
    private static var drafted: RoomFixture {
        var room = RoomFixture.started(teams: 2, rounds: 3, turn: 0)
        room.pick(4)
        room.pick(5)
        room.pick(6)
        room.autopick(10, .queue, queueVersion: 2)
        return room
    }

    @Test func rosters() {
        #expect(
            RostersPage(view: Self.drafted.view).text(on: .plain(60)).page == """
                Room 12  Best Ball Classic
                active · pick 5 of 6 · 3.01
                draft position 1, Ann on the clock

                Ann  draft position 1, entry 786433  RB 1 · WR 1
                  RB   松井 秀喜 NYG 2.02
                  WR   Amon-Ra St. Brown DET 1.01

                Bjørn  draft position 2, entry 786434  QB 1 · TE 1
                  QB   Josh Allen BUF 1.02
                  TE   Brock Bowers LV 2.01
                """)
    }

    @Test func room() {
        #expect(
            RoomPage(view: Self.drafted.view).text(on: .plain(100)).page.contains(
                """
                rules       2 x 3, fast clock, 30.0 s per pick and 5.0 s of grace
                limits      QB 3, RB 7, WR 9, TE 3 for autopicks
                entry fee   25.00
                pool        1 Fixture, 60 players
                started     2026-08-01T20:01:00.000000Z
                clock       2026-08-01T20:02:42.000000Z, grace until 20:02:47, epoch 5
                """))
    }

    @Test func queue() {
        var queue = QueueState()
        queue.players = [10, 0]
        queue.version = 4
        #expect(
            QueuePage(view: Self.drafted.view, seat: 1, queue: queue).text(on: .plain(80)).page == """
                Queue of Bjørn, draft position 2
                version 4 · limits QB 3, RB 7, WR 9, TE 3 (the room's) · no rankings

                #  player                  ADP  bye  taken
                1  松井 秀喜 RB·NYG      11.00    7  2.02 by Ann
                2  Ja'Marr Chase WR·CIN   1.00    7
                """)
    }

    @Test func noLineIsWiderThanTheTerminal() {
        let view = Self.drafted.view
        for columns in stride(from: 40, through: 160, by: 3) {
            let terminal = Terminal.plain(columns)
            for lines in [RostersPage(view: view).text(on: terminal), BoardPage(view: view).text(on: terminal)] {
                #expect(lines.allSatisfy { $0.width <= columns }, "in \(columns) columns")
            }
        }
    }
}
