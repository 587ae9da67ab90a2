import Draft
import DraftLedger

/// Says in a sentence what an event means to a disputed pick.
struct MomentNarrator {
    let facts: DisputeFacts

    func narration(of recorded: RecordedEvent) -> (text: String, seat: Seat?) {
        if case .queue(_, let seat) = recorded.stream { return (queueEdit(recorded), seat) }
        switch recorded.event {
        case .clockStarted(let started):
            return (
                "The clock of pick \(label(started.pick)) started (\(started.epoch)): deadline "
                    + "\(started.deadline.iso8601), grace until \(started.graceEndsAt.iso8601).", nil
            )
        case .clockTicked(let tick):
            return ("The room was shown \(Interval.milliseconds(Int64(tick.remaining)).seconds()).", nil)
        case .clockExtended(let extended):
            return ("The clock was extended to \(extended.deadline.iso8601): \(extended.reason)", nil)
        case .pickMade(let made):
            return ("Seat \(made.seat) picked \(facts.name(made.player)) with \(label(made.pick)).", made.seat)
        case .pickAutomated(let made): return (automation(made), made.seat)
        case .commandRejected(let rejected): return (rejection(rejected), rejected.seat)
        default: return others(recorded.event)
        }
    }

    private func label(_ pick: PickNumber) -> String { facts.room.ruleset.snake.label(of: pick) }

    private func automation(_ made: PickAutomated) -> String {
        let reason =
            switch made.reason {
            case .clockExpired: "the clock had run out"
            case .autodraft: "autodraft was on"
            case .admin: "an admin had it so"
            }
        let skips = made.skipped.prefix(8).map { "\(facts.name($0.player)) (\($0.cause))" }.joined(separator: ", ")
        return
            "The rules picked \(facts.name(made.player)) with \(label(made.pick)) for seat \(made.seat), since \(reason): "
            + "from the \(made.source.words), queue at version \(made.queueVersion)"
            + (skips.isEmpty ? "." : ", passing over \(skips).")
    }

    private func rejection(_ rejected: CommandRejected) -> String {
        let what = rejected.player.map { " of \(facts.name($0))" } ?? ""
        let number = rejected.pick.map { " for pick \($0)" } ?? ""
        if rejected.count > 1 { return "\(rejected.count) more refusals like \(rejected.code.name) were counted." }
        return "A \(rejected.command.name)\(what)\(number) was refused as \(rejected.code.name)."
            + (rejected.claimedAt.map { " The client says that it clicked at \($0.iso8601)." } ?? "")
    }

    private func others(_ event: Event) -> (text: String, seat: Seat?) {
        switch event {
        case .autodraftSet(let set):
            let cause =
                switch set.cause {
                case .userWish: "by wish"
                case .missedPicks: "after missed picks"
                case .manualAct: "by a manual act"
                }
            return ("Autodraft went \(set.on ? "on" : "off") for seat \(set.seat), \(cause).", set.seat)
        case .connectionChanged(let changed):
            return ("Seat \(changed.seat) \(changed.connected ? "connected" : "disconnected").", changed.seat)
        case .roomPaused(let paused):
            return (
                "The room was paused (\(paused.kind)) with \(paused.remaining.seconds()) left. \(paused.reason)", nil
            )
        case .roomResumed(let resumed): return ("The room went on after its \(resumed.kind) pause.", nil)
        case .pickCorrected(let corrected):
            let outcome = corrected.newPlayer.map { " to \(facts.name($0))" } ?? ""
            return (
                "Pick \(label(corrected.pick)) was corrected (\(corrected.mode)) from \(facts.name(corrected.oldPlayer))"
                    + "\(outcome), approved by user \(corrected.approvedBy): \(corrected.reason)", corrected.seat
            )
        case .draftStarted: return ("The draft started.", nil)
        case .draftCompleted: return ("The draft was complete.", nil)
        default: return ("\(event.type.name).", nil)
        }
    }

    private func queueEdit(_ recorded: RecordedEvent) -> String {
        let names: (PlayerIndex) -> String = { facts.name($0) }
        let what: String
        switch recorded.event {
        case .queueSet(let set): what = "was set: " + set.players.prefix(12).map(names).joined(separator: ", ")
        case .queueAdded(let added): what = "got \(names(added.player))"
        case .queueRemoved(let removed): what = "lost \(names(removed.player))"
        case .queueMoved(let moved): what = "got \(names(moved.player)) moved to place \(moved.index + 1)"
        case .queueMovedToTop(let moved): what = "got \(names(moved.player)) moved to the top"
        case .queueCleared: what = "was cleared"
        case .rankingsSet: what = "got new rankings"
        case .positionLimitsSet: what = "got new position limits"
        case .commandRejected(let rejected):
            what = "kept its content: \(rejected.command.name) was refused as \(rejected.code.name)"
        default: what = "saw a \(recorded.event.type.name)"
        }
        return "The queue (version \(recorded.version)) \(what)."
    }
}
