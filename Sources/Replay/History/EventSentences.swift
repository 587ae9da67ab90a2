import Draft
import DraftLedger
import Records

/// Whole sentences for the events of a room and its queues: for verdicts and pages, whose readers may never have seen a
/// ledger. The command line has shorter texts.
struct EventSentences {
    let history: RoomHistory
    let room: RoomState
    /// The seat that may read its queue; nil if queues stay private.
    let reader: Seat?

    /// - Parameters:
    ///   - history: the events of the room, which name players and members.
    ///   - room: the room after its last event, which knows the draft positions.
    ///   - reader: the seat that may read its queue; nil if queues stay private.
    init(_ history: RoomHistory, room: RoomState, reader: Seat?) {
        self.history = history
        self.room = room
        self.reader = reader
    }

    func name(_ player: PlayerIndex?) -> String {
        guard let player else { return "no player" }
        return history.player(player)?.name ?? "player \(player)"
    }

    func label(_ pick: PickNumber) -> String { room.ruleset.snake.label(of: pick) }

    /// A seat by its draft position.
    private func place(_ seat: Seat) -> String { room.placeName(of: seat) }

    /// A seat by its draft position, at the beginning of a sentence.
    private func subject(_ seat: Seat) -> String { "The member at \(place(seat))" }

    private func holder(_ seat: Seat) -> String {
        let user = Int(seat) < history.members.count ? history.members[Int(seat)] : nil
        return user.map { "user \($0)" } ?? place(seat)
    }

    /// The sentence, with the sender if that is neither the seat's own user nor the rules, and the seat that it is about,
    /// if any.
    func narration(of recorded: RecordedEvent) -> (text: String, seat: Seat?) {
        let (text, seat) = deed(recorded)
        let members = history.members
        let actor = recorded.otherActor { seat, _ in Int(seat) < members.count ? members[Int(seat)] : nil }
        return (actor.map { text.naming($0, before: recorded.event.reason) } ?? text, seat)
    }

    private func deed(_ recorded: RecordedEvent) -> (text: String, seat: Seat?) {
        let type = recorded.event.type
        guard case .queue(_, let seat) = recorded.stream else {
            return type.isOfQueue ? ("\(type.name).", nil) : sentence(recorded)
        }
        guard type.isAtHome(in: recorded.stream) else {
            return ("The queue (version \(recorded.version)) saw \(type.name.withArticle).", seat)
        }
        return (sentence(recorded).text, seat)
    }

