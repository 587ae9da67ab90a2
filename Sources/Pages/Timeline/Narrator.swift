import Draft
import DraftLedger
import Records

/// Says in words what an event was: one line that a reader who has never seen the schema understands.
package struct Narrator {
    var names: any NameBook

    /// What it was; by whom, where that was neither the user whose it is nor the rules themselves; and why.
    func words(for recorded: RecordedEvent) -> StyledText {
        deed(recorded) + otherActor(of: recorded) + Self.because(recorded.event.reason ?? "")
    }

    /// What it was, without who or why.
    func deed(_ recorded: RecordedEvent) -> StyledText {
        switch recorded.stream {
        case .room(let room), .clock(let room): roomWords(recorded, in: room)
        case .queue(let room, let seat):
            StyledText("queue of \(names.holder(of: seat, in: room)): ", .dim) + queueWords(recorded.event, in: room)
        case .wallet: walletWords(recorded)
        case .tournament: tournamentWords(recorded)
        case .pool, .system, .user, .dispute: otherWords(recorded)
        case .staff, .measure: staffWords(recorded)
        case .season: seasonWords(recorded)
        case .aliases: aliasWords(recorded)
        case .notes: noteWords(recorded)
        }
    }

    /// An event in a stream where this version does not expect it is at least named; a refusal can be anywhere.
    func unexpected(_ recorded: RecordedEvent) -> StyledText {
        guard case .commandRejected(let refusal) = recorded.event else { return StyledText(recorded.event.type.name) }
        return rejection(refusal, by: recorded.origin?.actor, in: nil)
    }

    func player(_ index: PlayerIndex?, in room: RoomID?) -> StyledText {
        guard let index else { return "nobody" }
        return room.flatMap { names.player(index, in: $0) }?.styled ?? StyledText("player \(index)")
    }

    /// `, by admin/7`, or nothing. A refusal names its sender itself.
    private func otherActor(of recorded: RecordedEvent) -> StyledText {
        if case .commandRejected = recorded.event { return .empty }
        guard let actor = recorded.otherActor(holder: names.user(of:in:)) else { return .empty }
        return StyledText(", by \(names.actor(actor))")
    }

    /// `: because the server was down`, or nothing.
    private static func because(_ reason: String) -> StyledText { reason.isEmpty ? .empty : StyledText(": \(reason)") }
}

extension Narrator {
    /// Pools, users, cases and the ledger itself.
    func otherWords(_ recorded: RecordedEvent) -> StyledText {
        switch recorded.event {
        case .ledgerCreated(let event): StyledText("ledger \(event.origin) created", .bold)
        case .softwareStarted(let event):
            StyledText("software \(event.version) \(event.commit) starts, rules \(event.rulesVersion)")
        case .clockStepped(let event) where event.cause == .storage:
            StyledText(
                "nothing could be stored for \(Figures.duration(event.to - event.from)): no draft counts that time",
                .alarm)
        case .clockStepped(let event):
            event.to > event.from
                ? StyledText("the machine's clock leapt forward by \(Figures.duration(event.to - event.from))", .alarm)
                : StyledText("the machine's clock went back by \(Figures.duration(event.from - event.to))", .alarm)
        case .checkpointKeyRotated(let event):
            StyledText("checkpoints are signed by a new key: ", .bold) + StyledText(event.verifierKey)
        case .importedAsFound(let event):
            StyledText(
                "imported as found, against the rules: \(Figures.plural(event.findings, "finding"))", .alarm)
        case .playerListed(let event): listing(event.player) + " listed"
        case .playerAdded(let event): listing(event.player) + " added"
        case .poolPublished(let event):
            StyledText("pool \(event.title) published: \(Figures.plural(event.count, "player"))")
        case .userRegistered: "registered"
        case .alertPreferencesSet(let event): StyledText("alerts set to \(Self.summary(event.preferences))")
        case .pushTokenRegistered(let event): StyledText("\(event.platform) device registered for alerts")
        case .deviceKeyAdded(let event): "a device signs by the key " + Self.key(event.key)
        case .deviceKeyRemoved(let event): "no device signs by the key " + Self.key(event.key) + " any more"
        case .limitsSet(let event): limits(event)
        case .userExcluded(let event): StyledText("excluded until \(event.until.iso8601)", .bold)
        case .accountClosed: StyledText("account closed", .bold)
        case .privateDataRead(let event): access(event)
        case .providerStatement(let event): statement(event)
        case .disputeOpened(let event):
            StyledText("dispute", .bold)
                + StyledText(
                    " about pick \(names.label(of: event.pick, in: event.room)) of room \(event.room), "
                        + "seat \(event.seat)\(event.claimant.map { ", claimed by \(names.user($0))" } ?? "")")
        case .evidenceAttached(let event): StyledText("evidence attached: \(event.title)")
        case .disputeResolved(let event):
            StyledText("dispute \(event.verdict)", .bold) + StyledText(" by \(names.user(event.resolvedBy))")
        default: unexpected(recorded)
        }
    }

    private func access(_ read: PrivateDataRead) -> StyledText {
        let room = read.room.map { " of room \($0)" } ?? ""
        let dispute = read.dispute.map { " because of case \($0)" } ?? ""
        let names = read.roles.roles.map(\.name).joined(separator: ", ")
        let roles = names.isEmpty ? "" : " (\(names))"
        return StyledText("private data read: ", .bold)
            + StyledText("\(read.kind.words)\(room), by staff \(read.reader)\(roles)\(dispute)")
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

extension PrivateDataRead.Kind {
    /// The data in words.
    fileprivate var words: String {
        switch self {
        case .queue: "the queue"
        case .draft: "the draft with queues and refusals"
        case .money: "money"
        case .profile: "the profile"
        case .activity: "all activity"
        case .entries: "entries"
        case .cases: "cases"
        case .words: "free text"
        case .records: "stored records"
        }
    }
}
