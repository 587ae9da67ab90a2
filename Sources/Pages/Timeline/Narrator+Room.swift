import Draft

extension Narrator {
    func roomWords(_ recorded: RecordedEvent, in room: RoomID) -> StyledText {
        switch recorded.event {
        case .roomOpened(let event): opened(event)
        case .seatTaken(let event):
            StyledText("\(who(event.user, event.externalID)) joins on seat \(event.seat), entry \(event.entry)")
        case .seatLeft(let event): StyledText("\(who(event.user, "")) leaves seat \(event.seat)")
        case .roomFilled(let event): StyledText("room full: \(event.seats) seats taken")
        case .draftOrderDrawn(let event):
            StyledText("order drawn: ")
                + event.seats.map { StyledText(names.holder(of: $0, in: room)) }.joined(by: ", ")
                + withheld(by: event.withheld, in: room)
        case .entropyRevealed(let event):
            StyledText("\(names.holder(of: event.seat, in: room)) reveals what goes into the draw")
        case .countdownStarted(let event): StyledText("countdown until \(Figures.timeOfDay(event.endsAt))")
        case .draftStarted: StyledText("draft starts", .bold)
        case .clockStarted, .clockTicked, .clockExtended: clockWords(recorded.event, in: room)
        case .pickMade, .pickAutomated, .pickCorrected: pickWords(recorded, in: room)
        case .commandRejected(let event): rejection(event, by: recorded.origin?.actor, in: room)
        case .autodraftSet(let event): autodraft(event, in: room)
        case .roomPaused(let event):
            StyledText("\(event.kind) pause at \(names.label(of: event.pick, in: room)) with ", .bold)
                + StyledText("\(Figures.duration(event.remaining)) left", .bold)
        case .roomResumed(let event):
            StyledText("resumed after the \(event.kind) pause at \(names.label(of: event.pick, in: room))", .bold)
        case .connectionChanged(let event):
            StyledText(
                "\(names.holder(of: event.seat, in: room)) \(event.connected ? "is online" : "is offline")", .dim)
        case .draftCompleted(let event):
            StyledText("draft complete: \(event.picks) picks, \(Figures.grouped(event.events)) events", .bold)
        case .roomCancelled: StyledText("room cancelled", .alarm)
        case .roomVoided(let event):
            StyledText("room voided", .alarm)
                + StyledText(event.approvedBy.map { ", approved by \(names.user($0))" } ?? "")
        case .resultsStated(let event): statement(event)
        default: unexpected(recorded)
        }
    }

    private func statement(_ stated: ResultsStated) -> StyledText {
        let points = stated.entries.count { $0.points != nil }
        let advancing = stated.entries.count { $0.advances == true }
        return StyledText("\(stated.source) states of round \(stated.round): ")
            + StyledText(points == 0 ? "no points" : "the points of \(Figures.plural(points, "entry", "entries"))")
            + StyledText(stated.entries.contains { $0.advances != nil } ? ", \(advancing) of them to advance" : "")
    }

    private func withheld(by seats: [Seat], in room: RoomID) -> StyledText {
        guard !seats.isEmpty else { return .empty }
        let holders = seats.map { names.holder(of: $0, in: room) }.joined(separator: ", ")
        return StyledText("; not revealed by \(holders)", .alarm)
    }

    private func opened(_ event: RoomOpened) -> StyledText {
        let fee = event.entryFee.map { ", fee \(Figures.money($0))" } ?? ""
        let name = event.externalID.isEmpty ? "" : " \(event.externalID)"
        return StyledText("room\(name) opens: ")
            + StyledText(Self.summary(event.ruleset, isImported: event.commitment == nil) + fee)
    }

    /// `12 x 18, fast clock`
    ///
    /// - Parameters:
    ///   - rules: those of a room or a contest.
    ///   - isImported: of a draft that was held elsewhere only its source knows the clock.
    static func summary(_ rules: Ruleset, isImported: Bool) -> String {
        "\(rules.teams) x \(rules.rounds)\(rules.order == .snake ? "" : " with third-round reversal"), \(clock(of: rules, isImported: isImported))"
    }

    private static func clock(of rules: Ruleset, isImported: Bool) -> String {
        guard rules.preset == .untimed else {
            return "\(rules.preset) clock" + (rules.overnight.map { " that rests \($0.title)" } ?? "")
        }
        guard isImported else { return "no clock" }
        return rules.statedClock.map { "\(Figures.duration($0)) a pick at its source" } ?? "clock not known"
    }

    private func who(_ user: UserID?, _ externalID: String) -> String {
        user.map { names.user($0) } ?? (externalID.isEmpty ? "somebody" : externalID)
    }

    private func clockWords(_ event: Event, in room: RoomID) -> StyledText {
        switch event {
        case .clockStarted(let event):
            StyledText("\(names.label(of: event.pick, in: room)) on the clock: slot \(event.slot &+ 1), ")
                + StyledText(names.seat(of: event.slot, in: room).map { "\(names.holder(of: $0, in: room)), " } ?? "")
                + StyledText("until \(Figures.timeOfDay(event.deadline))")
        case .clockTicked(let event):
            StyledText(names.label(of: event.pick, in: room), .dim)
                + StyledText(" \(Figures.duration(.milliseconds(Int64(event.remaining)))) left", .dim)
        case .clockExtended(let event):
            StyledText("clock of \(names.label(of: event.pick, in: room)) extended ", .bold)
                + StyledText("until \(Figures.timeOfDay(event.deadline))", .bold)
        default: .empty
        }
    }

    private func autodraft(_ event: AutodraftSet, in room: RoomID) -> StyledText {
        let cause =
            switch event.cause {
            case .userWish: "by wish"
            case .missedPicks: "after missed picks"
            case .manualAct: "by an act by hand"
            case .correction: "since the missed picks were undone"
            }
        return StyledText(
            "autodraft \(event.on ? "on" : "off") for \(names.holder(of: event.seat, in: room)), \(cause)")
    }
}