    /// The only switch: a kind of event without a sentence does not compile.
    private func sentence(_ recorded: RecordedEvent) -> (text: String, seat: Seat?) {
        func edit(_ words: String) -> (String, Seat?) { ("The queue (version \(recorded.version)) \(words).", nil) }
        switch recorded.event {
        case .clockStarted(let started):
            return (
                "The clock of pick \(label(started.pick)) started: until "
                    + "\(started.deadline.text(relativeTo: recorded.recordedAt)), grace until "
                    + "\(started.graceEndsAt.text(relativeTo: recorded.recordedAt)).", nil
            )
        case .clockTicked(let tick):
            return ("Clock display: \(Interval.milliseconds(Int64(tick.remaining)).seconds()) left.", nil)
        case .clockExtended(let extended):
            return (
                "The clock was extended until \(extended.deadline.text(relativeTo: recorded.recordedAt)): \(extended.reason)",
                nil
            )
        case .pickMade(let made):
            return (
                "\(subject(made.seat)) picked \(name(made.player)) with \(label(made.pick))."
                    + (recorded.origin?.signature == nil ? "" : claim(made.claimedAt, recorded)), made.seat
            )
        case .pickAutomated(let made): return (automation(made), made.seat)
        case .commandRejected(let rejected) where recorded.stream.kind == .queue:
            return edit("kept its content: \(rejected.command.name) was refused as \(rejected.code.name)")
        case .commandRejected(let rejected):
            return (rejection(rejected) + claim(rejected.claimedAt, recorded), rejected.seat)
        case .autodraftSet(let set):
            let cause =
                switch set.cause {
                case .userWish: "by its user"
                case .missedPicks: "after missed picks"
                case .manualAct: "by a manual action"
                case .correction: "because the missed picks were undone"
                }
            return ("Autodraft was turned \(set.on ? "on" : "off") for \(place(set.seat)) \(cause).", set.seat)
        case .connectionChanged(let changed):
            return ("\(subject(changed.seat)) \(changed.connected ? "connected" : "disconnected").", changed.seat)
        case .roomPaused(let paused):
            let words = paused.reason.text.isEmpty ? ", \(paused.reason)." : ". \(paused.reason)"
            let left = "The room was paused (\(paused.kind)) with \(paused.remaining.seconds()) left"
            return (left + (paused.reason.isEmpty ? "." : words), nil)
        case .roomResumed(let resumed): return ("The room was resumed after its \(resumed.kind) pause.", nil)
        case .pickCorrected(let corrected):
            let outcome = corrected.newPlayer.map { " to \(name($0))" } ?? ""
            return (
                "Pick \(label(corrected.pick)) was corrected (\(corrected.mode)) from \(name(corrected.oldPlayer))"
                    + "\(outcome), approved by user \(corrected.approvedBy): \(corrected.reason)", corrected.seat
            )
        case .roomOpened(let opened):
            return ("The room opened: \(opened.ruleset.teams) teams, \(opened.ruleset.rounds) rounds.", nil)
        case .seatTaken(let taken):
            return (
                "The seat of \(place(taken.seat)) was taken\(taken.user.map { " by user \($0)" } ?? "").", taken.seat
            )
        case .seatLeft(let left):
            return ("\(left.user.map { "User \($0)" } ?? "Entry \(left.entry)") left the room.", left.seat)
        case .roomFilled: return ("The room was full.", nil)
        case .draftOrderDrawn(let drawn):
            let order = drawn.seats.map(holder).joined(separator: ", ")
            let withheld = drawn.withheld.map(place).joined(separator: ", ")
            return (
                "The order was \(drawn.secret == nil ? "given" : "drawn"): \(order)."
                    + (withheld.isEmpty ? "" : " Entropy was not revealed by \(withheld)."), nil
            )
        case .entropyRevealed(let revealed):
            return ("\(subject(revealed.seat)) revealed entropy for the draw.", revealed.seat)
        case .countdownStarted(let countdown): return ("The countdown started, until \(countdown.endsAt.iso8601).", nil)
        case .draftStarted: return ("The draft started.", nil)
        case .draftCompleted(let completed):
            return ("The draft was complete with \(completed.picks) picks and \(completed.events) events.", nil)
        case .roomCancelled(let cancelled): return ("The room was cancelled: \(cancelled.reason)", nil)
        case .roomVoided(let voided):
            let who = voided.approvedBy.map { ", approved by user \($0)" } ?? ""
            return ("The room was voided\(who): \(voided.reason)", nil)
        case .resultsStated(let results):
            return ("\(results.source) stated the results of the entries in round \(results.round).", nil)
        case .queueSet(let set):
            return edit("was set: " + set.players.prefix(12).map { name($0) }.joined(separator: ", "))
        case .queueAdded(let added): return edit("was changed: \(name(added.player)) added")
        case .queueRemoved(let removed): return edit("was changed: \(name(removed.player)) removed")
        case .queueMoved(let moved): return edit("was changed: \(name(moved.player)) moved to place \(moved.index + 1)")
        case .queueMovedToTop(let moved): return edit("was changed: \(name(moved.player)) moved to the top")
        case .queueCleared: return edit("was cleared")
        case .rankingsSet: return edit("was given new rankings")
        case .positionLimitsSet: return edit("was given new position limits")
        case .autopickExplained(let explained): return (explanation(explained), nil)
        // These do not occur in the history of a room.
        case .ledgerCreated, .softwareStarted, .clockStepped, .leaderChanged, .checkpointKeyRotated, .importedAsFound,
            .freeTextErased,
            .providerStatement, .payoutApproved, .ledgerClosed, .ledgerBegun, .staffCarried, .staffMemberCarried,
            .memberCarried,
            .balanceCarried, .depositCarried, .chargebackCarried, .playerListed, .playerAdded, .poolPublished,
            .tournamentCreated, .entriesClosed,
            .tournamentCancelled, .prizesAwarded, .overlayAdded, .rakeTaken, .tournamentFinalized, .contestRoundsSet,
            .scoringSet, .roundClosed, .podsDrawn, .depositRecorded, .entryFeeHeld, .entryFeePosted,
            .entryFeeReleased, .entryFeeRefunded, .prizeCredited, .withdrawalHeld, .withdrawalApproved,
            .withdrawalPosted,
            .withdrawalReleased, .chargebackRecorded, .chargebackSettled, .balanceAdjusted, .userRegistered,
            .alertPreferencesSet, .pushTokenRegistered, .deviceKeyAdded, .deviceKeyRemoved, .limitsSet, .userExcluded,
            .accountClosed, .privateDataRead, .noticesRecorded, .disputeOpened, .evidenceAttached, .disputeResolved,
            .authorityBegan, .staffAppointed, .staffDismissed, .staffRecovered, .measureProposed, .measureApproved,
            .measureDeclined,
            .measureLapsed, .playerScored, .weekFinal, .scoresAssigned, .playersJoined, .playersParted,
            .aliasWithdrawn, .playerNoted, .gameNoted:
            return ("\(recorded.event.type.name).", nil)
        }
    }

