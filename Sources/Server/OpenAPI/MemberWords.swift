import Records
import TextFormats

/// The words about the members of answers, for the OpenAPI document and the reference page.
///
/// A member means the same in every shape that has no entry of its own, such as `Room.rounds`. Members that mean something
/// else from shape to shape have no entry under their name alone.
enum MemberWords {
    /// The words about a member of a shape; nil if there are none.
    static func words(of member: String, in shape: String) -> String? {
        let inCommands = likeInCommands.contains(member) ? CommandFieldNotes.words(of: member) : nil
        let text = ofShapes["\(shape).\(member)"] ?? ofMembers[member] ?? inCommands
        return unit(of: member).map { unit in text.map { "\($0) In \(unit)." } ?? "In \(unit)." } ?? text
    }

    /// The unit that ends a name.
    private static func unit(of member: String) -> String? {
        if member.hasSuffix("Cents") { return "cents" }
        if member.hasSuffix("Microseconds") { return "microseconds" }
        return member.hasSuffix("Hundredths") ? "hundredths" : nil
    }

    /// Members that mean in answers what they mean in commands, whose words they have.
    static let likeInCommands: Set = [
        "entry", "featured", "firstPlace", "firstWeek", "lastPlace", "lastWeek", "podSize", "pool", "provider", "room",
        "round", "scoring", "season", "tournament", "user", "verdict", "week", "withdrawal",
    ]

    static let ofMembers: [String: String] = [
        "actor": "The sender, such as user/7 or admin/9 for user/7; null without a command.",
        "adp": "The average draft position, in picks.",
        "advancing": "The entries of a pod that advance; 0 in the last round.",
        "amountCents": "The amount.",
        "approval": "The number of the approval request.",
        "approvedBy": "The person who approved.",
        "autodraft": "Whether the rules pick for the seat.",
        "availableCents": "What the user can spend or withdraw.",
        "balanceCents": "What the user can spend or withdraw.",
        "byeWeek": "The week in which the player's team does not play; null if it is unknown.",
        "case": "The number of the case.",
        "claimant": "The user who complains; null if no claimant is named.",
        "connected": "Whether a client of the seat is connected.",
        "contest": "The title of the contest; null without a contest.",
        "countdownEndsAt": "When the time for the first pick begins; null unless the countdown runs.",
        "currentPickNumber":
            "The overall number of the pick on the clock; one more than the last when the draft is over.",
        "deadline": "When the time for the pick ends.",
        "displayName": "The name that other members see.",
        "draftPosition": "The place in the draft order, from 1; null until the order is drawn.",
        "entryExternalID": "The ID of the entry at the site that it was imported from; null without one.",
        "entryFeeCents": "The fee of one entry; null if it is unknown.",
        "externalID": "The ID at the site that it was imported from; null without one.",
        "graceEndsAt": "Until when a pick that arrives still counts.",
        "heldCents": "What is held for rooms that are filling and for withdrawals.",
        "isFinal": "Whether the points are final.",
        "isTimed": "Whether picks have a clock.",
        "maxEntries": "The most entries of the contest; null for no limit.",
        "maxEntriesPerUser": "The most entries of one user; null for no limit.",
        "missedPicks": "The picks in a row whose time ended.",
        "occurredAt": "When the command arrived; null without a command.",
        "overnight": "The hours in which the clocks stop every night, with the offset from UTC; null without.",
        "overnightZone": "The time zone of those hours; null without.",
        "pickNumber": "The overall number of the pick, from 1.",
        "playerID": "The ID of the player in the pool.",
        "playerIndex": "The index of the player in the pool, from 0: what a command names as `player`.",
        "playerName": "The full name of the player.",
        "pod": "The number of the pod, from 1.",
        "preset": "The name of the clock settings: `getContest` has their times.",
        "projectedPoints": "The projected points of the season.",
        "queueVersion": "The version of the queue, for `expected`.",
        "rakeBasisPoints": "The share of the fees that the operator keeps, in hundredths of a percent.",
        "receipt": "A signed statement that the command is recorded, to keep.",
        "recordedAt": "When the log recorded it.",
        "roomsComplete": "The rooms whose drafts are over.",
        "roomsDrafting": "The rooms whose drafts are under way.",
        "roomsWaiting": "The rooms that are filling.",
        "seat": "The seat in the room, from 0; not the draft position.",
        "seatOnClock": "The seat whose pick is on the clock; null unless the draft is active.",
        "serverTime": "The time of the server when it answered.",
        "signedCommands": "Whether members have to sign their commands; null if they need not.",
        "spectators": "The spectators of a running draft; null for members and officers only.",
        "speed": "Whether drafts are fast or slow.",
        "statedPrizesCents": "The sum of prizes that the source of an imported contest states; null for others.",
        "stream": "The stream of the event, such as room/12.",
        "team": "The abbreviation of the team; null or empty without one.",
    ]

