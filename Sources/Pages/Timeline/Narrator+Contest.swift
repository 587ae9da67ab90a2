import Draft
import Replay

extension Narrator {
    func walletWords(_ recorded: RecordedEvent) -> StyledText {
        switch recorded.event {
        case .depositRecorded(let event):
            "deposit of " + money(event.amount) + StyledText(" by \(event.provider), reference \(event.reference)")
        case .entryFeeHeld(let event):
            "entry fee of " + money(event.amount) + StyledText(" held for seat \(event.seat) of room \(event.room)")
        case .entryFeePosted(let event):
            "entry fee of " + money(event.amount) + StyledText(" paid for entry \(event.entry)")
        case .entryFeeReleased(let event):
            "entry fee of " + money(event.amount) + StyledText(" released, entry \(event.entry)")
        case .entryFeeRefunded(let event):
            "entry fee of " + money(event.amount) + StyledText(" refunded, entry \(event.entry)")
        case .prizeCredited(let event):
            "prize of " + money(event.amount) + StyledText(" for place \(event.place), entry \(event.entry)")
        case .withdrawalHeld(let event):
            StyledText("withdrawal \(event.withdrawal) of ") + money(event.amount)
                + StyledText(" to \(event.provider) held")
        case .withdrawalPosted(let event):
            StyledText("withdrawal \(event.withdrawal) of ") + money(event.amount)
                + StyledText(" paid out by \(event.provider), reference \(event.reference)")
        case .withdrawalReleased(let event):
            StyledText("withdrawal \(event.withdrawal) of ") + money(event.amount) + " released"
        case .chargebackRecorded(let event):
            "chargeback of " + money(event.amount)
                + StyledText(" by \(event.provider), \(Figures.money(event.covered)) of it covered")
        case .chargebackSettled(let event):
            "chargeback \(event.outcome), " + money(event.amount)
                + StyledText(" of it back from \(event.provider), \(Figures.money(event.credited)) to the user")
        case .balanceAdjusted(let event):
            "balance adjusted by " + money(event.amount)
                + StyledText(", approved by \(names.user(event.firstApprover)) and \(names.user(event.secondApprover))")
        default: unexpected(recorded)
        }
    }

    private func money(_ amount: Cents) -> StyledText { StyledText(Figures.money(amount), .bold) }
}

extension Narrator {
    func tournamentWords(_ recorded: RecordedEvent) -> StyledText {
        switch recorded.event {
        case .tournamentCreated(let event):
            StyledText("contest ") + StyledText(event.title, .bold)
                + StyledText(
                    ": " + Self.summary(event.ruleset, isImported: recorded.origin?.actor.role == .importer)
                        + (event.entryFee.map { ", fee \(Figures.money($0))" } ?? ""))
        case .entriesClosed(let event):
            StyledText(
                "entries closed at \(Figures.grouped(event.entries)), "
                    + "\(Figures.plural(event.cancelledRooms, "room")) cancelled")
        case .tournamentCancelled: StyledText("contest cancelled", .alarm)
        case .prizesAwarded(let event):
            StyledText(
                "places \(event.firstPlace)-\(event.lastPlace): \(Figures.money(event.amount)) awarded to "
                    + "\(event.entries) \(event.entries == 1 ? "entry" : "entries")")
        case .overlayAdded(let event): StyledText("overlay of \(Figures.money(event.amount)) added by the house")
        case .rakeTaken(let event): StyledText("rake of \(Figures.money(event.amount)) taken")
        case .tournamentFinalized(let event):
            StyledText("contest finalized", .bold)
                + StyledText(
                    ": fees \(Figures.money(event.fees)) + overlay \(Figures.money(event.overlay)) = prizes "
                        + "\(Figures.money(event.prizes)) + rake \(Figures.money(event.rake)) + refunds "
                        + "\(Figures.money(event.refunds))")
        case .contestRoundsSet(let event): Self.rounds(event)
        case .scoringSet(let event):
            StyledText("lineup ", .bold) + StyledText("\(Self.summary(event.lineup)), scoring \(event.scoring)")
        case .roundClosed(let event):
            StyledText("round \(event.round) closed", .bold)
                + StyledText(
                    " from pod \(Figures.grouped(event.firstPod)) of \(Figures.grouped(event.pods)): "
                        + "\(Figures.plural(event.standings.count, "entry", "entries")), as of version "
                        + "\(event.seasonVersion) of the season")
        case .podsDrawn(let event):
            StyledText("round \(event.round) drawn", .bold)
                + StyledText(
                    ": \(Figures.plural(event.entries.count, "entry", "entries")) of "
                        + "\(Figures.plural(event.pods, "pod"))")
        default: unexpected(recorded)
        }
    }
}

extension Narrator {
    func queueWords(_ event: Event, in room: RoomID) -> StyledText {
        switch event {
        case .queueSet(let event): StyledText("set to \(Figures.plural(event.players.count, "player"))")
        case .queueAdded(let event):
            player(event.player, in: room) + StyledText(event.index.map { " added at \($0)" } ?? " added at the end")
        case .queueRemoved(let event): player(event.player, in: room) + " removed"
        case .queueMoved(let event): player(event.player, in: room) + StyledText(" moved to \(event.index)")
        case .queueMovedToTop(let event): player(event.player, in: room) + " moved to the top"
        case .queueCleared: "cleared"
        case .rankingsSet(let event): StyledText("rankings of \(Figures.plural(event.players.count, "player")) set")
        case .positionLimitsSet(let event): StyledText("limits set: \(Self.summary(event.limits))")
        case .autopickExplained(let event): explained(event, in: room)
        case .commandRejected(let event): rejection(event, by: nil, in: room)
        default: StyledText("\(event)")
        }
    }

    /// Whom the rules passed over, by name: the stream is the seat's own.
    private func explained(_ event: AutopickExplained, in room: RoomID) -> StyledText {
        let label = StyledText(names.label(of: event.pick, in: room), .bold)
        guard !event.skipped.isEmpty else { return label + " passed over nobody" }
        let shown = event.skipped.prefix(8).map { player($0.player, in: room) + StyledText(" (\($0.cause.words))") }
        let rest = event.skipped.count - shown.count
        return label + " passed over "
            + (shown + (rest > 0 ? [StyledText("\(rest) more")] : [])).joined(by: ", ")
    }

    /// `QB 3, RB 7, WR 9, TE 3`
    static func summary(_ limits: PositionLimits) -> String {
        [PlayerPosition.quarterback, .runningBack, .wideReceiver, .tightEnd]
            .compactMap { position in limits.limit(for: position).map { "\(position.abbreviation) \($0)" } }
            .joined(separator: ", ")
    }
}
