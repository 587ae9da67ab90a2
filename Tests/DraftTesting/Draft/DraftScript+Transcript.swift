import Draft
package import Testing

extension DraftScript {
    /// Runs the draft on the rules alone and writes the script again with what really happened.
    package func transcript() throws -> String {
        var house = House.full(ruleset, pool: players)
        return try transcript(on: &house)
    }

    /// Runs the draft on a desk and writes the script again with what really happened there.
    package func transcript(on desk: inout some DraftDesk) throws -> String {
        var text = header
        for line in lines {
            let room = try desk.room
            let (sender, action) = try sender(of: line, in: room)
            let command = try command(action, of: line, by: sender, in: room)
            text.append(line.text)
            switch try desk.answer(command, from: sender, at: line.moment, now: line.now) {
            case .accepted(let events):
                let room = try desk.room
                for event in events where Self.tells(event.stream) {
                    // What the seat is told of a pick stands with the pick.
                    if case .autopickExplained = event.event { continue }
                    text.append("    " + describe(event.event, in: room) + passedOver(by: event.event, of: events))
                }
            case .refused(let refusal):
                let margin = refusal.margin.map { ", margin \($0.inSeconds)" } ?? ""
                text.append("    refused \(refusal.code.name)\(margin)")
            }
        }
        return text.joined(separator: "\n")
    }

    /// Whether a stream is the room's, its clock's or a queue's of it: money and contests are not in the text.
    private static func tells(_ stream: StreamKey) -> Bool {
        [.room(1), .clock(1)].contains(stream)
            || (0..<Ruleset.allowedTeams.upperBound).contains { stream == .queue(1, $0) }
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

    private func passedOver(by event: Event, of events: [StreamEvent]) -> String {
        guard case .pickAutomated(let made) = event else { return "" }
        let explained = events.lazy.compactMap { other -> [PickAutomated.Skip]? in
            if case .autopickExplained(let explained) = other.event { explained.skipped } else { nil }
        }
        return (explained.first ?? made.skipped).map { " not \(name($0.player)) (\($0.cause))" }.joined()
    }

    private func label(_ pick: PickNumber) -> String { ruleset.snake.label(of: pick) }

    private func name(_ player: PlayerIndex?) -> String { player.map { players[Int($0)].name } ?? "nobody" }

    private func slot(of seat: Seat, in room: RoomState) -> String {
        "slot \(room.seatOfSlot.firstIndex(of: seat) ?? -1)"
    }

    private func seconds(_ moment: Timestamp) -> String { (moment - House.start).inSeconds }
}

/// Holds when a script says what happens by the rules.
package func expectDraft(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let transcript = try DraftScript(script).transcript()
    #expect(transcript == script, "it went like this:\n\(transcript)", sourceLocation: sourceLocation)
}

/// Holds when a script says what happens at a desk.
package func expectDraft(
    _ script: String, on desk: inout some DraftDesk, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let transcript = try DraftScript(script).transcript(on: &desk)
    #expect(transcript == script, "it went like this:\n\(transcript)", sourceLocation: sourceLocation)
}
