import Draft
import Testing

extension DraftScript {
    /// Runs the draft and writes the script again with what really happened.
    func transcript() throws -> String {
        var ledger = TestLedger.full(ruleset, pool: players)
        var text = header
        for line in lines {
            let (actor, action) = try actor(of: line, in: ledger)
            let command = try command(action, of: line, by: actor, in: ledger)
            text.append(line.text)
            switch ledger.send(command, by: actor, at: line.moment, now: line.now) {
            case .accepted(let events):
                text += events.map { "    " + describe($0.event, in: ledger.room) }
            case .refused(let refusal):
                let margin = refusal.margin.map { ", margin \($0.inSeconds)" } ?? ""
                text.append("    refused \(refusal.code.name)\(margin)")
            }
        }
        return text.joined(separator: "\n")
    }

    private func describe(_ event: Event, in room: RoomState) -> String {
        switch event {
        case .draftStarted: "started"
        case .clockStarted(let event):
            "clock \(label(event.pick)) slot \(event.slot) "
                + "to \(seconds(event.deadline)), grace \(seconds(event.graceEndsAt))"
        case .clockTicked(let event): "shown \(Interval.milliseconds(Int64(event.remaining)).inSeconds)"
        case .clockExtended(let event):
            "clock \(label(event.pick)) extended "
                + "to \(seconds(event.deadline)), grace \(seconds(event.graceEndsAt))"
        case .pickMade(let event): "\(label(event.pick)) slot \(event.slot) \(name(event.player))"
        case .pickAutomated(let event):
            "\(label(event.pick)) slot \(event.slot) \(name(event.player)) (\(event.reason), \(event.source))"
                + event.skipped.map { " not \(name($0.player)) (\($0.cause))" }.joined()
        case .autodraftSet(let event):
            "\(slot(of: event.seat, in: room)) autodraft \(event.on ? "on" : "off") (\(event.cause))"
        case .roomPaused(let event): "paused (\(event.kind)) with \(event.remaining.inSeconds) left"
        case .roomResumed(let event): "resumed (\(event.kind))"
        case .pickCorrected(let event):
            "\(label(event.pick)) corrected (\(event.mode)) from \(name(event.oldPlayer))"
                + (event.newPlayer.map { " to \(name($0))" } ?? "")
        case .draftCompleted(let event): "complete with \(event.picks) picks and \(event.events) events"
        case .queueSet(let event): "queue" + event.players.map { " " + name($0) }.joined()
        case .rankingsSet(let event): "rankings" + event.players.map { " " + name($0) }.joined()
        case .positionLimitsSet: "limits set"
        default: "\(event)"
        }
    }

    private func label(_ pick: PickNumber) -> String { ruleset.snake.label(of: pick) }

    private func name(_ player: PlayerIndex?) -> String { player.map { players[Int($0)].name } ?? "nobody" }

    private func slot(of seat: Seat, in room: RoomState) -> String {
        "slot \(room.seatOfSlot.firstIndex(of: seat) ?? -1)"
    }

    private func seconds(_ moment: Timestamp) -> String { (moment - TestLedger.start).inSeconds }
}

/// Holds when a script says what happens.
func expectDraft(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let transcript = try DraftScript(script).transcript()
    #expect(transcript == script, "it went like this:\n\(transcript)", sourceLocation: sourceLocation)
}
