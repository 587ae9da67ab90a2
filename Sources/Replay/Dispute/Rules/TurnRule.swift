import Draft
import DraftLedger
import Records

/// Checks the owner of the pick, and the sender that made it.
enum TurnRule {
    static func judge(_ facts: DisputeFacts) -> [DisputeReport.Reason] {
        let label = facts.room.ruleset.snake.label(of: facts.pick)
        var reasons = cancellation(facts, label)
        if let owner = facts.owner, owner != facts.seat {
            let tried = facts.turns.flatMap(\.attempts).map(\.position)
            reasons.append(
                .init(
                    .turn, for: .rejected,
                    "Pick \(label) belongs to \(facts.room.placeName(of: owner)), not to the claimant's "
                        + "\(facts.room.placeName(of: facts.seat)).",
                    tried + facts.turns.compactMap { $0.ending?.position }, about: .owner,
                    answer:
                        "Pick \(label) was not yours. It belonged to \(facts.room.placeName(of: owner)), and you were at "
                        + "\(facts.room.placeName(of: facts.seat))."))
        }
        for turn in facts.turns {
            guard let ending = turn.ending else { continue }
            if let made = turn.manual { reasons += judge(made, ending, in: turn, facts) + burnt(ending, facts) }
            if turn.automation != nil, let actor = ending.origin?.actor, facts.room.ruleset.isTimed,
                ![.scheduler, .admin].contains(actor.role)
            {
                reasons.append(
                    .init(
                        .turn, for: .upheld, "The autopick was made by \(actor.words), who is not allowed to.",
                        [ending.position]))
            }
            let seat = turn.manual?.seat ?? turn.automation?.seat
            if seat != facts.owner {
                reasons.append(
                    .init(
                        .turn, for: .upheld,
                        "Pick \(label) was made for \(seat.map { facts.room.placeName(of: $0) } ?? "no seat"), which it does not "
                            + "belong to.",
                        [ending.position]))
            }
        }
        reasons += sharedPlayers(facts, label)
        if let turn = facts.turns.last, let undoing = turn.undoneBy {
            let state = turn.ending == nil ? "was on the clock" : "had been made"
            reasons.append(
                .init(
                    .turn, for: turn.ending == nil ? .undecidable : nil,
                    "Pick \(label) \(state) when the draft was undone; it has not been on the clock since then.",
                    [turn.ending?.position, undoing.position].compactMap { $0 }))
        } else if let turn = facts.turns.last, turn.ending == nil {
            let state = facts.room.status
            let text =
                state.isTerminal
                ? "Pick \(label) was never made: the room is \(state.name)."
                : "Pick \(label) is not made yet; its turn is not over."
            let end = facts.history.events.last { $0.event.endsRoom }?.position
            reasons.append(
                .init(.turn, for: .undecidable, text, turn.clocks.map(\.position) + [end].compactMap { $0 }))
        }
        return reasons
    }

    /// A room that ended before its draft: no pick was anybody's.
    private static func cancellation(_ facts: DisputeFacts, _ label: String) -> [DisputeReport.Reason] {
        guard facts.turns.isEmpty, facts.room.status.isTerminal,
            let end = facts.history.events.last(where: { $0.event.endsRoom })
        else { return [] }
        return [
            .init(
                .turn, for: .rejected,
                "The room was \(facts.room.status.name) before its draft, at \(end.recordedAt.iso8601), so pick \(label) was "
                    + "never made.", [end.position],
                answer: "The room was \(facts.room.status.name) before its draft, on \(end.recordedAt.spokenDay).")
        ]
    }

    /// A player whom the room gave to the disputed pick and to another one: neither roster has the player alone.
    private static func sharedPlayers(_ facts: DisputeFacts, _ label: String) -> [DisputeReport.Reason] {
        guard facts.pick >= 1, Int(facts.pick) <= facts.room.picks.count else { return [] }
        let own = facts.room.picks[Int(facts.pick) - 1]
        guard let player = own.player else { return [] }
        return facts.room.picks.indices.filter { index in
            index != Int(facts.pick) - 1 && facts.room.picks[index].player == player
        }.map { index in
            let other = facts.room.picks[index]
            return .init(
                .turn, for: .upheld,
                "\(facts.name(player)) was given to pick \(label) and also to pick "
                    + "\(facts.room.ruleset.snake.label(of: PickNumber(index + 1))) of "
                    + "\(facts.room.placeName(of: other.seat)).",
                [own.position, other.position])
        }
    }

