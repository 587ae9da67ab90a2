import Draft
import DraftLedger
import Merkle
import TextFormats

// The page's data. Names are short where they occur once a step:
//
//     t  playing time, µs          a  the draft's own time, µs after `base`     o  arrival, µs after `base`
//     p  position                  v  version                                   h  leaf hash
//     r  recording of what happened elsewhere, µs after `base`
//     x  text                      g  mark: refusal, correction, pause          m  the pick that it makes
//     c  cells: [index, player, source], player and source null when emptied
//     s  status    on  pick on the clock    k  clock: [deadline, end of grace]  q  the viewer's queue

extension JSONWriter {
    /// The whole tape.
    mutating func value(_ tape: PageTape, names: [String], foot: String, _ viewer: Seat?) {
        let base = tape.steps.lazy.compactMap(\.happenedAt).first ?? Timestamp(microseconds: 0)
        let room = tape.room
        let snake = room.ruleset.snake
        beginObject()
        member("base", base.microseconds)
        member("teams", room.ruleset.teams)
        member("rounds", room.ruleset.rounds)
        name("course")
        value(tape.course.rawValue)
        member("warning", Interval.seconds(10).microseconds)
        member("critical", Interval.seconds(5).microseconds)
        name("viewer")
        optional(viewer) { $0.value($1) }
        name("subtitle")
        value("\(room.ruleset.teams) teams, \(room.ruleset.rounds) rounds, \(room.ruleset.preset)")
        name("foot")
        value(foot)
        member("start", tape.start)
        name("pickSteps")
        array(tape.stepOfPick) { $0.value($1) }
        name("slots")
        array(Array(names.enumerated())) { writer, slot in
            let seat = slot.offset < room.seatOfSlot.count ? room.seatOfSlot[slot.offset] : Seat(slot.offset)
            writer.beginObject()
            writer.member("seat", seat)
            writer.name("name")
            writer.value(slot.element)
            writer.name("entry")
            writer.optional(room.member(at: seat)?.entry.number) { $0.value($1) }
            writer.endObject()
        }
        name("cells")
        array(Array(1...max(snake.pickCount, 1))) { writer, pick in
            writer.beginObject()
            writer.name("label")
            writer.value(snake.label(of: pick))
            writer.member("slot", snake.slot(of: pick))
            writer.endObject()
        }
        players(of: tape)
        name("steps")
        array(tape.steps) { $0.value($1, on: tape.course, since: base) }
        endObject()
    }

    private mutating func member(_ name: StaticString, _ number: some FixedWidthInteger) {
        self.name(name)
        value(number)
    }

    /// Those that the tape names, by index: `[name, position, team]`; the others' places are null.
    private mutating func players(of tape: PageTape) {
        var named = PlayerSet()
        for step in tape.steps {
            for cell in step.cells { if let player = cell.pick?.player { named.insert(player) } }
            for player in step.queue ?? [] { named.insert(player) }
        }
        let last = named.words.count * 64
        name("players")
        array(Array(0..<last)) { writer, index in
            guard named.contains(PlayerIndex(index)), let player = tape.history.player(PlayerIndex(index)) else {
                return writer.null()
            }
            writer.array([player.name, player.position.abbreviation, player.team]) { $0.value($1) }
        }
    }

    private mutating func value(_ step: PageTape.Step, on course: ReplayCourse, since base: Timestamp) {
        beginObject()
        member("t", step.playedAt.microseconds)
        if let happenedAt = step.happenedAt { member("a", (happenedAt - base).microseconds) }
        if course != .ledger {
            member("r", (step.recorded.recordedAt - base).microseconds)
        } else if let occurredAt = step.recorded.origin?.occurredAt {
            member("o", (occurredAt - base).microseconds)
        }
        member("p", step.recorded.position)
        member("v", step.recorded.version)
        name("h")
        value(step.hash.bytes.hexadecimal)
        name("x")
        value(step.text)
        if let mark = step.mark {
            name("g")
            value(mark.rawValue)
        }
        if let pick = step.recorded.event.pickMade { member("m", pick) }
        if !step.cells.isEmpty {
            name("c")
            array(step.cells) { writer, cell in
                writer.beginArray()
                writer.value(cell.index)
                writer.optional(cell.pick?.player) { $0.value($1) }
                writer.optional(cell.pick?.source.name) { $0.value($1) }
                writer.endArray()
            }
        }
        if let status = step.status {
            name("s")
            value(status.name)
        }
        if let pick = step.onTheClock { member("on", pick) }
        if let clock = step.clock {
            name("k")
            optional(clock) { writer, clock in
                writer.array([clock.deadline, clock.graceEndsAt]) { $0.value(($1 - base).microseconds) }
            }
        }
        if let queue = step.queue {
            name("q")
            array(queue) { $0.value($1) }
        }
        endObject()
    }
}