    static let ofShapes: [String: String] = [
        "Board.position": "The position of the player.",
        "Contest.entries": "The number of entries.",
        "Contest.order": "The direction of the rounds.",
        "Contest.prizes": "The prizes, by place.",
        "Contest.rounds": "The rounds of the draft.",
        "Contest.status": "open without entries, then filling, full or drafting, and complete or cancelled in the end.",
        "Contest.teams": "The teams of a room.",
        "Contest.title": "The title.",
        "ContestSummary.entries": "The number of entries.",
        "ContestSummary.status":
            "open without entries, then filling, full or drafting, and complete or cancelled in the end.",
        "ContestSummary.title": "The title.",
        "DevToken.token": "The token, for the header Authorization: Bearer.",
        "Outcome.actor": "The sender of the command.",
        "Outcome.approval": "The approval request of proposeMeasure.",
        "Outcome.case": "The case that openDispute opened.",
        "Outcome.code": "The code of the refusal or the problem, as in /v1/problems.",
        "Outcome.deadline": "The deadline of the refused pick.",
        "Outcome.entries": "Every seat that a join got, of joinTournament and joinRoom.",
        "Outcome.entry": "The entry of a join's first seat.",
        "Outcome.events": "The events of an accepted command.",
        "Outcome.id": "The ID of the command.",
        "Outcome.kind": "The kind of the command.",
        "Outcome.line": "The number of the command in the request, from 1.",
        "Outcome.marginMicroseconds": "How long before (negative) or after the end of grace the pick arrived.",
        "Outcome.message": "The reason, for people.",
        "Outcome.outcome": "accepted, refused by the rules, or failed without a decision.",
        "Outcome.player": "The player that a refused pick named, by the index in the pool.",
        "Outcome.pool": "The pool that publishPool published.",
        "Outcome.position":
            "The position of the event; of a refusal the position of its record, null if it was only counted.",
        "Outcome.recorded":
            "Of a command that was not accepted: whether there is a record of it. What has none can be sent again under the same id.",
        "Outcome.retry": "Whether this is the first answer again, to a command that was sent before.",
        "Outcome.room": "The room that createRoom opened, or in which a join got its first seat.",
        "Outcome.seat": "The seat that a join got; of a refusal the seat that it is about.",
        "Outcome.tournament": "The contest that createTournament opened.",
        "Outcome.type": "The type of the event.",
        "Outcome.version": "The number of the event in its stream, from 1.",
        "Outcome.warning": "What the sender should look at although the command was accepted.",
        "Problem.code": "The code, for programs.",
        "Problem.detail": "What went wrong and what to do, for people.",
        "Problem.id": "The ID of the command.",
        "Problem.marginMicroseconds": "How long before (negative) or after the end of grace the pick arrived.",
        "Problem.parts": "What of the server is not ready.",
        "Problem.player": "The player that a refused pick named, by the index in the pool.",
        "Problem.position": "The position of the refusal's record, null if it was only counted.",
        "Problem.reason": "Why a token was rejected.",
        "Problem.recorded":
            "Whether there is a record of the command; missing where that is not known, or no command was sent.",
        "Problem.status": "The HTTP status.",
        "Problem.title": "The problem in a few words, the same for each code.",
        "Problem.type": "The address of the problem's explanation.",
        "Room.clock": "The clock of the pick; null unless it runs.",
        "Room.commitment": "The SHA-256 that binds the server to its secret for the draw; null before it is published.",
        "Room.epoch": "The number of the clock's run: each stop and start begins another.",
        "Room.imported": "What the import stated.",
        "Room.members": "The members, by seat.",
        "Room.order": "The direction of the rounds.",
        "Room.rounds": "The rounds of the draft.",
        "Room.secret": "The secret of the draw; null until the draw.",
        "Room.startedAt": "When the draft started; null before.",
        "Room.status":
            "The stage of the draft: waiting for members, countdown, active, paused, complete, cancelled before its start, or voided.",
        "Room.teams": "The teams of a room.",
        "Room.version": "The number of events in the room's stream.",
        "RoomDraft.corrected": "Whether an officer corrected the pick.",
        "RoomDraft.lineup": "The slots of the contest's lineup; null while it is not set.",
        "RoomDraft.names": "The display names, by seat.",
        "RoomDraft.picks": "The picks, in order.",
        "RoomDraft.player": "The index of the player in the pool, from 0.",
        "RoomDraft.position": "The position of the answer: the stream continues after it.",
        "RoomDraft.queue": "The players of the queue, by their index in the pool.",
        "RoomDraft.source": "How the pick came about: by the member, or by a rule.",
        "RoomDraft.you": "The caller's seat and queue; null for spectators.",
        "RoomSummary.startedAt": "When the draft started; null before.",
        "RoomSummary.status": "The stage of the draft.",
        "Standings.lineup": "The slots of the contest's lineup; null while it is not set.",
    ]
}
