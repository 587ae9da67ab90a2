import Draft
import DraftLedger
import Merkle
import Replay
import TextFormats

// The page's data. Names are short where they occur once a step:
//
//     t  playing time, µs          a  the draft's own time, µs after `base`     o  arrival, µs after `base`
//     p  position                  v  version                                   h  leaf hash
//     r  recording of what happened elsewhere, µs after `base`
//     x  text                      g  mark: refusal, correction, pause          m  the pick that it makes
//     c  cells: [index, player, source], player and source null when emptied
//     s  status    on  pick on the clock    k  clock: [deadline, end of grace]  q  the viewer's queue

extension PageTape {
    /// The whole tape.
    ///
    /// - Parameter names: what the seats are called, by slot.
    func json(names: [String], foot: String, viewer: Seat?) -> JSON {
        let base = steps.lazy.compactMap(\.happenedAt).first ?? Timestamp(microseconds: 0)
        let rules = room.ruleset
        return [
            "base": .of(base.microseconds), "teams": .of(rules.teams), "rounds": .of(rules.rounds),
            "course": .of(course.rawValue), "warning": .of(Interval.seconds(10)), "critical": .of(Interval.seconds(5)),
            "viewer": .of(viewer), "subtitle": .of("\(rules.teams) teams, \(rules.rounds) rounds, \(clock)"),
            "foot": .of(foot), "start": .of(start), "pickSteps": .of(stepOfPick),
            "slots": .array(names.enumerated()) { slot, name in
                let seat = slot < room.seatOfSlot.count ? room.seatOfSlot[slot] : Seat(slot)
                return ["seat": .of(seat), "name": .of(name), "entry": .of(room.member(at: seat)?.entry)]
            },
            "cells": .array(1...max(rules.snake.pickCount, 1)) {
                ["label": .of(rules.snake.label(of: $0)), "slot": .of(rules.snake.slot(of: $0))]
            },
            "players": players, "steps": .array(steps) { $0.json(on: course, since: base) },
        ]
    }

    private var clock: String {
        guard room.isImported else { return "\(room.ruleset.preset)" }
        return room.ruleset.statedClock.map { "\(Figures.duration($0)) per pick" } ?? "clock unknown"
    }

    /// Those that the tape names, by index: `[name, position, team]`; the others' places are null.
    private var players: JSON {
        var named = PlayerSet()
        for step in steps {
            for cell in step.cells { if let player = cell.pick?.player { named.insert(player) } }
            for player in step.queue ?? [] { named.insert(player) }
        }
        return .array(0..<named.words.count * 64) { index in
            guard named.contains(PlayerIndex(index)), let player = history.player(PlayerIndex(index)) else {
                return nil
            }
            return [.of(player.name), .of(player.position.abbreviation), .of(player.team)]
        }
    }
}

extension PageTape.Step {
    /// With those members only that have something to say.
    fileprivate func json(on course: ReplayCourse, since base: Timestamp) -> JSON {
        var members: [JSON.Member] = []
        func add(_ name: String, _ value: JSON?) {
            if let value { members.append(JSON.Member(name, value)) }
        }
        add("t", .of(playedAt))
        add("a", happenedAt.map { .of($0 - base) })
        if course != .ledger {
            add("r", .of(recorded.recordedAt - base))
        } else {
            add("o", recorded.origin?.occurredAt.map { .of($0 - base) })
        }
        add("p", .of(recorded.position))
        add("v", .of(recorded.version))
        add("h", .of(hash.bytes.hexadecimal))
        add("x", .of(text))
        add("g", mark.map { .of($0.rawValue) })
        add("m", recorded.event.madePick.map { .of($0) })
        if !cells.isEmpty {
            add("c", .array(cells) { [.of($0.index), .of($0.pick?.player), .of($0.pick?.source.name)] })
        }
        add("s", status.map { .of($0.name) })
        add("on", onTheClock.map { .of($0) })
        add("k", clock.map { .of($0.map { clock in [clock.deadline - base, clock.graceEndsAt - base] }) })
        add("q", queue.map { .of($0) })
        return .object(members)
    }
}
