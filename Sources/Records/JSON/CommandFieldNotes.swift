package import Draft
import TextFormats

/// The words about commands and their members, which no type tells: for schemas and the reference page.
package enum CommandFieldNotes {
    /// A member, by its name. It means the same in every kind, unless it has a note of the kind's own, such as
    /// `createTournament.entryFee`.
    struct Note: Sendable {
        var text: String
        /// The text about a list of that name; nil if it is the same.
        var list: String?
        var range: ClosedRange<Int64>?
        var example: JSON?

        init(_ text: String, _ range: ClosedRange<Int64>? = nil, list: String? = nil, example: JSON? = nil) {
            self.text = text
            self.list = list
            self.range = range
            self.example = example
        }
    }

    private static let teams = Int64(Ruleset.allowedTeams.lowerBound)...Int64(Ruleset.allowedTeams.upperBound)
    private static let rounds = Int64(Ruleset.allowedRounds.lowerBound)...Int64(Ruleset.allowedRounds.upperBound)
    private static let weeks = Int64(SeasonState.weeks.lowerBound)...Int64(SeasonState.weeks.upperBound)
    private static let money = Int64(0)...Cents.largestAmount.value
    private static let time = Int64(0)...Int64.max
    private static let points = Int64(0)...Int64(10_000)
    private static let seats = Int64(0)...Int64(Ruleset.allowedTeams.upperBound - 1)
    private static let picks = Int64(1)...(teams.upperBound * rounds.upperBound)

    /// The words about a member of commands; nil if there are none.
    package static func words(of member: String) -> String? { notes[member]?.text }

    private static func words(of rules: Ruleset) -> String {
        "\(rules.preset) has \(rules.pickClock.microseconds / 1_000_000) s for a pick and \(rules.grace.microseconds / 1_000_000) s of grace"
    }

    static let notes: [String: Note] = [
        "acrossPositions": Note("Whether players of different positions are meant."),
        "adp": Note("The average draft position, in hundredths of a pick."),
        "advances": Note("Whether the entry advances to the next round."),
        "advancing": Note("Entries of a pod that advance; 0 in the last round.", example: .of(0)),
        "amount": Note("An amount of money."),
        "approvedBy": Note("The person who approves."),
        "at": Note("When the outcome of the notice was known."),
        "autopickPolicy": Note("The version of the autopick rules; 1 is the only one.", 1...1),
        "away": Note("The abbreviation of the away team.", example: "DET"),
        "belongs": Note("Whether the points are the player's."),
        "by": Note("The time to add to the clock.", example: .of(30_000_000)),
        "byeWeek": Note("The week in which the team does not play.", weeks),
        "cause": Note("The position of the event that the notice tells of."),
        "channel": Note("How the notice was sent."),
        "chargebackCount": Note("The number of chargebacks of the day."),
        "chargebacks": Note("The sum of the chargebacks of the day."),
        "claim": Note("What the claimant says, as free text."),
        "claimDigest": Note("The salted digest of the claim, if the text is kept outside the log."),
        "claimant": Note("The user who complains."),
        "claimedAt": Note("The time of the pick by the client's clock. No signature covers it."),
        "command": Note("The command to approve, without id, actor, case and seal."),
        "commit": Note("The commit of the software."),
        "connected": Note("Whether the client of the seat is connected."),
        "correctionDays": Note("For how many days corrections of a final week count.", 0...255),
        "countdown": Note("The time from the draw of the order to the first pick.", time),
        "data": Note("The kind of private data that was read."),
        "day": Note("The midnight (UTC) that begins the day.", example: "2026-09-01T00:00:00.000000Z"),
        "depositCount": Note("The number of deposits of the day."),
        "deposits": Note("The sum of the deposits of the day."),
        "depositsPerDay": Note("The most that the user may deposit a day."),
        "depositsPerWeek": Note("The most that the user may deposit a week."),
        "destination": Note("The salted SHA-256 of the destination of the money."),
        "digest": Note("The SHA-256 of the file."),
        "dispute": Note("The number of the case."),
        "entries": Note("The number of entries.", 1...255, list: "The entries."),
        "entriesPerDay": Note("The most entries that the user may buy a day."),
        "entriesPerWeek": Note("The most entries that the user may buy a week."),
        "entropy": Note(
            "The member's random bytes for the draw of the order: 16, or their SHA-256 if commands are signed."),
        "entry": Note("The number of the entry."),
        "entryFee": Note("The fee of one entry; 0 for a free contest.", money),
        "createTournament.entryFee": Note(
            "The fee of one entry; 0 for a free contest. Without it, as in imported contests, the fee is unknown and members cannot join.",
            money),
        "epoch": Note("The epoch of the room's clock."),
        "erasedBy": Note("The person who erases the text, if the server sends the command."),
        "event": Note("The position of the event whose text is erased."),
        "expectedVersion": Note("The version of the queue that the sender saw; another one is refused."),
        "externalID": Note("The ID in the sender's own system; empty without one.", example: ""),
        "featured": Note("Whether the lobby shows the contest first."),
        "feesPerDay": Note("The most that the user may pay for entries a day."),
        "feesPerWeek": Note("The most that the user may pay for entries a week."),
        "file": Note("The SHA-256 of the provider's file."),
        "firstApprover": Note("The first person who approves."),
        "firstPlace": Note("The first place that wins the amount."),
        "firstWeek": Note("The first week of the round.", weeks),
        "flexPositions": Note("The positions that may start as FLEX, as bits.", 0...15),
        "founders": Note("The first staff."),
        "games": Note("The games of the season."),
        "grace": Note("The time after the deadline in which a pick still counts.", time),
        "home": Note("The abbreviation of the home team.", example: "CHI"),
        "index": Note("The place in the queue or in the pool, from 0.", example: .of(0)),
        "key": Note("The public key: the 32 bytes of Ed25519, or the x of a P-256 point."),
        "keyForm": Note("The form of the key."),
        "lastPlace": Note("The last place that wins the amount."),
        "lastWeek": Note("The last week of the round.", weeks),
        "limitQB": Note("The most quarterbacks that an autopick takes."),
        "limitRB": Note("The most running backs that an autopick takes."),
        "limitTE": Note("The most tight ends that an autopick takes."),
        "limitWR": Note("The most wide receivers that an autopick takes."),
        "maxEntries": Note("The most entries of the contest; no limit if it is missing."),
        "maxEntriesPerUser": Note("The most entries of one user; no limit if it is missing."),
        "measure": Note("The number of the approval request."),
        "missedPicksBeforeAutodraft": Note("After how many missed picks in a row autodraft is turned on; 0 for never."),
        "mode": Note("How the correction treats later picks."),
        "name": Note("The full name of the player.", example: "Caleb Williams"),
        "notes": Note("The figures of the players: ADPs, teams and bye weeks."),
        "notice": Note("What the member was told."),
        "notices": Note("The notices about the turn, in the order in which they were due."),
        "ofStaff": Note("Whether staff wrote one of the texts."),
        "on": Note("Whether autodraft is on."),
        "order": Note("The direction of the rounds; snake if it is missing."),
        "origin": Note("The name of the log in checkpoints.", example: "drafts.example.com/ledger"),
        "otherPlayer": Note("The index of the other player in the other pool."),
        "otherPool": Note("The number of the other pool."),
        "outcome": Note("What became of the chargeback, or of the notice."),
        "overnight": Note(
            "The hours in which the clocks stop every night, with the offset from UTC, such as 22:30-08:00-05:00."),
        "overnightZone": Note("The time zone of the hours and each change of its offset."),
        "pause": Note("The kind of pause."),
        "person": Note("The user number of the staff member."),
        "pick": Note("The overall number of the pick, from 1.", picks),
        "pickClock": Note("The time for one pick; 0 only without a clock.", time, example: .of(30_000_000)),
        "picks": Note("The results of each pick, in order."),
        "place": Note("The final place, from 1."),
        "platform": Note("The platform of the device."),
        "player": Note("The index of the player in the pool, from 0.", example: .of(3)),
        "players": Note("The players, by their index in the pool or as listings."),
        "podSize": Note("The entries of a pod.", example: .of(12)),
        "points": Note("The points, in hundredths."),
        "pool": Note("The number of the player pool."),
        "position": Note("The position of the player."),
        "preferences": Note("The alerts that the user wants, as bits.", 0...63),
        "preset": Note(
            "The name of the clock settings: \(words(of: .fast())), \(words(of: .slow())), untimed for imported drafts, and custom with a pickClock of its own."
        ),
        "previousVerifierKey": Note("The verifier key until now.", example: "name+00000000+AA=="),
        "prizes": Note("The prizes, by place; empty for none."),
        "projectedPoints": Note("The projected points, in hundredths."),
        "provider": Note("The payment provider.", example: "bank"),
        "providerDispute": Note("The provider's ID of the dispute."),
        "rakeBasisPoints": Note(
            "The operator's share of the fees, in hundredths of a percent.", points, example: .of(0)),
        "rank": Note("The rank in the pool, from 1."),
        "reader": Note("The staff member who read."),
        "reason": Note("The reason, as free text.", example: "The reason for this."),
        "reasonCode": Note("Why the notice was not sent; none if it was."),
        "reasonDigest": Note("The salted digest of the reason, if the text is kept outside the log."),
        "recoveryKey": Note("The public key that can restore access for staff."),
        "recoveryKeyForm": Note("The form of the recovery key."),
        "reference": Note("The provider's reference of the payment.", example: "payment-1"),
        "requestedBy": Note("The user who asked for it."),
        "resolvedBy": Note("The person who decides the case."),
        "roles": Note("The staff roles, as bits."),
        "room": Note("The number of the room."),
        "roomVersion": Note("The version of the room's stream that the claim is about."),
        "rooms": Note("The rooms, ascending; 1 to 200 in the first round and none later."),
        "round": Note("The round, from 1."),
        "rounds": Note("The rounds of the draft.", rounds, list: "The rounds of the contest.", example: nil),
        "rulesVersion": Note("The version of the rules that the software applies."),
        "scores": Note("The points of each player."),
        "scoring": Note("The name of the scoring.", example: "half-ppr"),
        "season": Note("The year in which the season begins.", 1920...9999, example: .of(2026)),
        "seasonVersion": Note("The version of the season's stream whose points count."),
        "seat": Note("The seat in the room, from 0.", seats, example: .of(0)),
        "secondApprover": Note("The second person who approves."),
        "service": Note("The service whose commands the key signs; missing for a person."),
        "signedCommands": Note("Whether members have to sign their commands."),
        "source": Note("The source of the data.", example: nil),
        "spectators": Note("Who may watch the drafts; members and officers only if it is missing."),
        "standings": Note("The place of each entry."),
        "startersFLEX": Note("The FLEX starters of a lineup."),
        "startersQB": Note("The quarterbacks that start."),
        "startersRB": Note("The running backs that start."),
        "startersTE": Note("The tight ends that start."),
        "startersWR": Note("The wide receivers that start."),
        "statedPrizes": Note("The sum of prizes that the source of an imported contest states."),
        "team": Note("The abbreviation of the team; empty without one.", example: "CHI"),
        "teams": Note("The teams of a room.", teams, example: .of(12)),
        "texts": Note("The number of texts."),
        "tickInterval": Note("How often the remaining time is recorded; 0 only without a clock.", time),
        "ties": Note("The tie-breakers, in order; earlierEntry is the last.", example: ["earlierEntry"]),
        "title": Note("The title.", example: "Opening Night"),
        "titleDigest": Note("The salted digest of the title, if the text is kept outside the log."),
        "tokenDigest": Note("The SHA-256 of the push token."),
        "tournament": Note("The number of the contest."),
        "until": Note("The end of the exclusion."),
        "user": Note("The number of the user."),
        "verdict": Note("The decision about the claim."),
        "verifierKey": Note("The verifier key from now on.", example: "name+00000000+AA=="),
        "version": Note("The version of the software.", example: "1.0.0"),
        "week": Note("The week of the season.", weeks),
        "withdrawal": Note("The number of the withdrawal."),
        "withdrawalCount": Note("The number of withdrawals."),
        "withdrawals": Note(
            "The sum of the withdrawals of the day.", list: "The withdrawals, in the order of the file."),
        "withinPool": Note("Whether two listings of one pool are meant."),
    ]

    /// The effect of each kind of command, in one line.
    package static func summary(of kind: CommandKind) -> String {
        switch kind {
        case .createLedger: "Create the ledger."
        case .startSoftware: "Record the start of the software."
        case .rotateCheckpointKey: "Replace the checkpoint key; only in an approval request."
        case .eraseText: "Erase free text that is kept outside the log."
        case .closeLedger: "Close the ledger at the end of its season."
        case .recordStatement: "Record a payment provider's statement of a day."
        case .approvePayout: "Approve withdrawals for payment together."
        case .publishPool: "Publish a player pool."
        case .addPlayer: "Add a late player to a pool."
        case .createTournament: "Open a contest that members can join."
        case .closeEntries: "Close the entries of a contest."
        case .cancelTournament: "Cancel a contest and refund its fees."
        case .awardPrizes: "Award the prizes of a contest."
        case .finalizeTournament: "Finalize a contest."
        case .setContestRounds: "Set the rounds of a contest after its drafts."
        case .setScoring: "Set the lineup and the scoring of a contest."
        case .closeRound: "Close the next pods of a round."
        case .drawPods: "Draw the pods of a later round."
        case .joinTournament: "Join a contest."
        case .leaveRoom: "Leave a room before its draft starts."
        case .openRoom: "Open a room by hand."
        case .importRoom: "Import the room of a past draft."
        case .startDraft: "Start the draft of a room."
        case .tickClock: "Record a tick of the clock."
        case .makePick: "Pick a player."
        case .automatePick: "Pick for a seat whose time is over."
        case .recordAutomatedPick: "Record an autopick of an imported draft."
        case .setAutodraft: "Turn autodraft on or off."
        case .extendClock: "Extend the running clock."
        case .pauseRoom: "Pause a draft."
        case .resumeRoom: "Resume a draft."
        case .setConnection: "Record that a client connected or disconnected."
        case .correctPick: "Correct a pick."
        case .cancelRoom: "Cancel a room before its draft starts."
        case .voidRoom: "Void a draft."
        case .revealEntropy: "Reveal the random bytes of a member."
        case .drawOrder: "Draw the order of a room."
        case .setQueue: "Replace the queue of a seat."
        case .addToQueue: "Add a player to the queue."
        case .removeFromQueue: "Remove a player from the queue."
        case .moveInQueue: "Move a player within the queue."
        case .moveToTopOfQueue: "Move a player to the top of the queue."
        case .clearQueue: "Clear the queue."
        case .setRankings: "Set the rankings that follow the queue."
        case .setPositionLimits: "Set the position limits of a seat's autopicks."
        case .recordDeposit: "Record a deposit."
        case .holdWithdrawal: "Request a withdrawal."
        case .postWithdrawal: "Record that a withdrawal was paid."
        case .releaseWithdrawal: "Release a withdrawal that was not paid."
        case .recordChargeback: "Record a chargeback."
        case .adjustBalance: "Adjust a balance with two approvals."
        case .settleChargeback: "Record the outcome of a chargeback."
        case .registerUser: "Register a user."
        case .setAlertPreferences: "Set the alerts of a user."
        case .registerPushToken: "Register a device for alerts."
        case .addDeviceKey: "Add a public key that signs a user's commands."
        case .removeDeviceKey: "Remove a public key of a user."
        case .setLimits: "Set the limits of a user's spending."
        case .excludeUser: "Exclude a user from new entries until a time."
        case .closeAccount: "Close an account."
        case .openDispute: "Open a case about a pick or a score."
        case .attachEvidence: "Attach evidence to a case."
        case .resolveDispute: "Resolve a case."
        case .beginAuthority: "Enable staff roles."
        case .appointStaff: "Give a person staff roles."
        case .dismissStaff: "Revoke the roles of a staff member."
        case .recoverStaff: "Restore access for a staff member."
        case .proposeMeasure: "Request approval for a command."
        case .approveMeasure: "Approve a command of another staff member."
        case .declineMeasure: "Decline an approval request."
        case .lapseMeasure: "Record that an approval request expired."
        case .recordScores: "Record the points of a week."
        case .closeWeek: "Record that the points of a week are final."
        case .assignScores: "Assign recorded points to a player of a pool."
        case .joinPlayers: "Record that two listings are one player."
        case .partPlayers: "Record that two listings are different players."
        case .withdrawAlias: "Withdraw a statement about two listings."
        case .recordNotes: "Record ADPs or players of a season."
        case .recordGames: "Record the schedule of a season."
        case .recordStatedResults: "Record the results that an import states."
        case .recordAccess: "Record that staff read private data."
        case .recordNotices: "Record what a member was told about a turn."
        }
    }
}