    /// A command that had counted before: sent again, it is answered and makes no other pick.
    private static func burnt(_ ending: RecordedEvent, _ facts: DisputeFacts) -> [DisputeReport.Reason] {
        guard let origin = ending.origin, origin.actor.role == .user else { return [] }
        let first = facts.history.events.first { recorded in
            recorded.position < ending.position && recorded.event.madePick != nil && recorded.origin?.key == origin.key
        }
        guard let first, let earlier = first.event.madePick else { return [] }
        return [
            .init(
                .turn, for: .upheld,
                "The command that made the pick had already counted for pick \(earlier) and should have "
                    + "made none.", [first.position, ending.position])
        ]
    }

    private static func judge(
        _ made: PickMade, _ ending: RecordedEvent, in turn: DisputedTurn, _ facts: DisputeFacts
    ) -> [DisputeReport.Reason] {
        guard let actor = ending.origin?.actor, actor.role == .user else {
            let who = ending.origin?.actor.words ?? "no known sender"
            return [.init(.turn, for: nil, "The pick was made manually for the seat by \(who).", [ending.position])]
        }
        let member = facts.room.member(at: made.seat)?.user
        guard actor.user != member else { return [] }
        return [
            .init(
                .turn, for: .upheld,
                "User \(actor.user?.description ?? "none") made the pick of user \(member?.description ?? "none").",
                [ending.position],
                answer: made.seat == facts.seat ? "Another member, \(actor.words), made your pick." : nil)
        ]
    }
}

/// A pick names the number that it is for, so that a double tap cannot burn the slot's next pick.
enum PickNumberRule {
    static func judge(_ facts: DisputeFacts) -> [DisputeReport.Reason] {
        facts.turns.flatMap { turn in turn.attempts.compactMap { judge($0, in: turn, facts) } }
    }

    private static func judge(
        _ attempt: DisputedTurn.Attempt, in turn: DisputedTurn, _ facts: DisputeFacts
    ) -> DisputeReport.Reason? {
        let condition = facts.condition(on: attempt)
        guard attempt.command.refusal == .stalePickNumber || attempt.command.refusal == .duplicateCommand else {
            return nil
        }
        if attempt.pick.pick != facts.pick {
            return .init(
                .pickNumber, for: .rejected,
                "The claimant's client sent a pick for number \(attempt.pick.pick) while \(facts.pick) was on the clock. "
                    + "It was refused, so that it could not make another pick than intended." + condition.text,
                [attempt.position],
                answer:
                    "Your app sent a pick for number \(attempt.pick.pick) while \(facts.pick) was on the clock. It was "
                    + "refused, so that it could not make another pick than intended." + condition.answer)
        }
        guard let own = turn.manual, own.seat == facts.seat, let ending = turn.ending,
            ending.position < attempt.position
        else { return nil }
        let label = facts.room.ruleset.snake.label(of: facts.pick)
        if attempt.arrival < ending.moment {
            return .init(
                .pickNumber, for: .rejected,
                "A tap for pick \(facts.pick) reached the server \((ending.moment - attempt.arrival).words) before the one "
                    + "that counted, but was handled after it: it was refused without effect." + condition.text,
                [ending.position, attempt.position],
                answer: "Your other tap for pick \(label) did nothing. It was handled after the one that counted."
                    + condition.answer)
        }
        return .init(
            .pickNumber, for: .rejected,
            "The second tap for pick \(facts.pick) arrived \((attempt.arrival - ending.moment).words) after the first, "
                + "which had counted: it was refused without effect." + condition.text,
            [ending.position, attempt.position],
            answer:
                "Your second tap for pick \(label) did nothing. It came \((attempt.arrival - ending.moment).spoken) "
                + "after the first, which had counted." + condition.answer)
    }
}
