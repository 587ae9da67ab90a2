import Draft

extension Narrator {
    /// Pools, users, cases and the ledger itself.
    func otherWords(_ recorded: RecordedEvent) -> StyledText {
        switch recorded.event {
        case .ledgerCreated(let event): StyledText("ledger \(event.origin) created", .bold)
        case .softwareStarted(let event):
            StyledText("software \(event.version) \(event.commit) starts, rules \(event.rulesVersion)")
        case .clockStepped(let event):
            StyledText("the machine's clock went back by \(Figures.duration(event.from - event.to))", .alarm)
        case .checkpointKeyRotated(let event):
            StyledText("checkpoints are signed by a new key: ", .bold) + StyledText(event.verifierKey)
        case .playerListed(let event): listing(event.player) + " listed"
        case .playerAdded(let event): listing(event.player) + " added"
        case .poolPublished(let event):
            StyledText("pool \(event.title) published: \(Figures.plural(event.count, "player"))")
        case .userRegistered: "registered"
        case .alertPreferencesSet(let event): StyledText("alerts set to \(Self.summary(event.preferences))")
        case .pushTokenRegistered(let event): StyledText("\(event.platform) device registered for alerts")
        case .disputeOpened(let event):
            StyledText("dispute", .bold)
                + StyledText(
                    " about pick \(names.label(of: event.pick, in: event.room)) of room \(event.room), "
                        + "seat \(event.seat)\(event.claimant.map { ", claimed by \(names.user($0))" } ?? "")")
                + Self.because(event.claim)
        case .evidenceAttached(let event): StyledText("evidence attached: \(event.title)")
        case .disputeResolved(let event):
            StyledText("dispute \(event.verdict)", .bold) + StyledText(" by \(names.user(event.resolvedBy))")
                + Self.because(event.reason)
        default: unexpected(recorded)
        }
    }

    private func listing(_ player: PlayerListing) -> StyledText {
        StyledText("\(player.index) ", .dim) + player.styled
            + StyledText(player.adp.map { " ADP \(Figures.hundredths($0))" } ?? "", .dim)
    }

    private static func summary(_ alerts: AlertPreferences) -> String {
        let names: [(AlertPreferences, String)] = [
            (.roomFilled, "room filled"), (.draftStarting, "draft starting"), (.twoPicksAway, "two picks away"),
            (.onTheClock, "on the clock"), (.tenSecondsRemaining, "ten seconds"), (.slowDraftEmailUpdates, "emails"),
        ]
        let wanted = names.filter { alerts.contains($0.0) }.map(\.1)
        return wanted.isEmpty ? "none" : wanted.joined(separator: ", ")
    }
}