    private func automation(_ made: PickAutomated) -> String {
        let reason =
            switch made.reason {
            case .clockExpired: "the clock had run out"
            case .autodraft: "autodraft was on"
            case .admin: "an admin requested it"
            case .unknown: "the source states it"
            }
        if made.source == .unknown {
            if let taken = made.player {
                return
                    "\(subject(made.seat)) took \(name(taken)) with \(label(made.pick)); the source does not state how."
            }
            return "Pick \(label(made.pick)) of \(place(made.seat)) is not known to the source."
        }
        let skips = passedOver(made)
        return "\(name(made.player)) was autopicked with \(label(made.pick)) for \(place(made.seat)), because "
            + "\(reason): from the \(made.source.words)"
            + (made.policyVersion > 0 ? ", queue at version \(made.queueVersion)" : "")
            + (skips.isEmpty ? "." : ", skipping \(skips).")
    }

    /// The skipped players, if the record has them: disclosed only to the seat that owns the queue.
    private func passedOver(_ made: PickAutomated) -> String {
        reader == made.seat ? names(of: made.skipped) : ""
    }

    /// The seat's own user sees the skipped players; other readers see only their digest.
    private func explanation(_ explained: AutopickExplained) -> String {
        let skips = names(of: explained.skipped)
        return "The autopick of \(label(explained.pick)) skipped "
            + (skips.isEmpty ? "no player of the queue and the rankings." : "\(skips).")
    }

    private func names(of skipped: [PickAutomated.Skip]) -> String {
        let shown = skipped.prefix(8).map { "\(name($0.player)) (\($0.cause.words))" }
        let rest = skipped.count - shown.count
        return (shown + (rest > 0 ? ["\(rest) more"] : [])).joined(separator: ", ")
    }

    private func rejection(_ rejected: CommandRejected) -> String {
        let what = rejected.player.map { " of \(name($0))" } ?? ""
        let number = rejected.pick.map { " at \(label($0))" } ?? ""
        if rejected.count > 1 { return "\(rejected.count) more refusals like \(rejected.code.name) were counted." }
        let margin = rejected.margin.map { margin in
            "; it arrived \(margin.words) \(margin < .zero ? "after" : "before") the end of grace"
        }
        let noun = rejected.pick != nil && rejected.player != nil ? "The pick" : "The command \(rejected.command.name)"
        return "\(noun)\(what)\(number) was refused as \(rejected.code.name)\(margin ?? "")."
    }

    /// The time of the client's own clock, which no signature covers.
    private func claim(_ time: Timestamp?, _ recorded: RecordedEvent) -> String {
        guard let time else { return "" }
        let condition = recorded.origin?.signature == nil ? "" : "; the command's signature does not cover this time"
        return " The client states a click at \(time.iso8601)\(condition)."
    }
}

extension String {
    /// The sentence with the sender at its end, but before the reason, which may be any text.
    func naming(_ actor: Sender, before reason: String?) -> String {
        let words = ", by \(actor.text)"
        for tail in [reason.map { ": " + $0 }, reason.map { ". " + $0 }, "."].compactMap(\.self) where hasSuffix(tail) {
            return dropLast(tail.count) + words + tail
        }
        return self + words
    }
}

extension Timestamp {
    /// The time of day if the day is that of the other time, else with its date.
    fileprivate func text(relativeTo other: Timestamp) -> String {
        let text = iso8601
        return text.prefix(11) == other.iso8601.prefix(11) ? String(text.dropFirst(11)) : text
    }
}

extension PickAutomated.Skip.Cause {
    /// The reason why a player was skipped, as text.
    package var words: String {
        switch self {
        case .taken: "taken"
        case .positionLimit: "position full"
        case .notInPool: "not in the pool"
        }
    }
}

extension PickAutomated.Source {
    /// The source of an autopick, as text.
    var words: String {
        switch self {
        case .queue: "queue"
        case .rankings: "seat's rankings"
        case .adp: "pool by ADP"
        case .fallback: "pool by ADP, because the limits exclude every player"
        case .skipped: "league, which skipped it"
        case .unknown: "source, which does not state it"
        }
    }
}
