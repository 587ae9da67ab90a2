import Draft
import DraftLedger
import LedgerTesting
import Replay
import Testing

struct InsertionTextTests {
    static let moment = "2026-09-21T14:13:40.000000Z"

    static let readable: [(text: String, command: Command, actor: Sender)] = [
        ("\(moment) user/1 pick 1 9", .room(1, .makePick(MakePick(pick: 1, player: 9))), .user(1)),
        ("\(moment) user/1 pick 1 id-9", .room(1, .makePick(MakePick(pick: 1, player: 9))), .user(1)),
        ("\(moment) user/1 pick 1 Player_Last", .room(1, .makePick(MakePick(pick: 1, player: 39))), .user(1)),
        ("\(moment) user/2 queue 1 4 id-5", .queue(1, 1, .setQueue(players: [4, 5], expectedVersion: nil)), .user(2)),
        ("\(moment) user/2 queue 1", .queue(1, 1, .setQueue(players: [], expectedVersion: nil)), .user(2)),
        ("\(moment) user/2 autodraft 1 on", .room(1, .setAutodraft(seat: 1, on: true)), .user(2)),
        (
            "\(moment) admin/9 extend 3 20", .room(1, .extendClock(pick: 3, by: .seconds(20), reason: "what if")),
            .admin(9)
        ),
        ("\(moment) admin/9 pause manual", .room(1, .pauseRoom(kind: .manual, reason: "what if")), .admin(9)),
        ("\(moment) scheduler resume", .room(1, .resumeRoom), .scheduler),
    ]

    @Test(arguments: readable.indices)
    func anInsertedCommandIsRead(index: Int) throws {
        let (text, command, actor) = Self.readable[index]
        let house = try DraftTable().ledger()
        let insertion = try WhatIfChange.Insertion(text, in: RoomHistory(of: 1, in: house.ledger))
        #expect(insertion.command == command)
        #expect(insertion.actor == actor)
        #expect(insertion.moment == Timestamp(iso8601: Self.moment))
    }

    @Test(arguments: [
        "", "now user/1 pick 1 9", "\(moment) nobody pick 1 9", "\(moment) user/1", "\(moment) user/1 pick 1",
        "\(moment) user/1 pick 1 nobody", "\(moment) user/1 pick x 9", "\(moment) user/1 queue",
        "\(moment) user/1 queue 1 nobody",
        "\(moment) user/1 autodraft 1 maybe", "\(moment) admin/1 extend 3 -1", "\(moment) admin/1 pause lunch",
        "\(moment) admin/1 resume now", "\(moment) admin/1 void",
    ])
    func whatIsNoCommandIsRefusedWithWhatWasExpected(text: String) throws {
        let house = try DraftTable().ledger()
        let history = try RoomHistory(of: 1, in: house.ledger)
        #expect(throws: WhatIfError.self) { try WhatIfChange.Insertion(text, in: history) }
    }
}
