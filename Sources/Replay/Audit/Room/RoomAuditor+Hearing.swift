import Draft
import DraftLedger

/// Commands that came before the rules picked and were handled after it.
extension RoomAuditor {
    /// Checks that commands that arrived before an autopick were handled before it.
    mutating func checkHearing(_ rejected: CommandRejected, _ recorded: RecordedEvent, in room: RoomState) {
        guard rejected.isOfPick, let pick = rejected.pick, Int(pick) == room.picks.count,
            let last = room.picks.last, last.seat == rejected.seat, let automation = track.lastAutomation,
            automation.position == last.position, !recorded.isRestOfFlood,
            recorded.moment <= automation.moment, let margin = rejected.margin, margin >= .zero
        else { return }
        notes.note(
            .clock, at: recorded, expected: "handled before the autopick at position \(automation.position)",
            actual: "refused as \(rejected.code.name), \(margin.seconds()) before the end of grace",
            "The pick for number \(pick) arrived in time but was handled after the autopick.")
    }

    /// A wish to draft by hand that had come before the rules picked by autodraft.
    mutating func checkHearing(_ set: AutodraftSet, _ recorded: RecordedEvent) {
        guard let hearing = track.hearings[set.seat]?.hearing, let start = track.autodraftStarts[set.seat],
            hearing.passedOver(set, recorded, since: start)
        else { return }
        notes.note(
            .clock, at: recorded, expected: "handled before the autopick at position \(hearing.pick.position)",
            actual: "handled after it, received \((hearing.pick.moment - recorded.moment).seconds()) before",
            "The command to turn autodraft off arrived before the autopick of its seat, but was handled after it."
        )
    }

    /// An edit of a queue from which the rules have picked. Only all that came in time together tell what the pick would
    /// have been, so it is kept until the last of them is there.
    mutating func hear(_ recorded: RecordedEvent, of seat: Seat) {
        guard recorded.event.isQueueEdit, let kept = track.hearings[seat], !kept.isClosed else { return }
        if kept.hearing.includes(recorded) {
            track.hearings[seat]?.lateEdits.append(recorded)
        } else {
            judgeLateEdits(of: seat)
        }
    }

    /// Whether the edits that were handled too late would have made another pick.
    mutating func judgeLateEdits(of seat: Seat) {
        guard let kept = track.hearings[seat], !kept.isClosed else { return }
        track.hearings[seat]?.isClosed = true
        let made = kept.hearing.made
        guard let last = kept.lateEdits.last, let room = view.room, made.policyVersion == Autopick.currentPolicy else {
            return
        }
        // Players that were added later could not be chosen then.
        let here = view.position
        view.position = kept.hearing.pick.position
        defer { view.position = here }
        guard let pool = view.pool(room.pool) else { return }
        let choice = kept.hearing.choice(with: queue(of: seat, at: last.version), in: room, pool)
        guard choice?.player != made.player else { return }
        func name(_ player: PlayerIndex?) -> String { player.flatMap { pool.player($0)?.name } ?? "no player" }
        notes.note(
            .clock, at: last,
            expected: "handled before the autopick at position \(kept.hearing.pick.position), which makes it "
                + name(choice?.player), actual: "handled after the autopick of \(name(made.player))",
            "The edit of the queue arrived in time for pick \(made.pick) but was handled after the autopick.")
    }

    mutating func judgeAllLateEdits() {
        for seat in track.hearings.keys.sorted() { judgeLateEdits(of: seat) }
    }
}
