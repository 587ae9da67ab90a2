import Draft
import DraftLedger

// A command that was never sent, as a command line gives it:
//
//     insertion = time " " actor " " act
//     time      = ISO 8601
//     actor     = "user/" N | "admin" [ "/" N ] | "scheduler" | …      as in events' JSON
//     act       = "pick " PICK " " player
//               | "queue " SEAT { " " player }
//               | "autodraft " SEAT ( " on" | " off" )
//               | "extend " PICK " " SECONDS
//               | "pause " ( "manual" | "overnight" | "outage" )
//               | "resume"
//     player    = index in the pool | external id | name with "_" for spaces
//
//     2026-08-01T00:10:12.5Z user/7 pick 17 Amon_Brown

extension WhatIfChange.Insertion {
    /// Reads a command for a room.
    ///
    /// - Throws: `WhatIfError.unreadable`, which says what was expected.
    public init(_ text: String, in history: RoomHistory) throws(WhatIfError) {
        var words = text.split(separator: " ").map(String.init)
        func unreadable(_ expected: String) -> WhatIfError { .unreadable(text: text, expected: expected) }
        guard words.count >= 3, let moment = Timestamp(iso8601: words[0]), let actor = Sender(text: words[1]) else {
            throw unreadable("a time, an actor such as user/7, and an action such as 'pick 17 42'")
        }
        let act = words[2]
        words.removeFirst(3)
        let id = history.room
        let command: Command
        switch act {
        case "pick":
            guard words.count == 2, let pick = PickNumber(words[0]), let player = history.playerIndex(words[1]) else {
                throw unreadable("'pick PICK PLAYER' with a player of the room's pool")
            }
            command = MakePick(pick: pick, player: player).command(in: id)
        case "queue":
            let players = words.dropFirst().compactMap { history.playerIndex($0) }
            guard let seat = words.first.flatMap({ Seat($0) }), players.count == words.count - 1 else {
                throw unreadable("'queue SEAT PLAYER …' with players of the room's pool")
            }
            command = .queue(id, seat, .setQueue(players: players, expectedVersion: nil))
        case "autodraft":
            guard words.count == 2, let seat = Seat(words[0]), ["on", "off"].contains(words[1]) else {
                throw unreadable("'autodraft SEAT on' or 'off'")
            }
            command = .room(id, .setAutodraft(seat: seat, on: words[1] == "on"))
        case "extend":
            guard words.count == 2, let pick = PickNumber(words[0]), let seconds = UInt32(words[1]) else {
                throw unreadable("'extend PICK SECONDS'")
            }
            command = .room(id, .extendClock(pick: pick, by: .seconds(Int64(seconds)), reason: "what if"))
        case "pause":
            guard words.count == 1, let kind = RoomPaused.Kind.allCases.first(where: { "\($0)" == words[0] }) else {
                throw unreadable("'pause manual', 'pause overnight' or 'pause outage'")
            }
            command = .room(id, .pauseRoom(kind: kind, reason: "what if"))
        case "resume" where words.isEmpty: command = .room(id, .resumeRoom)
        default: throw unreadable("an action: pick, queue, autodraft, extend, pause or resume")
        }
        self.init(command, as: actor, at: moment)
    }
}

extension RoomHistory {
    /// The player that a word names: an index, an external ID, or a name with underscores.
    fileprivate func playerIndex(_ word: String) -> PlayerIndex? {
        guard case .opened(let opened) = events.first?.event.preparation,
            let pool = pools.pool(opened.pool, before: .max)
        else { return nil }
        if let index = PlayerIndex(word), pool.contains(index) { return index }
        let name = word.split(separator: "_").joined(separator: " ")
        return pool.players.first { $0.externalID == word || $0.name == name }?.index
    }
}
