import Draft
import DraftLedger
import Records
import Replay

extension Narrator {
    /// The words for each kind of event: the one switch, so that a kind without words does not compile.
    ///
    /// - Parameter place: the room of the event's stream; nil in other streams, where only refusals have words about rooms.
    func words(of recorded: RecordedEvent, in place: RoomID?) -> StyledText {
        let room = place ?? 0
        return switch recorded.event {
        // Ledger, pools, users and cases
        case .ledgerCreated(let event): StyledText("ledger \(event.origin) created", .bold)
        case .softwareStarted(let event):
            StyledText("software \(event.version) \(event.commit) starts, rules \(event.rulesVersion)")
        case .clockStepped(let event) where event.cause == .storage:
            StyledText(
                "nothing could be stored for \(Figures.duration(event.to - event.from)): drafts do not count this time",
                .alarm)
        case .clockStepped(let event):
            event.to > event.from
                ? StyledText("the machine's clock jumped forward by \(Figures.duration(event.to - event.from))", .alarm)
                : StyledText("the machine's clock went back by \(Figures.duration(event.from - event.to))", .alarm)
        case .leaderChanged(let event):
            StyledText("node \(event.node) leads, epoch \(event.epoch)", .bold)
                + StyledText(", \(Figures.duration(recorded.recordedAt - event.since)) after the last record")
        case .checkpointKeyRotated(let event):
            StyledText("checkpoints are signed by a new key: ", .bold) + StyledText(event.verifierKey)
        case .importedAsFound(let event):
            event.findings == 0
                ? StyledText("the events before were imported from a file", .alarm)
                : StyledText(
                    "imported unchanged, against the rules: \(Figures.plural(event.findings, "finding"))", .alarm)
        case .freeTextErased(let event):
            StyledText(
                event.user == nil || event.texts > 0
                    ? "\(Figures.plural(event.texts, "text")) erased, " : "profile erased, ", .alarm)
                + StyledText(event.position.map { "of the event at position \($0)" } ?? "")
                + StyledText(event.user.map { "about \(names.user($0))" } ?? "")
                + StyledText(event.erasedBy.map { ", by \(names.user($0))" } ?? "")
        case .playerListed(let event): listing(event.player) + " listed"
        case .playerAdded(let event): listing(event.player) + " added"
        case .poolPublished(let event):
            StyledText("pool \(event.title) published: \(Figures.plural(event.count, "player"))")
        case .userRegistered: "registered"
        case .alertPreferencesSet(let event): StyledText("alerts set to \(Self.summary(event.preferences))")
        case .pushTokenRegistered(let event): StyledText("\(event.platform) device registered for alerts")
        case .deviceKeyAdded(let event): "device key added: " + Self.key(event.key)
        case .deviceKeyRemoved(let event): "device key removed: " + Self.key(event.key)
        case .limitsSet(let event): limits(event)
        case .userExcluded(let event): StyledText("excluded until \(event.until.iso8601)", .bold)
        case .accountClosed: StyledText("account closed", .bold)
        case .privateDataRead(let event): access(event)
        case .noticesRecorded(let event): notices(event)
        case .providerStatement(let event): statement(event)
        case .payoutApproved(let event):
            StyledText("payout to \(event.provider) approved: ")
                + StyledText("\(Figures.plural(event.count, "withdrawal")) of ") + money(event.amount)
        case .ledgerClosed(let event):
            StyledText("ledger closed", .bold)
                + StyledText(": \(Figures.plural(event.users, "user")) with \(Figures.money(event.total))")
        case .ledgerBegun(let event):
            StyledText("ledger follows \(event.previousOrigin)", .bold)
                + StyledText(
                    " of \(Figures.grouped(event.previousSize)) events: "
                        + "\(Figures.plural(event.users, "user")) with \(Figures.money(event.total)) taken over")
        case .memberCarried(let event): Self.carried(event)
        case .disputeOpened(let event):
            StyledText("dispute", .bold)
                + StyledText(
                    " about pick \(names.label(of: event.pick, in: event.room)) of room \(event.room), "
                        + "\(names.place(of: event.seat, in: event.room))\(event.claimant.map { ", claimed by \(names.user($0))" } ?? "")"
                )
        case .evidenceAttached(let event): StyledText("evidence attached: \(event.title)")
        case .disputeResolved(let event):
            StyledText("dispute \(event.verdict)", .bold) + StyledText(" by \(names.user(event.resolvedBy))")
        // Contests
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
        case .overlayAdded(let event): StyledText("overlay of \(Figures.money(event.amount)) added by the operator")
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
        // Rooms
        case .roomOpened(let event): opened(event)
        case .seatTaken(let event):
            StyledText("\(who(event.user, event.externalID)) joins with entry \(event.entry)")
        case .seatLeft(let event): StyledText("\(who(event.user, "")) leaves the room")
        case .roomFilled(let event): StyledText("room full: \(event.seats) seats taken")
        case .draftOrderDrawn(let event):
            StyledText("order drawn: ")
                + event.seats.map { StyledText(names.holder(of: $0, in: room)) }.joined(by: ", ")
                + withheld(by: event.withheld, in: room)
        case .entropyRevealed(let event):
            StyledText("\(names.holder(of: event.seat, in: room)) reveals entropy for the draw")
        case .countdownStarted(let event): StyledText("countdown until \(Figures.timeOfDay(event.endsAt))")
        case .draftStarted: StyledText("draft starts", .bold)
        case .clockStarted(let event):
            StyledText("\(names.label(of: event.pick, in: room)) on the clock: position \(event.slot &+ 1), ")
                + StyledText(names.seat(of: event.slot, in: room).map { "\(names.holder(of: $0, in: room)), " } ?? "")
                + StyledText("until \(Figures.timeOfDay(event.deadline))")
        case .clockTicked(let event):
            StyledText(names.label(of: event.pick, in: room), .dim)
                + StyledText(" \(Figures.duration(.milliseconds(Int64(event.remaining)))) left", .dim)
        case .clockExtended(let event):
            StyledText("clock of \(names.label(of: event.pick, in: room)) extended ", .bold)
                + StyledText("until \(Figures.timeOfDay(event.deadline))", .bold)
        case .pickMade(let event):
            StyledText(names.label(of: event.pick, in: room), .bold)
                + StyledText(" \(names.holder(of: event.seat, in: room)) takes ") + player(event.player, in: room)
        case .pickAutomated(let event): automated(event, in: room)
        case .pickCorrected(let event): corrected(event, in: room)
        case .commandRejected(let event):
            // In the queue of a seat, its own user sent the command.
            rejection(event, by: recorded.stream.kind == .queue ? nil : recorded.origin?.actor, in: place)
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
        // Queues
        case .queueSet(let event): StyledText("set to \(Figures.plural(event.players.count, "player"))")
        case .queueAdded(let event):
            player(event.player, in: room)
                + StyledText(event.index.map { " added at place \($0 + 1)" } ?? " added at the end")
        case .queueRemoved(let event): player(event.player, in: room) + " removed"
        case .queueMoved(let event): player(event.player, in: room) + StyledText(" moved to place \(event.index + 1)")
        case .queueMovedToTop(let event): player(event.player, in: room) + " moved to the top"
        case .queueCleared: "cleared"
        case .rankingsSet(let event): StyledText("rankings of \(Figures.plural(event.players.count, "player")) set")
        case .positionLimitsSet(let event): StyledText("limits set: \(Self.summary(event.limits))")
        case .autopickExplained(let event): explained(event, in: room)
        // Wallets
        case .depositRecorded(let event):
            "deposit of " + money(event.amount) + StyledText(" by \(event.provider), reference \(event.reference)")
        case .entryFeeHeld(let event):
            "entry fee of " + money(event.amount) + StyledText(" held for a seat in room \(event.room)")
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
        case .withdrawalApproved(let event):
            StyledText("withdrawal \(event.withdrawal) of ") + money(event.amount)
                + StyledText(" to \(event.provider) approved")
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
        case .balanceCarried(let event): "balance of " + money(event.amount) + " taken over from the previous ledger"
        case .depositCarried(let event):
            StyledText("earlier deposit of \(Figures.money(event.amount)) by \(event.provider), ")
                + StyledText("reference \(event.reference)")
        case .chargebackCarried(let event):
            StyledText("earlier chargeback of \(Figures.money(event.amount)) by \(event.provider), ")
                + StyledText(event.outcome.map { "\($0)" } ?? "open")
        // Staff
        case .staffCarried: StyledText("staff roles of the previous ledger stay enabled", .bold)
        case .staffMemberCarried(let event):
            StyledText("\(names.user(event.person)) stays appointed", .bold)
                + StyledText(" \(event.service?.description ?? Self.names(of: event.roles))")
                + ", key " + Self.key(event.key)
        case .authorityBegan(let event):
            StyledText("staff roles enabled", .bold)
                + StyledText(" with \(event.founders.map { names.user($0.person) }.joined(separator: ", "))")
        case .staffAppointed(let event):
            StyledText("\(names.user(event.person)) appointed", .bold)
                + StyledText(" \(event.service?.description ?? Self.names(of: event.roles))")
                + ", key " + Self.key(event.key)
        case .staffDismissed(let event):
            StyledText("\(names.user(event.person)) dismissed", .bold)
        case .staffRecovered(let event):
            StyledText("\(names.user(event.person)) restored with the recovery key", .alarm)
                + StyledText(", from \(event.effectiveAt.iso8601), key ") + Self.key(event.key)
        case .measureProposed(let event):
            StyledText("\(event.command.kind.name) proposed", .bold)
                + StyledText(" about \(event.command.anchor)\(event.dispute.map { ", case \($0)" } ?? "")")
        case .measureApproved: StyledText("approved", .bold)
        case .measureDeclined: StyledText("declined", .bold)
        case .measureLapsed: "expired without a decision"
        // Seasons
        case .playerScored(let event):
            StyledText("week \(event.week): ", .dim) + StyledText(event.name, .bold)
                + StyledText(" \(Figures.hundredths(event.points)) points")
                + StyledText(event.replaces.map { ", before \(Figures.hundredths($0))" } ?? "")
                + StyledText(" by \(event.source), \(event.scoring)", .dim)
        case .weekFinal(let event):
            StyledText("week \(event.week) is final", .bold)
                + StyledText(": \(Figures.plural(event.players, "player")), \(event.scoring)")
        case .scoresAssigned(let event):
            StyledText("points of \(event.name)", .bold)
                + StyledText(
                    ", \(event.position.abbreviation), are \(event.belongs ? "" : "not ")those of player \(event.player)"
                )
                + StyledText(", approved by user \(event.approvedBy)", .dim)
        // Players of different pools
        case .playersJoined(let event):
            Self.pair(event.first, event.second) + StyledText(" are the same player", .bold)
                + StyledText(event.acrossPositions ? ", across positions" : "")
                + StyledText(event.withinPool ? ", within a pool" : "")
        case .playersParted(let event):
            Self.pair(event.first, event.second) + StyledText(" are different players", .bold)
        case .aliasWithdrawn(let event):
            StyledText("identity of ") + Self.pair(event.first, event.second)
                + StyledText(" is withdrawn", .bold)
        // Reference data
        case .playerNoted(let event):
            StyledText(event.day.map { "\($0.iso8601.prefix(10)): " } ?? "", .dim) + StyledText(event.name, .bold)
                + StyledText(" \(event.position.abbreviation)\(event.team.isEmpty ? "" : " ")\(event.team)", .dim)
                + StyledText(event.adp.map { " ADP \(Figures.hundredths($0))" } ?? "")
                + StyledText(event.byeWeek.map { " bye in week \($0)" } ?? "") + StyledText(" by \(event.source)", .dim)
        case .gameNoted(let event):
            StyledText(event.week.map { "week \($0): " } ?? "off: ", .dim)
                + StyledText("\(event.away) at \(event.home)", .bold) + StyledText(" by \(event.source)", .dim)
        }
    }

    private static func pair(_ first: PoolPlayer, _ second: PoolPlayer) -> StyledText {
        StyledText("player \(first.player) of pool \(first.pool) and player \(second.player) of pool \(second.pool)")
    }

    /// A key by the name that records have for it.
    static func key(_ key: PublicKey) -> StyledText {
        StyledText(KeyID(digest: Digest256(hashing: key.bytes)).description, .dim)
    }

    private static func names(of roles: StaffRoles) -> String { roles.roles.map(\.name).joined(separator: ", ") }
}

extension StreamKind {
    /// The kinds of streams whose events a stream of this kind may hold, as far as the narration is concerned. Other events
    /// get their name only.
    var neighbours: Set<StreamKind> {
        switch self {
        case .room, .clock: [.room, .clock]
        case .pool, .system, .user, .dispute: [.pool, .system, .user, .dispute]
        case .staff, .measure: [.staff, .measure]
        case .tournament, .queue, .wallet, .season, .aliases, .notes: [self]
        }
    }
}
